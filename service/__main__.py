"""The program `burgrave`."""

import argparse
import sys
from importlib.metadata import version

import engine.games  # noqa: F401  registers every game
from engine.errors import EngineError
from service.commands import arena, bench, migrate, play, replay, serve
from service.settings import BadSetting


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        "burgrave", description="Modern board games behind one gRPC API.", allow_abbrev=False
    )
    top.add_argument("--version", action="version", version=f"burgrave {version('burgrave')}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in (serve, migrate, play, arena, replay, bench):
        command.add_parser(commands)
    return top


def main() -> None:
    flags = parser().parse_args()
    try:
        flags.run(flags)
    except (EngineError, BadSetting) as refused:
        sys.exit(f"burgrave: {refused}")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
