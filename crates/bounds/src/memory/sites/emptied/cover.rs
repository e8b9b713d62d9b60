//! What reaches the blocks of one round: pointers whose chains hold all that live.
//!
//! Idea: registers have value numbers. A value's *chain* is the block that it points to
//! and all that can be reached from there through members of blocks of the round. Some
//! values are known whose chains hold all blocks of the round that live; where there are
//! none of them left, no block lives. What members hold is known from the stores and
//! loads that went before. Source: value numbers (Alpern, Wegman and Zadeck, POPL 1988),
//! reachability as in shape analysis (Sagiv, Reps and Wilhelm, TOPLAS 2002), with must
//! facts alone. Cost: facts of a few values at each place.
//!
//! What must never happen: a value is left out whose block still lives. So a pointer in a
//! member is overwritten only where it is known what was there, and it then counts again;
//! where two ways meet, each value that counts on one of them has to be held by a
//! register.

use ep_ir::Reg;
use std::collections::{BTreeMap, BTreeSet};

/// A value.
pub(super) type V = u32;

/// Values of two ways that one register holds where they meet.
type Pair = (Option<V>, Option<V>);

#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Cover {
    /// Nothing is known any more.
    pub lost: bool,
    next: V,
    value: BTreeMap<Reg, V>,
    /// All blocks of the round that live are in the chains of these.
    pub chains: BTreeSet<V>,
    /// Their chains have no block: null, freed, or of before the round.
    none: BTreeSet<V>,
    null: BTreeSet<V>,
    /// What is in their chains is in one of `chains`.
    inside: BTreeSet<V>,
    /// No other value is the same pointer.
    fresh: BTreeSet<V>,
    /// What a member holds; nothing that has a chain.
    link: BTreeMap<(V, i64), Option<V>>,
    /// Addresses of members.
    member: BTreeMap<V, (V, i64)>,
    /// Whether a value is null where this one is true.
    test: BTreeMap<V, (V, bool)>,
}

impl Cover {
    pub fn lost() -> Cover {
        Cover {
            lost: true,
            ..Cover::default()
        }
    }

    /// Where a function begins that gets this block.
    pub fn given(r: Reg, others: impl Iterator<Item = Reg>) -> Cover {
        let mut out = Cover::default();
        for o in others {
            out.set_unknown(o);
        }
        let v = out.set_unknown(r);
        out.chains.insert(v);
        out
    }

    /// No block of the round lives.
    pub fn is_empty(&self) -> bool {
        !self.lost && self.chains.is_empty()
    }

    fn new_value(&mut self) -> V {
        self.next += 1;
        self.next
    }

    /// A register that nothing has set in the round holds what was there before.
    pub fn get(&mut self, r: Reg) -> V {
        if let Some(v) = self.value.get(&r) {
            return *v;
        }
        let v = self.new_value();
        self.value.insert(r, v);
        self.none.insert(v);
        v
    }

    pub fn set(&mut self, r: Reg, v: V) {
        self.value.insert(r, v);
    }

    pub fn set_unknown(&mut self, r: Reg) -> V {
        let v = self.new_value();
        self.value.insert(r, v);
        v
    }

    pub fn set_null(&mut self, r: Reg) {
        let v = self.set_unknown(r);
        self.is_null(v);
    }

    pub fn is_null(&mut self, v: V) {
        self.null.insert(v);
        self.has_none(v);
    }

    pub fn has_none(&mut self, v: V) {
        self.none.insert(v);
        self.chains.remove(&v);
    }

    pub fn none(&self, v: V) -> bool {
        self.none.contains(&v)
    }

    /// A block with members that hold nothing.
    pub fn make(&mut self, r: Reg, members: &BTreeSet<i64>) {
        let v = self.set_unknown(r);
        self.chains.insert(v);
        self.fresh.insert(v);
        self.link.extend(members.iter().map(|o| ((v, *o), None)));
    }

    pub fn not_fresh(&mut self, v: V) {
        self.fresh.remove(&v);
    }

    pub fn set_member(&mut self, r: Reg, (base, offset): (V, i64)) -> V {
        let v = self.set_unknown(r);
        self.member.insert(v, (base, offset));
        v
    }

    pub fn member(&self, v: V) -> Option<(V, i64)> {
        self.member.get(&v).copied()
    }

    pub fn set_test(&mut self, r: Reg, of: V, null: bool) {
        let v = self.set_unknown(r);
        self.test.insert(v, (of, null));
    }

    /// On one side of a branch: whether it can be taken.
    pub fn learn(&mut self, cond: Reg, side: bool) -> bool {
        let test = self.value.get(&cond).and_then(|v| self.test.get(v));
        let Some((v, null)) = test.copied() else {
            return true;
        };
        if null == side {
            self.is_null(v);
            return true;
        }
        !self.null.contains(&v)
    }

    fn is_inside(&self, v: V) -> bool {
        self.none.contains(&v) || self.chains.contains(&v) || self.inside.contains(&v)
    }

    /// The register gets what a member of a block holds.
    pub fn load(&mut self, r: Reg, (x, at): (V, i64)) -> V {
        match self.link.get(&(x, at)).copied() {
            Some(Some(w)) => {
                self.set(r, w);
                w
            }
            Some(None) => {
                let w = self.set_unknown(r);
                self.has_none(w);
                w
            }
            None => {
                let w = self.set_unknown(r);
                self.link.insert((x, at), Some(w));
                if self.is_inside(x) {
                    self.inside.insert(w);
                }
                w
            }
        }
    }

    /// A member of a block is set, of so many bytes; `value` is none where it has no chain.
    pub fn store(&mut self, (x, at): (V, i64), value: Option<V>, word: u64, members: &[i64]) {
        let outside = self.none(x);
        match self.link.get(&(x, at)).copied() {
            _ if outside => {}
            Some(Some(w)) if !self.none(w) => _ = self.chains.insert(w),
            Some(_) => {}
            None => {
                *self = Cover::lost();
                return;
            }
        }
        // Another value may be the same pointer, but for one that no other is.
        let fresh = &self.fresh;
        let apart = |v: V| v != x && (fresh.contains(&v) || fresh.contains(&x));
        let near = |o: i64| o.abs_diff(at) < word;
        self.link.retain(|(v, o), _| !near(*o) || apart(*v));
        let value = value.filter(|v| !self.none(*v));
        self.link.insert((x, at), value);
        let Some(v) = value else { return };
        if !outside {
            if !self.is_inside(v) {
                self.inside.clear();
            }
            let empty = |o: &i64| self.link.get(&(v, *o)) == Some(&None);
            let alone = self.fresh.contains(&v) && members.iter().all(empty);
            let reached = self.chains.contains(&x) || self.is_inside(x) && alone;
            if v != x && reached && self.chains.remove(&v) {
                self.inside.insert(v);
            }
        }
        self.fresh.remove(&v);
    }

    /// Whether members of a block hold nothing.
    pub fn holds_nothing(&self, v: V, members: &BTreeSet<i64>) -> bool {
        members
            .iter()
            .all(|o| self.link.get(&(v, *o)) == Some(&None))
    }

    /// The block ends, and what its members lead to counts by itself.
    pub fn free(&mut self, v: V, members: &BTreeSet<i64>) {
        if self.none(v) {
            return;
        }
        for o in members {
            match self.link.get(&(v, *o)).copied() {
                Some(Some(w)) if !self.none(w) && w != v => _ = self.chains.insert(w),
                Some(_) => {}
                None => {
                    *self = Cover::lost();
                    return;
                }
            }
        }
        self.has_none(v);
    }

    /// What holds on both ways, over registers that are still read. Of several values
    /// that are as good one counts, the first or the last.
    pub fn meet(&self, other: &Cover, live: &dyn Fn(Reg) -> bool, last: bool) -> Cover {
        self.joined(other, live, last).unwrap_or_else(Cover::lost)
    }

    fn joined(&self, other: &Cover, live: &dyn Fn(Reg) -> bool, last: bool) -> Option<Cover> {
        (!self.lost && !other.lost).then_some(())?;
        let (x, y) = (self, other);
        let mut out = Cover::default();
        let mut pairs: BTreeMap<Pair, V> = BTreeMap::new();
        let registers: BTreeSet<Reg> = x.value.keys().chain(y.value.keys()).copied().collect();
        for r in registers.into_iter().filter(|r| live(*r)) {
            let pair = (x.value.get(&r).copied(), y.value.get(&r).copied());
            let v = *pairs.entry(pair).or_insert_with(|| out.new_value());
            out.value.insert(r, v);
        }
        let none = |c: &Cover, v: Option<V>| v.is_none_or(|v| c.none(v));
        let null = |c: &Cover, v: Option<V>| v.is_some_and(|v| c.null.contains(&v));
        let within = |c: &Cover, v: Option<V>| v.is_none_or(|v| c.is_inside(v));
        for (&(a, b), &v) in &pairs {
            if none(x, a) && none(y, b) {
                out.none.insert(v);
            }
            if null(x, a) && null(y, b) {
                out.null.insert(v);
            }
            if within(x, a) && within(y, b) {
                out.inside.insert(v);
            }
            let only = pairs.keys().filter(|p| p.0 == a || p.1 == b).count() == 1;
            let fresh = a
                .zip(b)
                .is_some_and(|(a, b)| x.fresh.contains(&a) && y.fresh.contains(&b));
            if only && fresh {
                out.fresh.insert(v);
            }
            let of = |c: &Cover, v: Option<V>| -> Vec<i64> {
                let all = c.link.keys().filter(|k| Some(k.0) == v);
                all.map(|k| k.1).collect()
            };
            for o in of(x, a).into_iter().chain(of(y, b)) {
                let found = both_links((x, a), (y, b), o, &pairs);
                out.link.extend(found.map(|l| ((v, o), l)));
            }
            let (Some(a), Some(b)) = (a, b) else { continue };
            if let (Some((p, o)), Some((q, to))) = (x.member(a), y.member(b)) {
                let base = pairs.get(&(Some(p), Some(q))).filter(|_| o == to);
                out.member.extend(base.map(|base| (v, (*base, o))));
            }
            if let (Some((p, s)), Some((q, t))) = (x.test.get(&a), y.test.get(&b)) {
                let of = pairs.get(&(Some(*p), Some(*q))).filter(|_| s == t);
                out.test.extend(of.map(|of| (v, (*of, *s))));
            }
        }
        let mut chosen: BTreeSet<Pair> = BTreeSet::new();
        for a in &x.chains {
            let of = |p: &&Pair| p.0 == Some(*a);
            let counts = |p: &&Pair| p.1.is_some_and(|b| y.chains.contains(&b));
            let free = |p: &&Pair| none(y, p.1);
            let pair = pick(pairs.keys().filter(of).collect(), &counts, &free, last)?;
            chosen.insert(pair);
        }
        for b in &y.chains {
            if chosen.iter().any(|p| p.1 == Some(*b)) {
                continue;
            }
            let of = |p: &&Pair| p.1 == Some(*b);
            let counts = |p: &&Pair| p.0.is_some_and(|a| x.chains.contains(&a));
            let free = |p: &&Pair| none(x, p.0);
            let pair = pick(pairs.keys().filter(of).collect(), &counts, &free, last)?;
            chosen.insert(pair);
        }
        out.chains = chosen
            .iter()
            .filter_map(|p| pairs.get(p))
            .copied()
            .collect();
        Some(out)
    }
}

/// The best of these.
fn pick<'p>(
    mut all: Vec<&'p Pair>,
    counts: &dyn Fn(&&Pair) -> bool,
    free: &dyn Fn(&&Pair) -> bool,
    last: bool,
) -> Option<Pair> {
    if last {
        all.reverse();
    }
    let best = all.iter().find(|p| counts(p));
    let best = best.or_else(|| all.iter().find(|p| free(p)));
    best.or(all.first()).map(|p| **p)
}

/// What a member holds on both ways: members of null pointers hold whatever one likes.
fn both_links(
    (x, a): (&Cover, Option<V>),
    (y, b): (&Cover, Option<V>),
    o: i64,
    pairs: &BTreeMap<Pair, V>,
) -> Option<Option<V>> {
    let (a, b) = (a?, b?);
    let of = |c: &Cover, v: V| {
        let l = c.link.get(&(v, o)).copied();
        l.map(|l| l.filter(|w| !c.none(*w)))
    };
    let (l, m) = (of(x, a), of(y, b));
    match (l, m) {
        (Some(None), Some(None)) => Some(None),
        (Some(Some(c)), Some(Some(d))) => pairs.get(&(Some(c), Some(d))).map(|v| Some(*v)),
        (Some(None), None) if y.null.contains(&b) => Some(None),
        (None, Some(None)) if x.null.contains(&a) => Some(None),
        _ => None,
    }
}
