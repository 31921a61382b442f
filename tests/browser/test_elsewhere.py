"""The table elsewhere: in a saved notebook without a kernel, as a page of HTML, as an app in Voila."""

import warnings

import nbformat
import pytest

TABLE = """
from cardlab.widgets import Table

position = {"dealer": "Cas", "phase": "play", "leader": "You", "hands": {"You": "QH AS KC"}}
table = Table("toepen", {"You": "person", "Ben": "random", "Cas": "random"}, position=position, speed="step")
table
"""
HAND = "Your hand: A♠ Q♥ K♣"


@pytest.mark.parametrize("trusted", [True, False])
def test_a_notebook_without_its_kernel_shows_the_picture_and_its_text(lab, open_table, tmp_path, trusted):
    """JupyterLab trusts no outputs that it has not made: of those it shows the image, and the text in it."""
    open_table(TABLE)
    assert lab.page.locator(".cardlab-still").is_hidden(), "the table itself stands in its place"
    lab.evaluate("await panel.context.save(); await panel.sessionContext.shutdown(); panel.close()")
    if trusted:
        lab.evaluate("await app.commands.execute('docmanager:open', {path: argument})", lab.path)
    else:
        saved = nbformat.read(lab.server.folder / lab.path, as_version=4)
        saved.cells[0].source += "\n# sent by mail"
        nbformat.write(saved, tmp_path / "received.ipynb")
        lab.open(tmp_path / "received.ipynb")
    picture = lab.page.locator(".jp-OutputArea-output img")
    picture.wait_for()
    assert HAND in picture.get_attribute("alt")
    assert picture.evaluate("image => image.naturalWidth") > 0
    if trusted:
        lab.page.get_by_text("model not found").wait_for(state="attached")
    lab.screenshot(f"table_saved_{'trusted' if trusted else 'received'}")
    assert not lab.page.get_by_text("model not found").is_visible()


def test_html_shows_the_picture_and_voila_the_table(lab, open_table):
    open_table(TABLE)
    lab.evaluate("await panel.context.save()")
    page = lab.page.context.new_page()
    # The frames of nbconvert and of Voila ask for letters and formulas from elsewhere; the table does not.
    page.route(
        lambda url: not url.startswith((lab.server.url, "data:", "blob:")), lambda route: route.abort()
    )

    with warnings.catch_warnings():  # those of a package of others
        warnings.simplefilter("ignore")
        from nbconvert import HTMLExporter

        html, _ = HTMLExporter().from_filename(str(lab.server.folder / lab.path))
    page.set_content(html)
    picture = page.locator(".cardlab-still img")
    assert HAND in picture.get_attribute("alt")
    assert picture.is_visible()

    page.goto(f"{lab.server.url}voila/render/{lab.path}", timeout=60_000)
    table = page.locator(".cardlab-table")
    table.wait_for()
    assert page.locator(".cardlab-still").is_hidden()
    table.get_by_role("button", name="queen of hearts, legal").click()
    table.get_by_role("button", name="queen of hearts, legal").wait_for(state="detached")
    table.get_by_text("You play Q").wait_for()
    lab.screenshot("voila", page)
    page.close()
