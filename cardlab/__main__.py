"""The command line: ``python -m cardlab rules|play|referee ...``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlab.bots import bots_of, find_bot
from cardlab.game import GAMES, find_game, new_game
from cardlab.play import play_deal, play_match, record_of
from cardlab.referee import read_scenarios, referee
from cardlab.refused import Refused


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; wrong input gets one sentence on stderr and exit status 2."""
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

    chosen = parser.parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
    except Refused as error:
        print(f"cardlab: {error}", file=sys.stderr)
        return 2
    return status


def _rules(chosen: argparse.Namespace) -> int:
    game = find_game(chosen.game)
    if chosen.tests is None:
        print(game.rules_text())
        return 0
    for clause, sentence in game.clauses().items():
        cited = [
            str(path)
            for path in sorted(chosen.tests.rglob("*.py"))
            if f'"{clause}"' in path.read_text("utf-8")
        ]
        print(f"{clause}  {sentence}\n      {', '.join(cited) or 'cited nowhere'}")
    return 0


def _play(chosen: argparse.Namespace) -> int:
    game = find_game(chosen.game)
    options = dict(_option(text) for text in chosen.option)
    pairs = [item.partition("=") for item in chosen.seats.split(",") if item]
    if not pairs:
        number = options.get("players", game.rules.from_options({}).players)
        names = list(bots_of(game))
        pairs = [
            (f"{names[i % len(names)].title()}{i // len(names) or ''}", "=", names[i % len(names)])
            for i in range(number)
        ]
    bots = {}
    for seat, (_, _, bot) in enumerate(pairs):
        bots[seat] = find_bot(game, bot)
    state = new_game(
        chosen.game, chosen.seed, [name for name, _, _ in pairs], **{"players": len(pairs), **options}
    )
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
        return name, json.loads(value)
    except ValueError:
        return name, value


def _referee(chosen: argparse.Namespace) -> int:
    reports = [referee(scenario) for path in chosen.paths for scenario in read_scenarios(path)]
    for report in reports:
        print(report)
    return int(not reports or not all(report.ok for report in reports))


if __name__ == "__main__":
    sys.exit(main())
