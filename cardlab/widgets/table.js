// The table of a card game: draws what the kernel sends and sends back what a person does.
//
// It knows no rules and no game. What it may show comes in four traits (scene, sheet, story, turn); every
// message names the step that it answers to, so that the kernel can ignore what came too late.

// JupyterLab takes keys away from what stands in an output, unless the focused element itself says no.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

// ------------------------------------------------------------------------------------------ small tools

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function button(className, press) {
  const node = make("button", { type: "button", class: className, ...OWN_KEYS });
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
  // First those that go: a node that has to move would lose the focus.
  for (const [key, node] of old) if (!keys.includes(key)) node.remove();
  entries.forEach((entry, place) => {
    const node = old.get(keys[place]) ?? create(entry);
    node.dataset.key = keys[place];
    update(node, entry, place);
    if (parent.children[place] !== node) parent.insertBefore(node, parent.children[place] ?? null);
  });
}

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
  const settle = (chosen) => buttons().forEach((node) => (node.tabIndex = node === chosen ? 0 : -1));
  row.addEventListener("focusin", (event) => settle(event.target.closest("button")));
  return () => settle(buttons().find((node) => node.tabIndex === 0) ?? buttons()[0]);
}

// -------------------------------------------------------------------------------------------- the cards

const parts = (card) => /^(.+?)([♠♥♦♣]?)$/.exec(card).slice(1);

function cardName(art, card) {
  if (!card) return "face down";
  const [rank, sign] = parts(card);
  return sign ? `${art.ranks[rank].name} of ${art.suits[sign].name}` : art.ranks[rank].name;
}

function drawCard(node, art, card) {
  if (node.dataset.card === String(card)) return;
  node.dataset.card = card;
  const [rank, sign] = card ? parts(card) : [];
  const suit = art.suits[sign ?? ""];
  node.innerHTML = card
    ? art.ranks[rank].picture.replaceAll("SHAPE", suit.shape).replaceAll("COLOUR", suit.colour)
    : art.back;
  node.firstChild.setAttribute("aria-hidden", "true");
}

// With several packs two cards can be alike: the second one has another key.
function keysOf(cards) {
  const seen = {};
  return cards.map((card) => `${card}/${(seen[card] = (seen[card] ?? 0) + 1)}`);
}

// ------------------------------------------------------------------------------------ what lies on the table

function drawPile(node, pile, art) {
  if (!node.firstChild) node.append(make("figcaption"), make("ul"));
  const [name, row] = node.children;
  write(name, pile.note ? `${pile.name}: ${pile.note}` : pile.name);
  row.hidden = !pile.cards.length;
  row.style.setProperty("--number", pile.cards.length);
  row.classList.toggle("named", pile.captions.length > 0);
  const create = () => make("li", {}, make("span", { role: "img" }), make("small"));
  patch(row, pile.cards, (card, place) => String(place), create, (item, card, place) => {
    const [picture, caption] = item.children;
    drawCard(picture, art, card);
    picture.setAttribute("aria-label", cardName(art, card));
    write(caption, pile.captions[place] ?? "");
  });
}

function drawPiles(row, piles, art) {
  row.hidden = !piles.length;
  const update = (node, pile) => drawPile(node, pile, art);
  patch(row, piles, (pile, place) => String(place), () => make("figure"), update);
}

function drawPlace(node, place, art) {
  if (!node.firstChild) {
    node.append(make("b"), make("span", { class: "closed" }), make("p"), make("div", { class: "piles" }));
  }
  const [name, closed, notes, piles] = node.children;
  node.classList.toggle("turn", place.is_turn);
  node.classList.toggle("out", place.is_out);
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
  patch(closed, backs, (back, at) => String(at), () => make("i"), (back) => drawCard(back, art, null));
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

// ----------------------------------------------------------------------------------------------- the clock

// The kernel waits for nobody: when a bot is due, the browser asks for its move after a pause in which a
// person can read, or act first. Before a person's move it asks at once whether a bot wants to interrupt.
const PAUSE = { slow: 2200, normal: 1000, fast: 250 };

function makeClock(model, send) {
  let due = null;
  let timer;
  const stop = () => clearTimeout(timer);
  const tick = (changed) => {
    const { step, clock } = model.get("turn");
    const speed = model.get("speed");
    if (due === step && !changed) return;
    stop();
    due = clock ? step : null;
    if (!clock || (speed === "step" && clock === "bots")) return;
    timer = setTimeout(() => send({ kind: "next" }), clock === "ask" ? 150 : PAUSE[speed]);
  };
  return { tick, stop };
}

// ----------------------------------------------------------------------------------------------- the table

const SPEEDS = { slow: "slow", normal: "normal", fast: "fast", step: "step by step" };

function build(model, send) {
  const ui = {};
  const part = (name, tag, attributes = {}, ...children) =>
    (ui[name] = make(tag, { class: name, ...attributes }, ...children));

  ui.undo = button("plain", () => send({ kind: "undo" }));
  ui.undo.textContent = "Take back";
  ui.step = button("plain", () => send({ kind: "next" }));
  ui.step.textContent = "Next move";
  const options = Object.entries(SPEEDS).map(([value, text]) => make("option", { value }, text));
  ui.speed = make("select", OWN_KEYS, ...options);
  ui.speed.addEventListener("change", () => {
    model.set("speed", ui.speed.value);
    model.save_changes();
  });
  ui.uncover = button("strong", () => send({ kind: "uncover" }));
  ui.rule = button("clause", () => {
    ui.ruleText.hidden = !ui.ruleText.hidden;
    ui.rule.setAttribute("aria-expanded", String(!ui.ruleText.hidden));
  });
  ui.ruleText = make("p", { class: "rule" });

  const play = make("div", { class: "play" },
    part("places", "ol", { "aria-label": "Seats" }),
    part("middle", "div"),
    part("status", "p", { role: "status" }),
    part("cover", "div", {}, make("p"), ui.uncover),
    part("hand", "div", { role: "group" }),
    part("verbs", "div", { role: "group", "aria-label": "Moves" }),
    part("said", "div", { role: "status" },
      make("p"), ui.rule, ui.ruleText, part("choices", "div")),
    part("error", "p", { role: "alert" }),
    part("tools", "div", {}, ui.undo, (ui.bots = make("label", {}, "Bots ", ui.speed)), ui.step)
  );
  const side = make("div", { class: "side" },
    part("sheet", "table"),
    make("h4", {}, "What happened"),
    part("story", "div", { role: "log", "aria-label": "What happened" }, make("ol"))
  );
  ui.root = make("section", { class: "cardlab-table" },
    make("header", {}, part("title", "h3"), part("facts", "ul")), play, side);
  ui.settleHand = rove(ui.hand);
  ui.settleStory = rove(ui.story);
  return ui;
}

function drawHand(ui, scene, turn, art, send, chosen) {
  const legal = new Set(scene.legal);
  const keys = keysOf(scene.hand);
  ui.hand.setAttribute("aria-label", scene.hand_name);
  ui.hand.style.setProperty("--number", scene.hand.length);
  ui.hand.hidden = !scene.hand.length;
  ui.hand.classList.toggle("marked", legal.size > 0);
  const press = (node) => {
    if (turn().card_verb) return send({ kind: "act", verb: turn().card_verb, cards: [node.dataset.card] });
    if (!chosen.delete(node.dataset.key)) chosen.add(node.dataset.key);
    node.setAttribute("aria-pressed", chosen.has(node.dataset.key));
  };
  patch(ui.hand, scene.hand, (card, place) => keys[place], () => button("card", press), (node, card) => {
    drawCard(node, art, card);
    const can = legal.has(card);
    node.classList.toggle("legal", can);
    const said = legal.size ? (can ? ", legal" : ", not legal now") : "";
    node.setAttribute("aria-label", cardName(art, card) + said);
    if (turn().card_verb) node.removeAttribute("aria-pressed");
    else node.setAttribute("aria-pressed", chosen.has(node.dataset.key));
  });
  for (const key of chosen) if (!keys.includes(key)) chosen.delete(key);
  ui.settleHand();
}

function drawVerbs(ui, turn, send, chosen) {
  const press = (node) => {
    const cards = [...chosen].map((key) => key.split("/")[0]);
    send({ kind: "act", verb: node.dataset.verb, seat: node.dataset.seat, cards });
  };
  ui.verbs.hidden = !turn.buttons.length;
  const keyOf = (offer) => `${offer.verb}/${offer.seat}`;
  patch(ui.verbs, turn.buttons, keyOf, () => button("strong", press), (node, offer) => {
    node.dataset.verb = offer.verb;
    node.dataset.seat = offer.seat;
    write(node, offer.label);
    enable(node, offer.legal);
  });
}

function drawSaid(ui, { text, clause, rule, choices }, send) {
  ui.said.classList.toggle("empty", !text);
  write(ui.said.firstChild, text);
  if (ui.ruleText.dataset.text !== rule) ui.ruleText.hidden = true;
  write(ui.ruleText, rule);
  write(ui.rule, clause);
  ui.rule.hidden = !clause;
  ui.rule.setAttribute("aria-label", `rule ${clause}`);
  ui.rule.setAttribute("aria-expanded", String(!ui.ruleText.hidden));
  enable(ui.rule, rule);
  const press = (node) => send({ kind: "choose", number: Number(node.dataset.key) });
  patch(ui.choices, choices, (move, place) => String(place), () => button("plain", press), write);
}

function drawStory(ui, title, story, send) {
  const list = ui.story.firstChild;
  const before = list.children.length;
  const press = (node) => send({ kind: "rule", clause: node.textContent });
  const create = () => make("li", {}, make("span"), button("clause", press));
  patch(list, story, (line, place) => `${title} ${place}`, create, (node, [sentence, clause]) => {
    write(node.firstChild, sentence);
    write(node.lastChild, clause);
    node.lastChild.setAttribute("aria-label", `rule ${clause}`);
  });
  if (story.length !== before) requestAnimationFrame(() => (ui.story.scrollTop = ui.story.scrollHeight));
  ui.settleStory();
}

// When what had the focus is gone (the card was played, the deal has ended), the keyboard goes on nearby.
function keepFocus(ui, draw) {
  const had = ui.root.contains(document.activeElement) ? document.activeElement : null;
  const place = [...ui.hand.children].indexOf(had);
  draw();
  const there = (node) => node?.isConnected && !node.closest("[hidden]");
  if (!had || there(had)) return;
  const cards = [...ui.hand.children];
  const near = cards[Math.min(place, cards.length - 1)];
  [near, ui.uncover, ...ui.verbs.children, ...cards, ui.undo].find(there).focus();
}

function render({ model, el }) {
  const chosen = new Set(); // the cards chosen for a button, in the order of the clicks
  const turn = () => model.get("turn");
  const send = (message) => model.send({ ...message, step: turn().step });
  const ui = build(model, send);
  const clock = makeClock(model, send);

  const draw = () => {
    const [art, scene, now] = ["art", "scene", "turn"].map((name) => model.get(name));
    ui.root.setAttribute("aria-label", scene.title);
    ui.root.dataset.step = now.step;
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
    const turns = scene.places.filter((place) => place.is_turn);
    ui.status.classList.toggle("mine", turns.every((place) => place.name === now.seat));
    ui.cover.hidden = !now.cover;
    write(ui.cover.firstChild, `Pass the screen to ${now.cover}.`);
    write(ui.uncover, `I am ${now.cover}`);
    drawHand(ui, scene, turn, art, send, chosen);
    drawVerbs(ui, now, send, chosen);
    drawSaid(ui, now.said, send);
    write(ui.error, now.error);
    enable(ui.undo, now.undo);
    ui.bots.hidden = !now.bots;
    ui.step.hidden = !now.bots || model.get("speed") !== "step";
    enable(ui.step, now.clock === "bots");
    drawSheet(ui.sheet, model.get("sheet"));
    drawStory(ui, scene.title, model.get("story"), send);
  };
  const redraw = () => {
    keepFocus(ui, draw);
    clock.tick(false);
  };
  const changeSpeed = () => {
    ui.speed.value = model.get("speed");
    ui.step.hidden = !turn().bots || model.get("speed") !== "step";
    clock.tick(true);
  };

  el.append(ui.root);
  redraw();
  changeSpeed();
  model.on("change:turn", redraw);
  model.on("change:speed", changeSpeed);
  return () => {
    clock.stop();
    model.off("change:turn", redraw);
    model.off("change:speed", changeSpeed);
  };
}

export default { render };
