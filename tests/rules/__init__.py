"""The policies under `rules/`, against their documents.

`reference` reads each document's arithmetic in exact fractions, `stock` runs `policy.lp` as it stands in clingo,
annotations being comments there. The two are compared with each other and with published values before anything of
ours comes in.
"""
