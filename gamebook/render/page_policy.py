"""How a page of HTML that needs no other file keeps safe, whatever the words of a book hold.

Its Content-Security-Policy has the hashes of its own style and script, and a browser accepts no others; the data in it
cannot end the element that it stands in.
"""

from __future__ import annotations

import base64
import hashlib
import json


def policy(style: str, script: str, *, images: bool = False) -> str:
    """What a browser may do with the page.

    Args:
        style: the style in the page.
        script: the script in the page.
        images: whether there are pictures in it, as data.
    """
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        f"{'img-src data:; ' if images else ''}base-uri 'none'; form-action 'none'"
    )


def data_in_page(value: object) -> str:
    """Data for an element; no letter in it can end that element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def _hash(text: str) -> str:
    """What the policy calls a style or a script by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
