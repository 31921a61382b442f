"""The replay and the explorers in JupyterLab: by mouse, by keyboard, in both themes, narrow, axe-core."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.tables import contrasts, sticks_out

REPLAYS = """
from cardlab.bots import bots_of
from cardlab.game import find_game, new_game
from cardlab.play import play_deal, record_of
from cardlab.widgets import Explorer, Replay

def replay(name, seats, **more):
    bots = dict(enumerate(bots_of(find_game(name)).values()))
    record = record_of(play_deal(new_game(name, seed=3, seats=seats, players=len(seats)), bots))
    return Replay(record.to_text() + "\\n# A deal to talk about.", **more)

replays = [replay("toepen", ["Ann", "Ben", "Cas"]), replay("hole_cards", ["Ann", "Ben"], eyes="Ann"),
           replay("hand_and_foot", ["Ann", "Ben", "Cas", "Dee"], at=25)]
explorers = [Explorer("toepen", "last_card"), Explorer("hole_cards"), Explorer("hand_and_foot")]
"""
GAMES = ["toepen", "hole_cards", "hand_and_foot"]
CELLS = [REPLAYS, *(f"{kind}[{place}]" for kind in ("replays", "explorers") for place in range(3))]


def change_theme(lab, theme):
    name = f"JupyterLab {theme.title()}"
    lab.evaluate("await app.commands.execute('apputils:change-theme', {theme: argument})", name)
    lab.evaluate("if (!app.shell.leftCollapsed) await app.commands.execute('application:toggle-left-area')")


def test_a_replay_by_mouse_and_by_keyboard(lab, open_table):
    replay = open_table(REPLAYS, "replays[0]").first
    last = int(lab.ask("replays[0].last"))

    def at(number):
        lab.page.locator(f".cardlab-table[data-at='{number}']").wait_for()
        assert replay.locator(".scrub output").inner_text() == f"{number} of {last} moves"

    replay.get_by_role("button", name="Next", exact=True).click()
    at(1)
    slider = replay.get_by_role("slider", name="Move")
    slider.press("End")
    at(last)
    assert replay.locator(".now").inner_text().endswith("wins the deal.")
    assert replay.locator(".comment").inner_text() == "A deal to talk about."
    slider.press("ArrowLeft")
    at(last - 1)
    assert not replay.locator(".comment").is_visible()
    replay.get_by_role("button", name=re.compile("^Ben plays")).first.click()
    lab.wait_idle()
    number = int(lab.ask("replays[0].at"))
    at(number)
    assert lab.ask("replays[0].record.moves[replays[0].at - 1]").startswith("'Ben plays")
    replay.get_by_role("button", name=re.compile("^rule T")).first.click()
    assert re.match(r"T\w+: ", replay.locator(".play > .rule").inner_text())
    assert replay.locator(".story [tabindex='0']").count() == 1, "the Tab key does not stop at each move"
    cards = replay.locator(".places [role=img]")
    before = cards.count()
    replay.get_by_label("Seen by").select_option("Ben")
    replay.locator(".closed[data-number]").first.wait_for()
    assert cards.count() < before, "the other hands are still there"
    replay.locator(".story button.plain").last.focus()
    lab.ask("setattr(replays[0], 'at', 0)")
    at(0)
    focus = "document.activeElement.closest('.cardlab-table') !== null"
    assert lab.page.evaluate(focus), "the line that had the focus is gone, and the keyboard goes on nearby"
    assert lab.script_errors == []


def test_an_explorer_by_mouse_and_by_keyboard(lab, open_table):
    open_table(REPLAYS, "replays[1]", "explorers[1]")
    explorer = lab.page.locator(".cardlab-live:not(.cardlab-table)")
    picture = explorer.locator("img").first
    answer = explorer.get_by_role("status")
    answer.evaluate("node => { node.isTheSame = true; }")
    drawn = picture.get_attribute("src")
    explorer.get_by_label("match (KA3)").select_option("colour")
    explorer.get_by_text("Exactly: 359277/363545 = 0.9883.").wait_for()
    explorer.get_by_label("cards you hold").press("ArrowDown")
    explorer.get_by_text("0.9956").wait_for()
    button = explorer.get_by_role("button", name="Try it 100 times")
    button.focus()
    button.press("Enter")
    explorer.get_by_text("In 100 experiments").wait_for()
    explorer.get_by_role("button", name="Try it 1 000 times").click()
    explorer.get_by_text("In 1 000 experiments").wait_for()
    explorer.locator("img[alt*='after 1 000 trials']").wait_for()
    assert explorer.locator("img").count() == 2
    assert picture.get_attribute("src") != drawn
    button = explorer.get_by_role("button", name="Try it 10 000 times")
    height, drawn = button.bounding_box()["height"], picture.get_attribute("src")
    explorer.get_by_label("Large, for projecting").check()
    lab.wait_idle()
    assert button.bounding_box()["height"] > 1.3 * height
    assert picture.get_attribute("src") != drawn
    lab.screenshot("explorer_large", explorer)
    button.focus()
    button.press("Enter")
    done = explorer.get_by_role("button", name="Tried 10 000 times, the most")
    done.wait_for()
    assert lab.evaluate("return document.activeElement.textContent") == done.inner_text()
    lab.page.keyboard.press("Enter")
    explorer.get_by_text("10 000 is the most; change a value to begin again.").wait_for()
    assert answer.evaluate("node => node.isTheSame"), "a screen reader would not speak the new answer"
    assert lab.script_errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_width_and_axe_in_both_themes(lab, open_table, theme):
    replays = open_table(*CELLS)
    explorers = lab.page.locator(".cardlab-live:not(.cardlab-table)")
    explorers.nth(2).wait_for()
    change_theme(lab, theme)
    faults = []
    for width in (1280, 360):
        lab.page.set_viewport_size({"width": width, "height": 1700})
        lab.page.wait_for_timeout(500)
        for place, game in enumerate(GAMES):
            replay, explorer = replays.nth(place), explorers.nth(place)
            faults += [(game, width, fault) for fault in sticks_out(replay) + contrasts(replay)]
            faults += [(game, width, fault) for fault in sticks_out(explorer)]
            lab.screenshot(f"replay_{game}_{theme}_{width}", replay)
            lab.screenshot(f"explorer_{game}_{theme}_{width}", explorer)
    for context in (".cardlab-table", ".cardlab-live:not(.cardlab-table)"):
        found = Axe().run(lab.page, context=context).response["violations"]
        faults += [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in found]
    assert not faults, "\n".join(map(str, faults))
    assert lab.script_errors == []
