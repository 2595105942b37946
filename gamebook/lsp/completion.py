"""What could be written at a place: chapters after an arrow, things by kind, words by the mark of the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp
from msgspec import Struct

from gamebook.lsp.decisions import decisions_of
from gamebook.lsp.outline import titles_of
from gamebook.lsp.page import Page
from gamebook.resolve.load import load_systems
from gamebook.resolve.spelling import natural
from gamebook.syntax.words import RULES, SHEET_LINES, TOP_LINES

KINDS = {
    "chapter": lsp.CompletionItemKind.Reference,
    "item": lsp.CompletionItemKind.Field,
    "codeword": lsp.CompletionItemKind.Constant,
    "stat": lsp.CompletionItemKind.Property,
    "number": lsp.CompletionItemKind.Property,
    "rule": lsp.CompletionItemKind.Function,
    "test": lsp.CompletionItemKind.Function,
    "word": lsp.CompletionItemKind.Keyword,
    "rule system": lsp.CompletionItemKind.Module,
}
ON_SHEET = (
    "stat", "number", "item", "codeword", "one-of", "value of a one-of", "limit", "param", "derived value", "roll",
    "amount",
)  # fmt: skip
CHANGED = ("stat", "number", "item")
"""Things that `~ NAME +1` can change."""
ENDS = ("victory", "defeat", "ending", "back")
"""What may stand after an arrow besides chapters."""


class Place(Struct, frozen=True):
    """What is wanted after some beginning of a line."""

    before: re.Pattern[str]
    kinds: tuple[str, ...] = ()
    """Things of the book."""
    words: tuple[str, ...] = ()
    """Words of the language."""


_NEEDS_MARKS = re.compile(r"\b(?:if|else|in)\b|[:,]")
"""Words of an option that end it in a strategy."""


def _after(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})[\w-]*$")


PLACES = (
    Place(_after(r"->[ \t]*"), ("chapter",), ENDS),
    Place(_after(r"~[ \t]*(?:gain|lose)(?:[ \t]+\d+)?[ \t]+"), ("item", "one-of", "value of a one-of")),
    Place(_after(r"~[ \t]*(?:note|erase)[ \t]+"), ("codeword",)),
    Place(_after(r"~[ \t]*pay[ \t]+\S+[ \t]+"), ("number", "stat", "item")),
    Place(_after(r"~[ \t]*pay[ \t]+"), ("number", "stat", "item", "param", "derived value", "roll", "amount")),
    Place(_after(r"~[ \t]*(?:set|restore)[ \t]+"), ("stat", "number", "one-of")),
    Place(_after(r"~[ \t]*test[ \t]+"), ("test", *ON_SHEET)),
    Place(_after(r"~[ \t]*do[ \t]+"), ("rule",)),
    Place(_after(r"~[ \t]*tick[ \t]+"), ("chapter",)),
    Place(_after(r"\b(?:visited|ticked)[ \t]+"), ("chapter",)),
    Place(_after(r"^[ \t]*~[ \t]*"), CHANGED, tuple(RULES)),
    Place(_after(r"^[ \t]*use[ \t]+"), ("rule system",)),
    Place(_after(r"^[ \t]*start[ \t]+"), ("chapter",)),
    Place(_after(r"^[ \t]+at[ \t]+\"?"), ("chapter", "decision")),
    Place(_after(r"^[ \t]*(?:limit[ \t][^:]*|carry[ \t].*)[:, \t][ \t]*"), ("item", "number", "stat", "codeword")),
    Place(_after(r"[\[({][^\])}\n]*(?<![\w-])"), ON_SHEET, ("not", "and", "or", "visited", "ticked", "count of")),
    Place(_after(r"~[ \t]*(?:if|roll|set|compare)\b.*[ \t(]"), ON_SHEET, ("not", "and", "or", "visited", "ticked")),
)
"""The first that fits counts."""
_OPTION = _after(
    r"^[ \t]+at[ \t]+(?:\"(?P<quoted>[^\"]*)\"[ \t]*:?|(?P<plain>[^:\"]*[^:\" \t])[ \t]*:)(?:.*\belse\b)?[ \t]*\"?"
)
"""Where a line of a strategy says which option is taken."""


def completions(page: Page, position: lsp.Position) -> list[lsp.CompletionItem]:
    """What could stand at a position, by what stands before it in the line."""
    place = page.source.position(page.offset(position))
    before = page.source.line(place.line)[: place.column - 1]
    option = _OPTION.search(before)
    if option is not None and _in_header(page, place.line):
        return list(_options(page, option["quoted"] or option["plain"] or "", quoted=before.count('"') % 2 == 1))
    found = next((each for each in PLACES if each.before.search(before)), None)
    if found is not None:
        offered = [*_things(page, found.kinds), *_words(found.words)]
        for number, each in enumerate(offered):
            each.sort_text = f"{number:06}"  # else an editor sorts them as text, 10 before 2
        return offered
    if re.fullmatch(r"[\w-]*", before) and _in_header(page, place.line):
        return list(_words(TOP_LINES))
    if re.fullmatch(r"[ \t]+[\w-]*", before) and _in_header(page, place.line):
        return list(_words(SHEET_LINES))
    return []


def _options(page: Page, decision: str, *, quoted: bool) -> Iterator[lsp.CompletionItem]:
    """The options of a decision, in quotation marks where their words need them."""
    for number, label in enumerate(decisions_of(page.edition).get(decision, ())):
        item = _item(label, "option", "option")
        if not quoted and _NEEDS_MARKS.search(label):
            item.insert_text = f'"{label}"'
        item.sort_text = f"{number:06}"
        yield item


def _things(page: Page, kinds: Iterable[str]) -> Iterator[lsp.CompletionItem]:
    """Chapters by number, then the others by name."""
    wanted = set(kinds)
    if "chapter" in wanted:
        titles = titles_of(page.edition)
        for name in sorted(titles, key=natural):
            yield _item(name, "chapter", titles[name] or "chapter")
    if "decision" in wanted:
        chapters = titles_of(page.edition)
        yield from (_item(name, "decision", "decision") for name in decisions_of(page.edition) if name not in chapters)
    others = {(each.name, each.kind) for each in page.edition.references.things if each.definitions}
    for name, kind in sorted(others, key=lambda each: (each[0].casefold(), each)):
        if kind in wanted and kind != "chapter":
            yield _item(name, kind, kind)
    if "rule system" in wanted:
        yield from (_item(name, "rule system", "rule system") for name in load_systems())


def _words(words: Iterable[str]) -> Iterator[lsp.CompletionItem]:
    yield from (_item(word, "word", "") for word in words)


def _item(name: str, kind: str, detail: str) -> lsp.CompletionItem:
    return lsp.CompletionItem(name, kind=KINDS.get(kind, lsp.CompletionItemKind.Variable), detail=detail or None)


def _in_header(page: Page, line: int) -> bool:
    """Whether a line stands before the first chapter of the file."""
    first = min((chapter.span.start for chapter in page.tree.chapters), default=len(page.source.text) + 1)
    return page.source.offset(line, 1) < first
