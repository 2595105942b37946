"""One cause, one finding: what mending another finding would mend is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.codes import balance, chapter_map, names, rules, syntax
from gamebook.diagnostics import Diagnostic, Related, Severity
from gamebook.resolve.load import Loaded
from gamebook.source import Source, Span
from gamebook.syntax.heads import NAME, WORD, without_zeros

SYNTAX = "GB0"
"""What the codes of writing begin with."""
_OF_STATES = ("GB2", "GB4")
"""What the codes about the map and about plays begin with: these leave no rule without a meaning."""
_PROSE = frozenset(
    {syntax.PROSE_ARROW, syntax.MARK_BLANK, syntax.TURN_IN_PROSE, syntax.TURN_IN_WORDS, syntax.FOREIGN_LINK}
)
"""Findings about links that are only words."""
_EFFECTS = {
    **dict.fromkeys((names.NEVER_USED, chapter_map.DEAD_END, chapter_map.SOFT_LOCK, *chapter_map.OF_PLAYS), 1),
    balance.NO_VICTORY: 2,
    balance.PROMISE: 2,
}
"""What a mistake elsewhere may bring about, and after what it stands: the higher the number, the later."""
_NEARBY = frozenset({chapter_map.DEAD_END, chapter_map.SOFT_LOCK})
"""What only a mistake in the same chapter brings about."""
MOST_OTHERS = 6
"""Other links to a chapter that is not there which are shown."""
_SETTLED = frozenset({chapter_map.ALWAYS_SHUT, chapter_map.ALWAYS_OPEN, chapter_map.SETTLED_IF})
_WORD = re.compile(WORD)
_CONDITION = re.compile(r"\bif\b(?P<condition>[^\]\n]*)")
_TARGET = re.compile(rf"(?:->|\bto\s|\bgoto\s|\|)\s*(?P<to>{NAME})|(?<![\w-])(?P<back>{NAME})\s*<-", re.IGNORECASE)
_OF_SYSTEM = frozenset(
    {
        names.UNKNOWN_NAME,
        names.UNKNOWN_CHECK,
        names.UNKNOWN_COMBAT,
        names.UNKNOWN_RULE,
        names.UNKNOWN_EVENT,
        names.UNKNOWN_SETTING,
        names.OUT_OF_PLACE,
    }
)
"""Findings that a missing rule system brings about."""
_LOGIC = frozenset({"and", "or", "not"})
_HEAD = re.compile(rf"[=#\s]*(?:chapter\s+)?(?P<name>{NAME})", re.IGNORECASE)
"""The head of a chapter that is not written as it should be."""
_USES = re.compile(r"^\s*(?:uses?|system)\b", re.MULTILINE)
"""The line that names a rule system."""


class Pages(Struct, frozen=True):
    """The files of a book, to look up the text of a finding."""

    sources: Mapping[str, Source]
    headers: Mapping[str, int]
    """Where the header of a file ends."""
    chapters: Mapping[str, Sequence[tuple[int, str]]] = field(default_factory=dict)
    """Where each chapter of a file begins, and its name."""

    def text(self, span: Span) -> str:
        """The words of a finding."""
        source = self.sources.get(span.path)
        return source.text[span.start : span.end] if source else ""

    def place(self, span: Span) -> tuple[str, int]:
        """The file and the number of the line on which a finding begins."""
        source = self.sources.get(span.path)
        return span.path, source.position(span.start).line if source else 0

    def around(self, span: Span) -> tuple[str, str]:
        """The chapter in which a finding stands, and the one after it; empty where there is none."""
        known = self.chapters.get(span.path, ())
        number = sum(start <= span.start for start, _ in known)
        return known[number - 1][1] if number else "", known[number][1] if number < len(known) else ""

    def chapter_of(self, span: Span) -> tuple[str, str]:
        """The file and the chapter in which a finding stands."""
        return span.path, self.around(span)[0]

    def chapter_text(self, span: Span) -> str:
        """The text of the chapter in which a finding stands; empty in the header."""
        source, begun = self.sources.get(span.path), [start for start, _ in self.chapters.get(span.path, ())]
        number = sum(start <= span.start for start in begun)
        if source is None or not number:
            return ""
        return source.text[begun[number - 1] : (*begun, len(source.text))[number]]

    def line(self, span: Span) -> str:
        """The line on which a finding begins."""
        source = self.sources.get(span.path)
        return source.line(source.position(span.start).line) if source else ""

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
        margin = len(first) - len(first.lstrip())
        for later in range(number + 1, source.line_count + 1):
            line = source.line(later)
            if line.strip() and (len(line) - len(line.lstrip()) + level <= margin or line.startswith("===")):
                break
            lines.append(line)
        return "\n".join(lines)


def pages_of(loaded: Loaded | None) -> Pages:
    """The files of a book."""
    if loaded is None:
        return Pages({}, {})
    headers, begun = {}, {}
    for source, parsed in zip(loaded.sources, loaded.pages, strict=True):
        chapters = parsed.page.chapters
        begun[source.path] = [(each.span.start, each.name or "") for each in chapters]
        headers[source.path] = chapters[0].span.start if chapters else len(source.text)
    return Pages({source.path: source for source in loaded.sources}, headers, begun)


def without_consequences(found: Sequence[Diagnostic], pages: Pages) -> Iterator[Diagnostic]:
    """The findings that are not consequences of others."""
    errors = [each for each in found if each.severity is Severity.ERROR]
    unclear = [each for each in errors if not each.code.startswith(_OF_STATES)]
    unread = [each.span for each in errors if each.code.startswith(SYNTAX)]
    half_read = "\n".join({pages.chapter_text(span): None for span in unread})
    documents = {each.span.path for each in errors if each.code == syntax.NOT_TEXT and not pages.text(each.span)}
    lost = _lost_names(errors, pages)
    unwritten = {to for each in found if each.code in _PROSE for to in _targets(pages.text(each.span))}
    behind = _behind_dead_lines(found, pages)
    heads = (_HEAD.match(pages.text(each.span)) for each in errors if each.code == syntax.CHAPTER_MARK)
    unmarked = {without_zeros(head["name"]) for head in heads if head}
    declared = [pages.text(each.span) for each in found if each.code == names.NEVER_HAD]
    never_had = {word for words in declared for word in _WORD.findall(words)[:1]}
    worded = {pages.place(each.span) for each in found if each.code in _PROSE}
    alone = {pages.place(each.span) for each in found if each.code == rules.NUMBER_ALONE}
    headless = dict(_headless(found, pages))
    unmarked_rules = {(each.span.path, each.span.start) for each in found if each.code == syntax.UNMARKED_RULE}
    foreign = [each.span for each in found if each.code == syntax.FOREIGN_RULE]
    foreign_lines, strange = {*map(pages.place, foreign)}, {*map(pages.chapter_of, foreign)}
    no_system = _system_is_missing(errors, pages)
    lacking = [each for each in found if each.code == names.NEVER_HAD and not unclear and "~" in (each.hint or "")]
    endless = [pages.block_span(each.span) for each in found if each.code == rules.ENDLESS]
    for each in _once_for_each_chapter(found, pages, headless):
        match each.code:
            case _ if no_system and each.code in _OF_SYSTEM:
                continue  # the rule system that declares it could not be read
            case names.NEVER_HAD | names.NEVER_USED if unclear:
                continue  # while some rules mean nothing it cannot be said that a thing is never had or used
            case names.UNKNOWN_CHAPTER if pages.text(each.span) in unmarked:
                continue  # it is there, but the line that begins it is not read so
            case names.UNKNOWN_DECISION | names.UNWRITTEN_DECISION if pages.text(each.span) in half_read:
                continue  # it is in a chapter with a line that cannot be read
            case syntax.MISPLACED_HEADER if (each.span.path, each.span.start) in unmarked_rules:
                continue  # it is a rule without its mark
            case chapter_map.NEVER_REACHED if pages.place(each.span) in worded or each.span in headless.values():
                continue  # a choice that is only words, or a chapter without its head
            case syntax.NO_BLOCK_HERE | chapter_map.NEVER_REACHED if pages.chapter_of(each.span) in strange:
                continue  # a block as another program has it
            case syntax.BAD_BRACES if pages.place(each.span) in foreign_lines:
                continue
            case names.NO_CHAPTERS if each.span.path in documents:
                continue
            case names.UNKNOWN_NAME if not lost.isdisjoint(_WORD.findall(pages.text(each.span))):
                continue  # it may be on a line of the sheet that could not be read
            case chapter_map.UNREACHED_CHAPTER if pages.text(each.span) in unwritten:
                continue  # a link to it is in prose, which has a finding
            case chapter_map.UNREACHED_CHAPTER if any(each in chapters for chapters in behind.values()):
                continue  # the line with the link to it has a finding, which names it
            case balance.CLAMPED | balance.OVERFULL if any(_overlap(each.span, block) for block in endless):
                continue  # it is repeated without end
            case _ if each.code in _SETTLED and pages.place(each.span) in alone:
                continue  # a number in it holds for everybody
            case _ if each.code in _SETTLED and _asks_only(pages.line(each.span), never_had):
                continue  # nobody can have what it needs, which has a finding
        inside = not each.code.startswith(SYNTAX) and any(_overlap(each.span, span) for span in unread)
        if not inside:
            if _is_blocked(each) and lacking:
                yield _with_cause(each, lacking)
            else:
                yield _naming(each, behind.get(each, ()), pages)


def after_causes(found: Sequence[Diagnostic], pages: Pages) -> Iterator[Diagnostic]:
    """The findings; those that others may have brought about say that they come after these."""
    causes = [each for each in found if each.severity is not Severity.INFO]
    for each in found:
        late, hint = _EFFECTS.get(each.code, 0), each.hint
        before = [cause for cause in causes if _EFFECTS.get(cause.code, 0) < late]
        if each.code in _NEARBY:
            before = [cause for cause in before if pages.chapter_of(cause.span) == pages.chapter_of(each.span)]
        if before and each.code == balance.NO_VICTORY and not (hint or "").startswith("first look"):
            above = f"look at the finding{'s' if len(before) > 1 else ''} above"
            because = f"first {above}: perhaps it is because of that"
            hint = because if _is_blocked(each) else f"{hint}; if you did, first {above}"
        yield replace(each, late=late, hint=hint) if before else each


def _headless(found: Sequence[Diagnostic], pages: Pages) -> Iterator[tuple[str, Span]]:
    """Unknown chapters, with the place of lines that nobody reaches where that chapter would stand."""
    unknown = {pages.text(each.span) for each in found if each.code == names.UNKNOWN_CHAPTER}
    for each in found:
        before, after = pages.around(each.span) if each.code == chapter_map.NEVER_REACHED else ("", "")
        if before.isdecimal():
            last = int(after) if after.isdecimal() else int(before) + 2
            between = [name for name in unknown if name.isdecimal() and int(before) < int(name) < last]
            if len(between) == 1:
                yield between[0], each.span


def _once_for_each_chapter(
    found: Sequence[Diagnostic], pages: Pages, headless: Mapping[str, Span]
) -> Iterator[Diagnostic]:
    """The findings, with one for each chapter that is not there; the others are named beside the first."""
    links: dict[str, list[Diagnostic]] = {}
    for each in found:
        if each.code == names.UNKNOWN_CHAPTER and pages.text(each.span):
            links.setdefault(pages.text(each.span), []).append(each)
    for each in found:
        name = pages.text(each.span) if each.code == names.UNKNOWN_CHAPTER else ""
        first, *others = sorted(links.get(name, [each]), key=lambda link: link.span)
        if each is not first:
            continue
        related = tuple(Related(other.span, "also here") for other in others[:MOST_OTHERS])
        if name in headless:
            hint = f"write === {name} where it begins; perhaps here is its text:"
            yield replace(each, hint=hint, related=(Related(headless[name], "this is never reached"), *related))
        elif others and name.isdecimal():
            told = (each.hint or "").partition("; or write")[0]
            meant = told and not told.startswith("write")
            also = f"; or change the links: {told}" if meant else ", or draft in the header until then"
            message = f"{each.message}, and {len(others) + 1} links lead there"
            yield replace(each, message=message, hint=f"write the chapter: === {name}{also}", related=related)
        else:
            yield replace(each, related=(*each.related, *related)) if others else each


def _behind_dead_lines(found: Sequence[Diagnostic], pages: Pages) -> dict[Diagnostic, list[Diagnostic]]:
    """Lines that are never reached → chapters that are not either, and to which they have the first link."""
    dead = [each for each in found if each.code == chapter_map.NEVER_REACHED]
    links: dict[str, Diagnostic] = {}
    for each in dead:
        for name in _targets(pages.rest(each.span)):
            links.setdefault(name, each)
    behind: dict[Diagnostic, list[Diagnostic]] = {}
    for each in found:
        if each.code == chapter_map.UNREACHED_CHAPTER and (line := links.get(pages.text(each.span))) is not None:
            behind.setdefault(line, []).append(each)
    return behind


def _naming(line: Diagnostic, chapters: Sequence[Diagnostic], pages: Pages) -> Diagnostic:
    """The finding, with the chapters that are never reached because the line is not, and those behind them."""
    if not chapters:
        return line
    told = []
    for each in chapters:
        _, mark, more = each.message.partition("; ")
        told.append(f"chapter {pages.text(each.span)} is never reached{mark}{more}")
    return replace(line, message=f"{line.message}, so {'; '.join(told)}")


def _is_blocked(found: Diagnostic) -> bool:
    """Whether a finding says that nobody comes to a victory, although one is written."""
    return found.code == balance.NO_VICTORY and not (found.hint or "").startswith("write ~ victory")


def _with_cause(found: Diagnostic, lacking: Sequence[Diagnostic]) -> Diagnostic:
    """The finding that nobody can win, with what nobody can have although it is asked for."""
    related = tuple(Related(each.span, each.message) for each in lacking)
    return replace(found, hint=f"first look at this: {lacking[0].message}", related=(*related, *found.related))


def _lost_names(errors: Sequence[Diagnostic], pages: Pages) -> frozenset[str]:
    """Names on lines of a header that could not be read; blanks between them are also read as hyphens."""
    found: set[str] = set()
    for each in errors:
        if each.code.startswith(SYNTAX) and each.span.start < pages.headers.get(each.span.path, 0):
            for line in pages.block(each.span).splitlines():
                words = _WORD.findall(line)
                found.update(words)
                found.update(f"{one}-{other}" for one, other in pairwise(words))
    return frozenset(found)


def _system_is_missing(errors: Sequence[Diagnostic], pages: Pages) -> bool:
    """Whether a rule system is not there, or the line that names it, or one that this stands under, cannot be read."""
    return any(
        each.code == names.UNKNOWN_SYSTEM or (each.code.startswith(SYNTAX) and _USES.search(pages.rest(each.span)))
        for each in errors
    )


def _targets(words: str) -> Iterator[str]:
    """The chapters that words speak of."""
    for match in _TARGET.finditer(words):
        yield without_zeros(match["to"] or match["back"])


def _asks_only(line: str, things: set[str]) -> bool:
    """Whether a line's condition speaks of nothing but some things."""
    match = _CONDITION.search(line)
    wanted = set(_WORD.findall(match["condition"])) - _LOGIC if match else set()
    return bool(wanted) and wanted <= things


def _overlap(one: Span, other: Span) -> bool:
    return one.path == other.path and one.start < other.end and other.start < one.end
