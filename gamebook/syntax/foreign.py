"""Rules of other programs, which are only words here: ChoiceScript, ink, SugarCube and Harlowe (both of Twine)."""

from __future__ import annotations

import re
from typing import NamedTuple

from gamebook.codes import finding, syntax
from gamebook.codes.hints import write
from gamebook.diagnostics import Diagnostic
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax.grammar import reads
from gamebook.syntax.words import short

_VALUE = r"(?:[-+*/%&]?[ \t]*(?:\d+|\"[^\"]*\"|true|false|\$?\w+(?:[ \t]*[-+*/%][ \t]*\$?\w+)*|\(.*\)))"
_TEST = r"(?:\(.*\)|(?:not[ \t]+)?\w+(?:[ \t]*(?:!=|[<>]=?|=)[ \t]*\S.*)?)"
LONGEST = 300
"""Letters of a line that are looked at."""


class Kind(NamedTuple):
    """One kind of rule of a program."""

    program: str
    pattern: re.Pattern[str]
    """Its groups name what the advice is made of."""
    advice: str = ""
    """An example of how it is written here, where its groups do not say."""


def _kind(program: str, text: str, advice: str = "") -> Kind:
    return Kind(program, pattern(text), advice)


_KINDS = (
    _kind("ChoiceScript", rf"\*(?:set|temp|create)[ \t]+(?P<name>\w+)[ \t]+(?P<value>{_VALUE})"),
    _kind("ChoiceScript", rf"\*(?:if|elseif|elsif|selectable_if)[ \t]*(?P<test>{_TEST})"),
    _kind("ChoiceScript", r"\*(?:choice|fake_choice)(?:[ \t].*)?", "* Go left -> 2"),
    _kind("ChoiceScript", r"\*(?:goto|gosub|goto_scene|gosub_scene)[ \t]+(?P<to>[\w-]+)"),
    _kind("ChoiceScript", r"\*(?:finish|ending)(?:[ \t].*)?", '~ ending "The end"'),
    _kind("ChoiceScript", r"\*label[ \t]+(?P<head>[\w-]+)"),
    _kind("ink", r"(?:VAR|CONST|LIST)[ \t]+(?P<declared>\w+)[ \t]*=[ \t]*(?P<value>.+)"),
    _kind("ink", r"(?:-[ \t]*)?(?<!\\)\{(?P<test>[^{}:|]*\w[^{}:|]*):.*"),
    _kind("Twine", rf"<<set[ \t]+\$?(?P<name>\w+)[ \t]*(?:to\b|(?P<sign>[-+])?=)[ \t]*(?P<value>{_VALUE})[ \t]*>>.*"),
    _kind("Twine", r"<<(?:else)?if[ \t]+(?P<test>.+?)>>.*"),
    _kind("Twine", r"<<(?:set|run|unset|link|button|goto|display|include|print|switch|choice|silently)\b.*>>.*"),
    _kind("Twine", rf"\(set:[ \t]*\$?(?P<name>\w+)[ \t]+to[ \t]+(?P<value>{_VALUE})[ \t]*\).*"),
    _kind("Twine", r"\((?:if|unless|else-if|elseif):[ \t]*(?P<test>[^()]*\$[^()]*)\).*"),
    _kind("Twine", r"\((?:set|put|link|link-goto|goto|go-to|display|print):[ \t]*[\"'$].*"),
)
_SIGNS = (
    (r"\$", ""),
    (r"&&", "and"),
    (r"\|\|", "or"),
    (r"==+|\bis\b|\beq\b", "="),
    (r"\bgte\b", ">="),
    (r"\blte\b", "<="),
    (r"\bgt\b", ">"),
    (r"\blt\b", "<"),
    (r"\bneq\b|= not\b", "!="),
    (r"!(?!=)", "not "),
)
"""What these programs write, and what is written here."""


def foreign_rule(line: str, span: Span) -> Diagnostic | None:
    """A line of prose that is a rule of another program; the findings of one kind have one message."""
    if len(line) > LONGEST or line[:1] not in "*VCL-{<(":
        return None
    for kind in _KINDS:
        match = kind.pattern.fullmatch(line)
        if match is not None:
            message = f"“{_word(line)}” is a rule of {kind.program}; here it is only text"
            return finding(syntax.FOREIGN_RULE, span, message, _hint(kind, match))
    return None


def _word(line: str) -> str:
    """What shows the kind of a rule: its first word."""
    if line[:1] in "-{":
        return "{…: …}"
    found = re.match(r"\W*[\w-]+:?", line)
    return short(found[0]) if found else short(line)


def _hint(kind: Kind, match: re.Match[str]) -> str:
    """The rule as it should be, as far as it can be read; else where such rules are turned into ours."""
    parts = match.groupdict()
    whole = f"a whole file of {kind.program} is read by: gamebook import"
    if "declared" in parts:
        start = parts["value"] if parts["value"].isdecimal() else 0
        return f"write under “sheet” in the header: number {parts['declared']} = {start} in 0..99; {whole}"
    if "test" in parts:
        rule = f"~ if {_plain(parts['test'])}"
        return f"write: {rule}, and under it, with four blanks, what happens then; {whole}" if _can(rule) else whole
    if "name" in parts:
        rule = _change(parts["name"], _plain(parts["value"]), parts.get("sign") or "")
        return write(rule, f"; {whole}") if _can(rule) else whole
    if "to" in parts or "head" in parts:
        return write(f"{'->' if 'to' in parts else '==='} {parts.get('to') or parts.get('head')}", f"; {whole}")
    return f"write it like this: {kind.advice}; {whole}" if kind.advice else whole


def _plain(words: str) -> str:
    """A value or condition with our signs."""
    for mark, sign in _SIGNS:
        words = re.sub(mark, sign, words)
    words = " ".join(words.split())
    return words[1:-1] if re.fullmatch(r"\([^()]*\)", words) else words


def _change(name: str, value: str, sign: str) -> str:
    """The rule that sets a number, or changes it."""
    match = re.fullmatch(rf"(?:it|{re.escape(name)})?[ ]*([-+])[ ]*(\w+)", value)
    if match is not None:
        return f"~ {name} {match[1]}{match[2]}"
    return f"~ {name} {sign}{value}" if sign else f"~ set {name} = {value}"


def _can(rule: str) -> bool:
    """Whether a rule can be read."""
    return reads(f"\n{rule}\n    -> 1\n" if rule.startswith("~ if") else f"\n{rule}\n")
