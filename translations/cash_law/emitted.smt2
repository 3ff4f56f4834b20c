; %@ policy cash_law "Cash acceptance" version "2020.1" effective 2020-11-19..
; %@ input food_or_retail "the business is a food store, a restaurant included, or a retail establishment" as foodOrRetail
; %@ input paid_on_premises "the payment is made on the premises" as paidOnPremises
; %@ outcome must_accept_cash "the business must accept cash" as mustAcceptCash
(set-logic QF_UF)

; --- inputs
(declare-const foodOrRetail Bool) ; the business is a food store, a restaurant included, or a retail establishment
(declare-const paidOnPremises Bool) ; the payment is made on the premises

; --- what the policy derives
(declare-const mustAcceptCash Bool)

; --- rules
; A food store or retail establishment must accept cash for payments made on its premises.
(assert (! (=> (and foodOrRetail paidOnPremises) mustAcceptCash) :named |rule cash-rule|))

; --- closed worlds: what no rule derives is false
(assert (! (=> mustAcceptCash (and foodOrRetail paidOnPremises)) :named |closed-world must_accept_cash|))
