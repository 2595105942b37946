"""The way in from other programs' files, and the way out to them."""
