; Statutory holiday entitlement in the UK, read straight from its document into SMT-LIB: an independent translation of
; rules/holiday_uk/policy.lp. Days a week are in tenths, days of holiday in hundredths, dates in days since 1970-01-01.
;
; %@ input days_per_week: decimal(1) 0..7 days "days worked a week"
; %@ input year_start: date 2000-01-01..2099-12-31 "first day of the leave year"
; %@ input closed start: date 1950-01-01..2099-12-31 "first day of work"
; %@ input closed leaving: date 2000-01-01..2100-12-31 "last day of work"
; %@ outcome entitlement: decimal(2) days "holiday in this leave year"
(set-logic QF_NIA)

(declare-const days_per_week Int)
(declare-const year_start Int)
(declare-const start Int)
(declare-const start.given Bool)
(declare-const leaving Int)
(declare-const leaving.given Bool)
(declare-const entitlement Int)

(assert (! (and (>= days_per_week 0) (<= days_per_week 70)) :named days-range))
(assert (! (and (>= year_start 10957) (<= year_start 47481)) :named year-start-range))
(assert (! (=> start.given (and (>= start (- 7305)) (<= start 47481))) :named start-range))
(assert (! (=> leaving.given (and (>= leaving 10957) (<= leaving 47846))) :named leaving-range))

; --- The calendar and the quotient of numbers that are not negative, as `bicameral compile` writes them, exact

(define-fun quo.trunc ((a Int) (b Int)) Int (ite (>= a 0) (div a b) (- (div (- a) b))))
(define-fun calendar.n1 ((a Int)) Int (+ (* 4 (+ a 719468)) 3))
(define-fun calendar.n2 ((a Int)) Int (+ (* 4 (div (mod (calendar.n1 a) 146097) 4)) 3))
(define-fun calendar.n3 ((a Int)) Int (+ (* 5 (div (mod (calendar.n2 a) 1461) 4)) 461))
(define-fun calendar.day ((a Int)) Int (+ (div (mod (calendar.n3 a) 153) 5) 1))
(define-fun calendar.first ((i Int)) Int (let ((y (div i 12)) (m (mod i 12))) (+ (* 365 y) (div y 4) (- (div y 100)) (div y 400) (div (+ (* 153 m) 2) 5) (- 719468))))
(define-fun calendar.months ((a Int)) Int (+ (* 1200 (div (calendar.n1 a) 146097)) (* 12 (div (calendar.n2 a) 1461)) (div (calendar.n3 a) 153) (- 3)))
(define-fun calendar.add_months ((a Int) (b Int)) Int (let ((i (+ (calendar.months a) b))) (let ((end (- (calendar.first (+ i 1)) 1)) (there (+ (calendar.first i) (calendar.day a) (- 1)))) (ite (< there end) there end))))
(define-fun calendar.add_years ((a Int) (b Int)) Int (calendar.add_months a (* 12 b)))
(define-fun calendar.month ((a Int)) Int (+ (mod (+ (calendar.months a) 2) 12) 1))
(define-fun calendar.forward ((a Int) (b Int)) Int (let ((n (- (calendar.months b) (calendar.months a)))) (ite (or (<= (calendar.day a) (calendar.day b)) (= (calendar.day (+ b 1)) 1)) n (- n 1))))
(define-fun calendar.months_between ((a Int) (b Int)) Int (ite (<= a b) (calendar.forward a b) (- (calendar.forward b a))))

(define-fun on-29-february ((day Int)) Bool (and (= (calendar.month day) 2) (= (calendar.day day) 29)))

; A leave year ends before the same day of the next; one of 366 days holds 29 February.
(define-fun next-year ((first Int)) Int (calendar.add_years first 1))
(define-fun holds-29-february ((first Int)) Bool (= (- (next-year first) first) 366))

; --- Who starts and who leaves

; The first and the last day of a leave year belong to it.
(define-fun within-year ((first Int) (day Int)) Bool (and (>= day first) (< day (next-year first))))
(define-fun starts-within () Bool (and start.given (within-year year_start start)))
(define-fun leaves-within () Bool (and leaving.given (within-year year_start leaving)))

; --- Bounds of these rules

; A leave year does not begin on 29 February.
(assert (! (not (on-29-february year_start)) :named year-start))

; Whoever both starts and leaves within one leave year is not covered here.
(assert (! (not (and starts-within leaves-within)) :named one-change))

; Whoever starts after the leave year or left before it has no entitlement in it to compute.
(assert (! (=> start.given (< start (next-year year_start))) :named not-after-the-year))
(assert (! (=> leaving.given (>= leaving year_start)) :named not-before-the-year))

; --- A full leave year

; Statutory holiday is 5.6 weeks a year, times the days worked a week. It is capped at 28 days a year.
(define-fun capped ((days Int)) Bool (> (* 56 days) 2800))
(define-fun full-years ((days Int) (count Int)) Int (ite (capped days) (* 2800 count) (* 56 days count)))

; Whoever neither starts nor leaves within the leave year gets the whole of it, unrounded.
(assert (! (=> (not (or starts-within leaves-within)) (= entitlement (full-years days_per_week 1))) :named whole-year))

; --- Starting within the leave year

; Whoever starts within the leave year gets one twelfth of the full year's holiday for each month that is left. Months are
; counted from the first day of the leave year, and a month that has begun counts whole.
(define-fun months-left () Int (- 12 (calendar.months_between year_start start)))

; The result is rounded up to half a day: twelfths of hundredths are 600 to the half day.
(define-fun up-to-half-a-day ((twelfths Int)) Int (* 50 (quo.trunc (+ twelfths 599) 600)))
(assert (! (=> starts-within (= entitlement (up-to-half-a-day (full-years days_per_week months-left))))
  :named starter))

; --- Leaving within the leave year

; Whoever leaves within the leave year gets 1/365 of the full year's holiday for each day that has elapsed, the first day
; of the leave year and the last day of work both counted.
(define-fun days-elapsed () Int (+ 1 (- leaving year_start)))

; Where the leave year holds 29 February, it is 1/366. The result is rounded up to a tenth of a day.
(define-fun up-to-a-tenth ((parts Int) (leap Bool)) Int
  (* 10 (ite leap (quo.trunc (+ parts 3659) 3660) (quo.trunc (+ parts 3649) 3650))))
(assert (! (=> leaves-within
    (= entitlement (up-to-a-tenth (full-years days_per_week days-elapsed) (holds-29-february year_start))))
  :named leaver))
