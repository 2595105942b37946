"""A document as a Typst source: calls of the functions of `head.typ`, with all letters in string literals."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import UsageError
from gamebook.letters import printable, word_count
from gamebook.publish.direction import language_runs_left, runs_left
from gamebook.publish.document import (
    MOST_SLOTS,
    Block,
    Divider,
    Document,
    Foes,
    Grid,
    Page,
    Paragraph,
    Picture,
    Run,
    Runs,
    Section,
    Sheet,
    SheetLine,
    letters,
    plain,
)
from gamebook.publish.order import seed_of

_HERE = Path(__file__).parent
_PAGES_WITH_DICE = 2_000
_FEW_WORDS = 60
"""A paragraph of no more can be moved to the next page."""
_LONG_WORD = 20
"""A word of fewer letters fits in every line."""
_FEW_BOXES = 4
"""An item with more has a line of its own."""
_WAYS = {False: "ltr", True: "rtl"}
"""How Typst calls the direction of letters, by whether they run from right to left."""
_LINE_END = "\n"
"""A line ends here, and the paragraph goes on."""
PROOF_COLUMN = "48mm"
"""How much wider the page of a proof is, for the notes beside the words."""


class Preset(Struct, frozen=True):
    """The page of a printed book: lengths as Typst writes them."""

    about: str
    width: str
    height: str
    inside: str
    outside: str
    top: str
    bottom: str
    font: str
    size: str
    leading: str
    whole: int
    """A section of no more words is not torn apart."""


@cache
def load_presets() -> Mapping[str, Preset]:
    """The presets by name."""
    data = tomllib.loads((_HERE / "presets.toml").read_text("utf-8"))
    return {name: Preset(**fields) for name, fields in data.items()}


def preset_of(name: str) -> Preset:
    """The preset of a name.

    Raises:
        UsageError: there is none.
    """
    presets = load_presets()
    if name not in presets:
        raise UsageError(f"there is no page preset {name}; the presets are {', '.join(presets)}")
    return presets[name]


def source(document: Document, preset: Preset, images: Mapping[str, str], options: frozenset[str]) -> str:
    """The Typst source of a document.

    Args:
        document: what to print.
        preset: the page.
        images: the file of each image, beside the source; one that is missing here is drawn as an empty box.
        options: `titles`, `dice`.
    """
    return "\n".join(_Typesetter(document, preset, images, options).lines()) + "\n"


def literal(text: str) -> str:
    """Any letters as a string literal of Typst."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\t", " ")
    return f'"{escaped}"'


class _Typesetter(Struct, frozen=True):
    document: Document
    preset: Preset
    images: Mapping[str, str]
    options: frozenset[str]

    @property
    def left(self) -> bool:
        """Whether the language of the book is written from right to left."""
        return language_runs_left(self.document.language)

    def lines(self) -> Iterator[str]:
        document, preset = self.document, self.preset
        yield f"#let top-of-text = {preset.top}"
        yield f"#let height-of-text = {preset.height} - {preset.top} - {preset.bottom}"
        yield f"#let width-of-text = {preset.width} - {preset.inside} - {preset.outside}"
        yield f"#let proof-column = {PROOF_COLUMN}"
        yield f"#let way-of-book = {_WAYS[self.left]}"
        wide = f" + {PROOF_COLUMN}" if self._is_proof() else ""
        yield (_HERE / "head.typ").read_text("utf-8")
        language = document.language.partition("-")[0].casefold()
        author = literal(document.author) if document.author else "()"
        yield f"#set document(title: {literal(document.title or '–')}, author: {author}, date: none)"
        margin = f"(inside: {preset.inside}, outside: {preset.outside}, top: {preset.top}, bottom: {preset.bottom})"
        yield f"#set page(width: {preset.width}{wide}, height: {preset.height}, margin: {margin})"
        font = f"font: {literal(preset.font)}, size: {preset.size}"
        yield f"#set text({font}, lang: {literal(language)}, dir: way-of-book, hyphenate: true)"
        yield (
            f"#set par(justify: true, leading: {preset.leading}, spacing: {preset.leading}, "
            "first-line-indent: (amount: 1.2em, all: false))"
        )
        yield "#show heading: set text(1.2em / 1.4)"
        yield "#show heading: set block(above: 0pt, below: 0pt)"
        yield from self._title()
        yield f'#show regex("\\\\S{{{_LONG_WORD},}}"): whole-or-divided'
        for page in document.front:
            yield from self._page(page)
        yield from self._page(document.rules)
        yield from self._sheet(document.sheet)
        yield f"#set page(header: range-of-numbers{self._dice()})"
        yield "#pagebreak(weak: true)"
        for section in document.sections:
            yield from self._section(section)
        yield "#metadata(none) <end>"
        if document.back:
            yield "#set page(header: none, footer: none)"
        for page in document.back:
            yield from self._page(page)
        down = "(it.location().position().y - top-of-text) / height-of-text"
        place = f"(it.value, it.location().page(), calc.max(0.0, {down}))"
        where = f"query(selector(<section>).or(<page>)).map(it => {place})"
        yield f"#context [#metadata(({where}, counter(page).final().first())) <where>]"

    def _title(self) -> Iterator[str]:
        author = f"#v(1.5em)#text(1.2em, {literal(self.document.author)})" if self.document.author else ""
        title = f"#title-of({literal(self.document.title)})"
        yield f"#align(center + horizon)[#set par(justify: false, leading: 0.5em)\n{title}{author}]"
        yield "#pagebreak()"

    def _dice(self) -> str:
        """Two dice at the foot of each page, drawn for each of them by a seed."""
        if "dice" not in self.options:
            return ""
        random = Random(seed_of((self.document.title,)))  # noqa: S311 - no secret depends on it
        faces = [random.randint(1, 6) for _ in range(2 * _PAGES_WITH_DICE)]
        listed = f"({', '.join(map(str, faces))})"
        draw = f"let f = {listed}; let p = 2 * calc.rem(here().page(), {_PAGES_WITH_DICE})"
        side = "align(if calc.odd(here().page()) { right } else { left }, die(f.at(p)) + h(3pt) + die(f.at(p + 1)))"
        return f", footer: context {{ {draw}; {side} }}"

    def _page(self, page: Page) -> Iterator[str]:
        yield f"#page-of({literal(page.name)}, {literal(page.title)})["
        yield from self._blocks(page.blocks)
        yield "]"

    def _section(self, section: Section) -> Iterator[str]:
        title = section.title if "titles" in self.options else ""
        whole = is_whole(section, self.preset)
        number = literal(str(section.number))
        yield f"#section({number}, {section.boxes}, {literal(title)}, {'true' if whole else 'false'})["
        notes = [block for block in section.blocks if _is_note(block)]
        if notes:
            yield "#proofed(["
            yield from self._blocks(notes)
            yield "], ["
        yield from self._blocks(block for block in section.blocks if not _is_note(block))
        yield "])]" if notes else "]"

    def _is_proof(self) -> bool:
        return any(_is_note(block) for section in self.document.sections for block in section.blocks)

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        before: Block | None = None
        found = _ended(list(blocks), left=self.left)
        for place, block in enumerate(found):
            match block:
                case Paragraph():
                    yield self._paragraph(block, before, announces=place == len(found) - 2 and _stays(block, found[-1]))
                case Picture():
                    file = self.images.get(block.path)
                    call = "picture" if file else "absent"
                    yield f"#{call}({literal(file or block.path)}, {literal(block.caption)})"
                case Divider():
                    yield "#divider"
                case Grid():
                    cells = ([f"[{self._runs(cell)}], " for cell in line] for line in block.lines)
                    lines = ", ".join(f"({''.join(line)})" for line in cells)
                    sides = "true" if block.sides else "false"
                    yield f"#grid-of({block.level}, {sides}, ({', '.join(block.columns)},), ({lines},))"
                case Foes():
                    yield f"#foes({block.level}, ({', '.join(_foe_cells(block))},))"
            before = block

    def _paragraph(self, block: Paragraph, before: Block | None, *, announces: bool) -> str:
        """A paragraph.

        Args:
            block: it.
            before: what stands above it.
            announces: whether it stays on the page of what comes next even without a colon at its end.
        """
        stays = announces or plain(block.runs).endswith(":")
        body = f"[{self._runs(block.runs)}]"
        left = _way(block, self.left)
        way = "" if left == self.left else f"way: {_WAYS[left]}, "
        if block.kind == "choice":
            listed = isinstance(before, Paragraph) and (before.kind, before.level) == (block.kind, block.level)
            apart = "false" if listed or before is None else "true"
            return f"#choice({block.level}, {apart}, {'true' if stays else 'false'}, {way}{body})"
        if (block.kind in ("rule", "row", "ending") and stays) or (block.kind == "prose" and block.level and announces):
            return f"#lead({block.level}, {way}{body})"
        match block.kind:
            case "prose" if not block.level:
                goes_on = isinstance(before, Paragraph) and before.kind == "prose"
                if announces:
                    return f"#kept-prose({'true' if goes_on else 'false'}, {way}{body})"
                return f"#prose({way}{body})" if way else f"#prose{body}"
            case "quote":
                return f"#quotation({block.level}, {way}{body})"
            case "item":
                return f"#item({block.level}, {literal(block.mark)}, {way}{body})"
            case "verse":
                lines = "".join(f"[{self._runs(line)}], " for line in _lines(block.runs))
                return f"#verse({block.level}, {way}({lines}))"
            case "head":
                return f"#minor({block.level}, {way}{body})"
            case "note":
                return f"#note({body})"
        return f"#rule({block.level}, {way}{body})"

    def _runs(self, runs: Runs) -> str:
        return "".join(self._run(run) for run in runs)

    def _run(self, run: Run) -> str:
        if run.chapter:
            return f"#turn({literal(run.text)})"
        if run.text == _LINE_END:
            return "#linebreak()"
        words = literal(run.text)
        if run.code:
            words = f"raw({words})"
        if run.italic:
            words = f"emph({words})"
        if run.bold:
            words = f"strong({words})"
        if run.address:
            words = f"link({literal(run.address)}, {words})"
        return f"#{words}"

    def _sheet(self, sheet: Sheet) -> Iterator[str]:
        if not sheet.lines:
            return
        say = self.document.labels
        yield f'#page-of("sheet", {literal(say["sheet-title"])})['
        yield "#set par(first-line-indent: 0em, justify: false)"
        numbers = [line for line in sheet.lines if line.kind in ("stat", "number", "one-of")]
        yield "#grid(columns: (1fr, 1fr), column-gutter: 1em, row-gutter: 0.9em,"
        for line in numbers:
            initial = literal(say["sheet-initial"] if line.kind == "stat" else "")
            yield f"  value-box({literal(line.name)}, {literal(line.start or line.roll)}, {initial}),"
        yield ")"
        yield from self._lists(sheet)
        if sheet.visited:
            yield f"#minor(0, {literal(say['sheet-sections'])})"
            every = " ".join(f"#box(width: 1.9em, {literal(str(each.number))})" for each in self.document.sections)
            yield f"#block[#set text(0.7em)\n#set par(leading: 0.5em)\n{every}]"
        if sheet.foe_stats:
            yield f"#minor(0, {literal(say['sheet-fights'])})"
            yield f"#fights(({''.join(f'{literal(stat)}, ' for stat in sheet.foe_stats)}))"
        yield "]"

    def _lists(self, sheet: Sheet) -> Iterator[str]:
        say = self.document.labels
        for kind, key in (("item", "sheet-items"), ("codeword", "sheet-codewords")):
            lines = [line for line in sheet.lines if line.kind == kind]
            if not lines:
                continue
            yield f"#minor(0, {literal(say[key])})"
            yield "#grid(columns: (1fr, 1fr, 1fr), column-gutter: 1em, row-gutter: 0.7em,"
            for line in (each for each in lines if each.boxes <= _FEW_BOXES):
                yield f"  [{_boxes(line)} #h(0.3em) #{literal(line.name)}],"
            yield ")"
            for line in (each for each in lines if each.boxes > _FEW_BOXES):
                yield f"#block(above: 0.7em)[#{literal(line.name)} #h(0.3em) {_boxes(line)}]"
        for name, places in sheet.limits:
            slots = "".join(
                "box(width: 100%, height: 1.3em, stroke: (bottom: 0.5pt)), " for _ in range(min(places, MOST_SLOTS))
            )
            yield f"#minor(0, {literal(f'{name} ({places})')})"
            yield f"#grid(columns: (1fr, 1fr), column-gutter: 1em, {slots})"


def is_whole(section: Section, preset: Preset) -> bool:
    """Whether a section is never broken in two: a short one without images."""
    words = sum(word_count(letters(block)) for block in section.blocks)
    return words <= preset.whole and not any(isinstance(block, Picture) for block in section.blocks)


def _ended(blocks: list[Block], *, left: bool) -> list[Block]:
    """The blocks of a section, with a last rule as the last line of the paragraph above it.

    Else "Turn to 77." could begin a page alone: the lines of a paragraph are kept together by two, its last ones, too.
    A rule that runs the other way stays by itself, for all lines of a paragraph run one way.

    Args:
        blocks: what stands in the section.
        left: whether the book runs from right to left.
    """
    match blocks:
        case [
            *others,
            Paragraph(kind="prose" | "rule", level=0) as above,
            Paragraph(kind="rule" | "ending", level=0) as last,
        ] if not plain(above.runs).endswith(":") and _way(above, left) == _way(last, left):
            return [*others, replace(above, runs=(*above.runs, Run(_LINE_END), *last.runs))]
    return blocks


def _way(block: Paragraph, left: bool) -> bool:
    """Whether a paragraph runs from right to left; `left`: whether the book does."""
    return runs_left(plain(block.runs), otherwise=left)


def _stays(block: Paragraph, last: Block) -> bool:
    """Whether a paragraph stays with the last line of its section.

    It is moved to the next page as a whole, so it is a short one, which leaves no large gap.
    """
    alone = isinstance(last, Paragraph) and last.kind != "prose" and not any(run.text == _LINE_END for run in last.runs)
    return alone and word_count(plain(block.runs)) <= _FEW_WORDS


def _boxes(line: SheetLine) -> str:
    """A box for each of an item that there can be."""
    return "#h(0.15em)".join(["#empty-box"] * line.boxes)


def _is_note(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.kind == "note"


def _foe_cells(box: Foes) -> Iterator[str]:
    """A row of cells for each foe; all rows are of one length."""
    most = max(len(stats) for _, stats in box.foes)
    for name, stats in box.foes:
        cells = [name, *(f"{stat} {value}" for stat, value in stats), *[""] * (most - len(stats))]
        yield f"({''.join(f'{literal(cell)}, ' for cell in cells)})"


def _lines(runs: Runs) -> Iterator[Runs]:
    """The lines of a verse."""
    line: list[Run] = []
    for run in runs:
        first, *others = run.text.split("\n")
        line.append(Run(first, run.bold, run.italic, run.code, run.chapter, run.address))
        for other in others:
            yield tuple(line)
            line = [Run(other, run.bold, run.italic, run.code, run.chapter, run.address)]
    yield tuple(line)
