; %@ policy travel "Travel policy" version "2026.1" effective 2026-01-01..
; %@ input cost: int 0.. EUR "total trip cost" as costEur
; %@ input international "the trip crosses a national border"
; %@ input manager_approved "a line manager has approved the trip" as managerApproved from approvals
; %@ input tenure: int 0.. months "continuous service" as tenureMonths
; %@ outcome trip_approved "the trip is approved" as tripApproved
; %@ outcome booking_allowed "the trip may be booked" as bookingAllowed
(set-logic QF_LIA)

; --- inputs
(declare-const costEur Int) ; total trip cost, EUR
(declare-const international Bool) ; the trip crosses a national border
(declare-const managerApproved Bool) ; a line manager has approved the trip
(declare-const tenureMonths Int) ; continuous service, months

; --- what the policy derives
(declare-const refused Bool)
(declare-const tripApproved Bool)
(declare-const bookingAllowed Bool)

; --- declared ranges
(assert (! (>= costEur 0) :named |range costEur|))
(assert (! (>= tenureMonths 0) :named |range tenureMonths|))

; --- rules
; Trips exceeding EUR 1,000 require line-manager approval.
(assert (! (=> (and (> costEur 1000) (not managerApproved)) refused) :named |rule cost-rule|))
; All international travel requires line-manager approval.
(assert (! (=> (and international (not managerApproved)) refused) :named |rule international-rule|))
; Employees may travel internationally after six months of service.
; Exactly six months is enough.
(assert (! (=> (and international (< tenureMonths 6)) refused) :named |rule six-months-rule|))
; A trip that none of these rules forbids is approved.
(assert (! (=> (not refused) tripApproved) :named |rule approval-rule|))
; No trip may be booked before its approval is recorded.
; Once it is approved, it may be booked.
(assert (! (=> tripApproved bookingAllowed) :named |rule booking-rule|))

; --- closed worlds: what no rule derives is false
(assert (! (=>
             refused
             (or
               (and (> costEur 1000) (not managerApproved))
               (and international (not managerApproved))
               (and international (< tenureMonths 6)))) :named |closed-world refused|))
(assert (! (=> tripApproved (not refused)) :named |closed-world trip_approved|))
(assert (! (=> bookingAllowed tripApproved) :named |closed-world booking_allowed|))
