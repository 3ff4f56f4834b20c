; A disability that began at exactly 26 is early enough: a misreading of rules/health_plan/source.md, planted in the reading.
;
; %@ sort person = person_1 | person_2
; %@ sort relationship = child | spouse | former_spouse
; %@ sort tier_name = employee_only | employee_plus_one | family
; %@ input relation(person): relationship "relation to the employee"
; %@ input age(person): int 0..120 years "age on the first day of the plan year"
; %@ input optional disabled_at(person): int 0..120 years "age at which a disability began"
; %@ input own_coverage(person) "the person's own employer offers coverage"
; %@ input catastrophic_only(person) "what is offered is catastrophic coverage alone"
; %@ input closed court_order(person) "a court order names the person"
; %@ input closed enrolled(person) "the employee enrols the person"
; %@ outcome eligible(person) "the person may be covered"
; %@ outcome covered(person) "the person is covered"
; %@ outcome form_complete "every child on the form is eligible"
; %@ outcome waiver_needed "a waiver must be signed"
; %@ outcome covered_people: int people "how many people are covered"
; %@ outcome tier: tier_name "tier of the plan"
; %@ outcome contribution: decimal(2) USD "what the employee contributes a month"
(set-logic QF_UFDTLIA)
(declare-datatypes ((relationship 0)) (((child) (spouse) (former_spouse))))
(declare-datatypes ((tier_name 0)) (((employee_only) (employee_plus_one) (family))))

(declare-const |relation(person_1)| relationship)
(declare-const |age(person_1)| Int)
(declare-const |disabled_at(person_1)| Int)
(declare-const |disabled_at(person_1).given| Bool)
(declare-const |own_coverage(person_1)| Bool)
(declare-const |catastrophic_only(person_1)| Bool)
(declare-const |court_order(person_1)| Bool)
(declare-const |enrolled(person_1)| Bool)
(declare-const |relation(person_2)| relationship)
(declare-const |age(person_2)| Int)
(declare-const |disabled_at(person_2)| Int)
(declare-const |disabled_at(person_2).given| Bool)
(declare-const |own_coverage(person_2)| Bool)
(declare-const |catastrophic_only(person_2)| Bool)
(declare-const |court_order(person_2)| Bool)
(declare-const |enrolled(person_2)| Bool)
(declare-const |eligible(person_1)| Bool)
(declare-const |covered(person_1)| Bool)
(declare-const |eligible(person_2)| Bool)
(declare-const |covered(person_2)| Bool)
(declare-const form_complete Bool)
(declare-const waiver_needed Bool)
(declare-const covered_people Int)
(declare-const tier tier_name)
(declare-const contribution Int)

(assert (! (and (>= |age(person_1)| 0) (<= |age(person_1)| 120)) :named age-range-1))
(assert (! (=> |disabled_at(person_1).given| (and (>= |disabled_at(person_1)| 0) (<= |disabled_at(person_1)| 120)))
  :named disability-range-1))
(assert (! (and (>= |age(person_2)| 0) (<= |age(person_2)| 120)) :named age-range-2))
(assert (! (=> |disabled_at(person_2).given| (and (>= |disabled_at(person_2)| 0) (<= |disabled_at(person_2)| 120)))
  :named disability-range-2))

; --- Children

; A child under 26 is eligible. A child of 26 or over is eligible only if a disability began before the age of 26.
(define-fun child-may ((years Int) (disabled Bool) (since Int)) Bool (or (< years 26) (and disabled (<= since 26))))

; No disability begins at an age that the person has not reached; a form that says so is returned.
(assert (! (=> |disabled_at(person_1).given| (<= |disabled_at(person_1)| |age(person_1)|)) :named disability-reached-1))
(assert (! (=> |disabled_at(person_2).given| (<= |disabled_at(person_2)| |age(person_2)|)) :named disability-reached-2))

; --- Spouses

; A spouse is eligible. A spouse whose own employer offers coverage is not eligible. An offer of catastrophic coverage
; alone does not count as an offer.
(define-fun counts-as-offer ((offered Bool) (catastrophic Bool)) Bool (and offered (not catastrophic)))
(define-fun spouse-may ((offered Bool) (catastrophic Bool)) Bool (not (counts-as-offer offered catastrophic)))

; A form names one spouse at most.
(assert (! (not (and (= |relation(person_1)| spouse) (= |relation(person_2)| spouse))) :named one-spouse))

; --- Former spouses

; A former spouse is never eligible, unless a court order names them. The order stands whatever coverage the former spouse
; is offered elsewhere.
(define-fun former-spouse-may ((order Bool)) Bool order)

; --- Who is eligible

(define-fun may-be-covered ((kind relationship) (years Int) (disabled Bool) (since Int) (offered Bool) (catastrophic Bool)
                            (order Bool)) Bool
  (ite (= kind child) (child-may years disabled since)
    (ite (= kind spouse) (spouse-may offered catastrophic)
      (former-spouse-may order))))
(assert (! (= |eligible(person_1)|
    (may-be-covered |relation(person_1)| |age(person_1)| |disabled_at(person_1).given| |disabled_at(person_1)|
      |own_coverage(person_1)| |catastrophic_only(person_1)| |court_order(person_1)|))
  :named eligibility-1))
(assert (! (= |eligible(person_2)|
    (may-be-covered |relation(person_2)| |age(person_2)| |disabled_at(person_2).given| |disabled_at(person_2)|
      |own_coverage(person_2)| |catastrophic_only(person_2)| |court_order(person_2)|))
  :named eligibility-2))

; --- Enrolment

; An eligible person whom the employee enrols is covered. Enrolling anybody else has no effect.
(assert (! (= |covered(person_1)| (and |eligible(person_1)| |enrolled(person_1)|)) :named enrolment-1))
(assert (! (= |covered(person_2)| (and |eligible(person_2)| |enrolled(person_2)|)) :named enrolment-2))

; The form is complete when every child on it is eligible.
(assert (! (= form_complete
    (and (=> (= |relation(person_1)| child) |eligible(person_1)|) (=> (= |relation(person_2)| child) |eligible(person_2)|)))
  :named complete-form))

; A waiver must be signed when somebody eligible is not enrolled.
(assert (! (= waiver_needed
    (or (and |eligible(person_1)| (not |enrolled(person_1)|)) (and |eligible(person_2)| (not |enrolled(person_2)|))))
  :named waiver))

; --- Tiers and contributions

(define-fun one-if ((condition Bool)) Int (ite condition 1 0))
(assert (! (= covered_people (+ (one-if |covered(person_1)|) (one-if |covered(person_2)|))) :named people-covered))

; The tier is employee only when nobody is covered, employee plus one when one person is, and family when more are.
(define-fun tier-for ((people Int)) tier_name
  (ite (= people 0) employee_only (ite (= people 1) employee_plus_one family)))
(assert (! (= tier (tier-for covered_people)) :named tier-of-plan))

; The employee contributes 95.50 dollars a month, 140.00 dollars for a covered spouse or former spouse, and 80.00 dollars
; for each covered child.
(define-fun contribution-for ((kind relationship) (is-covered Bool)) Int
  (ite is-covered (ite (= kind child) 8000 14000) 0))

; The contributions for the people covered add up to 300.00 dollars at most.
(define-fun lesser ((a Int) (b Int)) Int (ite (<= a b) a b))
(assert (! (= contribution
    (+ 9550 (lesser 30000 (+ (contribution-for |relation(person_1)| |covered(person_1)|)
                             (contribution-for |relation(person_2)| |covered(person_2)|)))))
  :named contribution-of-employee))
