"""What the tests of widgets share: the search for hidden cards in what leaves the kernel."""

import json
import re

from cardlab.cards import Card
from cardlab.notation import to_json
from cardlab.render import cards_in


def cards_of(value):
    return cards_in(json.dumps(to_json(value), ensure_ascii=False))


def leaks(text, hidden):
    """The hidden cards that a text names in any form: 10♥, 10H, TH, ten of hearts; also inside an image."""
    found = cards_in(text)
    text = re.sub('base64,[^"]+', "", text)
    for form in re.findall(r"\b(?:10|[2-9TJQKA])[SHDC]\b", text):
        found.add(Card.parse(form))
    return found & hidden
