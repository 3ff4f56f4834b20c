(assert (! (= costEur 2500) :named fact-cost))
(assert (! (not international) :named fact-domestic))
(assert (! (not managerApproved) :named fact-approval))
(define-fun claim () Bool tripApproved)
