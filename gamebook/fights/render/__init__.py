"""What is known of a fight, as text, data, tables and pictures."""
