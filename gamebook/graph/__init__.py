"""Graphs of a book: the map of its chapters, the graph of its states, and questions about both."""
