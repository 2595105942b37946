"""Letters after a backslash in ink: they mean nothing, so they are hidden while a story is read.

Hidden letters are of a plane of Unicode that is for private use, so no mark is found in them.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct, structs

from gamebook.interop.draft import Draft, Origin, Remark
from gamebook.interop.terms import Unread

_PLANE = 0xF0000
_ESCAPED = re.compile(r"\\([!-~])")
_HIDDEN = re.compile("[\U000f0021-\U000f007e]")


def hidden(text: str) -> str:
    """The text with each letter after a backslash hidden, and without these backslashes."""
    return _ESCAPED.sub(lambda match: chr(_PLANE + ord(match[1])), text)


def shown(text: str, before: str = "") -> str:
    """The text with its hidden letters as letters, each with something before it."""
    return _HIDDEN.sub(lambda match: before + chr(ord(match[0]) - _PLANE), text)


def show(draft: Draft) -> None:
    """Show what is hidden in a draft: the letters in words, and what stood in the source in what is kept of it."""
    draft.title, draft.author = shown(draft.title), shown(draft.author)
    draft.leftovers = [_shown(each) for each in draft.leftovers]
    for thing in draft.things.values():
        thing.start, thing.origin = _shown(thing.start), _shown(thing.origin)
    for chapter in draft.chapters:
        chapter.body = _shown(chapter.body)


def _shown(part: Any, before: str = "") -> Any:  # noqa: ANN401 - a part of a draft of whatever kind
    """The same part with its letters shown."""
    if isinstance(part, str):
        return shown(part, before)
    if isinstance(part, tuple):
        return tuple(_shown(each, before) for each in part)
    if isinstance(part, Origin | Remark | Unread):
        before = "\\"
    if isinstance(part, Struct):
        names = [name for name in part.__struct_fields__ if name != "span"]
        return structs.replace(part, **{name: _shown(getattr(part, name), before) for name in names})
    return part
