import json
from dataclasses import replace

import pytest

from engine import errors
from engine.records import Record
from tests.setups import TABLES


@pytest.fixture
def record():
    table = TABLES[0]
    start = Record.start(table.game.name, table.players, 7)
    return replace(start, moves=tuple(start.first().legal_moves()[:1]))


def test_a_record_survives_json(record):
    assert Record.from_json(record.to_json()) == record
    assert list(record.states())[-1] == record.last()


def test_a_record_of_other_rules_is_refused(record):
    other = replace(record, rules_version=record.rules_version + 1)
    with pytest.raises(errors.OtherRulesVersion) as refused:
        other.last()
    assert refused.value.facts["supported"] == str(record.rules_version)


def test_an_illegal_move_in_a_record_is_refused(record):
    with pytest.raises(errors.IllegalMove):
        replace(record, moves=(2**31,)).last()


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "1"}, {"moves": ["x"]}, {"moves": [True]}, {"options": {"a": 1}}, {"extra": 1},
        {"players": None},
    ],
)  # fmt: skip
def test_a_malformed_record_is_refused_with_the_field_named(record, change):
    fields = json.loads(record.to_json()) | change
    with pytest.raises(errors.BadRecord) as refused:
        Record.from_json(json.dumps(fields))
    assert refused.value.facts["field"] == next(iter(change))


@pytest.mark.parametrize("text", ["", "[]", "{", "{}"])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(errors.BadRecord):
        Record.from_json(text)
