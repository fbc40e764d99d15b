"""Games, their logs, and snapshots of where the logs have led."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("game_type", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),  # decimal: beyond the integers of databases
        sa.Column("options", sa.Text, nullable=False),  # JSON
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("seat_keys", sa.Text, nullable=False),  # JSON; hashes of the seat tokens
        sa.Column("bots", sa.Text, nullable=False),  # JSON; level by seat
        sa.Column("request_key", sa.Text, unique=True),  # hash of the request id
        sa.Column("content_key", sa.Text, nullable=False),  # hash of what was requested
        sa.Column("created_at", sa.BigInteger, nullable=False),  # microseconds since 1970
        sa.Column("finished_at", sa.BigInteger),
        sa.Column("deleted_at", sa.BigInteger),
        sa.Column("bot_due", sa.Integer, nullable=False),  # 1 while a bot must move
        sa.Column("lease_worker", sa.Text, nullable=False, server_default=""),
        sa.Column("lease_until", sa.BigInteger, nullable=False, server_default="0"),  # ms
    )
    op.create_index("games_by_owner", "games", ["owner", "created_at", "game_id"])
    op.create_index("games_by_time", "games", ["created_at", "game_id"])
    due = sa.text("bot_due = 1")
    op.create_index("games_due", "games", ["lease_until"], sqlite_where=due, postgresql_where=due)
    for gone in ("finished_at", "deleted_at"):
        there = sa.text(f"{gone} IS NOT NULL")
        op.create_index(
            f"games_{gone}", "games", [gone], sqlite_where=there, postgresql_where=there
        )
    op.create_table(
        "entries",
        *_key(),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.Column("request_key", sa.Text),
        sa.Column("content_key", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    asked = sa.text("request_key IS NOT NULL")
    op.create_index(
        "entries_by_request", "entries", ["game_id", "request_key"], unique=True,
        sqlite_where=asked, postgresql_where=asked,
    )  # fmt: skip
    op.create_table(
        "snapshots",
        sa.Column("game_id", sa.Text, primary_key=True),
        sa.Column("revision", sa.BigInteger, primary_key=True),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
    )


def _key() -> list[sa.schema.SchemaItem]:
    """Game and revision; SQLite also numbers all entries, so that new ones can be found."""
    if op.get_bind().dialect.name != "sqlite":
        return [
            sa.Column("game_id", sa.Text, primary_key=True),
            sa.Column("revision", sa.BigInteger, primary_key=True),
        ]
    return [
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.Text, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("game_id", "revision"),
    ]
