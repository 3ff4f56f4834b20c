; Cash acceptance, read straight from its document into SMT-LIB: an independent translation of rules/cash_law/policy.lp.
;
; %@ input foodOrRetail "the business is a food store, a restaurant included, or a retail establishment"
; %@ input paidOnPremises "the payment is made on the premises"
; %@ outcome mustAcceptCash "the business must accept cash"
(set-logic QF_UF)

(declare-const foodOrRetail Bool)
(declare-const paidOnPremises Bool)
(declare-const mustAcceptCash Bool)

; A food store or retail establishment must accept cash for payments made on its premises.
(assert (! (=> (and foodOrRetail paidOnPremises) mustAcceptCash) :named duty))

; Nobody else must accept cash,
(assert (! (=> (not foodOrRetail) (not mustAcceptCash)) :named nobody-else))

; and no payment made elsewhere must be accepted in cash.
(assert (! (=> (not paidOnPremises) (not mustAcceptCash)) :named not-elsewhere))
