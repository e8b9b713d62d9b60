//! Upper bounds that do not hang on the limits of types.
//!
//! Idea: the prover of bounds multiplies what it finds first, and the distance to
//! the end of a type is as good a count of rounds to it as the length of a string
//! (section 5 of document 004 has the limits as variables for this reason). So,
//! where a bound holds a number that is rather a limit, the system is asked again
//! without the conditions that hold one. Fewer conditions are more runs: what
//! bounds those bounds the program. Cost: one more search for a bound, also for
//! each of the first loops.
//!
//! In the same way what guards say of the inputs is left out where nothing else has a
//! bound ([`lean`]).

use super::best::LARGE;
use super::explore::Graph;
use super::options::Options;
use super::system::Translated;
use ep_base::entity::EntityId;
use ep_its::outcome::Outcome;
use ep_its::poly::Poly;
use ep_its::system::{Atom, Cost, Rel, System};

/// Loops whose rounds are asked for.
pub const LOOPS: usize = 4;

/// The system without limits; nothing where it has none.
fn without_limits(system: &System) -> Option<System> {
    let mut out = system.clone();
    let mut found = false;
    // From INT_MAX on, which has one bit less than what is shown as a limit.
    let is_limit = |a: &Atom| {
        let constant = a.poly.as_linear().map(|(_, c)| c);
        a.rel != Rel::Eq && constant.is_some_and(|c| c.bits() >= LARGE)
    };
    for (_, t) in out.transitions.iter_mut() {
        let before = t.guard.len();
        t.guard.retain(|a| !is_limit(a));
        found |= t.guard.len() != before;
    }
    found.then_some(out)
}

/// The system without what its guards say of the inputs behind the start; nothing
/// where they say nothing.
///
/// The values at the start are variables that nothing changes, and what is known of
/// them at each cut is what its measures rest on. For the search of sizes each is one
/// more way to say the same, and the questions that it may ask are soon asked.
fn without_inputs(system: &System, inputs: usize) -> Option<System> {
    let mut out = system.clone();
    let mut found = false;
    for (_, t) in out.transitions.iter_mut() {
        if t.source == out.start {
            continue;
        }
        let before = t.guard.len();
        let speaks = |a: &Atom| a.poly.vars().iter().any(|v| v.index() < inputs);
        t.guard.retain(|a| !speaks(a));
        found |= t.guard.len() != before;
    }
    found.then_some(out)
}

/// What the runs of the system cost at most, by what its guards say of variables that
/// change.
pub fn lean(graph: &Graph, translated: &Translated, options: &Options) -> Option<Outcome> {
    if graph.arcs.iter().any(|a| a.call) || options.budget.stop_now().is_some() {
        return None;
    }
    let system = without_inputs(&translated.system, translated.inputs)?;
    analysed(&system, options).map(|a| a.outcome)
}

/// What the runs of the system without limits cost at most. `rounds`: the ways
/// that cost 1 where all others cost nothing.
pub fn upper(
    graph: &Graph,
    translated: &Translated,
    options: &Options,
    rounds: Option<&dyn Fn(usize) -> bool>,
) -> Option<Outcome> {
    // A call and what follows it are a choice there, not a sum.
    if graph.arcs.iter().any(|a| a.call) || options.budget.stop_now().is_some() {
        return None;
    }
    let mut system = without_limits(&translated.system)?;
    if let Some(counts) = rounds {
        for (_, t) in system.transitions.iter_mut() {
            let one = u32::from(counts(t.origin as usize));
            t.cost = Cost::exactly(Poly::constant(one));
        }
    }
    analysed(&system, options).map(|a| a.outcome)
}

/// What the runs of the system cost at most by its own prover, and the
/// certificate that derives it. It is asked where nothing better is known: the
/// search takes longer than that for a proof that the system ends.
pub fn whole(
    graph: &Graph,
    translated: &Translated,
    options: &Options,
) -> Option<(Outcome, Option<String>)> {
    if graph.arcs.iter().any(|a| a.call) || options.budget.stop_now().is_some() {
        return None;
    }
    let found = analysed(&translated.system, options)?;
    let certificate = found.certificate(&translated.system);
    Some((found.outcome, certificate))
}

fn analysed(system: &System, options: &Options) -> Option<ep_its::Analysis> {
    let asked = ep_its::options::Options {
        goals: ep_its::options::Goals {
            termination: true,
            nontermination: false,
            upper: true,
            lower: false,
        },
        budget: options.budget.clone(),
        ..Default::default()
    };
    ep_its::analyse_with_proofs(system, &asked, &mut |_| {}).ok()
}
