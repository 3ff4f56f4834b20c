; %@ policy approval_chain "Approval of purchases" version "2026.1" effective 2026-01-01..
; %@ sort person = person_1 | person_2
; %@ input amount: int 0..10000000 EUR "amount of the request"
; %@ input requested_on: date 2020-01-01..2049-12-31 "day of the request"
; %@ input requests(person) "the person makes the request"
; %@ input closed reports_to(person, person) "the first reports to the second" from hris
; %@ input limit(person): int 0..10000000 EUR "largest amount that the person approves"
; %@ input closed board(person) "the person is a member of the board" from hris
; %@ input closed delegates(person, person) "the first delegates approval to the second"
; %@ input closed last_day(person, person): date 2020-01-01..2049-12-31 "last day of that delegation"
; %@ input suspended(person) "the person was suspended" from hris
; %@ input closed signed(person) "the person signed the request"
; %@ input closed emergency "the request is an emergency"
; %@ outcome may_approve(person) "the person may approve the request"
; %@ outcome approved "the request is approved"
; %@ outcome goes_to_board "the request goes to the board"
; %@ outcome signatures: int people "how many signatures count"
(set-logic QF_LIA)

; --- inputs
(declare-const amount Int) ; amount of the request, EUR
(declare-const requested_on Int) ; day of the request
(declare-const |requests(person_1)| Bool) ; the person makes the request
(declare-const |requests(person_2)| Bool) ; the person makes the request
(declare-const |reports_to(person_1,person_1)| Bool) ; the first reports to the second
(declare-const |reports_to(person_1,person_2)| Bool) ; the first reports to the second
(declare-const |reports_to(person_2,person_1)| Bool) ; the first reports to the second
(declare-const |reports_to(person_2,person_2)| Bool) ; the first reports to the second
(declare-const |limit(person_1)| Int) ; largest amount that the person approves, EUR
(declare-const |limit(person_2)| Int) ; largest amount that the person approves, EUR
(declare-const |board(person_1)| Bool) ; the person is a member of the board
(declare-const |board(person_2)| Bool) ; the person is a member of the board
(declare-const |delegates(person_1,person_1)| Bool) ; the first delegates approval to the second
(declare-const |delegates(person_1,person_2)| Bool) ; the first delegates approval to the second
(declare-const |delegates(person_2,person_1)| Bool) ; the first delegates approval to the second
(declare-const |delegates(person_2,person_2)| Bool) ; the first delegates approval to the second
(declare-const |last_day(person_1,person_1)| Int) ; last day of that delegation
(declare-const |last_day(person_1,person_1).given| Bool)
(declare-const |last_day(person_1,person_2)| Int) ; last day of that delegation
(declare-const |last_day(person_1,person_2).given| Bool)
(declare-const |last_day(person_2,person_1)| Int) ; last day of that delegation
(declare-const |last_day(person_2,person_1).given| Bool)
(declare-const |last_day(person_2,person_2)| Int) ; last day of that delegation
(declare-const |last_day(person_2,person_2).given| Bool)
(declare-const |suspended(person_1)| Bool) ; the person was suspended
(declare-const |suspended(person_2)| Bool) ; the person was suspended
(declare-const |signed(person_1)| Bool) ; the person signed the request
(declare-const |signed(person_2)| Bool) ; the person signed the request
(declare-const emergency Bool) ; the request is an emergency

; --- what the policy derives
(declare-const approved Bool)
(declare-const large Bool)
(declare-const somebody_may Bool)
(declare-const goes_to_board Bool)
(declare-const |above(person_1,person_1)| Bool)
(declare-const |above(person_2,person_1)| Bool)
(declare-const |above(person_1,person_2)| Bool)
(declare-const |above(person_2,person_2)| Bool)
(declare-const |within_limit(person_1)| Bool)
(declare-const |within_limit(person_2)| Bool)
(declare-const |may_approve(person_1)| Bool)
(declare-const |may_approve(person_2)| Bool)
(declare-const |lapsed(person_1,person_1)| Bool)
(declare-const |lapsed(person_1,person_2)| Bool)
(declare-const |lapsed(person_2,person_1)| Bool)
(declare-const |lapsed(person_2,person_2)| Bool)
(declare-const |counts(person_1)| Bool)
(declare-const |counts(person_2)| Bool)
(declare-const |signatures(count of number-rule)| Bool)
(declare-const |rank above(person_1,person_2)| Int)
(declare-const |rank above(person_1,person_1)| Int)
(declare-const |rank above(person_2,person_2)| Int)
(declare-const |rank above(person_2,person_1)| Int)
(declare-const |rank may_approve(person_2)| Int)
(declare-const |rank may_approve(person_1)| Int)
(declare-const |count of number-rule| Int)
(declare-const signatures.given Bool)
(declare-const signatures Int)

; --- inputs without a value: nothing depends on their constants
(assert (! (or |last_day(person_1,person_1).given| (= |last_day(person_1,person_1)| 0)) :named |none last_day(person_1,person_1)|))
(assert (! (or |last_day(person_1,person_2).given| (= |last_day(person_1,person_2)| 0)) :named |none last_day(person_1,person_2)|))
(assert (! (or |last_day(person_2,person_1).given| (= |last_day(person_2,person_1)| 0)) :named |none last_day(person_2,person_1)|))
(assert (! (or |last_day(person_2,person_2).given| (= |last_day(person_2,person_2)| 0)) :named |none last_day(person_2,person_2)|))

; --- declared ranges
(assert (! (and (>= amount 0) (<= amount 10000000)) :named |range amount|))
(assert (! (and (>= requested_on 18262) (<= requested_on 29219)) :named |range requested_on|))
(assert (! (and (>= |limit(person_1)| 0) (<= |limit(person_1)| 10000000)) :named |range limit(person_1)|))
(assert (! (and (>= |limit(person_2)| 0) (<= |limit(person_2)| 10000000)) :named |range limit(person_2)|))
(assert (! (=>
             |last_day(person_1,person_1).given|
             (and (>= |last_day(person_1,person_1)| 18262) (<= |last_day(person_1,person_1)| 29219))) :named |range last_day(person_1,person_1)|))
(assert (! (=>
             |last_day(person_1,person_2).given|
             (and (>= |last_day(person_1,person_2)| 18262) (<= |last_day(person_1,person_2)| 29219))) :named |range last_day(person_1,person_2)|))
(assert (! (=>
             |last_day(person_2,person_1).given|
             (and (>= |last_day(person_2,person_1)| 18262) (<= |last_day(person_2,person_1)| 29219))) :named |range last_day(person_2,person_1)|))
(assert (! (=>
             |last_day(person_2,person_2).given|
             (and (>= |last_day(person_2,person_2)| 18262) (<= |last_day(person_2,person_2)| 29219))) :named |range last_day(person_2,person_2)|))

; --- rules
; Every request has exactly one requester.
(assert (! (= (+ (ite |requests(person_1)| 1 0) (ite |requests(person_2)| 1 0)) 1) :named |rule one-requester-constraint|))
; Nobody stands above themselves in the reporting line.
(assert (! (and (not |above(person_1,person_1)|) (not |above(person_2,person_2)|)) :named |rule no-loop-constraint|))
; The manager of the requester stands above the requester, and so does whoever stands above that manager.
(assert (! (and
             (=> |reports_to(person_1,person_1)| |above(person_1,person_1)|)
             (=> |reports_to(person_1,person_2)| |above(person_2,person_1)|)
             (=> |reports_to(person_2,person_1)| |above(person_1,person_2)|)
             (=> |reports_to(person_2,person_2)| |above(person_2,person_2)|)) :named |rule line-rule|))
; The manager of the requester stands above the requester, and so does whoever stands above that manager.
(assert (! (and
             (=> (and |above(person_1,person_1)| |reports_to(person_1,person_1)|) |above(person_1,person_1)|)
             (=> (and |above(person_1,person_1)| |reports_to(person_2,person_1)|) |above(person_1,person_2)|)
             (=> (and |above(person_2,person_1)| |reports_to(person_1,person_1)|) |above(person_2,person_1)|)
             (=> (and |above(person_2,person_1)| |reports_to(person_2,person_1)|) |above(person_2,person_2)|)
             (=> (and |above(person_1,person_2)| |reports_to(person_1,person_2)|) |above(person_1,person_1)|)
             (=> (and |above(person_1,person_2)| |reports_to(person_2,person_2)|) |above(person_1,person_2)|)
             (=> (and |above(person_2,person_2)| |reports_to(person_1,person_2)|) |above(person_2,person_1)|)
             (=> (and |above(person_2,person_2)| |reports_to(person_2,person_2)|) |above(person_2,person_2)|)) :named |rule line-rule#2|))
; Whoever stands above the requester may approve the request if its amount is within their own limit.
(assert (! (and
             (=> (<= amount |limit(person_1)|) |within_limit(person_1)|)
             (=> (<= amount |limit(person_2)|) |within_limit(person_2)|)) :named |rule limit-rule|))
; Members of the board have no limit.
(assert (! (and
             (=> |board(person_1)| |within_limit(person_1)|)
             (=> |board(person_2)| |within_limit(person_2)|)) :named |rule board-rule|))
; Whoever stands above the requester may approve the request if its amount is within their own limit.
; Nobody approves their own request, not even through a delegation.
(assert (! (and
             (=>
               (and
                 |requests(person_1)|
                 |above(person_2,person_1)|
                 |within_limit(person_2)|
                 (not |requests(person_2)|))
               |may_approve(person_2)|)
             (=>
               (and
                 |requests(person_2)|
                 |above(person_1,person_2)|
                 |within_limit(person_1)|
                 (not |requests(person_1)|))
               |may_approve(person_1)|)) :named |rule approver-rule|))
; Whoever may approve a request may delegate that, and a delegate may delegate it further.
; The limit that counts is that of the person who delegated first.
; A delegation does not pass through the requester either.
(assert (! (and
             (=>
               (and
                 |may_approve(person_1)|
                 |delegates(person_1,person_1)|
                 (not |lapsed(person_1,person_1)|)
                 (not |requests(person_1)|))
               |may_approve(person_1)|)
             (=>
               (and
                 |may_approve(person_1)|
                 |delegates(person_1,person_2)|
                 (not |lapsed(person_1,person_2)|)
                 (not |requests(person_2)|))
               |may_approve(person_2)|)
             (=>
               (and
                 |may_approve(person_2)|
                 |delegates(person_2,person_1)|
                 (not |lapsed(person_2,person_1)|)
                 (not |requests(person_1)|))
               |may_approve(person_1)|)
             (=>
               (and
                 |may_approve(person_2)|
                 |delegates(person_2,person_2)|
                 (not |lapsed(person_2,person_2)|)
                 (not |requests(person_2)|))
               |may_approve(person_2)|)) :named |rule delegation-rule|))
; A delegation lapses after its last day.
(assert (! (and
             (=>
               (and
                 |delegates(person_1,person_1)|
                 |last_day(person_1,person_1).given|
                 (< |last_day(person_1,person_1)| requested_on))
               |lapsed(person_1,person_1)|)
             (=>
               (and
                 |delegates(person_1,person_2)|
                 |last_day(person_1,person_2).given|
                 (< |last_day(person_1,person_2)| requested_on))
               |lapsed(person_1,person_2)|)
             (=>
               (and
                 |delegates(person_2,person_1)|
                 |last_day(person_2,person_1).given|
                 (< |last_day(person_2,person_1)| requested_on))
               |lapsed(person_2,person_1)|)
             (=>
               (and
                 |delegates(person_2,person_2)|
                 |last_day(person_2,person_2).given|
                 (< |last_day(person_2,person_2)| requested_on))
               |lapsed(person_2,person_2)|)) :named |rule lapse-rule|))
; A signature counts if the signer may approve the request and was not suspended.
(assert (! (and
             (=>
               (and |signed(person_1)| |may_approve(person_1)| (not |suspended(person_1)|))
               |counts(person_1)|)
             (=>
               (and |signed(person_2)| |may_approve(person_2)| (not |suspended(person_2)|))
               |counts(person_2)|)) :named |rule signature-rule|))
; The record says how many signatures count.
(assert (! |signatures(count of number-rule)| :named |rule number-rule|))
; A request of up to EUR 5,000 is approved by one signature that counts.
(assert (! (and
             (=> (and |counts(person_1)| (not large)) approved)
             (=> (and |counts(person_2)| (not large)) approved)) :named |rule one-signature-rule|))
; A request above EUR 5,000 takes the signatures of two different people.
(assert (! (=> (> amount 5000) large) :named |rule four-eyes-rule|))
; A request above EUR 5,000 takes the signatures of two different people.
(assert (! (and
             (=> (and large |counts(person_1)| |counts(person_2)|) approved)
             (=> (and large |counts(person_2)| |counts(person_1)|) approved)) :named |rule four-eyes-rule#2|))
; In an emergency one signature that counts is enough if it is that of a member of the board.
(assert (! (and
             (=> (and emergency |counts(person_1)| |board(person_1)|) approved)
             (=> (and emergency |counts(person_2)| |board(person_2)|) approved)) :named |rule emergency-rule|))
; A request that nobody may approve goes to the board.
(assert (! (and (=> |may_approve(person_1)| somebody_may) (=> |may_approve(person_2)| somebody_may)) :named |rule nobody-rule|))
; A request that nobody may approve goes to the board.
(assert (! (=> (not somebody_may) goes_to_board) :named |rule nobody-rule#2|))

; --- closed worlds: what no rule derives is false
(assert (! (=>
             approved
             (or
               (and |counts(person_1)| (not large))
               (and |counts(person_2)| (not large))
               (and large |counts(person_1)| |counts(person_2)|)
               (and large |counts(person_2)| |counts(person_1)|)
               (and emergency |counts(person_1)| |board(person_1)|)
               (and emergency |counts(person_2)| |board(person_2)|))) :named |closed-world approved|))
(assert (! (=> large (> amount 5000)) :named |closed-world large|))
(assert (! (=> somebody_may (or |may_approve(person_1)| |may_approve(person_2)|)) :named |closed-world somebody_may|))
(assert (! (=> goes_to_board (not somebody_may)) :named |closed-world goes_to_board|))
(assert (! (=>
             |above(person_1,person_1)|
             (or
               |reports_to(person_1,person_1)|
               (and
                 |above(person_1,person_2)|
                 |reports_to(person_1,person_2)|
                 (< |rank above(person_1,person_2)| |rank above(person_1,person_1)|)))) :named |closed-world above(person_1,person_1)|))
(assert (! (=>
             |above(person_2,person_1)|
             (or
               |reports_to(person_1,person_2)|
               (and
                 |above(person_2,person_2)|
                 |reports_to(person_1,person_2)|
                 (< |rank above(person_2,person_2)| |rank above(person_2,person_1)|)))) :named |closed-world above(person_2,person_1)|))
(assert (! (=>
             |above(person_1,person_2)|
             (or
               |reports_to(person_2,person_1)|
               (and
                 |above(person_1,person_1)|
                 |reports_to(person_2,person_1)|
                 (< |rank above(person_1,person_1)| |rank above(person_1,person_2)|)))) :named |closed-world above(person_1,person_2)|))
(assert (! (=>
             |above(person_2,person_2)|
             (or
               |reports_to(person_2,person_2)|
               (and
                 |above(person_2,person_1)|
                 |reports_to(person_2,person_1)|
                 (< |rank above(person_2,person_1)| |rank above(person_2,person_2)|)))) :named |closed-world above(person_2,person_2)|))
(assert (! (=> |within_limit(person_1)| (or (<= amount |limit(person_1)|) |board(person_1)|)) :named |closed-world within_limit(person_1)|))
(assert (! (=> |within_limit(person_2)| (or (<= amount |limit(person_2)|) |board(person_2)|)) :named |closed-world within_limit(person_2)|))
(assert (! (=>
             |may_approve(person_1)|
             (or
               (and
                 |requests(person_2)|
                 |above(person_1,person_2)|
                 |within_limit(person_1)|
                 (not |requests(person_1)|))
               (and
                 |may_approve(person_2)|
                 |delegates(person_2,person_1)|
                 (not |lapsed(person_2,person_1)|)
                 (not |requests(person_1)|)
                 (< |rank may_approve(person_2)| |rank may_approve(person_1)|)))) :named |closed-world may_approve(person_1)|))
(assert (! (=>
             |may_approve(person_2)|
             (or
               (and
                 |requests(person_1)|
                 |above(person_2,person_1)|
                 |within_limit(person_2)|
                 (not |requests(person_2)|))
               (and
                 |may_approve(person_1)|
                 |delegates(person_1,person_2)|
                 (not |lapsed(person_1,person_2)|)
                 (not |requests(person_2)|)
                 (< |rank may_approve(person_1)| |rank may_approve(person_2)|)))) :named |closed-world may_approve(person_2)|))
(assert (! (=>
             |lapsed(person_1,person_1)|
             (and
               |delegates(person_1,person_1)|
               |last_day(person_1,person_1).given|
               (< |last_day(person_1,person_1)| requested_on))) :named |closed-world lapsed(person_1,person_1)|))
(assert (! (=>
             |lapsed(person_1,person_2)|
             (and
               |delegates(person_1,person_2)|
               |last_day(person_1,person_2).given|
               (< |last_day(person_1,person_2)| requested_on))) :named |closed-world lapsed(person_1,person_2)|))
(assert (! (=>
             |lapsed(person_2,person_1)|
             (and
               |delegates(person_2,person_1)|
               |last_day(person_2,person_1).given|
               (< |last_day(person_2,person_1)| requested_on))) :named |closed-world lapsed(person_2,person_1)|))
(assert (! (=>
             |lapsed(person_2,person_2)|
             (and
               |delegates(person_2,person_2)|
               |last_day(person_2,person_2).given|
               (< |last_day(person_2,person_2)| requested_on))) :named |closed-world lapsed(person_2,person_2)|))
(assert (! (=>
             |counts(person_1)|
             (and |signed(person_1)| |may_approve(person_1)| (not |suspended(person_1)|))) :named |closed-world counts(person_1)|))
(assert (! (=>
             |counts(person_2)|
             (and |signed(person_2)| |may_approve(person_2)| (not |suspended(person_2)|))) :named |closed-world counts(person_2)|))

; --- equal atoms
(assert (! (and
             (=>
               |above(person_1,person_1)|
               (and (>= |rank above(person_1,person_1)| 1) (<= |rank above(person_1,person_1)| 2)))
             (=> (not |above(person_1,person_1)|) (= |rank above(person_1,person_1)| 0))) :named |rank of above(person_1,person_1)|))
(assert (! (and
             (=>
               |above(person_1,person_2)|
               (and (>= |rank above(person_1,person_2)| 1) (<= |rank above(person_1,person_2)| 2)))
             (=> (not |above(person_1,person_2)|) (= |rank above(person_1,person_2)| 0))) :named |rank of above(person_1,person_2)|))
(assert (! (and
             (=>
               |above(person_2,person_1)|
               (and (>= |rank above(person_2,person_1)| 1) (<= |rank above(person_2,person_1)| 2)))
             (=> (not |above(person_2,person_1)|) (= |rank above(person_2,person_1)| 0))) :named |rank of above(person_2,person_1)|))
(assert (! (and
             (=>
               |above(person_2,person_2)|
               (and (>= |rank above(person_2,person_2)| 1) (<= |rank above(person_2,person_2)| 2)))
             (=> (not |above(person_2,person_2)|) (= |rank above(person_2,person_2)| 0))) :named |rank of above(person_2,person_2)|))
(assert (! (and
             (=>
               |may_approve(person_1)|
               (and (>= |rank may_approve(person_1)| 1) (<= |rank may_approve(person_1)| 2)))
             (=> (not |may_approve(person_1)|) (= |rank may_approve(person_1)| 0))) :named |rank of may_approve(person_1)|))
(assert (! (and
             (=>
               |may_approve(person_2)|
               (and (>= |rank may_approve(person_2)| 1) (<= |rank may_approve(person_2)| 2)))
             (=> (not |may_approve(person_2)|) (= |rank may_approve(person_2)| 0))) :named |rank of may_approve(person_2)|))
(assert (! (= |count of number-rule| (+ (ite |counts(person_1)| 1 0) (ite |counts(person_2)| 1 0))) :named |value count of number-rule|))

; --- values of outcomes
(assert (! (= signatures.given |signatures(count of number-rule)|) :named |given signatures|))
(assert (! (=> |signatures(count of number-rule)| (= signatures |count of number-rule|)) :named |value signatures|))
