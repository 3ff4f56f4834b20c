(assert (! (not international) :named fact-domestic))
(assert (! (not managerApproved) :named fact-approval))
(define-fun claim () Bool tripApproved)
