(assert (! (= costEur 2000) :named fact-cost))
(assert (! international :named fact-international))
(assert (! managerApproved :named fact-approval))
(define-fun claim () Bool tripApproved)
