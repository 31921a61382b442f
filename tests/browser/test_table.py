"""The table in JupyterLab: whole deals by mouse and by keyboard, both themes, a phone's width, pictures."""

import re
from collections.abc import Callable
from statistics import median
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

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

# The kernel knows when nothing is left to happen but what a person does.
DUE = "(table.turn['clock'], table.turn['step'])"


@pytest.fixture
def open_table(lab, tmp_path) -> Callable[..., Any]:
    """Opens a notebook with the given cells, runs it, and gives the table in it."""

    def open_table(*cells: str) -> Any:
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = new_notebook(
            cells=[new_code_cell(cell.strip()) for cell in cells], metadata={"kernelspec": kernel}
        )
        nbformat.write(notebook, tmp_path / "table.ipynb")
        lab.open(tmp_path / "table.ipynb")
        lab.run_all()
        assert lab.errors() == []
        found = lab.page.locator(".cardlab-table")
        found.wait_for()
        return found

    return open_table


def wait_for_turn(lab: Any) -> None:
    """Wait until the bots have done all that they want to do, and the page shows it."""
    for _ in range(200):
        clock, step = eval(lab.ask(DUE))
        if not clock:
            lab.page.locator(f".cardlab-table[data-step='{step}']").wait_for()
            return
        lab.page.wait_for_timeout(50)
    raise AssertionError(f"the bots do not come to an end: {lab.ask('table')}")


def calm(lab: Any) -> None:
    """Nothing went wrong, in the page or on the table."""
    assert lab.script_errors == []
    assert lab.ask("table.turn['error']") == "''"


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

FOCUS = """
    const node = document.activeElement, table = node.closest('.cardlab-table');
    return {inside: !!table, name: node.getAttribute('aria-label') ?? node.textContent,
        card: node.classList.contains('card'), legal: node.classList.contains('legal'),
        grey: node.getAttribute('aria-disabled') === 'true', cells: panel.content.widgets.length,
        mode: panel.content.mode};
"""


def test_a_whole_deal_by_keyboard_alone(lab, open_table):
    open_table(TABLE.replace("SEED", "20"), "1 + 1")
    wait_for_turn(lab)
    press = lab.page.keyboard.press

    def tab_to(wanted: Callable[[dict], bool], key: str = "Tab") -> dict:
        for _ in range(80):
            if wanted(focus := lab.evaluate(FOCUS)):
                return focus
            press(key)
        raise AssertionError(f"the Tab key never reaches it; the focus is on {lab.evaluate(FOCUS)}")

    tab_to(lambda focus: focus["card"])
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
            tab_to(lambda focus: focus["card"], "Shift+Tab")
            press("Home")
            while not lab.evaluate(FOCUS)["legal"]:
                press("ArrowRight")
            press("Enter" if plays % 2 else "Space")
            plays += 1
        else:
            tab_to(lambda focus: bool(CALM.match(focus["name"])))
            press("Enter")
        lab.wait_idle()
    assert plays >= 2
    tab_to(lambda focus: focus["name"] == "Next deal")
    lab.screenshot("table_focus", lab.page.locator(".cardlab-table"))
    press("Enter")
    lab.page.get_by_role("heading", name="Toepen, deal 2").wait_for()
    focus = lab.evaluate(FOCUS)
    assert focus["inside"]
    assert focus["cells"] == 2
    calm(lab)


# --- how it looks -------------------------------------------------------------------------------------------


def fits(table: Any) -> None:
    """Nothing sticks out of the table, and no text is cut off."""
    outside = table.evaluate(
        """table => {
            const frame = table.getBoundingClientRect();
            return [...table.querySelectorAll('*')].filter(node => {
                const box = node.getBoundingClientRect();
                if (!box.width || node.closest('.story ol')) return false;
                const clips = getComputedStyle(node).overflowX !== 'visible';
                const cut = clips && node.scrollWidth > node.clientWidth + 1;
                return cut || box.right > frame.right + 1 || box.left < frame.left - 1;
            }).map(node => `${node.tagName}.${node.className}: ${node.textContent.slice(0, 40)}`);
        }"""
    )
    assert outside == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_width_in_both_themes(lab, open_table, theme):
    table = open_table(MUST_FOLLOW)
    name = f"JupyterLab {theme.title()}"
    lab.evaluate("await app.commands.execute('apputils:change-theme', {theme: argument})", name)
    lab.evaluate("if (!app.shell.leftCollapsed) await app.commands.execute('application:toggle-left-area')")
    wait_for_turn(lab)
    table.get_by_role("button", name="king of clubs, not legal now").click()
    table.get_by_role("button", name="rule T32").click()
    lab.page.mouse.move(0, 0)
    for width in (1280, 768, 360):
        lab.page.set_viewport_size({"width": width, "height": 1700})
        lab.page.wait_for_timeout(500)
        fits(table)
        assert contrasts(table) == []
        lab.screenshot(f"table_{theme}_{width}", table)


CONTRASTS = """table => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
    // What a colour looks like on top of those beneath it, as the browser itself paints it.
    const paint = (colours) => {
        canvas.clearRect(0, 0, 1, 1);
        for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => rgb.map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
    const found = [];
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode.parentElement;
        const text = walker.currentNode.data.trim();
        if (!text || !node.getClientRects().length || node.closest('svg, option')) continue;
        const under = [];
        let opacity = 1;
        for (let up = node; up; up = up.parentElement) {
            under.unshift(getComputedStyle(up).backgroundColor);
            if (table.contains(up)) opacity *= Number(getComputedStyle(up).opacity);
        }
        const style = getComputedStyle(node);
        const ground = paint(['white', ...under]);
        const ink = paint(['white', ...under, style.color])
            .map((value, place) => value * opacity + ground[place] * (1 - opacity));
        const [dark, bright] = [light(ground), light(ink)].sort((a, b) => a - b);
        const ratio = (bright + 0.05) / (dark + 0.05);
        if (ratio < 4.5) found.push(`${text} (${node.className}): ${ratio.toFixed(2)}`);
    }
    return found;
}"""


def contrasts(table: Any) -> list[str]:
    """The texts whose contrast with what is behind them is below 4.5 (WCAG AA)."""
    return table.evaluate(CONTRASTS)


# --- without a kernel ---------------------------------------------------------------------------------------


def test_a_notebook_from_elsewhere_shows_the_picture_and_its_text(lab, open_table, tmp_path):
    """JupyterLab trusts no outputs that it has not made: of those it shows the image, and the text in it."""
    open_table(MUST_FOLLOW)
    lab.evaluate("await panel.context.save()")
    saved = nbformat.read(lab.server.folder / lab.path, as_version=4)
    saved.cells[0].source += "\n# sent by mail"
    nbformat.write(saved, tmp_path / "received.ipynb")
    lab.open(tmp_path / "received.ipynb")
    picture = lab.page.locator(".jp-OutputArea-output img")
    picture.wait_for()
    assert "Your hand: A♠ Q♥ K♣" in picture.get_attribute("alt")
    assert picture.evaluate("image => image.naturalWidth") > 0
    lab.screenshot("table_saved")


# --- how fast (reported, never a limit) ---------------------------------------------------------------------

READY = """
def ready():
    "Play on until you may play a card."
    table.run()
    while not table.scene["legal"]:
        move = "deal" if table.state.phase == "over" else table.view.legal[0]
        table.act(move)
        table.run()
    return table.scene["legal"][0]
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


@pytest.mark.long
def test_how_long_a_click_takes_and_how_much_it_moves(lab, open_table):
    sizes: list[int] = []
    lab.page.on(
        "websocket",
        lambda socket: [
            socket.on(event, lambda frame: sizes.append(len(frame)))
            for event in ("framesent", "framereceived")
        ],
    )
    table = open_table(TABLE.replace("SEED", "20").replace("fast", "step"), READY)
    changed, painted, moved = [], [], []
    for _ in range(30):
        name = lab.ask("__import__('cardlab').Card.parse(ready()).name").strip("'")
        wait_for_turn(lab)
        lab.page.wait_for_timeout(300)  # as nobody clicks at once
        lab.evaluate(WATCH)
        sizes.clear()
        table.get_by_role("button", name=f"{name}, legal").click()
        for times, time in zip((changed, painted), lab.evaluate("return window.redrawn"), strict=True):
            times.append(time)
        moved.append(sum(sizes))
    print(f"\nclick to changed page: median {median(changed):.0f} ms, longest {max(changed):.0f} ms")
    print(f"click to painted page: median {median(painted):.0f} ms, longest {max(painted):.0f} ms")
    print(f"bytes a click, both ways, all frames: median {median(moved):.0f}, most {max(moved)}")
