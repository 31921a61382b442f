"""The public part of exercise toepen-1-rules: the rules of a trick, the price of a deal, and the leader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from typing import Any

from cardlab.cards import Card, Suit
from cardlab.checking.plain import shown
from cardlab.checking.properties import agrees, call, chances, falls, gives
from cardlab.checking.question import Mistake, Question
from cardlab.games.toepen.rules import ORDER, PACK
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import share_of_deals
from cardlab.probability.monte_carlo import Estimate

TITLE = "Toepen 1: who takes the last trick?"
DEALS, SEED = 100_000, 1

# ---------------------------------------------------------------------------------- experiments


def _leader_wins(players: int) -> Estimate:
    """One card each: has nobody a higher card of the suit that the first one led?"""
    suits = np.array([[*Suit].index(card.suit) for card in PACK.cards])
    ranks = np.array([ORDER[card.rank] for card in PACK.cards])

    def event(cards: Numbers) -> Truths:
        led, others = cards[0], cards[1:]
        wins: Truths = ~np.any((suits[others] == suits[led]) & (ranks[others] > ranks[led]), axis=0)
        return wins

    return share_of_deals(event, PACK, players, DEALS, SEED)


# ------------------------------------------------------------------------------------ properties

SPADES = [f"{rank}S" for rank in PACK.ranks.split()]
HEARTS = [f"{rank}H" for rank in PACK.ranks.split()]
PAIRS = [*permutations(SPADES, 2), *((spade, heart) for spade in SPADES for heart in HEARTS)]


def _only_its_suit(beats: Callable[..., Any]) -> str:
    for spade in SPADES:
        for heart in HEARTS:
            if beats(spade, heart):
                return f"{call(beats, (spade, heart))} gave True. A heart was led: can a spade win (T11)?"
    return ""


def _one_of_two(beats: Callable[..., Any]) -> str:
    for one, other in combinations(SPADES, 2):
        if beats(one, other) == beats(other, one):
            both = f"{call(beats, (one, other))} and {call(beats, (other, one))}"
            return f"{both} both gave {shown(beats(one, other))}. Of two spades, one is higher."
    return ""


HAND = ["10H", "7H", "QS", "KS"]
HANDS: tuple[tuple[list[str], str | None], ...] = (
    (HAND, None),
    (HAND, "H"),
    (HAND, "S"),
    (HAND, "D"),
    (["JD", "AD", "10D"], "D"),
    (["JD", "AD", "10D"], "C"),
)


def _allowed(may_play: Callable[..., Any]) -> str:
    for hand, led in HANDS:
        cards, tried = may_play(hand, led), call(may_play, (hand, led))
        held = [card for card in hand if card[-1] == led]
        for card in cards:
            if card not in hand:
                return f"{tried} gave {shown(card)}, a card that is not in the hand."
            if held and card[-1] != led:
                return f"{tried} allows {card}. Must one not follow suit with this hand (T32)?"
        if not held and len(cards) < len(hand):
            told = "You lead yourself." if led is None else "The suit that was led is missing."
            return f"{tried} allows only {len(cards)} of {len(hand)} cards. {told} What may you play (T32)?"
        for card in held:
            if card not in cards:
                return f"{tried} forbids {card}, which follows suit. One must follow, but one need not beat."
        if cards != [card for card in hand if card in cards]:
            return f"{tried} gave {shown(cards)}. The order of the hand is asked for, and each card once."
    return ""


TRICKS: tuple[tuple[list[tuple[str, str]], list[str]], ...] = (
    ([("A", "9H"), ("B", "10S"), ("C", "10H")], []),
    ([("A", "9H"), ("B", "10S"), ("C", "10H")], ["C"]),
    ([("A", "JD"), ("B", "QS"), ("C", "10C")], []),
    ([("A", "9H"), ("B", "7S"), ("C", "JS")], ["A"]),
    ([("B", "9H"), ("C", "10S"), ("A", "8H")], ["B"]),
    ([("B", "AD"), ("C", "7D"), ("A", "JD")], []),
)


def _fair(winner: Callable[..., Any]) -> str:
    for trick, folded in TRICKS:
        got, tried = winner(trick, folded), call(winner, (trick, folded))
        if got not in dict(trick):
            return f"{tried} gave {shown(got)}. That is no player of this trick."
        if got in folded:
            return f"{tried} gave {shown(got)}, who has folded and cannot win (TA23)."
        cards = [Card.parse(card) for player, card in trick if player not in folded]
        card = Card.parse(dict(trick)[got])
        led = Card.parse(trick[0][1]).suit
        if card.suit != led and any(other.suit == led for other in cards):
            return f"{tried} gave {shown(got)}, but that card is not of the suit that was led (T11)."
        if card.suit not in (led, cards[0].suit):
            return f"{tried} gave {shown(got)}. Nobody still in has the suit that was led: see TA23."
        if any(other.suit == card.suit and ORDER[other.rank] > ORDER[card.rank] for other in cards):
            return f"{tried} gave {shown(got)}. Has nobody who is still in a higher card of that suit?"
    return ""


Deal = tuple[list[str], int, str, dict[str, int]]
ENDS: tuple[Deal, ...] = (
    (["A", "B", "C"], 1, "B", {}),
    (["A", "B", "C"], 2, "B", {"C": 1}),
    (["A", "B", "C"], 3, "B", {"C": 1}),
    (["A", "B", "C", "D"], 3, "A", {"B": 1, "C": 2}),
    (["A", "B"], 2, "B", {"A": 1}),
)


def _everybody_pays(settle: Callable[..., Any]) -> str:
    for players, stake, winner, folded in ENDS:
        lives, tried = settle(players, stake, winner, folded), call(settle, (players, stake, winner, folded))
        if sorted(lives) != players:
            return f"{tried} gave {shown(lives)}. Everybody at the table is asked for, and nobody else."
        if lives[winner] != 0:
            return f"{tried}: {winner} has won the last trick and loses {shown(lives[winner])} (T13)."
        for player in players:
            if player in folded and lives[player] != folded[player]:
                return (
                    f"{tried}: {player} folded and loses {shown(lives[player])}. When was this bill written?"
                )
            if player not in (winner, *folded) and lives[player] != stake:
                return f"{tried}: {player} stayed and lost, and loses {shown(lives[player])} (T17)."
    return ""


def _planted(players: Sequence[str], stake: int, winner: str, folded: Mapping[str, int]) -> Mapping[str, int]:
    """The function of the bug hunt, as it stands in the student's notebook."""
    return {player: 0 if player == winner else stake for player in players}


QUESTIONS = (
    Question(
        id="q1",
        name="beats",
        title="Fill the blank: which card beats which?",
        returns=bool,
        inputs=PAIRS,
        tests=(
            _only_its_suit,
            _one_of_two,
            *(gives(("10S", other), True, "The ten is the highest card (T2).") for other in SPADES[1:]),
            *(gives(("JS", other), False, "The jack is the lowest card (T2).") for other in SPADES[:-1]),
            *(
                gives((one, other), True, f"Read from high to low: {PACK.ranks} (T2).")
                for one, other in combinations(SPADES, 2)
            ),
        ),
        mistakes=(
            Mistake(
                "suit ignored",
                "Which suit was led? A card of another suit never wins, however high (T11).",
                seen={("10S", "JH"): True, ("10S", "9H"): True},
            ),
            Mistake(
                "ace on top",
                "Where does the ace stand (T2)?",
                seen={("AS", "10S"): True, ("10S", "9S"): True, ("10S", "KS"): True},
            ),
            Mistake(
                "the order of other games",
                "That is the order of many other games. Where do the ten and the ace stand here (T2)?",
                seen={("AS", "10S"): True, ("10S", "9S"): True, ("KS", "10S"): True},
            ),
            Mistake(
                "as texts",
                "You compare the ranks as texts, in which '10' comes before '9'. Ask for places in an order.",
                seen={("9S", "10S"): True, ("9S", "8S"): True},
            ),
            Mistake(
                "upside down",
                "Is your order turned round, or the comparison? The ten is the highest card (T2).",
                seen={("9S", "10S"): True, ("9S", "8S"): False},
            ),
        ),
        hints=(
            "Two things must hold of a card that beats another one. Which?",
            "Write the ranks as a list from the lowest to the highest; then compare their places.",
            "The suits must be equal, and order.index of the card's rank larger than that of the rank led.",
        ),
    ),
    Question(
        id="q2",
        name="may_play",
        title="What may you play?",
        returns=list,
        inputs=HANDS,
        tests=(_allowed,),
        mistakes=(
            Mistake(
                "everything",
                "Your function allows the whole hand. When must you follow suit (T32)?",
                lambda hand, led: list(hand),
            ),
            Mistake(
                "the highest only",
                "Must you beat the others' cards, or only follow suit (T32)?",
                lambda hand, led: sorted(
                    hand, key=lambda card: (card[-1] == led, ORDER[Card.parse(card).rank])
                )[-1:],
            ),
            Mistake("nothing without the suit", "What if the suit is missing (T32)?"),
        ),
        hints=(
            "Which cards of the hand follow suit? Collect these first.",
            "If you have found none, is there still a rule that binds you?",
            "Cards whose card[-1] is the suit led, if there are any; otherwise the whole hand.",
        ),
    ),
    Question(
        id="q3",
        name="winner",
        title="Who wins the trick?",
        returns=str,
        inputs=TRICKS,
        tests=(_fair,),
        mistakes=(
            Mistake(
                "the last",
                "You let the last one win. Only a higher card of the suit led takes the trick (T33).",
                lambda trick, folded: [player for player, _ in trick if player not in folded][-1],
            ),
            Mistake(
                "the leader",
                "You let the first one win. Can nobody beat that card?",
                lambda trick, folded: next(player for player, _ in trick if player not in folded),
            ),
            Mistake("highest of all", "Which suit was led? Only its cards can win (T11)."),
            Mistake("folded may win", "Who gets no trick any more? Look at TA23."),
            Mistake(
                "suit from those still in",
                "A folded card still sets the suit, as long as anybody who is still in has played it (TA23).",
            ),
        ),
        hints=(
            "Which cards can win at all: of which suit, and of which players?",
            "Take out the players who have folded, but remember which suit was led before.",
            "Of those still in keep the suit led (if none has it, their first suit); then the highest wins.",
        ),
    ),
    Question(
        id="q4",
        name="settle",
        title="Bug hunt: the slate",
        returns=dict,
        inputs=ENDS,
        tests=(_everybody_pays,),
        mistakes=(
            Mistake(
                "everybody pays the last stake",
                "That is the planted bug: folded is used nowhere. When was the folder's bill written (TA20)?",
                _planted,
            ),
            Mistake(
                "folding is free",
                "Whoever folds pays at once. How much (T17)?",
                lambda players, stake, winner, folded: {
                    player: 0 if player == winner or player in folded else stake for player in players
                },
            ),
            Mistake(
                "one stroke each",
                "That is a deal without a knock. Which stake does a loser pay (T17)?",
                lambda players, stake, winner, folded: {player: int(player != winner) for player in players},
            ),
            Mistake("the winner pays", "Who gets no stroke (T13)?"),
        ),
        hints=(
            "There are three kinds of players: the winner, those who folded, and those who stayed and lost.",
            "What did a player know when folding? Later knocks change nothing about that bill (TA20).",
            "The winner loses 0, who folded loses what the dictionary says, and everybody else the stake.",
        ),
    ),
    Question(
        id="q5",
        name="p_leader",
        title="The leader among n",
        returns=Fraction,
        inputs=((1,), (2,), (3,), (4,), (8,)),
        tests=(
            chances([(1,), (2,), (3,), (4,), (8,)]),
            gives((1,), 1, "Who plays alone always wins."),
            falls([(1,), (2,), (3,), (4,), (8,)], "With more players there is more to be beaten by."),
            *(agrees((n,), partial(_leader_wins, n), "the leader won") for n in (2, 4, 8)),
        ),
        mistakes=(
            Mistake(
                "a fair share",
                "You share the deal out evenly. Which suit is led, and who can beat it?",
                lambda n: Fraction(1, n),
            ),
            Mistake(
                "independent",
                "You multiply as if each had a pack. One pack, one card led: does the chance stay the same?",
                seen={(3,): 0.78694, (4,): 0.69809},
            ),
            Mistake(
                "put back",
                "A card of the others can be the card that was led. Does a dealt card go back?",
                seen={(2,): 0.89062, (4,): 0.72015},
            ),
            Mistake(
                "suit ignored",
                "You count higher cards of all suits. Which suit was led (T11)?",
                seen={(2,): 0.54839},
            ),
            Mistake("the opposite", "That is the chance that somebody beats the leader."),
        ),
        hints=(
            "If the ten is led, nobody can beat it. If the nine is led, how many cards can?",
            "The others hold n - 1 of the 31 other cards. In how many ways do they miss all higher ones?",
            "For each rank led: ways to choose n - 1 cards that do not beat it, of all ways. Then the mean.",
        ),
    ),
    Question(
        id="q6",
        name="",
        title="Open: where has the lead gone?",
        kind="text",
        hints=(
            "Why is a lead strong at all? What can the other do with four cards, and not with one?",
            "Who leads to the second trick? And to the fourth?",
            "A good answer makes a claim, gives a number for it, and says what it takes for granted.",
        ),
    ),
)
