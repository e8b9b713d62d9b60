//! Congruences in certificates and in words. See docs/certificates.md, `exists`.
//! Cost: that of writing.

use super::{Congruences, Cut, Holding, Kept, Leads, Tighter};
use crate::certificate::{atom, atom_premise, name, poly, proof};
use crate::explain::words::relation;
use crate::poly::Var;
use crate::system::System;
use ep_base::entity::EntityId;
use std::fmt::Write;

/// What a variable is called where integers come behind `known` others.
fn called<'a>(
    s: &'a System,
    temporaries: &'a [String],
    integers: &'a [String],
) -> impl Fn(Var) -> String + 'a {
    move |v| {
        let mut all = s.variables.iter().chain(temporaries).chain(integers);
        all.nth(v.index()).cloned().unwrap_or_default()
    }
}

fn cut(
    c: &Cut,
    premises: &dyn Fn(usize) -> String,
    count: usize,
    of: &dyn Fn(Var) -> String,
) -> String {
    let known = |k: usize| match k.checked_sub(count) {
        None => premises(k),
        Some(i) => format!("cut{i}"),
    };
    let then = proof(&c.then, &known);
    if c.lemmas.is_empty() {
        return then;
    }
    let mut out = String::from("(by");
    for (i, (lemma, why)) in c.lemmas.iter().enumerate() {
        let _ = write!(
            out,
            " (have cut{i} {} {})",
            atom(lemma, of),
            proof(why, &known)
        );
    }
    let _ = write!(out, " {then})");
    out
}

/// The steps `exists` and `weaken`.
pub(crate) fn steps(out: &mut String, s: &System, c: &Congruences) {
    out.push_str("\n  (exists");
    for h in &c.at {
        holding(out, s, c, h);
    }
    for k in &c.kept {
        kept(out, s, c, k);
    }
    out.push(')');
    for t in &c.tighter {
        tighter(out, s, t);
    }
}

fn holding(out: &mut String, s: &System, c: &Congruences, h: &Holding) {
    let integers = c.names.get(..h.integers).unwrap_or_default();
    let plain = called(s, &[], integers);
    let of = |v: Var| name(&plain(v));
    let names: Vec<String> = integers.iter().map(|n| name(n)).collect();
    let _ = write!(
        out,
        "\n    (at {} ({})",
        name(&s.locations[h.location]),
        names.join(" ")
    );
    for a in &h.atoms {
        let _ = write!(out, " {}", atom(a, &of));
    }
    out.push(')');
}

fn kept(out: &mut String, s: &System, c: &Congruences, k: &Kept) {
    let plain = called(s, &k.temporaries, &c.names);
    let of = |v: Var| name(&plain(v));
    let n = k.premises;
    let premise = |i: usize| match i < n {
        true => format!("i{i}"),
        false => format!("g{}", i - n),
    };
    let _ = write!(out, "\n    (keep {} {}", name(&k.rule), k.arm);
    match &k.leads {
        Leads::Never(c) => {
            let _ = write!(out, " never {}", cut(c, &premise, k.count, &of));
        }
        Leads::To(integers, proofs) => {
            let list: Vec<String> = integers.iter().map(|p| poly(p, &of)).collect();
            let _ = write!(out, " ({})", list.join(" "));
            for p in proofs {
                let _ = write!(out, " {}", proof(p, &premise));
            }
        }
    }
    out.push(')');
}

fn tighter(out: &mut String, s: &System, t: &Tighter) {
    let of = |v: Var| name(&s.name_in(&t.with, v));
    let _ = write!(out, "\n  (weaken {}", name(&t.rule));
    for (i, a) in t.with.guard.iter().take(t.own).enumerate() {
        let _ = write!(out, " ({} (farkas (1 g{i})))", atom(a, &of));
    }
    for (a, c) in &t.new {
        let why = cut(c, &atom_premise, t.with.guard.len(), &of);
        let _ = write!(out, "\n    ({} {why})", atom(a, &of));
    }
    out.push(')');
}

/// What holds, and what guards say then.
pub(crate) fn told(s: &System, c: &Congruences) -> String {
    let mut lines = Vec::new();
    for h in &c.at {
        let integers = c.names.get(..h.integers).unwrap_or_default();
        let of = called(s, &[], integers);
        let list: Vec<String> = h.atoms.iter().map(|a| relation(a, &of)).collect();
        let some = match integers {
            [] => String::new(),
            [k] => format!(" for an integer {k}"),
            list => format!(" for integers {}", list.join(", ")),
        };
        let at = &s.locations[h.location];
        lines.push(format!(
            "always at {at}: {}{some} (congruence), since every way there keeps it",
            list.join(" && ")
        ));
    }
    for t in c.tighter.iter().filter(|t| !t.new.is_empty()) {
        let of = |v: Var| s.name_in(&t.with, v);
        let list: Vec<String> = (t.new.iter()).map(|(a, _)| relation(a, &of)).collect();
        lines.push(format!(
            "so {} has {} over the integers",
            t.rule,
            list.join(" && ")
        ));
    }
    lines.join("\n    ")
}
