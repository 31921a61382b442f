// The table of a card game: what a person does at it, and the clock of the bots.
//
// It knows no rules and no game. What it may show comes in four traits (scene, sheet, story, turn); every
// message names the step that it answers to, so that the kernel can ignore what came too late.

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

// ----------------------------------------------------------------------------------------- a silent kernel

const PATIENCE = 8000;
const SILENT = "The kernel does not answer. If it has been stopped, run this cell again.";

function makeLine(model, complain) {
  let timer;
  const heard = () => clearTimeout(timer);
  const send = (message) => {
    heard();
    timer = setTimeout(() => complain(SILENT), PATIENCE);
    try {
      model.send({ ...message, step: model.get("turn").step });
    } catch {
      complain(SILENT);
    }
  };
  return { send, heard };
}

// ----------------------------------------------------------------------------------------------- the table

const SPEEDS = { slow: "slow", normal: "normal", fast: "fast", step: "step by step" };

function build(model, send) {
  const ui = buildScene();
  const part = (name, tag, attributes = {}, ...children) =>
    (ui[name] = make(tag, { class: name, ...attributes }, ...children));

  ui.undo = button("plain", () => send({ kind: "undo" }), "Take back");
  const wanted = () => !model.get("turn").hints.rows; // so that a double click opens them, and no more
  ui.hint = button("plain", () => send({ kind: "hints", open: wanted() }), "Hints");
  ui.step = button("plain", () => send({ kind: "next" }), "Next move");
  const options = Object.entries(SPEEDS).map(([value, text]) => make("option", { value }, text));
  ui.speed = make("select", OWN_KEYS, ...options);
  ui.speed.addEventListener("change", () => {
    model.set("speed", ui.speed.value);
    model.save_changes();
  });
  ui.rule = button("clause", () => {
    ui.ruleText.hidden = !ui.ruleText.hidden;
    ui.rule.setAttribute("aria-expanded", String(!ui.ruleText.hidden));
  });
  ui.ruleText = make("p", { class: "rule" });
  ui.staging = buildStaging(send);
  ui.hints = buildHints(send);
  ui.settings = buildSettings(model, send, () => {
    const answer = ui.said.classList.contains("empty") ? ui.title : ui.said;
    answer.scrollIntoView({ block: "nearest" });
  });

  ui.play.append(
    part("cover", "div", {}, make("p"), make("div", { class: "choices" })),
    part("hand", "div", { role: "group" }),
    ui.staging.root,
    part("verbs", "div", { role: "group", "aria-label": "Moves" }),
    part("said", "div", { role: "status" },
      make("p"), ui.rule, ui.ruleText, part("choices", "div")),
    ui.hints.root,
    part("error", "p", { role: "alert" }),
    part("tools", "div", {}, ui.undo, ui.hint, (ui.bots = make("label", {}, "Bots ", ui.speed)), ui.step),
    ui.settings.panel
  );
  ui.settleHand = rove(ui.hand);
  ui.settleStory = rove(ui.story);
  return ui;
}

function drawCover(ui, turn, send) {
  const names = turn.cover;
  ui.cover.hidden = !names.length && !turn.pass_on;
  const whom = names.length === 1 ? names[0] : "each player in turn, since one of them is asked something";
  write(ui.cover.firstChild, names.length ? `Pass the screen to ${whom}.` : "");
  const choices = names.length ? names.map((name) => [`I am ${name}`, { kind: "uncover", seat: name }])
    : turn.pass_on ? [["Pass the screen on", { kind: "pass on" }]] : [];
  const create = ([, message]) => button("strong", () => send(message));
  patch(ui.cover.lastChild, choices, ([text]) => text, create, (node, [text]) => write(node, text));
}

function drawHand(ui, scene, turn, art, chosen, send) {
  const legal = new Set(scene.legal);
  const keys = keysOf(scene.hand);
  ui.hand.setAttribute("aria-label", scene.hand_name);
  ui.hand.style.setProperty("--number", scene.hand.length);
  ui.hand.hidden = !scene.hand.length;
  ui.hand.classList.toggle("marked", legal.size > 0);
  for (const key of chosen) if (!keys.includes(key)) chosen.delete(key);
  const mark = (node) => {
    const at = [...chosen].indexOf(node.dataset.key);
    const said = legal.size ? (legal.has(node.dataset.name) ? ", legal" : ", not legal now") : "";
    node.setAttribute("aria-label", cardName(art, node.dataset.name) + said);
    if (turn().card_verb) node.removeAttribute("aria-pressed");
    else node.setAttribute("aria-pressed", at >= 0);
    // Which of several comes first can matter: the number is shown, and told to a screen reader.
    const order = at >= 0 && chosen.size > 1 ? String(at + 1) : "";
    node.dataset.order = order;
    if (order) node.setAttribute("aria-description", `number ${order} of the chosen cards`);
    else node.removeAttribute("aria-description");
  };
  const press = (node) => {
    if (turn().card_verb) return send({ kind: "act", verb: turn().card_verb, cards: [node.dataset.name] });
    if (!chosen.delete(node.dataset.key)) chosen.add(node.dataset.key);
    [...ui.hand.children].forEach(mark);
  };
  patch(ui.hand, scene.hand, (card, place) => keys[place], () => button("card", press), (node, card) => {
    drawCard(node, art, card);
    node.dataset.name = card;
    node.classList.toggle("legal", legal.has(card));
    mark(node);
  });
  ui.settleHand();
}

const ADD = { verb: "", label: "Add as meld", seat: "", legal: true };

function drawVerbs(ui, turn, chosen, send) {
  const press = (node) => {
    const cards = [...chosen].map((key) => key.split("/")[0]);
    const { verb, seat } = node.dataset;
    send(verb ? { kind: "act", verb, seat, cards } : { kind: "stage", cards });
  };
  const offers = turn.staging.open ? [ADD, ...turn.buttons] : turn.buttons;
  ui.verbs.hidden = !offers.length;
  const keyOf = (offer) => `${offer.verb}/${offer.seat}`;
  const create = (offer) => button(offer === ADD ? "plain" : "strong", press);
  patch(ui.verbs, offers, keyOf, create, (node, offer) => {
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
  patch(ui.choices, choices, byPlace, () => button("plain", press), write);
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
  const passing = ui.cover.lastChild.children;
  [near, ...passing, ...ui.verbs.children, ...cards, ui.undo].find(there).focus();
}

function render({ model, el }) {
  const chosen = new Set(); // the cards chosen for a button, in the order of the clicks
  const turn = () => model.get("turn");
  const line = makeLine(model, (text) => write(ui.error, text));
  const { send } = line;
  const ui = build(model, send);
  const clock = makeClock(model, send);
  let thinking;

  const draw = () => {
    const [scene, now] = [model.get("scene"), turn()];
    const art = look(ui, model);
    ui.root.dataset.step = now.step;
    // First what was pressed: when it goes, it takes the focus along, for which the browser lays out the page.
    drawVerbs(ui, now, chosen, send);
    drawScene(ui, scene, art);
    const turns = scene.places.filter((place) => place.is_turn);
    ui.status.classList.toggle("mine", turns.some((place) => place.name === now.seat));
    drawCover(ui, now, send);
    drawHand(ui, scene, turn, art, chosen, send);
    drawStaging(ui.staging, now.staging, art);
    drawSaid(ui, now.said, send);
    drawHints(ui.hints, now.hints);
    write(ui.error, now.error);
    enable(ui.undo, now.undo);
    ui.hint.setAttribute("aria-expanded", String(!!now.hints.rows));
    ui.hint.hidden = !now.seat;
    ui.bots.hidden = !now.bots;
    ui.step.hidden = !now.bots || model.get("speed") !== "step";
    enable(ui.step, now.clock === "bots");
    ui.settings.draw();
    drawSheet(ui.sheet, model.get("sheet"));
    drawStory(ui.story, scene.title, model.get("story"), (clause) => send({ kind: "rule", clause }));
    ui.settleStory();
  };
  const redraw = () => {
    keepFocus(ui, draw);
    clock.tick(false);
    clearTimeout(thinking);
    if (turn().hints.thinking) thinking = setTimeout(() => send({ kind: "think" }), 20);
  };
  const changeSpeed = () => {
    ui.speed.value = model.get("speed");
    ui.step.hidden = !turn().bots || model.get("speed") !== "step";
    clock.tick(true);
  };
  const told = {
    "change:turn": redraw,
    "change:heard": () => {
      line.heard();
      ui.settings.answered();
    },
    "change:speed": changeSpeed,
    "change:large change:four_colours change:motion": draw,
    "msg:custom": ui.settings.hear,
  };

  el.append(ui.root);
  redraw();
  changeSpeed();
  for (const [name, hear] of Object.entries(told)) model.on(name, hear);
  return () => {
    clock.stop();
    line.heard();
    clearTimeout(thinking);
    for (const [name, hear] of Object.entries(told)) model.off(name, hear);
  };
}

export default { render };
