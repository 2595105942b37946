"""Nothing that stands in a file makes a check fail or hang: whatever it is, findings are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from gamebook.render.findings_text import findings_text
from gamebook.solver.space import Limits
from gamebook.syntax.decode import decode
from tests.support.check import check_text

ROOT = Path(__file__).parent.parent.parent
BOOKS = [
    (ROOT / path).read_text("utf-8")
    for path in ("tests/data/real/damsel-in-distress.gbk", "tests/data/real/arena-bounded.gbk", "books/tutorial.gbk")
]
FEW = Limits(states=300)
MARKS = """=== ~ * -> // \\ " { } [ ] [if 1 if else test fight roll 1d6 -1d6 999999d6 gold lose gain pay : .. not é"""
FOREIGN = """<<if $gold>> <</if>> (if: (else:)[ [[ ]] <- := += (1) $ |
Wenn du das hast, Si tu as If you have Kapitel Deduct 3 from your"""
LINES = ["\n", "    ", "\t", "\n    ~ ", "\n* ", "\n=== 1\n", "\nnumber gold", "sheet", "victory", "( 0 / 0 )"]
WORDS = st.sampled_from([*MARKS.split(), *FOREIGN.split(), *LINES])
quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def _survives(text: str) -> None:
    checked = check_text(text, FEW)
    for finding in checked.findings:
        source = checked.sources[finding.span.path]
        assert 0 <= finding.span.start <= finding.span.end <= len(source.text)
    assert findings_text(checked.findings, checked.sources).plain


@quick
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    _survives(text)


@quick
@given(st.lists(WORDS, max_size=40).map(" ".join))
@example("* }")
def test_any_words_of_the_language(text: str) -> None:
    _survives(f"sheet\n    number gold = 1 in 0..3\n\n=== 1\n{text}\n")


@quick
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    source, findings = decode("book.gbk", data)
    assert len(findings) <= 1
    _survives(source.text)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=["damsel", "arena", "tutorial"])
@settings(parent=quick, max_examples=settings().max_examples // 2)
@given(data=st.data())
def test_any_change_of_a_real_book(book: str, data: st.DataObject) -> None:
    lines = book.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        here = data.draw(st.integers(0, len(lines) - 1))
        there = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "repeat", "swap", "cut", "words"])):
            case "drop":
                del lines[here]
            case "repeat":
                lines.insert(there, lines[here])
            case "swap":
                lines[here], lines[there] = lines[there], lines[here]
            case "cut":
                lines[here] = lines[here][: data.draw(st.integers(0, len(lines[here])))]
            case "words":
                cut = data.draw(st.integers(0, len(lines[here])))
                lines[here] = f"{lines[here][:cut]}{data.draw(WORDS)}{lines[here][cut:]}"
    _survives("\n".join(lines))
