"""Locust users that behave like real ones, over gRPC.

`locust -f loadtest/scenarios.py --host 127.0.0.1:50051`; `make loadtest` does that and more.  Any
status but the expected one and any fault of a watch is reported as a failure.  How long events
take is not measured here, because gevent distorts streams: loadtest/probe.py does that.
"""

import itertools
import random
import uuid
from collections.abc import Iterator

import gevent
import grpc.experimental.gevent
from locust import User, between, events, task

import engine.games  # noqa: F401  registers every game
from burgrave.v1 import game_pb2
from burgrave.v1 import game_service_pb2 as pb
from engine.contract import games
from loadtest.continuity import Broken, Continuity
from loadtest.reported import Calls

grpc.experimental.gevent.init_gevent()  # before the first channel
# Every channel and every stream waits in a thread of gevent's; with its default of ten, all users
# stand still until one of those has something to tell.
gevent.get_hub().threadpool.maxsize = 1_000

WRONG_MOVE = 2**31  # no game has a move of this number
WRONG_SHARE = 0.03
RECONNECT_SHARE = 0.02
SET_SEAT_SHARE = 0.02
CATCH_UP_SECONDS = 10.0  # a watcher has to be told everything
BUDGETS = (100, 1_000, 10_000)  # iterations


def tables() -> Iterator[tuple[str, int]]:
    """Every game and number of players, in turn, for ever: first all games, then more players."""
    every = [
        (players, played.name)
        for played in games().values()
        for players in range(max(2, played.min_players), played.max_players + 1)
    ]
    return itertools.cycle((name, players) for players, name in sorted(every))


TABLES = tables()


@events.user_error.add_listener
def fail(user_instance: User, **_: object) -> None:
    """A scenario that stumbles is a failure too, though locust would go on."""
    user_instance.environment.process_exit_code = 1


class Watch:
    """A watch of a game that can be broken off and taken up again."""

    def __init__(self, calls: Calls, game_id: str, token: str = "", revision: int = 0) -> None:
        self._calls, self._game_id, self._token = calls, game_id, token
        self.seen = Continuity(revision)
        self.begin()

    def begin(self) -> None:
        request = pb.WatchGameRequest(game_id=self._game_id, start_revision=self.seen.revision)
        self._stream = self._calls.stream("WatchGame", request, self._token)
        self._reading = gevent.spawn(self._read, self._stream)

    def _read(self, stream) -> None:
        try:
            for message in stream:
                self.seen.see(message)
        except Broken as fault:
            self._calls.fail("WatchGame", fault)
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.CANCELLED:
                self._calls.fail("WatchGame", error)

    def leave(self) -> None:
        self._stream.cancel()
        self._reading.join(CATCH_UP_SECONDS)

    def finish(self, revision: int) -> None:
        """Wait until `revision` has come, and leave; a failure if it does not come."""
        with gevent.Timeout(CATCH_UP_SECONDS, False):
            while self.seen.revision < revision:
                gevent.sleep(0.02)
        self._calls.check("WatchGame", lambda: self.seen.reached(revision))
        self.leave()


class Visitor(User):
    """Whoever has a connection."""

    abstract = True

    def on_start(self) -> None:
        self.calls = Calls(self.environment)
        self.chooser = random.Random(uuid.uuid4().int)

    def on_stop(self) -> None:
        self.calls.close()


class Seated(Visitor):
    """Has a game to itself, in every seat of it."""

    abstract = True

    def on_start(self) -> None:
        super().on_start()
        self.sit_down()

    def sit_down(self) -> None:
        name, players = next(TABLES)
        request = pb.NewGameRequest(game_type=name, players=players, request_id=str(uuid.uuid4()))
        new = self.calls.call("NewGame", request)
        self.game, self.tokens = new.game, new.seat_tokens

    @property
    def token(self) -> str:
        return self.tokens[self.game.to_move]


class Player(Seated):
    """Plays every seat of one game after another, watching it from the first seat."""

    weight = 6
    wait_time = between(0.02, 0.2)

    def on_stop(self) -> None:
        self.watch.finish(self.game.revision)
        super().on_stop()

    def sit_down(self) -> None:
        super().sit_down()
        self.watch = Watch(self.calls, self.game.game_id, self.tokens[0])

    @task
    def decide(self) -> None:
        """One decision; what else a player does falls in between."""
        if not self.game.HasField("to_move"):
            self.watch.finish(self.game.revision)
            self.sit_down()
        legal = self.calls.call(
            "LegalMoves", pb.LegalMovesRequest(game_id=self.game.game_id), self.token
        )
        if self.chooser.random() < WRONG_SHARE:
            self.err()
        self.wait()
        self.apply(self.chooser.choice(legal.moves).id)
        if self.chooser.random() < SET_SEAT_SHARE:
            self.set_seat()

    def request(self, move: int) -> pb.ApplyMoveRequest:
        return pb.ApplyMoveRequest(
            game_id=self.game.game_id, move_id=move, expected_revision=self.game.revision,
            request_id=str(uuid.uuid4()),
        )  # fmt: skip

    def apply(self, move: int) -> None:
        request, token = self.request(move), self.token
        answer = self.calls.call("ApplyMove", request, token)
        if self.chooser.random() < RECONNECT_SHARE:
            self.reconnect()
            again = self.calls.call("ApplyMove", request, token, label="ApplyMove again")
            self.calls.check("ApplyMove again", lambda: self._same(answer, again))
        self.game = answer.game

    def _same(self, first: pb.ApplyMoveResponse, again: pb.ApplyMoveResponse) -> None:
        if first != again:
            raise AssertionError("a repeated request was answered otherwise than the first")

    def reconnect(self) -> None:
        """As after a lost connection: a new one, the watch going on from what it knows."""
        self.watch.leave()
        self.calls.close()
        self.calls.connect()
        self.watch.begin()

    def err(self) -> None:
        """A move that no rule allows, and one that was decided on an old position."""
        self.calls.call(
            "ApplyMove", self.request(WRONG_MOVE), self.token, label="ApplyMove illegal",
            expect=grpc.StatusCode.FAILED_PRECONDITION,
        )  # fmt: skip
        stale = self.request(WRONG_MOVE)
        stale.expected_revision = self.game.revision + 1
        self.calls.call(
            "ApplyMove", stale, self.token, label="ApplyMove stale", expect=grpc.StatusCode.ABORTED
        )

    def set_seat(self) -> None:
        """The seat is declared a person's, which it is: an entry of the log without a move."""
        if self.game.HasField("to_move"):
            request = pb.SetSeatRequest(game_id=self.game.game_id, seat=self.game.to_move)
            self.game = self.calls.call("SetSeat", request, self.token).game


class Spectator(Visitor):
    """Looks for games that are under way and watches them for a while."""

    weight = 2
    wait_time = between(0.5, 2)

    @task
    def look_on(self) -> None:
        request = pb.ListGamesRequest(status=game_pb2.Game.STATUS_IN_PROGRESS, page_size=20)
        found = self.calls.call("ListGames", request).games
        if not found:
            return
        game_id = self.chooser.choice(found).game_id
        game = self.calls.call("GetGame", pb.GetGameRequest(game_id=game_id)).game
        watch = Watch(self.calls, game_id, revision=game.revision)
        self.wait()
        watch.leave()
        watch.begin()  # as after a lost connection
        self.wait()
        reached = self.calls.call("GetGame", pb.GetGameRequest(game_id=game_id)).game.revision
        watch.finish(reached)


class Learner(Seated):
    """Asks for advice at several budgets, and follows the best of it."""

    weight = 2
    wait_time = between(0.2, 1)

    @task
    def ask(self) -> None:
        if not self.game.HasField("to_move"):
            self.sit_down()
        token, budget = self.token, self.chooser.choice(BUDGETS)
        request = pb.SuggestMoveRequest(
            game_id=self.game.game_id, max_iterations=budget, top=3, max_time={"seconds": 2}
        )
        if self.chooser.random() < 0.3:
            reports = list(self.calls.reports(request, token))
            self.calls.check("SuggestMoveStream", lambda: self._one_final(reports))
            advice = reports[-1]
        else:
            label = f"SuggestMove {budget}"
            advice = self.calls.call("SuggestMove", request, token, label=label)
        move = pb.ApplyMoveRequest(
            game_id=self.game.game_id, move_id=advice.suggestions[0].move.id,
            expected_revision=advice.revision,
        )  # fmt: skip
        self.game = self.calls.call("ApplyMove", move, token).game

    def _one_final(self, reports: list[pb.SuggestMoveResponse]) -> None:
        if [report.final for report in reports] != [False] * (len(reports) - 1) + [True]:
            raise AssertionError("not exactly one final report, at the end")
