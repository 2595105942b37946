"""Paths as words of a command line: the shell makes the same paths of them."""

import os
import subprocess

import pytest

from gamebook.shell import word_of_shell


@pytest.mark.skipif(os.name != "posix", reason="another shell")
@pytest.mark.parametrize("path", ["moat.gbk", "a b.gbk", "it's.gbk", "$HOME;ls.gbk", "-x.gbk"])
def test_a_path_is_one_word(path: str) -> None:
    said = subprocess.run(["sh", "-c", f"printf '%s' {word_of_shell(path)}"], capture_output=True, check=True)
    assert os.path.normpath(os.fsdecode(said.stdout)) == path
    assert not said.stdout.startswith(b"-")
