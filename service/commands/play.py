"""burgrave play: a person in the terminal against bots."""

import argparse
import random
from dataclasses import replace
from pathlib import Path

from ai.bots import Bot, bot
from engine.contract import State
from engine.records import Record
from service.commands import setup

HELP = "Type the number of a move; b shows the board again, q quits."


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "play", help="play a game in the terminal", description="Play a game in the terminal."
    )
    setup.add_flags(parser)
    parser.add_argument(
        "--bot", default="level-4", help="the opponents: random, greedy, level-1 to level-8"
    )
    parser.add_argument("--seat", type=int, default=0, help="where you sit (default 0)")
    parser.add_argument("--save", metavar="FILE", help="write the record here, for burgrave replay")
    parser.set_defaults(run=run)


def run(flags: argparse.Namespace) -> None:
    start = setup.record(flags)
    if not 0 <= flags.seat < start.players:
        raise SystemExit(f"burgrave: there is no seat {flags.seat} with {start.players} players")
    record = play(start, flags.seat, bot(flags.bot))
    if flags.save:
        Path(flags.save).write_text(record.to_json() + "\n")
        print(f"Record written to {flags.save}.")


def play(record: Record, seat: int, opponent: Bot) -> Record:
    """Play until the end or until the person quits; the record of it."""
    state, chooser = record.first(), random.Random(record.seed)
    moves: list[int] = []
    print(HELP)
    _show(state, seat)
    while state.to_play is not None:
        person = state.to_play == seat
        move = _ask(state, seat) if person else _choose(state, opponent, chooser)
        if move is None:
            return replace(record, moves=tuple(moves))
        # Where anything is hidden, a move may tell too much; what may be seen of it follows.
        if not person and not state.game.secrets:
            print(f"Seat {state.to_play}: {state.game.describe_move(move)[0]}")
        moves.append(move)
        before = state.to_play
        state, events = state.step(move)
        for event in events:
            if event.visible_to(seat):
                print(f"  {state.game.describe_event(event)[0]}")
        if state.to_play == seat != before:
            _show(state, seat)
    _show(state, seat)
    print(f"Scores {state.scores()}, {_result(state, seat)}.")
    return replace(record, moves=tuple(moves))


def _choose(state: State, opponent: Bot, chooser: random.Random) -> int:
    guess = state.redeal(state.to_play or 0, chooser.getrandbits(64))
    return opponent.choose(guess, chooser.getrandbits(64))


def _show(state: State, seat: int) -> None:
    print(f"\n{state.game.draw(state.view(seat))}\n")


def _ask(state: State, seat: int) -> int | None:
    """The move the person chooses; None to quit."""
    moves = state.legal_moves()
    for number, move in enumerate(moves, start=1):
        print(f"{number:4}  {state.game.describe_move(move)[0]}")
    while True:
        try:
            answer = input(f"Seat {seat}, 1-{len(moves)}: ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if answer == "q":
            return None
        if answer == "b":
            _show(state, seat)
        elif answer.isdecimal() and 1 <= int(answer) <= len(moves):
            return moves[int(answer) - 1]
        else:
            print(f"There is no move {answer!r}. {HELP}")


def _result(state: State, seat: int) -> str:
    winners = state.winners()
    if seat in winners:
        return "you win" if len(winners) == 1 else "you share the victory"
    return f"seat {winners[0]} wins" if len(winners) == 1 else "you lose"
