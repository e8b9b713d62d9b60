//! Reading and writing arrays whose content is an unknown function
//! ([`crate::memory::swept`]).
//!
//! Idea: a value there is a pair, the bits and which of them are initialised.
//! A read goes from the unknown function up through the writes and facts: a
//! write at the same offset replaces the pair, one that does not meet it leaves
//! it, and one that meets it in part leaves any bits, none of them known to be
//! initialised. A fact is assumed at the offset that is read. All that is left
//! out (elements compared with few others, facts at offsets that nobody reads)
//! only adds behaviours. Cost: linear in writes, facts and the elements that
//! are compared.

use crate::driver::Driver;
use crate::machine::Machine;
use crate::memory::swept::{Element, Fact, Kind, Swept, Touch, With, Write};
use crate::memory::{Object, ObjectKind};
use crate::state::State;
use crate::step::undefined::undefined_bits;
use crate::value::{ObjectId, Value};
use ep_ir::scalar::mask128;
use ep_smt::{Side, Witness};
use ep_term::{Sort, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Elements that a new one is compared with.
const COMPARED: usize = 24;
/// Facts inside facts.
const MOST_DEPTH: u32 = 3;
/// Objects of fewer elements are followed element by element.
const FEW_ELEMENTS: u64 = 16;
/// Content that is read at any offset element by element.
const MOST_SLOTS: u64 = 256;

/// The bits of a value, and which of them are initialised.
pub type Pair = (TermId, TermId);

impl<D: Driver> Machine<D> {
    /// The content of an object that was swept.
    pub fn swept(&self, st: &State<D>, o: ObjectId) -> Option<Rc<Swept>> {
        st.heap.get(o)?.swept().cloned()
    }

    /// Reads `n` bytes at an offset in bounds.
    pub(crate) fn load_swept(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        s: &Swept,
        at: TermId,
        n: u32,
    ) -> Value {
        let whole = self.cx.pool.bv(8 * n, mask128(8 * n));
        if s.is_spoiled() {
            if !self.options.uninit_input {
                return Value::Undef;
            }
            return Value::Term(self.cx.pool.fresh_var("any", Sort::BitVec(8 * n)));
        }
        self.touch(o, at, n, None);
        let (v, defined) = self.read_swept(st, s, at, n);
        if defined == whole {
            return self.cx.value(v);
        }
        if self.cx.pool.as_bv(defined) == Some(0) {
            return Value::Undef;
        }
        let missing = self.cx.pool.ne(defined, whole);
        if matches!(
            self.driver.feasible(&mut self.cx, st, missing),
            Side::Infeasible
        ) {
            let all = self.cx.pool.eq(defined, whole);
            self.learn(st, all);
            return self.cx.value(v);
        }
        let never = self.term(st, Value::Undef, 8 * n);
        let pool = &mut self.cx.pool;
        let not = pool.bvnot(defined);
        let (there, rest) = (pool.bvand(v, defined), pool.bvand(never, not));
        let t = pool.bvor(there, rest);
        self.cx.value(t)
    }

    /// Writes `n` bytes at an offset in bounds.
    pub(crate) fn store_swept(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        at: TermId,
        n: u32,
        v: Value,
    ) {
        let pair = self.pair(v, n);
        let when = self.cx.pool.tru();
        let mut touch = None;
        if let Some(x) = st.heap.get_mut(o) {
            if let Some(s) = x.swept().cloned() {
                let mut s = (*s).clone();
                match pair {
                    Some((value, defined)) => {
                        s.push(Kind::Write(Write {
                            when,
                            at,
                            bytes: n,
                            value,
                            defined,
                        }));
                        touch = Some((value, defined));
                    }
                    None => {
                        s.spoil();
                        self.contracts.refuse("an array of addresses is swept");
                    }
                }
                x.sweep(s);
            }
        }
        if touch.is_some() {
            self.touch(o, at, n, touch);
        }
    }

    /// Notes an access while somebody wants to know.
    fn touch(&mut self, object: ObjectId, at: TermId, bytes: u32, written: Option<Pair>) {
        let touch = Touch {
            object,
            at,
            bytes,
            written,
        };
        if self.sweeps.probing && !self.sweeps.touched.contains(&touch) {
            self.sweeps.touched.push(touch);
        }
    }

    /// An object becomes an unknown function where that is wanted; `first`,
    /// `last` and `step` say which offsets are touched.
    pub(crate) fn sweeps_now(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        (first, last, step): (u64, u64, u64),
        n: u64,
    ) -> bool {
        if !self.sweeps.probing || first > last || (last - first) / step.max(1) < FEW_ELEMENTS {
            return false;
        }
        match st.heap.get(o) {
            Some(x) if can_be_swept(x) && n.is_power_of_two() && n <= 8 => {}
            _ => return false,
        }
        let s = self.sweeps.fresh();
        if let Some(x) = st.heap.get_mut(o) {
            x.sweep(s);
        }
        true
    }

    /// A value as a pair; none for what is no number.
    pub fn pair(&mut self, v: Value, n: u32) -> Option<Pair> {
        let w = 8 * n;
        let pool = &mut self.cx.pool;
        let whole = pool.bv(w, mask128(w));
        match v {
            Value::Int(x) => Some((pool.bv(w, u128::from(x) & mask128(w)), whole)),
            Value::Undef => {
                if self.options.uninit_input {
                    return Some((pool.fresh_var("any", Sort::BitVec(w)), whole));
                }
                let zero = pool.bv(w, 0);
                Some((zero, zero))
            }
            Value::Term(t) if pool.sort(t) == Sort::BitVec(w) => {
                if self.addresses.is_marked(t) {
                    return None;
                }
                let table = &self.input_table;
                if !pool.vars(t).iter().any(|v| table.is_uninit(*v)) {
                    return Some((t, whole));
                }
                let (missing, t) = undefined_bits(&mut self.cx.pool, table, t);
                let defined = self.cx.pool.bvnot(missing);
                Some((t, defined))
            }
            _ => None,
        }
    }

    /// The element of `n` bytes at an offset of a content.
    pub fn read_swept(&mut self, st: &mut State<D>, s: &Swept, at: TermId, n: u32) -> Pair {
        let w = 8 * n;
        if s.is_spoiled() {
            let any = self.cx.pool.fresh_var("any", Sort::BitVec(w));
            let defined = if self.options.uninit_input {
                mask128(w)
            } else {
                0
            };
            return (any, self.cx.pool.bv(w, defined));
        }
        let mut pair = self.element(st, s.base, at, n);
        for layer in s.layers() {
            match layer {
                Kind::Write(x) => pair = self.after_write(at, n, pair, &x),
                Kind::Fact(f) => self.assume_fact(st, &f, at, n, pair),
            }
        }
        pair
    }

    /// What is there once a write has happened.
    fn after_write(&mut self, at: TermId, n: u32, before: Pair, x: &Write) -> Pair {
        let (here, aligned) = (
            self.cx.pool.eq(at, x.at),
            n.is_power_of_two() && self.cx.aligned(at, n) && self.cx.aligned(x.at, n),
        );
        let same = n == x.bytes;
        let w = 8 * n;
        let pool = &mut self.cx.pool;
        let mut pair = before;
        if !(same && aligned) {
            // Apart: each begins behind the other's end, around zero too.
            let ptr = pool.width(at);
            let (up, down) = (pool.bvsub(x.at, at), pool.bvsub(at, x.at));
            let own = pool.bv(ptr, u128::from(n));
            let other = pool.bv(ptr, u128::from(x.bytes));
            let (a, b) = (pool.ule(own, up), pool.ule(other, down));
            let apart = pool.and(a, b);
            let not = pool.not(x.when);
            let apart = pool.or(apart, not);
            if pool.as_bool(apart) != Some(true) {
                let any = pool.fresh_var("any", Sort::BitVec(w));
                let unknown = match self.options.uninit_input {
                    true => pool.bv(w, mask128(w)),
                    false => pool.fresh_var("written", Sort::BitVec(w)),
                };
                pair.0 = pool.ite(apart, pair.0, any);
                pair.1 = pool.ite(apart, pair.1, unknown);
            }
        }
        if same {
            let here = pool.and(here, x.when);
            pair.0 = pool.ite(here, x.value, pair.0);
            pair.1 = pool.ite(here, x.defined, pair.1);
        }
        pair
    }

    /// An element of an unknown function.
    pub fn element(&mut self, st: &mut State<D>, base: u32, at: TermId, n: u32) -> Pair {
        let w = 8 * n;
        let list = self
            .sweeps
            .elements
            .get(base as usize)
            .cloned()
            .unwrap_or_default();
        let known = list.iter().find(|e| e.at == at && e.bytes == n).copied();
        let e = known.unwrap_or_else(|| {
            let pool = &mut self.cx.pool;
            let value = pool.fresh_var("element", Sort::BitVec(w));
            let defined = match self.options.uninit_input {
                true => pool.bv(w, mask128(w)),
                false => pool.fresh_var("written", Sort::BitVec(w)),
            };
            let e = Element {
                base,
                at,
                bytes: n,
                value,
                defined,
            };
            for t in [value, defined] {
                if let Some(v) = pool.as_var(t) {
                    self.sweeps.of_var.insert(v, e);
                }
            }
            if let Some(list) = self.sweeps.elements.get_mut(base as usize) {
                list.push(e);
            }
            e
        });
        // A function: equal offsets have equal elements.
        let others = list.iter().rev().filter(|x| x.bytes == n && x.at != at);
        for x in others.take(COMPARED) {
            let pool = &mut self.cx.pool;
            let same = pool.eq(x.at, at);
            if pool.as_bool(same) == Some(false) {
                continue;
            }
            let (a, b) = (pool.eq(x.value, e.value), pool.eq(x.defined, e.defined));
            let both = pool.and(a, b);
            let t = pool.implies(same, both);
            self.learn(st, t);
        }
        (e.value, e.defined)
    }

    /// A fact at one offset; none where it says nothing of it.
    pub fn instance(
        &mut self,
        st: &mut State<D>,
        f: &Fact,
        at: TermId,
        n: u32,
        pair: Pair,
    ) -> Option<TermId> {
        if f.bytes != n || !self.cx.aligned(at, n) || self.sweeps.depth >= MOST_DEPTH {
            return None;
        }
        let mut map = FxHashMap::default();
        let pool = &self.cx.pool;
        for (var, t) in [(f.at, at), (f.value, pair.0), (f.defined, pair.1)] {
            map.insert(pool.as_var(var)?, t);
        }
        self.sweeps.depth += 1;
        for with in &f.with {
            self.with_element(st, with, f.at, at, &mut map);
        }
        self.sweeps.depth -= 1;
        Some(self.cx.pool.substitute(f.term, &map))
    }

    /// The element that a fact speaks of, for an instance of it.
    fn with_element(
        &mut self,
        st: &mut State<D>,
        with: &With,
        var: TermId,
        at: TermId,
        map: &mut FxHashMap<ep_term::VarId, TermId>,
    ) {
        let Some(var) = self.cx.pool.as_var(var) else {
            return;
        };
        let mut offset = FxHashMap::default();
        offset.insert(var, at);
        let there = self.cx.pool.substitute(with.at, &offset);
        let (v, d) = self.read_swept(st, &with.content, there, with.bytes);
        for (x, t) in [(with.value, v), (with.defined, d)] {
            if let Some(x) = self.cx.pool.as_var(x) {
                map.insert(x, t);
            }
        }
    }

    fn assume_fact(&mut self, st: &mut State<D>, f: &Fact, at: TermId, n: u32, pair: Pair) {
        if let Some(t) = self.instance(st, f, at, n, pair) {
            self.learn(st, t);
        }
    }

    /// Adds what holds in any case.
    fn learn(&mut self, st: &mut State<D>, t: TermId) {
        if self.cx.pool.as_bool(t) == Some(true) || st.pc.conjuncts().any(|c| c == t) {
            return;
        }
        let w = match st.pc.has_model() {
            true => Witness::unchanged(),
            false => Witness::missing(),
        };
        self.cx.smt.assume(&mut self.cx.pool, &mut st.pc, t, w);
    }

    /// What an object has at an aligned offset before any loop has swept it;
    /// none where that has no short form.
    pub fn content_pair(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        at: TermId,
        n: u32,
    ) -> Option<Pair> {
        let x = st.heap.get(o)?;
        if let Some(s) = x.swept().cloned() {
            return (!s.is_spoiled()).then(|| self.read_swept(st, &s, at, n));
        }
        let w = 8 * n;
        // Behind what is present everything is alike.
        let present = (x.present() as u64).div_ceil(u64::from(n));
        let uninit = x.uninit;
        if present > MOST_SLOTS || (uninit && self.options.uninit_input) {
            return None;
        }
        let pool = &mut self.cx.pool;
        let rest = if uninit { 0 } else { mask128(w) };
        let mut pair = (pool.bv(w, 0), pool.bv(w, rest));
        let ptr = pool.width(at);
        for k in 0..present {
            let v = self.read(st, o, k * u64::from(n), n);
            let (v, d) = self.pair(v, n)?;
            let pool = &mut self.cx.pool;
            let k = pool.bv(ptr, u128::from(k * u64::from(n)));
            let here = pool.eq(at, k);
            pair = (pool.ite(here, v, pair.0), pool.ite(here, d, pair.1));
        }
        Some(pair)
    }
}

/// An array of numbers that the program made.
pub fn can_be_swept(x: &Object) -> bool {
    let mut addresses = false;
    x.each_address(|_, _, _| addresses = true);
    let kind = matches!(
        x.kind,
        ObjectKind::Global(_) | ObjectKind::Stack(_) | ObjectKind::Heap(..)
    );
    kind && !x.constant && !addresses && x.swept().is_none()
}
