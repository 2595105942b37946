"""English plurals: `box` is "boxes", `wolf` is "wolves"."""

from __future__ import annotations

from gamebook.patterns import pattern

_HISSING = pattern(r"(?:s|x|z|ch|sh)\Z")
_CONSONANT_Y = pattern(r"[^aeiou\W]y\Z")
_IRREGULAR = {
    "child": "children",
    "foot": "feet",
    "goose": "geese",
    "man": "men",
    "mouse": "mice",
    "tooth": "teeth",
    "woman": "women",
    **{f"{stem}f": f"{stem}ves" for stem in ("cal", "el", "hal", "lea", "loa", "shel", "thie", "wol")},
    **{f"{stem}fe": f"{stem}ves" for stem in ("kni", "li", "wi")},
}


def plural(words: str) -> str:
    """The plural of words, of which the last one changes: `old wolf` is "old wolves"."""
    before, last = words[: words.rfind(" ") + 1], words[words.rfind(" ") + 1 :]
    found = _IRREGULAR.get(last.casefold())
    if found is not None:
        return before + (found if last.islower() else found.upper() if last.isupper() else found.capitalize())
    small = last.casefold()
    end, cut = ("es", 0) if _HISSING.search(small) else ("ies", 1) if _CONSONANT_Y.search(small) else ("s", 0)
    if len(last) > 1 and last.isupper():
        end = end.upper()
    return before + last[: len(last) - cut] + end
