//! Substitutions: `eσ` (section 2), `e'[x := e]` and `e'[h.f := e]` with the
//! aliasing case (section 4). `e[x := new C]` is in [`crate::fresh`].
//!
//! Each works on the DAG: a node is rewritten once per substitution, and what
//! does not mention the assigned variable is not entered.

use crate::expr::{ExprId, Exprs, Node, VarId};
use crate::lang::Lhs;
use crate::mutation::Mutation;
use rustc_hash::FxHashMap;

/// The node over other parts, by its constructor.
pub fn rebuild(
    x: &mut Exprs,
    node: Node,
    f: &mut impl FnMut(&mut Exprs, ExprId) -> ExprId,
) -> ExprId {
    match node {
        Node::Select(m, k, i) => {
            let m = f(x, m);
            let k = f(x, k);
            let i = i.map(|i| f(x, i));
            x.select(m, k, i)
        }
        Node::Store(m, k, i, v) => {
            let m = f(x, m);
            let k = f(x, k);
            let i = i.map(|i| f(x, i));
            let v = f(x, v);
            x.store(m, k, i, v)
        }
        Node::Un(op, a) => {
            let a = f(x, a);
            x.un(op, a)
        }
        Node::Bin(op, a, b) => {
            let a = f(x, a);
            let b = f(x, b);
            x.bin(op, a, b)
        }
        Node::Ite(c, a, b) => {
            let c = f(x, c);
            let a = f(x, a);
            let b = f(x, b);
            x.ite(c, a, b)
        }
        Node::Nil => x.nil(),
        Node::Bool(b) => x.bool(b),
        Node::Int(n) => x.int(n),
        Node::Long(n) => x.long(n),
        Node::Var(v) => x.of(v),
    }
}

/// `eσ`: all variables at once.
pub fn apply(x: &mut Exprs, e: ExprId, sigma: &impl Fn(VarId) -> Option<ExprId>) -> ExprId {
    apply_with(x, e, sigma, &mut FxHashMap::default())
}

/// [`apply`] with what was rewritten before under the same substitution.
pub fn apply_with(
    x: &mut Exprs,
    e: ExprId,
    sigma: &impl Fn(VarId) -> Option<ExprId>,
    memo: &mut FxHashMap<ExprId, ExprId>,
) -> ExprId {
    match x.node(e) {
        Node::Var(v) => sigma(v).unwrap_or(e),
        Node::Nil | Node::Bool(_) | Node::Int(_) | Node::Long(_) => e,
        node => {
            if let Some(&r) = memo.get(&e) {
                return r;
            }
            let r = rebuild(x, node, &mut |x, p| apply_with(x, p, sigma, memo));
            memo.insert(e, r);
            r
        }
    }
}

/// `e'[h := e]` for one assignment; keep it for all conjuncts of a condition.
pub struct Assignment {
    h: Lhs,
    e: ExprId,
    memo: FxHashMap<ExprId, ExprId>,
}

impl Assignment {
    /// The substitution `[h := e]`.
    pub fn new(h: Lhs, e: ExprId) -> Self {
        Assignment {
            h,
            e,
            memo: FxHashMap::default(),
        }
    }

    /// The expression whose value before `h := e` is that of `e'` after it,
    /// where `h` and `e` are defined.
    pub fn apply(&mut self, x: &mut Exprs, e: ExprId) -> ExprId {
        if !x.may_mention(e, self.h.var) {
            return e;
        }
        if let Some(&r) = self.memo.get(&e) {
            return r;
        }
        let r = match (x.node(e), self.h.key) {
            (Node::Var(v), None) if v == self.h.var => self.e,
            (Node::Select(m, k, i), Some(key)) if m == x.of(self.h.var) => {
                let after = self.apply(x, k);
                let index = i.map(|i| self.apply(x, i));
                let compared = match x.mutation.rule() {
                    Mutation::AliasUnsubstituted => k,
                    _ => after,
                };
                let mut same = x.eq_defined(compared, key);
                if let (Some(i), Some(j)) = (index, self.h.index) {
                    let e = x.eq_defined(i, j);
                    same = x.and(same, e);
                }
                if x.mutation.rule() == Mutation::NoAliasing && x.as_bool(same) != Some(true) {
                    same = x.bool(false);
                }
                let before = x.select(m, after, index);
                x.ite(same, self.e, before)
            }
            (node, _) => rebuild(x, node, &mut |x, p| self.apply(x, p)),
        };
        self.memo.insert(e, r);
        r
    }
}
