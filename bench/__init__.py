"""Measurements of this machine: `python -m bench`."""
