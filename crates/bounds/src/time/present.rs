//! From forms over symbolic variables to the expressions of a report, in the
//! parameters of the source and the limits of its types.
//!
//! A constant close to a multiple of a type's limit is written with the limit's
//! name (document 004, section 5: `7*(UINT_MAX - j) + 14` says more than
//! `30064771079 - 7*j`): the value is the same, since a limit is a parameter
//! with its value. Cost: linear.

use super::engine::Engine;
use super::facts::{Counters, Facts};
use super::forms::Quotient;
use super::limits::limits;
use super::lin::{pow2, Interval, Lin, Sym};
use ep_base::time::{Comparison, Expr, Number, Parameter, ParameterKind, Relation};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// `form >= 0`, or `form == 0`.
pub type Atom = (Lin, bool);

/// Whether an atom follows from others over the inputs.
fn follows(engine: &Engine<'_>, from: &[Atom], atom: &Atom) -> bool {
    let mut known = Facts::new();
    for i in &engine.inputs {
        known.add(&Lin::var(i.sym), &i.range);
    }
    for (g, equal) in from {
        let within = Interval {
            lo: Some(BigInt::zero()),
            hi: equal.then(BigInt::zero),
        };
        known.add(g, &within);
    }
    let mut count = Counters::default();
    let (f, equal) = atom;
    let down = f.times(&-BigInt::one());
    known.entails(f, &mut count) && (!equal || known.entails(&down, &mut count))
}

/// Facts over the inputs as atoms, without those that follow from the others and
/// the types. `None` if a variable is no input.
pub fn needed(engine: &Engine<'_>, facts: &Facts) -> Option<Vec<Atom>> {
    let mut atoms: Vec<Atom> = Vec::new();
    for (d, i) in facts.iter() {
        // What follows from an input distinguishes nothing more.
        if d.terms().any(|(v, _)| engine.is_derived(v)) {
            continue;
        }
        if d.terms().any(|(v, _)| !engine.is_input(v)) {
            return None;
        }
        match (&i.lo, &i.hi) {
            (Some(a), Some(b)) if a == b => atoms.push((d.add(&-a), true)),
            (lo, hi) => {
                if let Some(a) = lo {
                    atoms.push((d.add(&-a), false));
                }
                if let Some(b) = hi {
                    atoms.push((d.times(&-BigInt::one()).add(b), false));
                }
            }
        }
    }
    let mut at = 0;
    while let Some(atom) = atoms.get(at).cloned() {
        let mut others = atoms.clone();
        others.remove(at);
        if follows(engine, &others, &atom) {
            atoms = others;
        } else {
            at += 1;
        }
    }
    Some(atoms)
}

/// The parameters of a report while it is made.
pub struct Names {
    pub parameters: Vec<Parameter>,
    syms: Vec<Sym>,
    derived: Vec<super::engine::Derived>,
    /// Constants are not written with limits.
    plain: bool,
}

impl Names {
    /// The inputs of a run.
    pub fn new(engine: &Engine<'_>) -> Names {
        Names {
            parameters: engine.inputs.iter().map(|i| i.parameter.clone()).collect(),
            syms: engine.inputs.iter().map(|i| i.sym).collect(),
            derived: engine.derived.clone(),
            plain: false,
        }
    }

    /// For expressions that are read with the parameters of another one: they
    /// name no limits.
    pub fn plain(engine: &Engine<'_>) -> Names {
        Names {
            plain: true,
            ..Names::new(engine)
        }
    }

    fn input(&self, v: Sym) -> Option<Expr> {
        if let Some(d) = self.derived.iter().find(|d| d.sym == v) {
            return Some(d.expr.clone());
        }
        let at = self.syms.iter().position(|s| *s == v)?;
        Some(Expr::Parameter { index: at as u32 })
    }

    fn limit(&mut self, name: &str, value: &BigInt) -> Expr {
        let at = self.parameters.iter().position(|p| p.name == name);
        let at = at.unwrap_or_else(|| {
            self.parameters.push(Parameter {
                name: name.to_owned(),
                kind: ParameterKind::Limit {
                    value: Number(value.clone()),
                },
            });
            self.parameters.len() - 1
        });
        Expr::Parameter { index: at as u32 }
    }

    /// Limits of the types that the inputs have.
    fn near(&self, c: &BigInt) -> Option<(&'static str, BigInt, BigInt, BigInt)> {
        if self.plain {
            return None;
        }
        let used: Vec<u32> = self
            .parameters
            .iter()
            .filter_map(|p| match p.kind {
                ParameterKind::Value { bits, .. }
                | ParameterKind::Read { bits, .. }
                | ParameterKind::Word { bits, .. } => Some(bits),
                _ => None,
            })
            .collect();
        for (name, l) in limits() {
            let bits = l.bits() as u32;
            let own = used.contains(&bits) || used.contains(&(bits + 1));
            if bits < 16 || !own {
                continue;
            }
            // c = q*l + r with a small r.
            let q = (c + (&l >> 1u32)).div_floor_by(&l);
            let r = c - &q * &l;
            let small = pow2(bits / 2);
            if !q.is_zero() && q.abs() < small && r.abs() < small {
                return Some((name, l, q, r));
            }
        }
        None
    }

    /// An expression for a form over the inputs; `None` if another variable is
    /// in it.
    pub fn expr(&mut self, f: &Lin) -> Option<Expr> {
        let mut terms: Vec<(BigInt, Expr)> = Vec::new();
        let mut rest = f.constant().clone();
        if let Some((name, l, q, r)) = self.near(&rest) {
            let e = self.limit(name, &l);
            terms.push((q, e));
            rest = r;
        }
        for (v, c) in f.terms() {
            terms.push((c.clone(), self.input(v)?));
        }
        // Positive ones first.
        terms.sort_by_key(|(c, _)| c.is_negative());
        let size = terms.first().map(|(c, _)| c.abs()).unwrap_or_default();
        let common = terms.len() > 1 && size > BigInt::one();
        let common = common && terms.iter().all(|(c, _)| c.abs() == size);
        let signed = |c: &BigInt, e: Expr| {
            if c.is_one() {
                return e;
            }
            Expr::Mul {
                of: vec![Expr::number(c.clone()), e],
            }
        };
        let mut sum: Vec<Expr> = if common {
            let of: Vec<Expr> = terms
                .into_iter()
                .map(|(c, e)| signed(&(&c / &size), e))
                .collect();
            vec![Expr::Mul {
                of: vec![Expr::number(size), Expr::Add { of }],
            }]
        } else {
            terms.into_iter().map(|(c, e)| signed(&c, e)).collect()
        };
        if sum.is_empty() {
            return Some(Expr::number(rest));
        }
        if !rest.is_zero() {
            sum.push(Expr::number(rest));
        }
        Some(match (sum.len(), sum.pop()) {
            (1, Some(one)) => one,
            (_, Some(last)) => {
                sum.push(last);
                Expr::Add { of: sum }
            }
            (_, None) => Expr::number(0),
        })
    }

    /// The integer part of a quotient; rounded down or up.
    pub fn quotient(&mut self, q: &Quotient, up: bool) -> Option<Expr> {
        if q.divisor.is_one() {
            return self.expr(&q.form);
        }
        let form = if up {
            q.form.add(&(&q.divisor - 1))
        } else {
            q.form.clone()
        };
        Some(Expr::FloorDiv {
            of: Box::new(self.expr(&form)?),
            by: Box::new(Expr::number(q.divisor.clone())),
        })
    }

    /// What distinguishes these inputs, without what holds of all of them.
    /// `None` if a variable is no input.
    pub fn condition(&mut self, engine: &Engine<'_>, facts: &Facts) -> Option<Vec<Comparison>> {
        let atoms = self.atoms(engine, facts)?;
        self.comparisons(&atoms)
    }

    /// Atoms as comparisons.
    pub fn comparisons(&mut self, atoms: &[Atom]) -> Option<Vec<Comparison>> {
        let shown = atoms.iter().map(|(f, equal)| self.comparison(f, *equal));
        shown.collect()
    }

    /// [`Names::condition`] as atoms.
    pub fn atoms(&self, engine: &Engine<'_>, facts: &Facts) -> Option<Vec<Atom>> {
        needed(engine, facts)
    }

    /// `f >= 0` or `f == 0` with positive terms on the left.
    pub fn comparison(&mut self, f: &Lin, equal: bool) -> Option<Comparison> {
        let mut left = Lin::default();
        let mut right = Lin::default();
        for (v, c) in f.terms() {
            if c.is_positive() {
                left = left.plus_times(&Lin::var(v), c);
            } else {
                right = right.plus_times(&Lin::var(v), &-c);
            }
        }
        let c = f.constant().clone();
        let mut relation = if equal {
            Relation::Equal
        } else {
            Relation::GreaterEqual
        };
        // left + c >= right
        if left.as_number().is_some() {
            // c >= right
            let bound = Lin::number(c);
            if !equal {
                relation = Relation::LessEqual;
            }
            return Some(Comparison {
                left: self.expr(&right)?,
                relation,
                right: self.expr(&bound)?,
            });
        }
        let mut bound = right.add(&-&c);
        if !equal && c == -BigInt::one() {
            relation = Relation::Greater;
            bound = right;
        }
        Some(Comparison {
            left: self.expr(&left)?,
            relation,
            right: self.expr(&bound)?,
        })
    }
}

trait FloorBy {
    fn div_floor_by(&self, by: &BigInt) -> BigInt;
}

impl FloorBy for BigInt {
    fn div_floor_by(&self, by: &BigInt) -> BigInt {
        super::lin::floor_div(self, by)
    }
}
