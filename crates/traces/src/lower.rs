//! Conditions as terms for the solvers, and models as initial states.
//!
//! Idea: references are 16-bit words (0 is nil, objects that exist before the
//! run are below 4096, created ones above), so that everything is bit vectors
//! and the bit-blaster decides it. A read of the initial heap is a variable per
//! map and key term; reads of one map with equal keys have equal values
//! (Ackermann's reduction), said only between reads of the same path. A fresh
//! object's word is a literal, so most aliasing is decided by folding.
//!
//! A literal has one object: reads of the map that tells of which literal an
//! initial string is the object are different where the strings are.
//!
//! The initial heap is consistent: a reference is nil or an existing object of
//! its static type's classes. Where a static type has one class only, nothing
//! needs to be said; else the class is one more read. Types without a class in
//! common are families whose references are never compared; the same word in
//! two of them are two objects.
//!
//! Terms are total; a condition carries its `δ`, so that it is true in the terms
//! exactly where it is true here. Cost: one term per node; pairs of reads of one
//! map for the constraints.

use crate::eval::{Obj, State, Value};
use crate::expr::{BinOp, ClassTag, ExprId, Exprs, Node, Range, Role, Scalar, Ty, UnOp, VarId};
use crate::lang::Program;
use ep_base::sets::Sets;
use ep_smt::{PathCondition, Pipeline, Witness};
use ep_term::{Pool, Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Bits of a reference.
const REF: u32 = 16;
/// Bits of a reference that existed before the run.
const OLD: u32 = 12;

/// Where a variable of the solver comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Source {
    /// The scalar or the map.
    var: VarId,
    /// The key and the index of a read.
    key: Option<TermId>,
    index: Option<TermId>,
    /// The value with its range, made of the raw variable.
    value: TermId,
    raw: ep_term::VarId,
}

/// What a path has mentioned so far, by number of the source.
#[derive(Clone, Default)]
pub struct Present {
    list: Vec<u32>,
    bits: Vec<u64>,
}

impl Present {
    fn has(&self, n: u32) -> bool {
        let (word, bit) = (n as usize / 64, 1u64 << (n % 64));
        self.bits.get(word).is_some_and(|w| w & bit != 0)
    }
    fn add(&mut self, n: u32) -> bool {
        let (word, bit) = (n as usize / 64, 1u64 << (n % 64));
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        let new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        if new {
            self.list.push(n);
        }
        new
    }
}

/// Expressions to terms.
pub struct Lowering {
    terms: FxHashMap<ExprId, TermId>,
    selects: FxHashMap<(ExprId, TermId, Option<TermId>), TermId>,
    sources: Vec<Source>,
    ids: FxHashMap<(VarId, Option<TermId>, Option<TermId>), u32>,
    by_raw: FxHashMap<ep_term::VarId, u32>,
    fresh: FxHashMap<VarId, u32>,
    /// Per class: what an object of that static type can be, if that is a
    /// question; `None` for types with a single class that no other shares.
    classes: Vec<Option<std::rc::Rc<[ClassTag]>>>,
    single: Vec<Option<ClassTag>>,
    /// Per class: its family.
    family: Vec<usize>,
    /// The family of the references that are keys of reads.
    families: FxHashMap<TermId, usize>,
}

impl Lowering {
    /// For a program whose classes are all known.
    pub fn new(p: &Program) -> Self {
        let n = p.classes.len();
        let mut sets = Sets::new(n);
        for (i, c) in p.classes.iter().enumerate() {
            for &d in c.concrete.iter() {
                sets.join(i, d as usize);
            }
        }
        let mut concrete: FxHashMap<usize, Vec<ClassTag>> = FxHashMap::default();
        for c in &p.classes {
            for &d in c.concrete.iter() {
                let list = concrete.entry(sets.root(d as usize)).or_default();
                if !list.contains(&d) {
                    list.push(d);
                }
            }
        }
        let family: Vec<usize> = (0..n).map(|i| sets.root(i)).collect();
        let mut classes = Vec::new();
        let mut single = Vec::new();
        for (i, c) in p.classes.iter().enumerate() {
            match concrete.get(&family[i]).map(Vec::as_slice) {
                Some([only]) => {
                    classes.push(None);
                    single.push(Some(*only));
                }
                _ => {
                    classes.push(Some(c.concrete.clone()));
                    single.push(None);
                }
            }
        }
        Lowering {
            terms: FxHashMap::default(),
            selects: FxHashMap::default(),
            sources: Vec::new(),
            ids: FxHashMap::default(),
            by_raw: FxHashMap::default(),
            fresh: FxHashMap::default(),
            classes,
            single,
            family,
            families: FxHashMap::default(),
        }
    }

    fn source(
        &mut self,
        x: &Exprs,
        pool: &mut Pool,
        var: VarId,
        key: Option<TermId>,
        index: Option<TermId>,
    ) -> TermId {
        if let Some(&n) = self.ids.get(&(var, key, index)) {
            return self.sources[n as usize].value;
        }
        let info = x.info(var);
        let scalar = match info.ty {
            Ty::Scalar(s) | Ty::Map(_, s) => s,
        };
        let (sort, width, signed) = match (scalar, info.range) {
            (Scalar::Bool, _) => (Sort::Bool, 1, false),
            (Scalar::Long, _) => (Sort::BitVec(64), 64, true),
            (Scalar::Ref, _) => (Sort::BitVec(OLD), REF, false),
            (Scalar::Int, Range::Full) => (Sort::BitVec(32), 32, true),
            (Scalar::Int, Range::Byte) => (Sort::BitVec(8), 32, true),
            (Scalar::Int, Range::Short) => (Sort::BitVec(16), 32, true),
            (Scalar::Int, Range::Char) => (Sort::BitVec(16), 32, false),
            (Scalar::Int, Range::NonNegative) => (Sort::BitVec(31), 32, false),
        };
        let raw = pool.fresh_var(&info.name, sort);
        let value = match (sort, signed) {
            (Sort::Bool, _) => raw,
            (_, true) => pool.sext(raw, width),
            (_, false) => pool.zext(raw, width),
        };
        let Some(raw) = pool.as_var(raw) else {
            return value;
        };
        let n = self.sources.len() as u32;
        self.sources.push(Source {
            var,
            key,
            index,
            value,
            raw,
        });
        self.ids.insert((var, key, index), n);
        self.by_raw.insert(raw, n);
        value
    }

    /// The static class of a reference, as far as its shape shows.
    fn class_of(&self, x: &Exprs, e: ExprId) -> Option<ClassTag> {
        match x.node(e) {
            Node::Var(v) => x.info(v).class,
            Node::Select(m, ..) => x.info(x.root(m)?).class,
            Node::Ite(_, a, b) => match (x.node(a), x.node(b)) {
                (Node::Nil, _) => self.class_of(x, b),
                (_, Node::Nil) => self.class_of(x, a),
                _ => self
                    .class_of(x, a)
                    .filter(|&c| self.class_of(x, b) == Some(c)),
            },
            _ => None,
        }
    }

    /// The family of a reference, as far as its shape shows: all its leaves
    /// but nil are of one.
    fn family_of(&self, x: &Exprs, e: ExprId) -> Option<usize> {
        let class = match x.node(e) {
            Node::Ite(_, a, b) => {
                return self.family_of(x, a).or_else(|| self.family_of(x, b));
            }
            Node::Var(v) => match x.info(v).role {
                Role::Fresh(class, _) => Some(class),
                _ => x.info(v).class,
            },
            Node::Select(m, ..) => x.info(x.root(m)?).class,
            _ => None,
        };
        self.family.get(class? as usize).copied()
    }

    /// The expression as a term.
    pub fn term(&mut self, x: &Exprs, pool: &mut Pool, e: ExprId) -> TermId {
        if let Some(&t) = self.terms.get(&e) {
            return t;
        }
        let t = self.compute(x, pool, e);
        self.terms.insert(e, t);
        t
    }

    fn compute(&mut self, x: &Exprs, pool: &mut Pool, e: ExprId) -> TermId {
        match x.node(e) {
            Node::Nil => pool.bv(REF, 0),
            Node::Bool(b) => pool.boolean(b),
            Node::Int(n) => pool.bv(32, n as u32 as u128),
            Node::Long(n) => pool.bv(64, n as u64 as u128),
            Node::Var(v) => match x.info(v).role {
                Role::Fresh(..) => {
                    let next = self.fresh.len() as u32;
                    let n = *self.fresh.entry(v).or_insert(next);
                    pool.bv(REF, u128::from((1 << (REF - 1)) + n))
                }
                _ => self.source(x, pool, v, None, None),
            },
            Node::Select(m, k, i) => {
                if x.root(m) == Some(x.type_map()) {
                    let class = self.class_of(x, k);
                    if let Some(Some(only)) = class.map(|c| self.single[c as usize]) {
                        return pool.bv(32, u128::from(only));
                    }
                }
                let family = self.family_of(x, k);
                let k = self.term(x, pool, k);
                if let Some(f) = family {
                    self.families.insert(k, f);
                }
                let i = i.map(|i| self.term(x, pool, i));
                self.select(x, pool, m, k, i)
            }
            Node::Store(..) => pool.bv(REF, 0),
            Node::Un(op, a) => {
                let a = self.term(x, pool, a);
                match op {
                    UnOp::Not => pool.not(a),
                    UnOp::Neg => pool.bvneg(a),
                    UnOp::IntToLong => pool.sext(a, 64),
                    UnOp::LongToInt => pool.extract(a, 31, 0),
                    UnOp::ToByte => {
                        let low = pool.extract(a, 7, 0);
                        pool.sext(low, 32)
                    }
                    UnOp::ToShort => {
                        let low = pool.extract(a, 15, 0);
                        pool.sext(low, 32)
                    }
                    UnOp::ToChar => {
                        let low = pool.extract(a, 15, 0);
                        pool.zext(low, 32)
                    }
                }
            }
            Node::Bin(op, a, b) => {
                let (a, b) = (self.term(x, pool, a), self.term(x, pool, b));
                binary(pool, op, a, b)
            }
            Node::Ite(c, a, b) => {
                let c = self.term(x, pool, c);
                let (a, b) = (self.term(x, pool, a), self.term(x, pool, b));
                pool.ite(c, a, b)
            }
        }
    }

    fn select(
        &mut self,
        x: &Exprs,
        pool: &mut Pool,
        m: ExprId,
        k: TermId,
        i: Option<TermId>,
    ) -> TermId {
        if let Some(&t) = self.selects.get(&(m, k, i)) {
            return t;
        }
        let t = match x.node(m) {
            Node::Var(f) => self.source(x, pool, f, Some(k), i),
            Node::Store(inner, k2, i2, v) => {
                let k2 = self.term(x, pool, k2);
                let mut same = pool.eq(k, k2);
                if let (Some(i), Some(i2)) = (i, i2) {
                    let i2 = self.term(x, pool, i2);
                    let e = pool.eq(i, i2);
                    same = pool.and(same, e);
                }
                match pool.as_bool(same) {
                    Some(true) => self.term(x, pool, v),
                    Some(false) => self.select(x, pool, inner, k, i),
                    None => {
                        let new = self.term(x, pool, v);
                        let old = self.select(x, pool, inner, k, i);
                        pool.ite(same, new, old)
                    }
                }
            }
            _ => pool.bv(REF, 0),
        };
        self.selects.insert((m, k, i), t);
        t
    }

    /// What must be said about reads that `t` mentions and the path has not
    /// seen: constraints with values that satisfy them beside the path's model.
    pub fn admit(
        &mut self,
        x: &Exprs,
        pool: &mut Pool,
        pipeline: &mut Pipeline,
        pc: &mut PathCondition,
        present: &mut Present,
        t: TermId,
    ) {
        for n in self.news(x, pool, present, t) {
            let s = self.sources[n as usize];
            let (constraints, rivals) = self.constraints(x, pool, present, n);
            let mut witness = Witness::unchanged();
            if let Some(key) = s.key {
                let key_value = pipeline.eval(pool, pc, key);
                let index = s.index.map(|i| pipeline.eval(pool, pc, i));
                for r in rivals {
                    let r = self.sources[r as usize];
                    let Some(rk) = r.key else { continue };
                    if pipeline.eval(pool, pc, rk) == key_value
                        && r.index.map(|i| pipeline.eval(pool, pc, i)) == index
                    {
                        witness = Witness::from_bits([(s.raw, pc.value(r.raw))]);
                        break;
                    }
                }
            }
            if !witness.is_unchanged() {
                pipeline.prefer(pc, &witness);
            }
            for c in constraints {
                pipeline.assume(pool, pc, c, Witness::unchanged());
            }
        }
    }

    /// All constraints for a question without a path.
    pub fn sides(&mut self, x: &Exprs, pool: &mut Pool, terms: &[TermId]) -> Vec<TermId> {
        let mut present = Present::default();
        let mut all = Vec::new();
        for &t in terms {
            for n in self.news(x, pool, &mut present, t) {
                all.extend(self.constraints(x, pool, &present, n).0);
            }
        }
        all
    }

    /// The sources that `t` mentions and the path has not seen, keys first.
    fn news(&mut self, x: &Exprs, pool: &mut Pool, present: &mut Present, t: TermId) -> Vec<u32> {
        let mut order = Vec::new();
        let mut todo: Vec<(u32, bool)> = Vec::new();
        let mut visited = rustc_hash::FxHashSet::default();
        let push = |todo: &mut Vec<(u32, bool)>, by_raw: &FxHashMap<_, u32>, pool: &Pool, t| {
            for v in pool.vars(t) {
                if let Some(&n) = by_raw.get(v) {
                    todo.push((n, false));
                }
            }
        };
        push(&mut todo, &self.by_raw, pool, t);
        while let Some((n, expanded)) = todo.pop() {
            if expanded {
                if present.add(n) {
                    order.push(n);
                }
                continue;
            }
            if present.has(n) || !visited.insert(n) {
                continue;
            }
            let s = self.sources[n as usize];
            // The class of a reference, where that is a question: after it.
            if self.typed(x, &s).is_some() {
                let map = x.type_map();
                self.source(x, pool, map, Some(s.value), None);
                if let Some(class) = x.info(s.var).class {
                    self.families.insert(s.value, self.family[class as usize]);
                }
                if let Some(&c) = self.ids.get(&(map, Some(s.value), None)) {
                    todo.push((c, false));
                }
            }
            todo.push((n, true));
            for t in s.key.into_iter().chain(s.index) {
                push(&mut todo, &self.by_raw, pool, t);
            }
        }
        order
    }

    /// The classes that a reference can have, if that must be said.
    fn typed(&self, x: &Exprs, s: &Source) -> Option<std::rc::Rc<[ClassTag]>> {
        let info = x.info(s.var);
        match info.ty {
            Ty::Scalar(Scalar::Ref) | Ty::Map(_, Scalar::Ref) => {
                self.classes.get(info.class? as usize)?.clone()
            }
            _ => None,
        }
    }

    fn constraints(
        &mut self,
        x: &Exprs,
        pool: &mut Pool,
        present: &Present,
        n: u32,
    ) -> (Vec<TermId>, Vec<u32>) {
        let s = self.sources[n as usize];
        let mut out = Vec::new();
        let mut rivals = Vec::new();
        if let Some(key) = s.key {
            for &r in &present.list {
                let other = self.sources[r as usize];
                if r == n || other.var != s.var {
                    continue;
                }
                let Some(key2) = other.key else { continue };
                let mut same = pool.eq(key, key2);
                if let (Some(i), Some(j)) = (s.index, other.index) {
                    let e = pool.eq(i, j);
                    same = pool.and(same, e);
                }
                if s.var == x.literal_map() {
                    // Different strings are not the object of one literal.
                    let zero = pool.bv(32, 0);
                    let none = pool.eq(s.value, zero);
                    let equal = pool.eq(s.value, other.value);
                    let differ = pool.not(equal);
                    let apart = pool.or(none, differ);
                    out.push(pool.or(same, apart));
                }
                if pool.as_bool(same) == Some(false) {
                    continue;
                }
                rivals.push(r);
                let equal = pool.eq(s.value, other.value);

                let c = pool.implies(same, equal);
                if pool.as_bool(c) != Some(true) {
                    out.push(c);
                }
            }
        }
        if let Some(classes) = self.typed(x, &s) {
            let map = x.type_map();
            let tag = self.source(x, pool, map, Some(s.value), None);
            let nil = pool.bv(REF, 0);
            let mut any = pool.eq(s.value, nil);
            for &c in classes.iter() {
                let n = pool.bv(32, u128::from(c));
                let is = pool.eq(tag, n);
                any = pool.or(any, is);
            }
            out.push(any);
        }
        (out, rivals)
    }

    /// Conditions that keep lengths small, for inputs that can be built.
    pub fn short_lengths(
        &self,
        x: &Exprs,
        pool: &mut Pool,
        present: &Present,
        at_most: u32,
    ) -> Vec<TermId> {
        let mut out = Vec::new();
        for &n in &present.list {
            let s = self.sources[n as usize];
            if s.var == x.length_map() {
                let bound = pool.bv(32, u128::from(at_most));
                let c = pool.ule(s.value, bound);
                out.push(c);
            }
        }
        out
    }

    /// The initial state of a model. Objects without a known class get that of
    /// the reference that leads to them.
    pub fn state(
        &self,
        x: &Exprs,
        p: &Program,
        present: &Present,
        value: &mut dyn FnMut(TermId) -> u128,
    ) -> State {
        let mut state = State::new();
        let mut objects: BTreeMap<(Option<usize>, u128), Value> = BTreeMap::new();
        let mut object =
            |state: &mut State, bits: u128, family: Option<usize>, class: Option<ClassTag>| {
                if bits == 0 {
                    return Value::Nil;
                }
                *objects.entry((family, bits)).or_insert_with(|| {
                    let o = Value::Obj(Obj(state.objects));
                    state.objects += 1;
                    let tag = class
                        .and_then(|c| p.classes[c as usize].concrete.first().copied())
                        .unwrap_or(0);
                    state.put(x, x.type_map(), (o, 0), Value::Int(tag as i32));
                    o
                })
            };
        // Classes first, then everything else.
        let mut order = present.list.clone();
        order.sort_by_key(|&n| self.sources[n as usize].var != x.type_map());
        for n in order {
            let s = self.sources[n as usize];
            let info = x.info(s.var);
            let scalar = match info.ty {
                Ty::Scalar(t) | Ty::Map(_, t) => t,
            };
            let bits = value(s.value);
            let content = match scalar {
                Scalar::Bool => Value::Bool(bits == 1),
                Scalar::Int => Value::Int(bits as u32 as i32),
                Scalar::Long => Value::Long(bits as u64 as i64),
                Scalar::Ref => {
                    let family = info.class.map(|c| self.family[c as usize]);
                    object(&mut state, bits, family, info.class)
                }
            };
            let Some(key) = s.key else {
                state.set(x, s.var, content);
                continue;
            };
            match info.ty {
                Ty::Map(crate::Keys::Int, _) => {
                    let at = Value::Int(value(key) as u32 as i32);
                    state.put(x, s.var, (at, 0), content);
                }
                _ => {
                    let bits = value(key);
                    // Created objects and nil are no part of the initial heap.
                    if bits == 0 || bits >= 1 << OLD {
                        continue;
                    }
                    let family = self.families.get(&key).copied();
                    let class = family.and_then(|f| self.single[f]);
                    let o = object(&mut state, bits, family, class);
                    let i = s.index.map_or(0, |i| value(i) as u32 as i32);
                    state.put(x, s.var, (o, i), content);
                }
            }
        }
        // An element beyond the length was read under a guard that is false.
        let maps: Vec<VarId> = state.maps().collect();
        for m in maps {
            if !matches!(x.info(m).ty, Ty::Map(crate::Keys::RefInt, _)) {
                continue;
            }
            let outside: Vec<_> = state
                .entries(m)
                .filter(|((o, i), _)| {
                    let n = state.at(x, x.length_map(), (*o, 0));
                    !matches!(n, Value::Int(n) if 0 <= *i && *i < n)
                })
                .collect();
            for (place, v) in outside {
                let zero = match v {
                    Value::Bool(_) => Value::Bool(false),
                    Value::Int(_) => Value::Int(0),
                    Value::Long(_) => Value::Long(0),
                    _ => Value::Nil,
                };
                state.put(x, m, place, zero);
            }
        }
        state
    }
}

fn binary(pool: &mut Pool, op: BinOp, a: TermId, b: TermId) -> TermId {
    let w = pool.width(a);
    let boolean = pool.sort(a) == Sort::Bool;
    // Java takes the low 5 or 6 bits of a shift's amount.
    let amount = |pool: &mut Pool, b: TermId| {
        let wide = if pool.width(b) < w {
            pool.zext(b, w)
        } else {
            b
        };
        let mask = pool.bv(w, u128::from(w - 1));
        pool.bvand(wide, mask)
    };
    match op {
        BinOp::And => pool.and(a, b),
        BinOp::Or => pool.or(a, b),
        BinOp::Eq => pool.eq(a, b),
        BinOp::Lt => pool.slt(a, b),
        BinOp::Le => pool.sle(a, b),
        BinOp::Add => pool.bvadd(a, b),
        BinOp::Sub => pool.bvsub(a, b),
        BinOp::Mul => pool.bvmul(a, b),
        BinOp::Div => pool.bvsdiv(a, b),
        BinOp::Rem => pool.bvsrem(a, b),
        BinOp::BitAnd if boolean => pool.and(a, b),
        BinOp::BitOr if boolean => pool.or(a, b),
        BinOp::BitXor if boolean => pool.xor(a, b),
        BinOp::BitAnd => pool.bvand(a, b),
        BinOp::BitOr => pool.bvor(a, b),
        BinOp::BitXor => pool.bvxor(a, b),
        BinOp::Shl => {
            let b = amount(pool, b);
            pool.bvshl(a, b)
        }
        BinOp::Shr => {
            let b = amount(pool, b);
            pool.bvashr(a, b)
        }
        BinOp::Ushr => {
            let b = amount(pool, b);
            pool.bvlshr(a, b)
        }
    }
}
