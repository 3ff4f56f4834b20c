"""From what a comparison found to its report: regions in words, examples replayed, who sides with whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bicameral.backends.contract import Budget
from bicameral.equivalence.bounded import Bounded
from bicameral.equivalence.claims import Answers, Said
from bicameral.equivalence.comparing import Region
from bicameral.equivalence.crosscheck import Outcome, Translation
from bicameral.equivalence.regions import Box, box, merged
from bicameral.equivalence.replay import Check, Replay, facts_of, replay
from bicameral.equivalence.report import Compared, Comparison, Difference, DiffReport, Part, Saying, SideView
from bicameral.equivalence.vocabulary import SharedInput, SharedOutcome, Vocabulary, common_name
from bicameral.equivalence.wording import condition, in_units, own_value, part, question
from bicameral.formula.interpreter import Value
from bicameral.formula.term import Term
from bicameral.sorts import Json
from bicameral.verdict.report import Note


def describe(
    translations: Sequence[Translation],
    found: Outcome,
    checks: Sequence[Check],
    entities: Mapping[str, tuple[str, ...]],
    budget: Budget,
) -> DiffReport:
    """The report on a comparison. `checks` ask the translations, in order."""
    labels = tuple(one.label for one in translations)
    vocabulary = found.vocabulary
    if vocabulary is None:
        return DiffReport(
            Comparison.UNDECIDED,
            labels,
            inputs=(),
            entities=entities,
            outcomes=(),
            common_outcomes={},
            differences=(),
            complete=False,
            undecided=found.undecided,
            domains=(),
            notes=(),
        )
    writer = _Writer(vocabulary, labels, checks, budget)
    differences = tuple(writer.differences(found.regions))
    verdict = (
        Comparison.DIFFERENT if differences else Comparison.UNDECIDED if found.undecided else Comparison.EQUIVALENT
    )
    if writer.contradictions:
        verdict = Comparison.DISAGREEMENT
    return DiffReport(
        verdict,
        labels,
        tuple(writer.compared()),
        entities,
        tuple(outcome.name for outcome in vocabulary.outcomes),
        {one.name: common_name((o.name, o.declaration) for o in one.observed) for one in vocabulary.outcomes},
        differences,
        found.undecided is None,
        found.undecided,
        tuple((one.name, one.declared) for one in vocabulary.differences),
        (*writer.contradictions, *writer.notes()),
    )


def describe_bounded(
    labels: Sequence[str], found: Bounded, why: str, entities: Mapping[str, tuple[str, ...]]
) -> DiffReport:
    """The report where a side is not lowered: a difference that was met with, or how far none was."""
    differences: tuple[Difference, ...] = ()
    undecided = f"{why}; clingo found no difference in the {found.tried - found.undecided} cases that were tried"
    if found.facts is not None:
        names = tuple(dict.fromkeys(name for said in found.says if said is not None for name in said))
        sides = tuple(SideView(label, _told(said), ()) for label, said in zip(labels, found.says, strict=True))
        keys = {label: str(said) for label, said in zip(labels, found.says, strict=True)}
        groups = tuple(tuple(label for label in labels if keys[label] == key) for key in dict.fromkeys(keys.values()))
        parts = tuple(Part(name, (value,), None) for name, value in found.facts.items())
        question_ = f"In this case: {', '.join(names)}?"
        differences = (
            Difference(parts, (), names, sides, groups, dict(found.facts), dict.fromkeys(labels, "asp"), question_),
        )
        undecided = f"{why}; there may be more differences than this one, met with in {found.tried} cases"
    return DiffReport(
        Comparison.DIFFERENT if differences else Comparison.UNDECIDED,
        tuple(labels),
        inputs=tuple(Compared(name, "tried", (), name) for name in found.facts or ()),
        entities=entities,
        outcomes=(),
        common_outcomes={name: name for one in differences for name in one.outcomes},
        differences=differences,
        complete=False,
        undecided=undecided,
        domains=(),
        notes=(),
    )


def _told(said: Mapping[str, tuple[str, tuple[Json, ...]]] | None) -> tuple[Saying, ...] | None:
    """What a table says, in a comparison's terms."""
    if said is None:
        return None
    statuses = {"certain": "proves", "impossible": "refutes", "open": "open"}
    found = []
    for name, (status, values) in said.items():
        single = status == "certain" and len(values) == 1
        found.append(Saying(name, "value" if single else statuses.get(status, status), values[0] if single else None))
    return tuple(found)


class _Writer:
    def __init__(self, vocabulary: Vocabulary, labels: Sequence[str], checks: Sequence[Check], budget: Budget) -> None:
        self._budget = budget
        self._vocabulary = vocabulary
        self._labels = labels
        self._checks = checks
        self._owner = {t: one for one in vocabulary.inputs for t in (one.value, one.given) if t is not None}
        self._undecided: list[str] = []
        self.contradictions: list[Note] = []

    def compared(self) -> list[Compared]:
        found = []
        for one in self._vocabulary.inputs:
            only = tuple(self._labels[n] for n in one.known) if len(one.known) < len(self._labels) else ()
            known = ((mine.name, mine.declaration) for mine in one.known.values())
            found.append(Compared(one.name, _domain(one), only, common_name(known)))
        return found

    def notes(self) -> list[Note]:
        return [Note("replay-undecided", text) for text in dict.fromkeys(self._undecided)]

    def differences(self, regions: Sequence[Region]) -> list[Difference]:
        """Regions on which everybody says alike drawn together where they meet, in the order they were found."""
        groups: dict[object, list[Region]] = {}
        for region in regions:
            groups.setdefault(_signature(region), []).append(region)
        found: list[tuple[int, Difference]] = []
        for group in groups.values():
            boxes = [box(region.literals, self._vocabulary.inputs) for region in group]
            for one, members in merged(boxes, self._vocabulary.inputs):
                chosen = min((group[number] for number in members), key=lambda each: self._order(each.point))
                first = min(regions.index(group[number]) for number in members)
                found.append((first, self._difference(one, chosen)))
        return [difference for _, difference in sorted(found, key=lambda each: each[0])]

    def _order(self, point: Mapping[Term, Value]) -> tuple[tuple[bool, int], ...]:
        """Smallest inputs first, in declaration order."""
        found = []
        for one in self._vocabulary.inputs:
            value = point[one.value]
            given = one.given is None or bool(point[one.given])
            rank = one.value.sort.members.index(value) if isinstance(value, str) else int(value)
            found.append((given, rank))
        return tuple(found)

    # --- one difference -----------------------------------------------------------------------------------------

    def _difference(self, where: Box, region: Region) -> Difference:
        inputs = self._vocabulary.inputs
        parts = tuple(part(one, where.values[one.name]) for one in inputs if one.name in where.values)
        conditions = tuple(condition(term, self._owner) for term in where.conditions)
        places = _apart(region)
        outcomes = tuple(self._vocabulary.outcomes[place] for place in places)
        sides, replayed = [], {}
        for number, label in enumerate(self._labels):
            answers = region.answers[number]
            mine = None if answers is None else tuple(answers[place] for place in places)
            facts = facts_of(region.point, inputs, number)
            done = replay(self._checks[number], facts, mine, outcomes, number, self._budget)
            replayed[label] = done.agreement
            self._note(label, done)
            sides.append(SideView(label, _says(outcomes, mine), done.rules))
        return Difference(
            parts,
            conditions,
            tuple(outcome.name for outcome in outcomes),
            tuple(sides),
            _groups(region, self._labels),
            {one.name: self._value(one, region.point) for one in inputs},
            replayed,
            question(parts, conditions, outcomes, {one.name: one.declaration for one in inputs}),
        )

    def _note(self, label: str, done: Replay) -> None:
        if done.contradiction is not None:
            self.contradictions.append(Note("replay-contradicts", f"{label}: {done.contradiction}"))
        if done.undecided is not None:
            self._undecided.append(f"{label}: {done.undecided}")

    def _value(self, one: SharedInput, point: Mapping[Term, Value]) -> Json:
        if one.given is not None and not point[one.given]:
            return None
        value = point[one.value]
        assert isinstance(value, bool | int | str)
        return own_value(one, value)


def _says(outcomes: Sequence[SharedOutcome], answers: Answers) -> tuple[Saying, ...] | None:
    if answers is None:
        return None
    return tuple(_saying(outcome, said) for outcome, said in zip(outcomes, answers, strict=True))


def _saying(outcome: SharedOutcome, said: Said) -> Saying:
    value = None
    if isinstance(said.value, int | str):
        value = in_units(outcome.declaration, said.value, outcome.scale)
    return Saying(outcome.name, said.status, value)


def _key(answers: Answers) -> object:
    return None if answers is None else tuple((said.status, said.value) for said in answers)


def _groups(region: Region, labels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Who sides with whom; those that allow different combinations of what they leave open are apart."""
    one, other = region.parted
    together = _key(region.answers[one]) == _key(region.answers[other])
    groups: dict[object, list[str]] = {}
    for number, label in enumerate(labels):
        key = (_key(region.answers[number]), together and number == other)
        groups.setdefault(key, []).append(label)
    return tuple(tuple(group) for group in groups.values())


def _apart(region: Region) -> list[int]:
    """The outcomes on which sides differ; all where each alone is the same."""
    present = [answers for answers in region.answers if answers is not None]
    if not present:
        return []
    places = range(len(present[0]))
    if len(present) < len(region.answers):
        return list(places)
    found = [p for p in places if len({(said[p].status, said[p].value) for said in present}) > 1]
    return found or list(places)


def _signature(region: Region) -> object:
    """What is the same throughout: statuses, and which sides' values are equal."""
    statuses = tuple(None if a is None else tuple(said.status for said in a) for a in region.answers)
    return statuses, _groups(region, [str(n) for n in range(len(region.answers))]), tuple(_apart(region))


def _domain(one: SharedInput) -> str:
    sort = one.declaration.sort
    if sort is None:
        text = "true or false"
    elif one.value.sort.members:
        text = " | ".join(name.rpartition(".")[2] for name in one.value.sort.members)
    else:
        low, high = ("" if end is None else str(own_value(one, end)) for end in (one.low, one.high))
        text = f"{low}..{high}{f' {one.declaration.unit}' if one.declaration.unit else ''}"
    return f"{text}, or none" if one.given is not None else text
