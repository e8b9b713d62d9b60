//! The language of bounds, with an exact evaluator.
//!
//! Idea: expressions over the values of the variables at the start, in which
//! every operation that bounds need is a node, so that nothing is rounded and
//! `max(0, …)` stays readable. Constructors drop what is neutral and fold
//! numbers. Alternative: polynomials in absolute values (Brockschmidt et al.
//! 2016), which lose signs. Cost: exact numbers of any size; powers are
//! limited where they are evaluated ([`MAX_BITS`]).

use crate::num::Int;
use crate::poly::{Poly, Var};
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The size of numbers at which the evaluator gives up, in bits.
pub const MAX_BITS: u64 = 1 << 20;

/// A bound.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// No number bounds it.
    Unbounded,
    /// A number.
    Const(Int),
    /// The value of a variable at the start.
    Var(Var),
    /// The sum.
    Sum(Vec<Bound>),
    /// The product.
    Product(Vec<Bound>),
    /// The greatest.
    Max(Vec<Bound>),
    /// The least.
    Min(Vec<Bound>),
    /// Divided by a number over 0, rounded down.
    FloorDiv(Box<Bound>, Int),
    /// A power; exponents below 0 count as 0.
    Power(Box<Bound>, Box<Bound>),
    /// How many bits a number has: 0 for 0 and below, else the rounded down
    /// logarithm to the base 2, plus 1.
    BitLength(Box<Bound>),
}

/// What the evaluator says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Int(Int),
    /// Over every number.
    Unbounded,
}

impl Bound {
    /// The exponent `d` of an `O(n^d)` that it stays below, where `n` is the
    /// greatest absolute value of a variable; nothing where no power is known.
    pub fn degree(&self) -> Option<u32> {
        let highest = |parts: &[Bound]| {
            parts
                .iter()
                .map(Bound::degree)
                .try_fold(0, |a, d| Some(a.max(d?)))
        };
        match self {
            Bound::Unbounded => None,
            Bound::Const(_) => Some(0),
            Bound::Var(_) => Some(1),
            Bound::Sum(parts) | Bound::Max(parts) => highest(parts),
            // A negative part may be the least; its size counts too.
            Bound::Min(parts) => highest(parts),
            Bound::Product(parts) => parts
                .iter()
                .map(Bound::degree)
                .try_fold(0u32, |a, d| a.checked_add(d?)),
            Bound::FloorDiv(inner, _) => inner.degree(),
            Bound::Power(base, exponent) => match &**exponent {
                Bound::Const(e) if e.is_negative() => Some(0),
                Bound::Const(e) => base.degree()?.checked_mul(e.to_u32()?),
                _ => None,
            },
            Bound::BitLength(inner) => inner.bits_degree(),
        }
    }
    /// The same of its bit length: powers become products, and what stays below a
    /// power has a length below 1.
    fn bits_degree(&self) -> Option<u32> {
        match self {
            Bound::Power(base, exponent) => {
                Some(base.bits_degree()?.checked_add(exponent.degree()?)?)
            }
            Bound::Sum(parts) | Bound::Product(parts) | Bound::Max(parts) | Bound::Min(parts) => {
                let mut all = parts.iter().map(Bound::bits_degree);
                all.try_fold(0, |a, d| Some(a.max(d?)))
            }
            other => Some(other.degree()?.min(1)),
        }
    }
    /// A number.
    pub fn constant(n: impl Into<Int>) -> Self {
        Bound::Const(n.into())
    }
    /// A polynomial.
    pub fn poly(p: &Poly) -> Self {
        let term = |(m, c): (&crate::poly::Monomial, &Int)| {
            let powers = m.powers().iter();
            let factors = powers.flat_map(|(v, e)| (0..*e).map(|_| Bound::Var(*v)));
            Bound::product(std::iter::once(Bound::Const(c.clone())).chain(factors))
        };
        Bound::sum(p.terms().map(term))
    }
    /// The sum.
    pub fn sum(parts: impl IntoIterator<Item = Bound>) -> Self {
        let mut rest = Vec::new();
        let mut number = Int::zero();
        for p in parts {
            match p {
                Bound::Unbounded => return Bound::Unbounded,
                Bound::Const(n) => number += n,
                Bound::Sum(inner) => {
                    for q in inner {
                        match q {
                            Bound::Const(n) => number += n,
                            q => rest.push(q),
                        }
                    }
                }
                p => rest.push(p),
            }
        }
        if !number.is_zero() || rest.is_empty() {
            rest.push(Bound::Const(number));
        }
        single(rest, Bound::Sum)
    }
    /// The product. Where a factor is 0 the product is 0, also beside
    /// [`Bound::Unbounded`]: no round costs nothing.
    pub fn product(parts: impl IntoIterator<Item = Bound>) -> Self {
        let mut rest = Vec::new();
        let mut number = Int::one();
        for p in parts {
            match p {
                Bound::Const(n) => number *= n,
                Bound::Product(inner) => {
                    for q in inner {
                        match q {
                            Bound::Const(n) => number *= n,
                            q => rest.push(q),
                        }
                    }
                }
                p => rest.push(p),
            }
        }
        if number.is_zero() {
            return Bound::Const(number);
        }
        if !number.is_one() || rest.is_empty() {
            rest.insert(0, Bound::Const(number));
        }
        single(rest, Bound::Product)
    }
    /// The greatest of these, at least one.
    pub fn max(parts: impl IntoIterator<Item = Bound>) -> Self {
        let mut rest = Vec::new();
        let mut number: Option<Int> = None;
        for p in parts {
            match p {
                Bound::Unbounded => return Bound::Unbounded,
                Bound::Const(n) => number = Some(number.map_or(n.clone(), |m| m.max(n))),
                p => rest.push(p),
            }
        }
        rest.sort();
        rest.dedup();
        if let Some(n) = number {
            rest.insert(0, Bound::Const(n));
        }
        single(rest, Bound::Max)
    }
    /// The least of these, at least one.
    pub fn min(parts: impl IntoIterator<Item = Bound>) -> Self {
        let mut rest: Vec<Bound> = parts
            .into_iter()
            .filter(|p| *p != Bound::Unbounded)
            .collect();
        rest.sort();
        rest.dedup();
        match rest.is_empty() {
            true => Bound::Unbounded,
            false => single(rest, Bound::Min),
        }
    }
    /// `max(0, this)`.
    pub fn at_least_zero(self) -> Self {
        Bound::max([Bound::Const(Int::zero()), self])
    }
    /// Its value; `None` where a variable has none or a number is too large to
    /// be written down.
    pub fn evaluate(&self, value: &dyn Fn(Var) -> Option<Int>) -> Option<Value> {
        let numbers = |parts: &[Bound]| -> Option<Vec<Value>> {
            parts.iter().map(|p| p.evaluate(value)).collect()
        };
        let out = match self {
            Bound::Unbounded => return Some(Value::Unbounded),
            Bound::Const(n) => n.clone(),
            Bound::Var(v) => value(*v)?,
            Bound::Sum(parts) => {
                let mut sum = Int::zero();
                for p in numbers(parts)? {
                    match p {
                        Value::Int(n) => sum += n,
                        Value::Unbounded => return Some(Value::Unbounded),
                    }
                }
                sum
            }
            Bound::Product(parts) => {
                let parts = numbers(parts)?;
                if parts.contains(&Value::Int(Int::zero())) {
                    return Some(Value::Int(Int::zero()));
                }
                let mut product = Int::one();
                for p in parts {
                    match p {
                        Value::Int(n) => product *= n,
                        Value::Unbounded => return Some(Value::Unbounded),
                    }
                }
                product
            }
            Bound::Max(parts) => return numbers(parts)?.into_iter().reduce(greater),
            Bound::Min(parts) => return numbers(parts)?.into_iter().reduce(smaller),
            Bound::FloorDiv(p, d) => match p.evaluate(value)? {
                Value::Int(n) if d.is_positive() => num_integer::Integer::div_floor(&n, d),
                Value::Int(_) => return None,
                Value::Unbounded => return Some(Value::Unbounded),
            },
            Bound::Power(base, exponent) => {
                let (Value::Int(b), Value::Int(e)) =
                    (base.evaluate(value)?, exponent.evaluate(value)?)
                else {
                    return Some(Value::Unbounded);
                };
                match e.is_positive() {
                    false => Int::one(),
                    true if b.is_zero() || b.is_one() => b,
                    true => {
                        let e = e.to_u32()?;
                        if b.bits().checked_mul(u64::from(e))? > MAX_BITS {
                            return None;
                        }
                        b.pow(e)
                    }
                }
            }
            Bound::BitLength(p) => match p.evaluate(value)? {
                Value::Int(n) if n.is_positive() => Int::from(n.bits()),
                Value::Int(_) => Int::zero(),
                Value::Unbounded => return Some(Value::Unbounded),
            },
        };
        (out.bits() <= MAX_BITS).then_some(Value::Int(out))
    }
    /// How many operations and leaves it has, if these are at most so many and none
    /// of them is [`Bound::Unbounded`].
    pub fn size_within(&self, most: usize) -> Option<usize> {
        let mut size = 0;
        let mut waiting = vec![self];
        while let Some(b) = waiting.pop() {
            size += 1;
            if size > most {
                return None;
            }
            match b {
                Bound::Unbounded => return None,
                Bound::Const(_) | Bound::Var(_) => {}
                Bound::Sum(l) | Bound::Product(l) | Bound::Max(l) | Bound::Min(l) => {
                    waiting.extend(l);
                }
                Bound::FloorDiv(b, _) | Bound::BitLength(b) => waiting.push(b),
                Bound::Power(b, e) => waiting.extend([&**b, &**e]),
            }
        }
        Some(size)
    }
    /// Adds the variables that it speaks of.
    pub fn variables(&self, out: &mut std::collections::BTreeSet<Var>) {
        match self {
            Bound::Unbounded | Bound::Const(_) => {}
            Bound::Var(v) => {
                out.insert(*v);
            }
            Bound::Sum(l) | Bound::Product(l) | Bound::Max(l) | Bound::Min(l) => {
                l.iter().for_each(|b| b.variables(out));
            }
            Bound::FloorDiv(b, _) | Bound::BitLength(b) => b.variables(out),
            Bound::Power(b, e) => {
                b.variables(out);
                e.variables(out);
            }
        }
    }
    /// As C writes it, with `max`, `min`, `pow` and `bit_length` as functions.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let list = |f: &str, parts: &[Bound]| {
            let parts: Vec<String> = parts.iter().map(|p| p.show(name)).collect();
            format!("{f}({})", parts.join(", "))
        };
        match self {
            Bound::Unbounded => "unbounded".into(),
            Bound::Const(n) => n.to_string(),
            Bound::Var(v) => name(*v),
            Bound::Sum(parts) => {
                let mut out = String::new();
                for p in parts {
                    let text = p.show(name);
                    match (out.is_empty(), text.strip_prefix('-')) {
                        (true, _) => out.push_str(&text),
                        (false, Some(size)) => out.push_str(&format!(" - {size}")),
                        (false, None) => out.push_str(&format!(" + {text}")),
                    }
                }
                out
            }
            Bound::Product(parts) => {
                let minus = matches!(parts.first(), Some(Bound::Const(n)) if *n == -Int::one());
                let shown: Vec<String> = parts
                    .iter()
                    .skip(usize::from(minus && parts.len() > 1))
                    .map(|p| match p {
                        Bound::Sum(_) => format!("({})", p.show(name)),
                        Bound::Const(n) if n.is_negative() && parts.first() != Some(p) => {
                            format!("({n})")
                        }
                        _ => p.show(name),
                    })
                    .collect();
                format!("{}{}", if minus { "-" } else { "" }, shown.join("*"))
            }
            Bound::Max(parts) => list("max", parts),
            Bound::Min(parts) => list("min", parts),
            Bound::FloorDiv(p, d) => format!("floor_div({}, {d})", p.show(name)),
            Bound::Power(b, e) => format!("pow({}, {})", b.show(name), e.show(name)),
            Bound::BitLength(p) => format!("bit_length({})", p.show(name)),
        }
    }
}

fn single(mut parts: Vec<Bound>, make: fn(Vec<Bound>) -> Bound) -> Bound {
    match (parts.len(), parts.pop()) {
        (1, Some(p)) => p,
        (_, Some(last)) => {
            parts.push(last);
            make(parts)
        }
        (_, None) => Bound::Const(Int::zero()),
    }
}

fn greater(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Value::Int(a.max(b)),
        _ => Value::Unbounded,
    }
}

fn smaller(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Value::Int(a.min(b)),
        (Value::Unbounded, v) | (v, Value::Unbounded) => v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Bound {
        Bound::Var(Var(0))
    }
    fn at(b: &Bound, n: i64) -> Option<Value> {
        b.evaluate(&|_| Some(Int::from(n)))
    }
    fn int(n: i64) -> Option<Value> {
        Some(Value::Int(n.into()))
    }

    #[test]
    fn values_are_exact() {
        let b = Bound::sum([x(), Bound::constant(1)]).at_least_zero();
        assert_eq!(at(&b, -5), int(0));
        assert_eq!(at(&b, 5), int(6));
        let half = Bound::FloorDiv(Box::new(x()), 2.into());
        assert_eq!(at(&half, -3), int(-2));
        let bits = Bound::BitLength(Box::new(x()));
        assert_eq!(
            [at(&bits, 8), at(&bits, 7), at(&bits, -7)],
            [int(4), int(3), int(0)]
        );
        let power = Bound::Power(Box::new(Bound::constant(2)), Box::new(x()));
        assert_eq!(at(&power, 10), int(1024));
        assert_eq!(at(&power, -1), int(1));
        assert_eq!(at(&power, 1 << 40), None);
    }

    #[test]
    fn no_round_costs_nothing() {
        let b = Bound::product([x(), Bound::Unbounded]);
        assert_eq!(at(&b, 0), int(0));
        assert_eq!(at(&b, 1), Some(Value::Unbounded));
        assert_eq!(Bound::sum([x(), Bound::Unbounded]), Bound::Unbounded);
        assert_eq!(Bound::min([x(), Bound::Unbounded]), x());
        // A factor without a bound is seen where it stands inside.
        assert_eq!(b.size_within(10), None);
        assert_eq!(Bound::product([x(), x()]).size_within(3), Some(3));
        assert_eq!(Bound::product([x(), x()]).size_within(2), None);
    }

    #[test]
    fn shown_as_c() {
        let p = Poly::var(Var(0)).scaled(&(-3).into()).plus(&Poly::from(4));
        let shown = Bound::poly(&p).at_least_zero().show(&|_| "x".into());
        assert_eq!(shown, "max(0, -3*x + 4)");
    }
}
