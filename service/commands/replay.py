"""burgrave replay: a recorded game as text."""

import argparse
from pathlib import Path

from engine.errors import BadRecord
from engine.records import Record
from engine.transcripts import transcript


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "replay",
        help="print a recorded game",
        description="Play a record again and print every move, what it caused, and the result.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a record, as JSON")
    parser.set_defaults(run=run)


def run(flags: argparse.Namespace) -> None:
    try:
        text = flags.file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot read {flags.file}: {error}") from None
    for line in transcript(Record.from_json(text)):
        print(line)
