"""The pages lead to each other: no link is dead, and the welcome page knows every lesson."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
PAGES = [
    *sorted(NOTEBOOKS.rglob("*.ipynb")),
    *sorted((ROOT / "exercises").glob("*.ipynb")),
    *sorted(ROOT.glob("*.md")),
]
PAGES = [page for page in PAGES if ".ipynb_checkpoints" not in page.parts]
LESSON = re.compile(r"(toepen|hole_cards|hand_and_foot|across)_\d_\w+")
LESSONS = [page.stem for page in PAGES if page.parent == NOTEBOOKS and LESSON.fullmatch(page.stem)]


def text_of(page: Path) -> str:
    """What is written on a page, without its code."""
    text = page.read_text("utf-8")
    if page.suffix == ".md":
        return re.sub(r"(?ms)^```.*?^```", "", text)
    cells = json.loads(text)["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def links(page: Path) -> list[str]:
    """The files that a page leads to, without places inside them and without the web."""
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)", re.sub(r"`[^`\n]*`", "", text_of(page)))
    return [link for link in found if not re.match(r"[a-z]+:", link)]


@pytest.mark.parametrize("source", PAGES, ids=lambda source: source.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file(source):
    assert not [link for link in links(source) if not (source.parent / link).is_file()]


def test_the_welcome_page_leads_to_every_lesson_plan_and_exercise():
    wanted = [page.relative_to(NOTEBOOKS).as_posix() for page in PAGES if NOTEBOOKS in page.parents]
    wanted.remove("welcome.ipynb")
    wanted += [f"../exercises/{lesson}.ipynb" for lesson in LESSONS]
    assert not sorted(set(wanted) - set(links(NOTEBOOKS / "welcome.ipynb")))


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_takes_as_long_as_the_welcome_page_says(lesson):
    says = re.search(r"Time: ((?:two lessons of )?\d+)", text_of(NOTEBOOKS / f"{lesson}.ipynb"))
    row = re.search(
        rf"(?m)^\| \[[^]]*\]\({lesson}\.ipynb\).*\| (.+?) \|$", text_of(NOTEBOOKS / "welcome.ipynb")
    )
    assert row, "the welcome page has no row for it"
    assert says, "it does not say how long it takes, as in: Time: 40 minutes"
    assert row[1] == says[1].replace("two lessons of", "2 ×")


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_leads_to_its_exercises_and_on(lesson):
    found = links(NOTEBOOKS / f"{lesson}.ipynb")
    assert f"../exercises/{lesson}.ipynb" in found
    assert {"welcome.ipynb", *(f"{other}.ipynb" for other in LESSONS)} & set(found)
