"""The steps of a chapter: prose, choices, effects, decisions, dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from lark import Token, Tree
from msgspec.structs import replace

from gamebook.codes import syntax
from gamebook.diagnostics import Diagnostic
from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.build.values import Branch, Child, ValueBuilder
from gamebook.syntax.layout import width
from gamebook.syntax.limits import MAX_DEPTH
from gamebook.syntax.spell import spell, spell_by
from gamebook.syntax.stray import as_far_as, row_above, stray_label, stray_line

_WITH_ROWS = frozenset({"check", "roll", "compare", "random", "fight"})
"""Rules that may have rows under them."""
_BLANKS = pattern(r"[ \t\u00a0\u202f\u2007]*")


class StepBuilder(ValueBuilder):
    """Builds steps and blocks of steps."""

    def steps(self, children: Sequence[Child], margin: int | None = None) -> ast.Block:
        """The steps of a block: runs of prose become one step, and so do runs of choices."""
        trees = [child for child in children if isinstance(child, Tree)]
        if margin is None and trees:
            margin = self.indent(trees[0].meta.start_pos)
        steps: list[ast.Step] = []
        above = ""
        for kind, group in groupby(trees, key=lambda tree: tree.data):
            if kind == "prose":
                tokens: list[Token] = [tree.children[0] for tree in group]  # type: ignore[misc]
                steps.append(self.prose(tokens, margin or 0, above))
            elif kind == "option":
                options = tuple(self.build(tree) for tree in group)
                steps.append(ast.Menu(options, span=options[0].span.to(options[-1].span)))
            elif kind == "in_words":
                steps.extend(step for tree in group for step in self.in_words(tree))
            elif kind == "block":
                steps.extend(self.steps(next(group).children))
            else:
                steps.extend(self.build(tree) for tree in group)
            rule = self.source.text[steps[-1].span.start : steps[-1].span.end] if kind in _WITH_ROWS else ""
            above = rule.partition("\n")[0].rstrip()  # without the rows that it has
        return tuple(steps)

    def body(self, children: Sequence[Child], target: Child = None) -> ast.Block:
        """A block with the turn of its first line put at its end."""
        steps = self.steps(children)
        if not isinstance(target, Tree):
            return steps
        return (*steps, ast.Turn(self.build(target), span=self.at(target)))

    def indent(self, position: int) -> int:
        """How far the line of a place of the piece is indented."""
        text = self.source.text
        start = text.rfind("\n", 0, self.offset + position) + 1
        words = _BLANKS.match(text, start)
        return width(words[0]) if words else 0

    def prose(self, tokens: list[Token], margin: int, above: str = "") -> ast.Prose:
        """Lines of prose as one step, with the blank lines between them; `above` is a rule with rows just before it."""
        texts: list[str] = []
        spans: list[Span] = []
        in_rows = False
        text = self.source.text
        arrows = sum("->" in token for token in tokens)
        for token in tokens:
            span = self.at(token)
            if spans:
                between = text[spans[-1].end : span.start].split("\n")[1:-1]
                for _ in (line for line in between if not line.strip()):
                    texts.append("")
                    spans.append(Span(span.path, spans[-1].end, spans[-1].end))
            line = text[span.start : span.start + len(token.rstrip())]  # less its comment, blanks in the token
            extra = max(0, self.indent(token.start_pos or 0) - margin)
            texts.append(" " * extra + line)
            start = max(span.start - extra, text.rfind("\n", 0, span.start) + 1)
            whole = Span(span.path, span.start, span.start + len(line))
            in_menu = line.startswith("*") and self._beside_a_choice(span)
            choice = self._choice_above(span) if "->" in line else ""
            alone = margin > 0 and "->" in line and arrows == 1 and not self._beside_a_choice(span)
            close = bool(above) and (in_rows or not spans) and self._line_above(span) != ""
            odd = stray_line(
                line,
                whole,
                margin=extra + margin == 0,
                above=above,
                close=close,
                in_menu=in_menu,
                choice=choice,
                alone=alone,
            )
            is_row = odd is not None and odd.code == syntax.STRAY_ROW
            if (
                odd is not None
                and is_row
                and not in_rows
                and not above
                and (row := row_above(text, span.start)) is not None
            ):
                odd = replace(odd, message="this row stands under another row", hint=as_far_as(row))
            if odd is not None and not (is_row and in_rows) and not self._told(odd):  # rows in a row share one slip
                self.findings.append(odd)
            in_rows = is_row
            spans.append(Span(span.path, start, span.start + len(line)))
        whole = Span(self.source.path, self.at(tokens[0]).start, spans[-1].end)
        return ast.Prose("\n".join(texts), tuple(spans), span=whole)

    def _told(self, odd: Diagnostic) -> bool:
        """Whether rules of this kind were met before: whoever writes one of another program's writes many."""
        return odd.code == syntax.FOREIGN_RULE and any(odd.message == each.message for each in self.findings)

    def _beside_a_choice(self, span: Span) -> bool:
        """Whether the line above a place or the one below it is a choice."""
        at = self.source.position(span.start).line
        beside = (line for line in (at - 1, at + 1) if 1 <= line <= self.source.line_count)
        return any(self.source.line(line).lstrip().startswith("* ") for line in beside)

    def _choice_above(self, span: Span) -> str:
        """The line above a place, if it is a choice that has no turn; else nothing."""
        above = self._line_above(span)
        return above if above.startswith("* ") and "->" not in above and "//" not in above else ""

    def _line_above(self, span: Span) -> str:
        """The words of the line above a place; empty where it is blank, or there is none."""
        at = self.source.position(span.start).line
        return self.source.line(at - 1).strip() if at > 1 else ""

    # ---- choices and turns ------------------------------------------------------------------------------

    def option(self, tree: Branch) -> ast.Option:
        words, condition, knows, target, secret, *block = tree.children
        span = self.at(tree)
        label, place = "", Span(span.path, span.start, span.start + 1)
        if isinstance(words, Token):
            start = self.at(words).start
            place = Span(span.path, start, start + len(words.rstrip()))
            label = self.source.text[place.start : place.end]
            parts: list[Child] = [condition, knows, target, secret]
            end = max((self.at(each).end for each in parts if each is not None), default=place.end)
            odd = stray_label(label, place, self.source.text[place.end : end])
            if odd is not None:
                self.findings.append(odd)
        else:
            hint = "write what the reader can do: * Go in -> 12"
            self.complain(syntax.EMPTY_CHOICE, place, "this choice has no words", hint)
        return ast.Option(
            label,
            self.maybe(condition),
            self.maybe(target),
            self.steps(block),
            secret is not None,
            self.share(knows),
            span=span,
            label_span=place,
        )

    def knows(self, tree: Branch) -> int:
        (share,) = tree.children
        assert isinstance(share, Token)
        return self.percent(share)

    def share(self, knows: Child) -> int:
        """How many readers know of something, in hundredths of a percent: all, where nothing is said."""
        return self.build(knows) if isinstance(knows, Tree) else HUNDRED_PERCENT

    def turn(self, tree: Branch) -> ast.Turn:
        return ast.Turn(self.all(tree.children)[0], span=self.at(tree))

    def to_chapter(self, tree: Branch) -> ast.ToChapter:
        (token,) = tree.children
        assert isinstance(token, Token)
        return ast.ToChapter(self.chapter_name(token), span=self.at(tree))

    def to_ending(self, tree: Branch) -> ast.ToEnding:
        kind, text, score = tree.children
        words = self.maybe_id(text) or ast.NO_NAME
        return ast.ToEnding(str(kind), words, self.maybe(score), span=self.at(tree))

    def to_computed(self, tree: Branch) -> ast.ToComputed:
        return ast.ToComputed(self.all(tree.children)[0], span=self.at(tree))

    def back(self, tree: Branch) -> ast.Back:
        return ast.Back(span=self.at(tree))

    # ---- effects ----------------------------------------------------------------------------------------

    def change(self, tree: Branch) -> ast.Change:
        place, sign, amount, beyond, resolution = tree.children
        return ast.Change(
            self.maybe(place),
            1 if sign == "+" else -1,
            self.maybe(amount),
            beyond is not None,
            self.maybe(resolution),
            span=self.at(tree),
        )

    def place(self, tree: Branch) -> ast.Place:
        owner, *whose, name = tree.children
        foe = self.id(whose[0]) if whose else ast.NO_NAME
        return ast.Place(self.id(name), owner == "foe", owner == "initial", foe, span=self.at(tree))

    def both(self, tree: Branch) -> ast.Both:
        return ast.Both(self.all(tree.children), span=self.at(tree))

    def set_to(self, tree: Branch) -> ast.SetTo:
        place, value = self.all(tree.children)
        return ast.SetTo(place, value, span=self.at(tree))

    def gain(self, tree: Branch) -> ast.Gain:
        count, item, how = tree.children
        word = how.type if isinstance(how, Token) else ""
        return ast.Gain(self.id(item), self.maybe(count), word == "OR_SWAP", word == "ALL_OR_NONE", span=self.at(tree))

    def lose(self, tree: Branch) -> ast.Lose:
        how, what = tree.children
        word = str(how) if isinstance(how, Token) else "some"
        return ast.Lose(self.id(what), self.maybe(how), word, span=self.at(tree))

    def note_word(self, tree: Branch) -> ast.NoteWord:
        return ast.NoteWord(self.id(tree.children[0]), span=self.at(tree))

    def erase_word(self, tree: Branch) -> ast.EraseWord:
        return ast.EraseWord(self.id(tree.children[0]), span=self.at(tree))

    def pay(self, tree: Branch) -> ast.Pay:
        amount, what = tree.children
        return ast.Pay(self.maybe(amount), self.id(what), span=self.at(tree))

    def restore(self, tree: Branch) -> ast.Restore:
        return ast.Restore(self.all(tree.children)[0], span=self.at(tree))

    def swap_values(self, tree: Branch) -> ast.SwapValues:
        left, right = tree.children
        return ast.SwapValues(self.id(left), self.id(right), span=self.at(tree))

    def store(self, tree: Branch) -> ast.Store:
        what, chest = tree.children
        return ast.Store(self.id(what), self.id(chest), False, span=self.at(tree))

    def return_(self, tree: Branch) -> ast.Store:
        what, chest = tree.children
        return ast.Store(self.id(what), self.id(chest), True, span=self.at(tree))

    def choose_amount(self, tree: Branch) -> ast.ChooseAmount:
        name, low, high = tree.children
        assert isinstance(name, Token)
        return ast.ChooseAmount(self.declared(name), self.maybe(low), self.maybe(high), span=self.at(tree))

    def tick(self, tree: Branch) -> ast.Tick:
        return ast.Tick(self.maybe(tree.children[0]) if tree.children else None, span=self.at(tree))

    def score(self, tree: Branch) -> ast.Score:
        amount, resolution = tree.children
        return ast.Score(self.maybe(amount), self.maybe(resolution), span=self.at(tree))

    def happen(self, tree: Branch) -> ast.Happen:
        return ast.Happen(self.id(tree.children[0]), span=self.at(tree))

    def do_rule(self, tree: Branch) -> ast.DoRule:
        name, *arguments = tree.children
        return ast.DoRule(self.id(name), self.all(arguments), span=self.at(tree))

    def resolve_on(self, tree: Branch) -> ast.ResolveOn:
        return ast.ResolveOn(self.all(tree.children)[0], span=self.at(tree))

    def end(self, tree: Branch) -> ast.End:
        return ast.End(self.all(tree.children)[0], span=self.at(tree))

    # ---- conditions and decisions -----------------------------------------------------------------------

    def if_(self, tree: Branch) -> ast.If:
        condition, block, *others = tree.children
        otherwise: ast.Block = ()
        if len(others) > MAX_DEPTH:
            self.complain(
                syntax.TOO_DEEP,
                self.at(others[MAX_DEPTH]),
                "there are too many “else if” in a row here",
                "use a roll or a table",
            )
            others = others[:MAX_DEPTH]
        for branch in reversed(others):
            if not isinstance(branch, Tree):
                continue
            if branch.data == "else":
                otherwise = self.steps(branch.children)
            else:
                test, body = branch.children
                span = Span(self.source.path, self.at(branch).start, self.at(tree).end)
                otherwise = (ast.If(self.maybe(test), self.steps([body]), otherwise, span=span),)
        return ast.If(self.maybe(condition), self.steps([block]), otherwise, span=self.at(tree))

    def in_words(self, tree: Branch) -> ast.Block:
        *words, block = tree.children
        inner = self.steps([block])
        said = self.id(words[0]) if words else ast.NO_NAME
        return (ast.InWords(said, len(inner), span=self.at(tree)), *inner)

    def may(self, tree: Branch) -> ast.May:
        label, block = tree.children
        assert isinstance(label, Token)
        place = self.at(label)
        inside = Span(place.path, place.start + 1, place.end - 1)
        return ast.May(str(label[1:-1]), self.steps([block]), span=self.at(tree), label_span=inside)

    def choose(self, tree: Branch) -> ast.Choose:
        name, count, *options = tree.children
        return ast.Choose(self.maybe_id(name), self.maybe(count), self.all(options), span=self.at(tree))

    def rival_chooses(self, tree: Branch) -> ast.RivalChooses:
        name, *options = tree.children
        return ast.RivalChooses(self.maybe_id(name), self.all(options), span=self.at(tree))

    def repeat_times(self, tree: Branch) -> ast.Repeat:
        times, block = tree.children
        return ast.Repeat(self.maybe(times), None, self.steps([block]), span=self.at(tree))

    def repeat_until(self, tree: Branch) -> ast.Repeat:
        until, block = tree.children
        return ast.Repeat(None, self.maybe(until), self.steps([block]), span=self.at(tree))

    # ---- dice -------------------------------------------------------------------------------------------

    def roll(self, tree: Branch) -> ast.Roll:
        value, name, resolution, *rows = tree.children
        words, pool = None, False
        rolled, how = self.maybe(value), self.maybe(resolution)
        if isinstance(name, Tree):
            word = name.children[-1]
            assert isinstance(word, Token)
            words = self.declared(word)
            pool = name.children[0] is not None
        elif not rows:
            hint = f"write rows under it, or give the result a name: ~ roll {spell(rolled)} as d{spell_by(how)}"
            if isinstance(rolled, ast.Name) and rolled.id in ("die", "dice"):
                dice = "1d6" if rolled.id == "die" else "2d6"
                hint = f"write how many dice are rolled, and give the result a name: ~ roll {dice} as d{spell_by(how)}"
            self.complain(syntax.NO_ROWS, self.at(tree), "this roll has no rows, so it has no effect", hint)
        return ast.Roll(rolled, words, pool, self.all(rows), how, span=self.at(tree))

    def range_row(self, tree: Branch) -> ast.RangeRow:
        numbers, target, *steps = tree.children
        assert isinstance(numbers, Token)
        low, high = self.bounds(numbers)
        return ast.RangeRow(low, high, self.body(steps, target), span=self.at(tree))

    def open_row(self, tree: Branch) -> ast.OpenRow:
        words, target, *steps = tree.children
        assert isinstance(words, Token)
        number, *_, word = words.split()
        end = self.integer(number, self.at(words))
        return ast.OpenRow(end, word == "more", self.body(steps, target), span=self.at(tree))

    def random(self, tree: Branch) -> ast.Random:
        resolution, *rows = tree.children
        return ast.Random(self.all(rows), self.maybe(resolution), span=self.at(tree))

    def weight_row(self, tree: Branch) -> ast.WeightRow:
        weight, target, *steps = tree.children
        return ast.WeightRow(self.maybe(weight), self.body(steps, target), span=self.at(tree))

    def compare(self, tree: Branch) -> ast.Compare:
        left, right, resolution, *rows = tree.children
        return ast.Compare(
            self.maybe(left), self.maybe(right), self.all(rows), self.maybe(resolution), span=self.at(tree)
        )

    def check(self, tree: Branch) -> ast.Check:
        test, modifier, dice, resolution, *rows = tree.children
        return ast.Check(
            self.id(test),
            self.maybe(modifier),
            self.maybe(dice),
            self.all(rows),
            self.maybe(resolution),
            span=self.at(tree),
        )

    def ask(self, tree: Branch) -> ast.Ask:
        question, knows, *rows = tree.children
        assert isinstance(question, Token)
        trees = [row for row in rows if isinstance(row, Tree)]
        other = next((row for row in trees if row.data == "other_row"), None)
        for row in trees:
            if row.data == "range_row" and isinstance(answer := row.children[0], Token):
                self.answer(answer)
        found = self.all(row for row in trees if row.data == "range_row")
        return ast.Ask(self.id(question), found, self.maybe(other) or (), self.share(knows), span=self.at(tree))

    def other_row(self, tree: Branch) -> ast.Block:
        target, *steps = tree.children
        return self.body(steps, target)

    def modifier(self, tree: Branch) -> ast.Expr:
        sign, amount = tree.children
        value: ast.Expr = self.maybe(amount)
        return value if sign == "+" else ast.Unary("-", value, span=self.at(tree))

    def named_row(self, tree: Branch) -> ast.NamedRow:
        name, target, *steps = tree.children
        return ast.NamedRow(self.id(name), self.body(steps, target), span=self.at(tree))
