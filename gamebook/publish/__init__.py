"""From the text of a book to what readers hold: numbered, every rule in words, in the formats of print and screen."""
