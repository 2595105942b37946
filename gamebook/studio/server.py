"""The studio as a web server of this machine, for one writer."""

from __future__ import annotations

import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from functools import partial
from html import escape
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from gamebook.errors import Unavailable
from gamebook.studio import asks, bridge
from gamebook.studio.folder import Folder
from gamebook.studio.guard import LONGEST, NONCE, Guard
from gamebook.studio.reader import Reader
from gamebook.studio.solvers import Solvers

Hangup = Callable[[Callable[[int, FrameType | None], None]], AbstractContextManager[None]]
HOST = "127.0.0.1"
STATIC = Path(__file__).with_name("static")
REPORT = Path(__file__).parents[1] / "render" / "page"
"""The style and the script of a report: they suit its sections here, too."""


def app(folder: Folder, first: str, port: int, token: str) -> ASGIApp:
    """The whole studio behind its guard.

    Args:
        folder: the files that it shows.
        first: the book to begin with, by its name in the folder; may be empty.
        port: of this machine, where it listens.
        token: what the first request must bring.
    """
    solvers = Solvers(lambda words: asks.tell_all("ended", {"message": words}))
    reader = Reader()
    page = (STATIC / "index.html").read_text("utf-8")

    async def home(request: Request) -> HTMLResponse:
        return HTMLResponse(page.replace("{nonce}", escape(request.scope[NONCE])))

    async def style(_: Request) -> FileResponse:
        return FileResponse(REPORT / "page.css")

    async def script(_: Request) -> FileResponse:
        return FileResponse(REPORT / "page.js")

    async def ask(websocket: WebSocket) -> None:
        await asks.serve(websocket, folder, solvers, reader, first)

    async def lsp(websocket: WebSocket) -> None:
        await bridge.serve(websocket, folder, reader)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        solvers.start()
        yield
        reader.stop()
        solvers.stop()

    routes = [
        Route("/", home),
        Route("/report.css", style),
        Route("/report.js", script),
        WebSocketRoute("/ask", ask),
        WebSocketRoute("/lsp", lsp),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes, lifespan=life), port, token)


def listen(port: int) -> socket.socket:
    """A socket of this machine, which no other can reach; port 0 is any that is free.

    Raises:
        Unavailable: the port is taken.
    """
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
    except OSError as error:
        found.close()
        raise Unavailable(f"port {port} cannot be used: {error.strerror}") from error
    return found


def run(folder: Folder, first: str, port: int, ready: Callable[[str], None], hangup: Hangup) -> None:
    """Serve until Ctrl-C.

    Args:
        folder, first: as `app`.
        port: where to listen; 0 for any that is free.
        ready: called with the address to open, once the studio listens.
        hangup: inside it, the signal of a closed terminal is heard by what it is given.

    Raises:
        Unavailable: the port is taken.
    """
    with listen(port) as door:
        token = secrets.token_urlsafe(24)
        number = door.getsockname()[1]
        config = uvicorn.Config(
            app(folder, first, number, token),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="websockets-sansio",
            ws_max_size=2 * LONGEST,
            timeout_graceful_shutdown=1,
        )
        _Server(config, partial(ready, f"http://{HOST}:{number}/?token={token}"), hangup).run(sockets=[door])


class _Server(uvicorn.Server):
    """Tells when it listens, and ends by a closed terminal as by Ctrl-C."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], hangup: Hangup) -> None:
        super().__init__(config)
        self._ready, self._hangup = ready, hangup

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn does not know SIGHUP: raised in the midst of its work, it would print a traceback."""
        with super().capture_signals(), self._hangup(self.handle_exit):
            yield
