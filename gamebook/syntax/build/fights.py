"""Fights, and what a rule system says about tests and combat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lark import Token, Tree

from gamebook.codes import syntax
from gamebook.diagnostics import Hint, Suggestion
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.build.steps import StepBuilder
from gamebook.syntax.build.values import Branch, Child
from gamebook.syntax.words import OUTCOMES, for_a_fight_row

_PART_LINES = {
    "succeed": "succeed 2d6 <= LUCK",
    "outcomes": OUTCOMES,
    "foe_stats": "foe SKILL, STAMINA",
    "won_when": "won when foe STAMINA <= 0",
    "round": "round",
}


class FightBuilder(StepBuilder):
    """Builds fights, combats and tests."""

    # ---- in a chapter -----------------------------------------------------------------------------------

    def fight(self, tree: Branch) -> ast.Fight:
        name, *children = tree.children
        trees = [child for child in children if isinstance(child, Tree)]
        foes = tuple(self.foe(one) for one in trees if one.data == "foe")
        options = tuple(self.build(one) for one in trees if one.data not in ("foe", "together", "resolution"))
        resolution = next((one for one in trees if one.data == "resolution"), None)
        joined = any(isinstance(child, Token) for child in children)
        said = any(one.data == "together" for one in trees)
        together = joined or said
        if not foes:
            self.complain(
                syntax.NO_FOE,
                self.at(tree),
                "this fight has no foe",
                'name one: ~ fight "Guard" SKILL 7 STAMINA 6',
            )
        if not said:
            self.how_they_fight(foes)
        combat = self.maybe_id(name) or ast.Id(ast.USUAL_COMBAT, self.at(tree))
        return ast.Fight(combat, foes, together, options, self.maybe(resolution), span=self.at(tree))

    def how_they_fight(self, foes: Sequence[ast.Foe]) -> None:
        """Complain of foes on one line where no word, or two words, say how they fight."""
        between = [self.source.text[one.span.end : two.span.start] for one, two in pairwise(foes)]
        words = [text.strip(" \t,") for text in between if "\n" not in text]
        together = "and" in words
        how = "together" if together else "one after another"
        for (one, two), text in zip(pairwise(foes), between, strict=True):
            if "\n" in text or text.strip(" \t,"):
                continue
            place = Span(two.name.span.path, two.name.span.start - 1, two.name.span.end + 1)  # with its marks
            quoted = self.source.text[place.start : place.end]
            message = f"no word says how {one.name} and {two.name} fight: now they fight {how}"
            told = f"write before {quoted}: then, if they fight one after another; and, if they fight together"
            suggestions = [Suggestion(f"{word} {quoted}", "here") for word in ("then", "and")]
            if together:
                told = f"write before {quoted}: and; foes who come before or after the others have a fight of their own"
                del suggestions[0]
            self.complain(syntax.HOW_THEY_FIGHT, place, message, Hint(told, tuple(suggestions)))
        if together and "then" in words:
            message = "“then” and “and” stand in one fight: all its foes fight together"
            hint = "write two fights, one under the other, or only one of the two words"
            self.complain(syntax.HOW_THEY_FIGHT, foes[words.index("then") + 1].name.span, message, hint)

    def foe(self, tree: Branch) -> ast.Foe:
        name, *values = tree.children
        stats: list[tuple[ast.Id, ast.Expr]] = []
        for one in values:
            assert isinstance(one, Tree)
            stat, value = one.children
            stats.append((self.id(stat), self.maybe(value)))
        called = self.id(name)
        if not called.strip():
            hint = 'write one between the quotation marks: "Guard" SKILL 7 STAMINA 6'
            self.complain(syntax.NO_FOE, called.span, "this foe has no name", hint)
        return ast.Foe(called, tuple(stats), span=self.at(tree))

    def busy(self, tree: Branch) -> ast.Busy:
        name, condition = tree.children
        return ast.Busy(self.id(name), self.maybe(condition), span=self.at(tree))

    def each_foe(self, tree: Branch) -> ast.EachFoe:
        return ast.EachFoe(self.steps(tree.children), span=self.at(tree))

    def any_foe(self, tree: Branch) -> ast.AnyFoe:
        return ast.AnyFoe(self.steps(tree.children), span=self.at(tree))

    def with_(self, tree: Branch) -> ast.With:
        name, value, rounds = tree.children
        return ast.With(self.id(name), self.maybe(value), self.maybe(rounds), span=self.at(tree))

    def local(self, tree: Branch) -> ast.Local:
        name, *values = tree.children
        start, low, high = self.all(values)
        return ast.Local(self.declared(name), start, low, high, span=self.at(tree))

    def on(self, tree: Branch) -> ast.On:
        event, target, *steps = tree.children
        return ast.On(self.id(event), self.row_body(tree, steps, target), span=self.at(tree))

    def each_round(self, tree: Branch) -> ast.EachRound:
        target, *steps = tree.children
        return ast.EachRound(self.row_body(tree, steps, target), span=self.at(tree))

    def fight_row(self, tree: Branch) -> ast.FightRow:
        kind, target, *steps = tree.children
        return ast.FightRow(str(kind), None, self.row_body(tree, steps, target), span=self.at(tree))

    def escape_row(self, tree: Branch) -> ast.FightRow:
        _, first, target, *steps = tree.children
        return ast.FightRow("escape", self.maybe(first), self.row_body(tree, steps, target), span=self.at(tree))

    def stopped_row(self, tree: Branch) -> ast.FightRow:
        rounds, target, *steps = tree.children
        return ast.FightRow("stopped", self.maybe(rounds), self.row_body(tree, steps, target), span=self.at(tree))

    def row_body(self, tree: Branch, steps: Sequence[Child], target: Child) -> ast.Block:
        """What happens in a row of a fight; complains of a row in which nothing does."""
        found = self.body(steps, target)
        if not found:
            span = self.at(tree)
            row = self.source.text[span.start : span.end].strip()
            self.complain(
                syntax.BLOCK_MISSING,
                span,
                f"“{row}” does not say what happens then",
                for_a_fight_row(row),
            )
        return found

    # ---- in the header ----------------------------------------------------------------------------------

    def check_decl(self, tree: Branch) -> ast.CheckDecl:
        name, *lines = tree.children
        assert isinstance(name, Token)
        parts = self.parts(tree, lines, f"test {name}", ("succeed", "outcomes"), ("succeed", "then", "outcomes"))
        succeed = self.all(parts["succeed"].children)[0] if "succeed" in parts else ast.Number(0, span=self.at(name))
        then = self.steps(parts["then"].children) if "then" in parts else ()
        words = [self.id(word) for word in parts["outcomes"].children] if "outcomes" in parts else 2 * [ast.NO_NAME]
        return ast.CheckDecl(self.id(name), succeed, then, (words[0], words[1]), span=self.at(tree))

    def parts(
        self, tree: Branch, lines: Sequence[Child], what: str, needed: tuple[str, ...], single: tuple[str, ...]
    ) -> dict[str, Branch]:
        """Lines of a `test` or `combat` that stand only once, by rule; complains of what is missing or double."""
        found: dict[str, Branch] = {}
        for line in lines:
            if isinstance(line, Tree) and line.data in single:
                if line.data in found:
                    self.complain(
                        syntax.PART_TWICE,
                        self.at(line),
                        f"there is a second line of this kind in “{what}”",
                        "keep one of them",
                    )
                found.setdefault(line.data, line)
        for part in needed:
            if part not in found:
                head = self.source.line(self.source.position(self.at(tree).start).line)
                span = self.source.span(self.at(tree).start, self.at(tree).start + len(head.strip()))
                self.complain(
                    syntax.PART_MISSING, span, f"“{what}” lacks a part", f"add a line such as “{_PART_LINES[part]}”"
                )
        return found

    def combat_decl(self, tree: Branch) -> ast.CombatDecl:
        name, *lines = tree.children
        assert isinstance(name, Token)
        single = ("foe_stats", "wounds", "won_when", "round", "others")
        parts = self.parts(tree, lines, f"combat {name}", ("foe_stats", "won_when", "round"), single)
        many = [line for line in lines if isinstance(line, Tree)]
        never = ast.Number(0, span=self.at(name))
        return ast.CombatDecl(
            self.id(name),
            self.names(parts["foe_stats"].children) if "foe_stats" in parts else (),
            self.names(parts["wounds"].children)[0] if "wounds" in parts else None,
            self.all(parts["won_when"].children)[0] if "won_when" in parts else never,
            tuple(self.setting(line) for line in many if line.data == "setting"),
            tuple(self.local(line) for line in many if line.data == "local"),
            self.steps(parts["round"].children) if "round" in parts else (),
            self.steps(parts["others"].children) if "others" in parts else None,
            span=self.at(tree),
        )

    def setting(self, tree: Branch) -> ast.Setting:
        name, value = tree.children
        assert isinstance(name, Token)
        return ast.Setting(self.declared(name), self.maybe(value), span=self.at(tree))
