"""One question about a book per module, answered as a frozen result."""
