// The replay: a slider, buttons and a list of what happened; the kernel answers with the moment asked for.

function buildReplay(model) {
  const ui = buildScene();
  const part = (name, tag, attributes = {}, ...children) =>
    (ui[name] = make(tag, { class: name, ...attributes }, ...children));
  const go = (at) => {
    model.set("at", Math.min(Math.max(at, 0), model.get("last")));
    model.save_changes();
  };
  const by = (step) => () => go(model.get("at") + step);
  ui.slider = make("input", { type: "range", min: 0, step: 1, "aria-label": "Move", ...OWN_KEYS });
  ui.slider.addEventListener("input", () => go(Number(ui.slider.value)));
  ui.ways = [
    button("plain", () => go(0), "First"),
    button("plain", by(-1), "Back"),
    button("plain", by(1), "Next"),
    button("plain", () => go(model.get("last")), "Last"),
  ];
  ui.eyes = make("select", OWN_KEYS, ...model.get("all_eyes").map((name) => make("option", { value: name }, name)));
  ui.eyes.addEventListener("change", () => {
    model.set("eyes", ui.eyes.value);
    model.save_changes();
  });
  ui.large = make("input", { type: "checkbox", ...OWN_KEYS });
  ui.large.addEventListener("change", () => {
    model.set("large", ui.large.checked);
    model.save_changes();
  });
  // Above the picture, whose height changes: what is clicked again and again must not move. Below the buttons
  // stands what the class is to read, so that it is on the screen with them.
  ui.play.prepend(
    part("scrub", "div", {}, ui.slider, part("place", "output")),
    part("tools", "div", {},
      ...ui.ways,
      make("label", {}, "Seen by ", ui.eyes),
      make("label", {}, ui.large, " Large")),
    part("now", "p", { role: "status" }),
    part("comment", "p", { role: "status" }),
    part("rule", "p", { class: "rule", role: "status" })
  );
  ui.settleStory = rove(ui.story);
  ui.story.setAttribute("role", "group"); // all of it is there from the start; the status says what is new
  return ui;
}

// What happened, as buttons that lead there; the moment that is shown is marked.
function drawMoves(ui, moves, at, go, ask) {
  const create = () => make("li", {}, button("plain", (node) => go(Number(node.parentNode.dataset.at))),
    button("clause", (node) => ask(node.textContent)));
  let current = null;
  patch(ui.story.firstChild, moves, byPlace, create, (item, [number, sentence, clause]) => {
    const [there, rule] = item.children;
    item.dataset.at = number;
    item.classList.toggle("heading", !clause);
    item.classList.toggle("later", number > at);
    write(there, sentence);
    write(rule, clause);
    rule.hidden = !clause;
    rule.setAttribute("aria-label", `rule ${clause}`);
    there.removeAttribute("aria-current");
    if (number <= at) current = there;
  });
  ui.settleStory(current);
  if (!current) return;
  current.setAttribute("aria-current", "step");
  const box = ui.story;
  const top = current.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top > box.clientHeight - 30) box.scrollTop += top - box.clientHeight / 2;
}

function render({ model, el }) {
  const ui = buildReplay(model);
  const go = (at) => {
    model.set("at", at);
    model.save_changes();
  };
  const ask = (clause) => write(ui.rule, `${clause}: ${model.get("clauses")[clause]}`);
  const draw = () => {
    const [at, last] = [model.get("at"), model.get("last")];
    const art = look(ui, model);
    ui.root.dataset.at = at;
    drawScene(ui, model.get("scene"), art);
    drawSheet(ui.sheet, model.get("sheet"));
    drawMoves(ui, model.get("moves"), at, go, ask);
    const now = model.get("moves").filter(([number, , clause]) => number === at && clause);
    write(ui.now, now.map(([, sentence]) => sentence).join(" "));
    write(ui.comment, model.get("comment"));
    ui.slider.max = last;
    ui.slider.value = at;
    ui.slider.setAttribute("aria-valuetext", `after ${at} of ${last} moves`);
    write(ui.place, `${at} of ${last} moves`);
    ui.eyes.value = model.get("eyes");
    ui.large.checked = model.get("large");
    ui.ways.forEach((way, place) => enable(way, place < 2 ? at > 0 : at < last));
  };
  // When the line that had the focus is gone, the keyboard goes on at the slider.
  const redraw = () => {
    const had = ui.root.contains(document.activeElement);
    draw();
    if (had && !ui.root.contains(document.activeElement)) ui.slider.focus();
  };
  const forget = () => write(ui.rule, "");
  const told = {
    "change:scene change:sheet change:comment change:large change:four_colours change:motion": redraw,
    "change:at": forget,
  };
  el.append(ui.root);
  draw();
  for (const [name, hear] of Object.entries(told)) model.on(name, hear);
  return () => {
    for (const [name, hear] of Object.entries(told)) model.off(name, hear);
  };
}

export default { render };
