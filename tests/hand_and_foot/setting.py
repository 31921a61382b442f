"""Setting up a position of Hand and Foot in a line or two, for the tests of its rules."""

from collections.abc import Sequence

from cardlab.cards import Pack, show_cards
from cardlab.game import new_game

STOCK = "6C 7C 8C 10D JH 4S 5C 6D 8C 9S"
CLEAN_KINGS = "KS KH KD KC KS KH KD"
DIRTY_EIGHTS = "8S 8H 8D 8C 2S 2H Joker"


def at(*moves: str, seed: int = 0, options=None, **position):
    """The state after some moves from a position, in which the last seat has dealt."""
    options = {"players": 2, **(options or {})}
    last = "ABCDEF"[options["players"] - 1]
    return play(
        new_game("hand_and_foot", seed=seed, position={"dealer": last, **position}, **options), *moves
    )


def melding(hand: str, *moves: str, **position):
    """Seat A has drawn and holds this hand; so ``melding("9S 9H", melds={"A": [...]})``."""
    position = {"feet": {"A": "QC 10S 5D", "B": "JD 4H"}, "pile": "4D JS", "stock": STOCK} | position
    return at(*moves, **{"phase": "meld", "hands": {"A": hand, "B": "6S 7D QH"}} | position)


def last_cards(hand: str, *moves: str, **position):
    """Seat A plays the last cards of the foot; its team has a clean and a dirty book."""
    books = {"A": [CLEAN_KINGS, DIRTY_EIGHTS, "9C 9S 9H 9D"]}
    position = {"in_foot": ["A"], "feet": {"B": "JD 4H"}, "melds": books} | position
    return melding(hand, *moves, **position)


def taking(hand: str, pile: str, *moves: str, **position):
    """Seat A, whose team has melded, may draw or take this pile."""
    position = {"melds": {"A": ["KH KS KD KC"]}} | position
    return melding(hand, *moves, **{"phase": "draw", "pile": pile} | position)


def one_pack(*moves: str, pile: str, stock: str = "", options=None, **position):
    """One pack only: A and B hold a few cards, and all cards that are named nowhere lie in B's foot."""
    position = {"hands": {"A": "AS 5H", "B": "9S 4D 7C"}, "melds": {}, "in_foot": ["A"]} | position
    melds = [meld for melds in position["melds"].values() for meld in melds]
    named = " ".join([stock, pile, *position["hands"].values(), *melds]).split()
    rest = [card for card in Pack(jokers_per_deck=2).cards if card.ascii not in named]
    feet = {"A": "", "B": ascii(rest)}
    return at(*moves, options={"decks": 1, **(options or {})}, feet=feet, stock=stock, pile=pile, **position)


def play(state, *moves: str):
    for move in moves:
        state = state.apply(move)
    return state


def clause(state, move: str) -> str | None:
    """The clause that refuses a move; None for a legal one."""
    violation = state.why_illegal(move)
    return None if violation is None else violation.clause


def happened(state) -> list[str]:
    return [event.what for event in state.log]


def hand(state, seat: int = 0) -> str:
    return show_cards(state.hands[seat], ascii=True)


def ascii(cards: Sequence) -> str:
    return show_cards(cards, ascii=True)
