"use strict";
// The states along a failing path. All text comes from one JSON object and is
// set as text; strings stand once in a table, states hold their numbers.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const string = (n) => data.strings[n];
let finding = 0, step = 0;

function make(tag, name, text) {
  const e = document.createElement(tag);
  if (name) e.className = name;
  if (text !== undefined) e.textContent = text;
  return e;
}

// What of `now` was not in `before`, and the other way around, as multisets.
function difference(before, now) {
  const left = new Map();
  for (const n of before) left.set(n, (left.get(n) || 0) + 1);
  const fresh = now.map((n) => {
    const had = left.get(n) || 0;
    if (had) left.set(n, had - 1);
    return !had;
  });
  const gone = [];
  for (const n of before) {
    if (left.get(n)) { gone.push(n); left.set(n, left.get(n) - 1); }
  }
  return { fresh, gone };
}

function list(id, before, now, row) {
  const ul = $(id);
  ul.replaceChildren();
  const { fresh, gone } = difference(before || now, now);
  now.forEach((n, i) => {
    const li = row ? row(string(n)) : make("li", "", string(n));
    if (fresh[i]) li.classList.add("new");
    ul.append(li);
  });
  for (const n of gone) {
    // A variable that changed shows its new value only.
    if (!row) { const li = make("li", "gone", string(n)); ul.append(li); }
  }
  if (!ul.children.length) ul.append(make("li", "empty", "nothing"));
}

function variable(text) {
  const li = make("li");
  const cut = text.indexOf(" = ");
  li.append(make("span", "name", text.slice(0, cut)), text.slice(cut));
  return li;
}

// Columns count bytes of UTF-8.
const encoder = new TextEncoder(), decoder = new TextDecoder();
function cutLine(text, from, to) {
  const b = encoder.encode(text);
  return [b.slice(0, from), b.slice(from, to), b.slice(to)].map((p) => decoder.decode(p));
}

function source(f, s) {
  const box = $("source");
  const place = s.place, lines = data.files[place.file] || data.files[f.at.file] || [];
  const been = new Set(f.steps.slice(0, step).filter((x) => x.place.file === place.file).map((x) => x.place.line));
  const atEnd = step === f.steps.length - 1;
  box.replaceChildren();
  lines.forEach((text, i) => {
    const n = i + 1, row = make("div", "row");
    row.append(make("span", "no", String(n)));
    const code = make("span", "code");
    const now = n === place.line;
    const fail = f.at.file === place.file && n === f.at.line;
    const r = atEnd && fail ? f.at : place;
    if ((now || (atEnd && fail)) && n === r.line && r.column > 0) {
      const to = r.end_line === r.line ? r.end_column - 1 : encoder.encode(text).length;
      const [a, b, c] = cutLine(text, r.column - 1, to);
      code.append(a, make("mark", "", b), c);
    } else code.textContent = text;
    row.append(code);
    if (now) row.classList.add("now");
    if (fail) row.classList.add("fail");
    if (fail && atEnd) row.classList.add("end");
    if (been.has(n)) row.classList.add("been");
    box.append(row);
  });
  const target = (atEnd && box.querySelector(".row.end")) || box.querySelector(".row.now");
  if (target) {
    const pane = $("source-pane");
    pane.scrollTop = target.offsetTop - pane.offsetTop - pane.clientHeight / 3;
  }
}

function show() {
  const f = data.findings[finding];
  const s = f.steps[step], before = step ? f.steps[step - 1] : null;
  const atEnd = step === f.steps.length - 1;
  $("finding").value = String(finding);
  $("slider").max = String(f.steps.length - 1);
  $("slider").value = String(step);
  $("position").textContent = `state ${step + 1} of ${f.steps.length}`;
  $("back").disabled = $("first").disabled = step === 0;
  $("forward").disabled = $("last").disabled = atEnd;
  const message = $("message");
  message.replaceChildren();
  message.append(make("strong", "", f.message), make("div", "soft mono", `${f.at.file}:${f.at.line}:${f.at.column} in ${f.member}`));
  if (f.consumed) message.append(make("div", "", `${f.consumed.chunk} was taken by line ${f.consumed.by.line}: ${f.consumed.by.text.trim()}`));
  if (f.run) message.append(make("div", "", f.run));
  const next = $("next");
  next.replaceChildren();
  next.append(make("span", "soft", atEnd ? "Here the proof fails: " : `Before line ${s.place.line}: `));
  next.append(make("code", "", string(s.what)));
  list("store", before && before.store, s.store, variable);
  list("heap", before && before.heap, s.heap);
  list("old", before && before.old, s.old);
  list("conditions", before && before.conditions, s.conditions);
  source(f, s);
  history.replaceState(null, "", `#finding=${finding}&step=${step}`);
}

function go(n) {
  const last = data.findings[finding].steps.length - 1;
  step = Math.max(0, Math.min(last, n));
  show();
}

function choose(n) {
  if (n < 0 || n >= data.findings.length) return;
  finding = n;
  go(data.findings[n].steps.length - 1);
}

function start() {
  if (!data.findings.length) {
    $("nothing").hidden = false;
    for (const id of ["controls", "source-pane", "state-pane"]) $(id).hidden = true;
    return;
  }
  data.findings.forEach((f, i) => {
    const option = make("option", "", `${f.at.line}: ${f.message}`);
    option.value = String(i);
    $("finding").append(option);
  });
  $("finding").addEventListener("change", (e) => choose(Number(e.target.value)));
  $("slider").addEventListener("input", (e) => go(Number(e.target.value)));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(step - 1));
  $("forward").addEventListener("click", () => go(step + 1));
  $("last").addEventListener("click", () => go(Infinity));
  const keys = {
    ArrowRight: () => go(step + 1), j: () => go(step + 1), ArrowLeft: () => go(step - 1), k: () => go(step - 1),
    Home: () => go(0), End: () => go(Infinity), "[": () => choose(finding - 1), "]": () => choose(finding + 1),
  };
  document.addEventListener("keydown", (e) => {
    const inField = e.target.id === "finding" && e.key.startsWith("Arrow");
    if (!keys[e.key] || inField || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    keys[e.key]();
  });
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = (key) => (wanted.has(key) ? Number(wanted.get(key)) : NaN);
  if (data.findings[number("finding")]) finding = number("finding");
  const at = number("step");
  go(Number.isInteger(at) ? at : 0);
}
start();
