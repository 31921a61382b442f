"""Who sits at the screen, what a button means, and what may be taken back; no widget and no browser."""

import pytest

from cardlab.bots import uniform
from cardlab.cards import parse_cards
from cardlab.game import GAMES, RuleViolation, find_game, new_game
from cardlab.notation import Action
from cardlab.refused import Refused
from cardlab.widgets.session import Session, find_bots, seated

LAST_TWO = {
    "dealer": "Cas",
    "phase": "play",
    "hands": {"Ann": "10H 7S", "Ben": "7H 8H", "Cas": "QH AS"},
}
"""Ann leads; she and Cas can each follow hearts with one card only."""


def session(*persons, position=LAST_TWO, seed=1):
    state = new_game("toepen", seed, ["Ann", "Ben", "Cas"], position)
    names = {seat: "person" if seat in persons else "random" for seat in state.seats}
    return Session(state, find_bots(find_game("toepen"), names))


# --- seats --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_without_names_you_play_against_the_bots_of_the_game(game):
    found = find_game(game)
    for number in range(2, 9):
        seats = seated(found, number)
        assert len(seats) == number
        assert list(seats.values()).count("person") == 1
        assert 0 not in find_bots(found, seats)


def test_a_seat_is_a_person_a_bot_by_name_or_a_bot():
    game = find_game("toepen")
    assert find_bots(game, {"Ann": "person", "Ben": uniform, "Cas": "random"}) == {1: uniform, 2: uniform}
    with pytest.raises(Refused, match="Did you mean person") as refused:
        find_bots(game, {"Ann": "preson"})
    assert refused.value.field == "seats"


# --- one screen for several persons -------------------------------------------------------------------------


def test_a_single_person_always_sits_at_the_screen():
    one = session("Ben")
    assert (one.screen, one.cover) == (1, ())
    one.next()
    assert (one.screen, one.cover) == (1, ())


def test_between_two_persons_the_screen_is_covered_until_the_next_one_is_there():
    two = session("Ann", "Ben")
    assert (two.screen, two.cover, two.view().hand) == (None, (0,), ())
    two.uncover(1)
    assert two.screen is None, "Ben is not due"
    two.uncover(0)
    assert (two.screen, two.cover, two.view().hand) == (0, (), parse_cards("7S 10H"))
    two.act("Ann plays 10H")
    assert (two.screen, two.cover, two.view().hand) == (None, (1,), ())
    two.uncover(1)
    assert two.view().hand == parse_cards("8H 7H")


def test_while_bots_play_the_person_keeps_the_screen():
    two = session("Ann", "Cas")
    two.uncover(0)
    two.act("Ann plays 10H")
    assert (two.screen, two.cover) == (0, ())  # Ben, a bot, is due
    two.next()
    assert (two.screen, two.cover) == (None, (2,))


def test_another_person_can_interrupt_by_a_button_with_his_name():
    two = session("Ann", "Cas")
    two.uncover(0)
    buttons = list(two.buttons(two.view()))
    assert [button.label for button in buttons] == ["Knock", "Cas: Knock"]
    two.act(Action(2, "knock"))
    assert two.cover == (0,) or two.screen == 0  # Ann has to answer, and sits there


def test_the_screen_goes_round_when_nobody_may_know_whose_turn_it_is():
    """Ben is asked about his jacks (TA35): to pass the screen to him would tell that he has them."""
    jacks = {"dealer": "Cas", "hands": {"Ann": "7S 8S 9S 10S", "Ben": "JS JH JD 7C"}}
    three = session("Ann", "Ben", "Cas", position=jacks)
    while three.state.phase == "exchange":
        three.uncover(three.state.to_act)
        three.act(Action(three.state.to_act, "keep"))
    assert (three.state.phase, three.state.to_act) == ("announce", 1)
    assert three.cover == (0, 1, 2), "also the one who has just kept"
    three.uncover(0)
    assert [button.label for button in three.buttons(three.view()) if button.legal] == []
    for seat in (0, 1):
        assert three.may_pass_on, "also for the one who is asked"
        three.pass_on()
        three.uncover(seat)
    three.act("Ben stays silent")
    assert not three.may_pass_on
    three.pass_on()
    assert three.cover == (0,), "the leader is known to all"


# --- melds put down one by one ------------------------------------------------------------------------------

OPENING = {
    "dealer": "Ben",
    "phase": "meld",
    "hands": {"Ann": "KS KH KD AS AH AD 9C 9D 2S 4S", "Ben": "4H"},
    "pile": "AC",
}


def melding(**changes):
    state = new_game("hand_and_foot", 1, ["Ann", "Ben"], OPENING | changes)
    return Session(state, {1: uniform})


def stage(one, *groups):
    for group in groups:
        one.stage(parse_cards(group))


def test_melds_are_put_down_and_laid_in_one_move():
    one = melding()
    stage(one, "KS KH KD", "AS AH AD")
    assert one.hand == parse_cards("2S 9D 9C 4S")
    assert {button.verb: button.legal for button in one.buttons(one.view())}["meld"]
    (move,) = one.meanings(0, "meld", ())
    one.act(move)
    assert one.state.melds[0] == (parse_cards("KS KH KD"), parse_cards("AS AH AD"))
    assert one.staged == ()


def test_cards_that_are_chosen_still_are_the_last_meld():
    one = melding()
    stage(one, "KS KH KD")
    (move,) = one.meanings(0, "meld", parse_cards("AS AH AD"))
    assert move.melds == (parse_cards("KS KH KD"), parse_cards("AS AH AD"))


def test_what_is_put_down_stays_when_the_move_is_refused():
    one = melding()
    stage(one, "KS KH KD")
    assert not {button.verb: button.legal for button in one.buttons(one.view())}["meld"]
    with pytest.raises(RuleViolation) as refused:
        one.act(*one.meanings(0, "meld", ()))
    assert refused.value.clause == "H12"
    assert one.staged == (parse_cards("KS KH KD"),)
    one.unstage(0)
    assert one.hand == one.view().hand


def test_of_the_groups_put_down_the_pair_that_takes_the_pile_is_found():
    one = melding(phase="draw")
    stage(one, "KS KH KD", "AS AH")
    (move,) = one.meanings(0, "take", ())
    assert (move.cards, move.melds) == (parse_cards("AS AH"), (parse_cards("KS KH KD"),))
    assert one.state.why_illegal(move) is None
    one.unstage(0)
    one.stage(parse_cards("9C 9D"))
    (move,) = one.meanings(0, "take", ())
    assert move.cards == parse_cards("AS AH"), "the refusal is about the group that is wrong"


def test_only_cards_of_the_hand_are_put_down_and_only_when_it_is_time():
    one = melding()
    for cards in ("", "QS", "KS KS"):
        with pytest.raises(Refused):
            one.stage(parse_cards(cards))
    stage(one, "KS KH KD")
    with pytest.raises(Refused):
        one.stage(parse_cards("KS"))
    with pytest.raises(Refused, match="No melds"):
        session("Ann").stage(parse_cards("7S"))


def test_a_move_that_the_house_rules_do_not_know_has_no_button():
    assert "ask" not in [button.verb for button in melding().buttons(melding().view())]
    state = new_game("hand_and_foot", 1, list("ABCD"), {"phase": "meld", "to_act": "A"}, ask_partner=True)
    four = Session(state, dict.fromkeys(range(1, 4), uniform))
    assert "ask" in [button.verb for button in four.buttons(four.view())]


# --- what a click means -------------------------------------------------------------------------------------


def test_a_card_is_played_by_a_click_and_its_verb_needs_no_button():
    one = session("Ann")
    assert one.card_verb() == "play"
    assert [button.verb for button in one.buttons(one.view())] == ["knock"]


def test_before_the_play_a_click_on_a_card_asks_for_its_refusal():
    one = session("Ann", position={"dealer": "Cas"})
    assert one.state.phase == "exchange"
    (move,) = one.meanings(0, one.card_verb(), one.view().hand[:1])
    assert one.state.why_illegal(move).clause == "TA40"


def test_greyed_buttons_stay_and_are_not_legal():
    one = session("Ben")
    assert [(button.verb, button.legal) for button in one.buttons(one.view())] == [("knock", True)]
    one.act("Ben knocks")
    buttons = [(button.verb, button.legal) for button in one.buttons(one.view())]
    assert buttons == [("stay", False), ("fold", False)]


def test_you_play_is_read_like_you_plays():
    one = Session(new_game("toepen", 1, ["You", "Ben"], {"phase": "play", "dealer": "Ben"}), {1: uniform})
    assert one.read("You knock") == one.read("You knocks") == Action(0, "knock")
    with pytest.raises(Refused):
        one.read("Ben knock")


def test_chosen_cards_mean_every_legal_move_that_names_just_them(monkeypatch):
    """With equal verbs and cards the rest (which rank, which melds) is asked for."""
    one = session("Ann")
    two_hearts = parse_cards("9H 2H")
    moves = (
        Action(0, "add", two_hearts, rank="9"),
        Action(0, "add", two_hearts[::-1], rank="K"),
        Action(0, "add", two_hearts[:1], rank="9"),
        Action(0, "meld", melds=(two_hearts,)),
    )
    verb = one.game.verbs["play"]
    verbs = {
        "add": verb._replace(phrase="adds {cards} to {rank}"),
        "meld": verb._replace(phrase="melds {melds}"),
    }
    monkeypatch.setattr(type(one.state), "legal_actions", lambda state, seat: moves)
    monkeypatch.setattr(one, "game", type("Game", (), {"verbs": verbs}))
    assert one.meanings(0, "add", two_hearts) == list(moves[:2])
    assert one.meanings(0, "meld", two_hearts) == [moves[3]]
    (refused,) = one.meanings(0, "add", parse_cards("KS"))
    assert (refused.cards, refused.rank) == (parse_cards("KS"), "K")


# --- the clock ----------------------------------------------------------------------------------------------


def test_the_clock_knows_whether_a_bot_is_due_or_may_interrupt():
    one = session("Ben")
    assert one.clock == "bots"  # Ann leads
    one.next()
    assert one.clock == "ask"  # Ben is due, and the others may knock
    assert one.next() is None
    assert one.clock == ""
    one.act(next(move for move in one.view().legal if move.verb == "play"))
    assert one.clock == "bots"


def test_a_bot_that_names_no_move_is_a_fault():
    state = new_game("toepen", 1, ["Ann", "Ben", "Cas"], LAST_TWO)
    with pytest.raises(ValueError, match="Ann is due and names no move"):
        Session(state, dict.fromkeys(range(3), lambda view, rng: None)).next()


# --- undo ---------------------------------------------------------------------------------------------------


def test_a_card_can_be_taken_back_until_somebody_moves():
    one = session("Ann")
    assert one.no_undo == "There is nothing to take back."
    before = one.state
    one.act("Ann plays 10H")
    assert one.no_undo == ""
    step = one.step
    one.undo()
    assert one.state is before
    assert one.step > step, "a step that comes back would let an old click act"
    one.act("Ann plays 10H")
    one.next()
    assert one.no_undo == "Ben has moved since."
    with pytest.raises(Refused, match="Ben has moved since"):
        one.undo()


def test_only_the_last_mover_takes_back_and_only_his_own_move():
    three = session("Ann", "Ben", "Cas")
    three.act("Ann knocks")
    knocked = three.state
    three.act("Ben stays")
    three.undo()
    assert three.state is knocked
    assert three.no_undo == "There is nothing to take back."


def test_a_move_that_shows_cards_must_stand():
    one = session("Ann", position={"dealer": "Cas", "hands": {"Ann": "7S 7H 7D 7C"}})
    one.act("Ann exchanges")
    assert one.no_undo == "That move has shown you a card."
    three = session("Ann", "Ben", "Cas", position={"dealer": "Cas"})
    three.act("Ann exchanges")
    three.act("Ben challenges")
    assert three.no_undo == "That move has shown you a card."


def test_a_move_after_which_the_game_went_on_must_stand():
    """All have kept: three tens would be whistled now, so that they are not is news too."""
    three = session("Ann", "Ben", "Cas", position={"dealer": "Cas"})
    three.act("Ann keeps")
    assert three.no_undo == ""
    three.act("Ben keeps")
    three.act("Cas keeps")
    assert three.no_undo == "The game has gone on since that move."


def test_a_new_deal_cannot_be_taken_back():
    one = session("Ann")
    while one.state.to_act is not None:
        if one.next() is None:
            one.act(one.view().legal[0])
    one.act("deal")
    assert one.no_undo == "The cards have been dealt."


def test_when_the_match_is_over_another_can_begin():
    last = {"pile": "9H", "hands": {"Ann": "9S"}, "to_act": "Ann"}
    state = new_game("hole_cards", seats=["Ann", "Ben"], position=last)
    over = Session(state.apply("Ann plays 9S"), {})
    assert [(button.verb, button.label) for button in over.buttons(over.view())] == [("again", "New game")]
