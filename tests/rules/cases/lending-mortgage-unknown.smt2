(assert (! (= debtToIncome 0.50) :named fact-dti))
(assert (! (= loanToValue 0.80) :named fact-ltv))
(define-fun claim () Bool approved)
