// What a person asks for and is never told unasked: the legal moves, and what each of them promises.

function buildHints(send) {
  const ui = { root: make("div", { class: "hints", role: "group", "aria-label": "Hints" }) };
  ui.rows = make("tbody");
  ui.head = make("thead", {}, make("tr", {},
    ...["Legal move", "Rule", "Best", "Mean"].map((name) => make("th", { scope: "col" }, name))));
  ui.think = button("plain", () => send({ kind: "think" }), "Chance of each move");
  ui.how = make("p", { role: "status" });
  ui.root.append(make("table", {}, ui.head, ui.rows), ui.think, ui.how);
  ui.create = () => {
    const ask = (node) => send({ kind: "rule", clause: node.textContent });
    return make("tr", {}, make("th", { scope: "row" }), make("td", {}, button("clause", ask)), make("td"), make("td"));
  };
  return ui;
}

function drawHints(ui, hints) {
  ui.root.hidden = !hints.rows;
  if (!hints.rows) return;
  ui.root.classList.toggle("tried", hints.n > 0);
  patch(ui.rows, hints.rows, (row) => row.text, ui.create, (node, row) => {
    const [move, rule, best, mean] = node.children;
    write(move, row.text);
    write(rule.firstChild, row.clause);
    rule.firstChild.hidden = !row.clause;
    rule.firstChild.setAttribute("aria-label", `rule ${row.clause}`);
    write(best, row.best);
    write(mean, row.mean);
  });
  ui.think.hidden = hints.n > 0 || hints.thinking;
  const more = hints.more ? `${hints.more} more are legal. ` : "";
  const deals = `${hints.n} deal${hints.n === 1 ? "" : "s"} that fit what you see`;
  const tried = `Tried on ${deals}, each played on by ${hints.by} at every seat. Best: how often no seat does `
    + "better in this deal; mean: what the deal changes for you. "
    + "± is one standard error.";
  // Counting is not read aloud: only the end of it.
  ui.how.setAttribute("aria-live", hints.thinking ? "off" : "polite");
  write(ui.how, more + (hints.n ? tried : hints.thinking ? "Trying ..." : ""));
}
