(assert (! (= debtToIncome 0.20) :named fact-dti))
(assert (! (= loanToValue 0.80) :named fact-ltv))
(define-fun claim () Bool approved)
