//! Optima: the primal simplex, from a model of the constraints upwards.
//!
//! Idea: the form gets a row; a column that betters it moves until a bound stops
//! it, which is a pivot unless it is its own. Where no column can move, the row's
//! coefficients are the multipliers of the optimum. Where nothing stops one, its
//! direction is a ray.
//! Source: Schrijver, section 11.2; the steepest column first, Bland's rule after
//! as many pivots as there are rows and columns.

use super::super::farkas::Farkas;
use super::super::form::{Col, Form};
use super::super::number::{Near, Q};
use super::{Bounded, Feasibility, Kind, Optimum, Simplex, NONE};

/// How far, the index by which ties are broken, and the row that stops it with
/// the value at which its basic column leaves (none: the column's own bound).
type Limit = (Near, u32, Option<(usize, Near)>);

enum Step {
    /// As far as one likes.
    Free,
    /// To its own bound.
    Own(Near),
    /// Until the basic column of a row is at its bound.
    Leave(usize, Near),
}

impl Simplex {
    /// The greatest value of a form.
    pub fn maximum(&mut self, form: &Form) -> Optimum {
        let known = |x: &(Col, Q)| (x.0 .0 as usize) < self.structural.len();
        if !form.terms().iter().all(known) {
            return Optimum::Unknown;
        }
        let end = self.budget();
        match self.repair(end) {
            Feasibility::Infeasible(proof) => return Optimum::Infeasible(proof),
            Feasibility::Unknown => return Optimum::Unknown,
            Feasibility::Feasible => {}
        }
        self.push();
        let found = match self.stands_for(form) {
            None => Optimum::Value(Bounded {
                value: form.constant().clone(),
                attained: true,
                multipliers: Vec::new(),
            }),
            Some((j, factor)) => self.climb(j, &factor, form, end),
        };
        self.pop();
        found
    }

    /// The least value of a form.
    pub fn minimum(&mut self, form: &Form) -> Optimum {
        match self.maximum(&form.negated()) {
            Optimum::Value(mut b) => {
                b.value = b.value.negated();
                Optimum::Value(b)
            }
            other => other,
        }
    }

    /// Primal simplex: makes column `goal` as large as its factor says.
    fn climb(&mut self, goal: u32, factor: &Q, form: &Form, end: u64) -> Optimum {
        let up = factor.is_positive();
        let start = self.pivots;
        let patience = (self.rows.len() + self.columns.len()) as u64;
        // The goal is basic so that its row shows what it depends on. Its own
        // bounds count like any other's.
        loop {
            let bland = self.pivots - start > patience;
            let Some((j, rise)) = self.entering(goal, up, bland) else {
                return Optimum::Value(self.reached(goal, up, factor, form));
            };
            match self.step(j, rise, bland) {
                Step::Free => {
                    return Optimum::Unbounded {
                        ray: self.ray(j, rise),
                    }
                }
                Step::Own(to) => self.update(j, to),
                Step::Leave(r, to) => {
                    if self.pivots >= end {
                        return Optimum::Unknown;
                    }
                    if self.ended() {
                        return Optimum::Unknown;
                    }
                    self.pivot(r, j, to);
                    if self.stopped {
                        return Optimum::Unknown;
                    }
                }
            }
        }
    }

    /// A column outside the basis whose change betters the goal, and whether it
    /// has to rise.
    fn entering(&self, goal: u32, up: bool, bland: bool) -> Option<(u32, bool)> {
        let can = |j: u32, rise: bool| {
            let c = self.at(j);
            match (rise, &c.lower, &c.upper) {
                (true, _, Some(u)) => c.value < u.value,
                (false, Some(l), _) => c.value > l.value,
                _ => true,
            }
        };
        if self.at(goal).row == NONE {
            return can(goal, up).then_some((goal, up));
        }
        let row = &self.rows[self.at(goal).row as usize];
        let mut best: Option<(Q, u32, bool)> = None;
        for (j, a) in &row.entries {
            let rise = a.is_positive() == up;
            if !can(*j, rise) {
                continue;
            }
            if bland {
                return Some((*j, rise));
            }
            let size = a.abs();
            if best.as_ref().is_none_or(|b| size > b.0) {
                best = Some((size, *j, rise));
            }
        }
        best.map(|(_, j, rise)| (j, rise))
    }

    /// How far a column may go.
    fn step(&self, j: u32, rise: bool, bland: bool) -> Step {
        let c = self.at(j);
        let own = if rise { &c.upper } else { &c.lower };
        let mut best: Option<Limit> = own.as_ref().map(|b| {
            let d = b.value.minus(&c.value);
            let d = if rise { d } else { d.times(&Q::MINUS_ONE) };
            (d, j, None)
        });
        let mut left = c.count;
        for (r, row) in self.rows.iter().enumerate() {
            if left == 0 {
                break;
            }
            let Some(a) = row.coefficient(j) else {
                continue;
            };
            left -= 1;
            let i = self.at(row.basic);
            let grows = a.is_positive() == rise;
            let Some(b) = (if grows { &i.upper } else { &i.lower }) else {
                continue;
            };
            let d = b.value.minus(&i.value).times(&a.inverse());
            let d = if rise { d } else { d.times(&Q::MINUS_ONE) };
            let better = match &best {
                None => true,
                Some((least, k, _)) => d < *least || (d == *least && bland && row.basic < *k),
            };
            if better {
                best = Some((d, row.basic, Some((r, b.value.clone()))));
            }
        }
        match (best, own) {
            (None, _) => Step::Free,
            (Some((_, _, Some((r, to)))), _) => Step::Leave(r, to),
            (Some((_, _, None)), Some(b)) => Step::Own(b.value.clone()),
            (Some((_, _, None)), None) => Step::Free,
        }
    }

    fn ray(&self, j: u32, rise: bool) -> Vec<(Col, Q)> {
        let one = if rise { Q::ONE } else { Q::MINUS_ONE };
        let mut ray = Vec::new();
        if let Kind::Structural(x) = self.at(j).kind {
            ray.push((x, one.clone()));
        }
        for row in &self.rows {
            if let (Some(a), Kind::Structural(x)) = (row.coefficient(j), &self.at(row.basic).kind) {
                ray.push((*x, a.times(&one)));
            }
        }
        ray.sort_by_key(|e| e.0);
        ray
    }

    fn reached(&self, goal: u32, up: bool, factor: &Q, form: &Form) -> Bounded {
        let c = self.at(goal);
        // form = column / factor + constant
        let scale = factor.inverse();
        let value = c.value.real.times(&scale);
        let mut multipliers = Vec::new();
        if c.row == NONE {
            if let Some(b) = if up { &c.upper } else { &c.lower } {
                multipliers.push((b.tag, b.factor.times(&scale.abs())));
            }
        } else {
            for (j, a) in &self.rows[c.row as usize].entries {
                let rise = a.is_positive() == up;
                let d = self.at(*j);
                if let Some(b) = if rise { &d.upper } else { &d.lower } {
                    let k = a.times(&scale).abs();
                    multipliers.push((b.tag, b.factor.times(&k)));
                }
            }
        }
        Bounded {
            value: value.plus(form.constant()),
            attained: c.value.delta.is_zero(),
            multipliers: Farkas::of(multipliers).multipliers,
        }
    }
}
