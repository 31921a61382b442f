"""The teacher's part of across-3-own-game: further inputs, and mistakes that would give answers away."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from typing import Any

from cardlab.checking.exercise import Key

State = dict[str, Any]


def states(state: State, seats: Sequence[int], *, draw: int = 0) -> list[State]:
    found = [state]
    for seat in seats:
        cards, stock = list(found[-1]["cards"]), list(found[-1]["stock"])
        pile = [*found[-1]["pile"], cards[seat]]
        cards[seat] = stock.pop(draw)
        found.append({"cards": cards, "stock": stock, "pile": pile})
    return found


@cache
def lost(
    top: int,
    limits: tuple[int, ...],
    *,
    deals: Callable[..., Any] = permutations,
    loses: Callable[..., int] = min,
    below: bool = False,
    step: int = 1,
) -> list[Fraction]:
    """A `p_lost` with other deals, another loser, limits left out, or a stock that stays."""
    seats = len(limits)
    counts, total = [Fraction(0)] * seats, 0
    for deal in deals(range(1, top + 1), 2 * seats):
        cards, stock = list(deal[:seats]), list(deal[seats:])
        for seat, limit in enumerate(limits):
            if cards[seat] < limit + (not below):
                cards[seat] = stock[0]
                stock = stock[step:]
        total += 1
        counts[cards.index(loses(cards))] += 1
    return [count / total for count in counts]


def put_back(cards: Sequence[int], n: int) -> Any:
    return product(cards, repeat=n)


def lowest(own: int, pile: Sequence[int], top: int, others: int, *, own_too: bool = False) -> Fraction:
    unseen = [card for card in range(1, top + 1) if (own_too or card != own) and card not in pile]
    return Fraction(comb(sum(card > own for card in unseen), others), comb(len(unseen), others))


KEYS = {
    "q1": Key(
        inputs=[
            (card, 10, spoken, lit, on_turn)
            for card in (1, 8, 10)
            for spoken, lit, on_turn in product((False, True), repeat=3)
            if not (spoken and on_turn)
        ],
        wrong={
            "highest swapped": lambda card, top, spoken, lit, on_turn: (
                ["keep"] * on_turn + ["light"] * (not spoken and not lit) + ["swap"] * on_turn
            ),
            "light in turn only": lambda card, top, spoken, lit, on_turn: (
                ["keep"] * on_turn + ["light"] * (on_turn and not lit) + ["swap"] * (on_turn and card != top)
            ),
            "swap out of turn": lambda card, top, spoken, lit, on_turn: (
                ["keep"] * on_turn
                + ["light"] * (not spoken and not lit)
                + ["swap"] * (not spoken and card != top)
            ),
            "lit twice": lambda card, top, spoken, lit, on_turn: (
                ["keep"] * on_turn + ["light"] * (not spoken) + ["swap"] * (on_turn and card != top)
            ),
            "light after speaking": lambda card, top, spoken, lit, on_turn: (
                ["keep"] * on_turn + ["light"] * (not lit) + ["swap"] * (on_turn and card != top)
            ),
        },
    ),
    "q2": Key(
        inputs=[
            ({"cards": [1, 4], "stock": [2, 3], "pile": [], "lost": [0, 4]}, 1),
            ({"cards": [6, 2, 1], "stock": [], "pile": [5, 3, 4], "lost": [1, 0, 2]}, 2),
        ],
        wrong={
            "all cards": lambda state, seat: (
                {key: state[key] for key in ("pile", "lost")}
                | {"own": state["cards"], "stock": len(state["stock"])}
            ),
            "the first card": lambda state, seat: (
                {key: state[key] for key in ("pile", "lost")}
                | {"own": state["cards"][0], "stock": len(state["stock"])}
            ),
            "the stock itself": lambda state, seat: (
                {key: state[key] for key in ("pile", "lost", "stock")} | {"own": state["cards"][seat]}
            ),
            "the stock in order of size": lambda state, seat: (
                {key: state[key] for key in ("pile", "lost")}
                | {"own": state["cards"][seat], "stock": sorted(state["stock"])}
            ),
        },
    ),
    "q3": Key(
        inputs=[
            ({"cards": [1, 3], "stock": [4, 2], "pile": []}, []),
            ({"cards": [5, 1, 3], "stock": [4, 2, 6], "pile": [7]}, [2, 0]),
        ],
        wrong={
            "from the bottom": lambda state, seats: states(state, seats, draw=-1),
            "without the start": lambda state, seats: states(state, seats)[1:],
            "all from the start": lambda state, seats: [state, *(states(state, [seat])[1] for seat in seats)],
        },
    ),
    "q4": Key(
        inputs=[(4, (2, 0)), (8, (5, 4)), (7, (3, 4)), (6, (2, 2, 3)), (6, (0, 0, 0))],
        wrong={
            "put back": lambda top, limits: lost(top, limits, deals=put_back),
            "one drawn card": lambda top, limits: lost(top, limits, step=0),
            "highest loses": lambda top, limits: lost(top, limits, loses=max),
            "below the limit": lambda top, limits: lost(top, limits, below=True),
            "nobody swaps": lambda top, limits: [Fraction(1, len(limits))] * len(limits),
        },
    ),
    "q5": Key(
        inputs=[(3, (5,), 9, 4), (5, (1, 2, 3), 8, 3), (2, (1,), 4, 2), (6, (), 10, 4)],
        wrong={
            "pile ignored": lambda own, pile, top, players: lowest(own, (), top, players - 1),
            "own card unseen": lambda own, pile, top, players: lowest(
                own, pile, top, players - 1, own_too=True
            ),
            "independent": lambda own, pile, top, players: lowest(own, pile, top, 1) ** (players - 1),
            "one other": lambda own, pile, top, players: lowest(own, pile, top, 1),
            "a player too many": lambda own, pile, top, players: lowest(own, pile, top, players),
        },
    ),
}
