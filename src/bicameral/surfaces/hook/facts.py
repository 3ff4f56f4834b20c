"""Facts for one call: what its arguments may state, and what the trusted commands say."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, field
from pathlib import Path

from bicameral.policy.model import CheckedPolicy
from bicameral.source import Diagnostic, InputError
from bicameral.surfaces.hook.call import Call, read_object
from bicameral.surfaces.hook.mapping import Command, Mapping, takes

LARGEST_ANSWER = 1 << 20  # bytes that a trusted command may print


@dataclass(slots=True)
class Facts:
    """Values by input name, and who said each."""

    values: dict[str, object] = field(default_factory=dict)
    said_by: dict[str, str] = field(default_factory=dict)

    def state(self, name: str, value: object, source: str) -> None:
        """Add a fact. Raises InputError when another source says otherwise."""
        if name in self.values and (self.values[name] != value or type(self.values[name]) is not type(value)):
            raise InputError(
                Diagnostic("stated-twice", f"`{name}` is stated differently by {self.said_by[name]} and by {source}")
            )
        self.values[name] = value
        self.said_by[name] = source


def from_arguments(mapping: Mapping, policy: CheckedPolicy, call: Call) -> Facts:
    """What the call's arguments state. Raises InputError for an argument that the mapping does not expect."""
    facts = Facts()
    for name, value in call.arguments.items():
        argument = mapping.argument(name)
        if argument is None:
            if name not in mapping.ignore and "*" not in mapping.ignore:
                known = ", ".join(mapping.arguments)
                raise InputError(Diagnostic("argument", f"unknown argument {name!r}", hint=f"known: {known}"))
            continue
        declaration = policy.names[argument.input]
        if value is not None and takes(mapping, argument, declaration):
            facts.state(declaration.name, value, argument.source)
    for name in mapping.arguments:
        argument = mapping.argument(name)
        if argument is not None and argument.required and call.arguments.get(name) is None:
            raise InputError(Diagnostic("argument", f"the call must give the argument {name!r}"))
    return facts


def from_commands(mapping: Mapping, policy: CheckedPolicy, folder: Path, call: bytes, facts: Facts) -> None:
    """Add what the trusted commands state. Raises InputError when one fails or says what it may not."""
    for command in mapping.facts:
        for key, value in _run(command, folder, call).items():
            target = command.inputs.get(key)
            if target is None:
                known = ", ".join(command.inputs)
                raise InputError(
                    Diagnostic("fact", f"the command for {command.source} says {key!r}", hint=f"it may say: {known}")
                )
            if value is not None:
                facts.state(policy.names[target].name, value, command.source)


def _run(command: Command, folder: Path, call: bytes) -> Dictionary[str, object]:
    program = command.command[0]
    if os.sep in program and not Path(program).is_absolute():
        program = str((folder / program).absolute())
    loud = bool(os.environ.get("BICAMERAL_TRACEBACK"))
    what = f"the command for {command.source}"
    try:
        run = subprocess.run(
            [program, *command.command[1:]],
            check=False,
            cwd=folder,
            input=call,
            stdout=subprocess.PIPE,
            stderr=None if loud else subprocess.DEVNULL,
            timeout=command.timeout / 1000,
        )
    except subprocess.TimeoutExpired:
        raise InputError(Diagnostic("fact", f"{what} took longer than {command.timeout} ms")) from None
    except OSError as fault:
        raise InputError(Diagnostic("fact", f"{what} cannot be run: {fault.strerror}")) from fault
    if run.returncode != 0:
        raise InputError(Diagnostic("fact", f"{what} failed with status {run.returncode}"))
    if len(run.stdout) > LARGEST_ANSWER:
        raise InputError(Diagnostic("fact", f"{what} said more than {LARGEST_ANSWER} bytes"))
    return read_object(run.stdout, f"the answer for {command.source}")
