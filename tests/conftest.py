import os

import pytest

# Tests start programs while gRPC's threads run; its handlers of fork() would stumble there.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write golden files anew")


@pytest.fixture(scope="session")
def record(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--record"))
