"""ink: knots and stitches become chapters, and so do gathers; choices and diverts are links and turns."""

from __future__ import annotations

import re

from gamebook.interop.draft import Chapter, Draft
from gamebook.interop.readers.ink_counts import count_entries
from gamebook.interop.readers.ink_flow import Compiler
from gamebook.interop.readers.ink_story import KNOT, Story
from gamebook.interop.readers.ink_text import items, without_comments
from gamebook.interop.sources import Material


def fits(material: Material, text: str) -> bool:
    """Whether a text looks like ink."""
    if material.folder and not any(name.endswith(".ink") for name in material.files):
        return False
    knots = len(KNOT.findall(text))
    marks = len(re.findall(r"^[ \t]*[*+][ \t]*[\[{\w'\"(]|^[ \t]*~ |->[ \t]*\w+", text, re.MULTILINE))
    return (knots > 0 and marks > 0) or (re.search(r"^VAR \w+ *=", text, re.MULTILINE) is not None and marks > 0)


def read(material: Material) -> Draft:
    """The draft of a story; the files of a folder are read together."""
    inks = [each for each in material.files if each.endswith(".ink")] or list(material.files)[:1]
    text = "\n".join(without_comments(material.text(each)) for each in inks)
    draft = Draft("ink")
    tags = dict(re.findall(r"^[ \t]*#[ \t]*(title|author)[ \t]*:[ \t]*(.*)$", text, re.MULTILINE))
    draft.title, draft.author = tags.get("title", "").strip(), tags.get("author", "").strip()
    story = Story(draft)
    story.read(text)
    _compile(story)
    draft.troubles.extend(material.troubles)
    return draft


def _compile(story: Story) -> None:
    """Make the chapters of a story: its flows, and the gathers, labels and tunnels that are met on the way."""
    story.waiting.extend((each.name, items(each.text), each.name, "", "") for each in story.flows.values())
    owners: dict[str, str] = {}
    while story.waiting:
        chapter, weave, flow, following, home = story.waiting.pop(0)
        if chapter in owners:
            continue
        owners[chapter] = flow
        compiler = Compiler(story, story.flows[flow], home)
        story.draft.chapters.append(Chapter(chapter, body=compiler.body(weave, following)))
    story.draft.start = next(iter(story.flows), "")
    count_entries(story.draft, owners, set(story.flows))
