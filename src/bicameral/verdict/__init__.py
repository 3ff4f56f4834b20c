"""Two decisions to one verdict, with replayed witnesses.

House rule: disagreement and unknown are values. Trusts the backends' contract.
"""
