"""What fits on the pile: the one place where that is decided, for the engine, the bots and the odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from cardlab.cards import Card, Rank
from cardlab.games.hole_cards.rules import PACK, HoleCardsRules

Cards = tuple[Card, ...]


def matches(card: Card, top: Card, match: str = "suit") -> bool:
    """Does a card match another in rank or in suit (or in colour)? K6, KA3.

    >>> six, nine = Card.parse("6D"), Card.parse("9H")
    >>> matches(six, nine), matches(six, nine, "colour")
    (False, True)
    """
    if card.rank is top.rank or card.suit is top.suit:
        return True
    return (
        match == "colour"
        and card.suit is not None
        and top.suit is not None
        and card.suit.colour == top.suit.colour
    )


def card_fits(rules: HoleCardsRules, pile: Sequence[Card], card: Card) -> bool:
    """May this card be played alone? K6, K13, KA10, KA11, KA15, KA28.

    >>> card_fits(HoleCardsRules(), [Card.parse("KH")], Card.parse("2S"))
    True
    """
    return card in _fitting(rules, pile)


def _fitting(rules: HoleCardsRules, pile: Sequence[Card]) -> frozenset[Card]:
    """All cards that may be played alone."""
    return _fitting_on(pile[-1], rules.match, rules.two_on_pile) if pile else _ALL


@cache
def _fitting_on(top: Card, match: str, two_on_pile: str) -> frozenset[Card]:
    """The same for a top card, worked out once (hot path)."""
    if two_on_pile == "any" and top.rank is Rank.TWO:
        return _ALL
    return frozenset([card for card in PACK.cards if card.rank is Rank.TWO or matches(card, top, match)])


_ALL = frozenset(PACK.cards)


def group_fits(rules: HoleCardsRules, pile: Sequence[Card], group: Sequence[Card]) -> bool:
    """May these two, three or four cards of one rank be played together? K14 to K16, KA13, KA14, KA28, KA32.

    >>> from cardlab.cards import parse_cards
    >>> group_fits(HoleCardsRules(), parse_cards("QH JD"), parse_cards("QS QC"))
    True
    """
    if not pile:
        return True
    size = len(group)
    ranks = [card.rank for card in pile[-size:]]
    if len(ranks) == size and ranks.count(ranks[0]) == size:
        return True
    if size == 2 and rules.pair_rule == "member" and group[0].rank in ranks:
        return True
    return rules.group_rule == "open" and any(card_fits(rules, pile, card) for card in group)


def plays(rules: HoleCardsRules, pile: Sequence[Card], hand: Cards) -> list[Cards]:
    """Every set of cards of the hand that fits, once with each of its cards on top; single cards first.

    >>> from cardlab.cards import parse_cards
    >>> plays(HoleCardsRules(), parse_cards("9C QC"), parse_cards("9H 9D QD 2S 4H"))
    [(Q♦,), (2♠,), (9♦, 9♥), (9♥, 9♦)]
    """
    fitting = _fitting(rules, pile)
    found: list[Cards] = [(card,) for card in hand if card in fitting]
    if len({card.rank for card in hand}) == len(hand):
        return found
    for group in groups(hand):
        if group_fits(rules, pile, group):
            for top in group:
                found.append((*[card for card in group if card is not top], top))
    return found


def groups(hand: Cards) -> Iterator[Cards]:
    """The pairs, threes and fours in a hand, the smaller ones of a rank first (KA12, KA16).

    >>> from cardlab.cards import parse_cards
    >>> list(groups(parse_cards("9H 2S 9D")))
    [(9♥, 9♦)]
    """
    by_rank: dict[Rank, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
    for cards in by_rank.values():
        for size in range(2, len(cards) + 1):
            yield from combinations(cards, size)
