"use strict";
// Tabs, the source with its coverage, and the controls of the tree. The state
// is kept in the address, so that a link leads to a node.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const el = (tag, attributes = {}, ...children) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) if (k === "on") for (const [n, f] of Object.entries(v)) e.addEventListener(n, f); else e.setAttribute(k, v);
  e.append(...children);
  return e;
};
const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const state = { tab: "summary" };

function store() {
  const entries = Object.entries(state).filter(([, v]) => v !== undefined && v !== "");
  history.replaceState(null, "", "#" + new URLSearchParams(entries));
}

function tab(name) {
  if (!$(name + "-tab")) name = "summary";
  if (name === "tree" && !data.tree) name = "summary";
  state.tab = name;
  for (const s of document.querySelectorAll("main > section")) s.hidden = s.id !== name + "-tab";
  for (const b of document.querySelectorAll("nav button")) b.setAttribute("aria-selected", b.dataset.tab === name);
  if (name === "source") sources();
  if (name === "tree") tree.start();
  // The end of a run is where it fails.
  if (name === "bugs") for (const l of document.querySelectorAll(".trace ol")) l.scrollTop = l.scrollHeight;
  store();
}

function sources() {
  const box = $("files");
  if (box.firstChild) return;
  for (const f of data.files) {
    const hit = new Set(f.hit), miss = new Set(f.miss), sites = new Map();
    const sides = new Map(f.branches.map(([n, taken, total]) => [n, [taken, total]]));
    // A line can have several findings.
    for (const [n, kind] of f.sites) sites.set(n, [...(sites.get(n) || []), kind]);
    box.append(el("h2", { class: "mono", "data-source": f.name }, f.name));
    const rows = el("div", { class: "snippet" });
    f.lines.forEach((text, i) => {
      const n = i + 1;
      const kind = (hit.has(n) ? " hit" : miss.has(n) ? " miss" : "") + (sites.has(n) ? " site" : "");
      const links = data.tree && hit.has(n);
      const number = el(links ? "button" : "span", { class: "no" + (links ? " link" : "") }, String(n));
      if (links) {
        number.title = "paths through this line";
        number.setAttribute("aria-label", `line ${n}: paths through this line`);
        number.addEventListener("click", () => { $("line").value = `${f.name}:${n}`; tab("tree"); tree.filter(); });
      }
      const [taken, total] = sides.get(n) || [0, 0];
      const mark = el("span", { class: "sides" + (taken < total ? " some" : "") }, total ? `${taken}/${total}` : "");
      if (total) mark.title = `${taken} of ${total} sides of the branches of this line were taken`;
      const row = el("div", { class: "row" + kind, id: `L-${f.name}-${n}` }, number, ...(sides.size ? [mark] : []), el("span", {}, text));
      if (sites.has(n)) row.append(el("span", { class: "note" }, "← " + [...new Set(sites.get(n))].join(", ")));
      rows.append(row);
    });
    box.append(rows);
  }
}

function showLine(file, line) {
  tab("source");
  const row = document.getElementById(`L-${file}-${line}`);
  if (row) row.scrollIntoView({ block: "center" });
}

const tree = {
  start() {
    if (!this.picture) this.build();
    this.picture.resize();
    if (!this.placed) { this.placed = true; this.home(); }
    this.picture.draw();
  },
  build() {
    const t = (this.tree = new Tree(data.tree));
    this.view = new View(t);
    this.view.layout();
    this.picture = new Picture($("canvas"), this.view);
    const counts = new Map();
    for (let i = 0; i < t.n; i++) if (t.text("outcome", i)) { const o = t.text("outcome", i); counts.set(o, (counts.get(o) || 0) + 1); }
    const kinds = new Map();
    for (let i = 0; i < t.n; i++) kinds.set(t.kind[i], (kinds.get(t.kind[i]) || 0) + 1);
    const option = (value, text) => $("outcome").append(el("option", { value }, text));
    option("", "every outcome");
    for (const [k, label] of [["error", "all errors"], ["end", "all completed"], ["infeasible", "infeasible sides"], ["merge", "merges"], ["waiting", "not explored to the end"]]) if (kinds.get(KIND[k])) option("kind:" + k, `${label} (${kinds.get(KIND[k])})`);
    for (const [o, n] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, 40)) option("is:" + o, `${cut(o, 50)} (${n})`);
    const legend = { fork: "fork", end: "completed", error: "error", infeasible: "infeasible side", merge: "merge or reuse", waiting: "not explored to the end" };
    for (const [k, text] of Object.entries(legend)) if (kinds.get(KIND[k])) { const i = el("i"); i.style.borderColor = this.picture.style(KIND[k], this.picture.colors())[0]; $("legend").append(el("span", {}, i, text)); }
    for (const id of ["search", "line"]) $(id).addEventListener("input", () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.filter(), 150); });
    $("outcome").addEventListener("change", () => this.filter());
    $("steps").addEventListener("change", () => { this.view.steps = $("steps").checked; this.relayout(true); });
    $("expand").addEventListener("click", () => { this.view.openAll(); this.relayout(); this.picture.fit(); this.picture.draw(); });
    $("collapse").addEventListener("click", () => { this.view.openSome(2); this.select(0); this.relayout(); this.picture.fit(); this.picture.draw(); });
    $("fit").addEventListener("click", () => { this.picture.fit(); this.picture.draw(); });
    $("next").addEventListener("click", () => this.step(1));
    $("previous").addEventListener("click", () => this.step(-1));
    this.mouse($("canvas"));
    $("canvas").addEventListener("keydown", (e) => this.key(e));
    window.addEventListener("resize", () => { if (state.tab === "tree") { this.picture.resize(); this.picture.draw(); } });
    this.status();
    this.details(0);
    if (data.tree.truncated) $("matches").textContent += " (cut: too many nodes)";
  },
  // Fitted, and so much of it open that it can be read.
  home() {
    for (const limit of [2000, 400, 120, 60, 30, 12, 4]) {
      this.view.openSome(limit);
      this.view.layout();
      this.picture.fit();
      if (this.picture.zoom >= READABLE) break;
    }
  },
  relayout(keep = false) {
    const p = this.picture, box = this.view.home.get(p.selected), before = box !== undefined ? this.view.shown[box] : null;
    this.view.layout();
    const now = this.view.home.get(p.selected);
    // The selected box stays where it is on the screen.
    if (before && now !== undefined) { const s = this.view.shown[now]; p.left += (before.px - s.px) * p.zoom; p.top += (before.py - s.py) * p.zoom; }
    if (keep && now !== undefined) p.show(now);
    p.draw();
  },
  status() {
    const n = this.found ? `${this.found.length} of ${counted(this.tree.n, "node")} match` : counted(this.tree.n, "node");
    $("matches").textContent = n;
  },
  filter() {
    const t = this.tree, text = $("search").value.trim().toLowerCase(), where = $("line").value.trim(), outcome = $("outcome").value;
    Object.assign(state, { q: text, line: where, outcome });
    store();
    if (!text && !where && !outcome) {
      this.found = null; this.picture.matches = null; this.view.keep = null;
      this.status(); this.relayout(); return;
    }
    // Strings are few: each is searched once.
    const has = text ? t.strings.map((s) => s.toLowerCase().includes(text)) : null;
    const [, file, line] = /^(?:(.*):)?(\d+)$/.exec(where) || [null, null, null];
    const match = new Uint8Array(t.n), keep = new Uint8Array(t.n);
    this.found = [];
    for (let i = 0; i < t.n; i++) {
      if (where && !(line !== null && t.line[i] === Number(line) && (!file || t.text("file", i).endsWith(file)))) continue;
      if (outcome.startsWith("kind:") && t.kind[i] !== KIND[outcome.slice(5)]) continue;
      if (outcome.startsWith("is:") && t.text("outcome", i) !== outcome.slice(3)) continue;
      if (has && !(has[t.branch[i]] || has[t.outcome[i]] || has[t.source[i]] || has[t.func[i]] || t.vars[i].some((v, j) => j > 0 && has[v]))) continue;
      match[i] = 1;
      this.found.push(i);
      for (let k = i; !keep[k]; k = t.parent[k]) { keep[k] = 1; if (k === 0) break; }
    }
    keep[0] = 1;
    this.picture.matches = match;
    this.view.keep = keep;
    if (this.found.length <= 2000) for (const i of this.found) this.view.openPath(i);
    this.status();
    this.relayout();
    if (this.found.length) this.select(this.found[0], true);
  },
  step(by) {
    if (!this.found || !this.found.length) return;
    let at = this.found.indexOf(this.picture.selected);
    at = (at + by + this.found.length) % this.found.length;
    this.select(this.found[at], true);
  },
  select(i, go = false) {
    this.picture.selected = i;
    state.node = i;
    store();
    this.details(i);
    if (go) {
      this.view.openPath(i);
      this.view.layout();
      const box = this.view.home.get(i);
      if (box !== undefined) this.picture.show(box);
    }
    this.picture.draw();
  },
  toggle(i) {
    this.view.open[i] = this.view.open[i] ? 0 : 1;
    this.relayout();
  },
  details(i) {
    const t = this.tree, box = $("details"), list = (tag, texts) => el(tag, {}, ...texts.map((x) => el("li", { class: "mono" }, x)));
    const parts = [el("div", {}, el("strong", {}, `node ${i}`), ` ${KINDS[t.kind[i]]}`)];
    if (t.text("func", i)) parts[0].append(" in ", el("code", {}, t.text("func", i)));
    if (t.text("label", i)) parts.push(el("div", { class: "mono" }, t.text("label", i)));
    if (t.line[i] > 0) parts.push(el("div", {}, el("button", { class: "link-button mono", on: { click: () => showLine(t.text("file", i), t.line[i]) } }, t.place(i))));
    if (t.text("source", i)) parts.push(el("pre", { class: "mono", style: "white-space: pre-wrap; margin: 6px 0" }, t.text("source", i)));
    if (t.text("outcome", i)) parts.push(el("div", { class: t.kind[i] === KIND.error ? "bad" : "" }, el("strong", {}, t.text("outcome", i))));
    if (t.text("branch", i)) parts.push(el("h3", {}, "Decision"), el("code", {}, t.text("branch", i)));
    const condition = t.condition(i);
    parts.push(el("h3", {}, "Path condition"), condition.length ? list("ul", condition) : el("code", {}, "true"));
    const variables = t.variables(i);
    if (variables.length) parts.push(el("h3", {}, "Values"), el("table", { class: "mono" }, ...variables.map((v) => el("tr", {}, el("td", { class: v.changed ? "changed" : "" }, v.name), el("td", {}, v.value)))));
    const also = (data.tree.also || []).filter(([k]) => k === i).flatMap(([, from]) => from);
    if (also.length) parts.push(el("h3", {}, "Merged with"), ...also.map((k) => el("button", { class: "link-button", on: { click: () => this.select(k, true) } }, `node ${k} `)));
    const path = t.path(i), shownPath = path.slice(-60);
    parts.push(el("h3", {}, "The way here"));
    if (path.length > 60) parts.push(el("div", { class: "soft" }, `… ${counted(path.length - 60, "node")} before`));
    parts.push(el("div", {}, ...shownPath.map((k) => el("div", {}, el("button", { class: "link-button mono", on: { click: () => this.select(k, true) } }, t.line[k] > 0 ? `${t.line[k]}` : t.text("label", k) || "start"), " ", el("span", { class: "mono" + (k === i ? " changed" : "") }, cut(t.text("source", k), 44))))));
    box.replaceChildren(...parts);
    box.dataset.node = i;
  },
  mouse(canvas) {
    let from = null, moved = false;
    canvas.addEventListener("pointerdown", (e) => { from = [e.offsetX, e.offsetY]; moved = false; canvas.setPointerCapture(e.pointerId); });
    canvas.addEventListener("pointermove", (e) => {
      const p = this.picture;
      if (!from) { canvas.style.cursor = p.at(e.offsetX, e.offsetY) >= 0 ? "pointer" : ""; return; }
      const dx = e.offsetX - from[0], dy = e.offsetY - from[1];
      if (!moved && Math.hypot(dx, dy) < 4) return;
      moved = true;
      canvas.classList.add("moving");
      p.left += dx; p.top += dy; from = [e.offsetX, e.offsetY];
      p.draw();
    });
    canvas.addEventListener("pointerup", (e) => {
      canvas.classList.remove("moving");
      if (from && !moved) {
        const b = this.picture.at(e.offsetX, e.offsetY);
        if (b >= 0) {
          const s = this.view.shown[b];
          const again = this.view.home.get(this.picture.selected) === b;
          this.select(s.last);
          if ((s.closed || again) && this.tree.childCount(s.last) > 0) this.toggle(s.last);
        }
      }
      from = null;
    });
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      const p = this.picture, z = Math.min(2.5, Math.max(0.002, p.zoom * Math.exp(-e.deltaY * 0.0015)));
      p.left = e.offsetX - ((e.offsetX - p.left) * z) / p.zoom;
      p.top = e.offsetY - ((e.offsetY - p.top) * z) / p.zoom;
      p.zoom = z;
      p.draw();
    }, { passive: false });
  },
  key(e) {
    const t = this.tree, v = this.view, s = v.shown[v.home.get(this.picture.selected)];
    if (!s) return;
    const row = v.rows[s.depth], at = row.indexOf(v.home.get(this.picture.selected));
    const go = (b) => { if (b !== undefined && b >= 0) this.select(v.shown[b].last, true); };
    switch (e.key) {
      case "ArrowUp": go(s.up); break;
      case "ArrowDown": if (s.closed) { this.toggle(s.last); } go(v.shown.findIndex((x) => x.up === v.home.get(this.picture.selected))); break;
      case "ArrowLeft": go(row[at - 1]); break;
      case "ArrowRight": go(row[at + 1]); break;
      case "Enter": case " ": if (t.childCount(s.last) > 0) this.toggle(s.last); break;
      default: return;
    }
    e.preventDefault();
  },
};

for (const b of document.querySelectorAll("nav button")) b.addEventListener("click", () => tab(b.dataset.tab));
for (const b of document.querySelectorAll("[data-bug]")) b.addEventListener("click", () => { tab("bugs"); $("bug-" + b.dataset.bug).scrollIntoView(); });
for (const b of document.querySelectorAll("[data-file]")) b.addEventListener("click", () => showLine(b.dataset.file, b.dataset.line || 1));
for (const b of document.querySelectorAll("[data-node]")) if (b.id !== "details") b.addEventListener("click", () => { tab("tree"); tree.select(Number(b.dataset.node), true); $("canvas").focus(); });

{
  const wanted = new URLSearchParams(location.hash.slice(1));
  const first = wanted.get("tab") || data.start;
  tab(first);
  if (state.tab === "tree") {
    for (const [id, key] of [["search", "q"], ["line", "line"], ["outcome", "outcome"]]) if (wanted.get(key)) $(id).value = wanted.get(key);
    if (wanted.get("q") || wanted.get("line") || wanted.get("outcome")) tree.filter();
    const node = Number(wanted.get("node"));
    if (wanted.has("node") && node >= 0 && node < tree.tree.n) tree.select(node, true);
  }
}
