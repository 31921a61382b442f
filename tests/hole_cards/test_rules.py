"""Each clause and each decision of Hole Cards, shown by one small case at least."""

from collections import Counter
from itertools import permutations

import pytest

from cardlab.cards import Card, Pack, parse_cards, show_cards
from cardlab.game import RuleViolation, new_game
from cardlab.games.hole_cards import HoleCardsRules
from cardlab.games.hole_cards.fits import card_fits, group_fits, matches
from cardlab.games.hole_cards.winners import total
from cardlab.refused import Refused
from cardlab.render import shown_cards

DECK = Pack().cards


def table(pile="", hands=(), stock=None, to_act="A", knocked_by=None, wins=None, seed=1, **options):
    """A state with A to act; the hands are those of A, B ..., the others are dealt."""
    names = "ABCDEF"[: options.get("players", 3)]
    position = {"to_act": to_act, "dealer": names[-1]}
    for name, value in (("pile", pile), ("stock", stock), ("knocked_by", knocked_by), ("wins", wins)):
        if value is not None and (name != "pile" or value):
            position[name] = value
    if hands:
        position["hands"] = dict(zip(names, hands, strict=False))
    return new_game("hole_cards", seed=seed, position=position, **options)


def after(state, *moves):
    for move in moves:
        state = state.apply(move)
    return state


def listed(state):
    """The legal moves as short texts: the cards in the order laid, or the verb."""
    return {show_cards(action.cards, ascii=True) or action.verb for action in state.legal_actions()}


def refused_by(state, move):
    violation = state.why_illegal(move)
    return None if violation is None else violation.clause


def winners(state):
    return state.facts()["winners"]


# --- the deal


@pytest.mark.clause("K1")
@pytest.mark.clause("K17")
@pytest.mark.clause("KA23")
def test_the_first_without_cards_wins_at_once():
    state = after(table("9D KH", ["4S 8S", "2S", "6S 10D"], to_act="B"), "B plays 2S")
    assert winners(state) == ["B"]
    assert (state.to_act, state.ended_by, state.facts()["revealed"]) == (None, "out", False)
    assert refused_by(state, "C plays 6S") == refused_by(state, "C knocks") == "K17"


@pytest.mark.clause("K17")
@pytest.mark.clause("KA20")
def test_going_out_in_the_last_lap_wins_too():
    state = table("7H", ["AS", "9H", "5C"], after_knock="last_turn")
    state = after(state, "A knocks", "B plays 9H")
    assert (state.ended_by, winners(state)) == ("out", ["B"])


@pytest.mark.clause("K2")
@pytest.mark.clause("K3")
@pytest.mark.clause("KA5")
@pytest.mark.parametrize("players", range(2, 7))
def test_five_cards_each_and_the_rest_is_the_stock(players):
    state = new_game("hole_cards", seed=players, players=players)
    assert [len(hand) for hand in state.hands] == [5] * players
    assert (len(state.pile), len(state.stock)) == (1, 51 - 5 * players)
    for seat in range(players):  # the pile lies face up, the stock face down
        for shown in shown_cards(state.view(seat)).values():
            assert shown == {*state.hands[seat], *state.pile}


@pytest.mark.clause("KA1")
def test_one_pack_without_jokers():
    state = new_game("hole_cards", seed=3)
    everywhere = [card for hand in state.hands for card in hand] + [*state.stock, *state.pile]
    assert Counter(everywhere) == Counter(DECK)
    assert len({*DECK}) == 52
    with pytest.raises(Refused, match="Joker") as caught:
        table("7H", ["Joker 9H"])
    assert caught.value.field == "hands"


@pytest.mark.clause("KA2")
def test_two_to_six_players():
    assert [len(new_game("hole_cards", players=n).seats) for n in range(2, 7)] == [2, 3, 4, 5, 6]
    assert HoleCardsRules().players == 3
    for wrong in (1, 7, "3", True):
        with pytest.raises(Refused) as caught:
            new_game("hole_cards", players=wrong)
        assert caught.value.field == "players"


@pytest.mark.clause("KA4")
def test_a_card_of_any_rank_is_turned_up():
    states = [new_game("hole_cards", seed=seed) for seed in range(200)]
    assert {state.pile[0].rank for state in states} == {card.rank for card in DECK}
    two = table("2H", ["9H 2S KS 4D"])
    assert listed(two) == {"9H", "2S", "knock"}


@pytest.mark.clause("KA4")
@pytest.mark.clause("KA28")
def test_the_opening_play_on_an_empty_pile_is_free():
    state = table(hands=["KC KD KS 4D"], start="empty")
    assert state.facts()["top"] is None
    for move in ("A plays 4D", "A plays KC KD", "A plays KD KS KC", "A knocks"):
        assert refused_by(state, move) is None
    assert refused_by(state, "A plays KC 4D") == "K14"
    assert refused_by(state, "A draws") == "K7"
    state = after(state, "A plays KC KD")
    assert state.facts()["pile"] == "K♣ K♦"
    with pytest.raises(Refused) as caught:
        new_game("hole_cards", position={"pile": ""})
    assert caught.value.field == "pile"


@pytest.mark.clause("KA22")
def test_a_drawn_card_becomes_a_hole_card():
    state = after(table("7H", ["9S KD", "5S 5D 5C", "6S 10D"], stock="7S"), "A draws")
    assert {*state.hands[0]} == {*parse_cards("9S KD 7S")}
    assert all(Card.parse("7S") not in shown for shown in shown_cards(state.view("B")).values())
    assert winners(after(state, "B draws", "C draws", "A plays 7S", "B knocks")) == ["A"]


# --- the turn


@pytest.mark.clause("K4")
@pytest.mark.parametrize("move", ["A plays 9H", "A draws"])
def test_a_turn_is_one_thing(move):
    state = table("7H", ["9H KD", "5S 5D 5C", "6S 10D"], stock="7S", draw="free")
    state = after(state, move)
    assert state.facts()["to_act"] == "B"
    for again in ("A plays KD", "A draws", "A knocks"):
        assert refused_by(state, again) == "K4"


@pytest.mark.clause("K5")
def test_a_card_is_played_face_up_on_the_pile():
    state = after(table("4C 7H", ["9H KD", "5S 5D", "6S 10D"]), "A plays 9H")
    assert state.facts()["pile"] == "4♣ 7♥ 9♥"
    assert state.facts()["hands"]["A"] == "K♦"
    assert all(Card.parse("9H") in shown for shown in shown_cards(state.view("C")).values())
    again = table("4C 7H", ["9H KD", "5S 5D", "6S 10D"])
    for move in ("A plays 5S", "A plays 9H 9H", "A plays 9S"):
        assert refused_by(again, move) == "K5"


@pytest.mark.clause("K6")
@pytest.mark.clause("KA3")
@pytest.mark.parametrize(("match", "fitting"), [("suit", 18), ("colour", 29)])
def test_a_card_matches_by_rank_or_by_suit(match, fitting):
    rules = HoleCardsRules(match=match)
    like = {"suit": "♠ ♥ ♦ ♣".split(), "colour": ["♠♣", "♥♦"]}[match]
    for card, top in permutations(DECK, 2):
        same = str(card)[:-1] == str(top)[:-1] or any(
            {str(card)[-1], str(top)[-1]} <= {*signs} for signs in like
        )
        assert matches(card, top, match) == same
        assert card_fits(rules, [Card.parse("4C"), top], card) == (same or card.rank == "2")
    assert sum(card_fits(rules, parse_cards("KH"), card) for card in DECK if str(card) != "K♥") == fitting


@pytest.mark.clause("K6")
@pytest.mark.clause("KA3")
def test_the_same_colour_is_not_enough():
    state = table("4C 7H", ["7C 9H KS QD"])
    assert listed(state) == {"7C", "9H", "knock"}
    assert refused_by(state, "A plays QD") == "K6"
    assert str(state.why_illegal("A plays QD")).startswith("Your Q♦ has neither the rank nor the suit of 7♥.")


@pytest.mark.clause("K7")
@pytest.mark.clause("KA6")
def test_who_can_play_may_not_draw_and_nobody_may_pass():
    able = table("4C 7H", ["9H KS QD"])
    assert listed(able) == {"9H", "knock"}
    assert refused_by(able, "A draws") == "K7"
    assert "9♥" in able.why_illegal("A draws").case
    unable = table("4C 7H", ["9S KS QD"])
    assert listed(unable) == {"draw", "knock"}
    for state in (able, unable):
        assert refused_by(state, "A passes") == "KA6"


@pytest.mark.clause("KA6")
def test_a_free_draw():
    state = table("4C 7H", ["9H KS QD"], draw="free")
    assert listed(state) == {"9H", "draw", "knock"}
    assert refused_by(state, "A passes") == "KA6"


@pytest.mark.clause("K7")
@pytest.mark.clause("KA7")
def test_the_draw_is_the_turn():
    state = after(table("4C 7H", ["9S KD", "8H 5D", "6S 10D"], stock="7S"), "A draws")
    assert state.facts()["to_act"] == "B"
    assert state.facts()["pile"] == "4♣ 7♥"
    assert refused_by(state, "A plays 7S") == "K4"


@pytest.mark.clause("K8")
@pytest.mark.clause("KA8")
def test_one_card_a_turn():
    state = table("7H", ["9S KD", "8H 5D", "6S 10D"], stock="3C 4C")
    drawn = after(state, "A draws")
    assert (len(drawn.hands[0]), len(drawn.stock), drawn.facts()["to_act"]) == (3, len(state.stock) - 1, "B")
    again = after(table("7H", ["9S KD"], stock="7S 4C", play_drawn=True), "A draws")
    assert refused_by(again, "A draws") == "K8"


@pytest.mark.clause("KA26")
def test_who_can_play_a_group_only_may_not_draw():
    state = table("4H QH JD", ["QS QC KS"])
    assert listed(state) == {"QC QS", "QS QC", "knock"}
    assert refused_by(state, "A draws") == "K7"
    assert "Q♣ Q♠ together" in state.why_illegal("A draws").case
    assert "together" not in table("4H QH JD", ["QD 3C KS"]).why_illegal("A draws").case


@pytest.mark.clause("KA7")
@pytest.mark.clause("KA27")
def test_a_drawn_card_may_be_played_at_once():
    drawn = after(table("4C 7H", ["9S KD", "8S 5D", "6S 10D"], stock="7S", play_drawn=True), "A draws")
    assert (drawn.facts()["to_act"], listed(drawn)) == ("A", {"7S", "pass"})
    assert refused_by(drawn, "A plays 9S") == "KA27"
    assert refused_by(drawn, "A knocks") == "K4"
    able = after(table("4C 7H", ["9H KD", "8S 5D"], stock="7S", play_drawn=True, draw="free"), "A draws")
    assert listed(able) == {"7S", "pass"}
    assert refused_by(able, "A plays 9H") == "KA27"
    for move, held in (("A plays 7S", "9♠ K♦"), ("A passes", "9♠ 7♠ K♦")):
        state = after(drawn, move)
        assert (state.facts()["to_act"], state.facts()["hands"]["A"]) == ("B", held)
    assert Card.parse("7S") not in shown_cards(drawn.view("B"))["text/plain"]


@pytest.mark.clause("KA27")
def test_a_drawn_card_may_be_played_in_a_group_that_contains_it():
    state = table("9D KH", ["9S JC 3S", "8S 5D"], stock="9C", play_drawn=True, players=2)
    state = after(state, "A draws")
    assert listed(state) == {"9S 9C", "9C 9S", "pass"}
    assert refused_by(state, "A plays JC") == "KA27"
    state = after(state, "A plays 9C 9S")
    assert (state.facts()["pile"], state.facts()["to_act"]) == ("9♦ K♥ 9♣ 9♠", "B")


@pytest.mark.clause("KA27")
def test_the_turn_ends_when_the_drawn_card_does_not_fit():
    state = after(table("4C 7H", ["9S KD", "8S 5D"], stock="3S", play_drawn=True, players=2), "A draws")
    assert state.facts()["to_act"] == "B"


FULL = Pack().without(parse_cards("7H 9S KD JC 3H 4H 5S 6D"))


@pytest.mark.clause("KA9")
@pytest.mark.clause("KA31")
def test_an_empty_stock_is_made_anew_when_a_card_must_be_drawn():
    hands = ["9S KD JC", "3H 4H", "5S 6D"]
    last = table(show_cards([*FULL[1:], Card.parse("7H")]), hands, stock=str(FULL[0]))
    empty = after(last, "A draws")
    assert (len(empty.stock), len(empty.pile)) == (0, 44)  # no card is due: the pile stays as it is
    empty = after(empty, "B plays 3H")
    assert (len(empty.stock), len(empty.pile)) == (0, 45)
    assert refused_by(empty, "C draws") is None
    state = after(empty, "C draws")
    assert (len(state.stock), state.facts()["pile"]) == (43, "3♥")
    pool = {*empty.pile[:-1]}
    assert {*state.stock} | {*state.hands[2]} - {*empty.hands[2]} == pool
    assert state.stock != tuple(card for card in empty.pile[:-1] if card in state.stock)
    assert after(empty, "C draws") == state
    others = [table(show_cards([*FULL, Card.parse("7H")]), hands, stock="", seed=seed) for seed in (1, 2)]
    assert len({after(other, "A draws").stock for other in others}) == 2


STUCK = "3S 4S 5S 6S 8S 9S 10S JS QS KS AS 3C 4C 5C 6C 8C 9C 10C JC QC KC AC 3D 4D 5D 6D"
REST = show_cards(Pack().without(parse_cards(f"7H {STUCK}")))


@pytest.mark.clause("KA9")
def test_with_nothing_to_draw_one_passes():
    state = table("7H", [STUCK, REST], stock="", players=2)
    assert listed(state) == {"pass", "knock"}
    assert refused_by(state, "A draws") == "KA9"
    state = after(state, "A passes")
    assert (state.facts()["to_act"], state.passes) == ("B", 1)
    assert refused_by(state, "B passes") == "KA6"
    assert after(state, "B plays 8H").passes == 0
    free = table("7H", [REST, STUCK], stock="", players=2, draw="free")
    assert not {"pass", "draw"} & listed(free)
    assert "You can play" in free.why_illegal("A passes").case


@pytest.mark.clause("KA30")
def test_if_all_pass_the_fewest_cards_win():
    state = table("7H", ["KS", "9C 8C", "JS 10S"])
    state = state._with(stock=())  # with these few cards alone nobody can play and nothing can be drawn
    state = after(state, "A passes", "B passes")
    assert state.facts()["phase"] == "play"
    state = after(state, "C passes")
    assert (state.ended_by, winners(state), state.facts()["revealed"]) == ("exhausted", ["A"], True)
    again = after(state._with(phase="play", wins=(0, 0, 0), turn=2, passes=1, shown=()), "C passes")
    assert again.facts()["phase"] == "play"


# --- twos


@pytest.mark.clause("K13")
@pytest.mark.clause("KA10")
def test_a_two_fits_on_any_card():
    for top in DECK:
        for suit in "SHDC":
            assert card_fits(HoleCardsRules(), (top,), Card.parse(f"2{suit}"))
    assert "2C" in listed(table("9D KH", ["2C 4S 8S"]))


@pytest.mark.clause("KA11")
@pytest.mark.clause("KA4")
def test_a_two_on_the_pile_is_a_card_like_any_other():
    fits = {}
    for two_on_pile in ("card", "any"):
        rules = HoleCardsRules(two_on_pile=two_on_pile)
        fits[two_on_pile] = [card for card in DECK if card_fits(rules, parse_cards("KD 2H"), card)]
    assert {*fits["card"]} == {card for card in DECK if card.suit == "H" or card.rank == "2"}
    assert fits["any"] == [*DECK]
    assert not card_fits(HoleCardsRules(two_on_pile="any"), parse_cards("2H KD"), Card.parse("9C"))


@pytest.mark.clause("KA12")
def test_a_two_stands_in_for_no_other_card():
    state = table("QD QH", ["QS 2C 2D KS KC"])
    assert refused_by(state, "A plays QS 2C") == "KA12"
    assert refused_by(state, "A plays KS KC 2D") == "KA12"
    assert refused_by(state, "A plays 2C 2D") is None  # a pair of twos is a pair, here on a pair
    assert refused_by(table("QD KH", ["2C 2D 4S"]), "A plays 2C 2D") == "KA13"


# --- pairs, threes and fours


@pytest.mark.clause("K14")
@pytest.mark.clause("KA13")
@pytest.mark.parametrize(
    ("pile", "member", "strict"),
    [
        ("4C QH JD", "Q J", ""),  # the example of K14: queens on a queen and a jack
        ("4C QH QD", "Q J K", "Q J K"),  # on a pair any pair
        ("QC 4H JD", "J", ""),  # no deeper than two
        ("QC", "Q", ""),
        ("4H", "", ""),
    ],
)
def test_pairs(pile, member, strict):
    for rule, expected in (("member", member), ("strict", strict)):
        rules = HoleCardsRules(pair_rule=rule)
        found = [r for r in "QJK" if group_fits(rules, parse_cards(pile), parse_cards(f"{r}S {r}C"))]
        assert found == [r for r in "QJK" if r in expected.split()]


@pytest.mark.clause("K14")
@pytest.mark.clause("KA13")
@pytest.mark.clause("KA34")
def test_why_a_pair_does_not_fit():
    hand = ["KD KS 4S 9C"]
    assert refused_by(table("4C QH JD", hand), "A plays KD KS") == "KA13"
    assert refused_by(table("JD", hand), "A plays KD KS") == "KA13"
    assert refused_by(table("JD", hand, pair_rule="strict"), "A plays KD KS") == "KA34"
    assert refused_by(table("KC", hand, pair_rule="strict"), "A plays KD KS") == "KA34"
    assert refused_by(table("4C KC", hand, pair_rule="strict"), "A plays KD KS") == "KA13"
    assert refused_by(table("KC", hand), "A plays KD KS") is None
    assert refused_by(table("KC KH", hand), "A plays KD 4S") == "K14"


@pytest.mark.clause("K15")
@pytest.mark.clause("K16")
@pytest.mark.clause("KA14")
@pytest.mark.parametrize(
    ("pile", "three", "four"),
    [
        ("10C 6S 6H 6D", True, False),
        ("JS JH JD", True, False),
        ("5C 8S 8H 8D 8C", True, True),
        ("2S 2H 2D 2C", True, True),
        ("6S 6H 10C 6D", False, False),
        ("6S 6H", False, False),
        ("QC", False, False),
    ],
)
def test_threes_and_fours_fit_on_as_many_of_one_rank(pile, three, four):
    rules = HoleCardsRules()
    queens = parse_cards("QS QH QD QC")
    assert group_fits(rules, parse_cards(pile), queens[:3]) == three
    assert group_fits(rules, parse_cards(pile), queens) == four


@pytest.mark.clause("K15")
@pytest.mark.clause("K16")
@pytest.mark.clause("KA14")
@pytest.mark.clause("KA16")
def test_groups_on_the_table():
    state = table("10C 6S 6H 6D", ["JS JH JC 9S 9H 9D 9C 4C"])
    sizes = Counter(len(action.cards) for action in state.legal_actions())
    # Six pairs of four 9s, three of three jacks, each with two top cards; four threes and one with three.
    assert sizes == {0: 1, 1: 1, 2: 12 + 6, 3: 12 + 3}
    assert refused_by(state, "A plays 9S 9H 9D 9C") == "KA14"
    assert refused_by(state, "A plays JS JH 9S") == "K15"
    assert refused_by(state, "A plays JS JH JC 9S") == "K16"
    assert refused_by(state, "A plays JS JH JC 9S 9H") == "KA16"
    for order in permutations(("9S", "9H", "9D")):  # any order given is accepted
        assert refused_by(state, f"A plays {' '.join(order)}") is None
    state = after(state, "A plays JS JC JH")
    assert state.facts()["pile"] == "10♣ 6♠ 6♥ 6♦ J♠ J♣ J♥"
    assert len(state.hands[0]) == 5


@pytest.mark.clause("KA14")
@pytest.mark.clause("KA32")
def test_open_groups():
    hand = "JS JH JC KS KD KC 9S 9D 2C 2D 2S"
    closed = table("4C 9H", [hand], players=2)
    state = table("4C 9H", [hand], players=2, group_rule="open")
    for move in ("A plays JS JH JC", "A plays JS JH", "A plays 2C 2D 2S"):
        assert refused_by(closed, move) in ("KA13", "KA14")
        assert refused_by(state, move) is None
    for move in ("A plays KS KD KC", "A plays JS JC", "A plays KS KD"):  # no heart and no 9 among them
        assert refused_by(state, move) in ("KA13", "KA14")
    assert refused_by(state, "A plays 9S 9D") is None
    on_three = table("5S 5D 5H", ["KS KD KC"], group_rule="open")  # what fits by its size still fits
    assert refused_by(on_three, "A plays KS KD KC") is None
    for pile in ("4C 9H", "9H"):  # A pair is a group, whatever the pair rule and however small the pile.
        strict = table(pile, ["JS JH 4S"], pair_rule="strict", group_rule="open")
        assert refused_by(strict, "A plays JS JH") is None
    on_pair = table("QC 9H", ["QS QD 4S"], group_rule="open")  # nor does "open" take away "member"
    assert refused_by(on_pair, "A plays QS QD") is None


def test_the_table_says_what_may_be_done_and_how_many_cards_are_hidden():
    def status(state, seat):
        return state.view(seat).scene().status

    able = table("4C 9H", ["9S KD", "8S 5D", "6S 10D"])
    assert status(able, "A") == "A is to play or knock."
    assert status(able, "B") == status(able, None) == "A is to play, draw or knock."
    assert status(table("4C 9H", ["JS KD", "8S 5D"]), "A") == "A is to draw or knock."
    assert status(table("4C 9H", ["9S KD"], draw="free"), "A") == "A is to play, draw or knock."
    shown = after(able, "A knocks").view("A").scene()
    assert [place.closed for place in shown.places] == [-1, -1, -1]
    assert "0 cards" not in repr(after(able, "A knocks").view("A"))


@pytest.mark.clause("KA15")
def test_the_last_card_of_a_group_is_the_one_to_match():
    start = table("4C QD", ["QH QS 9C", "9S 9H 3D", "6C 10D"])
    for move, one, other in (("A plays QH QS", "9S", "9H"), ("A plays QS QH", "9H", "9S")):
        state = after(start, move)
        assert refused_by(state, f"B plays {one}") is None
        assert refused_by(state, f"B plays {other}") == "K6"
        assert refused_by(state, "B plays 9H 9S") is None


# --- knocking


@pytest.mark.clause("K9")
@pytest.mark.clause("KA19")
def test_anybody_may_knock_on_turn():
    state = new_game("hole_cards", seed=1)
    first = state.seats[state.to_act]
    assert refused_by(state, f"{first} knocks") is None
    knocked = after(state, f"{first} knocks")
    assert first not in winners(knocked)  # all have five: the knocker has not got fewer
    many = after(table("7H", ["AS KH 3D 4S", "KS QS JS", "6S 10D AC 5D 8H"]), "A knocks")
    assert winners(many) == ["B"]


@pytest.mark.clause("K10")
@pytest.mark.clause("K11")
@pytest.mark.clause("KA20")
def test_a_knock_shows_all_hands_and_the_fewest_cards_win():
    state = after(table("4C 7H", ["AS KH", "2S 2D 3S", "6S 10D AC 5D"], stock="3H 3C"), "A knocks")
    assert (winners(state), state.ended_by, state.facts()["phase"]) == (["A"], "knock", "over")
    for seat in (None, 0, 1, 2):
        for shown in shown_cards(state.view(seat)).values():
            assert {card for hand in state.hands for card in hand} <= shown
            assert not {*state.stock} & shown
    assert refused_by(state, "A plays KH") == refused_by(state, "B draws") == "K11"
    assert refused_by(state, "deal") == "KA33"


@pytest.mark.clause("KA20")
@pytest.mark.clause("KA29")
def test_one_last_turn_for_the_others():
    hands = ["AS 3D 4S", "9H KC QC 6D", "9S 10D AC 5D 8S"]
    state = after(table("4C 7H", hands, after_knock="last_turn"), "A knocks")
    facts = state.facts()
    assert (facts["phase"], facts["to_act"], facts["revealed"], facts["winners"]) == (
        "last_turn",
        "B",
        False,
        [],
    )
    assert listed(state) == {"9H"}
    assert refused_by(state, "B knocks") == "KA29"
    for shown in shown_cards(state.view("B")).values():
        assert shown == {*parse_cards("4C 7H"), *state.hands[1]}
    state = after(state, "B plays 9H")
    assert state.facts()["phase"] == "last_turn"
    state = after(state, "C plays 9S")
    assert (winners(state), state.ended_by) == (["B"], "knock")
    with pytest.raises(Refused) as caught:
        table("7H", knocked_by="B")
    assert caught.value.field == "knocked_by"


@pytest.mark.clause("K12")
@pytest.mark.clause("KA17")
def test_the_lowest_total_breaks_a_tie_and_aces_are_high():
    assert [total(parse_cards(card)) for card in "2S 9H 10D JC QC KC AC".split()] == [
        2,
        9,
        10,
        11,
        12,
        13,
        14,
    ]
    state = after(table("4C 7H", ["4H 3H 4S 4D", "AH 2S 3D", "6H 5D 7C"]), "A knocks")
    assert winners(state) == ["C"]
    state = after(table("4C 7H", ["4H 3H 4S 4D", "9H 7S 3D", "6H 6D 7C"]), "A knocks")
    assert winners(state) == ["B", "C"]  # 19 each: shared


@pytest.mark.clause("KA18")
@pytest.mark.clause("KA17")
def test_a_knocker_who_ties_does_not_win():
    hands = ["2H 3D 4S", "KS QS JS", "6S 10D AC 5D 8H"]
    assert winners(after(table("4C 7H", hands), "A knocks")) == ["B"]
    assert winners(after(table("4C 7H", ["2H 3D", "KS QS", "KH QH"]), "A knocks")) == ["B", "C"]
    assert winners(after(table("4C 7H", ["2H 3D", "KS QS", "KH JH"]), "A knocks")) == ["C"]


@pytest.mark.clause("KA18")
@pytest.mark.clause("KA29")
def test_a_shared_tie():
    hands = ["AH KH 4S", "KS QS 3S", "6S 5D 4D", "6H 10D AC 8H"]
    state = after(table("4C 7H", hands, knock_tie="shared", players=4), "A knocks")
    assert winners(state) == ["A", "B", "C"]  # the totals 31, 28 and 15 play no part
    assert state.outcome == (1 / 3, 1 / 3, 1 / 3, 0)


@pytest.mark.clause("KA21")
def test_counts_are_not_drawn_unless_asked_for():
    def closed(state, seat):
        return [place.closed for place in state.view(seat).scene().places]

    hands = ["7C 9H", "3S 5D 6D", "6S"]
    hidden, open = (table("4C 7H", hands, show_counts=value) for value in (False, True))
    assert closed(hidden, "A") == [2, -1, -1]
    assert closed(open, "A") == [2, 3, 1]
    assert closed(open, None) == [2, 3, 1]
    assert not any("44" in note for _, _, _, note in hidden.view("A").scene().middle)
    assert any("44" in note for _, _, _, note in open.view("A").scene().middle)
    # But whoever watches can count.
    view = after(hidden, "A plays 9H", "B draws", "C draws").view("A")
    assert view.counts == (1, 4, 2)


# --- deals and matches


@pytest.mark.clause("KA24")
def test_left_of_the_dealer_begins_and_the_deal_passes_left():
    state = new_game("hole_cards", position={"dealer": "B"}, match_to=3)
    assert state.facts()["to_act"] == "C"
    hands = []
    for dealer, first in ((1, "C"), (2, "A"), (0, "B")):
        assert (state.dealer, state.facts()["to_act"]) == (dealer, first)
        hands.append(state.hands)
        state = after(state, f"{first} knocks", "deal")
    assert len({*hands}) == 3
    with pytest.raises(RuleViolation) as caught:
        state.apply("deal")
    assert caught.value.clause == "KA24"
    dealers = {new_game("hole_cards", seed=seed).dealer for seed in range(30)}
    assert dealers == {0, 1, 2}


@pytest.mark.clause("KA25")
@pytest.mark.clause("KA33")
def test_a_deal_is_one_win_and_a_match_goes_to_the_first_with_enough():
    hands = ["9H 9S", "KS QS JS", "6S 10D AC 5D"]
    state = table("7H", hands, match_to=2, wins={"A": 1, "B": 1})
    assert state.outcome is None
    state = after(state, "A knocks")
    assert state.facts()["wins"] == {"A": 2, "B": 1, "C": 0}
    assert (state.is_over, state.outcome) == (True, (1, 0, 0))
    assert refused_by(state, "deal") == "KA33"
    state = after(table("7H", hands, match_to=2), "A knocks")
    assert (state.is_over, state.outcome, state.facts()["wins"]["A"]) == (False, None, 1)
    assert after(state, "deal").facts()["wins"] == {"A": 1, "B": 0, "C": 0}


@pytest.mark.clause("KA33")
def test_a_shared_deal_counts_for_each_and_a_shared_match_is_halved():
    hands = ["AH KH", "KS QS", "6S 10D AC 5D 8H"]
    options = {"knock_tie": "shared", "match_to": 2}
    state = after(table("7H", hands, wins={"A": 1}, **options), "A knocks")
    assert state.facts()["wins"] == {"A": 2, "B": 1, "C": 0}
    assert state.outcome == (1, 0, 0)
    state = after(table("7H", hands, wins={"A": 1, "B": 1, "C": 1}, **options), "A knocks")
    assert state.outcome == (0.5, 0.5, 0)


# --- positions


@pytest.mark.parametrize(
    ("field", "position"),
    [
        ("hands", {"hands": {"A": ""}}),
        ("hands", {"hands": {"A": show_cards(DECK[:45])}}),
        ("stock", {"hands": {"A": "9H"}, "stock": "9H"}),
        ("pile", {"stock": "9H", "pile": "9H"}),
        ("pile", {"hands": {"A": "9H"}, "pile": "9H"}),
        ("pile", {"hands": dict(zip("ABC", (STUCK, "7H", REST), strict=True))}),
        ("to_act", {"to_act": "Z"}),
        ("dealer", {"dealer": "Z"}),
        ("wins", {"wins": {"A": 1}}),
        ("knocked_by", {"knocked_by": "A"}),
        ("lives", {"lives": {"A": 1}}),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(field, position):
    with pytest.raises(Refused) as caught:
        new_game("hole_cards", position=position)
    assert caught.value.field == field


def test_the_last_lap_cannot_come_to_the_knocker():
    options = {"after_knock": "last_turn"}
    state = new_game("hole_cards", position={"dealer": "C", "knocked_by": "A"}, **options)
    assert (state.facts()["phase"], state.facts()["to_act"]) == ("last_turn", "B")
    with pytest.raises(Refused) as caught:
        new_game("hole_cards", position={"knocked_by": "A", "to_act": "A"}, **options)
    assert caught.value.field == "to_act"


def test_cards_named_in_the_stock_lie_on_top():
    state = new_game("hole_cards", seed=5, position={"stock": "9H 3C", "pile": "7H"})
    assert show_cards(state.stock[:2], ascii=True) == "9H 3C"
    assert len(state.stock) == 36
