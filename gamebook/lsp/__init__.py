"""A language server: what an editor shows while a book is being written."""
