"""When calls must end: cheaper than a timer for each, because hardly any call meets its own."""

import asyncio
import time
from types import TracebackType
from typing import Any

from service.refusals import TooLong

Task = asyncio.Task[Any]


class Deadlines:
    """The calls under way; `sweep`, called now and then, ends those that are late."""

    def __init__(self) -> None:
        self._ends: dict[Task, float] = {}
        self._late: set[Task] = set()

    def until(self, end: float) -> "_Until":
        """Within this the task has until `end`, by time.monotonic; TooLong if it is swept."""
        return _Until(self._ends, self._late, end)

    def sweep(self) -> None:
        now = time.monotonic()
        for task, end in list(self._ends.items()):
            if end < now and task not in self._late:
                self._late.add(task)
                task.cancel()


class _Until:
    __slots__ = ("_end", "_ends", "_late", "_task")

    def __init__(self, ends: dict[Task, float], late: set[Task], end: float) -> None:
        self._ends, self._late, self._end = ends, late, end

    def __enter__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._ends[task] = self._end

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        del self._ends[self._task]
        if self._task in self._late:
            self._late.remove(self._task)
            # The caller may have gone as well: then the call ends as cancelled.
            if self._task.uncancel() == 0 and kind is asyncio.CancelledError:
                raise TooLong("the call took too long") from None
