"""What stands before the first chapter, and the frame of a chapter."""

from __future__ import annotations

import re
from string import ascii_letters

from lark import Token, Tree

from gamebook.codes import syntax
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.build.fights import FightBuilder
from gamebook.syntax.build.values import Branch, unquote
from gamebook.syntax.stray import stray_title


class Builder(FightBuilder):
    """Builds every rule of the grammar."""

    def chapter(self, tree: Branch) -> ast.Chapter:
        name, title, *steps = tree.children
        assert isinstance(name, Token)
        words = title.strip() if isinstance(title, Token) else ""
        if isinstance(title, Token) and words:
            start = self.at(title).start
            odd = stray_title(words, str(name), self.source.span(start, start + len(words)))
            self.findings.extend([odd] if odd is not None else [])
        if name[0].isdecimal():
            self.integer(name.rstrip(ascii_letters), self.at(name))  # for its finding
        return ast.Chapter(self.chapter_name(name), words, self.steps(steps, 0), span=self.at(tree))

    def declaration(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        """The declarations of one block of the header."""
        (block,) = tree.children
        assert isinstance(block, Tree)
        built = self.build(block)
        return built if isinstance(built, tuple) else (built,)

    def expression(self, tree: Branch) -> ast.Expr:
        return self.all(tree.children)[0]  # type: ignore[no-any-return]

    def passage(self, tree: Branch) -> ast.Block:
        return self.steps(tree.children)

    # ---- the book and its sheet -------------------------------------------------------------------------

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
        key, value = tree.children[:2]
        assert isinstance(key, Tree) and isinstance(value, Token)
        word = str(key.children[0])
        bare_chapter = word == "start" and value.type != "STRING"
        text = self.chapter_name(value) if bare_chapter else self.id(value)
        return ast.Field(word, text, str(tree.children[2] or ""), span=self.at(tree))

    def phrase(self, tree: Branch) -> ast.Phrase:
        key, words = tree.children
        return ast.Phrase(self.id(key), self.id(words), span=self.at(tree))

    def draft(self, tree: Branch) -> ast.Draft:
        return ast.Draft(span=self.at(tree))

    def use(self, tree: Branch) -> ast.Use:
        return ast.Use(self.id(tree.children[0]), span=self.at(tree))

    def include(self, tree: Branch) -> ast.Include:
        return ast.Include(unquote(str(tree.children[0])), span=self.at(tree))

    def expect(self, tree: Branch) -> ast.Expect:
        what, low, high = tree.children
        assert isinstance(low, Token) and isinstance(high, Token)
        return ast.Expect(self.id(what), self.percent(low), self.percent(high), span=self.at(tree))

    def expect_reader(self, tree: Branch) -> ast.Expect:
        kind, *amount, low, high = tree.children
        assert isinstance(low, Token) and isinstance(high, Token)
        reader = f"{kind}({amount[0]})" if amount else str(kind)
        return ast.Expect(ast.Id("win"), self.percent(low), self.percent(high), reader, span=self.at(tree))

    def preset(self, tree: Branch) -> ast.Preset:
        name, *values = tree.children
        return ast.Preset(self.id(name), self.all(values), span=self.at(tree))

    def preset_value(self, tree: Branch) -> ast.PresetValue:
        name, minus, value = tree.children
        number = int(str(value or 1))
        return ast.PresetValue(self.declared(name), -number if minus else number, span=self.at(tree))

    def preset_word(self, tree: Branch) -> ast.PresetValue:
        name, word = tree.children
        return ast.PresetValue(self.declared(name), word=self.declared(word), span=self.at(tree))

    def carry(self, tree: Branch) -> ast.Carry:
        return ast.Carry(self.names(tree.children), span=self.at(tree))

    def resolve_by(self, tree: Branch) -> ast.ResolveBy:
        return ast.ResolveBy(self.all(tree.children)[0], span=self.at(tree))

    def account_decl(self, tree: Branch) -> ast.AccountDecl:
        name, of, starts, low, high = tree.children
        first = self.all(starts.children) if isinstance(starts, Tree) else ()
        return ast.AccountDecl(
            self.declared(name), self.maybe(of), first, self.maybe(low), self.maybe(high), span=self.at(tree)
        )

    def sheet(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        lines: list[ast.Declaration] = []
        for built in self.all(tree.children):
            lines.extend(built if isinstance(built, tuple) else (built,))
        return tuple(lines)

    def stat_decl(self, tree: Branch) -> ast.StatDecl:
        name, start, low, high = tree.children
        return ast.StatDecl(
            self.declared(name), self.maybe(start), self.maybe(low), self.maybe(high), span=self.at(tree)
        )

    def number_decl(self, tree: Branch) -> ast.NumberDecl:
        name, start, low, high = tree.children
        return ast.NumberDecl(
            self.declared(name), self.maybe(start), self.maybe(low), self.maybe(high), span=self.at(tree)
        )

    def item_decls(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        return self.all(tree.children)

    def item_decl(self, tree: Branch) -> ast.ItemDecl:
        name, most, start = tree.children
        return ast.ItemDecl(self.declared(name), self.maybe(most), self.maybe(start), span=self.at(tree))

    def codeword_decls(self, tree: Branch) -> tuple[ast.Declaration, ...]:
        names = self.names(tree.children)
        return tuple(ast.CodewordDecl(name.id, span=name.span) for name in names)

    def one_of(self, tree: Branch) -> ast.OneOf:
        name, *values = tree.children
        return ast.OneOf(self.declared(name), self.names(values), span=self.at(tree))

    def limit(self, tree: Branch) -> ast.Limit:
        name, places, *items = tree.children
        return ast.Limit(self.declared(name), self.maybe(places), self.names(items), span=self.at(tree))

    def let(self, tree: Branch) -> ast.Let:
        name, value = tree.children
        return ast.Let(self.declared(name), self.maybe(value), span=self.at(tree))

    def while_(self, tree: Branch) -> ast.While:
        condition, change = self.all(tree.children)
        return ast.While(condition, change, span=self.at(tree))

    def param(self, tree: Branch) -> ast.Param:
        name, value = tree.children
        return ast.Param(self.declared(name), self.maybe(value), span=self.at(tree))

    def table_decl(self, tree: Branch) -> ast.TableDecl:
        name, columns, rows, *lines = tree.children
        assert isinstance(name, Token) and isinstance(columns, Token) and isinstance(rows, Token)
        written = [
            [cell for cell in line.children if isinstance(cell, Token)] for line in lines if isinstance(line, Tree)
        ]
        cells = tuple(tuple(self.integer(cell, self.at(cell)) for cell in line) for line in written)
        spans = tuple(Span(self.source.path, self.at(line[0]).start, self.at(line[-1]).end) for line in written)
        bounds = self.bounds(columns), self.bounds(rows)
        return ast.TableDecl(self.declared(name), *bounds, cells, spans, span=self.at(tree))

    def anytime(self, tree: Branch) -> ast.Anytime:
        in_fights, *options = tree.children
        return ast.Anytime(in_fights is not None, self.all(options), span=self.at(tree))

    def hero_decl(self, tree: Branch) -> ast.HeroDecl:
        return ast.HeroDecl(self.steps(tree.children), span=self.at(tree))

    def each_chapter(self, tree: Branch) -> ast.EachChapter:
        return ast.EachChapter(self.steps(tree.children), span=self.at(tree))

    def when(self, tree: Branch) -> ast.When:
        first, condition, target, *steps = tree.children
        return ast.When(self.maybe(condition), self.body(steps, target), first is not None, span=self.at(tree))

    def rule_decl(self, tree: Branch) -> ast.RuleDecl:
        name, *parts = tree.children
        assert isinstance(name, Token)
        trees = [part for part in parts if isinstance(part, Tree)]
        parameters = self.names([part for part in trees if part.data == "name"])
        body = self.steps([part for part in trees if part.data != "name"])
        return ast.RuleDecl(self.declared(name), parameters, body, span=self.at(tree))

    # ---- strategies -------------------------------------------------------------------------------------

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
        return ast.StrategyDecl(self.id(name), parameters, rules, fallback, span=self.at(tree))

    def parameter(self, tree: Branch) -> tuple[ast.Id, ast.Expr]:
        name, value = tree.children
        return self.declared(name), self.maybe(value)

    def at_(self, tree: Branch) -> ast.At:
        where, *advice = tree.children
        assert isinstance(where, Tree)
        (place,) = where.children
        assert isinstance(place, Token)
        choices: list[tuple[ast.Id, ast.Expr | None]] = []
        shares: list[tuple[int, int]] = []
        for one in advice:
            assert isinstance(one, Tree)
            words, share, condition = one.children
            assert isinstance(words, Token)
            choices.append((self.label(words), self.maybe(condition)))
            shares.append(self._share(share) if isinstance(share, Token) else (1, 1))
        name = self.id(place) if place.type == "STRING" else self.chapter_name(place)
        return ast.At(name, tuple(choices), tuple(shares), span=self.at(tree))

    def label(self, words: Token) -> ast.Id:
        """An option's words, less the blanks after them."""
        whole = self.id(words)
        if words.type == "STRING":
            return whole
        name, start = whole.rstrip(), whole.span.start
        return ast.Id(name, Span(whole.span.path, start, start + len(name)))

    def _share(self, token: Token) -> tuple[int, int]:
        """`1 in 5`"""
        some, every = (self.integer(word, self.at(token)) for word in re.split(r"\s+in\s+", token))
        if not 1 <= some <= every:
            self.complain(
                syntax.SHARE_OF_READERS, self.at(token), f"“{token}” is not a share of readers", "write: 1 in 5"
            )
            return 1, 1
        return some, every
