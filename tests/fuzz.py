"""Nonsense at every method: none of it is INTERNAL or UNKNOWN, and nothing changes.

`python -m tests.fuzz` sends 100 000 mutated requests to each method; the tests send a few.
"""

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from burgrave.v1 import game_service_pb2 as pb
from service.server import running
from service.settings import Settings
from tests.databases import KINDS, execute, postgres_server
from tests.service.client import Client

SERVICE = pb.DESCRIPTOR.services_by_name["GameService"]
AT_ONCE = 50
CALL_SECONDS = 2.0
FORBIDDEN = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN}
WORDS = ("", "x", "saint-malo", "x" * 128, "x" * 129, "\0", "\u00e9", "\U0001f3f0", "-1", "%s", "'")
EDGES = (b"\0", b"\xff", b"\x7f", b"\x80", b"\xff\xff\xff\xff\x0f", b"\xff" * 9 + b"\x01")


def mutated(sound: Message, chooser: random.Random) -> bytes:
    """A request with a few bytes changed, lost, repeated or made up."""
    data = bytearray(sound.SerializeToString())
    for _ in range(chooser.randint(1, 4)):
        place = chooser.randrange(len(data) + 1)
        end = min(len(data), place + chooser.randint(1, 8))
        match chooser.randrange(6):
            case 0:
                data[place:end] = b""
            case 1:
                data[place:place] = chooser.randbytes(chooser.randint(1, 8))
            case 2:
                data[place:place] = data[place:end]
            case 3:
                data[place:end] = chooser.choice(EDGES)
            case 4 if place < len(data):
                data[place] ^= 1 << chooser.randrange(8)
            case _:
                return chooser.randbytes(chooser.randint(0, 64))
    return bytes(data)


def altered(sound: Message, chooser: random.Random) -> bytes:
    """A request of which one or two fields say something else."""
    message = type(sound)()
    message.CopyFrom(sound)
    plain = [field for field in message.DESCRIPTOR.fields if field.message_type is None]
    for field in chooser.sample(plain, min(len(plain), chooser.randint(1, 2))):
        if field.type == field.TYPE_STRING:
            setattr(message, field.name, chooser.choice(WORDS))
        elif field.type != field.TYPE_BOOL:
            unsigned = field.type in (field.TYPE_UINT32, field.TYPE_UINT64)
            bits = (
                32 if field.type in (field.TYPE_INT32, field.TYPE_UINT32, field.TYPE_ENUM) else 64
            )
            largest = (1 << bits if unsigned else 1 << (bits - 1)) - 1
            smallest = 0 if unsigned else -largest - 1
            values = (0, 1, 2, 9, largest, smallest, chooser.randint(smallest, largest))
            setattr(message, field.name, chooser.choice(values))
    return message.SerializeToString()


def sound_requests(game_id: str) -> dict[str, Message]:
    """A request of each method that asks for something small."""
    search = {"game_id": game_id, "max_iterations": 2, "max_time": Duration(nanos=1_000_000)}
    moves = {"game_id": game_id, "request_id": "r", "expected_revision": 0}
    return {
        "ListGameTypes": pb.ListGameTypesRequest(),
        "NewGame": pb.NewGameRequest(game_type="saint-malo", players=2, seed=1, request_id="r"),
        "GetGame": pb.GetGameRequest(game_id=game_id),
        "LegalMoves": pb.LegalMovesRequest(game_id=game_id),
        "ApplyMove": pb.ApplyMoveRequest(move_id=1, **moves),
        "SuggestMove": pb.SuggestMoveRequest(**search),
        "SuggestMoveStream": pb.SuggestMoveRequest(**search),
        "WatchGame": pb.WatchGameRequest(game_id=game_id, start_revision=0),
        "UndoMove": pb.UndoMoveRequest(**moves),
        "SetSeat": pb.SetSeatRequest(seat=0, level=1, **moves),
        "ListGames": pb.ListGamesRequest(game_type="saint-malo", page_size=2, page_token="MS94"),
        "GetRecord": pb.GetRecordRequest(game_id=game_id),
        "DeleteGame": pb.DeleteGameRequest(game_id=game_id, request_id="r"),
    }


class Fuzzer:
    def __init__(self, channel: grpc.aio.Channel, seed: int) -> None:
        self._channel = channel
        self._chooser = random.Random(seed)
        self.accepted = 0  # calls that may have changed something

    async def method(self, name: str, sound: Message, tokens: Sequence[str], count: int) -> Counter:
        """Send mutations to a method; how they were answered."""
        codes: Counter = Counter()
        path = f"/{SERVICE.full_name}/{name}"
        streams = SERVICE.methods_by_name[name].server_streaming
        while count > 0:
            batch = [self._call(path, streams, sound, tokens) for _ in range(min(count, AT_ONCE))]
            codes.update(await asyncio.gather(*batch))
            count -= AT_ONCE
        assert not FORBIDDEN & set(codes), f"{name}: {codes}"
        return codes

    async def _call(self, path: str, streams: bool, sound: Message, tokens: Sequence[str]):
        mutate = self._chooser.choice((altered, mutated))
        data, metadata = mutate(sound, self._chooser), []
        if self._chooser.random() < 0.8:
            metadata = [("authorization", f"Bearer {self._chooser.choice(tokens)}")]
        try:
            if streams:
                call = self._channel.unary_stream(path)(
                    data, metadata=metadata, timeout=CALL_SECONDS
                )
                await call.read()
                call.cancel()
            else:
                await self._channel.unary_unary(path)(data, metadata=metadata, timeout=CALL_SECONDS)
        except grpc.aio.AioRpcError as error:
            return error.code()
        self.accepted += not streams
        return grpc.StatusCode.OK


def rows(database: str) -> int:
    """Games in the database, and entries that someone asked for."""
    asked = "SELECT count(*) FROM entries WHERE content_key <> ''"
    counts = [execute(database, query) for query in ("SELECT count(*) FROM games", asked)]
    return sum(count for ((count,),) in counts)


async def run(database: str, count: int, seed: int = 1) -> AsyncIterator[tuple[str, Counter]]:
    """Fuzz every method of a server over an empty database; how each answered."""
    settings = Settings(
        address="127.0.0.1:0", database=database, limit_calls_per_second=0,
        limit_games_per_hour=0, limit_search_seconds_per_minute=0,
    )  # fmt: skip
    async with (
        running(settings) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        for name in SERVICE.methods_by_name:
            client = Client(channel)
            new = await client.new(seed=1)
            sound = sound_requests(new.game.game_id)[name]
            fuzzer, before = Fuzzer(channel, seed), rows(database)
            codes = await fuzzer.method(name, sound, [*new.seat_tokens, "x"], count)
            changed = rows(database) - before
            writes = name in ("NewGame", "ApplyMove", "UndoMove", "SetSeat", "DeleteGame")
            assert changed <= (fuzzer.accepted if writes else 0), f"{name}: {changed}"
            yield name, codes
        await Client(channel).new()


async def report(kind: str, database: str, count: int, seed: int) -> None:
    async for name, codes in run(database, count, seed):
        answers = ", ".join(f"{code.name} {number}" for code, number in codes.most_common())
        print(f"{kind}: {name}: {sum(codes.values())} requests: {answers}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="requests to each method")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=KINDS, help="only this")
    flags = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres_server() as url:
        for kind, database in zip(KINDS, (f"{folder}/games", url), strict=True):
            if flags.store in (None, kind):
                asyncio.run(report(kind, database, flags.count, flags.seed))


if __name__ == "__main__":
    main()
