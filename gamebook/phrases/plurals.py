"""English plurals: `box` is "boxes", `wolf` is "wolves"; and one of `crowns` is a "crown"."""

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
_UNCOUNTED = frozenset(
    (
        "ale", "ammunition", "armour", "beer", "bread", "cloth", "coal", "corn", "cotton", "flour", "food", "fuel",
        "gold", "grain", "hay", "honey", "iron", "leather", "milk", "money", "oil", "ore", "powder", "rice", "salt",
        "sand", "silk", "silver", "straw", "sugar", "tea", "timber", "tobacco", "water", "wheat", "wine", "wood",
        "wool",
    )
)  # fmt: skip
"""Words of which no plural is said."""
_SINGULARS = {
    **{several: one for one, several in _IRREGULAR.items()},
    **{f"{one}s": one for one in ("brownie", "cookie", "genie", "movie", "pixie", "zombie")},
}
_NO_SINGULAR = frozenset(
    (
        "alms", "barracks", "clothes", "corps", "crossroads", "gallows", "goods", "headquarters", "lens", "means",
        "news", "odds", "remains", "riches", "spoils", "thanks",
    )
)  # fmt: skip
"""Words that end like plurals, of which there is no one."""
_HOLDERS = frozenset(
    (
        "backpack", "bag", "basket", "belt", "box", "cart", "case", "chest", "haversack", "hold", "knapsack", "pack",
        "pocket", "pouch", "purse", "quiver", "rucksack", "sack", "saddlebag", "satchel", "wagon",
    )
)  # fmt: skip
"""What things are kept in."""
_PENNIES = frozenset(("allies", "berries", "bodies", "enemies", "ladies", "pennies", "ponies", "rubies", "victories"))
"""Words on “ies” whose singular ends in y; of others it may be a “calorie”, or a “series”."""
_UNCLEAR = pattern(r"(?:[aiou]s|ics|[^s]ses|[^nrt]ches|(?:o|sh|v|x|z)es)\Z")
"""The ends of words that may be no plural, `focus`, or whose singular may end in an e or not: `axes`, `shoes`."""


def plural(words: str) -> str:
    """The plural of words, of which the last one changes: `old wolf` is "old wolves"."""
    before, last = words[: words.rfind(" ") + 1], words[words.rfind(" ") + 1 :]
    found = _IRREGULAR.get(last.casefold())
    if found is not None:
        return before + (found if last.islower() else found.upper() if last.isupper() else found.capitalize())
    small = last.casefold()
    if small in _UNCOUNTED:
        return words
    end, cut = ("es", 0) if _HISSING.search(small) else ("ies", 1) if _CONSONANT_Y.search(small) else ("s", 0)
    if len(last) > 1 and last.isupper():
        end = end.upper()
    return before + last[: len(last) - cut] + end


def singular(words: str) -> str | None:
    """What one of these is called, if that is clear: `gold crowns` is "gold crown"; else None."""
    before, last = words[: words.rfind(" ") + 1], words[words.rfind(" ") + 1 :]
    if " of " in words or " in " in words:
        return None
    if last in _SINGULARS:
        return before + _SINGULARS[last]
    if _UNCLEAR.search(last) or last in _NO_SINGULAR or (last.endswith("ies") and last not in _PENNIES):
        return None
    cuts = (last[:-3] + "y" if last.endswith("ies") and len(last) > 4 else "", last[:-2], last[:-1])
    return next((before + one for one in cuts if one and plural(one) == last), None)


def holds_things(words: str) -> bool:
    """Whether it is what things are kept in: a backpack."""
    return words.rpartition(" ")[2] in _HOLDERS
