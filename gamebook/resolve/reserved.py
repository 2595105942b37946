"""Names that the engine gives: of its own variables, and of what is offered everywhere."""

HERE = "chapter here"
BEFORE = "chapter before"
"""The engine's variables for `-> back`: the chapter the reader is in, and the one before it, by number."""
BEEN = "visited "
AGAIN = "again in "
"""The names of the engine's variables for visits, before the chapter's name; their roles are `visited` and `visited
before`."""
BOXES = "boxes "
"""The same for the count of ticked boxes."""
ANYTIME = "anytime"
"""What strategies call the actions that are offered everywhere."""
