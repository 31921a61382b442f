"""The pages that come with a gradebook: feedback for each student, and the class at a glance for the teacher.

Each page is one file that needs nothing else. A student's page holds what was tried at the public inputs,
and hints; no hidden test, no right answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain, count
from pathlib import Path

from cardlab.checking.exercise import Exercise
from cardlab.checking.grade import Graded, Marked
from cardlab.checking.gradebook import Gradebook
from cardlab.plots import bars

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; display: block; overflow-x: auto } h2 { margin-top: 2rem }
th, td { border-bottom: 1px solid #bbb; padding: .3rem .7rem; text-align: left; vertical-align: top }
.loud { border: 3px solid #b00; padding: .5rem 1rem } .hint { color: #444 }
img { max-width: 100% } code, td { overflow-wrap: anywhere }
blockquote { white-space: pre-wrap; border-left: 4px solid #bbb; padding-left: 1rem }
"""
STATES = {
    "right": "✓ right",
    "wrong": "✗ not right",
    "blank": "○ blank",
    "error": "✗ raised an error",
    "time": "✗ ran out of time",
    "died": "✗ ended its own process",
    "not found": "○ not found",
    "not judged": "○ could not be judged",
    "by hand": "✎ read by a person",
    "read": "✎ read by a person",
}
"""How a question went in a reader's words, with a sign beside them."""


def write_pages(book: Gradebook, out: Path) -> Path:
    """Write a page for each submission, the answers for a person to read, and the summary; gives its path."""
    folder = out / "feedback"
    folder.mkdir(parents=True, exist_ok=True)
    names = _file_names(book.rows)
    for row, name in zip(book.rows, names, strict=True):
        if row.name:
            _write(folder / name, _feedback(row))
    for page in folder.glob("*.html"):
        if page.name not in names:
            page.unlink()  # of a file that has been handed in anew since
    _write(out / "answers.html", _page("Answers to read", _to_read(book.rows)))
    summary = out / "summary.html"
    _write(summary, _summary(book, names))
    return summary


def _write(path: Path, page: str) -> None:
    """Write a page, whatever signs a student has put in it."""
    path.write_text(page, "utf-8", errors="replace", newline="\n")


def _file_names(rows: Sequence[Graded]) -> list[str]:
    """A short safe name for each row's page, all different."""
    names: dict[str, None] = {}
    for row in rows:
        base = re.sub(r"\W+", "_", f"{row.student}_{row.exercise or 'unread'}".casefold()).strip("_")
        base = base.encode()[:100].decode("utf-8", "ignore")  # a file system counts bytes
        numbered = (f"{base}_{number}.html" for number in count(2))
        names[next(name for name in chain([f"{base}.html"], numbered) if name not in names)] = None
    return list(names)


def _page(title: str, body: Iterable[str]) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style></head>\n<body><main>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )


# -------------------------------------------------------------------------------- a student's page


def _feedback(row: Graded) -> str:
    body = [f"<p>{escape(row.student)}, file <code>{escape(row.name)}</code></p>"]
    if row.questions:
        later = sum(question.of for question in row.questions if question.waits)
        text = f"{row.points:g} of {row.of:g} points"
        text += f"; a person gives up to {later:g} more." if later else "."
        body.append(f"<p><strong>{text}</strong> {escape(_STATUS[row.status])}</p>")
    else:
        body.append(f"<p><strong>{escape(_STATUS[row.status])}</strong></p>")
    for question in row.questions:
        body.append(f"<h2>{escape(question.id)}: {escape(question.title)}</h2>")
        points = "" if question.waits else f" ({question.points:g} of {question.of:g})"
        body.append(f"<p><strong>{STATES[question.state]}</strong>{points}</p>")
        body += [
            f"<p>{escape(line)}</p>" for line in question.message.splitlines() if question.state != "right"
        ]
        if question.hint:
            body.append(f'<p class="hint">Hint: {escape(question.hint)}</p>')
    if row.notes:
        body += ["<h2>Notes</h2><ul>", *(f"<li>{escape(note)}</li>" for note in row.notes), "</ul>"]
    return _page(row.title or "Not graded", body)


_STATUS = {
    "graded": "",
    "partly": "Some of it could not be marked; see below what and why.",
    "timed out": "Something ran for too long; see below what.",
    "unreadable": "The file could not be read.",
    "missing": "No notebook was handed in.",
    "not reached": "Not graded yet.",
}


# ---------------------------------------------------------------------------------- the class's page


def _summary(book: Gradebook, names: Sequence[str]) -> str:
    body = [] if book.is_whole else ['<p class="loud">The run was interrupted: some are not graded yet.</p>']
    reasons = dict.fromkeys(row.open for row in book.rows if row.open)
    body += [
        f'<p class="loud"><strong>Not kept apart:</strong> {escape(loud(reason))}</p>' for reason in reasons
    ]
    counts = Counter(row.status for row in book.rows)
    said = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    body.append(f'<p>{said}. <a href="answers.html">Answers for a person to read</a></p>')
    for exercise in book.exercises.values():
        rows = [row for row in book.rows if row.exercise == exercise.id and row.questions]
        if rows:
            body += _exercise(exercise, rows)
    body.append("<h2>Submissions</h2><table><thead><tr><th>student</th><th>exercise</th><th>status</th>")
    body.append("<th>points</th><th>notes</th></tr></thead><tbody>")
    for row, name in zip(book.rows, names, strict=True):
        student = escape(row.student)
        linked = f'<a href="feedback/{escape(name)}">{student}</a>' if row.name else student
        points = f"{row.points:g} of {row.of:g}" if row.questions else ""
        cells = [linked, escape(row.exercise), row.status, points, escape(" ".join(row.notes))]
        body.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    body.append("</tbody></table>")
    return _page("The class", body)


def loud(reason: str) -> str:
    """The warning that goes with a run outside of namespaces."""
    return (
        f"Student code ran with limits only, for {reason}. It could read and write your files and use the"
        " network. Grade on Linux, or in a virtual machine that holds nothing else."
    )


def _exercise(exercise: Exercise, rows: Sequence[Graded]) -> list[str]:
    body = [f"<h2>{escape(exercise.title)}</h2>"]
    shares, ids = [], []
    table = [
        "<table><thead><tr><th>question</th><th>right</th><th>usual wrong answers</th></tr></thead><tbody>"
    ]
    for question in exercise.questions.values():
        marks = [mark for row in rows for mark in row.questions if mark.id == question.id]
        if question.by_hand:
            continue
        right = sum(mark.state == "right" for mark in marks)
        ids.append(question.id)
        shares.append(right / len(marks))
        wrong = "<br>".join(f"{number} × {escape(text)}" for text, number in _usual(marks))
        table.append(
            f"<tr><td>{escape(question.id)}: {escape(question.title)}</td>"
            f"<td>{right} of {len(marks)}</td><td>{wrong}</td></tr>"
        )
    body += [*table, "</tbody></table>"]
    spoken = ", ".join(f"{name} {share:.0%}" for name, share in zip(ids, shares, strict=True))
    body.append(_plot(ids, shares, "question", "share right", f"Bars: the share of right answers. {spoken}."))
    return [*body, _points(exercise, rows)]


def _points(exercise: Exercise, rows: Sequence[Graded]) -> str:
    """The points as bars, of the same total for all: without what a person has still to read of anybody's."""
    waiting = sorted({mark.id for row in rows for mark in row.questions if mark.waits})
    of = sum(question.points for question in exercise.questions.values() if question.id not in waiting)
    label = f"points of {of:g}" + (f", without {', '.join(waiting)} (by hand)" if waiting else "")
    sums = [sum(mark.points for mark in row.questions if mark.id not in waiting) for row in rows]
    points = Counter(int(one) if one == int(one) else one for one in sums)  # 2, not 2.0, below its bar
    values = sorted(points)
    spoken = ", ".join(f"{value:g} points {points[value]} times" for value in values)
    alt = f"Bars: the {label}. {spoken}."
    return _plot(values, [points[value] for value in values], label, "submissions", alt)


def _usual(marks: Sequence[Marked], most: int = 5) -> list[tuple[str, int]]:
    """The commonest ways to be wrong: known mistakes by name, others by what was said of them."""
    told = []
    for mark in marks:
        if mark.state in ("wrong", "error"):
            told.append(mark.mistake or mark.message.split("\n")[0])
        elif mark.state != "right":
            told.append(STATES[mark.state][2:])
    return Counter(told).most_common(most)


def _to_read(rows: Sequence[Graded]) -> list[str]:
    """The answers that a person reads and marks, question after question."""
    found = [(mark.title, row, mark) for row in rows for mark in row.questions if mark.by_hand and mark.text]
    body, last = [], ""
    for title, row, mark in sorted(found, key=lambda one: (one[1].exercise, one[2].id)):
        if (heading := f"{row.title}, {mark.id}: {title} (of {mark.of:g} points)") != last:
            body.append(f"<h2>{escape(heading)}</h2>")
        last = heading
        body.append(f"<h3>{escape(row.student)}</h3>\n<blockquote>{escape(mark.text[:20_000])}</blockquote>")
    return body or ["<p>There are none.</p>"]


def _plot(x: Sequence[object], height: Sequence[float], xlabel: str, ylabel: str, alt: str) -> str:
    return f"<p>{bars(x, height, xlabel=xlabel, ylabel=ylabel, alt=alt).html}</p>"
