"""Stories of Twine, whatever file they come from: passages in, a draft out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import (
    Body,
    Chapter,
    Draft,
    If,
    Jump,
    Kept,
    Link,
    Origin,
    Remark,
    Set,
    Spread,
    Step,
    Thing,
    Trouble,
    Words,
    walk,
)
from gamebook.interop.readers.staying import with_stays
from gamebook.interop.readers.targets import computed, outside
from gamebook.interop.readers.waiting import with_waits
from gamebook.interop.special import SPECIAL
from gamebook.interop.terms import Array, Either, Text, Truth
from gamebook.interop.values import plain
from gamebook.patterns import pattern
from gamebook.syntax import ast

FIRST = frozenset(["StoryInit"])
"""Passages that are carried out before the first."""
_COUNTED = re.compile(r"visit|history", re.IGNORECASE)
"""What a story says that asks how often readers came somewhere."""
DEEPEST = 12
"""Passages shown inside one another."""


class Passage(Struct):
    """A passage as it is written."""

    name: str
    text: str
    tags: tuple[str, ...] = ()
    number: int | None = None


class Story(Struct):
    """Passages, and what is known of them."""

    source: str
    """The name of the file format."""
    passages: list[Passage] = field(default_factory=list)
    title: str = ""
    author: str = ""
    format: str = ""
    start: str = ""
    troubles: list[Trouble] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    """How many passages wanted each name."""

    def add(self, passage: Passage, path: str, line: int = 1) -> None:
        """Add a passage; one whose name another has already gets a new one.

        Args:
            passage: the passage.
            path: its file.
            line: where it begins.
        """
        name = passage.name
        while self.counts[passage.name]:
            self.counts[name] += 1
            passage.name = f"{name} (again {self.counts[name]})"
        self.counts[passage.name] += 1
        if passage.name != name:
            message = f"a second passage is called {name}; links lead to the first"
            self.troubles.append(Trouble(path, line, message, "give it another name"))
        self.passages.append(passage)


class Scope(Struct):
    """The other passages, for those that show one inside another."""

    texts: dict[str, str]
    parse: Callable[[str, Scope], Body]
    open: list[str] = field(default_factory=list)
    budget: int = 200_000
    """Letters that may still be read for passages inside others."""
    draws: int = 0
    """Values drawn by chance that are compared several times, so far."""
    clicks: int = 0
    """Links of the passage at hand in whose texts we are: these are shown after a click."""

    @property
    def here(self) -> str:
        """The passage that play is in."""
        return self.open[0] if self.open else ""

    def draw(self) -> str:
        """A name for a value that is drawn by chance once and compared several times."""
        self.draws += 1
        return f"{self.here} drawn {self.draws}"

    def shown(self, name: str, origin: Origin) -> Body:
        """The steps of a passage that is shown inside another.

        One that shows itself after a click begins again; one that shows itself at once is kept as a comment.
        """
        text = self.texts.get(name)
        if text is not None and name in self.open:
            if self.clicks:
                return (Jump(name, origin),)
            # no turn: the passage is not left, so this is no visit, and the rest of its text follows
            return (Kept(replace(origin, raw=f"{origin.raw} (a passage within itself)")),)
        if text is None or len(self.open) >= DEEPEST or len(text) > self.budget:
            return (Kept(origin),)
        self.budget -= len(text)
        self.open.append(name)
        clicks, self.clicks = self.clicks, 0
        found = self.parse(text, self)
        self.clicks = clicks
        self.open.pop()
        return found


def story_format(story: Story) -> str:
    """Which language the passages are written in: by what the file says, or by the look of them."""
    said = f"{story.format} {story.title}".lower()
    for name in ("harlowe", "sugarcube", "chapbook", "snowman"):
        if name in story.format.lower():
            return name
    text = "\n".join(passage.text for passage in story.passages if not set(passage.tags) & {"script", "stylesheet"})
    marks = {
        "sugarcube": len(re.findall(r"<<\w+|<</", text)),
        "snowman": 2 * text.count("<%"),
        "harlowe": len(re.findall(r"\((?:set|if|else|unless|link|display|print|put|random|text)\b[\w-]*:", text)),
        "chapbook": len(re.findall(r"(?m)^--$|^\[(?:if|unless|else|cont|JavaScript)\b.*\]$|\{embed|\{random\.", text)),
    }
    best = max(marks, key=lambda name: marks[name])
    if marks[best]:
        return best
    return next((name for name in marks if name in said), "harlowe")


def draft_of(story: Story, parse: Callable[[str, Scope], Body], language: str) -> Draft:
    """The draft of a story whose passages are read by `parse`."""
    draft = Draft(story.source, story.title, story.author, troubles=story.troubles)
    scope = Scope({passage.name: passage.text for passage in story.passages}, parse)
    opening: list[Step] = []
    names: list[str] = []
    counted = any(_COUNTED.search(passage.text) for passage in story.passages)
    for passage in story.passages:
        if {"script", "stylesheet"} & set(passage.tags) or passage.name in ("UserScript", "UserStylesheet"):
            kind = "script" if "script" in passage.tags or passage.name == "UserScript" else "stylesheet"
            draft.leftovers.append(Origin("other", kind, f"{passage.name}\n{passage.text}"))
            continue
        if "widget" in passage.tags:
            draft.leftovers.append(Origin("other", "widgets", f"{passage.name}\n{passage.text}"))
            continue
        scope.open = [passage.name]
        body = parse(passage.text, scope)
        draft.leftovers.extend(_links_in_values(body, passage.name))
        if passage.name in FIRST or {"startup", "init"} & set(passage.tags):
            opening.extend(body)
        elif passage.name in SPECIAL or {"header", "footer", "debug-header", "debug-footer"} & set(passage.tags):
            if passage.name not in ("StoryTitle", "StoryAuthor", "StoryData"):
                draft.leftovers.append(Origin("other", "special passage", f"{passage.name}\n{passage.text}"))
        else:
            body = with_waits(body, passage.name, scope.texts)
            chapter = Chapter(passage.name, body=body, number=passage.number, tags=passage.tags)
            draft.chapters.append(with_stays(chapter, counted=counted))
            names.append(passage.name)
    draft.start = story.start if story.start in names else "Start" if "Start" in names else (names[0] if names else "")
    _open(draft, opening)
    draft.format = f"{story.source} ({language})"
    return draft


def _links_in_values(body: Body, passage: str) -> Iterator[Origin]:
    """Links in words that a variable gets: where it is shown, they are not offered."""
    for step in walk(body):
        if isinstance(step, Set) and isinstance(step.value, Text) and _LINK.search(step.value.words):
            yield Origin("link", "[[…]]", f"{passage}: {step.name} = {step.value.words}")


def _open(draft: Draft, opening: list[Step]) -> None:
    """What is set before the first passage: fixed values are starts, the rest is for the `hero` block."""
    steps: list[Step] = []
    met: set[str] = set()
    for step in opening:
        if isinstance(step, Set) and step.name not in met and _fixed(step):
            draft.things[step.name] = Thing(start=step.value, origin=step.origin)
        elif isinstance(step, Link | Jump):
            steps.append(Kept(step.origin or Origin("other", "link", "a link before the first passage")))
        else:
            steps.append(step)
        met |= {each.name for each in walk((step,)) if isinstance(each, Set)}
    draft.opening = tuple(steps)


def _fixed(step: Set) -> bool:
    return plain(step.value) is not None or isinstance(step.value, Array | Text | Truth)


_LINK = re.compile(r"\[\[(?P<inside>(?:[^\[\]]|\[[^\[\]]*\])+?)\](?:\[(?P<setter>[^\]]*)\])?\]")


def read_link(inside_words: str) -> tuple[str, str]:
    """(Words, target) of what stands between `[[` and `]]`."""
    if "->" in inside_words:
        words, _, target = inside_words.rpartition("->")
    elif "<-" in inside_words:
        target, _, words = inside_words.partition("<-")
    elif "|" in inside_words:
        words, _, target = inside_words.rpartition("|")
    else:
        words = target = inside_words
    return words.strip(), target.strip()


def link_at(text: str, place: int) -> tuple[Link, str, int] | None:
    """A link `[[…]]` that begins at a place: the link, its setter, and where it ends."""
    match = _LINK.match(text, place)
    if match is None:
        return None
    words, target = read_link(match["inside"])
    if not target:
        return None
    origin = Origin("link", "[[…]]", match[0])
    return Link((words or target,), target, origin=origin), match["setter"] or "", match.end()


def printed(value: ast.Expr, read: Callable[[str], Body]) -> Body:
    """A value that is shown, and the links in its words.

    Args:
        value: it may be one of several, by chance.
        read: reads the text of a passage.
    """
    match value:
        case Text(words=words):
            return read(words)
        case Either(options=options) if any(isinstance(each, Text) and "[[" in each.words for each in options):
            return (Spread(tuple((1, printed(each, read)) for each in options)),)
    return (Words((value,)),)


def links_in(text: str, known: Collection[str]) -> list[Link]:
    """Every `[[…]]` in a text that leads to a passage, and not to what an expression says or to the web.

    Args:
        text: the source, not changed.
        known: the passages of the story.
    """
    found = [link_at(text, match.start()) for match in re.finditer(r"\[\[", text)]
    links = [made[0] for made in found if made is not None]
    return [each for each in links if not computed(each.target, known) and not outside(each.target, known)]


@lru_cache(maxsize=16)
def last(text: str, mark: str) -> int:
    """Where a mark stands for the last time; -1 if it is not there."""
    return text.rfind(mark)


def comment_at(text: str, place: int, pairs: Mapping[str, str]) -> tuple[str, int] | None:
    """A comment that begins at a place, by its marks: what it says, and where it ends."""
    for opens, closes in pairs.items():
        if text.startswith(opens, place):
            if last(text, closes) < place + len(opens):
                return None
            end = text.index(closes, place + len(opens))
            return text[place + len(opens) : end].strip(), end + len(closes)
    return None


@lru_cache(maxsize=16)
def _lowered(text: str) -> str:
    """A text in small letters, if it is as long in these."""
    found = text.lower()
    return found if len(found) == len(text) else text


_SCRIPT = pattern(r"<(?P<tag>script|style)\b[^<>]{0,500}>", re.IGNORECASE)


def unseen_at(text: str, place: int) -> tuple[Step, int] | None:
    """What begins at a place and is none of the words of a passage, and where it ends.

    It is a comment of HTML, or a script or a style sheet between its tags; in neither is anything a link.
    """
    comment = comment_at(text, place, {"<!--": "-->"})
    if comment is not None:
        return Remark(comment[0]), comment[1]
    opens = _SCRIPT.match(text, place)
    if opens is None:
        return None
    tag = opens["tag"].lower()
    lowered, closes = _lowered(text), f"</{tag}>"
    if last(lowered, closes) < opens.end():
        return None
    end = lowered.index(closes, opens.end()) + len(closes)
    return Kept(Origin("other", f"<{tag}>", text[place:end])), end


def last_if(steps: list[Step]) -> If | None:
    """The `if` that ends a list, but for blank words."""
    index = _last(steps)
    last = steps[index] if index >= 0 else None
    return last if isinstance(last, If) else None


def add_else(steps: list[Step], body: Body) -> bool:
    """Give the last `if` of a list its `else`, or its next `else if`; False if there is none just before."""
    last = last_if(steps)
    if last is None:
        return False
    steps[_last(steps)] = _with_else(last, body)
    return True


def _last(steps: list[Step]) -> int:
    """Where the last step stands that is more than blank words; -1 if there is none."""
    index = len(steps) - 1
    while index >= 0 and isinstance(steps[index], Words) and not _says(steps[index]):
        index -= 1
    return index


def _says(step: Step) -> bool:
    return isinstance(step, Words) and any(not isinstance(piece, str) or piece.strip() for piece in step.pieces)


def _with_else(branch: If, body: Body) -> If:
    match branch.otherwise:
        case (If() as inner,):
            return replace(branch, otherwise=(_with_else(inner, body),))
        case ():
            return replace(branch, otherwise=body)
    return replace(branch, otherwise=(*branch.otherwise, *body))
