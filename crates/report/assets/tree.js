"use strict";
// The tree: its columns, what of it is shown, where each node stands, and how
// it is drawn. Costs are linear in the nodes that are shown; drawing is linear
// in those in view.

const KINDS = ["root", "step", "fork", "merge", "generalisation", "summary", "subsumed", "infeasible", "end", "error", "waiting"];
const KIND = Object.fromEntries(KINDS.map((k, i) => [k, i]));

class Tree {
  // Columns of equal length; parents come before their children.
  constructor(data) {
    Object.assign(this, data);
    const n = (this.n = data.parent.length);
    this.first = new Int32Array(n + 1);
    for (let i = 1; i < n; i++) this.first[this.parent[i] + 1]++;
    for (let i = 0; i < n; i++) this.first[i + 1] += this.first[i];
    const at = this.first.slice(0, n);
    this.kids = new Int32Array(Math.max(0, n - 1));
    for (let i = 1; i < n; i++) this.kids[at[this.parent[i]]++] = i;
    this.below = new Int32Array(n).fill(1);
    this.errors = new Int32Array(n);
    for (let i = n - 1; i >= 0; i--) {
      if (this.kind[i] === KIND.error) this.errors[i]++;
      if (i > 0) {
        this.below[this.parent[i]] += this.below[i];
        this.errors[this.parent[i]] += this.errors[i];
      }
    }
  }
  children(i) { return this.kids.subarray(this.first[i], this.first[i + 1]); }
  childCount(i) { return this.first[i + 1] - this.first[i]; }
  text(column, i) { return this.strings[this[column][i]]; }
  path(i) {
    const out = [];
    for (let k = i; k >= 0; k = k === 0 ? -1 : this.parent[k]) out.push(k);
    return out.reverse();
  }
  // The path condition: what each node on the way added.
  condition(i) { return this.path(i).map((k) => this.text("branch", k)).filter((t) => t !== ""); }
  // Variables of the innermost function: each node stores what changed.
  variables(i) {
    const path = this.path(i);
    let values = new Map(), changed = new Set();
    for (const k of path) {
      const delta = this.vars[k];
      if (delta[0] === 1) values = new Map();
      changed = new Set();
      for (let j = 1; j < delta.length; j += 2) {
        const name = this.strings[delta[j]], value = this.strings[delta[j + 1]];
        if (value === "") values.delete(name);
        else { values.set(name, value); changed.add(name); }
      }
    }
    return [...values].map(([name, value]) => ({ name, value, changed: changed.has(name) }));
  }
  place(i) { return `${this.text("file", i)}:${this.line[i]}`; }
}

const NODE = { width: 168, height: 46, gapX: 22, gapY: 54 };
// Below this zoom boxes have no words.
const READABLE = 0.42;

// What is shown and where.
class View {
  constructor(tree) {
    this.tree = tree;
    this.open = new Uint8Array(tree.n);
    this.keep = null; // with a filter: nodes on the way to a match
    this.steps = false;
    this.openSome(tree.n <= 400 ? tree.n : 120);
  }
  // Opens nodes breadth first until about `limit` are shown.
  openSome(limit) {
    this.open.fill(0);
    let queue = [0], shown = 1;
    while (queue.length && shown < limit) {
      const next = [];
      for (const i of queue) {
        if (shown >= limit) break;
        this.open[i] = 1;
        for (const k of this.tree.children(i)) { next.push(k); shown += this.tree.childCount(i) > 1 ? 1 : 0.02; }
      }
      queue = next;
    }
  }
  openAll() { this.open.fill(1); }
  openPath(i) { for (const k of this.tree.path(i)) if (k !== i) this.open[k] = 1; }
  kidsOf(i) {
    const all = this.tree.children(i);
    return this.keep ? all.filter((k) => this.keep[k]) : all;
  }
  // The nodes shown, in order, with the last node of a straight run each.
  layout() {
    const t = this.tree, shown = [], home = new Map();
    const stack = [[0, -1, 0]];
    while (stack.length) {
      let [i, up, depth] = stack.pop();
      let last = i, kids = this.kidsOf(last);
      const run = [i];
      // A straight run of steps is one box; what has words of its own has a box too.
      while (!this.steps && (last === 0 || !t.text("label", last)) && this.open[last] && kids.length === 1 && t.childCount(last) === 1 && t.kind[last] !== KIND.merge) {
        const k = kids[0];
        if (t.childCount(k) === 0 && t.kind[k] !== KIND.end && t.kind[k] !== KIND.error) break;
        last = k; run.push(k); kids = this.kidsOf(last);
        if (t.childCount(last) === 0) break;
      }
      const box = shown.length;
      for (const k of run) home.set(k, box);
      const closed = t.childCount(last) > 0 && !this.open[last];
      shown.push({ first: i, last, run: run.length, up, depth, closed, x: 0, kids: 0 });
      if (up >= 0) shown[up].kids++;
      if (!closed) for (let j = kids.length - 1; j >= 0; j--) stack.push([kids[j], box, depth + 1]);
    }
    const width = place(shown);
    let depth = 0;
    this.rows = [];
    for (let b = 0; b < shown.length; b++) {
      const s = shown[b];
      s.px = s.x * (NODE.width + NODE.gapX);
      s.py = s.depth * (NODE.height + NODE.gapY);
      depth = Math.max(depth, s.depth);
      (this.rows[s.depth] ||= []).push(b);
    }
    this.shown = shown;
    this.home = home;
    this.size = { width: width * (NODE.width + NODE.gapX), height: (depth + 1) * (NODE.height + NODE.gapY) };
  }
}

// Puts boxes side by side, as close as their outlines allow and parents over the
// middle of their children; returns how many columns are taken. An outline is the
// first and the last column of each depth below a box, the deepest first, all of
// them to be moved by `off`. Of two outlines the shorter is written into the longer,
// so all of it is linear (Reingold and Tilford, IEEE TSE 1981).
function place(shown) {
  const kids = shown.map(() => []), outline = new Array(shown.length), at = new Float64Array(shown.length);
  for (let b = 1; b < shown.length; b++) kids[shown[b].up].push(b);
  for (let b = shown.length - 1; b >= 0; b--) {
    let all = { l: [], r: [], off: 0 };
    for (const k of kids[b]) {
      const o = outline[k], m = Math.min(all.l.length, o.l.length), from = all.l.length - m, to = o.l.length - m;
      outline[k] = null;
      let shift = m ? -Infinity : 0;
      for (let d = 0; d < m; d++) shift = Math.max(shift, all.r[from + d] + all.off - o.l[to + d] - o.off + 1);
      at[k] = shift;
      o.off += shift;
      if (to === 0 && m) for (let d = 0; d < m; d++) all.r[from + d] = o.r[d] + o.off - all.off;
      else {
        for (let d = 0; d < m; d++) o.l[to + d] = all.l[from + d] + all.off - o.off;
        all = o;
      }
    }
    const n = kids[b].length, middle = n ? (at[kids[b][0]] + at[kids[b][n - 1]]) / 2 : 0;
    for (const k of kids[b]) at[k] -= middle;
    all.off -= middle;
    all.l.push(-all.off);
    all.r.push(-all.off);
    outline[b] = all;
  }
  let low = 0, high = 0;
  shown.forEach((s, b) => {
    s.x = b === 0 ? 0 : shown[s.up].x + at[b];
    low = Math.min(low, s.x);
    high = Math.max(high, s.x);
  });
  for (const s of shown) s.x -= low;
  return high - low + 1;
}

// Draws a view on a canvas and finds what stands at a point.
class Picture {
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    this.zoom = 1; this.left = 0; this.top = 0;
    this.selected = 0;
    this.matches = null;
  }
  colors() {
    const css = getComputedStyle(document.documentElement), c = (n) => css.getPropertyValue(n).trim();
    return { bg: c("--bg"), fg: c("--fg"), soft: c("--soft"), line: c("--line"), panel: c("--panel"), accent: c("--accent"), good: c("--good"), bad: c("--bad"), maybe: c("--maybe"), merge: c("--merge"), goodBg: c("--good-bg"), badBg: c("--bad-bg"), maybeBg: c("--maybe-bg") };
  }
  style(kind, c) {
    switch (KINDS[kind]) {
      case "error": return [c.bad, c.badBg];
      case "end": return [c.good, c.goodBg];
      case "fork": return [c.accent, c.bg];
      case "merge": case "summary": case "subsumed": case "generalisation": return [c.merge, c.bg];
      case "infeasible": return [c.soft, c.bg];
      case "waiting": return [c.maybe, c.maybeBg];
      default: return [c.line, c.panel];
    }
  }
  resize() {
    const scale = window.devicePixelRatio || 1, box = this.canvas.getBoundingClientRect();
    this.canvas.width = Math.max(1, box.width * scale);
    this.canvas.height = Math.max(1, box.height * scale);
    this.scale = scale; this.width = box.width; this.height = box.height;
  }
  fit() {
    const s = this.view.size;
    this.zoom = Math.min(1, Math.max(0.002, Math.min((this.width - 30) / s.width, (this.height - 30) / s.height)));
    this.left = (this.width - s.width * this.zoom) / 2 + (NODE.gapX * this.zoom) / 2;
    this.top = 15;
  }
  // Readable size, the box in view.
  show(box, zoom = Math.max(this.zoom, 0.8)) {
    const s = this.view.shown[box];
    if (!s) return;
    this.zoom = zoom;
    this.left = this.width / 2 - (s.px + NODE.width / 2) * zoom;
    this.top = this.height / 3 - s.py * zoom;
  }
  at(x, y) {
    const wx = (x - this.left) / this.zoom, wy = (y - this.top) / this.zoom;
    const row = this.view.rows[Math.floor(wy / (NODE.height + NODE.gapY))];
    if (!row || wy % (NODE.height + NODE.gapY) > NODE.height) return -1;
    let lo = 0, hi = row.length - 1;
    while (lo <= hi) {
      const mid = (lo + hi) >> 1, s = this.view.shown[row[mid]];
      if (wx < s.px) hi = mid - 1;
      else if (wx > s.px + NODE.width) lo = mid + 1;
      else return row[mid];
    }
    return -1;
  }
  draw() {
    const g = this.canvas.getContext("2d"), { shown, rows } = this.view, t = this.view.tree, c = this.colors(), z = this.zoom;
    g.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    g.fillStyle = c.bg;
    g.fillRect(0, 0, this.width, this.height);
    g.setTransform(this.scale * z, 0, 0, this.scale * z, this.scale * this.left, this.scale * this.top);
    const x0 = -this.left / z - NODE.width, x1 = (this.width - this.left) / z;
    const pitch = NODE.height + NODE.gapY;
    const r0 = Math.max(0, Math.floor(-this.top / z / pitch) - 1), r1 = Math.min(rows.length - 1, Math.ceil((this.height - this.top) / z / pitch));
    const words = z >= READABLE, selectedBox = this.view.home.get(this.selected);
    const onPath = new Set();
    for (let b = selectedBox ?? -1; b >= 0; b = shown[b].up) onPath.add(b);
    g.lineWidth = 1.4 / Math.min(1, Math.max(z, 0.25));
    for (let r = r0; r <= r1; r++) {
      const row = rows[r];
      let lo = 0, hi = row.length;
      while (lo < hi) { const mid = (lo + hi) >> 1; if (shown[row[mid]].px < x0) lo = mid + 1; else hi = mid; }
      // The edge to a neighbour out of view may cross it.
      for (let j = Math.max(0, lo - 1); j < row.length; j++) {
        const b = row[j], s = shown[b];
        if (s.up >= 0) this.edge(g, shown[s.up], s, b, c, words, onPath.has(b));
        if (s.px > x1) break;
        this.box(g, s, b, c, words, b === selectedBox, t);
      }
      // Edges that start in view and end below or beside it.
      if (r === r1 && rows[r + 1]) for (const b of rows[r + 1]) { const s = shown[b], u = shown[s.up]; if (u.px > x0 - 4e3 && u.px < x1 + 4e3) this.edge(g, u, s, b, c, false, onPath.has(b)); }
    }
  }
  edge(g, from, to, b, c, words, strong) {
    const t = this.view.tree, infeasible = t.kind[to.first] === KIND.infeasible;
    const x = from.px + NODE.width / 2, y = from.py + NODE.height, X = to.px + NODE.width / 2, Y = to.py;
    g.strokeStyle = strong ? c.accent : c.line;
    g.setLineDash(infeasible ? [6, 5] : []);
    g.beginPath();
    g.moveTo(x, y);
    g.bezierCurveTo(x, y + NODE.gapY / 2, X, Y - NODE.gapY / 2, X, Y);
    g.stroke();
    g.setLineDash([]);
    const label = t.text("branch", to.first);
    if (words && label) {
      g.font = "12px system-ui, sans-serif";
      g.textAlign = "center";
      g.fillStyle = strong ? c.accent : c.soft;
      g.fillText(cut(label, 26), X, Y - 7);
    }
  }
  box(g, s, b, c, words, selected, t) {
    const kind = s.closed ? KIND.fork : t.kind[s.last], [stroke, fill] = this.style(kind, c);
    const hit = this.matches && this.hitIn(s, t);
    g.fillStyle = hit ? c.maybeBg : fill;
    g.strokeStyle = selected ? c.accent : hit ? c.maybe : stroke;
    const width = g.lineWidth;
    if (selected || hit) g.lineWidth = width * 2.2;
    g.beginPath();
    if (words) g.roundRect(s.px, s.py, NODE.width, NODE.height, 7);
    else g.rect(s.px, s.py, NODE.width, NODE.height);
    g.fill();
    if (KINDS[kind] === "infeasible") g.setLineDash([6, 5]);
    g.stroke();
    g.setLineDash([]);
    g.lineWidth = width;
    if (!words) return;
    g.textAlign = "left";
    g.font = "600 12px system-ui, sans-serif";
    g.fillStyle = c.fg;
    // Lines of two functions are no range.
    const from = t.line[s.first], to = t.line[s.last], one = t.func[s.first] === t.func[s.last] && from < to;
    const range = s.run > 1 && one ? `${from}–${to}` : `${to}`;
    const more = s.run > 1 && !one ? "…" : "";
    g.fillText(fitted(g, t.text("label", s.last) || `${more}${t.text("func", s.last)}:${range}`), s.px + 9, s.py + 17);
    g.font = "12px system-ui, sans-serif";
    const outcome = t.text("outcome", s.last);
    if (s.closed) {
      const errors = t.errors[s.last], inside = t.below[s.last] - 1;
      g.fillStyle = errors ? c.bad : c.accent;
      g.fillText(`▸ ${inside} node${inside > 1 ? "s" : ""}${errors ? `, ${errors} error${errors > 1 ? "s" : ""}` : ""}`, s.px + 9, s.py + 36);
    } else if (outcome) {
      g.fillStyle = stroke === c.line ? c.soft : stroke;
      g.fillText(fitted(g, outcome), s.px + 9, s.py + 36);
    } else {
      g.fillStyle = c.soft;
      g.font = "12px ui-monospace, 'DejaVu Sans Mono', monospace";
      g.fillText(fitted(g, t.text("source", s.last)), s.px + 9, s.py + 36);
    }
  }
  hitIn(s, t) {
    for (let k = s.last; ; k = t.parent[k]) {
      if (this.matches[k]) return true;
      if (k === s.first) return false;
    }
  }
}

// As much of a text as a box has room for.
function fitted(g, text) {
  const room = NODE.width - 18;
  let n = text.length;
  while (n > 1 && g.measureText(cut(text, n)).width > room) n = Math.min(n - 1, 60);
  return cut(text, n);
}

function cut(text, n) { return text.length > n ? text.slice(0, n - 1) + "…" : text; }
