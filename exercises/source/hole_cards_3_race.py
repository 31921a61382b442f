"""The teacher's part of hole-cards-3-race: further inputs, and mistakes that would give answers away."""

from fractions import Fraction
from math import comb, prod

from cardlab.checking.exercise import Key

Chances = tuple[Fraction, ...]


def chances(*each: str) -> Chances:
    return (Fraction(0), *map(Fraction, each))


COIN, THREE = chances("1/2", "1/2"), chances("1/3", "3/5", "3/4")
DOZEN = chances("7/11", "48/55")
PENCIL = chances("1/3", "3/5", "3/4", "5/6", "9/10")
SEVEN = chances("2/7", "1/3", "1/2", "3/5", "5/7", "6/7", "8/9")


def ends(p: Chances, q: Chances) -> dict[int, Fraction]:
    """The chance that the turn with this number (0, 1, ...) is the first stuck one; the last: nobody is."""
    turns = [chance for pair in zip(p[:0:-1], q[:0:-1], strict=True) for chance in pair][:-1]
    found = {turn: prod(turns[:turn], start=Fraction(1)) * (1 - lay) for turn, lay in enumerate(turns)}
    return found | {len(turns): prod(turns, start=Fraction(1))}


def first(p: Chances, q: Chances) -> Fraction:
    return sum((part for turn, part in ends(p, q).items() if turn % 2), Fraction(0))


def still_going(p: Chances, q: Chances) -> Fraction:
    wins, going = Fraction(0), Fraction(1)
    for cards in range(len(p) - 1, 0, -1):
        going *= p[cards]
        wins += going * (1 - q[cards]) if cards > 1 else 0
    return wins + going


def turns(p: Chances, knock: int, out: bool = True) -> Fraction:
    last = 2 * len(p) - 3
    stuck = sum((part * (turn + 1 + knock) for turn, part in ends(p, p).items() if turn < last), Fraction(0))
    return stuck + out * last * ends(p, p)[last]


def lowest_other(counts: tuple[int, ...], me: int) -> int:
    return min(count for seat, count in enumerate(counts) if seat != me)


KEYS = {
    "q1": Key(
        inputs=[(DOZEN, DOZEN), (COIN, DOZEN), (THREE, THREE), (SEVEN, SEVEN), (SEVEN[:4], THREE)],
        wrong={
            "no second player": lambda p, q: prod(p[1:], start=Fraction(1)),
            "only by going out": lambda p, q: prod((*p[1:], *q[2:]), start=Fraction(1)),
            "one card less": lambda p, q: first(p, (q[0], *q[:-1])),
            "p twice": lambda p, q: first(p, p),
            "still going": still_going,
            "the opposite": lambda p, q: 1 - first(p, q),
        },
    ),
    "q2": Key(
        inputs=[
            (counts, me)
            for counts in ((1, 2), (7, 5, 6, 8), (4, 4, 4), (6, 2, 9, 3, 5))
            for me in range(len(counts))
        ],
        wrong={
            "below the average": lambda counts, me: counts[me] * len(counts) < sum(counts),
            "one other seat": lambda counts, me: counts[me] < counts[(me + 1) % len(counts)],
            "a tie is enough": lambda counts, me: counts[me] <= lowest_other(counts, me),
            "first of the lowest": lambda counts, me: counts.index(min(counts)) == me,
        },
    ),
    "q3": Key(
        inputs=[(THREE,), (DOZEN,), (SEVEN,), (chances("1/2"),), (chances("0", "1/2"),)],
        wrong={
            "no knock": lambda p: turns(p, 0),
            "nobody fails": lambda p: 2 * len(p) - 3,
            "all lengths alike": lambda p: Fraction(2 * len(p) - 1, 2),
            "not out": lambda p: turns(p, 1, out=False),
        },
    ),
    "q4": Key(
        inputs=[(4, 18), (2, 15), (6, 29), (7, 18)],
        wrong={
            "nothing known": lambda h, f: 1 - Fraction(f, 51),
            "random cards": lambda h, f: Fraction(comb(51 - f, h + 1), comb(51, h + 1)),
            "one card too many": lambda h, f: 1 - Fraction(f, 50 - h),
            "the opposite": lambda h, f: Fraction(f, 51 - h),
        },
    ),
    "q5": Key(
        inputs=[(3, Fraction(1, 4)), (4, Fraction(5, 6)), (1, Fraction(2, 3)), (8, Fraction(2, 7))],
        wrong={"turned round": lambda a, p: {a - 1: 1 - p, a + 1: p}},
    ),
}
