"""GB4: how hard the book is, and its promises."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity
