"""What the contract tests ask of a game: where its cards are, and its rules said again, plainly."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlab.cards import Card
from cardlab.game import Rules, State
from cardlab.notation import Action


@dataclass(frozen=True, kw_only=True)
class Plain:
    """One game, said a second time, in another style than its engine's: from facts, log and brute force."""

    pack: Callable[[Rules], Sequence[Card]]
    """All cards of the game."""
    cards: Callable[[Any], Iterable[Card]]
    """All cards of a state, wherever they lie."""
    seen: Callable[[Any, int | None], set[Card]]
    """The cards that a seat (None: a bystander) may have seen in this deal."""
    conceivable: Callable[[Any], Iterable[Action]]
    """Every move that could be thought of, legal or not."""
    allowed: Callable[[Any], Callable[[Action], bool]]
    """The rules: of a state, which of these moves are legal."""
    longest_deal: Callable[[Any], int]
    """More moves than a deal can take (or, where nothing in the rules bounds it, than it ever will)."""
    longest_match: Callable[[Any], int]
    """More deals than a match can take."""
    check_deal: Callable[[State, State], None] = lambda first, last: None
    """Asserts that a deal, from its first state to its last, has come out as the moves say."""
    could_be: Callable[[Any, Any, tuple[Action, ...]], bool] = lambda first, state, moves: True
    """Could a resampled state have come about from this first state by these moves, as everybody saw them?"""
    lists_all: bool = True
    """Does the list of legal moves hold all of them?"""
    settings: Sequence[Mapping[str, Any]] = ()
    """Settings besides those that change one option."""
    positions: Sequence[Mapping[str, Any]] = field(default=())
    """Rare positions, as scenarios without moves and expectations."""
    long_deals: int = 10_000
    """How many deals of each setting the long run plays."""
    ci_deals: int = 100
    """How many deals of each setting every run plays."""
    rate: float = 1.0
    """How often the slow checks are made; rarer where deals are long."""
