//! Integer solutions of linear constraints, and proofs that there are none.
//!
//! Idea: bounds of forms with integer coefficients are rounded inwards; the
//! equations among them are solved over the integers (a combination with integer
//! coefficients and a constant that is no integer is a contradiction); then a
//! column with a fraction is split into `x <= k` and `x >= k + 1`, and where both
//! sides fail the constraints do. Each step is a rounding of a combination that
//! was proved, or a split, so the whole is a [`Proof`] that [`refutes`] checks
//! without searching.
//! Alternatives: Gomory's mixed cuts, which need fewer nodes but whose proofs
//! need the whole tableau; the Omega test, which is complete and has no proofs.
//! Source: Schrijver, Theory of Linear and Integer Programming, sections 4.1
//! and 23.1 (cuts), 24.1 (branch and bound).
//! Cost: exponential in the worst case, bounded by the nodes allowed; not
//! complete where the solutions of the relaxation have no bound.

use super::farkas::{combine, Farkas, Multiplier};
use super::form::{Col, Constraint, Form, Relation};
use super::number::Q;
use super::simplex::{Feasibility, Simplex};
use num_bigint::BigInt;

/// What holds over the integers.
#[derive(Clone, PartialEq, Debug)]
pub enum Integral {
    /// Values by [`Col`] that satisfy all constraints.
    Feasible(Vec<BigInt>),
    /// There are none.
    Infeasible(Proof),
    /// Not decided, with the reason.
    Unknown(&'static str),
}

/// Why constraints have no integer solution. Steps have tags from
/// [`Constraint::TAGS`] on.
#[derive(Clone, PartialEq, Debug)]
pub enum Proof {
    /// What is there is a contradiction over the rationals already.
    Linear(Farkas),
    /// The combination has integer coefficients; rounding its constant gives a
    /// constraint under the tag `step`.
    Cut {
        /// The new constraint's tag.
        step: u32,
        /// Of what there is.
        from: Vec<Multiplier>,
        /// The proof with the new constraint.
        then: Box<Proof>,
    },
    /// Each integer is at most `at` or at least `at + 1`.
    Split {
        /// The tag of `form <= at` in `below`, of `form >= at + 1` in `above`.
        step: u32,
        /// A form with integer coefficients.
        form: Form,
        /// An integer.
        at: Q,
        /// The proof with the first constraint.
        below: Box<Proof>,
        /// The proof with the second.
        above: Box<Proof>,
    },
}

impl Proof {
    /// The tags of constraints that the proof uses, sorted.
    pub fn tags(&self) -> Vec<u32> {
        let mut out = Vec::new();
        self.collect(&mut out);
        out.retain(|t| *t < Constraint::TAGS);
        out.sort_unstable();
        out.dedup();
        out
    }

    fn collect(&self, out: &mut Vec<u32>) {
        match self {
            Proof::Linear(farkas) => out.extend(farkas.multipliers.iter().map(|m| m.0)),
            Proof::Cut { from, then, .. } => {
                out.extend(from.iter().map(|m| m.0));
                then.collect(out);
            }
            Proof::Split { below, above, .. } => {
                below.collect(out);
                above.collect(out);
            }
        }
    }

    /// Whether a step's tag is used.
    fn uses(&self, step: u32) -> bool {
        let mut out = Vec::new();
        self.collect(&mut out);
        out.contains(&step)
    }
}

/// The constraint that a sum at most 0 leaves over the integers: `None` when a
/// coefficient is no integer.
pub fn rounded(sum: &Form, strict: bool, tag: u32) -> Option<Constraint> {
    if !sum.terms().iter().all(|t| t.1.is_integer()) {
        return None;
    }
    // Σ c x + k <= 0 is Σ c x + ceil(k) <= 0; strictly, with an integer k, k + 1.
    let k = sum.constant();
    let k = if strict {
        k.floor().plus(&Q::ONE)
    } else {
        k.ceil()
    };
    let form = sum.clone().with_constant(k);
    Some(Constraint::new(form, Relation::Le, tag))
}

/// Whether the proof shows that no integers satisfy the constraints.
pub fn refutes(constraints: &[Constraint], proof: &Proof) -> bool {
    if constraints.iter().any(|c| c.tag >= Constraint::TAGS) {
        return false;
    }
    let mut known: Vec<Constraint> = constraints.to_vec();
    holds(&mut known, proof)
}

fn holds(known: &mut Vec<Constraint>, proof: &Proof) -> bool {
    let fresh = |known: &[Constraint], step: u32| {
        step >= Constraint::TAGS && known.iter().all(|c| c.tag != step)
    };
    match proof {
        Proof::Linear(farkas) => super::farkas::refutes(known.iter(), farkas),
        Proof::Cut { step, from, then } => {
            if !fresh(known, *step) {
                return false;
            }
            let cut =
                combine(known.iter(), from).and_then(|sum| rounded(&sum.form, sum.strict, *step));
            cut.is_some_and(|cut| with(known, cut, then))
        }
        Proof::Split {
            step,
            form,
            at,
            below,
            above,
        } => {
            let integers = form.terms().iter().all(|t| t.1.is_integer())
                && form.constant().is_integer()
                && at.is_integer();
            integers
                && fresh(known, *step)
                && with(known, at_most(form, at, *step), below)
                && with(known, more_than(form, at, *step), above)
        }
    }
}

fn with(known: &mut Vec<Constraint>, more: Constraint, proof: &Proof) -> bool {
    known.push(more);
    let fine = holds(known, proof);
    known.pop();
    fine
}

fn at_most(form: &Form, at: &Q, tag: u32) -> Constraint {
    let form = form.minus(&Form::constant_of(at));
    Constraint::new(form, Relation::Le, tag)
}

fn more_than(form: &Form, at: &Q, tag: u32) -> Constraint {
    let form = form.minus(&Form::constant_of(at.plus(&Q::ONE)));
    Constraint::new(form, Relation::Ge, tag)
}

/// How long to search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Splits in all.
    pub nodes: u32,
    /// Splits inside each other.
    pub depth: u32,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            nodes: 200,
            depth: 40,
        }
    }
}

impl Simplex {
    /// Whether the constraints hold for integers; all columns stand for integers.
    pub fn check_integer(&mut self, search: Search) -> Integral {
        match self.check() {
            Feasibility::Infeasible(proof) => return Integral::Infeasible(Proof::Linear(proof)),
            Feasibility::Unknown => return Integral::Unknown("too many pivots"),
            Feasibility::Feasible => {}
        }
        let mut run = Run {
            nodes: search.nodes,
            depth: search.depth,
            step: Constraint::TAGS,
        };
        self.push();
        let found = run.start(self);
        self.pop();
        found
    }

    /// The structural columns' values where all are integers.
    fn integers(&self) -> Result<Vec<BigInt>, Col> {
        let model = self.model();
        let mut out = Vec::with_capacity(model.len());
        for (i, v) in model.iter().enumerate() {
            if !v.is_integer() {
                return Err(Col(i as u32));
            }
            out.push(v.numer());
        }
        Ok(out)
    }
}

struct Run {
    nodes: u32,
    depth: u32,
    step: u32,
}

/// A cut that was made: its tag and what it is rounded from.
type Made = (u32, Vec<Multiplier>);

impl Run {
    fn tag(&mut self) -> u32 {
        self.step += 1;
        self.step
    }

    fn start(&mut self, simplex: &mut Simplex) -> Integral {
        let cuts = self.tighten(simplex);
        let (equations, refuted) = self.equations(simplex);
        let found = match refuted {
            Some(proof) => Integral::Infeasible(proof),
            None => self.search(simplex, 0),
        };
        match found {
            Integral::Infeasible(proof) => {
                let made = cuts.into_iter().chain(equations);
                Integral::Infeasible(wrap(made.collect(), proof))
            }
            other => other,
        }
    }

    /// Rounds all bounds of forms with integer coefficients inwards.
    fn tighten(&mut self, simplex: &mut Simplex) -> Vec<Made> {
        let mut made = Vec::new();
        let mut cuts = Vec::new();
        for (form, lower, upper) in simplex.bounds() {
            for (bound, up) in [(lower, false), (upper, true)] {
                let Some(b) = bound else { continue };
                let strict = !b.value.delta.is_zero();
                if b.value.real.is_integer() && !strict {
                    continue;
                }
                let sum = if up { form.clone() } else { form.negated() };
                let k = if up {
                    b.value.real.negated()
                } else {
                    b.value.real.clone()
                };
                if let Some(cut) = rounded(&sum.with_constant(k), strict, 0) {
                    cuts.push((cut, vec![(b.tag, b.factor.clone())]));
                }
            }
        }
        for (mut cut, from) in cuts {
            cut.tag = self.tag();
            simplex.assert(&cut);
            made.push((cut.tag, from));
        }
        made
    }

    /// Solves the equations over the integers. What contradicts itself is
    /// refuted; nothing else is changed.
    fn equations(&mut self, simplex: &Simplex) -> (Vec<Made>, Option<Proof>) {
        let mut system = super::equations::Equations::default();
        for (form, lower, upper) in simplex.bounds() {
            if let (Some(l), Some(u)) = (lower, upper) {
                if l.value == u.value && l.value.delta.is_zero() {
                    let form = form.with_constant(u.value.real.negated());
                    // form = factor * constraint, both ways.
                    system.add(form, (u.tag, u.factor.clone()), (l.tag, l.factor.clone()));
                }
            }
        }
        let Some((up, down)) = system.contradiction() else {
            return (Vec::new(), None);
        };
        // up: Σ <= floor, down: Σ >= ceil; their sum is a contradiction.
        let (a, b) = (self.tag(), self.tag());
        let farkas = Farkas::of([(a, Q::ONE), (b, Q::ONE)]);
        (vec![(a, up), (b, down)], Some(Proof::Linear(farkas)))
    }

    fn search(&mut self, simplex: &mut Simplex, depth: u32) -> Integral {
        match simplex.check() {
            Feasibility::Infeasible(proof) => return Integral::Infeasible(Proof::Linear(proof)),
            Feasibility::Unknown => return Integral::Unknown("too many pivots"),
            Feasibility::Feasible => {}
        }
        let x = match simplex.integers() {
            Ok(model) => return Integral::Feasible(model),
            Err(x) => x,
        };
        if self.nodes == 0 || depth >= self.depth {
            return Integral::Unknown("the integer search reached its limit");
        }
        self.nodes -= 1;
        let form = Form::of(x);
        let model = simplex.model();
        let value = model.get(x.0 as usize).cloned().unwrap_or_default();
        let at = value.floor();
        let step = self.tag();
        let below = at_most(&form, &at, step);
        let above = more_than(&form, &at, step);
        // The nearer side first.
        let near_below = value.minus(&at) <= at.plus(&Q::ONE).minus(&value);
        let order = if near_below {
            [&below, &above]
        } else {
            [&above, &below]
        };
        let mut proofs = Vec::with_capacity(2);
        let mut unknown = None;
        for side in order {
            simplex.push();
            simplex.assert(side);
            let found = self.search(simplex, depth + 1);
            simplex.pop();
            match found {
                Integral::Infeasible(proof) => {
                    if !proof.uses(step) {
                        return Integral::Infeasible(proof);
                    }
                    proofs.push(proof);
                }
                Integral::Feasible(model) => return Integral::Feasible(model),
                Integral::Unknown(why) => unknown = Some(why),
            }
        }
        if let Some(why) = unknown {
            return Integral::Unknown(why);
        }
        if !near_below {
            proofs.reverse();
        }
        match (proofs.pop(), proofs.pop()) {
            (Some(above), Some(below)) => Integral::Infeasible(Proof::Split {
                step,
                form,
                at,
                below: Box::new(below),
                above: Box::new(above),
            }),
            _ => Integral::Unknown("a side is missing"),
        }
    }
}

/// The cuts that a proof uses, around it.
fn wrap(made: Vec<Made>, proof: Proof) -> Proof {
    made.into_iter().rev().fold(proof, |then, (step, from)| {
        if then.uses(step) {
            Proof::Cut {
                step,
                from,
                then: Box::new(then),
            }
        } else {
            then
        }
    })
}
