"""How the tables look: both themes, a phone's width and a large one, contrast, and what axe-core finds."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.tables import contrasts, sticks_out

THREE = """
from cardlab.widgets import Table

toepen = {"dealer": "Cas", "phase": "play", "leader": "Ben", "trick": [["Ben", "10H"], ["Cas", "8H"]],
          "hands": {"You": "QH AS KC", "Ben": "7H 8S", "Cas": "QS AD"}}
hole = {"dealer": "Cas", "pile": "9H 9C", "hands": {"You": "9S 9D 2H KS 4C"}}
foot = {"dealer": "Dee", "phase": "meld", "pile": "5D 8C",
        "hands": {"You": "KS KH KD AS AH AD 9C 9D 8S 8H 2S 4S"},
        "melds": {"Ben": ["QS QH QD QC", "JS JH JD JC JS 2H Joker", "10S 10H 10D"]}}
bots = ["random", "counting", "opener"]
tables = [
    Table("toepen", {"You": "person", "Ben": "random", "Cas": "random"}, position=toepen, speed="step"),
    Table("hole_cards", {"You": "person", "Ben": "random", "Cas": "random"}, position=hole, speed="step"),
    Table("hand_and_foot", {"You": "person"} | dict.fromkeys(["Ben", "Cas", "Dee"], "random"), position=foot,
          speed="step"),
]
tell = lambda table, **message: table.receive({"step": table.turn["step"], **message})
tell(tables[0], kind="act", verb="play", cards=["A♠"])
tell(tables[1], kind="hints", open=True)
while not tables[1]._hints._prospects.n:
    tell(tables[1], kind="think")
tables[1]._hints.is_thinking = False
tables[1]._show()
tell(tables[2], kind="stage", cards=["K♠", "K♥", "K♦"])
tell(tables[2], kind="stage", cards=["9♣", "2♠", "9♦"])
"""

NAMES = ["toepen", "hole_cards", "hand_and_foot"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_width_and_axe_in_both_themes(lab, open_table, theme):
    tables = open_table(THREE, "tables[0]", "tables[1]", "tables[2]")
    tables.nth(2).wait_for()
    name = f"JupyterLab {theme.title()}"
    lab.evaluate("await app.commands.execute('apputils:change-theme', {theme: argument})", name)
    lab.evaluate("if (!app.shell.leftCollapsed) await app.commands.execute('application:toggle-left-area')")
    tables.nth(0).get_by_role("button", name="rule T32").first.click()
    tables.nth(0).get_by_text("Game and settings").click()
    tables.nth(0).get_by_label("Name of seat 3").wait_for()
    lab.page.mouse.move(0, 0)
    faults = []
    for width, large in ((1280, True), (768, False), (360, False)):
        lab.page.set_viewport_size({"width": width, "height": 1700})
        lab.ask(f"[setattr(table, 'large', {large}) for table in tables]")
        lab.page.wait_for_timeout(500)
        for place, game in enumerate(NAMES):
            table = tables.nth(place)
            faults += [(game, width, fault) for fault in sticks_out(table) + contrasts(table)]
            lab.screenshot(f"{game}_{theme}_{'large' if large else width}", table)
    lab.ask("setattr(tables[1], 'four_colours', True)")
    moves = "return getComputedStyle(document.querySelector('.cardlab-table .card svg')).animationName"
    assert lab.evaluate(moves) == "cardlab-arrive"
    lab.page.emulate_media(reduced_motion="reduce")
    assert lab.evaluate(moves) == "none"
    lab.page.emulate_media(reduced_motion="no-preference")
    found = Axe().run(lab.page, context=".cardlab-table").response["violations"]
    faults += [(fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in found]
    assert not faults, "\n".join(map(str, faults))
    assert lab.script_errors == []
