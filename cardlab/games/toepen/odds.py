"""What is the chance that ...? The questions of Toepen, in its own words.

Every ``p_`` function is exact, `Fraction`s got by counting; all deals are taken as equally likely. "A
hand" is one that you do not see, of four cards. What you do see can be given as ``seen``: cards, a text
such as ``"10H AS"``, or your view of a deal. The questions about what another seat may hold are in
view_odds.py. A wrong argument is refused by name (`Refused`). Only `leader_statistics` is an experiment.
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
from cardlab.games.toepen.rules import HAND_SIZE, LOW, ORDER, PACK
from cardlab.games.toepen.view_odds import higher, read_card, read_suit
from cardlab.games.toepen.view_odds import p_can_beat as p_can_beat
from cardlab.games.toepen.view_odds import p_can_follow as p_can_follow
from cardlab.games.toepen.view_odds import p_holds_card as p_holds_card
from cardlab.probability.exact import (
    hypergeometric,
    multivariate_hypergeometric,
    some_hand,
    some_hand_marked,
    splits,
)
from cardlab.probability.monte_carlo import Estimate
from cardlab.probability.pmf import Pmf
from cardlab.refused import Refused, check_number, did_you_mean
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
    suit = read_suit(suit)
    return _p_number([card for card in PACK.cards if card.suit == suit], 0, False, seen)


def p_suits(number: int, seen: Seen = "") -> Fraction:
    """The chance that a hand holds cards of exactly so many suits; with one, it is all of one suit.

    >>> p_suits(1), p_suits(4)
    (Fraction(7, 899), Fraction(512, 4495))
    """
    check_number("number", number, 1, HAND_SIZE)
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
    check_number("players", players, 1, min(8, len(hidden) // HAND_SIZE))
    low = sum(card.rank in LOW for card in hidden)
    return some_hand_marked(players, HAND_SIZE, low, len(hidden))


# ----------------------------------------------------------------------------- exchange and challenge


def exchanges_served(players: int) -> int:
    """How many exchanges the stock can serve in one deal (T3, TA3).

    >>> exchanges_served(5)
    3
    """
    check_number("players", players, 2, 8)
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
    card = read_card(card)
    hidden = [other for other in _unseen(seen) if other != card]
    check_number("others", others, 1, min(7, len(hidden)))
    above = higher(card, hidden)
    if leading:
        return hypergeometric(0, others, above, len(hidden))
    below = sum(other.suit == card.suit for other in hidden) - above
    return Fraction(below, len(hidden)) * hypergeometric(0, others - 1, above, len(hidden) - 1)


def p_leader_wins_one_card(players: int) -> Fraction:
    """The chance that the leader wins when everybody has one random card of the pack.

    >>> p_leader_wins_one_card(2)
    Fraction(55, 62)
    """
    check_number("players", players, 2, 8)
    chances = [p_win_last_card(card, leading=True, others=players - 1) for card in PACK.cards]
    return _sum(chances) / len(chances)


def p_leader_wins_first_trick(players: int) -> Fraction:
    """The chance that the leader wins the first trick when everybody plays any legal card at random.

    By symmetry the card led is any card of the pack. The others have four cards each: one who cannot follow
    loses, one who can plays each card of the suit with equal chance.

    >>> p_leader_wins_first_trick(2)
    Fraction(6013, 8990)
    """
    check_number("players", players, 2, 8)

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
    check_number("players", players, 2, 8)
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
    check_number("players", players, 2, 8)
    check_number("limit", limit, 2)
    return players * (limit - 1) // (players - 1) + 1


def knocks_allowed(limit: int = 10) -> int:
    """How many pairs (lives lost, number of the knock in the deal) are allowed (T29, T30, TA17).

    The knock number k makes the stake k + 1, and lives lost and stake together may not pass the limit.

    >>> knocks_allowed(10)
    45
    """
    check_number("limit", limit, 2)
    return sum(lost + (knock + 1) <= limit for lost in range(limit) for knock in range(1, limit))


def first_exit(players: int, limit: int = 10) -> Pmf:
    """In which deal of a rubber the first player is out, all at stake 1 and equally strong (T13, T18).

    A walk from slate to slate (a Markov chain): each deal leads to one new slate for each possible winner.

    >>> first_exit(players=2, limit=3)
    Pmf({3: 1/4, 4: 3/8, 5: 3/8})
    """
    latest = latest_first_exit(players, limit)
    slates = {(0,) * players: Fraction(1)}
    chances: dict[int, Fraction] = {}
    for deal in range(1, latest + 1):
        after: dict[tuple[int, ...], Fraction] = {}
        for slate, chance in slates.items():
            for winner in range(players):
                new = tuple(sorted(lost + (seat != winner) for seat, lost in enumerate(slate)))
                after[new] = after.get(new, Fraction(0)) + chance / players
        chances[deal] = _sum(chance for slate, chance in after.items() if max(slate) == limit)
        slates = {slate: chance for slate, chance in after.items() if max(slate) < limit}
    return Pmf(chances)


def p_win_rubber(lost: Sequence[int], limit: int = 10, *, pelt: bool = False) -> tuple[Fraction, ...]:
    """Each player's chance to win the rubber with so many lives lost, all equally strong (T18, TA29).

    Every deal is at stake 1; with ``pelt`` at 2 while somebody is in pelt (T25), and nobody folds.

    >>> p_win_rubber([0, 1], limit=3)
    (Fraction(11, 16), Fraction(5, 16))
    """
    check_number("limit", limit, 2)
    check_number("players", len(lost), 2, 8)
    for number in lost:
        check_number("lost", number, 0, limit - 1)

    @cache
    def wins(mine: int, others: tuple[int, ...]) -> Fraction:
        """My chance, with the others that are still in."""
        if mine >= limit or not others:
            return Fraction(mine < limit)
        stake = 2 if pelt and limit - 1 in (mine, *others) else 1
        chances = [wins(mine, still_in(number + stake for number in others))]
        for winner in range(len(others)):
            after = (number + stake * (seat != winner) for seat, number in enumerate(others))
            chances.append(wins(mine + stake, still_in(after)))
        return _sum(chances) / len(chances)

    def still_in(numbers: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(number for number in numbers if number < limit))

    return tuple(
        wins(number, still_in([*lost[:seat], *lost[seat + 1 :]])) for seat, number in enumerate(lost)
    )


# ----------------------------------------------------------------------------------------- helpers


def _sum(chances: Iterable[Fraction]) -> Fraction:
    return sum(chances, Fraction(0))


def _p_number(group: Sequence[Card], number: int, or_more: bool, seen: Seen) -> Fraction:
    """The chance that a hand holds so many cards of a group."""
    check_number("number", number, 0, HAND_SIZE)
    hidden = _hidden(seen)
    marked = sum(card in group for card in hidden)
    most = HAND_SIZE if or_more else number
    return _sum(hypergeometric(k, HAND_SIZE, marked, len(hidden)) for k in range(number, most + 1))


def _p_three_alike(ranks: Sequence[Rank], players: int) -> Fraction:
    """The chance that somebody holds three or four cards of one of these ranks."""
    check_number("players", players, 1, 8)
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
