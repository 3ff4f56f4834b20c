"""A disagreement written down so that anybody can run it again, without this package.

A folder of its own: the policy's texts, the case, the emitted SMT-LIB, a program for stock clingo, and what each
backend answered. Facts may be sensitive: the folder is made for its owner alone.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from bicameral.verdict.report import Note


def write(files: Mapping[str, str], folder: Path | None) -> Note:
    """Write `files` (name to text) to `folder`, or to one in the temporary folder that is named for their content.

    The note says where they are, or why they could not be written: a disagreement never fails on its record.
    """
    place = folder if folder is not None else _default(files)
    try:
        _make(place)
        for name, text in files.items():
            (place / _safe(name)).write_text(text, "utf-8", newline="\n")
    except OSError as fault:
        reason = fault.strerror or type(fault).__name__
        return Note("reproducer-unwritten", f"the disagreement could not be written to {place}: {reason}")
    return Note("reproducer", f"the policy, the case and both programs are in {place}")


def _default(files: Mapping[str, str]) -> Path:
    """The same disagreement has the same folder, so that the same check gives the same report."""
    digest = sha256("\x00".join(f"{name}\x00{text}" for name, text in files.items()).encode("utf-8", "replace"))
    return Path(tempfile.gettempdir()) / f"bicameral-disagreement-{digest.hexdigest()[:16]}"


def _make(place: Path) -> None:
    """The folder, private when it is new. One that another user has put there (or a link) is not written to."""
    try:
        place.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        status = place.lstat()
        if not stat.S_ISDIR(status.st_mode) or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
            raise PermissionError(13, "it is not a folder of yours") from None


def _safe(name: str) -> str:
    """A file name without folders: `../shared.lp` becomes `shared.lp`."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name.replace("\\", "/").rsplit("/", 1)[-1]).lstrip(".") or "unnamed"
