//! An invariant and a measure that needs it, found together by MaxSMT.
//!
//! Idea: the directions in which invariants are looked for come from the program's
//! comparisons, and what makes a measure fall may be another one (`2*y - 3*z >= 1`
//! where only `x := x - 2*y + 3*z` says so). So one inequality per location and one
//! measure are unknown at once. Hard: the inequality is kept by every edge of the
//! component, and with it the measure falls on one edge, grows on none and is at
//! least 0 there. Soft: it holds behind each entry. If it holds behind all, it is an
//! invariant. If not, it is a condition under which that edge is taken finitely
//! often: what no edge leaves is split off, and the part that is left goes on alone
//! (its entries are fewer).
//! Source: Larraz, Oliveras, Rodríguez-Carbonell and Rubio, "Proving termination of
//! imperative programs using Max-SMT", FMCAD 2013, and Borralleras et al., "Proving
//! termination through conditional termination", TACAS 2017. There the multipliers
//! of the unknown inequality are unknown too, and a solver for products is asked;
//! here they are 0 or 1 (the inequality may be scaled), so each question is a linear
//! program and `smt::maxsat` needs nothing else. Alternative: directions from
//! updates, which are many and each asked for at each location.
//! What must never happen: an entry that is left out. What comes out is proved edge
//! by edge as any other invariant, and a split makes both copies.
//! Cost: four problems per edge, each with a linear program per core; limited.

use super::conditional::fits;
use super::edges::{edges, Edge};
use super::ranking::{add, affine, least, row, Level, Row};
use crate::invariants::relevant;
use crate::linear;
use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Loc};
use crate::work::{Invariants, Kept, Rule, Work};
use ep_smt::linear::farkas::{Affine, Param, Solution, Solved, Template};
use ep_smt::linear::{Constraint, Form, Q};
use ep_smt::maxsat::{self, Best, Cores, Met, Rounds};
use num_traits::One;
use std::collections::{BTreeMap, BTreeSet};

/// Edges of a component over which nothing is tried.
const MAX_EDGES: usize = 10;
/// Variables likewise.
const MAX_VARIABLES: usize = 10;
/// Entries likewise.
const MAX_ENTRIES: usize = 12;
/// Rules over which nothing more is split.
const MAX_RULES: usize = 120;
/// Work of all linear programs of one component.
const ALLOWANCE: u64 = 40_000_000;
/// Questions and nodes of one search.
const ROUNDS: Rounds = Rounds {
    questions: 40,
    nodes: 10_000,
};

/// Whether the inequality is added to what falls, to what is at least 0, and to what
/// does not grow on the other edges.
const FACTORS: [(bool, bool, bool); 4] = [
    (true, false, false),
    (false, true, false),
    (true, true, false),
    (true, false, true),
];

/// An inequality per location.
struct Found {
    forms: BTreeMap<Loc, Poly>,
    /// Whether it holds behind every entry.
    everywhere: bool,
}

/// The work with invariants for the open components, or with their edges split by
/// what holds at some entries (and whether that is so); `None` where nothing is
/// found.
pub(super) fn strengthened(before: &Work, open: &[Vec<Edge>]) -> Option<(Work, bool)> {
    let mut work = before.clone();
    let (mut any, mut apart) = (false, false);
    for part in open {
        let Some(found) = find(before, part) else {
            continue;
        };
        if found.everywhere {
            if let Some(list) = invariants(&work, &found.forms) {
                work.strengthen(list);
                any = true;
            }
        } else {
            apart |= split(&mut work, before, part, &found.forms);
        }
    }
    (any || apart).then_some((work, apart))
}

/// Each with proofs for all arms that lead to a location.
fn invariants(work: &Work, forms: &BTreeMap<Loc, Poly>) -> Option<Vec<Invariants>> {
    let atom = |l: &Loc| forms.get(l).map(|p| Atom::ge0(p.clone()));
    let mut out = Vec::new();
    for (l, form) in forms {
        let mut kept = Vec::new();
        for r in &work.rules {
            for (arm, a) in r.transition.arms.iter().enumerate() {
                if a.target != *l {
                    continue;
                }
                let known = atom(&r.transition.source);
                let premises: Vec<Atom> =
                    (known.iter()).chain(&r.transition.guard).cloned().collect();
                let goal = Atom::ge0(work.after(r, arm, form)?);
                kept.push(Kept {
                    rule: r.name.clone(),
                    arm,
                    premises: usize::from(known.is_some()),
                    proofs: vec![linear::prove(&work.stop, &premises, &goal)?],
                });
            }
        }
        out.push(Invariants {
            location: *l,
            atoms: vec![Atom::ge0(form.clone())],
            kept,
        });
    }
    Some(out)
}

/// Whether any edge was split by the inequality at its source.
fn split(work: &mut Work, before: &Work, part: &[Edge], forms: &BTreeMap<Loc, Poly>) -> bool {
    let mut any = false;
    let mut done: BTreeSet<usize> = BTreeSet::new();
    for e in part {
        let (Some(rule), Some(form)) = (before.rules.get(e.rule), forms.get(&e.source)) else {
            continue;
        };
        if work.rules.len() < MAX_RULES && done.insert(e.rule) && fits(before, rule, form) {
            any |= work.split(&rule.name, &Atom::ge0(form.clone())).is_some();
        }
    }
    any
}

/// What is unknown of a component: an inequality and a measure per location.
struct Unknown {
    inequality: BTreeMap<Loc, Level>,
    measure: BTreeMap<Loc, Level>,
}

/// Soft implications over a template.
struct Entries {
    template: Template,
    behind: Vec<(Vec<Constraint>, Affine)>,
    goal: Form,
}

impl Cores for Entries {
    type Model = Solution;

    fn ask(&mut self, soft: &[usize]) -> Met<Solution> {
        self.template.push();
        for (premises, conclusion) in soft.iter().filter_map(|i| self.behind.get(*i)) {
            self.template.imply(premises, conclusion);
        }
        let answer = self.template.maximize(&self.goal);
        self.template.pop();
        match answer {
            Solved::Found(s) => Met::Sat(s),
            Solved::Impossible => Met::Unsat(soft.to_vec()),
            Solved::Unknown => Met::Unknown,
        }
    }
}

/// The inequality that is lost at the fewest entries.
fn find(work: &Work, part: &[Edge]) -> Option<Found> {
    let rules: Vec<&Rule> = part.iter().filter_map(|e| work.rules.get(e.rule)).collect();
    let vars = relevant(rules.iter().copied(), work.dimension());
    if part.len() > MAX_EDGES || vars.len() > MAX_VARIABLES || rules.len() < part.len() {
        return None;
    }
    let places: BTreeSet<Loc> = part.iter().map(|e| e.source).collect();
    let entries: Vec<Edge> = (edges(work).into_iter())
        .filter(|e| places.contains(&e.target) && !part.contains(e))
        .collect();
    if entries.len() > MAX_ENTRIES {
        return None;
    }
    let mut template = Template::new();
    template.set_limit(Some(linear::PIVOTS));
    template.set_allowance(Some(ALLOWANCE));
    template.set_stop(work.stop.clone());
    let mut level = || -> Level {
        let list = vars.iter().map(|v| (*v, template.param())).collect();
        (list, template.param())
    };
    let unknown = Unknown {
        inequality: places.iter().map(|l| (*l, level())).collect(),
        measure: places.iter().map(|l| (*l, level())).collect(),
    };
    let of_variables = |list: &BTreeMap<Loc, Level>| -> Vec<_> {
        list.values().flat_map(|l| &l.0).map(|(_, p)| *p).collect()
    };
    let sizes = [
        of_variables(&unknown.inequality),
        of_variables(&unknown.measure),
    ]
    .concat();
    let goal = least(&mut template, sizes, &mut Vec::new());
    let rows: Vec<Row> = (part.iter().zip(&rules))
        .map(|(e, r)| row(work, r, e.arm, &vars))
        .collect();
    for (e, row) in part.iter().zip(&rows) {
        let conclusion = unknown.kept(e, row)?;
        template.imply(&row.premises, &conclusion);
    }
    let behind = entries.iter().filter_map(|e| {
        let rule = work.rules.get(e.rule)?;
        let row = row(work, rule, e.arm, &vars);
        let conclusion = unknown.kept(e, &row)?;
        Some((row.premises, conclusion))
    });
    let behind: Vec<_> = behind.collect();
    if behind.len() < entries.len() {
        return None;
    }
    let mut problem = Entries {
        template,
        behind,
        goal,
    };
    best(work, part, &rows, &unknown, &mut problem)
}

fn best(
    work: &Work,
    part: &[Edge],
    rows: &[Row],
    unknown: &Unknown,
    problem: &mut Entries,
) -> Option<Found> {
    // Nothing holds where runs start with any values.
    let open_start = unknown.inequality.contains_key(&work.file.start);
    let weights = vec![1; problem.behind.len()];
    let mut best: Option<(u64, Found)> = None;
    for (e, row) in part.iter().zip(rows) {
        for (falling, above, others) in FACTORS {
            if work.stop.now() {
                return best.map(|b| b.1);
            }
            let falls = unknown.falls(e, row, 1, falling)?;
            let above = unknown.least(e, row, above)?;
            problem.template.push();
            problem.template.imply(&row.premises, &falls);
            problem.template.imply(&row.premises, &above);
            for (other, row) in part.iter().zip(rows).filter(|(o, _)| *o != e) {
                let kept = unknown.falls(other, row, 0, others)?;
                problem.template.imply(&row.premises, &kept);
            }
            // What cannot be without any entry is not asked for with some.
            let met = match problem.ask(&[]) {
                Met::Sat(_) => maxsat::solve(problem, &weights, ROUNDS),
                _ => Best::Unknown,
            };
            problem.template.pop();
            let choice = match met {
                Best::Optimal(c) | Best::Found { choice: c, .. } => c,
                Best::Infeasible | Best::Unknown => continue,
            };
            // What holds behind no entry says nothing of any run.
            let some = choice.met.is_empty() && !weights.is_empty();
            if some || best.as_ref().is_some_and(|(lost, _)| *lost <= choice.lost) {
                continue;
            }
            let forms = unknown.forms(&choice.model);
            let everywhere = choice.lost == 0 && !open_start;
            best = Some((choice.lost, Found { forms, everywhere }));
            if everywhere {
                return best.map(|b| b.1);
            }
        }
    }
    best.map(|b| b.1)
}

impl Unknown {
    /// `q - q' <= 0`, or `-q' <= 0` where the source is outside.
    fn kept(&self, e: &Edge, row: &Row) -> Option<Affine> {
        let mut parts = BTreeMap::new();
        if let Some(before) = self.inequality.get(&e.source) {
            add(&mut parts, before, &row.before, &Q::ONE);
        }
        let after = self.inequality.get(&e.target)?;
        add(&mut parts, after, &row.after, &Q::MINUS_ONE);
        Some(affine(parts, 0))
    }

    /// `r' - r + by <= 0`, with q added once if asked.
    fn falls(&self, e: &Edge, row: &Row, by: i64, with: bool) -> Option<Affine> {
        let mut parts = self.below(e, row, with)?;
        let after = self.measure.get(&e.target)?;
        add(&mut parts, after, &row.after, &Q::ONE);
        Some(affine(parts, by))
    }

    /// `-r <= 0`, with q added once if asked.
    fn least(&self, e: &Edge, row: &Row, with: bool) -> Option<Affine> {
        Some(affine(self.below(e, row, with)?, 0))
    }

    /// `-r`, or `q - r`.
    fn below(&self, e: &Edge, row: &Row, with: bool) -> Option<BTreeMap<Param, Form>> {
        let mut parts = BTreeMap::new();
        let before = self.measure.get(&e.source)?;
        add(&mut parts, before, &row.before, &Q::MINUS_ONE);
        if with {
            let known = self.inequality.get(&e.source)?;
            add(&mut parts, known, &row.before, &Q::ONE);
        }
        Some(parts)
    }

    /// The inequalities with integer coefficients.
    fn forms(&self, s: &Solution) -> BTreeMap<Loc, Poly> {
        let one = |(l, (list, constant)): (&Loc, &Level)| {
            let value = |(v, p): &(Var, _)| (Monomial::var(*v), s.value(*p).to_big());
            let mut terms: Vec<(Monomial, Rat)> = list.iter().map(value).collect();
            terms.push((Monomial::one(), s.value(*constant).to_big()));
            let lcm = |d: Int, c: &(Monomial, Rat)| num_integer::Integer::lcm(&d, c.1.denom());
            let scale = terms.iter().fold(Int::one(), lcm);
            let whole = (terms.into_iter()).map(|(m, c)| (m, (c * &scale).to_integer()));
            (*l, Poly::of_terms(whole))
        };
        self.inequality.iter().map(one).collect()
    }
}
