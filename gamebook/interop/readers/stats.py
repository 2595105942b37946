"""What the numbers of readers and foes are called: in the shipped rule systems, and in print in other languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
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
def _tables() -> tuple[Mapping[str, str], ...]:
    """Stats by what they are called in print, once for each rule system and language."""
    files = (tomllib.loads(path.read_text("utf-8")) for path in sorted(resource_folder("systems").glob("*.words.toml")))
    tables = [
        {_name(word): name for name, word in words.items() if name in stats()}
        for each in files
        for words in each.values()
    ]
    return tuple(filter(None, tables))


@cache
def printed() -> Mapping[str, str]:
    """Stats by what they are called in print in another language; a word that is a stat itself keeps its meaning.

    Two systems may use one word; then the first of them counts.
    """
    return {word: name for table in reversed(_tables()) for word, name in table.items() if word not in stats()}


def stat(word: str) -> str:
    """The stat that a name means in any letters (`Stamina`, `Combat Skill`); another word is not changed."""
    name = _name(word)
    return name if name in stats() else word


def named(words: Sequence[str]) -> list[str]:
    """The stats of one foe by their names, or by those of one language in print; other words stand with hyphens.

    Where one is known and another is not, they are stats of another system, and keep the words of their language.
    French books call STAMINA what is a stat of its own in another system: what stands beside it decides.
    """
    names = [_name(word) for word in words]
    tables: list[Mapping[str, str]] = [{name: name for name in declared} for declared in systems().values()]
    for table in (*tables, *_tables()):
        if all(name in table for name in names):
            return [table[name] for name in names]
    return [stat(word).replace(" ", "-") for word in words]


def _name(word: str) -> str:
    return word.upper().replace(" ", "-")


@cache
def of_two_words() -> tuple[str, ...]:
    """Stats with a hyphen, which print leaves out: `COMBAT SKILL`."""
    return tuple(sorted(name for name in stats() if "-" in name))


def system_for(lines: Iterable[str]) -> str | None:
    """The first shipped rule system that declares all stats and tests of some lines; None if they have none."""
    known = frozenset().union(*systems().values())
    wanted = {word for line in lines for word in _words(line) if word in known}
    return next((name for name, declared in systems().items() if wanted and wanted <= declared), None)


def _words(line: str) -> list[str]:
    """The words of a proposal that a system may declare; none of a foe that has other stats beside."""
    foe, _, numbers = line.partition("  //")[0].partition('" ')
    named = re.findall(r"([^\W\d][\w-]*)", numbers if foe.startswith("~ fight") else foe)
    return named if not foe.startswith("~ fight") or stats().issuperset(named) else []
