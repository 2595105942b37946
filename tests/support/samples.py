"""Small stories in the formats of other programs, written for the tests."""

from __future__ import annotations

import io
import json

# ---- Twine: one die in four languages -----------------------------------------------------------------

ROOMS = """
:: Poor
None.

:: Rich
Many.

:: Middling
Some.
"""

HARLOWE = (
    """\
:: StoryData
{"ifid": "A", "format": "Harlowe", "start": "Well"}

:: Well
(set: $coins to (random: 1, 6))(set: $lucky to $coins >= 5)
(if: $coins is 1)[[[Weep->Poor]]](else-if: $lucky)[[[Laugh->Rich]]](else:)[[[Shrug->Middling]]]
"""
    + ROOMS
)
SUGARCUBE = (
    """\
:: StoryData
{"ifid": "A", "format": "SugarCube", "start": "Well"}

:: Well
<<set $coins to random(1, 6); $lucky to $coins gte 5>>
<<if $coins eq 1>>[[Weep->Poor]]<<elseif $lucky>>[[Laugh->Rich]]<<else>>[[Shrug->Middling]]<</if>>
"""
    + ROOMS
)
CHAPBOOK = (
    """\
:: StoryData
{"ifid": "A", "format": "Chapbook", "start": "Well"}

:: Well
coins: random.d6
lucky: coins >= 5
--
[if coins === 1]
[[Weep->Poor]]
[if lucky]
[[Laugh->Rich]]
[if coins > 1 && !lucky]
[[Shrug->Middling]]
"""
    + ROOMS
)
SNOWMAN = (
    """\
:: StoryData
{"ifid": "A", "format": "Snowman", "start": "Well"}

:: Well
<% s.coins = _.random(1, 6); s.lucky = s.coins >= 5; %>
<% if (s.coins === 1) { %>[[Weep->Poor]]<% } else if (s.lucky) { %>[[Laugh->Rich]]
<% } else { %>[[Shrug->Middling]]<% } %>
"""
    + ROOMS
)

# ---- Twine's own files --------------------------------------------------------------------------------

TWINE_HTML = """<!DOCTYPE html><html><body><tw-storydata name="Two &amp; Two" startnode="2" format="Harlowe"
creator="Twine">
<style role="stylesheet" id="twine-user-stylesheet">b {}</style><script role="script">window.x = 1 < 2;</script>
<tw-passagedata pid="1" name="End" tags="">Done &lt;here&gt;.</tw-passagedata>
<tw-passagedata pid="2" name="First" tags="dark" position="1,1">(set: $n to 2)[[Go-&gt;End]]</tw-passagedata>
</tw-storydata></body></html>"""
TWINE_1_HTML = """<html><div id="storeArea"><div tiddler="Start" tags="">&lt;&lt;set $n = 2&gt;&gt;\\n[[Go|End]]</div>
<div tiddler="End" tags="">Done.</div><div tiddler="StoryTitle" tags="">Old</div></div></html>"""
TWINE_JSON = json.dumps(
    {
        "name": "In JSON",
        "format": "SugarCube",
        "start": "First",
        "passages": [{"name": "First", "text": "<<set $n to 2>>[[Go|End]]"}, {"name": "End", "text": "Done."}],
    }
)

# ---- manuscripts --------------------------------------------------------------------------------------

PLAIN = """The Cave

1
You stand before a cave. If you want to go in, turn to 2. If you would rather leave, go to
3.

2
A dragon jumps at you!
DRAGON  MIGHT 6  LIFE 5
If you win, proceed to 4. If you have the lantern, turn to section 3.

3
You lose 2 LIFE points. Test your Nerve.

Turn to 4.

4
Your adventure ends here.
"""


PARAGRAPHS = PLAIN.replace("go to\n", "go to ")
"""As word processors have it: a line for each paragraph."""


def docx(text: str) -> bytes:
    import docx as library

    document = library.Document()
    for line in text.split("\n"):
        document.add_heading(line, 1) if line.strip().isdecimal() else document.add_paragraph(line)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


RTF = "{\\rtf1\\ansi{\\fonttbl{\\f0 Times;}}\\f0 " + PARAGRAPHS.replace("\n", "\\par\n") + "}"
MARKDOWN = (
    PLAIN.replace("\n2\n", "\n## 2\n\n").replace("\n3\n", "\n## 3 The pit\n\n").replace("turn to 2", "turn to **2**")
)

# ---- Project Aon --------------------------------------------------------------------------------------

AON = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE gamebook PUBLIC "-//Aon" "gamebook.dtd"
[ <!ENTITY % links SYSTEM "links.mod"> %links; ]>
<gamebook><meta><title>A Made-up Book</title></meta><section id="title"><data>
<section class="numbered" id="sect1"><data><p>A wolf &link.x;here.</p><combat><enemy>Wolf</enemy>
<enemy-attribute class="combatskill">12</enemy-attribute>
<enemy-attribute class="endurance">10</enemy-attribute></combat>
<choice idref="sect2">If you win, <link-text>turn to 2</link-text>.</choice></data></section>
<section class="numbered" id="sect2"><data><p>Pick a number.</p>
<choice idref="sect3">If the number is 0\u20136, <link-text>turn to 3</link-text>.</choice>
<choice idref="sect1">If the number is 7\u20139, <link-text>turn to 1</link-text>.</choice></data></section>
<section class="numbered" id="sect3"><data><p>The end.</p></data></section>
</data></section></gamebook>"""


# ---- graphs -------------------------------------------------------------------------------------------

GRAPH_JSON = """{"nodes": [{"id": "Hall"}, {"id": "Cave"}, {"id": "Pit"}],
 "links": [{"source": "Hall", "target": "Cave", "label": "Down"}, {"source": "Hall", "target": "Pit"},
           {"source": "Cave", "target": "Hall"}]}
"""
"""As D3 has it, with nothing but names."""
GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key for="node" id="d0" yfiles.type="nodegraphics"/><key for="edge" id="d1" yfiles.type="edgegraphics"/>
<graph id="G" edgedefault="directed">
<node id="n0"><data key="d0"><y:ShapeNode><y:NodeLabel>Hall</y:NodeLabel></y:ShapeNode></data></node>
<node id="n1"><data key="d0"><y:ShapeNode><y:NodeLabel>Cave</y:NodeLabel></y:ShapeNode></data></node>
<node id="n2"><data key="d0"><y:ShapeNode><y:NodeLabel>Pit</y:NodeLabel></y:ShapeNode></data></node>
<edge id="e0" source="n0" target="n1"><data key="d1"><y:PolyLineEdge><y:EdgeLabel>Down</y:EdgeLabel>
</y:PolyLineEdge></data></edge>
<edge id="e1" source="n0" target="n2"/><edge id="e2" source="n1" target="n0"/>
</graph></graphml>
"""
"""As yEd has it."""
