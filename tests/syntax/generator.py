"""Random programs from the grammar's own productions, and random changes to texts."""

from __future__ import annotations

import random
from functools import cache

from bicameral.syntax.tables import Tables, tables

WORDS = {
    "IDENTIFIER": ("p", "q", "a", "_b", "c'", "x1", "_'d", "default", "override", "nota"),
    "VARIABLE": ("X", "Y", "_Z", "'W", "Xa'"),
    "NUMBER": ("0", "1", "23", "0x1F", "0o17", "0b101", "99999999999"),
    "STRING": ('""', '"a"', r'"a\"b"', r'"\\"', r'"x\ny"', '"%"', '"é"', '"%* #end"'),
    "THEORY_OP": ("+", "-", "<=", "..", "**", "&", "::", "!", "=..", ".|"),
    "DEFINITION_NAME": ("t", "not", "_u", "lefts"),
    "SCRIPT": ("#script (lua) x #end", '#script(python)\n"%*\n#end', "#script ( lua )#end"),
    "_SHOW_SIGNATURE": ("#show",),
}
BLANKS = (" ", " ", " ", " ", "\n", "\t", "\r\n", " %c\n", " %* %* x *% % *%\n*% ", "\n%@ note\n", " #! x\n")
CHARACTERS = (
    "",
    "",
    *" \n\r\t\v\"'_%*#!@+-./\\:;~&|<>=?^,(){}[]$0129azAZ",
    "%*",
    "*%",
    "#end",
    "not",
    "0x",
    "..",
    ":-",
)
FRAMES = (
    ((), ()),
    ((), (".",)),
    (("a", ":-"), (".",)),
    (("a", ":-", "b", ","), (".",)),
    (("p", "("), (")", ".")),
    (("#show",), (".",)),
    (("{",), ("}", ".")),
    (("#sum", "{"), ("}", ".")),
    ((":-", "#sum", "{"), ("}", ".")),
    (("&", "a", "{"), ("}", ".")),
    (("&", "a", "{", "x", "}"), (".",)),
    (("#theory", "t", "{"), ("}", ".")),
    (("#theory", "t", "{", "x", "{"), ("}", "}", ".")),
)


@cache
def _cheapest(source: int) -> dict[str, int]:
    """The least number of productions that each nonterminal needs to end."""
    table = tables()
    origins = {production.origin for production in table.productions}
    cost: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for production in table.productions:
            parts = [0 if name not in origins else cost.get(name) for name in production.expansion]
            if None in parts:
                continue
            total = 1 + sum(part for part in parts if part is not None)
            if total < cost.get(production.origin, total + 1):
                cost[production.origin] = total
                changed = True
    return cost


class Generator:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.table: Tables = tables()
        self.by_origin: dict[str, list[tuple[str, ...]]] = {}
        for production in self.table.productions:
            self.by_origin.setdefault(production.origin, []).append(production.expansion)
        self.cost = _cheapest(0)

    def tokens(self, start: str = "program", budget: int = 60) -> list[str]:
        """The words of a random sentence; once `budget` productions are used, the shortest way out."""
        out: list[str] = []
        stack = [start]
        while stack:
            name = stack.pop()
            choices = self.by_origin.get(name)
            if choices is None:
                out.append(self.word(name))
                continue
            budget -= 1
            if budget < 0:
                least = min(self._price(choice) for choice in choices)
                choices = [choice for choice in choices if self._price(choice) == least]
            stack += reversed(self.random.choice(choices))
        return out

    def _price(self, expansion: tuple[str, ...]) -> int:
        return sum(self.cost.get(name, 0) for name in expansion)

    def word(self, terminal: str) -> str:
        if terminal in WORDS:
            return self.random.choice(WORDS[terminal])
        return self.random.choice(self.table.spellings[terminal])

    def program(self) -> list[str]:
        """A few statements of some size."""
        out: list[str] = []
        for _ in range(self.random.randint(1, 4)):
            out += self.tokens("statement", self.random.randint(5, 120))
        return out

    def mutated(self) -> list[str]:
        """A short statement with a few words changed."""
        return self.mutate(self.tokens("statement", self.random.randint(5, 40)))

    def soup(self) -> list[str]:
        """A few arbitrary words within a frame."""
        before, after = self.random.choice(FRAMES)
        return [*before, *(self._any_word() for _ in range(self.random.randint(1, 5))), *after]

    def text(self, words: list[str]) -> str:
        """The words with blanks between them; now and then none, where that may join them."""
        pieces: list[str] = []
        for word in words:
            if self.random.random() < 0.97:
                pieces.append(self.random.choice(BLANKS) if self.random.random() < 0.2 else " ")
            pieces.append(word)
        return "".join(pieces)

    def mutate(self, words: list[str]) -> list[str]:
        words = list(words)
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            place = self.random.randrange(len(words) + 1) if words else 0
            kind = self.random.randrange(5)
            if kind == 0 and words:
                del words[min(place, len(words) - 1)]
            elif kind == 1 and words:
                words[min(place, len(words) - 1)] = self._any_word()
            elif kind == 2 and len(words) > 1:
                other = self.random.randrange(len(words))
                place = min(place, len(words) - 1)
                words[place], words[other] = words[other], words[place]
            elif kind == 3 and words:
                words.insert(place, self.random.choice(words))
            else:
                words.insert(place, self._any_word())
        return words

    def scratched(self) -> str:
        """A short statement with a few characters changed."""
        characters = list(self.text(self.tokens("statement", self.random.randint(5, 40))))
        for _ in range(self.random.choice((1, 1, 2, 4))):
            place = self.random.randrange(len(characters) + 1)
            characters[place : place + self.random.randrange(3)] = self.random.choice(CHARACTERS)
        return "".join(characters)

    def _any_word(self) -> str:
        names = [*WORDS, *self.table.spellings]
        return self.word(self.random.choice(names))
