"""Colours for books in documentation and terminals: a lexer for Pygments."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, default, include, words
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


_HEADER_WORDS = """
    account aim anytime at author back book carry codeword combat draft each expect first foe front hero
    include item language let limit local number one-of option others otherwise param phrase resolve round
    rule sheet start stat strategy succeed system table test then ties use when while won wounds
"""
"""The words that begin a line of the header: `make editors` takes them from the grammar."""
_FIGHT_WORDS = """
    after busy each escape foe local lost on then together with won wounded
"""
"""The words that begin a line under a fight, as above."""
_FIGHT_FORM = r'(?![\w-])(?=[ \t]*(?:"|\d|$|//|[^.!?\n]*(?:=|->|\d[ \t]*$)|[\w-]+[ \t]*(?:$|//)))'
"""How such a line goes on; prose may begin with the same words."""
_ESCAPE = r"\\(?:[^\w\s]|_)"
"""A mark that is ordinary text: a backslash before a letter or a blank is a backslash."""
_COMMENT = r"(?<!\S)//.*$"
"""At the start of a line or after a blank, also between quotation marks."""
_HEAD = r"^(===)([ \t]+)(\S+)"


class GamebookLexer(RegexLexer):
    """Books in the gamebook language: the header up to the first chapter, then the story."""

    name = "Gamebook"
    aliases: ClassVar[list[str]] = ["gamebook"]
    filenames: ClassVar[list[str]] = ["*.gbk"]
    flags = re.MULTILINE

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (_HEAD, _GROUPS(Punctuation, Text, Name.Label), ("story", "title")),
            (r"\s+", Text),
            (words(_HEADER_WORDS.split(), suffix=r"(?![\w'’,.!?;-])"), Keyword.Declaration, "code"),
            include("line"),
        ],
        "story": [
            (_HEAD, _GROUPS(Punctuation, Text, Name.Label), "title"),
            (r"\s+", Text),
            include("line"),
        ],
        "title": [
            (r"\n", Text, "#pop"),
            (_COMMENT, Comment.Single),
            (r"[^\n/]+|/", Generic.Heading),
        ],
        "line": [
            (_COMMENT, Comment.Single),
            (r"~", Operator, "code"),
            (r"->", Operator, "code"),
            (r"\*(?=[ \t])", Operator, "choice"),
            (words(_FIGHT_WORDS.split(), prefix=r"(?<=[ \t])", suffix=_FIGHT_FORM), Keyword, "code"),
            (r"(?<=[ \t])-?\d+(?:[ \t]*(?:-|\.\.)[ \t]*-?\d+)?(?=[ \t]*(?::|->|//|$))", Number.Integer, "prose"),
            default("prose"),
        ],
        "prose": [
            (r"\n", Text, "#pop"),
            (_COMMENT, Comment.Single),
            (_ESCAPE, String.Escape),
            (r"->", Operator, ("#pop", "code")),
            (r"\{", Literal, "value"),
            (r"[^{\n\-/\\]+|.", Text),
        ],
        "choice": [
            (r"\n", Text, "#pop"),
            (_COMMENT, Comment.Single),
            (_ESCAPE, String.Escape),
            (r"->", Operator, ("#pop", "code")),
            (r"\[(?=[ \t]*(?:if|knows)\b)", Punctuation, "condition"),
            (r"\{", Literal, "value"),
            (r"[^{\[\n\-/\\]+|.", String.Other),
        ],
        "condition": [(r"\]", Punctuation, "#pop"), include("rule"), (r"\n", Text, "#pop:2")],
        "value": [(r"\}", Literal, "#pop"), include("rule"), (r"\n", Text, "#pop:2")],
        "code": [(r"\n", Text, "#pop"), include("rule")],
        "rule": [
            (r"[ \t]+", Text),
            (_COMMENT, Comment.Single),
            (r'"', String.Double, "string"),
            (r"\b\d*d\d+\b", Number.Integer),
            (r"\d+%?", Number.Integer),
            (words(language_words(), prefix=r"(?<![\w-])", suffix=r"(?![\w-])"), Keyword),
            (r"[^\W\d]\w*(?:-[^\W\d]\w*)*", Name.Variable),
            (r"->|[-+*/=<>!|:.]+", Operator),
            (r"[^\s]", Punctuation),
        ],
        "string": [
            (r'"', String.Double, "#pop"),
            (_COMMENT, Comment.Single),
            (_ESCAPE, String.Escape),
            (r'[^"\n/\\]+|[/\\]', String.Double),
            default("#pop"),
        ],
    }
