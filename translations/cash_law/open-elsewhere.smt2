; Nothing says that payments made elsewhere need not be accepted in cash: a misreading of rules/cash_law/source.md, planted in the reading.
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

; Nobody else must accept cash.
(assert (! (=> (not foodOrRetail) (not mustAcceptCash)) :named nobody-else))

