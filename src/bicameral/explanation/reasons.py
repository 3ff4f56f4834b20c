"""Subset-minimal reasons.

A reason is a set of elements which, kept together, allow no answer set on the other side of the claim, and of which
none can be dropped. The preferred one is what deletion gives that starts from the least preferred element: of all
minimal reasons it is the one whose least preferred differing element comes earliest. Cores let deletion skip
elements that it would drop anyway, so the result does not depend on which core a solver happened to give.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable

from bicameral.backends.contract import Budget, Consistency, Oracle, Truth
from bicameral.source.record import record

SHARE = 4  # of the time left, one part for each question whether an element is needed
_NODES = 20_000  # of the hitting-set tree: beyond, the list is cut and says so


@record
class Reason:
    """Indices into the oracle's elements, ascending; `unproved` are those whose need could not be decided."""

    elements: tuple[int, ...]
    unproved: tuple[int, ...] = ()


@record
class NoReason:
    """No reason from these elements: consistent with all of them kept, or undecided (with why)."""

    truth: Truth
    why: str | None = None


@record
class Enumeration:
    """All minimal reasons found, preferred first; `cut` says why the list may not be whole."""

    reasons: tuple[Reason, ...]
    cut: str | None = None


def preferred(oracle: Oracle, goal: bool | None, budget: Budget) -> Reason | NoReason:
    """The preferred minimal reason why no answer set has the claim at `goal` (None: why there is none at all)."""
    return _deletion(oracle, range(len(oracle.elements)), goal, budget)


def _deletion(oracle: Oracle, start: Iterable[int], goal: bool | None, budget: Budget) -> Reason | NoReason:
    kept = sorted(start)
    answer = oracle.consistent(kept, goal, budget)
    if answer.truth is not Truth.NO:
        return NoReason(answer.truth, answer.reason)
    core = _core_of(answer, kept)
    needed: list[int] = []  # descending; all greater than what is still to be tried
    unproved: list[int] = []
    candidates = sorted(core)
    while candidates:
        candidate = candidates.pop()
        without = [*kept[: bisect_left(kept, candidate)], *reversed(needed)]
        answer = oracle.consistent(without, goal, Budget(budget.left // SHARE))
        if answer.truth is Truth.NO:
            core = _core_of(answer, without)
            candidates = sorted(i for i in core if i < candidate)
        else:
            needed.append(candidate)
            if answer.truth is Truth.UNDECIDED:
                unproved.append(candidate)
    return Reason(tuple(reversed(needed)), tuple(reversed(unproved)))


def _core_of(answer: Consistency, kept: list[int]) -> frozenset[int]:
    """The core as far as it is within what was kept; an element outside it would be the solver's mistake."""
    return answer.core & frozenset(kept)


def every(oracle: Oracle, goal: bool | None, first: Reason, budget: Budget, cap: int) -> Enumeration:
    """All minimal reasons, by Reiter's hitting-set tree over the elements of those already found.

    A node is a set of elements taken away. What is left either holds a known reason, gives a new one, or is
    consistent (and so is whatever is left of it), and the branch ends there; every minimal reason stands at some
    node. At most `cap` reasons are given.
    """
    found: list[Reason] = [first]
    hitting: list[frozenset[int]] = []
    cut: str | None = None
    queue: deque[frozenset[int]] = deque([frozenset()])
    seen: set[frozenset[int]] = {frozenset()}
    while queue:
        path = queue.popleft()
        if budget.left == 0 or len(seen) > _NODES:
            cut = "out of time" if budget.left == 0 else f"more than {_NODES} sets of elements to try"
            break
        known = next((reason for reason in found if path.isdisjoint(reason.elements)), None)
        if known is None and not any(hit <= path for hit in hitting):
            result = _deletion(oracle, (i for i in range(len(oracle.elements)) if i not in path), goal, budget)
            if isinstance(result, Reason) and len(found) == cap:
                cut = f"more than {cap} reasons"
                break
            if isinstance(result, Reason):
                found.append(result)
                known = result
            elif result.truth is Truth.UNDECIDED:
                cut = result.why
            else:
                hitting.append(path)
        for longer in () if known is None else (path | {element} for element in known.elements):
            if longer not in seen:
                seen.add(longer)
                queue.append(longer)
    rest = sorted(found[1:], key=lambda reason: reason.elements[::-1])
    return Enumeration((first, *rest), cut)
