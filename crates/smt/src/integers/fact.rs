//! Facts about integer columns, in normal form.
//!
//! Source: the normal form of constraints of Pugh, "The Omega test", CACM 1992
//! (coefficients without a common divisor, the constant rounded), taken since equal
//! facts then have equal linear parts.

use crate::linear::{Form, Q};
use num_bigint::BigInt;
use num_traits::Signed;

/// The place of a fact in its [`super::Context`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FactId(pub u32);

/// What is said of a form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Says {
    /// `form <= 0`
    AtMostZero,
    /// `form == 0`
    Zero,
    /// `form != 0`
    NotZero,
    /// `m` divides the form; `m` is at least 2.
    Multiple(BigInt),
    /// Holds always (`true`) or never; the form is 0.
    Always(bool),
}

/// One fact. The form's coefficients are integers without a common divisor, and
/// bounds are rounded.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    pub(super) form: Form,
    pub(super) says: Says,
}

impl Fact {
    /// What is said.
    pub fn says(&self) -> &Says {
        &self.says
    }

    /// Of what it is said.
    pub fn form(&self) -> &Form {
        &self.form
    }

    fn constant(holds: bool) -> Fact {
        Fact {
            form: Form::zero(),
            says: Says::Always(holds),
        }
    }

    /// Holds nowhere: entailed by contradictions only.
    pub fn never() -> Fact {
        Fact::constant(false)
    }

    /// `form <= 0`
    pub fn at_most_zero(form: &Form) -> Fact {
        match form.primitive_factor() {
            None => Fact::constant(!form.constant().is_positive()),
            Some(factor) => {
                let form = form.times(&factor);
                // Σ c x + k <= 0 is Σ c x + ceil(k) <= 0.
                let k = form.constant().ceil();
                Fact {
                    form: form.with_constant(k),
                    says: Says::AtMostZero,
                }
            }
        }
    }

    /// `a <= b`
    pub fn le(a: &Form, b: &Form) -> Fact {
        Fact::at_most_zero(&a.minus(b))
    }

    /// `a >= b`
    pub fn ge(a: &Form, b: &Form) -> Fact {
        Fact::le(b, a)
    }

    /// `a < b`, for forms with integer values.
    pub fn lt(a: &Form, b: &Form) -> Fact {
        // With a common denominator d of all coefficients, d a < d b is
        // d a + 1 <= d b.
        let d = a.minus(b);
        match d.primitive_factor() {
            None => Fact::constant(d.constant().is_negative()),
            Some(factor) => {
                let form = d.times(&factor);
                let k = form.constant().floor().plus(&Q::ONE);
                Fact {
                    form: form.with_constant(k),
                    says: Says::AtMostZero,
                }
            }
        }
    }

    /// `a > b`, for forms with integer values.
    pub fn gt(a: &Form, b: &Form) -> Fact {
        Fact::lt(b, a)
    }

    /// The form in which the first coefficient is positive, whole coefficients
    /// without a common divisor; the constant may be a fraction.
    fn primitive(form: &Form) -> Option<Form> {
        let factor = form.primitive_factor()?;
        let first = form.terms().first()?;
        let factor = if first.1.is_negative() {
            factor.negated()
        } else {
            factor
        };
        Some(form.times(&factor))
    }

    /// `a == b`
    pub fn eq(a: &Form, b: &Form) -> Fact {
        let d = a.minus(b);
        match Fact::primitive(&d) {
            None => Fact::constant(d.constant().is_zero()),
            Some(form) if !form.constant().is_integer() => Fact::constant(false),
            Some(form) => Fact {
                form,
                says: Says::Zero,
            },
        }
    }

    /// `a != b`
    pub fn ne(a: &Form, b: &Form) -> Fact {
        let mut fact = Fact::eq(a, b);
        fact.says = match fact.says {
            Says::Always(holds) => Says::Always(!holds),
            _ => Says::NotZero,
        };
        fact
    }

    /// `m` divides the form, whose coefficients must be integers; `m = 0` is
    /// `form == 0`.
    pub fn divides(m: &BigInt, form: &Form) -> Fact {
        let m = m.abs();
        if m == BigInt::from(0) {
            return Fact::eq(form, &Form::zero());
        }
        let modulus = Q::from_int(&m);
        let reduce = |c: &Q| c.minus(&c.over(&modulus).floor().times(&modulus));
        let terms: Vec<_> = form.terms().iter().map(|(x, c)| (*x, reduce(c))).collect();
        let form = Form::new(terms, reduce(form.constant()));
        // A common divisor of all numbers and the modulus goes.
        let mut g = m.clone();
        for (_, c) in form.terms() {
            if !c.is_integer() {
                return Fact::constant(false);
            }
            g = num_integer::gcd(g, c.numer());
        }
        if !form.constant().is_integer()
            || !num_integer::Integer::is_multiple_of(&form.constant().numer(), &g)
        {
            return Fact::constant(false);
        }
        let m = m / &g;
        if m == BigInt::from(1) {
            return Fact::constant(true);
        }
        let by = Q::from_int(&g).inverse();
        Fact {
            form: form.times(&by),
            says: Says::Multiple(m),
        }
    }

    /// What holds exactly where this does not; `None` for divisibility.
    pub fn negated(&self) -> Option<Fact> {
        let zero = Form::zero();
        Some(match &self.says {
            Says::AtMostZero => Fact::gt(&self.form, &zero),
            Says::Zero => Fact::ne(&self.form, &zero),
            Says::NotZero => Fact::eq(&self.form, &zero),
            Says::Always(holds) => Fact::constant(!holds),
            Says::Multiple(m) if *m == BigInt::from(2) => {
                Fact::divides(m, &self.form.plus(&Form::constant_of(1)))
            }
            Says::Multiple(_) => return None,
        })
    }

    /// Whether it holds for these values, by column; columns beyond are 0.
    pub fn holds(&self, at: &[BigInt]) -> bool {
        let value = self.form.value(|x| {
            at.get(x.0 as usize)
                .cloned()
                .map_or_else(Default::default, num_rational::BigRational::from_integer)
        });
        match &self.says {
            Says::AtMostZero => !value.is_positive(),
            Says::Zero => value == Default::default(),
            Says::NotZero => value != Default::default(),
            Says::Multiple(m) => {
                value.is_integer() && num_integer::Integer::is_multiple_of(value.numer(), m)
            }
            Says::Always(holds) => *holds,
        }
    }
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.says {
            Says::AtMostZero => write!(f, "{} <= 0", self.form),
            Says::Zero => write!(f, "{} == 0", self.form),
            Says::NotZero => write!(f, "{} != 0", self.form),
            Says::Multiple(m) => write!(f, "{m} divides {}", self.form),
            Says::Always(holds) => write!(f, "{holds}"),
        }
    }
}
