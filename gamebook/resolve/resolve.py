"""From pages to a book: names are collected first, then everything is read with its meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from gamebook.codes import chapter_map, names, rules
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.model.book import Book, Parameter, Strategy
from gamebook.model.reserved import BOXES
from gamebook.model.step import Block, Trigger
from gamebook.resolve import (
    at_start,
    chapters,
    choices,
    declarations,
    effects,
    fights,
    flow,
    header,
    items,
    lookalikes,
    named_rules,
    once,
    outcomes,
    positions,
    resolution,
    rolls,
    sights,
    strategies,
    texts,
    unwritten,
    wording,
)
from gamebook.resolve.desk import Desk, Handler
from gamebook.resolve.meant import Known
from gamebook.resolve.names import Names, collect
from gamebook.resolve.site import hero_site
from gamebook.resolve.sourcemap import SourceMap
from gamebook.resolve.usage import boxes, chests, points, unused, unused_in_fights, unused_rolls, unused_values
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.parse import Parsed
from gamebook.syntax.walk import walk

HANDLERS: Mapping[type[ast.Step], Handler] = {
    ast.Prose: texts.prose,
    ast.Change: effects.change,
    ast.Both: effects.both,
    ast.SetTo: effects.set_to,
    ast.Restore: effects.restore,
    ast.SwapValues: effects.swap_values,
    ast.Pay: effects.pay,
    ast.Score: effects.score,
    ast.NoteWord: effects.note,
    ast.EraseWord: effects.erase,
    ast.Gain: items.gain,
    ast.Lose: items.lose,
    ast.Store: items.store,
    ast.If: flow.if_step,
    ast.Repeat: flow.repeat,
    ast.Turn: flow.turn,
    ast.End: flow.end,
    ast.Menu: choices.menu,
    ast.EachFoe: fights.each_foe,
    ast.AnyFoe: fights.any_foe,
    ast.Ask: choices.ask,
    ast.Tick: effects.tick,
    ast.May: choices.may,
    ast.InWords: wording.in_words,
    ast.Choose: choices.choose,
    ast.ChooseAmount: choices.choose_amount,
    ast.RivalChooses: choices.rival_chooses,
    ast.Roll: rolls.roll,
    ast.Random: rolls.random,
    ast.Compare: outcomes.compare,
    ast.Check: outcomes.check,
    ast.Fight: fights.fight,
    ast.Happen: fights.happen,
    ast.DoRule: named_rules.do_rule,
    ast.ResolveOn: resolution.resolve_on,
}
"""What resolves each kind of step."""

HARMLESS = frozenset(
    {chapter_map.DEAD_END, rules.ROW_GAP, rules.BAD_FIELD, names.UNKNOWN_DECISION, names.UNKNOWN_PARAMETER}
)
"""Errors with which the book still means something: play goes on, or the line is left out."""
MISREAD = frozenset({names.UNKNOWN_NAME, names.WRONG_KIND})
"""Mistakes that make it unsure what is used and what is not."""


def _is_half_read(parsed: Parsed) -> bool:
    """Whether a line of the header could not be read."""
    chapters = parsed.page.chapters
    end = chapters[0].span.start if chapters else parsed.page.span.end
    errors = (each for each in parsed.findings if each.severity is Severity.ERROR)
    return any(each.span.start < end for each in errors)


class Resolved(Struct, frozen=True):
    """A book, the way back to its pages, and what resolving found."""

    book: Book | None
    """None where errors leave the meaning open."""
    sourcemap: SourceMap
    findings: tuple[Diagnostic, ...]


def resolve(
    pages: Sequence[Parsed], *, overrides: Mapping[str, int] | None = None, remembered: Known | None = None
) -> Resolved:
    """What the pages mean.

    Args:
        pages: a rule system's pages first, then the book's, as `load_pages` gives them.
        overrides: values for the book's parameters, by name.
        remembered: what chapters meant in an earlier version, which is not computed again; replaced by what they mean
            now.
    """
    trees = [each.page for each in pages]
    remembered = {} if remembered is None else remembered
    known, clashes = collect(trees)
    clashes += once.report(trees)
    known.half_read = any(_is_half_read(each) for each in pages)
    known.part_read = any(each.severity is Severity.ERROR for page in pages for each in page.findings)
    reading = _read(trees, known, overrides or {}, {}, {}, (), remembered)
    backs = _chapters_with_back(trees, known, reading.bodies)
    many = _many_boxes(reading.desk)
    if backs or many:  # who comes to a `-> back`, and how many boxes there are, is known only after a first reading
        sources = chapters.sources(reading.bodies, reading.watches, backs) if backs else {}
        stubs = tuple(name for name in reading.bodies if name not in known.chapters)
        reading = _read(trees, known, overrides or {}, sources, many, stubs, remembered)
    desk = reading.desk
    earlier = [each for page in pages for each in page.findings]
    rolls.report_rows(desk)
    lookalikes.report_pages(desk, trees)
    positions.report(desk)
    chapters.dead_ends(desk, reading.bodies, (*earlier, *clashes, *desk.findings))
    unwritten.report(desk)
    if not unwritten.is_unfinished(desk) and not any(each.code in MISREAD for each in desk.findings):
        unused(desk, trees)
        unused_in_fights(desk)
        if not any(each.severity is Severity.ERROR for each in (*earlier, *clashes, *desk.findings)):
            unused_rolls(desk)
            unused_values(desk)
            chests(desk)
        boxes(desk)
    if reading.header.aim == "win" and not reading.header.then_score:
        points(desk, trees)
    for page in pages:
        for comment in page.comments:
            texts.remind(desk, comment.text, comment.span)
    found = (*earlier, *clashes, *desk.findings)
    undefined = any(each.severity is Severity.ERROR and each.code not in HARMLESS for each in found)
    book = None if undefined else _bind(reading, chapters.parts(pages))
    if book is not None:
        at_start.report_triggers(desk, trees, book)
    stats = (symbol.node for symbol in known.symbols.values() if isinstance(symbol.node, ast.StatDecl))
    ranged = frozenset(str(node.name) for node in stats if node.low is not None)
    left = desk.left
    everywhere = frozenset(node.span for step in desk.each_chapter for node in walk(step) if isinstance(node, ast.Step))
    sourcemap = SourceMap(left.spans, left.rooms, left.sums, ranged, frozenset(left.unjudged), everywhere)
    return Resolved(book, sourcemap, (*clashes, *desk.findings))


class _Reading(Struct, frozen=True):
    """One reading of all pages."""

    desk: Desk
    header: header.Header
    hero: Block
    watches: tuple[Trigger, ...]
    bodies: Mapping[str, Block]
    strategies: tuple[Strategy, ...]


def _read(
    trees: Sequence[ast.Page],
    known: Names,
    overrides: Mapping[str, int],
    sources: Mapping[str, tuple[str, ...]],
    boxes: Mapping[str, int],
    stubs: tuple[str, ...],
    remembered: Known,
) -> _Reading:
    desk = Desk(known, HANDLERS)
    desk.sources = sources
    desk.places = {name: place for place, name in enumerate((*known.chapters, *stubs), start=1)}
    desk.read_before = bool(sources or boxes)
    for name, most in boxes.items():  # `ticked 12 > 1` may be read before the boxes of 12 are
        desk.local(name, 0, most, "hidden")
    desk.foe_stats_read = strategies.foe_stats_in_strategies(trees)
    desk.asked_by_strategies = sights.asked_by_strategies(trees)
    for node in (node for tree in trees for node in tree.declarations if isinstance(node, ast.Anytime)):
        if node.in_fights:
            desk.anytime_in_fights += node.options
        else:
            desk.anytime += node.options
    desk.each_chapter = tuple(
        step for tree in trees for node in tree.declarations if isinstance(node, ast.EachChapter) for step in node.body
    )
    first = Span(trees[-1].span.path, 0, 0) if trees else Span("", 0, 0)
    declarations.parameters(desk, overrides, first)
    declarations.tables(desk)
    rolls_of_hero = declarations.sheet(desk)
    declarations.derived(desk)
    heading = header.header(desk, trees)
    if not known.chapters and not known.broken:
        desk.report(names.NO_CHAPTERS, first, "the book has no chapters", "write a first one: === 1")
    site = replace(hero_site(), numbers=count(len(rolls_of_hero) + 1))
    blocks = (node.body for tree in trees for node in tree.declarations if isinstance(node, ast.HeroDecl))
    hero = (*rolls_of_hero, *(step for block in blocks for step in desk.block(block, site)))
    header.presets_made(desk, trees, hero)
    watches = header.watches(desk, trees)
    bodies = chapters.bodies(desk, remembered)
    plans = strategies.strategies(desk, trees)
    return _Reading(desk, heading, hero, watches, {**bodies, **chapters.stubs(desk)}, plans)


def _many_boxes(desk: Desk) -> dict[str, int]:
    """The variables that count several boxes of a chapter, with how many there are."""
    return {each.name: each.high for each in desk.locals.values() if each.name.startswith(BOXES) and each.high > 1}


def _chapters_with_back(trees: Sequence[ast.Page], known: Names, chapters: Iterable[str]) -> set[str]:
    if not known.kinds[ast.Back]:
        return set()

    def goes_back(part: ast.Node) -> bool:
        return any(isinstance(node, ast.Back) for node in known.nodes[id(part)])

    everywhere = any(goes_back(node) for tree in trees for node in tree.declarations)
    return {name for name in chapters if everywhere or (name in known.chapters and goes_back(known.chapters[name]))}


def _bind(reading: _Reading, parts: Mapping[str, str]) -> Book:
    """All parts between two covers."""
    desk, heading = reading.desk, reading.header
    bound = chapters.chapters(desk, reading.bodies, parts)
    return Book(
        title=heading.title,
        author=heading.author,
        language=heading.language,
        start=heading.start,
        aim=heading.aim,
        then_score=heading.then_score,
        ties=heading.ties,
        variables=declarations.in_order(desk),
        parameters=tuple(Parameter(name=str(name), value=value) for name, value in desk.parameters.items()),
        tables=tuple(desk.tables.values()),
        lets=tuple(desk.lets.items()),
        bonuses=tuple(desk.bonuses.items()),
        watches=reading.watches,
        hero=reading.hero,
        chapters=bound,
        endings=tuple(desk.endings.values()),
        expectations=tuple(heading.expectations),
        presets=tuple(heading.presets.values()),
        carried=tuple(heading.carried),
        strategies=reading.strategies,
        fixed=tuple(chapter.name for chapter in bound if chapter.name in desk.left.fixed),
        accounts=heading.accounts,
        resolution=heading.resolution,
        fights=tuple(desk.left.fights),
    )
