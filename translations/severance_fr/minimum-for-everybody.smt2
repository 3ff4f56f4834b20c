; Whoever is unfit through work needs eight months, too: a misreading of rules/severance_fr/source.md, planted in the reading.
;
; %@ input service: decimal(2) 0..720 months "length of service"
; %@ input salary: decimal(2) 0..100000 EUR "monthly reference salary"
; %@ input unfit_through_work "dismissed as unfit for work through an accident at work or an occupational disease"
; %@ outcome entitled "severance pay is due"
; %@ outcome severance: decimal(2) EUR "severance pay"
(set-logic QF_NIA)

(declare-const service Int)
(declare-const salary Int)
(declare-const unfit_through_work Bool)
(declare-const entitled Bool)
(declare-const severance Int)

(assert (! (and (>= service 0) (<= service 72000)) :named service-range))
(assert (! (and (>= salary 0) (<= salary 10000000)) :named salary-range))

; --- Entitlement

; Severance pay is due from eight months of service. Exactly eight months is enough.
(define-fun served-long-enough ((months Int)) Bool (>= months 800))

(assert (! (= entitled (served-long-enough service)) :named entitlement))

; --- Amount

; Severance pay is a quarter of a month's reference salary for each year of service up to ten years. For each year beyond
; ten years it is a third of a month's reference salary. A part of a year counts in proportion.
(define-fun up-to-ten-years ((months Int)) Int (ite (<= months 12000) months 12000))
(define-fun beyond-ten-years ((months Int)) Int (ite (<= months 12000) 0 (- months 12000)))

; In 14,400ths of a month's salary: a year is 1,200 hundredths of a month, a quarter of it for each is 3, a third is 4.
(define-fun salaries ((months Int)) Int (+ (* 3 (up-to-ten-years months)) (* 4 (beyond-ten-years months))))

; The amount is rounded to the nearest cent, half a cent upwards.
(define-fun nearest ((dividend Int)) Int (div (+ (* 2 dividend) 14400) 28800))
(define-fun amount ((months Int) (pay Int)) Int (nearest (* pay (salaries months))))

; Whoever is dismissed as unfit for work through an accident at work or an occupational disease gets double the rounded
; amount.
(define-fun times ((unfit Bool)) Int (ite unfit 2 1))
(assert (! (=> entitled (= severance (* (times unfit_through_work) (amount service salary)))) :named severance-pay))

; Severance pay that is not due is none.
(assert (! (=> (not entitled) (= severance 0)) :named nothing-due))
