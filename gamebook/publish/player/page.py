"""The page to play: template, style, script and the packed book as one HTML file that loads nothing.

The only style and script that a browser accepts in it are ours, known by their hashes: whatever the words of a book
hold, nothing of it runs.
"""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gamebook.letters import printable
from gamebook.phrases import load_phrases
from gamebook.phrases.play_words import load_words
from gamebook.publish.player.pack import Data
from gamebook.render.page_policy import data_in_page, policy

FOLDER = Path(__file__).parent
MODULES = ("numbers", "spread", "expression", "machine", "random", "session", "paper", "play", "advice", "view")
"""The scripts of the page, each after those that it needs."""

_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def page(book: Data, language: str) -> str:
    """A page for a packed book.

    Args:
        book: what `packed` gives.
        language: of the book's prose; the page speaks it if there are words for it, else English.
    """
    style, script = (FOLDER / "page.css").read_text("utf-8"), _script()
    words = {**load_words(language), "by": _by(book["author"], language)}
    title, _ = book["shown"]["called"].get(book["title"], (book["title"], ""))
    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    text: str = environment.get_template("page.html").render(
        policy=policy(style, script, images=True),
        language=language or "en",
        title=printable(title) or words["story"],
        words=words,
        style=Markup(style),
        script=Markup(script),
        words_data=Markup(printable(data_in_page(words))),
        book_data=Markup(printable(data_in_page(book))),
    )
    return text


def _by(author: str, language: str) -> str:
    """The phrase before the name of an author, as it stands before this one: `d’Éloïse`."""
    before, hole, after = load_words(language)["by"].partition("{")
    said, _ = load_phrases(language).met(f" {before}", author)
    if said.endswith("'"):  # but an article that begins a name is a part of it: `de Le Clézio`
        before = said.strip().replace("'", "’")
    return f"{before}{hole}{after}"


def _script() -> str:
    """The modules as one script: their imports and exports fall away, for all names are different."""
    texts = (_EXPORT.sub("", _IMPORT.sub("", (FOLDER / "js" / f"{name}.mjs").read_text("utf-8"))) for name in MODULES)
    return f'"use strict";\n(() => {{\n{"".join(texts)}\nopen();\n}})();\n'
