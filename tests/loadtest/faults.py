"""A proxy that spoils the watches of a sound server, to see that the load test notices."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc

WATCH = "/burgrave.v1.GameService/WatchGame"
STREAMS = (WATCH, "/burgrave.v1.GameService/SuggestMoveStream")
Spoil = Callable[[Iterable[bytes]], Iterator[bytes]]


def lose(messages: Iterable[bytes]) -> Iterator[bytes]:
    """All but the fifth."""
    yield from (message for number, message in enumerate(messages, 1) if number != 5)


def repeat(messages: Iterable[bytes]) -> Iterator[bytes]:
    """The fifth twice."""
    for number, message in enumerate(messages, 1):
        yield from [message] * (2 if number == 5 else 1)


class Proxy(grpc.GenericRpcHandler):
    def __init__(self, channel: grpc.Channel, spoil: Spoil) -> None:
        self._channel, self._spoil = channel, spoil

    def service(self, details: Any) -> grpc.RpcMethodHandler:
        if details.method in STREAMS:
            return grpc.unary_stream_rpc_method_handler(self._stream(details.method))
        return grpc.unary_unary_rpc_method_handler(self._call(details.method))

    def _call(self, method: str) -> Callable[[bytes, grpc.ServicerContext], bytes]:
        def call(request: bytes, context: grpc.ServicerContext) -> bytes:
            try:
                return self._channel.unary_unary(method)(request, metadata=passed_on(context))
            except grpc.RpcError as refused:
                context.abort(refused.code(), refused.details())

        return call

    def _stream(self, method: str) -> Callable[[bytes, grpc.ServicerContext], Iterator[bytes]]:
        def call(request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
            messages = self._channel.unary_stream(method)(request, metadata=passed_on(context))
            context.add_callback(messages.cancel)
            yield from self._spoil(messages) if method == WATCH else messages

        return call


def passed_on(context: grpc.ServicerContext) -> list[tuple[str, str]]:
    return [each for each in context.invocation_metadata() if each[0] == "authorization"]


@contextmanager
def spoiled(port: int, spoil: Spoil) -> Iterator[int]:
    """The port of a proxy before the server on `port`."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        proxy = grpc.server(ThreadPoolExecutor(100))
        proxy.add_generic_rpc_handlers((Proxy(channel, spoil),))
        found = proxy.add_insecure_port("127.0.0.1:0")
        proxy.start()
        try:
            yield found
        finally:
            proxy.stop(0).wait()
