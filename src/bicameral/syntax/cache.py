"""A cache of pickles in the user's cache folder.

Entries are keyed by kind, by the versions of what made them, by the package's grammar and by the text they are made
from. An entry that cannot be read or written is a miss, never an error.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from bicameral import __version__

T = TypeVar("T")

FOLDER_VARIABLE = "BICAMERAL_CACHE_DIR"


def cached(kind: str, key_text: str, make: Callable[[], T]) -> T:
    """The value that `make` gives for `key_text`, read back when an earlier process has stored it.

    `make` must depend on `key_text` and on this package alone. The environment variable BICAMERAL_CACHE_DIR names
    another folder; empty, it turns the cache off.
    """
    folder = _folder()
    if folder is None:
        return make()
    key = sha256(f"{_seal()}\0{kind}\0".encode() + key_text.encode("utf-8", "surrogatepass")).hexdigest()
    path = folder / f"{kind}-{key[:40]}.pickle"
    # a damaged pickle can raise nearly anything
    with suppress(Exception):
        found: T = pickle.loads(path.read_bytes())  # noqa: S301 - the user's own cache folder
        return found
    value = make()
    with suppress(OSError, pickle.PicklingError, RecursionError):
        _write(path, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
    return value


def _folder() -> Path | None:
    chosen = os.environ.get(FOLDER_VARIABLE)
    if chosen is not None:
        return Path(chosen) if chosen else None
    import platformdirs

    return Path(platformdirs.user_cache_dir("bicameral", appauthor=False))


@cache
def _seal() -> str:
    """Whatever else an entry depends on: versions, and the text of the modules that make entries."""
    from importlib.metadata import version

    sources = sha256()
    for path in sorted(Path(__file__).parent.glob("*.*")):
        if path.suffix in {".py", ".lark"}:
            sources.update(path.read_bytes())
    return "\0".join((__version__, version("lark"), sys.version, sources.hexdigest()))


def _write(path: Path, data: bytes) -> None:
    """Write the whole file or nothing, also when two processes do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
