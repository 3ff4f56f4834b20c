; Nothing says that nobody else must accept cash: a misreading of rules/cash_law/source.md, planted in the reading.
;
; %@ input food_or_retail "the business is a food store, a restaurant included, or a retail establishment" as foodOrRetail
; %@ input paid_on_premises "the payment is made on the premises" as paidOnPremises
; %@ outcome must_accept_cash "the business must accept cash" as mustAcceptCash
(set-logic QF_UF)

(declare-const foodOrRetail Bool)
(declare-const paidOnPremises Bool)
(declare-const mustAcceptCash Bool)

; A food store or retail establishment must accept cash for payments made on its premises.
(assert (! (=> (and foodOrRetail paidOnPremises) mustAcceptCash) :named duty))

; No payment made elsewhere must be accepted in cash.
(assert (! (=> (not paidOnPremises) (not mustAcceptCash)) :named not-elsewhere))
