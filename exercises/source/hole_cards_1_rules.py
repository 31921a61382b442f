"""The teacher's part of hole-cards-1-rules: further inputs, and mistakes that would give answers away."""

from collections.abc import Callable

from cardlab.checking.exercise import Key

FULL = "2 3 4 5 6 7 8 9 10 J Q K A"
PACK = [rank + suit for rank in FULL.split() for suit in "SHDC"]
Cards = tuple[str, ...]


def reasons(top: str, card: str) -> tuple[bool, bool, bool]:
    """The same rank, the same suit, a 2."""
    return card[:-1] == top[:-1], card[-1] == top[-1], card[:-1] == "2"


def red(card: str) -> bool:
    return card[-1] in "HD"


def others(ranks: str, top: str) -> list[str]:
    return [card for card in PACK if card[:-1] in ranks.split() and card != top]


def marks(ranks: str, top: str, match: str) -> list[tuple[bool, bool, bool]]:
    """For each other card the reasons for which it fits."""
    found = []
    for card in others(ranks, top):
        rank, suit, two = reasons(top, card)
        found.append((rank, suit if match == "suit" else red(card) == red(top), two))
    return found


def carried_over(ranks: str, top: str, match: str) -> int:
    """The count for suits, with a colour in the place of the suit and nothing else changed."""
    beside = [reasons(top, card) for card in others(ranks, top)]
    return sum(mark[1] for mark in marks(ranks, top, match)) + sum(
        not suit and (rank or two) for rank, suit, two in beside
    )


def is_pair(ranks: Cards) -> bool:
    return len(ranks) == 2 and ranks[0] == ranks[1]


def stuck(hand: Cards, pile: Cards, pair_fits: Callable[[Cards, str], bool]) -> bool:
    ranks = [card[:-1] for card in hand]
    below = tuple(card[:-1] for card in pile)
    return not any(any(reasons(pile[-1], card)) for card in hand) and not any(
        ranks.count(rank) > 1 and pair_fits(below, rank) for rank in ranks
    )


def fewest(counts: tuple[int, ...]) -> list[int]:
    return [seat for seat, count in enumerate(counts) if count == min(counts)]


def without(counts: tuple[int, ...], knocker: int) -> list[int]:
    """The seats with the fewest among all but the knocker."""
    least = min(count for seat, count in enumerate(counts) if seat != knocker)
    return [seat for seat, count in enumerate(counts) if seat != knocker and count == least]


KEYS = {
    "q1": Key(
        inputs=[(top, card) for top in ("KD", "2S", "10C") for card in PACK if card != top],
        wrong={
            "both at once": lambda top, card: all(reasons(top, card)[:2]) or reasons(top, card)[2],
            "rank only": lambda top, card: reasons(top, card)[0] or reasons(top, card)[2],
            "suit only": lambda top, card: reasons(top, card)[1] or reasons(top, card)[2],
            "no twos": lambda top, card: any(reasons(top, card)[:2]),
            "colour": lambda top, card: any(reasons(top, card)) or red(top) == red(card),
            "twos lying": lambda top, card: any(reasons(top, card)) or top[:-1] == "2",
        },
    ),
    "q2": Key(
        inputs=[(FULL, top, match) for top in PACK[::3] for match in ("suit", "colour")]
        + [("2 7", "7S", match) for match in ("suit", "colour")],
        wrong={
            "each reason": lambda ranks, top, match: sum(map(sum, marks(ranks, top, match))),
            "itself": lambda ranks, top, match: 1 + sum(map(any, marks(ranks, top, match))),
            "no twos": lambda ranks, top, match: sum(any(mark[:2]) for mark in marks(ranks, top, match)),
            "red ones twice": carried_over,
            "colour ignored": lambda ranks, top, match: sum(map(any, marks(ranks, top, "suit"))),
        },
    ),
    "q3": Key(
        inputs=[
            (pile, rank)
            for pile in (
                ("K", "A"),
                ("10",),
                ("8", "8", "8"),
                ("K", "10", "10"),
                ("10", "10", "K"),
                ("2", "K"),
            )
            for rank in ("K", "10", "8", "2", "A")
        ],
        wrong={
            "a single card": lambda pile, rank: rank == pile[-1],
            "top card only": lambda pile, rank: rank == pile[-1] or is_pair(pile[-2:]),
            "strict": lambda pile, rank: is_pair(pile[-2:]) or pile == (rank,),
            "no pair on a pair": lambda pile, rank: rank in pile[-2:],
            "whole pile": lambda pile, rank: rank in pile or is_pair(pile[-2:]),
            "one card as a pair": lambda pile, rank: rank in pile[-2:] or len(set(pile[-2:])) == 1,
            "wild twos": lambda pile, rank: rank in (*pile[-2:], "2") or is_pair(pile[-2:]),
        },
    ),
    "q4": Key(
        inputs=[
            (("9H", "9D"), ("9S", "4S", "QC")),
            (("8D", "8C", "KS", "4D"), ("8S", "3H")),
            (("8D", "8C", "KS", "4D"), ("8S", "3H", "JH")),
            (("10H", "5S"), ("10S", "KC")),
            (("5H", "5S", "5C"), ("KC", "KD")),
            (("AS", "AC", "8C"), ("AD", "8S")),
            (("AH", "AC"), ("AD", "8S")),
            (("AH", "7C"), ("AD", "8S")),
        ],
        wrong={
            "singles only": lambda hand, pile: stuck(hand, pile, lambda below, rank: False),
            "any pair": lambda hand, pile: stuck(hand, pile, lambda below, rank: True),
            "pairs of the top rank": lambda hand, pile: stuck(
                hand, pile, lambda below, rank: is_pair(below[-2:]) or rank == below[-1]
            ),
        },
    ),
    "q5": Key(
        inputs=[
            ((3, 3, 3, 4), 1),
            ((6, 2, 5, 2), 3),
            ((6, 2, 5, 2), 0),
            ((4, 4, 4, 4), 2),
            ((1, 5), 1),
            ((7, 6, 8), 1),
        ],
        wrong={
            "all lowest": lambda counts, knocker: fewest(counts),
            "one of them": lambda counts, knocker: (
                fewest(counts)[:1]
                if len(fewest(counts)) == 1
                else [seat for seat in fewest(counts) if seat != knocker][:1]
            ),
            "knocker always out": without,
        },
    ),
}
