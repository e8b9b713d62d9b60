//! Amounts of bytes as expressions over the inputs.
//!
//! Idea: a bound is exact integer arithmetic, so that evaluating it at an
//! input cannot wrap. Maxima and minima are kept as such, since which side
//! wins depends on the input. Alternatives: the bounds of running times
//! (`its`) have powers and logarithms, which no sum of block sizes needs, and
//! stand on a higher floor. Cost: a vector per sum; bounds are small.

use num_bigint::BigInt;
use std::fmt;

crate::entity!(
    /// A number that a bound is written over, in the table of its analysis.
    VariableId,
    "n"
);

/// A number of bytes (or of blocks, or a count) over inputs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Expr {
    /// A number.
    Number(BigInt),
    /// The value of an input.
    Variable(VariableId),
    /// A sum; empty is 0.
    Sum(Vec<Expr>),
    /// A product; empty is 1.
    Product(Vec<Expr>),
    /// The largest of at least one.
    Max(Vec<Expr>),
    /// The smallest of at least one.
    Min(Vec<Expr>),
    /// Division by a positive number, rounded towards minus infinity.
    Div(Box<Expr>, BigInt),
    /// The bits of the number in binary; 0 where it is not positive.
    Bits(Box<Expr>),
    /// The first where the condition (`>= 0`) holds, else the second.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// A number.
    pub fn number(n: impl Into<BigInt>) -> Expr {
        Expr::Number(n.into())
    }

    /// Zero.
    pub fn zero() -> Expr {
        Expr::number(0)
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&BigInt> {
        match self {
            Expr::Number(n) => Some(n),
            _ => None,
        }
    }

    /// `self + other`, numbers added up, and what is the same counted.
    #[must_use]
    pub fn plus(self, other: Expr) -> Expr {
        let list = |e: Expr| match e {
            Expr::Sum(inner) => inner,
            e => vec![e],
        };
        let (mut parts, more) = (list(self), list(other));
        let mut number = BigInt::from(0);
        parts.retain(|e| match e {
            Expr::Number(n) => {
                number += n;
                false
            }
            _ => true,
        });
        for e in more {
            match e {
                Expr::Number(n) => number += n,
                e => match parts.iter_mut().find(|p| p.counted().1 == e.counted().1) {
                    Some(p) => {
                        let n = p.counted().0 + e.counted().0;
                        *p = Expr::Number(n).times(p.counted().1.clone());
                    }
                    None => parts.push(e),
                },
            }
        }
        parts.retain(|e| *e != Expr::zero());
        if number != BigInt::from(0) || parts.is_empty() {
            parts.push(Expr::Number(number));
        }
        match <[Expr; 1]>::try_from(parts) {
            Ok([one]) => one,
            Err(parts) => Expr::Sum(parts),
        }
    }

    /// How often something is in it, and what.
    fn counted(&self) -> (BigInt, &Expr) {
        match self {
            Expr::Product(l) => match &l[..] {
                [Expr::Number(k), e] => (k.clone(), e),
                _ => (BigInt::from(1), self),
            },
            _ => (BigInt::from(1), self),
        }
    }

    /// `self * factor`.
    #[must_use]
    pub fn times(self, factor: Expr) -> Expr {
        match (self, factor) {
            (Expr::Number(a), Expr::Number(b)) => Expr::Number(a * b),
            (Expr::Number(a), e) | (e, Expr::Number(a)) if a == BigInt::from(1) => e,
            (Expr::Number(a), _) | (_, Expr::Number(a)) if a == BigInt::from(0) => Expr::zero(),
            (a, b) => Expr::Product(vec![a, b]),
        }
    }

    /// The bits of the number in binary; 0 where it is not positive.
    #[must_use]
    pub fn bits(self) -> Expr {
        match self {
            Expr::Number(n) => Expr::Number(bits_of(&n)),
            e => Expr::Bits(Box::new(e)),
        }
    }

    /// The larger of both.
    #[must_use]
    pub fn max(self, other: Expr) -> Expr {
        Expr::best(self, other, true)
    }

    /// The smaller of both.
    #[must_use]
    pub fn min(self, other: Expr) -> Expr {
        Expr::best(self, other, false)
    }

    fn best(a: Expr, b: Expr, greater: bool) -> Expr {
        let mut parts: Vec<Expr> = Vec::new();
        let mut number: Option<BigInt> = None;
        for e in [a, b] {
            let inner = match e {
                Expr::Max(inner) if greater => inner,
                Expr::Min(inner) if !greater => inner,
                e => vec![e],
            };
            for e in inner {
                match e {
                    Expr::Number(n) => {
                        number = Some(match number.take() {
                            Some(m) if (m > n) == greater => m,
                            _ => n,
                        });
                    }
                    e if parts.contains(&e) => {}
                    e => parts.push(e),
                }
            }
        }
        // A part that cannot win: `max(min(n, 50), 50)` is 50.
        if let Some(n) = &number {
            parts.retain(|e| !e.loses_to(n, greater));
        }
        parts.extend(number.map(Expr::Number));
        match <[Expr; 1]>::try_from(parts) {
            Ok([one]) => one,
            Err(parts) if greater => Expr::Max(parts),
            Err(parts) => Expr::Min(parts),
        }
    }

    /// Whether it is never more (`greater`), or never less, than a number: one
    /// of the parts of a minimum, or of a maximum, is not.
    fn loses_to(&self, n: &BigInt, greater: bool) -> bool {
        match self {
            Expr::Number(m) if greater => m <= n,
            Expr::Number(m) => m >= n,
            Expr::Min(list) if greater => list.iter().any(|e| e.loses_to(n, greater)),
            Expr::Max(list) if !greater => list.iter().any(|e| e.loses_to(n, greater)),
            _ => false,
        }
    }

    /// The least multiple of `unit` (positive) that is not less.
    #[must_use]
    pub fn rounded_up(self, unit: u64) -> Expr {
        if unit <= 1 {
            return self;
        }
        let unit = BigInt::from(unit);
        let sum = self.plus(Expr::Number(&unit - 1));
        match sum {
            Expr::Number(n) => Expr::Number(floor_div(&n, &unit) * unit),
            e => Expr::Div(Box::new(e), unit.clone()).times(Expr::Number(unit)),
        }
    }

    /// Its value; `value` gives that of each variable. `None` where a variable
    /// has no value, or a maximum is of nothing.
    pub fn evaluate(&self, value: &dyn Fn(VariableId) -> Option<BigInt>) -> Option<BigInt> {
        let all = |list: &[Expr]| -> Option<Vec<BigInt>> {
            list.iter().map(|e| e.evaluate(value)).collect()
        };
        match self {
            Expr::Number(n) => Some(n.clone()),
            Expr::Variable(v) => value(*v),
            Expr::Sum(list) => Some(all(list)?.iter().sum()),
            Expr::Product(list) => Some(all(list)?.iter().product()),
            Expr::Max(list) => all(list)?.into_iter().max(),
            Expr::Min(list) => all(list)?.into_iter().min(),
            Expr::Div(e, by) if *by > BigInt::from(0) => Some(floor_div(&e.evaluate(value)?, by)),
            Expr::Div(..) => None,
            Expr::Bits(e) => Some(bits_of(&e.evaluate(value)?)),
            Expr::If(c, a, b) => match c.evaluate(value)? >= BigInt::from(0) {
                true => a.evaluate(value),
                false => b.evaluate(value),
            },
        }
    }

    /// The same over other variables.
    #[must_use]
    pub fn renamed(&self, to: &dyn Fn(VariableId) -> VariableId) -> Expr {
        let all = |l: &[Expr]| l.iter().map(|e| e.renamed(to)).collect();
        let one = |e: &Expr| Box::new(e.renamed(to));
        match self {
            Expr::Number(n) => Expr::Number(n.clone()),
            Expr::Variable(v) => Expr::Variable(to(*v)),
            Expr::Sum(l) => Expr::Sum(all(l)),
            Expr::Product(l) => Expr::Product(all(l)),
            Expr::Max(l) => Expr::Max(all(l)),
            Expr::Min(l) => Expr::Min(all(l)),
            Expr::Div(e, by) => Expr::Div(one(e), by.clone()),
            Expr::Bits(e) => Expr::Bits(one(e)),
            Expr::If(c, a, b) => Expr::If(one(c), one(a), one(b)),
        }
    }

    /// Every variable in it, once each, in order.
    pub fn variables(&self) -> Vec<VariableId> {
        let mut out = Vec::new();
        self.collect(&mut out);
        out.sort_unstable();
        out.dedup();
        out
    }

    fn collect(&self, out: &mut Vec<VariableId>) {
        match self {
            Expr::Number(_) => {}
            Expr::Variable(v) => out.push(*v),
            Expr::Sum(l) | Expr::Product(l) | Expr::Max(l) | Expr::Min(l) => {
                l.iter().for_each(|e| e.collect(out));
            }
            Expr::Div(e, _) | Expr::Bits(e) => e.collect(out),
            Expr::If(a, b, c) => [a, b, c].iter().for_each(|e| e.collect(out)),
        }
    }

    /// As C would write it, with these names of the variables.
    pub fn text(&self, name: &dyn Fn(VariableId) -> String) -> String {
        Shown { e: self, name }.to_string()
    }
}

/// The length of a positive number in binary.
fn bits_of(n: &BigInt) -> BigInt {
    match *n > BigInt::from(0) {
        true => n.bits().into(),
        false => BigInt::from(0),
    }
}

/// Division rounded towards minus infinity, by a positive number.
fn floor_div(a: &BigInt, by: &BigInt) -> BigInt {
    let q = a / by;
    match &q * by > *a {
        true => q - 1,
        false => q,
    }
}

struct Shown<'a> {
    e: &'a Expr,
    name: &'a dyn Fn(VariableId) -> String,
}

impl Shown<'_> {
    fn sub<'b>(&'b self, e: &'b Expr) -> Shown<'b> {
        Shown { e, name: self.name }
    }

    fn list(&self, f: &mut fmt::Formatter<'_>, list: &[Expr], between: &str) -> fmt::Result {
        for (i, e) in list.iter().enumerate() {
            if i > 0 {
                f.write_str(between)?;
            }
            write!(f, "{}", self.sub(e))?;
        }
        Ok(())
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.e {
            Expr::Number(n) => f.write_str(&grouped(n)),
            Expr::Variable(v) => f.write_str(&(self.name)(*v)),
            Expr::Sum(list) if list.is_empty() => f.write_str("0"),
            Expr::Sum(list) => {
                // Numbers first, as people write them: 48 + c.
                let (numbers, rest): (Vec<_>, Vec<_>) = (list.iter())
                    .cloned()
                    .partition(|e| matches!(e, Expr::Number(n) if *n > BigInt::from(0)));
                let (last, rest): (Vec<_>, Vec<_>) =
                    rest.into_iter().partition(|e| matches!(e, Expr::Number(_)));
                let front: Vec<Expr> = numbers.into_iter().chain(rest).collect();
                for (i, e) in front.iter().enumerate() {
                    match e.counted() {
                        (k, x) if k < BigInt::from(0) => {
                            f.write_str(if i > 0 { " - " } else { "-" })?;
                            match Expr::Number(-k).times(x.clone()) {
                                e @ Expr::Sum(_) => write!(f, "({})", self.sub(&e))?,
                                e => write!(f, "{}", self.sub(&e))?,
                            }
                        }
                        _ => {
                            f.write_str(if i > 0 { " + " } else { "" })?;
                            write!(f, "{}", self.sub(e))?;
                        }
                    }
                }
                for e in last {
                    if let Expr::Number(n) = e {
                        let sign = if front.is_empty() { "-" } else { " - " };
                        write!(f, "{sign}{}", grouped(&-n))?;
                    }
                }
                Ok(())
            }
            Expr::Product(list) if list.is_empty() => f.write_str("1"),
            Expr::Product(list) => {
                for (i, e) in list.iter().enumerate() {
                    if i > 0 {
                        f.write_str("*")?;
                    }
                    match e {
                        Expr::Sum(l) if l.len() > 1 => write!(f, "({})", self.sub(e))?,
                        Expr::Div(..) | Expr::If(..) => write!(f, "({})", self.sub(e))?,
                        e => write!(f, "{}", self.sub(e))?,
                    }
                }
                Ok(())
            }
            Expr::Max(list) => {
                f.write_str("max(")?;
                self.list(f, list, ", ")?;
                f.write_str(")")
            }
            Expr::Min(list) => {
                f.write_str("min(")?;
                self.list(f, list, ", ")?;
                f.write_str(")")
            }
            Expr::Div(e, by) => match &**e {
                Expr::Sum(_) | Expr::Product(_) | Expr::If(..) => {
                    write!(f, "({})/{by}", self.sub(e))
                }
                e => write!(f, "{}/{by}", self.sub(e)),
            },
            Expr::Bits(e) => write!(f, "bits({})", self.sub(e)),
            Expr::If(c, a, b) => write!(
                f,
                "({} >= 0 ? {} : {})",
                self.sub(c),
                self.sub(a),
                self.sub(b)
            ),
        }
    }
}

/// A number with commas between thousands.
pub fn grouped(n: &BigInt) -> String {
    let text = n.to_string();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(d) => ("-", d),
        None => ("", text.as_str()),
    };
    let mut out = String::from(sign);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn c() -> Expr {
        Expr::Variable(VariableId(0))
    }

    fn show(e: &Expr) -> String {
        e.text(&|_| "c".into())
    }

    fn at(e: &Expr, n: i64) -> BigInt {
        e.evaluate(&|_| Some(BigInt::from(n))).unwrap()
    }

    #[test]
    fn sums_collect_numbers_and_are_written_numbers_first() {
        let e = c().plus(Expr::number(40)).plus(Expr::number(8));
        assert_eq!(show(&e), "48 + c");
        assert_eq!(at(&e, 1000), BigInt::from(1048));
        assert_eq!(show(&c().plus(Expr::number(-1))), "c - 1");
        assert_eq!(Expr::number(3).plus(Expr::number(-3)), Expr::zero());
        let twice = c().plus(Expr::number(2)).plus(c());
        assert_eq!(show(&twice), "2 + 2*c");
        let less = Expr::number(-3).times(c());
        assert_eq!(show(&Expr::number(21).plus(less.clone())), "21 - 3*c");
        assert_eq!(show(&twice.plus(less)), "2 - c");
        let all = Expr::number(-1).times(c().plus(Expr::number(4)));
        assert_eq!(show(&Expr::number(9).plus(all)), "9 - (4 + c)");
        assert_eq!(c().plus(Expr::number(-1).times(c())), Expr::zero());
    }

    #[test]
    fn maxima_are_flat_and_keep_one_number() {
        let e = Expr::number(40).max(c()).max(Expr::number(50)).max(c());
        assert_eq!(show(&e), "max(c, 50)");
        assert_eq!(at(&e, 7), BigInt::from(50));
        assert_eq!(at(&c().min(Expr::number(3)), 7), BigInt::from(3));
        assert_eq!(Expr::number(4).max(Expr::number(9)), Expr::number(9));
        assert_eq!(Expr::number(4).min(Expr::number(9)), Expr::number(4));
    }

    #[test]
    fn parts_that_cannot_win_are_left_out() {
        let low = c().min(Expr::number(50));
        assert_eq!(low.clone().max(Expr::number(50)), Expr::number(50));
        assert_eq!(Expr::number(50).max(low.clone()), Expr::number(50));
        assert_eq!(
            show(&low.clone().max(Expr::number(49))),
            "max(min(c, 50), 49)"
        );
        assert_eq!(show(&low.max(c())), "max(min(c, 50), c)");
        let high = c().max(Expr::number(50));
        assert_eq!(high.clone().min(Expr::number(50)), Expr::number(50));
        assert_eq!(show(&high.min(Expr::number(51))), "min(max(c, 50), 51)");
    }

    #[test]
    fn division_rounds_down_and_rounding_goes_up() {
        let half = Expr::Div(Box::new(c()), BigInt::from(2));
        assert_eq!(at(&half, -3), BigInt::from(-2));
        assert_eq!(at(&half, 3), BigInt::from(1));
        let r = c().rounded_up(16);
        for (n, want) in [(0, 0), (1, 16), (16, 16), (17, 32)] {
            assert_eq!(at(&r, n), BigInt::from(want), "{n}");
        }
        assert_eq!(Expr::number(17).rounded_up(16), Expr::number(32));
    }

    #[test]
    fn bits_are_those_of_positive_numbers() {
        let e = c().bits();
        assert_eq!(show(&e), "bits(c)");
        for (n, want) in [(-5, 0), (0, 0), (1, 1), (2, 2), (255, 8), (256, 9)] {
            assert_eq!(at(&e, n), BigInt::from(want), "{n}");
        }
        assert_eq!(Expr::number(7).bits(), Expr::number(3));
    }

    #[test]
    fn products_have_brackets_where_c_needs_them() {
        let e = c().plus(Expr::number(1)).times(Expr::number(24));
        assert_eq!(show(&e), "(1 + c)*24");
        assert_eq!(show(&Expr::number(24).times(c())), "24*c");
        assert_eq!(grouped(&BigInt::from(-1_234_567)), "-1,234,567");
    }

    #[test]
    fn a_variable_without_value_has_no_value() {
        assert_eq!(c().evaluate(&|_| None), None);
        assert_eq!(Expr::Max(vec![]).evaluate(&|_| None), None);
    }
}
