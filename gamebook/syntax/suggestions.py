"""The line as it was probably meant: what people write by habit is put into the words of the language.

It is only a guess, so it counts only if it can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gamebook.patterns import pattern
from gamebook.sentences import NUMBER_WORDS
from gamebook.syntax.grammar import as_step, reads
from gamebook.syntax.heads import COUNTED, NAME, NUMBER, WORD
from gamebook.syntax.marks import mend
from gamebook.syntax.stray import BULLET
from gamebook.syntax.words import RULES

Change = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
LONGEST = 120
"""Letters of a line that is worth mending."""

_AMOUNT = r"(?:\d+d\d+|\d+)"
_CHANGED = rf'(?:(?:initial|foe(?:[ \t]+"[^"]*")?)[ \t]+)?{NAME}'
"""What a rule changes."""
_HAVE = r"(?:have|has|hold|own|carry|possess|got)\b[ \t]*(?:got\b[ \t]*)?"
_TRUE = rf"(?:you(?:['’\"]ve)?[ \t]+)?(?:still[ \t]+)?{_HAVE}"
_UNTRUE = rf"(?:you[ \t]+)?(?:do|does|did|have|has)(?:n['’\"]t|[ \t]+not)[ \t]+(?:{_HAVE})?"
_THERE = r"(?:there|here|present|owned|carried|held|yours|set|noted|known|recorded|written(?:[ \t]+down)?|true|yes)\b"
_GONE = r"(?:missing|absent|gone|lost|unset|erased|false|no)\b"
_BEEN = r"(?:you(?:['’\"]ve)?[ \t]+)?(?:have[ \t]+)?(?:already[ \t]+)?(?:been[ \t]+(?:to|in|at)|visited)\b"
_ARTICLE = r"(?:(?:the|a|an|your|his|her)[ \t]+)"


def _change(text: str, into: str | Callable[[re.Match[str]], str]) -> Change:
    return pattern(text, re.IGNORECASE), into


def _small(match: re.Match[str]) -> str:
    """The word of a rule, which is written in small letters; a name stays as it is."""
    return match[0].lower() if match[1].lower() in _FIRST_WORDS else match[0]


def _each_foe(match: re.Match[str]) -> str:
    """Several foes of one name, one after another."""
    foes = (f'"{match[3]} {number}"{match[4].rstrip()}' for number in range(1, int(match[2]) + 1))
    return f"{match[1]}fight {' then '.join(foes)}"


def _foe(words: str) -> str:
    """A foe in quotation marks. A word in small letters before a name is a combat: `duel Rat` is `duel "Rat"`."""
    words = re.sub(r"^(?:the|an?) ", "", words)
    first, _, rest = words.partition(" ")
    return f'{first} "{rest.lstrip()}"' if first.islower() and rest.lstrip()[:1].isupper() else f'"{words}"'


def _not(condition: str) -> str:
    """What holds where a condition does not."""
    return f"not {condition}" if re.fullmatch(NAME, condition) else f"not ({condition})"


_VERBS = {
    "get|take|receive|find|give|pick up|add": "gain",
    "remove|drop|discard|use up": "lose",
    "battle|combat|attack": "fight",
    "win": "victory",
    "die|death": "defeat",
    "end": "ending",
    "write down|write|note down|record|mark|codeword": "note",
    "forget|unset|cross out|rub out|delete": "erase",
    "throw": "roll",
    "reset": "restore",
}
_DICE = NUMBER_WORDS[:6]
"""How many dice there are, in words."""
_COUNTS = {word: str(number) for number, word in enumerate(_DICE, start=1)}
_AS = rf"(?=$|[ \t]+as[ \t]+{NAME}$)"
"""How a line with a roll goes on: not at all, or with its name."""
_FIGHT = "(?:fight|battle|combat|attack)"
_FIRST_WORDS = frozenset(RULES) | frozenset(word for words in _VERBS for word in words.split("|"))
_RULE: tuple[Change, ...] = (
    _change(r"^[ \t]*~[ \t]*([a-z]+)", _small),
    _change(rf'^([ \t]*~[ \t]*)(?="[^"]+"[ \t]+{NAME}[ \t]*[-+]?[ \t]*\d)', r"\1foe "),
    _change(rf"^([ \t]*~[ \t]*({NAME})[ \t]*[-+][ \t]*{_AMOUNT})[ \t]+\2$", r"\1"),
    _change(rf"^([ \t]*~[ \t]*)(?:set[ \t]+)?({NAME})[ \t]+(?:to|becomes|is[ \t]+now)[ \t]+(?:=[ \t]*)?({_AMOUNT})$",
            r"\1set \2 = \3"),
    _change(r'^([ \t]*~[ \t]*(?:victory|defeat|ending))[ \t]*[:,–—-][ \t]*([^"“”\d][^"“”]*?)[ \t]*$', r'\1 "\2"'),
    _change(rf"^([ \t]*~[ \t]*choose[ \t]+{NAME})[ \t]+(?:in[ \t]+)?(?:from|between)?[ \t]*(\d+|{NAME})"
            rf"[ \t]*(?:\.{{2,}}|…|–|-|to|and)[ \t]*(\d+|{NAME})$", r"\1 in \2..\3"),
    _change(r"^([ \t]*~[ \t]*)throw[ \t]*=[ \t]*(\d*d\d.*)$", r"\1roll \2 as throw"),
    _change(rf"^([ \t]*~[ \t]*)(?:set[ \t]+)?({_CHANGED})[ \t]*(?::=|<-)[ \t]*(?=\S)", r"\1set \2 = "),
    _change(rf"^([ \t]*~[ \t]*)(?:set[ \t]+)?({NAME})[ \t]*([*/])=[ \t]*({_AMOUNT}|{NAME})$", r"\1set \2 = \2 \3 \4"),
    _change(rf"^([ \t]*~[ \t]*{NAME})(?:\+\+|--)[ \t]*;?$", lambda match: f"{match[1]} {match[0].rstrip('; ')[-1]}1"),
    _change(rf"""^([ \t]*~[ \t]*){_FIGHT}[ \t]+(?!")([^\d"(]*[^\s\d"(:,])(?=[ \t:,(]+[^\W\d]+[ \t:=]*\d)""",
            lambda match: f"{match[1]}fight {_foe(match[2])}"),
    _change(rf"^([ \t]*~[ \t]*roll[ \t]+)(?:(?:one|an?|the)[ \t]+)?die{_AS}", r"\g<1>1d6"),
    _change(rf"^([ \t]*~[ \t]*roll[ \t]+)a[ \t]+dice{_AS}", r"\g<1>1d6"),
    _change(rf"^([ \t]*~[ \t]*roll[ \t]+)([1-9]\d?|{'|'.join(_DICE)})[ \t]+dic?e{_AS}",
            lambda match: f"{match[1]}{_COUNTS.get(match[2].lower(), match[2])}d6"),
    _change(rf"^([ \t]*~[ \t]*roll)[ \t]+({NAME})[ \t]*=[ \t]*(\d*d\d.*)$",
            lambda match: f"{match[1]} {'' if match[3][0].isdigit() else '1'}{match[3]} as {match[2]}"),
    _change(r"^([ \t]*~[ \t]*)(?:(?:add|gain|get|take|receive|learn|tick|mark|record|write|note)(?:[ \t]+down)?)[ \t]+"
            r"(?:the[ \t]+|a[ \t]+)?codeword[ \t]+", r"\1note "),
    _change(r"^([ \t]*~[ \t]*)(?:erase|lose|remove|delete|forget|cross[ \t]+(?:out|off))[ \t]+"
            r"(?:the[ \t]+|a[ \t]+)?codeword[ \t]+", r"\1erase "),
    _change(rf"^([ \t]*~[ \t]*)(?:take|pick|select|choose)[ \t]+(?:any[ \t]+)?(\d+|{'|'.join(_DICE)})[ \t]+of"
            r"(?:[ \t]+(?:the|these)(?:[ \t]+following)?)?[ \t]*[.:]?$",
            lambda match: f"{match[1]}choose {_COUNTS.get(match[2].lower(), match[2])} of"),
    _change(rf"^([ \t]*~[ \t]*)(?!test\b)({NAME})[ \t]+(?:test|check)$", r"\1test \2"),
    _change(rf'^([ \t]*~[ \t]*{_FIGHT})[ \t]+(?:the|an?)[ \t]+(?=")', r"\1 "),
    _change(r'(?<=["\w])[ \t]*,?[ \t]+(?:(?:and|,)[ \t]+then|followed[ \t]+by)[ \t]+(?=")', " then "),
    _change(r'(?<=["\w])[ \t]*,?[ \t]+(?:together|along[ \t]+with|plus)[ \t]+(?=")', " and "),
    _change(rf'^([ \t]*~[ \t]*){_FIGHT}[ \t]+([2-4])[ \t]*x?[ \t]*"([^"]+)"([^"]*)$', _each_foe),
    _change(rf"^([ \t]*~[ \t]*)(?:increase|raise)[ \t]+(?:the[ \t]+|your[ \t]+)?({NAME})[ \t]+(?:by[ \t]+)?"
            rf"({_AMOUNT})[ \t]*(?:points?)?$", r"\g<1>\2 +\3"),
    _change(rf"^([ \t]*~[ \t]*)(?:decrease|reduce|lower)[ \t]+(?:the[ \t]+|your[ \t]+)?({NAME})[ \t]+(?:by[ \t]+)?"
            rf"({_AMOUNT})[ \t]*(?:points?)?$", r"\g<1>\2 -\3"),
    _change(rf'"[^"]*"|(?<=[ \t]){_ARTICLE}(?=[^\W\d])', lambda match: match[0] if match[0][0] == '"' else ""),
    _change(
        rf"^([ \t]*~[ \t]*)(?:add|regain|recover|heal|increase)[ \t]+({_AMOUNT})[ \t]+(?:to[ \t]+)?({NAME})"
        r"[ \t]*(?:points?)?$",
        r"\g<1>\3 +\2",
    ),
    *(_change(rf"^([ \t]*~[ \t]*)(?:{words})\b", rf"\g<1>{rule}") for words, rule in _VERBS.items()),
    _change(r"[ \t]*[.;,:!]+$", ""),
    _change(r"^([ \t]*~[ \t]*\w+)[ \t]*:", r"\1"),
    _change(r"(?<=\d)[DW](?=\d)", "d"),
    _change(r"([-+])[ \t]*D(?=\d)", r"\g<1>1d"),
    _change(r"(?<=\dd)(?=$|[ \t])", "6"),
    _change(r"^([ \t]*~[ \t]*test[ \t]+)(?:for|of|against)[ \t]+", r"\1"),
    _change(rf"^([ \t]*~[ \t]*test[ \t]+{NAME})[ \t]+(?:with|using|at)[ \t]+(?=\d+d\d)", r"\1 on "),
    _change(rf"^([ \t]*~[ \t]*test[ \t]+{NAME})[ \t]+(?:(?:with|at)[ \t]*)?\(?[ \t]*([-+]\d+)[ \t]*\)?$", r"\1 \2"),
    _change(rf"^([ \t]*~[ \t]*pay[ \t]+{_AMOUNT}[ \t]+{NAME})[ \t]+points?$", r"\1"),
    _change(r"^([ \t]*~[ \t]*)(?:lose|deduct|subtract|reduce|minus|spend|pay)[ \t]+"
            rf"({_AMOUNT})[ \t]+(?:from[ \t]+)?({NAME})[ \t]*(?:points?)?$", r"\g<1>\3 -\2"),
    _change(r"^([ \t]*~[ \t]*)gain[ \t]+"
            rf"({_AMOUNT})[ \t]+(?:to[ \t]+)?({NAME})[ \t]*(?:points?)?$", r"\g<1>\3 +\2"),
    _change(rf"^([ \t]*~[ \t]*)restore[ \t]+({_AMOUNT})[ \t]+(?:points?[ \t]+)?(?:of[ \t]+|to[ \t]+)?({NAME})"
            r"[ \t]*(?:points?)?$", r"\g<1>\3 +\2"),
    _change(rf"^([ \t]*~[ \t]*)([-+])[ \t]*({_AMOUNT})[ \t]+({NAME})[ \t]*(?:points?)?$", r"\g<1>\4 \2\3"),
    _change(r"^([ \t]*~[ \t]*)(?:enemy|opponent)(?:['’]s)?[ \t]+", r"\1foe "),
    _change(rf"^([ \t]*~[ \t]*{_CHANGED})[ \t]+(?:minus|(?:is[ \t]+)?(?:reduced|decreased|lowered)[ \t]+by)[ \t]+",
            r"\1 -"),
    _change(rf"^([ \t]*~[ \t]*{_CHANGED})[ \t]+(?:plus|(?:is[ \t]+)?(?:increased|raised)[ \t]+by)[ \t]+", r"\1 +"),
    _change(r"[ \t]+points?$", ""),
    _change(r"(?<==)[ \t]*\+[ \t]*(?=\d)", " "),
    _change(rf"^([ \t]*~[ \t]*)(initial[ \t]+{NAME}[ \t]*=)", r"\1set \2"),
    _change(rf"^([ \t]*~[ \t]*)set[ \t]+(initial[ \t]+{NAME})[ \t]*([-+])[ \t]*([\w(][^=]*)$", r"\1\2 \3\4"),
    _change(rf"^([ \t]*~[ \t]*)({NAME})[ \t]*[*x][ \t]*(\d+)$", r"\1set \2 = \2 * \3"),
    _change(rf"^([ \t]*~[ \t]*)({NAME})[ \t]*/[ \t]*(\d+)$", r"\1set \2 = \2 / \3"),
    _change(rf"^([ \t]*~[ \t]*swap[ \t]+{NAME})(?:[ \t]*,|[ \t]+(?:and|with))[ \t]+({NAME})$", r"\1 \2"),
    _change(r"^([ \t]*~[ \t]*compare\b[^\"]*?)(?:[ \t]*,|[ \t]+(?:and|to|against|vs\.?))[ \t]+", r"\1 with "),
    _change(r"^([ \t]*~[ \t]*both\b[^,]*?)[ \t]+and[ \t]+", r"\1, "),
    _change(
        rf"^([ \t]*~[ \t]*choose[ \t]+{NAME}[ \t]+)(?:in|from)[ \t]+(\d+)[ \t]*(?:-|\.{{2,}}|to)[ \t]*(\w+)$",
        r"\1in \2..\3",
    ),
    _change(rf"^([ \t]*~[ \t]*)set[ \t]+({NAME})[ \t]*([-+])[ \t]*([\w(][^=]*)$", r"\1\2 \3\4"),
    _change(rf"^([ \t]*~[ \t]*)({NAME})[ \t]+([-+])([\w(][^=]*[-+][^=]*)$", r"\1set \2 = \2 \3 \4"),
    _change(rf"^([ \t]*~[ \t]*)({NAME})[ \t]+(?:is|becomes|equals)[ \t]+(?=\d)", r"\1set \2 = "),
    _change(rf"^([ \t]*~[ \t]*)({NAME})[ \t]*(?:=[ \t]*|is[ \t]+|[ \t])(?:full|initial|restored)$", r"\1restore \2"),
    _change(rf"^([ \t]*~[ \t]*restore[ \t]+{NAME})[ \t]+(?:to|=)[ \t]*(?:its[ \t]+)?(?:initial|full|maximum|max|start)"
            r"(?:[ \t]+(?:value|level|score))?$", r"\1"),
    _change(r"^([ \t]*~[ \t]*)unless[ \t]+(.*?)[ \t]*:?$", lambda match: f"{match[1]}if {_not(match[2])}"),
    _change(rf'^([ \t]*~[ \t]*set[ \t]+{NAME}[ \t]*(?:=|to\b)?[ \t]*)"({NAME})"$', r"\1\2"),
    _change(rf"^([ \t]*~[ \t]*set[ \t]+{NAME})[ \t]+(?:to[ \t]+)?(?==?[ \t]*[-\w(])=?[ \t]*", r"\1 = "),
    _change(rf'^([ \t]*~[ \t]*(?:gain|lose|note)[ \t]+)"({NAME})"', r"\1\2"),
    _change(r"""^([ \t]*~[ \t]*)lose[ \t]+(?="(?:you\b[^"]*|[^"]*[.!?…])"$)""", r"\1defeat "),
    _change(rf"^([ \t]*~[ \t]*gain)[ \t]+({NAME})[ \t]+x[ \t]*(\d+)$", r"\1 \3 \2"),
    _change(rf"^([ \t]*~[ \t]*(?:gain|lose|pay)[ \t]+\d+)[ \t]*[x*][ \t]*({NAME})$", r"\1 \2"),
    _change(rf"^([ \t]*~[ \t]*(?:gain|lose|pay))[ \t]+({NAME})[ \t]+({_AMOUNT})$", r"\1 \3 \2"),
    _change(rf"^([ \t]*~[ \t]*(?:gain|lose|pay)[ \t]+{_AMOUNT}[ \t]+{NAME})[ \t]+(?:pieces?|coins?|pounds?)$", r"\1"),
    _change(r"^([ \t]*~[ \t]*tick[ \t]+)(?:one|an?)[ \t]+box(?:es)?[ \t]+(?:out[ \t]+)?of[ \t]+(\d+)$", r"\1one of \2"),
    _change(r'^([ \t]*~[ \t]*choose[ \t]+)(\d+)[ \t]+of[ \t]+("[^"]*")$', r"\1\3 \2 of"),
    _change(rf"^([ \t]*~[ \t]*)tick[ \t]+(?:off[ \t]+)?(?!box\b)({NAME})$", r"\1note \2"),
    _change(r"^([ \t]*~[ \t]*)tick(?:[ \t]+(?:the[ \t]+|one[ \t]+)?box)?$", r"\g<1>tick a box"),
    _change(r"(?<=[^\W\d])[ \t]*[:=][ \t]*(?=\d)", " "),
    _change(r'(?<=")[ \t]*\((.*)\)[ \t]*$', r" \1"),
    _change(r"(?<=\d)[ \t]*[/;&][ \t]*(?=[^\W\d])", " "),
)  # fmt: skip
_SIGNS = {
    ">=": "at least|no less than|not less than|(?:greater|more|higher) than or equal to",
    "<=": "at most|no more than|not more than|(?:less|lower|fewer) than or equal to",
    ">": "more than|greater than|higher than|above|over",
    "<": "less than|fewer than|lower than|below|under",
    "!=": "is not|isn't|not equal to",
    "=": "is|equals|equal to",
}
"""Signs that compare, and their words."""


_BOUNDS = {">=": "more|greater|higher|above|over|better", "<=": "less|fewer|lower|below|under"}
"""Signs that compare, and what stands after `or` behind a number: `5 or less`."""


def _between(match: re.Match[str]) -> str:
    """`0 < gold < 5`, as two comparisons of the one in the middle."""
    turned = {"<": ">", ">": "<"}[match["first"][0]] + match["first"][1:]
    return f"{match['name']} {turned} {match['low']} and {match['name']} {match['second']} {match['high']}"


_JOIN = pattern(rf"\b(?:and|or(?![ \t]+(?:equal|{'|'.join(_BOUNDS.values())})))\b", re.IGNORECASE)
"""What joins two conditions."""


def _words_for_commas(match: re.Match[str]) -> str:
    """A condition with the word for its commas that its list ends with, `or` or else `and`.

    Those between the values of a function stay; and all, where both words stand in it, or a number stands alone.
    """
    depth, parts = 0, [""]
    for letter in match[0]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    first, *others = (part.strip(" \t") for part in parts)
    joins = {each[0].lower() for each in _JOIN.finditer(match[0])}
    word = "" if len(joins) > 1 else next(iter(joins), "and")
    text = first
    for part in others:
        joined = _JOIN.match(part)
        if not (joined or word) or re.fullmatch(r"\d+", part[joined.end() if joined else 0 :].strip(" \t")):
            return match[0]
        text += f" {part}" if joined else f" {word} {part}"
    return text if others else match[0]


_CONDITION: tuple[Change, ...] = (
    _change(r"(?<=\[)[ \t]*if\b", "if"),
    _change(r"\[if[ \t]+(knows[ \t]+\d+[ \t]*%)[ \t]*\]", r"[\1]"),
    _change(r"[ \t]+and[ \t]+(knows[ \t]+\d+[ \t]*%)[ \t]*\]", r"] [\1]"),
    _change(r"\[if[ \t]+(knows[ \t]+\d+[ \t]*%)[ \t]+and[ \t]+([^\[\]]*)\]", r"[if \2] [\1]"),
    _change(r"[ \t]*&&?[ \t]*", " and "),
    _change(r"[ \t]*\|\|?[ \t]*", " or "),
    _change(r"(?<=[\w)])[ \t]+(?:und|et|e|y)[ \t]+(?=[\w(])", " and "),
    _change(r"(?<=[\w)])[ \t]+(?:oder|ou|o)[ \t]+(?=[\w(])", " or "),
    _change(r"(?<![\w-])(?:nicht|kein|keine|keinen|ohne|pas|pas de|non|sans|sin|senza)[ \t]+(?=[^\W\d])", "not "),
    _change(r"[^\[\]]*[^\[\]\s:.,;]", _words_for_commas),
    _change(r"==+", "="),
    _change(r"\bif[ \t]*:[ \t]*", "if "),
    _change(r"\b(?:not|and|or)\b", lambda match: match[0].lower()),
    _change(rf'(?<!foe )"({NAME})"', r"\1"),
    _change(r"\b(?:not[ \t]+yet|never)\b", "not"),
    _change(rf"\b{_BEEN}", "visited"),
    _change(r"\bbeen[ \t]+(?=\d)", "visited "),
    _change(r"\b(visited|ticked)[ \t]+not[ \t]+(?=\d)", r"not \1 "),
    _change(r"(?<![\w-])(?:un|non-?|not-?)(visited|ticked)\b", r"not \1"),
    _change(rf"\b(?!(?:and|or|not)\b)({NAME})[ \t]+(?:is[ \t]+)?not(?=[ \t]*(?:\]|$))", r"not \1"),
    _change(rf"\bvisited[ \t]+(?:the[ \t]+)?{COUNTED}(?![^\W\d])[ \t]*(?={NUMBER}|[^\W\d])(?!(?:and|or)\b)",
            "visited "),
    _change(r"\b(visited|ticked)[ \t]*\([ \t]*([\w-]+)[ \t]*\)", r"\1 \2"),
    _change(rf"\b{_UNTRUE}(?=[\w(])", "not "),
    _change(rf"({NAME})[ \t]+(?:is|are|was)[ \t]+(?:not[ \t]+{_THERE}|{_GONE})", r"not \1"),
    _change(rf"({NAME})[ \t]+(?:is|are|was)[ \t]+(?:not[ \t]+{_GONE}|{_THERE})", r"\1"),
    _change(rf"\b(?!(?:if|and|or|not)\b)({NAME})[ \t]+not[ \t]+{_THERE}(?=[ \t]*(?:[\])]|$|and\b|or\b))", r"not \1"),
    _change(r"\bcodeword[ \t]+(?!(?:and|or|not)\b)(?=[^\W\d])", ""),
    *(_change(rf"(?<=[\w)])[ \t]+(?:(?:is|=)[ \t]+)?(\d+)[ \t]+or[ \t]+(?:{words})\b", rf" {sign} \1")
      for sign, words in _BOUNDS.items()),
    _change(rf"({NAME})[ \t]*([<>]=?|=|!=)[ \t]*(\d+)[ \t]+(and|or)[ \t]+(?=[<>=])", r"\1 \2 \3 \4 \1 "),
    _change(rf"({NAME})[ \t]+(?:is[ \t]+)?(?:between|from)[ \t]+(-?\d+)[ \t]+(?:and|to)[ \t]+(-?\d+)",
            r"\1 >= \2 and \1 <= \3"),
    *(_change(rf"(?P<low>[\w-]+)[ \t]*(?P<first>{sign}=?)[ \t]*(?P<name>{NAME})[ \t]*(?P<second>{sign}=?)[ \t]*"
              r"(?P<high>[\w-]+)", _between) for sign in "<>"),
    _change(r"=>", ">="),
    _change(r"=<", "<="),
    *(_change(rf"\b(?:{words})[ \t]+(\d+)[ \t]+(?!(?:and|or)\b)({NAME})", rf"\2 {sign} \1")
      for sign, words in _SIGNS.items()),
    *(_change(rf"(?<=[\w)])[ \t]+(?:is[ \t]+)?(?:{words})[ \t]+(?=[-\w(])", f" {sign} ")
      for sign, words in _SIGNS.items()),
    _change(r"([<>!])[ \t]+=", r"\1="),
    _change(rf"({NAME})([ \t]*[<>=]+[ \t]*\d+)[ \t]+\1s?\b", r"\1\2"),
    _change(r"([<>=][ \t]*\d+)[ \t]+(?:pieces?|coins?|points?)\b", r"\1"),
    _change(rf"\b{_TRUE}(?=[\w(])", ""),
    _change(rf"(?<=[ \t]){_ARTICLE}(?=[^\W\d])", ""),
    _change(r"!(?=[ \t]*[\w(])", "not "),
    _change(r"\b(?:no|without)[ \t]+(?=[^\W\d])", "not "),
    _change(rf"(?<=if )[ \t]*(\d+)[ \t]+(?:or more[ \t]+)?({NAME})(?=[ \t]*(?:\]|$))", r"\2 >= \1"),
    _change(r"^([ \t]*~[ \t]*repeat[ \t]+)(?:for[ \t]+)?(\d+d\d+|\d+)(?:[ \t]*(?:x|times?|rounds?))?$", r"\1\2 times"),
    _change(r"\b(?:has|have) been visited\b", "visited"),
    _change(r"\btick(?:ed[ \t]+in)?[ \t]+(?=\d)", "ticked "),
    _change(r"\bfirst[ \t]+(?:visit|arrival|times|time[ \t]+here)\b", "first time"),
    _change(rf'(?<!foe )("[^"]*"[ \t]+{NAME}[ \t]*[<>=])', r"foe \1"),
    _change(r"\bticked[ \t]+(?!(?:in|and|or|mod)\b)(?=[^\W\d])", "ticked in "),
    _change(r"[ \t]*[:.,;]+$", ""),
    _change(
        rf"\b(?!(?:if|else|not|and|or|repeat|visited|ticked)\b)({NAME})[ \t]+(\d+)(?=[ \t]*(?:\]|$|\)|and\b|or\b))",
        r"\1 >= \2",
    ),
)  # fmt: skip
_TURN: tuple[Change, ...] = (
    _change(rf"->[ \t]*({NUMBER})[ \t]*[(\[][ \t]*secret[ \t]*[)\]][ \t]*$", r"-> \1 secret"),
    _change(rf"->[ \t]*secret[ \t]+({NUMBER})[ \t]*$", r"-> \1 secret"),
    _change(r"->[ \t]*(?:victory|defeat|ending)\b", lambda match: match[0].lower()),
    _change(rf'->[ \t]*[#"“(]?({NUMBER})["”)]?[ \t]*[.,;:!]*[ \t]*$', r"-> \1"),
    _change(rf"->[ \t]*(?:[^\W\d]+[ \t]+)+({NUMBER})[ \t]*[.,;:!]*[ \t]*$", r"-> \1"),
)
_OTHER_ROW = {"lucky": "unlucky", "unlucky": "lucky", "pass": "fail", "fail": "pass"}
"""The two rows of a test."""
_ROW: tuple[Change, ...] = (
    _change(r"^([ \t]*)not[ \t]+(?P<row>lucky|unlucky|pass|fail)(?![\w-])",
            lambda match: f"{match[1]}{_OTHER_ROW[match['row']]}"),
    _change(rf"^([ \t]*)\*[ \t]+(?:if[ \t]+)?(?:you[ \t]+(?:are|were|have)[ \t]+)?({WORD})(?=[ \t]*->)",
            lambda match: f"{match[1]}{match[2].lower() if match[2].istitle() else match[2]}"),
    _change(r"(?<=\d)[ \t]*(?:to|\.{2,}|…|–|—)[ \t]*(?=\d)", "-"),
    _change(rf"^([ \t]*)({NAME}|\d+(?:[ \t]*[-–][ \t]*\d+)?)[ \t]*[:=][ \t]*(->.*)$", r"\1\2 \3"),
    _change(rf"^([ \t]*)(?:[*~+-][ \t]*)?(?:if[ \t]+)?({NAME}|\d+[ \t]*[-–][ \t]*\d+)[ \t]*[:=]?[ \t]*(?:->|→)?[ \t]*"
            rf"({NUMBER})[ \t]*[.,;]*$", r"\1\2 -> \3"),
    _change(rf"^([ \t]*)({WORD})[ \t]+[-–—][ \t]*({NUMBER})[ \t]*[.,;]*$", r"\1\2 -> \3"),
)  # fmt: skip
_IN_FIGHT: tuple[Change, ...] = (
    _change(r"^(?:every|each)[ \t]+(?:round|turn)\b", "each round"),
    _change(r"^after[ \t]+(?:the[ \t]+)?rounds?[ \t]+(\d+)\b", r"after \1 rounds"),
    _change(
        r"^after[ \t]+(?:the[ \t]+)?(\d+)(?:st|nd|rd|th)?(?:[ \t]+(?:rounds?|turns?))?(?=[ \t]*(?::|->|$))",
        r"after \1 rounds",
    ),
    _change(r"^escape[ \t]+(?:from|in|at)[ \t]+(?:the[ \t]+)?(?:rounds?[ \t]+)?(\d+)\b", r"escape from round \1"),
    _change(
        r"^escape[ \t]+after[ \t]+(?:the[ \t]+)?(?:rounds?[ \t]+)?(\d+)(?:[ \t]+rounds?)?\b",
        lambda match: f"escape from round {int(match[1]) + 1}",
    ),
    _change(rf"^(on[ \t]+{NAME})[ \t]+(?=[^\W\d])", r"\1-"),
    _change(r'^(?=")', "foe "),
    _change(r"^(?:lose|loses|loss|losing|defeat|defeated|death|die|dies|dead|killed)\b", "lost"),
    _change(r"^(?:win|wins|winning|victory|beaten)\b", "won"),
    _change(r"^(?:flee|run|run away|leave)\b", "escape"),
    _change(r"[ \t]*:$", ""),
    _change(
        rf"^((?:lost|won|escape(?:[ \t]+from[ \t]+round[ \t]+(?:\d+|{NAME}))?|each round|wounded)\b)"
        r"[ \t]*[:=]?[ \t]*(?:(?:go[ \t]*|turn[ \t]+)?to[ \t]+)?"
        rf"({NUMBER})$",
        r"\1 -> \2",
    ),
    _change(rf"^(?!with\b)({NAME})[ \t]*[:=][ \t]*(?=[-\w(])", r"with \1 = "),
)
"""Lines under a fight."""
_FOE: tuple[Change, ...] = (
    _change(r"(?<=\d)[DW](?=\d)", "d"),
    _change(r"(?<=[^\W\d])[ \t]*[:=][ \t]*(?=\d)", " "),
    _change(r"[ \t]*[.,;:]+$", ""),
    _change(r"(?<=\d)[ \t]*[,/;&][ \t]*(?=[^\W\d])", " "),
)
"""A foe on a line of its own."""
_SETTING: tuple[Change, ...] = (
    _change(rf"^(with[ \t]+{NAME}(?![\w-]))(?:[ \t]*[:=]+[ \t]*(?=[-\w(])|[ \t]+(?=[-(\d]))", r"\1 = "),
    _change(r"(?<==)[ \t]*\+[ \t]*(?=\d)", " "),
)
_AROUND = 5
"""Percent below and above a chance that an author promises: play is hardly ever worth just so much."""


def _around(match: re.Match[str]) -> str:
    """`expect win 30%`: the range around it."""
    chance = min(int(match[2]), 100)
    return f"{match[1]}{max(chance - _AROUND, 0)}%..{min(chance + _AROUND, 100)}%"


_SHEET: tuple[Change, ...] = (
    _change(r"^([ \t]*)(stat|number|item|codeword|limit|let|param)s\b", r"\1\2"),
    _change(rf'"({NAME})"', r"\1"),
    _change(r";", ","),
    _change(r"[ \t]*[,.]+[ \t]*$", ""),
    _change(rf"^([ \t]*one-of[ \t]+{NAME})(?:[ \t]*=[ \t]*|[ \t]+(?={NAME}[ \t]*[,/|]))", r"\1: "),
    _change(r"^[ \t]*one-of\b.*", lambda match: re.sub(r"[ \t]*(?:[|/]|\bor\b)[ \t]*", ", ", match[0])),
    _change(
        rf"^([ \t]*limit[ \t]+{NAME})[ \t]*[:=]?[ \t]*(\d+)[ \t]*:?[ \t]*\(({NAME}(?:[ \t]*,[ \t]*{NAME})*)\)$",
        r"\1 \2: \3",
    ),
    _change(rf"^([ \t]*limit[ \t]+{NAME}[ \t]+\d+)[ \t]+(?=[^\W\d])", r"\1: "),
    _change(r"^([ \t]*expect[ \t]+)(?=\d)", r"\1win "),
    _change(
        r"^([ \t]*expect[ \t].*?)(\d+(?:\.\d+)?)[ \t]*%?[ \t]*(?:-|\.{2,}|to)[ \t]*(\d+(?:\.\d+)?)[ \t]*%$",
        r"\1\2%..\3%",
    ),
    _change(r"^([ \t]*expect[ \t].*?)(\d+)(?:\.\d+)?[ \t]*%?$", _around),
    _change(rf"^([ \t]*(?:stat|number)[ \t]+{NAME})[ \t]*:?[ \t]*(?=\d)", r"\1 = "),
    _change(
        r"^([ \t]*(?:stat|number)[ \t][^,;(]*?)[ \t]*[,;(]?[ \t]*"
        r"\b(?:max(?:imum)?|at[ \t]+most|up[ \t]+to)\b[ \t]*[:=]?[ \t]*(\d+)[ \t]*\)?$",
        r"\1 in 0..\2",
    ),
    _change(
        rf"^([ \t]*(?:stat|number)[ \t]+{NAME})[ \t]*(?:=|in\b)?[ \t]*"
        r"(-?\d+)[ \t]*(?:-|–|\.{2,}|…|to)[ \t]*(-?\d+)[ \t]*=[ \t]*([-\w(].*)$",
        r"\1 = \4 in \2..\3",
    ),
    _change(
        rf"^([ \t]*(?:stat|number)[ \t]+{NAME})[ \t]*=[ \t]*(-?\d+)[ \t]*(?:-|–|\.{{2,}}|…|to)[ \t]*(-?\d+)$",
        r"\1 = \2 in \2..\3",
    ),
    _change(rf"^([ \t]*item[ \t].*,[ \t]*)(\d+)[ \t]+({NAME})$", r"\1\3 x \2"),
    _change(r"^[ \t]*item\b.*", lambda match: re.sub(r"(?<=\w)[ \t]*\*[ \t]*(?=\d)", " x ", match[0])),
    _change(r"[ \t]+from[ \t]+(-?\d+)[ \t]+to[ \t]+(-?\d+)", r" in \1..\2"),
    _change(r"(\bin[ \t]+-?\d+)[ \t]*(?:-|–|\.{3,}|…|to)[ \t]*(-?\d+)", r"\1..\2"),
    _change(r"(=[ \t]*-?\d+)[ \t]+(-?\d+)[ \t]*(?:-|–|\.{2,}|…|to)[ \t]*(-?\d+)", r"\1 in \2..\3"),
    _change(r"(?<=\d)[DW](?=\d)", "d"),
)
_TWO_CONDITIONS = pattern(r"\[[ \t]*if\b([^\[\]]*)\][ \t]*(?:and[ \t]*)?\[[ \t]*if\b([^\[\]]*)\]")
MARKED = pattern(r"[ \t]+(?:~|\*|->)")
"""How a line begins that can stand only in a block of steps."""
_ASSIGNED = pattern(rf"^([ \t]*~[ \t]*)(?:roll|set)[ \t]+({NAME})[ \t]*(?:=[ \t]*)?(?=[-+]=)")
"""What stands before `+= 2` where the whole line is one change."""
_AFTER = pattern(r"[ \t]*(?:after|escape[ \t]+(?:from|in|at|after))[ \t]+(?:the[ \t]+)?(?:rounds?\b|\d)")
"""How a line begins that can stand only under a fight."""
OF_A_FIGHT = pattern(r"(?:won|lost|escape|wounded|after|each|on)\b")
"""How a row of a fight begins."""
_LATE = pattern(r"([ \t]*\*.*?)(->[^\[]*)(\[[ \t]*if\b[^\]]*\])[ \t]*")
_LATE_WORDS = pattern(rf"([ \t]*\*.*?)(->[ \t]*{NAME})[ \t]+(if|unless)[ \t]+([^\[\]>]*(?:>(?<!->)[^\[\]>]*)?)")
"""A condition behind the turn, without its brackets."""
_EARLY = pattern(
    r"([ \t]*\*[^\[\]>]*?)[ \t]*(\[[ \t]*if\b[^\[\]]*\])[ \t]*"
    r"((?!(?:go|turn)[ \t]*to\b)[^\W\d][^\[\]>]*?)[ \t]*(->[^\[\]]*)?"
)
"""A condition before the words, or among them; they are no turn in words."""
_IS_TRUE = pattern(
    rf"(?<=[ \t(])(?P<name>{NAME})[ \t]*={{1,3}}[ \t]*(?:(?P<true>true|yes)|false|no)(?=[ \t]*(?:[\])]|$|and\b|or\b))",
    re.IGNORECASE,
)
"""`rope == true`, where the name alone says it."""
_TURN_IN_BRACKETS = pattern(
    r"(?P<before>[ \t]*\*[ \t].*?\S)[ \t]*[(\[][ \t]*(?:(?:see|go|turn)\b[ \t]*(?:to\b)?)?[ \t]*"
    rf"->[ \t]*(?P<to>{NAME})[ \t.]*[)\]][ \t.]*",
    re.IGNORECASE,
)
"""`* On (-> 2)`"""
_WHEN_TURNS = pattern(
    rf"(?P<start>(?:first[ \t]+)?when[ \t]+.*?)[ \t]*[,:]?[ \t]+(?:(?:then[ \t]+)?(?:turn|go)[ \t]+to|goto)[ \t]+"
    rf"(?P<to>{NUMBER}|{NAME})[ \t.]*",
    re.IGNORECASE,
)
_WHEN = pattern(r"(?P<start>(?:first[ \t]+)?when[ \t]+)(?P<condition>.*?)(?P<end>[ \t]*(?:->.*)?)")
_EFFECT = pattern(
    r"[ \t]*(?P<start>(?:while|then)[ \t]+)(?:(?P<condition>[^:]*?)(?P<end>[ \t]*:[ \t]*))?(?P<rule>[^:\s][^:]*)"
)
"""`while wand: MAGIC +1`, `then LUCK -1`"""
_OF_A_FILE = pattern(r"^.*[/\\](?=.)|\.gbk$", re.IGNORECASE)
"""What the name of a rule system's file has more than the name of the system."""
_USE = pattern(r"""^(?P<blanks>[ \t]*)(?:uses?|system)[ \t]+["“]?(?P<name>[^"”\n]*?)["”]?[ \t]*$""")

_HERO = pattern(r'[ \t]*hero[ \t]+"[^"]*"[ \t]*:.+')
"""`hero "weak": SKILL = 7`"""
_HERO_NUMBER = pattern(rf"(?<=[:,\s])({NAME})[ \t]*(?:[=:+][ \t]*)+(?:\+[ \t]*)?(-?[ \t]*\d+)\b")


def suggested(line: str, kind: str, *, row: bool = False, in_fight: bool = False, in_menu: bool = False) -> str | None:
    """The line with as few changes as make it readable, without blanks around; None if no guess can be read.

    Args:
        line: a line that cannot be read.
        kind: the rule of the grammar that reads its piece of the page.
        row: only a row can stand here.
        in_fight: the line stands under a fight.
        in_menu: only a choice can stand here.
    """
    if len(line) > LONGEST or not line.strip():
        return None
    if kind == "declaration" and not MARKED.match(line):
        return _declaration(line)
    if in_menu:
        if line.lstrip().startswith(("~", "->")):
            return None
        bullet = BULLET.match(line.lstrip())
        choice = f"* {line.lstrip()[bullet.end() if bullet else 0 :].rstrip()}"
        return choice if reads(as_step(choice)) else None
    if in_fight or _AFTER.match(line):
        return _first_readable(line.strip(), _IN_FIGHT, as_fight_line)
    if row:
        return _first_readable(line, _ROW, _as_row)
    return _step(line)


def _declaration(line: str) -> str | None:
    """A line of the header."""
    if _HERO.fullmatch(line):
        guess = _HERO_NUMBER.sub(r"\1 \2", line).strip()
        return guess if guess != line.strip() and reads(f"{guess}\n") else None
    use = _USE.match(line)
    if use:
        name = _OF_A_FILE.sub("", use["name"])
        line = f"{use['blanks']}use {'-'.join(name.lower().split())}"
    turns = _WHEN_TURNS.fullmatch(line)
    when = _WHEN.fullmatch(f"{turns['start']} -> {turns['to']}" if turns else line)
    if when:
        guess = f"{when['start']}{_condition(when['condition'])}{when['end']}"
        return guess if guess != line and reads(_as_declaration(guess)) else None
    effect = _EFFECT.fullmatch(line)
    meant = next((each for each in _with_effect(effect) if reads(_as_declaration(each))), None) if effect else None
    if meant is not None:
        return meant
    return _first_readable(line, _SHEET, _as_declaration, changed=use is not None)


def _condition(text: str) -> str:
    """A condition of the header in the words of the language; a blank before it shows where its first word begins."""
    return _apply(f" {text}", _CONDITION).strip()


def _with_effect(line: re.Match[str]) -> Iterator[str]:
    """A line of the header with a rule on it, as it may be meant: the rule in other words, then its condition."""
    rule = (_step(f"~ {line['rule']}") or f"~ {line['rule']}").removeprefix("~").strip()
    plain = line["condition"] or ""
    for condition in (plain, _condition(plain)):
        yield f"{line['start']}{condition}{line['end'] or ''}{rule}"


def _step(line: str) -> str | None:
    """A line of a chapter."""
    text = line.lstrip()
    if text.startswith("~"):
        line = _ASSIGNED.sub(r"\1\2 ", line)
        conditional = re.match(r"~[ \t]*(?:else[ \t]+)?(?:if|repeat)\b", text)
        return _first_readable(line, _CONDITION if conditional else _RULE, as_step)
    if text.startswith("foe "):
        return _first_readable(line.strip(), _FOE, as_fight_line)
    if text.startswith("with "):
        return _first_readable(line.strip(), _SETTING, as_fight_line)
    if text.startswith("->"):
        return _first_readable(line, _TURN, as_step)
    if text.startswith("*"):
        guess = next((each for each in _choices(line) if reads(as_step(each))), None)
        if guess is not None:
            return guess.strip()
    return _first_readable(line, _TURN, _as_row) if "->" in line else None


def _choices(line: str) -> Iterator[str]:
    """A choice as it may be meant, with few changes first: plain marks, then its condition, then its turn."""
    line = _IS_TRUE.sub(lambda match: match["name"] if match["true"] else f"not {match['name']}", line)
    if (bracketed := _TURN_IN_BRACKETS.fullmatch(line)) is not None:
        line = f"{bracketed['before']} -> {bracketed['to']}"
    yield mend(line)
    line = _TWO_CONDITIONS.sub(_joined, line)
    yield line
    bare = _LATE_WORDS.fullmatch(line)
    if bare:
        condition = bare[4].strip(" \t.") if bare[3] == "if" else _not(bare[4].strip(" \t."))
        line = f"{bare[1].rstrip()} [if {condition}] {bare[2]}"
        yield line
    late = _LATE.fullmatch(line)
    if late:
        line = f"{late[1].rstrip()} {late[3]} {late[2].rstrip()}"
        yield line
    start = line.find("[")
    head, tail = (line, "") if start < 0 else (line[:start], line[start:])
    if "->" in head:
        yield _apply(line, _TURN)
    condition, arrow, turn = (tail or head).partition("->")
    for guess in (condition, _apply(condition, _CONDITION) if tail else condition):
        for end in (arrow + turn, _apply(arrow + turn, _TURN)):
            yield (head if tail else "") + guess + end
    early = _EARLY.fullmatch(line)
    if early:
        yield from _choices(" ".join(part.strip() for part in (early[1], early[3], early[2], early[4] or "") if part))


def _joined(match: re.Match[str]) -> str:
    """Two conditions in one bracket."""
    parts = (f"({each.strip()})" if re.search(r"\bor\b", each) else each.strip() for each in match.groups())
    return f"[if {' and '.join(parts)}]"


def _apply(text: str, changes: tuple[Change, ...]) -> str:
    for form, into in changes:
        text = form.sub(into, text)
    return text


def _first_readable(
    line: str, changes: tuple[Change, ...], frame: Callable[[str], str], *, changed: bool = False
) -> str | None:
    text = mend(line)
    if (changed or text != line) and reads(frame(text.strip())):
        return text.strip()
    for form, into in changes:
        before = text
        text = form.sub(into, text)
        if text != before and reads(frame(text.strip())):
            return text.strip()
    return None


def _as_row(text: str) -> str:
    block = "" if "->" in text else "\n        -> 1"
    if OF_A_FIGHT.match(text):
        return as_fight_line(text)
    rule = "roll 1d6" if text[:1].isdigit() else "test x"
    return f"\n~ {rule}\n    {text}{block}\n"


def as_fight_line(text: str) -> str:
    """A line under a fight as a piece of the page."""
    block = "" if "->" in text or text.startswith(("with ", "foe ")) else "\n        -> 1"
    return f'\n~ fight "x"\n    {text}{block}\n'


def _as_declaration(text: str) -> str:
    if _WHEN.fullmatch(text):
        return f"{text}\n" if "->" in text else f"{text}\n    -> 1\n"
    if text.startswith("then "):
        return f"test x\n    succeed 1d6 = 1\n    {text}\n    a | b\n"
    top = text.startswith(("use ", "include ", "book ", "system ", "expect "))
    return f"{text}\n" if top else f"sheet\n    {text}\n"
