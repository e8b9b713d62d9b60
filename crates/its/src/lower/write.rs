//! Lower bounds in the format of `docs/certificates.md`.

use super::check::{Line, Told};
use super::macros::{COUNTERS, FAMILY};
use super::ratpoly::RatPoly;
use super::Lower;
use crate::certificate::name;
use crate::format::sexp::applied;
use crate::num::Rat;
use crate::poly::Var;
use crate::system::System;
use ep_base::entity::EntityId;
use std::fmt::Write;

struct Writer<'a> {
    system: &'a System,
    /// In front of the family's number and the counters, so that nothing else
    /// has their names.
    prefix: String,
    /// Names of the premises.
    premises: Vec<String>,
}

fn number(k: &Rat) -> String {
    match k.is_integer() {
        true => k.numer().to_string(),
        false => format!("{}/{}", k.numer(), k.denom()),
    }
}

impl Writer<'_> {
    fn var(&self, v: Var) -> String {
        match v == FAMILY {
            true => format!("{}n", self.prefix),
            false => format!("{}k{}", self.prefix, v.0.wrapping_sub(COUNTERS)),
        }
    }

    fn poly(&self, p: &RatPoly) -> String {
        let mut terms = Vec::new();
        for (m, c) in p.terms() {
            let mut factors = vec![number(&c.to_big())];
            factors.retain(|c| c != "1");
            for (v, e) in m.powers() {
                factors.extend((0..*e).map(|_| self.var(*v)));
            }
            terms.push(applied("*", &factors, "1"));
        }
        applied("+", &terms, "0")
    }

    fn proof(&self, told: &Told) -> String {
        let premise = |i: usize| match self.premises.get(i) {
            Some(p) if i < told.premises => p.clone(),
            _ => format!("m{}", i.wrapping_sub(told.premises)),
        };
        let mut farkas = "(farkas".to_string();
        for (q, i) in &told.factors {
            let _ = write!(farkas, " ({} {})", number(q), premise(*i));
        }
        farkas.push(')');
        // What a product rests on comes before it.
        let mut used = vec![false; told.products.len()];
        for (_, i) in &told.factors {
            if let Some(u) = i.checked_sub(told.premises).and_then(|i| used.get_mut(i)) {
                *u = true;
            }
        }
        for (k, (a, b)) in told.products.iter().enumerate().rev() {
            if used.get(k) != Some(&true) {
                continue;
            }
            for i in [a, b] {
                if let Some(u) = i.checked_sub(told.premises).and_then(|i| used.get_mut(i)) {
                    *u = true;
                }
            }
        }
        let mut out = String::new();
        for (k, (a, b)) in told.products.iter().enumerate() {
            if used.get(k) == Some(&true) {
                let _ = write!(out, " (mul m{k} {} {})", premise(*a), premise(*b));
            }
        }
        match out.is_empty() {
            true => farkas,
            false => format!("(by{out} {farkas})"),
        }
    }

    fn lines(&mut self, lines: &[Line], deep: usize, out: &mut String) {
        for line in lines {
            let _ = write!(out, "\n{:1$}", "", 2 * deep);
            match line {
                Line::Step {
                    transition,
                    arm,
                    temporaries,
                    proofs,
                } => {
                    let _ = write!(out, "(step t{} {arm} (", transition.0);
                    if let Some(t) = self.system.transitions.get(*transition) {
                        for (of, p) in t.temporaries.iter().zip(temporaries) {
                            let p = self.poly(&RatPoly::from(p));
                            let _ = write!(out, "({} {p})", name(of));
                        }
                    }
                    out.push(')');
                    for p in proofs {
                        let _ = write!(out, " {}", self.proof(p));
                    }
                    out.push(')');
                }
                Line::Repeat {
                    counter,
                    count,
                    state,
                    cost,
                    proof,
                    body,
                } => {
                    let k = self.var(*counter);
                    let count = self.poly(&RatPoly::from(count));
                    let _ = write!(out, "(repeat {k} {count} (state");
                    let mut lost = Vec::new();
                    for (v, p) in self.system.vars().zip(state) {
                        match p {
                            Some(p) if p.mentions(*counter) => {
                                let v = name(&self.system.name(v));
                                let _ = write!(out, " ({v} {})", self.poly(p));
                            }
                            Some(_) => {}
                            None => lost.push(name(&self.system.name(v))),
                        }
                    }
                    out.push(')');
                    if !lost.is_empty() {
                        let _ = write!(out, " (lost {})", lost.join(" "));
                    }
                    let (cost, proof) = (self.poly(cost), self.proof(proof));
                    let _ = write!(out, " (cost {cost}) (count {proof})");
                    self.premises.push(format!("{k}.lo"));
                    self.premises.push(format!("{k}.hi"));
                    self.lines(body, deep + 1, out);
                    self.premises.pop();
                    self.premises.pop();
                    out.push(')');
                }
            }
        }
    }
}

/// The claim; `None` for a cost that certificates have no words for.
pub fn claim(system: &System, lower: &Lower) -> Option<String> {
    let mut prefix = String::new();
    let taken = |p: &str| {
        let temps = system.transitions.iter().flat_map(|(_, t)| &t.temporaries);
        let mut all = system.variables.iter().chain(temps);
        all.any(|v| v.starts_with(&format!("{p}n")) || v.starts_with(&format!("{p}k")))
    };
    while taken(&prefix) {
        prefix.push('_');
    }
    let mut w = Writer {
        system,
        prefix,
        premises: vec!["c0".into()],
    };
    let n = w.var(FAMILY);
    let mut out = format!("(claim lower (family {n} (start");
    for (v, p) in system.vars().zip(&lower.start) {
        let v = name(&system.name(Var::from_index(v.index())));
        let _ = write!(out, " ({v} {})", w.poly(&RatPoly::from(p)));
    }
    let _ = write!(out, ") (where (>= {n} 0)))");
    let _ = write!(out, " (bound {})\n  (run", w.poly(&lower.cost));
    w.lines(&lower.program, 2, &mut out);
    out.push_str(")\n  (proof (farkas)) (members");
    for (n, _) in &lower.family.run {
        let _ = write!(out, " {n}");
    }
    out.push_str("))\n");
    Some(out)
}
