// The panel below the table: how it looks, who plays, the house rules, a position, the record.

// `show` brings the answer into sight: it stands above, where who fills in a form does not see it.
function buildSettings(model, send, show) {
  let asked = false;
  const ask = (message) => {
    asked = true;
    send(message);
  };
  const panel = make("details", { class: "settings" }, make("summary", OWN_KEYS, "Game and settings"));
  const field = (text, input) => make("label", {}, make("span", {}, text), input);
  const section = (title, ...children) => make("fieldset", {}, make("legend", {}, title), ...children);
  const menu = (choices, value) => {
    const node = make("select", OWN_KEYS, ...choices.map(([key, text]) => make("option", { value: key }, text)));
    node.value = value;
    return node;
  };
  const area = (text) => make("textarea", { rows: 3, spellcheck: "false", "aria-label": text, ...OWN_KEYS });

  const looks = Object.entries({ large: "Large, for projecting", four_colours: "Four colours", motion: "Motion" });
  const boxes = looks.map(([name, text]) => {
    const box = make("input", { type: "checkbox", ...OWN_KEYS });
    box.addEventListener("change", () => {
      model.set(name, box.checked);
      model.save_changes();
    });
    return [name, text, box];
  });
  const record = area("Record of the match");
  const file = make("a", { class: "plain", download: "record.txt", ...OWN_KEYS }, "Download");
  file.hidden = true;
  const filled = make("div", { class: "form" });
  panel.append(
    section("Looks", ...boxes.map(([, text, box]) => field(text, box))),
    section("Match",
      button("plain", () => ask({ kind: "new deal" }), "New deal"),
      button("plain", () => ask({ kind: "same deal" }), "Same deal again")),
    filled,
    section("Record", record,
      button("plain", () => ask({ kind: "save" }), "Save"), file,
      button("plain", () => ask({ kind: "load", record: record.value }), "Load"))
  );
  // What holds now is asked for when the panel is opened, and not again in the same match: what somebody has
  // typed stays. The answer comes to every view of the table; only the one that asked for it takes it.
  let [filledFor, isWaiting, named] = [null, false, []];
  panel.addEventListener("toggle", () => {
    if (!panel.open || filledFor === model.get("turn").match) return;
    isWaiting = true;
    send({ kind: "form" });
  });
  filled.addEventListener("input", () => (filledFor = model.get("turn").match));

  const showForm = (form) => {
    [filledFor, isWaiting] = [model.get("turn").match, false];
    const seats = Array.from({ length: form.most }, (_, place) => {
      const [name, player] = form.seats[place] ?? ["", form.players.at(-1)];
      const input = make("input", { class: "field", value: name, size: 8, "aria-label": `Name of seat ${place + 1}`, ...OWN_KEYS });
      const choice = menu(form.players.map((one) => [one, one]), player);
      choice.setAttribute("aria-label", `Player of seat ${place + 1}`);
      return [input, choice];
    });
    const options = form.options.map((option) => {
      const input = option.choices.length
        ? menu(option.choices, option.value)
        : make("input", { class: "field", value: option.value, size: 12, title: option.right, ...OWN_KEYS });
      return [option, input];
    });
    const position = area("Position, as scenario files describe it; empty: a new deal");
    position.placeholder = form.example;
    // What a refusal begins with, and what it means.
    named = [...options.map(([option, input]) => [option.question, input]), ["Position", position], ["Players", seats[0][0]]];
    const [person, bot] = form.players;
    const watch = () => {
      for (const [, player] of seats) if (player.value === person) player.value = bot;
    };
    const begin = () =>
      ask({
        kind: "begin",
        form: {
          seats: seats.map(([name, player]) => [name.value.trim(), player.value]),
          options: Object.fromEntries(options.map(([option, input]) => [option.name, input.value])),
          position: position.value.trim(),
        },
      });
    filled.replaceChildren(
      section("Players, clockwise; without a name a seat is empty",
        ...seats.map(([name, player]) => make("div", { class: "seat" }, name, player)),
        button("plain", watch, "All bots, to watch")),
      section("House rules", ...options.map(([option, input]) => field(`${option.doc} (${option.clause})`, input))),
      section("Position", position),
      button("strong", begin, "Begin with these")
    );
  };
  const hear = (message) => {
    if (message.kind === "form" && isWaiting) showForm(message.form);
    if (message.kind === "record") {
      asked = false; // it is seen here
      record.value = message.record;
      file.href = `data:text/plain;charset=utf-8,${encodeURIComponent(message.record)}`;
      file.hidden = false;
    }
  };
  const answered = () => {
    if (!asked) return;
    asked = false;
    const { text } = model.get("turn").said;
    named.find(([name]) => text.startsWith(name))?.[1].focus({ preventScroll: true });
    requestAnimationFrame(show);
  };
  const draw = () => boxes.forEach(([name, , box]) => (box.checked = model.get(name)));
  return { panel, hear, draw, answered };
}
