; The caps are 5,000 and 7,500 cents: a misreading of rules/dependent_care/source.md, planted in the reading.
;
; %@ sort filing_status = single | joint | separate
; %@ input tax_year: int 2022..2100 "tax year"
; %@ input filing: filing_status "filing status"
; %@ input benefit: decimal(2) 0..1000000 USD "dependent care assistance from the employer"
; %@ input earnings: decimal(2) 0..10000000 USD "the employee's earned income"
; %@ input spouse_earnings: decimal(2) 0..10000000 USD "the spouse's earned income"
; %@ outcome exclusion: decimal(2) USD "assistance left out of gross income"
; %@ outcome taxable: decimal(2) USD "assistance that is taxable"
(set-logic QF_UFDTLIA)
(declare-datatypes ((filing_status 0)) (((single) (joint) (separate))))

(declare-const tax_year Int)
(declare-const filing filing_status)
(declare-const benefit Int)
(declare-const earnings Int)
(declare-const spouse_earnings Int)
(declare-const exclusion Int)
(declare-const taxable Int)

(assert (! (and (>= tax_year 2022) (<= tax_year 2100)) :named year-range))
(assert (! (and (>= benefit 0) (<= benefit 100000000)) :named benefit-range))
(assert (! (and (>= earnings 0) (<= earnings 1000000000)) :named earnings-range))
(assert (! (and (>= spouse_earnings 0) (<= spouse_earnings 1000000000)) :named spouse-earnings-range))

(define-fun lesser ((a Int) (b Int)) Int (ite (<= a b) a b))

; For tax years before 2026 the cap is 5,000 dollars. From tax year 2026 on the cap is 7,500 dollars.
(define-fun cap-of-year ((year Int)) Int (ite (< year 2026) 5000 7500))

; For a married person who files separately the cap is half of that.
(define-fun cap ((year Int) (status filing_status)) Int
  (ite (= status separate) (div (cap-of-year year) 2) (cap-of-year year)))

; The exclusion is at most the employee's earned income for the year. For a married employee, filing jointly or
; separately, it is at most the earned income of the spouse who earns less.
(define-fun earned-limit ((status filing_status) (own Int) (other Int)) Int
  (ite (= status single) own (lesser own other)))

; Dependent care assistance from an employer is left out of the employee's gross income, within the two limits below.
(assert (! (= exclusion (lesser benefit (lesser (cap tax_year filing) (earned-limit filing earnings spouse_earnings))))
  :named exclusion-from-income))

; What exceeds the lower of them is taxable.
(assert (! (= taxable (- benefit exclusion)) :named taxable-rest))
