; %@ policy severance_fr "Statutory severance pay (France)" version "2017.1" effective 2017-09-27..
; %@ input service: decimal(2) 0.00..720.00 months "length of service"
; %@ input salary: decimal(2) 0.00..100000.00 EUR "monthly reference salary"
; %@ input unfit_through_work "dismissed as unfit for work through an accident at work or an occupational disease"
; %@ outcome entitled "severance pay is due"
; %@ outcome severance: decimal(2) EUR "severance pay"
(set-logic QF_NIA)
(define-fun quo.trunc ((a Int) (b Int)) Int (ite (>= a 0) (div a b) (- (div (- a) b))))
(define-fun rem.trunc ((a Int) (b Int)) Int (ite (>= a 0) (mod a b) (- (mod (- a) b))))

; --- inputs
(declare-const service Int) ; length of service, in units of 1/100, months
(declare-const salary Int) ; monthly reference salary, in units of 1/100, EUR
(declare-const unfit_through_work Bool) ; dismissed as unfit for work through an accident at work or an occupational disease

; --- what the policy derives
(declare-const too_short Bool)
(declare-const entitled Bool)
(declare-const |amount @ quarter-rule| Bool)
(declare-const |amount @ third-rule| Bool)
(declare-const |severance @ amount-rule| Bool)
(declare-const |severance @ amount-rule (2)| Bool)
(declare-const |severance(0)| Bool)
(declare-const |severance @ doubling-rule| Bool)
(declare-const |severance @ doubling-rule (2)| Bool)
(declare-const severance.given Bool)
(declare-const severance Int)

; --- numbers that the policy computes
(define-fun |value of amount @ quarter-rule| () Int (+ (* (quo.trunc salary 4800) service) (quo.trunc (+ (* (rem.trunc salary 4800) service) 2400) 4800)))
(define-fun |value of amount @ third-rule| () Int (+ (* (quo.trunc salary 3600) (+ service (- 3000))) (quo.trunc (+ (* (rem.trunc salary 3600) (+ service (- 3000))) 1800) 3600)))
(define-fun |value of severance @ doubling-rule| () Int (* 2 |value of amount @ quarter-rule|))
(define-fun |value of severance @ doubling-rule (2)| () Int (* 2 |value of amount @ third-rule|))

; --- declared ranges
(assert (! (and (>= service 0) (<= service 72000)) :named |range service|))
(assert (! (and (>= salary 0) (<= salary 10000000)) :named |range salary|))

; --- rules
; Severance pay is due from eight months of service.
; Exactly eight months is enough.
; Whoever is dismissed as unfit for work through an accident at work or an occupational disease needs no minimum service.
(assert (! (=> (and (< service 800) (not unfit_through_work)) too_short) :named |rule minimum-service-rule|))
; Severance pay is due from eight months of service.
(assert (! (=> (not too_short) entitled) :named |rule entitlement-rule|))
; Severance pay is a quarter of a month's reference salary for each year of service up to ten years.
; A part of a year counts in proportion.
; The amount is rounded to the nearest cent, half a cent upwards.
(assert (! (=> (<= service 12000) |amount @ quarter-rule|) :named |rule quarter-rule|))
; For each year beyond ten years it is a third of a month's reference salary.
; A part of a year counts in proportion.
; The amount is rounded to the nearest cent, half a cent upwards.
(assert (! (=> (> service 12000) |amount @ third-rule|) :named |rule third-rule|))
; Severance pay is a quarter of a month's reference salary for each year of service up to ten years.
(assert (! (and
             (=>
               (and |amount @ quarter-rule| (not too_short) (not unfit_through_work))
               |severance @ amount-rule|)
             (=>
               (and |amount @ third-rule| (not too_short) (not unfit_through_work))
               |severance @ amount-rule (2)|)) :named |rule amount-rule|))
; Severance pay is due from eight months of service.
(assert (! (=> too_short |severance(0)|) :named |rule nothing-rule|))
; Whoever is dismissed as unfit for work through an accident at work or an occupational disease gets double the rounded amount.
(assert (! (and
             (=> (and unfit_through_work |amount @ quarter-rule|) |severance @ doubling-rule|)
             (=> (and unfit_through_work |amount @ third-rule|) |severance @ doubling-rule (2)|)) :named |rule doubling-rule|))

; --- closed worlds: what no rule derives is false
(assert (! (=> too_short (and (< service 800) (not unfit_through_work))) :named |closed-world too_short|))
(assert (! (=> entitled (not too_short)) :named |closed-world entitled|))
(assert (! (and
             (=>
               |amount @ quarter-rule|
               (or
                 (<= service 12000)
                 (and (> service 12000) (= |value of amount @ third-rule| |value of amount @ quarter-rule|))))
             (=>
               |amount @ third-rule|
               (or
                 (and (<= service 12000) (= |value of amount @ quarter-rule| |value of amount @ third-rule|))
                 (> service 12000)))) :named |closed-world amount|))
(assert (! (and
             (=>
               |severance @ amount-rule|
               (or
                 (and |amount @ quarter-rule| (not too_short) (not unfit_through_work))
                 (and
                   |amount @ third-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ third-rule| |value of amount @ quarter-rule|))
                 (and too_short (= |value of amount @ quarter-rule| 0))
                 (and
                   unfit_through_work
                   |amount @ quarter-rule|
                   (= |value of severance @ doubling-rule| |value of amount @ quarter-rule|))
                 (and
                   unfit_through_work
                   |amount @ third-rule|
                   (= |value of severance @ doubling-rule (2)| |value of amount @ quarter-rule|))))
             (=>
               |severance @ amount-rule (2)|
               (or
                 (and
                   |amount @ quarter-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ quarter-rule| |value of amount @ third-rule|))
                 (and |amount @ third-rule| (not too_short) (not unfit_through_work))
                 (and too_short (= |value of amount @ third-rule| 0))
                 (and
                   unfit_through_work
                   |amount @ quarter-rule|
                   (= |value of severance @ doubling-rule| |value of amount @ third-rule|))
                 (and
                   unfit_through_work
                   |amount @ third-rule|
                   (= |value of severance @ doubling-rule (2)| |value of amount @ third-rule|))))
             (=>
               |severance(0)|
               (or
                 (and
                   |amount @ quarter-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ quarter-rule| 0))
                 (and
                   |amount @ third-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ third-rule| 0))
                 too_short
                 (and unfit_through_work |amount @ quarter-rule| (= |value of severance @ doubling-rule| 0))
                 (and unfit_through_work |amount @ third-rule| (= |value of severance @ doubling-rule (2)| 0))))
             (=>
               |severance @ doubling-rule|
               (or
                 (and
                   |amount @ quarter-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ quarter-rule| |value of severance @ doubling-rule|))
                 (and
                   |amount @ third-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ third-rule| |value of severance @ doubling-rule|))
                 (and too_short (= |value of severance @ doubling-rule| 0))
                 (and unfit_through_work |amount @ quarter-rule|)
                 (and
                   unfit_through_work
                   |amount @ third-rule|
                   (= |value of severance @ doubling-rule (2)| |value of severance @ doubling-rule|))))
             (=>
               |severance @ doubling-rule (2)|
               (or
                 (and
                   |amount @ quarter-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ quarter-rule| |value of severance @ doubling-rule (2)|))
                 (and
                   |amount @ third-rule|
                   (not too_short)
                   (not unfit_through_work)
                   (= |value of amount @ third-rule| |value of severance @ doubling-rule (2)|))
                 (and too_short (= |value of severance @ doubling-rule (2)| 0))
                 (and
                   unfit_through_work
                   |amount @ quarter-rule|
                   (= |value of severance @ doubling-rule| |value of severance @ doubling-rule (2)|))
                 (and unfit_through_work |amount @ third-rule|)))) :named |closed-world severance|))

; --- equal atoms
(assert (! (=>
             (= |value of amount @ quarter-rule| |value of amount @ third-rule|)
             (= |amount @ quarter-rule| |amount @ third-rule|)) :named |equality amount/1|))
(assert (! (and
             (=>
               (= |value of amount @ quarter-rule| |value of amount @ third-rule|)
               (= |severance @ amount-rule| |severance @ amount-rule (2)|))
             (=> (= |value of amount @ quarter-rule| 0) (= |severance @ amount-rule| |severance(0)|))
             (=>
               (= |value of amount @ quarter-rule| |value of severance @ doubling-rule|)
               (= |severance @ amount-rule| |severance @ doubling-rule|))
             (=>
               (= |value of amount @ quarter-rule| |value of severance @ doubling-rule (2)|)
               (= |severance @ amount-rule| |severance @ doubling-rule (2)|))
             (=> (= |value of amount @ third-rule| 0) (= |severance @ amount-rule (2)| |severance(0)|))
             (=>
               (= |value of amount @ third-rule| |value of severance @ doubling-rule|)
               (= |severance @ amount-rule (2)| |severance @ doubling-rule|))
             (=>
               (= |value of amount @ third-rule| |value of severance @ doubling-rule (2)|)
               (= |severance @ amount-rule (2)| |severance @ doubling-rule (2)|))
             (=> (= |value of severance @ doubling-rule| 0) (= |severance(0)| |severance @ doubling-rule|))
             (=>
               (= |value of severance @ doubling-rule (2)| 0)
               (= |severance(0)| |severance @ doubling-rule (2)|))
             (=>
               (= |value of severance @ doubling-rule| |value of severance @ doubling-rule (2)|)
               (= |severance @ doubling-rule| |severance @ doubling-rule (2)|))) :named |equality severance/1|))

; --- values of outcomes
(assert (! (=
             severance.given
             (or
               |severance @ amount-rule|
               |severance @ amount-rule (2)|
               |severance(0)|
               |severance @ doubling-rule|
               |severance @ doubling-rule (2)|)) :named |given severance|))
(assert (! (and
             (=> |severance @ amount-rule| (= severance |value of amount @ quarter-rule|))
             (=> |severance @ amount-rule (2)| (= severance |value of amount @ third-rule|))
             (=> |severance(0)| (= severance 0))
             (=> |severance @ doubling-rule| (= severance |value of severance @ doubling-rule|))
             (=> |severance @ doubling-rule (2)| (= severance |value of severance @ doubling-rule (2)|))) :named |value severance|))
