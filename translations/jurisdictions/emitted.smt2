; %@ policy jurisdictions "Remote workers under several laws" version "2026.1" effective 2026-01-01..2026-12-31
; %@ sort worker = worker_1 | worker_2
; %@ sort country = united_states | germany | japan
; %@ sort state = washington | california | hesse | bavaria
; %@ sort level = company | national | state_law | agreement
; %@ sort permission = allowed | forbidden
; %@ input works_in(worker): country "country of work"
; %@ input optional region(worker): state "state of work"
; %@ input hired(worker): date 1990-01-01..2027-12-31 "first day of work"
; %@ input day: date 2026-01-01..2026-12-31 "day in question"
; %@ define service(worker): int -24..443 months "months of service"
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
(define-fun calendar.n1 ((a Int)) Int (+ (* 4 (+ a 719468)) 3))
(define-fun calendar.n2 ((a Int)) Int (+ (* 4 (div (mod (calendar.n1 a) 146097) 4)) 3))
(define-fun calendar.n3 ((a Int)) Int (+ (* 5 (div (mod (calendar.n2 a) 1461) 4)) 461))
(define-fun calendar.day ((a Int)) Int (+ (div (mod (calendar.n3 a) 153) 5) 1))
(define-fun calendar.months ((a Int)) Int (+ (* 1200 (div (calendar.n1 a) 146097)) (* 12 (div (calendar.n2 a) 1461)) (div (calendar.n3 a) 153) (- 3)))
(define-fun calendar.forward ((a Int) (b Int)) Int (let ((n (- (calendar.months b) (calendar.months a)))) (ite (or (<= (calendar.day a) (calendar.day b)) (= (calendar.day (+ b 1)) 1)) n (- n 1))))
(define-fun calendar.months_between ((a Int) (b Int)) Int (ite (<= a b) (calendar.forward a b) (- (calendar.forward b a))))
(declare-datatypes ((|state values| 0)) (((state.washington) (state.california) (state.hesse) (state.bavaria))))
(declare-datatypes ((|country values| 0)) (((country.united_states) (country.germany) (country.japan))))
(declare-datatypes ((|permission values| 0)) (((permission.allowed) (permission.forbidden))))

; --- inputs
(declare-const |works_in(worker_1)| |country values|) ; country of work
(declare-const |works_in(worker_2)| |country values|) ; country of work
(declare-const |region(worker_1)| |state values|) ; state of work
(declare-const |region(worker_1).given| Bool)
(declare-const |region(worker_2)| |state values|) ; state of work
(declare-const |region(worker_2).given| Bool)
(declare-const |hired(worker_1)| Int) ; first day of work
(declare-const |hired(worker_2)| Int) ; first day of work
(declare-const day Int) ; day in question
(declare-const |fixed_term(worker_1)| Bool) ; the contract is for a fixed term
(declare-const |fixed_term(worker_2)| Bool) ; the contract is for a fixed term
(declare-const |under_agreement(worker_1)| Bool) ; a collective agreement covers the worker
(declare-const |under_agreement(worker_2)| Bool) ; a collective agreement covers the worker
(declare-const |premature_birth(worker_1)| Bool) ; the birth was premature
(declare-const |premature_birth(worker_2)| Bool) ; the birth was premature
(declare-const |multiple_birth(worker_1)| Bool) ; more than one child was born
(declare-const |multiple_birth(worker_2)| Bool) ; more than one child was born
(declare-const |call_centre(worker_1)| Bool) ; the work is that of a call centre
(declare-const |call_centre(worker_2)| Bool) ; the work is that of a call centre
(declare-const |on_call(worker_1)| Bool) ; the worker is on call
(declare-const |on_call(worker_2)| Bool) ; the worker is on call
(declare-const |pregnant(worker_1)| Bool) ; the worker is pregnant
(declare-const |pregnant(worker_2)| Bool) ; the worker is pregnant
(declare-const |agreed(worker_1)| Bool) ; she has agreed to Sunday work in writing
(declare-const |agreed(worker_2)| Bool) ; she has agreed to Sunday work in writing

; --- computed from them
(define-fun |service(worker_1)| () Int (calendar.months_between |hired(worker_1)| day)) ; months of service, months
(define-fun |service(worker_2)| () Int (calendar.months_between |hired(worker_2)| day)) ; months of service, months

; --- what the policy derives
(declare-const |lies_in(washington,united_states)| Bool)
(declare-const |lies_in(california,united_states)| Bool)
(declare-const |lies_in(hesse,germany)| Bool)
(declare-const |lies_in(bavaria,germany)| Bool)
(declare-const |goes_before(national,company)| Bool)
(declare-const |goes_before(state_law,national)| Bool)
(declare-const |goes_before(agreement,state_law)| Bool)
(declare-const |goes_before(state_law,company)| Bool)
(declare-const |goes_before(agreement,national)| Bool)
(declare-const |goes_before(agreement,company)| Bool)
(declare-const |grants(worker_1,company,10)| Bool)
(declare-const |grants(worker_2,company,10)| Bool)
(declare-const |grants(worker_1,national,12)| Bool)
(declare-const |grants(worker_2,national,12)| Bool)
(declare-const |grants(worker_1,national,14)| Bool)
(declare-const |grants(worker_2,national,14)| Bool)
(declare-const |grants(worker_1,national,18)| Bool)
(declare-const |grants(worker_2,national,18)| Bool)
(declare-const |grants(worker_1,state_law,16)| Bool)
(declare-const |grants(worker_2,state_law,16)| Bool)
(declare-const |withheld(worker_1)| Bool)
(declare-const |withheld(worker_2)| Bool)
(declare-const |longer(worker_1)| Bool)
(declare-const |longer(worker_2)| Bool)
(declare-const |leave_weeks(worker_1,0)| Bool)
(declare-const |leave_weeks(worker_1,10)| Bool)
(declare-const |leave_weeks(worker_1,12)| Bool)
(declare-const |leave_weeks(worker_1,14)| Bool)
(declare-const |leave_weeks(worker_1,18)| Bool)
(declare-const |leave_weeks(worker_1,16)| Bool)
(declare-const |leave_weeks(worker_1,#inf)| Bool)
(declare-const |leave_weeks(worker_2,0)| Bool)
(declare-const |leave_weeks(worker_2,10)| Bool)
(declare-const |leave_weeks(worker_2,12)| Bool)
(declare-const |leave_weeks(worker_2,14)| Bool)
(declare-const |leave_weeks(worker_2,18)| Bool)
(declare-const |leave_weeks(worker_2,16)| Bool)
(declare-const |leave_weeks(worker_2,#inf)| Bool)
(declare-const |notice(worker_1,company,30)| Bool)
(declare-const |notice(worker_2,company,30)| Bool)
(declare-const |notice(worker_1,national,28)| Bool)
(declare-const |notice(worker_2,national,28)| Bool)
(declare-const |notice(worker_1,national,60)| Bool)
(declare-const |notice(worker_2,national,60)| Bool)
(declare-const |notice(worker_1,state_law,45)| Bool)
(declare-const |notice(worker_2,state_law,45)| Bool)
(declare-const |notice(worker_1,agreement,90)| Bool)
(declare-const |notice(worker_2,agreement,90)| Bool)
(declare-const |replaced(worker_1,company)| Bool)
(declare-const |replaced(worker_2,company)| Bool)
(declare-const |replaced(worker_1,national)| Bool)
(declare-const |replaced(worker_2,national)| Bool)
(declare-const |replaced(worker_1,state_law)| Bool)
(declare-const |replaced(worker_2,state_law)| Bool)
(declare-const |notice_days(worker_1,30)| Bool)
(declare-const |notice_days(worker_2,30)| Bool)
(declare-const |notice_days(worker_1,28)| Bool)
(declare-const |notice_days(worker_2,28)| Bool)
(declare-const |notice_days(worker_1,60)| Bool)
(declare-const |notice_days(worker_2,60)| Bool)
(declare-const |notice_days(worker_1,45)| Bool)
(declare-const |notice_days(worker_2,45)| Bool)
(declare-const |notice_days(worker_1,90)| Bool)
(declare-const |notice_days(worker_2,90)| Bool)
(declare-const |says(worker_1,company,allowed)| Bool)
(declare-const |says(worker_2,company,allowed)| Bool)
(declare-const |says(worker_1,national,forbidden)| Bool)
(declare-const |says(worker_2,national,forbidden)| Bool)
(declare-const |says(worker_1,state_law,allowed)| Bool)
(declare-const |says(worker_2,state_law,allowed)| Bool)
(declare-const |says(worker_1,state_law,forbidden)| Bool)
(declare-const |says(worker_2,state_law,forbidden)| Bool)
(declare-const |lifted(worker_1)| Bool)
(declare-const |lifted(worker_2)| Bool)
(declare-const |protected(worker_1)| Bool)
(declare-const |protected(worker_2)| Bool)
(declare-const |reversed(worker_1,state_law,national)| Bool)
(declare-const |reversed(worker_2,state_law,national)| Bool)
(declare-const |beats(worker_1,national,state_law)| Bool)
(declare-const |beats(worker_2,national,state_law)| Bool)
(declare-const |beats(worker_1,national,company)| Bool)
(declare-const |beats(worker_1,state_law,national)| Bool)
(declare-const |beats(worker_1,agreement,state_law)| Bool)
(declare-const |beats(worker_1,state_law,company)| Bool)
(declare-const |beats(worker_1,agreement,national)| Bool)
(declare-const |beats(worker_1,agreement,company)| Bool)
(declare-const |beats(worker_2,national,company)| Bool)
(declare-const |beats(worker_2,state_law,national)| Bool)
(declare-const |beats(worker_2,agreement,state_law)| Bool)
(declare-const |beats(worker_2,state_law,company)| Bool)
(declare-const |beats(worker_2,agreement,national)| Bool)
(declare-const |beats(worker_2,agreement,company)| Bool)
(declare-const |overruled(worker_1,company)| Bool)
(declare-const |overruled(worker_2,company)| Bool)
(declare-const |overruled(worker_1,national)| Bool)
(declare-const |overruled(worker_2,national)| Bool)
(declare-const |overruled(worker_1,state_law)| Bool)
(declare-const |overruled(worker_2,state_law)| Bool)
(declare-const |sunday_work(worker_1,allowed)| Bool)
(declare-const |sunday_work(worker_2,allowed)| Bool)
(declare-const |sunday_work(worker_1,forbidden)| Bool)
(declare-const |sunday_work(worker_2,forbidden)| Bool)
(declare-const |leave_weeks(worker_1).given| Bool)
(declare-const |leave_weeks(worker_1)| Int)
(declare-const |leave_weeks(worker_2).given| Bool)
(declare-const |leave_weeks(worker_2)| Int)
(declare-const |notice_days(worker_1).given| Bool)
(declare-const |notice_days(worker_1)| Int)
(declare-const |notice_days(worker_2).given| Bool)
(declare-const |notice_days(worker_2)| Int)
(declare-const |sunday_work(worker_1).given| Bool)
(declare-const |sunday_work(worker_1)| |permission values|)
(declare-const |sunday_work(worker_2).given| Bool)
(declare-const |sunday_work(worker_2)| |permission values|)

; --- inputs without a value: nothing depends on their constants
(assert (! (or |region(worker_1).given| (= |region(worker_1)| state.washington)) :named |none region(worker_1)|))
(assert (! (or |region(worker_2).given| (= |region(worker_2)| state.washington)) :named |none region(worker_2)|))

; --- declared ranges
(assert (! (and (>= |hired(worker_1)| 7305) (<= |hired(worker_1)| 21183)) :named |range hired(worker_1)|))
(assert (! (and (>= |hired(worker_2)| 7305) (<= |hired(worker_2)| 21183)) :named |range hired(worker_2)|))
(assert (! (and (>= day 20454) (<= day 20818)) :named |range day|))

; --- rules
; A state lies in one country, and nobody works in a state of another.
(assert (! (and |lies_in(washington,united_states)| |lies_in(california,united_states)|) :named |rule place-constraint|))
; A state lies in one country, and nobody works in a state of another.
(assert (! (and |lies_in(hesse,germany)| |lies_in(bavaria,germany)|) :named |rule place-constraint#2|))
; A state lies in one country, and nobody works in a state of another.
(assert (! (and
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.washington)
                 (= |works_in(worker_1)| country.united_states)
                 (not |lies_in(washington,united_states)|)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.washington)
                 (= |works_in(worker_1)| country.germany)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.washington)
                 (= |works_in(worker_1)| country.japan)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.california)
                 (= |works_in(worker_1)| country.united_states)
                 (not |lies_in(california,united_states)|)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.california)
                 (= |works_in(worker_1)| country.germany)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.california)
                 (= |works_in(worker_1)| country.japan)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.hesse)
                 (= |works_in(worker_1)| country.united_states)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.hesse)
                 (= |works_in(worker_1)| country.germany)
                 (not |lies_in(hesse,germany)|)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.hesse)
                 (= |works_in(worker_1)| country.japan)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.bavaria)
                 (= |works_in(worker_1)| country.united_states)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.bavaria)
                 (= |works_in(worker_1)| country.germany)
                 (not |lies_in(bavaria,germany)|)))
             (not
               (and
                 |region(worker_1).given|
                 (= |region(worker_1)| state.bavaria)
                 (= |works_in(worker_1)| country.japan)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.washington)
                 (= |works_in(worker_2)| country.united_states)
                 (not |lies_in(washington,united_states)|)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.washington)
                 (= |works_in(worker_2)| country.germany)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.washington)
                 (= |works_in(worker_2)| country.japan)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.california)
                 (= |works_in(worker_2)| country.united_states)
                 (not |lies_in(california,united_states)|)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.california)
                 (= |works_in(worker_2)| country.germany)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.california)
                 (= |works_in(worker_2)| country.japan)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.hesse)
                 (= |works_in(worker_2)| country.united_states)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.hesse)
                 (= |works_in(worker_2)| country.germany)
                 (not |lies_in(hesse,germany)|)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.hesse)
                 (= |works_in(worker_2)| country.japan)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.bavaria)
                 (= |works_in(worker_2)| country.united_states)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.bavaria)
                 (= |works_in(worker_2)| country.germany)
                 (not |lies_in(bavaria,germany)|)))
             (not
               (and
                 |region(worker_2).given|
                 (= |region(worker_2)| state.bavaria)
                 (= |works_in(worker_2)| country.japan)))) :named |rule place-constraint#3|))
; National law goes before the rules of the company.
; State law goes before national law.
; A collective agreement goes before state law.
; What goes before a rule goes before everything that this rule goes before.
(assert (! |goes_before(national,company)| :named |rule order-rule|))
; National law goes before the rules of the company.
; State law goes before national law.
; A collective agreement goes before state law.
; What goes before a rule goes before everything that this rule goes before.
(assert (! |goes_before(state_law,national)| :named |rule order-rule#2|))
; National law goes before the rules of the company.
; State law goes before national law.
; A collective agreement goes before state law.
; What goes before a rule goes before everything that this rule goes before.
(assert (! |goes_before(agreement,state_law)| :named |rule order-rule#3|))
; National law goes before the rules of the company.
; State law goes before national law.
; A collective agreement goes before state law.
; What goes before a rule goes before everything that this rule goes before.
(assert (! (and
             (=>
               (and |goes_before(national,company)| |goes_before(state_law,national)|)
               |goes_before(state_law,company)|)
             (=>
               (and |goes_before(state_law,national)| |goes_before(agreement,state_law)|)
               |goes_before(agreement,national)|)
             (=>
               (and |goes_before(agreement,national)| |goes_before(national,company)|)
               |goes_before(agreement,company)|)
             (=>
               (and |goes_before(state_law,company)| |goes_before(agreement,state_law)|)
               |goes_before(agreement,company)|)) :named |rule order-rule#4|))
; The company grants 10 weeks.
(assert (! (and
             (=> (not |withheld(worker_1)|) |grants(worker_1,company,10)|)
             (=> (not |withheld(worker_2)|) |grants(worker_2,company,10)|)) :named |rule company-leave-rule|))
; It grants nothing in the first six months of service.
; Neither exception holds for workers under a collective agreement.
(assert (! (and
             (=> (and (< |service(worker_1)| 6) (not |under_agreement(worker_1)|)) |withheld(worker_1)|)
             (=> (and (< |service(worker_2)| 6) (not |under_agreement(worker_2)|)) |withheld(worker_2)|)) :named |rule first-months-rule|))
; It grants nothing to workers on a fixed term.
; Neither exception holds for workers under a collective agreement.
(assert (! (and
             (=> (and |fixed_term(worker_1)| (not |under_agreement(worker_1)|)) |withheld(worker_1)|)
             (=> (and |fixed_term(worker_2)| (not |under_agreement(worker_2)|)) |withheld(worker_2)|)) :named |rule fixed-term-rule|))
; The United States grant 12 weeks from twelve months of service on.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.united_states) (>= |service(worker_1)| 12))
               |grants(worker_1,national,12)|)
             (=>
               (and (= |works_in(worker_2)| country.united_states) (>= |service(worker_2)| 12))
               |grants(worker_2,national,12)|)) :named |rule us-leave-rule|))
; Germany grants 14 weeks.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.germany) (not |longer(worker_1)|))
               |grants(worker_1,national,14)|)
             (=>
               (and (= |works_in(worker_2)| country.germany) (not |longer(worker_2)|))
               |grants(worker_2,national,14)|)) :named |rule german-leave-rule|))
; After a premature birth it grants 18 weeks instead.
(assert (! (and
             (=> |premature_birth(worker_1)| |longer(worker_1)|)
             (=> |premature_birth(worker_2)| |longer(worker_2)|)) :named |rule premature-rule|))
; After a premature birth it grants 18 weeks instead.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.germany) |premature_birth(worker_1)|)
               |grants(worker_1,national,18)|)
             (=>
               (and (= |works_in(worker_2)| country.germany) |premature_birth(worker_2)|)
               |grants(worker_2,national,18)|)) :named |rule premature-rule#2|))
; After a multiple birth it grants 18 weeks instead.
(assert (! (and
             (=> |multiple_birth(worker_1)| |longer(worker_1)|)
             (=> |multiple_birth(worker_2)| |longer(worker_2)|)) :named |rule multiple-rule|))
; After a multiple birth it grants 18 weeks instead.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.germany) |multiple_birth(worker_1)|)
               |grants(worker_1,national,18)|)
             (=>
               (and (= |works_in(worker_2)| country.germany) |multiple_birth(worker_2)|)
               |grants(worker_2,national,18)|)) :named |rule multiple-rule#2|))
; Washington grants 16 weeks.
(assert (! (and
             (=>
               (and |region(worker_1).given| (= |region(worker_1)| state.washington))
               |grants(worker_1,state_law,16)|)
             (=>
               (and |region(worker_2).given| (= |region(worker_2)| state.washington))
               |grants(worker_2,state_law,16)|)) :named |rule washington-leave-rule|))
; A worker to whom several of them grant leave gets the longest, and a worker to whom none does gets none.
(assert (! (and
             (=>
               (not
                 (or
                   |grants(worker_1,company,10)|
                   |grants(worker_1,national,12)|
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|))
               |leave_weeks(worker_1,0)|)
             (=>
               (and
                 (not
                   (or
                     |grants(worker_1,national,12)|
                     |grants(worker_1,national,14)|
                     |grants(worker_1,national,18)|
                     |grants(worker_1,state_law,16)|))
                 (or
                   |grants(worker_1,company,10)|
                   |grants(worker_1,national,12)|
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|))
               |leave_weeks(worker_1,10)|)
             (=>
               (and
                 (not
                   (or
                     |grants(worker_1,national,14)|
                     |grants(worker_1,national,18)|
                     |grants(worker_1,state_law,16)|))
                 (or
                   |grants(worker_1,national,12)|
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|))
               |leave_weeks(worker_1,12)|)
             (=>
               (and
                 (not (or |grants(worker_1,national,18)| |grants(worker_1,state_law,16)|))
                 (or
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|))
               |leave_weeks(worker_1,14)|)
             (=> |grants(worker_1,national,18)| |leave_weeks(worker_1,18)|)
             (=>
               (and
                 (not |grants(worker_1,national,18)|)
                 (or |grants(worker_1,national,18)| |grants(worker_1,state_law,16)|))
               |leave_weeks(worker_1,16)|)
             (=>
               (not
                 (or
                   |grants(worker_2,company,10)|
                   |grants(worker_2,national,12)|
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|))
               |leave_weeks(worker_2,0)|)
             (=>
               (and
                 (not
                   (or
                     |grants(worker_2,national,12)|
                     |grants(worker_2,national,14)|
                     |grants(worker_2,national,18)|
                     |grants(worker_2,state_law,16)|))
                 (or
                   |grants(worker_2,company,10)|
                   |grants(worker_2,national,12)|
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|))
               |leave_weeks(worker_2,10)|)
             (=>
               (and
                 (not
                   (or
                     |grants(worker_2,national,14)|
                     |grants(worker_2,national,18)|
                     |grants(worker_2,state_law,16)|))
                 (or
                   |grants(worker_2,national,12)|
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|))
               |leave_weeks(worker_2,12)|)
             (=>
               (and
                 (not (or |grants(worker_2,national,18)| |grants(worker_2,state_law,16)|))
                 (or
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|))
               |leave_weeks(worker_2,14)|)
             (=> |grants(worker_2,national,18)| |leave_weeks(worker_2,18)|)
             (=>
               (and
                 (not |grants(worker_2,national,18)|)
                 (or |grants(worker_2,national,18)| |grants(worker_2,state_law,16)|))
               |leave_weeks(worker_2,16)|)) :named |rule longest-rule|))
; The company gives notice of 30 days.
(assert (! (and |notice(worker_1,company,30)| |notice(worker_2,company,30)|) :named |rule company-notice-rule|))
; German law sets 28 days, and 60 days from five years of service on.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.germany) (< |service(worker_1)| 60))
               |notice(worker_1,national,28)|)
             (=>
               (and (= |works_in(worker_2)| country.germany) (< |service(worker_2)| 60))
               |notice(worker_2,national,28)|)) :named |rule german-notice-rule|))
; German law sets 28 days, and 60 days from five years of service on.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.germany) (>= |service(worker_1)| 60))
               |notice(worker_1,national,60)|)
             (=>
               (and (= |works_in(worker_2)| country.germany) (>= |service(worker_2)| 60))
               |notice(worker_2,national,60)|)) :named |rule german-notice-rule#2|))
; Californian law sets 45 days.
(assert (! (and
             (=>
               (and |region(worker_1).given| (= |region(worker_1)| state.california))
               |notice(worker_1,state_law,45)|)
             (=>
               (and |region(worker_2).given| (= |region(worker_2)| state.california))
               |notice(worker_2,state_law,45)|)) :named |rule californian-notice-rule|))
; A collective agreement sets 90 days.
(assert (! (and
             (=> |under_agreement(worker_1)| |notice(worker_1,agreement,90)|)
             (=> |under_agreement(worker_2)| |notice(worker_2,agreement,90)|)) :named |rule agreement-notice-rule|))
; Of several periods the one that goes before the others is given, be it longer or shorter.
(assert (! (and
             (=>
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,national,28)|
                 |goes_before(national,company)|)
               |replaced(worker_1,company)|)
             (=>
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,national,60)|
                 |goes_before(national,company)|)
               |replaced(worker_1,company)|)
             (=>
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,state_law,45)|
                 |goes_before(state_law,company)|)
               |replaced(worker_1,company)|)
             (=>
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,agreement,90)|
                 |goes_before(agreement,company)|)
               |replaced(worker_1,company)|)
             (=>
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,national,28)|
                 |goes_before(national,company)|)
               |replaced(worker_2,company)|)
             (=>
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,national,60)|
                 |goes_before(national,company)|)
               |replaced(worker_2,company)|)
             (=>
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,state_law,45)|
                 |goes_before(state_law,company)|)
               |replaced(worker_2,company)|)
             (=>
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,agreement,90)|
                 |goes_before(agreement,company)|)
               |replaced(worker_2,company)|)
             (=>
               (and
                 |notice(worker_1,national,28)|
                 |notice(worker_1,state_law,45)|
                 |goes_before(state_law,national)|)
               |replaced(worker_1,national)|)
             (=>
               (and
                 |notice(worker_1,national,28)|
                 |notice(worker_1,agreement,90)|
                 |goes_before(agreement,national)|)
               |replaced(worker_1,national)|)
             (=>
               (and
                 |notice(worker_2,national,28)|
                 |notice(worker_2,state_law,45)|
                 |goes_before(state_law,national)|)
               |replaced(worker_2,national)|)
             (=>
               (and
                 |notice(worker_2,national,28)|
                 |notice(worker_2,agreement,90)|
                 |goes_before(agreement,national)|)
               |replaced(worker_2,national)|)
             (=>
               (and
                 |notice(worker_1,national,60)|
                 |notice(worker_1,state_law,45)|
                 |goes_before(state_law,national)|)
               |replaced(worker_1,national)|)
             (=>
               (and
                 |notice(worker_1,national,60)|
                 |notice(worker_1,agreement,90)|
                 |goes_before(agreement,national)|)
               |replaced(worker_1,national)|)
             (=>
               (and
                 |notice(worker_2,national,60)|
                 |notice(worker_2,state_law,45)|
                 |goes_before(state_law,national)|)
               |replaced(worker_2,national)|)
             (=>
               (and
                 |notice(worker_2,national,60)|
                 |notice(worker_2,agreement,90)|
                 |goes_before(agreement,national)|)
               |replaced(worker_2,national)|)
             (=>
               (and
                 |notice(worker_1,state_law,45)|
                 |notice(worker_1,agreement,90)|
                 |goes_before(agreement,state_law)|)
               |replaced(worker_1,state_law)|)
             (=>
               (and
                 |notice(worker_2,state_law,45)|
                 |notice(worker_2,agreement,90)|
                 |goes_before(agreement,state_law)|)
               |replaced(worker_2,state_law)|)) :named |rule notice-rule|))
; Of several periods the one that goes before the others is given, be it longer or shorter.
(assert (! (and
             (=>
               (and |notice(worker_1,company,30)| (not |replaced(worker_1,company)|))
               |notice_days(worker_1,30)|)
             (=>
               (and |notice(worker_2,company,30)| (not |replaced(worker_2,company)|))
               |notice_days(worker_2,30)|)
             (=>
               (and |notice(worker_1,national,28)| (not |replaced(worker_1,national)|))
               |notice_days(worker_1,28)|)
             (=>
               (and |notice(worker_2,national,28)| (not |replaced(worker_2,national)|))
               |notice_days(worker_2,28)|)
             (=>
               (and |notice(worker_1,national,60)| (not |replaced(worker_1,national)|))
               |notice_days(worker_1,60)|)
             (=>
               (and |notice(worker_2,national,60)| (not |replaced(worker_2,national)|))
               |notice_days(worker_2,60)|)
             (=>
               (and |notice(worker_1,state_law,45)| (not |replaced(worker_1,state_law)|))
               |notice_days(worker_1,45)|)
             (=>
               (and |notice(worker_2,state_law,45)| (not |replaced(worker_2,state_law)|))
               |notice_days(worker_2,45)|)
             (=> |notice(worker_1,agreement,90)| |notice_days(worker_1,90)|)
             (=> |notice(worker_2,agreement,90)| |notice_days(worker_2,90)|)) :named |rule notice-rule#2|))
; The company allows Sunday work.
(assert (! (and |says(worker_1,company,allowed)| |says(worker_2,company,allowed)|) :named |rule company-sunday-rule|))
; German law forbids it.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.germany) (not |lifted(worker_1)|))
               |says(worker_1,national,forbidden)|)
             (=>
               (and (= |works_in(worker_2)| country.germany) (not |lifted(worker_2)|))
               |says(worker_2,national,forbidden)|)) :named |rule german-sunday-rule|))
; It does not forbid it to workers on call.
(assert (! (and
             (=> (and |on_call(worker_1)| (not |protected(worker_1)|)) |lifted(worker_1)|)
             (=> (and |on_call(worker_2)| (not |protected(worker_2)|)) |lifted(worker_2)|)) :named |rule on-call-rule|))
; That exception does not hold for a pregnant worker, unless she has agreed in writing.
(assert (! (and
             (=>
               (and (= |works_in(worker_1)| country.germany) |pregnant(worker_1)| (not |agreed(worker_1)|))
               |protected(worker_1)|)
             (=>
               (and (= |works_in(worker_2)| country.germany) |pregnant(worker_2)| (not |agreed(worker_2)|))
               |protected(worker_2)|)) :named |rule pregnancy-rule|))
; Hesse allows Sunday work in call centres.
(assert (! (and
             (=>
               (and |region(worker_1).given| (= |region(worker_1)| state.hesse) |call_centre(worker_1)|)
               |says(worker_1,state_law,allowed)|)
             (=>
               (and |region(worker_2).given| (= |region(worker_2)| state.hesse) |call_centre(worker_2)|)
               |says(worker_2,state_law,allowed)|)) :named |rule hesse-rule|))
; Bavaria forbids it in call centres, on call or not.
(assert (! (and
             (=>
               (and |region(worker_1).given| (= |region(worker_1)| state.bavaria) |call_centre(worker_1)|)
               |says(worker_1,state_law,forbidden)|)
             (=>
               (and |region(worker_2).given| (= |region(worker_2)| state.bavaria) |call_centre(worker_2)|)
               |says(worker_2,state_law,forbidden)|)) :named |rule bavaria-rule|))
; The protection of a pregnant worker by German law goes before state law.
(assert (! (and
             (=> |protected(worker_1)| |reversed(worker_1,state_law,national)|)
             (=> |protected(worker_2)| |reversed(worker_2,state_law,national)|)) :named |rule protection-rule|))
; The protection of a pregnant worker by German law goes before state law.
(assert (! (and
             (=> |reversed(worker_1,state_law,national)| |beats(worker_1,national,state_law)|)
             (=> |reversed(worker_2,state_law,national)| |beats(worker_2,national,state_law)|)) :named |rule protection-rule#2|))
; Of rules that contradict each other the one that goes before the others decides.
(assert (! (and
             (=> |goes_before(national,company)| |beats(worker_1,national,company)|)
             (=>
               (and |goes_before(state_law,national)| (not |reversed(worker_1,state_law,national)|))
               |beats(worker_1,state_law,national)|)
             (=> |goes_before(agreement,state_law)| |beats(worker_1,agreement,state_law)|)
             (=> |goes_before(state_law,company)| |beats(worker_1,state_law,company)|)
             (=> |goes_before(agreement,national)| |beats(worker_1,agreement,national)|)
             (=> |goes_before(agreement,company)| |beats(worker_1,agreement,company)|)
             (=> |goes_before(national,company)| |beats(worker_2,national,company)|)
             (=>
               (and |goes_before(state_law,national)| (not |reversed(worker_2,state_law,national)|))
               |beats(worker_2,state_law,national)|)
             (=> |goes_before(agreement,state_law)| |beats(worker_2,agreement,state_law)|)
             (=> |goes_before(state_law,company)| |beats(worker_2,state_law,company)|)
             (=> |goes_before(agreement,national)| |beats(worker_2,agreement,national)|)
             (=> |goes_before(agreement,company)| |beats(worker_2,agreement,company)|)) :named |rule conflict-rule|))
; Of rules that contradict each other the one that goes before the others decides.
(assert (! (and
             (=>
               (and
                 |says(worker_1,company,allowed)|
                 |beats(worker_1,national,company)|
                 |says(worker_1,national,forbidden)|)
               |overruled(worker_1,company)|)
             (=>
               (and
                 |says(worker_1,company,allowed)|
                 |beats(worker_1,state_law,company)|
                 |says(worker_1,state_law,forbidden)|)
               |overruled(worker_1,company)|)
             (=>
               (and
                 |says(worker_2,company,allowed)|
                 |beats(worker_2,national,company)|
                 |says(worker_2,national,forbidden)|)
               |overruled(worker_2,company)|)
             (=>
               (and
                 |says(worker_2,company,allowed)|
                 |beats(worker_2,state_law,company)|
                 |says(worker_2,state_law,forbidden)|)
               |overruled(worker_2,company)|)
             (=>
               (and
                 |says(worker_1,national,forbidden)|
                 |beats(worker_1,state_law,national)|
                 |says(worker_1,state_law,allowed)|)
               |overruled(worker_1,national)|)
             (=>
               (and
                 |says(worker_2,national,forbidden)|
                 |beats(worker_2,state_law,national)|
                 |says(worker_2,state_law,allowed)|)
               |overruled(worker_2,national)|)
             (=>
               (and
                 |says(worker_1,state_law,allowed)|
                 |beats(worker_1,national,state_law)|
                 |says(worker_1,national,forbidden)|)
               |overruled(worker_1,state_law)|)
             (=>
               (and
                 |says(worker_2,state_law,allowed)|
                 |beats(worker_2,national,state_law)|
                 |says(worker_2,national,forbidden)|)
               |overruled(worker_2,state_law)|)) :named |rule conflict-rule#2|))
; Of rules that contradict each other the one that goes before the others decides.
(assert (! (and
             (=>
               (and |says(worker_1,company,allowed)| (not |overruled(worker_1,company)|))
               |sunday_work(worker_1,allowed)|)
             (=>
               (and |says(worker_2,company,allowed)| (not |overruled(worker_2,company)|))
               |sunday_work(worker_2,allowed)|)
             (=>
               (and |says(worker_1,national,forbidden)| (not |overruled(worker_1,national)|))
               |sunday_work(worker_1,forbidden)|)
             (=>
               (and |says(worker_2,national,forbidden)| (not |overruled(worker_2,national)|))
               |sunday_work(worker_2,forbidden)|)
             (=>
               (and |says(worker_1,state_law,allowed)| (not |overruled(worker_1,state_law)|))
               |sunday_work(worker_1,allowed)|)
             (=>
               (and |says(worker_2,state_law,allowed)| (not |overruled(worker_2,state_law)|))
               |sunday_work(worker_2,allowed)|)
             (=>
               (and |says(worker_1,state_law,forbidden)| (not |overruled(worker_1,state_law)|))
               |sunday_work(worker_1,forbidden)|)
             (=>
               (and |says(worker_2,state_law,forbidden)| (not |overruled(worker_2,state_law)|))
               |sunday_work(worker_2,forbidden)|)) :named |rule conflict-rule#3|))

; --- closed worlds: what no rule derives is false
(assert (! (=>
             |goes_before(state_law,company)|
             (and |goes_before(national,company)| |goes_before(state_law,national)|)) :named |closed-world goes_before(state_law,company)|))
(assert (! (=>
             |goes_before(agreement,national)|
             (and |goes_before(state_law,national)| |goes_before(agreement,state_law)|)) :named |closed-world goes_before(agreement,national)|))
(assert (! (=>
             |goes_before(agreement,company)|
             (or
               (and |goes_before(agreement,national)| |goes_before(national,company)|)
               (and |goes_before(state_law,company)| |goes_before(agreement,state_law)|))) :named |closed-world goes_before(agreement,company)|))
(assert (! (=> |grants(worker_1,company,10)| (not |withheld(worker_1)|)) :named |closed-world grants(worker_1,company)|))
(assert (! (=> |grants(worker_2,company,10)| (not |withheld(worker_2)|)) :named |closed-world grants(worker_2,company)|))
(assert (! (and
             (=>
               |grants(worker_1,national,12)|
               (and (= |works_in(worker_1)| country.united_states) (>= |service(worker_1)| 12)))
             (=>
               |grants(worker_1,national,14)|
               (and (= |works_in(worker_1)| country.germany) (not |longer(worker_1)|)))
             (=>
               |grants(worker_1,national,18)|
               (or
                 (and (= |works_in(worker_1)| country.germany) |premature_birth(worker_1)|)
                 (and (= |works_in(worker_1)| country.germany) |multiple_birth(worker_1)|)))) :named |closed-world grants(worker_1,national)|))
(assert (! (and
             (=>
               |grants(worker_2,national,12)|
               (and (= |works_in(worker_2)| country.united_states) (>= |service(worker_2)| 12)))
             (=>
               |grants(worker_2,national,14)|
               (and (= |works_in(worker_2)| country.germany) (not |longer(worker_2)|)))
             (=>
               |grants(worker_2,national,18)|
               (or
                 (and (= |works_in(worker_2)| country.germany) |premature_birth(worker_2)|)
                 (and (= |works_in(worker_2)| country.germany) |multiple_birth(worker_2)|)))) :named |closed-world grants(worker_2,national)|))
(assert (! (=>
             |grants(worker_1,state_law,16)|
             (and |region(worker_1).given| (= |region(worker_1)| state.washington))) :named |closed-world grants(worker_1,state_law)|))
(assert (! (=>
             |grants(worker_2,state_law,16)|
             (and |region(worker_2).given| (= |region(worker_2)| state.washington))) :named |closed-world grants(worker_2,state_law)|))
(assert (! (=>
             |withheld(worker_1)|
             (or
               (and (< |service(worker_1)| 6) (not |under_agreement(worker_1)|))
               (and |fixed_term(worker_1)| (not |under_agreement(worker_1)|)))) :named |closed-world withheld(worker_1)|))
(assert (! (=>
             |withheld(worker_2)|
             (or
               (and (< |service(worker_2)| 6) (not |under_agreement(worker_2)|))
               (and |fixed_term(worker_2)| (not |under_agreement(worker_2)|)))) :named |closed-world withheld(worker_2)|))
(assert (! (=> |longer(worker_1)| (or |premature_birth(worker_1)| |multiple_birth(worker_1)|)) :named |closed-world longer(worker_1)|))
(assert (! (=> |longer(worker_2)| (or |premature_birth(worker_2)| |multiple_birth(worker_2)|)) :named |closed-world longer(worker_2)|))
(assert (! (and
             (=>
               |leave_weeks(worker_1,0)|
               (not
                 (or
                   |grants(worker_1,company,10)|
                   |grants(worker_1,national,12)|
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|)))
             (=>
               |leave_weeks(worker_1,10)|
               (and
                 (not
                   (or
                     |grants(worker_1,national,12)|
                     |grants(worker_1,national,14)|
                     |grants(worker_1,national,18)|
                     |grants(worker_1,state_law,16)|))
                 (or
                   |grants(worker_1,company,10)|
                   |grants(worker_1,national,12)|
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|)))
             (=>
               |leave_weeks(worker_1,12)|
               (and
                 (not
                   (or
                     |grants(worker_1,national,14)|
                     |grants(worker_1,national,18)|
                     |grants(worker_1,state_law,16)|))
                 (or
                   |grants(worker_1,national,12)|
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|)))
             (=>
               |leave_weeks(worker_1,14)|
               (and
                 (not (or |grants(worker_1,national,18)| |grants(worker_1,state_law,16)|))
                 (or
                   |grants(worker_1,national,14)|
                   |grants(worker_1,national,18)|
                   |grants(worker_1,state_law,16)|)))
             (=> |leave_weeks(worker_1,18)| |grants(worker_1,national,18)|)
             (=>
               |leave_weeks(worker_1,16)|
               (and
                 (not |grants(worker_1,national,18)|)
                 (or |grants(worker_1,national,18)| |grants(worker_1,state_law,16)|)))
             (not |leave_weeks(worker_1,#inf)|)) :named |closed-world leave_weeks(worker_1)|))
(assert (! (and
             (=>
               |leave_weeks(worker_2,0)|
               (not
                 (or
                   |grants(worker_2,company,10)|
                   |grants(worker_2,national,12)|
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|)))
             (=>
               |leave_weeks(worker_2,10)|
               (and
                 (not
                   (or
                     |grants(worker_2,national,12)|
                     |grants(worker_2,national,14)|
                     |grants(worker_2,national,18)|
                     |grants(worker_2,state_law,16)|))
                 (or
                   |grants(worker_2,company,10)|
                   |grants(worker_2,national,12)|
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|)))
             (=>
               |leave_weeks(worker_2,12)|
               (and
                 (not
                   (or
                     |grants(worker_2,national,14)|
                     |grants(worker_2,national,18)|
                     |grants(worker_2,state_law,16)|))
                 (or
                   |grants(worker_2,national,12)|
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|)))
             (=>
               |leave_weeks(worker_2,14)|
               (and
                 (not (or |grants(worker_2,national,18)| |grants(worker_2,state_law,16)|))
                 (or
                   |grants(worker_2,national,14)|
                   |grants(worker_2,national,18)|
                   |grants(worker_2,state_law,16)|)))
             (=> |leave_weeks(worker_2,18)| |grants(worker_2,national,18)|)
             (=>
               |leave_weeks(worker_2,16)|
               (and
                 (not |grants(worker_2,national,18)|)
                 (or |grants(worker_2,national,18)| |grants(worker_2,state_law,16)|)))
             (not |leave_weeks(worker_2,#inf)|)) :named |closed-world leave_weeks(worker_2)|))
(assert (! (and
             (=>
               |notice(worker_1,national,28)|
               (and (= |works_in(worker_1)| country.germany) (< |service(worker_1)| 60)))
             (=>
               |notice(worker_1,national,60)|
               (and (= |works_in(worker_1)| country.germany) (>= |service(worker_1)| 60)))) :named |closed-world notice(worker_1,national)|))
(assert (! (and
             (=>
               |notice(worker_2,national,28)|
               (and (= |works_in(worker_2)| country.germany) (< |service(worker_2)| 60)))
             (=>
               |notice(worker_2,national,60)|
               (and (= |works_in(worker_2)| country.germany) (>= |service(worker_2)| 60)))) :named |closed-world notice(worker_2,national)|))
(assert (! (=>
             |notice(worker_1,state_law,45)|
             (and |region(worker_1).given| (= |region(worker_1)| state.california))) :named |closed-world notice(worker_1,state_law)|))
(assert (! (=>
             |notice(worker_2,state_law,45)|
             (and |region(worker_2).given| (= |region(worker_2)| state.california))) :named |closed-world notice(worker_2,state_law)|))
(assert (! (=> |notice(worker_1,agreement,90)| |under_agreement(worker_1)|) :named |closed-world notice(worker_1,agreement)|))
(assert (! (=> |notice(worker_2,agreement,90)| |under_agreement(worker_2)|) :named |closed-world notice(worker_2,agreement)|))
(assert (! (=>
             |replaced(worker_1,company)|
             (or
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,national,28)|
                 |goes_before(national,company)|)
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,national,60)|
                 |goes_before(national,company)|)
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,state_law,45)|
                 |goes_before(state_law,company)|)
               (and
                 |notice(worker_1,company,30)|
                 |notice(worker_1,agreement,90)|
                 |goes_before(agreement,company)|))) :named |closed-world replaced(worker_1,company)|))
(assert (! (=>
             |replaced(worker_2,company)|
             (or
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,national,28)|
                 |goes_before(national,company)|)
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,national,60)|
                 |goes_before(national,company)|)
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,state_law,45)|
                 |goes_before(state_law,company)|)
               (and
                 |notice(worker_2,company,30)|
                 |notice(worker_2,agreement,90)|
                 |goes_before(agreement,company)|))) :named |closed-world replaced(worker_2,company)|))
(assert (! (=>
             |replaced(worker_1,national)|
             (or
               (and
                 |notice(worker_1,national,28)|
                 |notice(worker_1,state_law,45)|
                 |goes_before(state_law,national)|)
               (and
                 |notice(worker_1,national,28)|
                 |notice(worker_1,agreement,90)|
                 |goes_before(agreement,national)|)
               (and
                 |notice(worker_1,national,60)|
                 |notice(worker_1,state_law,45)|
                 |goes_before(state_law,national)|)
               (and
                 |notice(worker_1,national,60)|
                 |notice(worker_1,agreement,90)|
                 |goes_before(agreement,national)|))) :named |closed-world replaced(worker_1,national)|))
(assert (! (=>
             |replaced(worker_2,national)|
             (or
               (and
                 |notice(worker_2,national,28)|
                 |notice(worker_2,state_law,45)|
                 |goes_before(state_law,national)|)
               (and
                 |notice(worker_2,national,28)|
                 |notice(worker_2,agreement,90)|
                 |goes_before(agreement,national)|)
               (and
                 |notice(worker_2,national,60)|
                 |notice(worker_2,state_law,45)|
                 |goes_before(state_law,national)|)
               (and
                 |notice(worker_2,national,60)|
                 |notice(worker_2,agreement,90)|
                 |goes_before(agreement,national)|))) :named |closed-world replaced(worker_2,national)|))
(assert (! (=>
             |replaced(worker_1,state_law)|
             (and
               |notice(worker_1,state_law,45)|
               |notice(worker_1,agreement,90)|
               |goes_before(agreement,state_law)|)) :named |closed-world replaced(worker_1,state_law)|))
(assert (! (=>
             |replaced(worker_2,state_law)|
             (and
               |notice(worker_2,state_law,45)|
               |notice(worker_2,agreement,90)|
               |goes_before(agreement,state_law)|)) :named |closed-world replaced(worker_2,state_law)|))
(assert (! (and
             (=>
               |notice_days(worker_1,30)|
               (and |notice(worker_1,company,30)| (not |replaced(worker_1,company)|)))
             (=>
               |notice_days(worker_1,28)|
               (and |notice(worker_1,national,28)| (not |replaced(worker_1,national)|)))
             (=>
               |notice_days(worker_1,60)|
               (and |notice(worker_1,national,60)| (not |replaced(worker_1,national)|)))
             (=>
               |notice_days(worker_1,45)|
               (and |notice(worker_1,state_law,45)| (not |replaced(worker_1,state_law)|)))
             (=> |notice_days(worker_1,90)| |notice(worker_1,agreement,90)|)) :named |closed-world notice_days(worker_1)|))
(assert (! (and
             (=>
               |notice_days(worker_2,30)|
               (and |notice(worker_2,company,30)| (not |replaced(worker_2,company)|)))
             (=>
               |notice_days(worker_2,28)|
               (and |notice(worker_2,national,28)| (not |replaced(worker_2,national)|)))
             (=>
               |notice_days(worker_2,60)|
               (and |notice(worker_2,national,60)| (not |replaced(worker_2,national)|)))
             (=>
               |notice_days(worker_2,45)|
               (and |notice(worker_2,state_law,45)| (not |replaced(worker_2,state_law)|)))
             (=> |notice_days(worker_2,90)| |notice(worker_2,agreement,90)|)) :named |closed-world notice_days(worker_2)|))
(assert (! (=>
             |says(worker_1,national,forbidden)|
             (and (= |works_in(worker_1)| country.germany) (not |lifted(worker_1)|))) :named |closed-world says(worker_1,national)|))
(assert (! (=>
             |says(worker_2,national,forbidden)|
             (and (= |works_in(worker_2)| country.germany) (not |lifted(worker_2)|))) :named |closed-world says(worker_2,national)|))
(assert (! (and
             (=>
               |says(worker_1,state_law,allowed)|
               (and |region(worker_1).given| (= |region(worker_1)| state.hesse) |call_centre(worker_1)|))
             (=>
               |says(worker_1,state_law,forbidden)|
               (and |region(worker_1).given| (= |region(worker_1)| state.bavaria) |call_centre(worker_1)|))) :named |closed-world says(worker_1,state_law)|))
(assert (! (and
             (=>
               |says(worker_2,state_law,allowed)|
               (and |region(worker_2).given| (= |region(worker_2)| state.hesse) |call_centre(worker_2)|))
             (=>
               |says(worker_2,state_law,forbidden)|
               (and |region(worker_2).given| (= |region(worker_2)| state.bavaria) |call_centre(worker_2)|))) :named |closed-world says(worker_2,state_law)|))
(assert (! (=> |lifted(worker_1)| (and |on_call(worker_1)| (not |protected(worker_1)|))) :named |closed-world lifted(worker_1)|))
(assert (! (=> |lifted(worker_2)| (and |on_call(worker_2)| (not |protected(worker_2)|))) :named |closed-world lifted(worker_2)|))
(assert (! (=>
             |protected(worker_1)|
             (and (= |works_in(worker_1)| country.germany) |pregnant(worker_1)| (not |agreed(worker_1)|))) :named |closed-world protected(worker_1)|))
(assert (! (=>
             |protected(worker_2)|
             (and (= |works_in(worker_2)| country.germany) |pregnant(worker_2)| (not |agreed(worker_2)|))) :named |closed-world protected(worker_2)|))
(assert (! (=> |reversed(worker_1,state_law,national)| |protected(worker_1)|) :named |closed-world reversed(worker_1,state_law,national)|))
(assert (! (=> |reversed(worker_2,state_law,national)| |protected(worker_2)|) :named |closed-world reversed(worker_2,state_law,national)|))
(assert (! (=> |beats(worker_1,national,state_law)| |reversed(worker_1,state_law,national)|) :named |closed-world beats(worker_1,national,state_law)|))
(assert (! (=> |beats(worker_2,national,state_law)| |reversed(worker_2,state_law,national)|) :named |closed-world beats(worker_2,national,state_law)|))
(assert (! (=> |beats(worker_1,national,company)| |goes_before(national,company)|) :named |closed-world beats(worker_1,national,company)|))
(assert (! (=>
             |beats(worker_1,state_law,national)|
             (and |goes_before(state_law,national)| (not |reversed(worker_1,state_law,national)|))) :named |closed-world beats(worker_1,state_law,national)|))
(assert (! (=> |beats(worker_1,agreement,state_law)| |goes_before(agreement,state_law)|) :named |closed-world beats(worker_1,agreement,state_law)|))
(assert (! (=> |beats(worker_1,state_law,company)| |goes_before(state_law,company)|) :named |closed-world beats(worker_1,state_law,company)|))
(assert (! (=> |beats(worker_1,agreement,national)| |goes_before(agreement,national)|) :named |closed-world beats(worker_1,agreement,national)|))
(assert (! (=> |beats(worker_1,agreement,company)| |goes_before(agreement,company)|) :named |closed-world beats(worker_1,agreement,company)|))
(assert (! (=> |beats(worker_2,national,company)| |goes_before(national,company)|) :named |closed-world beats(worker_2,national,company)|))
(assert (! (=>
             |beats(worker_2,state_law,national)|
             (and |goes_before(state_law,national)| (not |reversed(worker_2,state_law,national)|))) :named |closed-world beats(worker_2,state_law,national)|))
(assert (! (=> |beats(worker_2,agreement,state_law)| |goes_before(agreement,state_law)|) :named |closed-world beats(worker_2,agreement,state_law)|))
(assert (! (=> |beats(worker_2,state_law,company)| |goes_before(state_law,company)|) :named |closed-world beats(worker_2,state_law,company)|))
(assert (! (=> |beats(worker_2,agreement,national)| |goes_before(agreement,national)|) :named |closed-world beats(worker_2,agreement,national)|))
(assert (! (=> |beats(worker_2,agreement,company)| |goes_before(agreement,company)|) :named |closed-world beats(worker_2,agreement,company)|))
(assert (! (=>
             |overruled(worker_1,company)|
             (or
               (and
                 |says(worker_1,company,allowed)|
                 |beats(worker_1,national,company)|
                 |says(worker_1,national,forbidden)|)
               (and
                 |says(worker_1,company,allowed)|
                 |beats(worker_1,state_law,company)|
                 |says(worker_1,state_law,forbidden)|))) :named |closed-world overruled(worker_1,company)|))
(assert (! (=>
             |overruled(worker_2,company)|
             (or
               (and
                 |says(worker_2,company,allowed)|
                 |beats(worker_2,national,company)|
                 |says(worker_2,national,forbidden)|)
               (and
                 |says(worker_2,company,allowed)|
                 |beats(worker_2,state_law,company)|
                 |says(worker_2,state_law,forbidden)|))) :named |closed-world overruled(worker_2,company)|))
(assert (! (=>
             |overruled(worker_1,national)|
             (and
               |says(worker_1,national,forbidden)|
               |beats(worker_1,state_law,national)|
               |says(worker_1,state_law,allowed)|)) :named |closed-world overruled(worker_1,national)|))
(assert (! (=>
             |overruled(worker_2,national)|
             (and
               |says(worker_2,national,forbidden)|
               |beats(worker_2,state_law,national)|
               |says(worker_2,state_law,allowed)|)) :named |closed-world overruled(worker_2,national)|))
(assert (! (=>
             |overruled(worker_1,state_law)|
             (and
               |says(worker_1,state_law,allowed)|
               |beats(worker_1,national,state_law)|
               |says(worker_1,national,forbidden)|)) :named |closed-world overruled(worker_1,state_law)|))
(assert (! (=>
             |overruled(worker_2,state_law)|
             (and
               |says(worker_2,state_law,allowed)|
               |beats(worker_2,national,state_law)|
               |says(worker_2,national,forbidden)|)) :named |closed-world overruled(worker_2,state_law)|))
(assert (! (and
             (=>
               |sunday_work(worker_1,allowed)|
               (or
                 (and |says(worker_1,company,allowed)| (not |overruled(worker_1,company)|))
                 (and |says(worker_1,state_law,allowed)| (not |overruled(worker_1,state_law)|))))
             (=>
               |sunday_work(worker_1,forbidden)|
               (or
                 (and |says(worker_1,national,forbidden)| (not |overruled(worker_1,national)|))
                 (and |says(worker_1,state_law,forbidden)| (not |overruled(worker_1,state_law)|))))) :named |closed-world sunday_work(worker_1)|))
(assert (! (and
             (=>
               |sunday_work(worker_2,allowed)|
               (or
                 (and |says(worker_2,company,allowed)| (not |overruled(worker_2,company)|))
                 (and |says(worker_2,state_law,allowed)| (not |overruled(worker_2,state_law)|))))
             (=>
               |sunday_work(worker_2,forbidden)|
               (or
                 (and |says(worker_2,national,forbidden)| (not |overruled(worker_2,national)|))
                 (and |says(worker_2,state_law,forbidden)| (not |overruled(worker_2,state_law)|))))) :named |closed-world sunday_work(worker_2)|))

; --- values of outcomes
(assert (! (=
             |leave_weeks(worker_1).given|
             (or
               |leave_weeks(worker_1,0)|
               |leave_weeks(worker_1,10)|
               |leave_weeks(worker_1,12)|
               |leave_weeks(worker_1,14)|
               |leave_weeks(worker_1,18)|
               |leave_weeks(worker_1,16)|
               |leave_weeks(worker_1,#inf)|)) :named |given leave_weeks(worker_1)|))
(assert (! (and
             (=> |leave_weeks(worker_1,0)| (= |leave_weeks(worker_1)| 0))
             (=> |leave_weeks(worker_1,10)| (= |leave_weeks(worker_1)| 10))
             (=> |leave_weeks(worker_1,12)| (= |leave_weeks(worker_1)| 12))
             (=> |leave_weeks(worker_1,14)| (= |leave_weeks(worker_1)| 14))
             (=> |leave_weeks(worker_1,18)| (= |leave_weeks(worker_1)| 18))
             (=> |leave_weeks(worker_1,16)| (= |leave_weeks(worker_1)| 16))
             (not |leave_weeks(worker_1,#inf)|)) :named |value leave_weeks(worker_1)|))
(assert (! (=
             |leave_weeks(worker_2).given|
             (or
               |leave_weeks(worker_2,0)|
               |leave_weeks(worker_2,10)|
               |leave_weeks(worker_2,12)|
               |leave_weeks(worker_2,14)|
               |leave_weeks(worker_2,18)|
               |leave_weeks(worker_2,16)|
               |leave_weeks(worker_2,#inf)|)) :named |given leave_weeks(worker_2)|))
(assert (! (and
             (=> |leave_weeks(worker_2,0)| (= |leave_weeks(worker_2)| 0))
             (=> |leave_weeks(worker_2,10)| (= |leave_weeks(worker_2)| 10))
             (=> |leave_weeks(worker_2,12)| (= |leave_weeks(worker_2)| 12))
             (=> |leave_weeks(worker_2,14)| (= |leave_weeks(worker_2)| 14))
             (=> |leave_weeks(worker_2,18)| (= |leave_weeks(worker_2)| 18))
             (=> |leave_weeks(worker_2,16)| (= |leave_weeks(worker_2)| 16))
             (not |leave_weeks(worker_2,#inf)|)) :named |value leave_weeks(worker_2)|))
(assert (! (=
             |notice_days(worker_1).given|
             (or
               |notice_days(worker_1,30)|
               |notice_days(worker_1,28)|
               |notice_days(worker_1,60)|
               |notice_days(worker_1,45)|
               |notice_days(worker_1,90)|)) :named |given notice_days(worker_1)|))
(assert (! (and
             (=> |notice_days(worker_1,30)| (= |notice_days(worker_1)| 30))
             (=> |notice_days(worker_1,28)| (= |notice_days(worker_1)| 28))
             (=> |notice_days(worker_1,60)| (= |notice_days(worker_1)| 60))
             (=> |notice_days(worker_1,45)| (= |notice_days(worker_1)| 45))
             (=> |notice_days(worker_1,90)| (= |notice_days(worker_1)| 90))) :named |value notice_days(worker_1)|))
(assert (! (=
             |notice_days(worker_2).given|
             (or
               |notice_days(worker_2,30)|
               |notice_days(worker_2,28)|
               |notice_days(worker_2,60)|
               |notice_days(worker_2,45)|
               |notice_days(worker_2,90)|)) :named |given notice_days(worker_2)|))
(assert (! (and
             (=> |notice_days(worker_2,30)| (= |notice_days(worker_2)| 30))
             (=> |notice_days(worker_2,28)| (= |notice_days(worker_2)| 28))
             (=> |notice_days(worker_2,60)| (= |notice_days(worker_2)| 60))
             (=> |notice_days(worker_2,45)| (= |notice_days(worker_2)| 45))
             (=> |notice_days(worker_2,90)| (= |notice_days(worker_2)| 90))) :named |value notice_days(worker_2)|))
(assert (! (=
             |sunday_work(worker_1).given|
             (or |sunday_work(worker_1,allowed)| |sunday_work(worker_1,forbidden)|)) :named |given sunday_work(worker_1)|))
(assert (! (and
             (=> |sunday_work(worker_1,allowed)| (= |sunday_work(worker_1)| permission.allowed))
             (=> |sunday_work(worker_1,forbidden)| (= |sunday_work(worker_1)| permission.forbidden))) :named |value sunday_work(worker_1)|))
(assert (! (=
             |sunday_work(worker_2).given|
             (or |sunday_work(worker_2,allowed)| |sunday_work(worker_2,forbidden)|)) :named |given sunday_work(worker_2)|))
(assert (! (and
             (=> |sunday_work(worker_2,allowed)| (= |sunday_work(worker_2)| permission.allowed))
             (=> |sunday_work(worker_2,forbidden)| (= |sunday_work(worker_2)| permission.forbidden))) :named |value sunday_work(worker_2)|))
