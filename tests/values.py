"""Reproduce a table of independently computed values, each row through one public function.

    python tests/values.py FILE.csv

The columns are those of tests/values.csv; only the id and one of the values must be there. Printed are the
id, the value expected, the value got and whether they agree, then the ids that nothing here knows. The exit
status is 1 if a known row differs. An exact row must be met exactly. A simulated one must be met within four
combined standard errors (theirs is a quarter of the interval's width; a mean without an interval: within
1 %), here at a seed fixed beforehand.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that a bare clone tests itself

from cardlab.games.hand_and_foot import odds as hand_and_foot
from cardlab.games.hole_cards import HoleCardsRules
from cardlab.games.hole_cards import odds as hole_cards
from cardlab.games.hole_cards.bots import Greedy
from cardlab.games.toepen import odds as toepen
from cardlab.refused import Refused

SEED = 2026
DEALS = 30_000
leaders = cache(lambda players: toepen.leader_statistics(players, DEALS, SEED))

# A pattern of ids, then words that the question must hold where the id alone does not tell what is asked; and
# the function that answers. Each group in brackets is an argument, a whole number where it looks like one.
TOEPEN: dict[str, Callable[..., Any]] = {
    r"TV01": toepen.count_hands,
    r"TV02": toepen.p_exchange_hand,
    r"TV03": lambda: toepen.p_of_rank("10", 3),
    r"TV05": lambda: toepen.p_of_rank("J", 3),
    r"TV07": toepen.p_must_announce,
    r"TV09\.(\d+)": toepen.p_someone_has_exchange_hand,
    r"TV11": lambda: toepen.p_void("♥"),
    r"TV13": lambda: toepen.p_suits(1),
    r"TV15": lambda: toepen.p_challenge_succeeds(1),
    r"TV17\.(\d+)": toepen.p_leader_wins_one_card,
    r"TV18\.(\d+)": toepen.exchanges_served,
    r"TV19\.(\d+)\.(\d+)": toepen.latest_first_exit,
    r"TV20\.(\d+)": toepen.knocks_allowed,
    r"TV20 limit (\d+)": toepen.knocks_allowed,
    r"TV21\.(\d+)": lambda players: leaders(players).deal,
    r"TV22\.(\d+)": lambda players: leaders(players).first_trick,
    r"TV23\.(\d+)": lambda players: leaders(players).both,
    # Neighbours of these that our table does not have.
    r"TV04 four tens": lambda: toepen.p_of_rank("10", 4),
    r"TV06 four jacks": lambda: toepen.p_of_rank("J", 4),
    r"TV08 a given hand.* (?:tens.* jacks|jacks.* tens)": toepen.p_announcement,
    r"TV08 a given hand.* jacks": toepen.p_may_announce,
    r"TV08\.(\d+) (?:tens.* jacks|jacks.* tens)": toepen.p_announcement,
    r"TV08\.(\d+) tens": toepen.p_must_announce,
    r"TV10 at least one ten": lambda: toepen.p_of_rank("10", 1, or_more=True),
    r"TV12 void in (?:at least one|some|any) suit": toepen.p_void_somewhere,
    r"TV14 all four suits|(?:one card|a card) of each suit": lambda: toepen.p_suits(4),
    r"TV14 (?:four|all) of (?:one|a|the same) rank": toepen.p_four_alike,
}


def single(question: str) -> Fraction:
    """What the question says of top card, match, twos and hand, as arguments."""
    return hole_cards.p_can_play_single(
        1 if "one random" in question else 5,
        top="KH" if "not a 2" in question else "2H" if "is a 2" in question else None,
        match="colour" if "COLOUR" in question else "suit",
        twos_wild="no wild" not in question,
    )


def group(question: str) -> Fraction:
    """Such as "at least one pair or better", "exactly three of one rank", "four of one rank"."""
    size = next(size for size, word in ((4, "four"), (3, "three"), (2, "pair")) if word in question)
    more = hole_cards.p_group(size + 1) if "exactly" in question and size < 4 else 0
    return hole_cards.p_group(size) - more


# The variants of KV20: the options that differ from the defaults, the bot, and how many deals make the mean
# number of turns sure to a third of a percent (it varies most where the deals are long).
VARIANTS = {
    "lit": ({}, Greedy(margin=1), 10_000),
    "colour": ({"match": "colour"}, Greedy(margin=1), 10_000),
    "last": ({"after_knock": "last_turn"}, Greedy(margin=2), 30_000),
    "nok": ({}, Greedy(margin=None), 40_000),
}


@cache
def greedy_deals(variant: str, players: int, n: int) -> hole_cards.DealStatistics:
    options, bot, _ = VARIANTS[variant]
    return hole_cards.deal_statistics(HoleCardsRules(players=players, **options), n, SEED, bot)


def greedy(variant: str, quantity: str, players: int) -> Any:
    """A share within four standard errors needs fewer deals than a mean within one percent."""
    n = VARIANTS[variant][2] if quantity == "turns" else 10_000
    found = greedy_deals(variant, players, n)
    return {"first": found.first_wins, "knock": found.knocks, "turns": found.turns}[quantity]


HOLE_CARDS: dict[str, Callable[..., Any]] = {
    r"KV\d\d (.*can play a single.*|.*one random unseen card matches.*)": single,
    r"KV\d\d dealt five cards hold (.*(?:pair|three|four).*)": group,
    r"KV15\.(\d+)": lambda size: 1 - hole_cards.p_can_play_single(size, top="KH"),
    r"KV20\.(lit|colour|last|nok)\.(first|knock|turns)\.(\d)": greedy,
}
WILD_RULES = {"literal4": "four_naturals", "more_naturals": "outnumber", "two_to_one": "two_to_one"}
HAND_AND_FOOT: dict[str, Callable[..., Any]] = {
    r"HV01\.(\d+)": hand_and_foot.pack_size,
    r"HV02\.(\d+)": hand_and_foot.pack_points,
    r"HV0[34]\.(\d+) dealt.*?(\d+) cards.* at least one red three": (
        lambda decks, cards: hand_and_foot.p_red_three(cards, decks)
    ),
    r"HV05\.(\d+) dealt (\d+) cards hold no wild": lambda decks, cards: hand_and_foot.p_no_wild(cards, decks),
    r"HV06 expected wild cards in a dealt (\d+)": hand_and_foot.expected_wilds,
    r"HV08": hand_and_foot.p_starter_refused,
    r"HV10\.(\d+) (\d+) decks": hand_and_foot.stock_after_deal,
    r"HV11\.(\d+) dealt (\d+) hold": lambda decks, cards: hand_and_foot.p_pair_for_top(cards, decks),
    r"HV12\.(\d+) dealt (\d+) hold": lambda decks, cards: hand_and_foot.p_alike(3, cards, decks),
    r"HV13\.(\d+) dealt (\d+) hold": lambda decks, cards: hand_and_foot.p_alike(4, cards, decks),
    r"HV14\.(\d+) dealt (\d+) hold": lambda decks, cards: hand_and_foot.p_alike(2, cards, decks),
    r"HV15\.(literal4|more_naturals|two_to_one)\.(\d+)\.(\d+)\.(\d+)": (
        lambda rule, decks, cards, minimum: hand_and_foot.p_open(minimum, cards, decks, WILD_RULES[rule])
    ),
    r"HV16\.(\d+) (\d+)-point minimum .*raw dealt (\d+)": (
        lambda decks, minimum, cards: hand_and_foot.p_open(minimum, cards, decks, red_threes_replaced=False)
    ),
}
# What the rows of these ids ask; for a row that has no question, or one in words that are not known here.
QUESTIONS = {
    r"TV20": "limit 10",
    r"KV01": "can play a single, top card not a 2, SUIT",
    r"KV02": "can play a single, top card is a 2, SUIT",
    r"KV03": "can play a single, random top card, SUIT",
    r"KV04": "can play a single, top card not a 2, COLOUR",
    r"KV05": "can play a single, top card is a 2, COLOUR",
    r"KV06": "can play a single, random top card, COLOUR",
    r"KV07": "can play a single, SUIT, no wild twos",
    r"KV08": "one random unseen card matches a random top card, SUIT",
    r"KV09": "one random unseen card matches a random top card, COLOUR",
    r"KV11": "dealt five cards hold at least one pair",
    r"KV13": "dealt five cards hold four of one rank",
    r"HV03\.\d+": "dealt 11 cards hold at least one red three",
    r"HV04\.\d+": "dealt 22 cards hold at least one red three",
    r"HV05\.\d+": "dealt 11 cards hold no wild card",
    r"HV06": "expected wild cards in a dealt 11",
    r"HV10\.[2-5]": "5 decks",
    r"HV10\.6": "6 decks",
    r"HV1[1-4]\.\d+": "dealt 11 hold",
    r"HV16\.\d+": "50-point minimum from the raw dealt 11",
}
FAMILIES = {"TV": TOEPEN, "KV": HOLE_CARDS, "HV": HAND_AND_FOOT}


COLUMNS = ("id", "question", "value_exact", "value_float", "ci_if_mc")


class Result(NamedTuple):
    """A row compared; ``ok`` is None when nothing here knows its id."""

    id: str
    expected: str
    got: str = ""
    ok: bool | None = None


def answer(row: dict[str, str]) -> Any:
    """The value of the row's question, or None if no family has it."""
    usual = [question for ids, question in QUESTIONS.items() if re.fullmatch(ids, row["id"])]
    for question in (row["question"], *usual):
        for pattern, function in FAMILIES.get(row["id"][:2], {}).items():
            ids, _, words = pattern.partition(" ")
            known, asked = re.fullmatch(ids, row["id"]), re.search(words, question)
            if known and asked:
                parts = (*known.groups(), *asked.groups())
                return function(*(int(part) if part.isdecimal() else part for part in parts))
    return None


def compare(row: dict[str, str]) -> Result:
    """Ask the row's question and compare the answer with the row's value."""
    exact = row["value_exact"] not in ("", "n/a")
    expected = row["value_exact"] if exact else row["value_float"]
    try:
        wanted = Fraction(expected)
        bounds = [*map(float, row["ci_if_mc"].split(".."))] if row["ci_if_mc"] else []
    except (ValueError, ZeroDivisionError):
        return Result(row["id"], expected, "the row has no value that can be read", False)
    try:
        got = answer(row)
    except Refused as refused:
        return Result(row["id"], expected, str(refused), False)
    if got is None:
        return Result(row["id"], expected)
    if exact:  # A float that is near does not do.
        ok = isinstance(got, Fraction | int) and got == wanted
        return Result(row["id"], expected, str(got), ok)
    if bounds:
        bound = 4 * hypot((bounds[-1] - bounds[0]) / 4, getattr(got, "standard_error", 0))
    else:
        bound = abs(float(wanted)) / 100
    ok = abs(float(getattr(got, "value", got)) - float(wanted)) <= bound
    return Result(row["id"], expected, str(got), ok)


def read(path: str | Path) -> list[dict[str, str]]:
    """The rows of a table; a column or a field that is missing is empty. Raises Refused without ids."""
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, ValueError) as error:
        raise Refused("table", f"{path} cannot be read: {error}") from error
    if rows and "id" not in rows[0]:
        raise Refused("table", f"{path} has no column 'id'.")
    return [{name: row.get(name) or "" for name in COLUMNS} for row in rows]


def main(path: str) -> int:
    """Compare a whole table and print it."""
    try:
        rows = read(path)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    results = []
    for row in rows:
        result = compare(row)
        results.append(result)
        if result.ok is not None:
            verdict = "ok" if result.ok else "DIFFERS"
            print(f"{result.id:26} {result.expected:>24} {result.got:>28}  {verdict}", flush=True)
    unknown = [result.id for result in results if result.ok is None]
    differ = [result.id for result in results if result.ok is False]
    print(f"{len(results) - len(unknown) - len(differ)} ok")
    for name, ids in (("differ", differ), ("unknown", unknown)):
        if ids:
            print(f"{len(ids)} {name}:", *ids)
    return int(bool(differ))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"Usage: python {sys.argv[0]} FILE.csv")
    sys.exit(main(sys.argv[1]))
