"""Whole deals of Toepen, thousands at once: the rules of engine.py again, as steps on arrays.

The last axis of every array is the deal, and every
step is made in all deals together. Where the engine asks "if", there is a mask here: bytes that are 255
where something is so and 0 where it is not. ``cards & mask`` takes the cards there and ``cards | mask``
strikes them out, for a card is its place in ``PACK.cards`` (the suit times 8, plus 0 for the ten up to 7
for the jack, so of one suit the lowest wins) and `GONE` stands where there is none.

Seat 0 sits on the dealer's left, and every seat is in the deal. Nobody bluffs or challenges, and
announcements are left out, for they change no trick. The tests hold every step to the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardlab.cards import Rank, Suit
from cardlab.games.toepen.rules import HAND_SIZE, PACK, ToepenRules
from cardlab.probability.arrays import Numbers, Truths, np
from cardlab.probability.deals import CHUNK, below, chunk_generator, deal_cards
from cardlab.refused import Refused, check_number

GONE = np.uint8(255)
SUIT, RANK = np.uint8(0b11111000), np.uint8(0b00000111)
"""The bits of a card that tell its suit (or that it is gone) and its rank."""
LOW = np.uint8(0b00000100)
"""The bit that is set in ace, king, queen and jack (T4)."""
CHOICES = 12
"""The least number that one, two, three and four cards share equally."""
BEST_HAND, NEVER = 14, 200
"""What the best hand is worth, and more than any is."""
STANDARD = ToepenRules()


@dataclass(frozen=True)
class Policy:
    """What a seat does; as it stands, it never knocks or folds, and plays each legal card equally often.

    A hand is worth the sum of its two best cards, the only card left counting twice, where a jack counts 0,
    a queen 1 and so on up to 7 for a ten: from 0 to 14.
    """

    knocks_from: int | None = None
    """It knocks whenever it may (T14), still has a card, and its hand is worth this much and one more for
    each point by which the stake has gone up already; None: never."""
    stays_from: int = 0
    """Asked by a knock or because of pelt (T17, T26), it stays with a hand worth this much, or with no card
    left to play; else it folds."""
    exchanges: bool = False
    """It exchanges a hand of aces, kings, queens and jacks (T4) as often as it may."""
    keeps_best: bool = False
    """It plays the weakest legal card (of equal ranks the last in the pack) and not just any."""


RANDOM = Policy()


class Deals(NamedTuple):
    """How deals went: one column for each deal."""

    hands: Numbers
    """The hands that the play began with, by place in the hand and seat."""
    tricks: Numbers
    """Who won each trick; `GONE` for a trick that was not played."""
    winner: Numbers
    stake: Numbers
    """The stake at the end, which those still in have lost, except the winner."""
    lost: Numbers
    """The lives that each seat has lost."""


class Step(NamedTuple):
    """One step of the deals, for who wants to look on; the seats as masks."""

    verb: str
    seats: Numbers
    """Who does it; in some deals nobody."""
    may_knock: Numbers | None = None
    """Who may knock at this moment."""
    cards: Numbers | None = None
    """By seat, what is played."""
    legal: Numbers | None = None
    """By place in the hand and seat, what may be played."""


def play_deals(
    n: int,
    rules: ToepenRules = STANDARD,
    policies: Policy | Sequence[Policy] = RANDOM,
    seed: int = 0,
    lives: Sequence[int] = (),
) -> Deals:
    """Play n deals to the end, with one policy for all seats or one for each, from lives lost before.

    Deal number k depends on the seed and k alone. Raises Refused.

    >>> deals = play_deals(100_000, seed=1)
    >>> print(f"The first leader wins {(deals.winner == 0).mean():.2f} of the deals.")
    The first leader wins 0.26 of the deals.
    """
    chunks = play_chunks(n, rules, policies, seed, lives)
    return Deals(*[np.concatenate(parts, axis=-1) for parts in zip(*chunks, strict=True)])


def play_chunks(
    n: int,
    rules: ToepenRules = STANDARD,
    policies: Policy | Sequence[Policy] = RANDOM,
    seed: int = 0,
    lives: Sequence[int] = (),
) -> Iterator[Deals]:
    """The same, a chunk of deals at a time, so that ten million need no more memory than ten thousand."""
    check_number("n", n, 1)
    for chunk, first in enumerate(range(0, n, CHUNK)):
        deals = Play(rules, policies, seed, chunk, lives).deals
        yield Deals(*[part[..., : n - first] for part in deals])


class Play:
    """One chunk of deals, played to the end when it is made; `look_on` keeps every step. Raises Refused."""

    def __init__(
        self,
        rules: ToepenRules = STANDARD,
        policies: Policy | Sequence[Policy] = RANDOM,
        seed: int = 0,
        chunk: int = 0,
        lives: Sequence[int] = (),
        look_on: bool = False,
    ) -> None:
        players = rules.players
        policies = [policies] * players if isinstance(policies, Policy) else policies
        lives = lives or [0] * players
        _check(rules, policies, lives)
        self.rules = rules
        self.exchanges = [policy.exchanges for policy in policies]
        self.knocks_from = _column([NEVER if p.knocks_from is None else p.knocks_from for p in policies])
        self.stays_from = _column([policy.stays_from for policy in policies])
        self.keeps_best = _column([255 * policy.keeps_best for policy in policies])
        self.room = _column([min(rules.limit - lost, NEVER) for lost in lives])
        """The lives that each seat has left before it is at the limit."""
        self.poor = _mask(self.room == (1 if rules.pelt else 0))
        """Who is in pelt (T23)."""
        self.contested = bool(self.poor.any() or (self.knocks_from < NEVER).any())
        """May anybody knock or be asked to fold?"""
        self.steps: list[Step] = []
        self.look_on = look_on

        bits = chunk_generator(seed, chunk)
        dealt = deal_cards(bits, PACK.size, PACK.size if any(self.exchanges) else HAND_SIZE * players, CHUNK)
        self.luck = below(bits, [CHOICES] * HAND_SIZE * players, CHUNK).reshape(HAND_SIZE, players, CHUNK)
        """Of c legal cards in a trick a seat plays number luck * c // 12."""
        self.hands = dealt[: HAND_SIZE * players].reshape(HAND_SIZE, players, CHUNK)
        self.alive = np.full((players, CHUNK), 255, np.uint8)
        self.leads, self.last_knocker, self.lost = (np.zeros_like(self.alive) for _ in range(3))
        self.stake = np.ones(CHUNK, np.uint8)
        self.over = np.zeros(CHUNK, np.uint8)
        """Where only one seat is left in the deal (TA21)."""

        self._exchange(dealt[HAND_SIZE * players :].reshape(-1, HAND_SIZE, CHUNK))
        hands = self.hands
        self._judge_pelt()
        tricks = np.stack([self._trick(left) for left in range(HAND_SIZE, 0, -1)])
        winner = np.where(self.over, self.alive, self.leads)
        self.lost |= self.alive & ~winner & np.minimum(self.stake, self.room)  # T13, T35, TA18
        self.deals = Deals(hands, tricks, _number(winner), self.stake, self.lost)

    # Before the play: T4, T5, TA2, TA3, then T24 to T26, TA25, TA27.

    def _exchange(self, stock: Numbers) -> None:
        """Seat after seat exchanges a low hand, as long as the stock serves."""
        used = np.zeros(CHUNK, np.intp)
        most = self.rules.max_exchanges
        for seat in np.flatnonzero(self.exchanges):
            for _ in range(len(stock) if most is None else min(most, len(stock))):
                low = may_exchange(self.hands[:, seat]) & (used < len(stock))
                where = np.flatnonzero(low)
                self.hands[:, seat, where] = stock[used[where], :, where].T
                used += low
                who = np.zeros_like(self.alive)
                who[seat] = _mask(low)
                self._note("exchange", who)

    def _judge_pelt(self) -> None:
        """The first in pelt leads, the stake is two, and those who are not in pelt stay or fold."""
        poor = np.flatnonzero(self.poor)
        self.leads[poor[0] if poor.size else 0] = 255
        if poor.size:
            self.stake += 1
            self._answer(self.leads, _worth(self.hands, HAND_SIZE), ~self.poor)

    # The play: T9 to T12, T22, T32, T33, TA23, TA24.

    def _trick(self, left: int) -> Numbers:
        """Play a trick with so many cards left in each hand; the number of its winner."""
        if self.contested:
            self._ask_for_knocks(self.leads, _worth(self.hands, left))
            self.leads = _first(self.leads, self.alive) & ~self.over
        luck, leads, held = self.luck[left - 1], self.leads, self.hands != GONE
        hand = np.bitwise_or.reduce(self.hands & leads, axis=1)
        lead = self._choose(hand, hand != GONE, _joined(luck & leads), _joined(self.keeps_best & leads))
        led = _joined(hand & lead)
        # The others follow suit if they can; the leader is held to the very card that he has chosen.
        legal = ((self.hands ^ led) & (leads | SUIT)) == 0
        legal |= held & ~legal.any(axis=0)
        chosen = self._choose(self.hands, legal, luck, self.keeps_best)
        table = _joined(self.hands & chosen)
        rest = self.hands | chosen
        if self.contested or self.look_on:
            options = np.where(legal | (held & (leads > 0)), self.hands, GONE)
            self._go_round(left, rest, table, options)
        self.hands = rest
        self.leads = self._winner(table, led)
        return _number(self.leads) | self.over

    def _go_round(self, left: int, rest: Numbers, table: Numbers, options: Numbers) -> None:
        """The cards go down one after the other; before each there may be knocks (the first has had his)."""
        before, after = _worth(self.hands, left), _worth(rest, left - 1)
        turn = due = played = self.leads
        self._note("play", due, self._may_knock(due), table, options)
        for _ in range(len(turn) - 1):
            turn, played = _left(turn), played | due
            due = turn & self.alive & ~self.over
            self._ask_for_knocks(due, np.where(played, after, before))
            due = turn & self.alive & ~self.over
            self._note("play", due, self._may_knock(due), table, options)

    def _winner(self, table: Numbers, led: Numbers) -> Numbers:
        """The mask of who wins a trick: the best card of the suit led, among those still in."""
        if self.contested:
            table = table | ~self.alive
            followed = _joined(_mask((table ^ led) <= RANK))
            led = np.where(followed, led, _joined(table & _first(self.leads, self.alive)))  # TA23
        best = (table | _mask((table ^ led) > RANK)).min(axis=0)
        return _mask(table == best) & self.alive & ~self.over

    def _choose(self, cards: Numbers, legal: Truths, luck: Numbers, keeps_best: Numbers) -> Numbers:
        """The mask of the one card that is played, by place in the hand."""
        skip = np.add.reduce(legal.view(np.uint8), axis=0, dtype=np.uint8)
        skip *= luck
        skip //= CHOICES
        chosen = np.empty_like(legal)
        for place in range(HAND_SIZE):
            np.logical_and(legal[place], skip == 0, out=chosen[place])
            skip -= legal[place].view(np.uint8)  # Below 0 it goes on from 255.
        if not self.keeps_best.any():
            return _mask(chosen)
        weakness = (((cards & RANK) << 2 | cards >> 3) + 1) & _mask(legal)
        weakest = legal & (weakness == weakness.max(axis=0))
        return _mask(np.where(keeps_best, weakest, chosen))

    # Knocking: T14 to T17, T29, T30, TA13 to TA22.

    def _may_knock(self, due: Numbers) -> Numbers:
        may = self.alive & ~self.last_knocker & _joined(due)
        if self.rules.knock_timing == "own_turn":
            may &= due
        if self.rules.knock_cap == "knocker":
            may &= _mask(self.stake < self.room)
        return may

    def _ask_for_knocks(self, due: Numbers, worth: Numbers) -> None:
        """Ask from the seat that is due, and after a knock and its answers from the knocker's left."""
        first = due
        while True:
            may = self._may_knock(due)
            knocks = _mask((worth >= self.knocks_from + self.stake - 1) & (worth != NEVER)) & may
            knocker = _first(first, knocks)
            if not knocker.any():
                return
            self._note("knock", knocker, may)
            raised = _joined(knocker)
            self.stake += raised & 1
            self.last_knocker = np.where(raised, knocker, self.last_knocker)
            first = np.where(raised, _left(knocker), first)
            self._answer(knocker, worth)

    def _answer(self, asker: Numbers, worth: Numbers, asked: Numbers | None = None) -> None:
        """The others stay or fold, from the asker's left; who folds loses the stake as it was before."""
        turn = asker
        for _ in range(len(asker) - 1):
            turn = _left(turn)
            answers = turn & self.alive if asked is None else turn & self.alive & asked
            stays = answers & _mask(worth >= self.stays_from)
            folds = answers & ~stays
            self._note("stay", stays)
            self._note("fold", folds)
            self.alive &= ~folds
            self.lost |= folds & np.minimum(self.stake - 1, self.room)
        self.over = _mask(np.count_nonzero(self.alive, axis=0) == 1)

    def _note(
        self,
        verb: str,
        seats: Numbers,
        may_knock: Numbers | None = None,
        cards: Numbers | None = None,
        legal: Numbers | None = None,
    ) -> None:
        if self.look_on:
            self.steps.append(Step(verb, seats, may_knock, cards, legal))


def _worth(hands: Numbers, left: int) -> Numbers:
    """What each hand is worth with so many cards left; `NEVER` stands for a seat with none."""
    if left == 0:
        return np.full_like(hands[0], NEVER)
    best = second = np.zeros_like(hands[0])
    for card in hands:
        strength = ~card & RANK  # of GONE it is 0
        second = np.maximum(second, np.minimum(best, strength))
        best = np.maximum(best, strength)
    worth: Numbers = best + (second if left > 1 else best)
    return worth


def _left(seats: Numbers) -> Numbers:
    """The same one seat further clockwise."""
    return np.concatenate((seats[-1:], seats[:-1]))


def _first(start: Numbers, among: Numbers) -> Numbers:
    """The mask of the first among some seats, clockwise from one seat."""
    found = start & among
    turn = start
    for _ in range(len(start) - 1):
        turn = _left(turn)
        found |= turn & among & ~_joined(found)
    return found


def _mask(truths: Truths) -> Numbers:
    """255 where it is so and 0 where it is not."""
    mask: Numbers = np.negative(truths.view(np.uint8))
    return mask


def _joined(rows: Numbers) -> Numbers:
    """What stands in one row, the others being 0."""
    joined: Numbers = np.bitwise_or.reduce(rows, axis=0)
    return joined


def _number(seat: Numbers) -> Numbers:
    """The number of the one seat in a mask."""
    return _joined(seat & np.arange(len(seat), dtype=np.uint8)[:, None])


def _column(values: list[int]) -> Numbers:
    """A row for each seat, the same in all deals."""
    return np.array(values, np.uint8)[:, None]


def _check(rules: ToepenRules, policies: Sequence[Policy], lives: Sequence[int]) -> None:
    for name, given in (("policies", policies), ("lives", lives)):
        if len(given) != rules.players:
            raise Refused(name, f"{len(given)} are given, but there are {rules.players} seats.")
    for lost in lives:
        check_number("lives", lost, 0, rules.limit - 1)
    for policy in policies:
        for worth in (policy.knocks_from, policy.stays_from):
            if worth is not None and not 0 <= worth <= BEST_HAND + 1:
                raise Refused("policies", f"No hand is worth {worth}; right would be 0 to {BEST_HAND + 1}.")


# Hands of many deals: arrays whose first axis is the place in the hand.


def may_exchange(hand: Numbers) -> Truths:
    """Does the hand hold nothing but aces, kings, queens and jacks (T4)?"""
    honest: Truths = ((hand & LOW) != 0).all(axis=0)
    return honest


def is_void(hand: Numbers, suit: Suit) -> Truths:
    """Does the hand hold no card of the suit?"""
    void: Truths = (hand >> 3 != list(Suit).index(suit)).all(axis=0)
    return void


def count_rank(hand: Numbers, rank: Rank) -> Numbers:
    """How many cards of the rank the hand holds.

    >>> jacks = count_rank(play_deals(10_000, seed=1).hands, Rank.JACK)
    >>> jacks.shape
    (4, 10000)
    """
    counts: Numbers = ((hand & RANK) == PACK.ranks.split().index(rank)).sum(axis=0, dtype=np.uint8)
    return counts
