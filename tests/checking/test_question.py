"""How a question is judged: by its tests, by known mistakes, and with a key by the right values."""

from dataclasses import replace
from fractions import Fraction

import pytest

from cardlab.checking.properties import agrees, chances, falls, gives, rises
from cardlab.checking.question import Answer, Mistake, NotAsked, Question
from cardlab.probability.monte_carlo import Estimate

HINTS = ("one", "two", "three")
HALF = Fraction(1, 2)


def square(x):
    return Fraction(x) ** 2


PUBLIC = Question(
    id="q1",
    name="square",
    title="Squares",
    hints=HINTS,
    returns=Fraction,
    inputs=((0,), (HALF,), (1,)),
    tests=(chances([(HALF,)]), gives((0,), 0, "Nothing times nothing."), rises([(0,), (HALF,), (1,)], "Up.")),
    mistakes=(Mistake("halved", "That is half of it.", lambda x: Fraction(x) / 2),),
)
KEYED = replace(
    PUBLIC,
    points=2,
    hidden=((3,),),
    right=square,
    mistakes=(*PUBLIC.mistakes, Mistake("cube", "One factor too many.", lambda x: Fraction(x) ** 3)),
)


def judged(question, function, student=""):
    return question.judge(student, [Answer(function(*arguments)) for arguments in question.probes(student)])


def test_right():
    assert judged(PUBLIC, square).passed
    verdict = judged(KEYED, square)
    assert (verdict.passed, verdict.points, verdict.message, verdict.mistake) == (True, 2, "", "")


def test_what_ended_in_an_error_is_not_right():
    answers = [Answer(square(*arguments)) for arguments in KEYED.probes("")]
    assert KEYED.judge("", answers).passed
    for place, answer in enumerate(answers):
        failed = [*answers[:place], replace(answer, error="took too long"), *answers[place + 1 :]]
        assert not KEYED.judge("", failed).passed


def test_a_known_mistake_has_its_hint_even_where_the_tests_pass():
    verdict = judged(PUBLIC, lambda x: Fraction(x) / 2)
    assert (verdict.passed, verdict.mistake) == (False, "halved")
    assert verdict.message.endswith("\nThat is half of it.")
    verdict = judged(KEYED, lambda x: Fraction(x) ** 3)
    assert (verdict.points, verdict.mistake) == (0, "cube")


def test_only_the_key_knows_the_right_value_and_its_message_names_no_hidden_input():
    def close(x):
        return square(x) if x <= 1 else Fraction(10)

    assert judged(PUBLIC, close).passed
    verdict = judged(KEYED, close)
    assert (verdict.passed, verdict.points) == (False, 0)
    assert verdict.message == "square passes the public checks, and goes wrong at other inputs."


def test_what_went_wrong_at_a_hidden_input_is_said_without_it():
    answers = [Answer(square(*arguments)) for arguments in PUBLIC.inputs]
    verdict = KEYED.judge("", [*answers, Answer(error="raised KeyError: 3")])
    assert not verdict.passed
    assert verdict.message == "square at another input: a Fraction was expected, but it raised KeyError."
    verdict = KEYED.judge("", [*answers, Answer("3")])
    assert verdict.message == "square at another input: a Fraction was expected, but it gave a text."


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(0.25), "square(0): a Fraction was expected, but it gave 0.25 (a number)."),
        (Answer(True), "square(0): a Fraction was expected, but it gave True (True or False)."),
        (Answer(None), "square(0): a Fraction was expected, but nothing came back (None)."),
        (Answer({1}), "square(0): a Fraction was expected, but it gave an object of type set (an object)."),
        (Answer(error="is still blank"), "square(0): a Fraction was expected, but it is still blank."),
        (Answer(HALF), "square(0) gave 1/2. Nothing times nothing."),
        (Answer(Fraction(0)), "square(0) gave 0 and square(1/2) gave 0. Up."),
    ],
)
def test_what_is_said(answer, message):
    assert PUBLIC.judge("", [answer] * 3).message == message
    assert KEYED.judge("", [answer] * 4).message == message


def test_a_chance_is_no_more_than_one():
    verdict = PUBLIC.judge("", [Answer(0), Answer(2), Answer(3)])
    assert verdict.message == "square(1/2): a chance is from 0 to 1, and this is 2."


def test_a_mistake_must_fail_where_the_wrong_way_fails():
    inverse = Mistake("inverse", "Turn it round.", lambda x: 1 / Fraction(x))
    question = replace(PUBLIC, mistakes=(inverse,), tests=())
    errors = [Answer(error="raised ZeroDivisionError: Fraction(1, 0)"), Answer(2), Answer(1)]
    assert question.judge("", errors).mistake == "inverse"
    assert question.judge("", [Answer(0), Answer(2), Answer(1)]).passed
    assert not question.judge("", [Answer(error="is not defined")] * 3).mistake


def test_a_mistake_can_be_known_by_what_was_seen_of_it():
    """So that no function that nearly gives the answer need be in a student's copy."""
    third = Mistake("third", "A third.", seen={(HALF,): 0.16667, (1,): 0.33333})
    question = replace(PUBLIC, mistakes=(third,), tests=())
    assert judged(question, lambda x: Fraction(x) / 3).mistake == "third"
    assert not judged(question, lambda x: Fraction(x) * Fraction(33, 100)).mistake
    assert not judged(question, lambda x: Fraction(x) / 3 if x < 1 else Fraction(1)).mistake
    only_in_the_key = replace(PUBLIC, mistakes=(Mistake("third", "A third."),), tests=())
    assert judged(only_in_the_key, lambda x: Fraction(x) / 3).passed


def test_an_answer_of_another_form_is_no_crash_and_a_wrong_question_is():
    question = replace(PUBLIC, returns=dict, tests=(lambda f: "" if f(0)["A"] else "no",), mistakes=())
    assert judged(question, lambda x: {}).message == "square gave something of another form than asked: {}."
    question = replace(PUBLIC, tests=(lambda f: f(7),))
    with pytest.raises(NotAsked, match="wants the input"):
        judged(question, square)


def test_many_answers_are_right_where_none_is_the_only_one():
    question = replace(KEYED, right=None, mistakes=())
    assert judged(question, lambda x: Fraction(x) ** 5).points == 2


OWN = Question(
    id="q2",
    name="twice",
    title="A value",
    hints=HINTS,
    kind="value",
    returns=int,
    numbers=lambda rng: {"x": rng.randint(1, 10**6)},
    tests=(lambda twice, x: "" if twice() > x else "It should be more.",),
    mistakes=(Mistake("squared", "That is the square.", lambda x: x * x),),
    points=1,
    right=lambda x: 2 * x,
)


def test_a_value_is_judged_by_the_students_own_numbers():
    ann, ben = OWN.own("Ann")["x"], OWN.own("Ben")["x"]
    assert OWN.probes("Ann") == ((),)
    assert OWN.judge("Ann", [Answer(2 * ann)]).points == 1
    assert OWN.judge("Ann", [Answer(2 * ben)]).points == 0
    assert OWN.judge("Ann", [Answer(ann * ann)]).mistake == "squared"
    assert OWN.judge("Ann", [Answer(0)]).message == "It should be more."


def test_own_numbers_are_the_same_everywhere():
    """They are pinned: a student's sheet must not change between machines, versions and runs."""
    assert OWN.own("Ann") == OWN.own(" ann ") == {"x": 56131}
    assert OWN.own("Ben") != OWN.own("Ann")
    assert replace(OWN, id="q3").own("Ann") != OWN.own("Ann")


def test_a_text_is_read_by_a_person():
    question = Question(id="q9", name="", title="Open", hints=HINTS, kind="text", points=3)
    assert question.by_hand
    assert (question.probes(""), question.judge("", ()).passed) == ((), False)


FOUND = Estimate.of_share(2_000, 10_000, seed=1)  # 0.2, give or take 0.004


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Fraction(1, 5), ""),
        (Fraction(213, 1000), ""),
        (Fraction(22, 100), "often that it rained."),
        (Fraction(4, 5), "often that it rained. Is this the chance of the opposite?"),
    ],
)
def test_agreement_with_an_experiment_does_not_tell_its_result(value, said):
    message = agrees((), lambda: FOUND, "it rained")(lambda: value)
    assert message.endswith(said)
    assert bool(message) == bool(said)
    assert "0.2" not in message
    assert "1/5 " not in message
    assert ("less often" in message) == bool(said)


def test_an_experiment_of_a_mean_speaks_of_a_mean():
    found = Estimate.of_mean(total=3_000, squares=10_000, n=1000, seed=1)
    assert "the mean was less: lives lost." in agrees((), lambda: found, "lives lost")(lambda: 4)


def test_falls():
    test = falls([(1,), (2,)], "Down.")
    assert test(lambda x: -x) == ""
    assert test(lambda x: x).endswith("Down.")
