"""The fight lab: a book of two chapters is written around one fight, and solved like any other."""
