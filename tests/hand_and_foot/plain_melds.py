"""Melds and lay-downs said a second time, by trying every set of cards; ranks are letters, a joker is X."""

from functools import cache
from itertools import combinations

POINTS = {"X": 50, "2": 20, "A": 20, "K": 10, "9": 10, "5": 5, "3": 5}


def letters(cards) -> str:
    """The ranks, sorted, a joker as X and a ten as T."""
    names = {"Joker": "X", "10": "T"}
    return "".join(sorted(names.get(card.rank.value, card.rank.value) for card in cards))


def some_cards(ranks: str) -> str:
    """Cards of these ranks in varying suits, threes black."""
    names = {"X": "Joker", "3": "3S"}
    return " ".join(names.get(rank, rank + "SHDC"[place % 4]) for place, rank in enumerate(ranks))


def plainly_a_meld(meld: str, rule: str) -> bool:
    wilds = meld.count("2") + meld.count("X")
    naturals = [rank for rank in meld if rank not in "2X"]
    if not 3 <= len(meld) <= 7 or len(set(naturals)) != 1 or "3" in naturals:
        return False
    if rule == "four_naturals":
        return wilds == 0 or len(naturals) >= 4
    if rule == "outnumber":
        return wilds < len(naturals)
    return wilds <= {3: 1, 4: 1, 5: 1, 6: 2, 7: 2}[len(meld)]


def all_lay_downs(hand: str, rule: str) -> set[tuple[str, ...]]:
    """Every set of melds that the ranks allow: try all subsets as a meld, then go on with the rest."""

    @cache
    def laid(hand: str) -> set[tuple[str, ...]]:
        found: set[tuple[str, ...]] = {()}
        for size in range(3, 8):
            for chosen in {*combinations(hand, size)}:
                if plainly_a_meld("".join(chosen), rule):
                    rest = hand
                    for rank in chosen:
                        rest = rest.replace(rank, "", 1)
                    found |= {tuple(sorted((*others, "".join(chosen)))) for others in laid(rest)}
        return found

    def one_open_meld_of_a_rank(melds):
        opened = [rank for meld in melds if len(meld) < 7 for rank in {*meld} - {*"2X"}]
        return len(opened) == len(set(opened))

    return {melds for melds in laid("".join(sorted(hand))) if melds and one_open_meld_of_a_rank(melds)}


def worth(melds) -> int:
    return sum(POINTS[rank] for meld in melds for rank in meld)
