"""`make bench`: every measure, written into docs/benchmarks as it comes."""

import argparse
import importlib.util
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import engine.games  # noqa: F401  registers every game
from loadtest import ceiling
from loadtest.bench import engine as engines
from loadtest.bench import hosting, report, strength
from loadtest.processes import machine

MEASURES = {
    "peers": engines.against_peers,
    "threads": engines.threads,
    "growth": engines.growth,
    "strength": strength.matches,
    "levels": strength.ladder,
    "calls": engines.service_calls,
    "opening": hosting.opening,
    "open games": hosting.open_games,
    "workers": hosting.workers,
}


def require(names: Iterable[str]) -> None:
    """End the program if what these measures need is not installed."""
    if "workers" in names:
        ceiling.require()
    if "peers" in names and importlib.util.find_spec("pyspiel") is None:
        sys.exit("OpenSpiel is missing: pip install -e '.[bench]'")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(MEASURES), help="this measure; the others stay")
    parser.add_argument("--scale", type=float, default=1.0, help="of counts and times")
    parser.add_argument("--folder", type=Path, default=Path("docs/benchmarks"))
    flags = parser.parse_args()
    names = [flags.only] if flags.only else list(MEASURES)
    require(names)
    flags.folder.mkdir(parents=True, exist_ok=True)
    lines = flags.folder / "results.jsonl"
    rows = report.read(lines)
    for name in names:
        taken = []
        for row in MEASURES[name](flags.scale):
            taken.append(row)
            print(json.dumps(row), flush=True)
        rows = [row for row in rows if row["bench"] not in (name, "machine")]
        rows = [{"bench": "machine", **machine()}, *rows, *taken]
        report.write(rows, lines)
    report.publish(rows, flags.folder)


if __name__ == "__main__":
    main()
