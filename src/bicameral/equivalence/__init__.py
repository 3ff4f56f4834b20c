"""Cross-checks of translations: where exactly they part.

House rule: a translation is what it allows, a set of pairs (inputs, outcomes); its auxiliary atoms are quantified.
"""
