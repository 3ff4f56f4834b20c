"""A cache of pickles in the user's cache folder.

Entries are keyed by kind, by the versions of what made them, by the package's grammar and by the text they are made
from. An entry that cannot be read or written is a miss, never an error.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from bicameral import __version__
from bicameral.syntax.collector import paused_collector

T = TypeVar("T")

FOLDER_VARIABLE = "BICAMERAL_CACHE_DIR"
MOST_ENTRIES = 1000  # when a folder holds more, the older half goes


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
    with suppress(Exception), paused_collector():
        found: T = pickle.loads(path.read_bytes())  # noqa: S301 - the user's own cache folder
        return found
    value = make()
    # no pickle of it, a full disk, no right to write: the next process makes it anew
    with suppress(OSError, pickle.PicklingError, TypeError, AttributeError, RecursionError):
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
    """Whatever else an entry depends on: versions, and size and date of each file of this package and of Lark's.

    Lark is found, not imported, and asked for no metadata: either would cost more than most entries save.
    """
    from importlib.util import find_spec

    lark = find_spec("lark")
    origin = lark.origin if lark is not None else None
    marks = [__version__, sys.version, _mark(origin) if origin is not None else ""]
    for folder, _, names in os.walk(Path(__file__).parent.parent):
        marks += [_mark(os.path.join(folder, name)) for name in names if name.endswith((".py", ".lark"))]  # noqa: PTH118
    return "\0".join(sorted(marks))


def _mark(path: str) -> str:
    status = os.stat(path)  # noqa: PTH116 - two hundred Path objects cost as much as the rest
    return f"{path} {status.st_size} {status.st_mtime_ns}"


def _write(path: Path, data: bytes) -> None:
    """Write the whole file or nothing, also when two processes do so at once."""
    from tempfile import mkstemp

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    _prune(path.parent)


def _prune(folder: Path) -> None:
    """Keep a folder from growing without end."""
    names = os.listdir(folder)  # noqa: PTH208 - counted at every write
    if len(names) <= MOST_ENTRIES:
        return
    aged: list[tuple[int, Path]] = []
    for name in names:
        path = folder / name
        with suppress(OSError):  # another process prunes too
            aged.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(aged)[: len(aged) - MOST_ENTRIES // 2]:
        if path.suffix == ".pickle":
            with suppress(OSError):
                path.unlink()
