; Cash acceptance, read straight from its document into SMT-LIB: an independent translation of rules/cash_law/policy.lp.
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

; Nobody else must accept cash,
(assert (! (=> (not foodOrRetail) (not mustAcceptCash)) :named nobody-else))

; and no payment made elsewhere must be accepted in cash.
(assert (! (=> (not paidOnPremises) (not mustAcceptCash)) :named not-elsewhere))
