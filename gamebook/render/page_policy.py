"""How a page of HTML names its own style and script to a browser: its Content-Security-Policy has their hashes."""

from __future__ import annotations

import base64
import hashlib


def policy_hash(text: str) -> str:
    """What the policy calls a style or a script by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
