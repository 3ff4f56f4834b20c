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

; --- The calendar from March 1900 to February 2100, in cycles of four years that begin on 1 March and end on 29 February

; 11017 is 1 March 2000.
(define-fun cycle ((day Int)) Int (div (- day 11017) 1461))
(define-fun day-of-cycle ((day Int)) Int (mod (- day 11017) 1461))
(define-fun year-of-cycle ((day Int)) Int
  (let ((d (day-of-cycle day))) (ite (< d 365) 0 (ite (< d 730) 1 (ite (< d 1095) 2 3)))))
(define-fun day-of-year ((day Int)) Int (- (day-of-cycle day) (* 365 (year-of-cycle day))))

; March is month 0 and February month 11; the months of five (31 30 31 30 31) have 153 days.
(define-fun month-of-year ((day Int)) Int (div (+ (* 5 (day-of-year day)) 2) 153))
(define-fun day-of-month ((day Int)) Int
  (+ 1 (- (day-of-year day) (div (+ (* 153 (month-of-year day)) 2) 5))))
(define-fun length-of-month ((day Int)) Int
  (let ((m (month-of-year day)))
    (ite (= m 11) (ite (= (year-of-cycle day) 3) 29 28)
      (ite (or (= m 1) (= m 3) (= m 6) (= m 8)) 30 31))))
(define-fun month-number ((day Int)) Int
  (+ (* 48 (cycle day)) (* 12 (year-of-cycle day)) (month-of-year day)))

(define-fun on-29-february ((day Int)) Bool (= (day-of-cycle day) 1460))

; A year that begins in the last 366 days of a cycle holds its 29 February; the year 2100 has none (47176 is 1 March 2099).
(define-fun holds-29-february ((first Int)) Bool (and (>= (day-of-cycle first) 1095) (< first 47176)))
(define-fun length-of-year ((first Int)) Int (ite (holds-29-february first) 366 365))

; Months begun before a day, counted from the first; one that is too short for the first's day begins on its last day.
(define-fun lesser ((a Int) (b Int)) Int (ite (<= a b) a b))
(define-fun whole-months ((first Int) (day Int)) Int
  (- (- (month-number day) (month-number first))
     (ite (<= (lesser (day-of-month first) (length-of-month day)) (day-of-month day)) 0 1)))

; --- Who starts and who leaves

; The first and the last day of a leave year belong to it.
(define-fun within-year ((first Int) (day Int)) Bool (and (>= day first) (< day (+ first (length-of-year first)))))
(define-fun starts-within () Bool (and start.given (within-year year_start start)))
(define-fun leaves-within () Bool (and leaving.given (within-year year_start leaving)))

; --- Bounds of these rules

; A leave year does not begin on 29 February.
(assert (! (not (on-29-february year_start)) :named year-start))

; Whoever both starts and leaves within one leave year is not covered here.
(assert (! (not (and starts-within leaves-within)) :named one-change))

; Whoever starts after the leave year or left before it has no entitlement in it to compute.
(assert (! (=> start.given (< start (+ year_start (length-of-year year_start)))) :named not-after-the-year))
(assert (! (=> leaving.given (>= leaving year_start)) :named not-before-the-year))

; --- A full leave year

; Statutory holiday is 5.6 weeks a year, times the days worked a week. It is capped at 28 days a year.
(define-fun full-year ((days Int)) Int (lesser (* 56 days) 2800))

; Whoever neither starts nor leaves within the leave year gets the whole of it, unrounded.
(assert (! (=> (not (or starts-within leaves-within)) (= entitlement (full-year days_per_week))) :named whole-year))

; --- Starting within the leave year

; Whoever starts within the leave year gets one twelfth of the full year's holiday for each month that is left. Months are
; counted from the first day of the leave year, and a month that has begun counts whole.
(define-fun months-left () Int (- 12 (whole-months year_start start)))

; The result is rounded up to half a day: twelfths of hundredths are 600 to the half day.
(define-fun up-to-half-a-day ((twelfths Int)) Int (* 50 (div (+ twelfths 599) 600)))
(assert (! (=> starts-within (= entitlement (up-to-half-a-day (* (full-year days_per_week) months-left))))
  :named starter))

; --- Leaving within the leave year

; Whoever leaves within the leave year gets 1/365 of the full year's holiday for each day that has elapsed, the first day
; of the leave year and the last day of work both counted.
(define-fun days-elapsed () Int (+ 1 (- leaving year_start)))

; Where the leave year holds 29 February, it is 1/366. The result is rounded up to a tenth of a day.
(define-fun up-to-a-tenth ((parts Int) (leap Bool)) Int
  (* 10 (ite leap (div (+ parts 3659) 3660) (div (+ parts 3649) 3650))))
(assert (! (=> leaves-within
    (= entitlement (up-to-a-tenth (* (full-year days_per_week) days-elapsed) (holds-29-february year_start))))
  :named leaver))
