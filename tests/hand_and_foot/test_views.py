"""What a seat sees, what it can conclude, and that a resampled state is one that it could not tell apart."""

from collections import Counter
from random import Random

import pytest
from hand_and_foot.setting import ascii, at, happened, last_cards, one_pack, play, taking

from cardlab.cards import parse_cards
from cardlab.game import new_game
from cardlab.games.hand_and_foot import engine
from cardlab.games.hand_and_foot.resample import Told
from cardlab.games.hand_and_foot.rules import is_red_three
from cardlab.notation import Event
from cardlab.refused import Refused


def all_cards(state) -> Counter:
    found = Counter([*state.stock, *state.pile])
    for cards in (
        *state.hands,
        *state.feet,
        *state.red_threes,
        *(meld for melds in state.melds for meld in melds),
    ):
        found.update(cards)
    return found


def random_play(seed: int, **options):
    state, rng = new_game("hand_and_foot", seed=seed, **options), Random(seed)
    weights = {"discard": 0.3, "take": 3}
    while state.to_act is not None:
        yield state
        moves = state.legal_actions()
        state = state.apply(rng.choices(moves, [weights.get(move.verb, 1) for move in moves])[0])
    yield state


SETTINGS = [
    {},
    {"players": 2, "stock_out": "reshuffle", "decks": 2},
    {"players": 5, "wild_rule": "outnumber"},
    {"players": 6, "teams": (0, 1, 2, 0, 1, 2), "ask_partner": True, "books_to_go_out": (0, 0)},
]


@pytest.mark.parametrize("options", SETTINGS)
def test_resampled_states_fit_the_view(options):
    rng, differ, number = Random(1), 0, 0
    for state in random_play(11, **options):
        assert all_cards(state) == Counter(state.rules.pack.cards)
        if rng.random() < 0.2 or len(state.stock) < 3:
            seat = rng.choice((None, *range(state.rules.players)))
            view = state.view(seat)
            other = view.resample(rng)
            assert all_cards(other) == all_cards(state)
            assert other.view(seat) == view
            assert repr(other.view(seat)) == repr(view)
            assert other.to_act is None or other.legal_actions()
            begun = {event.seat for event in state.log if event.what == "draw"}
            assert not any(is_red_three(card) for who in begun for card in other.hands[who])
            number += 1
            differ += other.hands != state.hands
    assert differ > 0.6 * number > 10


def test_what_has_been_picked_up_is_remembered_until_it_is_played():
    state = taking("9H 9S 4D", "JS", "A draws", "A discards 4D")
    state = play(state, "B draws", "B discards 6S", "A draws", "A discards JH", "B draws", "B discards 7D")
    assert ascii(Told(state.view("B")).pile) == "JS 4D 6S JH 7D"
    taken = at(
        *("A draws", "A discards QS", "B draws", "B discards 9D"),
        *("A takes the pile with 9H 9S", "A discards KC"),
        hands={"A": "9H 9S QS KC", "B": "9D 8D 8C"},
        pile="5H 4H",  # Nobody has seen the five below.
        stock="6C 7C 8H 10D 5C",
        melds={"A": ["KS KH KD"]},
    )
    told = Told(taken.view("B"))
    assert ascii(told.picked_up[0]) == "4H QS"
    assert ascii(told.pile) == "KC"
    for seed in range(20):
        assert {*parse_cards("4H QS")} <= {*taken.view("B").resample(Random(seed)).hands[0]}


def test_what_is_laid_in_taking_the_pile_comes_from_the_hand():
    """HA17: a card of the pile that is equal to one of the pair is still in the hand afterwards."""
    moves = ["A draws", "A discards 9H", "B draws", "B discards 9D", "A takes the pile with 9H 9S"]
    hands = {"A": "9H 9H 9S QS KC", "B": "9D 8D 8C"}
    state = at(*moves, hands=hands, pile="4H", stock="6C 7C 8H 10D 5C", melds={"A": ["KS KH KD"]})
    assert happened(state)[-3:] == ["take", "meld", "rest"]
    assert ascii(Told(state.view("B")).picked_up[0]) == "4H 9H"


def test_the_top_card_of_a_position_is_remembered_when_it_is_covered():
    state = taking("9H 9S 4D", "5S 6S JS", "A draws", "A discards 4D")
    assert state.view("B").scene().log[1] == ("J♠ lies on top of the pile.", "HA39")
    for seed in range(10):
        other = state.view("B").resample(Random(seed))
        assert ascii(other.pile[-2:]) == "JS 4D"
    assert any(ascii(state.view("B").resample(Random(seed)).pile[:2]) != "5S 6S" for seed in range(10))


def test_discards_known_to_lie_in_the_pile_stay_there():
    state = new_game("hand_and_foot", seed=2)
    for _ in range(12):
        state = state.apply(state.legal_actions()[-1])
    for seed in range(5):
        other = state.view(None).resample(Random(seed))
        assert other.pile == state.pile
        assert other.stock != state.stock


def test_reshuffled_cards_lie_in_the_stock_or_in_a_hand_that_has_drawn():
    hands = {"A": "AS 5H KC", "B": "9S 4D 7C"}
    moves = ["A draws", "A discards KC", "B draws", "B discards 7C", "A draws"]
    state = one_pack(*moves, hands=hands, stock="8C 9C 10C QD", pile="JS", options={"stock_out": "reshuffle"})
    assert "reshuffle" in happened(state)
    assert Told(state.view("B")).reshuffled == list(parse_cards("JS KC"))
    # Where more cards lay in the pile from the start, nobody has seen those below.
    more = one_pack(
        *moves, hands=hands, stock="8C 9C 10C QD", pile="5D JS", options={"stock_out": "reshuffle"}
    )
    assert Told(more.view("B")).reshuffled == []
    # One that replaces a red three is drawn from the new stock too.
    (three, below, top) = (parse_cards(card) for card in ("3H", "JS", "KC"))
    log = (
        Event("start", cards=below),
        Event("discard", 1, top),
        Event("red three", 0, three),
        Event("reshuffle", number=1),
    )
    assert Told(state.view("B")._with(log=log)).drawn == [1, 0]
    dealt = next(
        s for s in random_play(5, players=2, decks=2, stock_out="reshuffle") if "reshuffle" in happened(s)
    )
    told = Told(dealt.view("A"))
    assert len(told.reshuffled) >= len(dealt.stock) > 0
    for seed in range(10):
        other = dealt.view("A").resample(Random(seed))
        assert not Counter(other.stock) - Counter(told.reshuffled)


def test_a_seat_that_must_take_the_pile_is_known_to_be_able_to():
    position = {"hands": {"A": "JD JH 5H 5C", "B": "9S 4D 7C"}, "in_foot": []}
    state = one_pack(pile="QS 7D JS", melds={"A": ["KS KH KD"]}, **position)
    for seed in range(10):
        other = state.view("B").resample(Random(seed))
        assert sum(card.rank == "J" for card in other.hands[0]) >= 2
        assert "take" in [move.verb for move in other.legal_actions()]


def test_a_deal_that_nothing_fits_is_not_looked_for_for_ever(monkeypatch):
    position = {"hands": {"A": "JD JH 5H 5C", "B": "9S 4D 7C"}, "in_foot": []}
    view = one_pack(pile="QS 7D JS", melds={"A": ["KS KH KD"]}, **position).view("B")
    monkeypatch.setattr(engine, "MOST_TRIES", 20)
    monkeypatch.setattr(engine.HandAndFootState, "_has_move", lambda self: False)
    with pytest.raises(Refused, match="view: No deal was found"):
        view.resample(Random(1))


def test_at_the_end_all_cards_left_are_laid_open():
    state = last_cards("4D", "A discards 4D")
    view = state.view(None)
    assert view.turned_up == (((), ()), (state.hands[1], state.feet[1]))
    assert all(str(card) in repr(view) for card in (*state.hands[1], *state.feet[1]))
    other = view.resample(Random(1))
    assert (other.hands, other.feet) == (state.hands, state.feet)


@pytest.mark.parametrize(
    ("state", "status"),
    [
        (new_game("hand_and_foot", seed=1), "D is to draw or to take the pile."),
        (last_cards("9S 4D"), "A is to meld and to discard."),
        (last_cards("4D", "A discards 4D"), "A went out, and the round is over."),
        (last_cards("4D", "A discards 4D", round=4), "The game is over: A won with 1040 points."),
    ],
)
def test_status(state, status):
    assert state.view(None).scene().status == status


def test_the_sheet_goes_by_round_and_team():
    state = new_game("hand_and_foot", seed=1, minimums=(0, 0))
    for _ in range(2):
        state = state if state.to_act is not None else state.apply("deal")
        while state.to_act is not None:
            state = state.apply(state.legal_actions()[0])
    sheet = state.view("A").scene().sheet
    assert sheet[0] == ("Score", "A and C", "B and D")
    lines = ["books", "cards", "cards left", "total"]
    names = [f"Round {number}: {line}" for number in (1, 2) for line in lines]
    assert [row[0] for row in sheet[1:]] == [*names, "Total"]
    for column in (1, 2):
        numbers = {row[0]: int(row[column]) for row in sheet[1:]}
        *parts, second = [numbers[name] for name in names[4:]]
        assert second == sum(parts)
        assert numbers["Total"] == numbers["Round 1: total"] + second == state.totals[column - 1]
    assert state.outcome == tuple(map(float, (*state.totals, *state.totals)))
