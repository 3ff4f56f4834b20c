; A debt-to-income ratio of exactly 0.43 is too high: a misreading of rules/lending/source.md, planted in the reading.
;
; %@ input debt_to_income: decimal(4) 0..100 "debt-to-income ratio" as debtToIncome
; %@ input loan_to_value: decimal(4) 0..100 "loan-to-value ratio" as loanToValue
; %@ input qualified_mortgage "the loan is a qualified mortgage" as qualifiedMortgage
; %@ outcome approved "the application is approved"
(set-logic QF_LRA)

(declare-const debtToIncome Real)
(declare-const loanToValue Real)
(declare-const qualifiedMortgage Bool)
(declare-const approved Bool)

; Ratios of the norm: neither is negative, and nobody asks about more than a hundredfold.
(assert (! (and (>= debtToIncome 0.0) (<= debtToIncome 100.0)) :named debt-range))
(assert (! (and (>= loanToValue 0.0) (<= loanToValue 100.0)) :named loan-range))

; The debt-to-income ratio may be at most 0.43. A qualified mortgage is exempt from this limit.
(define-fun able-to-repay ((ratio Real) (qualified Bool)) Bool (or qualified (< ratio 0.43)))

; The loan-to-value ratio may be at most 0.95, for every loan.
(define-fun secured ((ratio Real)) Bool (<= ratio 0.95))

; An application that keeps to both limits is approved,
(assert (! (=> (and (able-to-repay debtToIncome qualifiedMortgage) (secured loanToValue)) approved) :named approval))

; and no other.
(assert (! (=> approved (able-to-repay debtToIncome qualifiedMortgage)) :named ability-to-repay))
(assert (! (=> approved (secured loanToValue)) :named security))
