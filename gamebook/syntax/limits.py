"""How much of anything one page may hold: enough for any book, too little for a hang."""

MAX_BYTES = 5_000_000
"""The longest file."""
MAX_NUMBER = 10**9
"""The greatest number that may be written."""
MAX_DICE = 100
"""The most dice in one roll."""
MAX_SIDES = 1_000
"""The most sides of a die."""
MAX_DEPTH = 50
"""Blocks inside blocks."""
MAX_OPERATORS = 100
"""Operations and parentheses on one line; this also bounds how deep an expression goes."""
MAX_FINDINGS = 100
"""Findings of one file after which reading stops."""
