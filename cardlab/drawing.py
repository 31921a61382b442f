"""Cards and scenes as SVG, drawn here: crisp at any size, and suits told apart by shape as well as colour."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from cardlab.cards import Card, Rank, Suit
from cardlab.game import Pile, Place, Scene

# ----------------------------------------------------------------------------------------- one card

WIDTH, HEIGHT = 60, 84
"""The size of a card in its own units."""

SHAPES: Mapping[Suit | None, str] = {
    Suit.SPADES: "M0-16C3-9.5 14-4 14 3.6A6.7 6.7 0 0 1 1.8 7.4Q2.2 12 6 15H-6Q-2.2 12-1.8 7.4"
    "A6.7 6.7 0 0 1-14 3.6C-14-4-3-9.5 0-16Z",
    Suit.HEARTS: "M0 15C-3 8.5-14 2-14-6.2A7.3 7.3 0 0 1 0-8.8A7.3 7.3 0 0 1 14-6.2C14 2 3 8.5 0 15Z",
    Suit.DIAMONDS: "M0-16Q4.6-7 11.5 0Q4.6 7 0 16Q-4.6 7-11.5 0Q-4.6-7 0-16Z",
    Suit.CLUBS: "M-3.9-3.8A6.6 6.6 0 1 1 3.9-3.8A6.6 6.6 0 1 1 1.8 6.6Q2.2 12 6 15H-6Q-2.2 12-1.8 6.6"
    "A6.6 6.6 0 1 1-3.9-3.8Z",
    None: "M0-15L3.5-4.9 14.3-4.6 5.7 1.9 8.8 12.1 0 6-8.8 12.1-5.7 1.9-14.3-4.6-3.5-4.9Z",
}
"""The outline of each suit, and of the joker's star, about the origin."""

COURT = (Rank.JACK, Rank.QUEEN, Rank.KING)

BLACK, RED, BLUE, GREEN, PURPLE = "#1c1c1c", "#c4161c", "#1257b8", "#1b6b2f", "#6a2c91"
"""All of them stand out from the white of a card by a contrast of 5.5 or more."""
FOUR_COLOURS: Mapping[Suit | None, str] = {Suit.DIAMONDS: BLUE, Suit.CLUBS: GREEN}


def colour(suit: Suit | None, four_colours: bool = False) -> str:
    """The colour of a suit in a pack of two colours or of four.

    >>> colour(Suit.CLUBS) == colour(Suit.SPADES), colour(Suit.CLUBS, True) == colour(Suit.SPADES, True)
    (True, False)
    """
    if suit is None:
        return PURPLE
    two = RED if suit.colour == "red" else BLACK
    return FOUR_COLOURS.get(suit, two) if four_colours else two


def _face(rank: str, mark: str, fill: str) -> str:
    """The inside of a card's picture: an index in the corner, seen in a fan too, and one large suit."""
    place, size = ('x="12" text-anchor="middle"', 25) if len(rank) < 3 else ('x="4"', 13)
    if len(rank) == 2:
        place, size = f'{place} letter-spacing="-2"', 22
    panel, large = "", "translate(37 56)scale(1.2)"
    if rank in COURT:
        panel = f'<rect x="25" y="9" width="27" height="66" rx="3" fill-opacity=".07" stroke="{fill}"/>'
        large = "translate(38.5 42)scale(.75)"
    return (
        f'{_PAPER}<g fill="{fill}"><text {place} y="22" font-size="{size}" font-weight="700" '
        f"font-family=\"'Times New Roman',Times,'Liberation Serif',serif\">{rank}</text>{panel}"
        f'<g transform="translate(12 34)scale(.44)">{mark}</g><g transform="{large}">{mark}</g></g>'
    )


_PAPER = '<rect x=".5" y=".5" width="59" height="83" rx="6" fill="#fffdf9" stroke="#a39d90"/>'
_BACK = (
    f'{_PAPER}<rect x="4" y="4" width="52" height="76" rx="4" fill="#355f8a"/>'
    '<path d="M30 16L48 42 30 68 12 42ZM30 28L39 42 30 56 21 42Z" fill="none" stroke="#dfe8f2" '
    'stroke-width="2"/>'
)


def _picture(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</svg>'


def _path(shape: str) -> str:
    return f'<path d="{shape}"/>'


def card_svg(card: Card | None, four_colours: bool = False) -> str:
    """The picture of one card; None is a card that lies face down.

    >>> card_svg(Card.parse("10H")).count("<path")
    2
    """
    if card is None:
        return _picture(f"<title>face down</title>{_BACK}")
    inside = _face(card.rank.value, _path(SHAPES[card.suit]), colour(card.suit, four_colours))
    return _picture(f"<title>{card}</title>{inside}")


def card_art() -> dict[str, Any]:
    """What a browser needs to draw and to name any card: a picture for each rank, in which SHAPE and COLOUR
    stand for those of the suit, and the back. A suit has one colour for each kind of pack: of two, of four.
    """
    suits = {suit.sign if suit else "": suit for suit in SHAPES}
    return {
        "back": _picture(_BACK),
        "ranks": {
            rank.value: {
                "name": Card(rank, None if rank is Rank.JOKER else Suit.SPADES).name.partition(" of ")[0],
                "picture": _picture(_face(rank.value, _path("SHAPE"), "COLOUR")),
            }
            for rank in Rank
        },
        "suits": {
            sign: {
                "name": suit.name.lower() if suit else "",
                "shape": SHAPES[suit],
                "colours": [colour(suit), colour(suit, four_colours=True)],
            }
            for sign, suit in suits.items()
        },
    }


# -------------------------------------------------------------------------------------- a whole scene

PAGE, MARGIN, GAP = 560, 14, 8
FELT, PAPER, INK, SOFT, LINE, STRONG = "#edf3ee", "#ffffff", "#1b2420", "#4b5a52", "#ccd8cf", "#1f6b43"
FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


def svg(scene: Scene, four_colours: bool = False) -> str:
    """A picture of the scene: the seats, what lies on the table, the hand, and the slate.

    It needs no script and no style sheet, and has its own background, so it can stand on any page.
    """
    page = _Page(four_colours)
    page.words(MARGIN, 22, scene.title, 17, weight=700)
    facts = "  ·  ".join(f"{name} {value}" for name, value in scene.facts)
    page.words(PAGE - MARGIN, 22, facts, 13, fill=SOFT, anchor="end")
    page.down(50)
    page.places(scene.places)
    page.piles(scene.middle)
    page.words(MARGIN, 16, scene.status, 15, weight=700, fill=STRONG)
    page.down(26)
    if scene.hand_name:
        page.piles((Pile(scene.hand_name, scene.hand, note="" if scene.hand else "no cards"),), scale=1.0)
    page.sheet(scene.sheet)
    return page.finish(scene.title)


_NAMES = {suit: suit.name.lower() if suit else "joker" for suit in SHAPES}
_DEFINED = f'<g id="back">{_BACK}</g>' + "".join(
    f'<path id="{name}" d="{SHAPES[suit]}"/>' for suit, name in _NAMES.items()
)
"""What is drawn more than once, by name."""


def _flow(piles: Sequence[Pile], room: float) -> list[tuple[float, int]]:
    """Where the small piles of a seat lie: how far to the right, and in which line."""
    found, x, line = [], 0.0, 0
    for pile in piles:
        title = 6.4 * len(f"{pile.name}: {pile.note}" if pile.note else pile.name)
        wide = max(title, (WIDTH / 2 + 5) * len(pile.cards))
        if x and x + wide > room:
            x, line = 0.0, line + 1
        found.append((x, line))
        x += wide + 14
    return found


class _Page:
    """A page that is filled from top to bottom; `y` is how far it has come."""

    def __init__(self, four_colours: bool) -> None:
        self.four_colours = four_colours
        self.parts: list[str] = []
        self.y = 12.0

    def down(self, distance: float) -> None:
        self.y += distance

    def words(
        self,
        x: float,
        down: float,
        text: str,
        size: float,
        weight: int = 400,
        fill: str = INK,
        anchor: str = "",
    ) -> None:
        """A line of text; its foot stands so far below the place that the page has come to."""
        more = f' text-anchor="{anchor}"' if anchor else ""
        more += f' font-weight="{weight}"' if weight != 400 else ""
        more += "" if fill == INK else f' fill="{fill}"'
        place = f'x="{x:g}" y="{self.y + down:g}"'
        self.parts.append(f'<text {place} font-size="{size:g}"{more}>{escape(text)}</text>')

    def cards(self, x: float, down: float, cards: Sequence[Card | None], scale: float, room: float) -> float:
        """A row of cards, overlapping where the room is short. Gives the width that it takes."""
        width = WIDTH * scale
        step = width + 5
        if len(cards) > 1:
            step = min(step, (room - width) / (len(cards) - 1))
        for number, card in enumerate(cards):
            place = f"translate({x + number * step:g} {self.y + down:g})scale({scale:g})"
            if card is None:
                self.parts.append(f'<use href="#back" transform="{place}"/>')
            else:
                fill = colour(card.suit, self.four_colours)
                inside = _face(card.rank.value, f'<use href="#{_NAMES[card.suit]}"/>', fill)
                self.parts.append(f'<g transform="{place}"><title>{card}</title>{inside}</g>')
        return width + step * (len(cards) - 1) if cards else 0

    def places(self, places: Sequence[Place]) -> None:
        """The seats in rows, each in a box with its cards and notes; few in a row where much lies."""
        columns = min(2 if any(len(place.piles) > 2 for place in places) else 4, len(places))
        width = (PAGE - 2 * MARGIN - (columns - 1) * GAP) / columns
        for first in range(0, len(places), columns):
            row = places[first : first + columns]
            notes = [textwrap.wrap(", ".join(place.notes), int((width - 16) / 6.4)) for place in row]
            spots = [_flow(place.piles, width - 20) for place in row]
            low = 34 + 34 * any(place.closed > 0 for place in row)
            end = low + 17 * max(map(len, notes))
            height = end + 64 * max((line + 1 for found in spots for _, line in found), default=0) + 4
            for number, place in enumerate(row):
                x = MARGIN + number * (width + GAP)
                edge = f'stroke="{STRONG}" stroke-width="2.5"' if place.is_turn else f'stroke="{LINE}"'
                box = f'x="{x:g}" y="{self.y:g}" width="{width:g}" height="{height:g}" rx="7"'
                self.parts.append(f'<rect {box} fill="{FELT if place.is_out else PAPER}" {edge}/>')
                self._place(place, x + 10, width - 20)
                for line, note in enumerate(notes[number]):
                    self.words(x + 10, low + 12 + 17 * line, note, 12, fill=SOFT)
                for pile, (right, line) in zip(place.piles, spots[number], strict=True):
                    title = f"{pile.name}: {pile.note}" if pile.note else pile.name
                    self.words(x + 10 + right, end + 12 + 64 * line, title, 12, fill=SOFT)
                    self.cards(x + 10 + right, end + 17 + 64 * line, pile.cards, 0.5, width - 20 - right)
            self.down(height + GAP)
        self.down(6)

    def _place(self, place: Place, x: float, room: float) -> None:
        """The name of a seat, and its cards face down with their number."""
        name = f"▸ {place.name}" if place.is_turn else place.name
        self.words(x, 22, name, 15, weight=700, fill=SOFT if place.is_out else INK)
        if place.closed > 0:
            self.cards(x, 32, (None,) * min(place.closed, 12), 0.33, room - 28)
            self.words(x + room, 50, str(place.closed), 13, fill=SOFT, anchor="end")

    def piles(self, piles: Sequence[Pile], scale: float = 0.9) -> None:
        """Piles beside each other with their names above, in as many rows as they need."""
        x, height = float(MARGIN), 0.0
        for pile in piles:
            room = PAGE - MARGIN - x
            caption = max((6.6 * len(word) for word in pile.captions), default=0)
            wanted = len(pile.cards) * max(WIDTH * scale + 5, caption)
            if wanted > room and x > MARGIN:
                self.down(height)
                x, height, room = float(MARGIN), 0.0, float(PAGE - 2 * MARGIN)
            title = f"{pile.name}: {pile.note}" if pile.note else pile.name
            self.words(x, 13, title, 13, weight=700, fill=SOFT)
            used = self.cards(x, 22, pile.cards, scale, min(room, max(wanted, WIDTH * scale)))
            for number, word in enumerate(pile.captions):
                step = (used - WIDTH * scale) / max(1, len(pile.cards) - 1)
                middle = x + number * step + WIDTH * scale / 2
                self.words(middle, 22 + HEIGHT * scale + 15, word, 12, anchor="middle")
            low = 22 + HEIGHT * scale if pile.cards else 16
            height = max(height, low + (20 if pile.captions else 0) + 14)
            x += max(used, 7 * len(title)) + 28
        self.down(height)

    def sheet(self, rows: Sequence[Sequence[str]]) -> None:
        """The slate as a table: columns as wide as their longest entry, smaller where that is too much."""
        if not rows:
            return
        widths = [max(8.0 * len(entry) for entry in column) + 24 for column in zip(*rows, strict=True)]
        small = min(1.0, (PAGE - 2 * MARGIN) / sum(widths))
        widths = [small * width for width in widths]
        for number, row in enumerate(rows):
            line = f"M{MARGIN} {self.y + 22:g}H{MARGIN + sum(widths):g}"
            self.parts.append(f'<path d="{line}" stroke="{LINE}"/>')
            for column, entry in enumerate(row):
                head = number == 0 or column == 0
                x = MARGIN + sum(widths[:column])
                fill = SOFT if number == 0 else INK
                self.words(x, 15, entry, round(13 * small, 1), weight=700 if head else 400, fill=fill)
            self.down(24)
        self.down(6)

    def finish(self, title: str) -> str:
        height = round(self.y + 8)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE}" height="{height}" '
            f'viewBox="0 0 {PAGE} {height}" font-family="{FONT}" fill="{INK}">'
            f'<defs>{_DEFINED}</defs><rect width="{PAGE}" height="{height}" rx="10" fill="{FELT}"/>'
            f"<title>{escape(title)}</title>{''.join(self.parts)}</svg>"
        )
