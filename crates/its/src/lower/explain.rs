//! A lower bound in words: the program of the run, with the values in each round
//! of each loop. Cost: that of writing.

use super::check::{Line, Told};
use super::macros::FAMILY;
use super::ratpoly::RatPoly;
use super::Lower;
use crate::poly::{Poly, Var};
use crate::system::System;
use std::fmt::Write;

struct Words<'a> {
    system: &'a System,
    /// Counters of the loops around, outermost first.
    counters: Vec<Var>,
    /// Behind names that variables have.
    suffix: String,
}

/// The proof of a lower bound, each line indented by two blanks.
pub(crate) fn explained(system: &System, lower: &Lower) -> String {
    let taken = |end: &str| {
        let counter = |v: &str| {
            v.strip_prefix('k')
                .is_some_and(|k| k.parse::<u32>().is_ok())
        };
        let own = |v: &String| v.strip_suffix(end).is_some_and(|v| v == "n" || counter(v));
        system.variables.iter().any(own)
    };
    let mut suffix = String::new();
    while taken(&suffix) {
        suffix.push('_');
    }
    let mut w = Words {
        system,
        counters: Vec::new(),
        suffix,
    };
    let mut out = String::new();
    let start: Vec<String> = (system.vars().zip(&lower.start))
        .map(|(v, p)| format!("{} = {}", system.name(v), w.poly(p)))
        .collect();
    let n = w.name(FAMILY);
    let _ = writeln!(out, "  a run for each {n} >= 0, from {}", start.join(", "));
    w.lines(&mut out, &lower.program, 2);
    let _ = writeln!(out, "    costs {}", w.rational(&lower.cost));
    out
}

impl Words<'_> {
    fn name(&self, v: Var) -> String {
        if v == FAMILY {
            return format!("n{}", self.suffix);
        }
        let which = self.counters.iter().position(|c| *c == v);
        which.map_or_else(|| v.to_string(), |i| format!("k{}{}", i + 1, self.suffix))
    }

    fn poly(&self, p: &Poly) -> String {
        p.show(&|v| self.name(v))
    }

    fn rational(&self, p: &RatPoly) -> String {
        p.show(&|v| self.name(v))
    }

    fn lines(&mut self, out: &mut String, lines: &[Line], deep: usize) {
        for line in lines {
            let _ = write!(out, "{:1$}", "", 2 * deep);
            match line {
                Line::Step {
                    transition,
                    temporaries,
                    proofs,
                    ..
                } => {
                    let Some(t) = self.system.transitions.get(*transition) else {
                        continue;
                    };
                    let _ = write!(out, "{transition}  to {}", self.target(t, line));
                    for (of, p) in t.temporaries.iter().zip(temporaries) {
                        let _ = write!(out, ", {of} = {}", self.poly(p));
                    }
                    if !t.guard.is_empty() {
                        let name = |v: Var| self.system.name_in(t, v);
                        let guard = (t.guard.iter())
                            .map(|a| crate::explain::relation(a, &name))
                            .collect::<Vec<_>>();
                        let _ = write!(out, "   {} {}", guard.join(" && "), rests(proofs));
                    }
                    out.push('\n');
                }
                Line::Repeat {
                    counter,
                    count,
                    state,
                    body,
                    ..
                } => {
                    let times = self.poly(count);
                    self.counters.push(*counter);
                    let k = self.name(*counter);
                    let values: Vec<String> = (self.system.vars().zip(state))
                        .filter_map(|(v, p)| {
                            let x = self.system.name(v);
                            match p {
                                Some(p) if p.mentions(*counter) => {
                                    Some(format!("{x} = {}", self.rational(p)))
                                }
                                Some(_) => None,
                                None => Some(format!("{x} is any number")),
                            }
                        })
                        .collect();
                    let _ = write!(out, "{times} times, in round {k} = 0, 1, …");
                    if !values.is_empty() {
                        let _ = write!(out, " with {}", values.join(", "));
                    }
                    out.push('\n');
                    self.lines(out, body, deep + 1);
                    self.counters.pop();
                }
            }
        }
    }

    fn target(&self, t: &crate::system::Transition, line: &Line) -> String {
        let Line::Step { arm, .. } = line else {
            return String::new();
        };
        let to = t.arms.get(*arm).map(|a| a.target);
        to.map_or_else(|| "the end".into(), |l| self.system.locations[l].clone())
    }
}

/// What the guard's proofs use.
fn rests(proofs: &[Told]) -> &'static str {
    let empty = |p: &Told| p.factors.is_empty();
    match (
        proofs.iter().all(empty),
        proofs.iter().any(|p| !p.products.is_empty()),
    ) {
        (true, _) => "holds with these values",
        (_, true) => "holds with these values, by products of the ranges of the rounds",
        (_, false) => "holds with these values, by the ranges of the rounds",
    }
}
