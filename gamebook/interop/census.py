"""What an import could model and what it kept as a comment, construct by construct."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from gamebook.interop.draft import Origin

KINDS = ("link", "condition", "effect", "dice", "other")


class Census(Struct):
    """Constructs by kind and by their name in the source."""

    modelled: Counter[tuple[str, str]] = field(default_factory=Counter)
    kept: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, origin: Origin | None, modelled: bool) -> None:
        """One construct was met."""
        if origin is not None:
            (self.modelled if modelled else self.kept)[origin.kind, origin.name] += 1

    def of(self, kind: str) -> tuple[int, int]:
        """(Modelled, kept) of one kind."""
        made = sum(count for (each, _), count in self.modelled.items() if each == kind)
        return made, sum(count for (each, _), count in self.kept.items() if each == kind)

    def rows(self) -> list[tuple[str, str, int, int]]:
        """(Kind, construct, modelled, kept), in the order of `KINDS` and then by name."""
        keys = sorted({*self.modelled, *self.kept}, key=lambda key: (KINDS.index(key[0]), key[1]))
        return [(*key, self.modelled[key], self.kept[key]) for key in keys]
