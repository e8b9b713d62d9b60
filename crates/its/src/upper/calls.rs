//! Counts where runs are trees.
//!
//! Idea: each firing is one arrival at its location ([`Analysis::arrivals`]). In
//! a component whose rules call into it more than once, a *potential* pays for a
//! firing and is handed on to the calls, so that what they share is paid for
//! once: a linear program finds it, with one condition for each set of calls
//! that may have something left. Where no potential is enough, a measure falls
//! by 1 in each call, and the tree has at most `b^measure` such nodes. What has
//! one call only is counted along paths as in systems without calls.
//! Source: Hoffmann, Aehlig and Hofmann, "Multivariate amortized resource
//! analysis", TOPLAS 34(3), 2012, of which this is the univariate linear case
//! over integers with signs; for cost relations Albert et al., JAR 46(2), 2011.
//! What must never happen: a call that nobody counts as an entry.
//! Cost: one linear program per component and way, `2^k` conditions per rule
//! with k calls.

use super::analysis::Analysis;
use super::arithmetic::{folded, positive};
use super::derivation::{Because, Branch, Share};
use super::places::{Arc, FactId, Place};
use crate::bound::Bound;
use crate::invariants::relevant;
use crate::linear::{self, Facts, Proof, Sheet};
use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Loc};
use crate::termination::Edge;
use crate::work::Rule;
use ep_smt::linear::farkas::{Affine, Param, Solved, Template};
use ep_smt::linear::{Constraint, Form, Relation, Q};
use num_traits::One;
use std::collections::{BTreeMap, BTreeSet};

/// Calls of one rule into its component.
const MAX_CALLS: usize = 5;
/// Unknowns of the linear program.
const MAX_UNKNOWNS: usize = 6_000;

/// What is asked of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A potential that pays for every firing.
    All,
    /// A potential that pays for the firings with several calls.
    Several,
    /// A measure that falls in each of several calls.
    Depth,
}

/// A rule as a linear problem: its guard, and each variable before it and after
/// each of its calls.
struct Row {
    premises: Vec<Constraint>,
    before: BTreeMap<Var, Form>,
    after: Vec<(Loc, BTreeMap<Var, Form>)>,
}

/// An unknown polynomial per location.
type Unknown = BTreeMap<Loc, (Vec<(Var, Param)>, Param)>;

impl Analysis<'_> {
    /// Rules with more than one arm in a component.
    pub(super) fn branching(&self, part: &[Edge]) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let twice = part.iter().filter(|e| !seen.insert(e.rule));
        twice.map(|e| e.rule).collect()
    }

    /// Counts rules by how often something leads to where they start, as far as
    /// that is known.
    pub(super) fn arrivals(&mut self) {
        let mut again = self.trees;
        while again {
            again = false;
            let missing = |i: &usize| self.counts[*i].is_none();
            let places: BTreeSet<Loc> = (0..self.work.rules.len())
                .filter(missing)
                .filter_map(|i| Some(self.work.rules.get(i)?.transition.source))
                .collect();
            for l in places {
                let leads = self.incoming.get(&l).cloned().unwrap_or_default();
                let known = leads.iter().map(|a| Some((*a, self.counts[a.0]?)));
                let Some(list) = known.collect::<Option<Vec<_>>>() else {
                    continue;
                };
                let leaves = |i: &usize| {
                    let rule = self.work.rules.get(*i);
                    rule.is_some_and(|r| r.transition.source == l)
                };
                let rules = (0..self.work.rules.len()).filter(leaves).collect();
                let bound = self.arrived(l, &list, &|f| self.bound(f));
                self.keep_count(rules, bound, Because::Arrive(l, list));
                again = true;
            }
        }
    }

    /// The sum of arrivals.
    pub(super) fn arrived(
        &self,
        l: Loc,
        list: &[(Arc, FactId)],
        bound: &dyn Fn(FactId) -> Bound,
    ) -> Bound {
        let start = (self.work.file.start == l).then(|| Bound::constant(1));
        Bound::sum(list.iter().map(|(_, f)| bound(*f)).chain(start))
    }

    /// Counts the rules of a component that call into it more than once, and
    /// perhaps others.
    pub(super) fn called(&mut self, part: &[Edge], branching: &BTreeSet<usize>) {
        for way in [Way::All, Way::Several, Way::Depth] {
            if branching.iter().all(|r| self.counts[*r].is_some()) {
                return;
            }
            self.by(way, part, branching);
        }
    }

    fn by(&mut self, way: Way, part: &[Edge], branching: &BTreeSet<usize>) -> Option<()> {
        let mut arms: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for e in part {
            arms.entry(e.rule).or_default().push(e.arm);
        }
        let paid = |r: &usize| way == Way::All || branching.contains(r);
        let at = self.unknown(way, &arms, &paid)?;
        let entries = self.led_in(&at, &arms)?;
        match way {
            Way::Depth => {
                let mut made = Branch {
                    at,
                    inside: Vec::new(),
                    strict: Vec::new(),
                    most: arms.values().map(Vec::len).max().unwrap_or(0).max(2),
                    entries,
                };
                for (r, list) in &arms {
                    let proofs = self.falls(*r, list, &made.at, paid(r))?;
                    match paid(r) {
                        true => made.strict.push((*r, proofs)),
                        false => made.inside.push((*r, proofs)),
                    }
                }
                let rules = made.strict.iter().map(|s| s.0).collect();
                let bound = made.yields(&|f| self.bound(f));
                self.keep_count(rules, bound, Because::Branch(made));
            }
            Way::All | Way::Several => {
                let mut firing = Vec::new();
                for (r, list) in &arms {
                    firing.push((*r, paid(r), self.cases(*r, list, &at, paid(r))?));
                }
                let made = Share {
                    at,
                    firing,
                    entries,
                };
                let rules = (made.firing.iter().filter(|f| f.1)).map(|f| f.0).collect();
                let bound = made.yields(&|f| self.bound(f), &positive);
                let bound = match bound {
                    Bound::Sum(list) => Bound::sum(list.into_iter().map(folded)),
                    one => folded(one),
                };
                self.keep_count(rules, bound, Because::Share(made));
            }
        }
        Some(())
    }

    /// A polynomial per location that does what is asked, by a linear program
    /// that keeps its coefficients small.
    fn unknown(
        &self,
        way: Way,
        arms: &BTreeMap<usize, Vec<usize>>,
        paid: &dyn Fn(&usize) -> bool,
    ) -> Option<Vec<(Loc, Poly)>> {
        let rules: Vec<&Rule> = (arms.keys())
            .map(|r| self.work.rules.get(*r))
            .collect::<Option<_>>()?;
        let vars = relevant(rules.iter().copied(), self.work.dimension());
        let places: BTreeSet<Loc> = rules.iter().map(|r| r.transition.source).collect();
        let sets = |r: &Rule, n: usize| (r.transition.guard.len() + 1) << n;
        let size: usize = (rules.iter().zip(arms.values()))
            .map(|(r, list)| sets(r, list.len().min(MAX_CALLS + 1)))
            .sum();
        let deep = arms.values().any(|list| list.len() > MAX_CALLS);
        if size + places.len() * (vars.len() + 1) > MAX_UNKNOWNS || deep {
            return None;
        }
        let mut template = Template::new();
        template.set_limit(Some(linear::PIVOTS));
        template.set_stop(self.work.stop.clone());
        let mut of: Unknown = BTreeMap::new();
        let mut goal = Form::zero();
        for l in &places {
            let list: Vec<(Var, Param)> = vars.iter().map(|v| (*v, template.param())).collect();
            let constant = template.param();
            for p in list.iter().map(|(_, p)| *p).chain([constant]) {
                // The size of a coefficient, which is to be small.
                let size = template.param();
                for sign in [Q::ONE, Q::MINUS_ONE] {
                    let above = Form::of(size.0).plus_multiple(&Form::of(p.0), &sign);
                    template.require(above, Relation::Ge);
                }
                goal = goal.plus_multiple(&Form::of(size.0), &Q::MINUS_ONE);
            }
            of.insert(*l, (list, constant));
        }
        for (r, list) in arms {
            let rule = self.work.rules.get(*r)?;
            let row = self.row(rule, list, &vars)?;
            let pays = i64::from(paid(r));
            let source = rule.transition.source;
            match way {
                Way::Depth => {
                    for k in 0..row.after.len() {
                        let conclusion = handed_on(&of, &row, source, 1 << k, pays)?;
                        template.imply(&row.premises, &conclusion);
                    }
                    if pays == 1 {
                        template.imply(&row.premises, &handed_on(&of, &row, source, 0, 1)?);
                    }
                }
                Way::All | Way::Several => {
                    // Without calls there is only the firing itself to be paid.
                    for set in (1 - pays as usize)..1 << row.after.len() {
                        let conclusion = handed_on(&of, &row, source, set, pays)?;
                        template.imply(&row.premises, &conclusion);
                    }
                }
            }
        }
        let Solved::Found(solution) = template.maximize(&goal) else {
            return None;
        };
        let mut scale = Int::one();
        let mut found: Vec<(Loc, Vec<(Monomial, Rat)>)> = Vec::new();
        for (l, (list, constant)) in &of {
            let mut terms = vec![(Monomial::one(), solution.value(*constant).to_big())];
            let value = |(v, p): &(Var, Param)| (Monomial::var(*v), solution.value(*p).to_big());
            terms.extend(list.iter().map(value));
            for (_, c) in &terms {
                scale = num_integer::Integer::lcm(&scale, c.denom());
            }
            found.push((*l, terms));
        }
        let whole = |terms: Vec<(Monomial, Rat)>| {
            let term = |(m, c): (Monomial, Rat)| (m, (c * &scale).to_integer());
            Poly::of_terms(terms.into_iter().map(term))
        };
        Some(found.into_iter().map(|(l, t)| (l, whole(t))).collect())
    }

    fn row(&self, rule: &Rule, arms: &[usize], vars: &BTreeSet<Var>) -> Option<Row> {
        let mut sheet = Sheet::default();
        let premises = sheet.premises(&rule.transition.guard);
        let mut before = BTreeMap::new();
        for v in vars {
            before.insert(*v, sheet.form(&Poly::var(*v)));
        }
        let mut after = Vec::new();
        for arm in arms {
            let mut values = BTreeMap::new();
            for v in vars {
                let p = self.work.after(rule, *arm, &Poly::var(*v))?;
                values.insert(*v, sheet.form(&p));
            }
            after.push((rule.transition.arms.get(*arm)?.target, values));
        }
        Some(Row {
            premises,
            before,
            after,
        })
    }

    /// Facts about what is at the edges that lead to these locations from outside
    /// of these rules.
    fn led_in(
        &mut self,
        at: &[(Loc, Poly)],
        inside: &BTreeMap<usize, Vec<usize>>,
    ) -> Option<Vec<(FactId, Option<FactId>)>> {
        let mut out = Vec::new();
        for (l, f) in at {
            for a in self.incoming.get(l).cloned().unwrap_or_default() {
                if !inside.contains_key(&a.0) {
                    let count = self.counts[a.0]?;
                    out.push((self.value(Place::Arm(a), f)?, Some(count)));
                }
            }
            if self.work.file.start == *l {
                out.push((self.value(Place::Start, f)?, None));
            }
        }
        Some(out)
    }

    /// What stands at a location and after each of these arms.
    fn around(&self, r: usize, arms: &[usize], at: &[(Loc, Poly)]) -> Option<(Poly, Vec<Poly>)> {
        let rule = self.work.rules.get(r)?;
        let of = |l: Loc| at.iter().find(|a| a.0 == l).map(|a| &a.1);
        let after = arms.iter().map(|arm| {
            let target = rule.transition.arms.get(*arm)?.target;
            self.work.after(rule, *arm, of(target)?)
        });
        Some((
            of(rule.transition.source)?.clone(),
            after.collect::<Option<_>>()?,
        ))
    }

    /// A proof for each set of calls.
    fn cases(
        &self,
        r: usize,
        arms: &[usize],
        at: &[(Loc, Poly)],
        paid: bool,
    ) -> Option<Vec<Option<Proof>>> {
        let guard = &self.work.rules.get(r)?.transition.guard;
        let (f, after) = self.around(r, arms, at)?;
        let mut out = Vec::new();
        for set in 0..1usize << after.len() {
            if set == 0 && !paid {
                out.push(None);
                continue;
            }
            let own = |(j, _): &(usize, &Poly)| set >> j & 1 == 1;
            let calls: Vec<Poly> = (after.iter().enumerate().filter(own))
                .map(|(_, g)| g.clone())
                .collect();
            let mut goal = f.minus(&Poly::from(i64::from(paid)));
            for g in &calls {
                goal = goal.minus(g);
            }
            let left: Vec<Atom> = calls.into_iter().map(Atom::ge0).collect();
            let mut facts = Facts::new(&self.work.stop, guard.iter().chain(&left));
            out.push(Some(facts.prove(&Atom::ge0(goal))?));
        }
        Some(out)
    }

    /// A proof for each call that the measure falls, or does not grow, and one
    /// that it is at least 1 where it falls.
    fn falls(
        &self,
        r: usize,
        arms: &[usize],
        at: &[(Loc, Poly)],
        strict: bool,
    ) -> Option<Vec<Proof>> {
        let guard = &self.work.rules.get(r)?.transition.guard;
        let (f, after) = self.around(r, arms, at)?;
        let less = Poly::from(i64::from(strict));
        let mut facts = Facts::new(&self.work.stop, guard);
        let mut out = Vec::new();
        for g in &after {
            out.push(facts.prove(&Atom::ge0(f.minus(g).minus(&less)))?);
        }
        if strict {
            out.push(facts.prove(&Atom::ge0(f.minus(&less)))?);
        }
        Some(out)
    }
}

/// `pays + (sum of what the calls of a set have) - (what the rule has) <= 0`
fn handed_on(of: &Unknown, row: &Row, source: Loc, set: usize, pays: i64) -> Option<Affine> {
    let mut parts: BTreeMap<Param, Form> = BTreeMap::new();
    let mut add = |l: Loc, at: &BTreeMap<Var, Form>, sign: &Q| {
        let (list, constant) = of.get(&l)?;
        for (v, p) in list {
            let slot = parts.entry(*p).or_default();
            *slot = slot.plus_multiple(at.get(v)?, sign);
        }
        let slot = parts.entry(*constant).or_default();
        *slot = slot.plus(&Form::constant_of(sign.clone()));
        Some(())
    };
    add(source, &row.before, &Q::MINUS_ONE)?;
    for (k, (target, at)) in row.after.iter().enumerate() {
        if set >> k & 1 == 1 {
            add(*target, at, &Q::ONE)?;
        }
    }
    let zero = Form::zero();
    Some(Affine {
        parts: parts.into_iter().filter(|(_, f)| *f != zero).collect(),
        fixed: Form::constant_of(pays),
    })
}
