"""Where findings stand: the chapter, the line and the block of each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from operator import itemgetter

from msgspec import Struct, field

from gamebook.resolve.load import Loaded
from gamebook.source import Source, Span
from gamebook.syntax.layout import indent


class Pages(Struct, frozen=True):
    """The files of a book, to look up the text of a finding."""

    sources: Mapping[str, Source]
    headers: Mapping[str, int]
    """Where the header of a file ends."""
    chapters: Mapping[str, Sequence[tuple[int, str]]] = field(default_factory=dict)
    """Where each chapter of a file begins, and its name, in order."""
    unread: Sequence[Span] = ()
    """The lines of headers that could not be read."""

    def text(self, span: Span) -> str:
        """The words of a finding."""
        source = self.sources.get(span.path)
        return source.text[span.start : span.end] if source else ""

    def place(self, span: Span) -> tuple[str, int]:
        """The file and the number of the line on which a finding begins."""
        source = self.sources.get(span.path)
        return span.path, source.position(span.start).line if source else 0

    def column(self, span: Span) -> int:
        """How many letters of its line stand before a finding."""
        source = self.sources.get(span.path)
        return span.start - (source.text.rfind("\n", 0, span.start) + 1) if source else 0

    def place_after(self, span: Span) -> tuple[str, int]:
        """The file and the number of the next line that is not empty; of the last line where all are."""
        path, number = self.place(span)
        source = self.sources.get(path)
        last = source.line_count if source else number
        later = range(number + 1, last + 1)
        return path, next((line for line in later if source and source.line(line).strip()), last)

    def around(self, span: Span) -> tuple[str, str]:
        """The chapter in which a finding stands, and the one after it; empty where there is none."""
        known = self.chapters.get(span.path, ())
        number = self._number(span)
        return known[number - 1][1] if number else "", known[number][1] if number < len(known) else ""

    def chapter_of(self, span: Span) -> tuple[str, str]:
        """The file and the chapter in which a finding stands."""
        return span.path, self.around(span)[0]

    def chapter_text(self, span: Span) -> str:
        """The text of the chapter in which a finding stands; empty in the header."""
        source, known, number = self.sources.get(span.path), self.chapters.get(span.path, ()), self._number(span)
        if source is None or not number:
            return ""
        end = known[number][0] if number < len(known) else len(source.text)
        return source.text[known[number - 1][0] : end]

    def rest_of_chapter(self, span: Span) -> str:
        """The text of the chapter in which a finding stands, from there on; empty in the header."""
        text, number = self.chapter_text(span), self._number(span)
        return text[span.start - self.chapters[span.path][number - 1][0] :] if text else ""

    def _number(self, span: Span) -> int:
        """In which chapter of its file a finding stands, counted from 1; 0: in the header."""
        return bisect_right(self.chapters.get(span.path, ()), span.start, key=itemgetter(0))

    def line(self, span: Span) -> str:
        """The line on which a finding begins."""
        source = self.sources.get(span.path)
        return source.line(source.position(span.start).line) if source else ""

    def line_above(self, span: Span) -> str:
        """The last line above it that is not empty; itself if there is none."""
        source = self.sources.get(span.path)
        if source is None:
            return ""
        number = source.position(span.start).line
        lines = (source.line(each) for each in range(number - 1, 0, -1))
        return next((line for line in lines if line.strip()), source.line(number))

    def rest(self, span: Span) -> str:
        """That line, and those after it in its block."""
        return self.block(span, level=1)

    def block_span(self, span: Span) -> Span:
        """Where that line stands, with the lines indented under it."""
        source = self.sources.get(span.path)
        start = source.text.rfind("\n", 0, span.start) + 1 if source else span.start
        return Span(span.path, start, start + len(self.block(span)))

    def block(self, span: Span, level: int = 0) -> str:
        """That line, and the lines indented under it."""
        source = self.sources.get(span.path)
        if source is None:
            return ""
        number = source.position(span.start).line
        first = source.line(number)
        lines = [first]
        margin = indent(first)
        for later in range(number + 1, source.line_count + 1):
            line = source.line(later)
            if line.strip() and (indent(line) + level <= margin or line.startswith("===")):
                break
            lines.append(line)
        return "\n".join(lines)


def pages_of(loaded: Loaded | None) -> Pages:
    """The files of a book."""
    if loaded is None:
        return Pages({}, {})
    headers, begun = {}, {}
    unread: list[Span] = []
    for source, parsed in zip(loaded.sources, loaded.pages, strict=True):
        chapters = parsed.page.chapters
        begun[source.path] = [(each.span.start, each.name or "") for each in chapters]
        headers[source.path] = chapters[0].span.start if chapters else len(source.text)
        lines = (each for each in parsed.unread if each.start < headers[source.path])
        # the last of them may be the rest of the file
        unread += (Span(each.path, each.start, min(each.end, headers[source.path])) for each in lines)
    return Pages({source.path: source for source in loaded.sources}, headers, begun, unread)


class Stretches:
    """Some spans, to ask of any other whether it shares a letter with one of them."""

    def __init__(self, spans: Iterable[Span]) -> None:
        by_file: dict[str, list[Span]] = defaultdict(list)
        for span in sorted(spans):
            by_file[span.path].append(span)
        self._starts = {path: [span.start for span in known] for path, known in by_file.items()}
        self._ends = {path: [*accumulate((span.end for span in known), max)] for path, known in by_file.items()}
        """Where the longest reaching of the spans ends that begin so far."""

    def touch(self, span: Span) -> bool:
        """Whether a span shares a letter with one of these."""
        before = bisect_left(self._starts.get(span.path, ()), span.end)
        return before > 0 and self._ends[span.path][before - 1] > span.start
