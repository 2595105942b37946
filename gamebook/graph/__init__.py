"""Graphs of a book: its chapter map and its states, and what is asked of them."""
