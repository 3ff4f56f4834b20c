"""A self-contained piece of work for clingo, plain enough to be sent to a child process as JSON.

Texts come from policies and from us; what comes from a case travels as arguments of program parts, which clingo
takes as symbols, so that no word of a case is ever read as program text.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bicameral.source.record import record

# An integer, or a kind (`constant`, `string`) and a text.
Argument = int | tuple[str, str]

# A predicate: its name and how many arguments it has.
Signature = tuple[str, int]


@record
class Atom:
    """A ground atom; its arguments are integers, constants or strings."""

    name: str
    args: tuple[Argument, ...] = ()


@record
class Part:
    """`#program name(parameters).` with its text."""

    name: str
    parameters: tuple[str, ...]
    text: str


@record
class Call:
    """A part to ground, with the arguments of its parameters."""

    part: str
    args: tuple[Argument, ...] = ()


@record
class Query:
    """A question of satisfiability under assumptions.

    `assume` gives atoms their truth; of each signature in `exactly` no further atom is true; with an answer set,
    the true atoms of the signatures in `read` are reported.
    """

    assume: tuple[tuple[Atom, bool], ...] = ()
    exactly: tuple[Signature, ...] = ()
    read: tuple[Signature, ...] = ()


@record
class Job:
    """Texts and parts to ground, and what to ask then. `options` are clingo's."""

    texts: tuple[str, ...]
    parts: tuple[Part, ...]
    calls: tuple[Call, ...]
    queries: tuple[Query, ...]
    options: tuple[str, ...] = ()


@record
class Result:
    """The answer to one query: `yes`, `no` or `undecided` with its reason, and the atoms that were to be read."""

    truth: str
    reason: str | None = None
    atoms: tuple[Atom, ...] = ()


NEVER = Result("no")


def to_json(value: Job | Result) -> dict[str, Any]:
    return asdict(value)


def job_from_json(data: dict[str, Any]) -> Job:
    """The job that `to_json` wrote. Raises KeyError or TypeError for anything else."""
    return Job(
        tuple(data["texts"]),
        parts_from_json(data["parts"]),
        calls_from_json(data["calls"]),
        tuple(
            Query(
                tuple((_atom(atom), bool(truth)) for atom, truth in query["assume"]),
                tuple((name, arity) for name, arity in query["exactly"]),
                tuple((name, arity) for name, arity in query["read"]),
            )
            for query in data["queries"]
        ),
        tuple(data["options"]),
    )


def parts_from_json(data: list[Any]) -> tuple[Part, ...]:
    """Parts as JSON has them. Raises KeyError or TypeError for anything else."""
    return tuple(Part(part["name"], tuple(part["parameters"]), part["text"]) for part in data)


def calls_from_json(data: list[Any]) -> tuple[Call, ...]:
    """Calls as JSON has them. Raises KeyError or TypeError for anything else."""
    return tuple(Call(call["part"], _arguments(call["args"])) for call in data)


def result_from_json(data: dict[str, Any]) -> Result:
    """The result that `to_json` wrote. Raises KeyError or TypeError for anything else."""
    return Result(data["truth"], data["reason"], tuple(_atom(atom) for atom in data["atoms"]))


def _atom(data: dict[str, Any]) -> Atom:
    return Atom(data["name"], _arguments(data["args"]))


def _arguments(data: list[Any]) -> tuple[Argument, ...]:
    return tuple(item if isinstance(item, int) else (str(item[0]), str(item[1])) for item in data)
