"""GB1: what names stand for."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity
