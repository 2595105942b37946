"""LaTeX: for XeLaTeX or LuaLaTeX; the look of everything is defined in its first lines, to be changed at will."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from unicodedata import category
from urllib.parse import quote

from gamebook.letters import few, printable
from gamebook.publish.columns import longest_lines, longest_words, widths
from gamebook.publish.document import Block, Divider, Foes, Grid, Page, Paragraph, Picture, Run, Section
from gamebook.publish.images import is_turned
from gamebook.publish.publication import Publication

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"'{}", "-": r"-{}",
    "[": r"{[}", "]": r"{]}", "☐": r"$\square$",
}  # fmt: skip
_HEAD = r"""% Set it with XeLaTeX or LuaLaTeX. Change the look here; the text below only names what things are.
\documentclass[a5paper,10pt]{article}
\usepackage[margin=18mm]{geometry}
\usepackage{fontspec}
\usepackage{babel}
\usepackage{amssymb}
\usepackage{graphicx}
\usepackage[hidelinks]{hyperref}
\setlength{\parskip}{0.3em}
\setlength{\emergencystretch}{2em}
\makeatletter % the name of a file: all signs in it are letters
\newcommand{\gbfile}[1]{\begingroup\edef\%{\@percentchar}\edef\#{\string##}\edef\&{\string&}\edef\${\string$}%
  \edef\_{\string_}\edef\~{\string~}\edef\^{\string^}\xdef\gbname{#1}\endgroup}
\makeatother
\newcommand{\gbimage}[1]{\gbfile{#1}\IfFileExists{\gbname}%
  {\begin{center}\includegraphics[width=0.9\linewidth,height=0.7\textheight,keepaspectratio]{\gbname}\end{center}}%
  {\typeout{There is no image \gbname}}}
\newcommand{\gbsection}[1]{\par\bigskip\phantomsection\label{gb:#1}%
  \begin{center}\textbf{\large #1}\end{center}\nopagebreak}
\newcommand{\gblanguage}[2]{\IfFileExists{babel-#1.ini}{\babelprovide[import=#1,main]{book}}%
  {\IfFileExists{babel-#2.ini}{\babelprovide[import=#2,main]{book}}{}}}
\newcommand{\gbturn}[1]{\hyperref[gb:#1]{\textbf{#1}}}
\newcommand{\gblink}[2]{\href{#1}{#2}}
\newcommand{\gbpage}[1]{\clearpage\begin{center}\textbf{\Large #1}\end{center}}
\newcommand{\gbtitle}[1]{\begin{center}\emph{#1}\end{center}\nopagebreak}
\newenvironment{gbpar}[1]{\begin{list}{}{\setlength{\leftmargin}{#1em}\setlength{\topsep}{0pt}\setlength{\parsep}{0pt}}\item\relax}{\end{list}}
\newcommand{\gbfoe}[2]{\begin{center}\fbox{\textbf{#1}\quad #2}\end{center}}
\newcommand{\gbgrid}[2]{\begin{center}\small\setlength{\tabcolsep}{0.35em}\begin{tabular}{#1}#2\end{tabular}\end{center}}
\newcommand{\gbhead}[1]{\par\medskip\noindent\textbf{#1}\par\nopagebreak}
\newcommand{\gbbreak}{\begin{center}*\quad *\quad *\end{center}}
"""
_IN_USUAL_FONT = re.compile(
    "[\n\x20-\x7e\xa0-\u0137\u0139-\u0148\u014a-\u0165\u0168-\u017f\u018e\u0192\u01a0\u01a1\u01af\u01b0\u01cd-\u01d4"
    "\u01d7-\u01dd\u01e6\u01e7\u01ea\u01eb\u01f0\u01f4\u01f5\u01fa-\u0201\u0204\u0205\u0208\u0209\u020c\u020d\u0210\u0211\u0214"
    "\u0215\u0218-\u021b\u0237\u0258\u0259\u02be\u02bf\u02c6\u02c7\u02d8-\u02dd\u0300-\u0304\u0306-\u030c\u030f\u0311\u0323"
    "\u0326\u032e-\u0332\u0391-\u03a1\u03a3-\u03a9\u0e3f\u1e0c-\u1e0f\u1e24-\u1e27\u1e2a\u1e2b\u1e2e\u1e2f\u1e36-\u1e39"
    "\u1e42-\u1e47\u1e58-\u1e5d\u1e62\u1e63\u1e6c-\u1e6f\u1e80-\u1e85\u1e92\u1e93\u1e97\u1ea0-\u1ef9\u2010\u2011\u2013\u2014"
    "\u2016\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2031\u2039-\u203b\u203d\u203f\u2040\u2044-\u2046\u2052\u2054"
    "\u20a1\u20a4\u20a6\u20a9\u20ab\u20ac\u20b1\u2103\u2116\u2117\u211e\u2120\u2122\u2126\u2127\u212e\u2190-\u2193\u2212"
    "\u2215\u2217\u221a\u221e\u2222\u2300\u2329\u232a\u2422\u2423\u25e6\u266a\u26ad\u26ae\u27e6\u27e7\ufb00-\ufb04]"
)
"""The letters of Latin Modern Roman 10, from its table of characters."""
_MOST_LETTERS = 60
"""What stands beside each other in a table."""
_TAG = re.compile(r"(?P<base>[A-Za-z]{2,3})(?:-[A-Za-z0-9]{2,8})*")
_PLAIN_ADDRESS = "/:?=@!()*+,;'&#%_~"
"""Signs that an address keeps, besides letters and digits, for hyperref knows how they are escaped; others are %2E."""
_NO_PATH = re.compile(r"[\\{}\"\x00-\x1f\x7f]|  |^ | $")
"""What a path cannot have."""


def write(publication: Publication) -> bytes:
    """The content of the file."""
    lines = list(_lines(publication))
    missing = _missing("\n".join(lines))
    if missing:
        told = f"LaTeX's usual font has no {few(missing)}"
        publication.notes.append(rf"{told}, and leaves them out: add \setmainfont{{…}} with a font that has them")
        lines[1:1] = [rf"% {told}. Choose a font that has them:", r"% \setmainfont{…}"]
    return ("\n".join(lines) + "\n").encode()


def _missing(text: str) -> list[str]:
    """The letters that LaTeX's usual font does not have, in the order printed; those that nobody sees do not count."""
    letters = dict.fromkeys(_IN_USUAL_FONT.sub("", text))
    return [letter for letter in letters if category(letter) != "Cf"]


def escaped(text: str) -> str:
    """Any letters, as LaTeX."""
    return "".join(_SPECIAL.get(letter, letter) for letter in printable(text))


def _lines(publication: Publication) -> Iterator[str]:
    document = publication.document
    yield _HEAD
    tag = _TAG.fullmatch(document.language)
    if tag is not None:
        yield f"\\gblanguage{{{tag[0]}}}{{{tag['base']}}}"
    yield f"\\hypersetup{{pdftitle={{{escaped(document.title)}}},pdfauthor={{{escaped(document.author)}}}}}"
    yield f"\\title{{{escaped(document.title)}}}"
    yield f"\\author{{{escaped(document.author)}}}"
    yield "\\date{}\n\\begin{document}\n\\maketitle"
    for page in document.flat_pages():
        yield ""
        yield from _page(page, publication)
    yield "\\end{document}"


def _page(page: Page | Section, publication: Publication) -> Iterator[str]:
    if isinstance(page, Section):
        yield f"\\gbsection{{{page.number}}}"
        if page.boxes:
            yield f"\\gbtitle{{{' '.join([escaped('☐')] * page.boxes)}}}"
        if "titles" in publication.options and page.title:
            yield f"\\gbtitle{{{escaped(page.title)}}}"
    else:
        yield f"\\gbpage{{{escaped(page.title)}}}"
    yield from _blocks(page.blocks, publication)


def _blocks(blocks: Iterable[Block], publication: Publication) -> Iterator[str]:
    numbers = publication.document.numbers
    for block in blocks:
        match block:
            case Paragraph():
                # the braces: a star or a bracket behind two backslashes would be read as a part of it
                words = "".join(_run(run, numbers) for run in block.runs).replace("\n", "\\\\{}\n")
                if block.mark:
                    words = f"{escaped(block.mark)} {words}"
                if block.kind == "head":
                    yield f"\\gbhead{{{words}}}"
                elif block.kind == "prose" and not block.level:
                    yield f"{words}\n"
                else:
                    deep = 1.5 * block.level + (2 if block.kind == "verse" else 0)
                    yield f"\\begin{{gbpar}}{{{deep:g}}}{words}\\end{{gbpar}}"
            case Foes():
                for name, stats in block.foes:
                    words = "\\quad ".join(escaped(f"{stat} {value}") for stat, value in stats)
                    yield f"\\gbfoe{{{escaped(name)}}}{{{words}}}"
            case Grid():
                yield _grid(block, numbers)
            case Picture():
                path = publication.path_of(block)
                if _NO_PATH.search(path):
                    publication.notes.append(f"LaTeX cannot read a file of this name, so its image is left out: {path}")
                else:
                    if is_turned(publication.image(block) or b""):
                        publication.notes.append(
                            f"LaTeX may show {path} on its side. Turn the image in a photo program, and save it"
                        )
                    yield f"\\gbimage{{{_signs(path)}}}"
                yield f"\\gbtitle{{{escaped(block.caption)}}}"
            case Divider():
                yield "\\gbbreak"


def _grid(grid: Grid, numbers: dict[str, int]) -> str:
    """A table; one with many words has columns whose lines are broken."""
    longest = longest_lines(grid)
    columns = [align[0] for align in grid.columns]
    if sum(longest) > _MOST_LETTERS:
        least = [1 + word for word in longest_words(grid)]
        wanted = [max(low, length) for low, length in zip(least, longest, strict=True)]
        shares = widths(wanted, least, _MOST_LETTERS)
        columns = [f"p{{{0.9 * share / _MOST_LETTERS:.2f}\\linewidth}}" for share in shares]
    if grid.sides:
        columns[0] += "|"
    cells = [["".join(_run(run, numbers) for run in cell).replace("\n", " ") for cell in line] for line in grid.lines]
    head, *rest = (" & ".join(line) for line in cells)
    end = " \\tabularnewline\n"
    rows = end.join([head, *rest] if grid.sides else [head, "\\hline\n" + end.join(rest)])
    return f"\\gbgrid{{{''.join(columns)}}}{{{rows}}}"


def _run(run: Run, numbers: dict[str, int]) -> str:
    if run.chapter:
        return f"\\gbturn{{{numbers[run.chapter]}}}"
    words = "\n".join(escaped(line) for line in run.text.split("\n"))
    if run.code:
        words = f"\\texttt{{{words}}}"
    if run.italic:
        words = f"\\emph{{{words}}}"
    if run.bold:
        words = f"\\textbf{{{words}}}"
    return f"\\gblink{{{_address(run.address)}}}{{{words}}}" if run.address else words


def _address(address: str) -> str:
    r"""A web address as an argument of `\href`."""
    return _signs(quote(address, safe=_PLAIN_ADDRESS))


def _signs(name: str) -> str:
    """An address, or a path, with a backslash before each sign that means something."""
    return re.sub(r"[&#%_~^$]", r"\\\g<0>", name)
