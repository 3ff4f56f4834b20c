(assert (! (= debtToIncome 0.4301) :named fact-dti))
(assert (! (= loanToValue 0.80) :named fact-ltv))
(assert (! (not qualifiedMortgage) :named fact-qm))
(define-fun claim () Bool approved)
