"""One port, many processes: starts the workers, restarts what dies, stops them all."""

import asyncio
import gc
import logging
import os
import secrets
import select
import signal
import socket
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

import uvloop
from prometheus_client import multiprocess

from service import logs
from service.refusals import StoreUnavailable
from service.settings import BadSetting, Settings
from service.store import open_store

RESTART_SECONDS = 0.2  # before a worker that died is started again
AWAY_SECONDS = 1.0  # before a worker that finds no database gives way to another
FAILURES = 5  # workers that die before they serve, one after the other: the server gives up
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
KILL_SECONDS = 3.0  # after the grace time, before a worker that does not stop is killed

logger = logging.getLogger(__name__)


@dataclass
class Worker:
    pid: int
    ready: int  # file descriptor on which it says that it serves
    serves: bool = False


def serve(settings: Settings) -> int:
    """Serve until SIGINT or SIGTERM; the exit status."""
    asyncio.run(_check_database(settings))
    with ExitStack() as stack:
        kept: dict[str, Any] = {"address": stack.enter_context(_reserved(settings.address))}
        if settings.http_address:
            kept["http_address"] = stack.enter_context(_reserved(settings.http_address))
        return Supervisor(replace(settings, **kept)).run()


async def _check_database(settings: Settings) -> None:
    """Bring the schema up to date before any worker uses it."""
    await (await open_store(settings.database)).close()


class _reserved:
    """An address, its port kept from other servers while the workers share it."""

    def __init__(self, address: str) -> None:
        self._host, _, port = address.rpartition(":")
        self._address = (self._host.strip("[]"), int(port))
        self._family = socket.AF_INET6 if ":" in self._address[0] else socket.AF_INET

    def __enter__(self) -> str:
        try:
            with socket.socket(self._family) as alone:
                alone.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                alone.bind(self._address)
                self._address = alone.getsockname()[:2]
                alone.listen()
            self._socket = socket.socket(self._family)
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            self._socket.bind(self._address)
        except OSError as error:
            host, port = self._address
            raise BadSetting(
                f"cannot listen on {host}:{port}: is another server there? ({error.strerror})"
            ) from None
        return f"{self._host}:{self._address[1]}"

    def __exit__(self, *_: object) -> None:
        self._socket.close()


class Supervisor:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._workers: dict[int, Worker] = {}
        self._failures = 0
        self._stopping = False
        self._announced = False
        # Workers end when this pipe closes: that is, when this process dies, however.
        self._life, self._held = os.pipe()
        self._wake_read, self._wake_write = socket.socketpair()

    def run(self) -> int:
        self._wake_write.setblocking(False)
        signal.set_wakeup_fd(self._wake_write.fileno(), warn_on_full_buffer=False)
        for number in SIGNALS:
            signal.signal(number, lambda *_: None)
        for _ in range(self._settings.workers):
            self._start()
        while not self._stopping:
            self._wait(1.0)
            self._reap()
            if self._failures >= FAILURES:
                logger.error("workers die before they serve: giving up")
                self._stop()
                return 1
            while len(self._workers) < self._settings.workers and not self._stopping:
                time.sleep(RESTART_SECONDS)
                self._start()
        return self._stop()

    def _wait(self, seconds: float) -> None:
        """Until a signal comes or a worker says that it serves."""
        starting = {w.ready: w for w in self._workers.values() if not w.serves}
        signals = self._wake_read.fileno()
        readable, _, _ = select.select([signals, *starting], [], [], seconds)
        for source in readable:
            if source == signals:
                numbers = self._wake_read.recv(1024)
                self._stopping |= bool({signal.SIGINT, signal.SIGTERM} & set(numbers))
            elif os.read(source, 1):
                starting[source].serves = True
                self._failures = 0
                self._announce()

    def _announce(self) -> None:
        if not self._announced and all(worker.serves for worker in self._workers.values()):
            self._announced = True
            logger.info("serving on %s", self._settings.address)

    def _start(self) -> None:
        ready, say_ready = os.pipe()
        # Until the worker has its own, this process's handlers would take its signals for nothing.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        pid = os.fork()
        if pid == 0:
            os.close(self._held)
            os.close(ready)
            os._exit(_work(self._settings, self._life, say_ready))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        os.close(say_ready)
        self._workers[pid] = Worker(pid, ready)

    def _reap(self) -> None:
        while self._workers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            self._ended(pid, status)

    def _ended(self, pid: int, status: int) -> int:
        worker = self._workers.pop(pid, None)
        code = os.waitstatus_to_exitcode(status)
        if worker is not None:
            os.close(worker.ready)
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
            if not self._stopping:
                logger.warning("worker %d ended with %d", pid, code)
                self._failures += not worker.serves and code != os.EX_TEMPFAIL
            elif not worker.serves and code == -signal.SIGTERM:
                return 0  # it had nothing to finish
        return code

    def _stop(self) -> int:
        """Stop every worker as an operator would; 0 if all stopped cleanly."""
        self._stopping = True
        logger.info("stopping: running calls have %g s to finish", self._settings.grace_seconds)
        self._signal(signal.SIGTERM)
        ends, codes = time.monotonic() + self._settings.grace_seconds + KILL_SECONDS, [0]
        while self._workers:
            if time.monotonic() > ends:
                self._signal(signal.SIGKILL)
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid:
                codes.append(self._ended(pid, status))
            else:
                time.sleep(0.01)
        logger.info("stopped")
        return int(any(codes))

    def _signal(self, number: int) -> None:
        for pid in self._workers:
            os.kill(pid, number)


def _work(settings: Settings, life: int, say_ready: int) -> int:
    """What a worker does; its exit status."""
    signal.set_wakeup_fd(-1)
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    # Ctrl-C reaches every process of a terminal: the supervisor tells the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    logs.set_up(settings, worker=secrets.token_hex(4))
    try:
        uvloop.run(_serve(settings, life, say_ready))
    except BadSetting as refused:
        logger.error("%s", refused)
        return 2
    except StoreUnavailable as away:
        logger.error("%s", away)
        time.sleep(AWAY_SECONDS)
        return os.EX_TEMPFAIL
    except Exception:
        logger.exception("a worker failed")
        return 1
    finally:
        sys.stderr.flush()
    return 0


async def _serve(settings: Settings, life: int, say_ready: int) -> None:
    from service.server import running

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    loop.add_reader(life, stop.set)
    async with running(settings, shared=True):
        _spare_collector()
        os.write(say_ready, b"1")
        await stop.wait()
        loop.remove_reader(life)


def _spare_collector() -> None:
    """Look for cyclic garbage seldom, and not in what lives as long as the process.

    Calls leave none behind; looking took a twentieth of their time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
