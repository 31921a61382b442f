"""The questions of chance of Toepen, each held to a slow obvious twin that lists every case."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from random import Random

import pytest

from cardlab.cards import Card, Suit, parse_cards
from cardlab.game import new_game
from cardlab.games.toepen import odds
from cardlab.games.toepen.rules import PACK
from cardlab.probability.pmf import Pmf
from cardlab.refused import Refused

STRENGTH = "J Q K A 7 8 9 10".split()  # T2, said a second time
F = Fraction


def beats(card: Card, other: Card) -> bool:
    return card.suit == other.suit and STRENGTH.index(card.rank) > STRENGTH.index(other.rank)


@cache
def hands(seen: str = "") -> list[tuple[Card, ...]]:
    return list(combinations([card for card in PACK.cards if card not in parse_cards(seen)], 4))


def ranks(hand) -> str:
    """Such as ``TTJA``."""
    return "".join("T" if card.rank == "10" else card.rank for card in hand)


def low(hand) -> int:
    return sum(rank in "AKQJ" for rank in ranks(hand))


def share(event, cases) -> Fraction:
    return F(sum(bool(event(case)) for case in cases), len(cases))


# --- one hand: over all 35,960, and over those that are left when some cards are seen


@pytest.mark.parametrize("seen", ["", "AS KS QS JS", "10H 10S 9H JD", "10H 10S 10D 7C JH JC AD 8D"])
def test_one_hand(seen):
    total = len(hands(seen))
    lows = Counter(map(low, hands(seen)))
    assert odds.p_exchange_hand(seen) == F(lows[4], total)
    for number in range(5):
        assert odds.p_high_cards(number, seen=seen) == F(lows[4 - number], total)
    written = list(map(ranks, hands(seen)))
    for rank, letter in (("10", "T"), ("J", "J"), ("7", "7")):
        found = Counter(hand.count(letter) for hand in written)
        for number in range(5):
            assert odds.p_of_rank(rank, number, seen=seen) == F(found[number], total)
            or_more = sum(found[more] for more in range(number, 5))
            assert odds.p_of_rank(rank, number, True, seen) == F(or_more, total)
    suits = Counter(frozenset(card.suit for card in hand) for hand in hands(seen))
    for suit in Suit:
        assert odds.p_void(suit, seen) == F(
            sum(ways for held, ways in suits.items() if suit not in held), total
        )
    for number in range(1, 5):
        assert odds.p_suits(number, seen) == F(
            sum(w for held, w in suits.items() if len(held) == number), total
        )
    assert odds.p_void_somewhere(seen) == F(sum(w for held, w in suits.items() if len(held) < 4), total)
    assert odds.p_four_alike(seen) == F(sum(hand == hand[0] * 4 for hand in written), total)


def test_announcements_of_one_hand():
    assert odds.count_hands() == len(hands())
    assert odds.p_must_announce() == share(lambda hand: ranks(hand).count("T") >= 3, hands())
    assert odds.p_may_announce() == share(lambda hand: ranks(hand).count("J") >= 3, hands())
    assert odds.p_announcement() == share(lambda hand: any(ranks(hand).count(x) >= 3 for x in "TJ"), hands())


def test_cards_may_be_given_as_a_text_as_cards_or_as_a_view():
    view = new_game("toepen", seed=3, players=2).view("B")
    as_text = " ".join(map(str, view.hand))
    for question in (odds.p_exchange_hand, odds.p_void_somewhere, odds.p_four_alike):
        assert question(view) == question(view.hand) == question(as_text) != question()


# --- several hands


def test_two_hands_listed_one_after_the_other():
    """All first hands, taken together by their tens, jacks and low cards; for each kind all second hands."""
    kinds = {"T": (1, 0, 0), "J": (0, 1, 1), "A": (0, 0, 1), "K": (0, 0, 1), "Q": (0, 0, 1)}
    pack = [kinds.get(rank, (0, 0, 0)) for rank in ranks(PACK.cards)]

    def kind(hand):
        return tuple(map(sum, zip(*hand, strict=True)))

    first = {kind(hand): hand for hand in combinations(pack, 4)}
    ways = Counter(map(kind, combinations(pack, 4)))
    nobody = Counter()
    for (tens, jacks, lows), hand in first.items():
        rest = list(pack)
        for card in hand:
            rest.remove(card)
        for (tens_2, jacks_2, lows_2), ways_2 in Counter(map(kind, combinations(rest, 4))).items():
            both = ways[tens, jacks, lows] * ways_2
            nobody["honest"] += both * (lows < 4 and lows_2 < 4)
            nobody["must"] += both * (max(tens, tens_2) < 3)
            nobody["may"] += both * (max(jacks, jacks_2) < 3)
            nobody["any"] += both * (max(tens, tens_2, jacks, jacks_2) < 3)
    deals = 35960 * 20475
    assert odds.p_someone_has_exchange_hand(2) == 1 - F(nobody["honest"], deals)
    assert odds.p_must_announce(2) == 1 - F(nobody["must"], deals)
    assert odds.p_may_announce(2) == 1 - F(nobody["may"], deals)
    assert odds.p_announcement(2) == 1 - F(nobody["any"], deals)


@pytest.mark.parametrize("players", range(1, 9))
def test_somebody_of_several(players):
    # There are four tens, so two players never hold three each: the chances just add up.
    assert odds.p_must_announce(players) == odds.p_may_announce(players) == players * F(113, 35960)
    one, someone = odds.p_exchange_hand(), odds.p_someone_has_exchange_hand(players)
    assert one <= someone <= players * one
    if players > 1:
        assert someone > odds.p_someone_has_exchange_hand(players - 1)


def test_somebody_else_when_you_see_your_own_hand():
    seen = "AS KS QS 10H"
    assert odds.p_someone_has_exchange_hand(1, seen) == odds.p_exchange_hand(seen)
    assert odds.p_someone_has_exchange_hand(7, seen) > odds.p_someone_has_exchange_hand(6, seen)


# --- exchange and challenge


@pytest.mark.parametrize("seen", ["", "AS KS QS JS", "10H 10S 9H JD"])
@pytest.mark.parametrize(
    "bluff", [0, 1, F(1, 10), {3: F(13, 64)}, {3: 1, 2: F(1, 2)}, {0: F(1, 3), 1: F(1, 7), 2: 0, 3: F(2, 3)}]
)
def test_a_challenge_is_settled_by_the_old_hand(bluff, seen):
    shares = bluff if isinstance(bluff, dict) else dict.fromkeys(range(4), bluff)
    found = Counter(map(low, hands(seen)))
    bluffs = sum(shares.get(number, 0) * found[number] for number in range(4))
    assert odds.p_challenge_succeeds(bluff, seen) == F(bluffs) / (bluffs + found[4])


@pytest.mark.parametrize("players", range(2, 9))
def test_the_stock_serves_as_many_exchanges_in_the_engine(players):
    state, exchanges = new_game("toepen", seed=1, players=players, announcements=False), 0
    while state.phase in ("exchange", "challenge"):
        verb = "exchange" if state.phase == "exchange" else "accept"
        exchanges += verb == "exchange"
        state = state.apply(next(action for action in state.legal_actions() if action.verb == verb))
    assert odds.exchanges_served(players) == exchanges


# --- tricks


@pytest.mark.parametrize("players", [2, 3])
def test_the_leader_of_one_card_each(players):
    deals = list(permutations(PACK.cards, players))
    assert odds.p_leader_wins_one_card(players) == share(
        lambda deal: not any(beats(card, deal[0]) for card in deal[1:]), deals
    )


@pytest.mark.parametrize("seen", ["", "9H 7H KD QD 8C JC", "10S AS 7S JH QH KH AH 7D 8D"])
@pytest.mark.parametrize("card", ["10S", "8S", "JS", "QH", "7C"])
@pytest.mark.parametrize("others", [1, 2])
def test_the_last_card(card, seen, others):
    mine = Card.parse(card)
    unseen = [other for other in PACK.cards if other != mine and other not in parse_cards(seen)]
    deals = list(permutations(unseen, others))
    assert odds.p_win_last_card(card, seen, leading=True, others=others) == share(
        lambda deal: not any(beats(other, mine) for other in deal), deals
    )
    assert odds.p_win_last_card(card, seen, leading=False, others=others) == share(
        lambda deal: beats(mine, deal[0]) and not any(beats(other, mine) for other in deal), deals
    )


@pytest.mark.parametrize("others", range(1, 8))
def test_somebody_wins_the_last_trick(others):
    """Over all cards, the chance to win as leader and that of each other seat are one together."""
    leading = sum(odds.p_win_last_card(card, leading=True, others=others) for card in PACK.cards) / 32
    second = sum(odds.p_win_last_card(card, leading=False, others=others) for card in PACK.cards) / 32
    assert leading + others * second == 1


def test_the_first_trick_of_two_with_every_hand_of_the_follower():
    wins = F(0)
    for led in PACK.cards[:8]:  # The suits are alike, so the leader's card may as well be a spade.
        for hand in combinations([card for card in PACK.cards if card != led], 4):
            follow = [card for card in hand if card.suit == led.suit]
            wins += F(sum(not beats(card, led) for card in follow), len(follow)) if follow else 1
    assert odds.p_leader_wins_first_trick(2) == wins / (8 * 31465)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_experiment_agrees_with_counting(players):
    found = odds.leader_statistics(players, n=3000, seed=7)
    exact = float(odds.p_leader_wins_first_trick(players))
    assert abs(found.first_trick.value - exact) < 4 * found.first_trick.standard_error
    assert found.first_trick.n == 3000
    assert found == odds.leader_statistics(players, n=3000, seed=7)
    assert found != odds.leader_statistics(players, n=3000, seed=8)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_small_game_plays_as_the_engine_does(players):
    """The same hands and the same random numbers: at each step the engine offers as many cards, in order."""
    options = {"players": players, "max_exchanges": 0, "announcements": False}
    for seed in range(50):
        state = new_game("toepen", seed=seed, **options)
        first = state.leader
        dealt = [state.hands[seat] for seat in state.clockwise(first)]
        rng = Random(seed)
        while state.phase == "play":
            plays = [action for action in state.legal_actions() if action.verb == "play"]
            state = state.apply(plays[int(rng.random() * len(plays))])
        engine = tuple((seat - first) % players for seat in state.tricks)
        assert odds.random_tricks(dealt, Random(seed)) == engine
        assert len(engine) == 4


# --- lives and knocks


@pytest.mark.parametrize("limit", [2, 3, 7, 10])
def test_as_many_knocks_are_allowed_as_the_engine_allows(limit):
    allowed = 0
    for lost in range(limit):
        for knock in range(1, limit):
            position = {"phase": "play", "dealer": "B", "lives": {"A": lost}, "stake": knock}
            state = new_game("toepen", players=2, limit=limit, pelt=False, position=position)
            allowed += state.why_illegal("A knocks") is None
    assert odds.knocks_allowed(limit) == allowed


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("limit", [2, 3, 4])
def test_the_longest_rubber_that_can_be_played_to_the_first_exit(players, limit):
    @cache
    def longest(lives):
        if max(lives) == limit:
            return 0
        after = {
            tuple(sorted(lost + (seat != winner) for seat, lost in enumerate(lives)))
            for winner in range(players)
        }
        return 1 + max(map(longest, after))

    assert odds.latest_first_exit(players, limit) == longest((0,) * players)


@pytest.mark.parametrize(("players", "limit"), [(2, 2), (2, 5), (3, 2), (3, 4), (4, 3), (5, 2)])
def test_the_first_exit_in_every_row_of_winners(players, limit):
    longest = odds.latest_first_exit(players, limit)
    exits = Counter()
    for winners in product(range(players), repeat=longest):
        lost, deal = [0] * players, 0
        while max(lost) < limit:
            lost = [number + (seat != winners[deal]) for seat, number in enumerate(lost)]
            deal += 1
        exits[deal] += 1
    assert odds.first_exit(players, limit) == Pmf.from_counts(exits)


@pytest.mark.parametrize("pelt", [True, False])
@pytest.mark.parametrize(
    ("lost", "limit"),
    [((0, 0), 4), ((0, 3), 5), ((2, 1, 1), 3), ((2, 0, 1), 3), ((1, 3, 3, 2), 4), ((0, 1), 2)],
)
def test_the_last_one_left_in_every_row_of_winners(lost, limit, pelt):
    """Each deal is won by one of those still in, and the stake is read from the slate."""
    wins = [F(0)] * len(lost)

    def play(slate, chance):
        still_in = [seat for seat, number in enumerate(slate) if number < limit]
        if len(still_in) == 1:
            wins[still_in[0]] += chance
            return
        stake = 2 if pelt and any(slate[seat] == limit - 1 for seat in still_in) else 1
        for winner in still_in:
            after = [number + stake * (seat != winner) for seat, number in enumerate(slate)]
            play(after, chance / len(still_in))

    play(lost, F(1))
    assert odds.p_win_rubber(lost, limit, pelt=pelt) == tuple(wins)
    assert sum(wins) == 1


# --- from a view


def barred(view):
    """The suits that a seat did not follow, read from the log a second, plainer way."""
    found, trick = set(), []
    for event in view.log:
        if event.what == "play":
            trick.append(event)
            if event.cards[0].suit != trick[0].cards[0].suit:
                found.add((event.seat, trick[0].cards[0].suit))
        elif event.what == "trick":
            trick = []
    return found


def listed(view, others):
    """Every way in which the other seats can hold the unseen cards."""
    if not others:
        yield {}
        return
    seat, *later = others
    for rest in listed(view, later):
        given = [card for hand in rest.values() for card in hand]
        free = [card for card in view.unseen if card not in given and (seat, card.suit) not in barred(view)]
        for hand in combinations(free, view.held[seat]):
            yield {seat: hand, **rest}


def late(seed, cards_played, players=3, **options):
    """A deal played at random until so many cards are down."""
    state = new_game("toepen", seed=seed, players=players, announcements=False, **options)
    rng = Random(seed)
    while sum(event.what == "play" for event in state.log) < cards_played:
        actions = [action for action in state.legal_actions() if action.verb != "knock"]
        state = state.apply(actions[int(rng.random() * len(actions))])
    return state


@pytest.mark.parametrize(
    ("players", "cards_played"), [(2, 3), (2, 5), (2, 6), (3, 7), (3, 8), (3, 9), (3, 10), (4, 12)]
)
@pytest.mark.parametrize("seed", range(3))
def test_what_another_seat_may_hold(players, cards_played, seed):
    view = late(seed, cards_played, players).view(seed % players)
    others = [seat for seat in range(players) if seat != view.seat]
    deals = list(listed(view, others))
    for seat in others:
        held = Counter(card for deal in deals for card in deal[seat])
        for card in PACK.cards:
            assert odds.p_holds_card(view, seat, card) == F(held[card], len(deals))
        for suit in Suit:
            assert odds.p_can_follow(view, seat, suit) == share(
                lambda deal, s=seat, x=suit: any(card.suit == x for card in deal[s]), deals
            )
        for card in (*view.hand, *view.unseen[::5]):
            assert odds.p_can_beat(view, seat, card) == share(
                lambda deal, s=seat, x=card: any(beats(other, x) for other in deal[s]), deals
            )


def test_some_of_these_views_know_of_a_suit_not_followed():
    assert any(barred(late(seed, 7).view(0)) for seed in range(3))


def test_a_seat_may_be_named_and_what_you_hold_nobody_else_holds():
    view = new_game("toepen", seed=1, seats=["Ann", "Ben", "Cas"]).view("Ann")
    assert odds.p_holds_card(view, "Ben", view.unseen[0]) == odds.p_holds_card(view, 1, str(view.unseen[0]))
    assert odds.p_holds_card(view, "Ben", view.hand[0]) == 0


# --- the numbers of the lessons


def test_the_numbers_of_the_lesson_of_bluff():
    assert [odds.p_high_cards(n) * 35960 for n in range(5)] == [1820, 8960, 14400, 8960, 1820]
    own = ["10S 9S 8S 7S", "10S 9S 8S JS", "10S 9S QS JS", "10S KS QS JS", "AS KS QS JS"]
    seen = [odds.p_exchange_hand(hand) for hand in own]
    assert seen == [F(4, 45), F(1, 15), F(11, 225), F(11, 315), F(11, 455)]
    weights = [odds.p_high_cards(4 - k) for k in range(5)]
    assert sum(w * p for w, p in zip(weights, seen, strict=True)) == odds.p_exchange_hand() == F(91, 1798)
    assert odds.p_someone_has_exchange_hand(3) == F(91913, 620310)
    assert 1 - odds.p_challenge_succeeds(F(1, 10)) == F(910, 2617)
    assert 1 - odds.p_challenge_succeeds(F(1, 20)) == F(1820, 3527)
    assert 1 - odds.p_challenge_succeeds(F(1, 10), own[0]) == F(40, 81)
    assert 1 - odds.p_challenge_succeeds(F(1, 10), own[4]) == F(55, 277)
    even = [F(13, 48), F(3, 13), F(11, 56), F(1, 6), F(9, 64)]
    for hand, bluff in zip(own, even, strict=True):
        assert odds.p_challenge_succeeds({3: bluff}, hand) == F(1, 2)


def test_the_numbers_of_the_lesson_of_rules():
    assert odds.p_leader_wins_one_card(3) == F(367, 465)
    assert odds.p_leader_wins_first_trick(2) == F(6013, 8990)
    last = odds.leader_statistics(2, n=20000, seed=5).deal
    assert abs(last.value - 42581767 / 78887250) < 4 * last.standard_error


def test_the_numbers_of_the_lesson_of_the_slate():
    two, four = odds.first_exit(2, 10), odds.first_exit(4, 10)
    assert two == Pmf({d: F(comb(d - 1, 9), 2 ** (d - 1)) for d in range(10, 20)})
    assert two.mean() == F(1079775, 65536)
    assert four.mean() == F(2917315, 262144)
    assert four[10] == 1 - (1 - 4 * F(3, 4) ** 10 + 6 * F(1, 2) ** 10 - 4 * F(1, 4) ** 10)
    slate = [3, 14, 8, 6]
    assert odds.p_win_rubber(slate, 15)[1] == F(1, 4) ** 7 * F(1, 3) ** 2 * F(1, 2) ** 3
    in_pelt = odds.p_win_rubber(slate, 15, pelt=True)
    assert in_pelt[:2] == (F(163823575, 241864704), F(1, 1536))


@pytest.mark.parametrize("mine", range(2, 11))
@pytest.mark.parametrize("his", range(1, 11))
def test_the_break_even_of_a_rubber_of_two(mine, his):
    """Knock from 1 to 2: p such that staying and folding leave the same chance to win the rubber."""

    def wins(mine, his):
        if mine <= 0 or his <= 0:
            return F(mine > 0)
        return odds.p_win_rubber((10 - mine, 10 - his))[0]

    p = F(mine - 1, 2 * (mine + his - 2))
    assert p * wins(mine, his - 2) + (1 - p) * wins(mine - 2, his) == wins(mine - 1, his)


@pytest.mark.parametrize(
    ("card", "leading", "seen", "chance"),
    [
        ("10S", False, "9H 7H KD QD 8C JC", F(7, 25)),
        ("9S", False, "10S AS KD QD 8C JC", F(5, 25)),
        ("JS", True, "9H 7H KD QD 8C JC", F(18, 25)),
        ("QH", True, "10H 9H KD QD 8C JC", F(21, 25)),
        ("JD", False, "9H 7H KC QC 8C JC", F(0)),
        ("KD", False, "9H 7H KS QS 8C JC", F(2, 25)),
        ("AH", False, "10H KH KD QD 8C JC", F(2, 25)),
        ("AH", False, "9H 7H KD QD 8C JC", F(3, 25)),
        ("AH", True, "9H 7H KD QD 8C JC", F(23, 25)),
    ],
)
def test_the_positions_of_the_lesson_of_stakes(card, leading, seen, chance):
    assert odds.p_win_last_card(card, seen, leading=leading) == chance
    assert (
        odds.p_win_last_card(card, f"{seen} {card}", leading=leading) == chance
    )  # your own card is seen too


# --- refusals


def two_handed():
    return new_game("toepen", seed=1, players=2).view("A")


def whistled():
    position = {"hands": {"B": "10H 10S 10D 7C"}}
    state = new_game("toepen", players=2, max_exchanges=0, position=position)
    assert state.announced
    return state


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: odds.p_high_cards(5), "number"),
        (lambda: odds.p_high_cards(-1), "number"),
        (lambda: odds.p_high_cards(1.0), "number"),
        (lambda: odds.p_of_rank("6", 1), "rank"),
        (lambda: odds.p_suits(0), "number"),
        (lambda: odds.p_void("hearts"), "suit"),
        (lambda: odds.p_void("H", seen="10H 10H"), "seen"),
        (lambda: odds.p_void("H", seen="2H"), "seen"),
        (lambda: odds.p_void("H", seen="what"), "seen"),
        (lambda: odds.p_exchange_hand(PACK.cards[3:]), "seen"),
        (lambda: odds.p_must_announce(9), "players"),
        (lambda: odds.p_must_announce(0), "players"),
        (lambda: odds.p_someone_has_exchange_hand(9), "players"),
        (lambda: odds.p_someone_has_exchange_hand(8, seen="10H"), "players"),
        (lambda: odds.exchanges_served(1), "players"),
        (lambda: odds.p_challenge_succeeds(0.1), "bluff"),
        (lambda: odds.p_challenge_succeeds(2), "bluff"),
        (lambda: odds.p_challenge_succeeds({4: 1}), "bluff"),
        (
            lambda: odds.p_challenge_succeeds(0, seen=[c for c in PACK.cards if c.rank in ("A", "K", "Q")]),
            None,
        ),
        (lambda: odds.p_challenge_succeeds(0, seen="AS KS QS JS AH KH QH JH AD KD QD JD JC"), "bluff"),
        (lambda: odds.p_leader_wins_one_card(1), "players"),
        (lambda: odds.p_leader_wins_first_trick(9), "players"),
        (lambda: odds.p_win_last_card("2H", leading=True), "card"),
        (lambda: odds.p_win_last_card("XX", leading=True), "card"),
        (lambda: odds.p_win_last_card("JH", leading=True, others=0), "others"),
        (lambda: odds.leader_statistics(1, 10, 1), "players"),
        (lambda: odds.leader_statistics(2, 0, 1), "n"),
        (lambda: odds.latest_first_exit(2, 1), "limit"),
        (lambda: odds.knocks_allowed(1), "limit"),
        (lambda: odds.first_exit(9), "players"),
        (lambda: odds.first_exit(2, 1), "limit"),
        (lambda: odds.p_win_rubber([0]), "players"),
        (lambda: odds.p_win_rubber([0, 10]), "lost"),
        (lambda: odds.p_win_rubber([0, 1], 1), "limit"),
        (lambda: odds.p_holds_card(two_handed(), "A", "10H"), "seat"),
        (lambda: odds.p_holds_card(two_handed(), "C", "10H"), "seat"),
        (lambda: odds.p_can_follow(two_handed(), "B", "X"), "suit"),
        (lambda: odds.p_can_beat(two_handed(), "B", "Joker"), "card"),
        (lambda: odds.p_can_follow(whistled().view("A"), "B", "H"), "view"),
        (lambda: odds.p_can_follow(whistled().view("B"), "A", "H"), None),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(call, field):
    if field is None:
        assert 0 <= call() <= 1
        return
    with pytest.raises(Refused) as refused:
        call()
    assert refused.value.field == field
