"""ChoiceScript: scenes and labels become chapters; `*choice` is a menu, `#words` a choice, `*set x %+ 10` an effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePath

import networkx as nx
from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.interop.draft import (
    Apart,
    Body,
    Chapter,
    Draft,
    End,
    If,
    Jump,
    Kept,
    Link,
    Origin,
    Remark,
    Set,
    Step,
    Thing,
    Words,
    turning,
)
from gamebook.interop.readers.choicescript_values import Values
from gamebook.interop.sources import Material
from gamebook.interop.terms import Text, Truth, Unread, both
from gamebook.interop.values import name, plain
from gamebook.syntax import ast

_COMMAND = re.compile(r"\*(?P<word>[a-z_]+)[ \t]*(?P<rest>.*)")
_MARK = re.compile(
    r"^[ \t]*\*(?:create|choice|fake_choice|goto|goto_scene|scene_list|set|finish|label|title|stat_chart)\b",
    re.MULTILINE,
)
_REUSE = re.compile(r"\*(?P<how>hide_reuse|disable_reuse|allow_reuse)\s+")
_ASKED = re.compile(rf"\*(?:selectable_if|if)\s*(?P<condition>.*?)\s*(?=#|{_REUSE.pattern})")
_VARIED = re.compile(r"@!{0,2}\{[^{}]*\}")
_ONCE = frozenset(["*hide_reuse", "*disable_reuse"])
"""Lines from which on all choices of a scene can be taken once."""
_MENUS = frozenset(["choice", "fake_choice"])
_WAYS = frozenset(["choice", "fake_choice", "if", "label", "goto", "gosub", "goto_scene", "redirect_scene"])
"""Commands that offer choices or lead elsewhere. A line above all of them is played before any choice of its scene."""
_ENTERED = re.compile(
    r"^[ \t]*\*(?:goto_scene|redirect_scene)[ \t]+(?P<scene>[\w-]+)[ \t]*(?P<label>\w*)", re.MULTILINE
)
_CREATED = re.compile(r"^[ \t]*\*create[ \t]+(\w+)", re.MULTILINE)
STATS = "choicescript_stats"
FLAT = frozenset(
    ["set", "temp", "create", "rand", "goto", "goto_scene", "redirect_scene", "gosub", "finish", "label", "comment"]
)
"""Commands that have nothing under them, however the next line is indented."""
DEEPEST = 30
MOST_CALLS = 200
"""Calls of subroutines in a scene whose lines are put in place."""
DEEPEST_CALL = 8
"""Blocks around such a call: a subroutine that calls itself would never end."""


def fits(material: Material, text: str) -> bool:
    """Whether a text, or those of a folder, have commands of ChoiceScript."""
    if material.folder:
        return any(PurePath(each).name == "startup.txt" for each in material.files)
    return _MARK.search(text) is not None


class _Node(Struct):
    """A line with those that are indented under it."""

    text: str
    line: int
    children: list[_Node] = field(default_factory=list)

    @property
    def command(self) -> tuple[str, str]:
        match = _COMMAND.fullmatch(self.text)
        return (match["word"], match["rest"].strip()) if match else ("", "")


def read(material: Material) -> Draft:
    """The draft of one scene, or of a folder of them."""
    names = (
        [each for each in material.files if each.lower().endswith(".txt")] if material.folder else [material.first[0]]
    )
    scenes = {PurePath(each).stem: material.text(each) for each in names}
    order = list(scenes)
    if "startup" in scenes:
        listed = re.search(r"^\*scene_list[ \t]*\n((?:[ \t]+\S.*\n?)*)", scenes["startup"], re.MULTILINE)
        order = [line.strip().lstrip("$ ") for line in listed[1].split("\n") if line.strip()] if listed else order
    following = dict(reversed(list(pairwise(order))))
    created = frozenset(word.lower() for text in scenes.values() for word in _CREATED.findall(text))
    game = _Game(following, _entered_again(scenes, following), _entered_inside(scenes), created)
    draft = _draft(scenes, game, folder=material.folder)
    if game.forgotten:  # only now it is known what is forgotten where a scene is entered
        draft = _draft(scenes, game, folder=material.folder)
    draft.start = "startup" if "startup" in scenes else draft.chapters[0].name if draft.chapters else ""
    draft.troubles.extend(material.troubles)
    return draft


class _Game(Struct):
    """What is known of all scenes."""

    following: dict[str, str]
    """Scene → the next one."""
    again: frozenset[str]
    """Scenes that may be entered more than once."""
    inside: frozenset[str]
    """Scenes that are entered at a label."""
    created: frozenset[str]
    """The variables of the game."""
    forgotten: dict[str, list[str]] = field(default_factory=dict)
    """Scene that may be entered again → codewords that are erased then: its choices can be taken again."""


def _draft(scenes: dict[str, str], game: _Game, *, folder: bool) -> Draft:
    draft = Draft("ChoiceScript")
    known: set[str] = set()
    for scene, text in scenes.items():
        if scene == STATS and folder:
            draft.leftovers.append(Origin("other", "stats page", text))
            continue
        _Scene(draft, scene, game, known).read(text)
    return draft


def _entered_again(scenes: dict[str, str], following: dict[str, str]) -> frozenset[str]:
    """The scenes that may be entered more than once: those behind a scene from which play comes back to it."""
    ways: nx.DiGraph[str] = nx.DiGraph()
    ways.add_edges_from(following.items())
    ways.add_edges_from((scene, each["scene"]) for scene, text in scenes.items() for each in _ENTERED.finditer(text))
    loops = [scene for part in nx.strongly_connected_components(ways) for scene in part if len(part) > 1]
    loops += [scene for scene in ways if ways.has_edge(scene, scene)]
    return frozenset(loops).union(*(nx.descendants(ways, scene) for scene in loops))


def _entered_inside(scenes: dict[str, str]) -> frozenset[str]:
    """The scenes that are entered at a label."""
    return frozenset(each["scene"] for text in scenes.values() for each in _ENTERED.finditer(text) if each["label"])


def _tree(text: str) -> list[_Node]:
    """Lines under lines, by their indentation."""
    top: list[_Node] = []
    stack: list[tuple[int, list[_Node]]] = [(-1, top)]
    for number, line in enumerate(text.expandtabs(4).split("\n"), start=1):
        if not line.strip():
            stack[-1][1].append(_Node("", number))
            continue
        indent = len(line) - len(line.lstrip())
        while len(stack) > 1 and indent <= stack[-1][0]:
            stack.pop()
        node = _Node(line.strip(), number)
        stack[-1][1].append(node)
        if line.lstrip()[0] in "*#" and node.command[0] not in FLAT and len(stack) < DEEPEST:
            stack.append((indent, node.children))
    return top


def _has_label(nodes: list[_Node]) -> bool:
    return any(node.command[0] == "label" or _has_label(node.children) for node in nodes)


def _lines_of_reuse(nodes: list[_Node]) -> Iterator[str]:
    """The lines that say how often choices can be taken from then on; not those among the choices of a menu."""
    for node in nodes:
        if node.text in _ONCE or node.text == "*allow_reuse":
            yield node.text
        children = node.children
        if node.command[0] in _MENUS:
            children = [below for each in children for below in each.children]
        yield from _lines_of_reuse(children)


class _Scene(Struct):
    draft: Draft
    name: str
    game: _Game
    known: set[str]
    """Names of chapters, those of other scenes included."""
    subroutines: dict[str, list[_Node]] = field(default_factory=dict)
    """The lines between a label and `*return`, if no other label is among them."""
    once: bool = False
    """Whether choices can be taken once, where nothing else is said."""
    since: str = ""
    """The codeword that is noted once choices can be taken only once, if it depends on the way that play comes."""
    taken: dict[int, str] = field(default_factory=dict)
    """Line of a choice → the codeword that it was taken, if that may be forgotten, or does not always count."""
    values: Values = field(default_factory=Values)
    lines: list[str] = field(default_factory=list)
    parts: int = 0
    inlined: int = 0

    def read(self, text: str) -> None:
        nodes = _tree(text)
        self.lines = text.split("\n")
        self.find(nodes)
        reuse = list(_lines_of_reuse(nodes))
        first = next((place for place, node in enumerate(nodes) if node.command[0] in _WAYS), len(nodes))
        self.once = len(reuse) == 1 and any(node.text in _ONCE for node in nodes[:first])
        if self.name in self.game.inside:
            self.once = False
        self.since = f"{self.name} reuse" if not self.once and any(each in _ONCE for each in reuse) else ""
        chapter = self.chapter(self.name)
        forgotten = self.forgotten(self.name)
        chapter.body = (*forgotten, *self.block(nodes, self.following, 0))
        words = [*([self.since] if self.since else []), *self.taken.values()]
        if words and self.name in self.game.again:
            self.game.forgotten[self.name] = words

    @property
    def following(self) -> str:
        """The next scene; empty after the last."""
        return self.game.following.get(self.name, "")

    def forgotten(self, scene: str) -> Body:
        """What is forgotten where a scene is entered."""
        return tuple(Set(word, Truth(holds=False)) for word in self.game.forgotten.get(scene, ()))

    def find(self, nodes: list[_Node]) -> bool:
        """Find the subroutines; whether there is a label."""
        found, opened, start = False, "", 0
        for place, node in enumerate(nodes):
            word, rest = node.command
            if word == "label":
                found, opened, start = True, rest.lower(), place + 1
            elif word == "return" and opened:
                self.subroutines[opened] = nodes[start:place]
                opened = ""
            if self.find(node.children):
                found, opened = True, ""
        return found

    def chapter(self, name: str, label: str = "") -> Chapter:
        """A new chapter; one that begins at a label is known by this, too."""
        chapter = Chapter(name, label=label)
        self.known.add(name)
        self.draft.chapters.append(chapter)
        return chapter

    def label(self, word: str) -> str:
        return f"{self.name} {word.lower()}"

    def block(self, nodes: list[_Node], after: str, depth: int) -> Body:
        """The steps of a block up to its first cut; what follows becomes chapters, one after each cut.

        At the end of the block play goes on in the chapter `after`, if there is one.
        """
        body, cut = self.piece(nodes, 0, after, depth)
        while cut is not None:
            chapter, place = cut
            chapter.body, cut = self.piece(nodes, place, after, depth)
        return body

    def piece(self, nodes: list[_Node], place: int, after: str, depth: int) -> tuple[Body, tuple[Chapter, int] | None]:
        """The steps from a place on up to the next label, or past a block with labels in it; what begins there.

        Returns:
            The steps; and the chapter that goes on, with its place in the block: None at the end, and before a label
            that has a chapter already.
        """
        steps: list[Step] = []
        words: list[str] = []
        while place < len(nodes):
            node = nodes[place]
            word, rest = node.command
            place += 1
            if not word and not node.text.startswith("#"):
                words.append(node.text)
                continue
            if words:
                steps.extend(self.said("\n".join(words)))
                words = []
            if word == "label":
                own = self.label(rest)
                cut = None if own in self.known else (self.chapter(own, rest), place)
                return (*steps, Jump(own)), cut
            if word in ("if", "choice", "fake_choice"):
                end = place
                while (
                    word == "if"
                    and end < len(nodes)
                    and (nodes[end].command[0] in ("elseif", "elsif", "else") or not nodes[end].text)
                ):
                    end += 1
                group = [node, *(each for each in nodes[place:end] if each.text)]
                place = end
                cut = None
                onward = after
                labelled = any(_has_label(each.children) for each in group)
                if labelled and any(nodes[later].text for later in range(end, len(nodes))):
                    self.parts += 1
                    cut = (self.chapter(f"{self.name} part {self.parts}"), end)
                    onward = cut[0].name
                if word == "if":
                    steps.extend(self.branches(group, onward, depth))
                else:
                    steps.extend((Apart(), *self.options(node, onward, depth)))
                if labelled:
                    return ((*steps, Jump(onward)) if onward else tuple(steps)), cut
                continue
            steps.extend(self.command(node, word, rest, depth))
        if words:
            steps.extend(self.said("\n".join(words)))
        if after and not (steps and _ends(steps[-1])):
            steps.append(Jump(after))
        return tuple(steps), None

    def said(self, text: str) -> list[Step]:
        """Prose, with its values."""
        return [Words((*self.values.pieces(text), "\n")), *_varied(text)]

    # ---- conditions and choices ---------------------------------------------------------------------

    def branches(self, nodes: list[_Node], after: str, depth: int) -> list[Step]:
        """`*if`, `*elseif`, `*else`"""
        made: Body = ()
        for node in reversed(nodes):
            word, rest = node.command
            body = self.block(node.children, after if _has_label(node.children) else "", depth + 1)
            if word == "else":
                made = body
                continue
            made = (If(self.values.value(rest), body, made, Origin("condition", f"*{word}", node.text)),)
        return list(made)

    def options(self, node: _Node, after: str, depth: int) -> list[Step]:
        found: list[Step] = []
        if node.command[1]:
            found.append(Kept(Origin("link", "choices in groups", node.text)))
        self.choices(node.children, None, after, depth, found)
        return found

    def choices(self, nodes: list[_Node], outer: ast.Expr | None, after: str, depth: int, found: list[Step]) -> None:
        """The `#` lines of a menu, and those under `*if`, `*elseif` and `*else`."""
        before: ast.Expr | None = None  # what did not hold so far
        for node in nodes:
            word, rest = node.command
            if word in ("if", "elseif", "elsif", "else") and "#" not in node.text and node.children:
                before = None if word == "if" else before
                asked = None if word == "else" else self.values.value(rest)
                self.choices(node.children, both(outer, both(before, asked)), after, depth, found)
                before = before if asked is None else both(before, ast.Unary("not", asked))
            elif node.text:
                self.option(node, outer, after, depth, found)

    def option(self, node: _Node, outer: ast.Expr | None, after: str, depth: int, found: list[Step]) -> None:
        """One `#` line."""
        text = node.text
        once = self.once or (None if self.since else False)
        condition, guard = outer, None
        while (match := _REUSE.match(text) or (_ASKED.match(text) if guard is None else None)) is not None:
            if match.re is _REUSE:
                once = match["how"] != "allow_reuse"
            else:
                guard = Origin("condition", "*if … #", match[0].strip())
                condition = both(outer, self.values.value(match["condition"]))
            text = text[match.end() :]
        if text.startswith("#"):
            body = self.block(node.children, after if _has_label(node.children) else "", depth + 1)
            target, body = turning(body)
            origin = Origin("link", "#", node.text)
            body = (*_varied(text), *body)
            here = f"{self.name} {node.line}"  # in a subroutine, it is one choice wherever that is called
            link = Link(
                self.values.pieces(text[1:].strip()), target, condition, body, once is True, origin, guard, here
            )
            found.append(
                self.limited(link, node.line, text[1:].strip(), sure=once is True) if once is not False else link
            )
            return
        word, _ = node.command  # behind *hide_reuse alone, ChoiceScript misses the option, too
        raw = "\n".join(_lines(node))
        found.append(Kept(Origin("other", f"*{word}" if word else "line of a choice", raw)))

    def limited(self, link: Link, line: int, words: str, *, sure: bool) -> Link:
        """A choice that can be taken once: until its scene is entered again.

        Args:
            link: the choice.
            line: where it stands.
            words: what it says.
            sure: whether it can be taken once in any case, and not only since a line of the scene said so.
        """
        if sure and self.name not in self.game.again:
            return link  # `once` says it all
        if line not in self.taken:
            wish = f"taken {self.name} {words}"
            self.taken[line] = f"{wish} {line}" if wish in self.taken.values() else wish
        taken = name(self.taken[line])
        noted: Step = Set(self.taken[line], Truth(holds=True))
        if not sure:
            since = name(self.since)
            noted, taken = If(since, (noted,)), both(since, taken) or taken
        condition = both(link.condition, ast.Unary("not", taken))
        return replace(link, once=False, condition=condition, body=(noted, *link.body))

    # ---- commands -----------------------------------------------------------------------------------

    def command(self, node: _Node, word: str, rest: str, depth: int) -> list[Step]:
        if not word:  # a line with # that stands in no menu
            raw = "\n".join(_lines(node))
            return [Kept(Origin("link", "# outside *choice", raw))]
        effect = Origin("effect", f"*{word}", node.text)
        link = Origin("link", f"*{word}", node.text)
        match word:
            case "set":
                return [self.values.assigned(rest, effect, temporary=False)]
            case "temp":
                return self.temporary(node, rest, effect, depth)
            case "create":
                return self.created(rest, effect)
            case "rand":
                return [self.values.random(rest, Origin("dice", "*rand", node.text))]
            case "goto":
                return [Jump(self.label(rest), link)] if re.fullmatch(r"\w+", rest) else [Kept(link)]
            case "goto_scene" | "redirect_scene":
                parts = rest.split()
                if not parts or not re.fullmatch(r"[\w-]+", parts[0]):
                    return [Kept(link)]
                target = f"{parts[0]} {parts[1].lower()}" if len(parts) > 1 else parts[0]
                return [*(self.forgotten(parts[0]) if len(parts) > 1 else ()), Jump(target, link)]
            case "gosub":
                return self.gosub(rest, link, depth)
            case "finish":
                return [Jump(self.following, link)] if self.following else [End("ending")]
            case "ending" | "restart":
                return [End("ending")]
            case "comment":
                return [Remark(rest)]
            case "title":
                self.draft.title = rest
                return []
            case "author":
                self.draft.author = rest
                return []
            case "line_break":
                return [Words(("\n",))]
            case "page_break":
                return [Remark(f"*page_break {rest}") if rest else Words(("\n\n",))]
            case "hide_reuse" | "disable_reuse" | "allow_reuse" if not rest:
                return [Set(self.since, Truth(holds=word != "allow_reuse"), effect)] if self.since else []
            case "scene_list":
                return [Remark("scenes: " + ", ".join(child.text for child in node.children))]
        raw = "\n".join(_lines(node))
        kind = "link" if word in ("gosub_scene", "return", "goto_random_scene") else "other"
        return [Kept(Origin(kind, f"*{word}", raw))]

    def temporary(self, node: _Node, rest: str, origin: Origin, depth: int) -> list[Step]:
        """`*temp gold 5`: if the game has a variable of this name, the scene does not see it from here on."""
        word = rest.split(maxsplit=1)[0].lower() if rest else ""
        if word not in self.game.created or word in self.values.own:
            return [self.values.assigned(rest, origin, temporary=True)]
        made = [self.values.assigned(rest, origin, temporary=True)]  # its first value may be that of the game
        self.values.own[word] = f"{self.name} {word}"
        made = [replace(step, name=self.values.called(word)) if isinstance(step, Set) else step for step in made]
        above = "\n".join(self.lines[: node.line - 1])
        label = re.search(r"^[ \t]*\*label\b", above, re.MULTILINE)
        back = label is not None and re.search(rf"\b{word}\b", above[label.start() :], re.IGNORECASE) is not None
        if depth or back or self.name in self.game.inside:
            told = f"{node.text} (it depends on the way of play whether this {word} is meant, or that of the game)"
            made.append(Kept(Origin("other", "*temp that hides", told)))
        return made

    def created(self, rest: str, origin: Origin) -> list[Step]:
        thing, _, value = rest.partition(" ")
        read = self.values.value(value)
        fixed = isinstance(read, Truth | Text) or plain(read) is not None
        self.draft.things[thing.lower()] = Thing(read if fixed else Unread(value), origin=origin)
        return []

    def gosub(self, rest: str, origin: Origin, depth: int) -> list[Step]:
        """The lines of a subroutine in place, up to its `*return`."""
        parts = rest.split()
        lines = self.subroutines.get(parts[0].lower()) if len(parts) == 1 else None
        if lines is None:
            return [Kept(origin)]
        why = f"calls are followed only {DEEPEST_CALL} blocks deep" if depth > DEEPEST_CALL else ""
        if self.inlined >= MOST_CALLS:
            why = f"no more than {MOST_CALLS} calls of subroutines in a scene are followed"
        if why:
            return [Kept(replace(origin, raw=f"{origin.raw} ({why})"))]
        self.inlined += 1
        return list(self.block(lines, "", depth + 1))


def _ends(step: Step) -> bool:
    """Whether play does not come past a step: past the end of a subroutine neither."""
    return isinstance(step, Jump | End) or (isinstance(step, Kept) and step.origin.name == "*return")


def _lines(node: _Node, indent: str = "") -> Iterator[str]:
    """A line with all lines under it."""
    yield indent + node.text
    for child in node.children:
        yield from _lines(child, indent + "  ")


def _varied(text: str) -> Body:
    """Comments for words that vary, `@{gold one|many}`."""
    return tuple(Kept(Origin("other", "@{…}", raw)) for raw in _VARIED.findall(text))
