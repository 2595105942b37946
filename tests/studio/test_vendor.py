"""The libraries of others that the page uses: whole, unchanged, with their licences."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from gamebook.studio.server import STATIC

VENDOR = STATIC / "vendor"
OURS = sorted(path for path in STATIC.rglob("*.js") if VENDOR not in path.parents)


def test_the_bundle_is_what_was_built() -> None:
    digest, name = (VENDOR / "editor.js.sha256").read_text().split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest


def test_every_library_has_its_licence() -> None:
    licences = (VENDOR / "LICENSES.txt").read_text()
    parts = licences.split("-" * 100)[1:]
    assert len(parts) >= 15
    for part in parts:
        assert re.match(r"\S+ \d+\.\d+\.\d+ \(MIT\)\n\n", part.strip()), part[:80]
        assert "Copyright" in part
        assert "permission notice shall be included" in " ".join(part.lower().split())
    assert "@codemirror/lsp-client" in licences


def test_nothing_is_loaded_from_elsewhere() -> None:
    pages = [*OURS, STATIC / "index.html", STATIC / "studio.css"]
    for path in pages:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|url\(", text), f"{path.name} names an address"


def test_modules_import_what_is_there() -> None:
    for path in OURS:
        for name in re.findall(r'from "([^"]+)"', path.read_text("utf-8")):
            assert (path.parent / name).resolve().is_file(), f"{path.name} imports {name}"
            assert name.startswith("."), f"{path.name} imports {name}"


def test_names_from_the_bundle_are_in_it() -> None:
    bundle = (VENDOR / "editor.js").read_text("utf-8")
    exported = set(re.findall(r"(?:\bas |[{,])([A-Za-z]\w*)(?=[,}])", bundle[bundle.rindex("export{") :]))
    for path in OURS:
        for names in re.findall(r'import \{([^}]*)\} from "[./]*vendor/editor.js"', path.read_text("utf-8")):
            wanted = {name.strip() for name in names.split(",") if name.strip()}
            assert wanted <= exported, f"{path.name}: {wanted - exported}"


def test_no_module_makes_markup_of_words() -> None:
    cleaned = {"lsp.js", "report.js"}
    """Words of the language server, which are cleaned, and sections that the server has escaped."""
    for path in OURS:
        if path.name not in cleaned:
            text = path.read_text("utf-8")
            for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "DOMParser", "eval(", "Function("):
                assert way not in text, f"{path.name} could make markup of a book's words"


def test_the_folder_has_no_other_files() -> None:
    assert sorted(path.name for path in Path(VENDOR).iterdir()) == ["LICENSES.txt", "editor.js", "editor.js.sha256"]
