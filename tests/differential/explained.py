"""A whole report against brute force: verdict, reason, witnesses, the closest pair, what is missing, conflicts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from bicameral.verdict.report import IntervalView, Missing, Report, Verdict, WitnessView
from tests.differential.generator import Example
from tests.differential.harness import Tally
from tests.differential.oracles import Truths, choices, claim_rule, solve, windows
from tests.differential.reasons import check_reason
from tests.differential.spec import CLAIM, EPOCH, Claim, Signature, Value, individual
from tests.reference.text import show_rule
from tests.reference.values import GroundAtom, show_ground, show_value

Key = tuple[Value, ...]
Typed = tuple[str, Value]


def problems(one: Example, claim: Claim, truths: Truths, report: Report, tally: Tally) -> Iterator[str]:
    """Everything in the report that brute force contradicts. The example must be exhaustive."""
    expected = verdict_of(truths)
    if report.verdict is not expected:
        yield f"the verdict is {report.verdict.name}, brute force says {expected.name}"
        return
    if report.agreement not in {"both", "smt"}:
        return  # nobody could explain it, and the notes say so
    if report.verdict is Verdict.SATISFIABLE:
        yield from _pair(one, claim, truths, report)
    elif one.policy.open_sorts:
        tally.add("reason: not tried over individuals")
    else:
        yield from check_reason(one, claim, report, tally)
    yield from _witnesses(one, claim, report)
    if report.verdict in (Verdict.VALID, Verdict.INVALID):
        yield from _smallest(one, claim, truths, report)
    yield from _conflicts(one, truths, report)


def verdict_of(truths: Truths) -> Verdict:
    sides = truths.sides
    if sides.can_hold and sides.can_fail:
        return Verdict.SATISFIABLE
    if sides.can_hold:
        return Verdict.VALID
    return Verdict.INVALID if sides.can_fail else Verdict.INCONSISTENT


# --- witnesses -----------------------------------------------------------------------------------------------


def program_value(of: Signature, value: object) -> Value:
    """A value in own units back in the program's scale."""
    if value is None or isinstance(value, bool):
        return value
    if of.kind == "date":
        return day_number(str(value))
    if of.kind == "decimal":
        return int(Decimal(str(value)).scaleb(of.digits))
    return int(str(value)) if of.kind == "int" else str(value)


def day_number(text: str) -> int:
    """The day number of a date, years before 1 and after 9999 as well (the calendar repeats after 400 years)."""
    sign, year, month, day = re.fullmatch(r"([-+]?)(\d+)-(\d\d)-(\d\d)", text).groups()  # type: ignore[union-attr]
    cycles, rest = divmod(int(sign + year) - 2000, 400)
    return (date(2000 + rest, int(month), int(day)) - EPOCH).days + cycles * 146_097


def inputs_of(one: Example, view: WitnessView) -> dict[str, Value]:
    return {of.name: program_value(of, view.inputs[of.name]) for of in one.inputs}


def _witnesses(one: Example, claim: Claim, report: Report) -> Iterator[str]:
    for view, holds in ((report.holds_when, True), (report.fails_when, False)):
        if view is not None and not _replays(one, claim, view, holds=holds):
            yield f"stock clingo has no such answer set: {view}, the claim {holds}"


def _replays(one: Example, claim: Claim, view: WitnessView, *, holds: bool) -> bool:
    """Inputs, outcomes and claim together, as clingo text."""
    values = inputs_of(one, view)
    domains = windows(one, claim)
    if any(values[name] not in domains[name] for name in domains):
        return False
    lines = [one.policy.text(), choices(one, {name: [value] for name, value in values.items()})]
    lines += [show_rule(claim_rule(claim)), f":- {'not ' if holds else ''}{CLAIM}."]
    for of in one.outcomes:
        shown = view.outcomes[of.name]
        if not of.valued:
            lines.append(f":- {'not ' if shown else ''}{of.name}.")
            continue
        several = [
            program_value(of, v) for v in (shown if isinstance(shown, tuple) else [] if shown is None else [shown])
        ]
        lines += [f":- not {show_ground(atom)}." for value in several for atom in of.atoms(value)]
        keys = "".join(f"{show_value(individual(name))}," for name in of.at)
        lines.append(f":- {of.predicate}({keys}V)" + "".join(f", V != {value}" for value in several) + ".")
    return solve("\n".join(lines))


def _smallest(one: Example, claim: Claim, truths: Truths, report: Report) -> Iterator[str]:
    """Of a decided claim the witness takes the smallest values, in the order of declaration."""
    holds = report.verdict is Verdict.VALID
    view = report.holds_when if holds else report.fails_when
    expected = next(key for key, found in (truths.holding if holds else truths.failing).items() if found)
    shown = None if view is None else tuple(inputs_of(one, view).values())
    if shown != expected:
        yield f"the witness is at {shown}, the smallest at {dict(zip(windows(one, claim), expected, strict=True))}"


# --- both sides ----------------------------------------------------------------------------------------------


def _pair(one: Example, claim: Claim, truths: Truths, report: Report) -> Iterator[str]:
    if report.holds_when is None or report.fails_when is None:
        yield "no pair is shown"
        return
    domains = windows(one, claim)
    ranks = [{_typed(value): rank for rank, value in enumerate(values)} for values in domains.values()]
    holding = [key for key, found in truths.holding.items() if found]
    failing = [key for key, found in truths.failing.items() if found]
    best = closest(holding, failing, ranks)
    shown = tuple(tuple(inputs_of(one, view).values()) for view in (report.holds_when, report.fails_when))
    if shown != best:
        yield f"the pair is {shown}, the closest {best}"
        return
    if (report.ambiguous is not None) != (best[0] == best[1]):
        yield f"ambiguous is {report.ambiguous} for the pair {best}"
    pair: tuple[Key, Key] | None = best
    if best[0] == best[1]:
        decided = (
            [key for key in holding if not truths.failing[key]],
            [key for key in failing if not truths.holding[key]],
        )
        pair = closest(*decided, ranks) if all(decided) else None
    yield from _missing(one, truths, report, pair, list(domains.values()))


def _typed(value: Value) -> Typed:
    return type(value).__name__, value


def closest(holding: Sequence[Key], failing: Sequence[Key], ranks: Sequence[Mapping[Typed, int]]) -> tuple[Key, Key]:
    """Fewest differing inputs, then nearest numbers, then smallest values of the holding side, then the failing."""

    def ranked(key: Key) -> list[int]:
        return [rank[_typed(value)] for rank, value in zip(ranks, key, strict=True)]

    fewest = min(_differing(h, f) for h in holding for f in failing)
    pairs = [(h, f) for h in holding for f in failing if _differing(h, f) == fewest]
    return min(pairs, key=lambda pair: (_distance(*pair), ranked(pair[0]), ranked(pair[1])))


def _differing(a: Key, b: Key) -> int:
    return sum(x != y for x, y in zip(a, b, strict=True))


def _distance(a: Key, b: Key) -> int:
    return sum(
        abs(x - y)
        for x, y in zip(a, b, strict=True)
        if isinstance(x, int) and isinstance(y, int) and not isinstance(x, bool)
    )


def _missing(
    one: Example, truths: Truths, report: Report, pair: tuple[Key, Key] | None, domains: Sequence[Sequence[Value]]
) -> Iterator[str]:
    names = [of.name for of in one.inputs]
    differing = [] if pair is None else [n for n, h, f in zip(names, *pair, strict=True) if h != f]
    if [entry.input for entry in report.missing] != differing:
        yield f"missing asks for {[entry.input for entry in report.missing]}, the pair {pair} differs in {differing}"
        return
    for entry in report.missing:
        assert pair is not None
        place = names.index(entry.input)
        for side, found, key in (("holds", truths.holding, pair[0]), ("fails", truths.failing, pair[1])):
            expected = {v for v in domains[place] if found[(*key[:place], v, *key[place + 1 :])]}
            shown = _values(one.inputs[place], entry, side, domains[place])
            if shown != expected:
                yield f"{entry.input} {side} at {shown}, by brute force at {expected}"


def _values(of: Signature, entry: Missing, side: str, domain: Sequence[Value]) -> set[Value]:
    shown: set[Value] = set()
    for part in entry.holds if side == "holds" else entry.fails:
        if isinstance(part, IntervalView):
            low, high = program_value(of, part.from_), program_value(of, part.to)
            bottom, top = (
                (low if isinstance(low, int) else of.low or 0),
                (high if isinstance(high, int) else of.high or 0),
            )
            shown |= {v for v in domain if isinstance(v, int) and bottom <= v <= top}
        else:
            shown.add(program_value(of, part))
    return shown


def _conflicts(one: Example, truths: Truths, report: Report) -> Iterator[str]:
    models = [m for side in (truths.holding, truths.failing) for found in side.values() for m in found]
    expected = [
        of.name for of in one.outcomes
        if of.valued and any(sum(_is_of(atom, of) for atom in m) > 1 for m in models)
    ]  # fmt: skip
    shown = [conflict.outcome for conflict in report.conflicts]
    if report.verdict is not Verdict.INCONSISTENT and shown != expected:
        yield f"conflicts are {shown}, by brute force {expected}"


def _is_of(atom: GroundAtom, of: Signature) -> bool:
    """Whether the atom gives the valued outcome a value."""
    return atom[0] == of.predicate and atom[1][:-1] == tuple(map(individual, of.at))
