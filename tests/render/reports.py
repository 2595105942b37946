"""Reports for the tests of the writers."""

from __future__ import annotations

from gamebook.report.cells import Chance, Chapter, Worded, between
from gamebook.report.section import Facts, Lines, Section, Table

SMALL = (
    Section(
        "Moat",
        [Lines(["Hero: rolled"]), Facts([("Best play", Worded("wins", (0.4, 0.6))), ("", "exactly 1/2")], 12)],
        ", by Ann",
    ),
    Section("Endings", [Table(("chance", "ending"), [(Chance(0.25), "Won"), (None, "Lost")], "rl"), Lines([])]),
)
BOUNDS = (
    Section(
        "Modes",
        [
            Table(
                ("chapter", "value", "points"),
                [
                    (Chapter("1", "The gate"), between(Chance(0.25), Chance(0.5)), Worded("about 3", (2.5, 3.5))),
                    (Chapter("2", ""), Chance(0.75), None),
                ],
                "lrr",
            )
        ],
    ),
)
HOSTILE = (
    "</title><script>alert(1)</script>",
    "\"' onmouseover='alert(1)",
    "a|b\nc\r\n# d",
    "[x](javascript:alert(1)) ![y](http://evil.example/z.png) <http://evil.example>",
    "**bold** _em_ `code` ~~x~~ &lt; \\",
    "\x1b[31mred\x1b[0m\x00\x07",
    "\u202egnirts\u2066",
    "- 1. not a list",
    "=1+1",
)
"""Names that writers of books may give, and others should not suffer from."""


def everywhere(name: str) -> tuple[Section, ...]:
    """A report in which a name stands in every place."""
    parts = (Table((name, name), [(name, Chapter(name, name))]), Facts([(name, name)]), Lines([name]))
    return (Section(name, parts, aside=name), Section(name, parts))
