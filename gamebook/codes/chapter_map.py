"""GB2: how chapters hang together."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity
