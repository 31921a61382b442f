"""Sentences about a seat named You, in the second person.

The words of a game are written for names: ``Ann plays 10♥.`` Where a seat is named You, which is what the
table calls a person who gives no name, they would read ``You plays 10♥.``
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from cardlab.game import Scene

YOU = "You"

_IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def base_form(word: str) -> str:
    """The form of a verb that goes with you; other words stay as they are.

    >>> [base_form(word) for word in ("plays", "passes", "is", "may")]
    ['play', 'pass', 'are', 'may']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if re.search("(ss|sh|ch|x)es$", word):
        return word[:-2]
    return word[:-1] if re.search("[^s]s$", word) else word


@lru_cache(maxsize=4096)  # the log of a round has hundreds of lines, and all are said again after each move
def second_person(sentence: str) -> str:
    """The sentence with its verbs made to go with You.

    >>> second_person("You is in pelt and leads; the stake is 2.")
    'You are in pelt and lead; the stake is 2.'
    >>> second_person("Ann challenges: the old hand of You was 7♥.")
    'Ann challenges: your old hand was 7♥.'
    >>> second_person("A bluff: You loses 1 and keeps the new hand.")
    'A bluff: you lose 1 and keep the new hand.'
    """
    sentence = re.sub(r"^(\w)([\w ]*) of You$", lambda m: f"Your {m[1].lower()}{m[2]}", sentence)
    sentence = re.sub(r"\bthe ([a-z ]+) of You\b", r"your \1", sentence)
    sentence = re.sub(r"\bYou\b[^.:;?]*", _with_verbs, sentence)
    return re.sub(r"(?<=[a-z0-9,:;] )You\b", "you", sentence)


def _with_verbs(clause: re.Match[str]) -> str:
    """The verb after You, and each further one after an "and"."""
    return re.sub(
        r"(^You(?:, who [^,]+,)? | and (?:so )?)([a-z]+)",
        lambda verb: verb[1] + base_form(verb[2]),
        clause[0],
    )


def spoken_to(scene: Scene) -> Scene:
    """The scene in the second person where it speaks of a seat named You."""
    if all(place.name != YOU for place in scene.places):
        return scene
    return replace(
        scene,
        status=second_person(scene.status),
        hand_name=second_person(scene.hand_name),
        log=tuple((second_person(sentence), clause) for sentence, clause in scene.log),
    )
