"""The meaning of a book, one step at a time: the exact reference interpreter."""
