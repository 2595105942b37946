"""Turns in prose that are for an outcome of a test, where no rule tests: “If you are lucky, turn to 2.”"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from gamebook.patterns import pattern
from gamebook.phrases import load_phrases
from gamebook.phrases.table import USUAL
from gamebook.phrases.turns import OTHERWISE, as_pattern
from gamebook.resolve.desk import Desk
from gamebook.resolve.results_as_choices import fits, row_said
from gamebook.resolve.spoken import LONGEST
from gamebook.resolve.turn_words import Said
from gamebook.syntax import ast
from gamebook.syntax.heads import WORD, without_zeros

_BY_CHANCE = ast.Dice | ast.CountDice | ast.Random | ast.Fight
_CLAUSE = pattern(r"[.!?,;:()–—\n]+|\s-\s")
_JOINS = pattern(r"^(?:and|but|or|then|und|aber|oder|et|mais|ou|y|pero|o|e|ma)\s+", re.IGNORECASE)
"""What may stand before the first word of a clause."""
_OTHERS = pattern(
    rf"(?:{OTHERWISE}|else|(?:if|when)\s+(?:you\s+(?:are|do)\s+)?not|(?:wenn|falls)\s+nicht|s[ie]\s+non?)",
    re.IGNORECASE,
)
"""A clause for all others."""
_OF_ANY_TEST = pattern(r"\b(?:succe|pass|fail)", re.IGNORECASE)


class Tested(Struct, frozen=True):
    """Such turns of a piece of prose."""

    test: str
    """The test that is meant."""
    bare: bool
    """Whether a rule tests, but has no rows."""
    rows: Mapping[int, tuple[str, str]]
    """Where a turn begins → the outcome that it is for, and where it leads."""
    outcomes: tuple[str, str]

    @property
    def advice(self) -> str:
        """How to write it as a rule."""
        to = dict(reversed([*self.rows.values()]))
        good, bad = (to.get(each, "…") for each in self.outcomes)
        if not self.test:
            rows = f"1-3 -> {good} and 4-6 -> {bad}"
            return f"let dice decide: “~ roll 1d6”, and under it, with four blanks before each row: {rows}"
        rule = f"~ test {self.test}"
        write = f"write under “{rule}”" if self.bare else f"write “{rule}”, and under it"
        rows = f"{self.outcomes[0]} -> {good} and {self.outcomes[1]} -> {bad}"
        return f"{write}, with four blanks before each row: {rows}"


def tested(desk: Desk, chapter: ast.Chapter, prose: ast.Prose, turns: Sequence[Said]) -> Tested | None:
    """The turns that are for outcomes of a test; None where there are none, or a rule in the chapter rolls or tests.

    Args:
        desk: knows the tests.
        chapter: where the prose stands.
        prose: a run of lines.
        turns: the turns that it tells.
    """
    if not turns or desk.half_read(chapter):
        return None
    nodes = desk.nodes(chapter)
    checks = [each for each in nodes if isinstance(each, ast.Check)]
    if any(each.rows for each in checks) or (not checks and any(isinstance(each, _BY_CHANCE) for each in nodes)):
        return None
    named = {*(str(each.test) for each in checks), *named_tests(desk, prose.text)}
    for declared in (*desk.names.checks.values(),) or (None,):
        rows: dict[int, tuple[str, str]] = {}
        outcomes = _outcomes(declared)
        for turn, before in zip(turns, (None, *turns), strict=False):
            row = _row(desk, declared, prose.text, turn, named)
            if not row and before is not None and before.start in rows and _is_for_others(prose.text, before, turn):
                row = next(each for each in outcomes if each != rows[before.start][0])
            if row:
                rows[turn.start] = row, without_zeros(turn.to)
        if rows:
            return Tested(str(declared.name) if declared is not None else "", bool(checks), rows, outcomes)
    return None


def _outcomes(declared: ast.CheckDecl | None) -> tuple[str, str]:
    """What a test can come out as."""
    first, second = declared.outcomes if declared is not None else ("pass", "fail")
    return str(first), str(second)


def named_tests(desk: Desk, words: str) -> set[str]:
    """The tests of which words speak: “Test your Luck”."""
    said = {"test your {name}", "make a {name} test"}
    if desk.language:
        phrases = load_phrases(desk.language)
        said |= {phrases.words["test"], *phrases.also.get("test", ())} if phrases.language != USUAL else set()
    forms = "|".join(as_pattern(each, {"name": f"(?:{WORD})"}) for each in sorted(said))
    spoken = " ".join(match[0] for match in re.finditer(forms, words, re.IGNORECASE)).casefold().split()
    return {str(each) for each in desk.names.checks if each.casefold() in spoken}


def _row(desk: Desk, declared: ast.CheckDecl | None, words: str, turn: Said, named: set[str]) -> str:
    """The outcome of a test that a turn is for; empty if it is for none."""
    before = _clauses(words[max(0, turn.start - LONGEST) : turn.start])[-1]
    outcomes = _outcomes(declared) if declared is not None else ("lucky", "unlucky")
    for clause in filter(None, (before, _behind(words, turn))):
        found = row_said(desk, clause, declared)
        of_luck = "lucky" in outcomes and not _OF_ANY_TEST.search(clause)
        sure = (declared is not None and declared.name in named) or (of_luck and not named)
        if sure and found is not None and found.asks and fits(outcomes, [clause]):
            return found.row
    return ""


def _is_for_others(words: str, one: Said, other: Said) -> bool:
    """Whether a turn is for all for whom the turn before it is not."""
    between = [*filter(None, _clauses(words[one.end : other.start]))]
    said = between[0] if len(between) == 1 else "" if between[1:] else _behind(words, other)
    return _OTHERS.fullmatch(said or _behind(words, other)) is not None


def _behind(words: str, turn: Said) -> str:
    """The clause that goes on behind a turn: “turn to 2 if you are lucky”."""
    return _CLAUSE.split(words[turn.end : turn.end + LONGEST])[0].strip()


def _clauses(words: str) -> list[str]:
    """The clauses of words, without what joins them; the last one is that of what follows."""
    return [_JOINS.sub("", each.strip(" \t*_"), count=1) for each in _CLAUSE.split(words.rstrip(" \t\n,;:–—-"))]
