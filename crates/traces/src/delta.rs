//! `δ(e)`: the evaluation of an expression meets no error (2.1, Definition 4.1).
//!
//! [`checks`] lists the single conditions in Java's order of evaluation, so
//! that each error has its own path condition; [`delta`] is their conjunction,
//! shared as the expression is. Conditionals are lazy (see the crate's doc), and
//! the bound is `0 ≤ e < |a|`.

use crate::expr::{BinOp, ExprId, Exprs, Keys, Node, Ty};
use crate::mutation::Mutation;
use rustc_hash::FxHashMap;

/// What can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum ErrorKind {
    NullDereference,
    OutOfBounds,
    StringBounds,
    NegativeSize,
    DivisionByZero,
    ClassCast,
    Assertion,
    ArrayStore,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [ErrorKind; 8] = [
        ErrorKind::NullDereference,
        ErrorKind::OutOfBounds,
        ErrorKind::StringBounds,
        ErrorKind::NegativeSize,
        ErrorKind::DivisionByZero,
        ErrorKind::ClassCast,
        ErrorKind::Assertion,
        ErrorKind::ArrayStore,
    ];
    /// The class that Java throws.
    pub fn java_class(self) -> &'static str {
        match self {
            ErrorKind::NullDereference => "NullPointerException",
            ErrorKind::OutOfBounds => "ArrayIndexOutOfBoundsException",
            ErrorKind::StringBounds => "StringIndexOutOfBoundsException",
            ErrorKind::NegativeSize => "NegativeArraySizeException",
            ErrorKind::DivisionByZero => "ArithmeticException",
            ErrorKind::ClassCast => "ClassCastException",
            ErrorKind::Assertion => "AssertionError",
            ErrorKind::ArrayStore => "ArrayStoreException",
        }
    }
    /// The stable word in output.
    pub fn word(self) -> &'static str {
        match self {
            ErrorKind::NullDereference => "null-dereference",
            ErrorKind::OutOfBounds => "array-out-of-bounds",
            ErrorKind::StringBounds => "string-out-of-bounds",
            ErrorKind::NegativeSize => "negative-array-size",
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::ClassCast => "class-cast",
            ErrorKind::Assertion => "assertion-failure",
            ErrorKind::ArrayStore => "array-store",
        }
    }
}

/// A condition and the error that its failure is.
pub type Check = (ExprId, ErrorKind);

/// The conditions under which evaluating `e` meets no error, in the order in
/// which Java would meet them; each is defined where the earlier ones hold.
pub fn checks(x: &mut Exprs, e: ExprId, out: &mut Vec<Check>) {
    if x.is_total(e) {
        return;
    }
    match x.node(e) {
        Node::Select(m, k, i) => {
            checks(x, k, out);
            if let Some(i) = i {
                checks(x, i, out);
            }
            place(x, m, k, i, out);
        }
        Node::Un(_, a) => checks(x, a, out),
        Node::Bin(op, a, b) => {
            checks(x, a, out);
            match op {
                BinOp::And => guarded(x, a, b, out),
                BinOp::Or => {
                    let n = x.not(a);
                    guarded(x, n, b, out);
                }
                _ => checks(x, b, out),
            }
            if matches!(op, BinOp::Div | BinOp::Rem) {
                let zero = x.default_of(x.scalar(b));
                let c = x.ne(b, zero);
                if x.as_bool(c) != Some(true) {
                    out.push((c, ErrorKind::DivisionByZero));
                }
            }
        }
        Node::Ite(c, a, b) => {
            // Both branches look at the same place, whose class decided.
            let (mut of_c, mut of_a, mut of_b) = (Vec::new(), Vec::new(), Vec::new());
            checks(x, c, &mut of_c);
            checks(x, a, &mut of_a);
            checks(x, b, &mut of_b);
            if of_a == of_b && of_c.iter().all(|check| of_a.contains(check)) {
                out.extend(of_a);
                return;
            }
            out.extend(of_c);
            guarded(x, c, a, out);
            let n = x.not(c);
            guarded(x, n, b, out);
        }
        _ => {}
    }
}

/// The checks of `e`, which is looked at only where `when` holds.
fn guarded(x: &mut Exprs, when: ExprId, e: ExprId, out: &mut Vec<Check>) {
    let start = out.len();
    checks(x, e, out);
    for check in &mut out[start..] {
        check.0 = x.implies(when, check.0);
    }
}

/// The checks of the place `m[k]` or `m[k, i]` itself.
pub fn place(x: &mut Exprs, m: ExprId, k: ExprId, i: Option<ExprId>, out: &mut Vec<Check>) {
    let Some(root) = x.root(m) else { return };
    match (x.info(root).ty, i) {
        (Ty::Map(Keys::Ref, _), _) if x.mutation.rule() == Mutation::DeltaForgetsNil => {}
        (Ty::Map(Keys::Ref, _), _) => push(x, k, out),
        (Ty::Map(Keys::RefInt, _), Some(i)) => {
            push(x, k, out);
            let length = x.read(x.length_map(), k);
            let c = within(x, i, length);
            let kind = match root == x.chars_map() {
                true => ErrorKind::StringBounds,
                false => ErrorKind::OutOfBounds,
            };
            out.push((c, kind));
        }
        (Ty::Map(Keys::Int, _), _) => {
            if let Some(bound) = x.info(root).bound {
                let length = x.of(bound);
                let c = within(x, k, length);
                out.push((c, ErrorKind::OutOfBounds));
            }
        }
        _ => {}
    }
}

fn push(x: &mut Exprs, k: ExprId, out: &mut Vec<Check>) {
    let c = x.not_nil(k);
    if x.as_bool(c) != Some(true) {
        out.push((c, ErrorKind::NullDereference));
    }
}

/// `0 ≤ i < length`.
pub fn within(x: &mut Exprs, i: ExprId, length: ExprId) -> ExprId {
    let zero = x.int(0);
    let low = x.bin(BinOp::Le, zero, i);
    let op = match x.mutation.rule() {
        Mutation::BoundInclusive => BinOp::Le,
        _ => BinOp::Lt,
    };
    let high = x.bin(op, i, length);
    x.and(low, high)
}

/// `δ(e)` with what was found before.
#[derive(Default)]
pub struct Delta {
    memo: FxHashMap<ExprId, ExprId>,
}

/// `δ(e)`.
pub fn delta(x: &mut Exprs, e: ExprId) -> ExprId {
    Delta::default().of(x, e)
}

impl Delta {
    /// `δ(e)`.
    pub fn of(&mut self, x: &mut Exprs, e: ExprId) -> ExprId {
        if x.is_total(e) {
            return x.bool(true);
        }
        if let Some(&d) = self.memo.get(&e) {
            return d;
        }
        let d = match x.node(e) {
            Node::Select(m, k, i) => {
                let mut all = self.of(x, k);
                if let Some(i) = i {
                    let d = self.of(x, i);
                    all = x.and(all, d);
                }
                let mut list = Vec::new();
                place(x, m, k, i, &mut list);
                for (c, _) in list {
                    all = x.and(all, c);
                }
                let content = self.content(x, m, k, i);
                x.and(all, content)
            }
            Node::Un(_, a) => self.of(x, a),
            Node::Bin(op, a, b) => {
                let (left, right) = (self.of(x, a), self.of(x, b));
                let right = match op {
                    BinOp::And => x.implies(a, right),
                    BinOp::Or => x.or(a, right),
                    _ => right,
                };
                let mut both = x.and(left, right);
                if matches!(op, BinOp::Div | BinOp::Rem) {
                    let zero = x.default_of(x.scalar(b));
                    let c = x.ne(b, zero);
                    both = x.and(both, c);
                }
                both
            }
            Node::Ite(c, a, b) => {
                let (dc, da, db) = (self.of(x, c), self.of(x, a), self.of(x, b));
                let branches = if x.mutation.rule() == Mutation::DeltaStrict {
                    x.and(da, db)
                } else {
                    x.ite(c, da, db)
                };
                x.and(dc, branches)
            }
            _ => x.bool(true),
        };
        self.memo.insert(e, d);
        d
    }

    /// Looking into `(m[k₂] := v)` evaluates `k₂`, and `v` only where it is
    /// what is found.
    fn content(&mut self, x: &mut Exprs, m: ExprId, k: ExprId, i: Option<ExprId>) -> ExprId {
        let Node::Store(inner, k2, i2, v) = x.node(m) else {
            return x.bool(true);
        };
        if x.is_total(m) {
            return x.bool(true);
        }
        let mut keys = self.of(x, k2);
        let mut same = x.eq(k, k2);
        if let (Some(i), Some(i2)) = (i, i2) {
            let d = self.of(x, i2);
            keys = x.and(keys, d);
            let e = x.eq(i, i2);
            same = x.and(same, e);
        }
        let (found, older) = (self.of(x, v), self.content(x, inner, k, i));
        let rest = x.ite(same, found, older);
        x.and(keys, rest)
    }
}
