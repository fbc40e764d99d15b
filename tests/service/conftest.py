import grpc
import pytest

from service.server import running
from service.settings import Settings
from tests.service.client import Client


@pytest.fixture
def settings(tmp_path):
    return Settings(address="127.0.0.1:0", database=str(tmp_path / "games.sqlite3"))


@pytest.fixture
async def port(settings):
    async with running(settings) as port:
        yield port


@pytest.fixture
async def client(port):
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield Client(channel)
