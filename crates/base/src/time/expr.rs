//! The exact expressions in which bounds are written, with their evaluator
//! and their C-like text.
//!
//! Idea: a plain tree over integers of any size; no floating point and no
//! 64-bit arithmetic can get in. What cannot be computed (a division by zero,
//! a power that would not fit in memory) has no value, which is not a number.
//! Alternative: keep the type of the prover; then every reader of results
//! would depend on it. Source of the operations: document 004, section 5 and
//! Figures 11 and 12. Cost: linear in the tree.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use serde::{Deserialize, Serialize};

/// An integer of any size, written in decimal in JSON.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Number(pub BigInt);

impl Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0.to_string())
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        text.parse()
            .map(Number)
            .map_err(|_| serde::de::Error::custom(format!("`{text}` is not an integer")))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Into<BigInt>> From<T> for Number {
    fn from(n: T) -> Self {
        Number(n.into())
    }
}

/// A bound or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum Expr {
    /// A number.
    Number { value: Number },
    /// The parameter with this index in [`super::Report::parameters`].
    Parameter { index: u32 },
    /// The sum.
    Add { of: Vec<Expr> },
    /// The product.
    Mul { of: Vec<Expr> },
    /// The largest.
    Max { of: Vec<Expr> },
    /// The smallest.
    Min { of: Vec<Expr> },
    /// The quotient rounded down; no value for a divisor of zero.
    FloorDiv { of: Box<Expr>, by: Box<Expr> },
    /// What a division rounded down leaves, from 0 to below `by`; no value for
    /// a divisor that is not positive.
    Mod { of: Box<Expr>, by: Box<Expr> },
    /// `base` to the power of `exponent`, which must not be negative.
    Power {
        base: Box<Expr>,
        exponent: Box<Expr>,
    },
    /// Bits needed for the value; 0 for values that are not positive.
    BitLength { of: Box<Expr> },
    /// The number of ones of a value that is not negative; no value otherwise.
    PopCount { of: Box<Expr> },
    /// No bound at all.
    Unbounded,
}

/// The most bits of a power that is computed.
const MAX_BITS: u64 = 1 << 20;

/// What an expression is for given parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evaluated {
    /// This number.
    Value(BigInt),
    /// Above every number.
    Unbounded,
    /// Not defined there, or too large to be computed.
    Undefined,
}

impl Evaluated {
    /// The number, if it is one.
    pub fn value(self) -> Option<BigInt> {
        match self {
            Evaluated::Value(v) => Some(v),
            _ => None,
        }
    }
}

impl Expr {
    /// A number.
    pub fn number(n: impl Into<BigInt>) -> Expr {
        Expr::Number {
            value: Number(n.into()),
        }
    }

    /// The value for these parameters, which stand in the order of
    /// [`super::Report::parameters`].
    pub fn evaluate(&self, parameters: &[BigInt]) -> Evaluated {
        use Evaluated::{Unbounded, Undefined, Value};
        match self {
            Expr::Number { value } => Value(value.0.clone()),
            Expr::Parameter { index } => match parameters.get(*index as usize) {
                Some(v) => Value(v.clone()),
                None => Undefined,
            },
            Expr::Unbounded => Unbounded,
            Expr::Add { of } => {
                let mut sum = BigInt::zero();
                let mut open = false;
                for e in of {
                    match e.evaluate(parameters) {
                        Value(v) => sum += v,
                        Unbounded => open = true,
                        Undefined => return Undefined,
                    }
                }
                if open {
                    Unbounded
                } else {
                    Value(sum)
                }
            }
            Expr::Mul { of } => {
                let mut product = BigInt::one();
                let mut open = false;
                for e in of {
                    match e.evaluate(parameters) {
                        Value(v) => product *= v,
                        Unbounded => open = true,
                        Undefined => return Undefined,
                    }
                    if product.bits() > MAX_BITS {
                        return Undefined;
                    }
                }
                if !open {
                    Value(product)
                } else if product.is_positive() {
                    Unbounded
                } else if product.is_zero() {
                    Value(product)
                } else {
                    Undefined
                }
            }
            Expr::Max { of } => extreme(of, parameters, true),
            Expr::Min { of } => extreme(of, parameters, false),
            Expr::FloorDiv { of, by } => match (of.evaluate(parameters), by.evaluate(parameters)) {
                (Value(a), Value(b)) if !b.is_zero() => Value(floor_div(&a, &b)),
                (Unbounded, Value(b)) if b.is_positive() => Unbounded,
                _ => Undefined,
            },
            Expr::Mod { of, by } => match (of.evaluate(parameters), by.evaluate(parameters)) {
                (Value(a), Value(b)) if b.is_positive() => {
                    let q = floor_div(&a, &b);
                    Value(a - q * b)
                }
                _ => Undefined,
            },
            Expr::Power { base, exponent } => {
                match (base.evaluate(parameters), exponent.evaluate(parameters)) {
                    (Value(b), Value(e)) => match u32::try_from(&e) {
                        Ok(n) if b.bits().saturating_mul(u64::from(n)) <= MAX_BITS => {
                            Value(b.pow(n))
                        }
                        _ => Undefined,
                    },
                    _ => Undefined,
                }
            }
            Expr::BitLength { of } => match of.evaluate(parameters) {
                Value(v) if v.is_positive() => Value(BigInt::from(v.bits())),
                Value(_) => Value(BigInt::zero()),
                other => other,
            },
            Expr::PopCount { of } => match of.evaluate(parameters) {
                Value(v) if !v.is_negative() => {
                    let ones: u32 = v.iter_u64_digits().map(u64::count_ones).sum();
                    Value(BigInt::from(ones))
                }
                Value(_) => Undefined,
                other => other,
            },
        }
    }

    /// C-like text with the names of the parameters.
    pub fn text(&self, names: &[String]) -> String {
        self.show(names, 0)
    }

    /// `level`: 0 anywhere, 1 inside a sum, 2 inside a product.
    fn show(&self, names: &[String], level: u8) -> String {
        let list = |of: &[Expr]| {
            let parts: Vec<String> = of.iter().map(|e| e.show(names, 0)).collect();
            parts.join(", ")
        };
        let inner = |text: String, own: u8| {
            if level > own {
                format!("({text})")
            } else {
                text
            }
        };
        match self {
            Expr::Number { value } if value.0.is_negative() => inner(value.to_string(), 0),
            Expr::Number { value } => value.to_string(),
            Expr::Parameter { index } => match names.get(*index as usize) {
                Some(n) => n.clone(),
                None => format!("p{index}"),
            },
            Expr::Unbounded => "unbounded".to_owned(),
            Expr::Max { of } => format!("max({})", list(of)),
            Expr::Min { of } => format!("min({})", list(of)),
            Expr::BitLength { of } => format!("bitlength({})", of.show(names, 0)),
            Expr::PopCount { of } => format!("popcount({})", of.show(names, 0)),
            Expr::FloorDiv { of, by } => {
                inner(format!("{} / {}", of.show(names, 2), by.show(names, 3)), 1)
            }
            Expr::Mod { of, by } => {
                format!("mod({}, {})", of.show(names, 0), by.show(names, 0))
            }
            Expr::Power { base, exponent } => {
                format!("pow({}, {})", base.show(names, 0), exponent.show(names, 0))
            }
            Expr::Mul { of } if of.is_empty() => "1".to_owned(),
            Expr::Mul { of } => {
                // A sign in front of a product is no bracket around its number.
                let factor = match of.split_first() {
                    Some((Expr::Number { value }, rest)) if value.0.is_negative() => {
                        (!rest.is_empty()).then_some((-&value.0, rest))
                    }
                    _ => None,
                };
                let (sign, number, rest) = match factor {
                    Some((n, rest)) if n.is_one() => ("-", None, rest),
                    Some((n, rest)) => ("-", Some(n.to_string()), rest),
                    None => ("", None, &of[..]),
                };
                let parts = rest.iter().map(|e| e.show(names, 2));
                let parts: Vec<String> = number.into_iter().chain(parts).collect();
                inner(format!("{sign}{}", parts.join("*")), 1)
            }
            Expr::Add { of } if of.is_empty() => "0".to_owned(),
            Expr::Add { of } => {
                let mut out = String::new();
                for e in of {
                    let part = e.show(names, 1);
                    let bare = part.strip_prefix('(').and_then(|p| p.strip_suffix(')'));
                    let part = match (e, bare) {
                        (Expr::Number { .. }, Some(b)) => b.to_owned(),
                        _ => part,
                    };
                    if out.is_empty() {
                        out = part;
                    } else if let Some(rest) = part.strip_prefix('-') {
                        out.push_str(" - ");
                        out.push_str(rest);
                    } else {
                        out.push_str(" + ");
                        out.push_str(&part);
                    }
                }
                inner(out, 0)
            }
        }
    }
}

fn extreme(of: &[Expr], parameters: &[BigInt], largest: bool) -> Evaluated {
    let mut best: Option<BigInt> = None;
    let mut open = false;
    for e in of {
        match e.evaluate(parameters) {
            Evaluated::Undefined => return Evaluated::Undefined,
            Evaluated::Unbounded => open = true,
            Evaluated::Value(v) => {
                let better = match &best {
                    None => true,
                    Some(b) => (v > *b) == largest,
                };
                if better {
                    best = Some(v);
                }
            }
        }
    }
    match best {
        Some(_) if open && largest => Evaluated::Unbounded,
        Some(v) => Evaluated::Value(v),
        None if open => Evaluated::Unbounded,
        None => Evaluated::Undefined,
    }
}

fn floor_div(a: &BigInt, b: &BigInt) -> BigInt {
    let q = a / b;
    let r = a % b;
    if !r.is_zero() && (r.is_negative() != b.is_negative()) {
        q - 1
    } else {
        q
    }
}

/// How two expressions of a condition relate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Relation {
    /// As in C.
    pub fn word(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        }
    }
}

/// One comparison of a [`Case`]'s condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Comparison {
    pub left: Expr,
    pub relation: Relation,
    pub right: Expr,
}

impl Comparison {
    /// Whether it holds; `None` where a side has no value.
    pub fn holds(&self, parameters: &[BigInt]) -> Option<bool> {
        let a = self.left.evaluate(parameters).value()?;
        let b = self.right.evaluate(parameters).value()?;
        Some(match self.relation {
            Relation::Equal => a == b,
            Relation::NotEqual => a != b,
            Relation::Less => a < b,
            Relation::LessEqual => a <= b,
            Relation::Greater => a > b,
            Relation::GreaterEqual => a >= b,
        })
    }
}

/// Comparisons that hold together, as C.
pub fn conjunction(of: &[Comparison], names: &[String]) -> String {
    let one = |k: &Comparison| {
        let (left, right) = (k.left.text(names), k.right.text(names));
        format!("{left} {} {right}", k.relation.word())
    };
    of.iter().map(one).collect::<Vec<_>>().join(" && ")
}

/// A bound for the inputs that meet a condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Case {
    /// All of these; empty is always.
    pub condition: Vec<Comparison>,
    pub value: Expr,
}

/// A bound by cases. Cases may overlap; each is valid where its condition
/// holds. Where none holds nothing is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Bound {
    pub cases: Vec<Case>,
}

impl Bound {
    /// The same bound for all inputs.
    pub fn always(value: Expr) -> Bound {
        Bound {
            cases: vec![Case {
                condition: Vec::new(),
                value,
            }],
        }
    }

    /// The values of the cases that hold there.
    fn values<'a>(&'a self, parameters: &'a [BigInt]) -> impl Iterator<Item = Evaluated> + 'a {
        self.cases
            .iter()
            .filter(|c| {
                c.condition
                    .iter()
                    .all(|k| k.holds(parameters) == Some(true))
            })
            .map(|c| c.value.evaluate(parameters))
    }

    /// The smallest of the cases that hold, as an upper bound is read.
    pub fn upper_at(&self, parameters: &[BigInt]) -> Evaluated {
        let mut best = Evaluated::Unbounded;
        for v in self.values(parameters) {
            best = match (best, v) {
                (Evaluated::Value(a), Evaluated::Value(b)) => Evaluated::Value(a.min(b)),
                (_, Evaluated::Value(b)) => Evaluated::Value(b),
                (a, _) => a,
            };
        }
        best
    }

    /// The largest of the cases that hold, as a lower bound is read; zero
    /// where none does.
    pub fn lower_at(&self, parameters: &[BigInt]) -> BigInt {
        let mut best = BigInt::zero();
        for v in self.values(parameters) {
            if let Evaluated::Value(b) = v {
                best = best.max(b);
            }
        }
        best
    }

    /// One line per case, `condition: value`, or the value alone.
    pub fn text(&self, names: &[String]) -> Vec<String> {
        self.cases
            .iter()
            .map(|c| {
                let value = c.value.text(names);
                if c.condition.is_empty() {
                    return value;
                }
                format!("{}: {value}", conjunction(&c.condition, names))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(index: u32) -> Expr {
        Expr::Parameter { index }
    }

    #[test]
    fn values_and_text_of_a_bound() {
        // 7*(UINT_MAX - j) + 14
        let e = Expr::Add {
            of: vec![
                Expr::Mul {
                    of: vec![
                        Expr::number(7),
                        Expr::Add {
                            of: vec![
                                p(1),
                                Expr::Mul {
                                    of: vec![Expr::number(-1), p(0)],
                                },
                            ],
                        },
                    ],
                },
                Expr::number(14),
            ],
        };
        let names = vec!["j".to_owned(), "UINT_MAX".to_owned()];
        assert_eq!(e.text(&names), "7*(UINT_MAX - j) + 14");
        let at = [BigInt::from(1), BigInt::from(4_294_967_295u64)];
        assert_eq!(
            e.evaluate(&at).value(),
            Some(BigInt::from(30_064_771_072u64))
        );
    }

    #[test]
    fn division_rounds_down_and_never_by_zero() {
        let d = |a: i64, b: i64| {
            Expr::FloorDiv {
                of: Box::new(Expr::number(a)),
                by: Box::new(Expr::number(b)),
            }
            .evaluate(&[])
        };
        for a in -20..20i64 {
            for b in -5..5i64 {
                let want = if b == 0 {
                    Evaluated::Undefined
                } else {
                    Evaluated::Value(BigInt::from((a as f64 / b as f64).floor() as i64))
                };
                assert_eq!(d(a, b), want, "{a} / {b}");
                let rest = Expr::Mod {
                    of: Box::new(Expr::number(a)),
                    by: Box::new(Expr::number(b)),
                };
                let want = match b > 0 {
                    true => Evaluated::Value(BigInt::from(a.rem_euclid(b))),
                    false => Evaluated::Undefined,
                };
                assert_eq!(rest.evaluate(&[]), want, "{a} mod {b}");
            }
        }
    }

    #[test]
    fn what_is_not_bounded_is_not_a_number() {
        let e = Expr::Min {
            of: vec![Expr::Unbounded, p(0)],
        };
        assert_eq!(e.evaluate(&[BigInt::from(3)]).value(), Some(3.into()));
        let e = Expr::Max {
            of: vec![Expr::Unbounded, p(0)],
        };
        assert_eq!(e.evaluate(&[BigInt::from(3)]), Evaluated::Unbounded);
        assert_eq!(p(7).evaluate(&[]), Evaluated::Undefined);
        let huge = Expr::Power {
            base: Box::new(Expr::number(2)),
            exponent: Box::new(Expr::number(1i64 << 40)),
        };
        assert_eq!(huge.evaluate(&[]), Evaluated::Undefined);
        let e = Expr::PopCount {
            of: Box::new(Expr::number(0b1011)),
        };
        assert_eq!(e.evaluate(&[]).value(), Some(3.into()));
    }

    #[test]
    fn cases_are_read_as_upper_and_as_lower_bounds() {
        let positive = Comparison {
            left: p(0),
            relation: Relation::Greater,
            right: Expr::number(0),
        };
        let b = Bound {
            cases: vec![
                Case {
                    condition: vec![positive],
                    value: p(0),
                },
                Case {
                    condition: Vec::new(),
                    value: Expr::number(100),
                },
            ],
        };
        assert_eq!(b.upper_at(&[5.into()]).value(), Some(5.into()));
        assert_eq!(b.upper_at(&[(-5).into()]).value(), Some(100.into()));
        assert_eq!(b.lower_at(&[5.into()]), 100.into());
        assert_eq!(
            b.text(&["n".to_owned()]),
            ["n > 0: n".to_owned(), "100".to_owned()]
        );
        assert_eq!(Bound::default().upper_at(&[]), Evaluated::Unbounded);
    }
}
