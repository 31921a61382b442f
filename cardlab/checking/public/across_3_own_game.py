"""The public part of exercise across-3-own-game: Lantern's legal moves, views and states, and who loses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, disagreement, falls, gives
from cardlab.checking.question import Mistake, Question
from cardlab.probability.arrays import np
from cardlab.probability.deals import chunk_generator, deal_cards
from cardlab.probability.monte_carlo import Estimate

TITLE = "Across games 3: make your own game"
DEALS, SEED = 100_000, 8

# ---------------------------------------------------------------------------------- experiments


@cache
def _first_loses(top: int, limits: tuple[int, ...]) -> Estimate:
    """Deals, played by limits: each card is one more than its place in the pack."""
    seats, deal = len(limits), np.arange(DEALS)
    dealt = deal_cards(chunk_generator(SEED, 0), size=top, cards=2 * seats, n=DEALS).astype(int) + 1
    cards, drawn = dealt[:seats], np.full(DEALS, seats)
    for seat, limit in enumerate(limits):
        swaps = cards[seat] <= limit
        cards[seat] = np.where(swaps, dealt[drawn.clip(max=2 * seats - 1), deal], cards[seat])
        drawn += swaps
    return Estimate.of_share(int((cards.argmin(axis=0) == 0).sum()), DEALS, SEED)


def _own_is_lowest(own: int, pile: tuple[int, ...], top: int, players: int) -> Estimate:
    unseen = np.array([card for card in range(1, top + 1) if card != own and card not in pile])
    places = deal_cards(chunk_generator(SEED, 0), size=len(unseen), cards=players - 1, n=DEALS)
    return Estimate.of_share(int((unseen[places] > own).all(axis=0).sum()), DEALS, SEED)


# ------------------------------------------------------------------------------------ properties

CASES = tuple(
    (card, 8, spoken, lit, on_turn)
    for card in (3, 8)
    for spoken, lit, on_turn in product((False, True), repeat=3)
    if not (spoken and on_turn)  # who has spoken is not on turn
)
MOVES = ["keep", "light", "swap"]


def _moves_in_order(legal: Callable[..., Any]) -> str:
    for case in CASES:
        if legal(*case) != [move for move in MOVES if move in legal(*case)]:
            return f"{call(legal, case)} gave {shown(legal(*case))}. Wanted is the order {MOVES}."
    return ""


def _clauses(legal: Callable[..., Any]) -> str:
    """Each rule forbids some moves; none is forbidden without a rule."""
    for card, top, spoken, lit, on_turn in CASES:
        case = (card, top, spoken, lit, on_turn)
        for move in MOVES:
            if spoken:
                clause = "L3"
            elif move == "light":
                clause = "L5" if lit else ""
            elif not on_turn:
                clause = "L3"
            else:
                clause = "L4" if move == "swap" and card == top else ""
            if (move in legal(*case)) == bool(clause):
                told = f"Look at {clause}" if clause else f"Which rule forbids to {move} here"
                return f"{call(legal, case)} gave {shown(legal(*case))}. {told}{'.' if clause else '?'}"
    return ""


TRUTH: dict[str, Any] = {"cards": [3, 8, 5], "stock": [7, 1, 6, 4], "pile": [2], "lost": [0, 1, 0]}
HIDDEN = {"cards": [3, 4, 6], "stock": [5, 8, 7, 1]}
"""Other hidden cards, where the first seat cannot see them."""
SEEN = ((TRUTH, 0), (TRUTH | HIDDEN, 0), (TRUTH, 1), (TRUTH, 2))
KEYS = ("own", "pile", "lost", "stock")


def _these_keys(view: Callable[..., Any]) -> str:
    for state, seat in SEEN:
        keys = list(view(state, seat))
        if sorted(keys, key=str) != sorted(KEYS):
            return f"The view has the keys {shown(keys)}. Right would be {', '.join(KEYS)}."
    return ""


def _nothing_hidden(view: Callable[..., Any]) -> str:
    one, other = view(*SEEN[0]), view(*SEEN[1])
    for key in KEYS:
        if one[key] != other[key]:
            return (
                f"Two states differ only in cards that seat 0 cannot see, and {key!r} of its view differs: "
                f"{shown(one[key])} and {shown(other[key])}."
            )
    return ""


def _what_lies_open(view: Callable[..., Any]) -> str:
    for state, seat in SEEN:
        seen = view(state, seat)
        for key in ("pile", "lost"):
            if seen[key] != state[key]:
                return f"In the view of seat {seat}, {key!r} is {shown(seen[key])}. It lies open, all of it."
        if type(seen["stock"]) is not int:
            return f"In the view of seat {seat}, 'stock' is {shown(seen['stock'])}. A number is asked for."
        if type(seen["own"]) is not int:
            return f"In the view of seat {seat}, 'own' is {shown(seen['own'])}. One card is asked for."
    if len({view(*one)["own"] for one in SEEN[1:]}) == 1:
        return "Each seat sees the same card of its own. Whose is it?"
    return ""


START: dict[str, Any] = {"cards": [1, 3], "stock": [4, 2], "pile": []}
LONGER: dict[str, Any] = {"cards": [3, 8, 5], "stock": [7, 1, 6, 4], "pile": [2]}
SWAPS = ((START, [0]), (START, [0, 1]), (LONGER, [2, 0, 2]))


def _step_by_step(history: Callable[..., Any]) -> str:
    for start, seats in SWAPS:
        states, tried = history(start, seats), call(history, (start, seats))
        if len(states) != len(seats) + 1:
            return f"{tried} gave {len(states)} states. The first is the one at the start."
        if states[0] != start:
            return f"The first of its states is {shown(states[0])}, but at the start it was {shown(start)}."
        for number, (state, seat) in enumerate(zip(states[1:], seats, strict=True), 1):
            told = _wrong_step(states[number - 1], state, seat)
            if told:
                return f"{tried}: after swap {number} {told}"
    return ""


def _wrong_step(before: dict[str, Any], state: dict[str, Any], seat: int) -> str:
    if _pack(state) != _pack(before):
        return "a card is lost or doubled."
    if state["pile"] != [*before["pile"], before["cards"][seat]]:
        return f"the pile is {shown(state['pile'])}. Which card was laid on it?"
    if state["stock"] != before["stock"][1:]:
        return f"the stock is {shown(state['stock'])}. The first card is drawn."
    return ""


def _pack(state: dict[str, Any]) -> list[int]:
    return sorted([*state["cards"], *state["stock"], *state["pile"]])


def _planted(state: dict[str, Any], seats: Sequence[int]) -> list[dict[str, Any]]:
    """The function of the bug hunt, as it stands in the student's notebook; it works on a copy here."""
    new: dict[str, Any] = {key: list(cards) for key, cards in state.items()}
    for seat in seats:
        new["pile"].append(new["cards"][seat])
        new["cards"][seat] = new["stock"].pop(0)
    return [new] * (len(seats) + 1)


PLAYED = ((4, (2, 2)), (4, (1, 0)), (8, (4, 0)), (8, (4, 4)), (8, (6, 2)), (6, (3, 3, 3)), (6, (3, 1, 0)))


def _one_loses(p_lost: Callable[..., Any]) -> str:
    for top, limits in PLAYED:
        shares = p_lost(top, limits)
        tried = f"{call(p_lost, (top, limits))} gave {shown(shares)}"
        if len(shares) != len(limits):
            return f"{tried}. One chance for each seat is asked for."
        if sum(shares) != 1:
            return f"{tried}. In each deal exactly one seat loses: what is the sum?"
        if len(set(limits)) == 1 and len(set(shares)) > 1:
            return f"{tried}. All seats play alike: can one be better off?"
    return ""


def _as_played(p_lost: Callable[..., Any]) -> str:
    for top, limits in PLAYED:
        value, found = p_lost(top, limits)[0], _first_loses(top, limits)
        told = disagreement(f"For seat 0, {call(p_lost, (top, limits))}", value, found, "it lost")
        if told:
            return told
    return ""


LOOKS: tuple[tuple[int, tuple[int, ...], int, int], ...] = (
    (1, (), 8, 2),
    (8, (), 8, 3),
    (2, (), 8, 3),
    (4, (), 8, 3),
    (6, (), 8, 3),
    (4, (1, 2), 8, 2),
    (4, (1, 7), 8, 3),
)

QUESTIONS = (
    Question(
        id="q1",
        name="legal",
        title="Fill the blank: what is legal",
        returns=list,
        inputs=CASES,
        tests=(
            gives((3, 8, False, False, True), MOVES, "It is your turn, and nothing is forbidden."),
            _moves_in_order,
            _clauses,
        ),
        mistakes=(
            Mistake(
                "highest swapped",
                "One card must be kept or lit. Which, and what says so (L4)?",
                seen={(8, 8, False, False, True): MOVES, (3, 8, False, False, False): ["light"]},
            ),
            Mistake(
                "light in turn only",
                "May one light only on one's turn (L5)?",
                seen={(3, 8, False, False, False): [], (8, 8, False, False, True): ["keep", "light"]},
            ),
            Mistake(
                "swap out of turn",
                "One move may be made out of turn, and one only (L3, L5).",
                seen={(3, 8, False, True, False): ["swap"]},
            ),
            Mistake(
                "lit twice",
                "How often may the lantern be lit in a deal (L5)?",
                seen={(3, 8, False, True, False): ["light"], (3, 8, True, False, False): []},
            ),
            Mistake(
                "light after speaking",
                "Who has spoken has spoken (L3, L5). What may such a player still do?",
                seen={(3, 8, True, False, False): ["light"], (3, 8, False, True, False): []},
            ),
        ),
        hints=(
            "Read L3, L4 and L5 word by word. Which of spoken, lit and on_turn matters for which move?",
            "To light one need not be on turn; to swap one must, and may not hold a certain card.",
            "Light: neither spoken nor lit. Swap: on turn, not spoken, and the card is not the top.",
        ),
    ),
    Question(
        id="q2",
        name="view",
        title="What a seat may see",
        returns=dict,
        inputs=SEEN,
        tests=(_these_keys, _what_lies_open, _nothing_hidden),
        mistakes=(
            Mistake(
                "everything",
                "That is the whole state. Build a new dictionary from what the seat may know.",
                lambda state, seat: state,
            ),
            Mistake("all cards", "You show the cards of all seats. Which one may it see (L2)?"),
            Mistake("the first card", "You always show the card of the same seat. Whose view is it?"),
            Mistake(
                "the stock itself", "You show the cards of the stock. How many there are is all one knows."
            ),
            Mistake(
                "the stock in order of size",
                "The order is gone, but the cards still tell what the others hold.",
            ),
        ),
        hints=(
            "Which of the four parts of a state lie open, and which are hidden?",
            "pile and lost are taken over as they are; of cards one entry, of stock only its length.",
            "Four keys: own is the card of this seat, pile and lost as they are, stock is its length.",
        ),
    ),
    Question(
        id="q3",
        name="history",
        title="Bug hunt: a state never changes",
        returns=list,
        inputs=SWAPS,
        tests=(_step_by_step,),
        mistakes=(
            Mistake(
                "planted",
                "That is the planted bug: dict(...) makes a new dictionary, but with the same lists in it.",
                _planted,
            ),
            Mistake("from the bottom", "You draw the last card of the stock. Which is the next to be drawn?"),
            Mistake("without the start", "The first of all states is the one at the start."),
            Mistake("all from the start", "Each swap begins where the one before has ended."),
        ),
        hints=(
            "Print the list after one swap. Which of its states have changed that should not?",
            "append, pop and an assignment change a list itself. Who else holds that list?",
            "Make new lists for cards, stock and pile at each swap, and put these into a new dictionary.",
        ),
    ),
    Question(
        id="q4",
        name="p_lost",
        title="Target practice: who loses how often?",
        returns=list,
        inputs=PLAYED,
        tests=(_one_loses, _as_played),
        mistakes=(
            Mistake(
                "put back",
                "You deal as if each card were put back. Can two players hold the same card?",
                seen={(4, (1, 0)): [Fraction(17, 32), Fraction(15, 32)]},
            ),
            Mistake(
                "one drawn card",
                "All who swap draw the same card here. What does the second one draw?",
                seen={(8, (4, 4)): [Fraction(17, 28), Fraction(11, 28)]},
            ),
            Mistake(
                "highest loses",
                "You let the highest card lose. What does L6 say?",
                seen={(8, (4, 0)): [Fraction(9, 14), Fraction(5, 14)]},
            ),
            Mistake(
                "below the limit",
                "A card that equals the limit is swapped, too.",
                seen={
                    (4, (1, 0)): [Fraction(1, 2), Fraction(1, 2)],
                    (8, (4, 0)): [Fraction(41, 112), Fraction(71, 112)],
                },
            ),
            Mistake(
                "nobody swaps",
                "That is if all keep their cards, or all play alike. Where do the limits come in?",
                lambda top, limits: [Fraction(1, len(limits))] * len(limits),
            ),
        ),
        hints=(
            "How many cards matter in a deal, if each seat swaps once at most?",
            "Go through all deals of twice as many cards as seats: hands first, then the stock.",
            "For each deal let the seats swap in order, find the lowest card, and count for whom.",
        ),
    ),
    Question(
        id="q5",
        name="p_lowest",
        title="What you see",
        returns=Fraction,
        inputs=LOOKS,
        tests=(
            chances(LOOKS),
            gives(LOOKS[0], 1, "No card is lower than 1."),
            gives(LOOKS[1], 0, "No card is higher than the 8."),
            falls([LOOKS[2], LOOKS[3], LOOKS[4]], "The higher your card, the safer."),
            *(agrees(one, partial(_own_is_lowest, *one), "your card was the lowest") for one in LOOKS[2:]),
        ),
        mistakes=(
            Mistake(
                "pile ignored",
                "The cards on the pile cannot be in a hand any more. Do you use them?",
                seen={(4, (1, 2), 8, 2): 0.57143, (4, (1, 7), 8, 3): 0.28571},
            ),
            Mistake(
                "own card unseen",
                "Your own card is still among those that others may hold.",
                seen={(4, (), 8, 3): 0.21429},
            ),
            Mistake(
                "independent",
                "You multiply as if both others might hold the same card. Can they?",
                seen={(4, (), 8, 3): 0.32653},
            ),
            Mistake(
                "one other",
                "That is against one other player. How many are there?",
                seen={(4, (), 8, 3): 0.57143},
            ),
            Mistake(
                "a player too many",
                "You count yourself among the others.",
                seen={(4, (), 8, 3): 0.11429},
            ),
        ),
        hints=(
            "Which cards can the others hold? Which of these are higher than yours?",
            "All others must hold higher cards: choose as many cards as there are others.",
            "The ways to choose the others' cards from the higher unseen ones, by those from all unseen.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: a clause of your own",
        kind="text",
        hints=(
            "What would make Lantern more exciting: more to know, more to risk, or another way to lose?",
            "Ask of your clause: who decides it, what does one see of it, and can the stock run out?",
            "A good answer has an exact sentence, a refusal that names it, and a test with cards.",
        ),
    ),
)
