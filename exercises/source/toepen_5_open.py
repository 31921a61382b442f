"""The teacher's part of toepen-5-open: further inputs, solvers that go wrong, and one that goes right."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from operator import mul
from typing import Any, NamedTuple

from cardlab.checking.exercise import Key
from cardlab.games.toepen.rules import ORDER

STRENGTH = {str(rank): place for rank, place in ORDER.items()}
RANKS = sorted(STRENGTH, key=STRENGTH.__getitem__)
Hand = Sequence[str]


def strength(card: str) -> int:
    return STRENGTH[card[:-1]]


def beats(card: str, led: str) -> bool:
    return card[-1] == led[-1] and strength(card) > strength(led)


def may_play(hand: Hand, led: str) -> Hand:
    return [card for card in hand if card[-1] == led[-1]] or hand


def without(hand: Hand, card: str) -> Hand:
    return [other for other in hand if other != card]


def anything(hand: Hand, led: str) -> Hand:
    return hand


def cheapest(hand: Hand) -> Hand:
    return [min(hand, key=strength)]


def dearest(hand: Hand) -> Hand:
    return [max(hand, key=strength)]


class Way(NamedTuple):
    """A way to solve open deals; each field that differs from the default makes it a wrong one."""

    leads: Callable[[Hand], Hand] = list
    replies: Callable[[Hand, str], Hand] = may_play
    against: Callable[[Iterable[bool]], bool] = all
    lead_passes: bool = True


RIGHT, FREE, HELPFUL = Way(), Way(replies=anything), Way(against=any)
KEEPS_LEAD, CHEAPEST, DEAREST = Way(lead_passes=False), Way(leads=cheapest), Way(leads=dearest)


def winning(way: Way, mine: Hand, his: Hand) -> list[str]:
    """The leads that win, solved this way."""

    def won(card: str, reply: str) -> bool:
        left, his_left = without(mine, card), without(his, reply)
        if not left:
            return not beats(reply, card)
        if beats(reply, card) and way.lead_passes:
            return not wins(way, his_left, left)
        return wins(way, left, his_left)

    return [
        card for card in way.leads(mine) if way.against(won(card, reply) for reply in way.replies(his, card))
    ]


def wins(way: Way, mine: Hand, his: Hand) -> bool:
    return bool(winning(way, mine, his))


def first_trick(mine: Hand, his: Hand) -> list[str]:
    """The leads that win the first trick whatever he replies."""
    return [card for card in mine if not any(beats(reply, card) for reply in may_play(his, card))]


def p_random(replies: Callable[[Hand, str], Hand], is_fair: bool, mine: Hand, his: Hand) -> Fraction:
    """The leader's chance in random play; unfair, a lead that can be answered in more ways counts more."""
    chances, weights = [], []
    for card in mine:
        answers = replies(his, card)
        for reply in answers:
            left, his_left = without(mine, card), without(his, reply)
            if not left:
                chance = Fraction(not beats(reply, card))
            elif beats(reply, card):
                chance = 1 - p_random(replies, is_fair, his_left, left)
            else:
                chance = p_random(replies, is_fair, left, his_left)
            chances.append(chance)
            weights.append(Fraction(1, len(answers)) if is_fair else Fraction(1))
    return sum(map(mul, chances, weights), Fraction(0)) / sum(weights)


def share(value: Callable[[Hand, Hand], Any]) -> Callable[[int, int], Fraction]:
    """The mean of something over all deals of a pack of so many suits and ranks."""

    @cache
    def mean(suits: int, ranks: int) -> Fraction:
        pack = [rank + suit for suit in "SHDC"[:suits] for rank in RANKS[:ranks]]
        deals = [
            (mine, his)
            for mine in combinations(pack, 2)
            for his in combinations([card for card in pack if card not in mine], 2)
        ]
        return sum((Fraction(value(mine, his)) for mine, his in deals), Fraction(0)) / len(deals)

    return mean


def only_the_middle_wins(surprise: Callable[[], Any]) -> str:
    mine, his = surprise()
    middle = sorted(mine, key=strength)[1]
    if winning(RIGHT, mine, his) == [middle]:
        return ""
    return f"With that deal it is not so that {middle} wins and the two other leads lose."


THREE = [
    (("AS", "KH", "10D"), ("7D", "AC", "7S")),
    (("AH", "10D", "7C"), ("10C", "9D", "JS")),
    (("10H", "9H", "JS"), ("7H", "AS", "KS")),
    (("JD", "AH", "10C"), ("AS", "9C", "9H")),
]

KEYS = {
    "q1": Key(
        inputs=THREE,
        wrong={
            "cheapest first": cache(partial(wins, CHEAPEST)),
            "dearest first": cache(partial(wins, DEAREST)),
            "need not follow": cache(partial(wins, FREE)),
            "he helps": cache(partial(wins, HELPFUL)),
            "lead never passes": cache(partial(wins, KEEPS_LEAD)),
            "first trick": lambda mine, his: bool(first_trick(mine, his)),
        },
    ),
    "q2": Key(
        inputs=THREE,
        wrong={
            "first trick": first_trick,
            "highest": lambda mine, his: list(dearest(mine)) if wins(RIGHT, mine, his) else [],
            "need not follow": partial(winning, FREE),
            "he helps": partial(winning, HELPFUL),
            "one is enough": lambda mine, his: winning(RIGHT, mine, his)[:1],
        },
    ),
    "q3": Key(
        inputs=[(4, 2), (1, 5)],
        wrong={
            "random": share(partial(p_random, may_play, True)),
            "need not follow": share(partial(wins, FREE)),
            "he helps": share(partial(wins, HELPFUL)),
            "lead never passes": share(partial(wins, KEEPS_LEAD)),
            "first trick": share(lambda mine, his: bool(first_trick(mine, his))),
        },
    ),
    "q4": Key(
        inputs=THREE,
        wrong={
            "pairs alike": partial(p_random, may_play, False),
            "need not follow": partial(p_random, anything, True),
            "best play": lambda mine, his: Fraction(wins(RIGHT, mine, his)),
        },
    ),
    "q5": Key(unique=False, tests=(only_the_middle_wins,)),
}
