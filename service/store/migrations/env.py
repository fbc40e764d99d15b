"""What Alembic runs: the scripts in versions/, in the transaction of the caller."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
