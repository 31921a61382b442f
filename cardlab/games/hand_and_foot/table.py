"""What lies open at a table of Hand and Foot."""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.cards import Card, Rank
from cardlab.game import Table
from cardlab.games.hand_and_foot.rules import HandAndFootRules
from cardlab.games.hand_and_foot.scoring import Meld, RoundScore, count_books
from cardlab.melds import BOOK


@dataclass(frozen=True, kw_only=True, repr=False)
class HandAndFootTable(Table):
    """What lies open at a table of Hand and Foot; ``deal`` is the number of the round.

    Where there is one value for each team, the teams are in the order of their first seats.
    """

    rules: HandAndFootRules
    dealer: int
    turn: int
    """The seat whose turn it is, also while a partner is being asked."""
    melds: tuple[tuple[Meld, ...], ...]
    """The melds of each team as they were laid, the books among them (H23)."""
    in_foot: tuple[bool, ...]
    """Which seats have taken up the foot."""
    red_threes: tuple[tuple[Card, ...], ...]
    """The red threes that each team has laid aside."""
    carried: tuple[int, ...]
    """What each team brought into the first round of the sheet."""
    sheet: tuple[tuple[RoundScore, ...], ...] = ()
    """The score of each team, for every round that has ended."""
    leave: bool | None = None
    """What the partner has answered in this turn (HA30)."""
    asked_in: str = ""
    """The phase in which the partner was asked, and in which the turn then goes on (HA44)."""
    went_out: int | None = None
    turned_up: tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...] = ()
    """When the round has ended: what each seat had left, hand and untouched foot, laid open to be counted."""

    @property
    def team_seats(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team."""
        team_of = self.rules.team_of
        return tuple(
            tuple([seat for seat, other in enumerate(team_of) if other == team])
            for team in range(max(team_of) + 1)
        )

    def team_name(self, team: int) -> str:
        """The names of its players, such as ``A and C``."""
        return " and ".join([self.seats[seat] for seat in self.team_seats[team]])

    @property
    def minimum(self) -> int:
        """What the first lay-down of a team must be worth in this round (H12 to H15)."""
        return self.rules.minimums[self.deal - 1]

    def melds_of(self, seat: int) -> tuple[Meld, ...]:
        """The melds of the seat's team."""
        return self.melds[self.rules.team_of[seat]]

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the team, the next one clockwise first (HA44)."""
        team_of = self.rules.team_of
        return tuple([other for other in self.clockwise(seat)[1:] if team_of[other] == team_of[seat]])

    def has_books(self, melds: tuple[Meld, ...]) -> bool:
        """Are these the books that a team needs to go out (H45, HA27)?"""
        clean, dirty = count_books(melds)
        return clean >= self.rules.books_to_go_out[0] and dirty >= self.rules.books_to_go_out[1]

    def needs_leave(self, seat: int) -> bool:
        """Must this seat ask before it goes out (HA30, HA44)?"""
        return self.rules.ask_partner and bool(self.partners(seat))

    @property
    def first_round(self) -> int:
        """The number of the first round on the sheet; a position may begin at a later one."""
        return self.deal - len(self.sheet) + (self.phase == "over")

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each team so far."""
        return tuple(
            [
                before + sum([row[team].total for row in self.sheet])
                for team, before in enumerate(self.carried)
            ]
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The teams of most points after the last round, a shared win if they tie (H50, HA36); else none."""
        if self.phase != "over" or self.deal < len(self.rules.minimums):
            return ()
        totals = self.totals
        return tuple([team for team, total in enumerate(totals) if total == max(totals)])


def open_place(melds: tuple[Meld, ...], rank: Rank | None) -> int | None:
    """Where among the melds the open one of a rank lies; a meld begins with its natural cards."""
    for place, meld in enumerate(melds):
        if meld[0].rank is rank and len(meld) < BOOK:
            return place
    return None
