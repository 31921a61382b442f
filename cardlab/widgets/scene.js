// Drawing what a view shows: cards, piles, seats, the score sheet, the log. It knows no rules and no game.
//
// The files of this folder are joined into one module for each widget; this one stands first.

// JupyterLab takes keys away from what stands in an output, unless the focused element itself says no.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

// ------------------------------------------------------------------------------------------ small tools

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function button(className, press, text = "") {
  const node = make("button", { type: "button", class: className, ...OWN_KEYS }, text);
  node.addEventListener("click", () => press(node));
  return node;
}

// A greyed button keeps its focus and says why it is greyed: so it is never `disabled`.
function enable(node, can) {
  node.setAttribute("aria-disabled", String(!can));
}

// Make the children of a node fit a list. The nodes of entries that are still there stay, and so does the
// focus; nothing flickers.
function patch(parent, entries, keyOf, create, update) {
  const keys = entries.map(keyOf);
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  const stay = new Set(keys);
  // First those that go: a node that has to move would lose the focus.
  for (const [key, node] of old) if (!stay.has(key)) node.remove();
  entries.forEach((entry, place) => {
    const node = old.get(keys[place]) ?? create(entry);
    node.dataset.key = keys[place];
    update(node, entry, place);
    if (parent.children[place] !== node) parent.insertBefore(node, parent.children[place] ?? null);
  });
}

const byPlace = (entry, place) => String(place);

// Text in which each suit has its colour. The sign is kept from turning into an emoji.
function write(node, text) {
  if (node.dataset.text === text) return;
  node.dataset.text = text;
  const coloured = (piece) => {
    const suit = "♠♥♦♣".indexOf(piece);
    return suit < 0 ? piece : make("span", { class: `suit-${suit}` }, piece + "\uFE0E");
  };
  node.replaceChildren(...text.split(/([♠♥♦♣])/).filter(Boolean).map(coloured));
}

// Arrow keys move among the buttons of a row, of which one is in the order of the Tab key.
function rove(row) {
  const buttons = () => [...row.querySelectorAll("button")];
  row.addEventListener("keydown", (event) => {
    const all = buttons();
    const here = all.indexOf(document.activeElement);
    const [back, on] = [here - 1, here + 1];
    const steps = { ArrowLeft: back, ArrowUp: back, ArrowRight: on, ArrowDown: on, Home: 0, End: all.length - 1 };
    const there = steps[event.key];
    if (there === undefined || here < 0) return;
    event.preventDefault();
    all[Math.min(Math.max(there, 0), all.length - 1)].focus();
  });
  const settle = (chosen) => {
    for (const node of buttons()) {
      const tab = node === chosen ? 0 : -1;
      if (node.getAttribute("tabindex") !== String(tab)) node.tabIndex = tab;
    }
  };
  row.addEventListener("focusin", (event) => settle(event.target.closest("button")));
  return (first) => settle(first ?? buttons().find((node) => node.tabIndex === 0) ?? buttons()[0]);
}

// -------------------------------------------------------------------------------------------- the cards

const parts = (card) => /^(.+?)([♠♥♦♣]?)$/.exec(card).slice(1);

function cardName(art, card) {
  if (!card) return "face down";
  const [rank, sign] = parts(card);
  return sign ? `${art.ranks[rank].name} of ${art.suits[sign].name}` : art.ranks[rank].name;
}

function drawCard(node, art, card) {
  const key = `${card}${art.four ? " of four colours" : ""}`;
  if (node.dataset.card === key) return;
  node.dataset.card = key;
  const [rank, sign] = card ? parts(card) : [];
  const suit = art.suits[sign ?? ""];
  const colour = suit.colours[art.four ? 1 : 0];
  node.innerHTML = card
    ? art.ranks[rank].picture.replaceAll("SHAPE", suit.shape).replaceAll("COLOUR", colour)
    : art.back;
  node.firstChild.setAttribute("aria-hidden", "true");
}

// With several packs two cards can be alike: the second one has another key.
function keysOf(cards) {
  const seen = {};
  return cards.map((card) => `${card}/${(seen[card] = (seen[card] ?? 0) + 1)}`);
}

// ------------------------------------------------------------------------------------ what lies on the table

function drawCards(row, cards, art, captions = []) {
  row.hidden = !cards.length;
  row.style.setProperty("--number", cards.length);
  row.classList.toggle("named", captions.length > 0);
  const create = () => make("li", {}, make("span", { role: "img" }), make("small"));
  patch(row, cards, byPlace, create, (item, card, place) => {
    const [picture, caption] = item.children;
    drawCard(picture, art, card);
    picture.setAttribute("aria-label", cardName(art, card));
    write(caption, captions[place] ?? "");
  });
}

function drawPile(node, pile, art) {
  if (!node.firstChild) node.append(make("figcaption"), make("ul"));
  const [name, row] = node.children;
  write(name, pile.note ? `${pile.name}: ${pile.note}` : pile.name);
  drawCards(row, pile.cards, art, pile.captions);
}

function drawPiles(row, piles, art) {
  row.hidden = !piles.length;
  patch(row, piles, byPlace, () => make("figure"), (node, pile) => drawPile(node, pile, art));
}

function drawPlace(node, place, art) {
  if (!node.firstChild) {
    node.append(make("b"), make("span", { class: "closed" }), make("p"), make("div", { class: "piles" }));
  }
  const [name, closed, notes, piles] = node.children;
  node.classList.toggle("turn", place.is_turn);
  node.classList.toggle("out", place.is_out);
  node.classList.toggle("wide", place.piles.length > 2);
  if (place.is_turn) node.setAttribute("aria-current", "true");
  else node.removeAttribute("aria-current");
  write(name, place.name);
  const number = Math.max(place.closed, 0);
  closed.hidden = place.closed < 0;
  closed.setAttribute("role", "img");
  closed.setAttribute("aria-label", `${number} ${number === 1 ? "card" : "cards"}`);
  closed.dataset.number = number || "";
  closed.style.setProperty("--number", Math.min(number, 12));
  const backs = Array(Math.min(number, 12)).fill(null);
  patch(closed, backs, byPlace, () => make("i"), (back) => drawCard(back, art, null));
  write(notes, place.notes.join(", "));
  drawPiles(piles, place.piles, art);
}

function drawSheet(node, rows) {
  node.hidden = !rows.length;
  const key = JSON.stringify(rows);
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  node.replaceChildren(
    ...rows.map((row, line) =>
      make("tr", {}, ...row.map((entry, column) => {
        const cell = line && column ? make("td") : make("th", { scope: line ? "row" : "col" });
        if (/^[|\s]+$/.test(entry)) cell.className = "strokes";
        write(cell, entry);
        return cell;
      }))
    )
  );
}

// The log; a click on the number of a clause asks for its rule.
function drawStory(story, title, lines, askRule) {
  const list = story.firstChild;
  const before = list.children.length;
  const create = () => make("li", {}, make("span"), button("clause", (node) => askRule(node.textContent)));
  patch(list, lines, (line, place) => `${title} ${place}`, create, (node, [sentence, clause]) => {
    write(node.firstChild, sentence);
    if (node.lastChild.dataset.text === clause) return;
    write(node.lastChild, clause);
    node.lastChild.setAttribute("aria-label", `rule ${clause}`);
  });
  if (lines.length !== before) requestAnimationFrame(() => (story.scrollTop = story.scrollHeight));
}

// The frame that every picture of a game has: what `drawScene` fills, and room for more.
function buildScene() {
  const ui = {};
  const part = (name, tag, attributes = {}, ...children) =>
    (ui[name] = make(tag, { class: name, ...attributes }, ...children));
  part("play", "div", {},
    part("places", "ol", { "aria-label": "Seats" }),
    part("middle", "div"),
    part("status", "p", { role: "status" })
  );
  part("side", "div", {},
    part("sheet", "table"),
    make("h4", {}, "What happened"),
    part("story", "div", { role: "log", "aria-label": "What happened" }, make("ol"))
  );
  ui.root = make("section", { class: "cardlab-table cardlab-live" },
    make("header", {}, part("title", "h3"), part("facts", "ul")), ui.play, ui.side);
  return ui;
}

function drawScene(ui, scene, art) {
  ui.root.setAttribute("aria-label", scene.title);
  write(ui.title, scene.title);
  const fact = () => make("li", {}, make("span"), make("b"));
  patch(ui.facts, scene.facts, ([name]) => name, fact, (node, [name, value]) => {
    write(node.firstChild, name);
    write(node.lastChild, value);
  });
  const seat = () => make("li");
  patch(ui.places, scene.places, (place) => place.name, seat, (node, place) => drawPlace(node, place, art));
  drawPiles(ui.middle, scene.middle, art);
  write(ui.status, scene.status);
}

// How a widget looks: traits that a person sets and every picture of a game obeys.
function look(ui, model) {
  for (const name of ["large", "four_colours", "motion"]) ui.root.classList.toggle(name, !!model.get(name));
  return { ...model.get("art"), four: model.get("four_colours") };
}
