//! Proofs for a reader: what certificates hold, in words.
//!
//! Idea: a reader wants to see the steps that are reasoned about, each with its
//! condition and its values, and beside each claim the relations from which it
//! follows, with their factors. So nothing is argued here that is not in the
//! certificate; what is shown is what the provers kept. Alternative: sentences
//! from the result alone, which say that something falls and not why. Cost: that
//! of writing.

mod ending;
mod endless;

use crate::bound::Bound;
use crate::linear::Proof;
use crate::num::Rat;
use crate::outcome::Answer;
use crate::poly::{Poly, Var};
use crate::system::{Atom, System, Transition};
use crate::work::{Rule, Work};
use crate::{lower, upper, Analysis};
use num_traits::One;
use std::fmt::Write;

/// The proofs of everything that was found, each line indented by two blanks.
pub fn proof(system: &System, analysis: &Analysis) -> String {
    let mut out = String::new();
    let o = &analysis.outcome;
    let bounded = !o.upper.is_empty();
    if let Some(t) = &analysis.termination {
        let ends = o.termination == Answer::Terminates;
        if ends || bounded {
            steps(&mut out, &t.work);
        }
        if ends {
            ending::proof(&mut out, t);
        }
        if let (Some(u), true) = (&analysis.upper, bounded) {
            out.push_str(&upper::explained(&t.work, u));
        }
    }
    if let Some(lasso) = &o.nontermination {
        endless::proof(&mut out, system, lasso);
    }
    if let Some(l) = &analysis.lower {
        out.push_str(&lower::explained(system, l));
    }
    out
}

/// How the steps came to be that are reasoned about, and what they are.
fn steps(out: &mut String, work: &Work) {
    out.push_str("  from the rules of the file, t0 being the first\n");
    for step in &work.steps {
        let said = ending::derived(work, step);
        if !said.is_empty() {
            let _ = writeln!(out, "    {said}");
        }
    }
    out.push_str("  steps\n");
    for r in &work.rules {
        let _ = writeln!(out, "    {}", rule(work, r));
    }
}

/// A step with its condition and the values that change.
fn rule(work: &Work, r: &Rule) -> String {
    format!("{:<5} {}", r.name, transition(&work.file, &r.transition))
}

/// Where it leads, under which condition, and what changes.
fn transition(s: &System, t: &Transition) -> String {
    let name = |v: Var| s.name_in(t, v);
    let mut out = format!("{} -> ", s.locations[t.source]);
    let arms: Vec<String> = (t.arms.iter())
        .map(|arm| {
            let changed = s.vars().zip(&arm.update);
            let changed: Vec<String> = changed
                .filter(|(v, p)| p.as_var() != Some(*v))
                .map(|(v, p)| format!("{} := {}", s.name(v), p.show(&name)))
                .collect();
            let to = &s.locations[arm.target];
            match changed.is_empty() {
                true => to.clone(),
                false => format!("{to} with {}", changed.join(", ")),
            }
        })
        .collect();
    out.push_str(match arms.as_slice() {
        [] => "the end",
        _ => "",
    });
    out.push_str(&arms.join(" and "));
    if !t.guard.is_empty() {
        let _ = write!(out, "   if {}", atoms(&t.guard, &name));
    }
    out
}

fn atoms(list: &[Atom], name: &dyn Fn(Var) -> String) -> String {
    let mut out: Vec<String> = Vec::new();
    for a in list {
        let shown = relation(a, name);
        if !out.contains(&shown) {
            out.push(shown);
        }
    }
    out.join(" && ")
}

/// A relation with what is added on the left and what is taken away on the right.
pub(crate) fn relation(a: &Atom, name: &dyn Fn(Var) -> String) -> String {
    let negative = |c: &crate::num::Int| c.sign() == num_bigint::Sign::Minus;
    let side = |wanted: bool| {
        let terms = a.poly.terms().filter(|(_, c)| negative(c) == wanted);
        Poly::of_terms(terms.map(|(m, c)| (m.clone(), if wanted { -c } else { c.clone() })))
    };
    let (left, right) = (side(false), side(true));
    let rel = match a.rel {
        crate::system::Rel::Ge => ">=",
        crate::system::Rel::Eq => "==",
    };
    format!("{} {rel} {}", left.show(name), right.show(name))
}

fn factor(k: &Rat) -> String {
    match k.is_one() {
        true => String::new(),
        false => format!("{k} * "),
    }
}

/// The relations that a proof adds up, with their factors.
pub(crate) fn because(
    proof: &Proof,
    premise: &dyn Fn(usize) -> Option<Atom>,
    name: &dyn Fn(Var) -> String,
) -> String {
    match proof {
        Proof::Farkas(list) if list.is_empty() => "by arithmetic alone".into(),
        Proof::Farkas(list) => {
            let parts: Vec<String> = (list.iter())
                .map(|(k, i)| {
                    let shown = premise(*i).map(|a| relation(&a, name));
                    let shown = shown.unwrap_or_else(|| format!("premise {i}"));
                    format!("{}({shown})", factor(k))
                })
                .collect();
            format!("by {}", parts.join(" + "))
        }
        Proof::Both(up, down) => format!(
            "at least: {}; at most: {}",
            because(up, premise, name),
            because(down, premise, name)
        ),
    }
}

/// The same for a transition's guard.
pub(crate) fn from_guard(s: &System, t: &Transition, proof: &Proof) -> String {
    let premise = |i: usize| t.guard.get(i).cloned();
    because(proof, &premise, &|v| s.name_in(t, v))
}

/// A bound over the values at the start.
pub(crate) fn bound(s: &System, b: &Bound) -> String {
    b.show(&|v| s.name(v))
}
