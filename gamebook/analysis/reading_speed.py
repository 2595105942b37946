"""How fast people read, by language.

Source: S. Trauzettel-Klosinski, K. Dietz, the IReST Study Group, "Standardized Assessment of Reading Performance: The
New International Reading Speed Texts IReST", Investigative Ophthalmology & Visual Science 53 (2012), 5452-5461: texts
of one difficulty in 17 languages, read aloud by native speakers between 18 and 35.
"""

from __future__ import annotations

WORDS_PER_MINUTE = {
    "ar": 138,
    "de": 179,
    "en": 228,
    "es": 218,
    "fi": 161,
    "fr": 195,
    "he": 187,
    "it": 188,
    "nl": 202,
    "pl": 166,
    "pt": 181,
    "ru": 184,
    "sl": 180,
    "sv": 199,
    "tr": 166,
}
"""By the code of the language. Chinese and Japanese are left out: their words have no blanks between them."""
MEAN = 184
"""Of all languages of the study; for languages that are not in it."""
NO_BLANKS = ("ja", "lo", "km", "my", "th", "zh")
"""Languages whose words are not parted by blanks, so that they are not counted."""


def words_per_minute(language: str) -> int | None:
    """For a book's language, such as `en` or `de-AT`; None where words cannot be counted.

    Args:
        language: as the header says; empty is read as English.
    """
    code = language.partition("-")[0].lower() or "en"
    return None if code in NO_BLANKS else WORDS_PER_MINUTE.get(code, MEAN)
