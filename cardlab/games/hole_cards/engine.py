"""The engine of Hole Cards: what lies open, the whole state with its moves, and what a seat sees.

Read it beside rules.md: each method names the clauses that it carries out. What fits on the pile is decided
in fits.py, who wins when the cards are shown in winners.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from cardlab.cards import Card, remove_cards, show_cards, shuffled
from cardlab.game import RuleViolation, Scene, State, Table, View, put
from cardlab.games.hole_cards.fits import Cards, card_fits, group_fits, plays
from cardlab.games.hole_cards.layout import layout
from cardlab.games.hole_cards.resample import hidden_cards
from cardlab.games.hole_cards.rules import HAND_SIZE, PACK, HoleCardsRules, sort_hand
from cardlab.games.hole_cards.winners import lowest, total, winners
from cardlab.notation import DEAL, Action, Event

GROUP_CLAUSES = {2: "K14", 3: "K15", 4: "K16"}


@dataclass(frozen=True, kw_only=True, repr=False)
class HoleCardsTable(Table):
    """What lies open at a table of Hole Cards."""

    rules: HoleCardsRules
    dealer: int
    turn: int
    """The seat whose turn it is (or was, when the deal is over)."""
    dealt: tuple[int, ...]
    """How many cards each seat held when the log began: five, unless a position says otherwise (K2)."""
    pile: Cards
    """The cards played, the top one last."""
    wins: tuple[int, ...]
    """Deals won in this match (KA33)."""
    has_drawn: bool = False
    """Has the seat whose turn it is drawn a card that it may play at once (KA27)?"""
    passes: int = 0
    """How many seats have passed in a row (KA9)."""
    knocked_by: int | None = None
    ended_by: str | None = None
    winners: tuple[int, ...] = ()
    shown: tuple[Cards, ...] = ()
    """All hands, when they are shown (K10)."""

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds, as anybody can work out who has watched from the start (KA21).

        >>> from cardlab.game import new_game
        >>> new_game("hole_cards", position={"hands": {"B": "9H 9D"}}).view("A").counts
        (5, 2, 5)
        """
        return count_cards(self.dealt, self.log)

    @property
    def champions(self) -> tuple[int, ...]:
        """The seats that have won the match (KA33)."""
        return tuple([seat for seat, won in enumerate(self.wins) if won >= self.rules.match_to])


def count_cards(dealt: tuple[int, ...], log: tuple[Event, ...]) -> tuple[int, ...]:
    """How many cards each seat holds after these events, if it held so many before them.

    >>> count_cards((5, 5), (Event("draw", 0), Event("play", 1, (Card.parse("9H"),))))
    (6, 4)
    """
    held = list(dealt)
    for what, seat, cards, _, _ in log:
        if what == "play" and seat is not None:
            held[seat] -= len(cards)
        elif what == "draw" and seat is not None:
            held[seat] += 1
    return tuple(held)


@dataclass(frozen=True, kw_only=True, repr=False)
class HoleCardsState(HoleCardsTable, State):
    """The whole truth of a match of Hole Cards.

    >>> from cardlab.game import new_game
    >>> state = new_game("hole_cards", position={"dealer": "C", "pile": "4C 7H", "hands": {"A": "7C 9H KS"}})
    >>> [action.cards for action in state.legal_actions()]
    [(9♥,), (7♣,), ()]
    >>> print(state.why_illegal("A plays KS").case)
    Your K♠ has neither the rank nor the suit of 7♥.
    """

    hands: tuple[Cards, ...]
    """Always sorted, so that their order tells nothing of the draws."""
    stock: Cards
    drawn: tuple[Cards, ...]
    """The cards of each hand that were not dealt but drawn, the latest one last; their seat remembers."""

    # ------------------------------------------------------------------------------- whose move it is

    @property
    def to_act(self) -> int | None:
        return None if self.phase == "over" else self.turn

    @property
    def is_over(self) -> bool:
        return bool(self.champions)

    @property
    def outcome(self) -> tuple[float, ...] | None:
        champions = self.champions
        if not champions:
            return None
        return tuple([(seat in champions) / len(champions) for seat in range(len(self.seats))])

    @property
    def standing(self) -> tuple[float, ...]:
        return tuple(map(float, self.wins))

    # --------------------------------------------------------------------------------- what is legal

    def legal_actions(self, seat: int | str | None = None) -> tuple[Action, ...]:
        due = self.to_act
        seat = due if seat is None else self.seat_number(seat)
        if seat is None:
            return () if self.is_over else (DEAL,)
        if seat != due:
            return ()
        fitting = plays(self.rules, self.pile, self.hands[seat])
        if self.has_drawn:
            found = [Action(seat, "play", cards) for cards in fitting if self.drawn[seat][-1] in cards]
            return (*found, Action(seat, "pass"))
        found = [Action(seat, "play", cards) for cards in fitting]
        if not fitting or self.rules.draw == "free":
            if self._can_draw:
                found.append(Action(seat, "draw"))
            elif not fitting:
                found.append(Action(seat, "pass"))
        if self.phase == "play":
            found.append(Action(seat, "knock"))
        return tuple(found)

    def why_illegal(self, action: Action | str) -> RuleViolation | None:
        seat, verb, cards, _, _ = self.read(action)
        if seat is None:
            return self._why_no_deal()
        if self.phase == "over":
            return self._no("K17" if self.ended_by == "out" else "K11", "The deal is over.")
        if seat != self.turn:
            return self._no("K4", f"It is not your turn; {self.seats[self.turn]} is to act.")
        match verb:
            case "play":
                return self._why_not_play(seat, cards)
            case "draw":
                return self._why_no_draw(seat)
            case "pass":
                return self._why_no_pass(seat)
        return self._why_no_knock()

    def _no(self, clause: str, case: str) -> RuleViolation:
        return RuleViolation("hole_cards", clause, case)

    def _why_no_deal(self) -> RuleViolation | None:
        """KA24, KA33."""
        if self.phase != "over":
            return self._no("KA24", "The deal is still being played.")
        if self.is_over:
            return self._no("KA33", "The match has been won.")
        return None

    def _why_not_play(self, seat: int, cards: Cards) -> RuleViolation | None:
        """K5, K6, K13 to K16 and what belongs to them; a drawn card: KA27."""
        if not cards:
            return self._no("K5", "Say which card you play.")
        hand = self.hands[seat]
        for place, card in enumerate(cards):
            if card not in hand or card in cards[:place]:
                return self._no("K5", f"You do not hold {card}{' twice' * (card in hand)}.")
        if self.has_drawn and self.drawn[seat][-1] not in cards:
            return self._no("KA27", f"You have just drawn {self.drawn[seat][-1]}: play it or pass.")
        if len(cards) == 1:
            return self._why_not_card(cards[0])
        return self._why_not_group(cards)

    def _why_not_card(self, card: Card) -> RuleViolation | None:
        """K6."""
        if card_fits(self.rules, self.pile, card):
            return None
        return self._no(
            "K6", f"Your {card} has neither the rank nor the {self.rules.match} of {self.pile[-1]}."
        )

    def _why_not_group(self, cards: Cards) -> RuleViolation | None:
        """K14 to K16, KA12 to KA14, KA34."""
        size = len(cards)
        ranks = {card.rank: card for card in cards}
        if len(ranks) > 1:
            clause = "KA12" if "2" in ranks else GROUP_CLAUSES.get(size, "KA16")
            one, other = list(ranks.values())[:2]
            also = ", and a 2 stands in for no other card" * (clause == "KA12")
            return self._no(clause, f"Your {one} and {other} are not of one rank{also}.")
        if group_fits(self.rules, self.pile, cards):
            return None
        if size > 2:
            return self._no("KA14", f"The top {size} cards of the pile are not of one rank.")
        if len(self.pile) == 1:
            if self.rules.pair_rule == "strict":
                return self._no("KA34", "A pair fits on a pair only, and the pile has one card.")
            return self._no(
                "KA13", f"The only card of the pile, {self.pile[0]}, is not of the rank of your pair."
            )
        top = show_cards(self.pile[-2:])
        if self.rules.pair_rule == "strict":
            return self._no("KA13", f"The top two cards, {top}, are not a pair.")
        return self._no(
            "KA13", f"The top two cards, {top}, are no pair and have no {cards[0].rank} among them."
        )

    @property
    def _can_draw(self) -> bool:
        """Is there a card to draw, be it after a reshuffle (KA9)?"""
        return bool(self.stock) or len(self.pile) > 1

    def _a_play(self, seat: int) -> str:
        """A play that fits, in words; empty if none does."""
        return next((show_cards(cards) for cards in plays(self.rules, self.pile, self.hands[seat])), "")

    def _why_no_draw(self, seat: int) -> RuleViolation | None:
        """K7, K8, KA6, KA9, KA26."""
        if self.has_drawn:
            return self._no("K8", f"You have drawn {self.drawn[seat][-1]} in this turn.")
        if self.rules.draw == "only_if_unable" and (play := self._a_play(seat)):
            together = " together" * (" " in play)  # KA26
            return self._no("K7", f"You can play {play}{together}, so you may not draw.")
        if not self._can_draw:
            return self._no("KA9", "There is no card to draw; you may pass unless you can play.")
        return None

    def _why_no_pass(self, seat: int) -> RuleViolation | None:
        """KA6, KA9, KA27."""
        if self.has_drawn:
            return None
        if self._can_draw:
            return self._no("KA6", "There is a card to draw, so you may not pass.")
        if play := self._a_play(seat):
            return self._no("KA6", f"You can play {play}, so you may not pass.")
        return None

    def _why_no_knock(self) -> RuleViolation | None:
        """K4, KA29."""
        if self.knocked_by is not None:
            return self._no("KA29", f"{self.seats[self.knocked_by]} has knocked; this is the last lap.")
        if self.has_drawn:
            return self._no("K4", "You have drawn in this turn; you may play the drawn card or pass.")
        return None

    # --------------------------------------------------------------------------------- what happens

    def _after(self, action: Action) -> Self:
        seat = action.seat
        if seat is None:
            return self._new_deal()
        new = self._with(moves=(*self.moves, action))
        match action.verb:
            case "play":
                return new._play(seat, action.cards)
            case "draw":
                return new._draw(seat)
            case "knock":
                return new._knock(seat)
        return new._pass(seat)

    def _play(self, seat: int, cards: Cards) -> Self:
        """K5, K17, KA15, KA23."""
        hand = remove_cards(self.hands[seat], cards)
        new = self._with(
            hands=put(self.hands, seat, hand),
            drawn=put(self.drawn, seat, tuple([card for card in self.drawn[seat] if card in hand])),
            pile=self.pile + cards,
            passes=0,
            log=(*self.log, Event("play", seat, cards)),
        )
        if hand:
            return new._end_turn()
        return new._end_deal("out", (seat,), Event("out", seat))

    def _draw(self, seat: int) -> Self:
        """K7, KA7, KA9, KA22, KA27, KA31."""
        new = self if self.stock else self._reshuffle()
        card, stock = new.stock[0], new.stock[1:]
        hand = sort_hand((*new.hands[seat], card))
        new = new._with(
            hands=put(new.hands, seat, hand),
            drawn=put(new.drawn, seat, (*new.drawn[seat], card)),
            stock=stock,
            passes=0,
            log=(*new.log, Event("draw", seat)),
        )
        if self.rules.play_drawn and any(card in cards for cards in plays(self.rules, new.pile, hand)):
            return new._with(has_drawn=True)
        return new._end_turn()

    def _reshuffle(self) -> Self:
        """All of the pile but its top card becomes the new stock (KA9)."""
        number = 1 + sum([event.what == "reshuffle" for event in self.log])
        stock = shuffled(self.pile[:-1], Random(f"{self.seed}:{self.deal}:reshuffle{number}"))
        return self._with(
            stock=stock, pile=self.pile[-1:], log=(*self.log, Event("reshuffle", number=len(stock)))
        )

    def _pass(self, seat: int) -> Self:
        """KA27 after a draw; without a card to draw KA9, KA30."""
        if self.has_drawn:
            return self._with(log=(*self.log, Event("keep", seat)))._end_turn()
        new = self._with(passes=self.passes + 1, log=(*self.log, Event("pass", seat)))
        return new._show("exhausted") if new.passes == len(self.seats) else new._end_turn()

    def _knock(self, seat: int) -> Self:
        """K9, K10, KA20."""
        new = self._with(knocked_by=seat, log=(*self.log, Event("knock", seat)))
        if self.rules.after_knock == "last_turn":
            return new._with(phase="last_turn")._end_turn()
        return new._show("knock")

    def _end_turn(self) -> Self:
        """The next seat's turn; but the last lap ends where it began (KA20)."""
        following = (self.turn + 1) % len(self.seats)
        if following == self.knocked_by:
            return self._show("knock")
        return self._with(turn=following, has_drawn=False)

    def _show(self, how: str) -> Self:
        """All hands are shown and compared (K10, K11, KA17, KA18, KA29)."""
        events = [Event("show", seat, self.hands[seat]) for seat in self.clockwise(self.turn)]
        found = winners(self.hands, self.knocked_by, self.rules.knock_tie)
        tied = lowest(list(map(len, self.hands)))
        if len(tied) > 1 and self.rules.knock_tie == "knocker_loses":
            if self.knocked_by in tied:
                events.append(Event("tie", self.knocked_by))
            if len(tied) - (self.knocked_by in tied) > 1:
                events.append(Event("total", number=total(self.hands[found[0]])))
        events += [Event("fewest", seat) for seat in found]
        return self._end_deal(how, found, *events, shown=self.hands)

    def _end_deal(
        self, how: str, found: tuple[int, ...], *events: Event, shown: tuple[Cards, ...] = ()
    ) -> Self:
        """A win for each winner, and perhaps the match (KA25, KA33)."""
        wins = tuple([won + (seat in found) for seat, won in enumerate(self.wins)])
        matches = [Event("match", seat) for seat in found if wins[seat] >= self.rules.match_to]
        return self._with(
            phase="over",
            has_drawn=False,
            ended_by=how,
            winners=found,
            wins=wins,
            shown=shown,
            log=(*self.log, *events, *matches),
        )

    def _new_deal(self) -> Self:
        """The deal passes left (KA24)."""
        dealer = (self.dealer + 1) % len(self.seats)
        deck = shuffled(PACK.cards, Random(f"{self.seed}:{self.deal + 1}"))
        new = self._with(
            deal=self.deal + 1,
            past=(*self.past, self.moves),
            moves=(),
            phase="play",
            dealer=dealer,
            turn=(dealer + 1) % len(self.seats),
            passes=0,
            knocked_by=None,
            ended_by=None,
            winners=(),
            shown=(),
        )
        hands, rest = deal_hands(deck, new.clockwise(new.turn))
        return new._begin(tuple([hands[seat] for seat in range(len(self.seats))]), rest)

    def _begin(self, hands: tuple[Cards, ...], stock: Cards, pile: Cards | None = None) -> Self:
        """The start of the play; unless there is a pile, a card is turned up or not (KA4)."""
        if pile is None:
            turned_up = int(self.rules.start == "turn_up")
            pile, stock = stock[:turned_up], stock[turned_up:]
        return self._with(
            hands=tuple(map(sort_hand, hands)),
            drawn=((),) * len(hands),
            stock=stock,
            pile=pile,
            dealt=tuple(map(len, hands)),
            log=(Event("deal", self.dealer), *([Event("start", cards=pile)] if pile else [])),
        )

    # ------------------------------------------------------------------------------ what others are told

    def view(self, seat: int | str | None) -> HoleCardsView:
        seat = None if seat is None else self.seat_number(seat)
        return self._open_as(
            HoleCardsView,
            seat=seat,
            to_act=self.to_act,
            hand=() if seat is None else self.hands[seat],
            legal=() if seat is None else self.legal_actions(seat),
            drawn=() if seat is None else self.drawn[seat],
        )

    def facts(self) -> dict[str, Any]:
        names = self.seats

        def name(seat: int | None) -> str | None:
            return None if seat is None else names[seat]

        return {
            "phase": self.phase,
            "to_act": name(self.to_act),
            "top": str(self.pile[-1]) if self.pile else None,
            "pile": show_cards(self.pile),
            "stock_count": len(self.stock),
            "counts": dict(zip(names, map(len, self.hands), strict=True)),
            "hands": dict(zip(names, map(show_cards, self.hands), strict=True)),
            "winners": [name(seat) for seat in self.winners],
            "ended_by": self.ended_by,
            "knocked_by": name(self.knocked_by),
            "revealed": bool(self.shown),
            "wins": dict(zip(names, self.wins, strict=True)),
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class HoleCardsView(HoleCardsTable, View):
    """What one seat of Hole Cards knows: the table and its own hand."""

    drawn: Cards = ()
    """The cards of its hand that it has drawn, the latest one last."""

    @property
    def unseen(self) -> Cards:
        """The cards whose place this seat does not see: in the others' hands or in the stock."""
        shown = [card for hand in self.shown for card in hand]
        seen = {*self.hand, *self.pile, *shown}
        return tuple([card for card in PACK.cards if card not in seen])

    def scene(self) -> Scene:
        return layout(self)

    def resample(self, rng: Random) -> HoleCardsState:
        return self._open_as(HoleCardsState, **hidden_cards(self, rng))


def deal_hands(deck: Cards, seats: tuple[int, ...], size: int = HAND_SIZE) -> tuple[dict[int, Cards], Cards]:
    """Five cards to each of the seats, one at a time in this order; and the rest (K2, K3).

    >>> hands, rest = deal_hands(PACK.cards, (1, 0))
    >>> hands[1], len(rest)
    ((2♠, 4♠, 6♠, 8♠, 10♠), 42)
    """
    dealt = size * len(seats)
    return {seat: deck[place : dealt : len(seats)] for place, seat in enumerate(seats)}, deck[dealt:]
