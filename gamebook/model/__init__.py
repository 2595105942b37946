"""What a book means: a small core language over bounded integers, as frozen structs."""
