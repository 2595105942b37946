"""Print a report in an output format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from gamebook.cli.book import page_width
from gamebook.cli.console import emit, fail
from gamebook.render.data import json_text

if TYPE_CHECKING:
    from gamebook.report.section import Section


class Form(StrEnum):
    """Output formats of reports."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"


AsForm = Annotated[Form, typer.Option("--format", help="Output format of the report.")]


def form_of(form: Form, as_json: bool) -> Form:
    """The output format that `--format` and `--json` ask for."""
    if as_json and form not in (Form.TEXT, Form.JSON):
        fail(f"--json and --format {form.value} are two output formats; use one of them")
    return Form.JSON if as_json else form


def show(sections: Iterable[Section], data: Callable[[], object] | None, form: Form) -> None:
    """Print a report.

    Args:
        sections: the report; as text each section is printed as soon as it is known.
        data: the report as data; None: that of its sections.
        form: the output format.
    """
    if form is Form.TEXT:
        from gamebook.render.text import text_parts

        for part in text_parts(sections, page_width()):
            emit(part)
    else:
        emit(written(sections, data, form))


def written(sections: Iterable[Section], data: Callable[[], object] | None, form: Form) -> str:
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
        case Form.MARKDOWN:
            from gamebook.render.markdown import markdown_text

            return markdown_text(sections)
        case Form.HTML:
            from gamebook.render.html import html_text

            return html_text(sections)
