; Nothing says that a trip that no rule forbids is approved: a misreading of rules/travel/source.md, planted in the reading.
;
; %@ input costEur: int 0.. EUR "total trip cost"
; %@ input international "the trip crosses a national border"
; %@ input managerApproved "a line manager has approved the trip"
; %@ input tenureMonths: int 0.. months "continuous service"
; %@ outcome tripApproved "the trip is approved"
; %@ outcome bookingAllowed "the trip may be booked"
(set-logic QF_LIA)

(declare-const costEur Int)
(declare-const international Bool)
(declare-const managerApproved Bool)
(declare-const tenureMonths Int)
(declare-const tripApproved Bool)
(declare-const bookingAllowed Bool)

; What can be said of any trip at all.
(assert (! (>= costEur 0) :named cost-range))
(assert (! (>= tenureMonths 0) :named tenure-range))

; Trips exceeding EUR 1,000 require line-manager approval.
(define-fun expensive ((cost Int)) Bool (> cost 1000))
(assert (! (=> (and (expensive costEur) tripApproved) managerApproved) :named cost-rule))

; All international travel requires line-manager approval.
(assert (! (=> (and international tripApproved) managerApproved) :named international-rule))

; Employees may travel internationally after six months of service; exactly six months is enough.
(define-fun served ((months Int)) Bool (>= months 6))
(assert (! (=> (and international tripApproved) (served tenureMonths)) :named six-months-rule))

; No trip may be booked before its approval is recorded; once it is approved, it may be booked.
(assert (! (= bookingAllowed tripApproved) :named booking-rule))
