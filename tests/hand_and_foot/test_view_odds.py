"""What lies where, from a view: held to a list of all deals that fit, and to the resample."""

from fractions import Fraction
from itertools import combinations

import pytest

from cardlab.cards import Pack, parse_cards, remove_cards, show_cards
from cardlab.game import new_game
from cardlab.games.hand_and_foot import odds
from cardlab.games.hand_and_foot.rules import is_red_three
from cardlab.probability.monte_carlo import estimate
from cardlab.refused import Refused
from cardlab.simulation import view_trial

HIDDEN = "KS KH Joker QD 3H 2S KC 9C 4S"
RANKS = ["K", "Joker 2", "9 4 Q", "J"]


def late(*moves, hidden=HIDDEN, held=2, foot=2, to_act="A", pile="JD", seats="AB", **options):
    """A round of which a few cards are hidden: the hands of the others, the feet, and the stock.

    One card lies on the pile, red threes are laid aside, and all other cards are in A's hand.
    """
    decks = len(seats) - 1
    cards = list(parse_cards(hidden))
    rest = remove_cards(Pack(decks=decks, jokers_per_deck=2).cards, [*cards, *parse_cards(pile)])
    red = [card for card in rest if is_red_three(card)]

    def deal(number):
        return show_cards([cards.pop(0) for _ in range(number)])

    position = {
        "dealer": seats[-1],
        "to_act": to_act,
        "hands": {seat: deal(held) for seat in seats[1:]} | {"A": show_cards(remove_cards(rest, red))},
        "feet": {seat: deal(foot) for seat in seats},
        "stock": show_cards(cards),
        "pile": pile,
        "red_threes": {"A": show_cards(red)},
    }
    state = new_game("hand_and_foot", position=position, players=len(seats), decks=decks, **options)
    for move in moves:
        state = state.apply(move)
    return state


def listed(cards, places):
    """Every way to fill places, each of a size and perhaps never with a red three; the rest is the stock."""
    if not places:
        yield {"stock": cards}
        return
    (name, size, may_be_red), *later = places
    for chosen in combinations(range(len(cards)), size):
        if not may_be_red and any(is_red_three(cards[place]) for place in chosen):
            continue
        left = [card for place, card in enumerate(cards) if place not in chosen]
        for rest in listed(left, later):
            yield {name: [cards[place] for place in chosen], **rest}


def share(cases) -> Fraction:
    found = list(cases)
    return Fraction(sum(found)) / len(found)


def number_of(cards, ranks) -> int:
    return sum(card.rank in ranks.split() for card in cards)


@pytest.mark.parametrize(("to_act", "b_has_begun"), [("A", False), ("B", True)])
@pytest.mark.parametrize("hidden", ["9S 9H Joker Joker 3H 9D 2C 4S 4H", "KS KH KD QS QH 2S 2H 9C 4S"])
def test_every_question_is_held_to_all_deals_that_fit(to_act, b_has_begun, hidden):
    view = late(to_act=to_act, hidden=hidden).view("A")
    deals = list(
        listed(
            list(parse_cards(hidden)), [("B", 2, not b_has_begun), ("foot A", 2, True), ("foot B", 2, True)]
        )
    )
    for ranks in RANKS:
        for number in range(4):

            def have(name, ranks=ranks, number=number):
                return share(number_of(deal[name], ranks) >= number for deal in deals)

            assert odds.p_holds(view, "B", ranks, number) == have("B")
            assert odds.p_in_foot(view, ranks, number) == have("foot A")
            assert odds.p_in_foot(view, ranks, number, "B") == have("foot B")
        for number in range(3):
            assert odds.p_draws(view, ranks, number) == share(
                share(number_of(pair, ranks) >= number for pair in combinations(plain, 2))
                for plain in ([c for c in deal["stock"] if not is_red_three(c)] for deal in deals)
            )
    assert odds.p_pair_for(view, "B", "KC") == share(number_of(deal["B"], "K") >= 2 for deal in deals)
    assert odds.p_pair_for(view, "B") == odds.p_holds(view, "B", "J", 2)
    assert odds.p_pair_for(view, "B", "3S") == odds.p_pair_for(view, "B", "Joker") == 0


def test_three_seats_of_which_two_may_hold_a_red_three():
    hidden = "KS KH Joker QD 3H 2S KC 9C"
    view = late(seats="ABC", foot=1, hidden=hidden).view("A")
    places = [("B", 2), ("C", 2), ("foot A", 1), ("foot B", 1), ("foot C", 1)]
    deals = list(listed(list(parse_cards(hidden)), [(name, size, True) for name, size in places]))
    for ranks in RANKS:
        for number in (1, 2):
            for seat in "BC":
                found = share(number_of(deal[seat], ranks) >= number for deal in deals)
                assert odds.p_holds(view, seat, ranks, number) == found


def test_what_was_picked_up_is_known():
    """The nine below the seven is in B's hand now; A has drawn two cards."""
    hidden = "7S 7C QD 2S 3H KC 9C 4S 4H KD KS 9S"
    moves = ["A draws", "A discards 7H", "B takes the pile with 7S 7C"]
    view = late(*moves, hidden=hidden, held=4, pile="9D", minimums=(0,)).view("A")
    unseen = list(parse_cards("QD 2S 3H KC 9C 4S KS 9S"))
    deals = list(listed(unseen, [("B", 2, False), ("foot A", 2, True), ("foot B", 2, True)]))
    known = parse_cards("9D")
    for ranks in RANKS:
        for number in range(4):
            found = share(number_of([*known, *deal["B"]], ranks) >= number for deal in deals)
            assert odds.p_holds(view, "B", ranks, number) == found
    assert odds.p_holds(view, "B", "9") == 1


def test_the_questions_agree_with_deals_made_anew():
    state = new_game("hand_and_foot", seed=5, players=4)
    for _ in range(6):
        moves = state.legal_actions()
        state = state.apply(next((move for move in moves if move.verb == "draw"), moves[-1]))
    view = state.view(state.to_act)
    other = (view.seat + 1) % 4

    def count(ranks, number):
        return view_trial(view, lambda deal: number_of(deal.hands[other], ranks) >= number)

    for ranks, number in (("Joker 2", 1), ("Joker 2", 3), ("K", 2)):
        found = estimate(count(ranks, number), 400, seed=2)
        assert abs(found.value - odds.p_holds(view, other, ranks, number)) < 4 * found.standard_error
    foot = estimate(view_trial(view, lambda deal: number_of(deal.feet[view.seat], "Joker 2") >= 2), 400, 3)
    assert abs(foot.value - odds.p_in_foot(view, "Joker 2", 2)) < 4 * foot.standard_error


def in_foot():
    return new_game("hand_and_foot", position={"in_foot": ["B"]}).view("A")


def reshuffled():
    moves = ["A draws", "A discards 7H", "B draws", "B discards KS"]
    return late(*moves, stock_out="reshuffle", hidden="KS KH Joker QD 2S 9C 4S 4H 5S").view("B")


@pytest.mark.parametrize(
    ("field", "ask"),
    [
        ("seat", lambda: odds.p_holds(late().view("A"), "A", "K")),
        ("seat", lambda: odds.p_holds(late().view("A"), "Z", "K")),
        ("ranks", lambda: odds.p_holds(late().view("A"), "B", "1")),
        ("ranks", lambda: odds.p_holds(late().view("A"), "B", "3")),
        ("ranks", lambda: odds.p_draws(late().view("A"), "")),
        ("number", lambda: odds.p_draws(late().view("A"), "K", 1.5)),
        ("card", lambda: odds.p_pair_for(late().view("A"), "B", "XX")),
        ("seat", lambda: odds.p_in_foot(in_foot(), "K", 1, "B")),
        ("seat", lambda: odds.p_in_foot(late().view(None), "K")),
        ("view", lambda: odds.p_draws(late(hidden="KS KH Joker QD 3H 2S KC 9C").view("A"), "K")),
        ("view", lambda: odds.p_holds(late(hidden="KS KH Joker QD 2S KC").view("A"), "B", "K")),
        ("view", lambda: odds.p_holds(reshuffled(), "A", "K")),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(field, ask):
    with pytest.raises(Refused) as caught:
        ask()
    assert caught.value.field == field
