"""What somebody says in quotation marks: “Go to 3, Dock Street” leads no reader on."""

from __future__ import annotations

import re

from gamebook.interop.readers.headings import SAID
from gamebook.interop.readers.sentences import turns

SPEECH = re.compile(
    r"(?<![\w\"])\"(?=\S)[^\"]*(?<=\S)\"(?!\w)"
    r"|„[^„“”]*[“”]|“[^“”]*”|«[^«»]*»|»[^«»]*«"
    r"|‘[^‘]{0,600}?[,.!?…—–]’(?!\w)"
    r"|(?<!\w)'(?=\w)(?:[^']|(?<=\w)'(?=\w)){0,600}?[,.!?…—–]'(?!\w)"
)
"""Words in quotation marks. A single mark is an apostrophe, too: it ends them only behind another mark."""


def with_speech_marked(paragraph: str) -> str:
    """The paragraph, with a mark in every turn that stands in speech, so that it is taken for none."""
    return SPEECH.sub(lambda speech: turns().sub(_marked, speech[0]), paragraph)


def _marked(turn: re.Match[str]) -> str:
    place = turn.start(turn.lastindex or 0) - turn.start()
    return turn[0][:place] + SAID + turn[0][place:]
