"""A case from the words of the command line: CASE, then --facts, then --fact, then --claim."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bicameral.policy.cases.drafts import Draft
from bicameral.policy.cases.reader import FORMATS, KEYS, CaseReader, overlay
from bicameral.policy.documents.decoded import Document
from bicameral.policy.gathering import gathered
from bicameral.policy.model import POLICY_FILE, Case, CheckedPolicy
from bicameral.source import Diagnostic, InputError, SourceFile, Span, decode, read_text
from bicameral.surfaces.cli.output import NO_POLICY

STANDARD_INPUT = "-"


def read_words(
    policy: CheckedPolicy, case: str | None, facts_file: str | None, facts: Sequence[str], claims: Sequence[str]
) -> Case:
    """The case; what is stated twice must be stated alike. Raises InputError."""
    reader = CaseReader(policy)
    sources: list[Callable[[], Draft]] = []
    if case is not None:
        sources.append(lambda: _case(reader, case))
    if facts_file is not None:
        sources.append(lambda: _facts(reader, facts_file))
    sources += [partial(reader.read_fact, fact) for fact in facts]
    whole: list[Draft] = []
    checks: list[Callable[[], object]] = [
        lambda: whole.append(overlay(gathered(sources))),
        lambda: reader.claims.read_all(claims),
    ]
    gathered(checks)
    return reader.finish(whole[0], list(claims) or None)


def refuse_swapped(policy: str, case: str | None) -> None:
    """Raise InputError when the words stand in the wrong order: POLICY comes first."""
    first, second = Path(policy), Path(case) if case is not None else None
    a_case = first.suffix.lower() in NO_POLICY
    a_policy = second is not None and (second.is_dir() or second.name == POLICY_FILE)
    if a_policy and (a_case or (first.is_file() and first.name != POLICY_FILE)):
        message = f"the arguments are swapped: {policy} is the case, {case} the policy"
        raise InputError(Diagnostic("swapped-arguments", message, hint=f"bicameral check {case} {policy}"))


def _case(reader: CaseReader, name: str) -> Draft:
    _no_folder(name, "a case")
    return reader.read_draft(read_text(Path(name)), _format(name))


def _no_folder(name: str, wanted: str) -> None:
    if Path(name).is_dir():
        hint = f"{wanted} is a .json, .yaml, .lp or .smt2 file"
        raise InputError(Diagnostic("unreadable-file", f"{name} is a folder, not {wanted}", hint=hint))


def _format(name: str) -> str:
    found = FORMATS.get(Path(name).suffix.lower())
    if found is None:
        endings = ", ".join(FORMATS)
        raise InputError(
            Diagnostic("unknown-format", f"cannot tell the format of {name}", hint=f"it may end in {endings}")
        )
    return found


def _facts(reader: CaseReader, name: str) -> Draft:
    """Facts from a file of any format of cases; JSON and YAML may also hold the facts alone."""
    if name == STANDARD_INPUT:
        source = _standard_input()
        kind = "json" if source.text.lstrip()[:1] in ("{", "[") else "yaml"
    else:
        _no_folder(name, "a file of facts")
        kind, source = _format(name), read_text(Path(name))
    if kind not in ("json", "yaml"):
        return reader.read_draft(source, kind)
    document = _document(source, kind)
    if isinstance(document.data, dict) and not _is_case(document.data):
        bare = document

        def where(path: tuple[str | int, ...], value: bool = False) -> Span | None:
            return bare.where(path[1:], value)

        document = Document({"facts": bare.data}, source, where)
    return reader.mapping(document.data, document)


def _document(source: SourceFile, kind: str) -> Document:
    if kind == "json":
        from bicameral.policy.documents.json_reader import read_json

        return read_json(source)
    from bicameral.policy.documents.yaml_reader import read_yaml

    return read_yaml(source)


def _is_case(data: dict[object, object]) -> bool:
    return "facts" in data or (bool(data) and all(key in KEYS for key in data))


def _standard_input() -> SourceFile:
    if sys.stdin is None:
        raise InputError(Diagnostic("unreadable-file", "standard input is closed"))
    return decode(sys.stdin.buffer.read(), "standard input")
