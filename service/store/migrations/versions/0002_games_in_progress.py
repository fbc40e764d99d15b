"""An index to count the games in progress by: most games of an old database have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    going_on = sa.text("finished_at IS NULL AND deleted_at IS NULL")
    op.create_index(
        "games_in_progress", "games", ["game_type"],
        sqlite_where=going_on, postgresql_where=going_on,
    )  # fmt: skip
