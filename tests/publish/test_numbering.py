"""Numbers of chapters: pins, groups that move together, siblings apart, and numbers that stay."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from gamebook.errors import UsageError
from gamebook.project import Project
from gamebook.publish import numbering
from gamebook.publish.make import make
from gamebook.publish.numbering import Numbering
from gamebook.publish.order_report import free
from gamebook.publish.ways import NEAR, quality, ways_of
from tests.support.published import shown

BOOKS = Path(__file__).parents[2] / "books"


def numbered(text: str, before: dict[str, int] | None = None) -> Numbering:
    edition = Project.of(text).edition()
    return numbering.numbering(edition, before)


def chain(names: list[str]) -> str:
    turns = [f"=== {a}\n-> {b}\n" for a, b in pairwise(names)]
    return "".join([*turns, f"=== {names[-1]}\n~ victory\n"])


def test_ways_are_links_and_siblings() -> None:
    ways = ways_of({"a": ["b", "c", "b", "a"], "b": ["c"], "c": []})
    assert ways.links == (("a", "b"), ("a", "c"), ("b", "c"))
    assert ways.siblings == (("b", "c"),)


def test_quality_counts_what_is_close() -> None:
    ways = ways_of({"a": ["b", "c"], "b": [], "c": []})
    found = quality(ways, {"a": 1, "b": NEAR, "c": NEAR + 1})
    assert (found.links, found.siblings, found.mean_jump, found.longest_jump) == (1, 1, 5.5, 6)
    by_page = quality(ways, {"a": 1, "b": 2, "c": 3}, {"a": (0, 0), "b": (1, 1), "c": (1, 1)})
    assert (by_page.links, by_page.siblings) == (0, 1)


def test_numbers_as_written_stay() -> None:
    assert numbered(chain(["1", "7", "3"])).numbers == {"1": 1, "7": 7, "3": 3}


def test_names_get_a_good_order_around_pins() -> None:
    names = ["begin", *(f"c-{chr(97 + k)}{chr(97 + j)}" for k in range(8) for j in range(5)), "400"]
    found = numbered(chain(names)).numbers
    assert found["begin"] == 1
    assert found["400"] == 400
    assert sorted(found.values()) == [*range(1, 42), 400]
    edition = Project.of(chain(names)).edition()
    ways = numbering.links_of(edition)
    assert len(ways.links) == 41
    assert quality(ways, found).links == 0
    assert found == numbered(chain(names)).numbers


def test_new_numbers_are_for_all_chapters() -> None:
    names = [*map(str, range(1, 30)), "tower", "400"]
    edition = Project.of(chain(names)).edition()
    found = numbering.reordered(edition, {"7": 7}, anew=True).numbers
    assert sorted(found.values()) == list(range(1, 32))
    assert (found["1"], found["7"]) == (1, 7)
    assert quality(numbering.links_of(edition), found).links == 0


def test_a_new_chapter_moves_no_old_number() -> None:
    old = numbered(chain(["a", "b", "c", "d"])).numbers
    new = numbered(chain(["a", "b", "new", "c", "d"]), dict(old)).numbers
    assert {name: new[name] for name in old} == old
    assert new["new"] == 5
    gone = numbered(chain(["a", "c", "d", "other"]), dict(old)).numbers
    assert gone["other"] == old["b"]


BLOCK = """
sheet
    number key = 0 in 0..2
=== begin
~ key +1d3 - 1
-> hall
=== hall
You open the door of your key.
-> (100 + key)
=== 100
~ victory "One"
=== 101
~ victory "Two"
=== 102
~ victory "Three"
"""


def test_a_group_moves_as_one_and_its_sum_with_it() -> None:
    edition = Project.of(BLOCK).edition()
    found = numbering.numbering(edition, None)
    places = [found.numbers[name] for name in ("100", "101", "102")]
    assert places == [places[0], places[0] + 1, places[0] + 2]
    assert places[0] < 100
    assert found.moved == {"100": places[0] - 100}
    hall = next(each for each in make(edition, found).sections if each.name == "hall")
    assert (0, f"Turn to the section whose number is {places[0]} + your key.") in shown(hall.blocks)


def test_a_group_whose_number_is_told_stays() -> None:
    found = numbered(BLOCK.replace("door of your key", "door of your key: add 100 to it"))
    assert [found.numbers[name] for name in ("100", "101", "102")] == [100, 101, 102]
    assert found.moved == {}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("=== hall", '=== hall\n~ may "Add 100"\n    ~ key +0'),
        ("=== hall", '=== hall\n~ words "Add your key to 100, and turn there."\n    ~ key +0'),
        ("=== hall", "=== hall Room 100"),
        ('~ victory "Three"', '~ victory "Remember 100"'),
        ("=== begin", "when key > 2\n    Add it to 100.\n=== begin"),
        ("=== begin", 'phrase key = "key of 100"\n=== begin'),
    ],
)
def test_a_group_stays_whatever_words_tell_its_number(before: str, after: str) -> None:
    assert before in BLOCK
    found = numbered(BLOCK.replace(before, after, 1))
    assert [found.numbers[name] for name in ("100", "101", "102")] == [100, 101, 102]


def test_a_group_whose_number_stands_on_a_page_before_the_chapters_stays(tmp_path: Path) -> None:
    book = tmp_path / "book.gbk"
    book.write_text(f'book "B"\n    front "f.md"\n{BLOCK}', "utf-8")
    (tmp_path / "f.md").write_text("# Hello\n\nAdd your key to 100 at the door.\n", "utf-8")
    assert numbering.numbering(Project(book).edition(), None).moved == {}
    (tmp_path / "f.md").write_text("# Hello\n\nIt began in 1100.\n", "utf-8")
    assert numbering.numbering(Project(book).edition(), None).moved != {}


def test_kept_numbers_that_break_a_puzzle_are_refused() -> None:
    kept = {"begin": 1, "hall": 2, "100": 3, "101": 5, "102": 4}
    with pytest.raises(UsageError, match="readers work out the number of chapter 100"):
        numbered(BLOCK, kept)
    assert numbered(BLOCK, {**kept, "101": 4, "102": 5}).moved == {"100": -97}
    told = BLOCK.replace("door of your key", "door of your key: add 100 to it")
    with pytest.raises(UsageError, match=r"gives? it 3"):
        numbered(told, {**kept, "101": 4, "102": 5})


def test_secret_numbers_stay() -> None:
    text = "=== begin\n* Say it -> 37 secret\n* Go -> end\n=== 37\n~ victory\n=== end\n~ defeat"
    assert numbered(text).numbers["37"] == 37


SECRET = """
sheet
    number meal = 0 in 0..2
=== begin
~ meal +1d2
* You know the sum -> (40 + meal) secret
* Go on -> end
=== end
~ defeat
=== 41
~ victory "One"
=== 42
~ victory "Two"
"""


def test_chapters_of_a_secret_sum_stay() -> None:
    found = numbered(SECRET)
    assert (found.numbers["41"], found.numbers["42"], found.moved) == (41, 42, {})
    # nor do they move where another page prints the same sum
    found = numbered(SECRET.replace("* Go on -> end", "* Go on -> (40 + meal)"))
    assert (found.numbers["41"], found.numbers["42"], found.moved) == (41, 42, {})


def test_chapters_of_a_secret_sum_at_any_time_stay() -> None:
    text = SECRET.replace("* You know the sum -> (40 + meal) secret\n", "").replace(
        "=== begin", "anytime\n    * You know the sum -> (40 + meal) secret\n=== begin"
    )
    found = numbered(text)
    assert (found.numbers["41"], found.numbers["42"], found.moved) == (41, 42, {})


KEY_OF_CHAPTER = """
sheet
    number key = 9 in 1..99
=== begin
-> 32
=== 32
* Add your key to the number of this chapter -> (32 + key)
* Leave -> end
=== end
~ defeat
=== 41
~ victory
"""


@pytest.mark.parametrize("anew", [False, True])
def test_a_chapter_whose_number_begins_a_sum_moves_with_it(anew: bool) -> None:
    filled = "".join(f"=== c{chr(97 + k)}\n~ victory\n" for k in range(20))
    edition = Project.of(KEY_OF_CHAPTER + filled).edition()
    found = numbering.reordered(edition, anew=anew)
    here = found.numbers["32"]
    assert here != 32
    assert found.numbers["41"] == here + 9
    assert found.moved == {"32": here - 32}
    told = next(each for each in make(edition, found).sections if each.name == "32")
    assert f"turn to the section whose number is {here} + your key" in shown(told.blocks)[0][1]


@pytest.mark.parametrize("sum_", ["32 + key", "32 + 2 * key - key", "key + 32"])
def test_a_chapter_whose_number_begins_a_sum_that_stays_stays(sum_: str) -> None:
    told = KEY_OF_CHAPTER.replace("(32 + key)", f"({sum_})").replace("Leave", "Leave the room with 32 doors")
    edition = Project.of(
        told.replace("=== begin", "=== 1").replace("=== end", "=== 2").replace("-> end", "-> 2")
    ).edition()
    found = numbering.reordered(edition, anew=True)
    assert (found.numbers["32"], found.numbers["41"], found.moved) == (32, 41, {})


def test_what_is_subtracted_from_the_number_of_a_chapter_keeps_it() -> None:
    text = "sheet\n    number key = 3 in 1..9\n" + chain(["1", "2", "32"]).replace("~ victory", "-> (32 - key)")
    edition = Project.of(text + "=== 29\n~ victory").edition()
    found = numbering.reordered(edition, anew=True).numbers
    assert (found["32"], found["29"]) == (32, 29)


def test_nobody_adds_to_a_number_below_one() -> None:
    """Chapter 41 could be 3 in so small a book; but then the page would say "−6 + your key"."""
    text = KEY_OF_CHAPTER.replace("32\n", "hall\n").replace("this chapter", "nights")
    found = numbered(text)
    assert (found.numbers["41"], found.moved) == (41, {"32": 0})
    filled = "".join(f"=== c{chr(97 + k)}\n~ victory\n" for k in range(20))
    found = numbered(text + filled)
    assert 10 <= found.numbers["41"] <= 24
    assert found.moved == {"32": found.numbers["41"] - 41}


def test_the_start_is_1_also_where_readers_work_it_out() -> None:
    text = (
        "sheet\n    number key = 0 in 0..2\n=== 1\n~ key +1d2\n-> (1 + key)\n=== 2\n-> b\n=== 3\n-> b\n=== b\n~ victory"
    )
    found = numbered(text)
    assert [found.numbers[name] for name in ("1", "2", "3")] == [1, 2, 3]


TWO_SUMS = BLOCK.replace(
    "sheet", "param hundred = 100\nsheet\n    number hours = 3 in 0..9\n    number lamp = 50 in 50..51"
)


def test_a_sum_with_a_parameter_moves_like_one_with_a_number() -> None:
    text = TWO_SUMS.replace("-> hall", "~ lamp +1d2 - 1\n-> hall").replace(
        "-> (100 + key)", "* Knock -> (100 + key)\n* Shine -> (hundred + lamp)"
    )
    edition = Project.of(text + '=== 150\n~ victory "Four"\n=== 151\n~ victory "Five"').edition()
    found = numbering.numbering(edition, None)
    by = found.moved["100"]
    for name in ("100", "101", "102", "150", "151"):
        assert found.numbers[name] == int(name) + by
    hall = next(each for each in make(edition, found).sections if each.name == "hall")
    lines = [line for _, line in shown(hall.blocks)]
    assert f"Knock: turn to the section whose number is {100 + by} + your key." in lines
    assert f"Shine: turn to the section whose number is {100 + by} + your lamp." in lines


def test_the_sum_of_a_trigger_moves_with_its_own_chapters() -> None:
    """Chapter `hall` has a sum of its own, and changes what the trigger waits for."""
    text = TWO_SUMS.replace("=== begin", "when hours = 1 -> (200 + key)\n=== begin").replace(
        "-> (100 + key)", "~ hours -1\n* Knock -> (100 + key)\n* Wait -> hall"
    )
    more = "".join(f'=== {number}\n~ victory "{number} nights"\n' for number in (200, 201, 202)).replace('"2', '"n2')
    edition = Project.of(text + more).edition()
    found = numbering.numbering(edition, None)
    for base in (100, 200):
        by = found.moved[str(base)]
        assert by < 0
        assert all(found.numbers[str(base + k)] == base + k + by for k in range(3))
    rules = " ".join(line for _, line in shown(make(edition, found).rules.blocks))
    assert f"turn to the section whose number is {200 + found.moved['200']} + your key" in rules


def test_a_new_chapter_of_a_sum_goes_where_the_others_went() -> None:
    kept = {"begin": 1, "hall": 2, "100": 13, "102": 15}
    assert numbered(BLOCK, kept).numbers["101"] == 14
    with pytest.raises(UsageError, match=r"readers work out the number of chapter 100, and .* give it 13"):
        numbered(BLOCK + "=== more\n~ victory", {**kept, "more": 14})


def test_kept_numbers_that_part_a_chapter_from_its_sum_are_refused() -> None:
    kept = {"begin": 1, "end": 2}
    assert numbered(KEY_OF_CHAPTER, {**kept, "32": 12, "41": 21}).moved == {"32": -20}
    with pytest.raises(UsageError, match="readers add to the number of chapter 32, and the numbers kept give it 12"):
        numbered(KEY_OF_CHAPTER, {**kept, "32": 12, "41": 41})
    with pytest.raises(UsageError, match="readers work out the number of chapter 41, and the numbers kept give it 21"):
        numbered(KEY_OF_CHAPTER, {**kept, "32": 32, "41": 21})


def test_groups_never_share_a_number() -> None:
    """Where there is no room among the numbers of a book, and another chapter has the place, a group goes beyond."""
    edition = Project.of(BLOCK).edition()
    found = numbering.reordered(edition, {"begin": 101, "hall": 3}).numbers
    assert len(set(found.values())) == len(found)
    assert found["102"] - found["100"] == 2


def test_the_gap_of_other_programs() -> None:
    # from 1 on, each 3 further; after the end from the beginning, to the next free number
    assert numbering.gap(list("abcdefg"), 3) == {"a": 1, "b": 4, "c": 7, "d": 2, "e": 5, "f": 3, "g": 6}


KNOWN = "=== gate\n* Go -> hall\n* Know -> 52 secret\n=== hall\n-> victory\n=== 52\n-> defeat\n"
ADDED = "sheet\n    number key = 2\n" + KNOWN.replace("-> 52", "-> (50 + key)")


@pytest.mark.parametrize("text", [KNOWN, ADDED])
def test_a_number_that_another_chapter_keeps_cannot_be_wished_for(text: str) -> None:
    edition = Project.of(text).edition()
    with pytest.raises(UsageError, match="chapter hall cannot have the number 52: chapter 52 keeps it"):
        numbering.reordered(edition, {"hall": 52}, anew=True)
    assert numbering.reordered(edition, {"hall": 53, "52": 52}, anew=True).numbers["hall"] == 53


@pytest.mark.parametrize(
    ("text", "name"), [(KNOWN, "52"), (ADDED, "52"), (BLOCK, "101"), (KEY_OF_CHAPTER, "32"), (KEY_OF_CHAPTER, "41")]
)
def test_no_other_number_can_be_wished_for_a_chapter_that_readers_find_by_its_number(text: str, name: str) -> None:
    edition = Project.of(text).edition()
    with pytest.raises(UsageError, match=f"chapter {name} cannot have the number 9: readers know the number {name}"):
        numbering.reordered(edition, {name: 9}, anew=True)
    assert numbering.reordered(edition, {name: int(name)}, anew=True).numbers[name] == int(name)


def test_a_group_gives_way_to_a_number_that_is_wished_for() -> None:
    found = numbering.reordered(Project.of(BLOCK).edition(), {"hall": 101}, anew=True).numbers
    assert found["hall"] == 101
    assert len(set(found.values())) == len(found)


@pytest.mark.slow
def test_the_long_ebb_has_nothing_on_one_spread() -> None:
    edition = Project(BOOKS / "the-long-ebb.gbk").edition()
    ways = numbering.links_of(edition)
    found = numbering.reordered(edition)
    good = quality(ways, found.numbers)
    assert (good.links, good.siblings) == (0, 0)
    assert sorted(found.numbers.values()) == list(range(1, 97))
    assert found.numbers["1"] == 1
    other = quality(ways, numbering.gap([each.name for each in edition.book.chapters]))
    assert good.mean_jump < other.mean_jump
    assert other.links > 0


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([1, 2, 3], ""),
        ([3, 1, 4], "no chapter has the number 2: "),
        ([2, 9, 5], "no chapter has the numbers 1, 3-4, 6-8: "),
        (range(1, 40, 2), "no chapter has the numbers 2, 4, 6, 8, 10, 12, 14, 16 and 11 more gaps: "),
    ],
)
def test_numbers_that_are_left_free_are_told(numbers: Iterable[int], told: str) -> None:
    assert "".join(free(numbers)).startswith(told)
    assert bool(told) == bool(free(numbers))
