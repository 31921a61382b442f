"""The bots play by the rules, from views alone, and each has its character."""

from random import Random

import pytest
from hand_and_foot.setting import CLEAN_KINGS, ascii, last_cards, melding, taking

from cardlab.bots import bots_of
from cardlab.cards import parse_cards
from cardlab.game import View, find_game, new_game
from cardlab.games.hand_and_foot.bots import ThumbBot, pair_chances
from cardlab.play import Record, play_match, record_of

BOTS = bots_of(find_game("hand_and_foot"))


def choice(state, name: str):
    return BOTS[name](state.view(state.to_act), Random(1))


def test_there_are_four():
    assert list(BOTS) == ["opener", "hoarder", "watcher", "random"]


@pytest.mark.parametrize(
    "options", [{}, {"players": 2}, {"players": 3, "wild_rule": "outnumber"}, {"ask_partner": True}]
)
def test_a_whole_game_of_bots_and_its_record(options):
    state = new_game("hand_and_foot", seed=6, **options)
    names = ["opener", "hoarder", "watcher", "random"]
    seen = []

    def watched(name):
        def bot(view, rng):
            assert isinstance(view, View)
            move = BOTS[name](view, rng)
            assert move in view.legal
            seen.append(name)
            return move

        return bot

    state = play_match(state, {seat: watched(names[seat % 4]) for seat in range(len(state.seats))})
    assert state.is_over
    assert len(state.sheet) == 4
    assert len(set(seen)) == min(4, state.rules.players)
    again = Record.from_text(record_of(state).to_text()).states()[-1]
    assert again == state


@pytest.mark.parametrize("name", ["opener", "watcher"])
def test_who_opens_at_once(name):
    move = choice(melding("KS KH KD 9S 9H 9D AS AH AD 4C"), name)
    assert {ascii(meld)[-2] for meld in move.melds} == set("K9A")


def test_the_hoarder_waits_for_twice_the_minimum():
    small, big = "KS KH KD KC 2S 4C", "KS KH KD KC 2S AS AH AD 4C"
    assert choice(melding(small), "hoarder").verb == "discard"
    assert choice(melding(big), "hoarder").verb == "meld"
    assert choice(melding(small, in_foot=["B"], feet={"A": "4C"}), "hoarder").verb == "meld"
    assert ThumbBot(open_at=2, full_hand=6)(melding(small).view("A"), Random(1)).verb == "meld"


def test_a_clean_meld_is_spared_while_a_clean_book_is_missing():
    spared = choice(melding("2S 4C", melds={"A": ["KS KH KD KC KS"]}), "opener")
    used = choice(melding("2S 4C", melds={"A": ["9S 9H 9D 9C", CLEAN_KINGS]}), "opener")
    other = choice(melding("2S 4C", melds={"A": ["KS KH KD KC KS", "9S 9H 9D 9C"]}), "opener")
    assert (spared.verb, used.verb, other.rank) == ("discard", "add", "9")


def test_which_piles_are_taken():
    thick = taking("9H 9S 4D", "6C 7C 8C 10C 9D")
    thin = taking("9H 9S 4D", "6C 9D")
    assert [choice(thick, name).verb for name in ("opener", "hoarder", "watcher")] == ["take", "draw", "take"]
    assert [choice(thin, name).verb for name in ("opener", "hoarder", "watcher")] == ["draw", "draw", "draw"]


def test_the_watcher_discards_what_the_next_player_cannot_pair():
    melds = {"B": [CLEAN_KINGS, "KC KS KH KD KC KS KH", "KD KC KS KH"], "A": ["9S 9H 9D"]}
    state = melding("KD QC JC", melds=melds, pile="4S 5S 6S 7S 4H")
    chances = pair_chances(state.view("A"))
    assert chances["K"] == 0 < chances["9"] < chances["Q"] == chances["J"] < 0.1
    assert ascii(choice(state, "watcher").cards) == "KD"


def test_the_pair_chance_counts_what_the_next_player_has_picked_up():
    view = taking("9H 9S 4D", "6C 9D").apply("A draws").view("A")
    told = view._with(log=())
    assert 0 < pair_chances(told)["Q"] < 0.1
    assert pair_chances(view)["Q"] == pair_chances(told)["Q"]


def test_bots_ask_and_allow():
    hands = {"A": "9S 4D", "B": "6S", "C": "8S", "D": "10C"}
    options = {"players": 4, "ask_partner": True}
    state = last_cards("", hands=hands, feet=dict.fromkeys("BCD", "4S"), options=options)
    assert choice(state, "opener").verb == "ask"
    state = state.apply("A asks")
    assert choice(state, "opener").verb == "allow"
    state = state.apply("C allows")
    while state.phase == "meld":
        state = state.apply(choice(state, "opener"))
    assert state.went_out == 0


def test_black_threes_go_first_but_a_watcher_keeps_them_for_a_thick_pile():
    thin, thick = "4S 5S", "4S 5S 6S 7S 4H 5H 6H"
    assert ascii(choice(melding("3S 9C 9D QC", pile=thin), "opener").cards) == "3S"
    assert ascii(choice(melding("3S 9C 9D QC", pile=thin), "watcher").cards) == "QC"
    assert ascii(choice(melding("3S 9C 9D QC", pile=thick), "watcher").cards) == "3S"
    assert parse_cards("3S")[0].rank == "3"
