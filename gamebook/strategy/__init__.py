"""Ways to play: a strategy of a book, with values for its parameters, put into the book in place of its reader."""
