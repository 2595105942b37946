"""Colours for books in documentation and terminals: a lexer for Pygments."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import Comment, Generic, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text

from gamebook.resources import resource_folder

_GROUPS: Any = bygroups
"""Pygments' types do not know what it takes."""


@cache
def language_words() -> tuple[str, ...]:
    """The words of the language, as the grammar has them."""
    found: set[str] = set()
    for path in sorted(resource_folder("grammars").glob("*.lark")):
        text = re.sub(r"^//.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found.update(re.findall(r'"([a-z][a-z-]+)"', text))
        for pattern in re.findall(r"/([^/\n]*\[ \\t\][^/\n]*)/", text):
            found.update(re.findall(r"(?<![\\\w])[a-z]{2,}", pattern))
    return tuple(sorted(found))


class GamebookLexer(RegexLexer):
    """Books in the gamebook language."""

    name = "Gamebook"
    aliases: ClassVar[list[str]] = ["gamebook"]
    filenames: ClassVar[list[str]] = ["*.gbk"]
    flags = re.MULTILINE

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Text),
            (r"//.*$", Comment.Single),
            (r"^(===)([ \t]+)(\S+)(.*)$", _GROUPS(Punctuation, Text, Name.Label, Generic.Heading)),
            (r"~", Operator, "code"),
            (r"->", Operator, "code"),
            (r"\*(?=[ \t])", Operator, "choice"),
            (words(language_words(), prefix=r"(?<![\w-])", suffix=r"(?=[ \t\n])"), Keyword.Declaration, "code"),
            (r"[^\s{]+", Text, "prose"),
            (r"\{", Literal, "value"),
        ],
        "prose": [
            (r"\n", Text, "#pop"),
            (r"[ \t]//.*$", Comment.Single),
            (r"\{", Literal, "value"),
            (r"[^{\n /]+|[ /]", Text),
        ],
        "choice": [
            (r"\n", Text, "#pop"),
            (r"[ \t]//.*$", Comment.Single),
            (r"->", Operator, ("#pop", "code")),
            (r"\[(?=[ \t]*(?:if|knows)\b)", Punctuation, "condition"),
            (r"\{", Literal, "value"),
            (r"[^{\[\n\-/ ]+|.", String.Other),
        ],
        "condition": [(r"\]", Punctuation, "#pop"), include("line"), (r"\n", Text, "#pop:2")],
        "value": [(r"\}", Literal, "#pop"), include("line"), (r"\n", Text, "#pop:2")],
        "code": [(r"\n", Text, "#pop"), include("line")],
        "line": [
            (r"[ \t]+", Text),
            (r"//.*$", Comment.Single),
            (r'"[^"\n]*"?', String.Double),
            (r"\b\d*d\d+\b", Number.Integer),
            (r"\d+%?", Number.Integer),
            (words(language_words(), prefix=r"(?<![\w-])", suffix=r"(?![\w-])"), Keyword),
            (r"[^\W\d]\w*(?:-[^\W\d]\w*)*", Name.Variable),
            (r"->|[-+*/=<>!|:.]+", Operator),
            (r"[^\s]", Punctuation),
        ],
    }
