"""The mapping file: which tool, which policy, which claim, and who may say what.

    tool = "order"
    policy = "."
    claim = "order_allowed"
    require = "both"
    trust = ["call"]
    ignore = ["order_id"]

    [arguments]
    amount_eur = "amount"
    signed = { input = "countersigned", required = true }

    [[facts]]
    source = "ledger"
    command = ["python3", "ledger.py"]
    inputs = { open = "account_open" }

Unknown keys are errors: a misspelt `trust` must not read as an absent one.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts import did_you_mean
from bicameral.source import Diagnostic, InputError

CALL = "call"  # the source of an argument whose mapping names none: the agent's own word

Name = Annotated[str, msgspec.Meta(min_length=1)]
Milliseconds = Annotated[int, msgspec.Meta(ge=1, le=600_000)]


class Argument(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An argument of the call, the input that it states, and whose word its value is."""

    input: Name
    source: Name = CALL
    required: bool = False


class Command(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A trusted command that states inputs: an argument list, run without a shell in the mapping file's folder.

    It gets the call on standard input and prints a JSON object; `inputs` maps that object's keys.
    """

    source: Name
    command: Annotated[list[str], msgspec.Meta(min_length=1)]
    inputs: Annotated[dict[str, Name], msgspec.Meta(min_length=1)]
    timeout: Milliseconds = 1_000


class Mapping(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A mapping file.

    `ignore` names arguments that state nothing (`*`: all that `arguments` does not name); any other argument blocks.
    `trust` names sources whose word is taken even for inputs that the policy takes from others alone. `deadline` is
    the supervisor's: milliseconds for the whole call.
    """

    tool: Name
    policy: Name
    claim: Name
    arguments: dict[str, Name | Argument]
    facts: list[Command] = msgspec.field(default_factory=list)
    trust: list[Name] = msgspec.field(default_factory=list)
    ignore: list[Name] = msgspec.field(default_factory=list)
    require: Literal["both"] | None = None
    deadline: Milliseconds = 10_000

    def argument(self, name: str) -> Argument | None:
        """The argument of that name, its short form written out; None for one that the file does not know."""
        entry = self.arguments.get(name)
        return Argument(entry) if isinstance(entry, str) else entry


def read_mapping(text: str, file: str) -> Mapping:
    """The mapping in `text`. Raises InputError naming the key and what would be right."""
    try:
        return msgspec.convert(tomllib.loads(text), Mapping)
    except tomllib.TOMLDecodeError as fault:
        raise InputError(Diagnostic("mapping-syntax", f"{file} is not TOML: {fault}")) from fault
    except msgspec.ValidationError as fault:
        raise InputError(Diagnostic("mapping", f"{file}: {fault}")) from fault


def policy_path(mapping: Mapping, file: str) -> Path:
    """Where the policy is: the mapping file's folder is where its paths start."""
    return Path(file).parent / mapping.policy


def resolve(mapping: Mapping, policy: CheckedPolicy, file: str) -> None:
    """Check every input and source that the mapping names against the policy. Raises InputError."""
    for name in mapping.arguments:
        argument = mapping.argument(name)
        if argument is not None:
            declaration = _input(policy, argument.input, f"{file}: argument {name}")
            if argument.source != CALL and argument.source not in mapping.trust:
                _may_state(declaration, argument.source, f"{file}: argument {name}")
    for entry in mapping.facts:
        for key, target in entry.inputs.items():
            _may_state(_input(policy, target, f"{file}: fact {key}"), entry.source, f"{file}: fact {key}")


def _input(policy: CheckedPolicy, name: str, where: str) -> Declaration:
    declaration = policy.names.get(name)
    if declaration is None or declaration.role not in ("input", "external"):
        hint = did_you_mean(name, [known.name for known in policy.inputs.values() if known.role != "derive"])
        raise InputError(Diagnostic("mapping-input", f"{where}: the policy has no input `{name}`", hint=hint))
    return declaration


def _may_state(declaration: Declaration, source: str, where: str) -> None:
    if declaration.sources and source not in declaration.sources:
        allowed = ", ".join(declaration.sources)
        raise InputError(
            Diagnostic(
                "mapping-source",
                f"{where}: `{declaration.name}` is not taken from {source}",
                hint=f"the policy takes it from {allowed}",
            )
        )


def takes(mapping: Mapping, argument: Argument, declaration: Declaration) -> bool:
    """Whether this argument states that input: it has no `from`, or the file names a source that may state it."""
    return not declaration.sources or argument.source in declaration.sources or argument.source in mapping.trust
