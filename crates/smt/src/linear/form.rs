//! Linear forms and constraints over columns.
//!
//! Source: no paper, plain arithmetic of sparse vectors.

use super::number::Q;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::fmt;

/// An unknown of a linear problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Col(pub u32);

impl fmt::Display for Col {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// `Σ coefficient * column + constant`
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Form {
    /// Sorted by column, without zeros.
    terms: Vec<(Col, Q)>,
    constant: Q,
}

impl Form {
    /// The form 0.
    pub fn zero() -> Form {
        Form::default()
    }

    /// A form without columns.
    pub fn constant_of(c: impl Into<Number>) -> Form {
        Form {
            terms: Vec::new(),
            constant: c.into().0,
        }
    }

    /// `1 * x`
    pub fn of(x: Col) -> Form {
        Form {
            terms: vec![(x, Q::ONE)],
            constant: Q::ZERO,
        }
    }

    /// Any terms in any order, and a constant.
    pub fn new<N: Into<Number>>(
        terms: impl IntoIterator<Item = (Col, N)>,
        constant: impl Into<Number>,
    ) -> Form {
        let mut terms: Vec<(Col, Q)> = terms.into_iter().map(|(x, c)| (x, c.into().0)).collect();
        terms.sort_by_key(|t| t.0);
        terms.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = kept.1.plus(&later.1);
            }
            same
        });
        terms.retain(|t| !t.1.is_zero());
        Form {
            terms,
            constant: constant.into().0,
        }
    }

    /// Columns with their coefficients, sorted by column, none of them 0.
    pub fn terms(&self) -> &[(Col, Q)] {
        &self.terms
    }

    /// What is left when all columns are 0.
    pub fn constant(&self) -> &Q {
        &self.constant
    }

    /// The coefficient of a column.
    pub fn coefficient(&self, x: Col) -> Q {
        match self.terms.binary_search_by_key(&x, |t| t.0) {
            Ok(i) => self.terms[i].1.clone(),
            Err(_) => Q::ZERO,
        }
    }

    /// Whether no column is in it.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// `self + by * other`
    pub fn plus_multiple(&self, other: &Form, by: &Q) -> Form {
        if by.is_zero() {
            return self.clone();
        }
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    let c = x.1.plus_product(by, &y.1);
                    if !c.is_zero() {
                        terms.push((x.0, c));
                    }
                    a.next();
                    b.next();
                }
                (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                    terms.push((*x).clone());
                    a.next();
                }
                (_, Some(y)) => {
                    terms.push((y.0, by.times(&y.1)));
                    b.next();
                }
                (_, None) => break,
            }
        }
        Form {
            terms,
            constant: self.constant.plus_product(by, &other.constant),
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Form) -> Form {
        self.plus_multiple(other, &Q::ONE)
    }

    /// The difference.
    pub fn minus(&self, other: &Form) -> Form {
        self.plus_multiple(other, &Q::MINUS_ONE)
    }

    /// A multiple.
    pub fn times(&self, by: &Q) -> Form {
        if by.is_zero() {
            return Form::zero();
        }
        Form {
            terms: self.terms.iter().map(|(x, c)| (*x, c.times(by))).collect(),
            constant: self.constant.times(by),
        }
    }

    /// The opposite.
    pub fn negated(&self) -> Form {
        self.times(&Q::MINUS_ONE)
    }

    /// With another constant.
    pub fn with_constant(mut self, c: Q) -> Form {
        self.constant = c;
        self
    }

    /// With a form in the place of a column.
    pub fn substitute(&self, x: Col, by: &Form) -> Form {
        match self.terms.binary_search_by_key(&x, |t| t.0) {
            Err(_) => self.clone(),
            Ok(i) => {
                let mut rest = self.clone();
                let (_, c) = rest.terms.remove(i);
                rest.plus_multiple(by, &c)
            }
        }
    }

    /// The value where column `x` has the value `at(x)`.
    pub fn value(&self, at: impl Fn(Col) -> BigRational) -> BigRational {
        let mut sum = self.constant.to_big();
        for (x, c) in &self.terms {
            sum += c.to_big() * at(*x);
        }
        sum
    }

    /// The positive factor that makes all coefficients integers without a
    /// common divisor, `None` without columns.
    pub fn primitive_factor(&self) -> Option<Q> {
        let (_, first) = self.terms.first()?;
        if let Some(f) = small_factor(&self.terms) {
            return Some(f);
        }
        let mut lcm = first.denom();
        let mut gcd = first.numer().abs();
        for (_, c) in &self.terms {
            lcm = num_integer::lcm(lcm, c.denom());
            gcd = num_integer::gcd(gcd, c.numer().abs());
        }
        if gcd.is_zero() {
            return None;
        }
        Some(Q::from_big(&BigRational::new(lcm, gcd)))
    }
}

/// [`Form::primitive_factor`] of integers that fit 64 bits.
fn small_factor(terms: &[(Col, Q)]) -> Option<Q> {
    let mut g = 0u64;
    for (_, c) in terms {
        let mut b = c.as_i64()?.unsigned_abs();
        while b != 0 {
            (g, b) = (b, g % b);
        }
    }
    Some(Q::int(i64::try_from(g).ok()?).inverse())
}

/// Whatever a coefficient can be made from.
pub struct Number(Q);

impl From<i64> for Number {
    fn from(n: i64) -> Number {
        Number(Q::int(n))
    }
}
impl From<i32> for Number {
    fn from(n: i32) -> Number {
        Number(Q::int(n.into()))
    }
}
impl From<Q> for Number {
    fn from(q: Q) -> Number {
        Number(q)
    }
}
impl From<&Q> for Number {
    fn from(q: &Q) -> Number {
        Number(q.clone())
    }
}
impl From<&num_bigint::BigInt> for Number {
    fn from(n: &num_bigint::BigInt) -> Number {
        Number(Q::from_int(n))
    }
}
impl From<num_bigint::BigInt> for Number {
    fn from(n: num_bigint::BigInt) -> Number {
        Number(Q::from_int(&n))
    }
}
impl From<BigRational> for Number {
    fn from(r: BigRational) -> Number {
        Number(Q::from_big(&r))
    }
}
impl From<&BigRational> for Number {
    fn from(r: &BigRational) -> Number {
        Number(Q::from_big(r))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let mut write = |f: &mut fmt::Formatter<'_>, c: &Q, x: Option<Col>| {
            let sign = match (std::mem::take(&mut first), c.is_negative()) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let c = c.abs();
            match x {
                Some(x) if c.is_one() => write!(f, "{sign}{x}"),
                Some(x) => write!(f, "{sign}{c}*{x}"),
                None => write!(f, "{sign}{c}"),
            }
        };
        for (x, c) in &self.terms {
            write(f, c, Some(*x))?;
        }
        if self.terms.is_empty() || !self.constant.is_zero() {
            write(f, &self.constant, None)?;
        }
        Ok(())
    }
}

/// How a form is related to 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `<= 0`
    Le,
    /// `< 0`
    Lt,
    /// `>= 0`
    Ge,
    /// `> 0`
    Gt,
    /// `== 0`
    Eq,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Le => "<=",
            Relation::Lt => "<",
            Relation::Ge => ">=",
            Relation::Gt => ">",
            Relation::Eq => "==",
        })
    }
}

/// `form relation 0`, under a name of the caller's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// The left side; the right side is 0.
    pub form: Form,
    /// What holds between them.
    pub relation: Relation,
    /// Names the constraint in multipliers. No two constraints that are asserted
    /// at one time may share it, and it is below [`Constraint::TAGS`].
    pub tag: u32,
}

impl Constraint {
    /// Tags from here on are for steps of proofs over integers.
    pub const TAGS: u32 = 1 << 31;

    /// `form relation 0`
    pub fn new(form: Form, relation: Relation, tag: u32) -> Constraint {
        Constraint {
            form,
            relation,
            tag,
        }
    }

    /// The form whose being at most 0 (below 0, equal to 0) is the constraint.
    /// Multipliers are multipliers of these.
    pub fn below(&self) -> Form {
        match self.relation {
            Relation::Ge | Relation::Gt => self.form.negated(),
            Relation::Le | Relation::Lt | Relation::Eq => self.form.clone(),
        }
    }

    /// Whether equality with 0 breaks it.
    pub fn is_strict(&self) -> bool {
        matches!(self.relation, Relation::Lt | Relation::Gt)
    }

    /// Whether it holds where column `x` has the value `at(x)`.
    pub fn holds(&self, at: impl Fn(Col) -> BigRational) -> bool {
        let v = self.form.value(at);
        match self.relation {
            Relation::Le => !v.is_positive(),
            Relation::Lt => v.is_negative(),
            Relation::Ge => !v.is_negative(),
            Relation::Gt => v.is_positive(),
            Relation::Eq => v.is_zero(),
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} 0", self.form, self.relation)
    }
}
