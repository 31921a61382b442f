"""The command line: ``python -m cardlab rules|play|referee ...``."""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlab.bots import bots_of, find_bot
from cardlab.cards import Suit
from cardlab.checking.commands import add_commands
from cardlab.game import GAMES, find_game, new_game
from cardlab.notation import read_json
from cardlab.play import play_deal, play_match, record_of
from cardlab.referee import referee_files
from cardlab.refused import Refused


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; wrong input gets one sentence on stderr and exit status 2."""
    _print_all_that_can_be()
    parser = argparse.ArgumentParser(prog="cardlab", description="Three card games: rules, play, referee.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="print the numbered rules of a game")
    rules.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    rules.add_argument(
        "--tests", type=Path, metavar="DIR", help="also print where each clause is cited in DIR"
    )
    rules.set_defaults(run=_rules)

    play = commands.add_parser("play", help="let bots play and print the record")
    play.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    play.add_argument("--seats", default="", metavar="NAME=BOT,...", help="who plays, clockwise")
    play.add_argument("--seed", type=int, default=0, help="deal and bots (default 0)")
    play.add_argument("--match", action="store_true", help="the whole match instead of one deal")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    play.set_defaults(run=_play)

    check = commands.add_parser("referee", help="check scenario files: ok or what differs")
    check.add_argument("paths", nargs="+", type=Path, metavar="FILE_OR_FOLDER")
    check.set_defaults(run=_referee)

    add_commands(commands)  # release, grade

    chosen = parser.parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except Refused as error:
        print(f"cardlab: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # Nobody reads on, as after `| head`; what is still to be written goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _print_all_that_can_be() -> None:
    """Where the terminal does not know the signs of the suits, their letters are printed: 10H for 10♥."""
    codecs.register_error("cardlab", _in_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="cardlab")


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = {suit.sign: suit.value for suit in Suit}
    return "".join([signs.get(sign, "?") for sign in error.object[error.start : error.end]]), error.end


def _rules(chosen: argparse.Namespace) -> int:
    game = find_game(chosen.game)
    if chosen.tests is None:
        print(game.rules_text())
        return 0
    if not chosen.tests.is_dir():
        raise Refused("--tests", f"There is no folder {str(chosen.tests)!r}.")
    files = {path: path.read_text("utf-8", errors="replace") for path in sorted(chosen.tests.rglob("*.py"))}
    for clause, sentence in game.clauses().items():
        cited = [str(path) for path, text in files.items() if f'"{clause}"' in text]
        print(f"{clause}  {sentence}\n      {', '.join(cited) or 'cited nowhere'}")
    return 0


def _play(chosen: argparse.Namespace) -> int:
    game = find_game(chosen.game)
    options = dict(_option(text) for text in chosen.option)
    pairs = [item.partition("=") for item in chosen.seats.split(",") if item]
    rules = game.rules.from_options({"players": len(pairs), **options} if pairs else options)
    if not pairs:
        names = list(bots_of(game))
        pairs = [
            (f"{names[i % len(names)].title()}{i // len(names) or ''}", "=", names[i % len(names)])
            for i in range(rules.players)
        ]
    bots = {}
    for seat, (_, _, bot) in enumerate(pairs):
        bots[seat] = find_bot(game, bot)
    state = new_game(rules, chosen.seed, [name for name, _, _ in pairs])
    state = play_match(state, bots) if chosen.match else play_deal(state, bots)
    print(record_of(state).to_text())
    for sentence, clause in state.view(None).scene().log:
        if clause:
            print(f"# {sentence} ({clause})")
    print(f"# {state.view(None).scene().status}")
    return 0


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, read_json(value)
    except ValueError:
        return name, value


def _referee(chosen: argparse.Namespace) -> int:
    status = 0
    for path in chosen.paths:
        for report in referee_files(path):
            print(report)
            status |= not report.ok
    return status


if __name__ == "__main__":
    sys.exit(main())
