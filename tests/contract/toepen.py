"""Toepen said a second time: by the names of the seats, from the facts, the public log and brute force."""

from contract.plain import Plain

from cardlab.cards import Pack, show_cards
from cardlab.game import find_game
from cardlab.notation import DEAL, Action

PACK = Pack(ranks="10 9 8 7 A K Q J").cards
HIGH_TO_LOW = "10 9 8 7 A K Q J".split()
WORDS = {
    "exchange": ("exchange", "keep"),
    "challenge": ("challenge", "accept"),
    "pelt": ("stay", "fold"),
    "answer": ("stay", "fold"),
}


def played(state, seat):
    return [
        card for event in state.log if event.what == "play" and event.seat == seat for card in event.cards
    ]


def cards(state):
    """In a hand, in the stock, laid aside, or played in this deal."""
    for seat, hand in enumerate(state.hands):
        yield from [*hand, *played(state, seat)]
    yield from state.stock
    for _, old in state.discards:
        yield from old


def seen(state, seat):
    """The own hand and the own old ones, what was played, and what a challenge turned up."""
    found = {card for event in state.log for card in event.cards}
    if seat is not None:
        found |= {*state.hands[seat]}
        found |= {card for owner, old in state.discards if owner == seat for card in old}
    return found


def conceivable(state):
    yield DEAL
    for seat in range(len(state.seats)):
        for verb in find_game("toepen").verbs:
            if verb != "play":
                yield Action(seat, verb)
        for card in PACK:
            yield Action(seat, "play", (card,))


def after_last(happened, *whats):
    """What has happened since the last event of these names."""
    for place in range(len(happened), 0, -1):
        if happened[place - 1][0] in whats:
            return happened[place:]
    return None


def allowed(state):
    """Which moves are legal: first what is being asked and of whom, then one test for each verb."""
    facts, rules, seats = state.facts(), state.rules, list(state.seats)
    happened = [(event.what, None if event.seat is None else seats[event.seat]) for event in state.log]
    held = {name: text.split() for name, text in facts["hands"].items()}
    jacks = {name: "".join(hand).count("J") for name, hand in held.items()}

    def still_in_after(name):
        place = seats.index(name)
        return [other for other in seats[place + 1 :] + seats[: place + 1] if other in facts["in"]]

    def doubters():
        """Those who may still challenge the last exchange."""
        since = after_last(happened, "exchange")
        if since is None or "challenge" in [what for what, _ in since]:
            return []
        exchanger = [name for what, name in happened if what == "exchange"][-1]
        done = [name for what, name in since if what == "accept"]
        return [name for name in still_in_after(exchanger) if name != exchanger and name not in done]

    def exchangers():
        most = 8 if rules.max_exchanges is None else rules.max_exchanges
        return [
            name
            for name in still_in_after(facts["dealer"])
            if ("keep", name) not in happened
            and happened.count(("exchange", name)) < most
            and facts["stock_count"] >= 4
        ]

    def announcers():
        """Those with jacks to announce; whether one has chosen silence only the moves tell."""
        silent = [seats[action.seat] for action in state.moves if action.verb == "silent"]
        heard = [name for name, _ in facts["announced"]]
        waiting = [name for name in still_in_after(facts["dealer"]) if jacks[name] >= 3]
        return [name for name in waiting if rules.announcements and name not in silent + heard]

    def asked_by_pelt():
        since = after_last(happened, "pelt")
        if since is None:
            return []
        done = [name for what, name in since if what in ("stay", "fold")]
        poor = [name for name in facts["in"] if facts["lives"][name] == rules.limit - 1]
        leader = next(name for what, name in happened if what == "pelt")
        return [name for name in still_in_after(leader) if name not in poor + done]

    def asked_by_knock():
        since = after_last(happened, "knock")
        if since is None:
            return []
        knocker = [name for what, name in happened if what == "knock"][-1]
        done = [name for what, name in since if what in ("stay", "fold")]
        return [name for name in still_in_after(knocker) if name != knocker and name not in done]

    if facts["deal_winner"]:
        questions = [("over", [])]
    elif facts["leader"] is None:
        questions = [("challenge", doubters()), ("exchange", exchangers()), ("announce", announcers())]
    else:
        questions = [("pelt", asked_by_pelt()), ("answer", asked_by_knock()), ("play", [])]
    phase, asked = next((question for question in questions if question[1]), questions[-1])
    assert facts["phase"] == phase

    heard = [name for name, _ in facts["announced"]]
    if phase != "over":
        left_of_dealer = seats.index(facts["dealer"]) + 1
        assert heard == [name for name in seats[left_of_dealer:] + seats[:left_of_dealer] if name in heard]

    trick = dict(facts["trick"])
    whats = [what for what, _ in happened]
    if facts["leader"] and not trick and "fold" not in whats:  # a fold may have passed the lead on
        if "trick" in whats:
            assert facts["leader"] == [name for what, name in happened if what == "trick"][-1]
        elif "lead" in whats:
            order = still_in_after(facts["dealer"])
            poor = [name for name in order if rules.pelt and facts["lives"][name] == rules.limit - 1]
            assert phase == "over" or facts["leader"] == [*poor, *order][0]
    due = None
    if phase == "play":
        leader = facts["leader"]
        due = next(
            name for name in [leader, *still_in_after(leader)] if name in facts["in"] and name not in trick
        )
    assert facts["to_act"] == (asked[0] if asked else due)

    def may_play(name, card):
        if name != due or str(card) not in held[name]:
            return False
        led = facts["trick"][0][1][-1] if trick else None
        follows = [other for other in held[name] if other[-1] == led]
        return not follows or str(card) in follows

    def may_knock(name):
        knockers = [who for what, who in happened if what == "knock"]
        if not knockers and state.last_knocker is not None:  # told by a position
            knockers = [seats[state.last_knocker]]
        if name not in facts["in"] or name in knockers[-1:]:
            return False
        if rules.knock_timing == "own_turn" and name != due:
            return False
        return rules.knock_cap is None or facts["lives"][name] + facts["stake"] + 1 <= rules.limit

    def is_allowed(action):
        if action.seat is None:
            return phase == "over" and not facts["king"]
        name = seats[action.seat]
        if phase == "play" and action.verb == "play":
            return may_play(name, *action.cards)
        if phase == "play":
            return action.verb == "knock" and may_knock(name)
        if name not in asked[:1]:
            return False
        if phase == "announce":
            return action.verb in ("silent", "stand" if jacks[name] == 4 else "whistle")
        return action.verb in WORDS[phase]

    return is_allowed


def check_deal(first, last):
    """The slate after a deal, reckoned from its moves alone, from the first to the last."""
    rules, seats = last.rules, last.seats
    lives, left = dict(first.facts()["lives"]), list(first.facts()["in"])
    stake, raised, trick, tricks = 1, False, {}, []
    doubtful, answering = [], []

    def lose(name, number):
        lives[name] = min(lives[name] + number, rules.limit)

    def trick_winner():
        cards = [(name, card) for name, card in trick.items() if name in left]
        suits = [card[-1] for _, card in trick.items()][:1] + [card[-1] for _, card in cards]
        suit = next(suit for suit in suits if suit in [card[-1] for _, card in cards])
        return min((HIGH_TO_LOW.index(card[:-1]), name) for name, card in cards if card[-1] == suit)[1]

    for seat, verb, cards, *_ in last.moves:
        name = seats[seat]
        if verb in ("stay", "fold", "knock", "play") and not raised:
            raised = True
            if rules.pelt and rules.limit - 1 in [lives[other] for other in left]:
                stake = 2
        if verb == "exchange":
            doubtful.append(name)
        elif verb == "challenge":
            old = [card.rank.value for card in last.discards[len(doubtful) - 1][1]]
            loser = doubtful[-1] if {"10", "9", "8", "7"} & {*old} else name
            lose(loser, rules.challenge_penalty)
            if lives[loser] == rules.limit:
                left.remove(loser)
        elif verb == "knock":
            stake += 1
            answering = [other for other in left if other != name]
        elif verb == "fold":
            lose(name, stake - 1)
            left.remove(name)
        elif verb == "play":
            trick[name] = str(cards[0])
        if verb in ("stay", "fold") and answering:
            answering.remove(name)
        if trick and not answering and {*left} <= {*trick} and len(left) > 1:
            tricks.append(trick_winner())
            trick = {}
    winner = left[0] if len(left) == 1 else tricks[3]
    for name in left:
        if name != winner:
            lose(name, stake)

    below = [name for name in seats if lives[name] < rules.limit]
    if rules.rubber == "last_standing":
        won = below if len(below) == 1 else []
    else:
        won = [name for name in below if lives[name] == min(lives.values())] if below != list(seats) else []
    before, after = first.facts(), last.facts()
    out = [name for name in seats if lives[name] == rules.limit != before["lives"][name]]
    assert after["lives"] == lives
    assert after["deal_winner"] == after["dealer"] == winner
    assert after["tricks"] == tricks
    assert [name for name in seats if after["rubbers"][name] - before["rubbers"][name]] == won
    assert [name for name in seats if after["rounds_owed"][name] - before["rounds_owed"][name]] == out
    kings = [name for name in won if after["rubbers"][name] == rules.king_after]
    assert after["king"] == (kings[0] if len(kings) == 1 else kings or None)


def could_be(first, state, moves):
    """Deal the resampled cards from the start and make the same moves: does everybody see the same?

    A whistle is heard; silence of one who was asked is not, nor whether tens or jacks were held.
    """
    hands = [hand + tuple(played(state, seat)) for seat, hand in enumerate(state.hands)]
    drawn = []
    for seat, old in reversed(state.discards):
        drawn = [*hands[seat], *drawn]
        hands[seat] = old
    names, facts = first.seats, first.facts()
    position = {
        "dealer": facts["dealer"],
        "lives": facts["lives"],
        "rubbers": facts["rubbers"],
        "can_whistle": dict(zip(names, first.can_whistle, strict=True)),
        "hands": {names[seat]: show_cards(hand) for seat, hand in enumerate(hands) if hand},
        "stock": show_cards([*drawn, *state.stock]),
    }
    told = find_game("toepen").from_position(first.rules, names, position, first.seed)
    heard = {seat: what.replace("sing", "whistle") for seat, what in state.announced}
    for action in [*moves, None]:
        while told.phase == "announce" and (told.phase, told.to_act) != (state.phase, state.to_act):
            told = told.apply(Action(told.to_act, heard.get(told.to_act, "silent")))
        if action is not None and action.verb not in ("whistle", "stand", "silent"):
            told = told.apply(action)
    told_facts = told.facts() | {"rounds_owed": state.facts()["rounds_owed"]}  # a position does not say it
    return told.log == state.log and told_facts == state.facts()


def longest_deal(rules):
    """All that can be asked: each exchange of all, the knocks of all, and of each seat seven more moves."""
    n = rules.players
    knocks = rules.limit if rules.knock_cap else 1000  # without a cap nothing but chance ends the knocking
    return (8 - n) * n + 7 * n + knocks * n


def longest_match(rules):
    """In each deal somebody loses a life; at worst all have nearly won before there is a king."""
    n = rules.players
    return ((rules.king_after - 1) * n + 1) * n * rules.limit


POSITIONS = [
    {"position": {"dealer": "D", "hands": {"B": "JS JH JD 9C", "C": "10S 10H 10D QS"}}},
    {"position": {"dealer": "D", "hands": {"A": "JS JH JD JC", "C": "10S 10H 10D 10C"}}},
    {
        "position": {
            "dealer": "A",
            "hands": {"A": "JS JH JD 7C", "C": "10S 10H 9D 10C"},
            "can_whistle": {"A": False},
        }
    },
    {
        "options": {"players": 7},
        "position": {"hands": {"A": "JS JH JD 7C"}, "lives": {"A": 9, "B": 8, "C": 9}},
    },
    {"options": {"players": 2}, "position": {"lives": {"A": 9, "B": 9}}},
    {"options": {"players": 3}, "position": {"lives": {"A": 9, "B": 8, "C": 9}}},
    {"options": {"players": 3, "rubber": "first_out"}, "position": {"lives": {"A": 9, "B": 4, "C": 4}}},
]

TOEPEN = Plain(
    pack=lambda rules: PACK,
    cards=cards,
    seen=seen,
    conceivable=conceivable,
    allowed=allowed,
    longest_deal=longest_deal,
    longest_match=longest_match,
    check_deal=check_deal,
    could_be=could_be,
    settings=(
        {"limit": 15},
        {"players": 2, "limit": 2, "challenge_penalty": 3},
        {"players": 5, "rubber": "first_out", "king_after": 1},
    ),
    positions=POSITIONS,
)
