"""The nearest known word to one that is not known, for hints."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 60


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, the first of equals; None when nothing is near (or the word is a text)."""
    if len(word) > LONGEST:
        return None
    from difflib import get_close_matches

    candidates = list(dict.fromkeys(known))
    folded = [name for name in candidates if name.lower() == word.lower()]
    found = folded or get_close_matches(word, candidates, n=1)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint: the near match, else up to eight known words, else None."""
    candidates = list(dict.fromkeys(known))
    near = nearest(word, candidates)
    if near is not None:
        return f"did you mean `{near}`?"
    if not candidates:
        return None
    listed = ", ".join(f"`{name}`" for name in candidates[:8])
    return f"known here: {listed}{', ...' if len(candidates) > 8 else ''}"


def clipped(value: object, width: int = 60) -> str:
    """A value as a message quotes it: short, printable, never a lone surrogate."""
    if isinstance(value, int) and value.bit_length() > 4000:
        return "a huge number"  # Python refuses to write out what is much larger
    text = value if isinstance(value, str) else str(value)
    if len(text) > width:
        text = f"{text[: width - 3]}..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
