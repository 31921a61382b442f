"""What the tests of tables in a browser share: waiting for a turn, the keyboard, and how a table looks."""

import re
from collections.abc import Callable
from typing import Any

# The kernel knows when nothing is left to happen but what a person does.
DUE = "({0}.turn['clock'], {0}.turn['step'])"


def wait_for_turn(lab: Any, name: str = "table") -> None:
    """Wait until the bots have done all that they want to do, and the page shows it."""
    for _ in range(200):
        clock, step = eval(lab.ask(DUE.format(name)))
        if not clock:
            lab.page.locator(f".cardlab-table[data-step='{step}']").first.wait_for()
            return
        lab.page.wait_for_timeout(50)
    raise AssertionError(f"the bots do not come to an end: {lab.ask(name)}")


def calm(lab: Any, name: str = "table") -> None:
    """Nothing went wrong, in the page or on the table."""
    assert lab.script_errors == []
    assert lab.ask(f"{name}.turn['error']") == "''"


FOCUS = """
    const node = document.activeElement, table = node.closest('.cardlab-table');
    return {inside: !!table, name: node.getAttribute('aria-label') ?? node.textContent,
        card: node.classList.contains('card'), legal: node.classList.contains('legal'),
        grey: node.getAttribute('aria-disabled') === 'true', cells: panel.content.widgets.length,
        mode: panel.content.mode};
"""


def tab_to(lab: Any, wanted: Callable[[dict[str, Any]], bool], key: str = "Tab") -> dict[str, Any]:
    """Press the Tab key until the focus is where it is wanted."""
    for _ in range(80):
        if wanted(focus := lab.evaluate(FOCUS)):
            return focus
        lab.page.keyboard.press(key)
    raise AssertionError(f"the Tab key never reaches it; the focus is on {lab.evaluate(FOCUS)}")


def choose_by_keyboard(lab: Any, *names: str) -> None:
    """Go into the hand and choose these cards with the arrow keys and the space bar."""
    tab_to(lab, lambda focus: focus["card"], "Shift+Tab")
    for name in names:
        lab.page.keyboard.press("Home")
        for _ in range(40):
            if re.match(name, lab.evaluate(FOCUS)["name"]):
                break
            lab.page.keyboard.press("ArrowRight")
        else:
            raise AssertionError(f"the arrow keys never reach {name}")
        lab.page.keyboard.press("Space")


def press_by_keyboard(lab: Any, name: str) -> None:
    """Go on to a button and press it."""
    tab_to(lab, lambda focus: focus["name"] == name)
    lab.page.keyboard.press("Enter")


def sticks_out(table: Any) -> list[str]:
    """What sticks out of the table, and the texts that are cut off."""
    return table.evaluate(
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
