//! Termination, component by component, cheapest first.
//!
//! The system is simplified ([`crate::work`]), invariants are put into its
//! guards, and measures rule out transitions until no cycle is left. What
//! resists gets dearer invariants and measures. Every measure is proved once
//! more, step by step, by linear programs of their own; those proofs are what
//! certificates hold.
//! Source: the order is our own; component by component and from cheap to dear is as in
//! Brockschmidt, Cook and Fuhs, "Better termination proving through cooperation", CAV
//! 2013. Each prover names its paper in its own head. Cost: that of the provers, each
//! behind a counted limit.

mod conditional;
mod edges;
mod lassos;
mod products;
pub(crate) mod ranking;
pub mod relations;
pub mod threads;
mod together;

use crate::congruences;
use crate::counts;
use crate::invariants::{self, Shape};
use crate::options::Options;
use crate::simplify::{projection, slicing};
use crate::system::{Atom, Loc, System};
use crate::upper;
use crate::work::Work;
use ep_base::Stop;
use std::time::{Duration, Instant};

pub use edges::{components, edges, Edge};
pub use ranking::Ranked;

/// How often components are unfolded.
const REFINEMENTS: usize = 2;
/// How often transitions are split by forms that fall.
const SPLITS: usize = 3;
/// How often invariants are looked for together with measures.
const TOGETHER: usize = 3;

/// What was found out about termination.
#[derive(Clone, Debug)]
pub struct Termination {
    /// The simplified system with its derivation.
    pub work: Work,
    /// Measures, in order.
    pub rankings: Vec<Ranked>,
    /// Components that size change rules out, after the measures.
    pub descents: Vec<threads::Descent>,
    /// Components that transition invariants rule out.
    pub unions: Vec<relations::Union>,
    /// Loops, alone in their components, that end by their closed forms.
    pub ended: Vec<upper::Ended>,
    /// What is counted, and so ends.
    pub counted: Option<upper::Counted>,
    /// Components that are left, each with its edges. Empty: every run ends.
    pub open: Vec<Vec<Edge>>,
}

/// Tries to prove that every run ends.
pub fn prove(
    system: &System,
    options: &Options,
    found: &mut dyn FnMut(&Work, &Ranked),
) -> Termination {
    proved(Work::new(system, options.budget.stop()), options, found)
}

/// The same of runs that start with values for which all of this holds, within a
/// limit of time; `None` where something leads back to the start.
pub(crate) fn prove_under(
    system: &System,
    assumed: &[Atom],
    stop: Stop,
    options: &Options,
) -> Option<Termination> {
    let work = Work::under(system, assumed.to_vec(), stop)?;
    Some(proved(work, options, &mut |_, _| {}))
}

fn proved(mut work: Work, options: &Options, found: &mut dyn FnMut(&Work, &Ranked)) -> Termination {
    work.drop_unreachable();
    work.drop_unsatisfiable();
    slicing::slice(&mut work);
    work.chain();
    projection::project_temporaries(&mut work);
    // What was compared with temporaries alone, or read in between alone.
    slicing::slice(&mut work);
    if options.goals.upper {
        products::of_costs(&mut work);
    }
    measured(work, options, found)
}

/// Splits transitions of the components that are left open, or unfolds these, and
/// looks for measures there; a proof, or nothing.
pub fn refine(
    t: &Termination,
    options: &Options,
    found: &mut dyn FnMut(&Work, &Ranked),
) -> Option<Termination> {
    if t.work.stop.now() {
        return None;
    }
    let mut now = t.clone();
    let stop = now.work.stop.clone();
    let moment = Instant::now();
    // What else is looked for gets most of the time.
    let share = (options.budget.deadline()).map(|d| d.saturating_duration_since(moment) / 4);
    if let Some(share) = share {
        now.work.stop = stop.sooner(moment + share);
    }
    let own = now.work.stop.clone();
    let proof = by_parts(now, share, options, found);
    counts::ended(&own);
    proof.map(|mut p| {
        p.work.stop = stop;
        p
    })
}

/// The system with all its components unfolded, with its measures; `None` where
/// that tells nothing apart. For bounds: what is paid for in one phase of a loop
/// need not be paid for in each.
pub fn apart(t: &Termination, options: &Options) -> Option<Termination> {
    let parts = components(&t.work, &edges(&t.work));
    let work = crate::refine::unfold(&t.work, &parts)?;
    Some(measured(work, options, &mut |_, _| {}))
}

/// See [`refine`], within the limit of its work; size change gets a part of the share
/// each time. What it proves has no bound, so where one is asked for, measures are
/// looked for all the same.
fn by_parts(
    t: Termination,
    share: Option<Duration>,
    options: &Options,
    found: &mut dyn FnMut(&Work, &Ranked),
) -> Option<Termination> {
    let mut unbounded: Option<Termination> = None;
    let mut closed = |t: &Termination| -> Option<Termination> {
        if t.open.is_empty() {
            return Some(t.clone());
        }
        if unbounded.is_some() {
            return None;
        }
        let handed = handed(t, share)?;
        match options.goals.upper {
            true => unbounded = Some(handed),
            false => return Some(handed),
        }
        None
    };
    if let Some(proof) = closed(&t) {
        return Some(proof);
    }
    if let Some(work) = products::multiplied(&t.work, &t.open) {
        if let Some(proof) = closed(&measured(work, options, found)) {
            return Some(proof);
        }
    }
    let mut now = t.clone();
    let mut used = conditional::Used::default();
    for _ in 0..SPLITS {
        let Some(work) = conditional::split(&now.work, &now.open, &mut used) else {
            break;
        };
        now = measured(work, options, found);
        if now.open.is_empty() {
            return Some(now);
        }
    }
    // Copies for nothing are in the way of what follows.
    let spent = now.work.stop.clone();
    now = t.clone();
    now.work.stop = spent.clone();
    for _ in 0..REFINEMENTS {
        let Some(work) = crate::refine::unfold(&now.work, &now.open) else {
            break;
        };
        now = measured(work, options, found);
        if let Some(proof) = closed(&now) {
            return Some(proof);
        }
    }
    let mut plain = t.clone();
    plain.work.stop = spent.clone();
    if let Some(work) = crate::refine::unfold_by_signs(&plain.work, &plain.open) {
        if let Some(proof) = closed(&measured(work, options, found)) {
            return Some(proof);
        }
    }
    if unbounded.is_some() {
        return unbounded;
    }
    let apart = phases(t.clone(), spent.clone(), share, options, found);
    apart.or_else(|| with_invariants(t, spent, options, found))
}

/// Lassos that have several phases are taken apart, and what is left is looked at
/// again.
fn phases(
    mut now: Termination,
    stop: Stop,
    share: Option<Duration>,
    options: &Options,
    found: &mut dyn FnMut(&Work, &Ranked),
) -> Option<Termination> {
    now.work.stop = stop;
    for _ in 0..SPLITS {
        let work = lassos::split(&now.work, &now.open)?;
        now = measured(work, options, found);
        if now.open.is_empty() {
            return Some(now);
        }
        if let Some(proof) = handed(&now, share) {
            return Some(proof);
        }
    }
    None
}

/// Invariants together with measures: where they hold at every entry they are put
/// into guards; where they do not, the components are taken apart by them, and the
/// part that is left is looked at again.
fn with_invariants(
    t: Termination,
    stop: Stop,
    options: &Options,
    found: &mut dyn FnMut(&Work, &Ranked),
) -> Option<Termination> {
    let mut now = t;
    now.work.stop = stop;
    for _ in 0..TOGETHER {
        let (work, apart) = together::strengthened(&now.work, &now.open)?;
        now = measured(work, options, found);
        if apart && !now.open.is_empty() {
            let unfolded = crate::refine::unfold(&now.work, &now.open)?;
            now = measured(unfolded, options, found);
        }
        if now.open.is_empty() {
            return Some(now);
        }
    }
    None
}

/// A proof by closed forms, by size change or by a transition invariant of what is
/// left open.
fn handed(t: &Termination, share: Option<Duration>) -> Option<Termination> {
    let mut own = t.clone();
    if let Some(share) = share {
        own.work.stop = own.work.stop.sooner(Instant::now() + share / 4);
    }
    let limit = own.work.stop.clone();
    let found = by_parts_alone(own);
    counts::ended(&limit);
    found
}

/// The same for each part, all of them or none.
fn by_parts_alone(mut own: Termination) -> Option<Termination> {
    for part in std::mem::take(&mut own.open) {
        if let Some(loops) = ended(&own.work, &part) {
            own.ended.push(loops);
        } else if let Some(descent) = threads::descent(&own.work, &part) {
            own.descents.push(descent);
        } else {
            let by_guards = relations::union(&own.work, &part);
            let union = by_guards.or_else(|| lassos::union(&own.work, &part));
            own.unions.push(union?);
        }
    }
    Some(own)
}

/// A proof by transition invariants of all that is left open, over the forms that
/// the guards compare or, where `lassos` is said, over those of lassos alone.
pub fn related(t: &Termination, lassos: bool) -> Option<Termination> {
    let mut own = t.clone();
    for part in std::mem::take(&mut own.open) {
        let union = match lassos {
            true => lassos::union(&own.work, &part),
            false => relations::union(&own.work, &part),
        };
        own.unions.push(union?);
    }
    Some(own)
}

/// Why a component ends that is nothing but loops at one location.
fn ended(work: &Work, part: &[Edge]) -> Option<upper::Ended> {
    let at = part.first()?.source;
    let mut rules = Vec::new();
    for e in part {
        let rule = work.rules.get(e.rule)?;
        if e.source != at || e.target != at || rule.transition.arms.len() != 1 {
            return None;
        }
        rules.push(e.rule);
    }
    let loops = upper::ended(work, at, &rules)?.0;
    (loops.rules().count() == rules.len()).then_some(loops)
}

/// A proof by counts: what fires finitely often in every run, in whatever order, is
/// on no infinite path. Last, because it asks for the size of all values.
pub fn counted(t: &Termination) -> Option<Termination> {
    let counted = upper::finite(t)?;
    let mut own = t.clone();
    own.counted = Some(counted);
    own.open.clear();
    Some(own)
}

/// Measures for a simplified system, with invariants where they are needed.
fn measured(
    mut work: Work,
    options: &Options,
    found: &mut dyn FnMut(&Work, &Ranked),
) -> Termination {
    let stop = work.stop.clone();
    let late = || stop.now();
    let mut rankings = Vec::new();
    let mut live = edges(&work);
    let mut open = components(&work, &live);
    for stage in STAGES {
        if open.is_empty() || late() {
            break;
        }
        if stage != Stage::Plain && !stronger(&mut work, &mut live, stage) {
            break;
        }
        let depth = if stage == Stage::Plain {
            1
        } else {
            options.depth
        };
        open = ranking::exhaust(&work, &mut live, depth, &mut |r| {
            found(&work, &r);
            rankings.push(r);
        });
    }
    // Bounds of nested loops need to know what holds in them, even where the
    // measures did not.
    let plain = !(work.steps.iter()).any(|s| matches!(s, crate::work::Step::Invariants(_)));
    let nested = components(&work, &edges(&work)).iter().any(|p| p.len() > 1);
    if options.goals.upper && plain && nested && !late() {
        let found = invariants::find(&work, Shape::Boxes);
        work.strengthen(found);
        work.drop_unsatisfiable();
        work.drop_unreachable();
    }
    let (rankings, left) = settle(&work, rankings);
    Termination {
        open: components(&work, &left),
        work,
        rankings,
        descents: Vec::new(),
        unions: Vec::new(),
        ended: Vec::new(),
        counted: None,
    }
}

/// What is put into guards before measures are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Plain,
    Invariants(Shape),
    Congruences,
}

/// In order; what congruences make of a guard may bound more, and what is bounded
/// may be tighter by them.
const STAGES: [Stage; 6] = [
    Stage::Plain,
    Stage::Invariants(Shape::Boxes),
    Stage::Invariants(Shape::Octagons),
    Stage::Congruences,
    Stage::Invariants(Shape::Octagons),
    Stage::Congruences,
];

/// Puts more into guards; whether to go on.
fn stronger(work: &mut Work, live: &mut Vec<Edge>, stage: Stage) -> bool {
    let before = work.rules.len();
    let names: Vec<(String, usize)> = live
        .iter()
        .filter_map(|e| Some((work.rules.get(e.rule)?.name.clone(), e.arm)))
        .collect();
    match stage {
        Stage::Plain => {}
        Stage::Invariants(shape) => {
            let found = invariants::find(work, shape);
            work.strengthen(found);
        }
        Stage::Congruences => match congruences::find(work) {
            Some(found) => work.tighten(found),
            None => return false,
        },
    }
    work.drop_unsatisfiable();
    work.drop_unreachable();
    if work.rules.len() < before {
        *live = edges(work)
            .into_iter()
            .filter(|e| {
                let name = work.rules.get(e.rule).map(|r| (r.name.clone(), e.arm));
                name.is_some_and(|n| names.contains(&n))
            })
            .collect();
    }
    true
}

/// The measures as they stand in the last system: transitions that were found
/// dead after a measure spoke of them are taken out of it, and with them what
/// is no longer in a circle. Also the edges that nothing rules out.
fn settle(work: &Work, rankings: Vec<Ranked>) -> (Vec<Ranked>, Vec<Edge>) {
    let mut live = edges(work);
    let mut out = Vec::new();
    for mut r in rankings {
        let parts = components(work, &live);
        let speaks = |l: Loc| r.measure.iter().any(|(m, _)| *m == l);
        let inside: Vec<Edge> = (parts.into_iter())
            .filter(|part| part.iter().any(|e| speaks(e.source)))
            .flatten()
            .collect();
        let named = |name: &str, arm: usize| {
            let fits =
                |e: &&Edge| e.arm == arm && work.rules.get(e.rule).is_some_and(|r| r.name == name);
            inside.iter().find(fits).copied()
        };
        r.strict
            .retain(|(name, arm, _)| named(name, *arm).is_some());
        r.weak.retain(|(name, arm, _)| named(name, *arm).is_some());
        r.measure
            .retain(|(l, _)| inside.iter().any(|e| e.source == *l));
        let gone: Vec<Edge> = r
            .strict
            .iter()
            .filter_map(|(name, arm, _)| named(name, *arm))
            .collect();
        let covered = inside.len() == r.strict.len() + r.weak.len();
        if gone.is_empty() || !covered {
            continue;
        }
        live.retain(|e| !gone.contains(e));
        out.push(r);
    }
    (out, live)
}
