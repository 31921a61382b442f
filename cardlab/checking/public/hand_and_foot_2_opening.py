"""The public part of exercise hand-and-foot-2-opening: drawing from several packs, and the first lay-down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from typing import Any

from cardlab.cards import Card, Pack, Rank
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, falls, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.games.hand_and_foot.rules import JOKERS_PER_DECK, POINTS, RANKS, is_wild
from cardlab.melds import NEVER, WILD_RULES, rank_points, share_wilds
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import chunk_generator, count_alike, deal_cards, marks, share_of_deals
from cardlab.probability.monte_carlo import Estimate

TITLE = "Hand and Foot 2: can you open?"
DEALS, SEED = 100_000, 2
SIX = Pack(decks=6, jokers_per_deck=JOKERS_PER_DECK)

# ---------------------------------------------------------------------------------- experiments


def _no_wild(decks: int, cards: int) -> Estimate:
    pack = Pack(decks=decks, jokers_per_deck=JOKERS_PER_DECK)

    def event(dealt: Numbers) -> Truths:
        none: Truths = ~np.any(marks(pack, is_wild)[dealt], axis=0)
        return none

    return share_of_deals(event, pack, cards, DEALS, SEED)


def _three_kings() -> Estimate:
    def event(dealt: Numbers) -> Truths:
        three: Truths = marks(SIX, lambda card: card.rank == Rank.KING)[dealt].sum(axis=0) >= 3
        return three

    return share_of_deals(event, SIX, 11, DEALS, SEED)


def _some_triple() -> Estimate:
    def group(card: Card) -> Rank | None:
        return card.rank if card.rank in RANKS else None

    meldable = np.array([rank is not None for rank in dict.fromkeys(map(group, SIX.cards))])

    def event(dealt: Numbers) -> Truths:
        triple: Truths = np.any(count_alike(SIX, dealt, group)[meldable] >= 3, axis=0)
        return triple

    return share_of_deals(event, SIX, 11, DEALS, SEED)


def _tiny_opening(minimum: int, rule: str) -> Estimate:
    """Five of the ten cards: places 0 to 3 are the nines, 4 to 7 the kings, 8 and 9 the jokers."""
    dealt = deal_cards(chunk_generator(SEED, 0), size=10, cards=5, n=DEALS)
    nines, kings, jokers = (
        np.sum((dealt >= low) & (dealt < high), axis=0) for low, high in ((0, 4), (4, 8), (8, 10))
    )
    hits = 0
    for row in product(range(5), range(5), range(3)):
        if sum(row) == 5 and _tiny_points(*row, WILD_RULES["ABC".index(rule)]) >= minimum:
            hits += int(np.sum((nines == row[0]) & (kings == row[1]) & (jokers == row[2])))
    return Estimate.of_share(hits, DEALS, SEED)


def _tiny_points(nines: int, kings: int, jokers: int, rule: str) -> int:
    laid = share_wilds(*(rank_points(size, 10, jokers, rule) for size in (nines, kings)))
    return max(points + POINTS[Rank.JOKER] * wilds for wilds, points in enumerate(laid) if points != NEVER)


# ------------------------------------------------------------------------------------ properties

HANDS: tuple[tuple[Mapping[str, int], int, int], ...] = (
    ({"K": 2, "9": 2, "5": 2}, 0, 0),
    ({"9": 3}, 0, 0),
    ({"9": 3}, 0, 1),
    ({"9": 3}, 1, 1),
    ({"K": 4, "5": 2}, 0, 1),
    ({"K": 4, "5": 3}, 0, 1),
    ({"5": 5}, 2, 0),
    ({"5": 6}, 2, 0),
    ({"A": 5, "K": 3}, 1, 2),
    ({"A": 6, "K": 3}, 1, 2),
)
"""Hands by rank, jokers and twos; some are one card apart."""
VALUES = {str(rank): POINTS[rank] for rank in RANKS}


def _never_less(best_points: Callable[..., Any]) -> str:
    """A card more in the hand need not be laid: the best lay-down is never worth less."""
    for poorer, richer in product(HANDS, HANDS):
        if _cards(richer) - _cards(poorer) == 1 and _holds(richer, poorer):
            less, more = best_points(*poorer), best_points(*richer)
            if more < less:
                first, second = call(best_points, poorer), call(best_points, richer)
                return f"{first} gave {shown(less)} and {second} gave {shown(more)}: one card more, and less."
    return ""


def _cards(hand: tuple[Mapping[str, int], int, int]) -> int:
    return sum(hand[0].values()) + hand[1] + hand[2]


def _holds(richer: tuple[Mapping[str, int], int, int], poorer: tuple[Mapping[str, int], int, int]) -> bool:
    ranks = all(richer[0].get(rank, 0) >= number for rank, number in poorer[0].items())
    return ranks and richer[1] >= poorer[1] and richer[2] >= poorer[2]


def _no_more_than_held(best_points: Callable[..., Any]) -> str:
    for hand in HANDS:
        naturals, jokers, twos = hand
        held = sum(VALUES[rank] * number for rank, number in naturals.items()) + 50 * jokers + 20 * twos
        if not 0 <= best_points(*hand) <= held:
            return (
                f"{call(best_points, hand)} gave {shown(best_points(*hand))}; all its cards are worth {held}."
            )
    return ""


def _stricter_is_rarer(p_open_tiny: Callable[..., Any]) -> str:
    for minimum in (50, 90, 120):
        chance = {rule: p_open_tiny(minimum, rule) for rule in "ABC"}
        if not chance["A"] <= chance["C"] <= chance["B"]:
            told = ", ".join(f"{rule} {shown(value)}" for rule, value in chance.items())
            return f"At the minimum {minimum} you have {told}. What A allows C allows, and what C allows B."
    return ""


def _planted(naturals: Mapping[str, int], jokers: int, twos: int) -> int:
    """The function of the bug hunt, as it stands in the student's notebook."""
    wilds = [50] * jokers + [20] * twos
    points = 0
    for rank, number in naturals.items():
        if number >= 3:
            points += VALUES[rank] * number
        if number >= 4:
            room = 7 - number
            points += sum(wilds[:room])
            wilds = wilds[room:]
    return points


TINY = [(minimum, rule) for rule in "ABC" for minimum in (0, 50, 90, 120, 140)]

QUESTIONS = (
    Question(
        id="q1",
        name="p_no_wild",
        title="Fill the blank: no wild card",
        returns=Fraction,
        inputs=((1, 6), (5, 6), (11, 6), (11, 2), (300, 6)),
        tests=(
            chances([(1, 6), (5, 6), (11, 6), (11, 2)]),
            gives((300, 6), 0, "So many cards cannot all be natural ones."),
            falls([(1, 6), (5, 6), (11, 6)], "The more cards, the harder to have no wild one."),
            agrees((11, 6), lambda: _no_wild(6, 11), "no card was wild"),
            agrees((11, 2), lambda: _no_wild(2, 11), "no card was wild"),
        ),
        mistakes=(
            Mistake(
                "put back",
                "That is with each card put back before the next. Does a dealt card go back?",
                lambda cards, decks: Fraction(8, 9) ** cards,
            ),
            Mistake(
                "jokers only",
                "Only the jokers are counted as wild. What does H4 say of the twos?",
                lambda cards, decks: Fraction(comb(52 * decks, cards), comb(54 * decks, cards)),
            ),
            Mistake(
                "the opposite",
                "That is the chance of at least one wild card: the opposite of what is asked.",
            ),
            Mistake(
                "one pack",
                "You count one pack, whatever the number of packs. Where should decks come in?",
                seen={(11, 6): 0.23605, (11, 2): 0.23605},
            ),
        ),
        hints=(
            "How many cards of one pack are wild, jokers and twos together?",
            "Count hands: all that can be dealt, and those that are made of natural cards only.",
            "Of the 54 cards in a pack 48 are not wild. The blank is the count of hands from these.",
        ),
    ),
    Question(
        id="q2",
        name="p_at_least",
        title="At least so many",
        returns=Fraction,
        inputs=((0, 24, 324, 11), (1, 24, 324, 11), (2, 24, 324, 11), (3, 24, 324, 11), (5, 4, 10, 5)),
        tests=(
            chances([(1, 24, 324, 11), (2, 24, 324, 11), (3, 24, 324, 11)]),
            gives((0, 24, 324, 11), 1, "At least none is always so."),
            gives((5, 4, 10, 5), 0, "There are only four such cards, so five cannot be dealt."),
            falls([(k, 24, 324, 11) for k in range(4)], "To have more is rarer."),
            agrees((3, 24, 324, 11), _three_kings, "there were three kings or more"),
        ),
        mistakes=(
            Mistake(
                "binomial",
                "That is with each card put back before the next. Does a dealt card go back?",
                lambda k, copies, pack, cards: sum(
                    comb(cards, n) * Fraction(copies, pack) ** n * (1 - Fraction(copies, pack)) ** (cards - n)
                    for n in range(k, cards + 1)
                ),
            ),
            Mistake(
                "counted twice",
                "You choose k of them and then any others: a hand with more of them is counted repeatedly.",
                lambda k, copies, pack, cards: Fraction(
                    comb(copies, k) * comb(pack - k, cards - k), comb(pack, cards)
                ),
            ),
            Mistake(
                "exactly",
                "That is exactly k. Does 'at least' take in more?",
                seen={(1, 24, 324, 11): 0.38504, (3, 24, 324, 11): 0.03439},
            ),
            Mistake(
                "more than",
                "That is more than k. Does 'at least k' leave k itself out?",
                seen={(1, 24, 324, 11): 0.19199, (3, 24, 324, 11): 0.00543},
            ),
        ),
        hints=(
            "Begin with exactly k: how many hands have k of the copies, and others for the rest?",
            "'At least k' takes in k, k + 1 and so on. Up to which number?",
            "Add comb(copies, n) * comb(pack - copies, cards - n) for all n from k to cards.",
        ),
    ),
    Question(
        id="q3",
        name="best_points",
        title="Bug hunt: the best lay-down",
        returns=int,
        inputs=HANDS,
        tests=(
            gives(HANDS[0], 0, "With two of each rank there is no meld."),
            gives(HANDS[1], 30, "Three nines are a meld, worth 30."),
            _no_more_than_held,
            _never_less,
        ),
        mistakes=(
            Mistake(
                "all cards",
                "That is what the hand is worth. Which of its cards can lie in a meld (H9)?",
                lambda naturals, jokers, twos: (
                    sum(VALUES[rank] * number for rank, number in naturals.items()) + 50 * jokers + 20 * twos
                ),
            ),
            Mistake("greedy", "That is the planted bug. May one leave a natural card in the hand?", _planted),
            Mistake(
                "rule B",
                "A wild card needs four naturals beside it (H25); fewer wild than natural cards is rule B.",
            ),
        ),
        hints=(
            "Try a hand of six fives and two jokers, on paper: what would you lay down?",
            "Must all natural cards of a rank be laid? A meld has room for seven.",
            "Try every number of naturals for each rank (none, or three and more), and keep the best sum.",
        ),
    ),
    Question(
        id="q4",
        name="p_open_tiny",
        title="Target practice: a tiny pack",
        returns=Fraction,
        inputs=TINY,
        tests=(
            chances(TINY),
            *(gives((0, rule), 1, "A minimum of 0 can always be met.") for rule in "ABC"),
            *(gives((140, rule), 0, "Nobody can lay 140 with five cards of this pack.") for rule in "ABC"),
            _stricter_is_rarer,
            *(
                agrees((m, rule), partial(_tiny_opening, m, rule), f"{m} could be laid")
                for m, rule in ((50, "A"), (50, "B"), (90, "B"), (90, "C"), (120, "B"))
            ),
        ),
        mistakes=(
            Mistake(
                "rows equal",
                "You count kinds of hands as if each were one hand. How many ways has each?",
                seen={(50, "A"): 0.15385, (50, "B"): 0.69231},
            ),
            Mistake(
                "all cards",
                "You count what the hand is worth. Which of its cards can lie in a meld (H9)?",
                seen={(50, "A"): 1.0, (90, "B"): 0.77778},
            ),
            Mistake(
                "more than", "Is the minimum itself enough?", seen={(0, "A"): 0.52381, (90, "B"): 0.03175}
            ),
        ),
        hints=(
            "Hands with as many nines, kings and jokers can lay the same. How many are there of each kind?",
            "With n nines, k kings and j jokers there are comb(4, n) * comb(4, k) * comb(2, j) hands.",
            "For each kind try all ways to share the jokers out between nines and kings, and keep the best.",
        ),
    ),
    Question(
        id="q5",
        name="p_triple",
        title="Three of one rank",
        returns=Fraction,
        inputs=((2, 24, 11, 324), (3, 24, 11, 324), (11, 24, 11, 324), (5, 4, 2, 10), (9, 4, 2, 10)),
        tests=(
            chances([(3, 24, 11, 324), (11, 24, 11, 324), (5, 4, 2, 10)]),
            gives((2, 24, 11, 324), 0, "Two cards hold no three."),
            gives((9, 4, 2, 10), 1, "Nine of these ten cards always hold three of a rank."),
            rises([(2, 24, 11, 324), (3, 24, 11, 324), (11, 24, 11, 324)], "More cards make it likelier."),
            agrees((11, 24, 11, 324), _some_triple, "there were three of a rank"),
        ),
        mistakes=(
            Mistake(
                "added up",
                "You add up the ranks' chances. Can two of them happen together?",
                seen={(11, 24, 11, 324): 0.43807},
            ),
            Mistake(
                "independent",
                "You multiply as if the ranks did not know of each other. They share the places of one hand.",
                seen={(11, 24, 11, 324): 0.36048},
            ),
            Mistake(
                "one rank",
                "That is for one named rank. How many ranks can it be?",
                seen={(11, 24, 11, 324): 0.03982},
            ),
            Mistake(
                "the opposite",
                "That is the chance of no three of a rank: the opposite of what is asked.",
            ),
        ),
        hints=(
            "A hand may hold three of two ranks at once. Can you then add up the ranks' chances?",
            "Count the hands without any triple: each rank gives none, one or two of its cards.",
            "Rank by rank, keep in how many ways so many cards are used; the other cards fill up the rest.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: a rule for your club",
        kind="text",
        hints=(
            "What should a first round feel like: does everybody open soon, or is it a feat?",
            "The lesson has the chances for three rules, and for hands of 11 and 13 cards.",
            "A good answer makes a claim, gives three numbers for it, and says what it takes for granted.",
        ),
    ),
)
