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
pub(crate) mod words;

use crate::outcome::Answer;
use crate::poly::Var;
use crate::system::{Atom, System, Transition};
use crate::work::{Rule, Work};
use crate::{lower, upper, Analysis};
use std::fmt::Write;
pub use words::condition;
use words::relation;

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
            ending::proof(&mut out, t, "every run");
        }
        if let (Some(u), true) = (&analysis.upper, bounded) {
            out.push_str(&upper::explained(&t.work, u));
        }
    }
    if let Some(lasso) = &o.nontermination {
        endless::proof(&mut out, system, lasso, analysis.pays());
    }
    if let Some(l) = &analysis.lower {
        out.push_str(&lower::explained(system, l));
    }
    for (part, (t, u)) in o.parts.iter().zip(&analysis.parts) {
        let list = part.condition.iter();
        let list: Vec<String> = list.map(|a| condition(a, &|v| system.name(v))).collect();
        let _ = writeln!(out, "  where {}", list.join(" && "));
        steps(&mut out, &t.work);
        if part.ends {
            // Others may run for ever, so this is not said of all runs.
            ending::proof(&mut out, t, "a run from such values always");
        }
        if let Some(u) = u {
            out.push_str(&upper::explained(&t.work, u));
        }
    }
    out
}

/// How the steps came to be that are reasoned about, and what they are.
fn steps(out: &mut String, work: &Work) {
    out.push_str("  from the rules of the file, t0 being the first\n");
    let mut before = String::new();
    for step in &work.steps {
        let said = ending::derived(work, step);
        // Invariants that were found again.
        if !said.is_empty() && said != before {
            let _ = writeln!(out, "    {said}");
        }
        before = said;
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
        // What was put together has relations between numbers.
        if a.constant() != Some(true) && !out.contains(&shown) {
            out.push(shown);
        }
    }
    out.join(" && ")
}
