"""From Lark's tree to the syntax tree: one method a rule, named like it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from lark import Token, Tree

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.layout import width
from gamebook.syntax.limits import MAX_DICE, MAX_NUMBER, MAX_SIDES

Branch = Tree[Token]
Child = Branch | Token | None

RESERVED = frozenset({"and", "or", "not", "mod", "initial", "foe", "visited", "if", "else"})
"""Words that cannot be names, because conditions would misread them."""
_RANGE = re.compile(r"(-?\d+)(?:\s*(?:-|\.\.)\s*(-?\d+))?")


def unquote(token: str) -> str:
    """The text between quotation marks, escapes of the marks themselves removed."""
    return re.sub(r'\\(["\\])', r"\1", token[1:-1])


class Builder:
    """Builds the nodes of one piece of a page; `offset` is where the piece begins in the file."""

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.offset = offset
        self.findings: list[Diagnostic] = []

    # ---- helpers ------------------------------------------------------------------------------------

    def at(self, thing: Branch | Token) -> Span:
        """Where a token or a rule's match stands."""
        place = thing if isinstance(thing, Token) else thing.meta
        return Span(self.source.path, self.offset + (place.start_pos or 0), self.offset + (place.end_pos or 0))

    def build(self, tree: Branch) -> Any:
        """The node of a rule's match."""
        method: Callable[[Branch], Any] = getattr(self, tree.data + "_" if tree.data in _PYTHON_WORDS else tree.data)
        return method(tree)

    def maybe(self, child: Child) -> Any:
        """The node of an optional part."""
        return self.build(child) if isinstance(child, Tree) else None

    def all(self, children: Iterable[Child]) -> tuple[Any, ...]:
        """The nodes of several parts."""
        return tuple(self.build(child) for child in children if isinstance(child, Tree))

    def complain(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        """Add a finding."""
        self.findings.append(finding(code, span, message, hint))

    def integer(self, token: Token | str, span: Span) -> int:
        """A written number, at most MAX_NUMBER."""
        digits = token.lstrip("-")
        if len(digits) > 2_000 or int(digits) > MAX_NUMBER:
            self.complain(syntax.BIG_NUMBER, span, "this number is too big", f"the greatest number is {MAX_NUMBER}")
            digits = str(MAX_NUMBER)
        return -int(digits) if token.startswith("-") else int(digits)

    def declared(self, token: Token) -> str:
        """A name given here for the first time, which must not be a word of the language."""
        if token in RESERVED:
            self.complain(
                syntax.RESERVED_NAME,
                self.at(token),
                f"“{token}” is a word of the language and cannot be a name",
                "choose another name",
            )
        return str(token)

    def bounds(self, token: Token) -> tuple[int, int]:
        """The two ends of `3-5`, `-2..0` or `6`."""
        match = _RANGE.fullmatch(token)
        assert match is not None
        low = self.integer(match[1], self.at(token))
        return low, low if match[2] is None else self.integer(match[2], self.at(token))

    # ---- blocks -------------------------------------------------------------------------------------

    def steps(self, children: Sequence[Child], margin: int | None = None) -> ast.Block:
        """The steps of a block: runs of prose become one step, and so do runs of choices."""
        trees = [child for child in children if isinstance(child, Tree)]
        if margin is None and trees:
            margin = self.column(trees[0].meta.start_pos)
        steps: list[ast.Step] = []
        for kind, group in groupby(trees, key=lambda tree: tree.data):
            if kind == "prose":
                steps.append(self.prose([tree.children[0] for tree in group], margin or 0))  # type: ignore[misc]
            elif kind == "option":
                options = tuple(self.build(tree) for tree in group)
                steps.append(ast.Menu(options, span=options[0].span.to(options[-1].span)))
            elif kind == "block":
                steps.extend(self.steps(next(group).children))
            else:
                steps.extend(self.build(tree) for tree in group)
        return tuple(steps)

    def body(self, children: Sequence[Child], target: Child = None) -> ast.Block:
        """A block with the turn of its first line put at its end."""
        steps = self.steps(children)
        if not isinstance(target, Tree):
            return steps
        return (*steps, ast.Turn(self.build(target), span=self.at(target)))

    def column(self, position: int) -> int:
        """How far the line is indented on which a place of the piece stands."""
        place = self.offset + position
        return width(self.source.text[self.source.text.rfind("\n", 0, place) + 1 : place])

    def prose(self, tokens: list[Token], margin: int) -> ast.Prose:
        """Lines of prose as one step, with the blank lines between them."""
        texts: list[str] = []
        spans: list[Span] = []
        text = self.source.text
        for token in tokens:
            span = self.at(token)
            if spans:
                between = text[spans[-1].end : span.start].split("\n")[1:-1]
                for _ in (line for line in between if not line.strip()):
                    texts.append("")
                    spans.append(Span(span.path, spans[-1].end, spans[-1].end))
            line = text[span.start : span.end].rstrip()
            extra = max(0, self.column(token.start_pos or 0) - margin)
            texts.append(" " * extra + line)
            start = max(span.start - extra, text.rfind("\n", 0, span.start) + 1)
            spans.append(Span(span.path, start, span.start + len(line)))
        whole = Span(self.source.path, self.at(tokens[0]).start, spans[-1].end)
        return ast.Prose("\n".join(texts), tuple(spans), span=whole)

    # ---- document -----------------------------------------------------------------------------------

    def chapter(self, tree: Branch) -> ast.Chapter:
        name, title, *steps = tree.children
        assert isinstance(name, Token)
        words = title.strip() if isinstance(title, Token) else ""
        return ast.Chapter(str(name), words, self.steps(steps, 0), span=self.at(tree), name_span=self.at(name))

    def declaration(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        """The declarations of one block of the header."""
        (block,) = tree.children
        assert isinstance(block, Tree)
        built = self.build(block)
        return built if isinstance(built, tuple) else (built,)

    def expression(self, tree: Branch) -> ast.Expr:
        return self.all(tree.children)[0]  # type: ignore[no-any-return]

    # ---- header -------------------------------------------------------------------------------------

    def book(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        name, *lines = tree.children
        assert isinstance(name, Token)
        start = self.source.span(self.at(tree).start, self.at(name).end)
        return (ast.Title("book", unquote(name), span=start), *self.all(lines))

    def system(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        name, *lines = tree.children
        assert isinstance(name, Token)
        start = self.source.span(self.at(tree).start, self.at(name).end)
        return (ast.Title("system", str(name), span=start), *self.all(lines))

    def field(self, tree: Branch) -> ast.Field:
        key, value = tree.children
        assert isinstance(key, Tree) and isinstance(value, Token)
        text = unquote(value) if value.type == "STRING" else str(value)
        return ast.Field(str(key.children[0]), text, span=self.at(tree))

    def use(self, tree: Branch) -> ast.Use:
        return ast.Use(str(tree.children[0]), span=self.at(tree))

    def include(self, tree: Branch) -> ast.Include:
        return ast.Include(unquote(str(tree.children[0])), span=self.at(tree))

    def expect(self, tree: Branch) -> ast.Expect:
        what, low, high = tree.children
        assert isinstance(low, Token) and isinstance(high, Token)
        return ast.Expect(str(what), self.percent(low), self.percent(high), span=self.at(tree))

    def percent(self, token: Token) -> int:
        """Hundredths of a percent."""
        whole, _, part = token.rstrip("%").partition(".")
        if len(part) > 2 or len(whole) > 3 or int(whole + f"{part:0<2}") > 10_000:
            self.complain(
                syntax.BAD_PERCENT,
                self.at(token),
                f"“{token}” is not a chance",
                "write 0% to 100% with at most two digits after the point",
            )
            return 10_000
        return int(whole + f"{part:0<2}")

    def resolve_by(self, tree: Branch) -> ast.ResolveBy:
        return ast.ResolveBy(self.all(tree.children)[0], span=self.at(tree))

    def sheet(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        lines: list[ast.Declaration] = []
        for built in self.all(tree.children):
            lines.extend(built if isinstance(built, tuple) else (built,))
        return tuple(lines)

    def stat_decl(self, tree: Branch) -> ast.StatDecl:
        name, start, low, high = tree.children
        assert isinstance(name, Token)
        return ast.StatDecl(
            self.declared(name), self.maybe(start), self.maybe(low), self.maybe(high), span=self.at(tree)
        )

    def number_decl(self, tree: Branch) -> ast.NumberDecl:
        name, start, low, high = tree.children
        assert isinstance(name, Token)
        return ast.NumberDecl(
            self.declared(name), self.maybe(start), self.maybe(low), self.maybe(high), span=self.at(tree)
        )

    def item_decls(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        return self.all(tree.children)

    def item_decl(self, tree: Branch) -> ast.ItemDecl:
        name, most, start = tree.children
        assert isinstance(name, Token)
        return ast.ItemDecl(self.declared(name), self.maybe(most), self.maybe(start), span=self.at(tree))

    def codeword_decls(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        names = self.names(tree.children)
        return tuple(ast.CodewordDecl(name.id, span=name.span) for name in names)

    def names(self, children: Sequence[Child]) -> tuple[ast.Name, ...]:
        """Names in a list of the header."""
        tokens = [child.children[0] for child in children if isinstance(child, Tree) and child.data == "name"]
        return tuple(ast.Name(self.declared(t), span=self.at(t)) for t in tokens if isinstance(t, Token))

    def one_of(self, tree: Branch) -> ast.OneOf:
        name, *values = tree.children
        assert isinstance(name, Token)
        return ast.OneOf(self.declared(name), self.names(values), span=self.at(tree))

    def limit(self, tree: Branch) -> ast.Limit:
        name, places, *items = tree.children
        assert isinstance(name, Token)
        return ast.Limit(self.declared(name), self.maybe(places), self.names(items), span=self.at(tree))

    def let(self, tree: Branch) -> ast.Let:
        name, value = tree.children
        assert isinstance(name, Token)
        return ast.Let(self.declared(name), self.maybe(value), span=self.at(tree))

    def while_(self, tree: Branch) -> ast.While:
        condition, change = self.all(tree.children)
        return ast.While(condition, change, span=self.at(tree))

    def param(self, tree: Branch) -> ast.Param:
        name, value = tree.children
        assert isinstance(name, Token)
        return ast.Param(self.declared(name), self.maybe(value), span=self.at(tree))

    def table_decl(self, tree: Branch) -> ast.TableDecl:
        name, columns, rows, *lines = tree.children
        assert isinstance(name, Token) and isinstance(columns, Token) and isinstance(rows, Token)
        cells = tuple(
            tuple(self.integer(cell, self.at(cell)) for cell in line.children if isinstance(cell, Token))
            for line in lines
            if isinstance(line, Tree)
        )
        return ast.TableDecl(self.declared(name), self.bounds(columns), self.bounds(rows), cells, span=self.at(tree))

    def anytime(self, tree: Branch) -> ast.Anytime:
        in_fights, *options = tree.children
        return ast.Anytime(in_fights is not None, self.all(options), span=self.at(tree))

    def hero_decl(self, tree: Branch) -> ast.HeroDecl:
        return ast.HeroDecl(self.steps(tree.children), span=self.at(tree))

    def when(self, tree: Branch) -> ast.When:
        condition, target, *steps = tree.children
        return ast.When(self.maybe(condition), self.body(steps, target), span=self.at(tree))

    def check_decl(self, tree: Branch) -> ast.CheckDecl:
        name, *lines = tree.children
        assert isinstance(name, Token)
        parts = self.parts(tree, lines, f"test {name}", ("succeed", "outcomes"), ("succeed", "then", "outcomes"))
        succeed = self.all(parts["succeed"].children)[0] if "succeed" in parts else ast.Number(0, span=self.at(name))
        then = self.steps(parts["then"].children) if "then" in parts else ()
        words = [str(word) for word in parts["outcomes"].children] if "outcomes" in parts else ["", ""]
        return ast.CheckDecl(str(name), succeed, then, (words[0], words[1]), span=self.at(tree))

    def parts(
        self, tree: Branch, lines: Sequence[Child], what: str, needed: tuple[str, ...], single: tuple[str, ...]
    ) -> dict[str, Branch]:
        """The lines of a `test` or `combat` that may stand only once, by rule; complains of what is missing or double."""
        found: dict[str, Branch] = {}
        for line in lines:
            if isinstance(line, Tree) and line.data in single:
                if line.data in found:
                    self.complain(
                        syntax.PART_TWICE, self.at(line), f"a second line of this kind in “{what}”", "keep one of them"
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
            str(name),
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

    def strategy_decl(self, tree: Branch) -> ast.StrategyDecl:
        name, *lines = tree.children
        trees = [line for line in lines if isinstance(line, Tree)]
        parameters = tuple(self.parameter(line) for line in trees if line.data == "parameter")
        rules = tuple(self.at_(line) for line in trees if line.data == "at")
        otherwise = [line for line in trees if line.data == "otherwise"]
        for line in otherwise[1:]:
            self.complain(syntax.PART_TWICE, self.at(line), "a second “otherwise” in this strategy", "keep one of them")
        fallback = "best"
        if otherwise:
            (words,) = otherwise[0].children
            assert isinstance(words, Tree)
            fallback = str(words.children[0])
        return ast.StrategyDecl(str(name), parameters, rules, fallback, span=self.at(tree))

    def parameter(self, tree: Branch) -> tuple[str, ast.Expr]:
        name, value = tree.children
        assert isinstance(name, Token)
        return self.declared(name), self.maybe(value)

    def at_(self, tree: Branch) -> ast.At:
        where, *advice = tree.children
        assert isinstance(where, Tree)
        (place,) = where.children
        assert isinstance(place, Token)
        choices: list[tuple[str, ast.Expr | None]] = []
        for one in advice:
            assert isinstance(one, Tree)
            words, condition = one.children
            assert isinstance(words, Token)
            label = unquote(words) if words.type == "STRING" else words.strip()
            choices.append((label, self.maybe(condition)))
        name = unquote(place) if place.type == "STRING" else str(place)
        return ast.At(name, tuple(choices), span=self.at(tree))

    # ---- choices and turns --------------------------------------------------------------------------

    def option(self, tree: Branch) -> ast.Option:
        words, condition, target, *block = tree.children
        span = self.at(tree)
        label, place = "", Span(span.path, span.start, span.start + 1)
        if isinstance(words, Token):
            label = words.strip()
            place = self.at(words)
            place = Span(place.path, place.start, place.start + len(label))
        else:
            self.complain(syntax.EMPTY_CHOICE, place, "this choice has no words", "say what the reader may do: * Go in -> 12")
        return ast.Option(
            label, self.maybe(condition), self.maybe(target), self.steps(block), span=span, label_span=place
        )

    def turn(self, tree: Branch) -> ast.Turn:
        return ast.Turn(self.all(tree.children)[0], span=self.at(tree))

    def to_chapter(self, tree: Branch) -> ast.ToChapter:
        return ast.ToChapter(str(tree.children[0]), span=self.at(tree))

    def to_ending(self, tree: Branch) -> ast.ToEnding:
        kind, text, score = tree.children
        words = unquote(text) if isinstance(text, Token) else ""
        return ast.ToEnding(str(kind), words, self.maybe(score), span=self.at(tree))

    def to_computed(self, tree: Branch) -> ast.ToComputed:
        return ast.ToComputed(self.all(tree.children)[0], span=self.at(tree))

    def back(self, tree: Branch) -> ast.Back:
        return ast.Back(span=self.at(tree))

    # ---- effects ------------------------------------------------------------------------------------

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
        whose, name = tree.children
        return ast.Place(str(name), whose == "foe", whose == "initial", span=self.at(tree))

    def both(self, tree: Branch) -> ast.Both:
        return ast.Both(self.all(tree.children), span=self.at(tree))

    def set_to(self, tree: Branch) -> ast.SetTo:
        place, value = self.all(tree.children)
        return ast.SetTo(place, value, span=self.at(tree))

    def gain(self, tree: Branch) -> ast.Gain:
        count, item, swap = tree.children
        return ast.Gain(str(item), self.maybe(count), swap is not None, span=self.at(tree))

    def lose(self, tree: Branch) -> ast.Lose:
        how, what = tree.children
        word = str(how) if isinstance(how, Token) else "some"
        return ast.Lose(str(what), self.maybe(how), word, span=self.at(tree))

    def note_word(self, tree: Branch) -> ast.NoteWord:
        return ast.NoteWord(str(tree.children[0]), span=self.at(tree))

    def erase_word(self, tree: Branch) -> ast.EraseWord:
        return ast.EraseWord(str(tree.children[0]), span=self.at(tree))

    def pay(self, tree: Branch) -> ast.Pay:
        amount, what = tree.children
        return ast.Pay(self.maybe(amount), str(what), span=self.at(tree))

    def restore(self, tree: Branch) -> ast.Restore:
        return ast.Restore(self.all(tree.children)[0], span=self.at(tree))

    def swap_values(self, tree: Branch) -> ast.SwapValues:
        left, right = tree.children
        return ast.SwapValues(str(left), str(right), span=self.at(tree))

    def store(self, tree: Branch) -> ast.Store:
        what, chest = tree.children
        return ast.Store(str(what), str(chest), False, span=self.at(tree))

    def return_(self, tree: Branch) -> ast.Store:
        what, chest = tree.children
        return ast.Store(str(what), str(chest), True, span=self.at(tree))

    def choose_amount(self, tree: Branch) -> ast.ChooseAmount:
        name, low, high = tree.children
        assert isinstance(name, Token)
        return ast.ChooseAmount(self.declared(name), self.maybe(low), self.maybe(high), span=self.at(tree))

    def score(self, tree: Branch) -> ast.Score:
        return ast.Score(self.all(tree.children)[0], span=self.at(tree))

    def happen(self, tree: Branch) -> ast.Happen:
        return ast.Happen(str(tree.children[0]), span=self.at(tree))

    def end(self, tree: Branch) -> ast.End:
        return ast.End(self.all(tree.children)[0], span=self.at(tree))

    # ---- conditions and decisions -------------------------------------------------------------------

    def if_(self, tree: Branch) -> ast.If:
        condition, block, *others = tree.children
        otherwise: ast.Block = ()
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

    def may(self, tree: Branch) -> ast.May:
        label, block = tree.children
        assert isinstance(label, Token)
        place = self.at(label)
        inside = Span(place.path, place.start + 1, place.end - 1)
        return ast.May(str(label[1:-1]), self.steps([block]), span=self.at(tree), label_span=inside)

    def choose(self, tree: Branch) -> ast.Choose:
        name, count, *options = tree.children
        words = unquote(name) if isinstance(name, Token) else None
        return ast.Choose(words, self.maybe(count), self.all(options), span=self.at(tree))

    def rival_chooses(self, tree: Branch) -> ast.RivalChooses:
        name, *options = tree.children
        words = unquote(name) if isinstance(name, Token) else None
        return ast.RivalChooses(words, self.all(options), span=self.at(tree))

    def repeat_times(self, tree: Branch) -> ast.Repeat:
        times, block = tree.children
        return ast.Repeat(self.maybe(times), None, self.steps([block]), span=self.at(tree))

    def repeat_until(self, tree: Branch) -> ast.Repeat:
        until, block = tree.children
        return ast.Repeat(None, self.maybe(until), self.steps([block]), span=self.at(tree))

    # ---- dice ---------------------------------------------------------------------------------------

    def roll(self, tree: Branch) -> ast.Roll:
        value, name, resolution, *rows = tree.children
        words, pool = None, False
        if isinstance(name, Tree):
            words = str(name.children[-1])
            pool = name.children[0] is not None
        elif not rows:
            self.complain(
                syntax.NO_ROWS,
                self.at(tree),
                "this roll has no rows, so nothing comes of it",
                "write rows under it, or keep the result: ~ roll 1d6 as d",
            )
        return ast.Roll(self.maybe(value), words, pool, self.all(rows), self.maybe(resolution), span=self.at(tree))

    def range_row(self, tree: Branch) -> ast.RangeRow:
        numbers, target, *steps = tree.children
        assert isinstance(numbers, Token)
        low, high = self.bounds(numbers)
        return ast.RangeRow(low, high, self.body(steps, target), span=self.at(tree))

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
            str(test),
            self.maybe(modifier),
            self.maybe(dice),
            self.all(rows),
            self.maybe(resolution),
            span=self.at(tree),
        )

    def modifier(self, tree: Branch) -> ast.Expr:
        sign, amount = tree.children
        value: ast.Expr = self.maybe(amount)
        return value if sign == "+" else ast.Unary("-", value, span=self.at(tree))

    def named_row(self, tree: Branch) -> ast.NamedRow:
        name, target, *steps = tree.children
        return ast.NamedRow(str(name), self.body(steps, target), span=self.at(tree))

    def resolution(self, tree: Branch) -> ast.Resolution:
        mode, account, scope = tree.children
        words = [str(part.children[0]) if isinstance(part, Tree) else None for part in (mode, scope)]
        name = str(account) if account is not None else None
        if not any((*words, name)):
            self.complain(
                syntax.EMPTY_RESOLUTION,
                self.at(tree),
                "after “by” nothing says how the roll is decided",
                "write one of: dice, expected, ledger, residual, systematic",
            )
        return ast.Resolution(words[0], name, words[1], span=self.at(tree))

    # ---- fights -------------------------------------------------------------------------------------

    def fight(self, tree: Branch) -> ast.Fight:
        name, *children = tree.children
        trees = [child for child in children if isinstance(child, Tree)]
        foes = tuple(self.foe(one) for one in trees if one.data == "foe")
        options = tuple(self.build(one) for one in trees if one.data not in ("foe", "together", "resolution"))
        resolution = next((one for one in trees if one.data == "resolution"), None)
        joined = any(isinstance(child, Token) for child in children)
        together = joined or any(one.data == "together" for one in trees)
        if not foes:
            self.complain(
                syntax.NO_FOE,
                self.at(tree),
                "this fight has no foe",
                'name one: ~ fight "Guard" SKILL 7 STAMINA 6',
            )
        combat = str(name) if name is not None else "fight"
        return ast.Fight(combat, foes, together, options, self.maybe(resolution), span=self.at(tree))

    def foe(self, tree: Branch) -> ast.Foe:
        name, *values = tree.children
        stats: list[tuple[str, ast.Expr]] = []
        for one in values:
            assert isinstance(one, Tree)
            stat, value = one.children
            stats.append((str(stat), self.maybe(value)))
        return ast.Foe(unquote(str(name)), tuple(stats), span=self.at(tree))

    def with_(self, tree: Branch) -> ast.With:
        name, value, rounds = tree.children
        return ast.With(str(name), self.maybe(value), self.maybe(rounds), span=self.at(tree))

    def local(self, tree: Branch) -> ast.Local:
        name, *values = tree.children
        assert isinstance(name, Token)
        start, low, high = self.all(values)
        return ast.Local(self.declared(name), start, low, high, span=self.at(tree))

    def on(self, tree: Branch) -> ast.On:
        event, target, *steps = tree.children
        return ast.On(str(event), self.body(steps, target), span=self.at(tree))

    def each_round(self, tree: Branch) -> ast.EachRound:
        target, *steps = tree.children
        return ast.EachRound(self.body(steps, target), span=self.at(tree))

    def fight_row(self, tree: Branch) -> ast.FightRow:
        kind, target, *steps = tree.children
        return ast.FightRow(str(kind), None, self.body(steps, target), span=self.at(tree))

    def escape_row(self, tree: Branch) -> ast.FightRow:
        _, first, target, *steps = tree.children
        return ast.FightRow("escape", self.maybe(first), self.body(steps, target), span=self.at(tree))

    def stopped_row(self, tree: Branch) -> ast.FightRow:
        rounds, target, *steps = tree.children
        return ast.FightRow("stopped", self.maybe(rounds), self.body(steps, target), span=self.at(tree))

    # ---- expressions --------------------------------------------------------------------------------

    def binary(self, tree: Branch) -> ast.Binary:
        left, op, right = tree.children
        return ast.Binary(str(op), self.maybe(left), self.maybe(right), span=self.at(tree))

    def unary(self, tree: Branch) -> ast.Unary:
        op, operand = tree.children
        return ast.Unary(str(op), self.maybe(operand), span=self.at(tree))

    def number(self, tree: Branch) -> ast.Number:
        (token,) = tree.children
        assert isinstance(token, Token)
        return ast.Number(self.integer(token, self.at(token)), span=self.at(token))

    def name(self, tree: Branch) -> ast.Name:
        (token,) = tree.children
        assert isinstance(token, Token)
        if re.fullmatch(r"d\d+", token):
            self.complain(syntax.DIE_ALONE, self.at(token), f"“{token}” does not say how many dice", f"write 1{token}")
        return ast.Name(str(token), span=self.at(token))

    def dice(self, tree: Branch) -> ast.Dice:
        count, die = tree.children
        assert isinstance(die, Token)
        if isinstance(count, Token):
            most = self.integer(count, self.at(count))
            if most > MAX_DICE:
                self.complain(syntax.BIG_DICE, self.at(tree), "these are too many dice", f"roll at most {MAX_DICE} at once")
            number: ast.Expr = ast.Number(min(most, MAX_DICE), span=self.at(count))
        else:
            number = self.maybe(count)
        sides = self.integer(die[1:], self.at(die))
        if not 1 <= sides <= MAX_SIDES:
            self.complain(syntax.BIG_DICE, self.at(die), f"a die cannot have {sides} sides", f"1 to {MAX_SIDES} will do")
        return ast.Dice(number, max(1, min(sides, MAX_SIDES)), span=self.at(tree))

    def keep(self, tree: Branch) -> ast.Dice:
        word, count, roll = tree.children
        assert isinstance(word, Token) and isinstance(count, Token)
        dice: ast.Dice = self.maybe(roll)
        kept = self.integer(count, self.at(count))
        return ast.Dice(dice.count, dice.sides, kept, word.endswith("highest"), span=self.at(tree))

    def call(self, tree: Branch) -> ast.Call:
        name, *arguments = tree.children
        return ast.Call(str(name), self.all(arguments), span=self.at(tree))

    def foe_stat(self, tree: Branch) -> ast.FoeStat:
        return ast.FoeStat(str(tree.children[0]), span=self.at(tree))

    def initial(self, tree: Branch) -> ast.Initial:
        return ast.Initial(str(tree.children[0]), span=self.at(tree))

    def visited(self, tree: Branch) -> ast.Visited:
        return ast.Visited(str(tree.children[0]), span=self.at(tree))

    def first_time(self, tree: Branch) -> ast.FirstTime:
        return ast.FirstTime(span=self.at(tree))

    def count_of(self, tree: Branch) -> ast.CountOf:
        what, *pool = tree.children
        return ast.CountOf(self.maybe(what), str(pool[0]) if pool else None, span=self.at(tree))


_PYTHON_WORDS = frozenset({"if", "while", "with", "return", "at"})
_PART_LINES = {
    "succeed": "succeed 2d6 <= LUCK",
    "outcomes": "lucky | unlucky",
    "foe_stats": "foe SKILL, STAMINA",
    "won_when": "won when foe STAMINA <= 0",
    "round": "round",
}
