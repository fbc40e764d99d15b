"""The documents say what the code does."""

import re
from dataclasses import fields

from service import calls, searches, server, suggest
from service import fields as checked
from service.errors import INTERNAL, TABLE
from service.settings import Settings
from tests.service.program import ROOT

LIMITS = {each.name: each.default for each in fields(Settings) if each.name.startswith("limit_")}


def test_every_refusal_is_documented_with_its_code():
    rows = re.findall(
        r"^\| (\w+) \| `(\w+)` \|", (ROOT / "docs/errors.md").read_text(), re.MULTILINE
    )
    assert sorted(rows) == sorted(
        (code.name, reason) for code, reason in [*TABLE.values(), INTERNAL]
    )


def limits() -> dict[str, str]:
    """The rows of every table of the page."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", (ROOT / "docs/limits.md").read_text(), re.MULTILINE)
    return dict(rows)


def spaced(number: int) -> str:
    """As documents write it: 10 000."""
    return f"{number:,}".replace(",", " ")


def test_the_limits_of_callers_are_published():
    assert {name: limits().get(f"`{name}`") for name in LIMITS} == {
        name: spaced(default) for name, default in LIMITS.items()
    }


def test_the_fixed_limits_are_published():
    assert server.LARGEST_MESSAGE == 1 << 20
    assert server.LARGEST_METADATA == 16 << 10
    page = f"{spaced(checked.LARGEST_PAGE)} games, {checked.DEFAULT_PAGE} unless asked otherwise"
    slow = f"dropped with `SLOW_READER` after {calls.SLOW_SECONDS:g} s"
    assert searches.WAITING_PER_SLOT == 8
    assert (
        limits()
        | {
            "a message sent to the server": "1 MiB",
            "metadata of a call": "16 KiB",
            "game and request ids": f"{checked.LONGEST_ID} characters",
            "a page of `ListGames`": page,
            "iterations of a search": spaced(suggest.MOST_ITERATIONS),
            "time of a search": f"{suggest.MOST_SECONDS:g} s",
            "moves of a caller's own record": spaced(suggest.MOST_MOVES),
            "a call that neither searches nor watches": f"{calls.CALL_SECONDS:g} s",
            "a search, waiting for its turn included": f"{calls.SEARCH_SECONDS:g} s",
            "a watcher who does not read": slow,
        }
        == limits()
    )
