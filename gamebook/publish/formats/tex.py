"""LaTeX: for XeLaTeX or LuaLaTeX; the look of everything is defined in its first lines, to be changed at will."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from gamebook.letters import printable
from gamebook.publish.document import Block, Divider, Foes, Grid, Page, Paragraph, Picture, Run, Section
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
  {\begin{center}\includegraphics[width=0.9\linewidth]{\gbname}\end{center}}{\typeout{There is no image \gbname}}}
\newcommand{\gbsection}[1]{\par\bigskip\phantomsection\label{gb:#1}%
  \begin{center}\textbf{\large #1}\end{center}\nopagebreak}
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
_PLAIN_ADDRESS = "/:?=@!()*+,;'&#%_~"
"""Signs that an address keeps, besides letters and digits, for hyperref knows how they are escaped; others are %2E."""
_NO_PATH = re.compile(r"[\\{}\"\x00-\x1f\x7f]|  |^ | $")
"""What a path cannot have."""


def write(publication: Publication) -> bytes:
    """The content of the file."""
    return ("\n".join(_lines(publication)) + "\n").encode()


def escaped(text: str) -> str:
    """Any letters, as LaTeX."""
    return "".join(_SPECIAL.get(letter, letter) for letter in printable(text))


def _lines(publication: Publication) -> Iterator[str]:
    document = publication.document
    yield _HEAD
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
                rows = " \\\\\n".join(" & ".join(map(escaped, line)) for line in block.lines)
                yield f"\\gbgrid{{r|{'r' * (len(block.lines[0]) - 1)}}}{{{rows}}}"
            case Picture():
                path = publication.path_of(block)
                if _NO_PATH.search(path):
                    publication.notes.append(f"LaTeX cannot read a file of this name, so its image is left out: {path}")
                else:
                    yield f"\\gbimage{{{_signs(path)}}}"
                yield f"\\gbtitle{{{escaped(block.caption)}}}"
            case Divider():
                yield "\\gbbreak"


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
