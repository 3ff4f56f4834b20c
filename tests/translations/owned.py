"""The owner's cases in the names of the translations: aliases where there are any, and their individuals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from bicameral.casebook.entries import read_entries
from bicameral.policy.documents.yaml_reader import read_yaml
from bicameral.policy.instances import invented
from bicameral.source import read_text
from tests.translations.sides import ROOT, policy_of

Facts = dict[str, Any]


@cache
def _written(name: str) -> dict[str, tuple[Facts, tuple[str, ...]]]:
    """Of every case all its facts, and as claims what is expected."""
    found: dict[str, tuple[Facts, tuple[str, ...]]] = {}
    for entry in read_entries(read_yaml(read_text(ROOT / "rules" / name / "cases.yaml", "cases.yaml"))):
        facts = dict(found[entry.like][0]) if entry.like is not None else {}
        for key, value in entry.facts.items():
            before = facts.get(key)
            facts[key] = before | value if isinstance(before, dict) and isinstance(value, dict) else value
        # What is no verdict is the value of an outcome.
        claims = [
            about if isinstance(said, str) and said.isupper() else f"{about} = {said}"
            for about, said in (entry.expect or {}).items()
        ]
        found[entry.name] = facts, tuple(claims)
    return found


def cases(name: str) -> Iterator[tuple[str, Facts, tuple[str, ...], dict[str, tuple[str, ...]]]]:
    """Every case that is about no more people than the translations: its name, facts, claims and entities."""
    policy = policy_of(name)
    entities = {sort: tuple(members) for sort, members in invented(policy, {}).items() if sort in policy.sorts}
    known = [one for members in entities.values() for one in members]
    for case, (facts, claims) in _written(name).items():
        keyed = [facts[one.name] for one in policy.inputs.values() if one.keys and one.name in facts]
        people = list(dict.fromkeys(person for value in keyed for person in _people(value)))
        if len(people) > len(known):
            continue
        renamed: dict[str, str] = dict(zip(people, known, strict=False))
        renamed |= {one.name: one.smt_name for one in policy.names.values()}
        stated = {renamed[key]: _renamed(one, renamed) if policy.names[key].keys else one for key, one in facts.items()}
        yield case, stated, tuple(_in_text(claim, renamed) for claim in claims), entities


def _people(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _people(inner) if isinstance(inner, dict) else ()
    elif isinstance(value, list):
        for inner in value:
            yield from [inner] if isinstance(inner, str) else _people(inner)


def _renamed(value: object, renamed: dict[str, str]) -> object:
    if isinstance(value, dict):
        inner = {key: _renamed(one, renamed) if isinstance(one, dict) else one for key, one in value.items()}
        return {renamed[key]: one for key, one in inner.items()}
    if isinstance(value, list):
        return [renamed[one] if isinstance(one, str) else _renamed(one, renamed) for one in value]
    return value


def _in_text(claim: str, renamed: dict[str, str]) -> str:
    return re.sub(r"\w+", lambda word: renamed.get(word[0], word[0]), claim)
