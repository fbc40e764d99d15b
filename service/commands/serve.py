"""burgrave serve: the gRPC server."""

import argparse
import asyncio
import logging

from service.server import serve
from service.settings import Settings, add_flags


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "serve",
        help="run the gRPC server",
        description="Serve games over gRPC until stopped by Ctrl-C or SIGTERM.",
    )
    add_flags(parser)
    parser.set_defaults(run=run)


def run(flags: argparse.Namespace) -> None:
    settings = Settings.read(flags)
    logging.basicConfig(
        level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s"
    )
    asyncio.run(serve(settings))
