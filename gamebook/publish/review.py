"""What `check --publish` finds: rules that print says not at all, or twice, or so that nobody can follow them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from gamebook.codes import finding, printing, syntax
from gamebook.diagnostics import Diagnostic, Related, in_order
from gamebook.errors import UsageError
from gamebook.lint.noqa import silence
from gamebook.phrases import Phrases
from gamebook.project import Edition
from gamebook.publish import prose
from gamebook.publish.document import Picture, plain
from gamebook.publish.hidden import CHANGES, hidden_state, told
from gamebook.publish.make import phrases_for
from gamebook.publish.matter import MATTER, read_matter
from gamebook.publish.names import Names, names_of
from gamebook.publish.numbering import as_written
from gamebook.publish.pages import pages_of
from gamebook.publish.publication import image_file
from gamebook.publish.readback import turns_said
from gamebook.publish.rules.clauses import Clauses
from gamebook.publish.turns_in_words import TURN, turns_of
from gamebook.publish.values import Values
from gamebook.resolve.spoken import is_spoken
from gamebook.sentences import counted
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.text import span_of
from gamebook.syntax.walk import find, walk

_IMAGE = re.compile(r"!\[[^\]]*\]\((?:<[^>\n]*>|[^()<\n]|\([^()\n]*\))*\)")
"""An image in Markdown: words in brackets, and the path in parentheses, in which a pair of them may stand."""
_TURNS_IN_WORDS = (syntax.TURN_IN_PROSE, syntax.TURN_IN_WORDS)


def review(edition: Edition) -> tuple[Diagnostic, ...]:
    """What a printed copy of a book would not say well.

    Raises:
        BookHasErrors: the book has no meaning.
    """
    pages = pages_of(edition)
    names = names_of(pages.declarations, edition.book)
    phrases = phrases_for(edition)
    folder = edition.loaded.folder
    told_before = tuple(each.span for each in edition.mistakes.findings if each.code in _TURNS_IN_WORDS)
    numbered = Values(phrases, names, as_written(edition.book))
    reviewer = _Reviewer(names, phrases, Clauses(numbered), folder, told_before)
    found: list[Diagnostic] = []
    for parsed in edition.loaded.pages:
        page = parsed.page
        if any(isinstance(each, ast.Title) and each.kind == "system" for each in page.declarations):
            continue
        for chapter in page.chapters:
            if isinstance(chapter, ast.Chapter):
                found += reviewer.chapter(chapter)
        for declared in page.declarations:
            found += reviewer.part(declared, "")
            if isinstance(declared, ast.Field) and declared.key in MATTER:
                found += _matter(declared, folder)
    found += hidden_state(pages, names)
    return tuple(in_order(silence(dict.fromkeys(found), edition.sources), edition.sources))


def _matter(line: ast.Field, folder: Path) -> Iterator[Diagnostic]:
    """What is wrong with a page before or after the chapters, and with its images."""
    try:
        text = read_matter(folder, str(line.value))
    except UsageError as error:
        yield finding(printing.NO_PAGE, line.value.span, str(error), "name a Markdown file in the book's folder")
        return
    for picture in _pictures(text):
        yield from _image(picture, folder, line.value.span)


def _pictures(text: str, value: prose.Value | None = None) -> Iterator[Picture]:
    return (block for block in prose.paragraphs(text, value) if isinstance(block, Picture))


def _image(picture: Picture, folder: Path, span: Span) -> Iterator[Diagnostic]:
    """What is wrong with an image, which is named in a span."""
    file = image_file(folder, picture.path)
    if file.problem:
        yield finding(printing.NO_IMAGE, span, file.problem, file.cure)
    if not picture.caption.strip():
        message = f"no words say what the image {picture.path} shows"
        hint = f"write them in the brackets: ![The map of the island]({picture.path})"
        yield finding(printing.MUTE_IMAGE, span, message, hint)


def _images(step: ast.Prose) -> Iterator[tuple[Picture, Span]]:
    """The images of some prose, and where each is named; one that is not found again, at the prose."""
    places: dict[str, list[Span]] = {}
    for match in _IMAGE.finditer(step.text):
        for picture in _pictures(match[0]):
            places.setdefault(picture.path, []).append(span_of(step, *match.span()))
    for picture in _pictures(step.text, lambda _: "1"):
        found = places.get(picture.path)
        yield picture, found.pop(0) if found else step.span


def _how_many(turns: int) -> str:
    return f"only {counted(turns, 'chapter')}" if turns else "no chapter"


class _Reviewer(Struct, frozen=True):
    names: Names
    phrases: Phrases
    clauses: Clauses
    folder: Path
    """Where the book's images lie."""
    told: tuple[Span, ...]
    """Turns in words that `check` has found without looking at print."""

    def chapter(self, chapter: ast.Chapter) -> Iterator[Diagnostic]:
        """The findings of a chapter; what asks where the reader has been is reported once in it."""
        yield from self.part(chapter, chapter.name)
        yield from self._twice(chapter)

    def _twice(self, chapter: ast.Chapter) -> Iterator[Diagnostic]:
        """What the prose of a chapter says in the same words as a rule that is printed in it."""
        covered = {id(node) for _, steps in told(chapter) for node in walk(steps)}
        changes = (node for kind in CHANGES for node in find(chapter, kind) if id(node) not in covered)
        printed = dict.fromkeys(words for change in changes for words in self._ways_to_say(change))
        for piece in find(chapter, ast.Prose):
            words = " ".join(piece.text.split()).casefold()
            said = next((each for each in printed if len(each.split()) > 1 and each.casefold() in words), None)
            if said is not None:
                message = f"the prose says “{said}”, and so does the rule that is printed"
                hint = "remove it from the prose, or put the rule under `words`"
                yield finding(printing.SAYS_TWICE, piece.span, message, hint)

    def _ways_to_say(self, change: ast.Step) -> Iterator[str]:
        """A change as it is printed, and as authors write it: "lose 2 gold"."""
        yield plain(self.clauses.clause(change) or ())
        if isinstance(change, ast.Change) and not change.place.foe:
            values = self.clauses.values
            count, name = values.count(change.amount), str(change.place.id)
            key = "gain" if change.sign > 0 else "lose"
            yield values.say(key, count, n=values.value(change.amount), name=values.name(name, count))

    def part(self, part: ast.Node, where: str) -> Iterator[Diagnostic]:
        """The findings of a chapter, or of a line of the header."""
        covered: set[int] = set()
        for step, steps in told(part):
            covered |= {id(node) for node in walk(steps)}
            yield from self._said(step, steps)
        rolled = {str(roll.name) for roll in find(part, ast.Roll) if roll.name is not None}
        rolled |= {str(each.name) for each in find(part, ast.ChooseAmount)}
        turns = self._numbers(part)
        remembers = False
        for node in walk(part):
            if isinstance(node, ast.Prose):
                yield from self._prose(node, turns)
            if id(node) in covered:
                continue
            if isinstance(node, ast.Visited | ast.FirstTime) and not remembers:
                remembers = True
                what = f"chapter {where} asks" if where else "a rule asks"
                message = f"{what} where the reader has been: readers must tick off every number"
                yield finding(printing.MEMORY, node.span, message, "a codeword or a box to tick is easier to follow")
            yield from self._followed(node, rolled)

    def _said(self, step: ast.InWords, covered: ast.Block) -> Iterator[Diagnostic]:
        found = turns_of(step.words, covered, lambda name: name not in self.names.endings)
        said = step.words.count(TURN)
        turns = [each for each in found[said:] if isinstance(each, ast.ToChapter)]
        if said > len(found):
            message = f"print has no number for {TURN}: the block turns to {_how_many(len(found))}"
            yield finding(printing.UNEXPLAINED, step.words.span, message, "say in words where the reader goes")
        if turns:
            hint = "write {turn} where the number stands" if step.words else "give it `words`, or print it"
            first, *others = turns
            message = f"no word tells the reader to turn to {first.chapter}"
            related = tuple(Related(each.span, f"nor to turn to {each.chapter}") for each in others)
            yield finding(printing.SAYS_NOTHING, first.span, message, hint, related)
        elif not step.words and any(find(covered, ast.End)):
            message = "no word tells the reader that the book ends here"
            yield finding(printing.SAYS_NOTHING, step.span, message, "give it `words`, or print it")

    def _numbers(self, part: ast.Node) -> frozenset[int] | None:
        """The numbers that the rules of a part turn to; None if one of them is worked out in play."""
        if any(find(part, ast.ToComputed)):
            return None
        chapters = {str(each.chapter) for each in find(part, ast.ToChapter)} - {*self.names.endings}
        numbers = map(self.clauses.values.number_of, chapters)
        return frozenset(int(each) for each in numbers if each.isdecimal())  # in a draft some have none yet

    def _prose(self, step: ast.Prose, turns: frozenset[int] | None) -> Iterator[Diagnostic]:
        """The findings of some prose.

        Args:
            step: the prose.
            turns: the numbers that the rules beside it turn to; None: any.
        """
        said = list(turns_said(step.text, self.phrases))
        twice = next(((number, match) for number, match in said if turns is None or number in turns), None)
        if twice is not None:
            message = f"the prose says where to turn ({twice[0]}), and so does the rule that is printed"
            hint = "remove it from the prose: numbers of chapters may change"
            yield finding(printing.SAYS_TWICE, span_of(step, *twice[1].span()), message, hint)
        for number, match in said:
            known = any(self._inside(step, each) for each in self.told)
            if turns is not None and number not in turns and not known and not is_spoken(step.text, match.start()):
                words = " ".join(match[0].split())
                message = f"“{words}” is prose: the book does not turn there"
                place = span_of(step, *match.span())
                yield finding(syntax.TURN_IN_PROSE, place, message, f"make it a choice: * … -> {number}")
        for picture, span in _images(step):
            yield from _image(picture, self.folder, span)

    def _inside(self, step: ast.Prose, span: Span) -> bool:
        return step.span.path == span.path and step.span.start <= span.start < step.span.end

    def _followed(self, node: ast.Node, rolled: set[str]) -> Iterator[Diagnostic]:
        problem = hint = ""
        match node:
            case ast.RivalChooses():
                problem, hint = (
                    "readers are not told what the rival does",
                    "give the rival a rule: put it under `words`",
                )
            case ast.Random() if any(self._is_open(row.weight) for row in node.rows):
                problem, hint = "no dice have these chances", "give the rows fixed weights, or put it under `words`"
            case ast.Resolution(mode="systematic"):
                problem, hint = (
                    "a reader alone cannot keep a die hidden",
                    "use `ledger` or `residual`, which one reader can follow",
                )
            case ast.Ask(question=question, rows=rows):
                message = "the page prints the answers beside the question"
                hint = f"call a chapter after the answer, and print no number: * You know it -> {rows[0].low} secret"
                yield finding(printing.ANSWERED, question.span, message, hint)
            case ast.ToComputed(value=value):
                unknown = next(self._unknown(value, rolled), None)
                if unknown is not None:
                    message = f"readers cannot work out where to turn: they do not have {unknown}"
                    hint = "use a number of the sheet, or a roll with a name"
                    yield finding(printing.UNEXPLAINED, node.span, message, hint)
        if problem:
            yield finding(printing.NOT_ON_PAPER, node.span, problem, hint)

    def _is_open(self, weight: ast.Expr) -> bool:
        return any(each.id not in self.names.params for each in find(weight, ast.Name))

    def _unknown(self, value: ast.Expr, rolled: set[str]) -> Iterator[str]:
        names = self.names
        known = {*names.on_sheet, *names.limits, *names.lets, *names.params, *names.values, *rolled}
        for node in walk(value):
            match node:
                case ast.Name(id=name) if name not in known:
                    yield str(name)
                case ast.Visited(chapter=chapter):
                    yield f"a note of whether they have been in {chapter}"
                case ast.FirstTime():
                    yield "a note of whether they have been here"
