"""Hand and Foot, the melding game with two packets of cards: rules.md, engine, bots, odds."""

from cardlab.game import Game
from cardlab.games.hand_and_foot.bots import BOTS
from cardlab.games.hand_and_foot.engine import HandAndFootState, HandAndFootView
from cardlab.games.hand_and_foot.explorations import EXPLORATIONS
from cardlab.games.hand_and_foot.layout import weigh
from cardlab.games.hand_and_foot.position import from_position
from cardlab.games.hand_and_foot.rules import VERBS, WORDS, HandAndFootRules

GAME = Game(
    name="hand_and_foot",
    title="Hand and Foot",
    rules=HandAndFootRules,
    from_position=from_position,
    verbs=VERBS,
    words=WORDS,
    bots=BOTS,
    explorations=EXPLORATIONS,
    weigh=weigh,
)

__all__ = ["GAME", "HandAndFootRules", "HandAndFootState", "HandAndFootView"]
