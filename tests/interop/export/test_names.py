"""Identifiers: no two alike, in any capitals, and each the first that is free."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gamebook.interop.export.names import identifier, identifiers

TEXTS = st.lists(st.sampled_from(["a", "A", "ä", "a 2", "A_2", "a_2_2", "да", "нет", "_", "_2", "", "2"]), max_size=12)


def naive_identifiers(texts: list[str], taken: list[str]) -> dict[str, str]:
    """For each text in turn the first free one of `a`, `a_2`, `a_3`, …"""
    found: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        used = [name.lower() for name in (*taken, *found.values())]
        wishes = [identifier(text), *(f"{identifier(text)}_{number}" for number in range(2, 100))]
        found[text] = next(name for name in wishes if name.lower() not in used)
    return found


def test_names_without_latin_letters_can_be_read_and_are_told_apart() -> None:
    texts = ["да", "нет", "да", "Да", "DA", "鍵", "剣", "מפתח", "κλειδί", "かぎ", "Straße", "—", "…", "2"]
    assert identifiers(texts, ["net"]) == {
        "да": "da", "нет": "net_2", "Да": "Da_2", "DA": "DA_3", "鍵": "u9375", "剣": "u5263", "מפתח": "mptch",
        "κλειδί": "kleidi", "かぎ": "kagi", "Straße": "Strasse", "—": "unnamed", "…": "unnamed_2", "2": "_2",
    }  # fmt: skip


@given(texts=TEXTS, taken=TEXTS)
def test_each_is_the_first_that_is_free(texts: list[str], taken: list[str]) -> None:
    assert identifiers(texts, taken) == naive_identifiers(texts, taken)
