"""Gamebooks in plain text: read, check, solve and map them."""
