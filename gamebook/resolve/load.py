"""Reading the files of a book: itself, the rule system it uses, the parts it includes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.codes import finding, names, syntax
from gamebook.codes.hints import with_lines, write
from gamebook.diagnostics import Diagnostic
from gamebook.files import DISK, SUFFIX, Files, Seen, in_folder, look
from gamebook.resolve.spelling import nearest
from gamebook.resources import SHIPPED, resource_folder
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.clean import clean
from gamebook.syntax.decode import decode
from gamebook.syntax.parse import Known, Parsed, parse
from gamebook.syntax.words import nearest_word

MAX_DEPTH = 8
"""Files that include files."""
MAX_FILES = 200
"""The most files of one book."""


class Loaded(Struct, frozen=True):
    """All files of a book as read: the rule system first, then the book and its parts in the order included."""

    sources: tuple[Source, ...]
    pages: tuple[Parsed, ...]
    """One page a source."""
    findings: tuple[Diagnostic, ...]
    """What was wrong with the files themselves; what is wrong on a page is in its `Parsed`."""
    seen: tuple[Seen, ...] = ()
    """Every file that was looked at, those that could not be read included; the main file first."""

    @property
    def folder(self) -> Path:
        """The folder of the main file: there lies whatever belongs to the book, also what its parts name."""
        return Path(self.seen[0].path).parent if self.seen else Path()


Parser = Callable[[Source], Parsed]


def load_pages(path: Path, files: Files = DISK, parser: Parser | None = None) -> Loaded:
    """Read a book.

    Args:
        path: its main file.
        files: where files are read from; rule systems in the book's folder, too.
        parser: reads a page, or remembers it; None: what is read is not remembered.
    """
    loader = _Loader(path.parent, files, parser or _read)
    data = loader.read(path)
    if data is None:
        message = f"{path} cannot be read"
        hint = "it is a pipe, and no program writes into it" if path.is_fifo() else "check the path"
        return Loaded((), (), (finding(names.MISSING_FILE, Span(str(path), 0, 0), message, hint),))
    source, findings = decode(str(path), data)
    loader.findings.extend(findings)
    loader.load(source, path, 0)
    return loader.loaded()


def load_systems() -> tuple[str, ...]:
    """The names of the rule systems that ship with the package."""
    folder = resource_folder("systems")
    return tuple(sorted(each.stem for each in folder.glob(f"*{SUFFIX}")))


@cache
def load_systems_with(kind: str, name: str, stats: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names of the shipped rule systems that declare something; `stats`: those that foes have in them."""
    declared = re.compile(rf"^[ ]*{kind}[ ]+{re.escape(name)}(?![\w-])", re.MULTILINE)
    with_foes = [re.compile(rf"^[ ]*foe[ ].*(?<![\w-]){re.escape(stat)}(?![\w-])", re.MULTILINE) for stat in stats]
    texts = {each: (resource_folder("systems") / f"{each}{SUFFIX}").read_text("utf-8") for each in load_systems()}
    return tuple(each for each, text in texts.items() if all(look.search(text) for look in (declared, *with_foes)))


_SHIPPED: dict[str, Known] = {}


def known_pieces(path: str) -> Known:
    """What is known of a file's text before it is read: a rule system that comes with gamebook is read only once."""
    return _SHIPPED.setdefault(path, {}) if path.startswith(SHIPPED) else {}


def _read(source: Source) -> Parsed:
    return parse(source, known_pieces(source.path))


class _Loader(Struct):
    """The files read so far."""

    folder: Path
    files: Files
    parse: Parser
    systems: list[tuple[Source, Parsed]] = field(default_factory=list)
    parts: list[tuple[Source, Parsed]] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    findings: list[Diagnostic] = field(default_factory=list)
    looked_at: list[Seen] = field(default_factory=list)

    def read(self, path: Path, files: Files | None = None) -> bytes | None:
        """What a file holds; None where it cannot be read."""
        seen, data = look(str(path), files or self.files)
        self.looked_at.append(seen)
        return data

    def loaded(self) -> Loaded:
        """Everything, in the order it is resolved."""
        files = _with_free_names((*self.systems, *self.parts))
        return Loaded(
            tuple(source for source, _ in files), tuple(page for _, page in files), tuple(self.findings),
            tuple(self.looked_at),
        )  # fmt: skip

    def load(self, source: Source, path: Path, depth: int) -> None:
        """A page of the book, and the files it names."""
        self.seen.add(Path(self.files.place(str(path))))
        page = self.parse(source)
        self.parts.append((source, page))
        for node in page.page.declarations:
            match node:
                case ast.Use():
                    self._use(node)
                case ast.Include():
                    self._include(node, depth + 1)

    def _use(self, node: ast.Use) -> None:
        """A system in the book's folder is used before one that comes with gamebook: an author can change a copy."""
        if node.system in self.used:
            return
        self.used.add(node.system)
        name = f"{node.system}{SUFFIX}"
        beside, shipped = self.folder / name, resource_folder("systems") / name
        for path, shown, files in ((beside, str(beside), self.files), (shipped, f"{SHIPPED}{name}", DISK)):
            data = self.read(path, files)
            if data is not None:
                source, findings = decode(shown, data)
                self.findings.extend(findings)
                page = self.parse(source)
                for each in page.page.declarations:
                    if isinstance(each, ast.Use):
                        self._use(each)
                self.systems.append((source, page))
                return
        known = load_systems()
        hint = nearest(node.system, known) or f"the systems are {', '.join(known)}"
        self.findings.append(
            finding(names.UNKNOWN_SYSTEM, node.system.span, f"there is no rule system {node.system}", hint)
        )

    def _include(self, node: ast.Include, depth: int) -> None:
        path = in_folder(self.folder / node.path, self.files)
        problem = self._problem(path, node, depth)
        if problem is not None:
            self.findings.append(finding(names.BAD_INCLUDE, node.span, *problem))
            return
        data = self.read(path)
        if data is None:
            self.findings.append(finding(names.MISSING_FILE, node.span, *self._missing(path, node)))
            return
        source, findings = decode(str(path), data)
        self.findings.extend(findings)
        self.load(source, path, depth)

    def _beside(self, node: ast.Include) -> tuple[str, str] | None:
        """What to say of a path that leads to a file of the book only from the file that includes it."""
        path = Path(node.span.path).parent / node.path
        whole, folder = Path(self.files.place(str(path))), Path(self.files.place(str(self.folder)))
        if not whole.is_relative_to(folder) or path.name not in self.files.names(str(path.parent)):
            return None
        line = f'include "{whole.relative_to(folder).as_posix()}"'
        starts = "a path starts in the folder of the main file, wherever it stands"
        return f"there is no file {node.path}: {starts}", write(line)

    def _missing(self, path: Path, node: ast.Include) -> tuple[str, str]:
        """Why a file could not be read, and what to do."""
        written = node.path
        if Path(self.files.place(str(path))).is_symlink():  # else it would have been followed
            return f"{written} is a link that leads in a circle", "put the file itself there, or a link to it"
        if path.name in self.files.names(str(path.parent)):
            return f"{written} cannot be read", "it must be a text file that you may open"
        whole = Path(self.files.place(str(self.folder / written.replace("\\", "/"))))
        folder = Path(self.files.place(str(self.folder)))
        if whole.is_relative_to(folder) and whole.name in self.files.names(str(whole.parent)):
            message = f"there is no file {written}: in a path, “/” stands between a folder and what is in it"
            return message, write(f'include "{whole.relative_to(folder).as_posix()}"')
        others = [each for each in self.files.names(str(self.folder)) if each.endswith(SUFFIX)]
        stems = {
            each.removesuffix(SUFFIX): each
            for each in others
            if Path(self.files.place(str(self.folder / each))) not in self.seen
        }
        beside = self._beside(node)
        if beside is not None:
            return beside
        meant = nearest_word(written.removesuffix(SUFFIX), stems)
        message = f"there is no file {written} in the book's folder"
        if meant is None:
            return message, "write that file, or correct its name"
        return message, with_lines(f"did you mean {stems[meant]}?", f'include "{stems[meant]}"')

    def _again(self, whole: Path, node: ast.Include) -> tuple[str, str]:
        """What to say of a file that has been read, and what to do."""
        main, here = (Path(self.files.place(path)) for path in (self.parts[0][0].path, node.span.path))
        if whole == here:
            return f"{node.path} includes itself", "remove this line"
        if whole == main:
            return f"{node.path} is the main file, which includes this one", "remove this line"
        return f"{node.path} is already included", "include each file once"

    def _problem(self, path: Path, node: ast.Include, depth: int) -> tuple[str, str] | None:
        """Why a file is not to be read, and what to do."""
        written = node.path
        if "\0" in written:
            return f"{written!r} is not a file name", "write the name of a file"
        whole = Path(self.files.place(str(path)))
        if not whole.is_relative_to(self.files.place(str(self.folder))):
            outside = f"{written} lies outside the book's folder", "keep all parts of a book in its folder"
            return self._beside(node) or outside
        if whole in self.seen:
            return self._again(whole, node)
        if len(self.parts) >= MAX_FILES:
            return (
                f"{written} is one file too many: a book can have at most {MAX_FILES}",
                "put several parts into one file",
            )
        if depth > MAX_DEPTH:
            return f"{written} is included too deeply", "include the parts from the main file"
        return None


def _with_free_names(files: Sequence[tuple[Source, Parsed]]) -> Sequence[tuple[Source, Parsed]]:
    """The files; in each of several a limit without a name is offered one that the others do not have, either."""
    if len(files) < 2 or not any(each.code == syntax.LINE for _, page in files for each in page.findings):
        return files
    from gamebook.syntax.mistakes.sheet import free_names, with_free_names  # noqa: PLC0415 - as in `parse`

    texts = [clean(source).text for source, _ in files]
    ends = [page.chapters[0].span.start if page.chapters else None for _, page in files]
    free = free_names(text[:end] for text, end in zip(texts, ends, strict=True))
    made: list[tuple[Source, Parsed]] = []
    for text, (source, page) in zip(texts, files, strict=True):
        found = tuple(with_free_names(page.findings, text, free))
        made.append((source, page if found == page.findings else replace(page, findings=found)))
    return made
