; %@ policy lending "Lending norm" version "2026.1" effective 2026-01-01..
; %@ input debt_to_income: decimal(4) 0.0000..100.0000 "debt-to-income ratio" as debtToIncome
; %@ input loan_to_value: decimal(4) 0.0000..100.0000 "loan-to-value ratio" as loanToValue
; %@ input qualified_mortgage "the loan is a qualified mortgage" as qualifiedMortgage
; %@ outcome approved "the application is approved"
(set-logic QF_LIA)

; --- inputs
(declare-const debtToIncome Int) ; debt-to-income ratio, in units of 1/10000
(declare-const loanToValue Int) ; loan-to-value ratio, in units of 1/10000
(declare-const qualifiedMortgage Bool) ; the loan is a qualified mortgage

; --- what the policy derives
(declare-const barred Bool)
(declare-const approved Bool)

; --- declared ranges
(assert (! (and (>= debtToIncome 0) (<= debtToIncome 1000000)) :named |range debtToIncome|))
(assert (! (and (>= loanToValue 0) (<= loanToValue 1000000)) :named |range loanToValue|))

; --- rules
; The debt-to-income ratio may be at most 0.43.
; A qualified mortgage is exempt from this limit.
(assert (! (=> (and (> debtToIncome 4300) (not qualifiedMortgage)) barred) :named |rule debt-to-income-rule|))
; The loan-to-value ratio may be at most 0.95, for every loan.
(assert (! (=> (> loanToValue 9500) barred) :named |rule loan-to-value-rule|))
; An application that keeps to both limits is approved, and no other.
(assert (! (=> (not barred) approved) :named |rule approval-rule|))

; --- closed worlds: what no rule derives is false
(assert (! (=> barred (or (and (> debtToIncome 4300) (not qualifiedMortgage)) (> loanToValue 9500))) :named |closed-world barred|))
(assert (! (=> approved (not barred)) :named |closed-world approved|))
