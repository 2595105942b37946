"""Arithmetic over arrays: numpy and numba only."""
