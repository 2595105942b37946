"""Twine's own files: HTML as Twine 2 and Twine 1 publish it, and JSON of a story."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from gamebook.interop.draft import Draft
from gamebook.interop.readers import twee
from gamebook.interop.readers.stories import Passage, Story
from gamebook.interop.sources import Material, NotReadable, read_json

_OTHER = re.compile(r"<(?!/?(?:tw-storydata|tw-passagedata|div|script|style)\b[^<>]{0,5000}>)", re.IGNORECASE)
"""A `<` that begins no whole tag of those that matter: it is text. (On others Python's parser can spend hours.)"""


def matches_html(text: str) -> bool:
    """Whether a text is a story that Twine published."""
    return (
        re.search(r"<tw-storydata|<tw-passagedata|id=[\"']?(?:storeArea|store-area)", text, re.IGNORECASE) is not None
    )


def read_html(material: Material) -> Draft:
    """The draft of a story in HTML."""
    story = Story("Twine HTML")
    page = _Page(story, material.path.name)
    page.feed(_OTHER.sub("&lt;", material.text()))
    page.close()
    if not story.passages:
        raise NotReadable(
            f"{material.path}: this page holds no passages of Twine; publish the story to a file and import that"
        )
    by_number = {passage.number: passage.name for passage in story.passages}
    if page.start.isdecimal():
        story.start = by_number.get(int(page.start[:9]), "")
    for passage in story.passages:
        passage.number = None
    story.troubles.extend(material.troubles)
    return twee.draft(story)


class _Page(HTMLParser):
    """Passages of Twine 2 (`<tw-passagedata>`) and Twine 1 (`<div tiddler=…>`)."""

    def __init__(self, story: Story, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.story = story
        self.path = path
        self.start = ""
        self.passage: Passage | None = None
        self.line = 1
        """Where the passage begins."""
        self.old = False
        self.script = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if self.passage is None:
            self.line = self.getpos()[0]
        if tag == "tw-storydata":
            self.story.title = found.get("name", "")
            self.story.format = found.get("format", "")
            self.start = found.get("startnode", "")
            self.story.author = found.get("creator-author", "")
        elif tag == "tw-passagedata":
            number = found.get("pid", "")
            tags = tuple(found.get("tags", "").split())
            self.passage = Passage(
                found.get("name", "") or "Untitled", "", tags, int(number[:9]) if number.isdecimal() else None
            )
        elif tag == "div" and "tiddler" in found:
            self.old = True
            self.passage = Passage(found["tiddler"] or "Untitled", "", tuple(found.get("tags", "").split()))
        elif tag in ("script", "style") and self.passage is None and found.get("role", "") in ("script", "stylesheet"):
            kind = "script" if tag == "script" else "stylesheet"
            self.passage = Passage(f"User {kind}", "", (kind,))
        elif self.passage is not None:
            self.passage.text += self.get_starttag_text() or ""

    def handle_endtag(self, tag: str) -> None:
        if self.passage is None:
            return
        if tag in ("tw-passagedata", "div", "script", "style"):
            self.finish(self.passage)
            self.passage = None
        else:
            self.passage.text += f"</{tag}>"

    def handle_data(self, data: str) -> None:
        if self.passage is not None:
            self.passage.text += data

    def finish(self, passage: Passage) -> None:
        if self.old:
            passage.text = passage.text.replace("\\n", "\n").replace("\\t", "\t").replace("\\s", "\\")
        if {"script", "stylesheet"} & set(passage.tags):
            passage.text = passage.text.replace("&lt;", "<")
        if not passage.text.strip() and {"script", "stylesheet"} & set(passage.tags):
            return
        if passage.name == "StoryTitle":
            self.story.title = passage.text.strip()
        elif passage.name == "StoryAuthor":
            self.story.author = passage.text.strip()
        else:
            self.story.add(passage, self.path, self.line)


def matches_json(found: Any) -> bool:  # noqa: ANN401 - whatever a JSON file holds
    """Whether JSON is a story of Twine: passages with a name and a text."""
    passages = found.get("passages") if isinstance(found, dict) else None
    first = passages[0] if isinstance(passages, list) and passages else None
    return isinstance(first, dict) and "name" in first and ("text" in first or "content" in first)


def read_story_json(material: Material) -> Draft:
    """The draft of a story in JSON."""
    found = read_json(material)
    story = Story("Twine JSON")
    if not matches_json(found):
        raise NotReadable(f"{material.path}: this JSON has no list of passages with name and text")
    story.title = str(found.get("name", ""))
    story.author = str(found.get("creator", ""))
    story.format = str(found.get("format") or found.get("story-format") or found.get("storyFormat") or "")
    start = found.get("start") or found.get("startnode") or found.get("startPassage") or ""
    for number, each in enumerate(found["passages"], start=1):
        if not isinstance(each, dict):
            continue
        name = str(each.get("name") or f"Passage {number}")
        tags = each.get("tags") or ()
        listed = tags.split() if isinstance(tags, str) else [str(tag) for tag in tags] if isinstance(tags, list) else []
        passage = Passage(name, str(each.get("text") or each.get("content") or ""), tuple(listed))
        story.add(passage, material.path.name)
        if str(start) in (str(each.get("pid", "")), str(each.get("id", ""))) and str(start):
            story.start = passage.name
    story.start = story.start or str(start)
    story.troubles.extend(material.troubles)
    return twee.draft(story)
