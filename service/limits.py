"""How much a caller may ask for: buckets of tokens that fill up again with time.

Each process counts for itself.  A caller is the name of its API key, or its address.
"""

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from service.refusals import OverLimit

CALLERS = 100_000  # remembered; whoever called longest ago is forgotten first


@dataclass(frozen=True)
class Limit:
    """So much in a time; the whole of it may be used at once."""

    what: str
    amount: float  # 0 for no limit
    seconds: float


class Buckets:
    """What is left to each caller of one limit."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, at what time

    def take(self, caller: str) -> None:
        """Use one up, or refuse with the time to wait."""
        self.check(caller, 1.0)
        self.spend(caller, 1.0)

    def check(self, caller: str, wanted: float = 0.0) -> None:
        """Refuse unless so much is left."""
        limit, left = self._limit, self._now(caller)
        if limit.amount and left < wanted:
            raise OverLimit(
                f"{limit.what}: no more than {limit.amount:g} in {limit.seconds:g} s",
                limit=limit.what,
                subject=caller,
                retry_seconds=round((wanted - left) * limit.seconds / limit.amount, 3),
            )

    def spend(self, caller: str, amount: float) -> None:
        """Use some up, even more than is left: a debt is paid by waiting."""
        if self._limit.amount:
            self._left[caller] = (self._now(caller) - amount, time.monotonic())
            self._left.move_to_end(caller)
            if len(self._left) > CALLERS:
                self._left.popitem(last=False)

    def _now(self, caller: str) -> float:
        limit, now = self._limit, time.monotonic()
        left, then = self._left.get(caller, (limit.amount, now))
        return min(limit.amount, left + (now - then) * limit.amount / limit.seconds)


class Seats:
    """How many of something each caller has at a time."""

    def __init__(self, what: str, most: int, retry_seconds: float = 5.0) -> None:
        self._what = what
        self._most = most
        self._retry_seconds = retry_seconds
        self._held: dict[str, int] = {}

    @contextmanager
    def one(self, caller: str) -> Iterator[None]:
        held = self._held.get(caller, 0)
        if self._most and held >= self._most:
            raise OverLimit(
                f"{self._what}: no more than {self._most} at a time",
                limit=self._what,
                subject=caller,
                retry_seconds=self._retry_seconds,
            )
        self._held[caller] = held + 1
        try:
            yield
        finally:
            self._held[caller] -= 1
            if not self._held[caller]:
                del self._held[caller]


@dataclass(frozen=True)
class Allowances:
    """Every limit of one process."""

    calls: Buckets
    games: Buckets
    searching: Buckets
    watches: Seats
