"""Logs for machines and people: one event a line, as JSON or as text, with the call's id."""

import logging
import sys

import structlog

from service.settings import Settings


def set_up(settings: Settings, **facts: str) -> None:
    """Send every log to standard error; `facts` go with each line of this process."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if settings.log_format == "json":
        last: list[structlog.typing.Processor] = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ]
    else:
        last = [structlog.dev.ConsoleRenderer(colors=False)]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    logging.getLogger("alembic").setLevel("WARNING")
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(**facts)
