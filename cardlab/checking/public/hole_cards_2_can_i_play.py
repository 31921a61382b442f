"""The public part of exercise hole-cards-2-can-i-play: can a hand play, before and after what was seen?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

from cardlab.cards import Card
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, chances, falls, gives, rises
from cardlab.checking.question import Mistake, Question
from cardlab.games.hole_cards.fits import card_fits
from cardlab.games.hole_cards.rules import HAND_SIZE, PACK, HoleCardsRules
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import chunk_generator, deal_cards, share_of_deals
from cardlab.probability.monte_carlo import Estimate

TITLE = "Hole Cards 2: can I play?"
DEALS, SEED = 100_000, 2

# ---------------------------------------------------------------------------------- experiments


def _one_of(f: int, u: int, h: int) -> Estimate:
    """Deal h of u cards: is one of the first f among them?"""
    dealt = deal_cards(chunk_generator(SEED, 0), size=u, cards=h, n=DEALS)
    return Estimate.of_share(int(np.any(dealt < f, axis=0).sum()), DEALS, SEED)


def _any_top(h: int, match: str) -> Estimate:
    """Turn up one card and deal h: does one fit?"""
    rules = HoleCardsRules(match=match)
    fit = np.array([[card_fits(rules, [top], card) for card in PACK.cards] for top in PACK.cards])

    def event(cards: Numbers) -> Truths:
        able: Truths = np.any(fit[cards[0], cards[1:]], axis=0)
        return able

    return share_of_deals(event, PACK, h + 1, DEALS, SEED)


def _one_fits(top: str, seen: tuple[str, ...], h: int) -> Estimate:
    """Deal h of the cards that were not seen: does one fit on the top card?"""
    unseen = [card for card in PACK.cards if card not in [Card.parse(text) for text in (top, *seen)]]
    fit = np.array([card_fits(HoleCardsRules(), [Card.parse(top)], card) for card in unseen])
    dealt = deal_cards(chunk_generator(SEED, 0), len(unseen), h, DEALS)
    return Estimate.of_share(int(np.any(fit[dealt], axis=0).sum()), DEALS, SEED)


def _stuck_and_drew(k: int) -> Estimate:
    """Deal Ben six of 46 cards; of the deals in which the first five are misfits: does the sixth fit?"""
    fit = deal_cards(chunk_generator(SEED, 0), 51 - HAND_SIZE, HAND_SIZE + 1, DEALS) < 18 - k
    stuck = ~np.any(fit[:HAND_SIZE], axis=0)
    return Estimate.of_share(int((stuck & fit[HAND_SIZE]).sum()), int(stuck.sum()), SEED)


# ------------------------------------------------------------------------------------ properties


def _colour_is_easier(p_any_top: Callable[..., Any]) -> str:
    for h in SIZES:
        suit, colour = p_any_top(h, "suit"), p_any_top(h, "colour")
        if suit >= colour:
            return (
                f"With {h} card(s) you have {shown(suit)} by suit and {shown(colour)} by colour. "
                "What fits by suit fits by colour too."
            )
    return ""


def _suits_alike(p_reply: Callable[..., Any]) -> str:
    """To change the names of the suits in all cards changes nothing."""
    for hand, laid, start in REPLIES:
        other = _renamed((hand, laid, start))
        first, second = p_reply(hand, laid, start), p_reply(*other)
        if first != second:
            return (
                f"{laid} on {start} gave {shown(first)}; {other[1]} on {other[2]}, all suits changed alike, "
                f"gave {shown(second)}. Suits are alike."
            )
    return ""


def _renamed(deal: tuple[tuple[str, ...], str, str]) -> tuple[tuple[str, ...], str, str]:
    names = dict(zip("SHDC", "DCHS", strict=True))
    hand, laid, start = deal
    first, *others = [card[:-1] + names[card[-1]] for card in (laid, start, *hand)]
    return tuple(others[1:]), first, others[0]


def _tops_alike(p_play_on: Callable[..., Any]) -> str:
    for h in SIZES:
        king, ten = p_play_on("KH", h), p_play_on("10S", h)
        if king != ten:
            return f"On KH you have {shown(king)}, on 10S {shown(ten)}. Do not as many cards fit on both?"
    return ""


def _planted(top: str, h: int) -> Fraction:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return 1 - Fraction(comb(51 - 19, h), comb(51, h))


# -------------------------------------------------------------------------------------- questions

SIZES = range(1, HAND_SIZE + 1)
HAND, OTHER = ("KS", "9S", "4S", "6D", "3C"), ("7H", "2C", "9H", "KD", "5S")
REPLIES = (
    (HAND, "KS", "6S"),
    (HAND, "6D", "6S"),
    (OTHER, "2C", "7D"),
    (("10S", "8D", "8H", "AC", "3S"), "8D", "8C"),
)

QUESTIONS = (
    Question(
        id="q1",
        name="p_play",
        title="Fill the blank: at least one fit",
        returns=Fraction,
        inputs=(
            (1, 2, 8),
            (0, 18, 51),
            (1, 18, 51),
            (3, 18, 51),
            (5, 18, 51),
            (34, 18, 51),
            (2, 8, 11),
            (5, 15, 51),
        ),
        tests=(
            chances([(1, 18, 51), (3, 18, 51), (5, 18, 51), (2, 8, 11), (5, 15, 51)]),
            gives((1, 2, 8), Fraction(1, 4), "One card, and two of eight fit."),
            gives((0, 18, 51), 0, "With no card nobody can play."),
            rises([(h, 18, 51) for h in (1, 3, 5)], "More cards make it likelier."),
            agrees((5, 18, 51), lambda: _one_of(18, 51, 5), "one of five cards fits, or more"),
            agrees((2, 8, 11), lambda: _one_of(8, 11, 2), "one of two cards fits, or both"),
            gives((34, 18, 51), 1, "There are only 33 misfits, so 34 cards cannot all be misfits."),
        ),
        mistakes=(
            Mistake(
                "put back",
                "That is with each card put back before the next. Can a card you hold come again?",
                lambda h, f, u: 1 - (1 - Fraction(f, u)) ** h,
            ),
            Mistake(
                "expected number",
                "That is the expected number of fits. May a chance pass 1?",
                lambda h, f, u: h * Fraction(f, u),
            ),
            Mistake(
                "all fit",
                "You take away the hands in which all cards fit. Which hands are stuck?",
                seen={(5, 18, 51): 0.99635, (2, 8, 11): 0.49091},
            ),
            Mistake(
                "exactly one",
                "That is exactly one fit. Is more than one forbidden?",
                seen={(5, 18, 51): 0.31356, (2, 8, 11): 0.43636},
            ),
            Mistake(
                "top card in the pack",
                "You count one card too many. Where is the top card?",
                seen={(5, 18, 51): 0.89294, (2, 8, 11): 0.90909},
            ),
            Mistake("the opposite", "The chance of what is this?"),
        ),
        hints=(
            "Which hands are stuck? They are made of one kind of card only.",
            "How many of the u cards are misfits? A stuck hand is a choice of h of these.",
            "u - f cards are misfits. The blank counts the ways to choose h cards out of these.",
        ),
    ),
    Question(
        id="q2",
        name="p_any_top",
        title="Whatever is turned up",
        returns=Fraction,
        inputs=[(h, match) for match in ("suit", "colour") for h in SIZES],
        tests=(
            chances([(h, match) for match in ("suit", "colour") for h in SIZES]),
            *(
                rises([(h, match) for h in SIZES], "More cards make it likelier.")
                for match in ("suit", "colour")
            ),
            _colour_is_easier,
            *(
                agrees((h, match), partial(_any_top, h, match), "one of the cards fits on the top card")
                for h, match in ((1, "suit"), (5, "suit"), (1, "colour"), (5, "colour"))
            ),
        ),
        mistakes=(
            Mistake(
                "half of the tops",
                "You take both kinds of top as equally likely. Are twos half of the tops?",
                seen={(5, "suit"): 0.86924, (5, "colour"): 0.98535},
            ),
            Mistake(
                "no 2 turned up",
                "That is for a top that is no 2. What if a 2 is turned up?",
                seen={(5, "suit"): 0.89897, (5, "colour"): 0.98879},
            ),
            Mistake(
                "a 2 turned up",
                "That is for a 2 on top. How often is another card turned up?",
                seen={(5, "suit"): 0.83951, (5, "colour"): 0.98191},
            ),
            Mistake(
                "one 2",
                "You give a 2 the share 1/52. How many twos are there?",
                seen={(5, "suit"): 0.89782, (5, "colour"): 0.98866},
            ),
            Mistake("colour ignored", "You use the suit in both cases. Where should match come in?"),
        ),
        hints=(
            "There are two kinds of top card: twos and others. Why does that matter?",
            "How many fits are there on each kind, by suit and by colour? See lesson 1 or count them.",
            "Take p_play for each kind, each times the share of such tops among the 52 cards, and add.",
        ),
    ),
    Question(
        id="q3",
        name="p_reply",
        title="Which card makes it hard?",
        returns=Fraction,
        inputs=(*REPLIES, *map(_renamed, REPLIES)),
        tests=(
            chances(REPLIES),
            _suits_alike,
            *(
                agrees(
                    (hand, laid, start),
                    partial(_one_fits, laid, (*hand, start), HAND_SIZE),
                    "one of Ben's cards fits",
                )
                for hand, laid, start in REPLIES
            ),
        ),
        mistakes=(
            Mistake(
                "nothing seen",
                "That is as if you had seen the top card only. What else have you seen?",
                seen={REPLIES[0]: 0.89897, REPLIES[1]: 0.89897},
            ),
            Mistake(
                "all fits left",
                "You take your cards out of the pack, but none out of the fits. Can Ben hold your fits?",
                seen={REPLIES[0]: 0.92830, REPLIES[1]: 0.92830},
            ),
            Mistake(
                "start card",
                "Where is the start card? Ben cannot hold it.",
                seen={REPLIES[0]: 0.88923, REPLIES[2]: 0.86872},
            ),
            Mistake(
                "pack not reduced",
                "The fits are right. Are your cards still among those that Ben can hold?",
                seen={REPLIES[0]: 0.83951, REPLIES[1]: 0.88155},
            ),
            Mistake(
                "no twos",
                "Which cards need no match (K13)?",
                seen={REPLIES[0]: 0.79701, REPLIES[1]: 0.85309},
            ),
            Mistake("the opposite", "The chance of what is this?"),
        ),
        hints=(
            "Which cards can Ben hold? You have seen six.",
            "Of the cards that are left, which fit on the card that you lay?",
            "Make the list of unseen cards, count the fits in it, and call p_play with both numbers.",
        ),
    ),
    Question(
        id="q4",
        name="p_fresh",
        title="Ben had to draw",
        returns=Fraction,
        inputs=[(k,) for k in range(6)],
        tests=(
            chances([(k,) for k in range(6)]),
            falls([(k,) for k in range(6)], "The more fits you hold, the fewer are left for Ben."),
            *(
                agrees(
                    (k,), partial(_stuck_and_drew, k), "the new card fits (of deals in which he was stuck)"
                )
                for k in (0, 2, 5)
            ),
        ),
        mistakes=(
            Mistake(
                "nothing seen",
                "That is a card from a pack of which you know nothing. What have you seen, what did Ben do?",
                lambda k: Fraction(18, 51),
            ),
            Mistake(
                "old cards",
                "Five cards are taken away, and two hands are known. Can the fits be among Ben's old cards?",
                seen={(0,): 0.39130, (2,): 0.34783},
            ),
            Mistake(
                "all fits left",
                "Who holds your k fits? They cannot be drawn.",
                seen={(1,): 0.43902, (5,): 0.43902},
            ),
            Mistake(
                "six random cards",
                "Are all six random? He was stuck with five of them.",
                seen={(0,): 0.95978, (2,): 0.93661},
            ),
            Mistake("the opposite", "The chance of what is this?"),
        ),
        hints=(
            "What do you know of Ben's old five cards, since he drew?",
            "Only the new card can fit. Which cards can it be, and how many of those fit?",
            "It is none of your five, none of his five old ones, and not the K♥. Of the 18 fits you hold k.",
        ),
    ),
    Question(
        id="q5",
        name="p_play_on",
        title="Bug hunt: which cards fit?",
        returns=Fraction,
        inputs=[(top, h) for top in ("KH", "10S", "2H") for h in SIZES],
        tests=(
            chances([(top, h) for top in ("KH", "10S", "2H") for h in SIZES]),
            _tops_alike,
            *(rises([(top, h) for h in SIZES], "More cards make it likelier.") for top in ("KH", "2H")),
            *(
                agrees((top, h), partial(_one_fits, top, (), h), "one of the cards fits")
                for top in ("KH", "10S", "2H")
                for h in (1, 5)
            ),
        ),
        mistakes=(
            Mistake(
                "planted", "That is the planted bug. Name the 19 cards aloud: is one named twice?", _planted
            ),
            Mistake(
                "a 2 like others",
                "It is right for most tops. Name the cards that fit on the 2H: is a rank named twice?",
                seen={("2H", 1): 0.35294, ("2H", 5): 0.89897},
            ),
            Mistake(
                "one more 2",
                "You count one 2 beside the suit and the rank. How many twos are there in other suits?",
                seen={("KH", 1): 0.31373, ("KH", 5): 0.86180},
            ),
            Mistake(
                "twos tame",
                "You count no twos of other suits. Do twos need a match (K13)?",
                seen={("KH", 1): 0.29412, ("KH", 5): 0.83951},
            ),
        ),
        hints=(
            "Which card is in two of the three groups: of the suit, of the rank, twos?",
            "The 2 of the top card's suit is counted with the suit already. And on a 2?",
            "On a 2, the rank and the twos are the same three cards. So there are two cases.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: what would you lay?",
        kind="text",
        hints=(
            "Call p_reply for each of the four cards. What is the difference between 6D and a spade?",
            "What may Ben lay on 6S 6D that he may not lay on 6S KS?",
            "A good answer makes a claim, gives a number for it, and says what it takes for granted.",
        ),
    ),
)
