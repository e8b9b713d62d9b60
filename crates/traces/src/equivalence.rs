//! Whether two conditions are the same, without a solver.
//!
//! Idea: what both conditions say is known; what is left of each is simplified
//! under that, and the like is found again, until nothing is left or nothing
//! moves. Invariant: each condition holds exactly where `known` and its rest
//! hold, since every conjunct of `known` was found in both, and a rest is only
//! rewritten where `known` holds. Two empty rests are a proof of equivalence;
//! anything else is no answer, and a solver must give it.
//!
//! Conditions of one path by the two ways differ in the conditionals of aliasing:
//! forward execution decides them by the path as it goes, weakest preconditions
//! keep them. Cost: a rewriting per conjunct under the conjuncts before it; paths
//! with a common beginning share it.

use crate::delta;
use crate::expr::{BinOp, ExprId, Exprs, Node, UnOp};
use crate::subst::rebuild;
use rustc_hash::{FxHashMap, FxHashSet};

/// The comparison with what earlier ones found out.
#[derive(Default)]
pub struct Comparison {
    /// A set of facts is its last fact and the set before; 0 is the empty one.
    sets: FxHashMap<(u32, ExprId), u32>,
    memo: FxHashMap<(u32, ExprId), ExprId>,
}

/// What is known, with its number.
#[derive(Default)]
struct Known {
    number: u32,
    facts: FxHashMap<ExprId, bool>,
    all: Vec<ExprId>,
}

/// What is left of two conditions.
pub struct Rests {
    /// What both say.
    pub known: Vec<ExprId>,
    /// What only the first says; empty if it says no more.
    pub first: Vec<ExprId>,
    /// What only the second says.
    pub second: Vec<ExprId>,
}

impl Rests {
    /// Whether the conditions were found to be the same.
    pub fn is_same(&self) -> bool {
        self.first.is_empty() && self.second.is_empty()
    }
}

impl Comparison {
    /// Compares two conjunctions; what is `implied` follows from the first.
    pub fn compare(
        &mut self,
        x: &mut Exprs,
        a: &[ExprId],
        implied: &[ExprId],
        b: &[ExprId],
    ) -> Rests {
        let mut known = Known::default();
        let mut first: Vec<ExprId> = a.to_vec();
        let mut implied: Vec<ExprId> = implied.to_vec();
        let mut second: Vec<ExprId> = b.to_vec();
        loop {
            let before = (known.number, first.len() + second.len());
            let said = |lists: [&Vec<ExprId>; 2]| lists.into_iter().flatten().copied().collect();
            let other = said([&second, &second]);
            self.pass(x, &mut known, &mut first, &other);
            self.pass(x, &mut known, &mut implied, &other);
            let other = said([&first, &implied]);
            self.pass(x, &mut known, &mut second, &other);
            let is_new = |c: &ExprId| known.facts.get(c) != Some(&true);
            first.retain(is_new);
            implied.retain(is_new);
            self.rewrite_known(x, &mut known);
            if (known.number, first.len() + second.len()) == before {
                break;
            }
        }
        // What is left of each may follow from all that the other says.
        let all = known.all.clone();
        let mut by_first = Known::default();
        let mut by_second = Known::default();
        for &c in all.iter().chain(&first).chain(&implied) {
            self.learn(x, &mut by_first, c);
        }
        for &c in all.iter().chain(&second) {
            self.learn(x, &mut by_second, c);
        }
        let none = FxHashSet::default();
        // Only together: what stays of one under the other's rest says less
        // than it did, and may not be compared with that rest.
        let (mut of_first, mut of_second) = (first.clone(), second.clone());
        self.pass(x, &mut by_first, &mut of_second, &none);
        self.pass(x, &mut by_second, &mut of_first, &none);
        if of_first.is_empty() && of_second.is_empty() {
            (first, second) = (of_first, of_second);
        }
        Rests {
            known: all,
            first,
            second,
        }
    }

    /// A conjunction without what it need not say: each conjunct is simplified
    /// under those before, what is `implied` follows from `own`, and of `rest`
    /// stays what does not follow from both by its shape.
    pub fn reduced(
        &mut self,
        x: &mut Exprs,
        own: &[ExprId],
        implied: &[ExprId],
        rest: &[ExprId],
    ) -> Vec<ExprId> {
        let mut known = Known::default();
        let mut out = Vec::new();
        self.add(x, &mut known, own, &mut out);
        let said = out.len();
        self.add(x, &mut known, implied, &mut out);
        out.truncate(said);
        self.add(x, &mut known, rest, &mut out);
        out
    }

    /// Simplifies a list in order; what is left becomes known.
    fn add(&mut self, x: &mut Exprs, known: &mut Known, list: &[ExprId], out: &mut Vec<ExprId>) {
        for &c in list {
            let mut one = vec![c];
            self.pass(x, known, &mut one, &FxHashSet::default());
            for c in one {
                self.learn(x, known, c);
                out.push(c);
            }
        }
    }

    /// Adds each fact as it is under the others.
    fn rewrite_known(&mut self, x: &mut Exprs, known: &mut Known) {
        for c in known.all.clone() {
            // Not the fact itself, which would only be true.
            let (atom, denied) = match x.node(c) {
                Node::Un(UnOp::Not, p) => (p, true),
                _ => (c, false),
            };
            let node = x.node(atom);
            let r = rebuild(x, node, &mut |x, p| self.simplify(x, known, p));
            let r = if denied { x.not(r) } else { r };
            if !known.facts.contains_key(&r) && x.as_bool(r).is_none() {
                self.learn(x, known, r);
            }
        }
    }

    /// Simplifies `own` in order; what the other side says too becomes known.
    fn pass(
        &mut self,
        x: &mut Exprs,
        known: &mut Known,
        own: &mut Vec<ExprId>,
        said: &FxHashSet<ExprId>,
    ) {
        let mut rest = Vec::new();
        let mut parts: Vec<ExprId> = own.iter().rev().copied().collect();
        while let Some(c) = parts.pop() {
            let c = self.simplify(x, known, c);
            match x.node(c) {
                Node::Bool(true) => {}
                // True at once, in this order.
                Node::Bin(BinOp::And, p, q) => parts.extend([q, p]),
                // Neither part is.
                Node::Un(UnOp::Not, n) if self.or(x, n).is_some() => {
                    if let Some((p, q)) = self.or(x, n) {
                        let (p, q) = (x.not(p), x.not(q));
                        parts.extend([q, p]);
                    }
                }
                // True wherever it is defined.
                Node::Bin(BinOp::Or, p, q) if q == x.not(p) => {
                    parts.push(delta::delta(x, p));
                }
                Node::Ite(p, q, r) if q == r => {
                    parts.push(delta::delta(x, p));
                    parts.push(q);
                }
                _ if known.facts.get(&c) == Some(&true) => {}
                _ if said.contains(&c) => self.learn(x, known, c),
                _ if !rest.contains(&c) => rest.push(c),
                _ => {}
            }
        }
        *own = rest;
    }

    fn or(&self, x: &Exprs, e: ExprId) -> Option<(ExprId, ExprId)> {
        match x.node(e) {
            Node::Bin(BinOp::Or, p, q) => Some((p, q)),
            _ => None,
        }
    }

    fn learn(&mut self, x: &mut Exprs, known: &mut Known, c: ExprId) {
        if known.facts.contains_key(&c) {
            return;
        }
        let next = self.sets.len() as u32 + 1;
        known.number = *self.sets.entry((known.number, c)).or_insert(next);
        known.all.push(c);
        known.facts.insert(c, true);
        let n = x.not(c);
        known.facts.insert(n, false);
    }

    /// An expression with the same value, undefined included, wherever all that
    /// is known is true.
    fn simplify(&mut self, x: &mut Exprs, known: &Known, e: ExprId) -> ExprId {
        if let Some(&b) = known.facts.get(&e) {
            return x.bool(b);
        }
        match x.node(e) {
            Node::Nil | Node::Bool(_) | Node::Int(_) | Node::Long(_) | Node::Var(_) => return e,
            _ => {}
        }
        if let Some(&r) = self.memo.get(&(known.number, e)) {
            return r;
        }
        let node = x.node(e);
        let mut r = rebuild(x, node, &mut |x, p| self.simplify(x, known, p));
        if let Some(&b) = known.facts.get(&r) {
            r = x.bool(b);
        }
        self.memo.insert((known.number, e), r);
        r
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scalar;

    #[test]
    fn aliasing_conditionals_are_decided_by_what_both_say() {
        let mut x = Exprs::new();
        let [a, b] = ["a", "b"].map(|n| {
            let v = x.global(n, Scalar::Ref);
            x.of(v)
        });
        let n = x.global("n", Scalar::Int);
        let n = x.of(n);
        let f = x.field("f", Scalar::Int);
        let same = x.eq(a, b);
        let there = x.not_nil(a);
        let one = x.int(1);
        // a.f = n; b.f == 1, by both ways, where a == b.
        let forward = x.eq(n, one);
        let read = x.read(f, b);
        let after = x.ite(same, n, read);
        let backward = x.eq(after, one);
        let mut c = Comparison::default();
        let r = c.compare(
            &mut x,
            &[there, same, forward],
            &[],
            &[there, same, backward],
        );
        assert!(r.is_same() && r.known.len() == 3);
        // Without the equation nothing decides, and that is no answer.
        let r = c.compare(&mut x, &[there, forward], &[], &[there, backward]);
        assert_eq!((r.first, r.second), (vec![forward], vec![backward]));
        // What only one says is left.
        let r = c.compare(&mut x, &[there, same], &[], &[there]);
        assert_eq!((r.first, r.second), (vec![same], vec![]));
        let r = c.compare(&mut x, &[there], &[], &[there, same]);
        assert_eq!((r.first, r.second), (vec![], vec![same]));
        // What follows from the first need not be said by the second.
        let r = c.compare(&mut x, &[there], &[same], &[there]);
        assert!(r.is_same());
        let r = c.compare(&mut x, &[there], &[same], &[there, same]);
        assert!(r.is_same());
        // n <= 3 and 3 <= n: what stays of each may not lean on the other's rest.
        let [two, three, four] = [2, 3, 4].map(|k| x.int(k));
        let (low, below) = (x.bin(BinOp::Le, n, two), x.bin(BinOp::Lt, n, four));
        let (high, above) = (x.bin(BinOp::Le, four, n), x.bin(BinOp::Lt, two, n));
        let is_three = x.eq(n, three);
        let (at_most, at_least) = (x.or(low, is_three), x.or(high, is_three));
        let r = c.compare(&mut x, &[at_most, below], &[], &[at_least, above]);
        assert_eq!(r.first, [at_most, below]);
        assert_eq!(r.second, [at_least, above]);
        // A condition that both deny differently is no proof.
        let r = c.compare(&mut x, &[same], &[], &[forward]);
        assert!(!r.is_same());
    }
}
