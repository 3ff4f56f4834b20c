"""What a cross-check leaves to the policy's owner: one question for each region on which translations part."""

from __future__ import annotations

from collections.abc import Iterator

from bicameral.casebook.writing import Question
from bicameral.equivalence.report import Difference, DiffReport
from bicameral.equivalence.wording import part_words, saying_words


def questions_of(report: DiffReport) -> list[Question]:
    """One question for each region, in order: the region's example, what differs there left blank."""
    common = {one.input: one.common for one in report.inputs}
    found = []
    for number, one in enumerate(report.differences, start=1):
        facts = {common[name]: False if value is None else value for name, value in one.example.items()}
        about = tuple(report.common_outcomes[name] for name in one.outcomes)
        entities = {sort: names for sort, names in report.entities.items() if names}
        found.append(Question(f"{number}. {_where(one)}", facts, entities, about, tuple(_comments(one))))
    return found


def heading(report: DiffReport) -> Iterator[str]:
    """What stands above the questions."""
    yield f"Where {' and '.join(report.translations)} part. Fill in what you expect; then"
    yield f"bicameral test {' '.join(report.translations)} --cases FILE says which of them your answers rule out."
    if not report.complete:
        yield f"There may be more: {report.undecided}."


def _where(one: Difference) -> str:
    return ", ".join([*map(part_words, one.region), *one.conditions]) or "everywhere"


def _comments(one: Difference) -> Iterator[str]:
    yield one.question
    for group in one.groups:
        side = next(each for each in one.sides if each.translation in group)
        said = "allows nothing" if side.says is None else ", ".join(map(saying_words, side.says))
        yield f"{', '.join(group)}: {said}"
