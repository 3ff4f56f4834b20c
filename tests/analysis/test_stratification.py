"""Which statements can split answer sets."""

from __future__ import annotations

import pytest

from bicameral.analysis.dependency import Predicate
from bicameral.analysis.stratification import splitting
from bicameral.policy import check_text


@pytest.mark.parametrize(
    ("program", "found"),
    [
        (["p :- not q.", "q :- r.", "r."], []),  # stratified
        (["p :- q.", "q :- p, r.", "q :- s.", "r.", "s."], []),  # a positive loop has one least model
        (["p :- q.", "q :- not r.", "r :- not q."], [1, 2]),
        (["p :- s.", "s.", "q :- not r.", "r :- not q."], []),  # nothing that p depends on
        (["p :- s.", "{s}."], [1]),
        (["p ; q :- r.", "r."], [0]),
        (["p :- 1 <= #count{1: q; 2: r}.", "q :- #sum{1: p} >= 1.", "r."], [0, 1]),  # whatever the aggregates are
    ],
)
def test_what_splits(program: list[str], found: list[int]) -> None:
    statements = check_text("\n".join(program) + "\n", "policy.lp").statements
    assert list(splitting(statements, [Predicate("p", 0)])) == found
