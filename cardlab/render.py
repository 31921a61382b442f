"""A view in every form that people read: text, HTML, a picture, and the plain values that a browser gets.

All are made from the scene, which is made from the view; what a view does not know cannot appear.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from cardlab.cards import Card, Rank, Suit, show_cards
from cardlab.drawing import svg
from cardlab.game import Pile, Place, Scene, View
from cardlab.notation import to_json

# ---------------------------------------------------------------------------------------------- text


def text(scene: Scene) -> str:
    """The scene as lines of plain text; of the log only the last lines.

    >>> from cardlab.game import new_game
    >>> print(text(new_game("toepen", seed=1, seats=["Ann", "Ben"], players=2).view("Ann").scene()))
    Toepen, deal 1
    Stake: 1; Trick: 1 of 4; Stock: 24 cards
    > Ann: 4 cards
      Ben: 4 cards, dealer
    Trick: no card yet
    Ann: exchange the hand or keep it?
    Hand of Ann: 7♠ 7♥ A♦ J♦
    <BLANKLINE>
    Slate  Strokes  Lives lost  Rubbers  Rounds owed
    Ann             0           0        0
    Ben             0           0        0
    <BLANKLINE>
    Ben deals. (T20)
    """
    lines = [scene.title, "; ".join(f"{name}: {value}" for name, value in scene.facts)]
    for place in scene.places:
        lines.append(f"{'>' if place.is_turn else ' '} {place.name}: {', '.join(_said(place)) or '-'}")
        lines += [f"    {_pile(pile)}" for pile in place.piles]
    lines += map(_pile, scene.middle)
    lines.append(scene.status)
    if scene.hand_name:
        lines.append(f"{scene.hand_name}: {show_cards(scene.hand) or 'no cards'}")
    if scene.sheet:
        lines += ["", *_columns(scene.sheet)]
    if scene.log:
        lines += ["", *(f"{sentence} ({clause})" for sentence, clause in scene.log[-LAST:])]
    return "\n".join(lines)


LAST = 6
"""So many lines of the log stand in the text."""


def _said(place: Place) -> list[str]:
    """What is said of a seat: how many cards it holds, and its notes."""
    cards = [f"{place.closed} card{'s' * (place.closed != 1)}"] if place.closed >= 0 else []
    return [*cards, *place.notes]


def _pile(pile: Pile) -> str:
    shown = [str(card) if card else "face down" for card in pile.cards]
    if pile.captions:
        shown = [f"{card} ({caption})" for card, caption in zip(shown, pile.captions, strict=True)]
    return f"{pile.name}: {', '.join([*shown, *([pile.note] if pile.note else [])])}"


def _columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(entry.ljust(width) for entry, width in zip(row, widths, strict=True)).rstrip()


# ---------------------------------------------------------------------------------------------- HTML


def html(scene: Scene) -> str:
    """The scene as HTML for any page: headings, lists and tables, no script and no picture.

    Its colours are those of JupyterLab's theme, or elsewhere those of the reader's light or dark setting.
    """
    seats = "".join(f"<li>{_place_html(place)}</li>" for place in scene.places)
    middle = "".join(f"<p>{_pile_html(pile)}</p>" for pile in scene.middle)
    hand = f"<p>{_pile_html(Pile(scene.hand_name, scene.hand))}</p>" if scene.hand_name else ""
    lines = "".join(f"<li>{_suits(sentence)} ({escape(clause)})</li>" for sentence, clause in scene.log)
    log = f"<details><summary>Log</summary><ol>{lines}</ol></details>" if lines else ""
    facts = " · ".join(f"{escape(name)}: <b>{escape(value)}</b>" for name, value in scene.facts)
    return (
        f'<section style="{_STYLE}" aria-label="{escape(scene.title)}"><h4>{escape(scene.title)}</h4>'
        f"<p>{facts}</p><ul>{seats}</ul>{middle}<p><b>{_suits(scene.status)}</b></p>{hand}"
        f"{_sheet_html(scene.sheet)}{log}</section>"
    )


_STYLE = (
    "color-scheme:light dark;padding:.5em 1em;max-width:45em;"
    "color:var(--jp-content-font-color1,CanvasText);background:var(--jp-layout-color1,Canvas)"
)
_RED = "color:var(--jp-error-color1,light-dark(#c4161c,#ff8a80))"


def _suits(words: str) -> str:
    """Text with its red cards in red, each in one piece, so that `cards_in` can find it."""
    return re.sub("(?:10|[2-9JQKA])?[♥♦]", rf'<span style="{_RED}">\g<0></span>', escape(words))


def _place_html(place: Place) -> str:
    name = f"<b>{escape(place.name)}</b>{' (to act)' if place.is_turn else ''}"
    piles = "".join(f"<br/>{_pile_html(pile)}" for pile in place.piles)
    return f"{name}: {escape(', '.join(_said(place))) or '-'}{piles}"


def _pile_html(pile: Pile) -> str:
    name, _, cards = _pile(pile).partition(": ")
    return f"<b>{escape(name)}</b>: {_suits(cards) or 'no cards'}"


def _sheet_html(rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(entry)}</th>' for entry in rows[0])
    body = ""
    for name, *entries in rows[1:]:
        cells = "".join(f"<td>{escape(entry)}</td>" for entry in entries)
        body += f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def picture_html(scene: Scene, note: str = "", four_colours: bool = False) -> str:
    """The picture of the scene as an image that carries its own text.

    An image with its data inside is what JupyterLab still shows of a notebook that it does not trust; a
    drawing in the page itself, and every ARIA attribute, would be stripped.
    """
    data = b64encode(svg(scene, four_colours).encode()).decode()
    words = escape("\n".join(filter(None, [note, text(scene)])))
    return f'<img style="max-width:100%" alt="{words}" src="data:image/svg+xml;base64,{data}">'


def mimebundle(view: View) -> dict[str, str]:
    """What Jupyter shows of a view: a picture with its full text, and the text. The same each time."""
    scene = view.scene()
    return {"text/plain": text(scene), "text/html": picture_html(scene)}


# --------------------------------------------------------------------------- what a browser is given


def scene_json(view: View, scene: Scene | None = None) -> dict[str, Any]:
    """The scene as plain values, with the cards of the hand that some legal move names."""
    named = {card for action in view.legal for cards in (action.cards, *action.melds) for card in cards}
    shown: dict[str, Any] = to_json(scene or view.scene())
    return shown | {"legal": [str(card) for card in dict.fromkeys(view.hand) if card in named]}


# ------------------------------------------------------------------------------- what a view gives away


def shown_cards(view: View) -> dict[str, set[Card]]:
    """The cards that each form of a view shows face up, its log of public moves left aside."""
    view = view._with(log=())
    scene = view.scene()
    forms: Mapping[str, str] = {
        "text": text(scene),
        "html": html(scene),
        "svg": svg(scene),
        **mimebundle(view),
        "view": json.dumps(to_json(view), ensure_ascii=False),
        "browser": json.dumps(scene_json(view), ensure_ascii=False),
    }
    return {form: cards_in(words) for form, words in forms.items()}


def cards_in(words: str) -> set[Card]:
    """Every card that a text, a page or a picture names, in signs or in words, also within an image's data.

    >>> sorted(map(str, cards_in("10♥, ten of hearts, Queen of Spades; AS is a word")))
    ['10♥', 'Q♠']
    """
    for data in re.findall(r"base64,([A-Za-z0-9+/=]+)", words):
        words += b64decode(data).decode()
    found = {Card.parse(name) for name in _CARD.findall(words)}
    for rank, suit in _NAME.findall(words):
        found.add(Card(_RANKS[rank.lower()], Suit[suit.upper()]))
    return found


_CARD = re.compile(r"(?:10|(?<![0-9])[2-9]|[JQKAT])[♠♥♦♣]|Joker")
_WORDS = "two three four five six seven eight nine ten jack queen king ace".split()
_RANKS = {
    name: rank
    for word, rank in zip(_WORDS, [rank for rank in Rank if rank is not Rank.JOKER], strict=True)
    for name in (word, rank.value.lower())
}
_NAME = re.compile(rf"\b({'|'.join(_RANKS)}) of ({'|'.join(suit.name for suit in Suit)})\b", re.IGNORECASE)
