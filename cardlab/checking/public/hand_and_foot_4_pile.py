"""The public part of exercise hand-and-foot-4-pile: pairs, several hands from one pack, and red threes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from cardlab.cards import parse_cards
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, chances, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.games.hand_and_foot.rules import points_of
from cardlab.probability.arrays import Numbers, np
from cardlab.probability.deals import chunk_generator, deal_cards
from cardlab.probability.monte_carlo import Estimate

TITLE = "Hand and Foot 4: who can take the pile?"
DEALS, SEED = 100_000, 4

# ---------------------------------------------------------------------------------- experiments


def _dealt(unseen: int, cards: int) -> Numbers:
    """Cards from the unseen ones, by their places; those of the rank in question come first."""
    return deal_cards(chunk_generator(SEED, 0), size=unseen, cards=cards, n=DEALS)


def _some_pair(seats: int, cards: int, copies: int, unseen: int) -> Estimate:
    alike = (_dealt(unseen, seats * cards) < copies).reshape(seats, cards, -1).sum(axis=1)
    return Estimate.of_share(int((alike >= 2).any(axis=0).sum()), DEALS, SEED)


def _no_pair(kept: int) -> Estimate:
    kings = (_dealt(324 - 12, 11) < 24 - 1 - kept).sum(axis=0)
    return Estimate.of_share(int((kings < 2).sum()), DEALS, SEED)


def _red_threes(cards: int, decks: int) -> Estimate:
    """Red threes are the first places; draw until so many others are held, or there is nothing left."""
    drawn = min(cards + 2 * decks, 54 * decks)
    red = _dealt(54 * decks, drawn) < 2 * decks
    others_before: Numbers = np.cumsum(~red, axis=0) - ~red
    aside = (red & (others_before < cards)).sum(axis=0).astype(float)
    return Estimate.of_mean(float(aside.sum()), float((aside**2).sum()), DEALS, SEED)


# ------------------------------------------------------------------------------------ properties

SIX = "5S 5D 9C AH 4S 6D"
TAKEN = (
    ("KS KH", "KD", "", SIX),
    ("KS KH", "KD", "KC", SIX),
    ("KS KH", "KD", "KC 2H", SIX),
    ("KS KH", "KD", "KC 2H", ""),
    ("AS AH", "AD", "", "AC 9D 9S 4C JH 7D"),
    ("5S 5H", "5D", "5C Joker Joker", "4S 4S QD"),
)


def _six_are_nothing(pickup_total: Callable[..., Any]) -> str:
    one, other = TAKEN[2], TAKEN[3]
    if pickup_total(*one) == pickup_total(*other):
        return ""
    first, second = shown(pickup_total(*one)), shown(pickup_total(*other))
    return f"With {SIX} further down it gave {first}, and with nothing there {second}. What does H11 say?"


def _each_card_counts(pickup_total: Callable[..., Any]) -> str:
    """What one more card from the hand changes is what it is worth."""
    for (one, other), card in ((TAKEN[0:2], "KC"), (TAKEN[1:3], "2H")):
        more = pickup_total(*other) - pickup_total(*one)
        if more != points_of(parse_cards(card)):
            return (
                f"With {card} from the hand besides, it gave {shown(more)} more. What is {card} worth (H10)?"
            )
    return ""


def _planted(pair: str, top: str, extra: str, six: str) -> int:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return sum(points_of(parse_cards(cards)) for cards in (pair, top, extra, six) if cards)


def _with_replacement(cards: int, copies: int, unseen: int) -> Fraction:
    p = Fraction(copies, unseen)
    return 1 - (1 - p) ** cards - cards * p * (1 - p) ** (cards - 1)


REAL, TINY = (11, 23, 323), (4, 3, 9)

QUESTIONS = (
    Question(
        id="q1",
        name="p_pair",
        title="Fill the blank: a pair in one hand",
        returns=Fraction,
        inputs=((1, 3, 9), (2, 3, 9), TINY, (9, 3, 9), REAL),
        tests=(
            chances([TINY, REAL]),
            gives((1, 3, 9), 0, "One card is no pair."),
            gives((9, 3, 9), 1, "Who holds all unseen cards holds the three, too."),
            rises([(1, 3, 9), (2, 3, 9), TINY], "With more cards a pair is likelier."),
            *(
                agrees(one, partial(_some_pair, 1, *one), "the hand held a pair or more")
                for one in ((2, 3, 9), TINY, REAL)
            ),
        ),
        mistakes=(
            Mistake(
                "put back",
                "That is with each card put back before the next. Does a card that is dealt go back?",
                _with_replacement,
            ),
            Mistake(
                "top card counted",
                "You count one card more of the rank, the top one. Who holds that?",
                seen={TINY: 0.54762, REAL: 0.19199},
            ),
            Mistake(
                "exactly two",
                "That is a pair exactly. Does 'two or more' take in more?",
                seen={TINY: 0.35714, REAL: 0.14439},
            ),
            Mistake(
                "one is enough",
                "That is one or more. Is one card a pair? Which hands have you left out of no_pair?",
                seen={TINY: 0.88095, REAL: 0.56217},
            ),
            Mistake("the opposite", "That is the chance of no pair: the opposite of what is asked."),
        ),
        hints=(
            "Which hands hold no pair? There are two kinds of them.",
            "Count the hands with none of the copies, and those with exactly one.",
            "None: choose all cards from the others. One: choose the copy, and the rest from the others.",
        ),
    ),
    Question(
        id="q2",
        name="p_safe",
        title="What you see yourself",
        returns=Fraction,
        inputs=((0,), (1,), (3,), (5,)),
        tests=(
            chances([(0,), (1,), (3,), (5,)]),
            rises([(0,), (1,), (3,), (5,)], "The more kings you keep, the fewer can be in his hand."),
            *(agrees((kept,), partial(_no_pair, kept), "he held no pair of kings") for kept in (0, 1, 3, 5)),
        ),
        mistakes=(
            Mistake(
                "own cards ignored",
                "You have not used your own hand. What do the cards in it tell about his?",
                seen={(0,): 0.8198, (3,): 0.8198},
            ),
            Mistake(
                "only kings seen",
                "You take away the kings that you keep, but not your other cards. Can he hold those?",
                seen={(0,): 0.8198, (3,): 0.8546},
            ),
            Mistake(
                "discard forgotten",
                "One more king cannot be in his hand. Where does it lie?",
                seen={(0,): 0.79623, (3,): 0.83566},
            ),
            Mistake(
                "the opposite",
                "That is the chance that he does hold a pair. Asked is that he does not.",
            ),
        ),
        hints=(
            "How many cards do you not see, and how many of these are kings?",
            "You see the twelve cards that you held; the king that you throw away is one of them.",
            "Of 312 cards he holds eleven: none or one of the kings that you neither keep nor throw away.",
        ),
    ),
    Question(
        id="q3",
        name="p_any_pair",
        title="Anybody at the table",
        returns=Fraction,
        inputs=((1, *TINY), (2, *TINY), (2, 4, 4, 9), (1, *REAL), (2, *REAL), (3, *REAL)),
        tests=(
            chances([(1, *TINY), (2, *TINY), (2, *REAL), (3, *REAL)]),
            gives(
                (2, 4, 4, 9), 1, "Three or four of the four copies are in the two hands: so one has a pair."
            ),
            rises([(1, *REAL), (2, *REAL), (3, *REAL)], "With more seats it is likelier."),
            *(
                agrees(one, partial(_some_pair, *one), "somebody held a pair or more")
                for one in ((1, *TINY), (2, *TINY), (3, *REAL))
            ),
        ),
        mistakes=(
            Mistake(
                "added up",
                "You add the seats' chances. Can two of them hold a pair at once?",
                seen={(2, 4, 4, 9): 1.28571, (3, *REAL): 0.54061},
            ),
            Mistake(
                "independent",
                "You multiply as if each seat had a pack of its own. They compete for the same cards.",
                seen={(2, 4, 4, 9): 0.87245, (3, *REAL): 0.44903},
            ),
            Mistake(
                "one big hand",
                "You put all hands together into one. Must both cards of a pair be in the same hand?",
                seen={(2, *TINY): 1.0, (3, *REAL): 0.70744},
            ),
            Mistake("the opposite", "That is the chance that nobody holds a pair: the opposite."),
        ),
        hints=(
            "What must each seat hold if nobody has a pair?",
            "Choose the seats that hold one copy each, and for each of them a place for it in the hand.",
            "The other copies lie outside all hands. Add up over the seats with one; take the opposite.",
        ),
    ),
    Question(
        id="q4",
        name="red_threes_aside",
        title="Target practice: red threes",
        returns=Fraction,
        inputs=((11, 6), (22, 6), (30, 1), (0, 6)),
        tests=(
            gives((0, 6), 0, "Who draws nothing lays nothing aside."),
            rises([(0, 6), (11, 6), (22, 6)], "The more cards, the more red threes on the way."),
            *(
                agrees(one, partial(_red_threes, *one), "the red threes laid aside")
                for one in ((11, 6), (22, 6), (30, 1))
            ),
        ),
        mistakes=(
            Mistake(
                "no replacement",
                "That is in so many cards. Is the card that replaces a red three looked at, too (HA7)?",
                seen={(11, 6): 0.40741, (30, 1): 1.11111},
            ),
            Mistake(
                "put back",
                "You draw as if each card went back into the pack. Does it?",
                seen={(11, 6): 0.42308, (30, 1): 1.15385},
            ),
            Mistake(
                "a chance",
                "That is the chance of at least one. Asked is how many there are on average.",
                seen={(11, 6): 0.34415, (22, 6): 0.57642},
            ),
            Mistake(
                "replaced once",
                "Each red three is replaced once. What if the new card is a red three, too (HA7)?",
                seen={(11, 6): 0.42128, (30, 1): 1.13208},
            ),
        ),
        hints=(
            "Take one red three. Before which of the other cards can it lie?",
            "The other cards cut the row into gaps, one more than there are cards; all are equally likely.",
            "It counts in the first gaps, as many as the cards that you want. Then add up all red threes.",
        ),
    ),
    Question(
        id="q5",
        name="pickup_total",
        title="Bug hunt: is it enough?",
        returns=int,
        inputs=TAKEN,
        tests=(
            gives(TAKEN[0], 30, "The pair and the top card are three kings (H39)."),
            _six_are_nothing,
            _each_card_counts,
        ),
        mistakes=(
            Mistake(
                "planted", "That is the planted bug: when do the six cards come into your hand?", _planted
            ),
            Mistake(
                "top card forgotten",
                "You leave the top card of the pile out. What does H39 say of it?",
                seen={TAKEN[0]: 20, TAKEN[2]: 50},
            ),
            Mistake(
                "wild cards forgotten",
                "The wild cards from your hand count nothing here. What does H10 say?",
                seen={TAKEN[0]: 30, TAKEN[2]: 40},
            ),
            Mistake(
                "extra forgotten",
                "You leave out the cards that are laid from the hand besides. What does H10 say?",
                seen={TAKEN[0]: 30, TAKEN[1]: 30, TAKEN[2]: 30},
            ),
        ),
        hints=(
            "Which cards lie on the table when the minimum is checked (HA17)?",
            "The pair, the top card and what you add from your hand. Which does the function count besides?",
            "Leave the six cards out, and count all others.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: a pile to take, a pile to leave",
        kind="text",
        hints=(
            "What do you gain by seven cards instead of two, and when may they harm you?",
            "Think of the minimum, of cards that fit your melds, and of who may go out soon.",
            "A good answer has two positions, a number for each, and says what it takes for granted.",
        ),
    ),
)
