"""What another seat may hold, from a view: held to a list of all deals that fit, and to the resample."""

from fractions import Fraction
from itertools import combinations

import pytest

from cardlab.cards import Pack, parse_cards, show_cards
from cardlab.game import new_game
from cardlab.games.hole_cards import odds
from cardlab.games.hole_cards.fits import plays
from cardlab.probability.monte_carlo import estimate
from cardlab.refused import Refused
from cardlab.simulation import view_trial

DECK = Pack().cards
HIDDEN = "QS QC QD 5S 5C 2H 7C 9D 9C"


def late(*moves, top="QH JD", hidden=HIDDEN, own="3S KD", **options):
    """Late in a deal of three: nine cards are hidden, two at B, three at C and four in the stock."""
    named = parse_cards(f"{top} {hidden} {own}")
    below = [card for card in DECK if card not in named]
    hidden = parse_cards(hidden)
    position = {
        "dealer": "C",
        "hands": {"A": own, "B": show_cards(hidden[:2]), "C": show_cards(hidden[2:5])},
        "pile": f"{show_cards(below)} {top}",
    }
    state = new_game("hole_cards", seed=4, players=3, position=position, **options)
    for move in moves:
        state = state.apply(move)
    return state


def listed(view):
    """Every deal of the cards not seen: the hands of the others, and the stock as a set."""

    def rest(cards, seats):
        if not seats:
            yield {}, cards
            return
        for hand in combinations(cards, view.counts[seats[0]]):
            left = [card for card in cards if card not in hand]
            for hands, stock in rest(left, seats[1:]):
                yield {seats[0]: hand, **hands}, stock

    unseen = [card for card in DECK if card not in (*view.hand, *view.pile)]
    return list(rest(unseen, [seat for seat in range(3) if seat != view.seat]))


def share(cases) -> Fraction:
    """The part of the cases that are true, or hold anything."""
    found = list(map(bool, cases))
    return Fraction(sum(found), len(found))


STATES = {
    "default": late(),
    "colour": late(match="colour"),
    "strict": late(pair_rule="strict"),
    "open groups": late(group_rule="open", top="9H 4D"),
    "anything on a two": late(top="9H 2S", two_on_pile="any"),
    "three alike on top": late(top="8H 8S 8D"),
    "the pair below": late(top="5H 6D"),
    "after plays": late("A plays 3S", "B plays QS", "C plays 5S", top="4H 4S"),
    "own draw": late("A draws", "B knocks", own="3C KS", after_knock="last_turn"),
    "free draws": late("A draws", "B draws", "C plays QD", draw="free"),
    "empty stock": late("A draws", "B draws", "C draws", "A draws", draw="free"),
}


ASKED = [(name, seat) for name in STATES for seat in (0, 1) if (name, seat) != ("own draw", 1)]


@pytest.mark.parametrize(("name", "seat"), ASKED)
def test_every_question_is_held_to_all_deals_that_fit(name, seat):
    view = STATES[name].view(seat)
    deals = listed(view)
    for asked in (other for other in range(3) if other != seat):
        hands = [held[asked] for held, _ in deals]
        fitting = [plays(view.rules, view.pile, hand) for hand in hands]
        assert odds.p_seat_can_play(view, asked) == share(fitting)
        assert odds.p_seat_can_go_out(view, asked) == share(
            any(len(cards) == view.counts[asked] for cards in found) for found in fitting
        )
        for card in DECK[::3]:
            assert odds.p_holds_card(view, asked, card) == share(card in hand for hand in hands)
    stocks = [str(card) for _, stock in deals for card in stock]
    if stocks:
        assert odds.p_next_card(view, "QS 5C 9D") == share(card in ("Q♠", "5♣", "9♦") for card in stocks)
    else:
        with pytest.raises(Refused, match="The stock is empty"):
            odds.p_next_card(view, "QS")


@pytest.mark.parametrize("name", ["default", "after plays", "own draw", "free draws"])
def test_the_questions_agree_with_deals_made_anew(name):
    view = STATES[name].view("A")
    exact = odds.p_seat_can_play(view, "C")
    found = estimate(
        view_trial(view, lambda state: bool(plays(state.rules, state.pile, state.hands[2]))), 400, 3
    )
    assert abs(found.value - exact) <= 4 * found.standard_error


def test_a_view_may_stand_for_the_cards_that_are_seen():
    view = late().view("A")
    assert odds.p_group(2, 3, seen=view) == odds.p_group(2, 3, seen=(*view.hand, *view.pile))
    assert odds.p_can_play(3, view.pile, seen=view) == odds.p_seat_can_play(view, "C")
    start = new_game("hole_cards", seed=2, position={"pile": "KH", "hands": {"A": "KS 9S 4D"}}).view("A")
    for one, other in [(start, "KS 9S 4D"), (start, start.hand)]:
        assert odds.p_can_play_single(5, "KH", seen=one) == odds.p_can_play_single(5, "KH", seen=other)
        assert odds.p_drawn_fits("KH", 4, seen=one) == odds.p_drawn_fits("KH", 4, seen=other)


@pytest.mark.parametrize("pile", ["QH JD", "9H 9S", "5H 5S 5D", "2S", "KH 2D"])
@pytest.mark.parametrize("options", [{}, {"match": "colour"}, {"group_rule": "open"}, {"two_on_pile": "any"}])
def test_a_hand_that_can_play_something_on_a_pile(pile, options):
    rules = odds.HoleCardsRules(**options)
    left = "QS QC QD JS JC 9D 2H 4S 4C 4H 7C 8C"
    lying = parse_cards(pile)
    seen = [card for card in DECK if card not in lying and card not in parse_cards(left)]
    for hand_size in range(5):
        hands = list(combinations([card for card in parse_cards(left) if card not in lying], hand_size))
        able = share(plays(rules, lying, hand) for hand in hands)
        assert odds.p_can_play(hand_size, pile, seen, **options) == able


@pytest.mark.parametrize("match", ["suit", "colour"])
def test_on_the_card_turned_up_groups_add_nothing(match):
    for hand_size in (1, 5):
        assert odds.p_can_play(hand_size, match=match) == odds.p_can_play_single(hand_size, match=match)
    assert odds.p_can_play(5, "KH", match=match) == odds.p_can_play_single(5, "KH", match=match)
    assert odds.p_can_play(5, "") == 1  # KA28


STUCK = late("A draws", own="3C KS").view("B")
RESHUFFLED = late(*"A draws|B draws|C draws|A draws|B draws".split("|"), draw="free").view("C")


@pytest.mark.parametrize(
    ("field", "ask"),
    [
        ("seat", lambda: odds.p_seat_can_play(late().view("A"), "A")),
        ("seat", lambda: odds.p_holds_card(late().view("A"), "D", "QS")),
        ("card", lambda: odds.p_holds_card(late().view("A"), "B", "XS")),
        ("card", lambda: odds.p_holds_card(late().view("A"), "B", "QS QC")),
        ("card", lambda: odds.p_holds_card(late().view("A"), "B", "Joker")),
        ("cards", lambda: odds.p_next_card(late().view("A"), "queens")),
        ("view", lambda: odds.p_seat_can_play(STUCK, "A")),
        ("view", lambda: odds.p_seat_can_play(STUCK, "C")),
        ("view", lambda: odds.p_seat_can_go_out(RESHUFFLED, "A")),
        (
            "view",
            lambda: odds.p_seat_can_play(
                late("A draws", "B draws", draw="free", play_drawn=True).view("A"), 1
            ),
        ),
        ("view", lambda: odds.p_holds_card(late("A knocks").view("A"), "B", "QS")),
        ("pile", lambda: odds.p_can_play(pile="KX")),
        ("pile", lambda: odds.p_can_play(pile="KH KH")),
        ("seen", lambda: odds.p_can_play(pile="KH", seen="KH")),
        ("hand_size", lambda: odds.p_can_play(52)),
        ("match", lambda: odds.p_can_play(match="rank")),
        ("top", lambda: odds.p_can_play_single(top="KX", seen=late().view("A"))),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(field, ask):
    with pytest.raises(Refused) as caught:
        ask()
    assert caught.value.field == field
