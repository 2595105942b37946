"""Twee 3: passages under `:: Name [tags] {"position":"1,2"}`."""

from __future__ import annotations

import html
import json
import re

from gamebook.interop.draft import Draft, Trouble
from gamebook.interop.readers import chapbook, harlowe, snowman, sugarcube
from gamebook.interop.readers.stories import Passage, Story, draft_of, story_format
from gamebook.interop.sources import Material

_HEAD = re.compile(r"^::(?P<rest>.*)$", re.MULTILINE)
_PARTS = re.compile(r"^\s*(?P<name>(?:\\.|[^\[\]{}\\])*?)\s*(?:\[(?P<tags>(?:\\.|[^\]])*)\])?\s*(?P<data>\{.*)?$")
SUFFIXES = (".twee", ".tw", ".twee2")
PARSERS = {"harlowe": harlowe.parse, "sugarcube": sugarcube.parse, "chapbook": chapbook.parse, "snowman": snowman.parse}


def matches(material: Material, text: str) -> bool:
    """Whether a text looks like Twee.

    It begins with a passage: further down two colons may begin a line of anything. A file that is called Twee may
    begin otherwise.
    """
    called = not material.folder and material.path.suffix.lower() in SUFFIXES
    head = re.compile(r"^::(?!:)[ \t]*\S", re.MULTILINE)
    return (head.search(text) if called else head.match(text.lstrip())) is not None


def read(material: Material) -> Draft:
    """The draft of Twee files: all that are there."""
    story = Story("Twee")
    names = [name for name in material.files if name.lower().endswith((*SUFFIXES, ".txt"))]
    for name in names or list(material.files):
        _passages(name, material.text(name), story)
    story.troubles.extend(material.troubles)
    return draft(story)


def draft(story: Story) -> Draft:
    """The draft of a story, in whatever story format its passages are."""
    language = story_format(story)
    names = {"sugarcube": "SugarCube"}
    return draft_of(story, PARSERS[language], names.get(language, language.title()))


def _passages(path: str, text: str, story: Story) -> None:
    heads = list(_HEAD.finditer(text))
    line, counted = 1, 0
    for index, head in enumerate(heads):
        end = heads[index + 1].start() if index + 1 < len(heads) else len(text)
        body = text[head.end() : end].strip("\n")
        line += text.count("\n", counted, head.start())
        counted = head.start()
        _one(path, line, head["rest"], body, story)


def _one(path: str, line: int, rest: str, body: str, story: Story) -> None:
    parts = _PARTS.match(rest)
    if parts is None:
        story.troubles.append(Trouble(path, line, f"this head of a passage cannot be read: {rest.strip()[:60]}"))
        name, tags, data = re.split(r"[\[{]", rest)[0].strip(), "", None
    else:
        name, tags, data = parts["name"], parts["tags"] or "", parts["data"]
    name = re.sub(r"\\(.)", r"\1", name)
    if not name:
        story.troubles.append(Trouble(path, line, "this passage has no name", "write one after ::"))
        name = f"Passage {line}"
    if data:
        _metadata(path, line, data, story)
    if name == "StoryTitle":
        story.title = body.strip()
    elif name == "StoryAuthor":
        story.author = html.unescape(body).strip()
    elif name == "StoryData":
        _story_data(path, line, body, story)
    else:
        story.add(Passage(name, body, tuple(re.sub(r"\\(.)", r"\1", tags).split())), path, line)


def _metadata(path: str, line: int, data: str, story: Story) -> None:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        message = "the metadata of this passage is not valid JSON, and is left out"
        story.troubles.append(Trouble(path, line, message, "it holds only the passage's place on Twine's map"))


def _story_data(path: str, line: int, body: str, story: Story) -> None:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        bad = line + getattr(error, "lineno", 1)
        cause = getattr(error, "msg", "nested too deep")
        story.troubles.append(Trouble(path, bad, f"StoryData is not valid JSON: {cause}"))
        named = re.search(r'"format"\s*:\s*"([^"]*)"', body)
        start = re.search(r'"start"\s*:\s*"([^"]*)"', body)
        found = {"format": named[1] if named else "", "start": start[1] if start else ""}
    if isinstance(found, dict):
        story.format = str(found.get("format", ""))
        story.start = str(found.get("start", ""))
