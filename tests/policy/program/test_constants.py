"""`#const`, as clingo computes it."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bicameral.policy import check_text
from bicameral.source import PolicyError
from bicameral.syntax import to_text

TERMS = st.recursive(
    st.integers(0, 40).map(str) | st.sampled_from(["other", "member", '"text"']),
    lambda inner: (
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "\\", "**", "&", "?", "^"]), inner).map(
            lambda parts: f"({parts[0]}{parts[1]}{parts[2]})"
        )
        | inner.map(lambda term: f"(-{term})")
        | inner.map(lambda term: f"(~{term})")
        | inner.map(lambda term: f"|{term}|")
        | st.tuples(inner, inner).map(lambda parts: f"f({parts[0]},{parts[1]})")
        | st.tuples(inner, inner).map(lambda parts: f"({parts[0]},{parts[1]})")
    ),
    max_leaves=5,
)


def by_clingo(program: str) -> str | None:
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    try:
        control.add(program)
        control.ground()
    except RuntimeError:
        return None
    found = [str(atom.symbol.arguments[0]) for atom in control.symbolic_atoms.by_signature("value", 1)]
    return found[0] if found else None


@given(TERMS)
@settings(max_examples=400, deadline=None)
def test_constants_have_clingos_values(term: str) -> None:
    program = f"#const other = 7.\n#const c = {term}.\nvalue(c)."
    try:
        mine = to_text(check_text(program).constants["c"])
    except PolicyError:
        mine = None
    theirs = by_clingo(program)
    if mine is not None:
        assert mine.replace(" ", "") == theirs
    else:  # refused: without a value in clingo, or one that wraps there, or that it leaves as it stands
        assert theirs is None or "**" in term or "-" in theirs or theirs.isdigit() or theirs == "c"


@pytest.mark.parametrize(
    "term", ["1**(-1)", "(-1)**(-2)", "2**(-1)", "0**0", "(-1)**3", "-7/2", "-7\\2", "2**3**2", "-2**2"]
)
def test_published_edges(term: str) -> None:
    program = f"#const c = {term}.\nvalue(c)."
    assert to_text(check_text(program).constants["c"]) == by_clingo(program)


def test_an_override_wins() -> None:
    policy = check_text("#const c = 1. [default]\n#const c = 2. [override]\n#const d = c + 1.")
    assert {name: to_text(term) for name, term in policy.constants.items()} == {"c": "2", "d": "3"}
