//! Between which numbers an expression lies, under the ranges of its variables.

use ep_base::memory::{Entry, Expr, VariableId};
use num_bigint::BigInt;

/// The least and the greatest value under the ranges of the inputs.
pub fn range(e: &Entry, x: &Expr) -> Option<(BigInt, BigInt)> {
    let of = |v: VariableId| e.variables.get(v).map(|v| (v.low.clone(), v.high.clone()));
    under(&of, x)
}

/// The same under these ranges.
pub(super) fn under(
    e: &dyn Fn(VariableId) -> Option<(BigInt, BigInt)>,
    x: &Expr,
) -> Option<(BigInt, BigInt)> {
    let range = under;
    let zero = BigInt::from(0);
    match x {
        Expr::Number(n) => Some((n.clone(), n.clone())),
        Expr::Variable(v) => e(*v),
        Expr::Sum(list) => {
            let parts: Option<Vec<_>> = list.iter().map(|p| range(e, p)).collect();
            let parts = parts?;
            Some((
                parts.iter().map(|p| &p.0).sum(),
                parts.iter().map(|p| &p.1).sum(),
            ))
        }
        Expr::Product(list) => {
            let mut at = (BigInt::from(1), BigInt::from(1));
            for p in list {
                let (a, b) = range(e, p)?;
                let all = [&at.0 * &a, &at.0 * &b, &at.1 * &a, &at.1 * &b];
                at = (all.iter().min()?.clone(), all.iter().max()?.clone());
            }
            Some(at)
        }
        Expr::Max(list) | Expr::Min(list) => {
            let parts: Option<Vec<_>> = list.iter().map(|p| range(e, p)).collect();
            let parts = parts?;
            let (low, high) = (parts.iter().map(|p| &p.0), parts.iter().map(|p| &p.1));
            match x {
                Expr::Max(_) => Some((low.max()?.clone(), high.max()?.clone())),
                _ => Some((low.min()?.clone(), high.min()?.clone())),
            }
        }
        Expr::Div(p, by) if *by > zero => {
            let (a, b) = range(e, p)?;
            let floor =
                |n: BigInt| Expr::Div(Box::new(Expr::Number(n)), by.clone()).evaluate(&|_| None);
            Some((floor(a)?, floor(b)?))
        }
        Expr::Div(..) => None,
        Expr::Bits(p) => {
            let (a, b) = range(e, p)?;
            let bits = |n: BigInt| Expr::Number(n).bits().as_number().cloned();
            Some((bits(a)?, bits(b)?))
        }
        Expr::If(_, a, b) => {
            let (a, b) = (range(e, a)?, range(e, b)?);
            Some((a.0.min(b.0), a.1.max(b.1)))
        }
    }
}
