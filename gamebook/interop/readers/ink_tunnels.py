"""Tunnels of ink: `->->` turns back from wherever play is in the tunnel.

So a flow that can come to one is copied for each call that play can be in there. Other flows need no copies.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from gamebook.interop.draft import Body, Draft, If, Jump, Link, May, Spread, Step, walk
from gamebook.interop.readers.ink_story import MOST_CHAPTERS, Call, Flow, Story
from gamebook.interop.readers.ink_text import items
from gamebook.interop.values import name
from gamebook.syntax import ast

MOST_TUNNELS = 200
"""Calls of tunnels that are followed."""
MOST_LETTERS = 300_000
"""Letters of the flows that are copied, all copies together; a first copy of each flow comes on top."""
MOST_WITHIN = 3
"""Calls from one flow that wait for one another: a tunnel that calls itself would be copied without end."""
RETURN = "->->"

_WAY = re.compile(r"<-[ \t]*(?P<thread>[\w.]+)|->[ \t]*(?P<back>->)?(?:[ \t]*(?P<to>[\w.]+))?")
_CALLED = re.compile(r"[ \t]*(?:\((?:[^()]|\([^()]*\))*\))?[ \t]*->(?![ \t]*->)")


def returning(story: Story) -> frozenset[str]:
    """The flows from which play can come to a `->->` without the end of another tunnel."""
    found: set[str] = set()
    before: dict[str, set[str]] = {}
    for flow in story.flows.values():
        for way in _WAY.finditer(flow.text):
            word = way["thread"] or way["to"]
            if way["back"]:
                found.add(flow.name)
            elif word and not _CALLED.match(flow.text, way.end()):
                before.setdefault(_flow_of(story, story.target(word, flow)), set()).add(flow.name)
    waiting = list(found)
    while waiting:
        new = before.get(waiting.pop(), set()) - found
        found |= new
        waiting.extend(new)
    return frozenset(found)


def callers(story: Story) -> frozenset[str]:
    """The flows that call tunnels."""
    return frozenset(
        flow.name
        for flow in story.flows.values()
        if any(way["to"] and _CALLED.match(flow.text, way.end()) for way in _WAY.finditer(flow.text))
    )


def own_values(story: Story, flow: Flow, call: Call | None) -> dict[str, ast.Expr]:
    """The values that a flow alone knows: a tunnel that it calls may have others of the same names.

    Their names stay plain where that can do no harm. In a tunnel within itself each call has values of its own.
    """
    if flow.name not in story.callers:
        return {}
    depth = _depth(flow, call)
    mark = f" of {flow.name}{f' {depth + 1}' if depth else ''}"
    return {word: name(word + mark) for word in flow.own if word not in story.lent and (depth or word in story.common)}


def within(story: Story, target: str, call: Call | None) -> str:
    """The chapter of a flow or a label, for play in a tunnel: the copy for this call, if it can come to a `->->`."""
    flow = _flow_of(story, target)
    if call is None or flow not in story.returning:
        return target
    if (target, call) not in story.copies and _crowded(story, 2):
        return target
    if (target, call) not in story.copies:
        story.copies[target, call] = f"{target} for {call.flow} {len(story.copies) + 1}"
        if target == flow:
            text = story.flows[flow].text
            story.copied += len(text)
            story.waiting.append((story.copies[target, call], items(text, flow, 1), flow, "", call))
        else:
            within(story, flow, call)  # the label is met there
    return story.copies[target, call]


def full(story: Story, flow: Flow, call: Call | None, more: int = 1) -> str:
    """Why a flow can call no more tunnels, or not so many more; empty if it can."""
    if _depth(flow, call) >= MOST_WITHIN:
        return f"a tunnel within itself is followed {MOST_WITHIN} times"
    if story.called + more > MOST_TUNNELS:
        return f"no more than {MOST_TUNNELS} calls of tunnels are followed"
    return "no more tunnels are copied: the book would be too long" if _crowded(story, 1) else ""


def uncopied(story: Story, chapter: str) -> bool:
    """Whether a chapter can come to a `->->` and is no copy, so that play in a tunnel cannot come back from there."""
    return _flow_of(story, chapter) in story.returning


def _crowded(story: Story, most: int) -> bool:
    """Whether there are so many copies that no call gets more (`most` 1), or not even play that goes on in one (2)."""
    return story.copied > story.letters + most * MOST_LETTERS or story.chapters > (1 + most / 4) * MOST_CHAPTERS


def _depth(flow: Flow, call: Call | None) -> int:
    """How many calls from a flow wait for one another."""
    found = 0
    while call is not None:
        found += call.flow == flow.name
        call = call.outer
    return found


def _flow_of(story: Story, target: str) -> str:
    return story.labels.get(target, target)


# ---- once all are made ------------------------------------------------------------------------------


def tidied(draft: Draft, sources: dict[str, str], owners: dict[str, str], elsewhere: set[str]) -> dict[str, str]:
    """Take away what is reached in none but its copies; a copy that is alone gets the plain name.

    Args:
        draft: the story; its chapters are changed.
        sources: copy → the flow or label that it is a copy of.
        owners: chapter → the flow that it is a part of.
        elsewhere: further flows whose text stands in other chapters, too.

    Returns:
        Old name → new name, of the copies that have got another.
    """
    copied = elsewhere | {owners[copy] for copy in sources if copy in owners}
    ways = {
        chapter.name: [each.target for each in walk(chapter.body) if isinstance(each, Jump | Link) and each.target]
        for chapter in draft.chapters
    }
    waiting = [draft.start, *(each for each in ways if owners.get(each) not in copied)]
    reached: set[str] = set()
    while waiting:
        each = waiting.pop()
        if each not in reached:
            reached.add(each)
            waiting.extend(ways.get(each, ()))
    draft.chapters = [each for each in draft.chapters if each.name in reached]
    kept = {each.name for each in draft.chapters}
    of: dict[str, list[str]] = {}
    for copy, source in sources.items():
        if copy in kept:
            of.setdefault(source, []).append(copy)
    new = {copies[0]: source for source, copies in of.items() if len(copies) == 1 and source not in kept}
    for chapter in draft.chapters if new else ():
        chapter.name = new.get(chapter.name, chapter.name)
        chapter.body = _renamed(chapter.body, new)
    return new


def _renamed(body: Body, new: dict[str, str]) -> Body:
    return tuple(_step(step, new) for step in body)


def _step(step: Step, new: dict[str, str]) -> Step:
    match step:
        case Jump():
            return replace(step, target=new.get(step.target, step.target))
        case Link():
            return replace(step, target=new.get(step.target, step.target), body=_renamed(step.body, new))
        case If():
            return replace(step, body=_renamed(step.body, new), otherwise=_renamed(step.otherwise, new))
        case May():
            return replace(step, body=_renamed(step.body, new))
        case Spread():
            return replace(step, rows=tuple((weight, _renamed(row, new)) for weight, row in step.rows))
    return step
