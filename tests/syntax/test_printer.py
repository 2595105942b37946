"""What is printed of a tree reads as the same tree, and is laid out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.format import format_source
from gamebook.syntax.parse import parse
from gamebook.syntax.printer import print_declarations, print_page
from gamebook.syntax.spell import spell
from tests.support.naive.random_text import random_book
from tests.support.pages import BOOK, SYSTEM, declarations, nodes, read, steps
from tests.support.slowly import but_slowly, then_slowly
from tests.syntax.test_properties import mutated

ROOT = Path(__file__).parents[2]
FILES = sorted(path for part in ("books", "gamebook/systems", "tests/cases") for path in (ROOT / part).rglob("*.gbk"))
UNREADABLE = ("syntax-",)
"""Cases that are written wrong, so that there is no whole tree."""
READABLE = [path for path in FILES if not path.name.startswith(UNREADABLE)]
QUICK = {*[path for path in READABLE if path.parent.name == "cases"][::6], ROOT / "books/starter.gbk"}
"""A few; the pages of `test_every_construct` show what there is to print, and random books where it may stand."""


def check(text: str) -> str:
    """The text printed of a text that reads without a finding."""
    page = parse(Source("x", text)).page
    printed = print_page(page)
    assert parse(Source("x", printed)).page == page
    assert format_source(Source("x", printed))[0] == printed
    assert print_page(parse(Source("x", printed)).page) == printed
    return printed


@pytest.mark.parametrize("path", but_slowly(READABLE, lambda path: path not in QUICK), ids=lambda path: path.stem)
def test_shipped_books_systems_and_cases(path: Path) -> None:
    check(path.read_text("utf-8"))


@pytest.mark.parametrize("seed", then_slowly(range(40), 5))
def test_random_books(seed: int) -> None:
    for text in random_book(seed).files.values():
        check(text)


@settings(deadline=None)
@given(mutated())
def test_chapters_that_read_without_a_finding(text: str) -> None:
    parsed = read(text)
    at_fault = [each.span.start for each in parsed.findings]
    sound = tuple(
        each
        for each in parsed.page.chapters
        if isinstance(each, ast.Chapter) and not any(each.span.start <= at <= each.span.end for at in at_fault)
    )
    assert read(print_page(ast.Page((), sound))).page.chapters == sound


def test_every_construct(golden: Callable[[str, str], None]) -> None:
    """The two pages show every class of the tree; what is printed of them is there to be read."""
    shown = {type(node) for text in (BOOK, SYSTEM) for node in nodes(read(text).page)}
    classes = {thing for thing in vars(ast).values() if isinstance(thing, type) and issubclass(thing, ast.Node)}
    abstract = {kind for kind in classes if kind.__subclasses__()}
    assert classes - abstract - shown == {ast.Broken}
    golden("printer/book.gbk", check(BOOK))
    golden("printer/system.gbk", check(SYSTEM))


# ---- expressions ----

OPERATORS = st.sampled_from(["+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "and", "or"])
NAMES = st.sampled_from(["gold", "silver-key", "x"])
LEAVES = st.one_of(
    st.builds(ast.Number, st.integers(0, 20)),
    st.builds(ast.Name, NAMES),
    st.builds(ast.FoeStat, NAMES, st.sampled_from(["", 'Grey "old" wolf', "back\\slash"])),
    st.builds(ast.Initial, NAMES),
    st.builds(ast.Visited, st.sampled_from(["12", "6b", "old-mill"])),
    st.builds(ast.Ticked, st.sampled_from(["", "12", "6b", "old-mill"])),
    st.builds(ast.FirstTime),
    st.builds(ast.CountOf, st.builds(ast.Name, NAMES), st.none()),
)


def grown(inner: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    """Expressions made of others."""
    count = st.one_of(st.builds(ast.Number, st.sampled_from([1, 3, 200])), inner)
    dice = st.builds(ast.Dice, count, st.integers(1, 6))
    more = st.builds(ast.Dice, count, st.just(6), st.one_of(st.none(), st.just(2)), st.booleans(), st.integers(0, 2))
    pooled = inner.filter(lambda expr: not isinstance(expr, ast.Name))
    return st.one_of(
        st.builds(ast.Binary, OPERATORS, inner, inner),
        st.builds(ast.Unary, st.sampled_from(["-", "not"]), inner),
        st.builds(ast.Call, NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        more.map(lambda d: d if d.keep is not None else ast.Dice(d.count, d.sides, explode=d.explode)),
        st.builds(ast.CountOf, pooled, NAMES),
        st.builds(ast.CountDice, st.just(2), st.integers(2, 5), dice),
    )


@settings(deadline=None)
@given(st.recursive(LEAVES, grown, max_leaves=12))
def test_expressions(expr: ast.Expr) -> None:
    (step,) = steps(f"~ set x = {spell(expr)}")
    assert isinstance(step, ast.SetTo)
    assert step.value == expr
    both = ast.Both((ast.Change(ast.Place("x"), -1, expr), ast.Change(ast.Place("x", foe=True), 1, expr)))
    fight = ast.Fight("fight", (ast.Foe("Rat", (("SKILL", expr), ("LIFE", expr))),), together=False, options=())
    body = (ast.If(expr, (both,)), fight, ast.Check("luck", ast.Unary("-", expr), None, ()), ast.Score(expr))
    assert read(check(print_page(ast.Page((), (ast.Chapter("1", "", body),))))).page.chapters[0].body == body


# ---- trees that were made and not read ----


def test_a_made_book() -> None:
    to = ast.ToChapter("2")
    book = ast.Page(
        (
            ast.Title("book", 'The "Ember" Crypt'),
            ast.Use("plain"),
            *(ast.ItemDecl(f"thing-with-a-name-{letter}") for letter in "abcdefg"),
            ast.Let("x", ast.Binary("+", ast.Name("a"), ast.Number(1))),
            ast.HeroDecl((ast.Gain("rope"),)),
        ),
        (
            ast.Chapter("1", "", (ast.Prose("Rain.\n\nAnd wind."), ast.Menu((ast.Option("Go in", target=to),)))),
            ast.Chapter("2", "Inside", (ast.End(ast.ToEnding("ending", "")),)),
        ),
    )
    assert print_page(book) == (
        'book "The \\"Ember\\" Crypt"\n'
        "    use plain\n"
        "\n"
        "sheet\n"
        "    item thing-with-a-name-a, thing-with-a-name-b, thing-with-a-name-c, thing-with-a-name-d\n"
        "    item thing-with-a-name-e, thing-with-a-name-f, thing-with-a-name-g\n"
        "    let x = a + 1\n"
        "\n"
        "hero\n"
        "    ~ gain rope\n"
        "\n"
        "=== 1\n"
        "Rain.\n"
        "\n"
        "And wind.\n"
        "* Go in -> 2\n"
        "\n"
        "=== 2 Inside\n"
        '~ ending ""\n'
    )
    assert read(print_page(book)).page == book


def test_labels_in_a_strategy_end_where_they_should() -> None:
    labels = ["strike", "run if you can", "a: b", '"no"', "take 1 in 2", "stay ", "else", "7"]
    choices = tuple((label, ast.Name("x")) for label in labels)
    made = ast.StrategyDecl("s", (), (ast.At("his move", choices, tuple((1, 1) for _ in choices)),), "best")
    assert declarations(print_declarations([made]) + "\n") == (made,)


def test_where_a_strategy_speaks_is_quoted_unless_it_is_a_name() -> None:
    for where, written in (("press", "press"), ("6b", "6b"), ("his move", '"his move"'), ("007", '"007"')):
        assert f"at {written}: " in print_declarations(
            [ast.StrategyDecl("s", (), (ast.At(where, (("a", None),)),), "best")]
        )


def test_what_could_not_be_read_cannot_be_printed() -> None:
    with pytest.raises(TypeError, match="Broken cannot be printed"):
        print_page(read("=== 1\n~ gian rope\n").page)
