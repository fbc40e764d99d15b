"""A watch that loses, repeats or reorders a change is noticed."""

import pytest

from burgrave.v1 import game_service_pb2 as pb
from loadtest.continuity import Broken, Continuity


def change(revision):
    return pb.WatchGameResponse(revision=revision, move_made=pb.MoveMade())


def beat(revision):
    return pb.WatchGameResponse(revision=revision, heartbeat=pb.Heartbeat())


def follow(*messages, start=0):
    seen = Continuity(start)
    for message in messages:
        seen.see(message)
    return seen


def test_every_change_once_and_in_order_is_well():
    seen = follow(beat(3), change(4), beat(4), change(5), beat(5), start=3)
    seen.reached(5)


@pytest.mark.parametrize(
    ("fault", "messages"),
    [
        ("lost", [change(1), change(3)]),
        ("lost", [change(1), beat(2)]),
        ("repeated", [change(1), change(1)]),
        ("repeated", [change(1), change(2), change(1)]),
        ("repeated", [change(1), beat(0)]),
    ],
)
def test_a_fault_is_noticed(fault, messages):
    with pytest.raises(Broken, match=fault):
        follow(*messages)


def test_a_change_that_never_comes_is_lost():
    with pytest.raises(Broken, match="lost"):
        follow(change(1)).reached(2)
