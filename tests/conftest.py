import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write golden files anew")


@pytest.fixture(scope="session")
def record(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--record"))
