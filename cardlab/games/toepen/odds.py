"""What is the chance that ...? The questions of Toepen, in its own words.

Every ``p_`` function is exact, a `Fraction` got by counting; all deals are taken as equally likely. "A
hand" is one that you do not see, of four cards. What you do see can be given as ``seen``: cards, a text
such as ``"10H AS"``, or your view of a deal. A wrong argument is refused by name (`Refused`). Only
`leader_statistics` is an experiment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import NamedTuple, TypeAlias

from cardlab.cards import Card, Rank, Suit, parse_cards, remove_cards, shuffled
from cardlab.games.toepen.engine import ToepenView
from cardlab.games.toepen.resample import barred_suits
from cardlab.games.toepen.rules import HAND_SIZE, LOW, ORDER, PACK
from cardlab.probability.exact import (
    hypergeometric,
    multivariate_hypergeometric,
    some_hand,
    some_hand_marked,
    splits,
)
from cardlab.probability.monte_carlo import Estimate
from cardlab.probability.unseen import Unseen, count_deals
from cardlab.refused import Refused, did_you_mean
from cardlab.tricks import Play, may_play, suit_led, trick_winner

Seen: TypeAlias = str | Iterable[Card] | ToepenView
"""The cards that you see: as a text, as cards, or as your view of a deal."""

# --------------------------------------------------------------------------------------- one hand


def count_hands() -> int:
    """How many different hands the pack has: C(32, 4) (T1).

    >>> count_hands()
    35960
    """
    return comb(PACK.size, HAND_SIZE)


def p_high_cards(number: int, or_more: bool = False, seen: Seen = "") -> Fraction:
    """The chance that a hand holds exactly so many cards (or more) of 10, 9, 8, 7 (T2, T4).

    >>> p_high_cards(2)
    Fraction(360, 899)
    """
    return _p_number([card for card in PACK.cards if card.rank not in LOW], number, or_more, seen)


def p_exchange_hand(seen: Seen = "") -> Fraction:
    """The chance that a hand may honestly be exchanged: it has no high card (T4).

    >>> p_exchange_hand(), p_exchange_hand(seen="AS KS QS JS")
    (Fraction(91, 1798), Fraction(11, 455))
    """
    return p_high_cards(0, seen=seen)


def p_of_rank(rank: Rank | str, number: int, or_more: bool = False, seen: Seen = "") -> Fraction:
    """The chance that a hand holds exactly so many cards (or more) of a rank (T36 to T39).

    >>> p_of_rank("10", 3), p_of_rank("10", 1, or_more=True)
    (Fraction(14, 4495), Fraction(3097, 7192))
    """
    if rank not in list(ORDER):
        raise Refused("rank", f"Toepen has no {rank!r}. {did_you_mean(str(rank), PACK.ranks.split())}")
    return _p_number([card for card in PACK.cards if card.rank == rank], number, or_more, seen)


def p_void(suit: Suit | str, seen: Seen = "") -> Fraction:
    """The chance that a hand has no card of this suit.

    >>> p_void("♥"), p_void("♥", seen="10H 9H AH JS")
    (Fraction(5313, 17980), Fraction(253, 585))
    """
    suit = _suit(suit)
    return _p_number([card for card in PACK.cards if card.suit == suit], 0, False, seen)


def p_suits(number: int, seen: Seen = "") -> Fraction:
    """The chance that a hand holds cards of exactly so many suits; with one, it is all of one suit.

    >>> p_suits(1), p_suits(4)
    (Fraction(7, 899), Fraction(512, 4495))
    """
    _check("number", number, 1, HAND_SIZE)
    suits = [card.suit for card in _hidden(seen)]
    left = [suits.count(suit) for suit in Suit]
    return _sum(
        multivariate_hypergeometric(counts, left)
        for counts in splits(HAND_SIZE, left)
        if sum(map(bool, counts)) == number
    )


def p_void_somewhere(seen: Seen = "") -> Fraction:
    """The chance that a hand lacks at least one suit.

    >>> p_void_somewhere()
    Fraction(3983, 4495)
    """
    return 1 - p_suits(len(Suit), seen)


def p_four_alike(seen: Seen = "") -> Fraction:
    """The chance that a hand is four cards of one rank.

    >>> p_four_alike()
    Fraction(1, 4495)
    """
    ranks = [card.rank for card in _hidden(seen)]
    return Fraction(sum(ranks.count(rank) == HAND_SIZE for rank in ORDER), comb(len(ranks), HAND_SIZE))


# ----------------------------------------------------------------------------------- several hands


def p_must_announce(players: int = 1) -> Fraction:
    """The chance that somebody among so many players holds three or four tens (T36, T38).

    >>> p_must_announce()
    Fraction(113, 35960)
    """
    return _p_three_alike([Rank.TEN], players)


def p_may_announce(players: int = 1) -> Fraction:
    """The chance that somebody among so many players holds three or four jacks (T37, T39).

    >>> p_may_announce(players=4)
    Fraction(113, 8990)
    """
    return _p_three_alike([Rank.JACK], players)


def p_announcement(players: int = 1) -> Fraction:
    """The chance that somebody among so many players holds three or four tens, or jacks (T36 to T39).

    >>> p_announcement()
    Fraction(113, 17980)
    """
    return _p_three_alike([Rank.TEN, Rank.JACK], players)


def p_someone_has_exchange_hand(players: int, seen: Seen = "") -> Fraction:
    """The chance that at least one of so many hands may honestly be exchanged (T4).

    >>> p_someone_has_exchange_hand(2), p_someone_has_exchange_hand(1, seen="AS KS QS JS")
    (Fraction(1, 10), Fraction(11, 455))
    """
    hidden = _hidden(seen)
    _check("players", players, 1, min(8, len(hidden) // HAND_SIZE))
    low = sum(card.rank in LOW for card in hidden)
    return some_hand_marked(players, HAND_SIZE, low, len(hidden))


# ----------------------------------------------------------------------------- exchange and challenge


def exchanges_served(players: int) -> int:
    """How many exchanges the stock can serve in one deal (T3, TA3).

    >>> exchanges_served(5)
    3
    """
    _check("players", players, 2, 8)
    return (PACK.size - HAND_SIZE * players) // HAND_SIZE


def p_challenge_succeeds(bluff: Fraction | int | Mapping[int, Fraction | int], seen: Seen = "") -> Fraction:
    """The chance that an exchange is a bluff (T7), if the player exchanges every honest hand.

    ``bluff`` is the share of his other hands that he exchanges too: one number for all of them, or one for
    each number of low cards (A, K, Q, J) in the hand, 0 where none is given. By Bayes' rule: the bluffs among
    all exchanges.

    >>> p_challenge_succeeds(1)  # he always exchanges
    Fraction(1707, 1798)
    >>> p_challenge_succeeds({3: Fraction(13, 64)})
    Fraction(1, 2)
    """
    shares = bluff if isinstance(bluff, Mapping) else dict.fromkeys(range(HAND_SIZE), bluff)
    for low, share in shares.items():
        if low not in range(HAND_SIZE):
            raise Refused("bluff", f"A hand with {low!r} low cards is no bluff; right would be 0 to 3.")
        if not isinstance(share, Fraction | int) or not 0 <= share <= 1:
            raise Refused("bluff", f"{share!r} is no share; right would be Fraction(1, 10), from 0 to 1.")
    bluffs = _sum(Fraction(share) * p_high_cards(HAND_SIZE - low, seen=seen) for low, share in shares.items())
    honest = p_exchange_hand(seen)
    if bluffs + honest == 0:
        raise Refused("bluff", "So there would never be an exchange to challenge.")
    return bluffs / (bluffs + honest)


# ------------------------------------------------------------------------------------------ tricks


def p_win_last_card(card: Card | str, seen: Seen = "", *, leading: bool, others: int = 1) -> Fraction:
    """The chance that your last card wins the last trick, each unseen card as likely to lie there as another.

    Leading it wins unless one of the others has a higher card of its suit. Otherwise the leader must have
    led a lower card of its suit, and nobody may have a higher one. (What the others have thrown away before
    tells more than is used here.)

    >>> p_win_last_card("10S", leading=False, seen="9H 7H KD QD 8C JC")
    Fraction(7, 25)
    >>> p_win_last_card("JS", leading=True, seen="9H 7H KD QD 8C JC")
    Fraction(18, 25)
    """
    card = _card(card)
    hidden = [other for other in _unseen(seen) if other != card]
    _check("others", others, 1, min(7, len(hidden)))
    higher = _higher(card, hidden)
    if leading:
        return hypergeometric(0, others, higher, len(hidden))
    lower = sum(other.suit == card.suit for other in hidden) - higher
    return Fraction(lower, len(hidden)) * hypergeometric(0, others - 1, higher, len(hidden) - 1)


def p_leader_wins_one_card(players: int) -> Fraction:
    """The chance that the leader wins when everybody has one random card of the pack.

    >>> p_leader_wins_one_card(2)
    Fraction(55, 62)
    """
    _check("players", players, 2, 8)
    chances = [p_win_last_card(card, leading=True, others=players - 1) for card in PACK.cards]
    return _sum(chances) / len(chances)


def p_leader_wins_first_trick(players: int) -> Fraction:
    """The chance that the leader wins the first trick when everybody plays any legal card at random.

    By symmetry the card led is any card of the pack. The others have four cards each: one who cannot follow
    loses, one who can plays each card of the suit with equal chance.

    >>> p_leader_wins_first_trick(2)
    Fraction(6013, 8990)
    """
    _check("players", players, 2, 8)

    @cache
    def wins(others: int, left: tuple[int, ...]) -> Fraction:
        """Against so many others, with so many higher, lower and off-suit cards left."""
        if others == 0:
            return Fraction(1)
        return _sum(
            multivariate_hypergeometric(counts, left)
            * (Fraction(counts[1], counts[0] + counts[1]) if counts[0] else 1)
            * wins(others - 1, tuple([have - take for have, take in zip(left, counts, strict=True)]))
            for counts in splits(HAND_SIZE, left)
        )

    off_suit = PACK.size - len(ORDER)
    return _sum(
        wins(players - 1, (higher, len(ORDER) - 1 - higher, off_suit)) for higher in range(len(ORDER))
    ) / len(ORDER)


class LeaderStatistics(NamedTuple):
    """What the first lead is worth in deals played at random."""

    first_trick: Estimate
    """The leader of the first trick wins it."""
    deal: Estimate
    """The leader of the first trick wins the last one, and so the deal (T12)."""
    both: Estimate
    """Whoever wins the first trick wins the last one too."""


def leader_statistics(players: int, n: int, seed: int) -> LeaderStatistics:
    """Play n deals at random: every card any of the legal ones, nobody exchanges or knocks, none in pelt.

    Seat 0 leads. A small game of tricks, not the engine (which a test holds it to).

    >>> print(leader_statistics(4, n=1000, seed=1).first_trick)
    0.333 ± 0.015 (n = 1 000)
    """
    _check("players", players, 2, 8)
    if type(n) is not int or n < 1:
        raise Refused("n", f"{n!r} is not possible; right would be a whole number from 1.")
    rng = Random(seed)
    first_trick = deal = both = 0
    for _ in range(n):
        deck = shuffled(PACK.cards, rng)
        winners = random_tricks([deck[seat : HAND_SIZE * players : players] for seat in range(players)], rng)
        first_trick += winners[0] == 0
        deal += winners[-1] == 0
        both += winners[0] == winners[-1]
    return LeaderStatistics(*(Estimate.of_share(hits, n, seed) for hits in (first_trick, deal, both)))


def random_tricks(hands: Sequence[tuple[Card, ...]], rng: Random) -> tuple[int, ...]:
    """Play these hands to the last card, each card any of the legal ones; seat 0 leads. Who wins each trick?

    >>> random_tricks([parse_cards("10H 9H"), parse_cards("7H AS")], Random(1))
    (0, 0)
    """
    held = list(hands)
    seats = tuple(range(len(held)))
    winners: list[int] = []
    for _ in hands[0]:
        trick: list[Play] = []
        leader = winners[-1] if winners else 0
        for seat in seats[leader:] + seats[:leader]:
            legal = may_play(held[seat], suit_led(trick))
            card = legal[int(rng.random() * len(legal))]
            held[seat] = remove_cards(held[seat], [card])
            trick.append((seat, card))
        winners.append(trick_winner(trick, ORDER, seats))
    return tuple(winners)


# --------------------------------------------------------------------------------- lives and knocks


def latest_first_exit(players: int, limit: int) -> int:
    """In which deal of a rubber, all at stake 1, the first player is out at the latest (the earliest: limit).

    By the pigeonhole principle: a deal costs everybody but one a life, and limit - 1 strokes stand on a line
    of the slate at most before its player is out (T13, T18).

    >>> latest_first_exit(players=4, limit=10)
    13
    """
    _check("players", players, 2, 8)
    _check_limit(limit)
    return players * (limit - 1) // (players - 1) + 1


def knocks_allowed(limit: int = 10) -> int:
    """How many pairs (lives lost, number of the knock in the deal) are allowed (T29, T30, TA17).

    The knock number k makes the stake k + 1, and lives lost and stake together may not pass the limit.

    >>> knocks_allowed(10)
    45
    """
    _check_limit(limit)
    return sum(lost + (knock + 1) <= limit for lost in range(limit) for knock in range(1, limit))


# ------------------------------------------------------------------------------- from your view of a deal


def p_holds_card(view: ToepenView, seat: int | str, card: Card | str) -> Fraction:
    """The chance that another seat holds this card.

    Like the two questions below it takes as equally likely all deals that fit the cards you have seen and the
    suits that a seat could not follow (T32). It does not use how the others chose to play, knock or exchange.
    Once somebody else has announced, the question is refused: that tells of tens or jacks.

    >>> from cardlab.game import new_game
    >>> view = new_game("toepen", players=2).view("A")  # 28 unseen cards, of which B holds four
    >>> p_holds_card(view, "B", view.unseen[0])
    Fraction(1, 7)
    """
    card = _card(card)
    expected = _sum(number * chance for number, chance in _suit_lengths(view, seat, card.suit))
    return expected / len(_of_suit(view, card.suit)) if card in view.unseen else Fraction(0)


def p_can_follow(view: ToepenView, seat: int | str, suit: Suit | str) -> Fraction:
    """The chance that another seat holds a card of this suit (see `p_holds_card`).

    >>> from cardlab.game import new_game
    >>> view = new_game("toepen", players=2, position={"hands": {"A": "10H 9H KH AD"}}).view("A")
    >>> p_can_follow(view, "B", "♥") == 1 - p_void("♥", seen=view)
    True
    """
    return 1 - dict(_suit_lengths(view, seat, _suit(suit))).get(0, Fraction(0))


def p_can_beat(view: ToepenView, seat: int | str, card: Card | str) -> Fraction:
    """The chance that another seat holds a higher card of the suit of this one (see `p_holds_card`).

    >>> from cardlab.game import new_game
    >>> last_trick = {"hands": {"A": "JS", "B": "7H"}, "leader": "A"}
    >>> view = new_game("toepen", players=2, position=last_trick).view("A")
    >>> p_can_beat(view, "B", "JS") == 1 - p_win_last_card("JS", seen=view, leading=True)
    True
    """
    card = _card(card)
    hidden = _of_suit(view, card.suit)
    higher = _higher(card, hidden)
    return 1 - _sum(
        chance * hypergeometric(0, number, higher, len(hidden))
        for number, chance in _suit_lengths(view, seat, card.suit)
    )


def _suit_lengths(view: ToepenView, seat: int | str, suit: Suit | None) -> list[tuple[int, Fraction]]:
    """How many cards of a suit another seat may hold, each number that can be with its chance.

    A hand with so many of the suit is two places: one for that suit alone, one for all the others.
    """
    asked = view.seat_number(seat)
    if asked == view.seat:
        raise Refused("seat", f"{view.seats[asked]} is yourself; ask about another seat.")
    for other, _ in view.announced:
        if other != view.seat:
            raise Refused(
                "view", f"{view.seats[other]} has announced, which tells more than is counted here."
            )
    barred = list(map(frozenset, barred_suits(view)))
    elsewhere = [
        Unseen(view.held[other], barred[other])
        for other in range(len(view.seats))
        if other not in (view.seat, asked)
    ]
    others = frozenset(other for other in Suit if other != suit)
    found = []
    for number in range(view.held[asked] + 1):
        of_suit = Unseen(number, barred[asked] | others)
        rest = Unseen(view.held[asked] - number, barred[asked] | (frozenset(Suit) - others))
        found.append((number, count_deals(view.unseen, [of_suit, rest, *elsewhere])))
    total = sum(ways for _, ways in found)
    return [(number, Fraction(ways, total)) for number, ways in found if ways]


# ----------------------------------------------------------------------------------------- helpers


def _sum(chances: Iterable[Fraction]) -> Fraction:
    return sum(chances, Fraction(0))


def _p_number(group: Sequence[Card], number: int, or_more: bool, seen: Seen) -> Fraction:
    """The chance that a hand holds so many cards of a group."""
    _check("number", number, 0, HAND_SIZE)
    hidden = _hidden(seen)
    marked = sum(card in group for card in hidden)
    most = HAND_SIZE if or_more else number
    return _sum(hypergeometric(k, HAND_SIZE, marked, len(hidden)) for k in range(number, most + 1))


def _p_three_alike(ranks: Sequence[Rank], players: int) -> Fraction:
    """The chance that somebody holds three or four cards of one of these ranks."""
    _check("players", players, 1, 8)
    sizes = [len(Suit)] * len(ranks)
    return some_hand(
        players, HAND_SIZE, (*sizes, PACK.size - sum(sizes)), lambda counts: max(counts[:-1]) >= 3
    )


def _unseen(seen: Seen) -> tuple[Card, ...]:
    if isinstance(seen, ToepenView):
        return seen.unseen
    try:
        return PACK.without(parse_cards(seen) if isinstance(seen, str) else seen)
    except ValueError as error:
        raise Refused("seen", str(error)) from error


def _hidden(seen: Seen) -> tuple[Card, ...]:
    """The unseen cards, enough of them for a hand."""
    hidden = _unseen(seen)
    if len(hidden) < HAND_SIZE:
        raise Refused("seen", f"Only {len(hidden)} cards are left, too few for a hand.")
    return hidden


def _of_suit(view: ToepenView, suit: Suit | None) -> list[Card]:
    return [card for card in view.unseen if card.suit == suit]


def _higher(card: Card, cards: Iterable[Card]) -> int:
    return sum(other.suit == card.suit and ORDER[other.rank] > ORDER[card.rank] for other in cards)


def _card(card: Card | str) -> Card:
    try:
        found = Card.parse(card) if isinstance(card, str) else card
    except ValueError as error:
        raise Refused("card", str(error)) from error
    if found not in PACK.cards:
        raise Refused("card", f"{found} is not in the pack of Toepen, whose ranks are {PACK.ranks}.")
    return found


def _suit(suit: Suit | str) -> Suit:
    for found in Suit:
        if suit in (found, found.sign):
            return found
    raise Refused("suit", f"{suit!r} is no suit; right would be S, H, D, C or ♠, ♥, ♦, ♣.")


def _check(name: str, value: int, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise Refused(
            name, f"{value!r} is not possible; right would be a whole number from {least} to {most}."
        )


def _check_limit(limit: int) -> None:
    if type(limit) is not int or limit < 2:
        raise Refused("limit", f"{limit!r} is not possible; right would be a whole number from 2.")
