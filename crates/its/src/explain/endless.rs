//! Why a run does not end, in words: the run to the set, then for each cycle its
//! guards, from what they follow, and that it leads back. Cost: that of the proofs,
//! which are made again.

use super::words::{because, relation};
use crate::linear;
use crate::nontermination;
use crate::outcome::{Lasso, Round};
use crate::poly::{Poly, Var};
use crate::system::{Atom, System};
use ep_base::entity::EntityId;
use ep_base::Stop;
use std::fmt::Write;

/// The whole proof.
pub(super) fn proof(out: &mut String, s: &System, lasso: &Lasso, pays: bool) {
    let values = |list: &[crate::num::Int]| -> String {
        let one = s
            .vars()
            .zip(list)
            .map(|(v, n)| format!("{} = {n}", s.name(v)));
        one.collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(
        out,
        "  the run from {} reaches {} with {}",
        values(&lasso.input),
        s.locations[lasso.head],
        values(&lasso.entry)
    );
    let Some(proofs) = nontermination::proofs(&Stop::never(), s, lasso) else {
        return;
    };
    let name = |v: Var| lasso.name(s, v);
    rays(out, s, lasso);
    let set: Vec<String> = lasso.set.iter().map(|a| relation(a, &name)).collect();
    let set = match set.is_empty() {
        true => "any values".to_string(),
        false => set.join(" && "),
    };
    let _ = writeln!(out, "  from every state there with {set}");
    let cycles = lasso
        .branches
        .iter()
        .map(|b| &b.cycle)
        .chain([&lasso.cycle]);
    for (k, (cycle, list)) in cycles.zip(&proofs).enumerate() {
        if let Some(b) = lasso.branches.get(k) {
            let _ = writeln!(out, "    if {}", relation(&b.when, &name));
        } else if !lasso.branches.is_empty() {
            out.push_str("    else\n");
        }
        around(
            out,
            s,
            lasso,
            cycle,
            list,
            &nontermination::premises(lasso, k),
            pays,
        );
    }
    out.push_str("  so there is always a next round, with integers\n");
    if pays {
        out.push_str("  and each costs at least 1, so the cost has no bound\n");
    }
}

/// The point, the rays and how far a round leads along them.
fn rays(out: &mut String, s: &System, lasso: &Lasso) {
    let name = |v: Var| lasso.name(s, v);
    if lasso.rays.is_empty() {
        return;
    }
    out.push_str("  every state from here on is this point and a sum of rays, as often as these numbers say, from 0:\n");
    for r in &lasso.rays {
        let next = r.next.show(&name);
        let _ = writeln!(
            out,
            "    {} is {next} after a round, for the ray {}",
            r.name,
            r.show(s)
        );
    }
}

fn around(
    out: &mut String,
    s: &System,
    lasso: &Lasso,
    cycle: &[Round],
    proofs: &[Vec<crate::linear::Proof>],
    premises: &[Atom],
    pays: bool,
) {
    let n = s.dimension();
    let name = |v: Var| lasso.name(s, v);
    let premise = |i: usize| premises.get(i).cloned();
    let mut state: Vec<Poly> = s.identity();
    let mut cost = Poly::zero();
    for (round, list) in cycle.iter().zip(proofs) {
        let t = &s.transitions[round.transition];
        let put = |p: &Poly| {
            p.substitute(&|v| match v.index().checked_sub(n) {
                None => state.get(v.index()).cloned(),
                Some(i) => round.temporaries.get(i).cloned(),
            })
        };
        let chosen = t.temporaries.iter().zip(&round.temporaries);
        let chosen: Vec<String> = chosen
            .map(|(of, p)| format!("{of} = {}", p.show(&name)))
            .collect();
        let _ = write!(out, "    {} can be taken", round.transition);
        if !chosen.is_empty() {
            let _ = write!(out, " with {}", chosen.join(", "));
        }
        out.push('\n');
        for (a, why) in t.guard.iter().zip(list) {
            let here = Atom {
                poly: put(&a.poly),
                rel: a.rel,
            };
            let why = because(why, &premise, &name);
            let _ = writeln!(out, "      {}, {why}", relation(&here, &name));
        }
        cost = cost.plus(&put(&t.cost.lower));
        let update = t
            .arms
            .get(round.arm)
            .map(|a| a.update.iter().map(put).collect());
        state = update.unwrap_or_else(|| state.clone());
    }
    let changed = s.vars().zip(&state).filter(|(v, p)| p.as_var() != Some(*v));
    let changed: Vec<String> = changed
        .map(|(v, p)| format!("{} = {}", s.name(v), p.show(&name)))
        .collect();
    let ray = |r: &crate::outcome::Ray| format!("{} = {}", r.name, r.next.show(&name));
    let changed: Vec<String> = (changed.into_iter())
        .chain(lasso.rays.iter().map(ray))
        .collect();
    let at = &s.locations[lasso.head];
    let with = match changed.is_empty() {
        true => "the same values".to_string(),
        false => changed.join(", "),
    };
    let _ = writeln!(out, "    and is back at {at} with {with}");
    for (a, why) in lasso.set.iter().zip(proofs.last().into_iter().flatten()) {
        let after = a.poly.substitute(&|v| match v.index().checked_sub(n) {
            None => state.get(v.index()).cloned(),
            Some(j) => lasso.rays.get(j).map(|r| r.next.clone()),
        });
        let after = Atom {
            poly: after,
            rel: a.rel,
        };
        let why = because(why, &premise, &name);
        let _ = writeln!(out, "      {}, {why}", relation(&after, &name));
    }
    if pays {
        let one = Atom::ge0(cost.minus(&Poly::from(1)));
        let why = match one.constant() {
            Some(_) => String::new(),
            None => linear::prove(&Stop::never(), premises, &one).map_or_else(String::new, |p| {
                format!(", {}", because(&p, &premise, &name))
            }),
        };
        let _ = writeln!(out, "    costs at least {}{why}", cost.show(&name));
    }
}
