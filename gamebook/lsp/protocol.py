"""Messages as an editor sends them: every request is answered, with an error where it makes no sense."""

from __future__ import annotations

import re
from typing import Any, BinaryIO

from lsprotocol import types as lsp
from msgspec import Struct
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol

_BEGINS = lsp.INITIALIZE
"""What an editor says first."""
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d+)\s*", re.IGNORECASE)


class Senseless(Struct):
    """A request that cannot be understood."""

    id: str | int | None
    error: JsonRpcException
    """Why."""


class Answering(LanguageServerProtocol):
    """The protocol of pygls, which drops requests that do not fit, and those that come after `shutdown`."""

    def structure_message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401 - one of many classes of lsprotocol
        """What an editor has sent, as a message.

        Raises:
            JsonRpcException: it is a notification that makes no sense, which nobody waits for.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" not in data or "method" not in data:
                raise
            method = str(data["method"])
            known = method in self.fm.features or method in self.fm.builtin_features
            wrong = JsonRpcInvalidParams.of(f"{method} needs others") if known else JsonRpcMethodNotFound.of(method)
            wrong.__cause__ = error
            return Senseless(data["id"], wrong)

    def handle_message(self, message: Any) -> None:  # noqa: ANN401 - as above
        """Act on a message."""
        if isinstance(message, list):  # several at once
            message = Senseless(None, JsonRpcInvalidRequest("send one message at a time"))
        elif isinstance(message, dict):
            message = Senseless(message.get("id"), JsonRpcInvalidRequest("a message has “jsonrpc” and “method”"))
        elif self._shutdown and hasattr(message, "id") and hasattr(message, "method"):
            message = Senseless(message.id, JsonRpcInvalidRequest("the server was shut down"))
        elif self._workspace is None and getattr(message, "method", _BEGINS) not in (_BEGINS, lsp.EXIT):
            if not hasattr(message, "id"):  # a notification, which nobody waits for
                return
            message = Senseless(message.id, JsonRpcServerNotInitialized(f"{_BEGINS} comes first"))
        if isinstance(message, Senseless):
            error = message.error.to_response_error()
            self._send_data(
                {"jsonrpc": self.VERSION, "id": message.id, "error": error}
            )  # pygls leaves out an `id` null
        else:
            super().handle_message(message)


class Headers(Struct):
    """What an editor writes, with the one header that counts as pygls expects it; editors may write it differently."""

    stream: BinaryIO

    def readline(self) -> bytes:
        """A line; the length of the message that follows is spelled in the usual way."""
        line = self.stream.readline()
        length = _LENGTH.fullmatch(line)
        return line if length is None else b"Content-Length: " + length[1] + b"\r\n"

    def read(self, size: int) -> bytes:
        """The bytes of a message."""
        return self.stream.read(size)
