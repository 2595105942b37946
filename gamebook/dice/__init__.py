"""Exact distributions of dice."""
