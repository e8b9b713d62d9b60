//! Symbolic traces by unfolding, and their weakest preconditions (section 4).
//!
//! A configuration is `⟨S, ρ⟩`. Calls are inlined: each activation gives its
//! locals fresh names, `this` among them. A trace `ρ` consists of assignments,
//! creations and Boolean tests; [`Trace::path`] is Definition 4.2, computed
//! from the right with one rewriting of the shared DAG per event.
//!
//! A slip that Theorem 4.5 shows: `path(b · ρ)` needs `δ(b)`, because
//! `(x = e)[x := new C] = false` is defined where `e` is not.

use crate::delta::Delta;
use crate::eval::{self, State, Value};
use crate::expr::{BinOp, ClassTag, ExprId, Exprs, Role, VarId};
use crate::fresh::{Created, Removal};
use crate::lang::{Lhs, ProcId};
use crate::machine::{Truth, Why, World};
use crate::mutation::Mutation;
use crate::subst::{self, Assignment};
use ep_base::chain::unlink;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// One element of a trace.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// `h := e`.
    Assign(Lhs, ExprId),
    /// `x := new C`; of an array with its length.
    New(VarId, ClassTag, Option<ExprId>),
    /// `b`.
    Test(ExprId),
}

/// Where a conjunct of a path condition comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// A test that the path decided.
    Decided,
    /// A test that could have only this result after the ones before.
    Forced,
    /// `δ` of something.
    Defined,
}

struct Link {
    event: Event,
    before: Option<Rc<Link>>,
}

impl Drop for Link {
    fn drop(&mut self) {
        unlink(self.before.take(), |link| link.before.take());
    }
}

/// `ρ`; traces of one tree share their beginnings.
#[derive(Clone, Default)]
pub struct Trace {
    last: Option<Rc<Link>>,
    len: usize,
}

impl Trace {
    /// `ε`.
    pub fn new() -> Self {
        Self::default()
    }
    /// A trace of these events.
    pub fn of(events: &[Event]) -> Self {
        let mut t = Self::new();
        for &e in events {
            t.push(e);
        }
        t
    }
    /// `ρ · event`.
    pub fn push(&mut self, event: Event) {
        self.last = Some(Rc::new(Link {
            event,
            before: self.last.take(),
        }));
        self.len += 1;
    }
    /// The number of events.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether it is `ε`.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The events from the right.
    pub fn backwards(&self) -> impl Iterator<Item = Event> + '_ {
        let mut next = self.last.as_deref();
        std::iter::from_fn(move || {
            let link = next?;
            next = link.before.as_deref();
            Some(link.event)
        })
    }
    /// The events from the left.
    pub fn events(&self) -> Vec<Event> {
        let mut list: Vec<Event> = self.backwards().collect();
        list.reverse();
        list
    }

    /// `path(ρ)` by Definition 4.2, as conjuncts; `[false]` as soon as one is.
    pub fn path(&self, x: &mut Exprs) -> Vec<ExprId> {
        let list = self.conjuncts(x, &[]);
        settled(x, &list)
    }

    /// The conjuncts of `path(ρ)` in the order of the trace with where they
    /// come from; the tests at the places `forced` are [`From::Forced`].
    pub fn conjuncts(&self, x: &mut Exprs, forced: &[usize]) -> Vec<(ExprId, From)> {
        let mut events: Vec<(usize, Event)> = self.backwards().enumerate().collect();
        if x.mutation.rule() == Mutation::PathForwards {
            events.reverse();
        }
        let mut conjuncts: Vec<(ExprId, From)> = Vec::new();
        for (back, event) in events {
            match event {
                Event::Test(b) => {
                    let d = Delta::default().of(x, b);
                    let from = match forced.binary_search(&(self.len - 1 - back)) {
                        Ok(_) => From::Forced,
                        Err(_) => From::Decided,
                    };
                    conjuncts.extend([(b, from), (d, From::Defined)]);
                }
                Event::Assign(h, e) => {
                    let mut s = Assignment::new(h, e);
                    for (c, _) in &mut conjuncts {
                        *c = s.apply(x, *c);
                    }
                    if x.mutation.rule() != Mutation::PathForgetsDelta {
                        let d = delta_of(x, &h, e);
                        conjuncts.push((d, From::Defined));
                    }
                }
                Event::New(v, _, len) => {
                    let mut s = Removal::of(v);
                    for (c, _) in &mut conjuncts {
                        *c = s.apply(x, *c);
                    }
                    if let Some(n) = len {
                        let d = Delta::default().of(x, n);
                        let zero = x.int(0);
                        let size = x.bin(BinOp::Le, zero, n);
                        conjuncts.extend([(d, From::Defined), (size, From::Defined)]);
                    }
                }
            }
            if !tidy(x, &mut conjuncts) {
                return vec![(x.bool(false), From::Decided)];
            }
        }
        // What is left of fresh objects are those of literals.
        let mut literals = Removal::all();
        for (c, _) in &mut conjuncts {
            *c = literals.apply(x, *c);
        }
        if !tidy(x, &mut conjuncts) {
            return vec![(x.bool(false), From::Decided)];
        }
        // Earlier tests guard later ones: keep the order of the trace.
        conjuncts.reverse();
        conjuncts
    }

    /// The expression whose value before the trace is that of `e` after it.
    pub fn pull(&self, x: &mut Exprs, e: ExprId) -> ExprId {
        let mut e = e;
        for event in self.backwards() {
            e = match event {
                Event::Assign(h, v) => Assignment::new(h, v).apply(x, e),
                Event::New(v, ..) => Removal::of(v).apply(x, e),
                Event::Test(_) => e,
            };
        }
        Removal::all().apply(x, e)
    }

    /// `⟨V, ρ⟩ →* ⟨V', ε⟩`: the state after the trace, if it runs to its end.
    pub fn run(&self, x: &Exprs, start: &State) -> Option<State> {
        let mut v = start.clone();
        for event in self.events() {
            match event {
                Event::Test(b) => {
                    if !eval::holds(x, &v, b) {
                        return None;
                    }
                }
                Event::Assign(h, e) => {
                    let value = eval::eval(x, &v, e)?;
                    store(x, &mut v, &h, value)?;
                }
                Event::New(var, class, len) => {
                    let len = match len.map(|n| eval::eval(x, &v, n)) {
                        Some(Some(Value::Int(n))) if n >= 0 => Some(n),
                        None => None,
                        Some(_) => return None,
                    };
                    let o = v.create(x, class, len);
                    v.set(x, var, o);
                }
            }
        }
        Some(v)
    }
}

/// `V[h := v]`.
fn store(x: &Exprs, v: &mut State, h: &Lhs, value: Value) -> Option<()> {
    let Some(key) = h.key else {
        v.set(x, h.var, value);
        return Some(());
    };
    let place = {
        let mut at = eval::Evaluator::new(x, v);
        let key = at.eval(key)?;
        let index = match h.index.map(|i| at.eval(i)) {
            Some(Some(Value::Int(i))) => i,
            Some(_) => return None,
            None => 0,
        };
        at.look(x.of(h.var), (key, index))?;
        (key, index)
    };
    v.put(x, h.var, place, value);
    Some(())
}

/// `δ(h, e)`.
fn delta_of(x: &mut Exprs, h: &Lhs, e: ExprId) -> ExprId {
    let mut delta = Delta::default();
    let mut all = x.bool(true);
    if let Some(k) = h.key {
        let m = x.of(h.var);
        // The place itself, whatever it holds.
        let place = x.select(m, k, h.index);
        all = delta.of(x, place);
    }
    let d = delta.of(x, e);
    x.and(all, d)
}

/// Splits conjunctions, drops what is true; false when a conjunct is. Of equal
/// ones the one that comes first in the trace stays, as the end of the list is.
fn tidy(x: &mut Exprs, conjuncts: &mut Vec<(ExprId, From)>) -> bool {
    let mut out = Vec::with_capacity(conjuncts.len());
    for &(c, from) in conjuncts.iter() {
        // The list is reversed in the end: right parts first.
        let mut stack = vec![c];
        while let Some(c) = stack.pop() {
            match x.node(c) {
                crate::Node::Bool(true) => {}
                crate::Node::Bool(false) => return false,
                crate::Node::Bin(BinOp::And, a, b) => stack.extend([a, b]),
                _ => out.push((c, from)),
            }
        }
    }
    let mut seen: FxHashMap<ExprId, usize> = FxHashMap::default();
    conjuncts.clear();
    for (c, from) in out.into_iter().rev() {
        match seen.get(&c) {
            // What one of them decides is decided.
            Some(&at) if from == From::Decided => conjuncts[at].1 = from,
            Some(_) => {}
            None => {
                seen.insert(c, conjuncts.len());
                conjuncts.push((c, from));
            }
        }
    }
    conjuncts.reverse();
    true
}

/// The condition of these conjuncts.
pub fn settled(x: &mut Exprs, list: &[(ExprId, From)]) -> Vec<ExprId> {
    let mut conjuncts = list.iter().map(|c| c.0).collect();
    settle(x, &mut conjuncts);
    conjuncts
}

/// Simplifies disjunctions by the other conjuncts. A disjunct that is dropped
/// was there for `δ` of something; that `δ` is a conjunct too.
fn settle(x: &mut Exprs, conjuncts: &mut Vec<ExprId>) {
    let is_or = |x: &Exprs, c| matches!(x.node(c), crate::Node::Bin(BinOp::Or, ..));
    for _ in 0..4 {
        let known: rustc_hash::FxHashSet<ExprId> = conjuncts
            .iter()
            .copied()
            .filter(|&c| !is_or(x, c))
            .collect();
        let mut out = Vec::with_capacity(conjuncts.len());
        for &c in conjuncts.iter() {
            let mut c = c;
            while let crate::Node::Bin(BinOp::Or, a, b) = x.node(c) {
                let denied = x.not(a);
                if known.contains(&a) || known.contains(&b) || x.as_bool(b) == Some(true) {
                    c = x.bool(true);
                } else if known.contains(&denied) {
                    c = b;
                } else {
                    break;
                }
            }
            let mut stack = vec![c];
            while let Some(c) = stack.pop() {
                match x.node(c) {
                    crate::Node::Bool(true) => {}
                    crate::Node::Bin(BinOp::And, a, b) => stack.extend([b, a]),
                    _ if out.contains(&c) => {}
                    _ => out.push(c),
                }
            }
        }
        if out == *conjuncts {
            return;
        }
        *conjuncts = out;
    }
}

/// The world of unfolding: nothing but the trace.
#[derive(Clone, Default)]
pub struct Backward {
    /// `ρ`.
    pub trace: Trace,
    activations: u32,
    created: u32,
    shared: Rc<RefCell<Names>>,
    /// The places of the tests in the trace that had one result only.
    pub forced: Rc<Vec<usize>>,
}

/// Fresh names; paths of one tree use the same ones at the same places.
#[derive(Default)]
struct Names {
    locals: FxHashMap<(u32, VarId), VarId>,
    fresh: Created,
}

impl Backward {
    /// `ρ = ε`.
    pub fn new() -> Self {
        Self::default()
    }
    /// The names of the locals of the outermost procedure: its parameters are
    /// the given variables, the others get fresh ones.
    pub fn outermost(
        &mut self,
        x: &mut Exprs,
        locals: &[VarId],
        params: &[ExprId],
    ) -> Rc<Vec<ExprId>> {
        self.enter(x, (ProcId(0), locals), params, &Rc::default(), None)
    }
}

impl World for Backward {
    /// What each local is called, by slot.
    type Env = Rc<Vec<ExprId>>;
    type Val = ExprId;

    fn value(&mut self, x: &mut Exprs, env: &Self::Env, e: ExprId) -> Option<ExprId> {
        let name = |x: &Exprs, v: VarId| match x.info(v).role {
            Role::Local(slot) => env.get(slot as usize).copied(),
            _ => None,
        };
        let roles: Vec<(VarId, ExprId)> = x
            .vars_of(&[e])
            .into_iter()
            .filter_map(|v| name(x, v).map(|n| (v, n)))
            .collect();
        if roles.is_empty() {
            return Some(e);
        }
        let find = |v: VarId| roles.iter().find(|r| r.0 == v).map(|r| r.1);
        Some(subst::apply(x, e, &find))
    }

    /// `⟨h := e; S, ρ⟩ → ⟨S, ρ · h := e⟩`.
    fn bind(&mut self, x: &mut Exprs, env: &mut Self::Env, h: &Lhs, v: ExprId) -> bool {
        let named = match (h.key, x.info(h.var).role) {
            (None, Role::Local(slot)) => match x.node(env[slot as usize]) {
                crate::Node::Var(name) => Lhs::var(name),
                // Only a mutant binds a local to an expression.
                _ => return false,
            },
            (None, _) => *h,
            (Some(key), _) => Lhs {
                var: h.var,
                key: self.value(x, env, key),
                index: match h.index {
                    Some(i) => self.value(x, env, i),
                    None => None,
                },
            },
        };
        self.trace.push(Event::Assign(named, v));
        true
    }

    /// `⟨h := new C; S, ρ⟩ → ⟨S, ρ · x := new C · h := x⟩` for a fresh `x`.
    fn create(
        &mut self,
        x: &mut Exprs,
        env: &mut Self::Env,
        h: &Lhs,
        class: ClassTag,
        len: Option<ExprId>,
    ) -> bool {
        let number = self.created;
        self.created += 1;
        let fresh = self.shared.borrow_mut().fresh.get(x, number, class, len);
        self.trace.push(Event::New(fresh, class, len));
        let v = x.of(fresh);
        self.bind(x, env, h, v)
    }

    /// Unfolding is static: only literals decide.
    fn test(&mut self, x: &mut Exprs, b: ExprId) -> Truth {
        match x.as_bool(b) {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Both,
        }
    }

    /// `ρ · b`, `ρ · ¬b`. Conditions of `δ` that hold need no test: `path` adds
    /// `δ` itself. They are there as tests where the evaluation fails.
    fn assume(&mut self, x: &mut Exprs, b: ExprId, side: bool, why: Why) {
        if x.as_bool(b).is_some() {
            return;
        }
        if side {
            // A cast or an assertion is no part of `δ`; recording every check
            // keeps the trace of an error path exact.
            self.trace.push(Event::Test(b));
        } else {
            let _ = why;
            let n = x.not(b);
            self.trace.push(Event::Test(n));
        }
    }

    /// `[this, ū := …, ȳ]` and `ȳ := ē` with fresh `ȳ`.
    fn enter(
        &mut self,
        x: &mut Exprs,
        (_, locals): (ProcId, &[VarId]),
        args: &[ExprId],
        _: &Self::Env,
        receiver: Option<ExprId>,
    ) -> Self::Env {
        let activation = self.activations;
        self.activations += 1;
        let mut env = Vec::with_capacity(locals.len());
        for (at, &v) in locals.iter().enumerate() {
            if at == 0 && receiver.is_some() && x.mutation.rule() == Mutation::ThisByName {
                env.push(args[0]);
                continue;
            }
            let names = &mut self.shared.borrow_mut().locals;
            let name = *names.entry((activation, v)).or_insert_with(|| {
                let info = x.info(v).clone();
                let text = format!("{}#{activation}", info.name);
                let name = x.var(&text, info.ty, Role::Global);
                x.info_mut(name).class = info.class;
                name
            });
            env.push(x.of(name));
            let value = match args.get(at) {
                Some(&a) => a,
                None => x.initial(v),
            };
            self.trace.push(Event::Assign(Lhs::var(name), value));
        }
        Rc::new(env)
    }
}
