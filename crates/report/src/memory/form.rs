//! An expression as JSON, and read again.
//!
//! Idea: the text of a bound is for people; a report that is compared with a
//! later one needs its structure. A number is a number (a string of digits where
//! JSON readers would round it), an input is its place in the list of the
//! entry's inputs, anything else is an object with one member that names the
//! operation. Alternative: reading the text again, whose names of inputs may
//! hold anything. Cost: linear.
//!
//! What must never happen: that half of an expression is read as a smaller one.
//! What is not as it was written is no expression.

use super::json::number;
use ep_base::memory::{Expr, VariableId};
use num_bigint::BigInt;
use serde_json::{json, Value};

/// Operations inside each other that are read.
const DEEPEST: u32 = 64;

/// The structure of an expression; inputs by their numbers.
pub fn write(e: &Expr) -> Value {
    let all = |l: &[Expr]| l.iter().map(write).collect::<Vec<_>>();
    match e {
        Expr::Number(n) => number(n),
        Expr::Variable(v) => json!({ "input": v.0 }),
        Expr::Sum(l) => json!({ "sum": all(l) }),
        Expr::Product(l) => json!({ "product": all(l) }),
        Expr::Max(l) => json!({ "max": all(l) }),
        Expr::Min(l) => json!({ "min": all(l) }),
        Expr::Div(e, by) => json!({ "quotient": [write(e), number(by)] }),
        Expr::Bits(e) => json!({ "bits": write(e) }),
        Expr::If(c, a, b) => json!({ "if": [write(c), write(a), write(b)] }),
    }
}

/// A number as it was written.
pub fn integer(v: &Value) -> Option<BigInt> {
    match v {
        Value::Number(n) => n.as_i64().map(BigInt::from),
        Value::String(s) => s.parse().ok(),
        _ => None,
    }
}

/// The expression of a structure; `input` gives the variable of an input.
pub fn read(v: &Value, input: &dyn Fn(u64) -> Option<VariableId>) -> Option<Expr> {
    inner(v, input, DEEPEST)
}

fn inner(v: &Value, input: &dyn Fn(u64) -> Option<VariableId>, depth: u32) -> Option<Expr> {
    let depth = depth.checked_sub(1)?;
    if let Some(n) = integer(v) {
        return Some(Expr::Number(n));
    }
    let object = v.as_object().filter(|o| o.len() == 1)?;
    let (name, of) = object.iter().next()?;
    let one = |v: &Value| inner(v, input, depth);
    let list = || -> Option<Vec<Expr>> { of.as_array()?.iter().map(one).collect() };
    let some = || list().filter(|l| !l.is_empty());
    match name.as_str() {
        "input" => input(of.as_u64()?).map(Expr::Variable),
        "sum" => list().map(Expr::Sum),
        "product" => list().map(Expr::Product),
        "max" => some().map(Expr::Max),
        "min" => some().map(Expr::Min),
        "quotient" => match &of.as_array()?[..] {
            [e, by] => {
                let by = integer(by).filter(|n| *n > BigInt::from(0))?;
                Some(Expr::Div(Box::new(one(e)?), by))
            }
            _ => None,
        },
        "bits" => Some(Expr::Bits(Box::new(one(of)?))),
        "if" => match <[Expr; 3]>::try_from(list()?) {
            Ok([c, a, b]) => Some(Expr::If(Box::new(c), Box::new(a), Box::new(b))),
            Err(_) => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_read_as_it_was_written() {
        let c = || Expr::Variable(VariableId(0));
        let large = Expr::Number(BigInt::from(1) << 70);
        let e = Expr::Sum(vec![
            Expr::Product(vec![Expr::number(-24), c(), Expr::Bits(Box::new(c()))]),
            Expr::Max(vec![c(), Expr::Min(vec![c(), large])]),
            Expr::Div(Box::new(c()), BigInt::from(16)),
            Expr::If(Box::new(c()), Box::new(c()), Box::new(Expr::zero())),
        ]);
        let same = |n: u64| (n == 0).then_some(VariableId(0));
        assert_eq!(read(&write(&e), &same), Some(e));
    }

    #[test]
    fn what_is_damaged_is_no_expression() {
        let known = |n: u64| (n == 0).then_some(VariableId(0));
        for v in [
            json!({ "input": 1 }),
            json!({ "max": [] }),
            json!({ "sum": [1, {}] }),
            json!({ "sum": [1], "max": [2] }),
            json!({ "quotient": [8, 0] }),
            json!({ "quotient": [8] }),
            json!({ "power": [8, 2] }),
            json!("eight"),
            json!(null),
        ] {
            assert_eq!(read(&v, &known), None, "{v}");
        }
        let deep = (0..100).fold(json!(1), |e, _| json!({ "bits": e }));
        assert_eq!(read(&deep, &known), None);
    }
}
