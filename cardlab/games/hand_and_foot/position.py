"""Setting a position of Hand and Foot, as scenario files describe it; an empty one is the first deal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cardlab.cards import Card
from cardlab.game import RuleViolation
from cardlab.games.hand_and_foot.engine import HandAndFootState
from cardlab.games.hand_and_foot.laying import checked
from cardlab.games.hand_and_foot.rules import HandAndFootRules, is_red_three
from cardlab.games.hand_and_foot.scoring import Meld
from cardlab.games.hand_and_foot.table import open_place
from cardlab.position import PositionReader
from cardlab.refused import Refused

FIELDS = (
    "dealer",
    "round",
    "to_act",
    "phase",
    "hands",
    "feet",
    "in_foot",
    "stock",
    "pile",
    "melds",
    "red_threes",
    "scores",
)
PHASES = ("draw", "meld")


def from_position(
    rules: HandAndFootRules, seats: tuple[str, ...], position: Mapping[str, Any], seed: int
) -> HandAndFootState:
    """The state that a position describes; what it does not say is as at the start of a round.

    Raises Refused with the name of the field when the position cannot be.

    >>> from_position(HandAndFootRules(players=2), ("A", "B"), {"dealer": "B", "pile": "4D KS"}, seed=1).top
    K♠
    """
    read = PositionReader(seats, position, FIELDS)
    dealer, turn = read.seat("dealer"), read.seat("to_act")
    if dealer is None:
        dealer = int(Random(f"{seed}:dealer").random() * len(seats))
    rounds = len(rules.minimums)
    if read.number("round", 1, 1) > rounds:
        raise Refused("round", f"There is no round {position['round']}; right would be 1 to {rounds}.")
    in_foot = read.seats("in_foot")
    melds, red_threes = _melds(read, rules), _red_threes(read, rules)
    teams = len(melds)
    state = HandAndFootState(
        game="hand_and_foot",
        rules=rules,
        seats=seats,
        seed=seed,
        phase=read.choice("phase", PHASES, "draw"),
        deal=read.number("round", 1, 1),
        dealer=dealer,
        turn=(dealer + 1) % len(seats) if turn is None else turn,
        melds=melds,
        in_foot=tuple(seat in in_foot for seat in range(len(seats))),
        red_threes=red_threes,
        carried=_scores(read, rules),
        hands=(),
        feet=(),
        stock=(),
        pile=(),
    )
    hands, feet = read.hands(), read.hands("feet")
    for seat in in_foot:
        if feet.setdefault(seat, ()):
            raise Refused("feet", f"{seats[seat]} has taken up the foot; its cards are the hand now.")
    stock, pile = read.cards("stock"), read.cards("pile") if "pile" in position else None
    for card in pile or ():
        if is_red_three(card):
            raise Refused("pile", f"{card} cannot lie in the pile: red threes are laid aside.")
    named: list[Card] = []
    rest = rules.pack.cards
    for field, groups in (
        ("hands", hands.values()),
        ("feet", feet.values()),
        ("stock", [stock]),
        ("pile", [pile or ()]),
        ("melds", [meld for team in range(teams) for meld in melds[team]]),
        ("red_threes", red_threes),
    ):
        named += [card for cards in groups for card in cards]
        rest = read.left_of(rules.pack, named, field)
    lacking = sum(seat not in packets for packets in (hands, feet) for seat in range(len(seats)))
    if rules.hand_size * lacking > len(rest):
        raise Refused(
            "hands", "So many cards are named that not enough are left for the other hands and feet."
        )
    state = state._deal(rest, hands, feet, pile)
    state = state._with(stock=(*stock, *state.stock))
    if state.phase == "draw":
        return state._begin_turn()
    return state._lay_red_threes_aside(state.turn)._go_on()


def _melds(read: PositionReader, rules: HandAndFootRules) -> tuple[tuple[Meld, ...], ...]:
    """The melds of each team, books among them."""
    melds: list[tuple[Meld, ...]] = [()] * (max(rules.team_of) + 1)
    for seat, texts in read.by_seat("melds").items():
        team = rules.team_of[seat]
        if not isinstance(texts, list | tuple):
            raise Refused("melds", f"{texts!r} is not possible; right would be a list of melds.")
        for text in texts:
            try:
                meld = checked(read.parse("melds", text), rules.melding)
            except RuleViolation as violation:
                raise Refused("melds", f"{text}: {violation.case}") from violation
            if (
                open_place(melds[team], meld[0].rank) is not None
                and open_place((meld,), meld[0].rank) is not None
            ):
                raise Refused(
                    "melds", f"A team has one open meld of a rank, not two of the rank {meld[0].rank}."
                )
            melds[team] = (*melds[team], meld)
    return tuple(melds)


def _red_threes(read: PositionReader, rules: HandAndFootRules) -> tuple[tuple[Card, ...], ...]:
    """The red threes that each team has laid aside."""
    found: list[tuple[Card, ...]] = [()] * (max(rules.team_of) + 1)
    for seat, cards in read.hands("red_threes").items():
        if not all(map(is_red_three, cards)):
            raise Refused("red_threes", "Only 3♥ and 3♦ are laid aside.")
        found[rules.team_of[seat]] += cards
    return tuple(found)


def _scores(read: PositionReader, rules: HandAndFootRules) -> tuple[int, ...]:
    """What each team has scored in the rounds before."""
    found: dict[int, int] = {}
    for seat, score in read.by_seat("scores").items():
        team = rules.team_of[seat]
        if type(score) is not int:
            raise Refused("scores", f"{read.names[seat]} has {score!r}; right would be a whole number.")
        if found.setdefault(team, score) != score:
            raise Refused("scores", f"{read.names[seat]} has {score}, but the team has {found[team]}.")
    return tuple(found.get(team, 0) for team in range(max(rules.team_of) + 1))
