; %@ policy dependent_care "Dependent care assistance (US, section 129)" version "2026.1" effective 2022-01-01..
; %@ sort filing_status = single | joint | separate
; %@ input tax_year: int 2022..2100 "tax year"
; %@ input filing: filing_status "filing status"
; %@ input benefit: decimal(2) 0.00..1000000.00 USD "dependent care assistance from the employer"
; %@ input earnings: decimal(2) 0.00..10000000.00 USD "the employee's earned income"
; %@ input spouse_earnings: decimal(2) 0.00..10000000.00 USD "the spouse's earned income"
; %@ outcome exclusion: decimal(2) USD "assistance left out of gross income"
; %@ outcome taxable: decimal(2) USD "assistance that is taxable"
(set-logic QF_UFDTLIA)
(declare-datatypes ((|filing_status values| 0)) (((filing_status.single) (filing_status.joint) (filing_status.separate))))

; --- inputs
(declare-const tax_year Int) ; tax year
(declare-const filing |filing_status values|) ; filing status
(declare-const benefit Int) ; dependent care assistance from the employer, in units of 1/100, USD
(declare-const earnings Int) ; the employee's earned income, in units of 1/100, USD
(declare-const spouse_earnings Int) ; the spouse's earned income, in units of 1/100, USD

; --- what the policy derives
(declare-const raised Bool)
(declare-const halved Bool)
(declare-const married Bool)
(declare-const spouse_earns_less Bool)
(declare-const over_cap Bool)
(declare-const over_earned Bool)
(declare-const |full_cap(500000)| Bool)
(declare-const |full_cap(750000)| Bool)
(declare-const |cap(500000)| Bool)
(declare-const |cap(750000)| Bool)
(declare-const |cap(250000)| Bool)
(declare-const |cap(375000)| Bool)
(declare-const |earned_limit(earnings)| Bool)
(declare-const |earned_limit(spouse_earnings)| Bool)
(declare-const |within_cap(benefit)| Bool)
(declare-const |within_cap(500000)| Bool)
(declare-const |within_cap(750000)| Bool)
(declare-const |within_cap(250000)| Bool)
(declare-const |within_cap(375000)| Bool)
(declare-const |exclusion(benefit)| Bool)
(declare-const |exclusion(500000)| Bool)
(declare-const |exclusion(750000)| Bool)
(declare-const |exclusion(250000)| Bool)
(declare-const |exclusion(375000)| Bool)
(declare-const |exclusion(earnings)| Bool)
(declare-const |exclusion(spouse_earnings)| Bool)
(declare-const |taxable(0)| Bool)
(declare-const |taxable(benefit + -500000)| Bool)
(declare-const |taxable(benefit + -750000)| Bool)
(declare-const |taxable(benefit + -250000)| Bool)
(declare-const |taxable(benefit + -375000)| Bool)
(declare-const |taxable(benefit + -1*earnings)| Bool)
(declare-const |taxable @ taxable-rule| Bool)
(declare-const exclusion.given Bool)
(declare-const exclusion Int)
(declare-const taxable.given Bool)
(declare-const taxable Int)

; --- declared ranges
(assert (! (and (>= tax_year 2022) (<= tax_year 2100)) :named |range tax_year|))
(assert (! (and (>= benefit 0) (<= benefit 100000000)) :named |range benefit|))
(assert (! (and (>= earnings 0) (<= earnings 1000000000)) :named |range earnings|))
(assert (! (and (>= spouse_earnings 0) (<= spouse_earnings 1000000000)) :named |range spouse_earnings|))

; --- rules
; For tax years before 2026 the cap is 5,000 dollars.
(assert (! (=> (not raised) |full_cap(500000)|) :named |rule cap-rule|))
; From tax year 2026 on the cap is 7,500 dollars.
(assert (! (=> (>= tax_year 2026) raised) :named |rule cap-2026-rule|))
; From tax year 2026 on the cap is 7,500 dollars.
(assert (! (=> raised |full_cap(750000)|) :named |rule cap-2026-rule#2|))
; For a married person who files separately the cap is half of that.
(assert (! (=> (= filing filing_status.separate) halved) :named |rule separate-rule|))
; For a married person who files separately the cap is half of that.
(assert (! (and
             (=> (and |full_cap(500000)| (not halved)) |cap(500000)|)
             (=> (and |full_cap(750000)| (not halved)) |cap(750000)|)) :named |rule separate-rule#2|))
; For a married person who files separately the cap is half of that.
(assert (! (and
             (=> (and halved |full_cap(500000)|) |cap(250000)|)
             (=> (and halved |full_cap(750000)|) |cap(375000)|)) :named |rule separate-rule#3|))
; The exclusion is at most the employee's earned income for the year.
(assert (! (=> (not spouse_earns_less) |earned_limit(earnings)|) :named |rule earned-income-rule|))
; For a married employee, filing jointly or separately, it is at most the earned income of the spouse who earns less.
(assert (! (=> (not (= filing filing_status.single)) married) :named |rule spouse-rule|))
; For a married employee, filing jointly or separately, it is at most the earned income of the spouse who earns less.
(assert (! (=> (and married (< spouse_earnings earnings)) spouse_earns_less) :named |rule spouse-rule#2|))
; For a married employee, filing jointly or separately, it is at most the earned income of the spouse who earns less.
(assert (! (=> spouse_earns_less |earned_limit(spouse_earnings)|) :named |rule spouse-rule#3|))
; Dependent care assistance from an employer is left out of the employee's gross income, within the two limits below.
(assert (! (and
             (=> (and |cap(500000)| (> benefit 500000)) over_cap)
             (=> (and |cap(750000)| (> benefit 750000)) over_cap)
             (=> (and |cap(250000)| (> benefit 250000)) over_cap)
             (=> (and |cap(375000)| (> benefit 375000)) over_cap)) :named |rule exclusion-rule|))
; Dependent care assistance from an employer is left out of the employee's gross income, within the two limits below.
(assert (! (=> (not over_cap) |within_cap(benefit)|) :named |rule exclusion-rule#2|))
; Dependent care assistance from an employer is left out of the employee's gross income, within the two limits below.
(assert (! (and
             (=> (and over_cap |cap(500000)|) |within_cap(500000)|)
             (=> (and over_cap |cap(750000)|) |within_cap(750000)|)
             (=> (and over_cap |cap(250000)|) |within_cap(250000)|)
             (=> (and over_cap |cap(375000)|) |within_cap(375000)|)) :named |rule exclusion-rule#3|))
; Dependent care assistance from an employer is left out of the employee's gross income, within the two limits below.
(assert (! (and
             (=> (and |within_cap(benefit)| |earned_limit(earnings)| (< earnings benefit)) over_earned)
             (=>
               (and |within_cap(benefit)| |earned_limit(spouse_earnings)| (< spouse_earnings benefit))
               over_earned)
             (=> (and |within_cap(500000)| |earned_limit(earnings)| (< earnings 500000)) over_earned)
             (=>
               (and |within_cap(500000)| |earned_limit(spouse_earnings)| (< spouse_earnings 500000))
               over_earned)
             (=> (and |within_cap(750000)| |earned_limit(earnings)| (< earnings 750000)) over_earned)
             (=>
               (and |within_cap(750000)| |earned_limit(spouse_earnings)| (< spouse_earnings 750000))
               over_earned)
             (=> (and |within_cap(250000)| |earned_limit(earnings)| (< earnings 250000)) over_earned)
             (=>
               (and |within_cap(250000)| |earned_limit(spouse_earnings)| (< spouse_earnings 250000))
               over_earned)
             (=> (and |within_cap(375000)| |earned_limit(earnings)| (< earnings 375000)) over_earned)
             (=>
               (and |within_cap(375000)| |earned_limit(spouse_earnings)| (< spouse_earnings 375000))
               over_earned)) :named |rule exclusion-rule#4|))
; Dependent care assistance from an employer is left out of the employee's gross income, within the two limits below.
(assert (! (and
             (=> (and |within_cap(benefit)| (not over_earned)) |exclusion(benefit)|)
             (=> (and |within_cap(500000)| (not over_earned)) |exclusion(500000)|)
             (=> (and |within_cap(750000)| (not over_earned)) |exclusion(750000)|)
             (=> (and |within_cap(250000)| (not over_earned)) |exclusion(250000)|)
             (=> (and |within_cap(375000)| (not over_earned)) |exclusion(375000)|)) :named |rule exclusion-rule#5|))
; Dependent care assistance from an employer is left out of the employee's gross income, within the two limits below.
(assert (! (and
             (=> (and over_earned |earned_limit(earnings)|) |exclusion(earnings)|)
             (=> (and over_earned |earned_limit(spouse_earnings)|) |exclusion(spouse_earnings)|)) :named |rule exclusion-rule#6|))
; What exceeds the lower of them is taxable.
(assert (! (and
             (=> |exclusion(benefit)| |taxable(0)|)
             (=> |exclusion(500000)| |taxable(benefit + -500000)|)
             (=> |exclusion(750000)| |taxable(benefit + -750000)|)
             (=> |exclusion(250000)| |taxable(benefit + -250000)|)
             (=> |exclusion(375000)| |taxable(benefit + -375000)|)
             (=> |exclusion(earnings)| |taxable(benefit + -1*earnings)|)
             (=> |exclusion(spouse_earnings)| |taxable @ taxable-rule|)) :named |rule taxable-rule|))

; --- closed worlds: what no rule derives is false
(assert (! (=> raised (>= tax_year 2026)) :named |closed-world raised|))
(assert (! (=> halved (= filing filing_status.separate)) :named |closed-world halved|))
(assert (! (=> married (not (= filing filing_status.single))) :named |closed-world married|))
(assert (! (=> spouse_earns_less (and married (< spouse_earnings earnings))) :named |closed-world spouse_earns_less|))
(assert (! (=>
             over_cap
             (or
               (and |cap(500000)| (> benefit 500000))
               (and |cap(750000)| (> benefit 750000))
               (and |cap(250000)| (> benefit 250000))
               (and |cap(375000)| (> benefit 375000)))) :named |closed-world over_cap|))
(assert (! (=>
             over_earned
             (or
               (and |within_cap(benefit)| |earned_limit(earnings)| (< earnings benefit))
               (and |within_cap(benefit)| |earned_limit(spouse_earnings)| (< spouse_earnings benefit))
               (and |within_cap(500000)| |earned_limit(earnings)| (< earnings 500000))
               (and |within_cap(500000)| |earned_limit(spouse_earnings)| (< spouse_earnings 500000))
               (and |within_cap(750000)| |earned_limit(earnings)| (< earnings 750000))
               (and |within_cap(750000)| |earned_limit(spouse_earnings)| (< spouse_earnings 750000))
               (and |within_cap(250000)| |earned_limit(earnings)| (< earnings 250000))
               (and |within_cap(250000)| |earned_limit(spouse_earnings)| (< spouse_earnings 250000))
               (and |within_cap(375000)| |earned_limit(earnings)| (< earnings 375000))
               (and |within_cap(375000)| |earned_limit(spouse_earnings)| (< spouse_earnings 375000)))) :named |closed-world over_earned|))
(assert (! (and (=> |full_cap(500000)| (not raised)) (=> |full_cap(750000)| raised)) :named |closed-world full_cap|))
(assert (! (and
             (=> |cap(500000)| (and |full_cap(500000)| (not halved)))
             (=> |cap(750000)| (and |full_cap(750000)| (not halved)))
             (=> |cap(250000)| (and halved |full_cap(500000)|))
             (=> |cap(375000)| (and halved |full_cap(750000)|))) :named |closed-world cap|))
(assert (! (and
             (=>
               |earned_limit(earnings)|
               (or (not spouse_earns_less) (and spouse_earns_less (= spouse_earnings earnings))))
             (=>
               |earned_limit(spouse_earnings)|
               (or (and (not spouse_earns_less) (= earnings spouse_earnings)) spouse_earns_less))) :named |closed-world earned_limit|))
(assert (! (and
             (=>
               |within_cap(benefit)|
               (or
                 (not over_cap)
                 (and over_cap |cap(500000)| (= benefit 500000))
                 (and over_cap |cap(750000)| (= benefit 750000))
                 (and over_cap |cap(250000)| (= benefit 250000))
                 (and over_cap |cap(375000)| (= benefit 375000))))
             (=>
               |within_cap(500000)|
               (or (and (not over_cap) (= benefit 500000)) (and over_cap |cap(500000)|)))
             (=>
               |within_cap(750000)|
               (or (and (not over_cap) (= benefit 750000)) (and over_cap |cap(750000)|)))
             (=>
               |within_cap(250000)|
               (or (and (not over_cap) (= benefit 250000)) (and over_cap |cap(250000)|)))
             (=>
               |within_cap(375000)|
               (or (and (not over_cap) (= benefit 375000)) (and over_cap |cap(375000)|)))) :named |closed-world within_cap|))
(assert (! (and
             (=>
               |exclusion(benefit)|
               (or
                 (and |within_cap(benefit)| (not over_earned))
                 (and |within_cap(500000)| (not over_earned) (= benefit 500000))
                 (and |within_cap(750000)| (not over_earned) (= benefit 750000))
                 (and |within_cap(250000)| (not over_earned) (= benefit 250000))
                 (and |within_cap(375000)| (not over_earned) (= benefit 375000))
                 (and over_earned |earned_limit(earnings)| (= earnings benefit))
                 (and over_earned |earned_limit(spouse_earnings)| (= spouse_earnings benefit))))
             (=>
               |exclusion(500000)|
               (or
                 (and |within_cap(benefit)| (not over_earned) (= benefit 500000))
                 (and |within_cap(500000)| (not over_earned))
                 (and over_earned |earned_limit(earnings)| (= earnings 500000))
                 (and over_earned |earned_limit(spouse_earnings)| (= spouse_earnings 500000))))
             (=>
               |exclusion(750000)|
               (or
                 (and |within_cap(benefit)| (not over_earned) (= benefit 750000))
                 (and |within_cap(750000)| (not over_earned))
                 (and over_earned |earned_limit(earnings)| (= earnings 750000))
                 (and over_earned |earned_limit(spouse_earnings)| (= spouse_earnings 750000))))
             (=>
               |exclusion(250000)|
               (or
                 (and |within_cap(benefit)| (not over_earned) (= benefit 250000))
                 (and |within_cap(250000)| (not over_earned))
                 (and over_earned |earned_limit(earnings)| (= earnings 250000))
                 (and over_earned |earned_limit(spouse_earnings)| (= spouse_earnings 250000))))
             (=>
               |exclusion(375000)|
               (or
                 (and |within_cap(benefit)| (not over_earned) (= benefit 375000))
                 (and |within_cap(375000)| (not over_earned))
                 (and over_earned |earned_limit(earnings)| (= earnings 375000))
                 (and over_earned |earned_limit(spouse_earnings)| (= spouse_earnings 375000))))
             (=>
               |exclusion(earnings)|
               (or
                 (and |within_cap(benefit)| (not over_earned) (= benefit earnings))
                 (and |within_cap(500000)| (not over_earned) (= earnings 500000))
                 (and |within_cap(750000)| (not over_earned) (= earnings 750000))
                 (and |within_cap(250000)| (not over_earned) (= earnings 250000))
                 (and |within_cap(375000)| (not over_earned) (= earnings 375000))
                 (and over_earned |earned_limit(earnings)|)
                 (and over_earned |earned_limit(spouse_earnings)| (= spouse_earnings earnings))))
             (=>
               |exclusion(spouse_earnings)|
               (or
                 (and |within_cap(benefit)| (not over_earned) (= benefit spouse_earnings))
                 (and |within_cap(500000)| (not over_earned) (= spouse_earnings 500000))
                 (and |within_cap(750000)| (not over_earned) (= spouse_earnings 750000))
                 (and |within_cap(250000)| (not over_earned) (= spouse_earnings 250000))
                 (and |within_cap(375000)| (not over_earned) (= spouse_earnings 375000))
                 (and over_earned |earned_limit(earnings)| (= earnings spouse_earnings))
                 (and over_earned |earned_limit(spouse_earnings)|)))) :named |closed-world exclusion|))
(assert (! (and
             (=>
               |taxable(0)|
               (or
                 |exclusion(benefit)|
                 (and |exclusion(500000)| (= (+ benefit (- 500000)) 0))
                 (and |exclusion(750000)| (= (+ benefit (- 750000)) 0))
                 (and |exclusion(250000)| (= (+ benefit (- 250000)) 0))
                 (and |exclusion(375000)| (= (+ benefit (- 375000)) 0))
                 (and |exclusion(earnings)| (= (+ benefit (* (- 1) earnings)) 0))
                 (and |exclusion(spouse_earnings)| (= (+ benefit (* (- 1) spouse_earnings)) 0))))
             (=>
               |taxable(benefit + -500000)|
               (or
                 (and |exclusion(benefit)| (= (+ benefit (- 500000)) 0))
                 |exclusion(500000)|
                 (and |exclusion(earnings)| (= (+ benefit (* (- 1) earnings)) (+ benefit (- 500000))))
                 (and
                   |exclusion(spouse_earnings)|
                   (= (+ benefit (* (- 1) spouse_earnings)) (+ benefit (- 500000))))))
             (=>
               |taxable(benefit + -750000)|
               (or
                 (and |exclusion(benefit)| (= (+ benefit (- 750000)) 0))
                 |exclusion(750000)|
                 (and |exclusion(earnings)| (= (+ benefit (* (- 1) earnings)) (+ benefit (- 750000))))
                 (and
                   |exclusion(spouse_earnings)|
                   (= (+ benefit (* (- 1) spouse_earnings)) (+ benefit (- 750000))))))
             (=>
               |taxable(benefit + -250000)|
               (or
                 (and |exclusion(benefit)| (= (+ benefit (- 250000)) 0))
                 |exclusion(250000)|
                 (and |exclusion(earnings)| (= (+ benefit (* (- 1) earnings)) (+ benefit (- 250000))))
                 (and
                   |exclusion(spouse_earnings)|
                   (= (+ benefit (* (- 1) spouse_earnings)) (+ benefit (- 250000))))))
             (=>
               |taxable(benefit + -375000)|
               (or
                 (and |exclusion(benefit)| (= (+ benefit (- 375000)) 0))
                 |exclusion(375000)|
                 (and |exclusion(earnings)| (= (+ benefit (* (- 1) earnings)) (+ benefit (- 375000))))
                 (and
                   |exclusion(spouse_earnings)|
                   (= (+ benefit (* (- 1) spouse_earnings)) (+ benefit (- 375000))))))
             (=>
               |taxable(benefit + -1*earnings)|
               (or
                 (and |exclusion(benefit)| (= (+ benefit (* (- 1) earnings)) 0))
                 (and |exclusion(500000)| (= (+ benefit (- 500000)) (+ benefit (* (- 1) earnings))))
                 (and |exclusion(750000)| (= (+ benefit (- 750000)) (+ benefit (* (- 1) earnings))))
                 (and |exclusion(250000)| (= (+ benefit (- 250000)) (+ benefit (* (- 1) earnings))))
                 (and |exclusion(375000)| (= (+ benefit (- 375000)) (+ benefit (* (- 1) earnings))))
                 |exclusion(earnings)|
                 (and
                   |exclusion(spouse_earnings)|
                   (= (+ benefit (* (- 1) spouse_earnings)) (+ benefit (* (- 1) earnings))))))
             (=>
               |taxable @ taxable-rule|
               (or
                 (and |exclusion(benefit)| (= (+ benefit (* (- 1) spouse_earnings)) 0))
                 (and |exclusion(500000)| (= (+ benefit (- 500000)) (+ benefit (* (- 1) spouse_earnings))))
                 (and |exclusion(750000)| (= (+ benefit (- 750000)) (+ benefit (* (- 1) spouse_earnings))))
                 (and |exclusion(250000)| (= (+ benefit (- 250000)) (+ benefit (* (- 1) spouse_earnings))))
                 (and |exclusion(375000)| (= (+ benefit (- 375000)) (+ benefit (* (- 1) spouse_earnings))))
                 (and
                   |exclusion(earnings)|
                   (= (+ benefit (* (- 1) earnings)) (+ benefit (* (- 1) spouse_earnings))))
                 |exclusion(spouse_earnings)|))) :named |closed-world taxable|))

; --- equal atoms
(assert (! (=> (= earnings spouse_earnings) (= |earned_limit(earnings)| |earned_limit(spouse_earnings)|)) :named |equality earned_limit/1|))
(assert (! (and
             (=> (= benefit 500000) (= |within_cap(benefit)| |within_cap(500000)|))
             (=> (= benefit 750000) (= |within_cap(benefit)| |within_cap(750000)|))
             (=> (= benefit 250000) (= |within_cap(benefit)| |within_cap(250000)|))
             (=> (= benefit 375000) (= |within_cap(benefit)| |within_cap(375000)|))) :named |equality within_cap/1|))
(assert (! (and
             (=> (= benefit 500000) (= |exclusion(benefit)| |exclusion(500000)|))
             (=> (= benefit 750000) (= |exclusion(benefit)| |exclusion(750000)|))
             (=> (= benefit 250000) (= |exclusion(benefit)| |exclusion(250000)|))
             (=> (= benefit 375000) (= |exclusion(benefit)| |exclusion(375000)|))
             (=> (= benefit earnings) (= |exclusion(benefit)| |exclusion(earnings)|))
             (=> (= benefit spouse_earnings) (= |exclusion(benefit)| |exclusion(spouse_earnings)|))
             (=> (= earnings 500000) (= |exclusion(500000)| |exclusion(earnings)|))
             (=> (= spouse_earnings 500000) (= |exclusion(500000)| |exclusion(spouse_earnings)|))
             (=> (= earnings 750000) (= |exclusion(750000)| |exclusion(earnings)|))
             (=> (= spouse_earnings 750000) (= |exclusion(750000)| |exclusion(spouse_earnings)|))
             (=> (= earnings 250000) (= |exclusion(250000)| |exclusion(earnings)|))
             (=> (= spouse_earnings 250000) (= |exclusion(250000)| |exclusion(spouse_earnings)|))
             (=> (= earnings 375000) (= |exclusion(375000)| |exclusion(earnings)|))
             (=> (= spouse_earnings 375000) (= |exclusion(375000)| |exclusion(spouse_earnings)|))
             (=> (= earnings spouse_earnings) (= |exclusion(earnings)| |exclusion(spouse_earnings)|))) :named |equality exclusion/1|))
(assert (! (and
             (=> (= (+ benefit (- 500000)) 0) (= |taxable(0)| |taxable(benefit + -500000)|))
             (=> (= (+ benefit (- 750000)) 0) (= |taxable(0)| |taxable(benefit + -750000)|))
             (=> (= (+ benefit (- 250000)) 0) (= |taxable(0)| |taxable(benefit + -250000)|))
             (=> (= (+ benefit (- 375000)) 0) (= |taxable(0)| |taxable(benefit + -375000)|))
             (=> (= (+ benefit (* (- 1) earnings)) 0) (= |taxable(0)| |taxable(benefit + -1*earnings)|))
             (=> (= (+ benefit (* (- 1) spouse_earnings)) 0) (= |taxable(0)| |taxable @ taxable-rule|))
             (=>
               (= (+ benefit (- 500000)) (+ benefit (* (- 1) earnings)))
               (= |taxable(benefit + -500000)| |taxable(benefit + -1*earnings)|))
             (=>
               (= (+ benefit (- 500000)) (+ benefit (* (- 1) spouse_earnings)))
               (= |taxable(benefit + -500000)| |taxable @ taxable-rule|))
             (=>
               (= (+ benefit (- 750000)) (+ benefit (* (- 1) earnings)))
               (= |taxable(benefit + -750000)| |taxable(benefit + -1*earnings)|))
             (=>
               (= (+ benefit (- 750000)) (+ benefit (* (- 1) spouse_earnings)))
               (= |taxable(benefit + -750000)| |taxable @ taxable-rule|))
             (=>
               (= (+ benefit (- 250000)) (+ benefit (* (- 1) earnings)))
               (= |taxable(benefit + -250000)| |taxable(benefit + -1*earnings)|))
             (=>
               (= (+ benefit (- 250000)) (+ benefit (* (- 1) spouse_earnings)))
               (= |taxable(benefit + -250000)| |taxable @ taxable-rule|))
             (=>
               (= (+ benefit (- 375000)) (+ benefit (* (- 1) earnings)))
               (= |taxable(benefit + -375000)| |taxable(benefit + -1*earnings)|))
             (=>
               (= (+ benefit (- 375000)) (+ benefit (* (- 1) spouse_earnings)))
               (= |taxable(benefit + -375000)| |taxable @ taxable-rule|))
             (=>
               (= (+ benefit (* (- 1) earnings)) (+ benefit (* (- 1) spouse_earnings)))
               (= |taxable(benefit + -1*earnings)| |taxable @ taxable-rule|))) :named |equality taxable/1|))

; --- values of outcomes
(assert (! (=
             exclusion.given
             (or
               |exclusion(benefit)|
               |exclusion(500000)|
               |exclusion(750000)|
               |exclusion(250000)|
               |exclusion(375000)|
               |exclusion(earnings)|
               |exclusion(spouse_earnings)|)) :named |given exclusion|))
(assert (! (and
             (=> |exclusion(benefit)| (= exclusion benefit))
             (=> |exclusion(500000)| (= exclusion 500000))
             (=> |exclusion(750000)| (= exclusion 750000))
             (=> |exclusion(250000)| (= exclusion 250000))
             (=> |exclusion(375000)| (= exclusion 375000))
             (=> |exclusion(earnings)| (= exclusion earnings))
             (=> |exclusion(spouse_earnings)| (= exclusion spouse_earnings))) :named |value exclusion|))
(assert (! (=
             taxable.given
             (or
               |taxable(0)|
               |taxable(benefit + -500000)|
               |taxable(benefit + -750000)|
               |taxable(benefit + -250000)|
               |taxable(benefit + -375000)|
               |taxable(benefit + -1*earnings)|
               |taxable @ taxable-rule|)) :named |given taxable|))
(assert (! (and
             (=> |taxable(0)| (= taxable 0))
             (=> |taxable(benefit + -500000)| (= taxable (+ benefit (- 500000))))
             (=> |taxable(benefit + -750000)| (= taxable (+ benefit (- 750000))))
             (=> |taxable(benefit + -250000)| (= taxable (+ benefit (- 250000))))
             (=> |taxable(benefit + -375000)| (= taxable (+ benefit (- 375000))))
             (=> |taxable(benefit + -1*earnings)| (= taxable (+ benefit (* (- 1) earnings))))
             (=> |taxable @ taxable-rule| (= taxable (+ benefit (* (- 1) spouse_earnings))))) :named |value taxable|))
