import grpc
import pytest

from service.server import running
from service.settings import Settings
from tests.databases import KINDS, postgres_database, postgres_server
from tests.service.client import Client


@pytest.fixture(scope="session")
def postgres():
    with postgres_server() as url:
        yield url


@pytest.fixture(params=KINDS)
def database(request, tmp_path):
    """The URL of an empty database; each test that asks for one runs on both kinds."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.sqlite3'}"
    else:
        with postgres_database(request.getfixturevalue("postgres")) as url:
            yield url


@pytest.fixture
def settings(database):
    return Settings(address="127.0.0.1:0", database=database)


@pytest.fixture
async def port(settings):
    async with running(settings) as port:
        yield port


@pytest.fixture
async def client(port):
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield Client(channel)
