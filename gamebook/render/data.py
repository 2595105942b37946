"""Answers as data: JSON, which has no infinity."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

from gamebook.render.printable import escaped
from gamebook.report.cells import plain, words
from gamebook.report.section import Facts, InWords, Lines, Section, Table


def finite(value: object) -> object:
    """Data in which `None` stands for every number that is infinite or none."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    return [finite(each) for each in value] if isinstance(value, list | tuple) else value


def json_text(value: object) -> str:
    """What `--json` prints."""
    return escaped(json.dumps(finite(value), indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def sections_data(sections: Iterable[Section]) -> list[dict[str, object]]:
    """Sections as data, for a report that has no data of its own."""
    return [_section(each) for each in sections if not each.is_picture]


def _section(section: Section) -> dict[str, object]:
    how = {"how": section.how} if section.how else {}
    return {"title": section.title + section.aside, "parts": [_part(part) for part in section.in_words], **how}


def _part(part: InWords) -> dict[str, object]:
    match part:
        case Table(head=head, rows=rows):
            return {"head": list(head), "rows": [[plain(cell) for cell in row] for row in rows]}
        case Facts(rows=rows):
            return {"facts": [{"name": name, "words": words(cell), "value": plain(cell)} for name, cell in rows]}
        case Lines(lines=lines):
            return {"lines": list(lines)}
