// JupyterLab takes keys away from what stands in an output, unless the focused element itself says no. The
// controls of ipywidgets do not: so it is said for each when it gets the focus.

function render({ el }) {
  let waiting;
  const listen = () => {
    const root = el.closest(".cardlab-live");
    if (!root) waiting = requestAnimationFrame(listen); // not yet in the page
    else root.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
  };
  listen();
  return () => cancelAnimationFrame(waiting);
}

export default { render };
