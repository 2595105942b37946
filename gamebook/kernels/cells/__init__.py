"""Whole arrays of states at once: contexts, their cells, and the order to work these out in."""
