"""GB0: how the page is written."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity
