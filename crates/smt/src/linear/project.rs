//! Projection: what constraints say about some of their columns.
//!
//! Idea: a column in an equation is solved for and put in; otherwise each lower
//! bound is added to each upper bound (Fourier and Motzkin), the column with the
//! fewest new rows first. Rows that others imply are taken out, found by equal
//! linear parts and by the simplex. Over integers rows are rounded, and the
//! result is exact as long as each column that went had coefficients of 1 on one
//! side. Each new row is a [`Step`], which [`replay`] checks by multiplication.
//! Alternatives: the double description, for systems with few vertices;
//! parametric linear programs, which make no redundant rows.
//! Source: Schrijver, section 12.2; Pugh, CACM 1992, for the exact case.
//! Cost: quadratic per column in the rows that mention it, bounded by the rows
//! allowed; beyond that rows are left out and the result says so.

use super::farkas::{combine, Multiplier};
use super::form::{Col, Constraint, Form, Relation};
use super::integer::rounded;
use super::number::Q;
use super::simplex::{Feasibility, Simplex};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a projection relates to the set of values that can be completed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exactness {
    /// It is larger, perhaps: rows were left out.
    Over,
    /// Equal over the rationals; over integers it may be larger.
    Rationals,
    /// Equal over the integers.
    Integers,
}

/// A constraint that was made: a combination, rounded where all columns are
/// integers.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Its tag, from [`Constraint::TAGS`] on.
    pub tag: u32,
    /// Of the given constraints and earlier steps.
    pub from: Vec<Multiplier>,
    /// Equal to 0, and not at most 0: all parts are equations.
    pub equation: bool,
    /// The factors are multiplied by the primitive factor and the constant is
    /// rounded.
    pub rounded: bool,
}

/// The result of [`project`].
#[derive(Clone, PartialEq, Debug)]
pub struct Projection {
    /// Over the columns that are kept. A contradiction is a constraint without
    /// columns that fails.
    pub constraints: Vec<Constraint>,
    /// How those of them that were not given were made.
    pub steps: Vec<Step>,
    /// What it means.
    pub exactness: Exactness,
}

/// What [`project`] may do.
#[derive(Clone, Copy, Debug)]
pub struct Project {
    /// All columns stand for integers: rows are rounded.
    pub integers: bool,
    /// More rows than this are cut down to it.
    pub rows: usize,
}

impl Default for Project {
    fn default() -> Project {
        Project {
            integers: true,
            rows: 200,
        }
    }
}

/// The constraints that the steps make, by [`Step::tag`]; `None` when one does
/// not follow.
pub fn replay(given: &[Constraint], steps: &[Step]) -> Option<Vec<Constraint>> {
    let mut known = given.to_vec();
    for step in steps {
        if known.iter().any(|c| c.tag == step.tag) {
            return None;
        }
        let sum = combine(known.iter(), &step.from)?;
        let constraint = if step.equation {
            let all = |m: &Multiplier| {
                known
                    .iter()
                    .any(|c| c.tag == m.0 && c.relation == Relation::Eq)
            };
            if !step.from.iter().all(all) {
                return None;
            }
            Constraint::new(sum.form, Relation::Eq, step.tag)
        } else if step.rounded {
            rounded(&sum.form, sum.strict, step.tag)?
        } else {
            let relation = if sum.strict {
                Relation::Lt
            } else {
                Relation::Le
            };
            Constraint::new(sum.form, relation, step.tag)
        };
        known.push(constraint);
    }
    Some(known.split_off(given.len()))
}

/// A row: `form <= 0`, `< 0` or `== 0`.
#[derive(Clone)]
struct Row(Constraint);

impl Row {
    fn form(&self) -> &Form {
        &self.0.form
    }
    fn is_equation(&self) -> bool {
        self.0.relation == Relation::Eq
    }
}

struct Work {
    options: Project,
    rows: Vec<Row>,
    steps: Vec<Step>,
    exactness: Exactness,
    next: u32,
}

/// Eliminates all columns but those that `keep` names.
pub fn project(given: &[Constraint], keep: impl Fn(Col) -> bool, options: Project) -> Projection {
    let mut work = Work {
        options,
        rows: Vec::new(),
        steps: Vec::new(),
        exactness: if options.integers {
            Exactness::Integers
        } else {
            Exactness::Rationals
        },
        next: Constraint::TAGS,
    };
    for c in given {
        work.normal(&[(c.tag, Q::ONE)], &[c], Some(c));
    }
    work.tidy();
    loop {
        let mut columns: Vec<Col> = Vec::new();
        for r in &work.rows {
            columns.extend(r.form().terms().iter().map(|t| t.0).filter(|x| !keep(*x)));
        }
        columns.sort_unstable();
        columns.dedup();
        if columns.is_empty() || work.failed() {
            break;
        }
        if !work.solve(&columns) {
            work.eliminate(&columns);
        }
        work.tidy();
    }
    work.finish(given, &keep)
}

impl Work {
    /// Adds the combination of rows as a row in normal form. `same` is the given
    /// constraint if that is all that it is.
    fn normal(&mut self, from: &[Multiplier], parts: &[&Constraint], same: Option<&Constraint>) {
        let Some(sum) = combine(parts.iter().copied(), from) else {
            self.exactness = Exactness::Over;
            return;
        };
        let equation = parts.iter().all(|c| c.relation == Relation::Eq);
        let factor = sum.form.primitive_factor().unwrap_or(Q::ONE);
        let form = sum.form.times(&factor);
        let rounds = self.options.integers
            && !equation
            && (sum.strict || !form.constant().is_integer())
            && !form.is_constant();
        let relation = match (equation, sum.strict) {
            (true, _) => Relation::Eq,
            (false, true) => Relation::Lt,
            (false, false) => Relation::Le,
        };
        let normal = rounds || (self.options.integers && !factor.is_one());
        if let (Some(c), false) = (same, normal) {
            // As it was given, but for the direction.
            self.rows
                .push(Row(Constraint::new(c.below(), relation, c.tag)));
            return;
        }
        let tag = self.next;
        self.next += 1;
        let constraint = if rounds {
            rounded(&form, sum.strict, tag)
        } else {
            Some(Constraint::new(form, relation, tag))
        };
        let Some(constraint) = constraint else {
            return;
        };
        let from: Vec<Multiplier> = from.iter().map(|m| (m.0, m.1.times(&factor))).collect();
        self.steps.push(Step {
            tag,
            from,
            equation,
            rounded: rounds,
        });
        self.rows.push(Row(constraint));
    }

    fn failed(&self) -> bool {
        self.rows.iter().any(|r| fails(&r.0))
    }

    /// Uses an equation that has one of the columns. The best one is one whose
    /// coefficient is 1 when the others are integers.
    fn solve(&mut self, columns: &[Col]) -> bool {
        let mut best: Option<(bool, usize, usize, Col)> = None;
        for (i, r) in self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, r)| r.is_equation())
        {
            let Some(factor) = r.form().primitive_factor() else {
                continue;
            };
            for (x, c) in r.form().terms() {
                if columns.binary_search(x).is_err() {
                    continue;
                }
                let whole = r.form().constant().times(&factor).is_integer();
                let loses = !(c.times(&factor).abs().is_one() && whole);
                let key = (loses, r.form().terms().len(), i, *x);
                if best.is_none_or(|b| key < b) {
                    best = Some(key);
                }
            }
        }
        let Some((loses, _, i, x)) = best else {
            return false;
        };
        if loses {
            self.exactness = self.exactness.min(Exactness::Rationals);
        }
        let equation = self.rows.remove(i);
        let a = equation.form().coefficient(x);
        for r in std::mem::take(&mut self.rows) {
            let c = r.form().coefficient(x);
            if c.is_zero() {
                self.rows.push(r);
                continue;
            }
            let k = c.over(&a).negated();
            let from = [(r.0.tag, Q::ONE), (equation.0.tag, k)];
            self.normal(&from, &[&r.0, &equation.0], None);
        }
        true
    }

    /// Fourier and Motzkin for the cheapest column.
    fn eliminate(&mut self, columns: &[Col]) {
        let cost = |x: &Col| {
            let (mut up, mut down) = (0i64, 0i64);
            let mut exact = (true, true);
            for r in &self.rows {
                let c = r.form().coefficient(*x);
                let unit = c.abs().is_one();
                match c.signum() {
                    1 => {
                        up += 1;
                        exact.0 &= unit;
                    }
                    -1 => {
                        down += 1;
                        exact.1 &= unit;
                    }
                    _ => {}
                }
            }
            (up * down - up - down, !(exact.0 || exact.1))
        };
        // An exact step is worth a few rows.
        let key = |x: &Col| {
            let (rows, loses) = cost(x);
            (rows + if loses { 4 } else { 0 }, *x)
        };
        let Some(x) = columns.iter().copied().min_by_key(key) else {
            return;
        };
        let mut upper = Vec::new();
        let mut lower = Vec::new();
        for r in std::mem::take(&mut self.rows) {
            match r.form().coefficient(x).signum() {
                1 => upper.push(r),
                -1 => lower.push(r),
                _ => self.rows.push(r),
            }
        }
        let unit = |rows: &[Row]| {
            rows.iter().all(|r| {
                r.form().coefficient(x).abs().is_one()
                    && r.form().terms().iter().all(|t| t.1.is_integer())
                    && r.form().constant().is_integer()
                    && !r.0.is_strict()
            })
        };
        // With rows on one side only there is always a value far enough out.
        let one_sided = upper.is_empty() || lower.is_empty();
        if !(one_sided || unit(&upper) || unit(&lower)) {
            self.exactness = self.exactness.min(Exactness::Rationals);
        }
        for u in &upper {
            for l in &lower {
                let from = [
                    (u.0.tag, l.form().coefficient(x).negated()),
                    (l.0.tag, u.form().coefficient(x)),
                ];
                self.normal(&from, &[&u.0, &l.0], None);
            }
        }
    }

    /// Takes out what others imply.
    fn tidy(&mut self) {
        let mut best: FxHashMap<Vec<(Col, Q)>, usize> = FxHashMap::default();
        let mut kept: Vec<Row> = Vec::with_capacity(self.rows.len());
        for r in std::mem::take(&mut self.rows) {
            if r.form().is_constant() {
                if fails(&r.0) {
                    self.rows = vec![r];
                    return;
                }
                continue;
            }
            if r.is_equation() {
                kept.push(r);
                continue;
            }
            let factor = r.form().primitive_factor().unwrap_or(Q::ONE);
            let form = r.form().times(&factor);
            match best.get(form.terms()) {
                None => {
                    best.insert(form.terms().to_vec(), kept.len());
                    kept.push(r);
                }
                Some(&at) => {
                    let old = &kept[at];
                    let f = old.form().primitive_factor().unwrap_or(Q::ONE);
                    let k = old.form().constant().times(&f);
                    let tighter = form.constant().cmp(&k);
                    if tighter.is_gt() || (tighter.is_eq() && r.0.is_strict()) {
                        kept[at] = r;
                    }
                }
            }
        }
        self.rows = kept;
        if self.rows.len() > 12 {
            self.prune();
        }
        if self.rows.len() > self.options.rows {
            self.exactness = Exactness::Over;
            // Equations and short rows say the most.
            let key = |r: &Row| (!r.is_equation(), r.form().terms().len());
            self.rows.sort_by_key(key);
            self.rows.truncate(self.options.rows);
        }
    }

    /// Takes out inequalities that the other rows imply over the rationals.
    fn prune(&mut self) {
        let mut simplex = Simplex::new();
        simplex.set_limit(Some(2_000));
        let top = self.rows.iter().flat_map(|r| r.form().terms());
        let top = top.map(|t| t.0 .0 + 1).max().unwrap_or(0);
        for _ in 0..top {
            simplex.column();
        }
        for r in self.rows.iter().filter(|r| r.is_equation()) {
            simplex.assert(&r.0);
        }
        let (equations, mut open): (Vec<Row>, Vec<Row>) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition(Row::is_equation);
        // Long rows are the first to go.
        open.sort_by_key(|r| std::cmp::Reverse(r.form().terms().len()));
        let mut kept: Vec<Row> = Vec::new();
        for (i, r) in open.iter().enumerate() {
            simplex.push();
            for other in kept.iter().chain(&open[i + 1..]) {
                simplex.assert(&other.0);
            }
            let denied = if r.0.is_strict() {
                Relation::Ge
            } else {
                Relation::Gt
            };
            simplex.assert(&Constraint::new(r.form().clone(), denied, r.0.tag));
            let implied = matches!(simplex.check(), Feasibility::Infeasible(_));
            simplex.pop();
            if !implied {
                kept.push(r.clone());
            }
        }
        self.rows = equations;
        self.rows.append(&mut kept);
    }

    fn finish(mut self, given: &[Constraint], keep: &impl Fn(Col) -> bool) -> Projection {
        if self.failed() {
            self.rows.retain(|r| fails(&r.0));
        }
        if self.rows.len() > 1 {
            self.prune();
        }
        let original: FxHashMap<u32, &Constraint> = given.iter().map(|c| (c.tag, c)).collect();
        let mut constraints: Vec<Constraint> = self
            .rows
            .into_iter()
            .filter(|r| r.form().terms().iter().all(|t| keep(t.0)))
            .map(|r| original.get(&r.0.tag).map_or(r.0, |c| (*c).clone()))
            .collect();
        constraints.sort_by_key(|c| c.tag);
        let mut needed: FxHashSet<u32> = constraints.iter().map(|c| c.tag).collect();
        let mut steps: Vec<Step> = Vec::new();
        for step in self.steps.into_iter().rev() {
            if needed.contains(&step.tag) {
                needed.extend(step.from.iter().map(|m| m.0));
                steps.push(step);
            }
        }
        steps.reverse();
        Projection {
            constraints,
            steps,
            exactness: self.exactness,
        }
    }
}

fn fails(c: &Constraint) -> bool {
    c.form.is_constant() && !c.holds(|_| num_rational::BigRational::default())
}
