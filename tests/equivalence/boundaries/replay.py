"""Policies and their mutants in stock clingo: their text, the facts of a complete case, the outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import clingo

from bicameral.policy.cases.reader import CaseReader
from bicameral.policy.identifiers import ground_name, read_ground_name, show_individual
from bicameral.policy.model import CheckedPolicy, Value
from bicameral.sorts import Json

Outcomes = frozenset[str] | None  # None: no answer set


def facts_text(policy: CheckedPolicy, inputs: Mapping[str, Value], entities: Mapping[str, tuple[str, ...]]) -> str:
    """A complete case as clingo's facts, derived inputs and the members of sorts among them."""
    own: dict[str, Json] = {}
    for name, value in inputs.items():
        declared = policy.inputs[name.partition("(")[0]]
        if declared.sort is None or value is None or isinstance(value, bool):
            own[name] = bool(value)
        else:
            own[name] = declared.sort.show(value)
    case = CaseReader(policy).make_case(own, entities={sort: list(names) for sort, names in entities.items()})
    lines = [
        f"{sort}({show_individual(name)})."
        for sort, declared_sort in policy.sorts.items()
        if (sort, 1) not in {(one.name, one.arity) for one in (*policy.inputs.values(), *policy.outcomes.values())}
        for name in (declared_sort.members or case.entities.get(sort, ()))
    ]
    for name, value in {**case.stated, **case.assumed}.items():
        read = read_ground_name(name)
        assert read is not None
        plain, keys, _ = read
        if value is True:
            lines.append(f"{ground_name(plain, keys)}.")
        elif value is not None and value is not False:
            args = ",".join([*map(show_individual, keys), str(value)])
            lines.append(f"{plain}({args}).")
    return "\n".join(lines)


def outcomes(policy: CheckedPolicy, facts: str) -> set[Outcomes]:
    """The outcome atoms of every answer set; {None} where there is none."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], "\n".join(file.text for file in policy.files) + "\n" + facts)
    control.ground([("base", [])])
    wanted = {(one.name, one.arity) for one in policy.outcomes.values()}
    found: set[Outcomes] = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            symbols = model.symbols(atoms=True)
            found.add(frozenset(str(one) for one in symbols if (one.name, len(one.arguments)) in wanted))
    return found or {None}


def every_input(policy: CheckedPolicy) -> Iterator[dict[str, Value]]:
    """All complete inputs of a policy without individuals, its numbers bounded."""
    domains: list[list[Value]] = []
    for declared in policy.inputs.values():
        values: list[Value] = [None] if declared.may_lack_value else []
        if declared.sort is None:
            values += [False, True]
        elif declared.sort.term_sort.members:
            values += declared.sort.term_sort.members
        else:
            assert declared.low is not None
            assert declared.high is not None
            values += range(declared.low, declared.high + 1)
        domains.append(values)
    for chosen in product(*domains):
        yield dict(zip(policy.inputs, chosen, strict=True))
