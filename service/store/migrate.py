"""The schema of either database, kept up to date by Alembic."""

import logging
from importlib.resources import as_file, files

from service.refusals import StoreUnavailable
from service.store.sql import Failed

LOCK = 0x62757267  # the advisory lock under which PostgreSQL schemas are changed

logger = logging.getLogger(__name__)


def migrate(url: str) -> tuple[str | None, str]:
    """Bring the schema up to date; its revision before and after.

    Refuses a schema that this program does not know.  Many processes may try at once.
    """
    # Alembic and what it needs take half a second to import.
    from alembic.util import CommandError
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError

    engine = create_engine(_driver(url))
    try:
        with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            versions = _upgrade(connection)
            connection.commit()
            return versions
    except (SQLAlchemyError, CommandError) as error:
        raise Failed(str(error).partition("\n")[0]) from None
    finally:
        engine.dispose()


def _upgrade(connection: "object") -> tuple[str | None, str]:
    from alembic import command
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with as_file(files("service.store") / "migrations") as scripts:
        config = Config()
        config.set_main_option("script_location", str(scripts).replace("%", "%%"))
        config.attributes["connection"] = connection
        found = MigrationContext.configure(connection).get_current_revision()  # type: ignore[arg-type]
        directory = ScriptDirectory.from_config(config)
        known = [script.revision for script in directory.walk_revisions()]
        if found is not None and found not in known:
            raise StoreUnavailable(
                f"the database has schema {found}, newer than this server's {known[0]}"
            )
        if found != known[0]:
            command.upgrade(config, "head")
            logger.info("schema %s, was %s", known[0], found or "empty")
    return found, known[0]


def _driver(url: str) -> str:
    """The URL as SQLAlchemy wants it."""
    scheme, _, rest = url.partition("://")
    return url if scheme == "sqlite" else f"postgresql+psycopg://{rest}"
