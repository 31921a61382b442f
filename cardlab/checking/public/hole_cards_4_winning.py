"""The public part of exercise hole-cards-4-winning: ties and totals, and matches of two players."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import comb
from typing import Any

from cardlab.cards import Card, parse_cards
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, falls, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.games.hole_cards.winners import total
from cardlab.probability.arrays import Numbers, np
from cardlab.probability.deals import below, chunk_generator, deal_cards
from cardlab.probability.monte_carlo import Estimate

TITLE = "Hole Cards 4: who has won, and what is that worth?"
DEALS, SEED = 100_000, 4

# ---------------------------------------------------------------------------------- experiments


def _lower(ranks: str, c: int) -> Estimate:
    """Deal two hands out of a small pack: has the first one the lower total?"""
    values = np.array([total([Card.parse(rank + suit)]) for rank in ranks.split() for suit in "SHDC"])
    dealt = values[deal_cards(chunk_generator(SEED, 0), len(values), 2 * c, DEALS)]
    return Estimate.of_share(int((dealt[:c].sum(axis=0) < dealt[c:].sum(axis=0)).sum()), DEALS, SEED)


def _wins(deals: int, p: Fraction) -> Numbers:
    """How many of the first 1, 2, 3, ... deals are won: a row for each number."""
    won = below(chunk_generator(SEED, 0), [p.denominator] * deals, DEALS) < p.numerator
    wins: Numbers = won.cumsum(axis=0)
    return wins


def _mean_left(a: int, b: int, n: int, p: Fraction) -> Estimate:
    """Play on for so long that it is over surely, and count the deals after which it was not."""
    most = 2 * n - 1 - a - b
    wins = _wins(most, p)
    losses = np.arange(1, most + 1)[:, None] - wins
    deals = 1 + ((a + wins < n) & (b + losses < n)).sum(axis=0)
    return Estimate.of_mean(float(deals.sum()), float((deals * deals).sum()), DEALS, SEED)


def _worth(a: int, b: int, n: int, p: Fraction) -> Estimate:
    """Take the next deal as won and as lost, and the deals after it alike: is the match won by this deal?"""
    more = _wins(2 * n - 2 - a - b, p)[-1]
    with_it, without = a + 1 + more >= n, a + more >= n
    return Estimate.of_share(int((with_it & ~without).sum()), DEALS, SEED)


def _match(n: int, p: Fraction) -> Estimate:
    return Estimate.of_share(int((_wins(2 * n - 1, p)[-1] >= n).sum()), DEALS, SEED)


# ------------------------------------------------------------------------------------ properties


def _one_win(shares: Callable[..., Any]) -> str:
    """The shares are of one win, and only those with the fewest cards have any."""
    for hands, knocker in SHOWN:
        given = shares(hands, knocker)
        tried = f"{call(shares, (hands, knocker))} gave {_brief(given)}."
        if len(given) != len(hands):
            return f"{tried} Right would be a share for each of the {len(hands)} seats."
        if sum(given) != 1 or min(given) < 0:
            return f"{tried} All shares together must be 1."
        counts = [len(hand.split()) for hand in hands]
        if any(share and count > min(counts) for share, count in zip(given, counts, strict=True)):
            return f"{tried} The fewest cards win, and totals count only among those who hold so few (K11)."
        if given[knocker] and counts.count(min(counts)) > 1:
            return f"{tried} The knocker, seat {knocker}, ties with others (KA18)."
    return ""


def _totals_decide(shares: Callable[..., Any]) -> str:
    """Of two others who tie: equal totals, equal shares; and else only the lower one can have any."""
    for hands, knocker in SHOWN:
        given = shares(hands, knocker)
        fewest = min(len(hand.split()) for hand in hands)
        tied = [seat for seat, hand in enumerate(hands) if seat != knocker and len(hand.split()) == fewest]
        for one, other in permutations(tied, 2):
            first, second = (total(parse_cards(hands[seat])) for seat in (one, other))
            if (first == second and given[one] != given[other]) or (first < second and given[other]):
                tried = f"{call(shares, (hands, knocker))} gave {_brief(given)}."
                return f"{tried} The seats {one} and {other} tie, and their totals are {first} and {second}."
    return ""


def _seats_alike(shares: Callable[..., Any]) -> str:
    """Seen from the other end of the table it is the same."""
    for hands, knocker in SHOWN:
        other = hands[::-1], len(hands) - 1 - knocker
        got, back = shares(hands, knocker), shares(*other)
        if got != back[::-1]:
            one, two = call(shares, (hands, knocker)), call(shares, other)
            return f"{one} gave {_brief(got)}; from the table's other end {two} gave {_brief(back)}."
    return ""


def _brief(given: list[Fraction]) -> str:
    return f"[{', '.join(map(shown, given))}]"


def _at_most_half(p_lower: Callable[..., Any]) -> str:
    for ranks, c in PACKS:
        value = p_lower(ranks, c)
        if value >= Fraction(1, 2):
            tried = f"{call(p_lower, (ranks, c))} gave {shown(value)}."
            return f"{tried} Cas is lower as often as Ben, and sometimes neither of them is."
    return ""


def _other_side(worth: Callable[..., Any]) -> str:
    """A deal is worth as much to the one as to the other."""
    for a, b, n, p in SCORES:
        mine, yours = worth(a, b, n, p), worth(b, a, n, 1 - p)
        if mine != yours:
            one, two = call(worth, (a, b, n, p)), call(worth, (b, a, n, 1 - p))
            return f"{one} gave {shown(mine)} and {two}, Ben's side, {shown(yours)}. What you gain he loses."
    return ""


def _somebody_wins(p_match: Callable[..., Any]) -> str:
    for n, p in MATCHES:
        both = p_match(n, p) + p_match(n, 1 - p)
        if both != 1:
            told = f"{call(p_match, (n, p))} and {call(p_match, (n, 1 - p))} add up to {shown(both)}."
            return f"{told} One of the two players wins, so it must be 1."
    return ""


def _planted(n: int, p: Fraction) -> Fraction:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return comb(2 * n - 1, n) * p**n * (1 - p) ** (n - 1)


# -------------------------------------------------------------------------------------- questions

HALF, THREE_FIFTHS, THIRD = Fraction(1, 2), Fraction(3, 5), Fraction(1, 3)
ALL_TIE, ALONE, SHARED, TWO_TIE = (
    (("3H 4H", "KH KD", "2H AS"), 0),
    (("3H", "KH KD", "2H AS"), 0),
    (("3H 4H", "8H 8D", "2H AS"), 0),
    (("3H 4H", "KH KD", "2H 3S 4C"), 0),
)
TABLES = (
    ALL_TIE,
    ALONE,
    SHARED,
    TWO_TIE,
    (("9H", "9S", "5D 6D", "9C"), 1),
    (("AH QH", "10S JD", "3S 5D 6D", "KC 8C"), 2),
    (("AD", "10C"), 1),
)
SHOWN = (*TABLES, *((hands[::-1], len(hands) - 1 - knocker) for hands, knocker in TABLES))

FULL = "2 3 4 5 6 7 8 9 10 J Q K A"
PACKS = (("8", 1), ("2 8 A", 1), ("2 8 A", 2), ("5 6 7", 2), (FULL, 1))

SCORES = (
    (0, 0, 3, HALF),
    (0, 0, 3, THREE_FIFTHS),
    (1, 0, 3, THREE_FIFTHS),
    (2, 0, 3, HALF),
    (1, 2, 3, THIRD),
    (0, 0, 2, THREE_FIFTHS),
    (1, 1, 2, THREE_FIFTHS),
)
BOTH = (*SCORES, *((b, a, n, 1 - p) for a, b, n, p in SCORES))
MATCHES = ((1, THIRD), (2, THREE_FIFTHS), (3, THREE_FIFTHS), (3, HALF), (5, THREE_FIFTHS))


def _list(*each: int | Fraction) -> list[Fraction]:
    return list(map(Fraction, each))


QUESTIONS = (
    Question(
        id="q1",
        name="shares",
        title="Fill the blank: who has won?",
        returns=list,
        inputs=SHOWN,
        tests=(
            gives(ALONE, [1, 0, 0], "The knocker alone has the fewest cards (K11)."),
            _one_win,
            _totals_decide,
            _seats_alike,
        ),
        mistakes=(
            Mistake(
                "knocker stays in",
                "The knocker has as few cards as others, and not fewer. May a tied knocker win (KA18)?",
                seen={ALL_TIE: _list(1, 0, 0), ALONE: _list(1, 0, 0), TWO_TIE: _list(1, 0, 0)},
            ),
            Mistake(
                "knocker always out",
                "The knocker is out after a tie only. What if nobody else holds as few?",
                seen={ALONE: _list(0, 0, 1)},
            ),
            Mistake(
                "totals not used",
                "All who tie share the win. What breaks the tie first (KA17)?",
                seen={ALL_TIE: _list(0, HALF, HALF)},
            ),
            Mistake(
                "high total",
                "You let the highest total win. High or low (K12)?",
                seen={ALL_TIE: _list(0, 1, 0)},
            ),
            Mistake(
                "ace low",
                "How high is an ace here (KA17)?",
                seen={SHARED: _list(0, 0, 1)},
            ),
            Mistake(
                "not shared",
                "You give it to one of those with the lowest total. What if two totals are equal (KA17)?",
                seen={SHARED: _list(0, 1, 0)},
            ),
        ),
        hints=(
            "Go through the lesson's four steps. Which two are missing in the middle?",
            "If several tie, the knocker is out. Then the lowest total of those who are left counts.",
            "Drop the knocker if tied has two seats or more; then keep those with the lowest total.",
        ),
    ),
    Question(
        id="q2",
        name="p_lower",
        title="How often is Ben lower?",
        returns=Fraction,
        inputs=PACKS,
        tests=(
            chances(PACKS),
            gives(("8", 1), 0, "All totals are 8 here, and none is lower."),
            _at_most_half,
            *(agrees(pack, partial(_lower, *pack), "Ben had the lower total") for pack in PACKS[1:]),
        ),
        mistakes=(
            Mistake("a half", "Is one of them always lower? Totals may be equal.", lambda ranks, c: HALF),
            Mistake(
                "equal",
                "That is how often both totals are equal. How do you get from there to 'lower'?",
                seen={("2 8 A", 1): 0.27273, ("2 8 A", 2): 0.21616},
            ),
            Mistake(
                "not higher",
                "You count equal totals too. Is equal lower?",
                seen={("2 8 A", 1): 0.63636, ("8", 1): 1.0},
            ),
            Mistake(
                "either of them",
                "That is how often one of the two is lower, whoever it is.",
                seen={("2 8 A", 1): 0.72727, ("8", 1): 0.0},
            ),
            Mistake(
                "two packs",
                "You deal to Cas from a full pack. Can both hold the same card?",
                seen={("2 8 A", 1): 0.33333, ("2 8 A", 2): 0.37741},
            ),
            Mistake(
                "totals alike",
                "You take all totals as equally likely. How many hands has each?",
                seen={("2 8 A", 2): 0.4},
            ),
        ),
        hints=(
            "How many pairs of hands are there, one for Ben and then one for Cas?",
            "combinations(pack, c) lists the hands of Ben. What is left of the pack for Cas?",
            "For each hand of Ben go through the hands of the other cards. Count all and the lower.",
        ),
    ),
    Question(
        id="q3",
        name="mean_left",
        title="How much longer?",
        returns=Fraction,
        inputs=BOTH,
        tests=(
            gives((1, 1, 2, THREE_FIFTHS), 1, "The next deal decides."),
            falls(
                [(0, 0, 3, THREE_FIFTHS), (1, 0, 3, THREE_FIFTHS)],
                "With a win more, fewer deals are to come.",
            ),
            *(
                agrees(score, partial(_mean_left, *score), "so many deals were still to come")
                for score in SCORES[:6]
            ),
        ),
        mistakes=(
            Mistake(
                "my wins only",
                "That is how long you need for your wins. Does the match go on if Ben has his?",
                seen={(0, 0, 3, HALF): 6.0, (0, 0, 3, THREE_FIFTHS): 5.0},
            ),
            Mistake(
                "longest",
                "That is the longest that it can take. Does every match go so far?",
                seen={(0, 0, 3, HALF): 5.0, (2, 0, 3, HALF): 3.0},
            ),
            Mistake(
                "lengths alike",
                "You take all possible lengths as equally likely. Are they?",
                seen={(0, 0, 3, HALF): 4.0, (2, 0, 3, HALF): 2.0},
            ),
            Mistake(
                "all deals",
                "You count the deals that have been played, too. Asked is how many are still to come.",
                seen={(1, 1, 2, THREE_FIFTHS): 3.0},
            ),
            Mistake(
                "p ignored",
                "You take both players as equal. Where should p come in?",
                seen={(0, 0, 3, THREE_FIFTHS): 4.125},
            ),
            Mistake(
                "from the start", "That is the length of a match from the start. Where do a and b come in?"
            ),
        ),
        hints=(
            "What may the score be after the next deal, and with which chance?",
            "One deal is played; after it, so many are still to come as from the new score.",
            "1 + p * (mean from a + 1 to b) + (1 - p) * (mean from a to b + 1); and 0 if one has n wins.",
        ),
    ),
    Question(
        id="q4",
        name="worth",
        title="What is the next deal worth?",
        returns=Fraction,
        inputs=BOTH,
        tests=(
            gives((1, 1, 2, THREE_FIFTHS), 1, "This deal decides the match."),
            chances(BOTH),
            _other_side,
            *(agrees(score, partial(_worth, *score), "this deal decided the match") for score in SCORES[:6]),
        ),
        mistakes=(
            Mistake(
                "all alike",
                "Do all deals weigh the same? Compare the score 2 to 0 with 2 to 2.",
                lambda a, b, n, p: Fraction(1, n),
            ),
            Mistake(
                "after a win",
                "That is your chance after you have won this deal. Compared with what?",
                seen={(0, 0, 3, HALF): 0.6875, (2, 0, 3, HALF): 1.0},
            ),
            Mistake(
                "against now",
                "You compare with your chance now. And if you lose this deal?",
                seen={(0, 0, 3, HALF): 0.1875, (2, 0, 3, HALF): 0.125},
            ),
            Mistake(
                "chance to win",
                "That is your chance to win the match. What does this one deal change?",
                seen={(0, 0, 3, HALF): 0.5, (2, 0, 3, HALF): 0.875},
            ),
            Mistake(
                "turned round",
                "You take the chance after a win from the chance after a loss. Which is larger?",
                seen={(1, 1, 2, THREE_FIFTHS): -1.0},
            ),
            Mistake(
                "p ignored",
                "You take both players as equal. Where should p come in?",
                seen={(0, 0, 2, THREE_FIFTHS): 0.5, (1, 0, 3, THREE_FIFTHS): 0.375},
            ),
        ),
        hints=(
            "How likely do you win the match if you win this deal, and how likely if you lose it?",
            "First write a function for the chance to win from any score, as in the lesson; now with p.",
            "value(a + 1, b) - value(a, b + 1), where value is p times one and 1 - p times another.",
        ),
    ),
    Question(
        id="q5",
        name="p_match",
        title="Bug hunt: the better player",
        returns=Fraction,
        inputs=(*MATCHES, *((n, 1 - p) for n, p in MATCHES)),
        tests=(
            chances(MATCHES),
            gives((1, THIRD), THIRD, "A match to one win is a single deal."),
            _somebody_wins,
            rises([(n, THREE_FIFTHS) for n in (2, 3, 5)], "A longer match is better for the better player."),
            *(agrees(match, partial(_match, *match), "the match was won") for match in MATCHES[1:]),
        ),
        mistakes=(
            Mistake(
                "planted",
                "That is the planted bug. Add both players' chances: which matches are missing?",
                _planted,
            ),
            Mistake("all won", "Must you win every deal? Ben may win some, too.", lambda n, p: p**n),
            Mistake("as one deal", "Does a longer match change nothing?", lambda n, p: p),
            Mistake(
                "ended before",
                "Some of your orders go on after the match has ended. Who wins the last deal?",
                seen={(2, THREE_FIFTHS): 0.792, (3, HALF): 0.6875},
            ),
            Mistake("the opposite", "Whose chance is this?"),
        ),
        hints=(
            "Write down the orders in which you win a match to two. Which of them did the function count?",
            "It plays all 2n - 1 deals and counts exactly n wins. Which matches does it leave out?",
            "Add the matches of n, n + 1, ... 2n - 1 deals: you win the last one, and n - 1 of those before.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: who should go first?",
        kind="text",
        hints=(
            "Is going first good or bad here? Then who is helped if the loser goes first?",
            "Follow the score, and who goes first in the next deal: a function that calls itself can do it.",
            "If the numbers surprise you, play on until you have gone first three times and Ben twice.",
        ),
    ),
)
