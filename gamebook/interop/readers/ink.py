"""ink: knots and stitches become chapters, and so do gathers; choices and diverts are links and turns."""

from __future__ import annotations

import re
from pathlib import PurePath

from gamebook.interop.draft import Chapter, Draft
from gamebook.interop.readers.ink_counts import Places, count_entries
from gamebook.interop.readers.ink_escapes import hidden, show
from gamebook.interop.readers.ink_fallbacks import needed
from gamebook.interop.readers.ink_flow import Compiler
from gamebook.interop.readers.ink_story import KNOT, Call, Story
from gamebook.interop.readers.ink_text import items, without_comments
from gamebook.interop.readers.ink_tunnels import callers, own_values, returning, tidied
from gamebook.interop.sources import Material, load_material

_INCLUDE = re.compile(r"^[ \t]*INCLUDE[ \t]+(\S[^\n]*?)[ \t]*$", re.MULTILINE)
MOST_FILES = 200
"""Files that one includes."""


def fits(material: Material, text: str) -> bool:
    """Whether a text looks like ink."""
    if material.folder and not any(name.endswith(".ink") for name in material.files):
        return False
    knots = len(KNOT.findall(text))
    marks = len(re.findall(r"^[ \t]*[*+][ \t]*[\[{\w'\"(]|^[ \t]*~ |->[ \t]*\w+", text, re.MULTILINE))
    return (knots > 0 and marks > 0) or (re.search(r"^VAR \w+ *=", text, re.MULTILINE) is not None and marks > 0)


def read(material: Material) -> Draft:
    """The draft of a story; the files of a folder, or those that are included, are read together."""
    text = hidden(_included(material))
    draft = Draft("ink")
    tags = dict(re.findall(r"^[ \t]*#[ \t]*(title|author)[ \t]*:[ \t]*(.*)$", text, re.MULTILINE))
    draft.title, draft.author = tags.get("title", "").strip(), tags.get("author", "").strip()
    story = Story(draft)
    story.read(text)
    _compile(story)
    show(draft)
    draft.troubles.extend(material.troubles)
    return draft


def _included(material: Material) -> str:
    """The text without comments, and with every file that it includes: knots of such a file come after all others."""
    names = [each for each in material.files if each.endswith(".ink")] or list(material.files)[:1]
    texts = {each: without_comments(material.text(each)) for each in names}
    waiting = list(texts)
    while waiting and not material.folder and len(texts) < MOST_FILES:  # the file alone was given: look beside it
        for each in _INCLUDE.findall(texts[waiting.pop()]):
            path = material.path.parent / each
            if each not in texts and ".." not in each and not PurePath(each).is_absolute() and path.is_file():
                texts[each] = without_comments(load_material(path).text())
                waiting.append(each)
    asked = {each for text in texts.values() for each in _INCLUDE.findall(text)}
    seen: set[str] = set()
    parts = [_with_files(each, texts, seen) for each in texts if each not in asked or not set(texts) - asked]
    return "\n".join(
        [*(head for head, _ in parts[:1]), *(knots for _, knots in parts), *(head for head, _ in parts[1:])]
    )


def _with_files(name: str, texts: dict[str, str], seen: set[str]) -> tuple[str, str]:
    """What stands before the first knot of a file, and its knots, each with those of the files that it includes."""
    seen.add(name)
    behind: list[str] = []

    def put(match: re.Match[str]) -> str:
        if match[1] not in texts:
            return match[0]
        head, knots = _with_files(match[1], texts, seen) if match[1] not in seen else ("", "")
        behind.append(knots)
        return head

    text = _INCLUDE.sub(put, texts[name])
    first = KNOT.search(text)
    place = first.start() if first else len(text)
    return text[:place], "\n".join([text[place:], *behind])


def _compile(story: Story) -> None:
    """Make the chapters of a story: its flows, and the gathers, labels and tunnels that are met on the way."""
    story.returning, story.callers = returning(story), callers(story)
    story.waiting.extend(
        (each.name, items(each.text, each.name, 1), each.name, "", None) for each in story.flows.values()
    )
    owners: dict[str, str] = {}
    calls: dict[str, Call] = {}
    while story.waiting:
        chapter, weave, flow, following, call = story.waiting.pop(0)
        if chapter in owners:
            continue
        owners[chapter] = flow
        if call is not None:
            calls[chapter] = call
        compiler = Compiler(story, story.flows[flow], call, own_values(story, story.flows[flow], call))
        story.draft.chapters.append(Chapter(chapter, body=compiler.body(weave, following)))
    story.draft.start = next(iter(story.flows), "")
    sources = {copy: source for (source, _), copy in story.copies.items()}
    new = tidied(story.draft, sources, owners, story.elsewhere)
    places = Places(
        {new.get(chapter, chapter): flow for chapter, flow in owners.items()},
        {new.get(copy, copy): source for copy, source in sources.items()},
        {new.get(chapter, chapter): (new.get(call.home, call.home), call.flow) for chapter, call in calls.items()},
        story.offers,
    )
    needed(story.draft, story.fallbacks)
    count_entries(story.draft, places, {*story.flows, *story.labels})
