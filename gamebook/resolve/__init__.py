"""From writing to meaning: names, sugar, rule systems; the way back to the page."""
