"""GB3: rules and dice."""

from gamebook.codes.register import declare
from gamebook.diagnostics import Severity
