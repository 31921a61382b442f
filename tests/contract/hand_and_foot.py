"""Hand and Foot said a second time: on texts of cards, from facts and the public log, by trying."""

from collections import Counter
from itertools import chain, permutations
from random import Random

from contract.plain import Plain

from cardlab.cards import Card, Rank, Suit
from cardlab.notation import DEAL, Action

FACES = [Card(rank, suit) for rank in Rank if rank != "Joker" for suit in Suit] + [Card(Rank.JOKER, None)]
VALUE = {"Joker": 50, "2": 20, "A": 20} | dict.fromkeys("34567", 5) | dict.fromkeys(["10", *"89JQK"], 10)
WILDS = ("Joker", "2")
END = {"out", "no stock", "standstill"}


def rank(text):
    return text.rstrip("♠♥♦♣")


def worth(texts):
    return sum(VALUE[rank(text)] for text in texts)


def texts(cards):
    return [*map(str, cards)]


def side(state, seat):
    """The seat that speaks for a seat's team: the first of its players."""
    players = state.rules.players
    teams = state.rules.teams or [seat % 2 if players in (4, 6) else seat for seat in range(players)]
    return teams.index(teams[seat])


# ----------------------------------------------------------------------------------------- where cards are


def cards(state):
    for group in (*state.hands, *state.feet, *chain(*state.melds), *state.red_threes):
        yield from group
    yield from [*state.stock, *state.pile]


def seen(state, seat):
    """What lies open, what was called out, the top discard, and the own hand; at the end everything left."""
    found = {card for event in state.log for card in event.cards}
    found |= {*chain(*chain(*state.melds)), *chain(*state.red_threes), *state.pile[-1:]}
    if state.to_act is None:
        found |= {*chain(*state.hands, *state.feet)}
    return found if seat is None else found | {*state.hands[seat]}


# --------------------------------------------------------------------------------------------- what to try


def conceivable(state):
    """Bare verbs, every discard, the listed moves and what is next to them, and groups of cards laid down.

    There are too many lay-downs to try them all: some of the groups are chosen by chance.
    """
    yield DEAL
    for seat, hand in enumerate(state.hands):
        for verb in ("draw", "ask", "allow", "refuse", "discard", "take", "meld"):
            yield Action(seat, verb)
        yield Action(seat, "discard", hand[:1])
    if state.to_act is None:
        return
    rng, seat, hand = Random(len(state.moves)), state.to_act, state.hands[state.to_act]
    for card in FACES:
        yield Action(seat, "discard", (card,))
        yield Action(seat, "meld", melds=((card,) * 3,))
    yield Action(seat, "discard", hand[:2])
    for move in state.legal_actions():
        yield move
        yield from beside(move, rng, hand)
    every = groups(hand)
    some = [group for group in every if len(group) in (1, 2, 3, 7)]
    some = rng.sample(some, min(60, len(some))) + rng.sample(every, min(60, len(every)))
    for group in some:
        yield Action(seat, "meld", melds=(group,))
        yield Action(seat, "add", group, rank=group[0].rank)
        yield Action(seat, "add", group, rank=rng.choice(FACES).rank)
    large = [group for group in every if len(group) > 2]
    several = [tuple(rng.sample(large, rng.randint(2, 4))) for _ in range(40) if len(large) > 3]
    for melds in several:
        yield Action(seat, "meld", melds=melds)
    yield from takes(state, seat, hand, every, several)


def groups(hand):
    """Some cards of a rank with some wild cards, the wild ones of either end of the hand."""
    wild = tuple(card for card in hand if card.rank in WILDS)
    found = {}  # as a set, but in order
    for face in dict.fromkeys(card.rank for card in hand):
        same = tuple(card for card in hand if card.rank == face and face not in WILDS)
        for number in range(min(len(same), 8) + 1):
            for more in range(min(len(wild), 4) + 1):
                found[same[:number] + wild[:more]] = found[same[:number] + wild[len(wild) - more :]] = None
    return [group for group in found if group]


def beside(move, rng, hand):
    """A card less, a card more, another card in its place; the move of another seat."""
    yield move._replace(seat=0 if move.seat else 1)
    if move.melds and move.verb == "meld":
        (*others, last), other = move.melds, rng.choice(hand)
        for changed in (last[1:], (*last, other), (*last[1:], other)):
            yield move._replace(melds=(*others, changed))
        yield move._replace(melds=(*move.melds, last))
        yield move._replace(melds=move.melds[1:])


def takes(state, seat, hand, every, several):
    """The pile with each group of its top card's rank, with others, and with melds beside them."""
    face = state.pile[-1].rank if state.pile else hand[0].rank if hand else Rank.KING
    for group in every:
        if group[0].rank == face:
            yield Action(seat, "take", group)
            for melds in several[:5]:
                yield Action(seat, "take", group, melds)
    rests = [group for group in every if face in {card.rank for card in group} and len(group) > 2]
    pair = tuple(card for card in hand if card.rank == face)[-2:]
    for rest in rests:
        yield Action(seat, "take", pair, (rest,))
    for group in every[:20]:
        yield Action(seat, "take", group[::-1])
    yield Action(seat, "take", (Card(face, Suit.SPADES),) * 2 if face != "Joker" else hand[:2])


# --------------------------------------------------------------------------------------------- the rules


def is_meld(group, rule):
    """Three to seven of one rank, no threes, and no more wild cards than the rule lets be."""
    ranks = [rank(text) for text in group if rank(text) not in WILDS]
    wild = len(group) - len(ranks)
    most = {
        "four_naturals": 3 if len(ranks) >= 4 else 0,
        "outnumber": len(ranks) - 1,
        "two_to_one": 1 if len(group) <= 5 else 2,
    }
    return 3 <= len(group) <= 7 and len({*ranks}) == 1 and "3" not in ranks and wild <= most[rule]


def books_after(lying, parts, rule):
    """All ways to lay the parts one after the other, each as the full melds that lie then.

    A part is either (the rank of an open meld, the cards that join it) or (None, the cards of a new one).
    """
    for order in permutations(parts):
        opened, full = {rank(meld[0]): meld for meld in lying}, []
        for joined, group in order:
            if joined is not None:
                if joined not in opened:
                    break
                group = opened.pop(joined) + group
            face = next((rank(text) for text in group if rank(text) not in WILDS), None)
            if not is_meld(group, rule) or face in opened:
                break
            if len(group) == 7:
                full.append(group)
            else:
                opened[face] = group
        else:
            yield full


def allowed(state):
    facts, rules = state.facts(), state.rules
    name, phase = facts["to_act"], facts["phase"]
    if name is None:
        return lambda move: move.seat is None and facts["round"] < len(rules.minimums)
    seat = state.seats.index(name)
    first = state.seats[side(state, seat)]
    has_partner = [side(state, other) for other in range(rules.players)].count(side(state, seat)) > 1
    is_foot, held = name in facts["in_foot"], facts["hands"][name].split()
    lying, books = [meld.split() for meld in facts["melds"][first]], facts["books"][first]
    answer = None
    for event in state.log:
        if event.what in ("allow", "refuse"):
            answer = event.what
        elif event.what in ("discard", "no discard"):
            answer = None

    def may_go_out(full=()):
        dirty = sum(any(rank(text) in WILDS for text in book) for book in full)
        clean, dirty = books["clean"] + len(full) - dirty, books["dirty"] + dirty
        has_leave = answer == "allow" or not has_partner or not rules.ask_partner
        return clean >= rules.books_to_go_out[0] and dirty >= rules.books_to_go_out[1] and has_leave

    def may_lay(move):
        own = texts([*move.cards, *chain(*move.melds)])
        parts = [(None, texts(meld)) for meld in move.melds]
        left, points = len(held) - len(own), worth(own)
        if move.verb == "add":
            parts.append((str(move.rank), texts(move.cards)))
        if move.verb == "take":
            top = facts["top"]
            pair = [rank(text) for text in texts(move.cards[:2])]
            if top is None or rank(top) in ("3", *WILDS) or pair != [rank(top)] * 2:
                return False
            is_open = rank(top) in [rank(meld[0]) for meld in lying]
            parts.append((rank(top) if is_open else None, [*texts(move.cards), top]))
            left += min(rules.pickup_size, facts["pile_count"]) - 1
            points += worth([top])
        if not own or Counter(own) - Counter(held):
            return False
        if not lying and not any(books.values()) and points < facts["minimum"]:
            return False
        for full in books_after(lying, parts, rules.wild_rule):
            if not is_foot or left > 1 or (left == 1 and may_go_out(full)):
                return True
        return False

    def needs_leave():
        """Is taking the pile with a pair what the partner alone stands in the way of?"""
        nonlocal answer
        held_of_top = [card for card in state.hands[seat] if state.top and card.rank == state.top.rank]
        take = Action(seat, "take", tuple(held_of_top[:2]))
        without = may_lay(take)
        answer = "allow"
        withal = may_lay(take)
        answer = None
        return withal and not without

    def is_allowed(move):
        if move.seat != seat:
            return False
        match phase, move.verb:
            case "ask", verb:
                return verb in ("allow", "refuse")
            case "draw", "draw":
                under = facts["pile_count"] - 1 if rules.stock_out == "reshuffle" else 0
                return facts["stock_count"] > 0 or under > 0
            case "draw", "take":
                return may_lay(move)
            case "meld", "meld" | "add":
                return may_lay(move)
            case "meld", "discard":
                is_held = len(move.cards) == 1 and str(move.cards[0]) in held
                return is_held and (not is_foot or len(held) > 1 or may_go_out())
            case "meld", "ask":
                return rules.ask_partner and has_partner and is_foot and answer is None
            case "draw", "ask":
                return rules.ask_partner and has_partner and is_foot and answer is None and needs_leave()
        return False

    return is_allowed


# ------------------------------------------------------------------------------------- how rounds come out


def check_deal(first, last):
    """The score of the round, from the cards that were called out and those that are left."""
    before, after, rules = first.facts(), last.facts(), last.rules
    events = last.log[len(first.log) :]
    (end,) = [event for event in events if event.what in END]
    assert (after["went_out"] is not None) == (end.what == "out")
    if end.what == "no stock":
        assert after["stock_count"] == 0
    teams = {last.seats[side(last, seat)]: number for number, seat in enumerate(first_seats(last))}
    for name, team in teams.items():
        seats = [seat for seat in range(rules.players) if last.seats[side(last, seat)] == name]
        laid = Counter(chain(*first.melds[team]))
        aside = len(first.red_threes[team])
        for event in events:
            if event.seat in seats:
                laid.update(event.cards if event.what in ("meld", "add") else ())
                aside += len(event.cards) if event.what == "red three" else 0
        assert laid == Counter(chain(*last.melds[team]))
        books = [texts(meld) for meld in last.melds[team] if len(meld) == 7]
        dirty = [book for book in books if {*map(rank, book)} & {*WILDS}]
        left = [str(card) for seat in seats for card in (*last.hands[seat], *last.feet[seat])]
        score = 500 * len(books) - 200 * len(dirty) + worth(texts(laid.elements())) - worth(left)
        score += rules.red_three_value * aside
        if end.what == "out" and end.seat in seats:
            score += rules.going_out_bonus
            assert len(books) - len(dirty) >= rules.books_to_go_out[0]
            assert len(dirty) >= rules.books_to_go_out[1]
            assert after["hand_counts"][last.seats[end.seat]] == 0 == len(last.feet[end.seat])
            (*_, move) = last.moves
            assert (move.seat, move.verb) == (end.seat, "discard")
        assert after["round_scores"][name] == score
        assert after["scores"][name] == before["scores"][name] + score
    is_last = after["round"] == len(rules.minimums)
    best = max(after["scores"].values())
    assert after["winners"] == [name for name in teams if after["scores"][name] == best and is_last]
    if last.is_over:
        named = [last.seats[side(last, seat)] for seat in range(rules.players)]
        assert last.outcome == tuple(after["scores"][name] for name in named)


def first_seats(state):
    return [seat for seat in range(state.rules.players) if side(state, seat) == seat]


def could_be(first, state, moves):
    """Follow the discards: they lie in the pile, in the hand that took them, or were shuffled again.

    What a position puts into the pile nobody has seen, for the log does not tell of it.
    """
    told = [card for event in first.log if event.what in ("start", "lies") for card in event.cards]
    pile, again = [*[None] * (len(first.pile) - len(told)), *told], None
    kept = [Counter() for _ in state.seats]
    begun = {state.turn, *(move.seat for move in moves if move.verb in ("draw", "take"))}
    for event in state.log[len(first.log) :]:
        if event.what == "discard":
            pile += event.cards
        if event.what == "take":
            kept[event.seat].update(card for card in pile[len(pile) - event.number :] if card)
            del pile[len(pile) - event.number :]
        if event.what == "reshuffle":
            pile, again = pile[-1:], None if None in pile else Counter(pile[:-1])
        if event.what in ("meld", "add", "discard"):
            kept[event.seat] -= Counter(event.cards)  # below zero it stops: it was another such card
    hands = [Counter(hand) for hand in state.hands]
    return (
        all(known in (None, card) for known, card in zip(pile, state.pile, strict=True))
        and all(kept[seat] <= hands[seat] for seat in range(len(hands)))
        and (again is None or Counter(state.stock) <= again)
        and not any(str(card) in ("3♥", "3♦") for seat in begun for card in state.hands[seat])
    )


CLEAN, DIRTY = "KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 2S Joker"
ALMOST_OUT = {
    "in_foot": ["A", "B", "C"],
    "hands": {"A": "4S 8H 8D 8S", "B": "5S QH QD QC", "C": "6H 7S 7D 7C 7H JH"},
    "melds": {"A": [CLEAN, DIRTY, "8S 8C 8D"], "B": [CLEAN, "QS QC QH QD AS".replace("AS", "2H")]},
    "pile": "JC JD 8C",
    "dealer": "D",
}
POSITIONS = [
    # Somebody soon goes out, or may not yet.
    {"options": {"minimums": [50]}, "position": ALMOST_OUT},
    {"options": {"minimums": [50], "ask_partner": True, "going_out_bonus": 100}, "position": ALMOST_OUT},
    {
        "options": {"minimums": [50], "books_to_go_out": [2, 2], "red_three_value": -300},
        "position": ALMOST_OUT,
    },
    {"options": {"wild_rule": "outnumber", "minimums": [50, 90]}, "position": {**ALMOST_OUT, "round": 2}},
    # The last cards of a hand: the foot is taken up in the turn or at the next one.
    {
        "options": {"players": 2, "minimums": [0], "books_to_go_out": [0, 0], "wild_rule": "two_to_one"},
        "position": {
            "hands": {"A": "6S", "B": "8H 8D"},
            "feet": {"A": "3H 3D 10S 10H 10D JS JC JD 4S 4H 4D", "B": "QS QH QD QC 2S"},
            "pile": "8C",
            "dealer": "A",
        },
    },
    # Nine of a rank, and three of it from the pile: a book and a meld of it in one lay-down.
    {
        "options": {"players": 2, "minimums": [50]},
        "position": {
            "hands": {"A": "KS KH KD KC KS KH KD KC KS AS AH AD 2S Joker", "B": "AC AC AC KH KD"},
            "pile": "KC",
            "dealer": "B",
        },
    },
    # Hardly a stock, so that the pile must be taken, or is shuffled again and again.
    {
        "options": {"players": 2, "decks": 1, "minimums": [0]},
        "position": {"hands": {"A": "KS KH 5S 5C", "B": "QS QH 6S 6C"}, "pile": "QD KD", "dealer": "B"},
    },
    {
        "options": {"players": 2, "decks": 1, "minimums": [0], "stock_out": "reshuffle"},
        "position": {"hands": {"A": "KS KH 5S 5C", "B": "QS QH 6S 6C"}, "pile": "QD KD", "dealer": "B"},
    },
]

HAND_AND_FOOT = Plain(
    pack=lambda rules: rules.pack.cards,
    cards=cards,
    seen=seen,
    conceivable=conceivable,
    allowed=allowed,
    # A turn draws, asks, is answered and discards; each draws, or lays three cards, or one of the last two
    # after ten rounds of the table.
    longest_deal=lambda rules: rules.pack.size * (7 + 10 * 4 * rules.players),
    longest_match=lambda rules: len(rules.minimums),
    check_deal=check_deal,
    could_be=could_be,
    lists_all=False,
    settings=(
        {"players": 6, "teams": (0, 1, 2, 0, 1, 2), "ask_partner": True, "books_to_go_out": (0, 1)},
        {"players": 2, "decks": 1, "stock_out": "reshuffle", "minimums": (0, 30), "red_three_value": 100},
        {"wild_rule": "outnumber", "books_to_go_out": (0, 0), "going_out_bonus": 100, "decks": 3},
    ),
    positions=POSITIONS,
    long_deals=500,
    ci_deals=1,
    rate=0.1,
)
