//! The bound that is told, as a claim of the certificate.
//!
//! Idea: the forms of the cuts that [`super::potential`] finds are polynomials over
//! the variables of the transition system, and that each way is paid for is a linear
//! step by its guard: [`ep_its::upper::paid`] proves every one once more, from the
//! system alone, and the judge multiplies out. A case of the bound is a claim of its
//! own with the case's condition assumed. The certificate derives `max(0, f)` for a
//! told `f`; so `f` is called derived only where it is never below 0.
//!
//! Not derived: fractions (the rules divide by nothing), forms of degree two (their
//! steps need products of premises), lengths in bits and powers, the largest of
//! several forms, systems whose calls are choices. Source: `docs/certificates.md`.
//! Cost: two linear programs per way and case.

use super::engine::Engine;
use super::explore::Graph;
use super::facts::{Counters, Facts};
use super::folded::folded;
use super::forms::{Found, Quotient};
use super::lin::{Interval, Lin, Sym};
use super::present::Names;
use super::simplify::simplify;
use super::system::Translated;
use ep_base::entity::EntityId;
use ep_base::time::{Case, Comparison, Expr, ParameterKind, Relation, Report};
use ep_its::poly::{Monomial, Poly, Var};
use ep_its::system::{Atom, Loc};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Adds a claim for each case of the upper bound to the certificate. `None`, and
/// nothing added, where one is not derived.
pub fn add(
    engine: &Engine<'_>,
    graph: &Graph,
    t: &Translated,
    found: &[Found],
    names: &mut Names,
    report: &mut Report,
) -> Option<()> {
    if graph.arcs.iter().any(|a| a.call) || engine.options.budget.stop_now().is_some() {
        return None;
    }
    let bound = report.bounds.upper.as_ref()?;
    let mut text = report.certificate.as_ref()?.text.clone();
    for case in &bound.cases {
        let claim = found
            .iter()
            .find_map(|f| claim(engine, graph, t, f, case, names))?;
        text = ep_its::certificate::with_claim(&text, &claim)?;
    }
    report.certificate.as_mut()?.text = text;
    Some(())
}

/// The claim of a case.
fn claim(
    engine: &Engine<'_>,
    graph: &Graph,
    t: &Translated,
    found: &Found,
    case: &Case,
    names: &mut Names,
) -> Option<String> {
    let own = |q: &&Quotient| {
        let shown = q
            .divisor
            .is_one()
            .then(|| names.quotient(q, true))
            .flatten();
        let shown = shown.map(|e| folded(names, &case.condition, simplify(e)));
        shown.as_ref() == Some(&case.value)
    };
    let told = &found.starts.values().find(own)?.form;
    let condition: Vec<(Lin, bool)> = (case.condition.iter())
        .map(|c| condition(engine, names, c))
        .collect::<Option<_>>()?;
    if !never_negative(engine, &condition, told) {
        return None;
    }
    let parameters = engine.parameters();
    let inputs: BTreeMap<Sym, Var> = (parameters.iter().enumerate())
        .map(|(i, p)| (p.0, Var::from_index(i)))
        .collect();
    let assume: Vec<Atom> = (condition.iter())
        .map(|(f, equal)| {
            let p = poly(f, &inputs)?;
            Some(if *equal { Atom::eq0(p) } else { Atom::ge0(p) })
        })
        .collect::<Option<_>>()?;
    let mut at: BTreeMap<Loc, Poly> = BTreeMap::new();
    at.insert(t.system.start, poly(told, &inputs)?);
    for (id, cut) in graph.cuts.iter() {
        let q = found.cuts.get(id.index())?;
        if q.form == Lin::default() {
            continue;
        }
        let mut vars = inputs.clone();
        for (slot, sym) in cut.syms() {
            let key = (cut.key.path.clone(), cut.key.func, slot);
            vars.insert(sym, *t.slots.get(&key)?);
        }
        if !q.divisor.is_one() {
            return None;
        }
        at.insert(*t.locations.get(id.index())?, poly(&q.form, &vars)?);
    }
    ep_its::upper::paid(&engine.options.budget.stop(), &t.system, &assume, &at)
}

/// Whether a form is at least 0 for all inputs that meet a condition.
fn never_negative(engine: &Engine<'_>, condition: &[(Lin, bool)], f: &Lin) -> bool {
    let mut known = Facts::new();
    for i in &engine.inputs {
        known.add(&Lin::var(i.sym), &i.range);
    }
    for (g, equal) in condition {
        let within = Interval {
            lo: Some(BigInt::zero()),
            hi: equal.then(BigInt::zero),
        };
        known.add(g, &within);
    }
    known.entails(f, &mut Counters::default())
}

/// A comparison as a form that is at least 0, or 0.
pub(super) fn condition(engine: &Engine<'_>, names: &Names, c: &Comparison) -> Option<(Lin, bool)> {
    let (left, right) = (
        linear(engine, names, &c.left)?,
        linear(engine, names, &c.right)?,
    );
    let less = -BigInt::one();
    Some(match c.relation {
        Relation::Equal => (left.minus(&right), true),
        Relation::GreaterEqual => (left.minus(&right), false),
        Relation::LessEqual => (right.minus(&left), false),
        Relation::Greater => (left.minus(&right).add(&less), false),
        Relation::Less => (right.minus(&left).add(&less), false),
        Relation::NotEqual => return None,
    })
}

/// A sum of multiples of inputs.
pub(super) fn linear(engine: &Engine<'_>, names: &Names, e: &Expr) -> Option<Lin> {
    match e {
        Expr::Number { value } => Some(Lin::number(value.0.clone())),
        Expr::Parameter { index } => {
            let index = *index as usize;
            match &names.parameters.get(index)?.kind {
                ParameterKind::Limit { value } => Some(Lin::number(value.0.clone())),
                _ => Some(Lin::var(engine.inputs.get(index)?.sym)),
            }
        }
        Expr::Add { of } => of.iter().try_fold(Lin::default(), |sum, p| {
            Some(sum.plus(&linear(engine, names, p)?))
        }),
        Expr::Mul { of } => of.iter().try_fold(Lin::number(1), |product, p| {
            let p = linear(engine, names, p)?;
            let (a, b) = (product.as_number().cloned(), p.as_number().cloned());
            match (a, b) {
                (Some(n), _) => Some(p.times(&n)),
                (_, Some(n)) => Some(product.times(&n)),
                _ => None,
            }
        }),
        _ => None,
    }
}

fn poly(f: &Lin, vars: &BTreeMap<Sym, Var>) -> Option<Poly> {
    let mut p = Poly::constant(f.constant().clone());
    for (v, c) in f.terms() {
        p.insert(Monomial::var(*vars.get(&v)?), c.clone());
    }
    Some(p)
}
