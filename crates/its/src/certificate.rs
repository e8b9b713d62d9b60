//! Certificates as text, in the format of `docs/certificates.md`.
//!
//! The prover writes; the crate `judge` reads and shares no line with this one.

use crate::format::sexp::applied;
use crate::linear::Proof;
use crate::num::Rat;
use crate::outcome::{Lasso, Round};
use crate::poly::{Poly, Var};
use crate::system::{Atom, Rel, System, Transition};
use crate::termination::relations::{self, Leads, Union};
use crate::termination::threads::{Change, Descent};
use crate::termination::{Ranked, Termination};
use crate::upper;
use crate::work::{Derived, Step, Work};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::One;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A name, in quotes where it needs them.
pub(crate) fn name(n: &str) -> String {
    let plain = !n.is_empty()
        && !n.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
        && !n.contains(|c: char| c.is_whitespace() || "();\"".contains(c))
        && !["+", "-", "*", "^"].contains(&n);
    match plain {
        true => n.to_string(),
        false => format!("\"{}\"", n.replace(['"', '\n'], "_")),
    }
}

pub(crate) fn poly(p: &Poly, of: &dyn Fn(Var) -> String) -> String {
    let mut terms = Vec::new();
    for (m, c) in p.terms() {
        let mut factors = Vec::new();
        if !c.is_one() || m.degree() == 0 {
            factors.push(c.to_string());
        }
        for (v, e) in m.powers() {
            factors.push(match e {
                1 => of(*v),
                e => format!("(^ {} {e})", of(*v)),
            });
        }
        terms.push(applied("*", &factors, "1"));
    }
    applied("+", &terms, "0")
}

pub(crate) fn atom(a: &Atom, of: &dyn Fn(Var) -> String) -> String {
    let rel = match a.rel {
        Rel::Ge => ">=",
        Rel::Eq => "=",
    };
    format!("({rel} {} 0)", poly(&a.poly, of))
}

fn number(k: &Rat) -> String {
    match k.is_integer() {
        true => k.numer().to_string(),
        false => format!("{}/{}", k.numer(), k.denom()),
    }
}

/// A proof whose premises `premise` names.
pub(crate) fn proof(p: &Proof, premise: &dyn Fn(usize) -> String) -> String {
    match p {
        Proof::Farkas(list) => {
            let mut out = "(farkas".to_string();
            for (k, i) in list {
                let _ = write!(out, " ({} {})", number(k), premise(*i));
            }
            out.push(')');
            out
        }
        Proof::Both(a, b) => format!("(both {} {})", proof(a, premise), proof(b, premise)),
        Proof::Products {
            premises,
            list,
            proof: rest,
        } => {
            // Only those that the rest uses, and what these are made of.
            let mut used = rest.used();
            for (k, (a, b)) in list.iter().enumerate().rev() {
                if used.contains(&(premises + k)) {
                    used.extend([*a, *b]);
                }
            }
            let named = |i: usize| match i.checked_sub(*premises) {
                None => premise(i),
                Some(k) => format!("m{k}"),
            };
            let mut out = "(by".to_string();
            for (k, (a, b)) in list.iter().enumerate() {
                if used.contains(&(premises + k)) {
                    let _ = write!(out, " (mul m{k} {} {})", named(*a), named(*b));
                }
            }
            let _ = write!(out, " {})", proof(rest, &named));
            out
        }
    }
}

pub(crate) fn atom_premise(i: usize) -> String {
    format!("g{i}")
}

fn variables_of<'a>(system: &'a System, t: &'a Transition) -> impl Fn(Var) -> String + 'a {
    |v| name(&system.name_in(t, v))
}

fn system(s: &System) -> String {
    let mut out = "(system (vars".to_string();
    for v in &s.variables {
        let _ = write!(out, " {}", name(v));
    }
    out.push_str(") (locs");
    for l in s.locations.as_slice() {
        let _ = write!(out, " {}", name(l));
    }
    let _ = write!(out, ") (start {})", name(&s.locations[s.start]));
    for (id, t) in s.transitions.iter() {
        let of = variables_of(s, t);
        let _ = write!(
            out,
            "\n  (trans t{} {} (temps",
            id.0,
            name(&s.locations[t.source])
        );
        for n in &t.temporaries {
            let _ = write!(out, " {}", name(n));
        }
        out.push_str(") (guard");
        for a in &t.guard {
            let _ = write!(out, " {}", atom(a, &of));
        }
        let (low, high) = (poly(&t.cost.lower, &of), poly(&t.cost.upper, &of));
        let _ = write!(out, ") (cost {low} {high})");
        for arm in &t.arms {
            let _ = write!(out, " (to {}", name(&s.locations[arm.target]));
            for (v, p) in s.vars().zip(&arm.update) {
                if p.as_var() != Some(v) {
                    let _ = write!(out, " ({} {})", of(v), poly(p, &of));
                }
            }
            out.push(')');
        }
        out.push(')');
    }
    out.push(')');
    out
}

/// What a claim assumes of the values at the start, and how its system came to be.
pub(crate) fn derivation(w: &Work) -> String {
    let s = &w.file;
    let of = |v: Var| name(&s.name(v));
    let mut out = "(assume".to_string();
    for a in w.assumed() {
        let _ = write!(out, " {}", atom(a, &of));
    }
    out.push_str(") (derive");
    for step in &w.steps {
        match step {
            Step::Unreachable => out.push_str("\n  (unreachable)"),
            Step::Remove(t, p) => {
                let _ = write!(out, "\n  (remove {} {})", name(t), proof(p, &atom_premise));
            }
            Step::Eliminate(l, pairs) => {
                let _ = write!(out, "\n  (eliminate {}", name(&s.locations[*l]));
                for (a, b, c) in pairs {
                    let _ = write!(out, " ({} {} {})", name(a), name(b), name(c));
                }
                out.push(')');
            }
            Step::Invariants(found) => {
                out.push_str("\n  (invariants");
                for i in found {
                    let _ = write!(out, " (at {}", name(&s.locations[i.location]));
                    for a in &i.atoms {
                        let _ = write!(out, " {}", atom(a, &of));
                    }
                    out.push(')');
                }
                for i in found {
                    for k in &i.kept {
                        let _ = write!(out, "\n    (keep {} {}", name(&k.rule), k.arm);
                        for p in &k.proofs {
                            let n = k.premises;
                            let premise = |k: usize| match k < n {
                                true => format!("i{k}"),
                                false => format!("g{}", k - n),
                            };
                            let _ = write!(out, " {}", proof(p, &premise));
                        }
                        out.push(')');
                    }
                }
                out.push(')');
            }
            Step::Split(t, a, [first, second]) => {
                let (t, a) = (name(t), atom(a, &of));
                let (first, second) = (name(first), name(second));
                let _ = write!(out, "\n  (split {t} {a} {first} {second})");
            }
            Step::Multiply(t, before, new) => multiplied(&mut out, s, t, before, new),
            Step::Assume => {
                let _ = write!(out, "\n  (invariants (at {}", name(&s.locations[s.start]));
                for a in w.assumed() {
                    let _ = write!(out, " {}", atom(a, &of));
                }
                out.push_str(") (init");
                for i in 0..w.assumed().len() {
                    let _ = write!(out, " (farkas (1 a{i}))");
                }
                out.push_str("))");
            }
            Step::Congruences(c) => crate::congruences::write::steps(&mut out, s, c),
            Step::Forget(gone) => {
                let list: Vec<String> = gone.iter().map(|v| of(*v)).collect();
                let _ = write!(out, "\n  (forget {})", list.join(" "));
            }
            Step::Weaken(t, before, to) => weakened(&mut out, s, t, before, to),
            Step::Unfold { copies, turned } => {
                out.push_str("\n  (unfold");
                for c in copies {
                    let (base, new) = (&s.locations[c.base], &s.locations[c.new]);
                    let _ = write!(out, "\n    (copy {} {}", name(base), name(new));
                    for (old, copy) in &c.rules {
                        let _ = write!(out, " (as {} {})", name(old), name(copy));
                    }
                    out.push(')');
                }
                for (rule, arm, new) in turned {
                    let new = name(&s.locations[*new]);
                    let _ = write!(out, " (to {} {arm} {new})", name(rule));
                }
                out.push(')');
            }
        }
    }
    out.push(')');
    out
}

/// What is put in place of a guard, each relation with its proof from that.
fn weakened(out: &mut String, s: &System, rule: &str, before: &Transition, to: &[(Atom, Proof)]) {
    let of = variables_of(s, before);
    let _ = write!(out, "\n  (weaken {}", name(rule));
    for (a, why) in to {
        let _ = write!(out, " ({} {})", atom(a, &of), proof(why, &atom_premise));
    }
    out.push(')');
}

/// The guard as it was, each relation by itself, and what follows from it.
fn multiplied(
    out: &mut String,
    s: &System,
    rule: &str,
    before: &Transition,
    new: &[(Atom, Derived)],
) {
    let of = variables_of(s, before);
    let _ = write!(out, "\n  (weaken {}", name(rule));
    for (i, a) in before.guard.iter().enumerate() {
        let _ = write!(out, " ({} (farkas (1 g{i})))", atom(a, &of));
    }
    for (a, why) in new {
        let proof = match why {
            Derived::Product(i, j) => format!("(by (mul m g{i} g{j}) (farkas (1 m)))"),
            Derived::Square(v, less) => {
                // v*v - v is (v - 1)^2 + (v - 1) and also (-v)^2 + (-v).
                let case = match less {
                    true => format!("(>= (- {} 1) 0)", of(*v)),
                    false => format!("(>= {} 0)", of(*v)),
                };
                let half = "(by (mul m c c) (farkas (1 m) (1 c)))";
                format!("(cases {case} c {half} {half})")
            }
        };
        let _ = write!(out, "\n    ({} {proof})", atom(a, &of));
    }
    out.push(')');
}

fn rank(w: &Work, r: &Ranked) -> String {
    let s = &w.file;
    let of = |v: Var| name(&s.name(v));
    let mut out = "\n  (rank".to_string();
    for (l, measures) in &r.measure {
        let _ = write!(out, " (at {}", name(&s.locations[*l]));
        for p in measures {
            let _ = write!(out, " {}", poly(p, &of));
        }
        out.push(')');
    }
    for (kind, list) in [("strict", &r.strict), ("weak", &r.weak)] {
        for (t, arm, proofs) in list {
            let _ = write!(out, "\n    ({kind} {} {arm}", name(t));
            for p in proofs {
                let _ = write!(out, " {}", proof(p, &atom_premise));
            }
            out.push(')');
        }
    }
    out.push(')');
    out
}

fn descent(w: &Work, d: &Descent) -> String {
    let s = &w.file;
    let of = |v: Var| name(&s.name(v));
    let mut out = "\n  (size-change".to_string();
    for (l, forms) in &d.measure {
        let _ = write!(out, " (at {}", name(&s.locations[*l]));
        for p in forms {
            let _ = write!(out, " {}", poly(p, &of));
        }
        out.push(')');
    }
    for (t, arm, arcs) in &d.graphs {
        let _ = write!(out, "\n    (graph {} {arm}", name(t));
        for a in arcs {
            let (i, j) = (a.from, a.to);
            let _ = match &a.change {
                Change::Falls { by, from } => {
                    let (by, from) = (proof(by, &atom_premise), proof(from, &atom_premise));
                    write!(out, " (less {i} {j} {by} {from})")
                }
                Change::Keeps(p) => write!(out, " (keep {i} {j} {})", proof(p, &atom_premise)),
            };
        }
        out.push(')');
    }
    out.push(')');
    out
}

/// What first values are called, so that nothing else has their names.
pub(crate) fn first_names(w: &Work) -> Vec<String> {
    let mut prefix = "old.".to_string();
    let temps = w.rules.iter().flat_map(|r| &r.transition.temporaries);
    let taken: Vec<&String> = w.file.variables.iter().chain(temps).collect();
    while taken.iter().any(|n| n.starts_with(&prefix)) {
        prefix.push('.');
    }
    let name = |v: &String| format!("{prefix}{v}");
    w.file.variables.iter().map(name).collect()
}

fn union(w: &Work, u: &Union) -> String {
    let s = &w.file;
    let names = first_names(w);
    let of = |v: Var| match relations::first_of(v) {
        Some(x) => name(names.get(x.index()).map_or("", String::as_str)),
        None => name(&s.name(v)),
    };
    let mut out = "\n  (transition-invariant (old".to_string();
    let kept: BTreeSet<Var> = w.kept().collect();
    for (v, n) in s.vars().zip(&names).filter(|(v, _)| kept.contains(v)) {
        let _ = write!(out, " ({} {})", name(n), of(v));
    }
    out.push(')');
    for (i, r) in u.relations.iter().enumerate() {
        let (from, to) = (&s.locations[r.source], &s.locations[r.target]);
        let _ = write!(out, "\n    (relation r{i} {} {} (", name(from), name(to));
        let atoms: Vec<String> = r.atoms.iter().map(|a| atom(a, &of)).collect();
        let _ = write!(out, "{})", atoms.join(" "));
        if let Some((f, proofs)) = &r.falls {
            let _ = write!(out, " (falls {}", poly(f, &of));
            for p in proofs {
                let _ = write!(out, " {}", proof(p, &|k| format!("r{k}")));
            }
            out.push(')');
        }
        out.push(')');
    }
    for (t, arm, leads) in &u.edges {
        let _ = write!(out, "\n    (edge {} {arm}", name(t));
        led(&mut out, leads, 0);
    }
    for (k, t, arm, leads) in &u.after {
        let _ = write!(out, "\n    (after r{k} {} {arm}", name(t));
        led(
            &mut out,
            leads,
            u.relations.get(*k).map_or(0, |r| r.atoms.len()),
        );
    }
    out.push(')');
    out
}

/// Where a step leads; the first premises are those of a relation.
fn led(out: &mut String, leads: &Leads, before: usize) {
    let premise = |k: usize| match k.checked_sub(before) {
        None => format!("r{k}"),
        Some(k) => atom_premise(k),
    };
    let _ = match leads {
        Leads::Never(p) => write!(out, " (never {})", proof(p, &premise)),
        Leads::To(i, proofs) => {
            let proofs: Vec<String> = proofs.iter().map(|p| proof(p, &premise)).collect();
            write!(out, " r{i} {}", proofs.join(" "))
        }
    };
    out.push(')');
}

pub(crate) fn whole(s: &System, claims: &str) -> String {
    let system = system(s);
    let digest = Sha256::digest(system.as_bytes());
    let mut hex = String::new();
    for b in digest {
        let _ = write!(hex, "{b:02x}");
    }
    format!("(everypath-certificate 1)\n{system}\n(sha256 {hex})\n{claims}(end)\n")
}

/// The proof that every run ends.
pub fn termination(t: &Termination) -> String {
    whole(&t.work.original(), &termination_claim(t))
}

/// A certificate with one more claim about its system.
pub fn with_claim(certificate: &str, claim: &str) -> Option<String> {
    let whole = certificate.strip_suffix("(end)\n")?;
    Some(format!("{whole}{claim}(end)\n"))
}

/// Several claims about one system.
pub fn together(s: &System, claims: &[String]) -> String {
    whole(s, &claims.concat())
}

/// The claim that every run ends.
pub fn termination_claim(t: &Termination) -> String {
    let mut claim = format!("(claim termination {}", derivation(&t.work));
    for r in &t.rankings {
        claim.push_str(&rank(&t.work, r));
    }
    for d in &t.descents {
        claim.push_str(&descent(&t.work, d));
    }
    for u in &t.unions {
        claim.push_str(&union(&t.work, u));
    }
    for l in &t.ended {
        claim.push_str(&upper::ended_step(&t.work, l));
    }
    if let Some(counted) = &t.counted {
        claim.push_str(&upper::counted_step(&t.work, counted));
    }
    claim.push_str(")\n");
    claim
}

/// The claim that a run does not end; `None` where a proof is missing.
pub fn nontermination_claim(s: &System, lasso: &Lasso, pays: bool) -> Option<String> {
    // They were made once in time, so they are soon made again.
    let proofs = crate::nontermination::proofs(&Stop::never(), s, lasso)?;
    let of = |v: Var| name(&lasso.name(s, v));
    let mut out = "(claim nontermination (start".to_string();
    for (v, n) in s.vars().zip(&lasso.input) {
        let _ = write!(out, " ({} {n})", of(v));
    }
    out.push_str(")\n  (stem");
    for (times, piece) in crate::blocks::blocks(&lasso.stem) {
        if times > 1 {
            let _ = write!(out, " (times {times}");
        }
        for step in piece {
            let t = &s.transitions[step.transition];
            let _ = write!(out, " (step t{} {}", step.transition.0, step.arm);
            for (n, k) in t.temporaries.iter().zip(&step.temporaries) {
                let _ = write!(out, " ({} {k})", name(n));
            }
            out.push(')');
        }
        if times > 1 {
            out.push(')');
        }
    }
    let _ = write!(out, ")\n  (set s {} (aux", name(&s.locations[lasso.head]));
    for r in &lasso.rays {
        let _ = write!(out, " {}", name(&r.name));
    }
    out.push_str(") (where");
    for a in &lasso.set {
        let _ = write!(out, " {}", atom(a, &of));
    }
    out.push_str(") (point");
    // A ray is entered at its beginning.
    lasso.rays.iter().for_each(|_| out.push_str(" 0"));
    out.push(')');
    let count = lasso.set.len();
    let premise = |i: usize| match i < count {
        true => format!("s{i}"),
        false => format!("d{}", i - count),
    };
    let paid = match pays {
        true => crate::nontermination::paid(&Stop::never(), s, lasso)?,
        false => Vec::new(),
    };
    let pays = |k: usize| {
        let why = paid.get(k).map(|p| proof(p, &premise));
        why.map_or_else(String::new, |p| format!(" (pays {p})"))
    };
    let (last, rest) = proofs.split_last()?;
    if rest.is_empty() {
        around(&mut out, s, lasso, &lasso.cycle, last, &premise)?;
        out.push_str(&pays(0));
    } else {
        out.push_str(" (choose");
        for (k, (b, list)) in lasso.branches.iter().zip(rest).enumerate() {
            let _ = write!(out, "\n   (when {}", atom(&b.when, &of));
            around(&mut out, s, lasso, &b.cycle, list, &premise)?;
            let _ = write!(out, "{})", pays(k));
        }
        out.push_str("\n   (otherwise");
        around(&mut out, s, lasso, &lasso.cycle, last, &premise)?;
        let _ = write!(out, "{}))", pays(rest.len()));
    }
    out.push_str("))\n");
    Some(out)
}

/// The rounds of a cycle, where it leads, and why.
fn around(
    out: &mut String,
    s: &System,
    lasso: &Lasso,
    cycle: &[Round],
    proofs: &[Vec<Proof>],
    premise: &dyn Fn(usize) -> String,
) -> Option<()> {
    let of = |v: Var| name(&lasso.name(s, v));
    out.push_str(" (path");
    for (round, list) in cycle.iter().zip(proofs) {
        let t = &s.transitions[round.transition];
        let _ = write!(out, "\n    (round t{} {} (", round.transition.0, round.arm);
        for (n, p) in t.temporaries.iter().zip(&round.temporaries) {
            let _ = write!(out, "({} {})", name(n), poly(p, &of));
        }
        out.push(')');
        for p in list {
            let _ = write!(out, " {}", proof(p, premise));
        }
        out.push(')');
    }
    out.push_str(") (next s");
    for r in &lasso.rays {
        let _ = write!(out, " {}", poly(&r.next, &of));
    }
    out.push_str(")\n    (proofs");
    for p in proofs.last()? {
        let _ = write!(out, " {}", proof(p, premise));
    }
    out.push(')');
    Some(())
}
