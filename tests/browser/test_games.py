"""The tables of Hole Cards and of Hand and Foot, and what every table offers besides playing."""

import re

from browser.tables import calm, choose_by_keyboard, press_by_keyboard, tab_to, wait_for_turn

HOLE_CARDS = """
from cardlab.widgets import Table

position = {"dealer": "Cas", "pile": "9H 9C", "hands": {"You": "9S 9D 2H KS 4C"}}
seats = {"You": "person", "Ben": "counting", "Cas": "forgetful"}
table = Table("hole_cards", seats, position=position, speed="step")
table
"""

HAND_AND_FOOT = """
from cardlab.widgets import Table

position = {"dealer": "Ben", "phase": "PHASE", "pile": "5D 8C",
            "hands": {"You": "KS KH KD AS AH AD 9C 9D 8S 8H 2S 4S"}}
table = Table("hand_and_foot", {"You": "person", "Ben": "opener"}, position=position, speed="step")
table
"""


def card(table, name):
    return table.get_by_role("button", name=re.compile(f"^{name}"))


def press(table, name):
    table.get_by_role("button", name=name, exact=True).click()


def wait_for_page(lab):
    """The page shows what the kernel knows; what is pressed before is meant for the match before."""
    lab.wait_idle()
    step = lab.ask("table.turn['step']")
    lab.page.locator(f".cardlab-table[data-step='{step}']").first.wait_for()


def says(table, sentence):
    """The sentence stands on the table, each suit with the sign that keeps it from being an emoji."""
    table.get_by_text(re.sub("([♠♥♦♣])", "\\1\ufe0e", sentence)).first.wait_for()


# --- Hole Cards ---------------------------------------------------------------------------------------------


def test_a_pair_by_mouse_lies_in_the_order_in_which_it_was_chosen(lab, open_table):
    table = open_table(HOLE_CARDS)
    card(table, "9 of spades").click()
    card(table, "4 of clubs").click()
    press(table, "Play")
    says(table, "9♠ and 4♣ are not of one rank")
    lab.wait_idle()
    assert lab.ask("table.turn['said']['clause'][0]") == "'K'"
    card(table, "4 of clubs").click()
    card(table, "9 of spades").click()
    card(table, "9 of diamonds").click()
    card(table, "9 of spades").click()
    assert card(table, "9 of spades").get_attribute("data-order") == "2"
    assert card(table, "9 of spades").get_attribute("aria-pressed") == "true"
    lab.screenshot("hole_cards_pair", table)
    press(table, "Play")
    card(table, "9 of spades").wait_for(state="detached")
    assert lab.ask("table.state.pile[-2:]") == "(9♦, 9♠)"
    calm(lab)


def test_a_pair_by_keyboard(lab, open_table):
    open_table(HOLE_CARDS)
    tab_to(lab, lambda focus: focus["card"])
    choose_by_keyboard(lab, "9 of spades", "9 of diamonds")
    press_by_keyboard(lab, "Play")
    lab.wait_idle()
    assert lab.ask("table.state.pile[-2:]") == "(9♠, 9♦)"
    calm(lab)


# --- Hand and Foot ------------------------------------------------------------------------------------------


def test_an_opening_lay_down_by_mouse(lab, open_table):
    table = open_table(HAND_AND_FOOT.replace("PHASE", "meld"))

    def put_down(*names):
        for name in names:
            card(table, name).click()
        press(table, "Add as meld")

    assert table.get_by_role("button", name="Ask to go out").count() == 0
    put_down("king of spades", "king of hearts", "king of diamonds")
    says(table, "30 points of at least 50: 20 more.")
    table.get_by_role("button", name="Meld", exact=True).click(force=True)  # it is greyed, but it answers
    says(table, "That is worth 30, and your team's first lay-down must be worth 50.")
    put_down("9 of clubs", "9 of diamonds", "2 of spades")
    says(table, "That would be 1 wild beside 2 natural cards.")
    lab.screenshot("hand_and_foot_staging", table)
    table.get_by_role("button", name="Put back 9 of clubs").click()
    put_down("ace of spades", "ace of hearts", "ace of diamonds")
    says(table, "90 points, and the minimum is 50.")
    press(table, "Meld")
    says(table, "You meld A♠ A♥ A♦.")
    assert lab.ask("[len(meld) for meld in table.state.melds[0]]") == "[3, 3]"
    card(table, "4 of spades").click()
    press(table, "Discard")
    says(table, "You discard 4♠.")
    lab.wait_idle()
    assert lab.ask("table.state.to_act") == "1"
    calm(lab)


def test_a_pick_up_by_keyboard(lab, open_table):
    table = open_table(HAND_AND_FOOT.replace("PHASE", "draw"))
    tab_to(lab, lambda focus: focus["card"])
    choose_by_keyboard(lab, "king of spades", "king of hearts", "king of diamonds")
    press_by_keyboard(lab, "Add as meld")
    table.locator(".staging .cards").wait_for()
    choose_by_keyboard(lab, "8 of spades", "8 of hearts")
    press_by_keyboard(lab, "Take the pile")
    says(table, "You take 2 from the pile, 8♣ on top.")
    lab.wait_idle()
    assert lab.ask("sorted(map(str, table.state.melds[0]))") == repr(["(8♠, 8♥, 8♣)", "(K♠, K♥, K♦)"])
    calm(lab)


# --- what every table offers --------------------------------------------------------------------------------


IN_SIGHT = """() => {
    const box = document.querySelector('.cardlab-table .said').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
}"""


def test_hints_another_deal_house_rules_and_the_record(lab, open_table):
    table = open_table(HOLE_CARDS)
    assert table.locator(".hints").is_hidden(), "nobody has asked"
    press(table, "Hints")
    table.get_by_role("row", name=re.compile("You knock")).wait_for()
    press(table, "Chance of each move")
    table.get_by_role("row", name=re.compile(r"You knock.*\d+% ± \d+%")).wait_for()
    lab.screenshot("hole_cards_hints", table)
    press(table, "Hints")
    table.locator(".hints").wait_for(state="hidden")

    table.get_by_text("Game and settings").click()
    table.get_by_label("Name of seat 3").wait_for()
    lab.screenshot("hole_cards_settings", table)
    press(table, "Save")
    says(table, "A record tells hidden cards")
    lab.page.wait_for_function(IN_SIGHT)
    table.get_by_label("Does the table show how many cards the others hold?").select_option("yes")
    table.get_by_label("Name of seat 3").fill("")
    for _ in range(2):
        table.get_by_text("Game and settings").click()
    lab.wait_idle()
    assert table.get_by_label("Name of seat 3").input_value() == "", "what was typed stays"
    press(table, "All bots, to watch")
    assert table.get_by_label("Player of seat 1").input_value() == "counting"
    press(table, "Begin with these")
    table.get_by_text("Cas").first.wait_for(state="detached")
    lab.wait_idle()
    assert lab.ask("table.state.rules.changed(), table.session.persons") == (
        "({'players': 2, 'show_counts': True}, ())"
    )
    table.get_by_label("Bots").select_option("fast")
    table.get_by_role("button", name="New deal").wait_for()
    wait_for_turn(lab)  # the bots play on alone, to the end
    press(table, "Save")
    lab.page.wait_for_function("document.querySelector('[aria-label^=Record]').value.startsWith('Game: ')")
    assert "Seats: You Ben" in table.get_by_label("Record of the match").input_value()
    press(table, "Same deal again")
    table.get_by_label("Bots").select_option("step")
    wait_for_page(lab)
    before = lab.ask("table._start.hands")
    press(table, "New deal")
    lab.wait_idle()
    assert lab.ask("table._start.hands") != before
    press(table, "Load")
    lab.wait_idle()
    assert lab.ask("table.state.is_over, table._start.hands") == f"(True, {before})"
    calm(lab)


def test_what_is_typed_stays_and_a_refusal_goes_to_what_is_wrong(lab, open_table):
    views = open_table(HOLE_CARDS, "table")
    one, two = views.nth(0), views.nth(1)
    two.wait_for()
    one.get_by_text("Game and settings").click()
    one.get_by_label("Name of seat 3").wait_for()
    press(one, "New deal")
    wait_for_page(lab)
    one.get_by_label("Name of seat 3").fill("Zoe")
    for view in (two, one, one):
        view.get_by_text("Game and settings").click()
    lab.wait_idle()
    wins = two.get_by_label("The deals that win the match.")
    wins.fill("some")
    press(two, "Begin with these")
    says(two, "The deals that win the match: 'some' is not possible here")
    lab.page.wait_for_function("document.activeElement.value === 'some'")
    lab.screenshot("hole_cards_refused", two)
    wins.fill(" 3 ")
    two.get_by_label("Position, as").fill("AS")
    press(two, "Begin with these")
    says(two, "Position: 'AS' cannot be read")
    lab.page.wait_for_function("document.activeElement.value === 'AS'")
    assert wins.input_value() == " 3 "
    assert one.get_by_label("Name of seat 3").input_value() == "Zoe", (
        "the other view keeps what is typed in it"
    )
    two.get_by_label("Position, as").fill("")
    press(two, "Begin with these")
    lab.wait_idle()
    assert lab.ask("table.state.rules.match_to") == "3"
    calm(lab)


TWO_TABLES = HOLE_CARDS + "\nother = Table('toepen', seed=3, speed='step')\nother.run()"


SOON = """
    window.patient = window.setTimeout;
    window.setTimeout = (work, wait, ...more) => window.patient(work, wait === 8000 ? 0 : wait, ...more);
"""  # The table waits so long for the kernel.


def test_two_tables_fast_clicks_a_cell_run_again_and_a_killed_kernel(lab, open_table):
    tables = open_table(TWO_TABLES.replace("\ntable\n", "\n"), "table", "other")
    one, two = tables.nth(0), tables.nth(1)
    two.wait_for()
    two.get_by_role("button", name="Keep").evaluate("node => { for (let i = 0; i < 20; i++) node.click(); }")
    lab.wait_idle()
    assert lab.ask("[move.seat for move in other.state.history].count(0)") == "1", "nothing is played twice"
    assert lab.ask("len(table.state.history)") == "0"
    lab.run_all()  # the cells once more: fresh tables, and the old ones are gone from the page
    assert lab.ask("len(other.state.history)") != "1"
    assert tables.count() == 2
    calm(lab)
    calm(lab, "other")
    lab.evaluate("await panel.sessionContext.shutdown()")
    lab.evaluate(SOON)
    press(one, "Knock")
    says(one, "The kernel does not answer.")
    lab.evaluate("window.setTimeout = window.patient")
    assert lab.script_errors == []
