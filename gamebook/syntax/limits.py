"""How much of anything one page may hold: enough for any book, too little for a hang."""

MAX_BYTES = 5_000_000
"""The longest file."""
MAX_NUMBER = 10**9
"""The greatest number that may be written."""
MAX_DICE = 100
"""The most dice in one roll."""
MAX_SIDES = 1_000
"""The most sides of a die."""
MAX_HANDS = 20_000
"""The most ways a pool of dice can lie on the table."""
MAX_TOTALS = 10_000
"""The most totals of a roll whose total is stored."""
MAX_WORK = 7_000_000
"""The most steps to work out how likely each total of a roll is: a few seconds."""
MAX_LENGTH_OF_LETS = 1_000
"""The most operations of a derived value, those of others that it is made of included."""
MAX_NESTING_OF_LETS = 100
"""Operations of a derived value inside one another, those of others that it is made of included."""
MAX_DEPTH_OF_LETS = 30
"""Derived values made of derived values."""
MAX_DEPTH = 50
"""Blocks inside blocks."""
MAX_OPERATORS = 100
"""Operations and parentheses on one line; this also bounds how deep an expression goes."""
MAX_FINDINGS = 100
"""Findings of one file after which reading stops."""
MAX_PRINTED = 100_000
"""The highest number of a chapter in print."""
