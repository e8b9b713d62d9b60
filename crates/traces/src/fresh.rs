//! `e[x := new C]` (section 4), and the removal of all fresh variables from
//! what forward execution computed (section 4.1).
//!
//! The paper assumes that `x` is not a branch of a conditional, since such
//! conditionals can be moved out of equations and dereferences; here that
//! happens on the way: equations and reads look into conditionals, with a memo
//! per pair so that the result stays a DAG. Reads over writes of field arrays
//! become conditionals, `f[x]` becomes the initial value of the field.
//!
//! The objects of string literals are not created by the run. They are fresh
//! but for one thing: a string of the initial heap may be the object of a
//! literal, so that `(x = e)` is [`Exprs::is_literal`] there.
//!
//! A slip of the paper: `(x = e)[x := new C] = false` is defined where `e` is
//! not. Theorem 4.5 then needs `δ(b)` beside each Boolean test `b` of a trace
//! (`x := new C · ¬(x = y.f)` with `y = nil`); see [`crate::backward`].

use crate::expr::{BinOp, ClassTag, ExprId, Exprs, Node, Role, Scalar, Ty, VarId};
use crate::mutation::Mutation;
use crate::subst::rebuild;
use rustc_hash::FxHashMap;

/// The substitution for one fresh variable or for all.
#[derive(Default)]
pub struct Removal {
    only: Option<VarId>,
    memo: FxHashMap<ExprId, ExprId>,
    reads: FxHashMap<(ExprId, ExprId, Option<ExprId>), ExprId>,
    equations: FxHashMap<(ExprId, ExprId), ExprId>,
}

impl Removal {
    /// `[x := new C]` for one variable.
    pub fn of(x: VarId) -> Self {
        Removal {
            only: Some(x),
            ..Self::default()
        }
    }
    /// Of all fresh variables. One memo serves a whole run, since the
    /// substitution does not change.
    pub fn all() -> Self {
        Self::default()
    }

    /// The fresh variable that the expression is, if it is one of ours.
    fn ours(&self, x: &Exprs, e: ExprId) -> Option<VarId> {
        let v = x.as_fresh(e)?;
        match self.only {
            Some(only) if only != v => None,
            _ => Some(v),
        }
    }

    fn touches(&self, x: &Exprs, e: ExprId) -> bool {
        match self.only {
            Some(v) => x.may_mention(e, v),
            None => x.has_fresh(e),
        }
    }

    /// The expression whose value before the creation is that of `e` after it.
    pub fn apply(&mut self, x: &mut Exprs, e: ExprId) -> ExprId {
        if !self.touches(x, e) {
            return e;
        }
        if let Some(&r) = self.memo.get(&e) {
            return r;
        }
        let r = match x.node(e) {
            Node::Var(_) => e,
            Node::Select(m, k, i) => {
                let k = self.apply(x, k);
                let i = i.map(|i| self.apply(x, i));
                self.read(x, m, k, i)
            }
            Node::Bin(BinOp::Eq, a, b) if x.scalar(a) == Scalar::Ref => {
                let (a, b) = (self.apply(x, a), self.apply(x, b));
                self.equation(x, a, b)
            }
            node => rebuild(x, node, &mut |x, p| self.apply(x, p)),
        };
        self.memo.insert(e, r);
        r
    }

    /// `m[k, i]` where `k` and `i` are rewritten and `m` is not.
    fn read(&mut self, x: &mut Exprs, m: ExprId, k: ExprId, i: Option<ExprId>) -> ExprId {
        if let Some(&r) = self.reads.get(&(m, k, i)) {
            return r;
        }
        let r = match (x.node(k), x.node(m)) {
            (Node::Ite(c, a, b), _) if self.touches(x, k) => {
                let (a, b) = (self.read(x, m, a, i), self.read(x, m, b, i));
                x.ite(c, a, b)
            }
            (_, Node::Store(inner, k2, i2, v)) if self.touches(x, m) || self.touches(x, k) => {
                let k2 = self.apply(x, k2);
                let mut same = if x.scalar(k2) == Scalar::Ref {
                    self.equation(x, k, k2)
                } else {
                    x.eq_defined(k, k2)
                };
                if let (Some(i), Some(i2)) = (i, i2) {
                    let i2 = self.apply(x, i2);
                    let e = x.eq_defined(i, i2);
                    same = x.and(same, e);
                }
                match x.as_bool(same) {
                    Some(true) => self.apply(x, v),
                    Some(false) => self.read(x, inner, k, i),
                    None => {
                        let (v, older) = (self.apply(x, v), self.read(x, inner, k, i));
                        x.ite(same, v, older)
                    }
                }
            }
            (_, Node::Var(f)) => match self.ours(x, k) {
                Some(v) if x.mutation.rule() != Mutation::FreshFieldKept => initial(x, f, v, i),
                _ => x.select(m, k, i),
            },
            _ => x.select(m, k, i),
        };
        self.reads.insert((m, k, i), r);
        r
    }

    /// `a = b` of rewritten references.
    fn equation(&mut self, x: &mut Exprs, a: ExprId, b: ExprId) -> ExprId {
        if !self.touches(x, a) && !self.touches(x, b) {
            return x.eq_defined(a, b);
        }
        if let Some(&r) = self.equations.get(&(a, b)) {
            return r;
        }
        let r = match (x.node(a), x.node(b)) {
            (Node::Ite(c, p, q), _) if self.touches(x, a) => {
                let (p, q) = (self.equation(x, p, b), self.equation(x, q, b));
                x.ite(c, p, q)
            }
            (_, Node::Ite(c, p, q)) if self.touches(x, b) => {
                let (p, q) = (self.equation(x, a, p), self.equation(x, a, q));
                x.ite(c, p, q)
            }
            _ => match (self.ours(x, a), self.ours(x, b)) {
                (Some(v), Some(w)) => x.bool(v == w),
                (None, None) => x.eq_defined(a, b),
                // An initial string may be the object of a literal.
                (Some(v), None) if x.info(v).text.is_some() => x.is_literal(b, v),
                (None, Some(v)) if x.info(v).text.is_some() => x.is_literal(a, v),
                _ if x.mutation.rule() == Mutation::FreshEqualityKept => x.eq(a, b),
                _ => x.bool(false),
            },
        };
        self.equations.insert((a, b), r);
        r
    }
}

/// What a field of a new object holds: `nil` in the paper, Java's default here;
/// its class and the length of an array are as created.
fn initial(x: &mut Exprs, f: VarId, fresh: VarId, index: Option<ExprId>) -> ExprId {
    let Role::Fresh(class, length) = x.info(fresh).role else {
        return x.of(f);
    };
    if f == x.type_map() {
        return x.int(class as i32);
    }
    if let (true, Some(text), Some(i)) = (f == x.chars_map(), x.info(fresh).text.clone(), index) {
        let mut chars = x.int(0);
        for (at, &c) in text.iter().enumerate().rev() {
            let (at, c) = (x.int(at as i32), x.int(i32::from(c)));
            let here = x.eq(i, at);
            chars = x.ite(here, c, chars);
        }
        return chars;
    }
    if f == x.literal_map() && x.info(fresh).text.is_some() {
        let n = x.literal_number(fresh);
        return x.int(n);
    }
    match (f == x.length_map(), length) {
        (true, Some(n)) => n,
        _ => match x.info(f).ty {
            Ty::Map(_, s) | Ty::Scalar(s) => x.default_of(s),
        },
    }
}

/// The fresh variables of creations by number on their path, class and length:
/// paths of one tree use the same ones at the same places.
#[derive(Default)]
pub struct Created {
    known: FxHashMap<(u32, ClassTag, Option<ExprId>), VarId>,
}

impl Created {
    /// The variable of creation `number` (from 0) on a path.
    pub fn get(
        &mut self,
        x: &mut Exprs,
        number: u32,
        class: ClassTag,
        len: Option<ExprId>,
    ) -> VarId {
        let make = || {
            let name = format!("new{}", number + 1);
            let v = x.var(&name, Ty::Scalar(Scalar::Ref), Role::Fresh(class, len));
            x.info_mut(v).class = Some(class);
            v
        };
        *self.known.entry((number, class, len)).or_insert_with(make)
    }
}
