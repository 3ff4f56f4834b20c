; %@ policy health_plan "Dependents in the health plan" version "2026.1" effective 2026-01-01..2026-12-31
; %@ sort person = person_1 | person_2
; %@ sort relationship = child | spouse | former_spouse
; %@ sort tier_name = employee_only | employee_plus_one | family
; %@ input relation(person): relationship "relation to the employee"
; %@ input age(person): int 0..120 years "age on the first day of the plan year"
; %@ input optional disabled_at(person): int 0..120 years "age at which a disability began"
; %@ input own_coverage(person) "the person's own employer offers coverage"
; %@ input catastrophic_only(person) "what is offered is catastrophic coverage alone"
; %@ input closed court_order(person) "a court order names the person" from legal
; %@ input closed enrolled(person) "the employee enrols the person"
; %@ outcome eligible(person) "the person may be covered"
; %@ outcome covered(person) "the person is covered"
; %@ outcome form_complete "every child on the form is eligible"
; %@ outcome waiver_needed "a waiver must be signed"
; %@ outcome covered_people: int people "how many people are covered"
; %@ outcome tier: tier_name "tier of the plan"
; %@ outcome contribution: decimal(2) USD "what the employee contributes a month"
(set-logic QF_UFDTLIA)
(declare-datatypes ((|relationship values| 0)) (((relationship.child) (relationship.spouse) (relationship.former_spouse))))
(declare-datatypes ((|tier_name values| 0)) (((tier_name.employee_only) (tier_name.employee_plus_one) (tier_name.family))))

; --- inputs
(declare-const |relation(person_1)| |relationship values|) ; relation to the employee
(declare-const |relation(person_2)| |relationship values|) ; relation to the employee
(declare-const |age(person_1)| Int) ; age on the first day of the plan year, years
(declare-const |age(person_2)| Int) ; age on the first day of the plan year, years
(declare-const |disabled_at(person_1)| Int) ; age at which a disability began, years
(declare-const |disabled_at(person_1).given| Bool)
(declare-const |disabled_at(person_2)| Int) ; age at which a disability began, years
(declare-const |disabled_at(person_2).given| Bool)
(declare-const |own_coverage(person_1)| Bool) ; the person's own employer offers coverage
(declare-const |own_coverage(person_2)| Bool) ; the person's own employer offers coverage
(declare-const |catastrophic_only(person_1)| Bool) ; what is offered is catastrophic coverage alone
(declare-const |catastrophic_only(person_2)| Bool) ; what is offered is catastrophic coverage alone
(declare-const |court_order(person_1)| Bool) ; a court order names the person
(declare-const |court_order(person_2)| Bool) ; a court order names the person
(declare-const |enrolled(person_1)| Bool) ; the employee enrols the person
(declare-const |enrolled(person_2)| Bool) ; the employee enrols the person

; --- what the policy derives
(declare-const form_complete Bool)
(declare-const waiver_needed Bool)
(declare-const |eligible(person_1)| Bool)
(declare-const |eligible(person_2)| Bool)
(declare-const |shut_out(person_1)| Bool)
(declare-const |shut_out(person_2)| Bool)
(declare-const |not_an_offer(person_1)| Bool)
(declare-const |not_an_offer(person_2)| Bool)
(declare-const |covered(person_1)| Bool)
(declare-const |covered(person_2)| Bool)
(declare-const |covered_people @ tier-rule| Bool)
(declare-const |tier(employee_only)| Bool)
(declare-const |tier(employee_plus_one)| Bool)
(declare-const |tier(family)| Bool)
(declare-const |share(child,8000)| Bool)
(declare-const |share(spouse,14000)| Bool)
(declare-const |share(former_spouse,14000)| Bool)
(declare-const |dependents_share @ contribution-rule#3| Bool)
(declare-const |contribution @ contribution-rule#4| Bool)
(declare-const |contribution(39550)| Bool)
(declare-const |count of tier-rule| Int)
(declare-const |sum of contribution-rule#3| Int)
(declare-const covered_people.given Bool)
(declare-const covered_people Int)
(declare-const tier.given Bool)
(declare-const tier |tier_name values|)
(declare-const contribution.given Bool)
(declare-const contribution Int)

; --- inputs without a value: nothing depends on their constants
(assert (! (or |disabled_at(person_1).given| (= |disabled_at(person_1)| 0)) :named |none disabled_at(person_1)|))
(assert (! (or |disabled_at(person_2).given| (= |disabled_at(person_2)| 0)) :named |none disabled_at(person_2)|))

; --- declared ranges
(assert (! (and (>= |age(person_1)| 0) (<= |age(person_1)| 120)) :named |range age(person_1)|))
(assert (! (and (>= |age(person_2)| 0) (<= |age(person_2)| 120)) :named |range age(person_2)|))
(assert (! (=>
             |disabled_at(person_1).given|
             (and (>= |disabled_at(person_1)| 0) (<= |disabled_at(person_1)| 120))) :named |range disabled_at(person_1)|))
(assert (! (=>
             |disabled_at(person_2).given|
             (and (>= |disabled_at(person_2)| 0) (<= |disabled_at(person_2)| 120))) :named |range disabled_at(person_2)|))

; --- rules
; A child under 26 is eligible.
(assert (! (and
             (=>
               (and (= |relation(person_1)| relationship.child) (< |age(person_1)| 26))
               |eligible(person_1)|)
             (=>
               (and (= |relation(person_2)| relationship.child) (< |age(person_2)| 26))
               |eligible(person_2)|)) :named |rule child-rule|))
; A child of 26 or over is eligible only if a disability began before the age of 26.
(assert (! (and
             (=>
               (and
                 (= |relation(person_1)| relationship.child)
                 (>= |age(person_1)| 26)
                 |disabled_at(person_1).given|
                 (< |disabled_at(person_1)| 26))
               |eligible(person_1)|)
             (=>
               (and
                 (= |relation(person_2)| relationship.child)
                 (>= |age(person_2)| 26)
                 |disabled_at(person_2).given|
                 (< |disabled_at(person_2)| 26))
               |eligible(person_2)|)) :named |rule disabled-child-rule|))
; No disability begins at an age that the person has not reached; a form that says so is returned.
(assert (! (and
             (not (and |disabled_at(person_1).given| (< |age(person_1)| |disabled_at(person_1)|)))
             (not (and |disabled_at(person_2).given| (< |age(person_2)| |disabled_at(person_2)|)))) :named |rule disability-constraint|))
; A spouse is eligible.
(assert (! (and
             (=>
               (and (= |relation(person_1)| relationship.spouse) (not |shut_out(person_1)|))
               |eligible(person_1)|)
             (=>
               (and (= |relation(person_2)| relationship.spouse) (not |shut_out(person_2)|))
               |eligible(person_2)|)) :named |rule spouse-rule|))
; A spouse whose own employer offers coverage is not eligible.
(assert (! (and
             (=>
               (and
                 (= |relation(person_1)| relationship.spouse)
                 |own_coverage(person_1)|
                 (not |not_an_offer(person_1)|))
               |shut_out(person_1)|)
             (=>
               (and
                 (= |relation(person_2)| relationship.spouse)
                 |own_coverage(person_2)|
                 (not |not_an_offer(person_2)|))
               |shut_out(person_2)|)) :named |rule own-coverage-rule|))
; An offer of catastrophic coverage alone does not count as an offer.
(assert (! (and
             (=> (and |own_coverage(person_1)| |catastrophic_only(person_1)|) |not_an_offer(person_1)|)
             (=> (and |own_coverage(person_2)| |catastrophic_only(person_2)|) |not_an_offer(person_2)|)) :named |rule catastrophic-rule|))
; A form names one spouse at most.
(assert (! (<= (+ (ite (= |relation(person_1)| relationship.spouse) 1 0) (ite (= |relation(person_2)| relationship.spouse) 1 0)) 1) :named |rule one-spouse-constraint|))
; A former spouse is never eligible, unless a court order names them.
; The order stands whatever coverage the former spouse is offered elsewhere.
(assert (! (and
             (=>
               (and (= |relation(person_1)| relationship.former_spouse) |court_order(person_1)|)
               |eligible(person_1)|)
             (=>
               (and (= |relation(person_2)| relationship.former_spouse) |court_order(person_2)|)
               |eligible(person_2)|)) :named |rule court-order-rule|))
; An eligible person whom the employee enrols is covered.
; Enrolling anybody else has no effect.
(assert (! (and
             (=> (and |eligible(person_1)| |enrolled(person_1)|) |covered(person_1)|)
             (=> (and |eligible(person_2)| |enrolled(person_2)|) |covered(person_2)|)) :named |rule enrolment-rule|))
; The form is complete when every child on it is eligible.
(assert (! (=>
             (and
               (=> (= |relation(person_1)| relationship.child) |eligible(person_1)|)
               (=> (= |relation(person_2)| relationship.child) |eligible(person_2)|))
             form_complete) :named |rule complete-rule|))
; A waiver must be signed when somebody eligible is not enrolled.
(assert (! (and
             (=> (and |eligible(person_1)| (not |enrolled(person_1)|)) waiver_needed)
             (=> (and |eligible(person_2)| (not |enrolled(person_2)|)) waiver_needed)) :named |rule waiver-rule|))
; The tier is employee only when nobody is covered, employee plus one when one person is, and family when more are.
(assert (! |covered_people @ tier-rule| :named |rule tier-rule|))
; The tier is employee only when nobody is covered, employee plus one when one person is, and family when more are.
(assert (! (=> (and (= |count of tier-rule| 0) |covered_people @ tier-rule|) |tier(employee_only)|) :named |rule tier-rule#2|))
; The tier is employee only when nobody is covered, employee plus one when one person is, and family when more are.
(assert (! (=> (and (= |count of tier-rule| 1) |covered_people @ tier-rule|) |tier(employee_plus_one)|) :named |rule tier-rule#3|))
; The tier is employee only when nobody is covered, employee plus one when one person is, and family when more are.
(assert (! (=> (and |covered_people @ tier-rule| (> |count of tier-rule| 1)) |tier(family)|) :named |rule tier-rule#4|))
; The employee contributes 95.50 dollars a month, 140.00 dollars for a covered spouse or former spouse, and 80.00 dollars for each covered child.
(assert (! |share(child,8000)| :named |rule contribution-rule|))
; The employee contributes 95.50 dollars a month, 140.00 dollars for a covered spouse or former spouse, and 80.00 dollars for each covered child.
(assert (! (and |share(spouse,14000)| |share(former_spouse,14000)|) :named |rule contribution-rule#2|))
; The employee contributes 95.50 dollars a month, 140.00 dollars for a covered spouse or former spouse, and 80.00 dollars for each covered child.
(assert (! |dependents_share @ contribution-rule#3| :named |rule contribution-rule#3|))
; The employee contributes 95.50 dollars a month, 140.00 dollars for a covered spouse or former spouse, and 80.00 dollars for each covered child.
(assert (! (=>
             (and |dependents_share @ contribution-rule#3| (<= |sum of contribution-rule#3| 30000))
             |contribution @ contribution-rule#4|) :named |rule contribution-rule#4|))
; The contributions for the people covered add up to 300.00 dollars at most.
(assert (! (=>
             (and |dependents_share @ contribution-rule#3| (> |sum of contribution-rule#3| 30000))
             |contribution(39550)|) :named |rule limit-rule|))

; --- closed worlds: what no rule derives is false
(assert (! (=>
             form_complete
             (and
               (=> (= |relation(person_1)| relationship.child) |eligible(person_1)|)
               (=> (= |relation(person_2)| relationship.child) |eligible(person_2)|))) :named |closed-world form_complete|))
(assert (! (=>
             waiver_needed
             (or
               (and |eligible(person_1)| (not |enrolled(person_1)|))
               (and |eligible(person_2)| (not |enrolled(person_2)|)))) :named |closed-world waiver_needed|))
(assert (! (=>
             |eligible(person_1)|
             (or
               (and (= |relation(person_1)| relationship.child) (< |age(person_1)| 26))
               (and
                 (= |relation(person_1)| relationship.child)
                 (>= |age(person_1)| 26)
                 |disabled_at(person_1).given|
                 (< |disabled_at(person_1)| 26))
               (and (= |relation(person_1)| relationship.spouse) (not |shut_out(person_1)|))
               (and (= |relation(person_1)| relationship.former_spouse) |court_order(person_1)|))) :named |closed-world eligible(person_1)|))
(assert (! (=>
             |eligible(person_2)|
             (or
               (and (= |relation(person_2)| relationship.child) (< |age(person_2)| 26))
               (and
                 (= |relation(person_2)| relationship.child)
                 (>= |age(person_2)| 26)
                 |disabled_at(person_2).given|
                 (< |disabled_at(person_2)| 26))
               (and (= |relation(person_2)| relationship.spouse) (not |shut_out(person_2)|))
               (and (= |relation(person_2)| relationship.former_spouse) |court_order(person_2)|))) :named |closed-world eligible(person_2)|))
(assert (! (=>
             |shut_out(person_1)|
             (and
               (= |relation(person_1)| relationship.spouse)
               |own_coverage(person_1)|
               (not |not_an_offer(person_1)|))) :named |closed-world shut_out(person_1)|))
(assert (! (=>
             |shut_out(person_2)|
             (and
               (= |relation(person_2)| relationship.spouse)
               |own_coverage(person_2)|
               (not |not_an_offer(person_2)|))) :named |closed-world shut_out(person_2)|))
(assert (! (=> |not_an_offer(person_1)| (and |own_coverage(person_1)| |catastrophic_only(person_1)|)) :named |closed-world not_an_offer(person_1)|))
(assert (! (=> |not_an_offer(person_2)| (and |own_coverage(person_2)| |catastrophic_only(person_2)|)) :named |closed-world not_an_offer(person_2)|))
(assert (! (=> |covered(person_1)| (and |eligible(person_1)| |enrolled(person_1)|)) :named |closed-world covered(person_1)|))
(assert (! (=> |covered(person_2)| (and |eligible(person_2)| |enrolled(person_2)|)) :named |closed-world covered(person_2)|))
(assert (! (and
             (=> |tier(employee_only)| (and (= |count of tier-rule| 0) |covered_people @ tier-rule|))
             (=> |tier(employee_plus_one)| (and (= |count of tier-rule| 1) |covered_people @ tier-rule|))
             (=> |tier(family)| (and |covered_people @ tier-rule| (> |count of tier-rule| 1)))) :named |closed-world tier|))
(assert (! (and
             (=>
               |contribution @ contribution-rule#4|
               (or
                 (and |dependents_share @ contribution-rule#3| (<= |sum of contribution-rule#3| 30000))
                 (and
                   |dependents_share @ contribution-rule#3|
                   (> |sum of contribution-rule#3| 30000)
                   (= (+ |sum of contribution-rule#3| 9550) 39550))))
             (=>
               |contribution(39550)|
               (or
                 (and
                   |dependents_share @ contribution-rule#3|
                   (<= |sum of contribution-rule#3| 30000)
                   (= (+ |sum of contribution-rule#3| 9550) 39550))
                 (and |dependents_share @ contribution-rule#3| (> |sum of contribution-rule#3| 30000))))) :named |closed-world contribution|))

; --- equal atoms
(assert (! (=>
             (= (+ |sum of contribution-rule#3| 9550) 39550)
             (= |contribution @ contribution-rule#4| |contribution(39550)|)) :named |equality contribution/1|))
(assert (! (= |count of tier-rule| (+ (ite |covered(person_1)| 1 0) (ite |covered(person_2)| 1 0))) :named |value count of tier-rule|))
(assert (! (= |sum of contribution-rule#3| (+ (ite (and |covered(person_1)| (= |relation(person_1)| relationship.child) |share(child,8000)|) 8000 0) (ite (or (and |covered(person_1)| (= |relation(person_1)| relationship.spouse) |share(spouse,14000)|) (and |covered(person_1)| (= |relation(person_1)| relationship.former_spouse) |share(former_spouse,14000)|)) 14000 0) (ite (and |covered(person_2)| (= |relation(person_2)| relationship.child) |share(child,8000)|) 8000 0) (ite (or (and |covered(person_2)| (= |relation(person_2)| relationship.spouse) |share(spouse,14000)|) (and |covered(person_2)| (= |relation(person_2)| relationship.former_spouse) |share(former_spouse,14000)|)) 14000 0))) :named |value sum of contribution-rule#3|))

; --- values of outcomes
(assert (! (= covered_people.given |covered_people @ tier-rule|) :named |given covered_people|))
(assert (! (=> |covered_people @ tier-rule| (= covered_people |count of tier-rule|)) :named |value covered_people|))
(assert (! (= tier.given (or |tier(employee_only)| |tier(employee_plus_one)| |tier(family)|)) :named |given tier|))
(assert (! (and
             (=> |tier(employee_only)| (= tier tier_name.employee_only))
             (=> |tier(employee_plus_one)| (= tier tier_name.employee_plus_one))
             (=> |tier(family)| (= tier tier_name.family))) :named |value tier|))
(assert (! (= contribution.given (or |contribution @ contribution-rule#4| |contribution(39550)|)) :named |given contribution|))
(assert (! (and
             (=> |contribution @ contribution-rule#4| (= contribution (+ |sum of contribution-rule#3| 9550)))
             (=> |contribution(39550)| (= contribution 39550))) :named |value contribution|))
