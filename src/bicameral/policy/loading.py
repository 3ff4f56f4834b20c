"""Where a policy comes from: a folder or a file, checked once and kept in the cache.

What is kept is the checked policy, keyed by every text that went into it; a process that sees known texts imports
none of the checks. A program with `#include` is checked anew each time (its trees are cached by `syntax`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bicameral.policy.model import POLICY_FILE, CheckedPolicy
from bicameral.source import BicameralError, Diagnostic, PolicyError, read_text
from bicameral.syntax.cache import cached


def load(path: Path) -> CheckedPolicy:
    """The policy in a folder, or in an `.lp` file. Raises PolicyError with every error found."""
    try:
        file = path / POLICY_FILE if path.is_dir() else path
        resolved = file.resolve()
        found = resolved.is_file()
    except (OSError, RuntimeError, ValueError) as fault:  # a loop of links, a NUL in the name, too long a name
        raise PolicyError(Diagnostic("unreadable-file", f"cannot read {path}: not a usable path")) from fault
    if not found:
        hint = f"a policy is a folder with a {POLICY_FILE}, or an .lp file"
        raise PolicyError(Diagnostic("unreadable-file", f"cannot read {file}: no such file", hint=hint))
    text = read_text(resolved, resolved.name, PolicyError).text
    if "#include" in text:
        return _check(resolved)
    key = "\0".join((resolved.parent.name, resolved.name, text, *_documents(resolved, text)))
    policy = cached("policy", key, lambda: _check(resolved))
    return replace(policy, folder=str(resolved.parent))


def _check(path: Path) -> CheckedPolicy:
    from bicameral.policy.checking import load_file

    return load_file(path)


def _documents(path: Path, text: str) -> Iterator[str]:
    """The texts that `%@ source` lines may name, commented ones included: too many only lose the cache."""
    for line in text.split("\n"):
        directive = line.partition("%@")[2].split(maxsplit=1)
        if len(directive) == 2 and directive[0] == "source":
            try:
                yield read_text(path.parent / directive[1].strip()).text
            except (BicameralError, ValueError):
                yield f"cannot read {directive[1]}"
