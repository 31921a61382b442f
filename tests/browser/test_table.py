"""The table in JupyterLab: whole deals by mouse and by keyboard, both themes, a phone's width, pictures."""

import re
from statistics import median

import pytest
from browser.tables import FOCUS, calm, tab_to, wait_for_turn

TABLE = """
from cardlab.widgets import Table

table = Table("toepen", seed=SEED, speed="fast")
table
"""

MUST_FOLLOW = """
from cardlab.widgets import Table

position = {"dealer": "Cas", "phase": "play", "leader": "Ben", "trick": [["Ben", "10H"], ["Cas", "8H"]],
            "hands": {"You": "QH AS KC", "Ben": "7H 8S", "Cas": "QS AD"}}
table = Table("toepen", {"You": "person", "Ben": "random", "Cas": "random"}, position=position, speed="step")
table
"""

TWO_PERSONS = """
from cardlab.widgets import Table

table = Table("toepen", {"Ann": "person", "Ben": "person"}, position={"dealer": "Ben", "phase": "play"})
table
"""

CALM = re.compile("^(Keep|Let it pass|Stay|Stay silent)$")
"""The moves of a person who only wants to play cards."""


# --- by mouse -----------------------------------------------------------------------------------------------


def test_a_whole_deal_by_mouse(lab, open_table):
    table = open_table(TABLE.replace("SEED", "20"))
    pictured = False
    for _ in range(40):
        wait_for_turn(lab)
        if lab.ask("table.state.phase") == "'over'":
            break
        cards = table.locator(".card.legal")
        if cards.count():
            if not pictured and table.locator(".middle li").count() > 1:
                lab.screenshot("table_light", table)
                pictured = True
            cards.first.click()
        else:
            table.get_by_role("button", name=CALM).click()
        lab.wait_idle()
    assert pictured
    assert lab.ask("table.state.deal_winner is not None") == "True"
    assert "mine" not in table.locator(".status").get_attribute("class"), "nobody has to do anything"
    lab.screenshot("table_over", table)
    table.get_by_role("button", name="Next deal").click()
    table.get_by_role("heading", name="Toepen, deal 2").wait_for()
    calm(lab)


def test_an_illegal_card_says_why_and_the_rule_on_demand(lab, open_table):
    table = open_table(MUST_FOLLOW)
    wait_for_turn(lab)
    lab.evaluate("document.querySelectorAll('.cardlab-table *').forEach(node => { node.old = true; })")
    table.get_by_role("button", name="ace of spades, not legal now").click()
    table.get_by_text("You hold Q♥, and hearts were led.".replace("♥", "♥\ufe0e")).wait_for()
    rule = lab.ask("table.turn['said']['rule']").strip("'\"")
    assert not table.get_by_text(rule).is_visible()
    table.get_by_role("button", name="rule T32", exact=True).click()
    assert table.get_by_text(rule).is_visible()
    lab.screenshot("table_illegal", table)
    assert lab.ask("len(table.state.history)") == "0"
    table.get_by_role("button", name="queen of hearts, legal").dblclick()
    lab.wait_idle()
    assert lab.ask("len(table.state.history)") == "1"
    kept = (
        "return [...document.querySelectorAll('.card, .places li, .middle figure')].every(node => node.old)"
    )
    assert lab.evaluate(kept), "nodes are changed and not made anew, so nothing flickers"
    calm(lab)


def test_a_card_is_taken_back_until_a_bot_has_moved(lab, open_table):
    lead = MUST_FOLLOW.replace('"leader": "Ben", "trick": [["Ben", "10H"], ["Cas", "8H"]]', '"leader": "You"')
    table = open_table(lead.replace('"7H 8S"', '"10H 7H 8S"').replace('"QS AD"', '"8H QS AD"'))
    wait_for_turn(lab)
    take_back, queen = (
        table.get_by_role("button", name=name) for name in ("Take back", "queen of hearts, legal")
    )
    take_back.click(force=True)  # it is greyed, but it answers
    table.get_by_text("There is nothing to take back.").wait_for()
    queen.click()
    queen.wait_for(state="detached")
    take_back.click()
    queen.wait_for()
    assert lab.ask("len(table.state.history)") == "0"
    queen.click()
    table.get_by_role("button", name="Next move").click()
    lab.wait_idle()
    assert take_back.get_attribute("aria-disabled") == "true"
    take_back.click(force=True)
    table.get_by_text("Ben has moved since.").wait_for()
    calm(lab)


def test_two_persons_pass_the_screen(lab, open_table):
    table = open_table(TWO_PERSONS)
    assert table.get_by_text("Pass the screen to Ann.").is_visible()
    assert table.locator(".card").count() == 0
    lab.screenshot("table_covered", table)
    table.get_by_role("button", name="I am Ann").click()
    assert table.get_by_role("button", name="Ben: Knock").is_visible()
    table.locator(".card.legal").first.click()
    table.get_by_role("button", name="I am Ben").wait_for()
    assert table.locator(".card").count() == 0
    calm(lab)


# --- by keyboard --------------------------------------------------------------------------------------------


def test_a_whole_deal_by_keyboard_alone(lab, open_table):
    open_table(TABLE.replace("SEED", "20"), "1 + 1")
    wait_for_turn(lab)
    press = lab.page.keyboard.press

    tab_to(lab, lambda focus: focus["card"])
    for key in ("b", "a", "x", "d", "d", "m", "j"):  # JupyterLab's own keys must not act on the cells
        press(key)
    assert lab.evaluate(FOCUS)["cells"] == 2
    plays = 0
    for _ in range(60):
        wait_for_turn(lab)
        if lab.ask("table.state.phase") == "'over'":
            break
        focus = lab.evaluate(FOCUS)
        assert focus["inside"], f"the focus was lost to {focus}"
        if lab.ask("bool(table.scene['legal'])") == "True":
            tab_to(lab, lambda focus: focus["card"], "Shift+Tab")
            press("Home")
            while not lab.evaluate(FOCUS)["legal"]:
                press("ArrowRight")
            press("Enter" if plays % 2 else "Space")
            plays += 1
        else:
            tab_to(lab, lambda focus: bool(CALM.match(focus["name"])))
            press("Enter")
        lab.wait_idle()
    assert plays >= 2
    tab_to(lab, lambda focus: focus["name"] == "Next deal")
    lab.screenshot("table_focus", lab.page.locator(".cardlab-table"))
    press("Enter")
    lab.page.get_by_role("heading", name="Toepen, deal 2").wait_for()
    focus = lab.evaluate(FOCUS)
    assert focus["inside"]
    assert focus["cells"] == 2
    calm(lab)


# --- how fast (reported, never a limit) ---------------------------------------------------------------------

READY = """
from cardlab import Card

SIMPLE = ["Draw", "Keep", "Stay", "Let it pass", "Stay silent", "Pass", "Next deal"]

def ready():
    "Play on until one click makes a move: of a card, or of a button that needs no card."
    while True:
        table.run()
        if table.state.is_over:
            table.new_deal()
        elif table.turn["card_verb"] and table.scene["legal"]:
            return Card.parse(table.scene["legal"][0]).name
        else:
            for button in table.turn["buttons"]:
                if button["legal"] and button["label"] in SIMPLE:
                    return button["label"]
            table.act(table.view.legal[0])
"""

WATCH = """
    const table = document.querySelector('.cardlab-table');
    window.redrawn = new Promise(done => {
        table.addEventListener('click', () => {
            const start = performance.now();
            const seen = new MutationObserver(() => {
                seen.disconnect();
                const changed = performance.now() - start;
                requestAnimationFrame(() => setTimeout(() => done([changed, performance.now() - start])));
            });
            seen.observe(table.querySelector('.story'), {childList: true, subtree: true});
        }, {once: true});
    });
"""


def bytes_of(frame):
    """The bytes of a frame; binary ones are told in base64."""
    return len(frame["payloadData"]) * 3 // 4 if frame["opcode"] == 2 else len(frame["payloadData"])


@pytest.mark.long
@pytest.mark.parametrize("game", ["toepen", "hole_cards", "hand_and_foot"])
def test_how_long_a_click_takes_and_how_much_it_moves(lab, open_table, game):
    sizes: list[int] = []
    sockets = lab.page.context.new_cdp_session(lab.page)
    sockets.send("Network.enable")
    for event in ("Network.webSocketFrameSent", "Network.webSocketFrameReceived"):
        sockets.on(event, lambda frame: sizes.append(bytes_of(frame["response"])))
    table = open_table(TABLE.replace("toepen", game).replace("SEED", "20").replace("fast", "step"), READY)
    changed, painted, moved = [], [], []
    for _ in range(50):
        name = lab.ask("ready()").strip("'")
        wait_for_turn(lab)
        lab.page.wait_for_timeout(300)  # as nobody clicks at once
        lab.evaluate(WATCH)
        sizes.clear()
        table.get_by_role("button", name=re.compile(f"^{name}(, legal)?$")).first.click()
        for times, time in zip((changed, painted), lab.evaluate("return window.redrawn"), strict=True):
            times.append(time)
        moved.append(sum(sizes))
    print(f"\n{game}, click to changed page: median {median(changed):.0f} ms, longest {max(changed):.0f} ms")
    print(f"{game}, click to painted page: median {median(painted):.0f} ms, longest {max(painted):.0f} ms")
    print(f"{game}, bytes a click, both ways, all frames: median {median(moved):.0f}, most {max(moved)}")
