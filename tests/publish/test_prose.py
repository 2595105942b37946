"""Prose in Markdown: what it becomes, and what it cannot do."""

from gamebook.publish.document import Divider, Grid, Paragraph, Picture, Run
from gamebook.publish.prose import paragraphs, words


def test_bold_italic_and_lines_that_are_joined() -> None:
    (found,) = paragraphs("A *small*\n**loud** bell.")
    assert found == Paragraph((Run("A "), Run("small", italic=True), Run(" "), Run("loud", bold=True), Run(" bell.")))


def test_a_poem_keeps_its_lines() -> None:
    (found,) = paragraphs("The tide goes out,\n    the tide comes in.")
    assert found == Paragraph((Run("The tide goes out,\n\u00a0\u00a0\u00a0\u00a0the tide comes in."),), "verse")


def test_an_image_stands_by_itself() -> None:
    found = paragraphs("Look: ![A *map*](maps/my%20map.png) Well?")
    assert found == (Paragraph((Run("Look: "),)), Picture("maps/my map.png", "A map"), Paragraph((Run(" Well?"),)))


def test_lists_quotes_and_breaks() -> None:
    found = paragraphs("3. one\n4. two\n\n> said\n\n* * *\n\n# Head")
    assert found == (
        Paragraph((Run("one"),), "item", 1, "3."), Paragraph((Run("two"),), "item", 1, "4."),
        Paragraph((Run("said"),), "quote", 1), Divider(), Paragraph((Run("Head"),), "head"),
    )  # fmt: skip


def test_markup_of_html_is_letters() -> None:
    assert paragraphs("<script>alert(1)</script> &lt; <!-- x -->") == (
        Paragraph((Run("<script>alert(1)</script> < <!-- x -->"),)),
    )


def test_a_table_keeps_its_cells() -> None:
    found = paragraphs(
        "Ships:\n\n| Ship | Leaves |\n|:--|--:|\n| **Owl** | {hour} |\n| a \\| b |\n", lambda _: "[hour]"
    )
    assert found == (
        Paragraph((Run("Ships:"),)),
        Grid(
            (
                ((Run("Ship"),), (Run("Leaves"),)),
                ((Run("Owl", bold=True),), (Run("[hour]"),)),
                ((Run("a | b"),), ()),
            ),
            ("left", "right"),
        ),
    )


def test_images_of_a_table_stand_below_it() -> None:
    found = paragraphs("| a |\n|---|\n| b ![Map](map.png) |")
    assert found == (Grid((((Run("a"),),), ((Run("b "),),)), ("left",)), Picture("map.png", "Map"))


def test_lines_of_pipes_without_a_line_of_dashes_are_words() -> None:
    assert paragraphs("| a | b |") == (Paragraph((Run("| a | b |"),)),)


def test_only_harmless_addresses_are_links() -> None:
    runs = words("[a](https://example.org) [b](javascript:alert) [c](mailto:x@example.org) [d](file:///etc)")
    assert [run.address for run in runs if run.address] == ["https://example.org", "mailto:x@example.org"]


def test_escapes_of_the_language_are_those_of_markdown() -> None:
    (found,) = paragraphs(r"\* no star, \{gold} \_low\_ \→ 12", lambda _: "VALUE")
    assert found == Paragraph((Run("* no star, {gold} _low_ → 12"),))


def test_escapes_of_the_language_hold_in_code_too_and_other_backslashes_are_letters_there() -> None:
    (found,) = paragraphs(r"`P_\{x} \-> 12 \//{gold} C:\a\*` \-> \//", lambda _: "VALUE")
    assert found == Paragraph((Run(r"P_{x} -> 12 //VALUE C:\a\*", code=True), Run(" -> //")))


def test_values_are_put_in_as_letters_and_never_read_as_markup() -> None:
    (found,) = paragraphs("You have *{gold}* pieces.", lambda _: "**[7]**")
    assert found == Paragraph((Run("You have "), Run("**[7]**", italic=True), Run(" pieces.")))


def test_verse_after_a_paragraph_stands_by_itself() -> None:
    found = paragraphs("He sang.\n\n  The tide goes out,\n    the tide comes in.\n\n  Alone.\n\nSo he did.")
    assert found == (
        Paragraph((Run("He sang."),)),
        Paragraph((Run("\u00a0\u00a0The tide goes out,\n\u00a0\u00a0\u00a0\u00a0the tide comes in."),), "verse"),
        Paragraph((Run("\u00a0\u00a0Alone."),), "verse"), Paragraph((Run("So he did."),)),
    )  # fmt: skip


def test_indented_lines_of_a_list_are_no_verse() -> None:
    found = paragraphs("1. Count\n   to ten.\n\n   Breathe.\n   - in\n   - out\n\nGo.\n  Now.")
    assert found == (
        Paragraph((Run("Count to ten."),), "item", 1, "1."), Paragraph((Run("Breathe."),), "item", 1),
        Paragraph((Run("in"),), "item", 2, "•"), Paragraph((Run("out"),), "item", 2, "•"),
        Paragraph((Run("Go.\n\u00a0\u00a0Now."),), "verse"),
    )  # fmt: skip


def test_the_lines_of_a_fence_are_kept() -> None:
    (found,) = paragraphs("```\none\n    two\n```")
    assert found == Paragraph((Run("one\n    two", code=True),), "verse")
