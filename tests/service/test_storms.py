"""Small storms and a little nonsense; `make crash` and `make fuzz` bring the large ones."""

import pytest

from burgrave.v1 import game_service_pb2 as pb
from tests import crash, fuzz


@pytest.mark.parametrize(("kind", "victim"), crash.CASES)
def test_no_acknowledged_move_is_lost_or_made_twice(kind, victim):
    crash.run(kind, victim, clients=8, times=2)


async def test_nonsense_is_refused_and_changes_nothing():
    answers = await fuzz.run(200)
    assert set(answers) == set(pb.DESCRIPTOR.services_by_name["GameService"].methods_by_name)
