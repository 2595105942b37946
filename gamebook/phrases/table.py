"""A table of phrases: read from its file, changed by a book, and cut at its holes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from unicodedata import normalize

from msgspec import Struct, field
from msgspec.structs import replace

from gamebook.patterns import pattern
from gamebook.phrases.plurals import holds_things, singular
from gamebook.resources import resource_folder

LANGUAGES = ("de", "en", "es", "fr", "it")
"""The languages with a table of their own."""
USUAL = "en"
"""The language of a book that names none, or one without a table."""

OPEN_KEYS = ("with-", "on-")
"""How the keys of phrases begin that rule systems bring: for a setting of a fight, and for a moment of it."""

_ELIDING = pattern(
    r"(?!onz|oui\b|ouistiti)[aàáâäæeèéêëiìíîïoòóôöœuùúûü]"
    r"|y(?:[^\W\daeéèiouy]|eux\b|onne\b)"
    r"|h(?!"
    r"a(?!bi|gio|lei|llu|ltèr|meç|rmo)|â|é\b|eaume|enn|éraut|ère\b|ériss|erni|éron|éros\b|ers|êtr|eurt"
    r"|i(?:bou|c\b|deu|érar|ss|t\b)|o(?:b|ch|ck|ld|lland|mard|ngr|nt|quet|rde|rs|tt|u)"
    r"|u(?:blot|che|ée|er\b|guen|it(?!r)|lul|lott|n\b|ns\b|pp|rl|ron|ssard|tt)"
    r")"
)
"""How French words begin before which `de` elides: with a vowel, or with an h that is not one of the aspirated ones."""
_MELTING = {
    "de": {
        f"{word} die {number} ": f"{joined} {number.replace('te ', 'ten ')} "
        for word, joined in {"bis": "bis zur", "mit": "mit der", "von": "von der"}.items()
        for number in ("größte Zahl", "kleinste Zahl", "Zahl", "Anzahl", "Nummer")
    }
    | {
        f"{word} der Rest ": f"{joined} Rest "
        for word, joined in {
            "auf": "auf den",
            "bis": "bis zum",
            "durch": "durch den",
            "mit": "mit dem",
            "um": "um den",
            "von": "vom",
            **{word: f"{word} den" for word in ("vergleiche", "wähle", "zahle")},
        }.items()
    }
    | {f"{word} so viele ": f"{word} so vielen " for word in ("mit", "von")},
    "es": {"a el ": "al ", "de el ": "del "},
    "fr": {
        f"{word} {article} ": f"{joined} "
        for word, forms in {"à": ("au", "aux"), "de": ("du", "des")}.items()
        for article, joined in zip(("le", "les"), forms, strict=True)
    }
    | {"de Le ": "du ", "de Les ": "des "},  # a foe, `Le Gardien`
    "it": {
        f"{word} {article}": joined + end
        for word, joined in {"a": "al", "da": "dal", "di": "del", "in": "nel", "su": "sul"}.items()
        for article, end in {"il ": " ", "l'": "l'", "la ": "la ", "lo ": "lo "}.items()
    }
    | {"a i ": "ai ", "da i ": "dai ", "di i ": "dei ", "in i ": "nei ", "su i ": "sui "},
}
"""How a preposition and the article after it become one word, and what German articles become after a word."""
_APART = {"vom ": "von dem ", "zum ": "zu dem ", "zur ": "zu der "}
"""The German words that are a preposition and an article; a bracket between the two parts them."""
_ARTICLE = pattern(r"\bd(?:em|en|er) ")
_AGAIN = {"fr": ("si", "que", "de"), "it": ("di",), "de": ("von",)}
"""Words that are said again before each part of what follows them: `si … et si …`, `il minore di … e di …`; in German
only before an article: `die kleinste Zahl von der Anzahl von Gold, von der Zahl der Kästchen und 3`."""
_OPEN = {
    "de": pattern(
        r", (auch|dass|falls|sobald|solange|soweit|w(?:as|em|en|enn|er|ie|o)"
        r"|(?:von )?dem|d(?:eren|essen)|und notiere)\b[^,;:.]*\Z"
        r"|, d(?:as|er|ie) [^,;:.]* (?:zeigen|steht|stehen)\Z"  # no further thing of a list: `, die Anzahl von Gold`
        r"|, was du [^;:.]* hast\Z"  # its things are a list
    ),
    "en": pattern(r", (as far as|drawn|even|if|and note)\b[^,;:.]*\Z"),
    "es": pattern(r", (elegida|hasta|incluso|si)\b[^,;:.]*\Z"),
    "fr": pattern(r", (dans la limite|même|s['’]il|si)\b[^,;:.]*\Z"),
    "it": pattern(r", (anche|finché|se|tirata)\b[^,;:.]*\Z"),
}
"""The ends of words that a comma closes where a sentence goes on after them: `tick the next box, if there is one, and`;
in German all clauses: `tue, was in den Regeln steht, und`."""
_MARK_APART = pattern(r"(?<=«) (?! )|(?<! ) (?=[»:;?!])")
"""The blanks of French before and after marks, where no line ends."""
_VOWEL_NUMBER = pattern(r"8|11?(?!\d)")
"""The numbers that Italian says with a vowel first: `uno`, `otto`, `undici`, `ottanta`."""
_SPANISH_JOINED = {
    " y ": (" e ", pattern(r"[«“(]*h?[ií](?![aeoáéó])")),
    " o ": (" u ", pattern(r"[«“(]*(?:h?[oó]|8|11(?!\d))")),
}
"""What Spanish `y` and `o` become before a word that begins with their sound: `oro e hilo`, but `oro y hierro`."""
_PLURAL_S = frozenset({"en", "es", "fr"})
"""The languages whose plurals end in s."""
_HOLE = pattern(r"\{([a-z]+)\}")


def _with_brackets(words: str, brackets: str) -> str:
    """German words that end in an article and its noun, with brackets before the article: `von (dem Rest `."""
    for joined, apart in _APART.items():
        words = words.replace(joined, apart)
    return _ARTICLE.sub(lambda article: brackets + article[0], words, count=1)


class Hole(str):
    """What is filled in: `{n}`."""

    __slots__ = ()


@lru_cache(maxsize=1024)
def cut(phrase: str) -> tuple[str, ...]:
    """The parts of a phrase: literal words, and a `Hole` for each placeholder."""
    parts = _HOLE.split(phrase)
    return tuple(Hole(part) if place % 2 else part for place, part in enumerate(parts) if part)


class Phrases(Struct, frozen=True):
    """The phrases of a language, by key."""

    language: str
    words: Mapping[str, str]
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """More ways to say something: known where manuscripts are read, never printed."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What the names of a book are called in print: `{"penny": "penny|pennies"}`."""

    def get(self, key: str, count: int | None = 2) -> str:
        """The phrase, in the form for so many; None: for a number that is not known.

        Raises:
            KeyError: there is no such phrase.
        """
        return self._form(self.words[key], count)

    @property
    def quotes(self) -> tuple[str, ...]:
        """The quotation marks of the language: outer and inner."""
        return tuple(self.words["quotes"].split(" "))

    def name(self, name: str, count: int | None = 1) -> str | None:
        """What a name of a book is called in print, in the form for so many; None where nothing is said."""
        return self._form(self.names[name], count) if name in self.names else None

    def has_forms(self, name: str) -> bool:
        """Whether a name of a book has one form for one and another for more."""
        return "|" in self.names.get(name, "")

    def looks_plural(self, words: str) -> bool:
        """Whether words are taken for a plural where nobody has given two forms: `pupils`, but not German `Haus`."""
        return self.language in _PLURAL_S and words.endswith("s")

    def holds_things(self, words: str) -> bool:
        """Whether these English words say what things are kept in, as a backpack; False where that is not clear."""
        return self.language == "en" and holds_things(words)

    def one_of(self, words: str) -> str | None:
        """What one of these is called: an English "crown" of "crowns"; None where that is not clear."""
        return singular(words) if self.language == "en" else None

    def _form(self, words: str, count: int | None) -> str:
        forms = words.split("|")
        return forms[0 if self.is_one(count) else -1].strip(" ")

    def parts(self, key: str, count: int | None = 2) -> tuple[str, ...]:
        """The phrase, cut at its holes."""
        return cut(self.get(key, count))

    def is_one(self, count: int | None) -> bool:
        """Whether the language speaks of so many in the singular; in French also of none."""
        return count is not None and (abs(count) == 1 or (count == 0 and self.language == "fr"))

    def met(self, words: str, next_: str) -> tuple[str, str]:
        """Words and what follows them, as they stand side by side: French `d'or`, Italian `del` for `di il`."""
        if self.language == "fr" and words.endswith(" de ") and _ELIDING.match(normalize("NFC", next_).casefold()):
            return f"{words[:-2]}'", next_
        if self.language == "it" and words.endswith("al ") and _VOWEL_NUMBER.match(next_):
            return f"{words[:-1]}l'", next_
        if self.language == "es" and words[-3:] in _SPANISH_JOINED:
            joined, sound = _SPANISH_JOINED[words[-3:]]
            if sound.match(normalize("NFC", next_).casefold()):
                return words[:-3] + joined, next_
        last = words.rpartition(" ")[0].rpartition(" ")[2] if words.endswith(" ") else ""
        if last and next_.startswith("(") and self.language == "de":
            said, rest = self.met(f"{last} ", next_.lstrip("("))
            if said == f"{last} ":
                return words, next_
            brackets = next_[: len(next_) - len(next_.lstrip("("))]
            return words[: -len(last) - 1] + _with_brackets(said, brackets), rest
        for apart, joined in _MELTING.get(self.language, {}).items():
            article = apart.removeprefix(f"{last} ")
            if last and article != apart and next_.startswith(article):
                return words[: -len(last) - 1] + joined, next_.removeprefix(article)
        return words, next_

    def closed(self, fill: str, next_: str) -> str:
        """What follows something that is filled in, with the comma that closes a clause at its end."""
        goes_on = next_.startswith(" ") and next_[1:2].isalnum()
        return f",{next_}" if goes_on and self.language in _OPEN and _OPEN[self.language].search(fill) else next_

    def again(self, key: str, hole: str) -> str:
        """The word before a hole of a phrase that is said again before each part of what fills it; or nothing."""
        before, _, _ = self.get(key).partition(f"{{{hole}}}")
        last = before.strip().rpartition(" ")[2].casefold()
        return last if before.endswith(" ") and last in _AGAIN.get(self.language, ()) else ""

    def after(self, word: str, part: str) -> str:
        """A part of what follows a word that is said again: `de votre total`; without a word, the part alone."""
        said = "".join(self.met(f" {word} ", part)).lstrip() if word else part
        return part if self.language == "de" and said == f"{word} {part}" else said

    def but(self, changes: Mapping[str, str]) -> Phrases:
        """The same table with some phrases in other words; what is no phrase is a name."""
        words = {key: said for key, said in changes.items() if key in self.words or key.startswith(OPEN_KEYS)}
        names = {key: said for key, said in changes.items() if key not in words}
        return replace(
            self, words=MappingProxyType({**self.words, **words}), names=MappingProxyType({**self.names, **names})
        )

    def holes(self, key: str) -> frozenset[str]:
        """The names of what can be filled in."""
        return frozenset(_HOLE.findall(self.words[key]))


def with_blanks(text: str, language: str) -> str:
    """Words of a language; in French no line ends before a mark such as `:` or `»`."""
    return _MARK_APART.sub("\u00a0", text) if language == "fr" else text


def short_code(language: str) -> str:
    """The language without its country: `de` of `de-AT`."""
    return language.casefold().replace("_", "-").partition("-")[0]


@lru_cache(maxsize=len(LANGUAGES))
def load_phrases(language: str = USUAL) -> Phrases:
    """The table of a language (`de`, `de-AT`); the English one where there is none."""
    import tomllib  # noqa: PLC0415 - reading a book whose words are the usual ones needs no table

    short = short_code(language)
    if short not in LANGUAGES:
        short = USUAL
    text = (resource_folder("phrases") / f"{short}.toml").read_text("utf-8")
    data = tomllib.loads(with_blanks(text, short))
    also = {key: tuple(forms) for key, forms in data.pop("also", {}).items()}
    return Phrases(short, MappingProxyType(data), MappingProxyType(also))
