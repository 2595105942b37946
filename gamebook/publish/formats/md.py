"""Markdown as Pandoc reads it: headings with identifiers, links to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from gamebook.letters import printable
from gamebook.publish.document import Block, Divider, Foes, Grid, Paragraph, Picture, Run, Runs, Section
from gamebook.publish.publication import Publication

_MARKUP = re.compile(r"([\\`*_{}\[\]<>~^$|#@&\"'!]|-(?=-)|\.(?=\.\.))")
"""What needs a backslash; Pandoc makes a dash of `--`, and one letter of `...`."""
_COLUMNS = {"left": ":---", "center": ":---:", "right": "---:"}
_START = re.compile(r"^(\s*)([-+=:%.])")
_LABEL = re.compile(r"^(\s*\(?(?:\d+|[A-Za-z]|[ivxlcdm]+|[IVXLCDM]+))(?=[.)])")
"""What would begin a list: for Pandoc letters and Roman numerals, too, with one parenthesis or two."""


def write(publication: Publication) -> bytes:
    """The content of the file."""
    document = publication.document
    lines = ["---", f"title: {_field(document.title)}"]
    if document.author:
        lines.append(f"author: {_field(document.author)}")
    lines += [f"lang: {_quoted(document.language)}", "---"]
    for page in document.flat_pages():
        if isinstance(page, Section):
            title = f" {escaped(page.title)}" if "titles" in publication.options and page.title else ""
            head = f"## {page.number}{title}{' ☐' * page.boxes} {{#c{page.number}}}"
        else:
            head = f"# {escaped(page.title)} {{#{page.name}}}"
        lines += ["", head, *_blocks(page.blocks, publication)]
    return ("\n".join(lines) + "\n").encode()


def _quoted(text: str) -> str:
    return "'" + _line(text).replace("'", "''") + "'"


def _field(text: str) -> str:
    """A title, or a name: Pandoc reads what stands in quotation marks there as Markdown."""
    return _quoted(escaped(_line(text)))


def _line(text: str) -> str:
    return " ".join(printable(text).split())


def escaped(text: str) -> str:
    """Any letters, as Markdown."""
    return _LABEL.sub(r"\1\\", _START.sub(r"\1\\\2", _inside(text)))


def _inside(text: str) -> str:
    """Any letters, as Markdown, where no line begins."""
    return _MARKUP.sub(r"\\\1", printable(text))


def _blocks(blocks: Iterable[Block], publication: Publication) -> Iterator[str]:
    numbers = publication.document.numbers
    depth = 0
    choices: list[int] = []
    quoted: int | None = None
    for block in blocks:
        quote = block.level if isinstance(block, Paragraph) and block.kind == "quote" else None
        yield "    " * depth + ">" if quote is not None and quote == quoted else ""
        quoted = quote
        while choices and block.level <= choices[-1]:
            choices.pop()
        depth = min(block.level + len(choices), depth + 1)
        if isinstance(block, Paragraph) and block.kind == "choice" and not block.level:
            depth = 1  # it is an item of a list, and what belongs to it stands beneath
            choices = [0]
        before = "    " * (depth - 1) + "- " if depth else ""
        inner = "    " * depth
        match block:
            case Paragraph():
                lines = _words(block.runs, numbers).split("\n")
                if block.kind == "head":
                    lines = [f"**{line}**" for line in lines]
                if quote is not None:
                    depth -= 1  # what comes next stands beside a quotation, never in it
                    before = inner = "    " * depth + "> "
                elif block.kind == "item":
                    before = "    " * (depth - 1) + _item(block.mark)
                yield before + f"\\\n{inner}".join(lines)
            case Foes():
                for place, (name, stats) in enumerate(block.foes):
                    words = "   ".join(escaped(f"{stat} {value}") for stat, value in stats)
                    yield f"{before if not place else inner}**{escaped(name)}** {words}\\"
                yield f"{inner}\u00a0"
            case Grid():
                rows = ([_words(cell, numbers).replace("\n", " ") for cell in line] for line in block.lines)
                head, *rest = (f"| {' | '.join(row)} |" for row in rows)
                marks = "".join(f" {_COLUMNS[align]} |" for align in block.columns)
                yield f"{before}{head}"
                yield from (f"{inner}{line}" for line in (f"|{marks}", *rest))
            case Picture():
                yield f"{before}![{escaped(block.caption)}]({_path(publication.path_of(block))})"
            case Divider():
                yield f"{before}* * *"


def _item(mark: str) -> str:
    """How a paragraph of an author's list begins; a choice has a `-`, so that the two are not one list."""
    return "    " if not mark else "*   " if mark == "•" else f"{mark} ".ljust(4)


def _path(path: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415 - only for images

    return quote(printable(path), safe="/")


def _words(runs: Runs, numbers: dict[str, int]) -> str:
    """Letters with their looks; those that lead to one address are one link."""
    made = ""
    for address, parts in groupby(runs, key=lambda run: run.address):
        words = ""
        for run in parts:
            words += _run(run, numbers, begins=not made and not words)
        if address:
            words = f"[{words}](<{printable(address).replace('<', '%3C').replace('>', '%3E').replace(chr(10), '')}>)"
        made += words
    return made


def _run(run: Run, numbers: dict[str, int], *, begins: bool) -> str:
    first, *others = run.text.split("\n")
    words = "\n".join([escaped(first) if begins else _inside(first), *map(escaped, others)])
    inside = words.strip(" ")
    if inside and (run.bold or run.italic):
        mark = "*" * (2 * run.bold + run.italic)
        words = words.replace(inside, f"{mark}{inside}{mark}", 1)
    if run.chapter:
        return f"[{words}](#c{numbers[run.chapter]})"
    return words
