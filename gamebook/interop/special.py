"""Passages of Twine that are no chapters: story formats do something of their own with them."""

from __future__ import annotations

SPECIAL = frozenset(
    [
        "StoryTitle",
        "StoryAuthor",
        "StoryData",
        "StorySubtitle",
        "StoryMenu",
        "StorySettings",
        "StoryIncludes",
        "StoryInit",
        "StoryCaption",
        "StoryBanner",
        "StoryInterface",
        "StoryDisplayTitle",
        "StoryShare",
        "PassageReady",
        "PassageDone",
        "PassageHeader",
        "PassageFooter",
        "UserScript",
        "UserStylesheet",
        "Twine.private",
        "Twine.image",
    ]
)
"""Their names. Mostly those of SugarCube; Sugarcane, Twine 1 and Twee have the others."""
