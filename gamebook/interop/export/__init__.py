"""A book in the formats of other programs: of model checkers, of graph tools, of interactive fiction."""
