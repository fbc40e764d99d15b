"""Games that outlive the process: one interface, two databases, chosen by URL."""

from pathlib import Path

from service.store.model import (
    Change,
    Conflict,
    Entry,
    Filter,
    Kind,
    Loaded,
    Snapshot,
    Store,
    StoredGame,
)
from service.store.postgres import PostgresStore
from service.store.sqlite import SqliteStore

__all__ = [
    "Change", "Conflict", "Entry", "Filter", "Kind", "Loaded", "Snapshot", "Store", "StoredGame",
    "open_store",
]  # fmt: skip


async def open_store(url: str) -> Store:
    """The store at `postgresql://...`, `sqlite:///path` or a plain path, its schema up to date."""
    if url.startswith(("postgresql://", "postgres://")):
        return await PostgresStore.open(url)
    return await SqliteStore.open(Path(url.removeprefix("sqlite:///")))
