//! Values of cases that fix a parameter.
//!
//! Idea: where a condition says `x == INT_MAX`, a bound with `x` in it says less
//! than the number that it is. The parameters that comparisons fix become their
//! numbers; a value in which nothing but limits of types is left is computed.
//! Cost: linear in the tree.

use super::lin::Lin;
use super::present::Names;
use super::simplify::simplify;
use ep_base::time::{Comparison, Expr, ParameterKind, Relation};
use num_bigint::BigInt;
use num_traits::Zero;

/// The value for the inputs that meet a condition.
pub fn folded(names: &mut Names, condition: &[Comparison], value: Expr) -> Expr {
    let mut numbers: Vec<Option<BigInt>> = (names.parameters.iter())
        .map(|p| match &p.kind {
            ParameterKind::Limit { value } => Some(value.0.clone()),
            _ => None,
        })
        .collect();
    let mut fixed: Vec<Option<BigInt>> = vec![None; numbers.len()];
    for c in condition {
        let (Relation::Equal, Expr::Parameter { index }) = (c.relation, &c.left) else {
            continue;
        };
        let (at, n) = (*index as usize, settled(&c.right, &numbers));
        if let (Some(n), Some(slot)) = (n, fixed.get_mut(at)) {
            *slot = Some(n);
        }
    }
    let Some(put) = replaced(&value, &fixed) else {
        return value;
    };
    for (n, f) in numbers.iter_mut().zip(fixed) {
        *n = f.or(n.take());
    }
    let number = settled(&put, &numbers).map(Lin::number);
    simplify(number.and_then(|n| names.expr(&n)).unwrap_or(put))
}

/// The number that an expression is, where all its parameters have one.
pub(super) fn settled(e: &Expr, numbers: &[Option<BigInt>]) -> Option<BigInt> {
    let open: Vec<Option<BigInt>> = numbers
        .iter()
        .map(|n| n.is_none().then(BigInt::zero))
        .collect();
    // What is left after the known ones: none of the others may be in it.
    if replaced(e, &open).is_some() {
        return None;
    }
    let at: Vec<BigInt> = numbers
        .iter()
        .map(|n| n.clone().unwrap_or_default())
        .collect();
    e.evaluate(&at).value()
}

/// An expression with numbers for some parameters; nothing where none of them is
/// in it.
fn replaced(e: &Expr, by: &[Option<BigInt>]) -> Option<Expr> {
    let number = |n: &Option<BigInt>| n.clone().map(Expr::number);
    let by: Vec<Option<Expr>> = by.iter().map(number).collect();
    let mut any = false;
    let out = replace(e, &by, &mut any);
    any.then_some(out)
}

/// An expression with others for some parameters.
pub(super) fn put_in(e: &Expr, by: &[Option<Expr>]) -> Expr {
    replace(e, by, &mut false)
}

fn replace(e: &Expr, by: &[Option<Expr>], any: &mut bool) -> Expr {
    let mut all = |of: &[Expr]| -> Vec<Expr> { of.iter().map(|x| replace(x, by, any)).collect() };
    match e {
        Expr::Number { .. } | Expr::Unbounded => e.clone(),
        Expr::Parameter { index } => match by.get(*index as usize) {
            Some(Some(x)) => {
                *any = true;
                x.clone()
            }
            _ => e.clone(),
        },
        Expr::Add { of } => Expr::Add { of: all(of) },
        Expr::Mul { of } => Expr::Mul { of: all(of) },
        Expr::Max { of } => Expr::Max { of: all(of) },
        Expr::Min { of } => Expr::Min { of: all(of) },
        Expr::FloorDiv { of, by: divisor } => Expr::FloorDiv {
            of: Box::new(replace(of, by, any)),
            by: Box::new(replace(divisor, by, any)),
        },
        Expr::Mod { of, by: modulus } => Expr::Mod {
            of: Box::new(replace(of, by, any)),
            by: Box::new(replace(modulus, by, any)),
        },
        Expr::Power { base, exponent } => Expr::Power {
            base: Box::new(replace(base, by, any)),
            exponent: Box::new(replace(exponent, by, any)),
        },
        Expr::BitLength { of } => Expr::BitLength {
            of: Box::new(replace(of, by, any)),
        },
        Expr::PopCount { of } => Expr::PopCount {
            of: Box::new(replace(of, by, any)),
        },
    }
}
