// The answer, and the keys for the controls.
//
// A screen reader speaks what changes inside a region that it knows: so the answer stays and only its text
// changes. JupyterLab takes keys away from what stands in an output, unless the focused element itself says
// no. The controls of ipywidgets do not: so it is said for each when it gets the focus.

function render({ model, el }) {
  const answer = document.createElement("p");
  answer.setAttribute("role", "status");
  const say = () => (answer.textContent = model.get("text"));
  say();
  model.on("change:text", say);
  el.append(answer);
  let waiting;
  const listen = () => {
    const root = el.closest(".cardlab-live");
    if (!root) waiting = requestAnimationFrame(listen); // not yet in the page
    else root.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
  };
  listen();
  return () => {
    model.off("change:text", say);
    cancelAnimationFrame(waiting);
  };
}

export default { render };
