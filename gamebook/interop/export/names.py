"""Names that other languages accept: ASCII letters, digits and underscores, no two alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

LONGEST = 40


def identifier(text: str) -> str:
    """The text with whatever is no ASCII letter or digit as an underscore: `Draw up the bucket` is Draw_up_the_bucket.

    Marks over letters are left out; a name that would begin with a digit, or be empty, gets an underscore in front.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")[:LONGEST].rstrip("_")
    return name if name[:1].isalpha() else f"_{name}"


def identifiers(texts: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """An identifier for each text, different from all others and from those that are taken, in any capitals."""
    used = {name.lower() for name in taken}
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    """How far the numbers have come behind an identifier that several texts want."""
    for text in texts:
        if text in found:
            continue
        stem = name = identifier(text)
        number = counts.get(stem.lower(), 1)
        while name.lower() in used:
            number += 1
            name = f"{stem}_{number}"
        counts[stem.lower()] = number
        used.add(name.lower())
        found[text] = name
    return found
