"""Setting a position of Toepen, as scenario files describe it; an empty one is the first deal of a match."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cardlab.cards import Card, shuffled, sort_cards
from cardlab.games.toepen.engine import ToepenState, deal_cards
from cardlab.games.toepen.rules import HAND_SIZE, ORDER, PACK, ToepenRules
from cardlab.notation import Event
from cardlab.position import PositionReader
from cardlab.refused import Refused
from cardlab.tricks import Play

FIELDS = (
    "dealer",
    "phase",
    "hands",
    "stock",
    "lives",
    "stake",
    "last_knocker",
    "folded",
    "leader",
    "trick",
    "tricks",
    "rubbers",
    "can_whistle",
)
PHASES = ("exchange", "pelt", "play")


def from_position(
    rules: ToepenRules, seats: tuple[str, ...], position: Mapping[str, Any], seed: int
) -> ToepenState:
    """The state that a position describes; what it does not say is as at the start of a deal.

    Raises Refused with the name of the field when the position cannot be.

    >>> from_position(ToepenRules(players=2), ("A", "B"), {"dealer": "B", "lives": {"A": 3}}, seed=1).lives
    (3, 0)
    """
    read = PositionReader(seats, position, FIELDS)
    players = range(len(seats))
    lives = read.numbers("lives", rules.limit)
    rubbers = read.numbers("rubbers", rules.king_after - 1)
    standing = [seat for seat in players if lives[seat] < rules.limit]
    if len(standing) < 2:
        raise Refused(
            "lives", f"Fewer than two seats are below the limit of {rules.limit}; the rubber is over."
        )
    dealer = read.seat("dealer")
    if dealer is None:
        dealer = standing[int(Random(f"{seed}:dealer").random() * len(standing))]
    folded = read.seats("folded")
    for seat in folded:
        if seat not in standing:
            raise Refused("folded", f"{seats[seat]} is out of the rubber and cannot have folded.")
    alive = tuple(seat for seat in standing if seat not in folded)
    if len(alive) < 2:
        raise Refused("folded", "Fewer than two seats are left in the deal; it would be over.")
    trick = read.plays("trick")
    hands, stock = _cards(read, seed, dealer, tuple(standing), alive, trick)

    state = ToepenState(
        game="toepen",
        rules=rules,
        seats=seats,
        seed=seed,
        phase="exchange",
        dealer=dealer,
        lives=lives,
        rubbers=rubbers,
        rounds_owed=tuple(int(lost == rules.limit) for lost in lives),
        alive=alive,
        can_whistle=read.truths("can_whistle", True),
        exchanges=(0,) * len(seats),
        hands=hands,
        stock=stock,
        log=(Event("deal", dealer),),
    )
    tricks = read.seats("tricks")
    size = _trick_size(state, trick)
    full = size == HAND_SIZE and not trick and not folded
    phase = read.choice("phase", PHASES, "exchange" if full else "play")
    if phase != "play" and not full:
        raise Refused(
            "phase", f"In phase {phase!r} every hand has four cards and nobody has played or folded."
        )
    if tricks and len(tricks) != HAND_SIZE - size:
        raise Refused(
            "tricks",
            f"{len(tricks)} tricks are given, but the hands are those of trick {HAND_SIZE + 1 - size}.",
        )
    if phase == "exchange":
        _before_the_lead(read, stakes=(1, 2) if state.in_pelt else (1,), leader=None)
        return state._start_exchange()
    if phase == "pelt":
        state = state._judge_pelt()
        if state.phase != "pelt":
            raise Refused("phase", "Nobody is in pelt and nobody has to be asked.")
        _before_the_lead(read, stakes=(2,), leader=state.leader)
        return state
    return _in_play(state, read, trick, tricks)


def _before_the_lead(read: PositionReader, stakes: tuple[int, ...], leader: int | None) -> None:
    """What is said of the play can only be what the rules make it."""
    if read.number("stake", stakes[0], 1) not in stakes:
        raise Refused("stake", f"In this phase the stake is {stakes[-1]}.")
    if read.seat("leader") not in (None, leader):
        raise Refused("leader", "In this phase nobody leads but as the rules say.")
    if read.seat("last_knocker") is not None:
        raise Refused("last_knocker", "In this phase nobody has knocked yet.")


def _in_play(
    state: ToepenState, read: PositionReader, trick: tuple[Play, ...], tricks: tuple[int, ...]
) -> ToepenState:
    by_rule = state.in_pelt or state.alive
    order = state.clockwise(state.dealer + 1)
    first = next(seat for seat in order if seat in by_rule)
    leader = read.seat("leader")
    if leader is None:
        leader = trick[0][0] if trick else tricks[-1] if tricks else first
    if trick and trick[0][0] != leader:
        raise Refused("trick", f"{state.seats[leader]} leads, so the first card of the trick must be his.")
    if not trick:
        leader = state.alive_from(leader)[0]
    knocker = read.seat("last_knocker")
    if knocker is not None and read.number("stake", 2, 1) == 1:
        raise Refused("stake", f"{state.seats[knocker]} has knocked, so the stake is 2 at least.")
    state = state._with(
        phase="play",
        stake=read.number("stake", 2 if state.in_pelt else 1, 1),
        leader=leader,
        last_knocker=knocker,
        tricks=tricks,
    )
    for seat, card in trick:
        expected = [leader] if not state.trick else state.clockwise(state.trick[-1][0])[1:]
        passed = expected[: expected.index(seat)] if seat in expected else None
        if (
            passed is None
            or any(other in state.alive for other in passed)
            or any(seat == s for s, _ in state.trick)
        ):
            raise Refused(
                "trick", f"{state.seats[seat]} plays out of turn; the cards go clockwise from the leader."
            )
        state = state._with(
            trick=(*state.trick, (seat, card)), log=(*state.log, Event("play", seat, (card,)))
        )
    if state.due is None:
        raise Refused("trick", "Everybody has played; a finished trick belongs to 'tricks'.")
    return state


def _cards(
    read: PositionReader,
    seed: int,
    dealer: int,
    standing: tuple[int, ...],
    alive: tuple[int, ...],
    trick: tuple[Play, ...],
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands and the stock: named cards where they are named, the others dealt from the seed."""
    if not any(name in read.position for name in ("hands", "stock", "trick")):
        return deal_cards(seed, 1, len(read.names), standing, dealer)
    hands = read.hands()
    stock = read.cards("stock")
    for seat, hand in hands.items():
        if len(hand) > HAND_SIZE:
            raise Refused("hands", f"{read.names[seat]} holds {len(hand)} cards; a hand has at most four.")
        if hand and seat not in standing:
            raise Refused("hands", f"{read.names[seat]} is out of the rubber and holds no cards.")
    named: list[Card] = []
    rest: tuple[Card, ...] = ()
    dealt = [card for hand in hands.values() for card in hand]
    for field, cards in (("hands", dealt), ("stock", stock), ("trick", [card for _, card in trick])):
        named += cards
        rest = read.left_of(PACK, named, field)
    rest = shuffled(rest, Random(f"{seed}:1"))
    played = [seat for seat, _ in trick]
    sizes = [len(hands[seat]) + (seat in played) for seat in alive if seat in hands]
    size = max(sizes, default=HAND_SIZE)
    for seat in standing:
        if seat not in hands:
            number = size - (seat in played)
            hands[seat], rest = rest[:number], rest[number:]
            if len(hands[seat]) < number:
                raise Refused("stock", "So many cards are named that not enough are left for the hands.")
    return tuple(sort_cards(hands.get(seat, ()), ORDER) for seat in range(len(read.names))), (*stock, *rest)


def _trick_size(state: ToepenState, trick: tuple[Play, ...]) -> int:
    """How many cards each hand had at the start of this trick; they must agree."""
    played = [seat for seat, _ in trick]
    sizes = {seat: len(state.hands[seat]) + (seat in played) for seat in state.alive}
    size = max(sizes.values())
    for seat, found in sizes.items():
        if found != size or size == 0 or size > HAND_SIZE:
            raise Refused(
                "hands",
                f"{state.seats[seat]} holds {len(state.hands[seat])} cards; all seats in the deal hold the "
                "same number, from one to four (one less after playing to the trick).",
            )
    return size
