"""Doors: arguments in, text out, no thinking."""
