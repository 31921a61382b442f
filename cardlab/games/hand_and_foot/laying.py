"""Laying down: what a lay-down makes of a team's melds, why it may not be, and which ones are offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cardlab.cards import Card, Rank, remove_cards, show_cards
from cardlab.game import RuleViolation
from cardlab.games.hand_and_foot.rules import WILD, HandAndFootRules, is_red_three, is_wild, points_of
from cardlab.games.hand_and_foot.scoring import Meld
from cardlab.games.hand_and_foot.table import HandAndFootTable, open_place
from cardlab.melds import BOOK, LEAST, Melding, lay_downs, wilds_fit
from cardlab.notation import Action

MOST_OFFERED = 50
"""How many lay-downs are offered at most to a team that has not melded; others are accepted all the same."""

Melds = tuple[Meld, ...]


def no(clause: str, case: str) -> RuleViolation:
    """The refusal of a move."""
    return RuleViolation("hand_and_foot", clause, case)


# ----------------------------------------------------------------------------- what lies after a lay-down


def lay(table: HandAndFootTable, seat: int, action: Action, top: Card | None = None) -> Melds:
    """The team's melds after a move that lays cards down; ``top`` is the discard that it takes.

    Raises RuleViolation when the melds cannot lie so. Points and the cards kept are not looked at.
    """
    melds, melding, new = table.melds_of(seat), table.rules.melding, action.melds
    if action.verb == "add":
        place = open_place(melds, action.rank)
        if place is None:
            raise _why_no_open_meld(table, seat, action.rank)
        melds = _join(melds, place, action.cards, melding, "H22")
    if action.verb == "take" and top is not None:
        place = open_place(melds, top.rank)
        if place is None:
            new = ((*action.cards[:2], top, *action.cards[2:]), *new)  # HA20
        else:
            melds = _join(melds, place, (*action.cards[:2], top, *action.cards[2:]), melding, "HA19")
    # HA48: as if laid one after the other, the books first.
    for cards in sorted(new, key=len, reverse=True):
        meld = checked(cards, melding)
        if open_place(melds, meld[0].rank) is not None:
            raise no("HA13", f"Your team has an open meld of the rank {meld[0].rank} already.")
        melds = (*melds, meld)
    return melds


def _why_no_open_meld(table: HandAndFootTable, seat: int, rank: Rank | None) -> RuleViolation:
    if any(meld[0].rank is rank for meld in table.melds_of(seat)):
        return no("HA14", f"Your team's meld of the rank {rank} is a book already.")
    if any(open_place(melds, rank) is not None for melds in table.melds):
        return no("H23", f"The open meld of the rank {rank} is not your team's.")
    return no("H24", f"Your team has no open meld of the rank {rank}.")


def _join(melds: Melds, place: int, cards: Sequence[Card], melding: Melding, too_many: str) -> Melds:
    """Cards join the meld in this place (H24, HA19)."""
    meld = melds[place]
    if len(meld) + len(cards) > BOOK:
        raise no(
            too_many, f"The meld has {len(meld)} cards, and with {len(cards)} more it would have too many."
        )
    return (*melds[:place], checked((*meld, *cards), melding), *melds[place + 1 :])


def checked(cards: Meld, melding: Melding) -> Meld:
    """The cards as one meld, natural ones first, if they can be one (H22, H25, H27, HA11, HA12)."""
    naturals = tuple([card for card in cards if not is_wild(card)])
    wilds = tuple([card for card in cards if is_wild(card)])
    for card in naturals:
        if card.rank in melding.barred:
            raise no("H25", f"The {card} is a three, and threes are not melded.")
        if card.rank is not naturals[0].rank:
            raise no("H22", f"The {naturals[0]} and the {card} are not of one rank.")
    if cards and not naturals:
        raise no("H27", f"A meld of wild cards only, {show_cards(cards)}, may not be.")
    if not LEAST <= len(cards) <= BOOK:
        raise no("H22", f"That would be a meld of {len(cards)}.")
    if not wilds_fit(len(naturals), len(wilds), melding.wild_rule):
        clause = "H25" if melding.wild_rule == "four_naturals" else "HA12"
        raise no(clause, f"That would be {len(wilds)} wild beside {len(naturals)} natural cards.")
    return naturals + wilds


# --------------------------------------------------------------------------------- why it may not be done


def why_not_held(hand: Sequence[Card], cards: Sequence[Card], clause: str) -> RuleViolation | None:
    """Are there cards, and does the hand hold them all?"""
    if not cards:
        return no(clause, "You have named no card.")
    try:
        remove_cards(hand, cards)
    except ValueError:
        missing = next(card for card in cards if hand.count(card) < cards.count(card))
        return no(clause, f"You do not hold {show_cards([missing] * cards.count(missing))}.")
    return None


def why_not_taken(hand: Sequence[Card], pair: Sequence[Card], top: Card | None) -> RuleViolation | None:
    """May the pile be taken with this pair (H34 to H36, HA18, HA22)?"""
    if top is None:
        return no("H34", "There is no pile to take.")
    if top.rank is Rank.THREE:
        return no("H35", f"A black three, {top}, lies on top.")
    if is_wild(top):
        return no("HA22", f"A wild card, {top}, lies on top.")
    if len(pair) < 2:
        return no("H36", f"You have to show two cards of the rank of {top}.")
    for card in pair:
        if is_wild(card):
            return no("HA18", f"One of the two that you show is a wild card, {card}.")
        if card.rank is not top.rank:
            return no("H36", f"One of the two that you show, {card}, is not of the rank of {top}.")
    return why_not_held(hand, pair, "H36")


def worth(action: Action, top: Card | None) -> int:
    """The points of all cards that a move lays down, the discard that it takes among them (H9, H38)."""
    cards = [*action.cards, *(card for meld in action.melds for card in meld)]
    return points_of(cards if top is None else [*cards, top])


def why_too_low(table: HandAndFootTable, seat: int, action: Action, top: Card | None) -> RuleViolation | None:
    """Is the first lay-down of the team worth the minimum (H9, H12 to H15, H38 to H40, HA16, HA40)?"""
    if table.melds_of(seat):
        return None
    points = worth(action, top)
    if points >= table.minimum:
        return None
    usual = HandAndFootRules.minimums[table.deal - 1 : table.deal] == (table.minimum,)
    return no(
        f"H{11 + table.deal}" if usual else "H9",
        f"That is worth {points}, and your team's first lay-down must be worth {table.minimum}.",
    )


def why_not_out(table: HandAndFootTable, seat: int, melds: Melds) -> RuleViolation | None:
    """May this seat go out when its team has these melds (H45, HA27, HA30, HA44)?"""
    if not table.has_books(melds):
        clean, dirty = table.rules.books_to_go_out
        return no("H45", f"To go out your team needs {clean} clean and {dirty} dirty books.")
    if table.needs_leave(seat) and not table.leave:
        if table.leave is None:
            return no("HA44", "You would be going out; first you have to ask your partner.")
        return no("HA30", "Your partner does not want you to go out in this turn.")
    return None


def why_too_few_left(table: HandAndFootTable, seat: int, left: int, melds: Melds) -> RuleViolation | None:
    """Is enough kept when a lay-down leaves so many cards (H46, HA28, HA29)? In the hand nothing need be."""
    if left >= 2 or not table.in_foot[seat]:
        return None
    why = why_not_out(table, seat, melds)
    if why is not None and why.clause == "H45":
        return no("HA28", f"You may not go out yet, so two cards must be kept; this leaves {left}.")
    if why is None and left == 0:
        return no("H46", "You must keep your last card for the discard.")
    return why


# --------------------------------------------------------------------------------------- what is offered


def offers(table: HandAndFootTable, seat: int, hand: Sequence[Card]) -> Iterator[Action]:
    """Lay-downs to choose from, equal ranks once; some may not be legal.

    Before the team has melded: the opening lay-downs of at least the minimum, the best first. Afterwards
    small steps, from which every other lay-down can be made: three cards as a new meld, one card added.
    """
    melds = table.melds_of(seat)
    if not melds:
        for found in lay_downs(hand, table.rules.melding, table.minimum):
            yield Action(seat, "meld", melds=found.melds)
        return
    wilds = [next(same) for rank, same in groupby(hand, _rank) if rank in WILD]
    for rank, same in groupby(hand, _rank):
        if rank in WILD or rank is Rank.THREE:
            continue
        cards = tuple(same)
        if open_place(melds, rank) is not None:
            yield Action(seat, "add", cards[:1], rank=rank)
            continue
        if len(cards) >= LEAST:
            yield Action(seat, "meld", melds=(cards[:LEAST],))
        if len(cards) >= 2 and wilds_fit(2, 1, table.rules.wild_rule):
            for wild in wilds:
                yield Action(seat, "meld", melds=((*cards[:2], wild),))
    for meld in melds:
        if len(meld) < BOOK:
            naturals = sum([card.rank not in WILD for card in meld])
            if wilds_fit(naturals, len(meld) + 1 - naturals, table.rules.wild_rule):
                for wild in wilds:
                    yield Action(seat, "add", (wild,), rank=meld[0].rank)


def take_offers(
    table: HandAndFootTable, seat: int, hand: Sequence[Card], top: Card | None
) -> Iterator[Action]:
    """Ways to take the pile with this top card, as `offers`: with what an opening needs, or with the pair."""
    if top is None or top.rank in (*WILD, Rank.THREE):
        return
    pair = tuple([card for card in hand if card.rank is top.rank][:2])
    if len(pair) < 2:
        return
    if table.melds_of(seat):
        yield Action(seat, "take", pair)
        return
    # The top card stands first, and so it comes into the first meld of its rank, with two naturals at least.
    for found in lay_downs((top, *hand), table.rules.melding, table.minimum, together=top.rank):
        place = next(place for place, meld in enumerate(found.melds) if meld[0].rank is top.rank)
        others = (*found.melds[:place], *found.melds[place + 1 :])
        yield Action(seat, "take", found.melds[place][1:], others)


def discard_offers(seat: int, hand: Sequence[Card]) -> Iterator[Action]:
    """One card of each rank to discard."""
    for _, same in groupby(hand, _rank):
        yield Action(seat, "discard", (next(same),))


def red_threes_of(cards: Iterable[Card]) -> tuple[Card, ...]:
    """H33: those that have to be laid aside."""
    return tuple([card for card in cards if is_red_three(card)])


def _rank(card: Card) -> Rank:
    return card.rank
