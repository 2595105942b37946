"""Every example of `docs/language.md` reads and means what the page says; together they show the whole language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from lark import Token, Tree
from lark.exceptions import LarkError

import gamebook
from gamebook.diagnostics import Severity
from gamebook.model.book import Book
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.render.findings_text import findings_text
from gamebook.solver import exact
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.clean import clean
from gamebook.syntax.grammar import parser
from gamebook.syntax.parse import parse, pieces
from gamebook.syntax.walk import walk
from tests.docs.examples import PAGE, Example, examples
from tests.support.check import Checked, check
from tests.support.forecast import follow, forecast
from tests.support.slowly import but_slowly

EXAMPLES = examples()
COMMON = next(each.text for each in EXAMPLES if each.kind == "common")
FILES = [each for each in EXAMPLES if each.kind == "file"]
BOOKS = [each for each in EXAMPLES if each.kind != "file"]
WORKED = ("win", "score", "endings")


def _marked(*promises: str) -> pytest.MarkDecorator:
    found = [each for each in BOOKS if not promises or any(name in each.promises for name in promises)]
    # A hero of Lone Wolf chooses five of ten disciplines: the interpreter takes seconds over that.
    cases = but_slowly(found, lambda each: "use lone-wolf" in each.text)
    return pytest.mark.parametrize("example", cases, ids=lambda each: f"line-{each.line}")


def _check(example: Example, folder: Path, text: str | None = None) -> Checked:
    """Check an example among the files that the page shows."""
    for each in FILES:
        (folder / each.promises["file"]).write_text(each.text, encoding="utf-8")
    path = folder / "example.gbk"
    path.write_text(example.whole(COMMON) if text is None else text, encoding="utf-8")
    return check(path)


CHECKED: dict[int, Checked] = {}
"""What was found of an example, by its line: several tests look at the same."""


def _checked(example: Example, folder: Path) -> Checked:
    if example.line not in CHECKED:
        CHECKED[example.line] = _check(example, folder)
    return CHECKED[example.line]


def _told(checked: Checked) -> str:
    return findings_text(checked.findings, checked.sources).plain


def _explore(book: Book, example: Example) -> Graph:
    hero = {name: int(value) for name, value in re.findall(r"([\w-]+)=(\d+)", example.promises.get("hero", ""))}
    graph = explore(Machine(book), hero)
    assert isinstance(graph, Graph)
    return graph


def _fractions(text: str) -> dict[str, Fraction]:
    """`Rich 1/3, Poor 2/3`"""
    return {name.strip(): Fraction(chance) for name, chance in re.findall(r"([^,]+?) (\d+(?:/\d+)?)(?:,|$)", text)}


# ---- each example ---------------------------------------------------------------------------------------


@_marked()
def test_it_means_something(example: Example, tmp_path: Path) -> None:
    checked = _checked(example, tmp_path)
    promised = {example.promises["finding"]} if "finding" in example.promises else set()
    least = Severity.WARNING if example.kind == "book" else Severity.ERROR
    bad = {each.code for each in checked.findings if each.severity.rank >= least.rank}
    assert bad - promised == set(), _told(checked)
    assert promised <= set(checked.codes), _told(checked)


@_marked(*WORKED)
def test_it_is_worth_what_was_worked_out_by_hand(example: Example, tmp_path: Path) -> None:
    book = _checked(example, tmp_path).resolved.book
    assert book is not None
    graph = _explore(book, example)
    best = exact.solve(
        graph, exact.win_worth(book) if book.aim == "win" else None, book.ties, then_score=book.then_score
    )
    assert isinstance(best, exact.Solution)
    promised: Mapping[str, str] = example.promises
    assert ("score" in promised) == (book.aim == "score")
    assert ("points" in promised) == book.then_score
    if "points" in promised:
        assert best.score == Fraction(promised["points"])
    if "win" in promised or "score" in promised:
        assert best.value == Fraction(promised.get("win") or promised["score"])
    if "endings" in promised:
        found = forecast(follow(graph, best.policy))
        assert {name: chance for name, chance in found.endings.items() if chance} == _fractions(promised["endings"])


@_marked("set")
def test_a_parameter_may_have_another_value(example: Example, tmp_path: Path) -> None:
    _check(example, tmp_path)
    setting = re.fullmatch(r"(\w+)=(\d+) (\S+)", example.promises["set"])
    assert setting is not None
    solution = gamebook.solve(tmp_path / "example.gbk", settings={setting[1]: int(setting[2])}, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(setting[3])


@_marked("policy")
def test_a_strategy_is_worth_what_was_worked_out_by_hand(example: Example, tmp_path: Path) -> None:
    book = _checked(example, tmp_path).resolved.book
    assert book is not None
    for asked, worth in _fractions(example.promises["policy"]).items():
        assert gamebook.solve(book, policy=asked, exact=True).exactly.best == worth, asked


@_marked("silent")
def test_it_is_silenced_by_the_comment_alone(example: Example, tmp_path: Path) -> None:
    code = example.promises["silent"]
    assert code not in _check(example, tmp_path).codes
    assert code in _check(example, tmp_path, re.sub(r"// noqa.*", "", example.whole(COMMON))).codes


@pytest.mark.parametrize("example", FILES, ids=lambda each: each.promises["file"])
def test_a_file_is_read_by_some_book(example: Example) -> None:
    stem = Path(example.promises["file"]).stem
    assert any(re.search(rf'(use +|include "){stem}\b', each.text) for each in BOOKS)


# ---- all of them together -------------------------------------------------------------------------------


def test_there_are_many() -> None:
    assert len(EXAMPLES) >= 60
    assert sum(any(name in each.promises for name in WORKED) for each in EXAMPLES) >= 20


def test_every_construct_is_shown() -> None:
    """Each class of the syntax tree, and each rule and terminal of the grammar, is needed to read some example."""
    wholes = [each.whole(COMMON) for each in EXAMPLES]
    nodes = {type(node) for text in wholes for node in walk(parse(Source("x", text)).page)}
    classes = {thing for thing in vars(ast).values() if isinstance(thing, type) and issubclass(thing, ast.Node)}
    assert {each.__name__ for each in classes if not each.__subclasses__()} - {each.__name__ for each in nodes} == set()

    trees = [tree for text in wholes for tree in _trees(text)]
    rules = {str(rule.alias or rule.origin.name) for rule in parser().rules if not rule.options.expand1}
    shown = {str(part.data) for tree in trees for part in tree.iter_subtrees()}
    # `passage` is what recovery reads under a broken line.
    assert {name for name in rules if not name.startswith("_")} - shown == {"passage"}

    words = {token for text in wholes for token in _tokens(text)}
    blanks = {"_MARKED_NL", "__IGNORE_0"}  # layout makes an _NL of one; the other is left out
    assert {terminal.name for terminal in parser().terminals} - words == blanks


def _texts(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a page with what each is read as; among them the values in braces."""
    cleaned = clean(Source("x", text)).text
    for piece in pieces(cleaned):
        yield cleaned[piece.start : piece.end].rstrip() + "\n", piece.kind
    for value in re.findall(r"(?<!\\)\{([^{}\n]+)\}", cleaned):
        yield value, "expression"


def _trees(text: str) -> Iterator[Tree[Token]]:
    for part, start in _texts(text):
        try:
            tree = parser().parse(part, start=start)
        except LarkError:  # an example of a mistake
            continue
        assert isinstance(tree, Tree)
        yield tree


def _tokens(text: str) -> Iterator[str]:
    for part, start in _texts(text):
        try:
            yield from [token.type for token in parser().parse_interactive(part, start=start).exhaust_lexer()]
        except LarkError:
            continue


# ---- the page -------------------------------------------------------------------------------------------


GOLD = "sheet\n    number gold = 0 in 0..1\n"


def _lets(count: int) -> str:
    lines = "".join(f"let a{n} = a{n - 1} + 1\n" for n in range(1, count))
    return f"{GOLD}let a0 = gold\n{lines}=== 1\n~ if a{count - 1}\n    -> victory\n-> defeat\n"


def _copies(count: int) -> str:
    return f"sheet\n    item rope x {count}\n=== 1\n~ gain rope\n-> victory\n"


def _amounts(count: int) -> str:
    return f"=== 1\n~ choose bet in 1..{count}\n-> victory\n"


def _turns(count: int) -> str:
    return f"sheet\n    number key = 0 in 1..{count}\n=== 1\n-> (key)\n"


@pytest.mark.parametrize(("book", "most"), [(_lets, 30), (_copies, 10_000), (_amounts, 1000), (_turns, 2000)])
def test_limits(book: Callable[[int], str], most: int) -> None:
    """Some of section 11: so many, and one more."""
    within, beyond = (
        {each.code for each in gamebook.check(text=book(n), level="quick").findings} for n in (most, most + 1)
    )
    assert "GB307" not in within
    assert "GB307" in beyond


def test_links_lead_somewhere() -> None:
    page = PAGE.read_text(encoding="utf-8")
    anchors: Counter[str] = Counter()
    for heading in re.findall(
        r"^##+ (.*)$", re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    ):
        anchors[re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")] += 1
    known = {anchor + (f"-{number}" if number else "") for anchor, times in anchors.items() for number in range(times)}
    for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page):
        assert (PAGE.parent / path).is_file() if path else anchor in known
