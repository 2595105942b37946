"""A book as a page to play: one HTML file with the model of the book and a small interpreter in JavaScript."""
