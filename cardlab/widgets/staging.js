// Putting several melds down before they are laid: each with what the game says of it, and their sum.

function buildStaging(send) {
  const ui = { root: make("div", { class: "staging", role: "group", "aria-label": "Melds put down" }) };
  ui.groups = make("ul");
  ui.total = make("p", { class: "total", role: "status" });
  ui.root.append(ui.groups, ui.total);
  ui.create = () => {
    const back = (node) => send({ kind: "unstage", number: Number(node.dataset.number) });
    const ask = (node) => send({ kind: "rule", clause: node.textContent });
    return make("li", {}, make("ul", { class: "cards" }), make("span"), button("clause", ask),
      button("plain", back, "Put back"));
  };
  return ui;
}

function drawStaging(ui, staging, art) {
  ui.root.hidden = !staging.groups.length;
  const keyOf = (group) => `${group.number} ${group.cards}`;
  patch(ui.groups, staging.groups, keyOf, ui.create, (node, group) => {
    const [cards, note, clause, back] = node.children;
    drawCards(cards, group.cards, art);
    write(note, group.note);
    node.classList.toggle("wrong", !!group.clause);
    write(clause, group.clause);
    clause.hidden = !group.clause;
    clause.setAttribute("aria-label", `rule ${group.clause}`);
    back.dataset.number = group.number;
    back.setAttribute("aria-label", `Put back ${group.cards.map((card) => cardName(art, card)).join(", ")}`);
  });
  write(ui.total, staging.total);
}
