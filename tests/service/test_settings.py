import argparse

import pytest

from service.settings import BadSetting, Settings, add_flags
from tests.service.program import burgrave


def read(*arguments, **environment):
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add_flags(parser)
    return Settings.read(parser.parse_args(arguments), environment)


def test_a_flag_wins_over_the_environment_and_that_over_the_file(tmp_path):
    config = tmp_path / "burgrave.toml"
    config.write_text('address = "file:1"\ndatabase = "file"\ngrace_seconds = 3\n')
    settings = read(
        "--config", str(config), "--address", "flag:2",
        BURGRAVE_ADDRESS="environment:3", BURGRAVE_DATABASE="environment",
    )  # fmt: skip
    assert settings == Settings("flag:2", "environment", 3.0)
    assert read(BURGRAVE_CONFIG=str(config)).database == "file"
    assert read() == Settings()


@pytest.mark.parametrize(
    "text",
    [
        "unknown = 1",
        "not toml",
        "grace_seconds = -1",
        "workers = 0",
        'address = "here"',
        'address = "a:99999"',
        'log_format = "xml"',
        'tls_key = "x"',
        'tls_client_ca = "x"',
    ],
)
def test_a_bad_file_is_refused(tmp_path, text):
    config = tmp_path / "burgrave.toml"
    config.write_text(text)
    with pytest.raises(BadSetting):
        read("--config", str(config))


def test_secrets_have_no_flag_and_are_not_shown():
    assert burgrave("serve", "--api-keys", "a:0123456789abcdef").returncode == 2
    with pytest.raises(SystemExit):
        read("--api-keys", "a:0123456789abcdef")
    settings = read(
        BURGRAVE_API_KEYS="a:0123456789abcdef", BURGRAVE_DATABASE="postgresql://me:hush@db/x"
    )
    shown = dict(settings.shown())
    assert shown["api_keys"] == "********"
    assert shown["database"] == "postgresql://me:********@db/x"
    assert "hush" not in str(shown)
    for url in ("postgresql://db/x?user=me&password=hush", "postgresql://[bad/x:hush@"):
        assert "hush" not in dict(Settings(database=url).shown())["database"]
    assert dict(Settings().shown())["database"] == "burgrave.sqlite3"
