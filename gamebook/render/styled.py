"""Text with colours for a terminal. Only what paints it there needs rich, which takes 10 ms to import."""

from __future__ import annotations


class Styled:
    """Words with styles, named as rich names them: `bold red`; the empty one is no style."""

    def __init__(self, words: str = "", style: str = "") -> None:
        """Words of one style; others are appended."""
        self.parts: list[tuple[str, str]] = [(words, style)]

    def append(self, words: str, style: str = "") -> Styled:
        """Put more words at the end."""
        self.parts.append((words, style))
        return self

    def append_all(self, *others: Styled) -> Styled:
        """Put other texts at the end, with their styles."""
        for other in others:
            self.parts.extend(other.parts)
        return self

    @property
    def plain(self) -> str:
        """The words alone."""
        return "".join(words for words, _ in self.parts)

    def __str__(self) -> str:
        return self.plain
