"""Turns of SugarCube that wait: `<<goto>>` does not end its passage, and what follows it happens before the turn.

If something that matters follows, the turn is noted in a number and made at the end of the passage. The last one
decides, as in SugarCube; there the passages of those before are shown for an instant.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import Back, Body, End, If, Jump, Kept, Link, Origin, Remark, Set, Spread, Step, happening
from gamebook.syntax import ast


def with_waits(body: Body, passage: str, texts: Mapping[str, str]) -> Body:
    """The steps of a passage, with the turns that wait at its end.

    Args:
        body: as its passage is written.
        passage: its name, from which the name of the number is made.
        texts: the passages of the story.
    """
    work = _Waits(passage, texts)
    return work.whole(work.put_off(body, _After()))


class _After(Struct, frozen=True):
    """What comes after a step in its passage."""

    anything: bool = False
    """Something happens: words and links do not count."""
    turn: bool = False
    """There may be another turn."""
    surely: bool = False
    """There is another turn."""


class _Waits(Struct):
    """The turns of a passage that wait."""

    passage: str
    texts: Mapping[str, str]
    targets: list[str] = field(default_factory=list)
    clicks: int = 0

    @property
    def word(self) -> str:
        """The number that says which turn it will be."""
        return f"{self.passage} goes"

    def put_off(self, body: Body, after: _After) -> Body:
        """The steps of a block, with a note in place of each turn after which something happens."""
        made: list[Step] = []
        for step in reversed(body):
            match step:
                case Jump(waits=True) if after.anything:
                    made.extend(reversed(self.noted(step, after)))
                case Link():
                    self.clicks += 1
                    made.append(
                        replace(step, body=with_waits(step.body, f"{self.passage} click {self.clicks}", self.texts))
                    )
                case If():
                    yes = self.put_off(step.body, after)
                    no = self.put_off(step.otherwise, after)
                    made.append(replace(step, body=yes, otherwise=no))
                case Spread():
                    rows = tuple((w, self.put_off(row, after)) for w, row in step.rows)
                    made.append(replace(step, rows=rows))
                case _:
                    made.append(step)
            happens = list(happening((step,)))
            turns = any(isinstance(each, Jump | Back | End) for each in happens)
            after = _After(
                after.anything or turns or any(isinstance(each, Set | Spread) for each in happens),
                after.turn or turns,
                after.surely or isinstance(step, Jump | Back | End),
            )
        return tuple(reversed(made))

    def noted(self, turn: Jump, after: _After) -> list[Step]:
        """The note of a turn, and what an author should know of it."""
        told: Step = Remark("SugarCube carries out the rest of the passage before it goes on; so does this chapter")
        if after.turn and "<<" in self.texts.get(turn.target, ""):
            raw = f"before another turn that follows, what {turn.target} does happens, too"
            told = Kept(Origin("other", "<<goto>> before another", raw))
        if after.surely:
            return [told]
        if turn.target not in self.targets:
            self.targets.append(turn.target)
        number = 1 + self.targets.index(turn.target)
        return [told, Set(self.word, ast.Number(number), turn.origin)]

    def whole(self, body: Body) -> Body:
        """The steps, and after them the turn that was noted."""
        if not self.targets:
            return body
        turns = tuple(
            If(ast.Binary("=", ast.Name(ast.Id(self.word)), ast.Number(number)), (Jump(target),))
            for number, target in enumerate(self.targets, start=1)
        )
        return (Set(self.word, ast.Number(0)), *body, *turns)
