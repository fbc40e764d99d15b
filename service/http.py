"""/livez, /readyz and /metrics for those who keep the server running."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from service import metrics
from service.settings import BadSetting

READ_SECONDS = 5.0
LARGEST_REQUEST = 8192  # bytes of its head
TEXT = "text/plain; charset=utf-8"
METRICS = "text/plain; version=0.0.4; charset=utf-8"

Answer = tuple[HTTPStatus, str, bytes]


class Probes:
    """A server of three pages; `ready` says why this process is not ready, or nothing."""

    def __init__(self, ready: Callable[[], Awaitable[str]]) -> None:
        self._ready = ready
        self._server: asyncio.Server | None = None

    async def start(self, address: str) -> int:
        host, _, port = address.rpartition(":")
        try:
            self._server = await asyncio.start_server(
                self._answer, host.strip("[]"), int(port), limit=LARGEST_REQUEST, reuse_port=True
            )
        except OSError as error:
            raise BadSetting(f"cannot listen on {address}: {error.strerror}") from None
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(READ_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                status, kind, body = await self._page(head.partition(b"\r\n")[0].split(b" "))
                writer.write(
                    f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {kind}\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                    + body
                )
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def _page(self, request: list[bytes]) -> Answer:
        match request:
            case [b"GET", b"/livez", _]:
                return HTTPStatus.OK, TEXT, b"alive\n"
            case [b"GET", b"/readyz", _]:
                problem = await self._ready()
                status = HTTPStatus.SERVICE_UNAVAILABLE if problem else HTTPStatus.OK
                return status, TEXT, f"{problem or 'ready'}\n".encode()
            case [b"GET", b"/metrics", _]:
                return HTTPStatus.OK, METRICS, await asyncio.to_thread(metrics.text)
            case [b"GET", _, _]:
                return HTTPStatus.NOT_FOUND, TEXT, b"not here\n"
        return HTTPStatus.BAD_REQUEST, TEXT, b"only GET\n"
