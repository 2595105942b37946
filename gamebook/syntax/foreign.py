"""Rules of other programs, which are only words here: ChoiceScript, ink, SugarCube and Harlowe (both of Twine)."""

from __future__ import annotations

import re
from typing import NamedTuple

from gamebook.codes import finding, syntax
from gamebook.codes.hints import write
from gamebook.diagnostics import Diagnostic
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax.grammar import reads, reads_as_step
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
    _kind("ChoiceScript", r"\*comment(?:[ \t]+(?P<note>[^\s*][^*]*))?"),
    _kind(
        "ChoiceScript",
        r"\*(?:page_break|line_break|rand|hide_reuse|disable_reuse|allow_reuse|set|stat_chart|input_text|input_number"
        r"|scene_list|achieve(?:ment)?|check_achievements|return|params|delete|bug|else)\b[^*]*",
    ),
    _kind("ink", r"(?:VAR|CONST|LIST)[ \t]+(?P<declared>\w+)[ \t]*=[ \t]*(?P<value>.+)"),
    _kind("ink", r"(?:-[ \t]*)?(?<!\\)\{(?P<test>[^{}:|]*\w[^{}:|]*):.*"),
    _kind("Twine", rf"<<set[ \t]+\$?(?P<name>\w+)[ \t]*(?:to\b|(?P<sign>[-+])?=)[ \t]*(?P<value>{_VALUE})[ \t]*>>.*"),
    _kind("Twine", r"<<(?:else)?if[ \t]+(?P<test>.+?)>>.*"),
    _kind("Twine", r"<<(?:set|run|unset|link|button|goto|display|include|print|switch|choice|silently)\b.*>>.*"),
    _kind("Twine", rf"\(set:[ \t]*\$?(?P<name>\w+)[ \t]+to[ \t]+(?P<value>{_VALUE})[ \t]*\).*"),
    _kind("Twine", r"\((?:if|(?P<unless>unless)|else-if|elseif):[ \t]*(?P<test>[^()]*\$[^()]*)\).*"),
    _kind("Twine", r"\((?:set|put|link|link-goto|goto|go-to|display|print):[ \t]*[\"'$].*"),
)
MACRO = pattern(
    r"(?<!\\)(?:<<(?:(?:else)?if|set|run|unset|link|button|goto|display|include|print|switch|choice|silently)\b"
    r"|\((?:if|unless|else-if|elseif|set|put|link|link-goto|goto|go-to|display|print):)"
)
"""How a rule of Twine begins among other words."""
_MACROS = pattern(r"<<.*?>>|\([a-z-]+:[^()]*\)")
_HOOK = pattern(r"\[([^\[\]]*)\]")
"""What a rule of Harlowe is for: `(if: $rope)[Climb]`."""
_ELSE = pattern(r"<<else|\(else")
_IS = r"[ ]*(?:=+|\bis\b|\beq\b)[ ]*"
_SIGNS = (
    (r"\$", ""),
    (rf"\b(\w+){_IS}(?:true|not[ ]+false)\b", r"\1"),
    (rf"\b(\w+){_IS}(?:false|not[ ]+true)\b", r"not \1"),
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


def foreign_choice(label: str, span: Span, behind: str) -> Diagnostic | None:
    """A rule of Twine among the words of a choice.

    Args:
        label: the words.
        span: where they stand.
        behind: what follows them on their line.
    """
    begins = MACRO.search(label) if len(label) <= LONGEST else None
    rule = label[begins.start() :] if begins is not None else ""
    for kind in _KINDS if rule else ():
        match = kind.pattern.fullmatch(rule)
        if match is not None:
            message = f"“{_word(rule)}” is a rule of {kind.program}; here it is only text"
            words = " ".join(_HOOK.sub(r"\1", _MACROS.sub(" ", label)).split())
            if "test" in match.groupdict():
                message += ", and the choice is open to everyone"
            return finding(syntax.FOREIGN_RULE, span, message, _hint_for_choice(kind, match, words, behind.strip()))
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
        rule = f"~ if {_condition(match)}"
        return f"write: {rule}, and under it, with four blanks, what happens then; {whole}" if _can(rule) else whole
    if parts.get("note"):
        return write(f"// {parts['note']}", f"; {whole}")
    if "name" in parts:
        rule = _change(parts["name"], _plain(parts["value"]), parts.get("sign") or "")
        return write(rule, f"; {whole}") if _can(rule) else whole
    if "to" in parts or "head" in parts:
        return write(f"{'->' if 'to' in parts else '==='} {parts.get('to') or parts.get('head')}", f"; {whole}")
    return f"write it like this: {kind.advice}; {whole}" if kind.advice else whole


def _hint_for_choice(kind: Kind, match: re.Match[str], words: str, behind: str) -> str:
    """The choice as it should be: with a condition, or with a rule under it."""
    parts = match.groupdict()
    choice = f"* {words or '…'}"
    if "test" in parts:
        condition = f"[if {_condition(match)}]"
        if not reads_as_step(f"* Go {condition}"):
            return "write the condition as [if …], behind the words of the choice"
        if _ELSE.search(match[0], 1):
            return f"write two choices: the first with “{condition}” behind its words, the other for everybody else"
        line = f"{choice} {condition} {behind}".rstrip()
        sure = "[" not in words and reads_as_step(line)
        return write(line) if sure else f"write “{condition}” in place of it, behind the choice's words"
    if "name" in parts:
        rule = _change(parts["name"], _plain(parts["value"]), parts.get("sign") or "")
        line = f"{choice} {behind}".rstrip()
        if _can(rule) and reads_as_step(line):
            return f"write “{line}”, and under it, with four blanks: {rule}"
    return _hint(kind, match)


def _condition(match: re.Match[str]) -> str:
    """What a rule asks, with our signs."""
    condition = _plain(match["test"])
    if not match.groupdict().get("unless"):
        return condition
    return f"not {condition}" if re.fullmatch(r"\w+", condition) else f"not ({condition})"


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
