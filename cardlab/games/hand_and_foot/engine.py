"""The engine of Hand and Foot: the whole state with its moves, and what a seat sees.

Read it beside rules.md. A turn is drawn or taken (phase ``draw``), then melded and discarded (``meld``);
while a partner is asked for leave to go out the phase is ``ask``. What lies open is in table.py, what a
lay-down may be in laying.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import islice
from random import Random
from typing import Any, Self, TypeVar

from cardlab.cards import Card, remove_cards, show_cards, shuffled
from cardlab.game import RuleViolation, Scene, State, View
from cardlab.games.hand_and_foot.laying import (
    MOST_OFFERED,
    discard_offers,
    lay,
    no,
    offers,
    red_threes_of,
    take_offers,
    why_not_held,
    why_not_out,
    why_not_taken,
    why_too_few_left,
    why_too_low,
)
from cardlab.games.hand_and_foot.layout import layout
from cardlab.games.hand_and_foot.resample import MOST_TRIES, unseen_cards
from cardlab.games.hand_and_foot.rules import DRAWN, STANDSTILL, VERBS, is_red_three, is_wild, sort_hand
from cardlab.games.hand_and_foot.scoring import count_books, score_round, top_of_book
from cardlab.games.hand_and_foot.table import HandAndFootTable
from cardlab.melds import BOOK
from cardlab.notation import DEAL, Action, Event
from cardlab.refused import Refused

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, repr=False)
class HandAndFootState(HandAndFootTable, State):
    """The whole truth of a match of Hand and Foot, from the first round to the last.

    >>> from cardlab.game import new_game
    >>> state = new_game("hand_and_foot", seed=1, seats=["Ann", "Ben", "Cas", "Dee"])
    >>> state.seats[state.to_act], [action.verb for action in state.legal_actions()]
    ('Dee', ['draw'])
    >>> print(state.why_illegal("Ann draws").case)
    It is the turn of Dee.
    """

    hands: tuple[tuple[Card, ...], ...]
    """What each seat holds: the hand or, once it is taken up, the foot; always sorted."""
    feet: tuple[tuple[Card, ...], ...]
    """The feet not taken up yet."""
    stock: tuple[Card, ...]
    """The top card first."""
    pile: tuple[Card, ...]
    """The top card last."""

    # ------------------------------------------------------------------------------- whose move it is

    @property
    def to_act(self) -> int | None:
        match self.phase:
            case "over":
                return None
            case "ask":
                return self.partners(self.turn)[0]
        return self.turn

    @property
    def is_over(self) -> bool:
        return bool(self.winners)

    @property
    def outcome(self) -> tuple[float, ...] | None:
        return self.standing if self.is_over else None

    @property
    def standing(self) -> tuple[float, ...]:
        return tuple([float(self.totals[team]) for team in self.rules.team_of])

    @property
    def top(self) -> Card | None:
        """The top card of the pile."""
        return self.pile[-1] if self.pile else None

    # --------------------------------------------------------------------------------- what is legal

    def legal_actions(self, seat: int | str | None = None) -> tuple[Action, ...]:
        seat = self.to_act if seat is None else self.seat_number(seat)
        if seat is None:
            return () if self.is_over else (DEAL,)
        if seat != self.to_act:
            return ()
        hand = self.hands[seat]
        if self.phase == "ask":
            return Action(seat, "allow"), Action(seat, "refuse")
        ask = () if self._why_not_ask(seat) else (Action(seat, "ask"),)
        if self.phase == "draw":
            draw = (Action(seat, "draw"),) if self._can_draw else ()
            return (*draw, *self._legal_lays(seat, take_offers(self, seat, hand, self.top)), *ask)
        discards = [move for move in discard_offers(seat, hand) if self._why_not_discard(seat, move) is None]
        return (*self._legal_lays(seat, offers(self, seat, hand)), *ask, *discards)

    def _legal_lays(self, seat: int, offered: Iterator[Action]) -> tuple[Action, ...]:
        """Those that are legal, the first fifty of them."""
        legal = (move for move in offered if self._why_not_lay(seat, move) is None)
        return tuple(islice(legal, MOST_OFFERED))

    def why_illegal(self, action: Action | str) -> RuleViolation | None:
        action = self.read(action)
        seat, verb = action.seat, action.verb
        if seat is None:
            return self._why_no_deal()
        if self.phase == "over":
            return no("H47", "The round is over.")
        if seat != self.to_act:
            return self._why_not_yours(seat)
        if self.phase not in VERBS[verb].phases:
            return self._why_not_now(verb)
        match verb:
            case "draw":
                return None if self._can_draw else no("HA41", "Without a stock you must take the pile.")
            case "discard":
                return self._why_not_discard(seat, action)
            case "ask":
                return self._why_not_ask(seat)
            case "allow" | "refuse":
                return None
        return self._why_not_lay(seat, action)

    def _why_no_deal(self) -> RuleViolation | None:
        if self.phase != "over":
            return no("H47", "The round is still being played.")
        return no("H8", "That was the last round.") if self.is_over else None

    def _why_not_yours(self, seat: int) -> RuleViolation:
        if self.phase == "ask" and seat == self.turn:
            return no("HA44", f"{self.seats[self.partners(seat)[0]]} has to answer first.")
        return no("H32", f"It is the turn of {self.seats[self.turn]}.")

    def _why_not_now(self, verb: str) -> RuleViolation:
        match self.phase, verb:
            case "ask", _:
                return no("HA44", "First answer your partner: allow or refuse.")
            case _, "allow" | "refuse":
                return no("HA44", "Nobody has asked you for leave to go out.")
            case "draw", _:
                return no("H32", "First draw, or take the pile.")
        return no("H34" if verb == "take" else "H32", "You have drawn or taken the pile already.")

    def _why_not_lay(self, seat: int, action: Action) -> RuleViolation | None:
        """The move takes the pile, melds or adds: H9 to H11, H22 to H41, HA11 to HA22, HA28."""
        hand, top, taken = self.hands[seat], None, 0
        if action.verb == "take":
            top, taken = self.top, min(len(self.pile), self.rules.pickup_size) - 1
            why = why_not_taken(hand, action.cards[:2], top)
            if why is not None:
                return why
        cards = _all_cards(action)
        why = why_not_held(hand, cards, "H22")
        if why is not None:
            return why
        try:
            melds = lay(self, seat, action, top)
        except RuleViolation as violation:
            return violation
        return why_too_low(self, seat, action, top) or why_too_few_left(
            self, seat, len(hand) - len(cards) + taken, melds
        )

    def _why_not_discard(self, seat: int, action: Action) -> RuleViolation | None:
        """H32, H45, HA30: the last card of a foot is discarded only in going out."""
        if len(action.cards) > 1:
            return no("H32", "One discards one card.")
        why = why_not_held(self.hands[seat], action.cards, "H32")
        if why is None and self.in_foot[seat] and len(self.hands[seat]) == 1:
            why = why_not_out(self, seat, self.melds_of(seat))
        return why

    def _why_not_ask(self, seat: int) -> RuleViolation | None:
        """HA30, HA44."""
        if self.phase == "draw" and not self._needs_leave_to_take(seat):
            return no("H32", "First draw, or take the pile.")
        if not self.rules.ask_partner:
            return no("HA30", "Here nobody has to ask before going out.")
        if not self.partners(seat):
            return no("HA44", "You have no partner to ask.")
        if not self.in_foot[seat]:
            return no("HA44", "You are still playing your hand and cannot go out.")
        if self.leave is not None:
            return no("HA44", "Your partner has answered in this turn already.")
        return None

    def _needs_leave_to_take(self, seat: int) -> bool:
        """Is there a way to take the pile that only the partner's leave is wanting for (HA44)?"""
        if not self.needs_leave(seat) or self.leave is not None or not self.in_foot[seat]:
            return False
        allowed = self._with(leave=True)
        moves = islice(take_offers(self, seat, self.hands[seat], self.top), MOST_OFFERED)
        return any(
            self._why_not_lay(seat, move) is not None and allowed._why_not_lay(seat, move) is None
            for move in moves
        )

    @property
    def _can_draw(self) -> bool:
        """Is there a stock, or can one be made (HA24, HA43)?"""
        return bool(self.stock) or (self.rules.stock_out == "reshuffle" and len(self.pile) > 1)

    # --------------------------------------------------------------------------------- what happens

    def _after(self, action: Action) -> Self:
        seat = action.seat
        if seat is None:
            return self._new_round()
        new = self._with(moves=(*self.moves, action))
        match action.verb:
            case "draw":
                return new._draw(seat)._with(phase="meld")._go_on()
            case "discard":
                return new._discard(seat, action.cards[0])
            case "ask":
                return new._see("ask", seat, other=self.partners(seat)[0])._with(
                    phase="ask", asked_in=self.phase
                )
            case "allow" | "refuse":
                new = new._see(action.verb, seat)
                new = new._with(phase=self.asked_in, asked_in="", leave=action.verb == "allow")
                return new._go_on() if new.phase == "meld" else new._draw_or_end()
        return new._lay(seat, action)._with(phase="meld")._go_on()

    def _see(
        self,
        what: str,
        seat: int | None = None,
        cards: tuple[Card, ...] = (),
        number: int | None = None,
        other: int | None = None,
    ) -> Self:
        """Everybody sees something happen."""
        return self._with(log=(*self.log, Event(what, seat, cards, number, other)))

    # The stock: H32, H33, HA7 to HA9, HA23, HA43, HA47.

    def _draw(self, seat: int) -> Self:
        new, drawn = self, 0
        while drawn < DRAWN and new._can_draw:
            new, drawn = new._from_stock(seat)._lay_red_threes_aside(seat), drawn + 1
        return new._see("draw", seat, number=drawn)

    def _from_stock(self, seat: int) -> Self:
        """The top card of the stock, which is made of the discards if there is none (HA47)."""
        new = self if self.stock else self._reshuffle()
        hand = sort_hand((*new.hands[seat], new.stock[0]))
        return new._with(hands=_put(new.hands, seat, hand), stock=new.stock[1:])

    def _lay_red_threes_aside(self, seat: int) -> Self:
        """Until there is none; for each a card of the stock, if there is one or one can be made (HA9)."""
        new, team = self, self.rules.team_of[seat]
        while found := red_threes_of(new.hands[seat]):
            new = new._with(
                hands=_put(new.hands, seat, remove_cards(new.hands[seat], found)),
                red_threes=_put(new.red_threes, team, (*new.red_threes[team], *found)),
            )._see("red three", seat, found)
            for _ in found:
                new = new._from_stock(seat) if new._can_draw else new
        return new

    def _reshuffle(self) -> Self:
        times = sum([event.what == "reshuffle" for event in self.log])
        stock = shuffled(self.pile[:-1], Random(f"{self.seed}:{self.deal}:{times}"))
        return self._with(stock=stock, pile=self.pile[-1:])._see("reshuffle", number=len(stock))

    # Laying down: H22 to H44, HA13 to HA22.

    def _lay(self, seat: int, action: Action) -> Self:
        new, team, before = self, self.rules.team_of[seat], self.melds_of(seat)
        hand, taken = remove_cards(self.hands[seat], _all_cards(action)), self.pile[:0]
        if action.verb == "take":
            taken = self.pile[-self.rules.pickup_size :]
            new = new._see("take", seat, taken[-1:], len(taken))
        melds = lay(self, seat, action, taken[-1] if taken else None)
        for place, meld in enumerate(melds):
            if place >= len(before):
                new = new._see("meld", seat, meld)
            elif len(meld) > len(before[place]):
                new = new._see("add", seat, remove_cards(meld, before[place]))
            else:
                continue
            if len(meld) == BOOK:
                new = new._see("dirty" if any(map(is_wild, meld)) else "clean", seat, (top_of_book(meld),))
        if taken[:-1]:
            hand = sort_hand((*hand, *taken[:-1]))  # HA17, HA42
            new = new._see("rest", seat, number=len(taken) - 1)
        return new._with(
            melds=_put(self.melds, team, melds),
            hands=_put(self.hands, seat, hand),
            pile=self.pile[: len(self.pile) - len(taken)],
        )

    # The end of a turn: H42, H43, H46, HA25, HA45, HA46.

    def _go_on(self) -> Self:
        """Within a turn: the foot after the last card melded (HA25), the end for want of a discard (HA46)."""
        new, seat = self, self.turn
        if not new.hands[seat] and not new.in_foot[seat]:
            new = new._take_foot(seat)
        hand = new.hands[seat]
        if new.in_foot[seat] and len(hand) < 2:
            why = why_not_out(new, seat, new.melds_of(seat))
            if not hand or (why is not None and why.clause != "HA44"):
                return new._see("no discard", seat)._next_turn()
        return new

    def _take_foot(self, seat: int) -> Self:
        new = self._with(
            hands=_put(self.hands, seat, sort_hand(self.feet[seat])),
            feet=_put(self.feet, seat, ()),
            in_foot=_put(self.in_foot, seat, True),
        )._see("foot", seat)
        return new._lay_red_threes_aside(seat)  # HA8

    def _discard(self, seat: int, card: Card) -> Self:
        hand = remove_cards(self.hands[seat], [card])
        new = self._with(hands=_put(self.hands, seat, hand), pile=(*self.pile, card))
        new = new._see("discard", seat, (card,))
        if not hand and self.in_foot[seat]:
            return new._with(went_out=seat)._see("out", seat)._end_round()
        return new._next_turn()

    def _next_turn(self) -> Self:
        return self._with(turn=self.clockwise(self.turn)[1], leave=None)._begin_turn()

    def _begin_turn(self) -> Self:
        """The foot after a last discard (HA45), dealt red threes (HA7), the end without a stock (HA24)."""
        seat = self.turn
        new = self._with(phase="draw")
        if not new.hands[seat] and not new.in_foot[seat]:
            new = new._take_foot(seat)
        new = new._lay_red_threes_aside(seat)
        if new._is_standstill():
            return new._see("standstill", number=STANDSTILL)._end_round()
        return new._draw_or_end()

    def _draw_or_end(self) -> Self:
        """Before the draw: the round ends if the seat can neither draw nor take the pile (HA24, HA41)."""
        return self if self._has_move() else self._see("no stock", self.turn)._end_round()

    def _has_move(self) -> bool:
        """Is there a move, as there is but for a seat that can neither draw nor take the pile (HA24)?"""
        return self.phase != "draw" or self._can_draw or bool(self.legal_actions())

    def _is_standstill(self) -> bool:
        """Has every seat, turn after turn, drawn a single reshuffled card and laid nothing down?

        Without this a round with reshuffles need not end: two cards in the pile serve one card a turn.
        """
        if self.rules.stock_out == "end_round" or len(self.stock) + len(self.pile) > 2:
            return False
        single = 0
        for event in reversed(self.log):
            if event.what in ("take", "meld", "add") or (event.what == "draw" and event.number != 1):
                break
            single += event.what == "draw"
        return single >= STANDSTILL * len(self.seats)

    # The end of a round: H47 to H50, HA32 to HA36.

    def _end_round(self) -> Self:
        left = [hand + foot for hand, foot in zip(self.hands, self.feet, strict=True)]
        scores = []
        for team, seats in enumerate(self.team_seats):
            cards = [card for seat in seats for card in left[seat]]
            aside = len(self.red_threes[team])
            scores.append(score_round(self.rules, self.melds[team], cards, aside, self.went_out in seats))
        new = self._with(
            phase="over",
            leave=None,
            sheet=(*self.sheet, tuple(scores)),
            turned_up=tuple(zip(self.hands, self.feet, strict=True)),
        )
        for seats, score in zip(self.team_seats, scores, strict=True):
            new = new._see("score", seats[0], number=score.total)
        for team in new.winners:
            new = new._see("win", self.team_seats[team][0])
        return new

    def _new_round(self) -> Self:
        """HA37: the deal moves on; everything else begins anew."""
        dealer = self.clockwise(self.dealer)[1]
        teams = len(self.melds)
        new = self._with(
            deal=self.deal + 1,
            past=(*self.past, self.moves),
            moves=(),
            dealer=dealer,
            turn=self.clockwise(dealer)[1],
            melds=((),) * teams,
            in_foot=(False,) * len(self.seats),
            red_threes=((),) * teams,
            went_out=None,
            turned_up=(),
        )
        return new._deal(new.rules.pack.cards, {}, {})._begin_turn()

    def _deal(
        self,
        cards: tuple[Card, ...],
        hands: dict[int, tuple[Card, ...]],
        feet: dict[int, tuple[Card, ...]],
        pile: tuple[Card, ...] | None = None,
    ) -> Self:
        """Shuffle, deal to each seat the hand and the foot that it has not got yet, and turn up the starter.

        H16 to H20, HA4 to HA6. The cards that are left are the stock.
        """
        rng = Random(f"{self.seed}:{self.deal}")
        stock, size = shuffled(cards, rng), self.rules.hand_size
        for packets in (hands, feet):
            order = [seat for seat in self.clockwise(self.dealer + 1) if seat not in packets]
            for place, seat in enumerate(order):
                packets[seat] = stock[place : size * len(order) : len(order)]
            stock = stock[size * len(order) :]
        new = self._with(
            hands=tuple([sort_hand(hands[seat]) for seat in range(len(self.seats))]),
            feet=tuple([sort_hand(feet[seat]) for seat in range(len(self.seats))]),
            log=(Event("deal", self.dealer),),
        )
        if pile is None:
            return new._turn_up(stock, rng)
        new = new._with(stock=stock, pile=pile)
        return new._see("lies", cards=pile[-1:]) if pile else new

    def _turn_up(self, stock: tuple[Card, ...], rng: Random) -> Self:
        """Turn cards up until one may start the pile (H20, HA6)."""
        new, rest = self, list(stock)
        while any(map(may_start, rest)):
            card = rest.pop(0)
            if may_start(card):
                return new._with(stock=tuple(rest), pile=(card,))._see("start", cards=(card,))
            rest.insert(int(rng.random() * (len(rest) + 1)), card)
            new = new._see("return", cards=(card,))
        return new._with(stock=tuple(rest), pile=())

    # ------------------------------------------------------------------------------ what others are told

    def view(self, seat: int | str | None) -> HandAndFootView:
        seat = None if seat is None else self.seat_number(seat)
        return HandAndFootView(
            **_open_fields(self),
            seat=seat,
            to_act=self.to_act,
            hand=() if seat is None else self.hands[seat],
            legal=() if seat is None else self.legal_actions(seat),
            held=tuple(map(len, self.hands)),
            foot_counts=tuple(map(len, self.feet)),
            stock_count=len(self.stock),
            pile_count=len(self.pile),
            top=self.top,
        )

    def facts(self) -> dict[str, Any]:
        def name(seat: int | None) -> str | None:
            return None if seat is None else self.seats[seat]

        firsts = [self.seats[seats[0]] for seats in self.team_seats]

        def by_team(values: Any) -> dict[str, Any]:
            return dict(zip(firsts, values, strict=True))

        ended = self.phase == "over"
        books = [count_books(melds) for melds in self.melds]
        return {
            "phase": self.phase,
            "to_act": name(self.to_act),
            "dealer": name(self.dealer),
            "round": self.deal,
            "minimum": self.minimum,
            "melds": by_team([[show_cards(m) for m in melds if len(m) < BOOK] for melds in self.melds]),
            "books": by_team([{"clean": clean, "dirty": dirty} for clean, dirty in books]),
            "hand_counts": dict(zip(self.seats, map(len, self.hands), strict=True)),
            "in_foot": [self.seats[seat] for seat, is_so in enumerate(self.in_foot) if is_so],
            "hands": dict(zip(self.seats, map(show_cards, self.hands), strict=True)),
            "red_threes": by_team(map(show_cards, self.red_threes)),
            "stock_count": len(self.stock),
            "pile_count": len(self.pile),
            "top": None if self.top is None else str(self.top),
            "round_scores": by_team([score.total for score in self.sheet[-1]]) if ended else None,
            "scores": by_team(self.totals),
            "went_out": name(self.went_out),
            "winners": [firsts[team] for team in self.winners],
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class HandAndFootView(HandAndFootTable, View):
    """What one seat of Hand and Foot knows: the table, its own hand, and how many cards lie elsewhere."""

    held: tuple[int, ...]
    """How many cards each seat holds."""
    foot_counts: tuple[int, ...]
    """How many cards lie in each foot not taken up."""
    stock_count: int
    pile_count: int
    top: Card | None
    """The top discard, the only one that is seen (HA39)."""

    def scene(self) -> Scene:
        return layout(self)

    def resample(self, rng: Random) -> HandAndFootState:
        for _ in range(MOST_TRIES):
            state = HandAndFootState(**_open_fields(self), **unseen_cards(self, rng))
            if state._has_move():  # HA41: without a stock it tells of a hand that the round has not ended.
                return state
        raise Refused("view", "No deal was found in which the seat that is due can take the pile.")


def _open_fields(table: HandAndFootTable) -> dict[str, Any]:
    return {item.name: getattr(table, item.name) for item in fields(HandAndFootTable)}


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _all_cards(action: Action) -> tuple[Card, ...]:
    """All cards that a move names."""
    return (*action.cards, *(card for meld in action.melds for card in meld))


def may_start(card: Card) -> bool:
    """May the card start the pile (H20)?"""
    return not is_wild(card) and not is_red_three(card)
