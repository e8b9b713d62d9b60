//! Linear equations over the integers: whether they have a solution, with proof.
//!
//! Idea: rows are eliminated with unimodular column operations, kept implicitly
//! by substitution: an equation whose smallest coefficient is 1 is solved for its
//! column; otherwise the column with the smallest coefficient is replaced by
//! itself plus multiples of the others, which makes the others smaller. An
//! equation `c = 0` that is left for a constant, or one whose coefficients have a
//! divisor that the constant lacks, is a contradiction. Along with each equation
//! goes the combination of the given ones that it is, so that the contradiction
//! has multipliers over the original columns.
//! Source: Pugh, The Omega test, CACM 1992, section 2.2; Schrijver, section 4.1
//! for the certificate (a combination with integer coefficients and a constant
//! that is no integer).
//! Cost: polynomial in the numbers of columns and equations; numbers may grow.

use super::farkas::{Farkas, Multiplier};
use super::form::{Col, Form};
use super::number::Q;

struct Equation {
    /// Over columns that are substituted as the elimination goes on.
    form: Form,
    /// Factors of the given equations.
    from: Vec<Q>,
}

/// A system of equations `form = 0`.
#[derive(Default)]
pub(super) struct Equations {
    given: Vec<Form>,
    up: Vec<Multiplier>,
    down: Vec<Multiplier>,
}

impl Equations {
    /// `form = 0`; `form` and `-form` are these multiples of constraints.
    pub fn add(&mut self, form: Form, up: Multiplier, down: Multiplier) {
        self.given.push(form);
        self.up.push(up);
        self.down.push(down);
    }

    /// Multipliers of a combination with integer coefficients whose constant is
    /// no integer, and of its opposite.
    pub fn contradiction(&self) -> Option<(Vec<Multiplier>, Vec<Multiplier>)> {
        let n = self.given.len();
        let mut fresh = 0;
        let unit = |i: usize| (0..n).map(|k| Q::int((k == i).into())).collect();
        let mut rows: Vec<Equation> = Vec::with_capacity(n);
        for (i, form) in self.given.iter().enumerate() {
            fresh = form
                .terms()
                .iter()
                .map(|t| t.0 .0 + 1)
                .fold(fresh, u32::max);
            rows.push(Equation {
                form: form.clone(),
                from: unit(i),
            });
        }
        let mut patience = 2_000u32;
        while let Some(mut row) = rows.pop() {
            loop {
                patience = patience.checked_sub(1)?;
                let Some(factor) = row.form.primitive_factor() else {
                    if row.form.constant().is_zero() {
                        break;
                    }
                    // 0 = c: half of it over 2c has a constant that is no integer.
                    let half = row.form.constant().times(&Q::int(2)).inverse();
                    return Some(self.multipliers(&row.from, &half));
                };
                if !factor.is_one() {
                    row.form = row.form.times(&factor);
                    for q in &mut row.from {
                        *q = q.times(&factor);
                    }
                }
                if !row.form.constant().is_integer() {
                    return Some(self.multipliers(&row.from, &Q::ONE));
                }
                let least = row
                    .form
                    .terms()
                    .iter()
                    .min_by(|a, b| a.1.abs().cmp(&b.1.abs()));
                let (x, a) = least.cloned()?;
                let size = a.abs();
                if size.is_one() {
                    solve(&mut rows, &row, x, &a);
                    break;
                }
                // y = x + Σ floor(c / a) z takes the place of x.
                let y = Col(fresh);
                fresh += 1;
                let mut by = Form::of(y);
                for (z, c) in row.form.terms() {
                    if *z != x {
                        let k = c.over(&a).floor();
                        by = by.plus_multiple(&Form::of(*z), &k.negated());
                    }
                }
                row.form = row.form.substitute(x, &by);
                for r in &mut rows {
                    r.form = r.form.substitute(x, &by);
                }
            }
        }
        None
    }

    fn multipliers(&self, from: &[Q], by: &Q) -> (Vec<Multiplier>, Vec<Multiplier>) {
        let mut up = Vec::new();
        let mut down = Vec::new();
        for (i, k) in from.iter().enumerate() {
            let k = k.times(by);
            if k.is_zero() {
                continue;
            }
            let (a, b) = if k.is_positive() {
                (&self.up[i], &self.down[i])
            } else {
                (&self.down[i], &self.up[i])
            };
            let k = k.abs();
            up.push((a.0, a.1.times(&k)));
            down.push((b.0, b.1.times(&k)));
        }
        (Farkas::of(up).multipliers, Farkas::of(down).multipliers)
    }
}

/// Takes a column with coefficient `a` of 1 or -1 out of the other rows.
fn solve(rows: &mut [Equation], row: &Equation, x: Col, a: &Q) {
    for r in rows {
        let c = r.form.coefficient(x);
        if c.is_zero() {
            continue;
        }
        let k = c.times(a).negated();
        r.form = r.form.plus_multiple(&row.form, &k);
        for (q, d) in r.from.iter_mut().zip(&row.from) {
            *q = q.plus_product(&k, d);
        }
    }
}
