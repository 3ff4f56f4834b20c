; %@ policy leave_wa "Paid family and medical leave (Washington)" version "2026.1" effective 2026-01-01..2026-12-31
; %@ sort leave_type = family | medical | combined
; %@ input hours: decimal(2) 0.00..8784.00 hours "hours worked in the qualifying year"
; %@ input annual_pay: decimal(2) 0.00..10000000.00 USD "annual pay"
; %@ input leave: leave_type "kind of leave"
; %@ input closed pregnancy_complication "a complication of pregnancy"
; %@ outcome eligible "leave may be taken"
; %@ outcome weekly_benefit: int USD "what a week of leave pays"
; %@ outcome weeks: int weeks "most weeks of leave"
(set-logic QF_UFDTLIA)
(define-fun quo.trunc ((a Int) (b Int)) Int (ite (>= a 0) (div a b) (- (div (- a) b))))
(declare-datatypes ((|leave_type values| 0)) (((leave_type.family) (leave_type.medical) (leave_type.combined))))

; --- inputs
(declare-const hours Int) ; hours worked in the qualifying year, in units of 1/100, hours
(declare-const annual_pay Int) ; annual pay, in units of 1/100, USD
(declare-const leave |leave_type values|) ; kind of leave
(declare-const pregnancy_complication Bool) ; a complication of pregnancy

; --- what the policy derives
(declare-const eligible Bool)
(declare-const above_maximum Bool)
(declare-const below_minimum Bool)
(declare-const low_wage Bool)
(declare-const longer Bool)
(declare-const |average(annual_pay / 5200)| Bool)
(declare-const |computed @ ninety-percent-rule| Bool)
(declare-const |computed @ fifty-percent-rule| Bool)
(declare-const |weekly_benefit @ benefit-rule| Bool)
(declare-const |weekly_benefit @ benefit-rule (2)| Bool)
(declare-const |weekly_benefit(1647)| Bool)
(declare-const |weekly_benefit(100)| Bool)
(declare-const |weekly_benefit @ low-wage-rule#2| Bool)
(declare-const |base_weeks(12)| Bool)
(declare-const |base_weeks(16)| Bool)
(declare-const |weeks(12)| Bool)
(declare-const |weeks(16)| Bool)
(declare-const |weeks(14)| Bool)
(declare-const |weeks(18)| Bool)
(declare-const |weeks(0)| Bool)
(declare-const weekly_benefit.given Bool)
(declare-const weekly_benefit Int)
(declare-const weeks.given Bool)
(declare-const weeks Int)

; --- numbers that the policy computes
(define-fun |value of computed @ ninety-percent-rule| () Int (quo.trunc (* 9 (quo.trunc annual_pay 5200)) 10))
(define-fun |value of computed @ fifty-percent-rule| () Int (quo.trunc (+ (* 5 (+ (quo.trunc annual_pay 5200) (- 915))) 8235) 10))

; --- declared ranges
(assert (! (and (>= hours 0) (<= hours 878400)) :named |range hours|))
(assert (! (and (>= annual_pay 0) (<= annual_pay 1000000000)) :named |range annual_pay|))

; --- rules
; Whoever worked at least 820 hours in the qualifying year is eligible.
(assert (! (=> (>= hours 82000) eligible) :named |rule hours-rule|))
; The average weekly wage is the annual pay divided by 52, rounded down to a whole dollar.
(assert (! |average(annual_pay / 5200)| :named |rule average-rule|))
; The weekly benefit is 90 percent of the average weekly wage up to 915 dollars.
; The sum is rounded down to a whole dollar.
(assert (! (=>
             (and |average(annual_pay / 5200)| (<= (quo.trunc annual_pay 5200) 915))
             |computed @ ninety-percent-rule|) :named |rule ninety-percent-rule|))
; Of the average weekly wage above 915 dollars it is 50 percent.
; The sum is rounded down to a whole dollar.
(assert (! (=>
             (and |average(annual_pay / 5200)| (> (quo.trunc annual_pay 5200) 915))
             |computed @ fifty-percent-rule|) :named |rule fifty-percent-rule|))
; The weekly benefit is 90 percent of the average weekly wage up to 915 dollars.
(assert (! (and
             (=>
               (and |computed @ ninety-percent-rule| (not above_maximum) (not below_minimum) (not low_wage))
               |weekly_benefit @ benefit-rule|)
             (=>
               (and |computed @ fifty-percent-rule| (not above_maximum) (not below_minimum) (not low_wage))
               |weekly_benefit @ benefit-rule (2)|)) :named |rule benefit-rule|))
; The weekly benefit is at most 1,647 dollars.
(assert (! (and
             (=>
               (and |computed @ ninety-percent-rule| (> |value of computed @ ninety-percent-rule| 1647))
               above_maximum)
             (=>
               (and |computed @ fifty-percent-rule| (> |value of computed @ fifty-percent-rule| 1647))
               above_maximum)) :named |rule maximum-rule|))
; The weekly benefit is at most 1,647 dollars.
(assert (! (=> above_maximum |weekly_benefit(1647)|) :named |rule maximum-rule#2|))
; The weekly benefit is at least 100 dollars.
(assert (! (and
             (=>
               (and
                 |computed @ ninety-percent-rule|
                 (< |value of computed @ ninety-percent-rule| 100)
                 (not low_wage))
               below_minimum)
             (=>
               (and
                 |computed @ fifty-percent-rule|
                 (< |value of computed @ fifty-percent-rule| 100)
                 (not low_wage))
               below_minimum)) :named |rule minimum-rule|))
; The weekly benefit is at least 100 dollars.
(assert (! (=> below_minimum |weekly_benefit(100)|) :named |rule minimum-rule#2|))
; Where the average weekly wage is below 100 dollars, the weekly benefit is the average weekly wage instead.
(assert (! (=> (and |average(annual_pay / 5200)| (< (quo.trunc annual_pay 5200) 100)) low_wage) :named |rule low-wage-rule|))
; Where the average weekly wage is below 100 dollars, the weekly benefit is the average weekly wage instead.
(assert (! (=> (and low_wage |average(annual_pay / 5200)|) |weekly_benefit @ low-wage-rule#2|) :named |rule low-wage-rule#2|))
; Family leave and medical leave last at most 12 weeks each.
; Family and medical leave combined last at most 16 weeks.
(assert (! (=> (= leave leave_type.family) |base_weeks(12)|) :named |rule weeks-rule|))
; Family leave and medical leave last at most 12 weeks each.
; Family and medical leave combined last at most 16 weeks.
(assert (! (=> (= leave leave_type.medical) |base_weeks(12)|) :named |rule weeks-rule#2|))
; Family leave and medical leave last at most 12 weeks each.
; Family and medical leave combined last at most 16 weeks.
(assert (! (=> (= leave leave_type.combined) |base_weeks(16)|) :named |rule weeks-rule#3|))
; Family leave and medical leave last at most 12 weeks each.
; Family and medical leave combined last at most 16 weeks.
(assert (! (and
             (=> (and eligible |base_weeks(12)| (not longer)) |weeks(12)|)
             (=> (and eligible |base_weeks(16)| (not longer)) |weeks(16)|)) :named |rule weeks-rule#4|))
; A complication of pregnancy adds 2 weeks to medical leave and to combined leave.
; It does not lengthen family leave.
(assert (! (=> (and pregnancy_complication (not (= leave leave_type.family))) longer) :named |rule pregnancy-rule|))
; A complication of pregnancy adds 2 weeks to medical leave and to combined leave.
; It does not lengthen family leave.
(assert (! (and
             (=> (and eligible longer |base_weeks(12)|) |weeks(14)|)
             (=> (and eligible longer |base_weeks(16)|) |weeks(18)|)) :named |rule pregnancy-rule#2|))
; Nobody else gets any weeks of leave.
(assert (! (=> (not eligible) |weeks(0)|) :named |rule ineligible-rule|))

; --- closed worlds: what no rule derives is false
(assert (! (=> eligible (>= hours 82000)) :named |closed-world eligible|))
(assert (! (=>
             above_maximum
             (or
               (and |computed @ ninety-percent-rule| (> |value of computed @ ninety-percent-rule| 1647))
               (and |computed @ fifty-percent-rule| (> |value of computed @ fifty-percent-rule| 1647)))) :named |closed-world above_maximum|))
(assert (! (=>
             below_minimum
             (or
               (and
                 |computed @ ninety-percent-rule|
                 (< |value of computed @ ninety-percent-rule| 100)
                 (not low_wage))
               (and
                 |computed @ fifty-percent-rule|
                 (< |value of computed @ fifty-percent-rule| 100)
                 (not low_wage)))) :named |closed-world below_minimum|))
(assert (! (=> low_wage (and |average(annual_pay / 5200)| (< (quo.trunc annual_pay 5200) 100))) :named |closed-world low_wage|))
(assert (! (=> longer (and pregnancy_complication (not (= leave leave_type.family)))) :named |closed-world longer|))
(assert (! (and
             (=>
               |computed @ ninety-percent-rule|
               (or
                 (and |average(annual_pay / 5200)| (<= (quo.trunc annual_pay 5200) 915))
                 (and
                   |average(annual_pay / 5200)|
                   (> (quo.trunc annual_pay 5200) 915)
                   (= |value of computed @ fifty-percent-rule| |value of computed @ ninety-percent-rule|))))
             (=>
               |computed @ fifty-percent-rule|
               (or
                 (and
                   |average(annual_pay / 5200)|
                   (<= (quo.trunc annual_pay 5200) 915)
                   (= |value of computed @ ninety-percent-rule| |value of computed @ fifty-percent-rule|))
                 (and |average(annual_pay / 5200)| (> (quo.trunc annual_pay 5200) 915))))) :named |closed-world computed|))
(assert (! (and
             (=>
               |weekly_benefit @ benefit-rule|
               (or
                 (and |computed @ ninety-percent-rule| (not above_maximum) (not below_minimum) (not low_wage))
                 (and
                   |computed @ fifty-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ fifty-percent-rule| |value of computed @ ninety-percent-rule|))
                 (and above_maximum (= |value of computed @ ninety-percent-rule| 1647))
                 (and below_minimum (= |value of computed @ ninety-percent-rule| 100))
                 (and
                   low_wage
                   |average(annual_pay / 5200)|
                   (= (quo.trunc annual_pay 5200) |value of computed @ ninety-percent-rule|))))
             (=>
               |weekly_benefit @ benefit-rule (2)|
               (or
                 (and
                   |computed @ ninety-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ ninety-percent-rule| |value of computed @ fifty-percent-rule|))
                 (and |computed @ fifty-percent-rule| (not above_maximum) (not below_minimum) (not low_wage))
                 (and above_maximum (= |value of computed @ fifty-percent-rule| 1647))
                 (and below_minimum (= |value of computed @ fifty-percent-rule| 100))
                 (and
                   low_wage
                   |average(annual_pay / 5200)|
                   (= (quo.trunc annual_pay 5200) |value of computed @ fifty-percent-rule|))))
             (=>
               |weekly_benefit(1647)|
               (or
                 (and
                   |computed @ ninety-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ ninety-percent-rule| 1647))
                 (and
                   |computed @ fifty-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ fifty-percent-rule| 1647))
                 above_maximum
                 (and low_wage |average(annual_pay / 5200)| (= (quo.trunc annual_pay 5200) 1647))))
             (=>
               |weekly_benefit(100)|
               (or
                 (and
                   |computed @ ninety-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ ninety-percent-rule| 100))
                 (and
                   |computed @ fifty-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ fifty-percent-rule| 100))
                 below_minimum
                 (and low_wage |average(annual_pay / 5200)| (= (quo.trunc annual_pay 5200) 100))))
             (=>
               |weekly_benefit @ low-wage-rule#2|
               (or
                 (and
                   |computed @ ninety-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ ninety-percent-rule| (quo.trunc annual_pay 5200)))
                 (and
                   |computed @ fifty-percent-rule|
                   (not above_maximum)
                   (not below_minimum)
                   (not low_wage)
                   (= |value of computed @ fifty-percent-rule| (quo.trunc annual_pay 5200)))
                 (and above_maximum (= (quo.trunc annual_pay 5200) 1647))
                 (and below_minimum (= (quo.trunc annual_pay 5200) 100))
                 (and low_wage |average(annual_pay / 5200)|)))) :named |closed-world weekly_benefit|))
(assert (! (and
             (=> |base_weeks(12)| (or (= leave leave_type.family) (= leave leave_type.medical)))
             (=> |base_weeks(16)| (= leave leave_type.combined))) :named |closed-world base_weeks|))
(assert (! (and
             (=> |weeks(12)| (and eligible |base_weeks(12)| (not longer)))
             (=> |weeks(16)| (and eligible |base_weeks(16)| (not longer)))
             (=> |weeks(14)| (and eligible longer |base_weeks(12)|))
             (=> |weeks(18)| (and eligible longer |base_weeks(16)|))
             (=> |weeks(0)| (not eligible))) :named |closed-world weeks|))

; --- equal atoms
(assert (! (=>
             (= |value of computed @ ninety-percent-rule| |value of computed @ fifty-percent-rule|)
             (= |computed @ ninety-percent-rule| |computed @ fifty-percent-rule|)) :named |equality computed/1|))
(assert (! (and
             (=>
               (= |value of computed @ ninety-percent-rule| |value of computed @ fifty-percent-rule|)
               (= |weekly_benefit @ benefit-rule| |weekly_benefit @ benefit-rule (2)|))
             (=>
               (= |value of computed @ ninety-percent-rule| 1647)
               (= |weekly_benefit @ benefit-rule| |weekly_benefit(1647)|))
             (=>
               (= |value of computed @ ninety-percent-rule| 100)
               (= |weekly_benefit @ benefit-rule| |weekly_benefit(100)|))
             (=>
               (= |value of computed @ ninety-percent-rule| (quo.trunc annual_pay 5200))
               (= |weekly_benefit @ benefit-rule| |weekly_benefit @ low-wage-rule#2|))
             (=>
               (= |value of computed @ fifty-percent-rule| 1647)
               (= |weekly_benefit @ benefit-rule (2)| |weekly_benefit(1647)|))
             (=>
               (= |value of computed @ fifty-percent-rule| 100)
               (= |weekly_benefit @ benefit-rule (2)| |weekly_benefit(100)|))
             (=>
               (= |value of computed @ fifty-percent-rule| (quo.trunc annual_pay 5200))
               (= |weekly_benefit @ benefit-rule (2)| |weekly_benefit @ low-wage-rule#2|))
             (=>
               (= (quo.trunc annual_pay 5200) 1647)
               (= |weekly_benefit(1647)| |weekly_benefit @ low-wage-rule#2|))
             (=>
               (= (quo.trunc annual_pay 5200) 100)
               (= |weekly_benefit(100)| |weekly_benefit @ low-wage-rule#2|))) :named |equality weekly_benefit/1|))

; --- values of outcomes
(assert (! (=
             weekly_benefit.given
             (or
               |weekly_benefit @ benefit-rule|
               |weekly_benefit @ benefit-rule (2)|
               |weekly_benefit(1647)|
               |weekly_benefit(100)|
               |weekly_benefit @ low-wage-rule#2|)) :named |given weekly_benefit|))
(assert (! (and
             (=> |weekly_benefit @ benefit-rule| (= weekly_benefit |value of computed @ ninety-percent-rule|))
             (=>
               |weekly_benefit @ benefit-rule (2)|
               (= weekly_benefit |value of computed @ fifty-percent-rule|))
             (=> |weekly_benefit(1647)| (= weekly_benefit 1647))
             (=> |weekly_benefit(100)| (= weekly_benefit 100))
             (=> |weekly_benefit @ low-wage-rule#2| (= weekly_benefit (quo.trunc annual_pay 5200)))) :named |value weekly_benefit|))
(assert (! (= weeks.given (or |weeks(12)| |weeks(16)| |weeks(14)| |weeks(18)| |weeks(0)|)) :named |given weeks|))
(assert (! (and
             (=> |weeks(12)| (= weeks 12))
             (=> |weeks(16)| (= weeks 16))
             (=> |weeks(14)| (= weeks 14))
             (=> |weeks(18)| (= weeks 18))
             (=> |weeks(0)| (= weeks 0))) :named |value weeks|))
