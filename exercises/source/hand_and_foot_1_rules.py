"""The teacher's part of hand-and-foot-1-rules: further inputs, and mistakes that would give answers away."""

from collections.abc import Callable, Mapping

from cardlab.checking.exercise import Key

VALUES = (
    {"Joker": 50, "2": 20, "A": 20} | dict.fromkeys("8 9 10 J Q K".split(), 10) | dict.fromkeys("34567", 5)
)
BIG = ("Joker", "2")


def rank_of(card: str) -> str:
    return card if card == "Joker" else card[:-1]


def worth(**values: int) -> Callable[[str], int]:
    """A `card_points` by which some ranks are worth something else; an eight has the name eight."""
    other = {{"two": "2", "ace": "A", "eight": "8"}[name]: value for name, value in values.items()}
    return lambda card: (VALUES | other)[rank_of(card)]


def laid(
    values: Mapping[str, int] = VALUES, *, book: int = 0, wild: Callable[[str], int] | None = None
) -> Callable[[tuple[str, ...]], int]:
    """An `opening_points` with a bonus for seven cards, or with wild cards of another value."""

    def points(melds: tuple[str, ...]) -> int:
        total = 0
        for meld in melds:
            ranks = [rank_of(card) for card in meld.split()]
            total += book * (len(ranks) == 7)
            total += sum(wild(ranks[0]) if wild and rank in BIG else values[rank] for rank in ranks)
        return total

    return points


def taken(top: str, hand: str, *, wild: bool = False, blocked: bool = True, needed: int = 2) -> bool:
    if blocked and rank_of(top) in (*BIG, "3"):
        return False
    fits = (rank_of(top), *BIG) if wild else (rank_of(top),)
    return sum(rank_of(card) in fits for card in hand.split()) >= needed


KEYS = {
    "q1": Key(
        inputs=[(f"{rank}{suit}",) for rank in "3 4 6 7 9 10 J Q K".split() for suit in "SC"],
        wrong={
            "a two is low": worth(two=5),
            "an ace is eleven": worth(ace=11),
            "an eight is low": worth(eight=5),
        },
    ),
    "q2": Key(
        inputs=[(naturals, wilds) for naturals in range(9) for wilds in range(8)],
        wrong={
            "size only": lambda naturals, wilds: 3 <= naturals + wilds <= 7,
            "outnumber": lambda naturals, wilds: 3 <= naturals + wilds <= 7 and naturals > wilds,
            "too long": lambda naturals, wilds: (
                naturals + wilds >= 3 and naturals <= 7 and (wilds == 0 or naturals >= 4)
            ),
            "no wild cards": lambda naturals, wilds: wilds == 0 and 3 <= naturals <= 7,
        },
    ),
    "q3": Key(
        inputs=[
            (("AS AH AD", "6S 6H 6D 6C 2S 2H Joker"),),
            (("8S 8H 8D 8C Joker", "QS QH QD"),),
            (("5S 5S 5H 5H 5D 5C 5C",),),
        ],
        wrong={
            "bonus": laid(book=500),
            "wild as its rank": laid(wild=lambda rank: VALUES[rank]),
            "wild is nothing": laid(wild=lambda rank: 0),
            "first meld only": lambda melds: laid()(melds[:1]),
            "cards counted": lambda melds: sum(len(meld.split()) for meld in melds),
        },
    ),
    "q4": Key(
        inputs=[(3, 5), (5, 6), (6, 6), (2, 4)],
        wrong={
            "no foot": lambda players, decks: 54 * decks - 11 * players - 1,
            "no card turned up": lambda players, decks: 54 * decks - 22 * players,
            "no jokers": lambda players, decks: 52 * decks - 22 * players - 1,
            "one joker": lambda players, decks: 53 * decks - 22 * players - 1,
        },
    ),
    "q5": Key(
        inputs=[
            ("KH", "KS KD"),
            ("KH", "KS 2D Joker"),
            ("10H", "10S 10C 4D"),
            ("10H", "AS AC 4D"),
            ("Joker", "Joker Joker 2C"),
            ("3C", "3S 3S 2D"),
            ("2S", "2S 2S 2D"),
            ("4S", ""),
        ],
        wrong={
            "wild cards count": lambda top, hand: taken(top, hand, wild=True),
            "never blocked": lambda top, hand: taken(top, hand, blocked=False),
            "one is enough": lambda top, hand: taken(top, hand, needed=1),
            "three needed": lambda top, hand: taken(top, hand, needed=3),
        },
    ),
}
