"""Hole Cards said a second time: by the names of the seats, from facts, public log and brute force."""

from itertools import combinations

from contract.plain import Plain

from cardlab.cards import Pack
from cardlab.game import find_game
from cardlab.notation import DEAL, Action

PACK = Pack().cards
HIGHEST_LAST = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def cards(state):
    for hand in state.hands:
        yield from hand
    yield from [*state.stock, *state.pile]


def seen(state, seat):
    """The pile, what was played or shown, and the own hand."""
    found = {*state.pile} | {card for event in state.log for card in event.cards}
    return found if seat is None else found | {*state.hands[seat]}


def conceivable(state):
    """Every single card, draw, pass and knock of every seat; of the seat to act also pairs and larger groups.

    The cards below the top one of a group are named in the order of the hand, as the list of moves does.
    """
    yield DEAL
    for seat, hand in enumerate(state.hands):
        for verb in find_game("hole_cards").verbs:
            if verb != "play":
                yield Action(seat, verb)
        for card in PACK:
            yield Action(seat, "play", (card,))
        if seat == state.to_act:
            for size in (2, 3, 4, 5):
                for group in combinations(hand, size):
                    if size == 2 or len({card.rank for card in group}) == 1 or group == hand[:size]:
                        for top in group:
                            yield Action(seat, "play", (*[card for card in group if card != top], top))


def fitting(rules, pile):
    """The test whether cards, as texts, may be played together on this pile."""
    colour = {"♠": "black", "♣": "black", "♥": "red", "♦": "red"}

    def alone(card):
        rank, suit, top = card[:-1], card[-1], pile[-1]
        return (
            rank in ("2", top[:-1])
            or suit == top[-1]
            or (rules.match == "colour" and colour[suit] == colour[top[-1]])
            or (rules.two_on_pile == "any" and top[:-1] == "2")
        )

    def fits(chosen):
        ranks = [card[:-1] for card in chosen]
        if len({*ranks}) != 1:
            return False
        if not pile or (len(chosen) == 1 and alone(chosen[0])):
            return True
        if len(chosen) > 1 and rules.group_rule == "open" and any(map(alone, chosen)):
            return True
        under = [card[:-1] for card in pile][-len(chosen) :]
        if len(chosen) > 1 and len(under) == len(chosen) and len({*under}) == 1:
            return True
        return len(chosen) == 2 and rules.pair_rule == "member" and ranks[0] in under

    return fits


def fitting_plays(rules, pile, hand):
    """All sets of cards of a hand that fit, as texts."""
    fits = fitting(rules, [*map(str, pile)])
    by_rank = [[str(card) for card in hand if card.rank == rank] for rank in HIGHEST_LAST]
    every = [chosen for same in by_rank for size in (1, 2, 3, 4) for chosen in combinations(same, size)]
    return [{*chosen} for chosen in every if fits(chosen)]


def allowed(state):
    facts, rules = state.facts(), state.rules
    name_to_act = facts["to_act"]
    if name_to_act is not None:
        hand = state.hands[state.seats.index(name_to_act)]
        plays = fitting_plays(rules, state.pile, hand)
        last = state.log[-1]
        if last.what == "draw" and state.seats[last.seat] == name_to_act:  # the turn is not over yet: KA27
            plays = [chosen for chosen in plays if str(state.drawn[last.seat][-1]) in chosen]
            others = ["pass"]
        else:
            is_card_left = facts["stock_count"] or len(state.pile) > 1
            others = ["knock"] if facts["knocked_by"] is None else []
            if not plays or (rules.draw == "free" and is_card_left):
                others.append("draw" if is_card_left else "pass")

    def is_allowed(action):
        if action.seat is None:
            return name_to_act is None and max(facts["wins"].values()) < rules.match_to
        if state.seats[action.seat] != name_to_act:
            return False
        if action.verb == "play":
            return {*map(str, action.cards)} in plays and len({*action.cards}) == len(action.cards)
        return action.verb in others

    return is_allowed


def check_deal(first, last):
    """Who has won, reckoned from the first hands, the plays and the draws."""
    before, after = first.facts(), last.facts()
    held = dict(before["counts"])
    for event in last.log:
        if event.what == "play":
            held[last.seats[event.seat]] -= len(event.cards)
        if event.what == "draw":
            held[last.seats[event.seat]] += 1
    assert after["counts"] == held
    out = [name for name, number in held.items() if number == 0]
    knocks = [last.seats[event.seat] for event in last.log if event.what == "knock"]
    if out:
        assert (after["ended_by"], after["revealed"], after["winners"]) == ("out", False, out)
    else:
        assert after["ended_by"] == ("knock" if knocks else "exhausted")
        assert after["revealed"]
        fewest = [name for name in last.seats if held[name] == min(held.values())]
        if last.rules.knock_tie == "knocker_loses" and len(fewest) > 1:
            fewest = [name for name in fewest if name not in knocks]

            def points(name):
                hand = after["hands"][name].split()
                return sum(HIGHEST_LAST.index(card[:-1]) + 2 for card in hand)

            fewest = [name for name in fewest if points(name) == min(map(points, fewest))]
        assert after["winners"] == fewest
    won = [name for name in last.seats if after["wins"][name] > before["wins"][name]]
    assert won == after["winners"]
    if last.is_over:
        best = [name for name in last.seats if after["wins"][name] == last.rules.match_to]
        assert last.outcome == tuple((name in best) / len(best) for name in last.seats)


def could_be(first, state, moves):
    """Tell the deal backwards: can the hands have come to be these, each by its own draws and plays?"""
    piles = [()]
    for event in state.log:
        under = piles[-1]
        if event.what == "reshuffle":
            piles.append(under[-1:])
        else:
            piles.append(under + (event.cards if event.what in ("start", "play") else ()))
    return all(
        came_about(first, state, piles, seat, frozenset(hand), len(state.log))
        for seat, hand in enumerate(state.hands)
    )


def came_about(first, state, piles, seat, hand, time):
    """Can the seat have held this hand after so many entries of the log? ``piles`` are those before each."""
    if time == 0:
        return len(hand) == len(first.hands[seat])
    event, rules = state.log[time - 1], state.rules
    pile = piles[time - 1]
    if event.what == "reshuffle" and hand & {*pile[:-1]}:
        return False
    if event.what == "start" and hand & {*event.cards}:
        return False
    if event.seat != seat or event.what not in ("play", "draw", "pass"):
        return came_about(first, state, piles, seat, hand, time - 1)
    if event.what == "play":
        return came_about(first, state, piles, seat, hand | {*event.cards}, time - 1)
    if event.what == "pass":
        return not fitting_plays(rules, pile, hand) and came_about(first, state, piles, seat, hand, time - 1)
    may_play = None
    if rules.play_drawn:
        after = state.log[time] if time < len(state.log) else None
        may_play = (
            state.to_act == seat if after is None else after.seat == seat and after.what in ("play", "keep")
        )
    for drawn in hand:
        old = hand - {drawn}
        if may_play is not None:
            if may_play != any(str(drawn) in chosen for chosen in fitting_plays(rules, pile, hand)):
                continue
            if after is not None and after.seat == seat and after.what == "play" and drawn not in after.cards:
                continue
        whole = piles[time - 2] if state.log[time - 2].what == "reshuffle" else pile
        if rules.draw == "only_if_unable" and fitting_plays(rules, whole, old):
            continue
        if came_about(first, state, piles, seat, old, time - 1):
            return True
    return False


HALF = "2S JS 8H 2D 10D 5C KC 8S 5H KH 8D 3C 10C 6S AS JH 5D AD 8C 3S QS 9H 3D JD 6C AC 10S 6H AH 9D"
POSITIONS = [
    # The stock is soon empty, so the pile is turned; what is drawn then is known to have lain on the pile.
    {"position": {"dealer": "C", "pile": HALF}},
    {"options": {"players": 4, "draw": "free"}, "position": {"dealer": "C", "pile": HALF}},
    {"options": {"play_drawn": True, "group_rule": "open"}, "position": {"dealer": "C", "pile": HALF}},
    # Nothing is left to be drawn, so one who cannot play passes.
    {
        "position": {
            "to_act": "A",
            "stock": "",
            "pile": "7H",
            "hands": {
                "A": "3S 4S 5S 6S 8S 9S 10S JS QS KS AS 3C 4C 5C 6C 8C 9C 10C JC QC KC AC 3D 4D 5D 6D",
                "B": "2S 2H 2D 2C 3H 4H 5H 6H 7S 7D 7C 8H",
                "C": "8D 9H 9D 10H 10D JH JD QH QD KH KD AH AD",
            },
        },
    },
    {"options": {"after_knock": "last_turn"}, "position": {"knocked_by": "B", "hands": {"B": "9H 9S"}}},
    {"options": {"match_to": 3}, "position": {"wins": {"A": 2, "C": 2}}},
]

HOLE_CARDS = Plain(
    pack=lambda rules: PACK,
    cards=cards,
    seen=seen,
    conceivable=conceivable,
    allowed=allowed,
    longest_deal=lambda rules: 5000,  # nothing in the rules ends a deal in which nobody knocks or goes out
    longest_match=lambda rules: rules.players * (rules.match_to - 1) + 1,  # each deal gives somebody a win
    check_deal=check_deal,
    could_be=could_be,
    settings=(
        {"players": 6, "draw": "free", "play_drawn": True},
        {"players": 6, "play_drawn": True, "group_rule": "open", "start": "empty"},
        {"players": 2, "after_knock": "last_turn", "play_drawn": True, "two_on_pile": "any"},
        {"match_to": 3, "knock_tie": "shared", "after_knock": "last_turn"},
    ),
    positions=POSITIONS,
)
