"""What the numbers of readers and foes are called: in the shipped rule systems, and in print in other languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache

from gamebook.resources import resource_folder

_DECLARED = re.compile(r"^ *(?:stat|test|foe) +([\w-]+(?: *, *[\w-]+)*)", re.MULTILINE)


@cache
def systems() -> Mapping[str, frozenset[str]]:
    """By shipped rule system the stats of readers and foes, and the tests."""
    found = {}
    for path in sorted(resource_folder("systems").glob("*.gbk")):
        lists = _DECLARED.findall(path.read_text("utf-8"))
        if lists:
            found[path.stem] = frozenset(name.strip() for each in lists for name in each.split(","))
    return found


@cache
def stats() -> frozenset[str]:
    """The names of all stats, which are written in capitals."""
    return frozenset(name for names in systems().values() for name in names if name.isupper())


@cache
def printed() -> Mapping[str, str]:
    """Stats by what they are called in print in another language; a word that is a stat itself keeps its meaning."""
    found: dict[str, str] = {}
    for path in sorted(resource_folder("systems").glob("*.words.toml")):
        for words in tomllib.loads(path.read_text("utf-8")).values():
            found |= {word: name for name, word in words.items() if name in stats() and word not in stats()}
    return found


@cache
def of_two_words() -> tuple[str, ...]:
    """Stats with a hyphen, which print leaves out: `COMBAT SKILL`."""
    return tuple(sorted(name for name in stats() if "-" in name))


def system_for(lines: Iterable[str]) -> str | None:
    """The first shipped rule system that declares all stats and tests of some lines; None if they have none."""
    known = frozenset().union(*systems().values())
    wanted = {word for line in lines for word in re.findall(r"[\w-]+", line) if word in known}
    return next((name for name, declared in systems().items() if wanted and wanted <= declared), None)
