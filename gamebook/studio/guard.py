"""One door in front of everything that the studio serves: no request and no websocket gets past it unasked.

A page of another site does not know the token. If the browser sends our cookie along, its `Origin` is not ours; and if
its name leads to this machine (DNS rebinding), that name is not our `Host`. Each check holds where the others do not.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gamebook.studio.folder import MOST_BYTES

LONGEST = 2 * MOST_BYTES
"""Bytes of one message from a page: a text, in which JSON may need two signs for one."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'"
)
"""What a browser accepts in our pages: no script that stands in the page, and nothing from elsewhere."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}
NONCE = "nonce"
"""Where in a request's scope the page finds the word by which its styles are known."""
REFUSED = 4403
"""The code with which a websocket is closed that may not come in."""
TOO_LONG = 1009
"""The code for a message that is too long, as RFC 6455 has it."""
Refusal = tuple[int, str]
"""A status, and why."""


class Guard:
    """Lets in who has the token, from our own pages, by our own name."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        """A guard for an app that listens on a port of this machine."""
        self.app = app
        self.token = token
        self.cookie = f"gamebook_{port}"  # cookies are not kept apart by port
        self.hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope)
        refusal = self._refusal(scope, headers)
        if refusal is None and self._brings_token(scope):
            cookie = f"{self.cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/"
            await _answer(send, 303, {"location": "/", "set-cookie": cookie}, "")
            return
        if refusal is None and not self._is_known(headers):
            refusal = (401, "no token: open the address that gamebook studio printed")
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        nonce = secrets.token_urlsafe(16)
        await self.app({**scope, NONCE: nonce}, _no_longer(receive, send), _with_headers(send, nonce))

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> Refusal | None:
        """Why a request is not even looked at."""
        if headers.get("host") not in self.hosts:
            return 421, "this is not the address of this studio"
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if origin is None and changes:
            return 403, "a request that changes something must say where it comes from"
        if origin is not None and origin != f"http://{headers['host']}":
            return 403, "this request comes from another site"
        first = scope["type"] == "http" and scope["path"] == "/"
        if site in ("cross-site", "same-site") and not first:
            return 403, "this request comes from another site"
        return None

    def _brings_token(self, scope: Scope) -> bool:
        if scope["type"] != "http" or scope["path"] != "/":
            return False
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        return self._is_token(given)

    def _is_known(self, headers: Mapping[str, str]) -> bool:
        try:
            jar = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        return self.cookie in jar and self._is_token(jar[self.cookie].value)

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self.token.encode())


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by name, in small letters; of two with one name the first."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
    return found


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": REFUSED, "reason": why})
    else:
        await _answer(send, status, {"content-type": "text/plain; charset=utf-8"}, why)


async def _answer(send: Send, status: int, headers: Mapping[str, str], text: str) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in (HEADERS | dict(headers)).items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": text.encode()})


def _with_headers(send: Send, nonce: str) -> Send:
    """Send, and tell the browser what it may do with it."""

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            ours = HEADERS | {"content-security-policy": POLICY.format(nonce=nonce)}
            pairs = [(name.encode(), value.encode()) for name, value in ours.items()]
            message = {**message, "headers": [*message.get("headers", []), *pairs]}
        await send(message)

    return send_guarded


def _no_longer(receive: Receive, send: Send) -> Receive:
    """Receive; a websocket whose message is too long is closed."""

    async def receive_guarded() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive":
            text, data = message.get("text") or "", message.get("bytes") or b""
            if len(text) > LONGEST or len(data) > LONGEST or len(text.encode("utf-8", "replace")) > LONGEST:
                await send({"type": "websocket.close", "code": TOO_LONG, "reason": "the message is too long"})
                return {"type": "websocket.disconnect", "code": TOO_LONG}
        return message

    return receive_guarded
