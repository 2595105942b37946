"""Results to text, JSON, SARIF, DOT and pictures."""
