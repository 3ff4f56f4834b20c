(assert (! foodOrRetail :named fact-restaurant))
(assert (! paidOnPremises :named fact-premises))
(define-fun claim () Bool (not mustAcceptCash))
