"""What a format is written from: the book, and the document made of it."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from gamebook.files import in_folder
from gamebook.limits import STATES_FOR_ADVICE
from gamebook.project import Edition
from gamebook.publish.document import Document, Picture, pictures
from gamebook.publish.images import is_shown, kind_of


def read_image(folder: Path, name: str) -> bytes | None:
    """The bytes of a file; None where there is none that can be read, or it lies outside the folder."""
    try:
        path = in_folder(folder / name).resolve()
        return path.read_bytes() if path.is_relative_to(folder.resolve()) else None
    except (OSError, ValueError):
        return None


class ImageFile(Struct, frozen=True):
    """What the file of an image holds, or why it is not shown."""

    data: bytes | None
    """Its bytes; None where it is not shown."""
    problem: str = ""
    """Why it is not shown: one phrase."""
    cure: str = ""
    """What to do about it."""


def image_file(folder: Path, name: str) -> ImageFile:
    """The file of an image in the book's folder."""
    data = read_image(folder, name)
    if data is None:
        return ImageFile(None, f"there is no image {name} in the book's folder", "give the path of a PNG, JPEG or GIF")
    if not is_shown(data):
        problem = f"the image {name} is no PNG, JPEG or GIF that can be read"
        return ImageFile(None, problem, "save it again as PNG or JPEG, with a program for pictures")
    return ImageFile(data)


class Publication(Struct, frozen=True):
    """A book on its way to a file."""

    edition: Edition
    """The book itself."""
    document: Document
    """Its sections in words."""
    folder: Path
    """Where images are looked for."""
    preset: str = "a5"
    """The page of a printed book."""
    options: frozenset[str] = field(default_factory=frozenset)
    """What else is wished for: `dice` in the corners of pages, `titles` of chapters, `hints` on a page to play."""
    hero: Mapping[str, int] = field(default_factory=dict)
    """Of a page to play: stats that are not rolled."""
    most_states: int = STATES_FOR_ADVICE
    """Hints only for books with at most so many states."""

    target: Path | None = None
    """The folder of the file that is written; None: there is none, and paths in it begin at `folder`."""
    notes: list[str] = field(default_factory=list)
    """What whoever publishes it should know: a writer adds to it."""
    _images: dict[str, ImageFile] = field(default_factory=dict)
    """The images that were looked at, by their paths."""

    def _image(self, picture: Picture) -> ImageFile:
        if picture.path not in self._images:
            self._images[picture.path] = image_file(self.folder, picture.path)
        return self._images[picture.path]

    def image(self, picture: Picture) -> bytes | None:
        """The bytes of an image; None where there is none that can be shown, or it lies outside the book's folder."""
        return self._image(picture).data

    def path_of(self, picture: Picture) -> str:
        """The path of an image from the file that is written; as the book names it where there is no such image."""
        if self.target is None or self.image(picture) is None:
            return picture.path
        image, target = in_folder(self.folder / picture.path).absolute(), self.target.absolute()
        try:
            return Path(os.path.relpath(image, target)).as_posix()
        except ValueError:  # on another drive
            return image.as_posix()

    def source(self, picture: Picture) -> str | None:
        """The address of an image that a page holds itself; None where there is none that a page can show."""
        data = self.image(picture)
        kind = None if data is None else kind_of(data)
        return None if data is None or kind is None else f"data:{kind};base64,{base64.b64encode(data).decode()}"

    def unshown_images(self) -> tuple[str, ...]:
        """Why images are not shown, in the order printed: they are not there, or cannot be read."""
        problems = (self._image(each).problem for each in pictures(self.document))
        return tuple(dict.fromkeys(problem for problem in problems if problem))
