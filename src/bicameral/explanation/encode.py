"""Reports as JSON: keys in the order of the contract, decimals as numbers with all their digits, the same bytes.

The output is ASCII, so that no terminal and no pipe can fail on it. No floating point is read or written, except
the milliseconds of the backends, which are rounded to three places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from json.encoder import encode_basestring_ascii

from bicameral.sorts import Json
from bicameral.verdict.report import (
    Ambiguous,
    BackendView,
    Because,
    Conflict,
    IntervalView,
    Missing,
    Note,
    OutcomeRow,
    OutcomeTable,
    PolicyView,
    Report,
    Reports,
    WitnessView,
)

Plain = Json | Sequence["Plain"] | Mapping[str, "Plain"]


def to_json(report: Report | Reports | OutcomeTable, *, indent: int | None = 2) -> str:
    """The report as one JSON document without a final line break; on one line when `indent` is None."""
    return dumps(plain(report), indent=indent)


def dumps(value: Plain, *, indent: int | None = 2) -> str:
    """Any plain value as JSON text: exact, ASCII, members in their own order."""
    out: list[str] = []
    _write(value, out, indent, 0)
    return "".join(out)


def plain(report: Report | Reports | OutcomeTable) -> dict[str, Plain]:
    """The report as mappings, lists and scalars (numbers are int or Decimal), in the order of its JSON keys."""
    match report:
        case Reports():
            return {"reports": [plain(one) for one in report.reports]}
        case OutcomeTable():
            return _table(report)
        case _:
            return _report(report)


def _report(report: Report) -> dict[str, Plain]:
    out: dict[str, Plain] = {
        "verdict": report.verdict.name,
        "claim": report.claim,
        "agreement": report.agreement,
        "because": [because(entry) for entry in report.because],
    }
    if report.reasons is not None:
        out["reasons"] = [[because(entry) for entry in reason] for reason in report.reasons]
    out["holds_when"] = _witness(report.holds_when)
    out["fails_when"] = _witness(report.fails_when)
    out["missing"] = [_missing(entry) for entry in report.missing]
    out["ambiguous"] = _ambiguous(report.ambiguous)
    out["conflicts"] = [_conflict(conflict) for conflict in report.conflicts]
    return out | _tail(report)


def _table(table: OutcomeTable) -> dict[str, Plain]:
    return {"outcomes": [_row(row) for row in table.outcomes]} | _tail(table)


def _row(row: OutcomeRow) -> dict[str, Plain]:
    return {
        "outcome": row.outcome,
        "status": row.status,
        "agreement": row.agreement,
        "values": [{"value": value.value, "when": value.when} for value in row.values],
        "missing": [_missing(entry) for entry in row.missing],
    }


def _tail(report: Report | OutcomeTable) -> dict[str, Plain]:
    return {
        "notes": [_note(note) for note in report.notes],
        "backends": {name: _backend(view) for name, view in report.backends.items()},
        "policy": _policy(report.policy),
        "as_of": report.as_of,
        "bicameral": report.bicameral,
    }


def because(entry: Because) -> dict[str, Plain]:
    """One entry with exactly the keys of its kind, absent ones null."""
    out: dict[str, Plain] = {"kind": entry.kind, "name": entry.name}
    match entry.kind:
        case "rule" | "constraint":
            at, source = entry.at, entry.source
            out["text"] = entry.text
            out["at"] = None if at is None else {"file": at.file, "line": at.line}
            out["source"] = (
                None if source is None else {"file": source.file, "line": source.line, "heading": source.heading}
            )
        case "closed-world":
            out["rules"] = list(entry.rules or ())
        case "fact":
            out["value"] = entry.value
            out["label"] = entry.label
        case "assumed":
            out["value"] = entry.value
        case "range":
            out["from"] = entry.low
            out["to"] = entry.high
    return out


def _witness(witness: WitnessView | None) -> Plain:
    if witness is None:
        return None
    return {"inputs": dict(witness.inputs), "outcomes": dict(witness.outcomes)}


def _missing(entry: Missing) -> dict[str, Plain]:
    return {
        "input": entry.input,
        "question": entry.question,
        "at": dict(entry.at),
        "holds": [part(each) for each in entry.holds],
        "fails": [part(each) for each in entry.fails],
    }


def part(part: IntervalView | Json) -> Plain:
    """An interval as an object, any other value as it is."""
    return {"from": part.from_, "to": part.to} if isinstance(part, IntervalView) else part


def _ambiguous(ambiguous: Ambiguous | None) -> Plain:
    if ambiguous is None:
        return None
    return {"inputs": dict(ambiguous.inputs), "atoms": list(ambiguous.atoms), "rules": list(ambiguous.rules)}


def _conflict(conflict: Conflict) -> dict[str, Plain]:
    return {"outcome": conflict.outcome, "values": list(conflict.values), "rules": list(conflict.rules)}


def _note(note: Note) -> dict[str, Plain]:
    return {"code": note.code, "text": note.text}


def _backend(view: BackendView) -> dict[str, Plain]:
    return {
        "can_hold": view.can_hold,
        "can_fail": view.can_fail,
        "reason": view.reason,
        "ms": Decimal(f"{view.ms:.3f}"),
    }


def _policy(view: PolicyView) -> dict[str, Plain]:
    return {
        "name": view.name,
        "version": view.version,
        "effective": {"from": view.effective_from, "to": view.effective_to},
        "sha256": view.sha256,
    }


def _write(value: Plain, out: list[str], indent: int | None, depth: int) -> None:
    match value:
        case None:
            out.append("null")
        case bool():
            out.append("true" if value else "false")
        case int():
            out.append(str(value))
        case Decimal():
            out.append(f"{value:f}")
        case str():
            out.append(encode_basestring_ascii(value))
        case Mapping():
            members = [(f"{encode_basestring_ascii(key)}: ", member) for key, member in value.items()]
            _write_all("{}", members, out, indent, depth)
        case _:
            _write_all("[]", [("", member) for member in value], out, indent, depth)


def _write_all(brackets: str, members: list[tuple[str, Plain]], out: list[str], indent: int | None, depth: int) -> None:
    if not members:
        out.append(brackets)
        return
    flat = indent is None or not any(_nests(member) for _, member in members)
    if indent is None or flat:
        opening, between, closing = brackets[0], ", ", brackets[1]
    else:
        pad = " " * (indent * (depth + 1))
        opening, between, closing = f"{brackets[0]}\n{pad}", f",\n{pad}", f"\n{' ' * (indent * depth)}{brackets[1]}"
    for position, (key, member) in enumerate(members):
        out.append(opening if position == 0 else between)
        out.append(key)
        _write(member, out, indent, depth + 1)
    out.append(closing)


def _nests(value: Plain) -> bool:
    """Whether a member breaks the line of what holds it: anything in brackets that is not empty."""
    return isinstance(value, Mapping | list | tuple) and len(value) > 0
