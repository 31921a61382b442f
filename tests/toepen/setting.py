"""Setting up a position of Toepen in a line, for the tests of its rules."""

from cardlab.cards import show_cards
from cardlab.game import State, new_game


def at(*moves: str, seats: str = "A B C", seed: int = 0, options=None, **position) -> State:
    """The state after some moves from a position, in which the last seat has dealt unless told otherwise."""
    names = seats.split()
    position = {"dealer": names[-1], **position}
    return play(new_game("toepen", seed, names, position, **(options or {})), *moves)


def last_trick(*cards: str, moves: tuple[str, ...] = (), **position) -> State:
    """Each seat holds one card; A leads to the fourth trick."""
    names = "ABCDEFGH"[: len(cards)]
    hands = dict(zip(names, cards, strict=True))
    return at(*moves, seats=" ".join(names), **{"hands": hands, "leader": "A", **position})


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def play_out(state: State) -> State:
    """Everybody still in plays the first card that is legal, to the end of the deal."""
    while state.phase == "play":
        state = state.apply(state.legal_actions()[0])
    return state


def keep_all(state: State) -> State:
    """Nobody exchanges."""
    while state.phase == "exchange":
        state = state.apply(f"{state.facts()['to_act']} keeps")
    return state


def clause(state: State, move: str) -> str | None:
    """The clause that refuses a move; None for a legal one."""
    violation = state.why_illegal(move)
    return None if violation is None else violation.clause


def happened(state: State) -> list[str]:
    """What everybody has seen happen in this deal, in words."""
    return [sentence for sentence, _ in state.view(None).scene().log]


def lives(state: State) -> tuple[int, ...]:
    return tuple(state.facts()["lives"].values())


def hand(state: State, seat: str) -> str:
    return show_cards(state.hands[state.seat_number(seat)], ascii=True)
