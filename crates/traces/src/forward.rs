//! Forward symbolic execution (sections 2, 2.1, 3 and 4.1).
//!
//! A configuration is `⟨Δ, σ, φ⟩`: closures `(τ, S)` with substitutions of local
//! variables, the global substitution `σ`, and the path condition `φ`. Fields
//! are arrays: `e.f := e'` is `f := (f[e] := e')`. A `new` binds a fresh
//! variable; reads of its fields give their initial values at once, which is the
//! substitution `[x := new C]` of 4.1 (see [`crate::fresh`]).
//!
//! Reads over writes are decided by what the path already knows: a key that an
//! earlier test made equal or different needs no conditional.

use crate::expr::{ClassTag, ExprId, Exprs, Node, Role, VarId};
use crate::fresh::{Created, Removal};
use crate::lang::{Lhs, ProcId};
use crate::machine::{Truth, Why, World};
use crate::mutation::Mutation;
use crate::subst::rebuild;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// `σ` and `φ`.
#[derive(Clone)]
pub struct Forward {
    sigma: Rc<FxHashMap<VarId, ExprId>>,
    /// The conjuncts of `φ` in the order in which they came.
    pub phi: Vec<ExprId>,
    /// Conditions of transitions that the solver showed to be the only ones:
    /// they follow from `φ`.
    pub implied: Vec<ExprId>,
    known: Rc<FxHashSet<ExprId>>,
    /// How many objects this path made.
    created: u32,
    /// Fresh variables of all paths by class, length and number; and the memo
    /// of their removal.
    shared: Rc<RefCell<Shared>>,
    /// The paper's rules as they stand: nothing is simplified by what the path
    /// knows, fresh variables stay.
    pub plain: bool,
}

#[derive(Default)]
struct Shared {
    fresh: Created,
    removal: Removal,
}

impl Default for Forward {
    fn default() -> Self {
        Self::new()
    }
}

impl Forward {
    /// `σ = id`, `φ = true`.
    pub fn new() -> Self {
        Forward {
            sigma: Rc::default(),
            phi: Vec::new(),
            implied: Vec::new(),
            known: Rc::default(),
            created: 0,
            shared: Rc::default(),
            plain: false,
        }
    }

    /// `σ(x)`.
    pub fn sigma(&self, x: &Exprs, v: VarId) -> ExprId {
        self.sigma.get(&v).copied().unwrap_or(x.of(v))
    }

    /// The variables that `σ` changes, in order.
    pub fn changed(&self) -> Vec<VarId> {
        let mut list: Vec<VarId> = self.sigma.keys().copied().collect();
        list.sort_unstable();
        list
    }

    fn theta(&self, x: &Exprs, env: &[ExprId], v: VarId) -> ExprId {
        match x.info(v).role {
            Role::Local(slot) if (slot as usize) < env.len() => env[slot as usize],
            _ => self.sigma(x, v),
        }
    }

    /// `eθ` with `θ = τ ∪ σ`.
    pub fn apply(&mut self, x: &mut Exprs, env: &[ExprId], e: ExprId) -> ExprId {
        match x.node(e) {
            Node::Var(v) => self.theta(x, env, v),
            Node::Nil | Node::Bool(_) | Node::Int(_) | Node::Long(_) => e,
            Node::Select(m, k, i) if !self.plain => {
                let m = self.apply(x, env, m);
                let k = self.apply(x, env, k);
                let i = i.map(|i| self.apply(x, env, i));
                self.select(x, m, k, i)
            }
            node => rebuild(x, node, &mut |x, p| self.apply(x, env, p)),
        }
    }

    /// What the path knows of `a = b`.
    fn same(&self, x: &mut Exprs, a: ExprId, b: ExprId) -> Option<bool> {
        if let Some(known) = x.same(a, b) {
            return Some(known);
        }
        match (x.as_fresh(a), x.as_fresh(b)) {
            (Some(p), Some(q)) => return Some(p == q),
            // What an initial expression denotes existed before.
            (Some(v), None) if !x.has_fresh(b) && x.info(v).text.is_none() => return Some(false),
            (None, Some(v)) if !x.has_fresh(a) && x.info(v).text.is_none() => return Some(false),
            _ => {}
        }
        let e = x.eq(a, b);
        self.truth(x, e)
    }

    fn truth(&self, x: &mut Exprs, b: ExprId) -> Option<bool> {
        if let Some(known) = x.as_bool(b) {
            return Some(known);
        }
        if self.plain {
            return None;
        }
        if self.known.contains(&b) {
            return Some(true);
        }
        let n = x.not(b);
        self.known.contains(&n).then_some(false)
    }

    /// A read over the writes that the path made. All keys and values of those
    /// are defined, since `φ` says so.
    fn select(&mut self, x: &mut Exprs, m: ExprId, k: ExprId, i: Option<ExprId>) -> ExprId {
        if x.mutation.rule() == Mutation::SelectTakesNewest {
            return x.select(m, k, i);
        }
        let mut m = m;
        let mut undecided = Vec::new();
        let mut found = None;
        while let Node::Store(inner, k2, i2, v) = x.node(m) {
            let keys = self.same(x, k, k2);
            let index = match (i, i2) {
                (Some(a), Some(b)) => self.same(x, a, b),
                _ => Some(true),
            };
            match (keys, index) {
                (Some(true), Some(true)) => {
                    found = Some(v);
                    break;
                }
                (Some(false), _) | (_, Some(false)) => {}
                _ => {
                    let mut same = match keys {
                        Some(_) => x.bool(true),
                        None => x.eq(k, k2),
                    };
                    if let (Some(a), Some(b), None) = (i, i2, index) {
                        let e = x.eq(a, b);
                        same = x.and(same, e);
                    }
                    undecided.push((same, v));
                }
            }
            m = inner;
        }
        // if e = e'' then e' else a[e''] fi, for what the path leaves open.
        let mut e = match found {
            Some(v) => v,
            None => {
                let e = x.select(m, k, i);
                self.shared.borrow_mut().removal.apply(x, e)
            }
        };
        for (same, v) in undecided.into_iter().rev() {
            e = x.ite(same, v, e);
        }
        e
    }

    /// `φ ∧ b`, as single conjuncts.
    fn conjoin(&mut self, x: &mut Exprs, b: ExprId) {
        match x.node(b) {
            Node::Bool(true) => {}
            Node::Bin(crate::BinOp::And, p, q) if !self.plain => {
                self.conjoin(x, p);
                self.conjoin(x, q);
            }
            _ => {
                if self.plain || Rc::make_mut(&mut self.known).insert(b) {
                    self.phi.push(b);
                }
            }
        }
    }

    /// `φ` as one expression.
    pub fn condition(&self, x: &mut Exprs) -> ExprId {
        x.all(self.phi.iter().copied())
    }
}

impl World for Forward {
    type Env = Rc<Vec<ExprId>>;
    type Val = ExprId;

    fn value(&mut self, x: &mut Exprs, env: &Self::Env, e: ExprId) -> Option<ExprId> {
        let v = self.apply(x, env, e);
        if self.plain || !x.has_fresh(v) {
            return Some(v);
        }
        let v = self.shared.borrow_mut().removal.apply(x, v);
        Some(v)
    }

    fn assign(&mut self, x: &mut Exprs, env: &mut Self::Env, h: &Lhs, e: ExprId) -> bool {
        let v = match x.mutation.rule() {
            Mutation::AssignUnsubstituted => Some(e),
            _ => self.value(x, env, e),
        };
        v.is_some_and(|v| self.bind(x, env, h, v))
    }

    /// `σ[x := eθ]`, `τ[u := eθ]`, `σ[a := (a[e] := e')]`.
    fn bind(&mut self, x: &mut Exprs, env: &mut Self::Env, h: &Lhs, v: ExprId) -> bool {
        let v = match h.key {
            None => v,
            Some(key) => {
                let m = match x.mutation.rule() {
                    Mutation::StoreForgetsOlder => x.of(h.var),
                    _ => self.sigma(x, h.var),
                };
                let Some(k) = self.value(x, env, key) else {
                    return false;
                };
                let i = match h.index.map(|i| self.value(x, env, i)) {
                    Some(None) => return false,
                    Some(i) => i,
                    None => None,
                };
                x.store(m, k, i, v)
            }
        };
        match x.info(h.var).role {
            Role::Local(slot) => Rc::make_mut(env)[slot as usize] = v,
            _ => {
                Rc::make_mut(&mut self.sigma).insert(h.var, v);
            }
        }
        true
    }

    /// `h := x` for a fresh `x`. Its fields hold initial values, so
    /// `x.f₁ := nil; … x.fₙ := nil` needs no updates.
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
        let v = x.of(fresh);
        self.bind(x, env, h, v)
    }

    fn test(&mut self, x: &mut Exprs, b: ExprId) -> Truth {
        match self.truth(x, b) {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Both,
        }
    }

    /// `φ ∧ bθ`, `φ ∧ ¬bθ`.
    fn assume(&mut self, x: &mut Exprs, b: ExprId, side: bool, why: Why) {
        let b = match (side, why, x.mutation.rule()) {
            (true, ..) => b,
            (_, Why::Branch, Mutation::ElseAssumesThen) => b,
            (_, Why::Loop, Mutation::LoopExitAssumesNothing) => return,
            _ => x.not(b),
        };
        self.conjoin(x, b);
    }

    /// `τ'(ū) = ē(τ ∪ σ)`; other locals start with initial values.
    fn enter(
        &mut self,
        x: &mut Exprs,
        (_, locals): (ProcId, &[VarId]),
        args: &[ExprId],
        _: &Self::Env,
        _: Option<ExprId>,
    ) -> Self::Env {
        let mut env = Vec::with_capacity(locals.len());
        for (at, &v) in locals.iter().enumerate() {
            env.push(match args.get(at) {
                // The mutant passes the formal parameter itself.
                Some(_) if x.mutation.rule() == Mutation::ArgumentsUnsubstituted => x.of(v),
                Some(&a) => a,
                None => x.initial(v),
            });
        }
        Rc::new(env)
    }
}
