"""Finding codes: one module per family; `CODES` holds them all.

GB0 syntax, GB1 names, GB2 map, GB3 rules and dice, GB4 balance, GB5 print.
"""

from gamebook.codes import balance, chapter_map, names, printing, rules, syntax
from gamebook.codes.register import CODES, Code, finding

__all__ = ["CODES", "Code", "balance", "chapter_map", "finding", "names", "printing", "rules", "syntax"]
