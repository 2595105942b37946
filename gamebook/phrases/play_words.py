"""What the page to play says by itself, in the language of a book."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gamebook.phrases.table import USUAL, short_code, with_blanks
from gamebook.resources import resource_folder


@cache
def load_words(language: str) -> Mapping[str, str]:
    """What the page says, in a language (`de`, `de-AT`); in English where there are no words of it."""
    import tomllib  # noqa: PLC0415 - reading most books needs no table

    short = short_code(language)
    folder = resource_folder("phrases") / "play"
    known = {path.stem for path in folder.glob("*.toml")}
    short = short if short in known else USUAL
    return tomllib.loads(with_blanks((folder / f"{short}.toml").read_text("utf-8"), short))
