//! Names as numbers, and reading of what is built from names and numbers:
//! polynomials and relations.

use crate::poly::{Poly, Sym};
use crate::refusal::{Checked, Meter};
use crate::text::View;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// What a check carries with it.
#[derive(Default)]
pub struct Cx {
    pub meter: Meter,
    names: RefCell<Names>,
    /// Steps that are left to a solver.
    pub rests: RefCell<Vec<Rest>>,
    /// How many obligations were checked here.
    pub proved: Cell<u64>,
    /// How many firings were replayed.
    pub replayed: Cell<u64>,
}

/// A step that rests on a solver: its text asks for a counterexample, so
/// `unsat` confirms it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest {
    pub line: usize,
    pub smtlib: String,
}

#[derive(Default)]
struct Names {
    known: FxHashMap<String, Sym>,
    list: Vec<String>,
}

/// Digits of the longest number that is read.
const DIGITS: usize = 301_029;

impl Cx {
    pub fn sym(&self, name: &str) -> Sym {
        let mut n = self.names.borrow_mut();
        if let Some(&s) = n.known.get(name) {
            return s;
        }
        let s = Sym(n.list.len() as u32);
        n.list.push(name.to_string());
        n.known.insert(name.to_string(), s);
        s
    }

    /// The name if it was met before.
    pub fn known(&self, name: &str) -> Option<Sym> {
        self.names.borrow().known.get(name).copied()
    }

    pub fn name(&self, s: Sym) -> String {
        let n = self.names.borrow();
        n.list.get(s.0 as usize).cloned().unwrap_or_default()
    }

    /// A name that is being introduced, or one that was before.
    pub fn read_name(&self, v: View, what: &str) -> Checked<Sym> {
        self.meter.at(v.line());
        match v.name() {
            Some(n) => Ok(self.sym(n)),
            None => Err(v.refuse(format!("`{}`: {what} is awaited", v.shown()))),
        }
    }

    pub fn read_int(&self, v: View, what: &str) -> Checked<BigInt> {
        match self.read_rat(v, what)? {
            r if r.is_integer() => Ok(r.to_integer()),
            _ => Err(v.refuse(format!("`{}`: an integer is awaited", v.shown()))),
        }
    }

    /// A number that counts or indexes something.
    pub fn read_index(&self, v: View, what: &str) -> Checked<usize> {
        (v.word().filter(|w| w.bytes().all(|b| b.is_ascii_digit())))
            .and_then(|w| w.parse().ok())
            .ok_or_else(|| v.refuse(format!("`{}`: {what} is awaited", v.shown())))
    }

    pub fn read_rat(&self, v: View, what: &str) -> Checked<BigRational> {
        self.meter.at(v.line());
        let bad = || v.refuse(format!("`{}`: {what} is awaited", v.shown()));
        let word = v.word().ok_or_else(bad)?;
        let (n, d) = word.split_once('/').unwrap_or((word, "1"));
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        if !digits(n.strip_prefix('-').unwrap_or(n)) || !digits(d) {
            return Err(bad());
        }
        if word.len() > DIGITS {
            return Err(v.refuse(format!("a number has more than {DIGITS} digits")));
        }
        let words = word.len() as u64 / 16;
        self.meter.spend(words * words / 16)?;
        let n: BigInt = n.parse().map_err(|_| bad())?;
        let d: BigInt = d.parse().map_err(|_| bad())?;
        if d.is_zero() {
            return Err(v.refuse("a number is divided by zero"));
        }
        Ok(BigRational::new(n, d))
    }

    /// A polynomial with integer coefficients over the names in `scope`.
    pub fn read_poly(&self, v: View, scope: &dyn Fn(Sym) -> bool) -> Checked<Poly> {
        let p = self.read_rational_poly(v, scope)?;
        if p.terms().all(|(_, c)| c.is_integer()) {
            Ok(p)
        } else {
            Err(v.refuse("a coefficient is no integer"))
        }
    }

    /// The same with any coefficients.
    pub fn read_rational_poly(&self, v: View, scope: &dyn Fn(Sym) -> bool) -> Checked<Poly> {
        let m = &self.meter;
        m.at(v.line());
        m.spend(4)?;
        if v.items().is_none() {
            if let Some(name) = v.name() {
                return match self.known(name).filter(|&s| scope(s)) {
                    Some(s) => Ok(Poly::var(s)),
                    None => Err(v.refuse(format!("`{name}` is not known here"))),
                };
            }
            return Ok(Poly::constant(self.read_rat(v, "a number or a name")?));
        }
        let (op, mut args) = v.form("a polynomial")?;
        match op {
            "+" => {
                let mut sum = Poly::zero();
                for a in args {
                    sum = sum.plus(&self.read_rational_poly(a, scope)?, m)?;
                }
                Ok(sum)
            }
            "-" => {
                let first = self.read_rational_poly(args.need("an argument of -")?, scope)?;
                if args.peek().is_none() {
                    return first.negated(m);
                }
                args.try_fold(first, |p, a| {
                    p.minus(&self.read_rational_poly(a, scope)?, m)
                })
            }
            "*" => args.try_fold(Poly::int(1), |p, a| {
                p.times(&self.read_rational_poly(a, scope)?, m)
            }),
            "^" => {
                let base = self.read_rational_poly(args.need("a base")?, scope)?;
                let e = args.need("an exponent")?;
                let n = self.read_index(e, "an exponent (a number, not a variable)")?;
                args.done()?;
                match u32::try_from(n) {
                    Ok(n) if n <= 64 => base.power(n, m),
                    _ => Err(e.refuse("an exponent above 64")),
                }
            }
            _ => Err(v.refuse(format!("`{}`: a polynomial is awaited", v.shown()))),
        }
    }

    pub fn read_atom(&self, v: View, scope: &dyn Fn(Sym) -> bool) -> Checked<Atom> {
        let (op, mut args) = v.form("a relation")?;
        let m = &self.meter;
        let side = |args: &mut crate::text::Args| {
            self.read_poly(args.need("a side of a relation")?, scope)
        };
        let (a, b) = (side(&mut args)?, side(&mut args)?);
        args.done()?;
        let (poly, equation) = match op {
            ">=" => (a.minus(&b, m)?, false),
            ">" => (a.minus(&b, m)?.minus(&Poly::int(1), m)?, false),
            "<=" => (b.minus(&a, m)?, false),
            "<" => (b.minus(&a, m)?.minus(&Poly::int(1), m)?, false),
            "=" => (a.minus(&b, m)?, true),
            _ => return Err(v.refuse(format!("`{}`: a relation is awaited", v.shown()))),
        };
        Ok(Atom { poly, equation })
    }
}

/// `poly >= 0`, or `poly = 0`.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Atom {
    pub poly: Poly,
    pub equation: bool,
}

impl Atom {
    pub fn at_least_zero(poly: Poly) -> Atom {
        Atom {
            poly,
            equation: false,
        }
    }

    pub fn zero(poly: Poly) -> Atom {
        Atom {
            poly,
            equation: true,
        }
    }

    /// What is to be proved to have the atom.
    pub fn goal(self) -> crate::proof::Goal {
        if self.equation {
            crate::proof::Goal::Zero(self.poly)
        } else {
            crate::proof::Goal::AtLeastZero(self.poly)
        }
    }

    pub fn subst(&self, map: &crate::poly::Subst, meter: &Meter) -> Checked<Atom> {
        Ok(Atom {
            poly: self.poly.subst(map, meter)?,
            equation: self.equation,
        })
    }

    /// `-p - 1 >= 0`.
    pub fn negation(&self, meter: &Meter) -> Checked<Atom> {
        let p = self.poly.negated(meter)?.minus(&Poly::int(1), meter)?;
        Ok(Atom::at_least_zero(p))
    }
}
