"""Results to findings. `run` is the whole of a check."""

from gamebook.lint.pipeline import run

__all__ = ["run"]
