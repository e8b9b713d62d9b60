//! A lower bound in words: the program of the run, with the values in each round
//! of each loop, each guard with these values, and from which ranges of the rounds
//! it follows.
//!
//! Idea: the program is gone through as [`super::check`] went through it, so what is
//! shown is what was proved. Cost: that of the substitutions and of writing.

use super::check::{Line, Told};
use super::macros::FAMILY;
use super::ratpoly::{Fuel, RatPoly};
use super::Lower;
use crate::explain::words::relation;
use crate::num::Rat;
use crate::poly::{Poly, Var};
use crate::system::{Atom, System, Transition};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::One;
use std::fmt::Write;

/// The first name of a value that is not told.
const ANY: u32 = 1 << 30;

struct Words<'a> {
    system: &'a System,
    /// Counters of the loops around, outermost first.
    counters: Vec<Var>,
    /// What is known of them.
    premises: Vec<Atom>,
    /// Behind names that variables have.
    suffix: String,
    fuel: Fuel,
    /// Values that are not told, so far.
    any: u32,
}

/// The proof of a lower bound, each line indented by two blanks.
pub(crate) fn explained(system: &System, lower: &Lower) -> String {
    let mut w = Words {
        system,
        counters: Vec::new(),
        premises: vec![Atom::ge0(Poly::var(FAMILY))],
        suffix: suffix(system),
        fuel: Fuel::new(&Stop::never()),
        any: ANY,
    };
    let mut out = String::new();
    let start: Vec<String> = (system.vars().zip(&lower.start))
        .map(|(v, p)| format!("{} = {}", system.name(v), w.poly(p)))
        .collect();
    let n = w.name(FAMILY);
    let _ = writeln!(out, "  a run for each {n} >= 0, from {}", start.join(", "));
    let mut state: Vec<RatPoly> = lower.start.iter().map(RatPoly::from).collect();
    w.lines(&mut out, &lower.program, &mut state, 2);
    let _ = writeln!(out, "    costs {}", w.rational(&lower.cost));
    out
}

/// What keeps the names of the family's number and of the counters apart from those
/// of variables.
fn suffix(system: &System) -> String {
    let taken = |end: &str| {
        let numbered = |v: &str, head: char| {
            v.strip_prefix(head)
                .is_some_and(|k| k.parse::<u32>().is_ok())
        };
        let own = |v: &String| {
            v.strip_suffix(end)
                .is_some_and(|v| v == "n" || numbered(v, 'k') || numbered(v, '?'))
        };
        system.variables.iter().any(own)
    };
    let mut suffix = String::new();
    while taken(&suffix) {
        suffix.push('_');
    }
    suffix
}

impl Words<'_> {
    fn name(&self, v: Var) -> String {
        if v == FAMILY {
            return format!("n{}", self.suffix);
        }
        if v.0 >= ANY {
            return format!("?{}{}", v.0 - ANY, self.suffix);
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

    fn lines(&mut self, out: &mut String, lines: &[Line], state: &mut Vec<RatPoly>, deep: usize) {
        for line in lines {
            match line {
                Line::Step {
                    transition,
                    arm,
                    temporaries,
                    proofs,
                } => {
                    let Some(t) = self.system.transitions.get(*transition) else {
                        continue;
                    };
                    let _ = write!(out, "{:1$}{transition}  to ", "", 2 * deep);
                    out.push_str(&self.target(t, *arm));
                    for (of, p) in t.temporaries.iter().zip(temporaries) {
                        let _ = write!(out, ", {of} = {}", self.poly(p));
                    }
                    out.push('\n');
                    self.step(out, t, *arm, temporaries, proofs, state, deep + 1);
                }
                Line::Repeat {
                    counter,
                    count,
                    state: told,
                    cost,
                    proof,
                    body,
                } => {
                    let times = (*counter, count);
                    self.repeat(out, times, told, (cost, proof), body, state, deep);
                }
            }
        }
    }

    /// The guard with the values that are there, and the values after it.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        out: &mut String,
        t: &Transition,
        arm: usize,
        temporaries: &[Poly],
        proofs: &[Told],
        state: &mut Vec<RatPoly>,
        deep: usize,
    ) {
        let n = self.system.dimension();
        let put = |p: &Poly| {
            RatPoly::from(p).substitute_for(&self.fuel, &|v| match state.get(v.index()) {
                Some(p) => Some(p.clone()),
                None => temporaries
                    .get(v.index().checked_sub(n)?)
                    .map(RatPoly::from),
            })
        };
        let in_rule = |v: Var| self.system.name_in(t, v);
        for (a, why) in t.guard.iter().zip(proofs) {
            let goal = put(&a.poly);
            let here = Atom {
                poly: goal.cleared(),
                rel: a.rel,
            };
            let (asked, here) = (relation(a, &in_rule), relation(&here, &|v| self.name(v)));
            let why = self.because(why, &Rat::from_integer(goal.denominator()));
            let _ = writeln!(out, "{:1$}{asked}: {here}, {why}", "", 2 * deep);
        }
        let after = t.arms.get(arm).map(|a| a.update.iter().map(put).collect());
        if let Some(after) = after {
            *state = after;
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn repeat(
        &mut self,
        out: &mut String,
        (counter, count): (Var, &Poly),
        told: &[Option<RatPoly>],
        (cost, proof): (&RatPoly, &Told),
        body: &[Line],
        state: &mut Vec<RatPoly>,
        deep: usize,
    ) {
        let times = self.poly(count);
        let enough = match count.as_constant() {
            Some(_) => String::new(),
            None => format!(" ({times} >= 0, {})", self.because(proof, &Rat::one())),
        };
        let all = self.rational(&cost.put_for(&self.fuel, counter, &RatPoly::from(count)));
        self.counters.push(counter);
        let k = self.name(counter);
        let values: Vec<String> = (self.system.vars().zip(told))
            .filter_map(|(v, p)| {
                let x = self.system.name(v);
                match p {
                    Some(p) if p.mentions(counter) => Some(format!("{x} = {}", self.rational(p))),
                    Some(_) => None,
                    None => Some(format!("{x} is any number")),
                }
            })
            .collect();
        let _ = write!(
            out,
            "{:1$}{times} times{enough}, in round {k} = 0, 1, …",
            "",
            2 * deep
        );
        if !values.is_empty() {
            let _ = write!(out, " with {}", values.join(", "));
        }
        let _ = writeln!(out, "; costs {all} together");
        let mut inside = self.values(told, None);
        self.premises.push(Atom::ge0(Poly::var(counter)));
        let last = count.minus(&Poly::var(counter)).minus(&Poly::from(1));
        self.premises.push(Atom::ge0(last));
        self.lines(out, body, &mut inside, deep + 1);
        self.premises.pop();
        self.premises.pop();
        self.counters.pop();
        *state = self.values(told, Some((counter, &RatPoly::from(count))));
    }

    /// The values in a round, or after so many; of what is not told a new one.
    fn values(&mut self, told: &[Option<RatPoly>], after: Option<(Var, &RatPoly)>) -> Vec<RatPoly> {
        let mut out = Vec::with_capacity(told.len());
        for p in told {
            out.push(match (p, after) {
                (Some(p), None) => p.clone(),
                (Some(p), Some((k, count))) => p.put_for(&self.fuel, k, count),
                (None, _) => {
                    self.any += 1;
                    RatPoly::var(Var(self.any))
                }
            });
        }
        out
    }

    fn target(&self, t: &Transition, arm: usize) -> String {
        let to = t.arms.get(arm).map(|a| a.target);
        to.map_or_else(|| "the end".into(), |l| self.system.locations[l].clone())
    }

    /// What a proof adds up, for a goal that was multiplied by this.
    fn because(&self, why: &Told, scale: &Rat) -> String {
        if why.factors.is_empty() {
            return "by arithmetic alone".into();
        }
        let parts: Vec<String> = (why.factors.iter())
            .map(|(q, i)| {
                let q = q * scale;
                let factor = match q.is_one() {
                    true => String::new(),
                    false => format!("{q} * "),
                };
                format!("{factor}{}", self.premise(why, *i))
            })
            .collect();
        format!("by {}", parts.join(" + "))
    }

    /// A premise, or a product of two.
    fn premise(&self, why: &Told, i: usize) -> String {
        let product = |i: usize| why.products.get(i.checked_sub(why.premises)?);
        match (self.premises.get(i), product(i)) {
            // Products rest on what comes before them.
            (_, Some((a, b))) if *a < i && *b < i => {
                format!("{} * {}", self.premise(why, *a), self.premise(why, *b))
            }
            (Some(a), None) => format!("({})", relation(a, &|v| self.name(v))),
            _ => format!("premise {i}"),
        }
    }
}
