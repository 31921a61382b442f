"""An exploration that is not of any game: throwing a coin."""

from fractions import Fraction

from cardlab.exploration import Control, Exploration

COIN = Exploration(
    title="A coin",
    question="Heads?",
    answer="chance of heads",
    controls={"times": Control("throws", (1, 2, 3), 1)},
    along="times",
    exact=lambda times: Fraction(1, 2**times),
    trial=lambda times: lambda rng: not rng.getrandbits(times),
)
