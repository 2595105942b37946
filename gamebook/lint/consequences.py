"""One cause, one finding: what mending another finding would mend is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from gamebook.codes import balance, chapter_map, names, syntax
from gamebook.codes.hints import WRITE_VICTORY
from gamebook.diagnostics import Diagnostic, Related, Severity
from gamebook.lint.causes import MARKED, SETTLED, asked_for, is_thing, is_unclear, led_to, thing_of, told_already
from gamebook.lint.once import once_for_each_chapter, once_for_each_name, texts_without_head
from gamebook.lint.pages import Pages
from gamebook.lint.spaced import uses_of_spaced_names, with_uses
from gamebook.patterns import pattern
from gamebook.sentences import listed
from gamebook.source import Span

_CHOICES_AS_PROSE = frozenset({syntax.PROSE_ARROW, syntax.MARK_BLANK})
"""Findings about choices without their mark."""
_CHOICE_FOR_ALL = pattern(r"\*[ \t][^\[\n]*->[^\[\n]*")
"""A choice without a condition."""
_EFFECTS = {
    **dict.fromkeys((names.NEVER_USED, chapter_map.DEAD_END, chapter_map.SOFT_LOCK, *chapter_map.OF_PLAYS), 1),
    balance.IDLE_TRIGGER: 1,
    **dict.fromkeys((balance.CLAMPED, balance.OVERFULL, balance.NO_FIT, balance.NO_ROOM_THERE), 2),
    balance.NO_VICTORY: 3,
    balance.PROMISE: 3,
}
"""What a mistake elsewhere may bring about, and after what it stands: the higher the number, the later."""
_LAST = 1 + max(_EFFECTS.values())
"""What is left open stands after all that was found."""
_NEARBY = frozenset({chapter_map.DEAD_END, chapter_map.SOFT_LOCK})
"""What only a mistake in the same chapter brings about."""
_OF_DECISIONS = frozenset({names.UNKNOWN_DECISION, names.UNWRITTEN_DECISION})
"""Findings about the options that a strategy names."""
_CHOICE_FIRST = "first correct the choice that begins so: perhaps it has more words than are meant"
_OPTION = pattern(r"[ \t]*\*[ \t]+(?P<words>.*)")


def without_consequences(found: Sequence[Diagnostic], pages: Pages) -> Iterator[Diagnostic]:
    """The findings that are not consequences of others."""
    headless = dict(texts_without_head(found, pages))
    behind = _behind_dead_lines(found, pages)
    named = {chapter for chapters in behind.values() for chapter in chapters}
    bare = {*headless.values()}
    named |= {each for each in found if each.code == chapter_map.NEVER_REACHED and each.span in bare}
    uses = uses_of_spaced_names(found, pages)
    named |= {each for places in uses.values() for each in places}
    is_told = told_already(found, pages)
    lacking = [each for each in _lacking(found) if not is_told(each)]
    lost = _lost_with_things(found, pages)
    choices = _choices(found, pages)
    run_out = _running_out(found, pages)
    so = {cause: pages.around(end.span)[0] for end, cause in run_out.items()}
    for each in once_for_each_chapter([*once_for_each_name(found, pages)], pages, headless):
        if each in named or each in run_out or is_told(each):
            continue
        if each in so:  # an error, as the one is that it stands for
            yield replace(each, message=f"chapter {so[each]} can run out: {each.message}", severity=Severity.ERROR)
            continue
        if each.code in _OF_DECISIONS and (choice := _begun_so(pages.text(each.span), choices)) is not None:
            yield replace(each, hint=_CHOICE_FIRST, related=(Related(choice, "this choice"),), late=1)
            continue
        if each in uses:
            yield with_uses(each, uses[each], pages)
        elif each in lost:
            yield replace(
                each, message=f"{each.message}, so {listed(lost[each])}", subject=each.subject or each.message
            )
        elif _is_blocked(each) and lacking:
            yield _with_cause(each, lacking)
        else:
            yield _naming(each, behind.get(each, ()), pages)


def after_causes(found: Sequence[Diagnostic], pages: Pages) -> Iterator[Diagnostic]:
    """The findings; those that others may have brought about say that they come after these, what is open after all."""
    causes = Counter(_EFFECTS.get(each.code, 0) for each in found if each.severity is not Severity.INFO)
    begun = {  # the chapters in which something stands that brings about what is in the same chapter
        pages.chapter_of(each.span)
        for each in found
        if each.severity is not Severity.INFO and each.code not in _EFFECTS
    }
    for each in found:
        if each.code == balance.NOT_ALL_SEEN:
            yield replace(each, late=_LAST)
            continue
        late, hint = _EFFECTS.get(each.code, 0), each.hint
        before = sum(count for effect, count in causes.items() if effect < late)
        if each.code in _NEARBY and pages.chapter_of(each.span) not in begun:
            before = 0
        of_all = each.code == balance.NO_VICTORY and each.severity is Severity.ERROR  # not of one hero alone
        if before and of_all and not (hint or "").startswith("first look"):
            above = f"look at the finding{'s' if before > 1 else ''} above"
            because = f"first {above}: perhaps it is because of that"
            hint = because if _is_blocked(each) else f"{hint}; if you did, first {above}"
        yield replace(each, late=late, hint=hint) if before else each


def _lost_with_things(found: Sequence[Diagnostic], pages: Pages) -> dict[Diagnostic, list[str]]:
    """Things that nobody can have → what is never reached, or had, behind conditions that ask for nothing else."""
    never = {thing_of(each, pages): each for each in found if each.code == names.NEVER_HAD and is_thing(each, pages)}
    lost: dict[Diagnostic, list[str]] = {}
    for each in found:
        _, _, behind = each.message.partition(chapter_map.SO) if each.code in SETTLED else ("", "", "")
        asked = asked_for(pages.line(each.span)) if behind else set()
        if asked and asked <= never.keys():
            lost.setdefault(next(cause for name, cause in never.items() if name in asked), []).append(behind)
    return lost


def _lacking(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The things that nobody can have although a rule asks for them, where every rule has a meaning.

    A box that nothing ticks is no such thing: a condition of it may well hold without a tick.
    """
    if is_unclear(found):
        return []
    lacking = [each for each in found if each.code == names.NEVER_HAD and "~ tick" not in (each.hint or "")]
    return [each for each in lacking if "~" in (each.hint or "")]


def _behind_dead_lines(found: Sequence[Diagnostic], pages: Pages) -> dict[Diagnostic, list[Diagnostic]]:
    """Lines that are never reached → chapters that are not either, and to which they have the first link."""
    dead = [each for each in found if each.code == chapter_map.NEVER_REACHED]
    links: dict[str, Diagnostic] = {}
    for each in dead:
        for span in (each.span, *(other.span for other in each.related)):
            for name in led_to(pages.rest(span)):
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


def _running_out(found: Sequence[Diagnostic], pages: Pages) -> dict[Diagnostic, Diagnostic]:
    """Ways through a chapter that run out, where lines of prose at the end were meant as choices → the first such line.

    A condition may leave the way open, and a line that the author means so is no cause.
    """
    lines = [each for each in found if each.code in _CHOICES_AS_PROSE and _ends_with_choice(each, pages)]
    ends: dict[Diagnostic, Diagnostic] = {}
    for each in found if lines else ():
        if each.code != chapter_map.DEAD_END:
            continue
        of_chapter, block = pages.line(each.span).startswith("==="), pages.block_span(each.span)
        here = [
            line
            for line in lines
            if pages.chapter_of(line.span) == pages.chapter_of(each.span)
            and (pages.column(line.span) == 0 if of_chapter else block.start < line.span.start < block.end)
        ]
        if here:
            ends[each] = min(here, key=lambda line: line.span)
    return ends


def _ends_with_choice(prose: Diagnostic, pages: Pages) -> bool:
    """Whether a line of prose was meant as a choice for everybody, and only prose follows in its block."""
    first, *others = pages.rest(prose.span).splitlines()
    meant = any(_CHOICE_FOR_ALL.fullmatch(each.text) for each in prose.suggestions)
    return meant and "noqa" not in first.casefold() and not any(MARKED.match(line.lstrip()) for line in others)


def _choices(found: Sequence[Diagnostic], pages: Pages) -> list[tuple[str, Span]]:
    """The words of choices of which a finding tells, as far as the end of their lines, and the places."""
    lines = ((_OPTION.match(pages.line(each.span)), each.span) for each in found)
    return [(match["words"], span) for match, span in lines if match is not None]


def _begun_so(label: str, choices: Sequence[tuple[str, Span]]) -> Span | None:
    """Where a choice begins with the words that a strategy has for it, and has more words by mistake.

    They may stand behind a condition that is only text: `* [else] To the gate`.
    """
    words = pattern(rf"(?:\[[^\[\]]*\][ \t]*)?{re.escape(label.strip(chr(34)))}(?![\w-])")
    return next((span for line, span in choices if words.match(line)), None)


def _is_blocked(found: Diagnostic) -> bool:
    """Whether a finding says that nobody comes to a victory, although one is written."""
    return found.code == balance.NO_VICTORY and not (found.hint or "").startswith(WRITE_VICTORY)


def _with_cause(found: Diagnostic, lacking: Sequence[Diagnostic]) -> Diagnostic:
    """The finding that nobody can win, with what nobody can have although it is asked for."""
    related = tuple(Related(each.span, each.message) for each in lacking)
    return replace(found, hint=f"first look at this: {lacking[0].message}", related=(*related, *found.related))
