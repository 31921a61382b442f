"""The public part of exercise hand-and-foot-1-rules: values, melds, the first lay-down, and the pile."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from typing import Any

from cardlab.checking.plain import shown
from cardlab.checking.properties import call, gives
from cardlab.checking.question import Mistake, Question

TITLE = "Hand and Foot 1: what may I lay down?"

# ------------------------------------------------------------------------------------ properties

SOME = ("2C", "Joker", "2H", "AS", "AD", "KD", "8D", "8S", "7H", "5C")


def _suits_alike(card_points: Callable[..., Any]) -> str:
    for one, other in (("2C", "2H"), ("AS", "AD"), ("8D", "8S")):
        if card_points(one) != card_points(other):
            both = f"{card_points(one)} for {one} and {card_points(other)} for {other}"
            return f"card_points gave {both}. Does the suit matter?"
    return ""


def _four_values(card_points: Callable[..., Any]) -> str:
    for card in SOME:
        if card_points(card) not in (5, 10, 20, 50):
            return f"{call(card_points, (card,))} gave {card_points(card)}. Each card counts 5, 10, 20 or 50."
    return ""


PAIRS = tuple(product((0, 1, 3, 4, 5, 6, 7, 8), (0, 1, 2, 3, 4)))


def _three_to_seven(is_meld: Callable[..., Any]) -> str:
    for naturals, wilds in PAIRS:
        if is_meld(naturals, wilds) and not 3 <= naturals + wilds <= 7:
            cards = naturals + wilds
            return f"{call(is_meld, (naturals, wilds))} gave True, and that makes {cards} cards (H22)."
    return ""


def _wild_for_natural(is_meld: Callable[..., Any]) -> str:
    """A natural card in the place of a wild one never makes a meld wrong."""
    for naturals, wilds in PAIRS:
        better = (naturals + 1, wilds - 1)
        if better in PAIRS and is_meld(naturals, wilds) and not is_meld(*better):
            first, second = call(is_meld, (naturals, wilds)), call(is_meld, better)
            return f"{first} gave True and {second} gave False. Can a natural card for a wild one do harm?"
    return ""


KINGS, NINES, FIVES, JACKS = (
    "KS KH KD",
    "9S 9H 9D 9C 2S",
    "5S 5S 5H 5H 5D 5C 5C",
    "JS JH JD JC Joker 2H",
)
LAID = ((KINGS,), (NINES,), (JACKS,), (KINGS, NINES), (NINES, KINGS), (NINES, JACKS), (KINGS, NINES, JACKS))


def _adds_up(opening_points: Callable[..., Any]) -> str:
    for melds in LAID:
        alone = [(meld,) for meld in melds]
        if opening_points(melds) != sum(opening_points(one) for one in alone):
            told = f"{call(opening_points, (melds,))} gave {shown(opening_points(melds))}"
            return f"{told}, not the sum of its melds. Which of them count (H9)?"
    return ""


def _every_card_counts(opening_points: Callable[..., Any]) -> str:
    for melds in LAID:
        cards = sum(len(meld.split()) for meld in melds)
        if opening_points(melds) < 5 * cards:
            told = f"{call(opening_points, (melds,))} gave {shown(opening_points(melds))}"
            return f"{told}. Each of the {cards} cards is worth 5 points at least."
    return ""


TABLES = ((2, 5), (3, 6), (4, 5), (4, 6), (5, 5), (6, 5))


def _packs_of_54(stock_after_deal: Callable[..., Any]) -> str:
    one, other = stock_after_deal(4, 5), stock_after_deal(4, 6)
    if other - one == 54:
        return ""
    return (
        f"stock_after_deal(4, 5) gave {one} and stock_after_deal(4, 6) gave {other}. "
        "How many cards has the sixth pack, with its jokers?"
    )


def _players_alike(stock_after_deal: Callable[..., Any]) -> str:
    stocks = [stock_after_deal(players, 5) for players in (4, 5, 6)]
    if stocks[0] - stocks[1] == stocks[1] - stocks[2] > 0:
        return ""
    return f"For 4, 5 and 6 players with 5 packs it gave {shown(stocks)}. Does each take as many cards?"


HANDS = ("9S 9D", "9D 9S", "9S 9D 2C", "9S KD", "9S", "9S 2C", "9S Joker", "2C Joker", "3S 3C", "2S 2D 9C")
TAKES = tuple(product(("9H", "3S", "2H"), HANDS))


def _order_is_nothing(may_take: Callable[..., Any]) -> str:
    for one, other in permutations(HANDS, 2):
        if sorted(one) == sorted(other) and may_take("9H", one) != may_take("9H", other):
            first, second = call(may_take, ("9H", one)), call(may_take, ("9H", other))
            return f"{first} and {second} differ. Does the order of the hand matter?"
    return ""


def _planted(top: str, hand: str) -> bool:
    """The function of the bug hunt, as it stands in the student's notebook."""
    if top in ("Joker", "3H"):
        return False
    ranks = [card if card == "Joker" else card[:-1] for card in hand.split()]
    return sum(rank in (top[:-1], "2", "Joker") for rank in ranks) >= 2


QUESTIONS = (
    Question(
        id="q1",
        name="card_points",
        title="Fill the blank: the value of a card",
        returns=int,
        inputs=tuple((card,) for card in SOME),
        tests=(gives(("Joker",), 50, "What does H3 say of a joker?"), _suits_alike, _four_values),
        mistakes=(
            Mistake(
                "a two is low",
                "Look at the two: what does H4 say of it? It is no ordinary card here.",
                seen={("2C",): 5, ("AS",): 20},
            ),
            Mistake(
                "an ace is eleven",
                "Eleven is an ace in other games. What is it worth here (H5)?",
                seen={("AS",): 11, ("2C",): 20},
            ),
            Mistake(
                "an eight is low",
                "Look at the eight: to which cards does H6 count it?",
                seen={("8D",): 5, ("2C",): 20, ("AS",): 20},
            ),
        ),
        hints=(
            "There are four values only: 5, 10, 20 and 50. Which cards have which (H3 to H7)?",
            "A dictionary needs a key for each rank: 'Joker', '2' to '10', 'J', 'Q', 'K' and 'A'.",
            "Jokers 50, twos and aces 20, eight to king 10, three to seven 5.",
        ),
    ),
    Question(
        id="q2",
        name="is_meld",
        title="Is it a meld?",
        returns=bool,
        inputs=((4, 1), *PAIRS),
        tests=(
            gives((3, 0), True, "Three natural cards are a meld (H22)."),
            gives((3, 1), False, "Beside how many natural cards may a wild one lie (H25)?"),
            _three_to_seven,
            _wild_for_natural,
        ),
        mistakes=(
            Mistake(
                "size only",
                "You look at the number of cards only. What do wild cards need beside them (H25)?",
                seen={(3, 1): True, (0, 3): True, (5, 3): False, (1, 1): False},
            ),
            Mistake(
                "outnumber",
                "That is the rule of other tables: more natural than wild cards. What does H25 ask here?",
                seen={(3, 1): True, (0, 3): False, (5, 3): False, (4, 3): True, (1, 2): False},
            ),
            Mistake(
                "too long",
                "Count all cards of the meld, wild ones too: how many may there be (H22)?",
                seen={(5, 3): True, (3, 1): False, (0, 3): False, (3, 0): True},
            ),
            Mistake(
                "no wild cards",
                "You allow no wild card at all. When may one join (H25)?",
                seen={(4, 1): False, (4, 3): False, (6, 1): False, (3, 0): True, (7, 0): True, (8, 0): False},
            ),
        ),
        hints=(
            "How many cards may a meld have in all? And what must lie beside a wild card?",
            "Two things must hold: the size, and a condition on wild cards if there are any.",
            "The sum is from 3 to 7; and there is no wild card, or there are four natural ones or more.",
        ),
    ),
    Question(
        id="q3",
        name="opening_points",
        title="What a lay-down counts",
        returns=int,
        inputs=tuple((melds,) for melds in ((FIVES,), *LAID)),
        tests=(
            gives(((KINGS,),), 30, "Three kings count 10 each."),
            _adds_up,
            _every_card_counts,
        ),
        mistakes=(
            Mistake(
                "bonus",
                "You count the bonus of a book, too. Does it help to reach the minimum (HA16)?",
                seen={((FIVES,),): 535},
            ),
            Mistake(
                "wild as its rank",
                "You count a wild card like the rank that it stands for. What does H40 say?",
                seen={((NINES,),): 50, ((JACKS,),): 60},
            ),
            Mistake(
                "wild is nothing",
                "Your wild cards count nothing. What does H40 say?",
                seen={((NINES,),): 40, ((JACKS,),): 40},
            ),
            Mistake(
                "first meld only",
                "You count the first meld only. May one lay several at once (H9)?",
                seen={((KINGS, NINES),): 30, ((NINES, KINGS),): 60},
            ),
            Mistake(
                "cards counted",
                "You count the cards, and not what they are worth.",
                seen={((KINGS,),): 3, ((NINES,),): 5},
            ),
        ),
        hints=(
            "Which cards of a lay-down count toward the minimum, and with what (H40)?",
            "Go through the melds, and in each through its cards.",
            "Add card_points of every card of every meld, and nothing else.",
        ),
    ),
    Question(
        id="q4",
        name="stock_after_deal",
        title="Target practice: the stock",
        returns=int,
        inputs=TABLES,
        tests=(_packs_of_54, _players_alike),
        mistakes=(
            Mistake(
                "no foot",
                "Everybody gets a second set of cards. What does H17 say?",
                seen={(4, 6): 279, (2, 5): 247},
            ),
            Mistake(
                "no card turned up",
                "One more card leaves the stock. What does H20 say?",
                seen={(4, 6): 236, (2, 5): 226},
            ),
            Mistake(
                "no jokers",
                "A pack has more than 52 cards here. What does HA3 say?",
                seen={(4, 6): 223, (2, 5): 215},
            ),
            Mistake(
                "one joker",
                "How many jokers has a pack (HA3)?",
                seen={(4, 6): 229, (2, 5): 220},
            ),
        ),
        hints=(
            "How many cards are there in all? And where do they lie when the game begins?",
            "Take away from all cards what the players have got, and what lies face up.",
            "Each player has eleven cards twice, and one card starts the pile.",
        ),
    ),
    Question(
        id="q5",
        name="may_take",
        title="Bug hunt: may I take the pile?",
        returns=bool,
        inputs=TAKES,
        tests=(
            gives(("9H", "9S 9D"), True, "Two natural nines in the hand, a nine on top: that is the pair."),
            gives(("9H", "9S KD"), False, "There is only one nine in the hand."),
            gives(("9H", "9S 2C"), False, "May a wild card be one of the two (HA18)?"),
            gives(("3S", "3S 3C"), False, "What does a black three on top do (H35)?"),
            gives(("2H", "2S 2D 9C"), False, "What does a wild card on top do (HA22)?"),
            _order_is_nothing,
        ),
        mistakes=(
            Mistake(
                "planted", "These are the planted bugs. Try a hand with a nine and a two first.", _planted
            ),
            Mistake(
                "wild cards count",
                "One bug is left: you still count wild cards as cards of the rank (HA18).",
                seen={("9H", "9S 2C"): True, ("9H", "9S"): False, ("3S", "3S 3C"): False},
            ),
            Mistake(
                "never blocked",
                "One bug is left: which cards on top block the pile (H35, HA22)?",
                seen={("9H", "9S 2C"): False, ("9H", "9S"): False, ("3S", "3S 3C"): True},
            ),
            Mistake(
                "one is enough",
                "How many cards of the rank must be in your hand (H36)? The top card is not there yet.",
                seen={("9H", "9S KD"): True, ("9H", "9S"): True},
            ),
            Mistake(
                "three needed",
                "How many cards of the rank must be in your hand (H36)? The top card is the third.",
                seen={("9H", "9S 9D"): False, ("9H", "9S KD"): False, ("9H", "9S 9D 2C"): False},
            ),
        ),
        hints=(
            "Try top cards of all kinds: a nine, a black three, a two. And hands with wild cards.",
            "One bug is in the list of fitting cards, the other in the first question.",
            "Only natural cards of the rank fit; a joker, a two or a three on top blocks the pile.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: three rules at once",
        kind="text",
        hints=(
            "Begin with a legal lay-down. Which rules does it keep?",
            "Rules that are easily broken: H13 (minimum), H22 (size), H25 (wild cards and threes), H27.",
            "A good answer names each rule by its number, says why it is broken, and counts the mended one.",
        ),
    ),
)
