//! Narrower variables for formulas that only compare them.
//!
//! Idea: values that are only copied, chosen (`ite`) and compared have an order
//! and nothing else. `n` such variables beside `k` constants need at most `n`
//! places before, between and behind the constants, so a 32-bit comparison
//! becomes one of a few bits. Terms that are chosen from or compared with each
//! other form a class; a class is left alone as soon as one of them is computed
//! with, or compared both signed and unsigned. A gap between two constants is
//! given no more places than it has values, so places and values translate in
//! both directions by a map that keeps the order, and the answer is that of
//! the formula itself.
//! Source: A. Pnueli, Y. Rodeh, O. Shtrichman, M. Siegel, "The small model
//! property: how small can it be?", 2002 (range allocation).
//! Cost: linear in the formula; looked at only where there are wide variables.

use ep_base::sets::Sets;
use ep_term::{Op, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;

/// Variables below this width are left alone.
const WIDE: u32 = 16;
/// Larger formulas are left alone.
const MOST_TERMS: usize = 100_000;

/// Stand-ins, kept so that the same query has the same circuit.
#[derive(Default)]
pub(crate) struct Narrower {
    stand_ins: FxHashMap<(VarId, u32), TermId>,
}

/// A query over stand-ins.
pub(crate) struct Narrowed {
    pub query: Vec<TermId>,
    /// For each variable its stand-in and its class.
    vars: FxHashMap<VarId, (VarId, usize)>,
    classes: Vec<Places>,
}

impl Narrowed {
    /// The value of a variable that has a stand-in; `of` gives those of
    /// stand-ins.
    pub fn value(&self, v: VarId, of: impl Fn(VarId) -> u128) -> Option<u128> {
        let (stand_in, class) = self.vars.get(&v)?;
        Some(self.classes[*class].value(of(*stand_in)))
    }
}

/// How the values of a class become places. Values are moved so that their
/// order is the unsigned one.
struct Places {
    /// Added (modulo the width) to a value; the sign bit for signed classes.
    flip: u128,
    /// First value and first place of each run; in a run, values and places go
    /// up by one.
    runs: Vec<(u128, u128)>,
    width: u32,
    /// Places in all, where fewer than the width has.
    total: Option<u128>,
}

impl Places {
    fn value(&self, place: u128) -> u128 {
        let i = self.runs.partition_point(|r| r.1 <= place).max(1) - 1;
        let (value, first) = self.runs[i];
        (value + (place - first)) ^ self.flip
    }

    /// The place of a constant of the class.
    fn place(&self, value: u128) -> u128 {
        let value = value ^ self.flip;
        let i = self.runs.partition_point(|r| r.0 <= value).max(1) - 1;
        let (first, place) = self.runs[i];
        place + (value - first)
    }
}

#[derive(Default)]
struct Class {
    fixed: bool,
    signed: bool,
    unsigned: bool,
    vars: Vec<VarId>,
    constants: Vec<u128>,
    width: u32,
}

/// What is known of a class stands with its root.
#[derive(Default)]
struct Classes {
    sets: Sets,
    known: Vec<Class>,
}

impl Classes {
    fn push(&mut self, class: Class) -> usize {
        self.known.push(class);
        self.sets.push()
    }

    fn of(&mut self, i: usize) -> &mut Class {
        let root = self.sets.root(i);
        &mut self.known[root]
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.sets.root(a), self.sets.root(b));
        if a == b {
            return;
        }
        let mut from = std::mem::take(&mut self.known[b]);
        let into = &mut self.known[a];
        into.fixed |= from.fixed;
        into.signed |= from.signed;
        into.unsigned |= from.unsigned;
        into.vars.append(&mut from.vars);
        into.constants.append(&mut from.constants);
        self.sets.join(b, a);
    }
}

fn is_wide(pool: &Pool, t: TermId) -> bool {
    matches!(pool.sort(t), Sort::BitVec(w) if (WIDE..=64).contains(&w))
}

impl Narrower {
    /// The query over narrower variables, if there are any that can be.
    pub fn narrow(
        &mut self,
        pool: &mut Pool,
        query: &[TermId],
        vars: &[VarId],
    ) -> Option<Narrowed> {
        let wide =
            |v: &&VarId| matches!(pool.var_sort(**v), Sort::BitVec(w) if (WIDE..=64).contains(&w));
        if vars.iter().filter(wide).count() < 2 {
            return None;
        }
        let order = post_order(pool, query)?;
        let mut number: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut classes = Classes::default();
        for &t in &order {
            let Sort::BitVec(width) = pool.sort(t) else {
                continue;
            };
            if pool.as_bv(t).is_some() {
                continue;
            }
            let known = match pool.op(t) {
                Op::Var(_) | Op::Ite => is_wide(pool, t),
                _ => false,
            };
            let i = classes.push(Class {
                fixed: !known,
                vars: pool.as_var(t).into_iter().collect(),
                width,
                ..Class::default()
            });
            number.insert(t, i);
        }
        for &t in &order {
            look(pool, t, &number, &mut classes);
        }
        let mut places: FxHashMap<usize, usize> = FxHashMap::default();
        let mut out = Narrowed {
            query: Vec::with_capacity(query.len()),
            vars: FxHashMap::default(),
            classes: Vec::new(),
        };
        for i in 0..classes.known.len() {
            if classes.sets.root(i) != i || classes.known[i].vars.is_empty() {
                continue;
            }
            if let Some(p) = allocate(&mut classes.known[i]) {
                places.insert(i, out.classes.len());
                out.classes.push(p);
            }
        }
        if places.is_empty() {
            return None;
        }
        let mut class_of: FxHashMap<TermId, usize> = FxHashMap::default();
        for (t, i) in &number {
            let root = classes.sets.root(*i);
            if let Some(p) = places.get(&root) {
                class_of.insert(*t, *p);
            }
        }
        self.rewrite(pool, &order, &class_of, query, &mut out);
        Some(out)
    }

    fn rewrite(
        &mut self,
        pool: &mut Pool,
        order: &[TermId],
        class_of: &FxHashMap<TermId, usize>,
        query: &[TermId],
        out: &mut Narrowed,
    ) {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &t in order {
            let args: smallvec::SmallVec<[TermId; 4]> = pool.args(t).iter().copied().collect();
            let op = pool.op(t);
            let class = match op {
                Op::Var(v) => {
                    let Some(&c) = class_of.get(&t) else {
                        done.insert(t, t);
                        continue;
                    };
                    let width = out.classes[c].width;
                    let new = *self.stand_ins.entry((v, width)).or_insert_with(|| {
                        let name = pool.var_name(v).to_string();
                        pool.fresh_var(&name, Sort::BitVec(width))
                    });
                    if let Some(total) = out.classes[c].total {
                        let bound = pool.bv(width, total);
                        let fits = pool.ult(new, bound);
                        out.query.push(fits);
                    }
                    if let Some(var) = pool.as_var(new) {
                        out.vars.insert(v, (var, c));
                    }
                    done.insert(t, new);
                    continue;
                }
                Op::Ite => class_of.get(&t),
                Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                    args.iter().find_map(|a| class_of.get(a))
                }
                _ => None,
            };
            let mut new = smallvec::SmallVec::<[TermId; 4]>::new();
            for a in &args {
                let constant = class.zip(pool.as_bv(*a));
                new.push(match constant {
                    Some((c, value)) => {
                        let p = &out.classes[*c];
                        let (width, place) = (p.width, p.place(value));
                        pool.bv(width, place)
                    }
                    None => done.get(a).copied().unwrap_or(*a),
                });
            }
            let r = match (op, class) {
                (Op::Slt, Some(_)) => pool.ult(new[0], new[1]),
                (Op::Sle, Some(_)) => pool.ule(new[0], new[1]),
                (_, Some(c)) => {
                    let sort = match op {
                        Op::Ite => Sort::BitVec(out.classes[*c].width),
                        _ => Sort::Bool,
                    };
                    pool.rebuild(op, sort, &new)
                }
                (_, None) if new == args => t,
                (_, None) => pool.rebuild(op, pool.sort(t), &new),
            };
            done.insert(t, r);
        }
        for t in query {
            out.query.push(done.get(t).copied().unwrap_or(*t));
        }
    }
}

/// All terms below the query, arguments first; `None` if they are too many or
/// bind variables.
fn post_order(pool: &Pool, query: &[TermId]) -> Option<Vec<TermId>> {
    let mut seen: FxHashMap<TermId, bool> = FxHashMap::default();
    let mut order = Vec::new();
    let mut stack: Vec<TermId> = query.to_vec();
    while let Some(&t) = stack.last() {
        match seen.get(&t) {
            Some(true) => {
                stack.pop();
            }
            Some(false) => {
                seen.insert(t, true);
                order.push(t);
                stack.pop();
            }
            None => {
                if seen.len() > MOST_TERMS || matches!(pool.op(t), Op::Forall(_) | Op::Exists(_)) {
                    return None;
                }
                seen.insert(t, false);
                let new = pool.args(t).iter().filter(|a| !seen.contains_key(a));
                stack.extend(new.copied());
            }
        }
    }
    Some(order)
}

/// What a term says of the classes of its arguments.
fn look(pool: &Pool, t: TermId, number: &FxHashMap<TermId, usize>, classes: &mut Classes) {
    let args = pool.args(t);
    let of = |a: &TermId| number.get(a).copied();
    let together: &[TermId] = match pool.op(t) {
        Op::Ite if matches!(pool.sort(t), Sort::BitVec(_)) => &args[1..],
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => args,
        _ => {
            // Computed with, or cut: its bits matter.
            for i in args.iter().filter_map(of) {
                classes.of(i).fixed = true;
            }
            return;
        }
    };
    let own = of(&t);
    let Some(first) = own.or_else(|| together.iter().find_map(of)) else {
        return;
    };
    for a in together {
        match (of(a), pool.as_bv(*a)) {
            (Some(i), _) => classes.join(first, i),
            (None, Some(value)) => classes.of(first).constants.push(value),
            (None, None) => classes.of(first).fixed = true,
        }
    }
    match pool.op(t) {
        Op::Ult | Op::Ule => classes.of(first).unsigned = true,
        Op::Slt | Op::Sle => classes.of(first).signed = true,
        _ => {}
    }
}

/// The places of a class, if it may have any and they are worth it.
fn allocate(c: &mut Class) -> Option<Places> {
    if c.fixed || (c.signed && c.unsigned) {
        return None;
    }
    let flip = if c.signed { 1u128 << (c.width - 1) } else { 0 };
    let most = (1u128 << c.width) - 1;
    for v in &mut c.constants {
        *v ^= flip;
    }
    c.constants.sort_unstable();
    c.constants.dedup();
    let n = c.vars.len() as u128;
    let mut runs = Vec::with_capacity(c.constants.len() + 1);
    let mut place = 0u128;
    // The values from `next` on are not given out.
    let mut next = 0u128;
    for &v in &c.constants {
        let room = n.min(v - next);
        if room > 0 {
            runs.push((next, place));
            place += room;
        }
        runs.push((v, place));
        place += 1;
        next = v + 1;
    }
    // Behind the last constant there may be more, so that all bits are used.
    let behind = most + 1 - next;
    let least = place + n.min(behind);
    let width = (128 - (least - 1).leading_zeros()).max(1);
    if 2 * width > c.width {
        return None;
    }
    let all = 1u128 << width;
    if behind > 0 {
        runs.push((next, place));
        place += behind.min(all - place);
    }
    Some(Places {
        flip,
        runs,
        width,
        total: (place < all).then_some(place),
    })
}
