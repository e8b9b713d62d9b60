//! What reaches the blocks of one round: pointers whose chains hold all that live.
//!
//! Idea: the *round's blocks* are those that places of the group made in the round and that
//! live. Registers have value numbers. A value's *chain* is the round's block that it points
//! to and all of the round's blocks that can be reached from there through members of the
//! round's blocks. Some values are known whose chains hold all of the round's blocks; where
//! there are none of them left, no block lives. Source: value numbers (Alpern, Wegman and
//! Zadeck, POPL 1988), reachability as in shape analysis (Sagiv, Reps and Wilhelm, TOPLAS
//! 2002), with must facts alone. Cost: facts of a few values at each place.
//!
//! What a state says of every run that comes here, where each value number stands for one
//! value:
//! - each of the round's blocks is in the chain of one of `chains`, which may hold others;
//! - `none`: it points to no block of the round (null, freed, of before, something else);
//! - `own`: if it points to a block of the group that lives, then to its begin, and the
//!   block is the round's; where `closed` holds, so is all that members of the round's
//!   blocks hold;
//! - `fresh`: no other value and no place in memory holds the pointer, but for addresses
//!   of its members that are known as such;
//! - `link`: what a member holds, if the value points to a block that lives and whose place
//!   has such a member; none is something that is no block of the round.
//!
//! Accesses are to blocks that live: what a freed pointer leads to is of no matter.
//!
//! What must never happen: a value is left out whose block still lives. So a value is taken
//! out of `chains` where it is null, where it was freed and what its members hold was put
//! in, or where a member of a block that certainly is the round's, and that is reached
//! without it, holds it. A pointer in a member is overwritten only where it is known what
//! was there, and it then counts again. Where two ways meet, a register that one of them
//! has not set is a value of its own, and each value that counts on one way has to be held
//! by a register.

use ep_ir::Reg;
use std::collections::{BTreeMap, BTreeSet};

/// A value.
pub(super) type V = u32;

/// Values of two ways that one register holds where they meet.
type Pair = (V, V);

#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Cover {
    /// Nothing is known any more.
    pub lost: bool,
    next: V,
    value: BTreeMap<Reg, V>,
    chains: BTreeSet<V>,
    none: BTreeSet<V>,
    null: BTreeSet<V>,
    own: BTreeSet<V>,
    closed: bool,
    fresh: BTreeSet<V>,
    link: BTreeMap<(V, i64), Option<V>>,
    /// Addresses of members.
    member: BTreeMap<V, (V, i64)>,
    /// Whether a value is null where this one is true.
    test: BTreeMap<V, (V, bool)>,
}

impl Cover {
    /// Where a round begins: it has no blocks.
    pub fn begin() -> Cover {
        Cover {
            closed: true,
            ..Cover::default()
        }
    }

    pub fn lost() -> Cover {
        Cover {
            lost: true,
            ..Cover::default()
        }
    }

    /// Where a function begins that gets this pointer: the round's blocks are all that can
    /// be reached from it, so that their members lead to no others.
    pub fn given(r: Reg, others: impl Iterator<Item = Reg>) -> Cover {
        let mut out = Cover::begin();
        for o in others {
            out.set_unknown(o);
        }
        let v = out.set_unknown(r);
        out.chains.insert(v);
        out.own.insert(v);
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

    fn is_null(&mut self, v: V) {
        self.null.insert(v);
        self.is_other(v);
    }

    /// It points to nothing of the group.
    pub fn is_other(&mut self, v: V) {
        self.own.insert(v);
        self.has_none(v);
    }

    /// The round's blocks that it led to have ended, or there were none.
    pub fn has_none(&mut self, v: V) {
        self.none.insert(v);
        self.chains.remove(&v);
    }

    pub fn none(&self, v: V) -> bool {
        self.none.contains(&v)
    }

    pub fn is_own(&self, v: V) -> bool {
        self.own.contains(&v)
    }

    /// A block with members that hold nothing.
    pub fn make(&mut self, r: Reg, members: &BTreeSet<i64>) {
        let v = self.set_unknown(r);
        self.chains.insert(v);
        self.own.insert(v);
        self.fresh.insert(v);
        self.link.extend(members.iter().map(|o| ((v, *o), None)));
    }

    /// From here others may know the pointer, or the block that it is a member of.
    pub fn escapes(&mut self, v: V) {
        self.fresh.remove(&v);
        if let Some((base, _)) = self.member(v) {
            self.fresh.remove(&base);
        }
    }

    pub fn set_member(&mut self, r: Reg, (base, offset): (V, i64)) {
        let v = self.set_unknown(r);
        self.member.insert(v, (base, offset));
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

    /// The register gets what lies there in a block of the group; `exact`: its place has
    /// that member, whichever it is. What is no member holds no block of the group.
    pub fn load(&mut self, r: Reg, (x, at): (V, i64), exact: bool) -> V {
        let known = self.link.get(&(x, at)).copied();
        let w = match known.map(|l| l.filter(|w| !self.none(*w) || exact)) {
            Some(Some(w)) if exact => {
                self.set(r, w);
                w
            }
            Some(None) => {
                let w = self.set_unknown(r);
                self.has_none(w);
                w
            }
            _ => {
                let w = self.set_unknown(r);
                self.link.insert((x, at), Some(w));
                w
            }
        };
        if self.closed && self.own.contains(&x) {
            self.own.insert(w);
        }
        w
    }

    /// A member of a block is set. `value` is none where it is a constant; `members` are
    /// those of its block. `certain`: the address leads to blocks of the group alone.
    pub fn store(
        &mut self,
        (x, at): (V, i64),
        value: Option<V>,
        (word, members): (u64, &BTreeSet<i64>),
        certain: bool,
    ) {
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
        self.link.insert((x, at), value.filter(|v| !self.none(*v)));
        let Some(v) = value else { return };
        self.closed &= outside || self.own.contains(&v);
        // Who is stored through lives, so that it is a block of the round.
        if v != x && certain && self.own.contains(&x) && !outside {
            // No way leads on from a block that nobody knows and that holds nothing, so
            // that what reaches the other one does so without it.
            let alone = self.fresh.contains(&v) && self.holds_nothing(v, members);
            if self.chains.contains(&x) || alone {
                self.chains.remove(&v);
            }
        }
        self.escapes(v);
    }

    /// Whether members of a block hold nothing.
    pub fn holds_nothing(&self, v: V, members: &BTreeSet<i64>) -> bool {
        let nothing = |o: &i64| self.link.get(&(v, *o)) == Some(&None);
        members.iter().all(nothing)
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
        if self.lost || other.lost {
            return Cover::lost();
        }
        let (mut x, mut y) = (self.clone(), other.clone());
        let known = |c: &Cover| c.value.keys().copied().filter(|r| live(*r)).collect();
        let (a, b): (BTreeSet<Reg>, BTreeSet<Reg>) = (known(&x), known(&y));
        let registers: BTreeSet<Reg> = a.union(&b).copied().collect();
        for r in &registers {
            (_, _) = (x.get(*r), y.get(*r));
        }
        joined(&mut x, &mut y, &registers, last).unwrap_or_else(Cover::lost)
    }
}

fn joined(x: &mut Cover, y: &mut Cover, registers: &BTreeSet<Reg>, last: bool) -> Option<Cover> {
    let mut out = Cover::begin();
    out.closed = x.closed && y.closed;
    let mut pairs: BTreeMap<Pair, V> = BTreeMap::new();
    for r in registers {
        let pair = (x.get(*r), y.get(*r));
        let v = *pairs.entry(pair).or_insert_with(|| out.new_value());
        out.value.insert(*r, v);
    }
    let of = |c: &Cover, v: V| -> Vec<i64> {
        let all = c.link.range((v, i64::MIN)..=(v, i64::MAX));
        all.map(|(k, _)| k.1).collect()
    };
    for (&(a, b), &v) in &pairs {
        let both = |of: fn(&Cover) -> &BTreeSet<V>| of(x).contains(&a) && of(y).contains(&b);
        if both(|c| &c.none) {
            out.none.insert(v);
        }
        if both(|c| &c.null) {
            out.null.insert(v);
        }
        if both(|c| &c.own) {
            out.own.insert(v);
        }
        let only = pairs.keys().filter(|p| p.0 == a || p.1 == b).count() == 1;
        if only && both(|c| &c.fresh) {
            out.fresh.insert(v);
        }
        for o in of(x, a).into_iter().chain(of(y, b)) {
            let found = both_links((x, a), (y, b), o, &pairs);
            out.link.extend(found.map(|l| ((v, o), l)));
        }
        if let (Some((p, o)), Some((q, to))) = (x.member(a), y.member(b)) {
            let base = pairs.get(&(p, q)).filter(|_| o == to);
            out.member.extend(base.map(|base| (v, (*base, o))));
        }
        if let (Some((p, s)), Some((q, t))) = (x.test.get(&a), y.test.get(&b)) {
            let of = pairs.get(&(*p, *q)).filter(|_| s == t);
            out.test.extend(of.map(|of| (v, (*of, *s))));
        }
    }
    // An address of a member that is no longer known as one is another name of its block.
    for (&(a, b), v) in &pairs {
        let bases = [x.member(a).map(|m| m.0), y.member(b).map(|m| m.0)];
        let kept = out.member(*v).map(|m| m.0);
        for ((p, q), base) in &pairs {
            let of = bases[0] == Some(*p) || bases[1] == Some(*q);
            if of && kept != Some(*base) {
                out.fresh.remove(base);
            }
        }
    }
    let mut chosen: BTreeSet<Pair> = BTreeSet::new();
    for a in &x.chains {
        let all = pairs.keys().filter(|p| p.0 == *a).copied().collect();
        let counts = |p: &Pair| y.chains.contains(&p.1);
        let free = |p: &Pair| y.none(p.1);
        chosen.insert(pick(all, &counts, &free, last)?);
    }
    for b in &y.chains {
        if chosen.iter().any(|p| p.1 == *b) {
            continue;
        }
        let all = pairs.keys().filter(|p| p.1 == *b).copied().collect();
        let counts = |p: &Pair| x.chains.contains(&p.0);
        let free = |p: &Pair| x.none(p.0);
        chosen.insert(pick(all, &counts, &free, last)?);
    }
    out.chains = chosen
        .iter()
        .filter_map(|p| pairs.get(p))
        .copied()
        .collect();
    Some(out)
}

/// The best of these.
fn pick(
    mut all: Vec<Pair>,
    counts: &dyn Fn(&Pair) -> bool,
    free: &dyn Fn(&Pair) -> bool,
    last: bool,
) -> Option<Pair> {
    if last {
        all.reverse();
    }
    let best = all.iter().find(|p| counts(p));
    let best = best.or_else(|| all.iter().find(|p| free(p)));
    best.or(all.first()).copied()
}

/// What a member holds on both ways: members of null pointers hold whatever one likes.
fn both_links(
    (x, a): (&Cover, V),
    (y, b): (&Cover, V),
    o: i64,
    pairs: &BTreeMap<Pair, V>,
) -> Option<Option<V>> {
    let of = |c: &Cover, v: V| {
        let l = c.link.get(&(v, o)).copied();
        l.map(|l| l.filter(|w| !c.none(*w)))
    };
    match (of(x, a), of(y, b)) {
        (Some(None), Some(None)) => Some(None),
        (Some(Some(c)), Some(Some(d))) => pairs.get(&(c, d)).map(|v| Some(*v)),
        (Some(None), None) if y.null.contains(&b) => Some(None),
        (None, Some(None)) if x.null.contains(&a) => Some(None),
        _ => None,
    }
}
