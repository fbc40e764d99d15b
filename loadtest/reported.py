"""Calls of a locust user, each reported to locust with the status that was expected of it."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc
from locust.env import Environment

from burgrave.v1 import game_service_pb2 as pb
from burgrave.v1.game_service_pb2_grpc import GameServiceStub
from loadtest.connections import APART, seat

OK = grpc.StatusCode.OK
SECONDS = 60  # after which an answer counts as missing


class Unexpected(Exception):
    """A call did not end as it should."""


class Calls:
    """The service over a connection of its own."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self.connect()

    def connect(self) -> None:
        assert self._environment.host is not None
        self._channel = grpc.insecure_channel(self._environment.host, APART)
        self.stub = GameServiceStub(self._channel)

    def close(self) -> None:
        self._channel.close()

    def call(
        self, name: str, request: Any, token: str = "", *, label: str = "",
        expect: grpc.StatusCode = OK,
    ) -> Any:  # fmt: skip
        """The answer; None if the call was refused as expected."""
        method = getattr(self.stub, name)
        began, answer, code, details = time.perf_counter(), None, OK, ""
        try:
            answer = method(request, metadata=seat(token), timeout=SECONDS)
        except grpc.RpcError as error:
            code, details = error.code(), error.details()
        fault = None
        if code is not expect:
            fault = Unexpected(f"{name}: {code.name} instead of {expect.name}: {details}")
        self.report(label or name, began, answer.ByteSize() if answer else 0, fault)
        if fault is not None:
            raise fault
        return answer

    def stream(self, name: str, request: Any, token: str = "") -> Any:
        return getattr(self.stub, name)(request, metadata=seat(token))

    def reports(self, request: pb.SuggestMoveRequest, token: str) -> Iterator[Any]:
        """Those of a SuggestMoveStream, reported to locust as one call."""
        began, size = time.perf_counter(), 0
        for answer in self.stream("SuggestMoveStream", request, token):
            size += answer.ByteSize()
            yield answer
        self.report("SuggestMoveStream", began, size)

    def check(self, name: str, check: Callable[[], object]) -> None:
        """Report what `check` raises as a failure under that name."""
        try:
            check()
        except Exception as fault:
            self.fail(name, fault)

    def fail(self, name: str, fault: Exception) -> None:
        self.report(name, time.perf_counter(), 0, fault)

    def report(self, name: str, began: float, size: int, fault: Exception | None = None) -> None:
        self._environment.events.request.fire(
            request_type="grpc",
            name=name,
            response_time=(time.perf_counter() - began) * 1000,
            response_length=size,
            exception=fault,
            context={},
        )
