"""Print a report in an output format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import page_width
from gamebook.cli.console import emit, fail, watched
from gamebook.cli.outputs import write_output_text
from gamebook.render.data import json_text
from gamebook.sentences import listed

if TYPE_CHECKING:
    from gamebook.render.styled import Styled
    from gamebook.report.section import Section

REPORT = "working out the report"
"""The phase in which it is not printed yet."""


class Form(StrEnum):
    """Output formats of reports."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    MD = "md"
    """The same, by the end of a file's name."""
    HTML = "html"


AsForm = Annotated[
    Form | None,
    typer.Option("--format", "--to", help="Output format of the report; by default text.", show_default=False),
]
FILES = {".txt": Form.TEXT, ".json": Form.JSON, ".csv": Form.CSV, ".md": Form.MARKDOWN, ".html": Form.HTML}
"""The output format of a file, by the end of its name."""


def form_of(form: Form | None, as_json: bool, output: Path | None = None, *, in_print: bool = False) -> Form:
    """The output format that `--format`, `--json` and the name of a file ask for.

    Args:
        form: `--format`.
        as_json: `--json`.
        output: the file to write; None: the report is printed.
        in_print: whether the command writes PDF, too.
    """
    asked: list[Form] = [Form.MARKDOWN if form is Form.MD else form] if form is not None else []
    asked += [Form.JSON] * as_json
    if output is not None:
        if output.suffix not in FILES:
            endings = listed([*FILES, *[".pdf"] * in_print], last="or")
            fail(f"{output}: the name of a report must end in {endings}")
        asked.append(FILES[output.suffix])
    if len(set(asked)) > 1:
        fail(f"{listed(dict.fromkeys(asked))} are different output formats; use one of them")
    return asked[0] if asked else Form.TEXT


def show(
    sections: Iterable[Section], data: Callable[[], object] | None, form: Form, output: Path | None = None
) -> None:
    """Print a report, or write it to a file.

    Args:
        sections: the report; as text, each section is printed before the next one is computed.
        data: the report as data; None: that of its sections.
        form: the output format.
        output: the file; None: print it.
    """
    if output is None and form is Form.TEXT:
        from gamebook.render.text import text_parts

        parts = iter(text_parts(sections, page_width()))
        while (part := _next(parts)) is not None:
            emit(part)
        return
    with watched() as job:
        job.begin(REPORT)
        written = _written(sections, data, form)
    if output is not None:
        write_output_text(output, written)
    else:
        emit(written)


def _next(parts: Iterator[Styled]) -> Styled | None:
    """The next part of a report; until it is computed, progress is shown."""
    with watched() as job:
        job.begin(REPORT)
        return next(parts, None)


def _written(sections: Iterable[Section], data: Callable[[], object] | None, form: Form) -> str:
    """A report in an output format, in one piece."""
    match form:
        case Form.TEXT:
            from gamebook.render.text import text

            return text(sections).plain
        case Form.JSON:
            from gamebook.render.data import sections_data

            return json_text(data() if data is not None else sections_data(sections))
        case Form.CSV:
            from gamebook.render.csv import csv_text

            return csv_text(sections)
        case Form.MARKDOWN | Form.MD:
            from gamebook.render.markdown import markdown_text

            return markdown_text(sections)
        case Form.HTML:
            from gamebook.render.html import html_text

            return html_text(sections)
