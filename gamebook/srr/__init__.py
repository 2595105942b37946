"""Statistical Result Resolution: books whose dice are replaced by ledgers.

Source: M. A. Montgomery, "How To Apply Statistical Result Resolution To Games", 1993. `docs/srr.md` tells the modes.
"""

from gamebook.srr.luckless import Luckless, Note, is_settled
from gamebook.srr.without import without_luck

__all__ = ["Luckless", "Note", "is_settled", "without_luck"]
