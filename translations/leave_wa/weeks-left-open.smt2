; Nothing says that nobody else gets any weeks of leave: a misreading of rules/leave_wa/source.md, planted in the reading.
;
; %@ sort leave_type = family | medical | combined
; %@ input hours: decimal(2) 0..8784 hours "hours worked in the qualifying year"
; %@ input annual_pay: decimal(2) 0..10000000 USD "annual pay"
; %@ input leave: leave_type "kind of leave"
; %@ input closed pregnancy_complication "a complication of pregnancy"
; %@ outcome eligible "leave may be taken"
; %@ outcome weekly_benefit: int USD "what a week of leave pays"
; %@ outcome weeks: int weeks "most weeks of leave"
(set-logic QF_UFDTLIA)
(declare-datatypes ((leave_type 0)) (((family) (medical) (combined))))

(declare-const hours Int)
(declare-const annual_pay Int)
(declare-const leave leave_type)
(declare-const pregnancy_complication Bool)
(declare-const eligible Bool)
(declare-const weekly_benefit Int)
(declare-const weeks Int)

(assert (! (and (>= hours 0) (<= hours 878400)) :named hours-range))
(assert (! (and (>= annual_pay 0) (<= annual_pay 1000000000)) :named pay-range))

; --- Eligibility

; Whoever worked at least 820 hours in the qualifying year is eligible.
(assert (! (= eligible (>= hours 82000)) :named eligibility))

; --- Weekly benefit: what a week of leave pays, should there be one

; The average weekly wage is the annual pay divided by 52, rounded down to a whole dollar.
(define-fun average-wage ((pay Int)) Int (div pay 5200))

; The weekly benefit is 90 percent of the average weekly wage up to 915 dollars. Of the average weekly wage above 915
; dollars it is 50 percent. The sum is rounded down to a whole dollar.
(define-fun part-up-to-915 ((wage Int)) Int (ite (<= wage 915) wage 915))
(define-fun part-above-915 ((wage Int)) Int (- wage (part-up-to-915 wage)))
(define-fun computed-benefit ((wage Int)) Int
  (div (+ (* 90 (part-up-to-915 wage)) (* 50 (part-above-915 wage))) 100))

; The weekly benefit is at most 1,647 dollars.
(define-fun at-most ((amount Int) (limit Int)) Int (ite (> amount limit) limit amount))

; The weekly benefit is at least 100 dollars. Where the average weekly wage is below 100 dollars, the weekly benefit is
; the average weekly wage instead.
(define-fun at-least ((amount Int) (limit Int)) Int (ite (< amount limit) limit amount))
(define-fun benefit ((wage Int)) Int
  (ite (< wage 100) wage (at-least (at-most (computed-benefit wage) 1647) 100)))
(assert (! (= weekly_benefit (benefit (average-wage annual_pay))) :named weekly-benefit))

; --- Weeks

; Family leave and medical leave last at most 12 weeks each. Family and medical leave combined last at most 16 weeks.
(define-fun usual-weeks ((kind leave_type)) Int (ite (= kind combined) 16 12))

; A complication of pregnancy adds 2 weeks to medical leave and to combined leave. It does not lengthen family leave.
(define-fun added-weeks ((kind leave_type) (complication Bool)) Int
  (ite (and complication (or (= kind medical) (= kind combined))) 2 0))
(assert (! (=> eligible (= weeks (+ (usual-weeks leave) (added-weeks leave pregnancy_complication)))) :named weeks-of-leave))
