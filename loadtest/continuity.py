"""Whether a watch tells every change of a game once and in order, over all its reconnections."""

from burgrave.v1 import game_service_pb2 as pb


class Broken(Exception):
    """A watch lost, repeated or reordered a change."""


class Continuity:
    """The revision a watcher knows; each message must lead on from it."""

    def __init__(self, revision: int = 0) -> None:
        self.revision = revision

    def see(self, message: pb.WatchGameResponse) -> None:
        beat = message.WhichOneof("change") == "heartbeat"
        wanted = self.revision if beat else self.revision + 1
        if message.revision != wanted:
            fault = "lost" if message.revision > wanted else "repeated"
            raise Broken(f"{fault}: revision {message.revision} came after {self.revision}")
        self.revision = message.revision

    def reached(self, revision: int) -> None:
        """The game has been at `revision`, and the watch has had time to tell."""
        if self.revision < revision:
            raise Broken(f"lost: the watch is at {self.revision}, the game at {revision}")
