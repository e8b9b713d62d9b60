//! Whether a certificate speaks of the system in a file.
//!
//! Both sides are brought into one form: variables by position, relations of
//! a guard tightened, in order and once each, rules that can never fire left
//! out. Then the rules must agree one to one, up to the names of temporaries.

use crate::ari;
use crate::koat::{self, position, File};
use crate::names::{Atom, Cx};
use crate::poly::{Poly, Subst, Sym};
use crate::refusal::Checked;
use crate::renaming::searched;
use crate::system::System;
use crate::text::View;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// A rule with positions for variables.
struct Form {
    /// What does not change with the names of temporaries.
    key: (Sym, Vec<Sym>, usize),
    temps: Vec<Sym>,
    guard: Vec<Atom>,
    /// Costs, then the values of all positions of all arms.
    values: Vec<Poly>,
    name: String,
}

pub fn same(cx: &Cx, system: &System, v: View, text: &str) -> Checked<()> {
    let file = match ari::is(text) {
        true => ari::read(cx, text)?,
        false => koat::read(cx, text)?,
    };
    cx.meter.at(v.line());
    if system.vars.len() != file.arity {
        return Err(v.refuse(format!(
            "another system: {} variables here, {} in the file",
            system.vars.len(),
            file.arity
        )));
    }
    if system.start != file.start {
        let (a, b) = (cx.name(system.start), cx.name(file.start));
        return Err(v.refuse(format!(
            "another system: it starts at `{a}` here, at `{b}` in the file"
        )));
    }
    let mut theirs: FxHashMap<(Sym, Vec<Sym>, usize), Vec<Form>> = FxHashMap::default();
    for f in of_file(cx, &file)? {
        theirs.entry(f.key.clone()).or_default().push(f);
    }
    for ours in of_system(cx, system)? {
        let list = theirs.entry(ours.key.clone()).or_default();
        let mut found = None;
        for (k, f) in list.iter().enumerate() {
            if agree(cx, &ours, f)? {
                found = Some(k);
                break;
            }
        }
        match found {
            Some(k) => list.swap_remove(k),
            None => {
                let t = &ours.name;
                return Err(v.refuse(format!("another system: `{t}` is no rule of the file")));
            }
        };
    }
    match theirs.values().flatten().next() {
        Some(f) => Err(v.refuse(format!(
            "another system: the file has a rule that leaves `{}` and is missing here",
            f.name
        ))),
        None => Ok(()),
    }
}

/// A relation in the one form that it has over the integers: coefficients
/// without a common factor, the constant rounded. `None`: always true; an
/// error of the inner kind: never.
fn tightened(cx: &Cx, a: &Atom) -> Checked<Option<Result<Atom, ()>>> {
    if let Some(c) = a.poly.as_constant() {
        let holds = if a.equation {
            c.is_zero()
        } else {
            !c.is_negative()
        };
        return Ok(if holds { None } else { Some(Err(())) });
    }
    let mut factor = BigInt::zero();
    let mut constant = BigRational::zero();
    for (m, c) in a.poly.terms() {
        if m.is_empty() {
            constant = c.clone();
        } else {
            factor = factor.gcd(&c.to_integer());
        }
    }
    let first = a.poly.terms().find(|(m, _)| !m.is_empty());
    if a.equation && first.is_some_and(|(_, c)| c.is_negative()) {
        factor = -factor;
    }
    let by = BigRational::new(BigInt::one(), factor);
    let mut poly = Poly::zero();
    poly.add_scaled(&by, &a.poly, &cx.meter)?;
    let constant = constant * by;
    if a.equation && !constant.is_integer() {
        return Ok(Some(Err(())));
    }
    let slack = Poly::constant(constant.floor() - constant);
    let poly = poly.plus(&slack, &cx.meter)?;
    Ok(Some(Ok(Atom {
        poly,
        equation: a.equation,
    })))
}

/// The guard in its form; `None` if it can never hold by one relation alone.
fn guard(cx: &Cx, atoms: &[Atom]) -> Checked<Option<Vec<Atom>>> {
    let mut out = Vec::new();
    for a in atoms {
        match tightened(cx, a)? {
            None => {}
            Some(Ok(a)) => out.push(a),
            Some(Err(())) => return Ok(None),
        }
    }
    sort(&mut out);
    Ok(Some(out))
}

fn sort(atoms: &mut Vec<Atom>) {
    atoms.sort_by(|a, b| (a.equation, &a.poly).cmp(&(b.equation, &b.poly)));
    atoms.dedup();
}

fn form(
    temps: &[Sym],
    key: (Sym, Vec<Sym>),
    guard: Vec<Atom>,
    values: Vec<Poly>,
    name: String,
) -> Form {
    let polys = || guard.iter().map(|a| &a.poly).chain(&values);
    let temps: Vec<Sym> = (temps.iter().copied())
        .filter(|t| polys().any(|p| p.mentions(*t)))
        .collect();
    Form {
        key: (key.0, key.1, temps.len()),
        temps,
        guard,
        values,
        name,
    }
}

fn of_file(cx: &Cx, file: &File) -> Checked<Vec<Form>> {
    let mut out = Vec::new();
    for r in &file.rules {
        let Some(guard) = guard(cx, &r.guard)? else {
            continue;
        };
        let mut values = vec![r.lower.clone(), r.upper.clone()];
        for (_, given) in &r.arms {
            let own = |i| {
                given
                    .get(i)
                    .cloned()
                    .unwrap_or_else(|| Poly::var(position(cx, i)))
            };
            values.extend((0..file.arity).map(own));
        }
        let targets = r.arms.iter().map(|(t, _)| *t).collect();
        out.push(form(
            &r.temps,
            (r.source, targets),
            guard,
            values,
            cx.name(r.source),
        ));
    }
    Ok(out)
}

fn of_system(cx: &Cx, s: &System) -> Checked<Vec<Form>> {
    let m = &cx.meter;
    let places: Subst = (s.vars.iter().enumerate())
        .map(|(i, v)| (*v, Poly::var(position(cx, i))))
        .collect();
    let mut out = Vec::new();
    for t in &s.transitions {
        let atoms = (t.guard.iter())
            .map(|a| a.subst(&places, m))
            .collect::<Checked<Vec<_>>>()?;
        let Some(guard) = guard(cx, &atoms)? else {
            continue;
        };
        let mut values = vec![t.lower.subst(&places, m)?, t.upper.subst(&places, m)?];
        for arm in &t.arms {
            for v in &s.vars {
                values.push(match arm.update.get(v) {
                    Some(p) => p.subst(&places, m)?,
                    None => Poly::var(*v).subst(&places, m)?,
                });
            }
        }
        let targets = t.arms.iter().map(|a| a.target).collect();
        out.push(form(
            &t.temps,
            (t.source, targets),
            guard,
            values,
            cx.name(t.name),
        ));
    }
    Ok(out)
}

/// Whether some renaming of the temporaries makes the rules equal.
fn agree(cx: &Cx, ours: &Form, theirs: &Form) -> Checked<bool> {
    cx.meter.spend(16)?;
    if !alike(cx, ours, theirs)? {
        return Ok(false);
    }
    searched(
        (&ours.temps, &ours.guard, &ours.values),
        (&theirs.temps, &theirs.guard, &theirs.values),
        &mut |order| equal(cx, ours, theirs, order),
    )
}

/// What no renaming of temporaries changes: what has none is the same, and what has
/// some has as many terms. Rules between the same places often differ in that, which
/// is seen sooner than where each temporary stands.
fn alike(cx: &Cx, ours: &Form, theirs: &Form) -> Checked<bool> {
    cx.meter
        .spend((ours.values.len() + ours.guard.len()) as u64)?;
    let free = |p: &Poly| !p.vars().any(|v| ours.temps.contains(&v));
    let one = |(a, b): (&Poly, &Poly)| match free(a) {
        true => a == b,
        false => a.terms().count() == b.terms().count(),
    };
    let kept = |a: &&Atom| free(&a.poly);
    let same = |a: &Atom, b: &Atom| a.equation == b.equation && a.poly == b.poly;
    let stays = |a: &Atom| theirs.guard.iter().any(|b| same(a, b));
    Ok(ours.guard.len() == theirs.guard.len()
        && ours.values.len() == theirs.values.len()
        && ours.values.iter().zip(&theirs.values).all(one)
        && ours.guard.iter().filter(kept).all(stays))
}

fn equal(cx: &Cx, ours: &Form, theirs: &Form, order: &[Sym]) -> Checked<bool> {
    let m = &cx.meter;
    let map: Subst = (ours.temps.iter().copied())
        .zip(order.iter().map(|s| Poly::var(*s)))
        .collect();
    if ours.values.len() != theirs.values.len() {
        return Ok(false);
    }
    for (a, b) in ours.values.iter().zip(&theirs.values) {
        if a.subst(&map, m)? != *b {
            return Ok(false);
        }
    }
    let atoms = (ours.guard.iter())
        .map(|a| a.subst(&map, m))
        .collect::<Checked<Vec<_>>>()?;
    // Signs of equations depend on the order of names.
    let Some(mut ours) = guard(cx, &atoms)? else {
        return Ok(false);
    };
    let mut theirs = theirs.guard.clone();
    sort(&mut ours);
    sort(&mut theirs);
    Ok(ours == theirs)
}
