"""Mutated files of other programs, imported: `python -m tests.support.fuzz_import --count 10000 --seed 1`.

What must come of each: a book whose text our parser reads without errors of syntax, or an error of the family. Never
another exception, more than two seconds of processor time, or more than 500 megabytes.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

from gamebook.errors import GamebookError
from gamebook.interop.export.graphs import gexf, graphml, json_graph
from gamebook.interop.formats import FORMATS, sample
from gamebook.interop.importing import import_book
from gamebook.interop.sources import load_material
from gamebook.project import Project
from gamebook.source import Source
from gamebook.syntax.parse import parse
from tests.support import samples

SECONDS = 2.0
MEGABYTES = 500
LONGEST = 40_000
"""Letters of a mutated file; longer ones are cut, so that a second goes a long way."""
_TEXT = """[[¦]]¦{¦}¦{{¦}}¦(¦)¦<<¦>>¦<%¦%>¦->¦<-¦[¦]¦,¦:¦<¦>¦&¦;¦*¦+¦-¦=¦~¦#¦:: ¦=== ¦//¦/*¦*/¦"¦'¦\\¦$x¦_y¦(if: $x)[
¦(set: $x to ¦<<if $x>>¦<</if>>¦<<set $x to ¦*if (¦*set x ¦*choice\n¦*label a\n¦*goto a\n¦- - ¦* * * ¦-> x ->¦{stopping:
¦VAR x = ¦999999999999999999999¦1d6¦0¦-1¦/ 0¦null¦true¦@set ¦+++¦[if x]¦not ¦ and ¦ is ¦turn to 12¦if you have the
¦victory¦<!ENTITY a 'b'>¦→¦“¦\n¦\n\n¦    ¦\t"""
PIECES = [piece.encode() for piece in _TEXT.split("¦")]
PIECES += [b"\x00", b"\xff", b"\xef\xbb\xbf", b"(" * 60, b"{" * 60, b"[" * 60, b"* " * 40, b"x" * 300]


class TooSlow(BaseException):
    """Two seconds are over. (Not an `Exception`, so that nothing in between catches it.)"""


@dataclass
class Tally:
    """What came of the mutations."""

    seeds: dict[str, list[tuple[str, bytes]]]
    """Files by format."""
    met: Counter[str] = field(default_factory=Counter)
    books: int = 0
    refused: int = 0
    failures: list[str] = field(default_factory=list)
    slowest: float = 0.0
    read: set[int] = field(default_factory=set)
    """Chapters without errors of syntax."""


def seeds(folders: list[Path]) -> dict[str, list[tuple[str, bytes]]]:
    """The files of these folders, by the format that they are of; folders of files count as their files.

    Formats of which the folders have nothing are there with the samples of the tests.
    """
    book = Project(Path(__file__).parents[1] / "data" / "real" / "damsel-in-distress.gbk").book
    found: dict[str, list[tuple[str, bytes]]] = {
        "json": [("graph.json", "".join(json_graph(book)).encode()), ("d3.json", samples.GRAPH_JSON.encode())],
        "graphml": [("g.graphml", "".join(graphml(book)).encode()), ("yed.graphml", samples.GRAPHML.encode())],
        "gexf": [("g.gexf", "".join(gexf(book)).encode())],
        "twine-html": [("two.html", samples.TWINE_HTML.encode()), ("one.html", samples.TWINE_1_HTML.encode())],
        "twine-json": [("story.json", samples.TWINE_JSON.encode())],
        "aon": [("book.xml", samples.AON.replace("ISO-8859-1", "UTF-8").encode())],
        "manuscript": [
            ("a.txt", samples.PLAIN.encode()),
            ("a.md", samples.MARKDOWN.encode()),
            ("a.rtf", samples.RTF.encode()),
            ("a.docx", samples.docx(samples.PARAGRAPHS)),
        ],
    }
    for path in sorted(each for folder in folders for each in folder.rglob("*") if each.is_file()):
        try:
            material = load_material(path)
        except (GamebookError, OSError):
            continue
        text = sample(material)
        if path.parent.parent.name == "adventure-book":
            name = "adventure-book"
        else:
            name = next((each.name for each in FORMATS if each.fits(material, text)), "")
        if name:
            found.setdefault(name, []).append((path.name, path.read_bytes()[:LONGEST]))
    return found


def mutated(data: bytes, others: list[tuple[str, bytes]], lots: Random) -> bytes:
    """A file with a few things changed."""
    made = bytearray(data)
    for _ in range(lots.choice((1, 1, 2, 3, 6))):
        size = max(len(made), 1)
        place, length = lots.randrange(size), lots.choice((1, 2, 5, 20, 100, 1000))
        match lots.randrange(8):
            case 0:
                del made[place : place + length]
            case 1:
                made[place:place] = lots.choice(PIECES)
            case 2:
                made[place : place + 1] = bytes([lots.randrange(256)])
            case 3:
                made[place:place] = made[place : place + length]
            case 4:
                other = lots.choice(others)[1]
                cut = lots.randrange(max(len(other), 1))
                made[place:place] = other[cut : cut + length]
            case 5:
                made[place : place + length] = lots.choice(PIECES)
            case 6:
                lines = bytes(made).split(b"\n")
                one, two = lots.randrange(len(lines)), lots.randrange(len(lines))
                lines[one], lines[two] = lines[two], lines[one]
                made = bytearray(b"\n".join(lines))
            case _:
                piece = lots.choice(PIECES)
                made[place:place] = piece * lots.choice((2, 5, 30))
    return bytes(made[: 2 * LONGEST])


def one(tally: Tally, name: str, lots: Random, folder: Path) -> None:
    """Import one mutated file."""
    title, data = lots.choice(tally.seeds[name])
    data = mutated(data, tally.seeds[name], lots)
    path = folder / ("adventure.txt" if name == "adventure-book" and lots.random() < 0.1 else title)
    target, forced = path, name
    if name == "adventure-book":
        target = folder
        main = next(data for each, data in tally.seeds[name] if each == "adventure.txt")
        (folder / "adventure.txt").write_bytes(main)
    elif lots.random() < 0.3:
        forced = ""
    path.write_bytes(data)
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        text = import_book(target, forced or None).text
        tally.books += 1
        signal.setitimer(signal.ITIMER_PROF, 0)
        if wrong := mistake(tally, text):
            note(tally, name, data, f"the book has an error of syntax: {wrong}")
    except GamebookError:
        tally.refused += 1
    except TooSlow:
        note(tally, name, data, "more than two seconds")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        note(tally, name, data, f"{type(error).__name__}: {error}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        path.unlink(missing_ok=True)
    tally.slowest = max(tally.slowest, time.process_time() - begun)
    tally.met[name] += 1


def mistake(tally: Tally, text: str) -> str:
    """The first error of syntax in a book; empty if there is none. A chapter that was read before is not read again."""
    new = {hash(part): part for part in re.split(r"(?m)^(?==== )", text) if hash(part) not in tally.read}
    found = parse(Source("book.gbk", "".join(new.values()))).findings
    for each in found:
        if each.code < "GB1" and each.severity.value == "error":
            return f"{each.code} {each.message}"
    tally.read.update(new)
    return ""


def note(tally: Tally, name: str, data: bytes, what: str) -> None:
    """A failure, with the file that shows it."""
    kept = Path(tempfile.gettempdir()) / f"fuzz-{os.getpid()}-{len(tally.failures)}-{name}"
    kept.write_bytes(data)
    tally.failures.append(f"{name}: {what} ({kept})")


def over(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow


def run(folders: list[Path], count: int, seed: int) -> Tally:
    """Import so many mutated files, as many of each format."""
    tally = Tally(seeds(folders))
    lots = Random(seed)
    before = signal.signal(signal.SIGPROF, over)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in names(tally, count):
                one(tally, name, lots, Path(folder))
    finally:
        signal.signal(signal.SIGPROF, before)
    return tally


def names(tally: Tally, count: int) -> Iterator[str]:
    known = sorted(tally.seeds)
    return (known[number % len(known)] for number in range(count))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("folders", type=Path, nargs="*", default=[Path("tests/data/inputs")])
    asked = parser.parse_args()
    begun = time.perf_counter()
    tally = run(asked.folders, asked.count, asked.seed)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write("\n".join([*tally.failures[:40], ""]))
    sys.stdout.write(
        f"{sum(tally.met.values())} mutations of {len(tally.met)} formats in {time.perf_counter() - begun:.0f} s:"
        f" {tally.books} books, {tally.refused} refused, {len(tally.failures)} failures;"
        f" slowest {tally.slowest:.2f} s, {peak} MB\n"
    )
    sys.exit(bool(tally.failures) or peak > MEGABYTES)


if __name__ == "__main__":
    main()
