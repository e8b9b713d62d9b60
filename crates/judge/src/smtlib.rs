//! Obligations that are left to a solver, as SMT-LIB 2.6.
//!
//! The text is made from what the judge understood, never taken from the
//! certificate. It asks for a counterexample: `unsat` confirms the step.

use crate::names::Cx;
use crate::poly::{Poly, Sym};
use crate::proof::{Goal, Premises};
use crate::refusal::Checked;
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::Signed;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Longest text of one obligation.
const MAX_BYTES: usize = 10_000_000;

pub fn number(n: &BigInt) -> String {
    match n.sign() {
        Sign::Minus => format!("(- {})", n.abs()),
        _ => n.to_string(),
    }
}

/// A polynomial times the multiple `d` of its denominators. Sums and products have
/// at least two parts: some solvers refuse others.
fn scaled(p: &Poly, d: &BigInt) -> String {
    let mut sum: Vec<String> = Vec::new();
    for (m, c) in p.terms() {
        let c = (c * BigRational::from_integer(d.clone())).to_integer();
        let mut product = vec![number(&c)];
        for (v, e) in m {
            product.extend((0..*e).map(|_| format!("v{}", v.0)));
        }
        sum.push(applied("*", &product));
    }
    match sum.is_empty() {
        true => "0".into(),
        false => applied("+", &sum),
    }
}

fn applied(op: &str, parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("({op} {})", parts.join(" ")),
    }
}

/// The declarations; the comment tells which name a variable has.
pub fn declare(cx: &Cx, vars: &BTreeSet<Sym>) -> String {
    let mut out = String::new();
    for v in vars {
        let name = cx.name(*v).replace(['\n', '\r'], " ");
        let _ = writeln!(out, "(declare-const v{} Int) ; {name}", v.0);
    }
    out
}

/// The logic with the fewest features that is enough.
pub fn logic(polys: &[&Poly]) -> &'static str {
    let linear = |p: &&Poly| (p.terms()).all(|(m, _)| m.iter().map(|(_, e)| *e).sum::<u32>() <= 1);
    if polys.iter().all(linear) {
        "QF_LIA"
    } else {
        "QF_NIA"
    }
}

pub fn obligation(cx: &Cx, line: usize, premises: &Premises, goal: &Goal) -> Checked<String> {
    let mut polys: Vec<&Poly> = premises.all().map(|a| &a.poly).collect();
    match goal {
        Goal::False => {}
        Goal::AtLeastZero(p) | Goal::Zero(p) => polys.push(p),
    }
    let vars: BTreeSet<Sym> = polys.iter().flat_map(|p| p.vars()).collect();
    let mut out = format!(
        "; line {line} of the certificate\n(set-logic {})\n",
        logic(&polys)
    );
    out += &declare(cx, &vars);
    for a in premises.all() {
        let op = if a.equation { "=" } else { ">=" };
        let d = a.poly.denominator();
        let _ = writeln!(out, "(assert ({op} {} 0))", scaled(&a.poly, &d));
    }
    match goal {
        Goal::False => {}
        Goal::AtLeastZero(p) => {
            let _ = writeln!(out, "(assert (< {} 0))", scaled(p, &p.denominator()));
        }
        Goal::Zero(p) => {
            let _ = writeln!(out, "(assert (distinct {} 0))", scaled(p, &p.denominator()));
        }
    }
    out += "(check-sat)\n";
    cx.meter.spend(out.len() as u64)?;
    if out.len() > MAX_BYTES {
        return Err(cx.meter.refuse("an obligation for a solver is too long"));
    }
    Ok(out)
}
