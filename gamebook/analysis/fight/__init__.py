"""One fight at a time: a book of two chapters is written around it, and solved like any other."""
