"""burgrave serve: the gRPC server."""

import argparse
import logging
import os
import sys
import tempfile

from service import keys, logs
from service.settings import Settings, add_flags, without_password

logger = logging.getLogger(__name__)


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "serve",
        allow_abbrev=False,
        help="run the gRPC server",
        description="Serve games over gRPC until stopped by Ctrl-C or SIGTERM.",
    )
    parser.add_argument(
        "--show-settings", action="store_true", help="print the settings, secrets masked, and end"
    )
    add_flags(parser)
    parser.set_defaults(run=run)


def run(flags: argparse.Namespace) -> None:
    settings = Settings.read(flags)
    if flags.show_settings:
        for name, value in settings.shown():
            print(f"{name} = {value}")
        return
    logs.set_up(settings)
    if not keys.read(settings):
        logger.warning(
            "no API keys: listening on loopback only; whoever can connect may set up, list "
            "and delete games"
        )
    logger.info("games in %s", without_password(settings.database))
    with tempfile.TemporaryDirectory(prefix="burgrave-metrics-") as folder:
        # Read when prometheus_client is imported: the workers count together there.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        from service.supervisor import serve

        sys.exit(serve(settings))
