"""The browser tests' own ground: a notebook opens, a click reaches its kernel, and faults are seen."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

COUNTER = '''
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    count = traitlets.Int(0).tag(sync=True)
    _esm = """
    function render({ model, el }) {
        const button = document.createElement("button");
        const show = () => { button.textContent = `clicked ${model.get("count")} times`; };
        button.onclick = () => { model.set("count", model.get("count") + 1); model.save_changes(); };
        model.on("change:count", show);
        show();
        el.append(button);
    }
    export default { render };
    """

counter = Counter()
counter
'''


@pytest.fixture
def write_notebook(tmp_path):
    def write(*cells):
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = new_notebook(cells=list(map(new_code_cell, cells)), metadata={"kernelspec": kernel})
        nbformat.write(notebook, tmp_path / "lesson.ipynb")
        return tmp_path / "lesson.ipynb"

    return write


def test_a_click_reaches_the_kernel_and_comes_back(lab, write_notebook):
    lab.open(write_notebook(COUNTER))
    lab.run_all()
    assert lab.errors() == lab.script_errors == []
    lab.page.get_by_role("button", name="clicked 0 times").click()
    lab.wait_idle()
    assert lab.ask("counter.count") == "1"
    lab.page.get_by_role("button", name="clicked 1 times").wait_for()
    assert lab.screenshot("harness").stat().st_size > 0


def test_each_copy_has_its_own_kernel_and_faults_are_seen(lab, write_notebook):
    notebook = write_notebook("before = globals().get('x'); x = 1", "1 / 0")
    for _ in range(2):
        lab.open(notebook)
        lab.run_all()
        assert lab.ask("before") == "None"
        assert lab.errors() == ["ZeroDivisionError: division by zero"]
    with pytest.raises(ValueError, match="NameError"):
        lab.ask("nowhere")
    with pytest.raises(Exception, match="no answer in 200 ms"):
        lab.evaluate("await new Promise(() => {})", timeout=0.2)
