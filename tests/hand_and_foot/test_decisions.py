"""Each decision of the rules of Hand and Foot, HA1 to HA49, in a position where it matters."""

from random import Random

import pytest
from hand_and_foot.setting import (
    CLEAN_KINGS,
    DIRTY_EIGHTS,
    ascii,
    at,
    clause,
    hand,
    happened,
    last_cards,
    melding,
    one_pack,
    play,
    taking,
)

from cardlab.cards import Card, Pack, parse_cards, remove_cards, shuffled
from cardlab.game import find_game, new_game
from cardlab.games.hand_and_foot.bots import BOTS
from cardlab.games.hand_and_foot.rules import HandAndFootRules, is_red_three, sort_hand
from cardlab.play import play_deal
from cardlab.refused import Refused

# --- players and packs


@pytest.mark.clause("HA1")
@pytest.mark.parametrize(
    ("options", "teams"),
    [
        ({"players": 2}, (0, 1)),
        ({"players": 3}, (0, 1, 2)),
        ({"players": 4}, (0, 1, 0, 1)),
        ({"players": 5}, (0, 1, 2, 3, 4)),
        ({"players": 6}, (0, 1, 0, 1, 0, 1)),
        ({"players": 6, "teams": (7, 3, 0, 7, 3, 0)}, (0, 1, 2, 0, 1, 2)),
        ({"players": 4, "teams": (0, 0, 1, 2)}, (0, 0, 1, 2)),
    ],
)
def test_teams(options, teams):
    state = new_game("hand_and_foot", **options)
    assert state.rules.team_of == teams
    assert len(state.melds) == len(set(teams))


@pytest.mark.clause("HA1")
@pytest.mark.parametrize("teams", [(0, 1, 0), (0, 0, 0, 0), (0, 1, "a", 1), 3])
def test_impossible_teams_are_refused(teams):
    with pytest.raises(Refused, match=r"^teams: "):
        new_game("hand_and_foot", teams=teams)


@pytest.mark.clause("HA2")
def test_five_packs_for_two_or_three_and_six_for_more():
    assert [HandAndFootRules(players=n).pack.decks for n in (2, 3, 4, 5, 6)] == [5, 5, 6, 6, 6]
    assert HandAndFootRules(players=2, decks=1, hand_size=12).pack.decks == 1
    for options in ({"decks": 2, "players": 6}, {"decks": 1, "players": 2, "hand_size": 15}, {"decks": 0}):
        with pytest.raises(Refused, match=r"^decks: "):
            HandAndFootRules(**options)


@pytest.mark.clause("HA3")
def test_two_jokers_in_each_pack():
    for players, jokers in ((2, 10), (4, 12)):
        cards = HandAndFootRules(players=players).pack.cards
        assert [str(card) for card in cards].count("Joker") == jokers
        assert len(cards) == 27 * jokers


# --- the deal


@pytest.mark.clause("HA4")
@pytest.mark.clause("HA5")
@pytest.mark.parametrize("size", [11, 15])
def test_first_the_hands_are_dealt_singly_and_then_the_feet(size):
    state = new_game("hand_and_foot", seed=4, hand_size=size)
    deck = shuffled(Pack(decks=6, jokers_per_deck=2).without(()), Random("4:1"))
    first = (state.dealer + 1) % 4
    for place in range(4):
        seat = (first + place) % 4
        own = sort_hand(deck[place : 4 * size : 4])
        assert state.feet[seat] == sort_hand(deck[4 * size + place : 8 * size : 4])
        assert state.hands[seat] == own or (seat == first and any(map(is_red_three, own)))


@pytest.mark.clause("HA6")
def test_a_refused_starter_goes_back_to_a_random_place():
    places = []
    for seed in range(60):
        state = new_game("hand_and_foot", seed=seed)
        deck = shuffled(state.rules.pack.without(()), Random(f"{seed}:1"))[88:]
        refused = [event.cards[0] for event in state.log if event.what == "return"]
        if len(refused) == 1 and not any(state.red_threes):
            assert (refused[0], state.pile) == (deck[0], deck[1:2])
            rest = deck[2:]
            place = next(n for n, card in enumerate((*rest, None)) if state.stock[n] != card)
            assert state.stock == (*rest[:place], refused[0], *rest[place:])
            places.append(place)
    assert len(places) >= 4
    assert min(places) < 100 < max(places)


@pytest.mark.clause("HA6")
def test_a_black_three_may_start_and_blocks():
    states = [new_game("hand_and_foot", seed=seed) for seed in range(80)]
    (state, *_) = [state for state in states if state.top.rank == "3"]
    assert state.top.suit.colour == "black"
    assert clause(state, f"{state.seats[state.turn]} takes the pile with 3S 3C") == "H35"


@pytest.mark.clause("HA37")
def test_deal_and_first_turn_move_one_seat_to_the_left():
    state = at(options={"players": 3}, dealer="C")
    found = []
    for _ in range(3):
        found.append((state.dealer, state.to_act))
        state = play_deal(state, dict.fromkeys(range(3), BOTS["opener"])).apply("deal")
    assert found == [(2, 0), (0, 1), (1, 2)]


# --- red and black threes


@pytest.mark.clause("HA7")
def test_dealt_red_threes_are_replaced_at_the_start_of_the_first_turn():
    position = {"hands": {"A": "3D 9C", "B": "3H 3H 9D"}, "stock": "3H 5S 6C 7C 8C 3D 4C 10S", "pile": "JS"}
    state = at(**position)
    assert (hand(state), ascii(state.red_threes[0])) == ("9C 5S", "3D 3H")
    assert hand(state, 1) == "9D 3H 3H"
    state = play(state, "A draws", "A discards 9C")
    assert (hand(state, 1), ascii(state.red_threes[1])) == ("9D 8C 4C", "3H 3H 3D")


@pytest.mark.clause("HA8")
def test_red_threes_of_the_foot_are_replaced_when_it_is_taken_up():
    feet = {"A": "3H 5D", "B": "3D 4H"}
    state = melding("9S 9H 9D", "A melds 9S 9H 9D", feet=feet, melds={"A": ["KH KS KD"]})
    assert (hand(state), ascii(state.red_threes[0])) == ("6C 5D", "3H")
    assert state.feet[1] == sort_hand((Card.parse("3D"), Card.parse("4H")))
    assert "3♦" not in repr(state.view("B"))


@pytest.mark.clause("HA9")
@pytest.mark.parametrize("stock_out", ["end_round", "reshuffle"])
def test_without_a_stock_a_red_three_is_not_replaced(stock_out):
    full = [card for card in Pack(jokers_per_deck=2).cards if str(card) not in "9♥ 4♦ 3♥ 6♣ 3♦".split()]
    position = {"hands": {"A": "9H 4D", "B": "6C"}, "stock": "3H", "feet": {"A": "", "B": "3D"}}
    state = at(options={"decks": 1, "stock_out": stock_out}, **position, pile=ascii(full))
    state = state.apply("A draws")
    assert ascii(state.red_threes[0]) == "3H"
    # Where the pile may be reshuffled it serves the replacement, and the second card of the draw (HA47).
    assert len(state.hands[0]) == (2 if stock_out == "end_round" else 4)
    assert happened(state).count("reshuffle") == (0 if stock_out == "end_round" else 1)


@pytest.mark.clause("HA9")
@pytest.mark.clause("HA47")
def test_a_red_three_at_the_end_of_a_draw_is_replaced_from_a_new_stock():
    full = [card for card in Pack(jokers_per_deck=2).cards if str(card) not in "9♥ 4♦ Q♥ 3♥ 6♣ 3♦".split()]
    position = {"hands": {"A": "9H 4D", "B": "6C"}, "stock": "QH 3H", "feet": {"A": "", "B": "3D"}}
    options = {"decks": 1, "stock_out": "reshuffle"}
    state = at("A draws", options=options, **position, pile=ascii(full))
    assert happened(state)[-3:] == ["red three", "reshuffle", "draw"]
    assert (len(state.hands[0]), len(state.pile), len(state.stock)) == (4, 1, len(full) - 2)
    # With nothing to reshuffle it is not replaced.
    bare = one_pack("A draws", stock="9C 3H", pile="JS", options=RESHUFFLE)
    assert happened(bare)[-2:] == ["red three", "draw"]


@pytest.mark.clause("HA9")
def test_with_the_last_card_of_the_stock_it_is_replaced():
    state = one_pack(hands={"A": "3H AS", "B": "9S 4D 7C"}, stock="6C", pile="7D JS")
    assert (hand(state), state.stock) == ("AS 6C", ())


@pytest.mark.clause("HA10")
@pytest.mark.parametrize("value", [0, 100, -50])
def test_a_red_three_laid_aside_scores_its_option_and_one_in_a_foot_five_against(value):
    position = {"red_threes": {"A": "3H 3D"}, "hands": {"A": "4D", "B": "4S"}, "feet": {"B": "3H"}}
    state = last_cards("4D", "A discards 4D", options={"red_three_value": value}, **position)
    assert [score.red_threes for score in state.sheet[-1]] == [2 * value, 0]
    assert state.sheet[-1][1].left == -10
    assert ("Round 1: red threes" in [row[0] for row in state.view("A").scene().sheet]) == (value != 0)


@pytest.mark.clause("HA11")
@pytest.mark.clause("HA49")
def test_black_threes_are_only_discarded():
    state = melding("3S 3C 3S 2S 4D", melds={"A": ["KH KS KD KC"]})
    assert clause(state, "A melds 3S 3C 3S") == "H25"
    assert clause(state, "A adds 3S to K") == "H25"
    assert clause(state, "A discards 3S") is None
    assert clause(taking("3S 3C 4D", "9D 3S"), "A takes the pile with 3S 3C") == "H35"
    assert (
        last_cards("4D", "A discards 4D", hands={"A": "4D", "B": "3S"}, feet={"B": ""}).sheet[-1][1].left
        == -5
    )


# --- melds


@pytest.mark.clause("HA12")
@pytest.mark.parametrize(
    ("rule", "legal", "illegal"),
    [
        ("four_naturals", ["9S 9H 9D 9C 2S", "9S 9H 9D 9C 2S 2H 2D"], ["9S 9H 2S", "9S 9H 9D 2S 2H"]),
        ("outnumber", ["9S 9H 2S", "9S 9H 9D 2S 2H", "9S 9H 9D 9C 2S 2H 2D"], ["9S 9H 2S 2H", "9S 2S 2H"]),
        (
            "two_to_one",
            ["9S 9H 2S", "9S 9H 9D 9C 2S", "9S 9H 9D 9C 2S 2H", "9S 9H 9D 9C 9S 2S 2H"],
            ["9S 9H 9D 2S 2H", "9S 2S 2H", "9S 9H 9D 9C 2S 2H 2D"],
        ),
    ],
)
def test_wild_rules(rule, legal, illegal):
    position = {"options": {"wild_rule": rule}, "melds": {"A": ["KH KS KD"], "B": ["JH JS JD"]}}
    state = melding("9S 9H 9D 9C 9S 2S 2H 2D 4D", **position)
    assert [clause(state, f"A melds {cards}") for cards in legal] == [None] * len(legal)
    assert {clause(state, f"A melds {cards}") for cards in illegal} == {
        "H25" if rule == "four_naturals" else "HA12"
    }
    wild = {"four_naturals": "H25", "outnumber": None, "two_to_one": None}
    assert clause(state, "A adds 2S to K") == wild[rule]


@pytest.mark.clause("HA12")
def test_four_naturals_may_come_in_the_same_lay_down():
    state = melding("9S 2S Joker 4D", melds={"A": ["9H 9D 9C"]})
    assert clause(state, "A adds 2S to 9") == "H25"
    assert clause(state, "A adds 9S 2S Joker to 9") is None


@pytest.mark.clause("HA13")
def test_one_open_meld_of_a_rank():
    state = melding("9S 9H 9D QS QH QD QC 4D", melds={"A": ["9C 9S 9H", CLEAN_KINGS]})
    assert clause(state, "A melds 9S 9H 9D") == "HA13"
    assert clause(state, "A melds QS QH QD and 9S 9H 9D") == "HA13"
    after = melding("KS KH KC 4D", "A melds KS KH KC", melds={"A": [CLEAN_KINGS]})
    assert after.facts()["melds"]["A"] == ["K♠ K♥ K♣"]


@pytest.mark.clause("HA14")
def test_nothing_is_added_to_a_book():
    state = melding("KS 2S 4D", melds={"A": [CLEAN_KINGS]})
    assert clause(state, "A adds KS to K") == clause(state, "A adds 2S to K") == "HA14"


@pytest.mark.clause("HA15")
def test_what_lies_on_the_table_stays_where_it_is():
    state, rng = new_game("hand_and_foot", seed=5, minimums=(0,)), Random(5)
    while state.to_act is not None:
        before, state = state, state.apply(rng.choice(state.legal_actions()))
        for old, new in zip(before.melds, state.melds, strict=True):
            assert len(old) <= len(new)
            assert all(not set(meld) - set(more) for meld, more in zip(old, new, strict=False))
            assert all(len(meld) <= len(more) for meld, more in zip(old, new, strict=False))
    assert sum(map(len, state.melds)) > 8


@pytest.mark.clause("HA48")
@pytest.mark.parametrize("order", [1, -1])
def test_a_book_and_a_second_meld_of_its_rank_in_one_lay_down(order):
    melds = ["9S 9H 9D 9C 9S 9H 9D", "9C 9S 9H"][::order]
    state = melding("9S 9H 9D 9C 9S 9H 9D 9C 9S 9H 4D", f"A melds {' and '.join(melds)}")
    assert state.facts()["books"]["A"] == {"clean": 1, "dirty": 0}
    assert state.facts()["melds"]["A"] == ["9♣ 9♠ 9♥"]
    position = {"melds": {"A": ["9S 9H 9D 9C"]}}
    taken = taking("9S 9H 9C 9D 9C 4D", "5S 9D", "A takes the pile with 9S 9H and melds 9C 9D 9C", **position)
    assert taken.facts()["books"]["A"] == {"clean": 1, "dirty": 0}


# --- the minimum


@pytest.mark.clause("HA16")
def test_the_lay_down_is_checked_as_a_whole_and_bonuses_do_not_count():
    state = melding("5S 5H 5D 5C 5S 5H 5D KS KH KD 4D", round=2)
    assert clause(state, "A melds 5S 5H 5D 5C 5S 5H 5D and KS KH KD") == "H13"
    first = melding("5S 5H 5D 5C 5S 5H 5D KS KH KD 4D", round=1)
    assert clause(first, "A melds 5S 5H 5D 5C 5S 5H 5D and KS KH KD") is None
    assert clause(first, "A melds 5S 5H 5D 5C 5S 5H 5D") == "H12"
    more = melding(
        "AS AH AD AC Joker 4D", round=1, red_threes={"A": "3H 3D"}, options={"red_three_value": 100}
    )
    assert clause(more, "A melds AS AH AD AC Joker") is None
    less = melding("KS KH KD 4D", red_threes={"A": "3H 3D"}, options={"red_three_value": 100})
    assert clause(less, "A melds KS KH KD") == "H12"


@pytest.mark.clause("HA40")
def test_the_minimum_is_asked_once_of_a_team():
    position = {
        "hands": {"A": "9S 9H 9D 9C 2S 4D", "B": "6S 6H 6D 7D", "C": "8S 8D 8C JC", "D": "10C 7S"},
        "stock": "6C 7C 8C 10D JH 4S",
        "pile": "4H",
        "phase": "meld",
    }
    state = at(options={"players": 4}, **position)
    opened = play(state, "A melds 9S 9H 9D 9C 2S", "A discards 4D", "B draws", "B discards 7D", "C draws")
    assert clause(opened, "C melds 8S 8D 8C") is None
    closed = play(state, "A discards 4D", "B draws", "B discards 7D", "C draws")
    assert clause(closed, "C melds 8S 8D 8C") == "H12"


# --- the pile


@pytest.mark.clause("HA17")
def test_the_other_cards_of_the_pile_enter_the_hand_after_the_lay_down():
    state = taking("KH KS 4D 4C", "4H KC QD KD")
    assert clause(state, "A takes the pile with KH KS and melds 4D 4C 4H") == "H22"
    state = play(taking("QH QS 4D 4C", "4H QC KC QD"), "A takes the pile with QH QS", "A melds 4D 4C 4H")
    assert hand(state) == "KC QC"
    assert clause(state, "A adds QC to Q") is None


@pytest.mark.clause("HA18")
def test_a_wild_card_is_none_of_the_pair():
    state = taking("9H 2S Joker 4D", "6C 9D")
    assert clause(state, "A takes the pile with 9H 2S") == "HA18"
    assert clause(state, "A takes the pile with Joker 9H") == "HA18"


@pytest.mark.clause("HA19")
@pytest.mark.parametrize(("size", "refusal"), [(3, None), (4, None), (5, "HA19"), (6, "HA19")])
def test_the_three_cards_join_the_open_meld_if_it_has_room(size, refusal):
    meld = " ".join("9C 9S 9H 9D 9C 9S".split()[:size])
    state = taking("9H 9S 4D", "6C 9D", melds={"A": [meld]})
    assert clause(state, "A takes the pile with 9H 9S") == refusal
    assert ("take" in [action.verb for action in state.legal_actions()]) == (refusal is None)
    if refusal is None:
        state = state.apply("A takes the pile with 9H 9S")
        assert list(map(len, state.melds[0])) == [size + 3]


@pytest.mark.clause("HA20")
def test_beside_a_book_they_start_a_new_meld():
    state = taking("KH KS 4D", "6C KD", "A takes the pile with KH KS", melds={"A": [CLEAN_KINGS]})
    assert state.facts()["melds"]["A"] == ["K♥ K♠ K♦"]
    assert state.facts()["books"]["A"]["clean"] == 1


@pytest.mark.clause("HA21")
@pytest.mark.parametrize(("size", "left"), [(7, 0), (3, 2), (1, 4), (50, 0)])
def test_a_short_pile_is_taken_whole(size, left):
    state = taking(
        "9H 9S 4D", "6C 7C 8C 10C 9D", "A takes the pile with 9H 9S", options={"pickup_size": size}
    )
    assert len(state.pile) == left
    assert len(state.hands[0]) == 5 - left


@pytest.mark.clause("HA22")
def test_a_wild_top_cannot_be_taken_but_one_below_blocks_nothing():
    assert clause(taking("2H 2S 2C 4D", "6C 2D"), "A takes the pile with 2H 2S") == "HA22"
    assert clause(taking("2H 2S 2C 4D", "6C Joker"), "A takes the pile with 2H 2S") == "HA22"
    assert clause(taking("9H 9S 4D", "3S 2D Joker 9D"), "A takes the pile with 9H 9S") is None


@pytest.mark.clause("HA38")
@pytest.mark.parametrize("card", ["2S", "Joker"])
def test_a_wild_card_may_be_discarded(card):
    assert ascii(melding(f"{card} 4D", f"A discards {card}").pile[-1:]) == card


@pytest.mark.clause("HA42")
def test_a_pick_up_with_the_last_two_cards_does_not_lead_to_the_foot():
    state = taking("9H 9S", "6C 7C 9D", "A takes the pile with 9H 9S")
    assert (hand(state), state.in_foot[0]) == ("7C 6C", False)
    alone = taking("9H 9S", "9D", "A takes the pile with 9H 9S")
    assert (hand(alone), alone.in_foot[0]) == ("QC 10S 5D", True)


@pytest.mark.clause("HA39")
def test_only_the_top_discard_and_the_counts_are_seen():
    view = taking("9H 9S 4D", "6C 7C 8H 9D").view("A")
    assert (str(view.top), view.pile_count, view.held, view.stock_count) == ("9♦", 4, (3, 3), 251)
    assert not [card for card in ("6♣", "7♣", "8♥") if card in repr(view)]


# --- the stock

RESHUFFLE = {"stock_out": "reshuffle"}


@pytest.mark.clause("HA23")
@pytest.mark.parametrize(("stock", "drawn"), [("8C", 1), ("8C 9C", 2), ("8C 9C 10C", 2)])
def test_draw_what_there_is(stock, drawn):
    state = one_pack("A draws", pile="JS", stock=stock)
    assert len(state.hands[0]) == 2 + drawn
    assert state.log[-1].number == drawn


@pytest.mark.clause("HA24")
def test_without_a_stock_and_without_a_pair_the_round_ends_and_is_scored():
    state = one_pack(pile="7D JS")
    assert (state.phase, state.went_out, happened(state)[2]) == ("over", None, "no stock")
    assert state.facts()["round_scores"]["A"] == -25
    assert one_pack(pile="JS", options=RESHUFFLE).phase == "over"
    assert one_pack(pile="7D JS", options=RESHUFFLE).phase == "draw"


@pytest.mark.clause("HA41")
def test_without_a_stock_the_pile_must_be_taken_if_it_can_be():
    position = {"hands": {"A": "JD JH 5H 5C", "B": "9S 4D 7C"}, "in_foot": []}
    state = one_pack(pile="QS 7D JS", melds={"A": ["KS KH KD"]}, **position)
    assert [action.verb for action in state.legal_actions()] == ["take"]
    assert clause(state, "A draws") == "HA41"
    # Without melds the lay-down has to meet the minimum, and in the foot two cards have to be left.
    assert one_pack(pile="QS 7D JS", **position).phase == "over"
    alone = {"hands": {"A": "JD JH", "B": "9S 4D 7C"}, "in_foot": ["A"], "melds": {"A": ["KS KH KD"]}}
    assert one_pack(pile="JS", **alone).phase == "over"
    assert one_pack(pile="QS 7D JS", **alone).phase == "draw"


@pytest.mark.clause("HA43")
@pytest.mark.clause("HA47")
def test_the_discards_below_the_top_card_become_the_stock_when_a_card_is_needed():
    state = one_pack(pile="7D QH 2C JS", stock="8C", options=RESHUFFLE)
    assert "reshuffle" not in happened(state)
    state = state.apply("A draws")  # the second card of the draw comes from the new stock
    assert happened(state)[2:] == ["reshuffle", "draw"]
    assert ascii(state.pile) == "JS"
    drawn = [card for card in state.hands[0] if card.ascii not in ("AS", "5H", "8C")]
    assert sorted(ascii([*drawn, *state.stock]).split()) == ["2C", "7D", "QH"]
    exact = one_pack("A draws", pile="7D QH 2C JS", stock="8C 9C", options=RESHUFFLE)
    assert happened(exact)[2:] == ["draw"]
    assert len(exact.pile) == 4


@pytest.mark.clause("HA43")
def test_each_reshuffle_comes_from_the_seed():
    pile = "7D QH 2C 10C 10D 10H 8D JS"
    stocks = {one_pack("A draws", pile=pile, options=RESHUFFLE, seed=seed).stock for seed in (0, 0, 1, 2)}
    assert len(stocks) == 3


@pytest.mark.clause("HA24")
def test_a_single_card_does_not_go_round_for_ever():
    state = one_pack(pile="7D JS", options=RESHUFFLE)
    for _ in range(2 * 10):
        assert state.phase == "draw"
        state = state.apply(f"{state.seats[state.turn]} draws")
        state = state.apply(state.legal_actions()[-1])
    assert (state.phase, state.went_out) == ("over", None)
    assert "standstill" in happened(state)
    assert state.log[-3].number == 10


# --- from the hand to the foot


@pytest.mark.clause("HA25")
@pytest.mark.clause("HA45")
def test_after_a_last_discard_the_foot_is_taken_up_at_the_next_turn():
    state = melding("9S 9H 9D 4C", "A melds 9S 9H 9D", "A discards 4C", melds={"A": ["KH KS KD"]})
    assert (state.facts()["in_foot"], hand(state)) == ([], "")
    state = play(state, "B draws", "B discards 6S")
    assert (state.facts()["in_foot"], hand(state), state.phase) == (["A"], "QC 10S 5D", "draw")
    assert "foot" in happened(state)


@pytest.mark.clause("HA25")
@pytest.mark.clause("HA26")
def test_after_a_last_meld_the_foot_is_taken_up_at_once_and_the_discard_comes_from_it():
    state = melding("9S 9H 9D", "A melds 9S 9H 9D", melds={"A": ["KH KS KD"]})
    assert (state.facts()["in_foot"], hand(state), state.phase) == (["A"], "QC 10S 5D", "meld")
    assert state.apply("A discards 10S").to_act == 1


@pytest.mark.clause("HA46")
def test_a_turn_without_a_possible_discard_ends_by_itself():
    # A foot of one card: to discard it would be a going out that is not allowed.
    state = melding("9S 9H 9D", "A melds 9S 9H 9D", feet={"A": "QC", "B": "JD"}, melds={"A": ["KH KS KD"]})
    assert (state.to_act, state.phase, hand(state)) == (1, "draw", "QC")
    assert "no discard" in happened(state)
    empty = melding("9S 9H 9D", "A melds 9S 9H 9D", feet={"A": "", "B": "JD"}, melds={"A": ["KH KS KD"]})
    assert (empty.to_act, hand(empty)) == (1, "")
    books = {"A": [CLEAN_KINGS, DIRTY_EIGHTS]}
    none = melding("9S 9H 9D", "A melds 9S 9H 9D", feet={"A": "", "B": "JD"}, melds=books)
    assert (none.to_act, none.went_out) == (1, None)
    out = melding("9S 9H 9D", "A melds 9S 9H 9D", feet={"A": "QC", "B": "JD"}, melds=books)
    assert [action.verb for action in out.legal_actions()] == ["discard"]


# --- going out


@pytest.mark.clause("HA27")
@pytest.mark.clause("HA49")
@pytest.mark.parametrize(
    ("needed", "melds", "refusal"),
    [
        ((1, 1), [CLEAN_KINGS, DIRTY_EIGHTS], None),
        ((1, 1), [CLEAN_KINGS, "JS JH JD JC JS JH JD"], "HA28"),
        ((1, 0), [CLEAN_KINGS], None),
        ((0, 0), ["5S 5H 5D"], None),
        ((2, 1), [CLEAN_KINGS, DIRTY_EIGHTS], "HA28"),
        ((0, 2), [CLEAN_KINGS, DIRTY_EIGHTS], "HA28"),
    ],
)
def test_the_books_needed_to_go_out(needed, melds, refusal):
    state = last_cards("QS QH QD 4D", melds={"A": melds}, options={"books_to_go_out": needed})
    assert clause(state, "A melds QS QH QD") == refusal


@pytest.mark.clause("HA27")
def test_books_of_a_partner_and_of_this_very_turn_count():
    hands = {"A": "9S QS QH QD 4D", "B": "6S", "C": "7S", "D": "8S"}
    feet = {"B": "4S", "C": "4H", "D": "4C"}
    melds = {"C": [CLEAN_KINGS, "9C 9S 9H 9D 2S 2H"]}
    state = at(options={"players": 4}, phase="meld", hands=hands, feet=feet, melds=melds, in_foot=["A"])
    assert clause(state, "A melds QS QH QD") is None  # leaves 9S and 4D
    assert clause(play(state, "A melds QS QH QD"), "A adds 9S to 9") is None
    assert play(state, "A melds QS QH QD", "A adds 9S to 9", "A discards 4D").went_out == 0


@pytest.mark.clause("HA28")
def test_in_the_foot_two_cards_are_kept_while_one_may_not_go_out():
    state = last_cards("9S 9H 9D", melds={"A": [CLEAN_KINGS, "9C 9S 9H"]})
    assert clause(state, "A adds 9S 9H to 9") == "HA28"
    assert clause(state, "A adds 9S to 9") is None
    state = state.apply("A adds 9S to 9")
    assert [action.verb for action in state.legal_actions()] == ["discard"]
    assert hand(state.apply("A discards 9H")) == "9D"
    # In the hand nothing need be kept.
    assert clause(melding("9S 9H 9D", melds={"A": ["9C 9S 9H"]}), "A adds 9S 9H 9D to 9") is None


@pytest.mark.clause("HA28")
def test_a_pick_up_must_leave_the_two_cards_too():
    position = {"in_foot": ["A"], "feet": {"B": "JD"}}
    assert clause(taking("9H 9S", "9D", **position), "A takes the pile with 9H 9S") == "HA28"
    assert clause(taking("9H 9S", "5D 9D", **position), "A takes the pile with 9H 9S") == "HA28"
    assert clause(taking("9H 9S", "4D 5D 9D", **position), "A takes the pile with 9H 9S") is None


@pytest.mark.clause("HA29")
@pytest.mark.parametrize("card", ["2S", "Joker", "3S", "4D"])
def test_the_last_discard_may_be_any_card(card):
    state = last_cards(f"9S {card}")
    assert clause(state, "A adds 9S to 9") is None
    assert play(state, "A adds 9S to 9", f"A discards {card}").went_out == 0


PARTNERS = {
    "hands": {"A": "9S 9H 4D", "B": "6S 7D", "C": "8S JC", "D": "10C 7S"},
    "feet": {"B": "JD 4H", "C": "QD 6H", "D": "JS 8H"},
    "pile": "4D JS",
    "options": {"players": 4, "ask_partner": True},
}


@pytest.mark.clause("HA30")
def test_a_partner_who_must_be_asked_may_refuse():
    state = last_cards("", **PARTNERS)
    assert clause(state, "A adds 9S 9H to 9") == "HA44"
    state = state.apply("A asks")
    assert (state.phase, state.to_act) == ("ask", 2)
    assert play(state, "C allows", "A adds 9S 9H to 9", "A discards 4D").went_out == 0
    state = state.apply("C refuses")
    assert clause(state, "A adds 9S 9H to 9") == "HA30"
    assert clause(state, "A asks") == "HA44"
    state = play(
        state, "A adds 9S to 9", "A discards 9H", "B draws", "B discards 6S", "C draws", "C discards 8S"
    )
    assert clause(play(state, "D draws", "D discards 7S", "A draws"), "A asks") is None


@pytest.mark.clause("HA30")
def test_by_default_nobody_is_asked():
    state = last_cards("", **{**PARTNERS, "options": {"players": 4}})
    assert clause(state, "A asks") == "HA30"
    assert clause(state, "A adds 9S 9H to 9") is None


@pytest.mark.clause("HA44")
def test_who_is_asked_and_when():
    alone = last_cards("9S 9H 4D", options={"ask_partner": True})
    assert clause(alone, "A asks") == "HA44"
    assert clause(alone, "A adds 9S 9H to 9") is None
    six = {"players": 6, "ask_partner": True}
    hands = {"A": "9S 9H 4D", "B": "6S", "C": "8S", "D": "10C", "E": "7S", "F": "5S"}
    state = last_cards("", options=six, hands=hands, feet=dict.fromkeys("BCDEF", "4S"))
    assert clause(state, "C allows") == "H32"
    state = state.apply("A asks")
    assert state.to_act == 2
    assert clause(state, "A discards 4D") == "HA44"
    assert clause(state, "C draws") == "HA44"
    in_hand = melding("", **{**PARTNERS, "feet": {**PARTNERS["feet"], "A": "KD"}})
    assert clause(in_hand, "A asks") == "HA44"
    assert clause(in_hand, "A allows") == "HA44"


TWO_NINES = {**PARTNERS["hands"], "A": "9S 9H"}
"""With these in the foot, a pick-up of the nine leaves the other card of a pile of two."""


@pytest.mark.clause("HA44")
def test_before_a_pick_up_that_leaves_the_last_discard_one_asks_before_the_draw():
    books = {"A": [CLEAN_KINGS, DIRTY_EIGHTS]}
    position = {**PARTNERS, "hands": TWO_NINES, "melds": books, "phase": "draw", "pile": "JC 9D"}
    state = last_cards("", **position)
    assert clause(state, "A takes the pile with 9S 9H") == "HA44"
    assert [move.verb for move in state.legal_actions()] == ["draw", "ask"]
    asked = state.apply("A asks")
    assert (asked.phase, asked.to_act) == ("ask", 2)
    allowed = asked.apply("C allows")
    assert (allowed.phase, allowed.to_act) == ("draw", 0)
    assert play(allowed, "A takes the pile with 9S 9H", "A discards JC").went_out == 0
    assert play(allowed, "A draws").phase == "meld"
    refused = asked.apply("C refuses")
    assert [move.verb for move in refused.legal_actions()] == ["draw"]
    assert clause(refused, "A takes the pile with 9S 9H") == "HA30"
    assert clause(refused, "A asks") == "H32"


@pytest.mark.clause("HA44")
@pytest.mark.parametrize(
    "other",
    [
        {"pile": "JC 5D 9D"},  # The pick-up leaves two cards.
        {"pile": "9D"},  # It leaves none, and then not even leave helps.
        {"pile": "JC 5D"},  # There is no pick-up.
        {"melds": {"A": [CLEAN_KINGS, "9C 9S 9H 9D 9C"]}},  # The meld would have eight cards.
        {"melds": {"A": [CLEAN_KINGS]}},  # The books are not there.
        {"options": {"players": 4}},
    ],
    ids=str,
)
def test_otherwise_one_does_not_ask_before_the_draw(other):
    books = {"A": [CLEAN_KINGS, DIRTY_EIGHTS]}
    position = {**PARTNERS, "hands": TWO_NINES, "melds": books, "phase": "draw", "pile": "JC 9D"}
    assert clause(last_cards("", **position | other), "A asks") == "H32"


@pytest.mark.clause("HA24")
@pytest.mark.clause("HA41")
@pytest.mark.clause("HA44")
def test_without_a_stock_a_pick_up_that_needs_leave_keeps_the_round_going_until_it_is_refused():
    cards = [card for card in Pack(decks=2, jokers_per_deck=2).cards if not is_red_three(card)]
    meld, own, pile = "KS KH KD KC 2S 2H Joker", "9S 9H", "JH 9D"
    rest = remove_cards(cards, parse_cards(f"{meld} {own} {pile} 8S 8D 8H 10C 10H 10S"))
    position = {
        "hands": {"A": own, "B": ascii(rest), "C": "8S 8D 8H", "D": "10C 10H 10S"},
        "feet": dict.fromkeys("BCD", ""),
        "red_threes": {"B": "3H 3H 3D 3D"},
        "melds": {"A": [meld]},
    }
    options = {"players": 4, "ask_partner": True, "decks": 2, "books_to_go_out": (0, 1)}
    state = at(options=options, **position, in_foot=["A"], stock="", pile=pile)
    assert [move.verb for move in state.legal_actions()] == ["ask"]
    asked = state.apply("A asks")
    allowed = asked.apply("C allows")
    assert [move.verb for move in allowed.legal_actions()] == ["take"]
    refused = asked.apply("C refuses")
    assert (refused.phase, refused.went_out) == ("over", None)
    assert "no stock" in happened(refused)


@pytest.mark.clause("HA44")
def test_one_may_ask_before_the_books_are_there():
    books = {"A": [CLEAN_KINGS, "9C 9S 9H 9D 9C 2S"]}
    hands = {**PARTNERS["hands"], "A": "2H 4D"}
    state = last_cards("", **{**PARTNERS, "hands": hands, "melds": books})
    assert clause(state, "A adds 2H to 9") == "HA44"
    assert play(state, "A asks", "C allows", "A adds 2H to 9", "A discards 4D").went_out == 0


@pytest.mark.clause("HA44")
@pytest.mark.clause("HA46")
def test_a_bare_last_discard_has_to_be_asked_for_too():
    feet = {**PARTNERS["feet"], "A": "QC"}
    hands = {**PARTNERS["hands"], "A": "9S 9H"}
    books = {"A": [CLEAN_KINGS, DIRTY_EIGHTS, "9C 9S 9H 9D"]}
    state = melding("", "A adds 9S 9H to 9", **{**PARTNERS, "feet": feet, "hands": hands, "melds": books})
    assert clause(state, "A discards QC") == "HA44"
    assert [action.verb for action in state.legal_actions()] == ["ask"]
    assert play(state, "A asks", "C allows", "A discards QC").went_out == 0
    refused = play(state, "A asks", "C refuses")
    assert (refused.to_act, refused.phase, hand(refused)) == (1, "draw", "QC")


@pytest.mark.clause("HA31")
@pytest.mark.clause("HA32")
def test_a_partner_in_the_hand_counts_against_with_hand_and_foot():
    state = last_cards("", **{**PARTNERS, "options": {"players": 4}})
    state = play(state, "A adds 9S 9H to 9", "A discards 4D")
    assert [score.left for score in state.sheet[-1]] == [
        -(10 + 10 + 10 + 5),
        -(5 + 5 + 10 + 5 + 10 + 5 + 10 + 10),
    ]


@pytest.mark.clause("HA32")
def test_a_foot_taken_up_counts_as_the_hand_that_it_has_become():
    position = {"in_foot": ["A", "B"], "feet": {}, "hands": {"A": "4D", "B": "Joker"}}
    assert last_cards("4D", "A discards 4D", **position).sheet[-1][1].left == -50
    position = {"feet": {"A": "4D", "B": "JD"}, "melds": {"A": [CLEAN_KINGS, DIRTY_EIGHTS]}}
    state = melding("9S 9H 9D", "A melds 9S 9H 9D", "A discards 4D", **position)
    assert (state.went_out, state.sheet[-1][0].left) == (0, 0)


@pytest.mark.clause("HA33")
@pytest.mark.parametrize("bonus", [0, 100])
def test_the_bonus_for_going_out(bonus):
    state = last_cards("4D", "A discards 4D", options={"going_out_bonus": bonus})
    assert [score.bonus for score in state.sheet[-1]] == [bonus, 0]
    assert ("Round 1: going out" in [row[0] for row in state.view("A").scene().sheet]) == (bonus != 0)


@pytest.mark.clause("HA34")
def test_cards_in_books_count_too():
    state = last_cards("4D", "A discards 4D", melds={"A": [CLEAN_KINGS, DIRTY_EIGHTS]})
    assert state.sheet[-1][0][:2] == (800, 70 + 130)


@pytest.mark.clause("HA35")
def test_scores_may_fall_below_zero():
    state = last_cards("4D", "A discards 4D", scores={"B": -40})
    assert state.facts()["scores"]["B"] == -40 - (5 + 5 + 10 + 10 + 5)
    assert state.view("A").scene().sheet[1] == ("Before", "0", "-40")


@pytest.mark.clause("HA36")
def test_a_tie_is_a_shared_win():
    first = last_cards("4D", "A discards 4D", round=4)
    behind = first.facts()["scores"]["A"] - first.facts()["scores"]["B"]
    state = last_cards("4D", "A discards 4D", round=4, scores={"B": behind})
    assert state.facts()["winners"] == ["A", "B"]
    assert state.outcome[0] == state.outcome[1]
    assert "A and B won" in state.view("A").scene().status


def test_every_clause_and_decision_is_in_the_rules():
    known = [f"H{n}" for n in range(1, 51)] + [f"HA{n}" for n in range(1, 50)]
    assert set(known) <= set(find_game("hand_and_foot").clauses())
