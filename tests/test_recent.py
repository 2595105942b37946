from __future__ import annotations

from gamebook.recent import Recent


def test_the_value_that_was_not_asked_for_the_longest_goes() -> None:
    made: list[str] = []

    def value(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key.upper()

        return recent.get(key, make)

    recent: Recent[str, str] = Recent(2)
    assert [value(key) for key in "abac"] == ["A", "B", "A", "C"]
    assert made == ["a", "b", "c"], "b goes for c, as a was asked for after it"
    assert value("a") == "A"
    value("b")
    assert made == ["a", "b", "c", "b"]
    recent.drop("b")
    recent.drop("nothing")
    value("b")
    assert made == ["a", "b", "c", "b", "b"]
