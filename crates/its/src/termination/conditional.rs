//! Conditional termination: a measure that falls and that nothing bounds.
//!
//! Idea: where a linear form never grows in a component and falls by 1 on one of
//! its edges, that edge is taken finitely often *while the form is at least 0*.
//! So its transition is split by that condition: one copy is ruled out by the
//! form, the other one goes on with the part of the space that is left, where
//! the form is below 0 and stays so. A few rounds of this give measures with
//! several phases in any order over several edges. Candidates are forms with few
//! small coefficients, one for each variable and sign, from linear programs; a
//! direction is used once per transition, as its shifts are no news.
//! Source: Larraz, Oliveras, Rodríguez-Carbonell and Rubio, "Proving termination
//! of imperative programs using Max-SMT", FMCAD 2013 (quasi-ranking functions,
//! there by MaxSMT with costs for what is not bounded); Cook, Gulwani, Lev-Ami,
//! Rybalchenko and Sagiv, CAV 2008. Alternatives: case splits at the entries,
//! which do not help where the condition changes while a loop runs.
//! What must never happen: a part of the space that is left out; the step of the
//! certificate makes both copies.
//! Cost: two linear programs per edge and variable, per round.

use super::edges::Edge;
use super::ranking::{self, Row, Unknowns};
use crate::invariants::relevant;
use crate::linear::{self, Facts};
use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Loc};
use crate::work::{Rule, Work};
use ep_smt::linear::farkas::{Solved, Template};
use ep_smt::linear::{Form, Relation, Q};
use num_traits::One;
use std::collections::BTreeSet;

/// Edges of a component over which nothing is tried.
const MAX_EDGES: usize = 16;
/// Variables likewise.
const MAX_VARIABLES: usize = 14;
/// Transitions over which nothing more is split.
const MAX_RULES: usize = 120;

/// Directions that a transition was split by, by its path in the file.
#[derive(Default)]
pub(super) struct Used(BTreeSet<(Vec<crate::system::TransId>, Poly)>);

/// The work with transitions of the open components split; `None` where no form
/// falls.
pub(super) fn split(before: &Work, open: &[Vec<Edge>], used: &mut Used) -> Option<Work> {
    let mut work = before.clone();
    let mut any = false;
    for part in open {
        if part.len() > MAX_EDGES || work.rules.len() > MAX_RULES || work.stop.now() {
            continue;
        }
        for (name, form) in falling(before, part, used) {
            any |= work.split(&name, &Atom::ge0(form)).is_some();
        }
    }
    any.then_some(work)
}

/// For each transition of a component a form over its variables that falls
/// there, if one is found that was not used before.
fn falling(work: &Work, part: &[Edge], used: &mut Used) -> Vec<(String, Poly)> {
    let rules: Vec<&Rule> = part.iter().filter_map(|e| work.rules.get(e.rule)).collect();
    let vars = relevant(rules.iter().copied(), work.dimension());
    if vars.len() > MAX_VARIABLES {
        return Vec::new();
    }
    let places: BTreeSet<Loc> = part.iter().map(|e| e.source).collect();
    let mut template = Template::new();
    template.set_limit(Some(linear::PIVOTS));
    template.set_stop(work.stop.clone());
    let mut unknowns = Unknowns::default();
    let mut goal = Form::zero();
    for l in &places {
        let list: Vec<_> = vars.iter().map(|v| (*v, template.param())).collect();
        let constant = template.param();
        let params = list.iter().map(|(_, p)| *p).chain([constant]);
        goal = goal.plus(&ranking::least(&mut template, params, &mut Vec::new()));
        unknowns.of.insert((*l, 1), (list, constant));
    }
    let mut rows: Vec<Row> = Vec::new();
    for (e, r) in part.iter().zip(&rules) {
        let row = ranking::row(work, r, e.arm, &vars);
        if ranking::weak(&mut template, &unknowns, e, &row, 1).is_none() {
            return Vec::new();
        }
        rows.push(row);
    }
    let mut out: Vec<(String, Poly)> = Vec::new();
    for ((e, row), rule) in part.iter().zip(&rows).zip(&rules) {
        if out.iter().any(|(n, _)| *n == rule.name) {
            continue;
        }
        template.push();
        if ranking::falls(&mut template, &unknowns, e, row).is_some() {
            let found = vars.iter().find_map(|v| {
                [Q::ONE, Q::MINUS_ONE].into_iter().find_map(|sign| {
                    let form = candidate(&mut template, &unknowns, e, *v, &sign, &goal)?;
                    let known = fits(work, rule, &form);
                    let key = (rule.path.clone(), direction(&form));
                    (known && used.0.insert(key)).then_some(form)
                })
            });
            out.extend(found.map(|f| (rule.name.clone(), f)));
        }
        template.pop();
        if work.stop.now() {
            break;
        }
    }
    out
}

/// The form at an edge's source that has this variable with this sign, and the
/// smallest coefficients besides.
fn candidate(
    template: &mut Template,
    unknowns: &Unknowns,
    e: &Edge,
    v: Var,
    sign: &Q,
    goal: &Form,
) -> Option<Poly> {
    let (list, constant) = unknowns.of.get(&(e.source, 1))?;
    let own = list.iter().find(|(w, _)| *w == v)?.1;
    template.push();
    let mut at_least = Form::constant_of(-1i64);
    at_least = at_least.plus_multiple(&Form::of(own.0), sign);
    template.require(at_least, Relation::Ge);
    let solved = template.maximize(goal);
    template.pop();
    let Solved::Found(solution) = solved else {
        return None;
    };
    let mut terms: Vec<(Monomial, Rat)> =
        vec![(Monomial::one(), solution.value(*constant).to_big())];
    let value = |(v, p): &(Var, _)| (Monomial::var(*v), solution.value(*p).to_big());
    terms.extend(list.iter().map(value));
    let lcm = |d: Int, c: &(Monomial, Rat)| num_integer::Integer::lcm(&d, c.1.denom());
    let scale = terms.iter().fold(Int::one(), lcm);
    let whole = terms
        .into_iter()
        .map(|(m, c)| (m, (c * &scale).to_integer()));
    Some(Poly::of_terms(whole))
}

/// Without the constant and what the coefficients have in common.
fn direction(p: &Poly) -> Poly {
    let k = p.content();
    let terms = p.terms().filter(|(m, _)| m.degree() > 0);
    Poly::of_terms(terms.map(|(m, c)| (m.clone(), c / &k)))
}

/// Whether both copies may be taken: a form of one sign is no condition.
pub(super) fn fits(work: &Work, rule: &Rule, form: &Poly) -> bool {
    let guard = &rule.transition.guard;
    let one = Poly::from(1);
    let sides = [
        Atom::ge0(form.clone()),
        Atom::ge0(form.negated().minus(&one)),
    ];
    sides.iter().all(|side| {
        let mut facts = Facts::new(&work.stop, guard.iter().chain([side]));
        facts.contradiction().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_without_scale() {
        let x = Poly::var(Var(0));
        let y = Poly::var(Var(1));
        let p = x.scaled(&4.into()).minus(&y.scaled(&2.into()));
        let q = p.plus(&Poly::from(7));
        assert_eq!(direction(&p), direction(&q));
        assert_eq!(direction(&p), x.scaled(&2.into()).minus(&y));
    }
}
