"""The public part of exercise hole-cards-1-rules: what fits, when to draw, and who stays in after a knock."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

from cardlab.cards import Card
from cardlab.checking.plain import shown
from cardlab.checking.properties import call, disagreement, gives
from cardlab.checking.question import Mistake, Question
from cardlab.games.hole_cards.fits import card_fits
from cardlab.games.hole_cards.rules import HoleCardsRules
from cardlab.probability.arrays import np
from cardlab.probability.deals import below, chunk_generator
from cardlab.probability.monte_carlo import Estimate

TITLE = "Hole Cards 1: what may I do on my turn?"
DEALS, SEED = 100_000, 1
FULL = "2 3 4 5 6 7 8 9 10 J Q K A"
DOZEN = "2 8 A"

# ------------------------------------------------------------------------------ properties, experiments


def _both_ways(fits: Callable[..., Any]) -> str:
    """Without twos, "fits" is the same both ways."""
    for top, card in PAIRS:
        if "2" not in (top[0], card[0]) and fits(top, card) != fits(card, top):
            one, other = call(fits, (top, card)), call(fits, (card, top))
            return (
                f"{one} gave {shown(fits(top, card))} and {other} gave {shown(fits(card, top))}. "
                "Without a 2 it is the same both ways."
            )
    return ""


def _suits_alike(count_fits: Callable[..., Any]) -> str:
    """The tops of one rank have as many fits, whatever their suit."""
    for match in ("suit", "colour"):
        first, other = (count_fits(FULL, top, match) for top in ("KH", "KS"))
        if first != other:
            return (
                f"By {match}, {shown(first)} cards fit on the KH and {shown(other)} on the KS. "
                "Hearts and spades are alike."
            )
    return ""


def _colour_is_easier(count_fits: Callable[..., Any]) -> str:
    for ranks, top in TOPS:
        suit, colour = (count_fits(ranks, top, match) for match in ("suit", "colour"))
        if not 0 <= suit <= colour <= 4 * len(ranks.split()) - 1:
            return (
                f"On {top} you have {shown(suit)} fits by suit and {shown(colour)} by colour. What fits by "
                "suit fits by colour too, and the top card itself cannot be laid."
            )
    return ""


def _share_is_dealt(ranks: str, top: str, match: str, count_fits: Callable[..., Any]) -> str:
    """A card that is dealt fits with the share that was counted."""
    others = [card for rank in ranks.split() for suit in "SHDC" if (card := rank + suit) != top]
    rules = HoleCardsRules(match=match)
    fit = np.array([card_fits(rules, [Card.parse(top)], Card.parse(card)) for card in others])
    dealt = below(chunk_generator(SEED, 0), (len(others),), DEALS)
    found = Estimate.of_share(int(fit[dealt].sum()), DEALS, SEED)
    tried = (ranks, top, match)
    share = Fraction(count_fits(*tried), len(others))
    return disagreement(f"{call(count_fits, tried)} / {len(others)}", share, found, "a dealt card fits")


def _top_two_decide(pair_fits: Callable[..., Any]) -> str:
    for pile, rank in PILES:
        if len(pile) > 2 and pair_fits(pile, rank) != pair_fits(pile[-2:], rank):
            deep, short = call(pair_fits, (pile, rank)), call(pair_fits, (pile[-2:], rank))
            return f"{deep} and {short} do not give the same. How deep may a pair look?"
    return ""


def _new_ranks_alike(pair_fits: Callable[..., Any]) -> str:
    """Pairs of ranks that are not on the pile fare alike."""
    for pile in STACKS:
        new = [rank for rank in ("4", "9", "Q", "2") if rank not in pile]
        if len({pair_fits(pile, rank) for rank in new}) > 1:
            return (
                f"On a pile {shown(pile)} pairs of {' and '.join(new)} fare differently. Are these not alike?"
            )
    return ""


def _pairs_alike(pair_fits: Callable[..., Any]) -> str:
    """On a pair, one pair is as good as another."""
    for pile in (("Q", "Q"), ("4", "4")):
        given = {rank: pair_fits(pile, rank) for rank in ("4", "9", "Q", "2")}
        if len(set(given.values())) > 1:
            told = ", ".join(f"{rank} {shown(value)}" for rank, value in given.items())
            return f"On a pile {shown(pile)} you have: {told}. May a pair be laid on another pair (K14)?"
    return ""


def _nothing_hidden_in_order(may_draw: Callable[..., Any]) -> str:
    """The order of a hand changes nothing."""
    for hand, pile in DRAWS:
        if (hand[::-1], pile) in DRAWS and may_draw(hand, pile) != may_draw(hand[::-1], pile):
            return f"{call(may_draw, (hand, pile))} changes when the hand is held the other way round."
    return ""


def _only_lowest(stays_in: Callable[..., Any]) -> str:
    """Somebody wins, and nobody does who holds more than the fewest."""
    for counts, knocker in KNOCKS:
        seats = stays_in(counts, knocker)
        tried = call(stays_in, (counts, knocker))
        if not seats:
            return f"{tried} gave an empty list. Somebody always wins."
        if seats != sorted(set(seats)) or not set(seats) <= set(range(len(counts))):
            return f"{tried} gave {shown(seats)}. Right would be a sorted list of seats, each once."
        if any(counts[seat] > min(counts) for seat in seats):
            return f"{tried} gave {shown(seats)}. Only those who hold the fewest cards can win (K11)."
    return ""


def _tied_knocker(stays_in: Callable[..., Any]) -> str:
    for counts, knocker in KNOCKS:
        seats = stays_in(counts, knocker)
        if knocker in seats and len(seats) > 1:
            return (
                f"{call(stays_in, (counts, knocker))} gave {shown(seats)}. The knocker, seat {knocker}, ties."
            )
    return ""


def _seats_alike(stays_in: Callable[..., Any]) -> str:
    """Seen from the other end of the table it is the same."""
    for counts, knocker in KNOCKS:
        other = counts[::-1], len(counts) - 1 - knocker
        mirrored = sorted(len(counts) - 1 - seat for seat in stays_in(*other))
        if stays_in(counts, knocker) != mirrored:
            one, two = call(stays_in, (counts, knocker)), call(stays_in, other)
            got, back = shown(stays_in(counts, knocker)), shown(stays_in(*other))
            return f"{one} gave {got}, and {two}, the same table from the other end, gave {back}."
    return ""


def _planted(counts: tuple[int, ...], knocker: int) -> list[int]:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return [counts.index(min(counts))]


# -------------------------------------------------------------------------------------- questions

PAIRS = tuple(permutations(("KH", "9H", "2C", "5C", "2H", "9D", "10S", "KS", "10H", "AC"), 2))
TOPS = ((FULL, "KH"), (FULL, "2H"), (FULL, "KS"), (DOZEN, "8H"), (DOZEN, "2H"), ("K A", "AC"))
COUNTS = (("8", "8H", "suit"), *((*top, match) for top in TOPS for match in ("suit", "colour")))
STACKS = (
    ("9", "Q"),
    ("Q", "Q"),
    ("9",),
    ("2",),
    ("4", "9", "Q"),
    ("4", "4", "Q"),
    ("9", "4", "4"),
    ("4", "Q"),
)
PILES = (
    *((pile, rank) for pile in STACKS for rank in ("4", "9", "Q", "2")),
    *((pile, rank) for pile in (("4", "4"),) for rank in ("4", "9", "Q", "2")),
)
OFFERS = (
    (("9H", "9D", "4H"), ("9C", "QC")),
    (("4H", "5D"), ("9C", "QC")),
    (("QD", "4H"), ("9C", "QC")),
    (("4H", "4D"), ("QS", "QC")),
    (("4H", "4D", "5H"), ("9C", "QC")),
    (("2S",), ("7H",)),
    (("AS", "AC"), ("8H",)),
    (("9H", "9D", "5S"), ("9C", "KD", "QC")),
    (("KH",), ("2D",)),
)
DRAWS = (*OFFERS, *((hand[::-1], pile) for hand, pile in OFFERS if len(hand) > 1))
TABLES = (((3, 3, 5), 0), ((4, 3, 3), 0), ((2, 3, 3), 0), ((3, 4, 3), 2), ((5, 5), 1), ((4, 3, 3, 3), 2))
KNOCKS = (*TABLES, *((counts[::-1], len(counts) - 1 - knocker) for counts, knocker in TABLES))

QUESTIONS = (
    Question(
        id="q1",
        name="fits",
        title="Fill the blank: does it fit?",
        returns=bool,
        inputs=PAIRS,
        tests=(
            gives(("KH", "9H"), True, "Both are hearts (K6)."),
            gives(("KH", "KS"), True, "Both are kings (K6)."),
            gives(("KH", "2C"), True, "A 2 may be laid on anything (K13)."),
            gives(("KH", "9D"), False, "They share neither rank nor suit, and the 9D is no 2."),
            gives(("2H", "5C"), False, "They share neither rank nor suit, and it is not the 5C that is a 2."),
            _both_ways,
        ),
        mistakes=(
            Mistake(
                "both at once",
                "You ask for the same rank and the same suit. How many cards have both? K6 says: or.",
                seen={("KH", "9H"): False, ("KH", "KS"): False},
            ),
            Mistake("rank only", "K6 names two ways to fit, and one is missing.", seen={("KH", "9H"): False}),
            Mistake("suit only", "K6 names two ways to fit, and one is missing.", seen={("KH", "KS"): False}),
            Mistake("no twos", "One rank needs no partner (K13).", seen={("KH", "2C"): False}),
            Mistake("colour", "Red is a colour. Is it a suit (KA3)?", seen={("KH", "9D"): True}),
            Mistake(
                "twos lying",
                "A 2 is wild when it is laid. Is it wild too once it lies there (KA11)?",
                seen={("2H", "5C"): True},
            ),
        ),
        hints=(
            "When does a card fit? There are three reasons.",
            "Two reasons compare the card with the top card; the third looks at the card alone.",
            "The same rank, or the same suit, or the card's own rank is a 2: join the three by `or`.",
        ),
    ),
    Question(
        id="q2",
        name="count_fits",
        title="How many fit?",
        returns=int,
        inputs=COUNTS,
        tests=(
            gives(("8", "8H", "suit"), 3, "In a pack of four eights, the other three fit."),
            _colour_is_easier,
            _suits_alike,
            *(partial(_share_is_dealt, *tried) for tried in COUNTS[1:5]),
        ),
        mistakes=(
            Mistake(
                "whole rows",
                "You add a suit, a rank and all twos. Is a card counted twice, or lying on itself?",
                lambda ranks, top, match: (
                    len(ranks.split()) * (1 if match == "suit" else 2) + 4 + 4 * ("2" in ranks.split())
                ),
            ),
            Mistake(
                "each reason",
                "Which card fits for two reasons? Count cards, not reasons.",
                seen={(DOZEN, "8H", "suit"): 9, (DOZEN, "2H", "suit"): 8},
            ),
            Mistake(
                "itself",
                "The top card lies already. Do you count it too?",
                seen={(DOZEN, "8H", "suit"): 9, (DOZEN, "2H", "suit"): 6},
            ),
            Mistake(
                "no twos",
                "Which cards need no match (K13)?",
                seen={(FULL, "KH", "suit"): 15, ("K A", "AC", "suit"): 4},
            ),
            Mistake(
                "red ones twice",
                "Three more of the rank and three more twos: which of these have the colour already?",
                seen={(FULL, "KH", "colour"): 31},
            ),
            Mistake("colour ignored", "You use the suit in both cases. Where should match come in?"),
        ),
        hints=(
            "Go through the other cards, one after the other. Does this one fit?",
            "A card that fits for two reasons is one card. And the top card is not among the others.",
            "Count with one condition: same suit (or colour), same rank, or a 2; for each card but the top.",
        ),
    ),
    Question(
        id="q3",
        name="pair_fits",
        title="May this pair go?",
        returns=bool,
        inputs=PILES,
        tests=(
            gives((("9", "Q"), "9"), True, "One of the top two cards is a nine (KA13)."),
            gives((("9", "Q"), "4"), False, "Neither of the top two is a four, and they are no pair (KA13)."),
            gives((("9",), "9"), True, "On a pile of one card a pair must have that card's rank (KA13)."),
            gives((("9",), "Q"), False, "On a pile of one card a pair must have that card's rank (KA13)."),
            _top_two_decide,
            _new_ranks_alike,
            _pairs_alike,
        ),
        mistakes=(
            Mistake(
                "a single card",
                "That is the rule for single cards. How many cards of the pile count for a pair (KA13)?",
                seen={(("9", "Q"), "9"): False, (("Q", "Q"), "4"): False},
            ),
            Mistake(
                "strict",
                "You want a pair on the pile. Must both of the top two have one rank (KA13)?",
                seen={(("9", "Q"), "9"): False, (("9", "Q"), "Q"): False},
            ),
            Mistake(
                "top card only",
                "How many cards of the pile count for a pair (KA13)?",
                seen={(("9", "Q"), "9"): False, (("4", "4"), "9"): True},
            ),
            Mistake(
                "no pair on a pair",
                "And what if the top two cards are a pair themselves (KA13)?",
                seen={(("Q", "Q"), "4"): False, (("4", "4"), "9"): False},
            ),
            Mistake(
                "whole pile",
                "How deep may you look into the pile (KA13)?",
                seen={(("4", "9", "Q"), "4"): True},
            ),
            Mistake(
                "one card as a pair",
                "The pile has one card. Is one card two of a kind?",
                seen={(("9",), "4"): True},
            ),
            Mistake(
                "wild twos",
                "A single 2 fits on anything. Is that said of a pair of twos too (KA10, KA12)?",
                seen={(("9", "Q"), "2"): True},
            ),
        ),
        hints=(
            "There are two ways in which a pair can fit. Look up KA13.",
            "Take the top two cards: pile[-2:]. It may be one card only.",
            "True if the rank is among the top two, or if there are two and they have one rank.",
        ),
    ),
    Question(
        id="q4",
        name="may_draw",
        title="May you draw?",
        returns=bool,
        inputs=DRAWS,
        tests=(
            gives((("4H", "5D"), ("9C", "QC")), True, "No card fits on the QC, and there is no pair."),
            gives((("2S",), ("7H",)), False, "A 2 can always be laid."),
            gives(
                (("AS", "AC"), ("8H",)),
                True,
                "The pile has one card, an eight, and a pair must have its rank.",
            ),
            _nothing_hidden_in_order,
        ),
        mistakes=(
            Mistake(
                "always",
                "Is drawing a choice, or only for one who can play nothing (KA6)?",
                lambda hand, pile: True,
            ),
            Mistake("never", "What is left for one who can play nothing (KA6)?", lambda hand, pile: False),
            Mistake(
                "singles only",
                "You look at single cards. What else may be laid (KA26)?",
                seen={(("9H", "9D", "4H"), ("9C", "QC")): True, (("4H", "4D"), ("QS", "QC")): True},
            ),
            Mistake(
                "any pair",
                "There is a pair in the hand. Does it fit on this pile?",
                seen={(("4H", "4D", "5H"), ("9C", "QC")): False},
            ),
            Mistake(
                "pairs of the top rank",
                "A pair of the top card's rank is not the only one that may go (KA13).",
                seen={(("9H", "9D", "4H"), ("9C", "QC")): True, (("4H", "4D"), ("QS", "QC")): False},
            ),
        ),
        hints=(
            "Make a list of what this hand could lay. When is it empty?",
            "Look at each card with `fits`, and at each rank that is there twice with `pair_fits`.",
            "`pair_fits` wants ranks: take them from the pile with card[:-1]. True if nothing was found.",
        ),
    ),
    Question(
        id="q5",
        name="stays_in",
        title="Bug hunt: after a knock",
        returns=list,
        inputs=KNOCKS,
        tests=(
            gives(((2, 3, 3), 0), [0], "The knocker alone has the fewest cards, and wins."),
            _only_lowest,
            _tied_knocker,
            _seats_alike,
        ),
        mistakes=(
            Mistake(
                "planted",
                "That is the planted bug: one seat, whoever knocked. Has the knocker fewer than all others?",
                _planted,
            ),
            Mistake(
                "knocker wins",
                "Does a knock win always, or only with the fewest cards?",
                lambda counts, knocker: [knocker],
            ),
            Mistake(
                "all lowest",
                "All who hold the fewest are in your list. Does a knocker who ties win (KA18)?",
                seen={((3, 3, 5), 0): [0, 1], ((5, 5), 1): [0, 1]},
            ),
            Mistake(
                "one of them",
                "Is only one seat lowest? Totals are compared later.",
                seen={((4, 3, 3), 0): [1], ((4, 3, 3, 3), 2): [1]},
            ),
            Mistake(
                "knocker always out",
                "The knocker is out after a tie only. What if nobody else holds as few?",
                seen={((2, 3, 3), 0): [1, 2]},
            ),
        ),
        hints=(
            "Which seats hold the fewest cards? There may be more than one.",
            "When is the knocker out, and when is he not?",
            "List all the seats with the fewest. If there are several, leave the knocker out.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: saved by a pair",
        kind="text",
        hints=(
            "What must hold for the two cards one by one, and what for the two together?",
            "A pair may go for two reasons (KA13). Which of them is left if no single card fits?",
            "For the number go through all piles, 12 times 11, and all hands of two of the other ten cards.",
        ),
    ),
)
