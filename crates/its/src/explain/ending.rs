//! Why every run ends, in words: how the steps came to be, what falls on them, and
//! from which relations that follows. Cost: that of writing.

use super::words::{because, from_guard, relation};
use crate::linear::Proof;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel, System, Transition};
use crate::termination::relations::{self, Leads, Union};
use crate::termination::threads::{Change, Descent};
use crate::termination::{Ranked, Termination};
use crate::upper;
use crate::work::{Derived, Rule, Step, Work};
use ep_base::entity::EntityId;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// What a step of the derivation did.
pub(super) fn derived(work: &Work, step: &Step) -> String {
    let s = &work.file;
    let name = |v: Var| s.name(v);
    match step {
        Step::Unreachable => "what nothing leads to is left out".into(),
        Step::Remove(rule, _) => format!("{rule} is never taken: its condition contradicts itself"),
        Step::Eliminate(l, pairs) => {
            let pairs: Vec<String> = (pairs.iter())
                .map(|(a, b, new)| format!("{new} is {a} and then {b}"))
                .collect();
            format!(
                "{} is passed through: {}",
                s.locations[*l],
                pairs.join(", ")
            )
        }
        Step::Invariants(found) => {
            let one = |i: &crate::work::Invariants| {
                let list: Vec<String> = i.atoms.iter().map(|a| relation(a, &name)).collect();
                format!(
                    "always at {}: {}, since every way there keeps it",
                    s.locations[i.location],
                    list.join(" && ")
                )
            };
            let list: Vec<String> = found.iter().map(one).collect();
            list.join("\n    ")
        }
        Step::Assume => {
            let list = work.assumed().iter().map(|a| relation(a, &name));
            let list: Vec<String> = list.collect();
            format!("assumed at the start: {}", list.join(" && "))
        }
        Step::Congruences(c) => crate::congruences::write::told(s, c),
        Step::Split(rule, atom, [first, second]) => format!(
            "{rule} is {first} where {} and {second} where not",
            relation(atom, &name)
        ),
        Step::Multiply(rule, before, new) => {
            let t = before.as_ref();
            let in_rule = |v: Var| s.name_in(t, v);
            let shown = |i: &usize| t.guard.get(*i).map(|a| relation(a, &in_rule));
            let list: Vec<String> = (new.iter())
                .map(|(a, why)| {
                    let why = match why {
                        Derived::Product(i, j) => format!(
                            "the product of {} and {}",
                            shown(i).unwrap_or_default(),
                            shown(j).unwrap_or_default()
                        ),
                        Derived::Square(..) => "true of all integers".into(),
                    };
                    format!("{} ({why})", relation(a, &in_rule))
                })
                .collect();
            format!("{rule} also has {}", list.join(", "))
        }
        Step::Forget(gone) => {
            let list: Vec<String> = gone.iter().map(|v| name(*v)).collect();
            let decide = match list.len() {
                1 => "decides nothing and is",
                _ => "decide nothing and are",
            };
            format!("{} {decide} left out", list.join(", "))
        }
        Step::Weaken(rule, before, to) => weakened(s, rule, before, to),
        Step::Unfold { copies, .. } => {
            let list: Vec<String> = (copies.iter())
                .map(|c| {
                    format!(
                        "{} is a copy of {}",
                        s.locations[c.new], s.locations[c.base]
                    )
                })
                .collect();
            format!("by what is known on the ways there, {}", list.join(", "))
        }
    }
}

/// Which temporaries are gone, and what their relations said of the rest.
fn weakened(s: &System, rule: &str, before: &Transition, to: &[(Atom, Proof)]) -> String {
    let name = |v: Var| s.name_in(before, v);
    let mentions = |list: &mut dyn Iterator<Item = &Atom>| -> BTreeSet<Var> {
        let all = list.flat_map(|a| a.poly.vars());
        all.filter(|v| s.is_temporary(*v)).collect()
    };
    let left = mentions(&mut to.iter().map(|(a, _)| a));
    let gone = mentions(&mut before.guard.iter());
    let gone: Vec<String> = gone.difference(&left).map(|v| name(*v)).collect();
    let new = to.iter().filter(|(a, _)| !before.guard.contains(a));
    let new: Vec<String> = new.map(|(a, _)| relation(a, &name)).collect();
    let of = match new.is_empty() {
        true => "which leaves nothing".to_string(),
        false => format!("which leaves {}", new.join(" && ")),
    };
    format!("some {} is there in {rule}, {of}", gone.join(", "))
}

/// Rules by name.
type Rules<'w> = HashMap<&'w str, &'w Rule>;

/// The whole proof, which is about all runs or about those from some of the inputs.
pub(super) fn proof(out: &mut String, t: &Termination, runs: &str) {
    let work = &t.work;
    let rules: Rules = work.rules.iter().map(|r| (r.name.as_str(), r)).collect();
    let parts = crate::termination::components(work, &crate::termination::edges(work));
    if parts.is_empty() {
        let _ = writeln!(out, "  no step is on a cycle, so {runs} ends");
        return;
    }
    for r in &t.rankings {
        ranked(out, work, &rules, r);
    }
    for d in &t.descents {
        handed(out, work, &rules, d);
    }
    for u in &t.unions {
        union(out, work, u);
    }
    for l in &t.ended {
        out.push_str(&upper::explained_forms(work, l));
    }
    if let Some(counted) = &t.counted {
        out.push_str(&upper::explained_counts(work, counted));
    }
    let _ = writeln!(out, "  no cycle is left, so {runs} ends");
}

fn measure(out: &mut String, work: &Work, at: &[(Loc, Vec<Poly>)], between: &str) {
    for (l, list) in at {
        let name = |v: Var| work.file.name(v);
        let list: Vec<String> = list.iter().map(|p| p.show(&name)).collect();
        let _ = writeln!(
            out,
            "    at {:<9} {}",
            work.file.locations[*l],
            list.join(between)
        );
    }
}

fn at(list: &[(Loc, Vec<Poly>)], l: Loc) -> &[Poly] {
    (list.iter().find(|(m, _)| *m == l)).map_or(&[], |(_, list)| list.as_slice())
}

fn ranked(out: &mut String, work: &Work, rules: &Rules, r: &Ranked) {
    let s = &work.file;
    out.push_str("  measure\n");
    measure(out, work, &r.measure, ", then ");
    for (strict, list) in [(true, &r.strict), (false, &r.weak)] {
        for (rule_name, arm, proofs) in list {
            let Some(rule) = rules.get(rule_name.as_str()) else {
                continue;
            };
            let t = &rule.transition;
            let Some(target) = t.arms.get(*arm).map(|a| a.target) else {
                continue;
            };
            let (before, after) = (at(&r.measure, t.source), at(&r.measure, target));
            let in_rule = |v: Var| s.name_in(t, v);
            let several = if t.arms.len() > 1 {
                format!(" ({arm})")
            } else {
                String::new()
            };
            let _ = writeln!(out, "    {}{several}:", rule.name);
            for (k, ((f, g), why)) in before.iter().zip(after).zip(proofs).enumerate() {
                let Some(g) = work.after(rule, *arm, g) else {
                    continue;
                };
                let least = match (strict, k) {
                    (false, _) => "does not grow".to_string(),
                    (true, 0) => "falls by at least 1".to_string(),
                    (true, _) => "falls by at least 1 less the value before it".to_string(),
                };
                let _ = writeln!(
                    out,
                    "      {} becomes {}: {least}, {}",
                    f.show(&in_rule),
                    g.show(&in_rule),
                    from_guard(s, t, why)
                );
            }
            if let (true, Some(last), Some(why)) = (strict, before.last(), proofs.last()) {
                let _ = writeln!(
                    out,
                    "      {} >= 0 before it, {}",
                    last.show(&in_rule),
                    from_guard(s, t, why)
                );
            }
        }
    }
    let mut gone: Vec<&str> = Vec::new();
    for (name, ..) in &r.strict {
        if !gone.contains(&name.as_str()) {
            gone.push(name);
        }
    }
    let _ = writeln!(out, "    so finitely often: {}", gone.join(", "));
}

fn handed(out: &mut String, work: &Work, rules: &Rules, d: &Descent) {
    let s = &work.file;
    out.push_str("  values that are handed on (size change)\n");
    measure(out, work, &d.measure, " | ");
    for (rule_name, arm, arcs) in &d.graphs {
        let Some(rule) = rules.get(rule_name.as_str()) else {
            continue;
        };
        let t = &rule.transition;
        let Some(target) = t.arms.get(*arm).map(|a| a.target) else {
            continue;
        };
        let (before, after) = (at(&d.measure, t.source), at(&d.measure, target));
        let in_rule = |v: Var| s.name_in(t, v);
        let _ = writeln!(out, "    {}:", rule.name);
        for a in arcs {
            let (Some(f), Some(g)) = (before.get(a.from), after.get(a.to)) else {
                continue;
            };
            let (f, g) = (f.show(&in_rule), g.show(&|v| s.name(v)));
            let premise = |i: usize| t.guard.get(i).cloned();
            let _ = match &a.change {
                Change::Falls { by, from } => writeln!(
                    out,
                    "      {g} after it is less than {f} before, {}; that was at least 0, {}",
                    because(by, &premise, &in_rule),
                    because(from, &premise, &in_rule)
                ),
                Change::Keeps(why) => writeln!(
                    out,
                    "      {g} after it is at most {f} before, {}",
                    because(why, &premise, &in_rule)
                ),
            };
        }
    }
    out.push_str(
        "    whichever steps follow each other, what they do together and again has a value that is\n    \
         less than itself: it would fall for ever, and is at least 0 each time\n",
    );
}

fn union(out: &mut String, work: &Work, u: &Union) {
    let s = &work.file;
    let names = crate::certificate::first_names(work);
    let name = |v: Var| match relations::first_of(v) {
        Some(x) => names.get(x.index()).cloned().unwrap_or_default(),
        None => s.name(v),
    };
    out.push_str("  a state and a later one (transition invariant)\n");
    if let Some((v, old)) = s.vars().zip(&names).next() {
        let _ = writeln!(
            out,
            "    {old} is {} in the first of both, and so are the others",
            s.name(v)
        );
    }
    for (i, r) in u.relations.iter().enumerate() {
        let list: Vec<String> = (tightest(&r.atoms).iter())
            .map(|a| relation(a, &name))
            .collect();
        let (from, to) = (&s.locations[r.source], &s.locations[r.target]);
        let _ = writeln!(out, "    r{i} from {from} to {to}: {}", list.join(" && "));
        if let Some((f, [by, least])) = &r.falls {
            let premise = |k: usize| r.atoms.get(k).cloned();
            let _ = writeln!(
                out,
                "      {} falls, {}; it was at least 0, {}",
                f.show(&name),
                because(by, &premise, &name),
                because(least, &premise, &name)
            );
        }
    }
    let to = |leads: &Leads| match leads {
        Leads::To(i, _) => format!("is in r{i}"),
        Leads::Never(_) => "cannot be".into(),
    };
    for (t, _, leads) in &u.edges {
        let _ = writeln!(out, "    {t} alone {}", to(leads));
    }
    for (k, t, _, leads) in &u.after {
        let _ = writeln!(out, "    r{k} and then {t} {}", to(leads));
    }
    out.push_str(
        "    so each piece of a path is in one of them, and an infinite path would have pieces of one\n    \
         kind between infinitely many of its states: what falls there was at least 0 each time\n",
    );
}

/// Without those that say less than another one of the same form.
fn tightest(atoms: &[Atom]) -> Vec<&Atom> {
    let less = |a: &Atom, b: &Atom| {
        let apart = a.poly.minus(&b.poly).as_constant();
        a.rel == Rel::Ge && apart.is_some_and(|c| c.sign() == num_bigint::Sign::Plus)
    };
    let kept = |a: &&Atom| !atoms.iter().any(|b| less(a, b));
    atoms.iter().filter(kept).collect()
}
