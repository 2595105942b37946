"""Results to findings."""
