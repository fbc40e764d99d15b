import argparse

import pytest

from service.settings import BadSetting, Settings, add_flags


def read(*arguments, **environment):
    parser = argparse.ArgumentParser()
    add_flags(parser)
    return Settings.read(parser.parse_args(arguments), environment)


def test_a_flag_wins_over_the_environment_and_that_over_the_file(tmp_path):
    config = tmp_path / "burgrave.toml"
    config.write_text('address = "file"\ndatabase = "file"\ngrace_seconds = 3\n')
    settings = read(
        "--config", str(config), "--address", "flag",
        BURGRAVE_ADDRESS="environment", BURGRAVE_DATABASE="environment",
    )  # fmt: skip
    assert settings == Settings("flag", "environment", 3.0)
    assert read(BURGRAVE_CONFIG=str(config)).database == "file"
    assert read() == Settings()


@pytest.mark.parametrize("text", ["unknown = 1", "not toml", "grace_seconds = -1"])
def test_a_bad_file_is_refused(tmp_path, text):
    config = tmp_path / "burgrave.toml"
    config.write_text(text)
    with pytest.raises(BadSetting):
        read("--config", str(config))
