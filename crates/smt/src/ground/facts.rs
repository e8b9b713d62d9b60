//! What the path condition says about terms without asking a solver: congruence
//! closure with propagation of Boolean connectives, and undo.
//!
//! Idea: terms are united in classes; a Boolean term that is known joins the class
//! of `true` or `false`. When a class changes, the terms above it are looked at
//! again: two with the same operator over the same classes unite (congruence),
//! connectives with enough known arguments become known, and a known connective
//! makes its last open argument known. Every change is logged, so that a scope is
//! left by undoing its log. Alternative: ask Z3 each time; most questions of a
//! permission proof are equalities of receivers and need no search.
//! Source: Downey, Sethi and Tarjan (congruence closure); Silicon asks the same
//! questions syntactically first. Cost: near-linear in the terms looked at.

use ep_term::{Op, Pool, TermId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

const NONE: TermId = TermId(u32::MAX);

type Key = (Op, SmallVec<[TermId; 4]>);

#[derive(Clone)]
struct Info {
    rep: TermId,
    /// The next member of the class, in a circle.
    next: TermId,
    size: u32,
    /// The literal in the class, kept at the representative.
    literal: TermId,
    /// Terms with an argument in the class, kept at the representative.
    parents: Vec<TermId>,
    interned: bool,
}

enum Undo {
    Intern(TermId),
    Key(Key),
    /// `b` was absorbed into `a`.
    Union {
        a: TermId,
        b: TermId,
        parents: u32,
        literal: TermId,
    },
    Conflict,
}

/// The closure. Terms are those of one pool.
#[derive(Default)]
pub struct Facts {
    info: Vec<Info>,
    keys: FxHashMap<Key, TermId>,
    log: Vec<Undo>,
    pending: Vec<(TermId, TermId)>,
    conflict: bool,
}

impl Facts {
    /// Where the log stands, for [`Facts::undo_to`].
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Whether what was assumed contradicts itself.
    pub fn conflict(&self) -> bool {
        self.conflict
    }

    /// Takes back everything after the mark.
    pub fn undo_to(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop() {
                None => break,
                Some(Undo::Conflict) => self.conflict = false,
                Some(Undo::Key(key)) => {
                    self.keys.remove(&key);
                }
                Some(Undo::Intern(t)) => {
                    self.info[t.0 as usize].interned = false;
                }
                Some(Undo::Union {
                    a,
                    b,
                    parents,
                    literal,
                }) => {
                    let (na, nb) = (self.at(a).next, self.at(b).next);
                    let size = self.at(b).size;
                    let ia = self.at_mut(a);
                    ia.next = nb;
                    ia.size -= size;
                    ia.literal = literal;
                    ia.parents.truncate(parents as usize);
                    self.at_mut(b).next = na;
                    let mut m = b;
                    loop {
                        self.at_mut(m).rep = b;
                        m = self.at(m).next;
                        if m == b {
                            break;
                        }
                    }
                }
            }
        }
        self.pending.clear();
    }

    fn at(&self, t: TermId) -> &Info {
        &self.info[t.0 as usize]
    }
    fn at_mut(&mut self, t: TermId) -> &mut Info {
        &mut self.info[t.0 as usize]
    }

    fn known(&self, t: TermId) -> bool {
        self.info.get(t.0 as usize).is_some_and(|i| i.interned)
    }

    fn literal(&self, t: TermId) -> TermId {
        if self.known(t) {
            self.at(self.at(t).rep).literal
        } else {
            NONE
        }
    }

    /// The representative of what is known to be equal to `t`.
    pub fn rep(&self, t: TermId) -> TermId {
        match self.known(t) {
            true => self.at(t).rep,
            false => t,
        }
    }

    /// The literal that `t` is known to be equal to.
    pub fn value(&self, t: TermId) -> Option<TermId> {
        Some(self.literal(t)).filter(|&l| l != NONE)
    }

    /// All terms that the closure looks at.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.log.iter().filter_map(|u| match u {
            Undo::Intern(t) => Some(*t),
            _ => None,
        })
    }

    /// All terms that are known to be equal to `t`, itself first.
    pub fn members(&self, t: TermId) -> Vec<TermId> {
        let mut out = vec![t];
        if self.known(t) {
            let mut m = self.at(t).next;
            while m != t {
                out.push(m);
                m = self.at(m).next;
            }
        }
        out
    }

    /// Makes the term and all below it known to the closure.
    pub fn intern(&mut self, pool: &mut Pool, root: TermId) {
        self.add(pool, root);
        self.propagate(pool);
    }

    fn add(&mut self, pool: &mut Pool, root: TermId) {
        if self.known(root) {
            return;
        }
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.known(t) {
                stack.pop();
                continue;
            }
            let descend = !matches!(pool.op(t), Op::Forall(_) | Op::Exists(_));
            let before = stack.len();
            if descend {
                for &a in pool.args(t) {
                    if !self.known(a) {
                        stack.push(a);
                    }
                }
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            self.add_node(pool, t, descend);
        }
    }

    fn add_node(&mut self, pool: &mut Pool, t: TermId, descend: bool) {
        let need = t.0 as usize + 1;
        if self.info.len() < need {
            let blank = Info {
                rep: NONE,
                next: NONE,
                size: 1,
                literal: NONE,
                parents: Vec::new(),
                interned: false,
            };
            self.info.resize(need.next_power_of_two(), blank);
        }
        let literal = if pool.op(t).is_const() { t } else { NONE };
        let i = self.at_mut(t);
        i.rep = t;
        i.next = t;
        i.size = 1;
        i.literal = literal;
        i.parents.clear();
        i.interned = true;
        self.log.push(Undo::Intern(t));
        if !descend || pool.args(t).is_empty() {
            return;
        }
        let args: SmallVec<[TermId; 4]> = pool.args(t).iter().copied().collect();
        for a in args {
            let r = self.at(a).rep;
            // Undone by the truncation of a later union, or with the node itself:
            // a parent that is no longer interned is skipped.
            self.at_mut(r).parents.push(t);
        }
        self.sign(pool, t);
        self.evaluate(pool, t);
    }

    fn key(&self, pool: &Pool, t: TermId) -> Key {
        let mut args: SmallVec<[TermId; 4]> =
            pool.args(t).iter().map(|&a| self.at(a).rep).collect();
        if matches!(
            pool.op(t),
            Op::Eq | Op::And | Op::Or | Op::IntAdd | Op::IntMul | Op::RealAdd | Op::RealMul
        ) {
            args.sort_unstable();
        }
        (pool.op(t), args)
    }

    /// Files the term under its operator and the classes of its arguments.
    fn sign(&mut self, pool: &Pool, t: TermId) {
        let key = self.key(pool, t);
        match self.keys.get(&key) {
            Some(&other) if other != t => self.pending.push((t, other)),
            Some(_) => {}
            None => {
                self.keys.insert(key.clone(), t);
                self.log.push(Undo::Key(key));
            }
        }
    }

    /// Assumes that the Boolean term holds.
    pub fn assume(&mut self, pool: &mut Pool, t: TermId) {
        let tru = pool.tru();
        self.unite(pool, t, tru);
    }

    /// Assumes that the terms are equal.
    pub fn unite(&mut self, pool: &mut Pool, a: TermId, b: TermId) {
        self.add(pool, a);
        self.add(pool, b);
        self.pending.push((a, b));
        self.propagate(pool);
    }

    fn propagate(&mut self, pool: &mut Pool) {
        while let Some((a, b)) = self.pending.pop() {
            if self.conflict {
                self.pending.clear();
                return;
            }
            self.merge(pool, a, b);
        }
    }

    fn merge(&mut self, pool: &mut Pool, a: TermId, b: TermId) {
        let (mut a, mut b) = (self.at(a).rep, self.at(b).rep);
        if a == b {
            return;
        }
        let (la, lb) = (self.at(a).literal, self.at(b).literal);
        if la != NONE && lb != NONE {
            self.conflict = true;
            self.log.push(Undo::Conflict);
            return;
        }
        // The smaller class is absorbed.
        if self.at(a).size < self.at(b).size {
            std::mem::swap(&mut a, &mut b);
        }
        let mut members = Vec::new();
        let mut m = b;
        loop {
            members.push(m);
            self.at_mut(m).rep = a;
            m = self.at(m).next;
            if m == b {
                break;
            }
        }
        let moved = std::mem::take(&mut self.at_mut(b).parents);
        let own = self.at(a).parents.clone();
        let (na, nb) = (self.at(a).next, self.at(b).next);
        let (literal, size) = (self.at(b).literal, self.at(b).size);
        let ia = self.at_mut(a);
        let undo = Undo::Union {
            a,
            b,
            parents: ia.parents.len() as u32,
            literal: ia.literal,
        };
        let gained = ia.literal == NONE && literal != NONE;
        let has = ia.literal != NONE || literal != NONE;
        ia.next = nb;
        ia.size += size;
        if gained {
            ia.literal = literal;
        }
        ia.parents.extend_from_slice(&moved);
        let ib = self.at_mut(b);
        ib.next = na;
        ib.parents = moved.clone();
        self.log.push(undo);
        for &p in &moved {
            if self.known(p) {
                self.sign(pool, p);
                self.evaluate(pool, p);
            }
        }
        // The class of `a` learned a literal: terms above it may be known now.
        if gained {
            for &p in &own {
                if self.known(p) {
                    self.evaluate(pool, p);
                }
            }
        }
        // What became a known Boolean says something about its arguments.
        if has {
            let changed = if gained { self.members(a) } else { members };
            for m in changed {
                self.downward(pool, m);
            }
        }
    }

    /// The truth value of a Boolean term that the closure looks at.
    pub fn truth(&self, pool: &Pool, t: TermId) -> Option<bool> {
        match self.literal(t) {
            NONE => None,
            l => pool.as_bool(l),
        }
    }

    fn learn(&mut self, pool: &mut Pool, t: TermId, value: bool) {
        self.add(pool, t);
        let b = pool.boolean(value);
        self.add(pool, b);
        self.pending.push((t, b));
    }

    /// What the arguments' values say about the term.
    fn evaluate(&mut self, pool: &mut Pool, t: TermId) {
        let args: SmallVec<[TermId; 4]> = pool.args(t).iter().copied().collect();
        match pool.op(t) {
            Op::Not => {
                if let Some(v) = self.truth(pool, args[0]) {
                    self.learn(pool, t, !v);
                }
            }
            op @ (Op::And | Op::Or) => {
                let decides = op == Op::Or;
                let mut open = 0;
                for &a in &args {
                    match self.truth(pool, a) {
                        Some(v) if v == decides => return self.learn(pool, t, decides),
                        Some(_) => {}
                        None => open += 1,
                    }
                }
                if open == 0 {
                    self.learn(pool, t, !decides);
                } else if open == 1 {
                    if let Some(value) = self.truth(pool, t) {
                        self.last_open(pool, t, value);
                    }
                }
            }
            Op::Eq => {
                let (a, b) = (self.at(args[0]).rep, self.at(args[1]).rep);
                if a == b {
                    return self.learn(pool, t, true);
                }
                let (x, y) = (self.at(a).literal, self.at(b).literal);
                if x != NONE && y != NONE {
                    return self.learn(pool, t, false);
                }
                // An equivalence with a known side.
                for (p, q) in [(args[0], args[1]), (args[1], args[0])] {
                    if let (Some(v), Some(w)) = (self.truth(pool, p), self.truth(pool, t)) {
                        self.learn(pool, q, v == w);
                    }
                }
            }
            Op::Ite => {
                if let Some(v) = self.truth(pool, args[0]) {
                    let side = if v { args[1] } else { args[2] };
                    self.pending.push((t, side));
                } else if self.at(args[1]).rep == self.at(args[2]).rep {
                    self.pending.push((t, args[1]));
                }
            }
            Op::IntLt
            | Op::IntLe
            | Op::IntAdd
            | Op::IntMul
            | Op::IntDiv
            | Op::IntMod
            | Op::RealLt
            | Op::RealLe
            | Op::RealAdd
            | Op::RealMul
            | Op::RealDiv
            | Op::Int2Real => {
                let mut values: SmallVec<[TermId; 4]> = SmallVec::new();
                for &a in &args {
                    match self.literal(a) {
                        NONE => return,
                        l => values.push(l),
                    }
                }
                let mut value = values[0];
                match pool.op(t) {
                    Op::IntAdd => values[1..]
                        .iter()
                        .for_each(|&x| value = pool.int_add(value, x)),
                    Op::IntMul => values[1..]
                        .iter()
                        .for_each(|&x| value = pool.int_mul(value, x)),
                    op => value = pool.rebuild(op, pool.sort(t), &values),
                }
                if pool.op(value).is_const() {
                    self.add(pool, value);
                    self.pending.push((t, value));
                }
            }
            _ => {}
        }
    }

    /// The only argument of a junction whose value is open, when that follows.
    fn last_open(&mut self, pool: &mut Pool, t: TermId, value: bool) {
        let and = pool.op(t) == Op::And;
        // A true disjunction, or a false conjunction.
        if value == and {
            return;
        }
        let args: SmallVec<[TermId; 4]> = pool.args(t).iter().copied().collect();
        // An argument that explains the value already says nothing about the others.
        let mut open = None;
        for &a in &args {
            match self.truth(pool, a) {
                Some(v) if v == value => return,
                Some(_) => {}
                None if open.is_some() => return,
                None => open = Some(a),
            }
        }
        if let Some(a) = open {
            self.learn(pool, a, value);
        }
    }

    /// What the term's value says about its arguments.
    fn downward(&mut self, pool: &mut Pool, t: TermId) {
        let Some(value) = self.truth(pool, t) else {
            return;
        };
        let args: SmallVec<[TermId; 4]> = pool.args(t).iter().copied().collect();
        match pool.op(t) {
            Op::Not => self.learn(pool, args[0], !value),
            Op::And if value => {
                for a in args {
                    self.learn(pool, a, true);
                }
            }
            Op::Or if !value => {
                for a in args {
                    self.learn(pool, a, false);
                }
            }
            Op::And | Op::Or => self.last_open(pool, t, value),
            Op::Eq if value => self.pending.push((args[0], args[1])),
            Op::Eq => {
                for (p, q) in [(args[0], args[1]), (args[1], args[0])] {
                    if let Some(v) = self.truth(pool, p) {
                        self.learn(pool, q, !v);
                    }
                }
            }
            // The complement is a comparison of its own, and `<` implies `<=`.
            Op::IntLt | Op::IntLe | Op::RealLt | Op::RealLe => {
                let other = pool.not(t);
                self.learn(pool, other, !value);
                if value && pool.op(t) == Op::RealLt {
                    let weaker = pool.real_le(args[0], args[1]);
                    self.learn(pool, weaker, true);
                }
                // Both are at most the other.
                let back = match pool.op(t) {
                    Op::IntLe if value => pool.int_le(args[1], args[0]),
                    Op::RealLe if value => pool.real_le(args[1], args[0]),
                    _ => return,
                };
                if self.truth(pool, back) == Some(true) {
                    self.pending.push((args[0], args[1]));
                }
            }
            _ => {}
        }
    }

    /// The truth value of a Boolean term, as far as it is known.
    pub fn decide(&mut self, pool: &mut Pool, t: TermId) -> Option<bool> {
        if let Some(b) = pool.as_bool(t) {
            return Some(b);
        }
        self.intern(pool, t);
        self.truth(pool, t)
    }

    /// Whether the terms are known to be equal (or to differ).
    pub fn equal(&mut self, pool: &mut Pool, a: TermId, b: TermId) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        self.intern(pool, a);
        self.intern(pool, b);
        if self.at(a).rep == self.at(b).rep {
            return Some(true);
        }
        let e = pool.eq(a, b);
        self.decide(pool, e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::Sort;

    #[test]
    fn congruence_and_undo() {
        let mut p = Pool::new();
        let mut f = Facts::default();
        let s = p.uninterpreted_sort("Ref");
        let g = p.declare_fun("g", &[s], s);
        let (a, b, c) = (
            p.fresh_var("a", s),
            p.fresh_var("b", s),
            p.fresh_var("c", s),
        );
        let (ga, gb) = (p.apply(g, &[a]), p.apply(g, &[b]));
        let differ = p.ne(ga, c);
        f.assume(&mut p, differ);
        assert_eq!(f.equal(&mut p, ga, gb), None);
        let mark = f.mark();
        f.unite(&mut p, a, b);
        assert_eq!(f.equal(&mut p, ga, gb), Some(true));
        assert_eq!(f.equal(&mut p, gb, c), Some(false));
        f.unite(&mut p, gb, c);
        assert!(f.conflict());
        f.undo_to(mark);
        assert!(!f.conflict());
        assert_eq!(f.equal(&mut p, ga, gb), None);
        assert_eq!(f.equal(&mut p, ga, c), Some(false));
    }

    #[test]
    fn connectives_propagate() {
        let mut p = Pool::new();
        let mut f = Facts::default();
        let s = p.uninterpreted_sort("Ref");
        let (x, y) = (p.fresh_var("x", s), p.fresh_var("y", s));
        let b = p.fresh_var("b", Sort::Bool);
        let same = p.eq(x, y);
        let rule = p.implies(b, same);
        f.assume(&mut p, rule);
        assert_eq!(f.equal(&mut p, x, y), None);
        let mark = f.mark();
        f.assume(&mut p, b);
        assert_eq!(f.equal(&mut p, x, y), Some(true));
        f.undo_to(mark);
        let n = p.ne(x, y);
        f.assume(&mut p, n);
        assert_eq!(f.decide(&mut p, b), Some(false));
    }

    #[test]
    fn a_known_sum_forces_agreement() {
        let mut p = Pool::new();
        let mut f = Facts::default();
        let x = p.fresh_var("p", Sort::Real);
        let (a, b) = (p.fresh_var("a", Sort::Int), p.fresh_var("b", Sort::Int));
        let half = p.real(num_rational::BigRational::new(1.into(), 2.into()));
        let zero = p.real(num_rational::BigRational::new(0.into(), 1.into()));
        let e = p.eq(x, half);
        f.assume(&mut p, e);
        let none = p.real_le(x, zero);
        let same = p.eq(a, b);
        let either = p.or(none, same);
        assert_eq!(f.decide(&mut p, none), Some(false));
        assert_eq!(f.decide(&mut p, either), None);
        f.assume(&mut p, either);
        assert!(!f.conflict());
        assert_eq!(f.equal(&mut p, a, b), Some(true));
    }

    #[test]
    fn an_explained_disjunction_says_nothing_more() {
        let mut p = Pool::new();
        let mut f = Facts::default();
        let (a, b) = (p.fresh_var("a", Sort::Bool), p.fresh_var("b", Sort::Bool));
        f.assume(&mut p, a);
        let either = p.or(a, b);
        f.assume(&mut p, either);
        assert_eq!(f.decide(&mut p, b), None);
        let n = p.not(b);
        f.assume(&mut p, n);
        assert!(!f.conflict());
    }

    /// Random Boolean formulas: what the closure claims follows by truth tables.
    #[test]
    fn claims_about_formulas_follow() {
        let mut p = Pool::new();
        let vars: Vec<TermId> = (0..4)
            .map(|i| p.fresh_var(&format!("b{i}"), Sort::Bool))
            .collect();
        let mut seed = 3u64;
        let mut random = |n: usize| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        for _ in 0..300 {
            let mut terms = vars.clone();
            for _ in 0..10 {
                let (x, y, z) = (
                    terms[random(terms.len())],
                    terms[random(terms.len())],
                    terms[random(terms.len())],
                );
                terms.push(match random(5) {
                    0 => p.and(x, y),
                    1 => p.or(x, y),
                    2 => p.not(x),
                    3 => p.eq(x, y),
                    _ => p.ite(x, y, z),
                });
            }
            let said: Vec<TermId> = (0..3).map(|_| terms[random(terms.len())]).collect();
            let mut f = Facts::default();
            for &t in &said {
                f.assume(&mut p, t);
            }
            let mut worlds = Vec::new();
            for bits in 0..16u32 {
                let mut model = ep_term::Model::new();
                for (i, &v) in vars.iter().enumerate() {
                    if let Some(v) = p.as_var(v) {
                        model.set_bits(v, u128::from(bits >> i & 1));
                    }
                }
                let mut e = ep_term::Evaluator::new();
                if said.iter().all(|&t| e.eval_bool(&p, t, &model)) {
                    worlds.push(model);
                }
            }
            assert!(!f.conflict() || worlds.is_empty());
            for &t in &terms {
                if f.conflict() {
                    break;
                }
                if let Some(claim) = f.decide(&mut p, t) {
                    for m in &worlds {
                        let mut e = ep_term::Evaluator::new();
                        assert_eq!(e.eval_bool(&p, t, m), claim);
                    }
                }
            }
        }
    }

    /// Random equalities and scopes against a closure computed from scratch.
    #[test]
    fn agrees_with_a_rebuilt_closure() {
        let mut p = Pool::new();
        let s = p.uninterpreted_sort("S");
        let g = p.declare_fun("g", &[s, s], s);
        let mut terms: Vec<TermId> = (0..5).map(|i| p.fresh_var(&format!("x{i}"), s)).collect();
        let base = terms.clone();
        for &a in &base {
            for &b in &base {
                terms.push(p.apply(g, &[a, b]));
            }
        }
        let mut seed = 7u64;
        let mut random = |n: usize| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        let mut live = Facts::default();
        let mut stack: Vec<(usize, usize)> = Vec::new();
        let mut said: Vec<(TermId, TermId)> = Vec::new();
        for _ in 0..400 {
            match random(4) {
                0 => stack.push((live.mark(), said.len())),
                1 => {
                    if let Some((mark, n)) = stack.pop() {
                        live.undo_to(mark);
                        said.truncate(n);
                    }
                }
                _ => {
                    let (a, b) = (terms[random(terms.len())], terms[random(terms.len())]);
                    live.unite(&mut p, a, b);
                    said.push((a, b));
                }
            }
            let mut fresh = Facts::default();
            for &(a, b) in &said {
                fresh.unite(&mut p, a, b);
            }
            for _ in 0..10 {
                let (a, b) = (terms[random(terms.len())], terms[random(terms.len())]);
                assert_eq!(live.equal(&mut p, a, b), fresh.equal(&mut p, a, b));
            }
        }
    }
}
