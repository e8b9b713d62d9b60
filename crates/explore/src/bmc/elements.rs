//! Where candidates about the elements of an array come from ([`super::arrays`]).
//!
//! Idea: an access at an offset that depends on one changing value tells which
//! elements the rounds so far have visited, and what a round writes there tells
//! what the others wrote. Regions and values are guesses; what must never
//! happen is that a guess speaks of something that is chosen anew in each round
//! as if it were one value: a candidate is a formula over its offset, the values
//! that change (which are replaced by what they are after a round) and what the
//! state has at the loop's start. Source: as there. Cost: some dozens of terms
//! per access.

use super::arrays::Quantified;
use super::houdini::Subject;
use super::run::Run;
use super::templates::Sweep;
use ep_ir::scalar::mask128;
use ep_machine::memory::swept::{Fact, Swept, Touch, With};
use ep_machine::value::ObjectId;
use ep_term::{Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Candidates of one loop.
const MOST_FACTS: usize = 320;
/// Constants of the program that elements are compared with.
const MOST_CONSTANTS: usize = 12;

/// Which elements were visited, by an access.
pub(super) struct Region {
    /// Of the candidate's offset.
    visited: TermId,
    /// The value of `item` when it was visited.
    x: TermId,
    item: usize,
    access: TermId,
    /// `forall k in [0, i): `, and `a[k]`.
    range: String,
    element: String,
    k: TermId,
    told: bool,
}

impl Run<'_> {
    /// Which elements have been visited, one region per kind of access.
    pub(super) fn regions(&mut self, s: &Subject) -> Vec<(usize, Region)> {
        let mut out = Vec::new();
        for t in &s.touched {
            let array = s
                .arrays
                .iter()
                .position(|a| a.object == t.object && a.bytes == t.bytes);
            let Some(array) = array else { continue };
            let seen = |r: &(usize, Region)| r.0 == array && r.1.access == t.at;
            if out.iter().any(seen) {
                continue;
            }
            if let Some(regions) = self.region(s, array, t) {
                out.extend(regions.into_iter().map(|r| (array, r)));
            }
        }
        out
    }

    /// The item that an offset depends on, if nothing else in it changes.
    fn only_item(&self, s: &Subject, t: TermId) -> Option<usize> {
        let pool = &self.machine.cx.pool;
        let mut found = None;
        for v in pool.vars(t) {
            let var = pool.var_term(*v);
            match s.items.iter().position(|i| i.var == var) {
                Some(i) if found.is_none() || found == Some(i) => found = Some(i),
                None if self.stable(s, *v) => {}
                _ => return None,
            }
        }
        found
    }

    /// The elements that an access has visited in the rounds so far.
    fn region(&mut self, s: &Subject, array: usize, t: &Touch) -> Option<Vec<Region>> {
        let item = self.only_item(s, t.at)?;
        let (i, entry, width) = {
            let i = &s.items[item];
            (i.var, i.entry, i.width)
        };
        let a = &s.arrays[array];
        let (at, bytes) = (a.at, a.bytes);
        let ptr = self.machine.cx.pool.width(at);
        if width > ptr {
            return None;
        }
        // The offset as a line: what it is for 0, 1 and 2.
        let [p0, p1, p2] = [0u128, 1, 2].map(|x| {
            let x = self.machine.cx.pool.bv(width, x);
            self.replace(t.at, i, x)
        });
        let pool = &mut self.machine.cx.pool;
        let (slope, again) = (pool.bvsub(p1, p0), pool.bvsub(p2, p1));
        let slope = pool
            .as_bv(slope)
            .filter(|c| pool.as_bv(again) == Some(*c))?;
        let negative = slope >> (ptr - 1) & 1 == 1;
        let size = if negative {
            slope.wrapping_neg() & mask128(ptr)
        } else {
            slope
        };
        if size == 0 {
            return None;
        }
        let moved = if negative {
            pool.bvsub(p0, at)
        } else {
            pool.bvsub(at, p0)
        };
        let x = if size.is_power_of_two() {
            let by = pool.bv(ptr, u128::from(size.trailing_zeros()));
            pool.bvlshr(moved, by)
        } else {
            let by = pool.bv(ptr, size);
            pool.bvudiv(moved, by)
        };
        let x = pool.extract(x, width - 1, 0);
        let there = self.replace(t.at, i, x);
        let hits = self.machine.cx.pool.eq(there, at);
        let mut out = Vec::new();
        for (step, signed) in self
            .steps(s, item)
            .into_iter()
            .flat_map(|n| [(n, true), (n, false)])
        {
            let pool = &mut self.machine.cx.pool;
            let up = step > 0;
            let plain = up && pool.as_bv(entry) == Some(0);
            if plain && signed {
                continue;
            }
            let (least, most) = if up { (entry, i) } else { (i, entry) };
            let (not_below, below) = match (up, signed) {
                (true, true) => (pool.sle(least, x), pool.slt(x, most)),
                (true, false) => (pool.ule(least, x), pool.ult(x, most)),
                (false, true) => (pool.slt(least, x), pool.sle(x, most)),
                (false, false) => (pool.ult(least, x), pool.ule(x, most)),
            };
            let mut visited = pool.and(not_below, below);
            if step.unsigned_abs() > 1 {
                let stride = pool.bv(width, u128::from(step.unsigned_abs()));
                let zero = pool.bv(width, 0);
                let way = pool.bvsub(x, entry);
                let rest = pool.bvurem(way, stride);
                let on = pool.eq(rest, zero);
                visited = pool.and(visited, on);
            }
            visited = pool.and(visited, hits);
            let k = pool.fresh_var("k", Sort::BitVec(width));
            let (e, n) = (pool.infix(entry), pool.infix(i));
            let mut range = match up {
                true => format!("forall k in [{e}, {n})"),
                false => format!("forall k in ({n}, {e}]"),
            };
            if step.unsigned_abs() > 1 {
                range += &format!(" by steps of {}", step.unsigned_abs());
            }
            let index = self.index_text(t.at, i, k, bytes);
            out.push(Region {
                visited,
                x,
                item,
                access: t.at,
                range,
                element: format!("{}[{index}]", s.arrays[array].name),
                k,
                told: s.items[item].source,
            });
        }
        Some(out)
    }

    /// The index that an offset of `i` stands for, with `k` for `i`.
    fn index_text(&mut self, at: TermId, i: TermId, k: TermId, bytes: u32) -> String {
        let width = self.machine.cx.pool.width(i);
        let [p0, p1] = [0u128, 1].map(|x| {
            let x = self.machine.cx.pool.bv(width, x);
            self.replace(at, i, x)
        });
        let whole = self.replace(at, i, k);
        let pool = &mut self.machine.cx.pool;
        let ptr = pool.width(at);
        let by = pool.bv(ptr, u128::from(bytes.trailing_zeros()));
        let (slope, size) = (pool.bvsub(p1, p0), pool.bv(ptr, u128::from(bytes)));
        let first = pool.bvashr(p0, by);
        let down = pool.bvneg(size);
        if width <= ptr && (slope == size || slope == down) {
            let first = pool.extract(first, width - 1, 0);
            let index = match slope == size {
                true => pool.bvadd(first, k),
                false => pool.bvsub(first, k),
            };
            return pool.infix(index);
        }
        let index = pool.bvlshr(whole, by);
        pool.infix(index)
    }

    /// By how much a round changes an item.
    fn steps(&mut self, s: &Subject, item: usize) -> Vec<i64> {
        let i = &s.items[item];
        let (var, width) = (i.var, i.width);
        let Some(v) = self.machine.cx.pool.as_var(var) else {
            return Vec::new();
        };
        let mut found: Vec<i64> = Vec::new();
        for (_, values) in &s.rounds {
            let after = values.get(&v).copied().unwrap_or(var);
            let pool = &mut self.machine.cx.pool;
            let by = pool.bvsub(after, var);
            match pool.as_bv(by) {
                Some(0) => {}
                Some(by) => {
                    let signed = ep_ir::scalar::sext64(width.min(64), by as u64);
                    if signed.unsigned_abs() < 1 << 16 && !found.contains(&signed) {
                        found.push(signed);
                    }
                }
                None => {
                    for by in [1, -1] {
                        if !found.contains(&by) {
                            found.push(by);
                        }
                    }
                }
            }
        }
        found.truncate(3);
        found
    }

    /// Candidates about one array.
    pub(super) fn facts_of(
        &mut self,
        array: usize,
        regions: &[(usize, Region)],
        changed: &dyn Fn(ObjectId) -> bool,
        s: &mut Subject,
    ) {
        let a = &s.arrays[array];
        let (object, bytes, value, defined) = (a.object, a.bytes, a.value, a.defined);
        let (name, w) = (a.name.clone(), 8 * a.bytes);
        let whole = self.machine.cx.pool.bv(w, mask128(w));
        let initialised = self.machine.cx.pool.eq(defined, whole);
        for (_, r) in regions.iter().filter(|r| r.0 == array) {
            let element = r.element.clone();
            for t in s.touched.clone() {
                let here = t.object == object && t.bytes == bytes && t.at == r.access;
                let Some((v, _)) = t.written.filter(|_| here) else {
                    continue;
                };
                if let Some((v, with, shown)) = self.written(s, array, r, v, changed) {
                    let same = self.machine.cx.pool.eq(value, v);
                    let text = format!("{element} == {shown}");
                    self.add_fact(s, array, r, same, with, text);
                }
            }
            for (o, g) in s.guarded.clone() {
                if o == object && g.bytes == bytes && g.at == r.access {
                    self.guarded_facts(s, array, r, (g.when, g.value), changed);
                }
            }
            let text = format!("{element} is initialised");
            self.add_fact(s, array, r, initialised, Vec::new(), text);
            if self.attempt.sweep == Sweep::Properties {
                for (p, text) in self.properties(s, array, &element) {
                    self.add_fact(s, array, r, p, Vec::new(), text);
                }
            }
            if changed(object) {
                let rest = self.as_before(s, array);
                let pool = &mut self.machine.cx.pool;
                if let Some((p, with)) = rest {
                    let term = pool.or(r.visited, p);
                    let text = format!("{}: otherwise {name} is as before", r.range);
                    self.push_fact(s, array, term, with, text, false);
                }
            }
        }
        if !changed(object) {
            return;
        }
        let all = format!("{name}[k]");
        let text = format!("forall k: {all} is initialised");
        self.push_fact(s, array, initialised, Vec::new(), text, true);
        if self.attempt.sweep == Sweep::Properties {
            for (p, text) in self.properties(s, array, &all) {
                self.push_fact(s, array, p, Vec::new(), format!("forall k: {text}"), true);
            }
        }
    }

    /// What a round writes where a condition holds, and what it leaves.
    fn guarded_facts(
        &mut self,
        s: &mut Subject,
        array: usize,
        r: &Region,
        (when, v): (TermId, TermId),
        changed: &dyn Fn(ObjectId) -> bool,
    ) {
        let a = &s.arrays[array];
        let (value, defined, w) = (a.value, a.defined, 8 * a.bytes);
        let Some((when, mut with, shown)) = self.written(s, array, r, when, changed) else {
            return;
        };
        let written = self.written(s, array, r, v, changed);
        let rest = self.as_before(s, array);
        let pool = &mut self.machine.cx.pool;
        let not = pool.not(when);
        let range = &r.range;
        if let Some((p, more)) = rest {
            let here = pool.and(r.visited, when);
            let term = pool.or(here, p);
            let all = with.iter().chain(&more).cloned().collect();
            let text = format!("{range} with {shown}: otherwise as before");
            self.push_fact(s, array, term, all, text, false);
        }
        if let Some((v, more, what)) = written {
            let pool = &mut self.machine.cx.pool;
            let (same, whole) = (pool.eq(value, v), pool.bv(w, mask128(w)));
            let all = pool.eq(defined, whole);
            let both = pool.and(same, all);
            let p = pool.or(not, both);
            with.extend(more);
            let text = format!("{} == {what} where {shown}", r.element);
            self.add_fact(s, array, r, p, with, text);
        }
    }

    fn add_fact(
        &mut self,
        s: &mut Subject,
        array: usize,
        r: &Region,
        p: TermId,
        with: Vec<With>,
        text: String,
    ) {
        let term = self.machine.cx.pool.implies(r.visited, p);
        let text = format!("{}: {text}", r.range);
        self.push_fact(s, array, term, with, text, r.told);
    }

    fn push_fact(
        &mut self,
        s: &mut Subject,
        array: usize,
        term: TermId,
        with: Vec<With>,
        text: String,
        told: bool,
    ) {
        let a = &s.arrays[array];
        let known = |q: &Quantified| q.object == a.object && q.fact.term == term;
        if s.facts.len() >= MOST_FACTS
            || self.machine.cx.pool.as_bool(term).is_some()
            || s.facts.iter().any(known)
        {
            return;
        }
        s.facts.push(Quantified {
            object: a.object,
            fact: Rc::new(Fact {
                bytes: a.bytes,
                at: a.at,
                value: a.value,
                defined: a.defined,
                term,
                with,
            }),
            text,
            told,
        });
    }

    /// What a round writes, as a formula of the candidate's offset, with the
    /// other elements that it speaks of, and as text.
    fn written(
        &mut self,
        s: &Subject,
        array: usize,
        r: &Region,
        v: TermId,
        changed: &dyn Fn(ObjectId) -> bool,
    ) -> Option<(TermId, Vec<With>, String)> {
        let i = s.items[r.item].var;
        let a = &s.arrays[array];
        let mut map = FxHashMap::default();
        let mut with: Vec<With> = Vec::new();
        let mut names: FxHashMap<VarId, String> = FxHashMap::default();
        let head = |base: u32| s.arrays.iter().find(|a| a.head.base == base);
        for var in self.machine.cx.pool.vars(v).to_vec() {
            let term = self.machine.cx.pool.var_term(var);
            if let Some(e) = self.machine.sweeps.of_var.get(&var).copied() {
                let from = head(e.base);
                if from.is_some_and(|f| changed(f.object)) {
                    // What was there before, in place.
                    let (at, bytes) = (r.access, a.bytes);
                    if e.base != a.head.base || e.at != at || e.bytes != bytes {
                        return None;
                    }
                    let old = self.old(array, s, &mut with)?;
                    map.insert(var, if e.value == term { old.0 } else { old.1 });
                    names.insert(var, format!("what {} was", r.element));
                    continue;
                }
                // A content that a loop inside of the round has made is another
                // one in each round.
                if e.base as usize >= s.bases {
                    return None;
                }
                // An element at a place that only this item tells.
                let of_item = |v: &VarId| pool_is(&self.machine.cx.pool, *v, i);
                let vars = self.machine.cx.pool.vars(e.at);
                if !vars.iter().all(|v| of_item(v) || self.stable(s, *v)) {
                    return None;
                }
                if let Some(f) = from {
                    let index = self.index_text(e.at, i, r.k, f.bytes);
                    names.insert(var, format!("{}[{index}]", f.name));
                }
                let there = self.replace(e.at, i, r.x);
                // The element of the function; what is known of the array's
                // content is known of it where nothing was written since.
                let content = from.map(|f| &f.head).filter(|h| h.unwritten());
                let content = content.cloned().unwrap_or_else(|| Swept::new(e.base));
                let placed = self.placeholder(&content, e.bytes, there, &mut with);
                map.insert(var, if e.value == term { placed.0 } else { placed.1 });
            } else if term == i {
                map.insert(var, r.x);
            } else if !self.stable(s, var) {
                return None;
            }
        }
        let pool = &mut self.machine.cx.pool;
        let t = pool.substitute(v, &map);
        let shown = {
            let mut show = FxHashMap::default();
            if let Some(i) = pool.as_var(i) {
                show.insert(i, r.k);
            }
            let shown = pool.substitute(v, &show);
            let shown = pool.infix_named(shown, &|v| names.get(&v).map(String::as_str));
            match shown.strip_prefix("k << ").map(str::parse::<u32>) {
                Some(Ok(n)) if n < 64 => format!("{}*k", 1u64 << n),
                _ => shown,
            }
        };
        Some((t, with, shown))
    }

    /// Variables for an element that a candidate speaks of.
    fn placeholder(
        &mut self,
        content: &Swept,
        bytes: u32,
        at: TermId,
        with: &mut Vec<With>,
    ) -> (TermId, TermId) {
        let known = with
            .iter()
            .find(|w| w.content.same(content) && w.at == at && w.bytes == bytes);
        if let Some(w) = known {
            return (w.value, w.defined);
        }
        let input = self.machine.options.uninit_input;
        let pool = &mut self.machine.cx.pool;
        let sort = Sort::BitVec(8 * bytes);
        let defined = match input {
            true => pool.bv(8 * bytes, mask128(8 * bytes)),
            false => pool.fresh_var("written", sort),
        };
        let w = With {
            content: content.clone(),
            bytes,
            at,
            value: pool.fresh_var("value", sort),
            defined,
        };
        let pair = (w.value, w.defined);
        with.push(w);
        pair
    }

    /// What an element was at the loop's start, as terms over the offset of the
    /// candidates; none where that has no short form.
    fn old(&mut self, array: usize, s: &Subject, with: &mut Vec<With>) -> Option<(TermId, TermId)> {
        let a = &s.arrays[array];
        let (at, part, low) = (a.at, a.part, a.bytes.trailing_zeros());
        if let Some(content) = &a.origin {
            return Some(self.placeholder(content, a.bytes, at, with));
        }
        let (v, d) = a.before?;
        let pool = &mut self.machine.cx.pool;
        let top = pool.width(at) - 1;
        let index = pool.extract(at, top, low);
        // Variables that were made for the arbitrary element alone say nothing
        // of another one.
        let own = pool.as_var(part);
        for var in pool.vars(v).iter().chain(pool.vars(d)) {
            let made = var.0 as usize >= s.mark || self.machine.input_table.is_uninit(*var);
            if made && Some(*var) != own {
                return None;
            }
        }
        Some((self.replace(v, part, index), self.replace(d, part, index)))
    }

    /// The element is what it was before the loop.
    fn as_before(&mut self, s: &Subject, array: usize) -> Option<(TermId, Vec<With>)> {
        let a = &s.arrays[array];
        let (value, defined) = (a.value, a.defined);
        let mut with = Vec::new();
        let (v, d) = self.old(array, s, &mut with)?;
        let pool = &mut self.machine.cx.pool;
        // Bits that nobody has written have no value to compare.
        let (x, y) = (pool.bvand(value, d), pool.bvand(v, d));
        let (same, as_far) = (pool.eq(x, y), pool.eq(defined, d));
        Some((pool.and(same, as_far), with))
    }

    /// What may hold of an element alone: order with constants, with what the
    /// loop changes and with what it does not.
    fn properties(&mut self, s: &Subject, array: usize, element: &str) -> Vec<(TermId, String)> {
        let (value, w) = (s.arrays[array].value, 8 * s.arrays[array].bytes);
        let mut out = Vec::new();
        let mask = mask128(w);
        let mut constants: Vec<u128> = vec![0, 1];
        for t in s
            .touched
            .iter()
            .filter(|t| t.object == s.arrays[array].object)
        {
            if let Some((v, _)) = t.written.filter(|_| 8 * t.bytes == w) {
                let pool = &self.machine.cx.pool;
                let ((lo, hi), (slo, shi)) = (pool.urange(v), pool.srange(v));
                constants.extend([lo, hi, slo as u128 & mask, shi as u128 & mask]);
            }
        }
        constants.extend(
            s.constants
                .iter()
                .map(|c| u128::from(*c))
                .filter(|c| *c <= mask),
        );
        let mut known = Vec::new();
        for c in constants {
            if !known.contains(&c) && known.len() < MOST_CONSTANTS {
                known.push(c);
            }
        }
        let pool = &mut self.machine.cx.pool;
        for c in known {
            let signed = ep_ir::scalar::sext64(w, c as u64);
            let c = pool.bv(w, c);
            out.push((pool.eq(value, c), format!("{element} == {signed}")));
            out.push((pool.ne(value, c), format!("{element} != {signed}")));
            out.push((pool.sle(c, value), format!("{signed} <= {element}")));
            out.push((pool.sle(value, c), format!("{element} <= {signed}")));
            let plain = pool.infix(c);
            out.push((
                pool.ule(value, c),
                format!("{element} <= {plain} (unsigned)"),
            ));
        }
        let items = s.items.iter().map(|i| i.var).take(8);
        for t in items.chain(s.stable.iter().copied()) {
            let n = pool.infix(t);
            let width = pool.width(t);
            if width < w {
                continue;
            }
            let (signed, plain) = (pool.sext(value, width), pool.zext(value, width));
            out.push((pool.sle(signed, t), format!("{element} <= {n}")));
            out.push((pool.sle(t, signed), format!("{n} <= {element}")));
            out.push((pool.ule(plain, t), format!("{element} <= {n} (unsigned)")));
            out.push((pool.ule(t, plain), format!("{n} <= {element} (unsigned)")));
            out.push((pool.ne(signed, t), format!("{element} != {n}")));
            out.push((pool.eq(signed, t), format!("{element} == {n}")));
        }
        out
    }

    /// A value that the state has at the loop's start. Inputs have one variable
    /// per number, so that one which a round reads may be older than the loop:
    /// only what is seen in the state counts.
    fn stable(&self, s: &Subject, v: VarId) -> bool {
        s.known.contains(&v)
    }

    fn replace(&mut self, t: TermId, var: TermId, by: TermId) -> TermId {
        let Some(v) = self.machine.cx.pool.as_var(var) else {
            return t;
        };
        let mut map = FxHashMap::default();
        map.insert(v, by);
        self.machine.cx.pool.substitute(t, &map)
    }
}

fn pool_is(pool: &Pool, v: VarId, t: TermId) -> bool {
    pool.as_var(t) == Some(v)
}
