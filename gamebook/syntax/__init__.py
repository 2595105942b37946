"""How a book is written: grammar, syntax tree, recovery, formatting."""
