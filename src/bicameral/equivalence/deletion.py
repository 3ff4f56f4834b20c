"""A subset-minimal part of a list that still does: deletion in ever smaller pieces, the last ones first.

Few of many are needed here, so halves are tried before single ones (delta debugging: Zeller and Hildebrandt 2002);
whatever an attempt shows to be enough, a core among it, is gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bicameral.formula.term import Term


def fewest(literals: Sequence[Term], enough: Callable[[Sequence[Term]], list[Term] | None]) -> list[Term]:
    """A minimal part of `literals`, which are enough; `enough` gives a part that is enough, or None.

    What it says must not be lost by adding more.
    """
    kept = list(literals)
    size = max(1, len(kept) // 2)
    while True:
        end = len(kept)
        while end > 0:
            start = max(0, end - size)
            rest = enough([*kept[:start], *kept[end:]])
            if rest is not None:
                before = set(kept[:start])
                kept = rest
                start = sum(literal in before for literal in kept)
            end = start
        if size == 1:
            return kept
        size //= 2
