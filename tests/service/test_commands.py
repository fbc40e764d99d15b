"""The program as a person uses it."""

import csv
import json
import re
import signal
import subprocess
import sys

import pytest

from engine.contract import games
from tests.service.program import ROOT, burgrave
from tests.setups import TABLES

COMMANDS = ("serve", "play", "arena", "replay", "bench")


def test_help_is_everywhere():
    top = burgrave("--help")
    assert top.returncode == 0
    for command in COMMANDS:
        assert command in top.stdout
        answer = burgrave(command, "--help")
        assert answer.returncode == 0
        assert "usage: burgrave" in answer.stdout
    for name in games():
        assert name in burgrave("play", "--help").stdout
    assert "BURGRAVE_DATABASE" in burgrave("serve", "--help").stdout


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_game_is_played_in_the_terminal_and_replayed(table, tmp_path):
    record = tmp_path / "record.json"
    played = burgrave(
        "play", table.game.name, "--players", str(table.players), "--seed", "4",
        "--seat", str(table.players - 1), "--save", str(record), "--bot", "level-1",
        input="0\nx\nb\n" + "1\n" * 20_000,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "There is no move 'x'" in played.stdout
    assert "Scores" in played.stdout
    replayed = burgrave("replay", str(record))
    assert replayed.returncode == 0
    scores = played.stdout.rsplit("Scores ", 1)[1].partition("]")[0]
    assert f"# scores {scores}]" in replayed.stdout


def test_the_terminal_shows_no_secret_of_the_others(tmp_path):
    """While maps are arranged in secret, nothing of the others' decisions is printed."""
    for seed in range(3):
        played = burgrave(
            "play", "castles-of-tuscany", "--seat", "1", "--seed", str(seed), "--bot", "random",
            input="q\n",
        )  # fmt: skip
        assert "Lay part A in the middle" in played.stdout
        assert "Seat 0: Lay" not in played.stdout


def test_quitting_keeps_what_was_played(tmp_path):
    record = tmp_path / "record.json"
    name = TABLES[0].game.name
    for answers in ("1\n1\nq\n", "1\n1\n"):
        played = burgrave("play", name, "--save", str(record), "--seed", "1", input=answers)
        assert played.returncode == 0
        assert len(json.loads(record.read_text())["moves"]) >= 2


def test_an_interrupt_keeps_what_was_played(tmp_path):
    record = tmp_path / "record.json"
    command = [
        sys.executable, "-um", "service", "play", TABLES[0].game.name, "--save", str(record),
    ]  # fmt: skip
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as playing:
        said = ""
        playing.stdin.write("1\n1\n")
        while said.count("Seat 0, 1-") < 3:
            said += playing.stdout.read(1)
        playing.send_signal(signal.SIGINT)
        playing.communicate(timeout=20)
    assert playing.returncode == 0
    assert len(json.loads(record.read_text())["moves"]) >= 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "chess"), "invalid choice"),
        (("play", "saint-malo", "--players", "9"), "2 to 5 players"),
        (("play", "saint-malo", "--seat", "2"), "no seat 2"),
        (("play", "saint-malo", "--option", "a=b"), "no option 'a'"),
        (("play", "saint-malo", "--seed", "-1"), "a seed is"),
        (("replay", "no such file"), "cannot read"),
        (("replay", "README.md"), "not a record"),
        (("serve", "--grace-seconds", "soon"), "grace_seconds is a float"),
        (("serve", "--log-level", "loud"), "log_level is"),
        (("serve", "--config", "no such file"), "cannot read"),
        (("serve", "--database", "no folder/x"), "cannot open"),
        (("fly",), "invalid choice"),
        (("play", "saint-malo", "--bot", "level-9"), "levels are 1 to 8"),
        (("arena", "saint-malo", "random"), "two or more different bots"),
        (("arena", "saint-malo", "random", "nobody"), "no bot 'nobody'"),
        (
            ("arena", "saint-malo", "random", "greedy", "level-1", "--players", "3", "--reach=1"),
            "too short to fill a table",
        ),
        (("arena", "saint-malo", "random", "greedy", "--games", "0"), "0 is not a number from 1"),
        (("arena", "saint-malo", "random", "greedy", "--csv", "no folder/x"), "cannot be written"),
        (("arena", "saint-malo", "random", "greedy", "--plot", "no folder/x"), "cannot be written"),
        (("arena", "saint-malo", "random", "no.such:Bot"), "cannot load bot"),
        (("arena", "saint-malo", "random", "search,depth=3"), "no such setting"),
    ],
)
def test_mistakes_get_a_clear_word(arguments, words):
    answer = burgrave(*arguments)
    assert answer.returncode != 0
    assert words in answer.stderr
    assert "Traceback" not in answer.stderr


def test_bench_prints_one_json_object_a_line():
    answer = burgrave("bench", "--json", "--seconds", "0.01", "--players", "2")
    rows = [json.loads(line) for line in answer.stdout.splitlines()]
    kinds = [("playouts", None), ("search", 1), ("search", 2)]
    expected = [(name, *kind) for name in games() for kind in kinds]
    assert [(row["game"], row["bench"], row.get("threads")) for row in rows] == expected
    for row in rows:
        each = row.get("playouts_per_cpu_s") or row["sims_per_cpu_s"]
        assert row["plies_per_cpu_s"] > each > 0


def test_every_game_of_a_tournament_can_be_played_again_from_its_line(tmp_path):
    sheet, ladder = tmp_path / "games.csv", tmp_path / "ladder.png"
    played = burgrave(
        "arena", "castles-of-tuscany", "random", "level-1", "--players", "3", "--games", "3",
        "--option", "draw=3", "--csv", str(sheet), "--plot", str(ladder),
    )  # fmt: skip
    assert "3 games: random " in played.stderr
    assert re.fullmatch(r"random takes .*% from level-1: .* Elo \[.*\]\n", played.stdout)
    assert ladder.read_bytes().startswith(b"\x89PNG")
    lines = list(csv.DictReader(sheet.open()))
    assert len(lines) == 3
    for line in lines:
        again = burgrave(
            "arena", line["game"], *line["seats"].split(), "--players", "3", "--show",
            "--seed", line["seed"], "--option", line["options"],
        )  # fmt: skip
        scores = ", ".join(line["scores"].split())
        assert f"# scores [{scores}], winners [{line['winners']}]" in again.stdout
