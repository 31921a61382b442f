"""Every form of a view: it shows what the view knows and nothing else, and anybody can read it."""

import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from cardlab.bots import uniform
from cardlab.cards import JOKER, Pack, Suit, parse_cards
from cardlab.drawing import SHAPES, card_art, card_svg, colour, svg
from cardlab.game import GAMES, Pile, Place, Scene, new_game
from cardlab.notation import to_json
from cardlab.play import next_action
from cardlab.render import cards_in, html, mimebundle, scene_json, shown_cards, text

EVERY_CARD = [*Pack().cards, JOKER]


def views(game, players=3, moves=40):
    """Views of each seat and of a bystander, along a match of bots."""
    state = new_game(game, seed=2, players=players)
    bots = dict.fromkeys(range(players), uniform)
    for _ in range(moves):
        for seat in (*range(players), None):
            yield state, state.view(seat)
        action = next_action(state, bots)
        if action is None:
            if state.is_over:
                return
            action = "deal"
        state = state.apply(action)


def cards_of(value):
    return cards_in(json.dumps(to_json(value), ensure_ascii=False))


# --- what is shown ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_form_shows_a_hidden_card_and_every_form_shows_the_table_and_the_hand(game):
    for state, view in views(game):
        hidden = cards_of(state) - cards_of(view)
        scene = view._with(log=()).scene()
        piles = (*scene.middle, *(pile for place in scene.places for pile in place.piles))
        open_cards = {card for pile in piles for card in pile.cards if card} | set(view.hand)
        for form, shown in shown_cards(view).items():
            assert not shown & hidden, form
            assert shown >= open_cards, form


def test_a_card_is_found_in_every_way_of_writing_it():
    for card in EVERY_CARD:
        for written in (str(card), card.name.title(), card_svg(card), f'{{"card": "{card}"}}'):
            assert cards_in(written) == {card}
    assert cards_in("ten of hearts, TEN OF SPADES, T♦") == set(parse_cards("10H 10S 10D"))
    assert cards_in(card_svg(None)) == cards_in("110 hearts, a jack, 10 of them, K") == set()


def test_a_card_is_found_inside_an_image():
    view = new_game("toepen", seed=1, players=2).view("A")
    picture = mimebundle(view)["text/html"]
    data = re.search(r"base64,([^\"]+)", picture)[0]
    assert cards_in(data) == set(view.hand)
    without_text = re.sub('alt="[^"]*"', "", picture)
    assert cards_in(without_text) == set(view.hand)


def test_the_browser_gets_the_scene_and_the_legal_cards():
    state = new_game(
        "toepen",
        seats=["A", "B"],
        position={"phase": "play", "hands": {"A": "10H AS", "B": "7H"}, "trick": [["B", "8H"]]},
    )
    given = scene_json(state.view("A"))
    assert given["hand"] == ["A♠", "10♥"]
    assert given["legal"] == ["10♥"]
    assert given["middle"] == [{"name": "Trick", "cards": ["8♥"], "captions": ["B"], "note": ""}]
    assert json.loads(json.dumps(given)) == given
    assert scene_json(state.view(None))["legal"] == []


# --- that it can be read ------------------------------------------------------------------------------------


def test_the_picture_carries_its_whole_text_and_is_the_same_each_time():
    view = new_game("toepen", seed=1, players=4).view("A")
    bundle = mimebundle(view)
    assert bundle == mimebundle(new_game("toepen", seed=1, players=4).view("A"))
    found = {}

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            found[tag] = dict(attributes)

    Reader().feed(bundle["text/html"])
    assert list(found) == ["img"]
    assert found["img"]["alt"] == bundle["text/plain"] == text(view.scene())
    kind, _, data = found["img"]["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(data).decode() == svg(view.scene())


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_well_formed_and_asks_for_nothing(game):
    for _, view in views(game, moves=12):
        for page in (svg(view.scene()), svg(view.scene(), four_colours=True), html(view.scene())):
            ElementTree.fromstring(page)
            assert "<script" not in page
            assert re.findall("https?://[^\"' ]+", page) in ([], ["http://www.w3.org/2000/svg"])
            assert not re.search(r"\b(nan|inf|None)\b", page)


def test_names_cannot_break_the_page():
    scene = Scene(
        title="<b>",
        status='"&<',
        facts=(("<i>", "&"),),
        places=(Place("<script>", 3, ("<u>",), (Pile("<s>", parse_cards("10H"), ("<q>",)),)),),
        middle=(Pile("<p>", (None,), note="<em>"),),
        hand_name="<a>",
        hand=(),
        sheet=(("<th>", "&"), ("<td>", "<")),
        log=(("<li>", "T1"),),
    )
    for page in (svg(scene), html(scene)):
        ElementTree.fromstring(page)
        assert not re.search("<(script|u|i|q|em|a)>", page)


def test_a_scene_with_many_seats_and_cards_stays_on_the_page():
    hand = tuple(card for card in Pack().cards[:26])
    places = tuple(Place(f"Seat{seat}", 13, ("dealer",), (Pile("Meld", hand[:7]),)) for seat in range(8))
    scene = Scene(
        title="Wide",
        status="",
        facts=(),
        places=places,
        middle=(Pile("Pile", hand),) * 3,
        hand_name="Hand",
        hand=hand,
        sheet=(("Score", *["Ann and Ben and Cas"] * 4), ("Total", *["0"] * 4)),
    )
    root = ElementTree.fromstring(svg(scene))
    width = float(root.get("width"))
    for node in root.iter():
        place = re.match(r"translate\(([\d.-]+) [\d.-]+\)scale\(([\d.]+)\)", node.get("transform", ""))
        if place and (node.tag.endswith("use") or node.find("{*}title") is not None):
            assert float(place[1]) >= 0
            assert float(place[1]) + 60 * float(place[2]) <= width
    lines = [float(end) for end in re.findall(r'd="M[\d.]+ [\d.]+H([\d.]+)"', svg(scene))]
    assert len(lines) == 2
    assert max(lines) <= width


# --- cards --------------------------------------------------------------------------------------------------


def luminance(colour):
    values = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    light = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return sum(part * share for part, share in zip(light, (0.2126, 0.7152, 0.0722), strict=True))


def test_suits_differ_in_shape_and_stand_out_from_the_card():
    assert len(set(SHAPES.values())) == 5
    for four_colours in (False, True):
        for suit in (*Suit, None):
            contrast = (luminance("#fffdf9") + 0.05) / (luminance(colour(suit, four_colours)) + 0.05)
            assert contrast >= 5.5
    assert len({colour(suit) for suit in Suit}) == 2
    assert len({colour(suit, True) for suit in Suit}) == 4


def test_a_browser_can_draw_and_name_every_card_from_the_art():
    """As scene.js does it."""
    art = card_art()
    for four_colours in (False, True):
        for card in EVERY_CARD:
            rank, suit = art["ranks"][card.rank.value], art["suits"][card.suit.sign if card.suit else ""]
            drawn = (
                rank["picture"]
                .replace("SHAPE", suit["shape"])
                .replace("COLOUR", suit["colours"][four_colours])
            )
            assert drawn == re.sub("<title>.*</title>", "", card_svg(card, four_colours))
            name = f"{rank['name']} of {suit['name']}" if suit["name"] else rank["name"]
            assert name == card.name
