//! `--budget EXPR`: an expression in the parameters, and whether a bound lies
//! below it for all of them.
//!
//! Idea: the expression is read as bounds are written. A comparison is taken
//! apart at `max` and `min`; what is left is linear and is decided at the
//! corners of the parameters' ranges, exactly. What is not linear, or is so under the
//! condition of its case only, is asked over boxes ([`boxes`]). Cost: linear in the
//! expressions, and counted boxes.

use super::boxes;
use ep_base::time::{Bound, Evaluated, Expr, Number, Parameter, ParameterKind};
use ep_base::Diagnostic;
use ep_bounds::evidence::expression;
use num_bigint::BigInt;

/// Reads a budget.
///
/// # Errors
/// It does not parse, or names what is no parameter (exit 2).
pub fn read(text: &str, parameters: &[Parameter]) -> Result<Expr, Diagnostic> {
    expression::read(text, parameters).map_err(|what| {
        let names: Vec<&str> = parameters.iter().map(|p| p.name.as_str()).collect();
        let known = match names.is_empty() {
            true => "the entry has no integer parameters".to_owned(),
            false => format!("the parameters are {}", names.join(", ")),
        };
        Diagnostic::bad_input(format!("--budget: {what}")).help(format!(
            "want an expression as in '8*x + 20' of numbers, parameters, + - * /, max, min, pow, mod, bitlength, popcount; {known}"
        ))
    })
}

/// Least and largest value of a parameter.
pub(super) fn range(p: &Parameter) -> (BigInt, BigInt) {
    let of = |bits: u32, signed: bool| {
        let power = |n: u32| BigInt::from(1) << n;
        match signed {
            true => (-power(bits.max(1) - 1), power(bits.max(1) - 1) - 1),
            false => (BigInt::from(0), power(bits) - 1),
        }
    };
    match &p.kind {
        ParameterKind::Value { bits, signed, .. }
        | ParameterKind::Read { bits, signed, .. }
        | ParameterKind::Word { bits, signed, .. }
        | ParameterKind::Global { bits, signed, .. }
        | ParameterKind::Pointee { bits, signed, .. } => of(*bits, *signed),
        ParameterKind::Limit { value } => (value.0.clone(), value.0.clone()),
        // No object has more bytes than a difference of pointers can count.
        ParameterKind::Size { .. }
        | ParameterKind::StringLength { .. }
        | ParameterKind::ListLength { .. }
        | ParameterKind::GlobalNodes { .. }
        | ParameterKind::PointeeNodes { .. }
        | ParameterKind::ArgumentLength { .. }
        | ParameterKind::InputLength
        | ParameterKind::TreeSize { .. } => of(63, false),
    }
}

/// Whether no case of the bound is above the budget for any parameters; why it
/// is not known otherwise.
pub fn below(bound: &Bound, budget: &Expr, parameters: &[Parameter]) -> Result<(), String> {
    if !covers(bound, parameters) {
        return Err("it is not known that the bound speaks of all inputs".into());
    }
    for c in &bound.cases {
        let Err(why) = less(&c.value, budget, parameters) else {
            continue;
        };
        match boxes::below(c, budget, parameters) {
            boxes::Found::Below => {}
            boxes::Found::Above(by) => return Err(format!("the bound can be {by} above it")),
            boxes::Found::Open => return Err(why),
        }
    }
    Ok(())
}

/// Whether some case holds for all parameters: one without a condition, or
/// cases that compare one parameter with numbers and leave no gap. Such
/// conditions change at these numbers only.
pub(super) fn covers(bound: &Bound, parameters: &[Parameter]) -> bool {
    if bound.cases.iter().any(|c| c.condition.is_empty()) {
        return true;
    }
    let mut of = None;
    let mut points = Vec::new();
    for k in bound.cases.iter().flat_map(|c| &c.condition) {
        let (index, number) = match (&k.left, &k.right) {
            (Expr::Parameter { index }, Expr::Number { value })
            | (Expr::Number { value }, Expr::Parameter { index }) => (*index as usize, &value.0),
            _ => return false,
        };
        if *of.get_or_insert(index) != index {
            return false;
        }
        points.extend([number - 1, number.clone(), number + 1]);
    }
    let Some((index, p)) = of.and_then(|i| Some((i, parameters.get(i)?))) else {
        return false;
    };
    let (low, high) = range(p);
    points.retain(|x| *x >= low && *x <= high);
    points.extend([low, high]);
    points.into_iter().all(|x| {
        let mut at = vec![BigInt::from(0); parameters.len()];
        at[index] = x;
        let holds =
            |c: &ep_base::time::Case| c.condition.iter().all(|k| k.holds(&at) == Some(true));
        bound.cases.iter().any(holds)
    })
}

fn less(a: &Expr, b: &Expr, parameters: &[Parameter]) -> Result<(), String> {
    if a == b {
        return Ok(());
    }
    match (a, b) {
        (Expr::Unbounded, _) => Err("there is no upper bound".into()),
        (Expr::Max { of }, _) => of.iter().try_for_each(|x| less(x, b, parameters)),
        (_, Expr::Min { of }) => of.iter().try_for_each(|x| less(a, x, parameters)),
        (_, Expr::Max { of }) if of.iter().any(|x| less(a, x, parameters).is_ok()) => Ok(()),
        (Expr::Min { of }, _) if of.iter().any(|x| less(x, b, parameters).is_ok()) => Ok(()),
        _ => {
            let (f, g) = (linear(a, parameters.len()), linear(b, parameters.len()));
            let (Some(f), Some(g)) = (f, g) else {
                return Err("the bound or the budget is not linear".into());
            };
            let mut most = f.0 - g.0;
            for ((x, y), p) in f.1.into_iter().zip(g.1).zip(parameters) {
                let c = x - y;
                if c == BigInt::from(0) {
                    continue;
                }
                let (low, high) = range(p);
                most += std::cmp::max(&c * low, &c * high);
            }
            match most > BigInt::from(0) {
                true => Err(format!("the bound can be {most} above it")),
                false => Ok(()),
            }
        }
    }
}

/// Constant and coefficients; none if it is not linear.
fn linear(e: &Expr, n: usize) -> Option<(BigInt, Vec<BigInt>)> {
    let zero = || vec![BigInt::from(0); n];
    Some(match e {
        Expr::Number { value: Number(v) } => (v.clone(), zero()),
        Expr::Parameter { index } => {
            let mut c = zero();
            *c.get_mut(*index as usize)? = BigInt::from(1);
            (BigInt::from(0), c)
        }
        Expr::Add { of } => {
            let mut sum = (BigInt::from(0), zero());
            for x in of {
                let (k, c) = linear(x, n)?;
                sum.0 += k;
                sum.1.iter_mut().zip(c).for_each(|(a, b)| *a += b);
            }
            sum
        }
        Expr::Mul { of } => {
            let mut product = (BigInt::from(1), zero());
            for x in of {
                let (k, c) = linear(x, n)?;
                let constant = |v: &[BigInt]| v.iter().all(|y| *y == BigInt::from(0));
                if constant(&c) {
                    product.0 *= &k;
                    product.1.iter_mut().for_each(|y| *y *= &k);
                } else if constant(&product.1) {
                    let by = product.0.clone();
                    product = (k * &by, c.into_iter().map(|y| y * &by).collect());
                } else {
                    return None;
                }
            }
            product
        }
        _ => match e.evaluate(&[]) {
            Evaluated::Value(v) => (v, zero()),
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::time::{Case, Comparison, Relation};

    fn parameters() -> Vec<Parameter> {
        let value = |name: &str, index, signed| Parameter {
            name: name.into(),
            kind: ParameterKind::Value {
                index,
                bits: 8,
                signed,
            },
        };
        vec![value("x", 0, false), value("y", 1, true)]
    }

    #[test]
    fn budgets_are_read_as_c_is() {
        let p = parameters();
        let at = |t: &str| {
            let e = read(t, &p).map_err(|d| d.to_string());
            e.map(|e| e.evaluate(&[7.into(), (-3).into()]).value())
        };
        for (text, want) in [
            ("2 + 3*x - y", 26),
            ("(2 + 3) * -x", -35),
            ("max(x, y, 9) / 2", 4),
            ("pow(2, x) + popcount(x) + bitlength(x)", 134),
            ("UCHAR_MAX - x", 248),
            ("-y - -y", 0),
            ("7 / (x - y) + mod(9, x)", 2),
        ] {
            assert_eq!(at(text), Ok(Some(want.into())), "{text}");
        }
        for text in [
            "",
            "x +",
            "z",
            "3 x",
            "(x",
            "max()",
            "pow(x)",
            "2**x",
            "0x10",
            "x + %",
            "x / 0",
            "9 / (3 - 3)",
            "mod(x, 0)",
            "mod(9, -2)",
        ] {
            assert!(at(text).is_err(), "{text}");
        }
        assert!(read(&"(".repeat(100_000), &p).is_err());
    }

    #[test]
    fn a_bound_is_compared_for_all_parameters() {
        let p = parameters();
        let e = |t: &str| read(t, &p).expect(t);
        let kept = |bound: &str, budget: &str| below(&Bound::always(e(bound)), &e(budget), &p);
        for (bound, budget) in [
            ("7*x + 7", "7*x + 7"),
            ("7*x + 7", "8*x + 7"),
            ("7*x + 7", "7*255 + 7"),
            ("max(7, x - y)", "x + 200"),
            ("min(x*x, 9)", "9"),
            ("7*x + 8", "pow(x, 2) + 30"),
            ("x*x", "pow(x, 2)"),
            ("x*x", "255*x"),
            ("pow(y, 2)", "16384"),
            ("8*bitlength(x)", "64"),
            ("y", "127"),
        ] {
            assert_eq!(kept(bound, budget), Ok(()), "{bound} <= {budget}");
        }
        for (bound, budget) in [
            ("7*x + 8", "7*x + 7"),
            ("7*x + 7", "7*254 + 7"),
            ("x*x", "254*x"),
            ("7*x + 8", "pow(x, 2) + 15"),
            ("pow(y, 2)", "16383"),
            ("y", "126"),
            ("max(x, y)", "y"),
        ] {
            assert!(kept(bound, budget).is_err(), "{bound} <= {budget}");
        }
        let cases = |second: Relation| Bound {
            cases: [(Relation::Equal, "7"), (second, "9")]
                .map(|(relation, value)| Case {
                    condition: vec![Comparison {
                        left: e("x"),
                        relation,
                        right: e("0"),
                    }],
                    value: e(value),
                })
                .to_vec(),
        };
        assert_eq!(below(&cases(Relation::Greater), &e("9"), &p), Ok(()));
        assert!(below(&cases(Relation::Less), &e("9"), &p).is_err(), "a gap");
        let no = below(&Bound::default(), &e("9"), &p);
        assert!(no.is_err(), "a bound without cases says nothing");
    }
}
