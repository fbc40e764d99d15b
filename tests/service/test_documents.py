"""The documents say what the code does."""

import re

from service.errors import INTERNAL, TABLE
from tests.service.program import ROOT


def test_every_refusal_is_documented_with_its_code():
    rows = re.findall(
        r"^\| (\w+) \| `(\w+)` \|", (ROOT / "docs/errors.md").read_text(), re.MULTILINE
    )
    assert sorted(rows) == sorted(
        (code.name, reason) for code, reason in [*TABLE.values(), INTERNAL]
    )
