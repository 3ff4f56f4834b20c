; A request of exactly EUR 5,000 takes two signatures: a misreading of rules/approval_chain/source.md, planted in the reading.
;
; %@ sort person = person_1 | person_2
; %@ input amount: int 0..10000000 EUR "amount of the request"
; %@ input requested_on: date 2020-01-01..2049-12-31 "day of the request"
; %@ input requests(person) "the person makes the request"
; %@ input closed reports_to(person, person) "the first reports to the second"
; %@ input limit(person): int 0..10000000 EUR "largest amount that the person approves"
; %@ input closed board(person) "the person is a member of the board"
; %@ input closed delegates(person, person) "the first delegates approval to the second"
; %@ input closed last_day(person, person): date 2020-01-01..2049-12-31 "last day of that delegation"
; %@ input suspended(person) "the person was suspended"
; %@ input closed signed(person) "the person signed the request"
; %@ input closed emergency "the request is an emergency"
; %@ outcome may_approve(person) "the person may approve the request"
; %@ outcome approved "the request is approved"
; %@ outcome goes_to_board "the request goes to the board"
; %@ outcome signatures: int people "how many signatures count"
(set-logic QF_LIA)

(declare-const amount Int)
(declare-const requested_on Int)
(declare-const emergency Bool)
(declare-const |requests(person_1)| Bool)
(declare-const |limit(person_1)| Int)
(declare-const |board(person_1)| Bool)
(declare-const |suspended(person_1)| Bool)
(declare-const |signed(person_1)| Bool)
(declare-const |requests(person_2)| Bool)
(declare-const |limit(person_2)| Int)
(declare-const |board(person_2)| Bool)
(declare-const |suspended(person_2)| Bool)
(declare-const |signed(person_2)| Bool)
(declare-const |reports_to(person_1,person_1)| Bool)
(declare-const |reports_to(person_1,person_2)| Bool)
(declare-const |reports_to(person_2,person_1)| Bool)
(declare-const |reports_to(person_2,person_2)| Bool)
(declare-const |delegates(person_1,person_1)| Bool)
(declare-const |last_day(person_1,person_1)| Int)
(declare-const |last_day(person_1,person_1).given| Bool)
(declare-const |delegates(person_1,person_2)| Bool)
(declare-const |last_day(person_1,person_2)| Int)
(declare-const |last_day(person_1,person_2).given| Bool)
(declare-const |delegates(person_2,person_1)| Bool)
(declare-const |last_day(person_2,person_1)| Int)
(declare-const |last_day(person_2,person_1).given| Bool)
(declare-const |delegates(person_2,person_2)| Bool)
(declare-const |last_day(person_2,person_2)| Int)
(declare-const |last_day(person_2,person_2).given| Bool)
(declare-const |may_approve(person_1)| Bool)
(declare-const |may_approve(person_2)| Bool)
(declare-const approved Bool)
(declare-const goes_to_board Bool)
(declare-const signatures Int)

(assert (! (and (>= amount 0) (<= amount 10000000)) :named amount-range))
(assert (! (and (>= requested_on 18262) (<= requested_on 29219)) :named day-range))
(assert (! (and (>= |limit(person_1)| 0) (<= |limit(person_1)| 10000000)) :named limit-range-1))
(assert (! (and (>= |limit(person_2)| 0) (<= |limit(person_2)| 10000000)) :named limit-range-2))
(assert (! (=> |last_day(person_1,person_1).given| (and (>= |last_day(person_1,person_1)| 18262) (<= |last_day(person_1,person_1)| 29219)))
  :named last-day-range-1))
(assert (! (=> |last_day(person_1,person_2).given| (and (>= |last_day(person_1,person_2)| 18262) (<= |last_day(person_1,person_2)| 29219)))
  :named last-day-range-2))
(assert (! (=> |last_day(person_2,person_1).given| (and (>= |last_day(person_2,person_1)| 18262) (<= |last_day(person_2,person_1)| 29219)))
  :named last-day-range-3))
(assert (! (=> |last_day(person_2,person_2).given| (and (>= |last_day(person_2,person_2)| 18262) (<= |last_day(person_2,person_2)| 29219)))
  :named last-day-range-4))

; --- Requests

; Every request has exactly one requester.
(assert (! (xor |requests(person_1)| |requests(person_2)|) :named one-requester))

; Nobody stands above themselves in the reporting line: of two people neither reports to themselves, nor each to the other.
(assert (! (not (or |reports_to(person_1,person_1)| |reports_to(person_2,person_2)|
                    (and |reports_to(person_1,person_2)| |reports_to(person_2,person_1)|)))
  :named no-circle))

; --- Who may approve

; The manager of the requester stands above the requester, and so does whoever stands above that manager. Of two people the
; other one is above the requester if the requester reports to them.
(define-fun above-requester ((other-requests Bool) (other-reports Bool)) Bool (and other-requests other-reports))

; Whoever stands above the requester may approve the request if its amount is within their own limit. Members of the board
; have no limit.
(define-fun within-limit ((sum Int) (limit Int) (member Bool)) Bool (or member (<= sum limit)))
(define-fun may-from-line ((above Bool) (sum Int) (limit Int) (member Bool)) Bool
  (and above (within-limit sum limit member)))
(define-fun line-1 () Bool
  (may-from-line (above-requester |requests(person_2)| |reports_to(person_2,person_1)|) amount |limit(person_1)| |board(person_1)|))
(define-fun line-2 () Bool
  (may-from-line (above-requester |requests(person_1)| |reports_to(person_1,person_2)|) amount |limit(person_2)| |board(person_2)|))

; --- Delegation

; A delegation lapses after its last day. A delegation without a last day stays in force.
(define-fun in-force ((day Int) (bounded Bool) (last Int)) Bool (or (not bounded) (<= day last)))

; Whoever may approve a request may delegate that, and a delegate may delegate it further. The limit that counts is that of
; the person who delegated first. Among two people a chain of delegations from one to the other is a single delegation.
(define-fun delegation-from-2-to-1 () Bool
  (and |delegates(person_2,person_1)|
       (in-force requested_on |last_day(person_2,person_1).given| |last_day(person_2,person_1)|)))
(define-fun delegation-from-1-to-2 () Bool
  (and |delegates(person_1,person_2)|
       (in-force requested_on |last_day(person_1,person_2).given| |last_day(person_1,person_2)|)))

; --- No self-approval

; Nobody approves their own request, not even through a delegation. A delegation does not pass through the requester either.
(assert (! (= |may_approve(person_1)|
    (and (not |requests(person_1)|)
         (or line-1 (and line-2 (not |requests(person_2)|) delegation-from-2-to-1))))
  :named who-may-approve-1))
(assert (! (= |may_approve(person_2)|
    (and (not |requests(person_2)|)
         (or line-2 (and line-1 (not |requests(person_1)|) delegation-from-1-to-2))))
  :named who-may-approve-2))

; --- Signatures

; A signature counts if the signer may approve the request and was not suspended. The record says how many signatures count.
(define-fun counting ((signs Bool) (may Bool) (barred Bool)) Bool (and signs may (not barred)))
(define-fun counts-1 () Bool (counting |signed(person_1)| |may_approve(person_1)| |suspended(person_1)|))
(define-fun counts-2 () Bool (counting |signed(person_2)| |may_approve(person_2)| |suspended(person_2)|))
(define-fun one-if ((condition Bool)) Int (ite condition 1 0))
(assert (! (= signatures (+ (one-if counts-1) (one-if counts-2))) :named signatures-that-count))

; A request of up to EUR 5,000 is approved by one signature that counts. A request above EUR 5,000 takes the signatures of
; two different people. In an emergency one signature that counts is enough if it is that of a member of the board.
(define-fun signatures-needed ((sum Int)) Int (ite (< sum 5000) 1 2))
(assert (! (= approved
    (or (>= signatures (signatures-needed amount))
        (and emergency (or (and counts-1 |board(person_1)|) (and counts-2 |board(person_2)|)))))
  :named approval))

; A request that nobody may approve goes to the board.
(assert (! (= goes_to_board (not (or |may_approve(person_1)| |may_approve(person_2)|))) :named to-the-board))
