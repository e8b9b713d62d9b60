//! Farkas' lemma: proofs of linear facts, and unknown facts from proofs.
//!
//! Idea: linear constraints contradict each other exactly when a combination of
//! them, with factors that are not negative for inequalities, says `c <= 0` for a
//! positive constant (or `0 < 0`). The factors are the proof: [`refutes`] and
//! [`implies`] check them by multiplication. Read the other way, "for all x, the
//! premises imply the conclusion" becomes "there are factors", and the x are
//! gone: where the conclusion's coefficients are unknown, a [`Template`] finds
//! them and the factors together with one linear program.
//! Source: Schrijver, Theory of Linear and Integer Programming, section 7.3;
//! Podelski and Rybalchenko, VMCAI 2004, for templates of ranking functions.
//! Cost: a check is one pass over the numbers; a template has one column per
//! premise and one row per column of the premises.

use super::form::{Col, Constraint, Form, Relation};
use super::number::Q;
use super::simplex::{Feasibility, Optimum, Simplex};
use ep_base::Stop;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The tag of a constraint and its factor.
pub type Multiplier = (u32, Q);

/// Factors of [`Constraint::below`] whose sum is a contradiction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Farkas {
    /// Sorted by tag, none of them 0; negative only for equations.
    pub multipliers: Vec<Multiplier>,
}

impl Farkas {
    /// Sorts and adds what belongs to one tag.
    pub fn of(multipliers: impl IntoIterator<Item = Multiplier>) -> Farkas {
        let mut list: Vec<Multiplier> = multipliers.into_iter().collect();
        list.sort_by_key(|m| m.0);
        list.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = kept.1.plus(&later.1);
            }
            same
        });
        list.retain(|m| !m.1.is_zero());
        Farkas { multipliers: list }
    }

    /// The tags, sorted.
    pub fn tags(&self) -> Vec<u32> {
        self.multipliers.iter().map(|m| m.0).collect()
    }
}

/// What a combination of constraints says: the form is at most 0, below 0 if it
/// is strict.
#[derive(Clone, PartialEq, Debug)]
pub struct Combination {
    /// The sum.
    pub form: Form,
    /// A strict constraint has a part in it.
    pub strict: bool,
}

/// Adds constraints up; `None` when a tag is not among them or stands for two,
/// or an inequality has a negative factor.
pub fn combine<'a>(
    constraints: impl IntoIterator<Item = &'a Constraint>,
    multipliers: &[Multiplier],
) -> Option<Combination> {
    let mut by_tag: FxHashMap<u32, &Constraint> = FxHashMap::default();
    let wanted = |t: u32| multipliers.iter().any(|m| m.0 == t);
    for c in constraints {
        if by_tag.insert(c.tag, c).is_some() && wanted(c.tag) {
            return None;
        }
    }
    let mut sum = Combination {
        form: Form::zero(),
        strict: false,
    };
    for (tag, k) in multipliers {
        let c = by_tag.get(tag)?;
        if k.is_negative() && c.relation != Relation::Eq {
            return None;
        }
        sum.form = sum.form.plus_multiple(&c.below(), k);
        sum.strict |= c.is_strict() && k.is_positive();
    }
    Some(sum)
}

/// Whether the multipliers prove that the constraints contradict each other.
pub fn refutes<'a>(constraints: impl IntoIterator<Item = &'a Constraint>, proof: &Farkas) -> bool {
    combine(constraints, &proof.multipliers).is_some_and(|sum| {
        let c = sum.form.constant();
        sum.form.is_constant() && (c.is_positive() || (c.is_zero() && sum.strict))
    })
}

/// Whether the multipliers prove that the form is at most 0 (below 0, if
/// `strictly`) wherever the constraints hold.
pub fn implies<'a>(
    constraints: impl IntoIterator<Item = &'a Constraint>,
    form: &Form,
    strictly: bool,
    multipliers: &[Multiplier],
) -> bool {
    combine(constraints, multipliers).is_some_and(|sum| {
        let rest = form.minus(&sum.form);
        let c = rest.constant();
        rest.is_constant() && (c.is_negative() || (c.is_zero() && (sum.strict || !strictly)))
    })
}

/// `Σ parameter * form over x + form over x`: a form whose coefficients are
/// affine in parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Affine {
    /// The part that each parameter multiplies.
    pub parts: Vec<(Param, Form)>,
    /// The part without a parameter.
    pub fixed: Form,
}

/// An unknown of a [`Template`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Param(pub Col);

/// One implication of a [`Template`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Implication(u32);

/// Unknown coefficients of linear facts that linear premises must imply.
///
/// Parameters may be constrained among each other, and a form in them made as
/// large as possible.
#[derive(Default)]
pub struct Template {
    simplex: Simplex,
    implications: Vec<Vec<(u32, Col)>>,
    tag: u32,
    broken: bool,
}

/// Values of a [`Template`]'s parameters, with the proofs.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    values: Vec<Q>,
    implications: Vec<Vec<Multiplier>>,
}

/// What a [`Template`] came to.
#[derive(Clone, PartialEq, Debug)]
pub enum Solved {
    /// Parameters and proofs.
    Found(Solution),
    /// There are no parameters (with premises that can be met).
    Impossible,
    /// The limit of pivots was reached, or a column is not known.
    Unknown,
}

impl Solution {
    /// The value of a parameter.
    pub fn value(&self, p: Param) -> Q {
        self.values
            .get(p.0 .0 as usize)
            .cloned()
            .unwrap_or_default()
    }

    /// The conclusion under these values.
    pub fn form(&self, template: &Affine) -> Form {
        let parts = template.parts.iter();
        parts.fold(template.fixed.clone(), |sum, (p, part)| {
            sum.plus_multiple(part, &self.value(*p))
        })
    }

    /// The multipliers of an implication's premises, as [`implies`] takes them.
    pub fn multipliers(&self, of: Implication) -> &[Multiplier] {
        self.implications
            .get(of.0 as usize)
            .map_or(&[], |m| m.as_slice())
    }
}

impl Template {
    /// Without parameters.
    pub fn new() -> Template {
        Template::default()
    }

    /// At most this many pivots per question.
    pub fn set_limit(&mut self, pivots: Option<u64>) {
        self.simplex.set_limit(pivots);
    }

    /// At most so much work for all questions ([`Simplex::set_allowance`]).
    pub fn set_allowance(&mut self, work: Option<u64>) {
        self.simplex.set_allowance(work);
    }

    /// The work of all questions so far ([`Simplex::work`]).
    pub fn work(&self) -> u64 {
        self.simplex.work
    }

    /// When questions end without an answer.
    pub fn set_stop(&mut self, stop: Stop) {
        self.simplex.set_stop(stop);
    }

    /// A parameter, any rational.
    pub fn param(&mut self) -> Param {
        Param(self.simplex.column())
    }

    /// Constrains parameters: `form relation 0`, the form over [`Param`]'s columns.
    pub fn require(&mut self, form: Form, relation: Relation) {
        let tag = self.tag;
        self.tag += 1;
        let known = self.simplex.assert(&Constraint::new(form, relation, tag));
        self.broken |= !known;
    }

    /// Requires `conclusion <= 0` wherever the premises hold. Premises that
    /// contradict each other imply everything, which is not found here: leave
    /// such implications out.
    pub fn imply(&mut self, premises: &[Constraint], conclusion: &Affine) -> Implication {
        // conclusion = Σ multiplier * premise - slack, coefficient by coefficient.
        let mut rows: BTreeMap<Col, Vec<(Col, Q)>> = BTreeMap::new();
        let mut constant: Vec<(Col, Q)> = Vec::new();
        let mut list = Vec::with_capacity(premises.len());
        for premise in premises {
            let y = self.simplex.column();
            list.push((premise.tag, y));
            if premise.relation != Relation::Eq {
                self.require(Form::of(y), Relation::Ge);
            }
            let below = premise.below();
            for (x, c) in below.terms() {
                rows.entry(*x).or_default().push((y, c.clone()));
            }
            constant.push((y, below.constant().clone()));
        }
        for (p, part) in &conclusion.parts {
            for (x, c) in part.terms() {
                rows.entry(*x).or_default().push((p.0, c.negated()));
            }
            constant.push((p.0, part.constant().negated()));
        }
        for (x, _) in conclusion.fixed.terms() {
            rows.entry(*x).or_default();
        }
        for (x, row) in rows {
            let fixed = conclusion.fixed.coefficient(x).negated();
            self.require(Form::new(row, fixed), Relation::Eq);
        }
        let fixed = conclusion.fixed.constant().negated();
        self.require(Form::new(constant, fixed), Relation::Ge);
        self.implications.push(list);
        Implication(self.implications.len() as u32 - 1)
    }

    /// Parameters that satisfy everything.
    pub fn solve(&mut self) -> Solved {
        if self.broken {
            return Solved::Unknown;
        }
        match self.simplex.check() {
            Feasibility::Feasible => Solved::Found(self.solution()),
            Feasibility::Infeasible(_) => Solved::Impossible,
            Feasibility::Unknown => Solved::Unknown,
        }
    }

    /// Parameters that satisfy everything and make the form over parameters as
    /// large as possible; any that satisfy everything where it has no bound.
    pub fn maximize(&mut self, goal: &Form) -> Solved {
        if self.broken {
            return Solved::Unknown;
        }
        match self.simplex.maximum(goal) {
            Optimum::Infeasible(_) => Solved::Impossible,
            Optimum::Value(_) | Optimum::Unbounded { .. } => Solved::Found(self.solution()),
            Optimum::Unknown => Solved::Unknown,
        }
    }

    /// Opens a scope for parameters' constraints and implications.
    pub fn push(&mut self) {
        self.simplex.push();
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        self.simplex.pop();
    }

    fn solution(&self) -> Solution {
        let values = self.simplex.model();
        let of = |y: &Col| values.get(y.0 as usize).cloned().unwrap_or_default();
        let proof = |list: &Vec<(u32, Col)>| {
            Farkas::of(list.iter().map(|(tag, y)| (*tag, of(y)))).multipliers
        };
        Solution {
            implications: self.implications.iter().map(proof).collect(),
            values,
        }
    }
}
