"""The rules of a book in the words of its readers."""
