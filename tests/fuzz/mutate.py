"""Damage of every kind: bytes, tokens, lines, encodings, depth, size."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

Mutation = Callable[[Random, bytes, Sequence[bytes]], bytes]

_TOKEN = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*|\d+|\s+|%@|:-|[<>!=]=|\.\.|.", re.DOTALL)
_NUMBER = re.compile(rb"\d+")
_ODD = (
    b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "é".encode(), "\u201c".encode(),
    "\u2013".encode(), "\u2028".encode(), "\ufeff".encode(), "\u0660".encode(), b"\r", b"\r\n", b"\x1a", b"\x0c",
    b"\x0b", b"\t", b"\xa0", "\u00a0".encode(), "\U0001f600".encode(), "\u202e".encode(), b"\x1b[31m",
)  # fmt: skip
_HUGE = (
    b"2147483647", b"2147483648", b"-2147483648", b"4294967296", b"9223372036854775808", b"1e400", b"1e-400", b"NaN",
    b"-0", b"00", b"0x7fffffff", b"0.0000000000000000000001", b"Infinity", b"1_000", b"1e9", b"0b1", b"0o17",
    b"9" * 60, b"9" * 5000, b"2500.0", b"-1", b"0.43", b"2026-02-30", b"9999-12-31", b"0000-01-01",
)  # fmt: skip
_WORDS = (
    b"not", b"not not", b"#sum", b"#count{X:a(X)}", b"#script(lua)", b"#end.", b"@f(1)", b"#true", b"#false",
    b"#sup", b"#inf", b"#external", b"#program x.", b'#include "x.lp".', b"#const a = 1.", b"#show.",
    b"#minimize{1}.", b"&diff{a}", b"{", b"}", b"(", b")", b"[", b"]", b"|", b"%*", b"*%", b"%", b"#!", b'"', b"'",
    b"\\", b"**", b"/", b"0", b"..", b":", b";", b",", b".", b":-", b":~", b"-", b"~", b"?", b"^", b"&", b"_", b"X",
    b"X+1", b"1/0", b"true", b"false", b"null", b"~", b"yes", b"no", b"&a", b"*a", b"!!python/object", b"<<: *a",
    b"---", b"|quoted|", b"(assert false)", b"(push)", b"(set-option :produce-models true)", b"(check-sat)",
    b"(exit)", b":named", b"!", b"let", b"forall", b"closed", b"optional", b"%@ input", b"%@ rule", b"%@ end", b"%@",
    b"%@ outcome", b"%@ sort s = a | b", b"claim", b"facts",
)  # fmt: skip


def mutate(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """One to four mutations, small ones the most often. `others` lend tokens and lines."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = rng.choices(_MUTATIONS, _WEIGHTS)[0](rng, data, others)
    return data


def _place(rng: Random, data: bytes) -> int:
    return rng.randint(0, len(data))


def _flip(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    if not data:
        return b"\x00"
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def _delete(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    at = _place(rng, data)
    return data[:at] + data[at + rng.choice((1, 1, 2, 5, 20)) :]


def _insert_odd(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    at = _place(rng, data)
    return data[:at] + rng.choice(_ODD) + data[at:]


def _cut(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    return data[: _place(rng, data)] if rng.random() < 0.8 else data[_place(rng, data) :]


def _token(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Delete, double, swap or replace one token, by one of the same file, of another, or a word with a meaning."""
    tokens = _TOKEN.findall(data)
    if not tokens:
        return rng.choice(_WORDS)
    at = rng.randrange(len(tokens))
    kind = rng.randrange(6)
    if kind == 0:
        del tokens[at]
    elif kind == 1:
        tokens.insert(at, tokens[at])
    elif kind == 2:
        other = rng.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif kind == 3:
        tokens[at] = rng.choice(tokens)
    elif kind == 4:
        tokens.insert(at, rng.choice(_WORDS))
    else:
        tokens[at] = rng.choice(_TOKEN.findall(rng.choice(others)) or [b""])
    return b"".join(tokens)


def _operator(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """A change that usually leaves a program a program: a comparison, a `not`, an arithmetic sign."""
    swaps = (
        (b" > ", b" >= "), (b" < ", b" <= "), (b" >= ", b" < "), (b" = ", b" != "), (b"not ", b""),
        (b"not ", b"not not "), (b" + ", b" - "), (b" * ", b" / "), (b" / ", b" \\ "), (b", ", b", not "),
        (b":- ", b":- not "), (b"true", b"false"), (b"false", b"true"), (b"input ", b"input closed "),
        (b"closed ", b"optional "), (b": int", b": decimal(2)"), (b"0..", b".."), (b"0..", b"-5..5"),
        (b".\n", b".\n:- "), (b"(C)", b"(_)"), (b"_rule", b"-rule"),
    )  # fmt: skip
    old, new = rng.choice(swaps)
    places = [match.start() for match in re.finditer(re.escape(old), data)]
    if not places:
        return _token(rng, data, [data])
    at = rng.choice(places)
    return data[:at] + new + data[at + len(old) :]


def _line(rng: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Delete, double, swap, or take over one line."""
    lines = data.split(b"\n")
    at, kind = rng.randrange(len(lines)), rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines.insert(at, rng.choice(rng.choice(others).split(b"\n")))
    else:
        lines[at : at + 1] = lines[at].rsplit(b" ", 1)
    return b"\n".join(lines)


def _number(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    places = list(_NUMBER.finditer(data))
    if not places:
        return data + rng.choice(_HUGE)
    found = rng.choice(places)
    near = str(int(found[0]) + rng.choice((-1, 1))).encode() if len(found[0]) < 12 else b"0"
    return data[: found.start()] + rng.choice((near, rng.choice(_HUGE))) + data[found.end() :]


def _nest(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Depth that a recursive reader would not survive."""
    opening, closing = rng.choice(
        (
            (b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b'{"a":', b"}"), (b"(not ", b")"), (b"f(", b")"), (b"-", b""),
            (b"not ", b""), (b"|", b"|"), (b"(and true ", b")"), (b"- ", b""), (b"(let ((x ", b")) x)"), (b"1+", b""),
        )
    )  # fmt: skip
    depth, at = rng.choice((3, 50, 1_100, 20_000)), _place(rng, data)
    end = min(len(data), at + rng.randint(0, 12))
    return data[:at] + opening * depth + data[at:end] + closing * (depth - rng.choice((0, 0, 0, 1))) + data[end:]


def _recode(rng: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    return rng.choice(
        (
            text.encode("utf-16"),
            b"\xef\xbb\xbf" + data,
            text.encode("latin-1", "replace"),
            text.replace("\n", "\r\n").encode(),
            text.replace("\n", "\r").encode(),
            b"",
            data * 3,
            text.upper().encode(),
        )
    )


_MUTATIONS: tuple[Mutation, ...] = (
    _operator, _token, _line, _number, _flip, _delete, _insert_odd, _cut, _nest, _recode,
)  # fmt: skip
_WEIGHTS = (9, 8, 5, 5, 3, 3, 3, 1, 2, 1)
