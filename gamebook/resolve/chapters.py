"""Chapters: their bodies, what the engine notes on entering them, and where they run out."""

from __future__ import annotations

import re
from bisect import bisect, bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from msgspec.structs import replace

from gamebook.codes import chapter_map
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.model.arithmetic import TRUE, binary, const
from gamebook.model.blocks import steps_in, turns_in
from gamebook.model.book import Chapter
from gamebook.model.expression import Var
from gamebook.model.fold import times
from gamebook.model.reserved import AGAIN, BEEN, BEFORE, HERE
from gamebook.model.step import OTHER_NUMBER, Assign, Block, Change, Choose, Roll, Trigger, fixed_words, own_address
from gamebook.patterns import pattern
from gamebook.resolve import lookalikes, meant, unwritten
from gamebook.resolve.desk import Desk
from gamebook.resolve.label_slips import numbered
from gamebook.resolve.meant import Known
from gamebook.resolve.site import Site, chapter_site
from gamebook.resolve.ways import runs_out_at
from gamebook.sentences import listed
from gamebook.syntax import ast
from gamebook.syntax.parse import Parsed

_TO_WRITE = pattern(
    r"[(\[]\s*(?:to be (?:written|done|continued)|tbd|tbw|todo|unwritten|not (?:yet )?written)\b[^)\]]*[)\]]",
    re.IGNORECASE,
)
"""A note in a chapter that is not written."""
_PART = pattern(r"//\s*---+\s*(?P<title>.*?)[\s-]*$")


def bodies(desk: Desk, known: Known) -> dict[str, Block]:
    """The body of each chapter, as the page has it; in a draft, ways on which nothing follows end there."""

    def resolved(chapter: ast.Chapter) -> Block:
        site = chapter_site(str(chapter.name))
        body = (*_first(desk, site), *desk.block(chapter.body, site))
        where = runs_out_at(body, f"chapter {chapter.name}")
        if where is not None:
            desk.left.runs_out[str(chapter.name)] = where
        lookalikes.report_part(desk, chapter, runs_out=where is not None)
        if where is not None and desk.names.draft:
            body = (*body, *unwritten.end(desk, desk.address(site, chapter.name.span), chapter.name.span))
        return body

    for name, chapter in desk.names.chapters.items():
        desk.left.spans[f"chapter {name}"] = chapter.name.span
    return meant.bodies(desk, known, resolved)


def stubs(desk: Desk) -> dict[str, Block]:
    """The bodies of chapters that are named and on no page: readers come there as to any chapter, and play is over.

    Each is found where it is first named.
    """
    found: dict[str, Block] = {}
    while missing := [name for name in desk.missing.named if name not in found]:  # `each chapter` may name another
        for name in missing:
            site, span = chapter_site(name), desk.missing.named[name]
            desk.left.spans[f"chapter {name}"] = span
            found[name] = (*_first(desk, site), *unwritten.end(desk, desk.address(site, span), span))
    return found


def _first(desk: Desk, site: Site) -> Block:
    """What every chapter begins with."""
    return desk.block(desk.each_chapter, replace(site, quoted=True, follows=True))


def sources(bodies: Mapping[str, Block], watches: Sequence[Trigger], backs: set[str]) -> dict[str, tuple[str, ...]]:
    """For each chapter with a `-> back`: the chapters that a reader can have come from, in the book's order.

    A trigger can turn from any chapter. A reader who goes back then comes from the chapter with the `-> back`. After a
    turn from a chapter to itself, the reader still comes from the chapter before it.
    """
    anywhere = {chapter for watch in watches for chapter in turns_in(watch.body)}
    found = {chapter: set(bodies) if chapter in anywhere else set() for chapter in backs}
    for name, body in bodies.items():
        for chapter in (turns_in(body) & backs) - {name}:
            found[chapter].add(name)
    for chapter in backs:
        for origin in found[chapter] & backs:
            found[origin].add(chapter)
    places = {name: place for place, name in enumerate(bodies)}
    return {chapter: tuple(sorted(found[chapter], key=places.__getitem__)) for chapter in backs}


def chapters(desk: Desk, bodies: Mapping[str, Block], parts: Mapping[str, str]) -> tuple[Chapter, ...]:
    """The finished chapters, and those that are not written yet."""
    found = []
    for number, (name, body) in enumerate(bodies.items(), start=1):
        node = desk.names.chapters.get(name)
        title = "" if node is None else node.title
        whole = (*_on_entry(desk, name, number, body), *body)
        written = unwritten.written(desk, name)
        found.append(Chapter(name=str(name), title=title, body=whole, part=parts.get(name, ""), written=written))
    return tuple(found)


def _on_entry(desk: Desk, name: str, number: int, body: Block) -> tuple[Assign, ...]:
    """Note the visit, and remember the way, if anything in the book asks."""
    changes = []
    if AGAIN + name in desk.locals:
        changes.append(Change(variable=AGAIN + name, value=Var(name=BEEN + name)))
    if BEEN + name in desk.locals:
        changes.append(Change(variable=BEEN + name, value=TRUE))
    if HERE in desk.locals:
        # Whoever turns from a chapter to itself still came from the one before.
        here, before = Var(name=HERE), Var(name=BEFORE)
        moved = binary("!=", here, const(number))
        came = binary("+", before, times(moved, binary("-", here, before)))
        changes.append(Change(variable=BEFORE, value=came if name in turns_in(body) else here))
        changes.append(Change(variable=HERE, value=const(number)))
    if not changes:
        return ()
    address = own_address(f"{name}#0")
    desk.left.spans[address] = desk.left.spans[f"chapter {name}"]
    return (Assign(changes=tuple(changes), address=address, why="hidden"),)


def parts(pages: Sequence[Parsed]) -> dict[str, str]:
    """For each chapter, the part of the book that it is in: the last `// --- title` before it, else its file."""
    found: dict[str, str] = {}
    for page in pages:
        found_here = headings(page)
        starts = [start for start, _ in found_here]
        file = PurePath(page.page.span.path).stem
        for chapter in page.page.chapters:
            if isinstance(chapter, ast.Chapter):
                place = bisect(starts, chapter.span.start)
                title = found_here[place - 1][1] if place else file
                found.setdefault(chapter.name, title)
    return found


def headings(page: Parsed) -> list[tuple[int, str]]:
    """The headings of parts in one file, `// --- Part one`: where each begins, and its title."""
    found = ((comment.span.start, _PART.match(comment.text)) for comment in page.comments)
    return [(start, match["title"]) for start, match in found if match and match["title"]]


def dead_ends(desk: Desk, bodies: Mapping[str, Block], findings: Sequence[Diagnostic]) -> None:
    """Report ways through a chapter that run out, unless other mistakes there, or in its rules, may be the cause.

    In a draft, these chapters are only begun.
    """
    begun: dict[str, list[int]] = defaultdict(list)
    """Where the errors of each file begin, in order."""
    for at in sorted(each.span for each in findings if each.severity is Severity.ERROR):
        begun[at.path].append(at.start)
    for name, where in desk.left.runs_out.items():
        chapter = desk.names.chapters[name]
        span = chapter.span
        done = {node.rule for node in desk.nodes(chapter) if isinstance(node, ast.DoRule)}
        parts = [span, *(rule.span for name, rule in desk.names.rules.items() if name in done)]
        sound = not any(bisect_left(begun[at.path], at.start) < bisect_left(begun[at.path], at.end) for at in parts)
        if sound and not desk.half_read(chapter):
            place = desk.left.spans.get(where, span)
            if place.path != span.path or not span.start <= place.start < span.end:  # in a block for all chapters
                place = chapter.name.span
            if desk.names.draft:
                desk.missing.begun[name] = place
            else:
                desk.report(chapter_map.DEAD_END, place, *_running_out(desk, name, bodies[name], where))


def _is_unwritten(desk: Desk, name: str) -> bool:
    """Whether a chapter has only words, and a note among them that it is still to be written: `(to be written)`."""
    steps = desk.names.chapters[name].body
    words = " ".join(each.text for each in steps if isinstance(each, ast.Prose))
    return all(isinstance(each, ast.Prose) for each in steps) and _TO_WRITE.search(words) is not None


def _running_out(desk: Desk, name: str, body: Block, address: str) -> tuple[str, str]:
    """What is missing where a chapter runs out, and how to mend it."""
    for step in steps_in(body):
        match step:
            case Roll(what="test" | "compare") if step.address == address:
                empty = [row.label for row in step.rows if not row.body]
                if empty:
                    message = f"chapter {name} can run out here: no row says what happens on {listed(empty, last='or')}"
                    return message, f"add under it, with four blanks in front: {empty[0]} -> 12"
            case Choose():
                for option in step.options:
                    if option.address == address and not option.body and option.label == (OTHER_NUMBER,):
                        message = f"chapter {name} can run out here: no row says what happens on any other answer"
                        return message, "add under its rows, with four blanks in front: else -> 12"
                    if option.address == address and not option.body:
                        message = f"chapter {name} can run out here: nothing says where this choice leads"
                        words = fixed_words(option.label)
                        leads = numbered(words)
                        if leads is not None and leads.to in desk.names.chapters:
                            turn = f"-> {leads.to} at its end" if leads.start else f"“{leads.words} -> {leads.to}”"
                            return message, f"write {turn}, in place of “{words[leads.start : leads.end]}”"
                        return message, 'add a turn at its end (-> 12), or an ending under it (~ defeat "…")'
    message = f"chapter {name} can run out here: nothing says where to turn"
    if _is_unwritten(desk, name):
        return message, "write the chapter; until then write draft under book, indented"
    return message, 'add a turn (-> 12) or an ending (~ defeat "…")'
