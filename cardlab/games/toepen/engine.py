"""The engine of Toepen: what lies open, the whole state with its moves, and what a seat sees.

Read it beside rules.md: the phases of a deal follow each other as TA40 says, and each method names the
clauses that it carries out. The lists `exchanging`, `announcing` and `waiting` hold the seats that still
have to be asked, the next one first.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from cardlab.cards import Card, Rank, remove_cards, show_cards, shuffled, sort_cards
from cardlab.game import RuleViolation, Scene, State, Table, View, put
from cardlab.games.toepen.layout import layout
from cardlab.games.toepen.resample import unseen_cards
from cardlab.games.toepen.rules import HAND_SIZE, ORDER, PACK, ToepenRules, is_honest
from cardlab.notation import DEAL, Action, Event
from cardlab.tricks import Play, may_play, suit_led, trick_winner


@dataclass(frozen=True, kw_only=True, repr=False)
class ToepenTable(Table):
    """What lies open at a table of Toepen."""

    rules: ToepenRules
    dealer: int
    lives: tuple[int, ...]
    """Lives lost in this rubber, the strokes on the slate (T41)."""
    alive: tuple[int, ...]
    """The seats still in the deal, neither folded nor out, in the order of their numbers."""
    can_whistle: tuple[bool, ...]
    rubbers: tuple[int, ...]
    """Rubbers won in this match."""
    rounds_owed: tuple[int, ...]
    exchanging: tuple[int, ...] = ()
    """The seats that may still exchange, the one that decides (or is being doubted) first."""
    exchanges: tuple[int, ...]
    """How often each seat has exchanged in this deal."""
    turned_up: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """Old hands that a challenge has turned face up, each with its seat."""
    announced: tuple[tuple[int, str], ...] = ()
    waiting: tuple[int, ...] = ()
    """The seats that have to answer a question put to all: challenge, pelt, or a knock."""
    stake: int = 1
    last_knocker: int | None = None
    leader: int | None = None
    trick: tuple[Play, ...] = ()
    tricks: tuple[int, ...] = ()
    """Who won each finished trick."""
    deal_winner: int | None = None
    rubber_winners: tuple[int, ...] = ()
    kings: tuple[int, ...] = ()

    @property
    def eliminated(self) -> tuple[int, ...]:
        """The seats at the limit, out of this rubber (T18)."""
        limit = self.rules.limit
        return tuple([seat for seat, lost in enumerate(self.lives) if lost >= limit])

    @property
    def in_pelt(self) -> tuple[int, ...]:
        """The seats in the deal that are one life from the limit (T23)."""
        if not self.rules.pelt:
            return ()
        last = self.rules.limit - 1
        return tuple([seat for seat in self.alive if self.lives[seat] == last])

    def alive_from(self, first: int) -> tuple[int, ...]:
        """The seats still in the deal, clockwise from the given seat."""
        first %= len(self.seats)
        later = [seat for seat in self.alive if seat >= first]
        return tuple(later + [seat for seat in self.alive if seat < first])

    @property
    def due(self) -> int | None:
        """In the play the seat whose card is due; None when everybody in the deal has played (T9, T22)."""
        if not self.trick:
            return self.leader
        played = [seat for seat, _ in self.trick]
        rest = [seat for seat in self.alive_from(played[-1]) if seat not in played]
        return rest[0] if rest else None


@dataclass(frozen=True, kw_only=True, repr=False)
class ToepenState(ToepenTable, State):
    """The whole truth of a match of Toepen, from the first deal to the king.

    >>> from cardlab.game import new_game
    >>> state = new_game("toepen", seed=1, seats=["Ann", "Ben", "Cas", "Dee"])
    >>> [action.verb for action in state.legal_actions()]
    ['keep', 'exchange']
    >>> print(state.why_illegal("Ben knocks").case)
    Knocking begins when the first lead is due.
    """

    hands: tuple[tuple[Card, ...], ...]
    """Always sorted, so that their order tells nothing of the deal."""
    stock: tuple[Card, ...]
    discards: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """The hands laid aside in exchanges of this deal, each with its seat."""
    announcing: tuple[int, ...] = ()
    """The seats whose tens and jacks have still to be looked at, the one that is asked first."""

    # ------------------------------------------------------------------------------- whose move it is

    @property
    def to_act(self) -> int | None:
        match self.phase:
            case "play":
                return self.due
            case "exchange":
                return self.exchanging[0]
            case "announce":
                return self.announcing[0]
            case "over":
                return None
        return self.waiting[0]

    @property
    def is_over(self) -> bool:
        return bool(self.kings)

    @property
    def outcome(self) -> tuple[float, ...] | None:
        return tuple(map(float, self.rubbers)) if self.is_over else None

    @property
    def standing(self) -> tuple[float, ...]:
        return tuple([-float(lost) for lost in self.lives])

    def interrupt_order(self) -> tuple[int, ...]:
        if self.phase != "play" or self.due is None:
            return ()
        # TA16: when all have answered a knock, the seat to the knocker's left is asked first.
        answered = next(
            (event for event in reversed(self.log) if event.what in ("stay", "fold", "play")), None
        )
        if self.last_knocker is not None and answered is not None and answered.what != "play":
            return self.alive_from(self.last_knocker + 1)
        return self.alive_from(self.due)

    # --------------------------------------------------------------------------------- what is legal

    def legal_actions(self, seat: int | str | None = None) -> tuple[Action, ...]:
        due = self.to_act
        seat = due if seat is None else self.seat_number(seat)
        if seat is None:
            return () if self.is_over else (DEAL,)
        if self.phase == "play":
            knock = () if self._why_no_knock(seat) else (Action(seat, "knock"),)
            if seat != due:
                return knock
            led = suit_led(self.trick)
            return tuple([Action(seat, "play", (card,)) for card in may_play(self.hands[seat], led)]) + knock
        if seat != due:
            return ()
        match self.phase:
            case "exchange":
                verbs = ["keep", "exchange"]
            case "challenge":
                verbs = ["accept", "challenge"]
            case "announce":
                verbs = ["silent", "stand" if self._count(seat, Rank.JACK) == 4 else "whistle"]
            case _:
                verbs = ["stay", "fold"]
        return tuple([Action(seat, verb) for verb in verbs])

    def why_illegal(self, action: Action | str) -> RuleViolation | None:
        seat, verb, cards, _, _ = self.read(action)
        if seat is None:
            return self._why_no_deal()
        if self.phase == "over":
            return self._no("T13", "The deal is over.")
        if seat not in self.alive:
            return self._no("T18" if seat in self.eliminated else "TA20", "You are no longer in this deal.")
        match verb:
            case "play":
                return self._why_not_play(seat, cards)
            case "knock":
                return self._why_no_knock(seat)
            case "stay" | "fold":
                return self._why_no_answer(seat)
            case "exchange" | "keep":
                return self._why_no_exchange(seat)
            case "challenge" | "accept":
                return self._why_no_challenge(seat)
        return self._why_no_announcement(seat, verb)

    def _no(self, clause: str, case: str) -> RuleViolation:
        return RuleViolation("toepen", clause, case)

    def _why_no_deal(self) -> RuleViolation | None:
        if self.phase != "over":
            return self._no("T20", "The deal is still being played.")
        if self.is_over:
            return self._no("T47", "There is a king; the match has ended.")
        return None

    def _why_no_exchange(self, seat: int) -> RuleViolation | None:
        """T4, T5, TA2, TA3, TA40."""
        if self.phase == "exchange":
            if seat == self.to_act:
                return None
            asked = self.seats[self.exchanging[0]]
            if seat not in self.exchanging:
                return self._no("TA2", f"You have been asked already; now it is {asked} who is asked.")
            return self._no("TA2", f"{asked} is asked first.")
        if self.phase == "challenge":
            return self._no("TA5", "The last exchange may still be challenged.")
        return self._no("TA40", "The time for exchanges is over.")

    def _why_no_challenge(self, seat: int) -> RuleViolation | None:
        """T6, TA5."""
        if self.phase != "challenge":
            return self._no("T6", "Nobody has just exchanged.")
        if seat == self.exchanging[0]:
            return self._no("T6", "It is your own exchange.")
        if seat != self.waiting[0]:
            return self._no("TA5", f"{self.seats[self.waiting[0]]} is asked first.")
        return None

    def _why_no_announcement(self, seat: int, verb: str) -> RuleViolation | None:
        """T36 to T39, TA35, TA41, TA43; tens are announced by the table itself."""
        if self.phase != "announce" or seat != self.to_act:
            return self._no("TA35", "You are not being asked for an announcement.")
        four = self._count(seat, Rank.JACK) == 4
        if verb == "stand" and not four:
            return self._no("T39", "You hold three jacks; standing up needs four.")
        if verb == "whistle" and four:
            return self._no("TA41", "You hold four jacks: you may stand up or stay silent.")
        return None

    def _why_no_answer(self, seat: int) -> RuleViolation | None:
        """T17, T26, TA14, TA19."""
        if self.phase not in ("answer", "pelt"):
            return self._no("TA19", "Nobody has raised the stake.")
        if seat != self.waiting[0]:
            if seat in self.waiting:
                clause = "TA14" if self.phase == "answer" else "TA27"
                return self._no(clause, f"{self.seats[self.waiting[0]]} answers first.")
            if self.phase == "pelt" and seat in self.in_pelt:
                return self._no("T26", "You are in pelt; only the others decide.")
            return self._no("TA14", "You have nothing to answer.")
        return None

    def _why_no_knock(self, seat: int) -> RuleViolation | None:
        """T14, T29, T30, TA13, TA15, TA16, TA17."""
        if self.phase == "answer":
            return self._no("TA16", "A knock has still to be answered, with stay or fold.")
        if self.phase != "play":
            return self._no("TA13", "Knocking begins when the first lead is due.")
        if seat not in self.alive:
            return self._no("TA20", "You are no longer in this deal.")
        if self.rules.knock_timing == "own_turn" and seat != self.due:
            return self._no("TA13", "It is not your turn, and here one knocks on turn only.")
        if seat == self.last_knocker:
            return self._no("TA15", "You knocked last; somebody else has to knock first.")
        lost, limit = self.lives[seat], self.rules.limit
        if self.rules.knock_cap == "knocker" and lost + self.stake + 1 > limit:
            return self._no(
                "T29" if lost == limit - 1 else "T30",
                f"You have lost {lost} and the stake would be {self.stake + 1}; together more than {limit}.",
            )
        return None

    def _why_not_play(self, seat: int, cards: tuple[Card, ...]) -> RuleViolation | None:
        """T9, T32, TA37."""
        if self.phase != "play":
            if self.phase == "answer":
                return self._no("TA14", "First the knock has to be answered.")
            first = "; first the hand is exchanged or kept" if self.phase == "exchange" else ""
            return self._no("TA40", f"The play has not begun{first}.")
        if seat != self.due:
            whose = "" if self.due is None else f"{self.seats[self.due]} is to play."
            return self._no("T9", f"It is not your turn. {whose}")
        if len(cards) != 1:
            return self._no("T9", "One plays one card at a time.")
        hand, led = self.hands[seat], suit_led(self.trick)
        if cards[0] not in hand:
            return self._no("T9", f"You do not hold {cards[0]}.")
        follow = may_play(hand, led)
        if cards[0] not in follow and led is not None:
            held = " and ".join(
                [", ".join(map(str, follow[:-1])), str(follow[-1])] if follow[1:] else [str(follow[0])]
            )
            return self._no("T32", f"You hold {held}, and {led.name.lower()} were led.")
        return None

    # --------------------------------------------------------------------------------- what happens

    def _after(self, action: Action) -> Self:
        seat = action.seat
        if seat is None:
            return self._new_deal()
        new = self._with(moves=(*self.moves, action))
        match action.verb:
            case "play":
                return new._play(seat, action.cards[0])
            case "knock":
                return new._knock(seat)
            case "stay":
                return new._see("stay", seat, waiting=self.waiting[1:])._go_on()
            case "fold":
                return new._fold(seat)
            case "keep":
                return new._see("keep", seat, exchanging=self.exchanging[1:])._next_exchange()
            case "exchange":
                return new._exchange(seat)
            case "accept":
                new = new._see("accept", seat, waiting=self.waiting[1:])
                return new if new.waiting else new._next_exchange()
            case "challenge":
                return new._challenge(seat)
        return new._announce(seat, action.verb)

    def _see(
        self,
        what: str,
        seat: int | None = None,
        cards: tuple[Card, ...] = (),
        number: int | None = None,
        other: int | None = None,
        **changes: Any,
    ) -> Self:
        """Everybody sees something happen, and with it some fields change."""
        return self._with(log=(*self.log, Event(what, seat, cards, number, other)), **changes)

    def _lose(self, seat: int, number: int) -> Self:
        """Strokes on the slate; at the limit the seat is out and owes a round (T18, T27, TA18, TA38)."""
        limit = self.rules.limit
        new = self._with(lives=put(self.lives, seat, min(limit, self.lives[seat] + number)))
        if new.lives[seat] < limit:
            return new
        return new._see(
            "out",
            seat,
            number=limit,
            alive=tuple([other for other in self.alive if other != seat]),
            rounds_owed=put(self.rounds_owed, seat, self.rounds_owed[seat] + 1),
        )

    # The exchange: T4 to T8, TA2 to TA11.

    def _exchange(self, seat: int) -> Self:
        return self._see(
            "exchange",
            seat,
            phase="challenge",
            hands=put(self.hands, seat, sort_cards(self.stock[:HAND_SIZE], ORDER)),
            stock=self.stock[HAND_SIZE:],
            discards=(*self.discards, (seat, self.hands[seat])),
            exchanges=put(self.exchanges, seat, self.exchanges[seat] + 1),
            waiting=self.alive_from(seat)[1:],
        )

    def _challenge(self, seat: int) -> Self:
        exchanger, old = self.discards[-1]
        loser, what = (seat, "honest") if is_honest(old) else (exchanger, "bluff")
        penalty = self.rules.challenge_penalty
        turned_up = (*self.turned_up, (exchanger, old))
        new = self._see("challenge", seat, old, other=exchanger, turned_up=turned_up, waiting=())
        return new._see(what, loser, number=penalty)._lose(loser, penalty)._next_exchange()

    def _may_exchange(self, seat: int) -> bool:
        most = self.rules.max_exchanges
        return (
            seat in self.alive
            and len(self.stock) >= HAND_SIZE
            and (most is None or self.exchanges[seat] < most)
        )

    def _next_exchange(self) -> Self:
        """Ask the same seat again after an exchange, else the next; then the announcements (TA2, TA40)."""
        if len(self.alive) == 1:
            return self._end_deal(self.alive[0], "walkover")
        rest = self.exchanging
        while rest and not self._may_exchange(rest[0]):
            rest = rest[1:]
        if rest:
            return self._with(phase="exchange", exchanging=rest)
        announcing = self.alive_from(self.dealer + 1) if self.rules.announcements else ()
        return self._with(exchanging=(), announcing=announcing)._next_announcement()

    # Announcements: T36 to T40, TA35, TA36, TA41, TA43.

    def _count(self, seat: int, rank: Rank) -> int:
        return sum([card.rank is rank for card in self.hands[seat]])

    def _next_announcement(self) -> Self:
        for place, seat in enumerate(self.announcing):
            tens = self._count(seat, Rank.TEN)
            if tens >= 3:
                new = self._with(announcing=self.announcing[place:])
                return new._announce(seat, "stand" if tens == 4 else "whistle")
            if self._count(seat, Rank.JACK) >= 3:
                return self._with(announcing=self.announcing[place:], phase="announce")
        return self._with(announcing=())._judge_pelt()

    def _announce(self, seat: int, verb: str) -> Self:
        rest = self.announcing[1:]
        if verb == "silent":  # It is not public: nobody is to know that he was asked (TA35).
            return self._with(announcing=rest)._next_announcement()
        what = "sing" if verb == "whistle" and not self.can_whistle[seat] else verb
        announced = (*self.announced, (seat, what))
        return self._see(what, seat, announced=announced, announcing=rest)._next_announcement()

    # Pelt: T23 to T26, TA12, TA25 to TA28; then the first lead: T21, T31.

    def _judge_pelt(self) -> Self:
        seats, poor = self.alive_from(self.dealer + 1), self.in_pelt
        leader = next((seat for seat in seats if seat in poor), seats[0])
        new = self
        if poor:
            rest = tuple([seat for seat in self.alive_from(leader) if seat not in poor])
            new = self._see("pelt", leader, number=2, stake=2, waiting=rest)
        return new._see("lead", leader, leader=leader, phase="pelt")._go_on()

    # Knock, stay, fold: T14 to T17, TA13 to TA24.

    def _knock(self, seat: int) -> Self:
        stake = self.stake + 1
        rest = self.alive_from(seat)[1:]
        return self._see(
            "knock", seat, number=stake, phase="answer", stake=stake, last_knocker=seat, waiting=rest
        )

    def _fold(self, seat: int) -> Self:
        before = self.stake - 1  # TA20: the stake before the knock (or before the pelt was raised, T26).
        rest = tuple([other for other in self.alive if other != seat])
        new = self._see("fold", seat, number=before, waiting=self.waiting[1:], alive=rest)
        if not new.trick and new.leader == seat:
            new = new._with(leader=new.alive_from(seat)[0])  # TA24
        new = new._lose(seat, before)
        if len(new.alive) == 1:
            return new._end_deal(new.alive[0], "walkover")  # TA21, TA28
        return new._go_on()

    def _go_on(self) -> Self:
        """Ask the next one who has to answer; when all have, play on."""
        if self.waiting:
            return self
        new = self._with(phase="play")
        return new._end_trick() if new.due is None else new

    # The play: T9 to T13, T20, T22, T31 to T35.

    def _play(self, seat: int, card: Card) -> Self:
        hand = remove_cards(self.hands[seat], [card])
        trick = (*self.trick, (seat, card))
        new = self._see("play", seat, (card,), hands=put(self.hands, seat, hand), trick=trick)
        return new._end_trick() if new.due is None else new

    def _end_trick(self) -> Self:
        winner = trick_winner(self.trick, ORDER, self.alive)
        new = self._see("trick", winner, trick=(), tricks=(*self.tricks, winner), leader=winner)
        return new if new.hands[winner] else new._end_deal(winner, "win")

    def _end_deal(self, winner: int, how: str) -> Self:
        """The others still in pay the stake; the winner deals next (T13, T20, T34, T35)."""
        new = self._see(
            how, winner, phase="over", waiting=(), exchanging=(), deal_winner=winner, dealer=winner
        )
        for seat in self.alive:
            if seat != winner:
                new = new._see("pay", seat, number=self.stake)._lose(seat, self.stake)
        return new._with(alive=self.alive)._judge_rubber()

    def _judge_rubber(self) -> Self:
        """T28, T47, TA29, TA34, TA42."""
        out = self.eliminated
        left = [seat for seat in range(len(self.seats)) if seat not in out]
        if self.rules.rubber == "last_standing":
            winners = left if len(left) == 1 else []
        else:
            fewest = min(self.lives)
            winners = [seat for seat in left if self.lives[seat] == fewest] if out else []
        new = self
        for seat in winners:
            new = new._see("rubber", seat, rubbers=put(new.rubbers, seat, new.rubbers[seat] + 1))
        kings = tuple([seat for seat in winners if new.rubbers[seat] >= self.rules.king_after])
        for seat in kings:
            new = new._see("king", seat)
        return new._with(rubber_winners=tuple(winners), kings=kings)

    def _new_deal(self) -> Self:
        """T1, T3, T20, T28, TA32, TA33."""
        deal, players = self.deal + 1, len(self.seats)
        lives = (0,) * players if self.rubber_winners else self.lives
        alive = tuple([seat for seat in range(players) if lives[seat] < self.rules.limit])
        hands, stock = deal_cards(self.seed, deal, players, alive, self.dealer)
        return self._with(
            deal=deal,
            past=(*self.past, self.moves),
            moves=(),
            lives=lives,
            alive=alive,
            hands=hands,
            stock=stock,
            discards=(),
            exchanges=(0,) * players,
            turned_up=(),
            announced=(),
            announcing=(),
            stake=1,
            last_knocker=None,
            leader=None,
            trick=(),
            tricks=(),
            deal_winner=None,
            rubber_winners=(),
            log=(Event("deal", self.dealer),),
        )._start_exchange()

    def _start_exchange(self) -> Self:
        return self._with(exchanging=self.alive_from(self.dealer + 1))._next_exchange()

    # ------------------------------------------------------------------------------ what others are told

    def view(self, seat: int | str | None) -> ToepenView:
        seat = None if seat is None else self.seat_number(seat)
        asked = self.to_act
        if self.phase == "announce" and seat != asked:
            asked = None  # TA35: that a seat is asked would tell its jacks.
        return self._open_as(
            ToepenView,
            seat=seat,
            to_act=asked,
            hand=() if seat is None else self.hands[seat],
            legal=() if seat is None else self.legal_actions(seat),
            held=tuple(map(len, self.hands)),
            stock_count=len(self.stock),
            own_discards=tuple(old for owner, old in self.discards if owner == seat),
        )

    def facts(self) -> dict[str, Any]:
        def name(seat: int | None) -> str | None:
            return None if seat is None else self.seats[seat]

        def one_or_list(seats: tuple[int, ...]) -> Any:
            return name(seats[0]) if len(seats) == 1 else [name(seat) for seat in seats] or None

        def by_seat(values: tuple[int, ...]) -> dict[str, int]:
            return dict(zip(self.seats, values, strict=True))

        return {
            "phase": self.phase,
            "to_act": name(self.to_act),
            "stake": self.stake,
            "lives": by_seat(self.lives),
            "in": [name(seat) for seat in self.alive],
            "trick": [[name(seat), str(card)] for seat, card in self.trick],
            "tricks": [name(seat) for seat in self.tricks],
            "deal_winner": name(self.deal_winner),
            "dealer": name(self.dealer),
            "leader": name(self.leader),
            "eliminated": [name(seat) for seat in self.eliminated],
            "rubber_winner": one_or_list(self.rubber_winners),
            "rubbers": by_seat(self.rubbers),
            "rounds_owed": by_seat(self.rounds_owed),
            "king": one_or_list(self.kings),
            "announced": [[name(seat), what] for seat, what in self.announced],
            "hands": {name(seat): show_cards(hand) for seat, hand in enumerate(self.hands)},
            "stock_count": len(self.stock),
            "public": {name(seat): show_cards(old) for seat, old in self.turned_up},
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class ToepenView(ToepenTable, View):
    """What one seat of Toepen knows: the table, its own hand, and the hands that it laid aside."""

    held: tuple[int, ...]
    """How many cards each seat holds."""
    stock_count: int
    own_discards: tuple[tuple[Card, ...], ...] = ()

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that this seat has not seen in this deal, in the order of the pack."""
        old = [card for _, hand in self.turned_up for card in hand]
        own = [card for hand in self.own_discards for card in hand]
        played = [card for event in self.log if event.what == "play" for card in event.cards]
        seen = {*self.hand, *own, *old, *played}
        return tuple(card for card in PACK.cards if card not in seen)

    def scene(self) -> Scene:
        return layout(self)

    def resample(self, rng: Random) -> ToepenState:
        return self._open_as(ToepenState, **unseen_cards(self, rng))


def deal_cards(
    seed: int, deal: int, players: int, alive: tuple[int, ...], dealer: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Four cards to each seat in the deal, singly, from the dealer's left; the rest is the stock (T1, T3)."""
    deck = shuffled(PACK.cards, Random(f"{seed}:{deal}"))
    order = [seat % players for seat in range(dealer + 1, dealer + 1 + players) if seat % players in alive]
    hands: list[tuple[Card, ...]] = [()] * players
    for place, seat in enumerate(order):
        hands[seat] = sort_cards(deck[place : HAND_SIZE * len(order) : len(order)], ORDER)
    return tuple(hands), deck[HAND_SIZE * len(order) :]
