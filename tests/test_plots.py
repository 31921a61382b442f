"""What the figures draw, read back from the figure itself."""

import pytest

from cardlab import plots


@pytest.fixture
def drawn(monkeypatch):
    """The figure that is made into a picture."""
    figures = []
    picture = plots.Picture

    def keep(figure, alt, *sheet):
        figures.append(figure)
        return picture(figure, alt, *sheet)

    monkeypatch.setattr(plots, "Picture", keep)
    return figures


def test_series_draws_each_row_with_a_mark_of_its_own(drawn):
    picture = plots.series(
        [1, 2],
        {"suit": [0.1, 0.2], "colour": [0.3, 0.4]},
        {"suit": [0.11, 0.19], "colour": [0.28, 0.43]},
        {"suit": [0.01, 0.01], "colour": [0.02, 0.02]},
        by_hand=[(1, 0.1)],
        xlabel="cards",
        ylabel="chance",
        alt="Two rows.",
        level=0.25,
        top=0.5,
    )
    assert picture.png.startswith(b"\x89PNG")
    data, metadata = picture._repr_mimebundle_()
    assert metadata == {"image/png": {"alt": "Two rows."}}
    assert ' alt="Two rows." src="data:image/png;base64,' in data["text/html"]
    (axes,) = drawn[0].axes
    rows = {line.get_label(): line for line in axes.lines}
    assert list(rows["suit, exact"].get_ydata()) == [0.1, 0.2]
    assert list(rows["colour, exact"].get_ydata()) == [0.3, 0.4]
    assert rows["suit, exact"].get_marker() != rows["colour, exact"].get_marker()
    assert rows["suit, exact"].get_linestyle() != rows["colour, exact"].get_linestyle()
    assert list(rows["by hand"].get_xdata()) == [1]
    assert axes.get_ylim() == (0, 0.5)
    first, second = axes.containers
    assert first.get_label() == "simulated, ± 2 standard errors"
    line, _, (bars,) = second.lines
    assert list(line.get_ydata()) == [0.28, 0.43]
    assert line.get_marker() == rows["colour, exact"].get_marker()
    assert [float(y) for _, y in bars.get_segments()[1]] == pytest.approx([0.39, 0.47])
    named = [text.get_text() for text in axes.get_legend().get_texts()]
    assert sorted(named) == ["by hand", "colour, exact", "simulated, ± 2 standard errors", "suit, exact"]


def test_series_points_at_a_place_of_a_row(drawn):
    rows = {"suit": [0.1, 0.2], "colour": [0.3, 0.4]}
    plots.series([1, 2], rows, xlabel="cards", ylabel="chance", alt="Two rows.", here=("colour", 2))
    (axes,) = drawn[0].axes
    lines = {line.get_label(): line for line in axes.lines}
    assert lines["colour, exact"].get_linewidth() > 1.5 * lines["suit, exact"].get_linewidth()
    down, mark = (line for line in axes.lines if line.get_label().startswith("_"))
    assert (list(down.get_xdata()), list(down.get_ydata())) == ([2, 2], [0, 0.4])
    assert (list(mark.get_xdata()), list(mark.get_ydata())) == ([2], [0.4])
    assert mark.get_marker() == lines["colour, exact"].get_marker()
    assert mark.get_markersize() > 1.5 * lines["colour, exact"].get_markersize()
    (names,) = drawn[0].legends
    assert [text.get_text() for text in names.get_texts()] == ["suit, exact", "colour, exact"]


def test_compare_draws_exact_simulated_and_what_was_counted_by_hand(drawn):
    plots.compare([1, 2], [0.1, 0.2], [0.11, 0.19], xlabel="x", ylabel="y", alt="Dots.", by_hand=[(2, 0.2)])
    (axes,) = drawn[0].axes
    rows = {line.get_label(): line for line in axes.lines}
    assert list(rows["exact"].get_ydata()) == [0.1, 0.2]
    assert list(rows["by hand"].get_xdata()) == [2]
    assert list(rows["by hand"].get_ydata()) == [0.2]
    assert list(axes.containers[0].lines[0].get_ydata()) == [0.11, 0.19]


def test_runs_draws_each_estimate_in_the_funnel_about_the_exact_number(drawn):
    courses = {"seed 1": [(4, 0.75), (100, 0.52)], "seed 2": [(4, 0.25), (100, 0.49)]}
    picture = plots.runs(courses, 0.5, 0.3, ylabel="share", alt="Two runs.")
    assert picture._repr_mimebundle_()[1] == {"image/png": {"alt": "Two runs."}}
    (axes,) = drawn[0].axes
    lines = {line.get_label(): line for line in axes.lines}
    assert list(lines["seed 2"].get_ydata()) == [0.25, 0.49]
    assert lines["seed 1"].get_linestyle() != lines["seed 2"].get_linestyle()
    (band,) = axes.collections
    corners = {(float(x), round(float(y), 6)) for x, y in band.get_paths()[0].vertices}
    assert corners == {(4, 0.2), (4, 0.8), (100, 0.44), (100, 0.56)}
    assert axes.get_xscale() == "log"


def test_differences_draws_a_row_for_each_and_the_band_of_what_is_too_small(drawn):
    rows = {"colour": (1.5, 0.25), "strict": (-0.125, 0.125)}
    plots.differences(rows, 0.5, xlabel="moves more", alt="Two rows.")
    (axes,) = drawn[0].axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["colour", "strict"]
    assert axes.get_ylim() == (1.5, -0.5)
    line, _, (bars,) = axes.containers[0].lines
    assert list(line.get_xdata()) == [1.5, -0.125]
    assert [[float(x) for x, _ in ends] for ends in bars.get_segments()] == [[1, 2], [-0.375, 0.125]]
    band = axes.patches[0].get_extents().transformed(axes.transData.inverted())
    assert (band.x0, band.x1) == pytest.approx((-0.5, 0.5))


def test_for_a_projector_the_letters_take_more_of_the_width(drawn):
    picture = plots.compare([1, 2], [0.1, 0.2], xlabel="x", ylabel="y", alt="Dots.")
    (figure,) = drawn
    usual, width = figure.get_figwidth(), int.from_bytes(picture.png[16:20])  # as a PNG file says it
    large = picture.large()
    assert figure.get_figwidth() < 0.9 * usual
    assert int.from_bytes(large.png[16:20]) > 1.3 * width
    assert large.alt == "Dots."
    assert large.png == large.large().png != picture.png
