; %@ policy holiday_uk "Statutory holiday entitlement (UK)" version "2020.1" effective 2020-01-01..
; %@ input days_per_week: decimal(1) 0.0..7.0 days "days worked a week"
; %@ input year_start: date 2000-01-01..2099-12-31 "first day of the leave year"
; %@ input closed start: date 1950-01-01..2099-12-31 "first day of work"
; %@ input closed leaving: date 2000-01-01..2100-12-31 "last day of work"
; %@ define next_year_start: date 2001-01-01..2100-12-31 "first day of the next leave year"
; %@ define days_in_year: int 365..366 days "length of the leave year"
; %@ define months_before: int -1800..1200 months "whole months of the leave year before the start"
; %@ define days_before: int -36525..36890 days "days of the leave year before the last day of work"
; %@ define first_month: int 1..12 "month in which the leave year begins"
; %@ define first_day: int 1..31 "day of the month on which the leave year begins"
; %@ outcome entitlement: decimal(2) days "holiday in this leave year"
(set-logic QF_NIA)
(define-fun quo.trunc ((a Int) (b Int)) Int (ite (>= a 0) (div a b) (- (div (- a) b))))
(define-fun calendar.n1 ((a Int)) Int (+ (* 4 (+ a 719468)) 3))
(define-fun calendar.n2 ((a Int)) Int (+ (* 4 (div (mod (calendar.n1 a) 146097) 4)) 3))
(define-fun calendar.n3 ((a Int)) Int (+ (* 5 (div (mod (calendar.n2 a) 1461) 4)) 461))
(define-fun calendar.day ((a Int)) Int (+ (div (mod (calendar.n3 a) 153) 5) 1))
(define-fun calendar.first ((i Int)) Int (let ((y (div i 12)) (m (mod i 12))) (+ (* 365 y) (div y 4) (- (div y 100)) (div y 400) (div (+ (* 153 m) 2) 5) (- 719468))))
(define-fun calendar.months ((a Int)) Int (+ (* 1200 (div (calendar.n1 a) 146097)) (* 12 (div (calendar.n2 a) 1461)) (div (calendar.n3 a) 153) (- 3)))
(define-fun calendar.add_months ((a Int) (b Int)) Int (let ((i (+ (calendar.months a) b))) (let ((end (- (calendar.first (+ i 1)) 1)) (there (+ (calendar.first i) (calendar.day a) (- 1)))) (ite (< there end) there end))))
(define-fun calendar.add_years ((a Int) (b Int)) Int (calendar.add_months a (* 12 b)))
(define-fun calendar.days_between ((a Int) (b Int)) Int (- b a))
(define-fun calendar.month ((a Int)) Int (+ (mod (+ (calendar.months a) 2) 12) 1))
(define-fun calendar.forward ((a Int) (b Int)) Int (let ((n (- (calendar.months b) (calendar.months a)))) (ite (or (<= (calendar.day a) (calendar.day b)) (= (calendar.day (+ b 1)) 1)) n (- n 1))))
(define-fun calendar.months_between ((a Int) (b Int)) Int (ite (<= a b) (calendar.forward a b) (- (calendar.forward b a))))

; --- inputs
(declare-const days_per_week Int) ; days worked a week, in units of 1/10, days
(declare-const year_start Int) ; first day of the leave year
(declare-const start Int) ; first day of work
(declare-const start.given Bool)
(declare-const leaving Int) ; last day of work
(declare-const leaving.given Bool)

; --- computed from them
(define-fun next_year_start () Int (calendar.add_years year_start 1)) ; first day of the next leave year
(define-fun days_in_year () Int (calendar.days_between year_start next_year_start)) ; length of the leave year, days
(define-fun months_before () Int (calendar.months_between year_start start)) ; whole months of the leave year before the start, months
(define-fun months_before.given () Bool start.given)
(define-fun days_before () Int (calendar.days_between year_start leaving)) ; days of the leave year before the last day of work, days
(define-fun days_before.given () Bool leaving.given)
(define-fun first_month () Int (calendar.month year_start)) ; month in which the leave year begins
(define-fun first_day () Int (calendar.day year_start)) ; day of the month on which the leave year begins

; --- what the policy derives
(declare-const over_cap Bool)
(declare-const starter Bool)
(declare-const leaver Bool)
(declare-const leap_year Bool)
(declare-const |uncapped(56*days_per_week)| Bool)
(declare-const |full_year(56*days_per_week)| Bool)
(declare-const |full_year(2800)| Bool)
(declare-const |entitlement(56*days_per_week)| Bool)
(declare-const |entitlement(2800)| Bool)
(declare-const |entitlement @ starter-rule| Bool)
(declare-const |entitlement @ starter-rule (2)| Bool)
(declare-const |entitlement @ leaver-rule| Bool)
(declare-const |entitlement @ leaver-rule (2)| Bool)
(declare-const |entitlement @ leap-year-rule#2| Bool)
(declare-const |entitlement @ leap-year-rule#2 (2)| Bool)
(declare-const entitlement.given Bool)
(declare-const entitlement Int)

; --- numbers that the policy computes
(define-fun |value of entitlement @ starter-rule| () Int (* 50 (quo.trunc (+ (* 56 days_per_week (+ (* (- 1) months_before) 12)) 599) 600)))
(define-fun |value of entitlement @ starter-rule (2)| () Int (* 50 (quo.trunc (+ (* 2800 (+ (* (- 1) months_before) 12)) 599) 600)))
(define-fun |value of entitlement @ leaver-rule| () Int (* 10 (quo.trunc (+ (* 56 days_per_week (+ days_before 1)) 3649) 3650)))
(define-fun |value of entitlement @ leaver-rule (2)| () Int (* 10 (quo.trunc (+ (* 2800 (+ days_before 1)) 3649) 3650)))
(define-fun |value of entitlement @ leap-year-rule#2| () Int (* 10 (quo.trunc (+ (* 56 days_per_week (+ days_before 1)) 3659) 3660)))
(define-fun |value of entitlement @ leap-year-rule#2 (2)| () Int (* 10 (quo.trunc (+ (* 2800 (+ days_before 1)) 3659) 3660)))

; --- inputs without a value: nothing depends on their constants
(assert (! (or start.given (= start 0)) :named |none start|))
(assert (! (or leaving.given (= leaving 0)) :named |none leaving|))

; --- declared ranges
(assert (! (and (>= days_per_week 0) (<= days_per_week 70)) :named |range days_per_week|))
(assert (! (and (>= year_start 10957) (<= year_start 47481)) :named |range year_start|))
(assert (! (=> start.given (and (>= start (- 7305)) (<= start 47481))) :named |range start|))
(assert (! (=> leaving.given (and (>= leaving 10957) (<= leaving 47846))) :named |range leaving|))
(assert (! (and (>= days_in_year 365) (<= days_in_year 366)) :named |range days_in_year|))

; --- rules
; Statutory holiday is 5.6 weeks a year, times the days worked a week.
(assert (! |uncapped(56*days_per_week)| :named |rule weeks-rule|))
; It is capped at 28 days a year.
(assert (! (=> (and |uncapped(56*days_per_week)| (> (* 56 days_per_week) 2800)) over_cap) :named |rule cap-rule|))
; It is capped at 28 days a year.
(assert (! (=> (and |uncapped(56*days_per_week)| (not over_cap)) |full_year(56*days_per_week)|) :named |rule cap-rule#2|))
; It is capped at 28 days a year.
(assert (! (=> over_cap |full_year(2800)|) :named |rule cap-rule#3|))
; The first and the last day of a leave year belong to it.
(assert (! (=> (and start.given (<= year_start start) (< start next_year_start)) starter) :named |rule within-year-rule|))
; The first and the last day of a leave year belong to it.
(assert (! (=> (and leaving.given (<= year_start leaving) (< leaving next_year_start)) leaver) :named |rule within-year-rule#2|))
; Whoever neither starts nor leaves within the leave year gets the whole of it, unrounded.
(assert (! (and
             (=>
               (and |full_year(56*days_per_week)| (not starter) (not leaver))
               |entitlement(56*days_per_week)|)
             (=> (and |full_year(2800)| (not starter) (not leaver)) |entitlement(2800)|)) :named |rule full-year-rule|))
; Whoever starts within the leave year gets one twelfth of the full year's holiday for each month that is left.
; Months are counted from the first day of the leave year, and a month that has begun counts whole.
; The result is rounded up to half a day.
(assert (! (and
             (=> (and starter |full_year(56*days_per_week)| start.given) |entitlement @ starter-rule|)
             (=> (and starter |full_year(2800)| start.given) |entitlement @ starter-rule (2)|)) :named |rule starter-rule|))
; Whoever leaves within the leave year gets 1/365 of the full year's holiday for each day that has elapsed, the first day of the leave year and the last day of work both counted.
; The result is rounded up to a tenth of a day.
(assert (! (and
             (=>
               (and leaver |full_year(56*days_per_week)| leaving.given (not leap_year))
               |entitlement @ leaver-rule|)
             (=> (and leaver |full_year(2800)| leaving.given (not leap_year)) |entitlement @ leaver-rule (2)|)) :named |rule leaver-rule|))
; Where the leave year holds 29 February, it is 1/366.
; The result is rounded up to a tenth of a day.
(assert (! (=> (= days_in_year 366) leap_year) :named |rule leap-year-rule|))
; Where the leave year holds 29 February, it is 1/366.
; The result is rounded up to a tenth of a day.
(assert (! (and
             (=>
               (and leaver leap_year |full_year(56*days_per_week)| leaving.given)
               |entitlement @ leap-year-rule#2|)
             (=> (and leaver leap_year |full_year(2800)| leaving.given) |entitlement @ leap-year-rule#2 (2)|)) :named |rule leap-year-rule#2|))
; A leave year does not begin on 29 February.
(assert (! (not (and (= first_month 2) (= first_day 29))) :named |rule year-start-rule|))
; Whoever both starts and leaves within one leave year is not covered here.
(assert (! (not (and starter leaver)) :named |rule one-change-rule|))
; Whoever starts after the leave year or left before it has no entitlement in it to compute.
(assert (! (not (and start.given (<= next_year_start start))) :named |rule employed-rule|))
; Whoever starts after the leave year or left before it has no entitlement in it to compute.
(assert (! (not (and leaving.given (< leaving year_start))) :named |rule employed-rule#2|))

; --- closed worlds: what no rule derives is false
(assert (! (=> over_cap (and |uncapped(56*days_per_week)| (> (* 56 days_per_week) 2800))) :named |closed-world over_cap|))
(assert (! (=> starter (and start.given (<= year_start start) (< start next_year_start))) :named |closed-world starter|))
(assert (! (=> leaver (and leaving.given (<= year_start leaving) (< leaving next_year_start))) :named |closed-world leaver|))
(assert (! (=> leap_year (= days_in_year 366)) :named |closed-world leap_year|))
(assert (! (and
             (=>
               |full_year(56*days_per_week)|
               (or
                 (and |uncapped(56*days_per_week)| (not over_cap))
                 (and over_cap (= (* 56 days_per_week) 2800))))
             (=>
               |full_year(2800)|
               (or (and |uncapped(56*days_per_week)| (not over_cap) (= (* 56 days_per_week) 2800)) over_cap))) :named |closed-world full_year|))
(assert (! (and
             (=>
               |entitlement(56*days_per_week)|
               (or
                 (and |full_year(56*days_per_week)| (not starter) (not leaver))
                 (and |full_year(2800)| (not starter) (not leaver) (= (* 56 days_per_week) 2800))
                 (and
                   starter
                   |full_year(56*days_per_week)|
                   start.given
                   (= |value of entitlement @ starter-rule| (* 56 days_per_week)))
                 (and
                   starter
                   |full_year(2800)|
                   start.given
                   (= |value of entitlement @ starter-rule (2)| (* 56 days_per_week)))
                 (and
                   leaver
                   |full_year(56*days_per_week)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule| (* 56 days_per_week)))
                 (and
                   leaver
                   |full_year(2800)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule (2)| (* 56 days_per_week)))
                 (and
                   leaver
                   leap_year
                   |full_year(56*days_per_week)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2| (* 56 days_per_week)))
                 (and
                   leaver
                   leap_year
                   |full_year(2800)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2 (2)| (* 56 days_per_week)))))
             (=>
               |entitlement(2800)|
               (or
                 (and |full_year(56*days_per_week)| (not starter) (not leaver) (= (* 56 days_per_week) 2800))
                 (and |full_year(2800)| (not starter) (not leaver))
                 (and
                   starter
                   |full_year(56*days_per_week)|
                   start.given
                   (= |value of entitlement @ starter-rule| 2800))
                 (and
                   starter
                   |full_year(2800)|
                   start.given
                   (= |value of entitlement @ starter-rule (2)| 2800))
                 (and
                   leaver
                   |full_year(56*days_per_week)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule| 2800))
                 (and
                   leaver
                   |full_year(2800)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule (2)| 2800))
                 (and
                   leaver
                   leap_year
                   |full_year(56*days_per_week)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2| 2800))
                 (and
                   leaver
                   leap_year
                   |full_year(2800)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2 (2)| 2800))))
             (=>
               |entitlement @ starter-rule|
               (or
                 (and
                   |full_year(56*days_per_week)|
                   (not starter)
                   (not leaver)
                   (= (* 56 days_per_week) |value of entitlement @ starter-rule|))
                 (and
                   |full_year(2800)|
                   (not starter)
                   (not leaver)
                   (= |value of entitlement @ starter-rule| 2800))
                 (and starter |full_year(56*days_per_week)| start.given)
                 (and
                   starter
                   |full_year(2800)|
                   start.given
                   (= |value of entitlement @ starter-rule (2)| |value of entitlement @ starter-rule|))
                 (and
                   leaver
                   |full_year(56*days_per_week)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule| |value of entitlement @ starter-rule|))
                 (and
                   leaver
                   |full_year(2800)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule (2)| |value of entitlement @ starter-rule|))
                 (and
                   leaver
                   leap_year
                   |full_year(56*days_per_week)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2| |value of entitlement @ starter-rule|))
                 (and
                   leaver
                   leap_year
                   |full_year(2800)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2 (2)| |value of entitlement @ starter-rule|))))
             (=>
               |entitlement @ starter-rule (2)|
               (or
                 (and
                   |full_year(56*days_per_week)|
                   (not starter)
                   (not leaver)
                   (= (* 56 days_per_week) |value of entitlement @ starter-rule (2)|))
                 (and
                   |full_year(2800)|
                   (not starter)
                   (not leaver)
                   (= |value of entitlement @ starter-rule (2)| 2800))
                 (and
                   starter
                   |full_year(56*days_per_week)|
                   start.given
                   (= |value of entitlement @ starter-rule| |value of entitlement @ starter-rule (2)|))
                 (and starter |full_year(2800)| start.given)
                 (and
                   leaver
                   |full_year(56*days_per_week)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule| |value of entitlement @ starter-rule (2)|))
                 (and
                   leaver
                   |full_year(2800)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule (2)| |value of entitlement @ starter-rule (2)|))
                 (and
                   leaver
                   leap_year
                   |full_year(56*days_per_week)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2| |value of entitlement @ starter-rule (2)|))
                 (and
                   leaver
                   leap_year
                   |full_year(2800)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2 (2)| |value of entitlement @ starter-rule (2)|))))
             (=>
               |entitlement @ leaver-rule|
               (or
                 (and
                   |full_year(56*days_per_week)|
                   (not starter)
                   (not leaver)
                   (= (* 56 days_per_week) |value of entitlement @ leaver-rule|))
                 (and
                   |full_year(2800)|
                   (not starter)
                   (not leaver)
                   (= |value of entitlement @ leaver-rule| 2800))
                 (and
                   starter
                   |full_year(56*days_per_week)|
                   start.given
                   (= |value of entitlement @ starter-rule| |value of entitlement @ leaver-rule|))
                 (and
                   starter
                   |full_year(2800)|
                   start.given
                   (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leaver-rule|))
                 (and leaver |full_year(56*days_per_week)| leaving.given (not leap_year))
                 (and
                   leaver
                   |full_year(2800)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule (2)| |value of entitlement @ leaver-rule|))
                 (and
                   leaver
                   leap_year
                   |full_year(56*days_per_week)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2| |value of entitlement @ leaver-rule|))
                 (and
                   leaver
                   leap_year
                   |full_year(2800)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2 (2)| |value of entitlement @ leaver-rule|))))
             (=>
               |entitlement @ leaver-rule (2)|
               (or
                 (and
                   |full_year(56*days_per_week)|
                   (not starter)
                   (not leaver)
                   (= (* 56 days_per_week) |value of entitlement @ leaver-rule (2)|))
                 (and
                   |full_year(2800)|
                   (not starter)
                   (not leaver)
                   (= |value of entitlement @ leaver-rule (2)| 2800))
                 (and
                   starter
                   |full_year(56*days_per_week)|
                   start.given
                   (= |value of entitlement @ starter-rule| |value of entitlement @ leaver-rule (2)|))
                 (and
                   starter
                   |full_year(2800)|
                   start.given
                   (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leaver-rule (2)|))
                 (and
                   leaver
                   |full_year(56*days_per_week)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule| |value of entitlement @ leaver-rule (2)|))
                 (and leaver |full_year(2800)| leaving.given (not leap_year))
                 (and
                   leaver
                   leap_year
                   |full_year(56*days_per_week)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2| |value of entitlement @ leaver-rule (2)|))
                 (and
                   leaver
                   leap_year
                   |full_year(2800)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2 (2)| |value of entitlement @ leaver-rule (2)|))))
             (=>
               |entitlement @ leap-year-rule#2|
               (or
                 (and
                   |full_year(56*days_per_week)|
                   (not starter)
                   (not leaver)
                   (= (* 56 days_per_week) |value of entitlement @ leap-year-rule#2|))
                 (and
                   |full_year(2800)|
                   (not starter)
                   (not leaver)
                   (= |value of entitlement @ leap-year-rule#2| 2800))
                 (and
                   starter
                   |full_year(56*days_per_week)|
                   start.given
                   (= |value of entitlement @ starter-rule| |value of entitlement @ leap-year-rule#2|))
                 (and
                   starter
                   |full_year(2800)|
                   start.given
                   (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leap-year-rule#2|))
                 (and
                   leaver
                   |full_year(56*days_per_week)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule| |value of entitlement @ leap-year-rule#2|))
                 (and
                   leaver
                   |full_year(2800)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule (2)| |value of entitlement @ leap-year-rule#2|))
                 (and leaver leap_year |full_year(56*days_per_week)| leaving.given)
                 (and
                   leaver
                   leap_year
                   |full_year(2800)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2 (2)| |value of entitlement @ leap-year-rule#2|))))
             (=>
               |entitlement @ leap-year-rule#2 (2)|
               (or
                 (and
                   |full_year(56*days_per_week)|
                   (not starter)
                   (not leaver)
                   (= (* 56 days_per_week) |value of entitlement @ leap-year-rule#2 (2)|))
                 (and
                   |full_year(2800)|
                   (not starter)
                   (not leaver)
                   (= |value of entitlement @ leap-year-rule#2 (2)| 2800))
                 (and
                   starter
                   |full_year(56*days_per_week)|
                   start.given
                   (= |value of entitlement @ starter-rule| |value of entitlement @ leap-year-rule#2 (2)|))
                 (and
                   starter
                   |full_year(2800)|
                   start.given
                   (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leap-year-rule#2 (2)|))
                 (and
                   leaver
                   |full_year(56*days_per_week)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule| |value of entitlement @ leap-year-rule#2 (2)|))
                 (and
                   leaver
                   |full_year(2800)|
                   leaving.given
                   (not leap_year)
                   (= |value of entitlement @ leaver-rule (2)| |value of entitlement @ leap-year-rule#2 (2)|))
                 (and
                   leaver
                   leap_year
                   |full_year(56*days_per_week)|
                   leaving.given
                   (= |value of entitlement @ leap-year-rule#2| |value of entitlement @ leap-year-rule#2 (2)|))
                 (and leaver leap_year |full_year(2800)| leaving.given)))) :named |closed-world entitlement|))

; --- equal atoms
(assert (! (=> (= (* 56 days_per_week) 2800) (= |full_year(56*days_per_week)| |full_year(2800)|)) :named |equality full_year/1|))
(assert (! (and
             (=> (= (* 56 days_per_week) 2800) (= |entitlement(56*days_per_week)| |entitlement(2800)|))
             (=>
               (= (* 56 days_per_week) |value of entitlement @ starter-rule|)
               (= |entitlement(56*days_per_week)| |entitlement @ starter-rule|))
             (=>
               (= (* 56 days_per_week) |value of entitlement @ starter-rule (2)|)
               (= |entitlement(56*days_per_week)| |entitlement @ starter-rule (2)|))
             (=>
               (= (* 56 days_per_week) |value of entitlement @ leaver-rule|)
               (= |entitlement(56*days_per_week)| |entitlement @ leaver-rule|))
             (=>
               (= (* 56 days_per_week) |value of entitlement @ leaver-rule (2)|)
               (= |entitlement(56*days_per_week)| |entitlement @ leaver-rule (2)|))
             (=>
               (= (* 56 days_per_week) |value of entitlement @ leap-year-rule#2|)
               (= |entitlement(56*days_per_week)| |entitlement @ leap-year-rule#2|))
             (=>
               (= (* 56 days_per_week) |value of entitlement @ leap-year-rule#2 (2)|)
               (= |entitlement(56*days_per_week)| |entitlement @ leap-year-rule#2 (2)|))
             (=>
               (= |value of entitlement @ starter-rule| 2800)
               (= |entitlement(2800)| |entitlement @ starter-rule|))
             (=>
               (= |value of entitlement @ starter-rule (2)| 2800)
               (= |entitlement(2800)| |entitlement @ starter-rule (2)|))
             (=>
               (= |value of entitlement @ leaver-rule| 2800)
               (= |entitlement(2800)| |entitlement @ leaver-rule|))
             (=>
               (= |value of entitlement @ leaver-rule (2)| 2800)
               (= |entitlement(2800)| |entitlement @ leaver-rule (2)|))
             (=>
               (= |value of entitlement @ leap-year-rule#2| 2800)
               (= |entitlement(2800)| |entitlement @ leap-year-rule#2|))
             (=>
               (= |value of entitlement @ leap-year-rule#2 (2)| 2800)
               (= |entitlement(2800)| |entitlement @ leap-year-rule#2 (2)|))
             (=>
               (= |value of entitlement @ starter-rule| |value of entitlement @ starter-rule (2)|)
               (= |entitlement @ starter-rule| |entitlement @ starter-rule (2)|))
             (=>
               (= |value of entitlement @ starter-rule| |value of entitlement @ leaver-rule|)
               (= |entitlement @ starter-rule| |entitlement @ leaver-rule|))
             (=>
               (= |value of entitlement @ starter-rule| |value of entitlement @ leaver-rule (2)|)
               (= |entitlement @ starter-rule| |entitlement @ leaver-rule (2)|))
             (=>
               (= |value of entitlement @ starter-rule| |value of entitlement @ leap-year-rule#2|)
               (= |entitlement @ starter-rule| |entitlement @ leap-year-rule#2|))
             (=>
               (= |value of entitlement @ starter-rule| |value of entitlement @ leap-year-rule#2 (2)|)
               (= |entitlement @ starter-rule| |entitlement @ leap-year-rule#2 (2)|))
             (=>
               (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leaver-rule|)
               (= |entitlement @ starter-rule (2)| |entitlement @ leaver-rule|))
             (=>
               (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leaver-rule (2)|)
               (= |entitlement @ starter-rule (2)| |entitlement @ leaver-rule (2)|))
             (=>
               (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leap-year-rule#2|)
               (= |entitlement @ starter-rule (2)| |entitlement @ leap-year-rule#2|))
             (=>
               (= |value of entitlement @ starter-rule (2)| |value of entitlement @ leap-year-rule#2 (2)|)
               (= |entitlement @ starter-rule (2)| |entitlement @ leap-year-rule#2 (2)|))
             (=>
               (= |value of entitlement @ leaver-rule| |value of entitlement @ leaver-rule (2)|)
               (= |entitlement @ leaver-rule| |entitlement @ leaver-rule (2)|))
             (=>
               (= |value of entitlement @ leaver-rule| |value of entitlement @ leap-year-rule#2|)
               (= |entitlement @ leaver-rule| |entitlement @ leap-year-rule#2|))
             (=>
               (= |value of entitlement @ leaver-rule| |value of entitlement @ leap-year-rule#2 (2)|)
               (= |entitlement @ leaver-rule| |entitlement @ leap-year-rule#2 (2)|))
             (=>
               (= |value of entitlement @ leaver-rule (2)| |value of entitlement @ leap-year-rule#2|)
               (= |entitlement @ leaver-rule (2)| |entitlement @ leap-year-rule#2|))
             (=>
               (= |value of entitlement @ leaver-rule (2)| |value of entitlement @ leap-year-rule#2 (2)|)
               (= |entitlement @ leaver-rule (2)| |entitlement @ leap-year-rule#2 (2)|))
             (=>
               (= |value of entitlement @ leap-year-rule#2| |value of entitlement @ leap-year-rule#2 (2)|)
               (= |entitlement @ leap-year-rule#2| |entitlement @ leap-year-rule#2 (2)|))) :named |equality entitlement/1|))

; --- values of outcomes
(assert (! (=
             entitlement.given
             (or
               |entitlement(56*days_per_week)|
               |entitlement(2800)|
               |entitlement @ starter-rule|
               |entitlement @ starter-rule (2)|
               |entitlement @ leaver-rule|
               |entitlement @ leaver-rule (2)|
               |entitlement @ leap-year-rule#2|
               |entitlement @ leap-year-rule#2 (2)|)) :named |given entitlement|))
(assert (! (and
             (=> |entitlement(56*days_per_week)| (= entitlement (* 56 days_per_week)))
             (=> |entitlement(2800)| (= entitlement 2800))
             (=> |entitlement @ starter-rule| (= entitlement |value of entitlement @ starter-rule|))
             (=> |entitlement @ starter-rule (2)| (= entitlement |value of entitlement @ starter-rule (2)|))
             (=> |entitlement @ leaver-rule| (= entitlement |value of entitlement @ leaver-rule|))
             (=> |entitlement @ leaver-rule (2)| (= entitlement |value of entitlement @ leaver-rule (2)|))
             (=> |entitlement @ leap-year-rule#2| (= entitlement |value of entitlement @ leap-year-rule#2|))
             (=>
               |entitlement @ leap-year-rule#2 (2)|
               (= entitlement |value of entitlement @ leap-year-rule#2 (2)|))) :named |value entitlement|))
