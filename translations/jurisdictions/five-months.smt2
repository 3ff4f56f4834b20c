; The five years of service are five months: a misreading of rules/jurisdictions/source.md, planted in the reading.
;
; %@ sort worker = worker_1 | worker_2
; %@ sort country = united_states | germany | japan
; %@ sort state = washington | california | hesse | bavaria
; %@ sort permission = allowed | forbidden
; %@ input works_in(worker): country "country of work"
; %@ input optional region(worker): state "state of work"
; %@ input hired(worker): date 1990-01-01..2027-12-31 "first day of work"
; %@ input day: date 2026-01-01..2026-12-31 "day in question"
; %@ input fixed_term(worker) "the contract is for a fixed term"
; %@ input closed under_agreement(worker) "a collective agreement covers the worker"
; %@ input closed premature_birth(worker) "the birth was premature"
; %@ input closed multiple_birth(worker) "more than one child was born"
; %@ input call_centre(worker) "the work is that of a call centre"
; %@ input on_call(worker) "the worker is on call"
; %@ input sensitive pregnant(worker) "the worker is pregnant"
; %@ input closed agreed(worker) "she has agreed to Sunday work in writing"
; %@ outcome leave_weeks(worker): int weeks "weeks of parental leave"
; %@ outcome notice_days(worker): int days "days of notice"
; %@ outcome sunday_work(worker): permission "Sunday work"
(set-logic QF_UFDTLIA)
(declare-datatypes ((country 0)) (((united_states) (germany) (japan))))
(declare-datatypes ((state 0)) (((washington) (california) (hesse) (bavaria))))
(declare-datatypes ((permission 0)) (((allowed) (forbidden))))

(declare-const |works_in(worker_1)| country)
(declare-const |region(worker_1)| state)
(declare-const |region(worker_1).given| Bool)
(declare-const |hired(worker_1)| Int)
(declare-const |fixed_term(worker_1)| Bool)
(declare-const |under_agreement(worker_1)| Bool)
(declare-const |premature_birth(worker_1)| Bool)
(declare-const |multiple_birth(worker_1)| Bool)
(declare-const |call_centre(worker_1)| Bool)
(declare-const |on_call(worker_1)| Bool)
(declare-const |pregnant(worker_1)| Bool)
(declare-const |agreed(worker_1)| Bool)
(declare-const |works_in(worker_2)| country)
(declare-const |region(worker_2)| state)
(declare-const |region(worker_2).given| Bool)
(declare-const |hired(worker_2)| Int)
(declare-const |fixed_term(worker_2)| Bool)
(declare-const |under_agreement(worker_2)| Bool)
(declare-const |premature_birth(worker_2)| Bool)
(declare-const |multiple_birth(worker_2)| Bool)
(declare-const |call_centre(worker_2)| Bool)
(declare-const |on_call(worker_2)| Bool)
(declare-const |pregnant(worker_2)| Bool)
(declare-const |agreed(worker_2)| Bool)
(declare-const day Int)
(declare-const |leave_weeks(worker_1)| Int)
(declare-const |notice_days(worker_1)| Int)
(declare-const |sunday_work(worker_1)| permission)
(declare-const |leave_weeks(worker_2)| Int)
(declare-const |notice_days(worker_2)| Int)
(declare-const |sunday_work(worker_2)| permission)

(assert (! (and (>= |hired(worker_1)| 7305) (<= |hired(worker_1)| 21183)) :named hired-range-1))
(assert (! (and (>= |hired(worker_2)| 7305) (<= |hired(worker_2)| 21183)) :named hired-range-2))
(assert (! (and (>= day 20454) (<= day 20818)) :named day-range))

; --- Service is counted in whole months up to the day in question

(define-fun calendar.n1 ((a Int)) Int (+ (* 4 (+ a 719468)) 3))
(define-fun calendar.n2 ((a Int)) Int (+ (* 4 (div (mod (calendar.n1 a) 146097) 4)) 3))
(define-fun calendar.n3 ((a Int)) Int (+ (* 5 (div (mod (calendar.n2 a) 1461) 4)) 461))
(define-fun calendar.day ((a Int)) Int (+ (div (mod (calendar.n3 a) 153) 5) 1))
(define-fun calendar.months ((a Int)) Int (+ (* 1200 (div (calendar.n1 a) 146097)) (* 12 (div (calendar.n2 a) 1461)) (div (calendar.n3 a) 153) (- 3)))
(define-fun calendar.forward ((a Int) (b Int)) Int (let ((n (- (calendar.months b) (calendar.months a)))) (ite (or (<= (calendar.day a) (calendar.day b)) (= (calendar.day (+ b 1)) 1)) n (- n 1))))
(define-fun calendar.months_between ((a Int) (b Int)) Int (ite (<= a b) (calendar.forward a b) (- (calendar.forward b a))))

; The calendar is as `bicameral compile` writes it. Whoever has not begun yet has served no month.
(define-fun service ((first Int) (until Int)) Int (calendar.months_between first until))

; --- Place of work

; A state lies in one country, and nobody works in a state of another.
(define-fun country-of ((place state)) country
  (ite (or (= place washington) (= place california)) united_states germany))
(assert (! (=> |region(worker_1).given| (= |works_in(worker_1)| (country-of |region(worker_1)|))) :named place-1))
(assert (! (=> |region(worker_2).given| (= |works_in(worker_2)| (country-of |region(worker_2)|))) :named place-2))
(define-fun in-state ((known Bool) (place state) (wanted state)) Bool (and known (= place wanted)))

; --- Parental leave

(define-fun greater ((a Int) (b Int)) Int (ite (>= a b) a b))

; The company grants 10 weeks. It grants nothing in the first six months of service. It grants nothing to workers on a
; fixed term. Neither exception holds for workers under a collective agreement.
(define-fun company-leave ((months Int) (fixed Bool) (agreement Bool)) Int
  (ite (and (or (< months 6) fixed) (not agreement)) 0 10))

; The United States grant 12 weeks from twelve months of service on.
(define-fun american-leave ((months Int)) Int (ite (>= months 12) 12 0))

; Germany grants 14 weeks. After a premature birth it grants 18 weeks instead. After a multiple birth it grants 18 weeks
; instead.
(define-fun german-leave ((premature Bool) (multiple Bool)) Int (ite (or premature multiple) 18 14))

(define-fun national-leave ((place country) (months Int) (premature Bool) (multiple Bool)) Int
  (ite (= place united_states) (american-leave months)
    (ite (= place germany) (german-leave premature multiple)
      0)))

; Washington grants 16 weeks.
(define-fun state-leave ((washingtonian Bool)) Int (ite washingtonian 16 0))

; A worker to whom several of them grant leave gets the longest, and a worker to whom none does gets none.
(assert (! (= |leave_weeks(worker_1)|
    (greater (company-leave (service |hired(worker_1)| day) |fixed_term(worker_1)| |under_agreement(worker_1)|)
      (greater (national-leave |works_in(worker_1)| (service |hired(worker_1)| day)
                 |premature_birth(worker_1)| |multiple_birth(worker_1)|)
        (state-leave (in-state |region(worker_1).given| |region(worker_1)| washington)))))
  :named parental-leave-1))
(assert (! (= |leave_weeks(worker_2)|
    (greater (company-leave (service |hired(worker_2)| day) |fixed_term(worker_2)| |under_agreement(worker_2)|)
      (greater (national-leave |works_in(worker_2)| (service |hired(worker_2)| day)
                 |premature_birth(worker_2)| |multiple_birth(worker_2)|)
        (state-leave (in-state |region(worker_2).given| |region(worker_2)| washington)))))
  :named parental-leave-2))

; --- Which rule goes before which

; National law goes before the rules of the company. State law goes before national law. A collective agreement goes before
; state law. What goes before a rule goes before everything that this rule goes before.

; --- Notice

; The company gives notice of 30 days. German law sets 28 days, and 60 days from five years of service on. Californian law
; sets 45 days. A collective agreement sets 90 days. Of several periods the one that goes before the others is given, be it
; longer or shorter.
(define-fun notice ((place country) (californian Bool) (months Int) (agreement Bool)) Int
  (ite agreement 90
    (ite californian 45
      (ite (= place germany) (ite (>= months 5) 60 28)
        30))))
(assert (! (= |notice_days(worker_1)|
    (notice |works_in(worker_1)| (in-state |region(worker_1).given| |region(worker_1)| california)
      (service |hired(worker_1)| day) |under_agreement(worker_1)|))
  :named notice-1))
(assert (! (= |notice_days(worker_2)|
    (notice |works_in(worker_2)| (in-state |region(worker_2).given| |region(worker_2)| california)
      (service |hired(worker_2)| day) |under_agreement(worker_2)|))
  :named notice-2))

; --- Sunday work

; The company allows Sunday work. German law forbids it. It does not forbid it to workers on call. That exception does not
; hold for a pregnant worker, unless she has agreed in writing.
(define-fun protected ((expecting Bool) (consent Bool)) Bool (and expecting (not consent)))
(define-fun german-law-forbids ((call Bool) (expecting Bool) (consent Bool)) Bool
  (or (not call) (protected expecting consent)))

; Hesse allows Sunday work in call centres. Bavaria forbids it in call centres, on call or not. Of rules that contradict
; each other the one that goes before the others decides. The protection of a pregnant worker by German law goes before
; state law.
(define-fun sunday ((place country) (hessian Bool) (bavarian Bool) (centre Bool) (call Bool) (expecting Bool)
                    (consent Bool)) permission
  (ite (and (= place germany) (protected expecting consent)) forbidden
    (ite (and hessian centre) allowed
      (ite (and bavarian centre) forbidden
        (ite (and (= place germany) (german-law-forbids call expecting consent)) forbidden
          allowed)))))
(assert (! (= |sunday_work(worker_1)|
    (sunday |works_in(worker_1)|
      (in-state |region(worker_1).given| |region(worker_1)| hesse) (in-state |region(worker_1).given| |region(worker_1)| bavaria)
      |call_centre(worker_1)| |on_call(worker_1)| |pregnant(worker_1)| |agreed(worker_1)|))
  :named sunday-work-1))
(assert (! (= |sunday_work(worker_2)|
    (sunday |works_in(worker_2)|
      (in-state |region(worker_2).given| |region(worker_2)| hesse) (in-state |region(worker_2).given| |region(worker_2)| bavaria)
      |call_centre(worker_2)| |on_call(worker_2)| |pregnant(worker_2)| |agreed(worker_2)|))
  :named sunday-work-2))
