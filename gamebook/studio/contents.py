"""What a book consists of: its files, and its chapters."""

from __future__ import annotations

from gamebook.files import DISK
from gamebook.letters import word_count
from gamebook.project import Project
from gamebook.resolve.chapters import parts as parts_of
from gamebook.studio.bench import Json
from gamebook.studio.folder import Folder
from gamebook.syntax import ast


def parts(project: Project, folder: Folder) -> list[Json]:
    """The files of a book, its own and those it includes, that lie in the folder."""
    names = (folder.name(DISK.place(path)) for path in project.sources)
    return [each for each in names if each is not None]


def chapters(project: Project, folder: Folder) -> list[Json]:
    """The chapters of a book in the order written: name, title, file, line from 1, words of prose, and part."""
    pages = project.edition().loaded.pages
    names_of_parts, found = parts_of(pages), []
    for page in pages:
        path = page.page.span.path
        file, source = folder.name(DISK.place(path)), project.sources.get(path)
        if file is None or source is None:
            continue
        for chapter in page.page.chapters:
            if isinstance(chapter, ast.Chapter):
                words = sum(word_count(step.text) for step in chapter.body if isinstance(step, ast.Prose))
                line = source.position(chapter.span.start).line
                part = names_of_parts.get(chapter.name, "")
                found.append([str(chapter.name), chapter.title, file, line, words, part])
    return found
