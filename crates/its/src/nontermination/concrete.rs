//! Runs with numbers, until a state comes back or lies in a set that a cycle
//! keeps.
//!
//! Idea: a loop that is entered only after many rounds of others has no short
//! stem. From the points behind short stems the system is simply run, depth
//! first, with a few values for temporaries: what the variable that they are
//! stored in has already, what the guard bounds them by, and small numbers. A
//! state that is met again on the way to itself is a lasso whose set is that
//! state; a state in a set that [`super::closed`] found kept, but that no short
//! stem reaches, is the entry of that set. Nothing here is believed: the caller
//! proves every lasso and runs it. Source: explicit-state search for lassos
//! (Courcoubetis, Vardi, Wolper and Yannakakis, FMSD 1992), bounded. Cost: a few
//! thousand states.

use crate::num::Int;
use crate::outcome::Step;
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Loc, Rel, System, TransId, Transition};
use crate::walk::{run, State};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::{HashMap, HashSet};

/// Steps of a run.
const MAX_DEPTH: usize = 1_500;
/// Steps of a cycle.
const MAX_CYCLE: usize = 150;
/// Bits of a number at which a run is given up.
const MAX_BITS: u64 = 128;
/// Values of the temporaries of one transition.
const MAX_VALUES: usize = 6;
/// How often it is looked whether steps repeat, in steps.
const LOOK: usize = 40;
/// Steps that repeat.
const MAX_PERIOD: usize = 60;
/// Repetitions that are told of one search.
const MAX_PERIODS: usize = 6;

/// What ends a run that was looked for.
pub(super) enum Met {
    /// The state after so many steps is that at the end.
    Again(usize),
    /// The end lies in a set, by its number.
    Inside(usize),
}

/// A run and what ends it.
pub(super) struct Found {
    /// From the first state.
    pub steps: Vec<Step>,
    /// The states before each step, and the last one.
    pub states: Vec<State>,
    /// What ends it.
    pub met: Met,
}

/// Steps that were taken again and again, with other values each time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Period {
    /// Transitions and arms, from the place at which they are least.
    pub cycle: Vec<(TransId, usize)>,
    /// Where it began first: the steps to there and the state. Values are small.
    pub first: (Vec<Step>, State),
    /// Where it began last: what goes wrong in the first rounds is over.
    pub last: (Vec<Step>, State),
}

/// What the end of a run repeats: at least twice, and for a dozen steps.
fn period(steps: &[Step], states: &[State]) -> Option<Period> {
    let back = |k: usize| {
        let step = steps.get(steps.len().checked_sub(k)?)?;
        Some((step.transition, step.arm))
    };
    // For how many steps before the end those `long` before are the same.
    let same = |long: usize| {
        let all = (1..).take_while(|k| back(k + long).is_some_and(|a| back(*k) == Some(a)));
        all.count()
    };
    let seen = |long: &usize| (2 * long).max(12);
    let long = (1..=MAX_PERIOD).find(|long| same(*long) + long >= seen(long))?;
    let at = |k: usize| {
        let before = steps.get(..steps.len().checked_sub(k)?)?;
        Some((before.to_vec(), states.get(before.len())?.clone()))
    };
    // One cycle is the same wherever it is met.
    let turned = |skip: usize| -> Option<Vec<(TransId, usize)>> {
        (skip + 1..=skip + long).rev().map(back).collect()
    };
    let skip = (0..long).min_by_key(|skip| turned(*skip))?;
    let rounds = (same(long) + long).checked_sub(skip)? / long;
    Some(Period {
        cycle: turned(skip)?,
        first: at(skip + rounds * long)?,
        last: at(skip + long)?,
    })
}

struct Frame {
    next: Vec<(Step, State)>,
}

/// Runs from a state, at most so many states; `inside` says in which set a state
/// lies. What runs repeat is added to `periods`, each cycle once.
pub(super) fn search(
    system: &System,
    stop: &Stop,
    first: State,
    budget: usize,
    inside: &dyn Fn(&State) -> Option<usize>,
    periods: &mut Vec<Period>,
) -> Option<Found> {
    let mut leaving: HashMap<Loc, Vec<TransId>> = HashMap::new();
    for (id, t) in system.transitions.iter() {
        leaving.entry(t.source).or_default().push(id);
    }
    let mut seen: HashSet<State> = HashSet::new();
    let mut place: HashMap<State, usize> = HashMap::new();
    let mut states = vec![first.clone()];
    let mut steps: Vec<Step> = Vec::new();
    let found = |met, steps: &[Step], states: &[State]| Found {
        steps: steps.to_vec(),
        states: states.to_vec(),
        met,
    };
    if let Some(i) = inside(&first) {
        return Some(found(Met::Inside(i), &steps, &states));
    }
    seen.insert(first.clone());
    place.insert(first.clone(), 0);
    let mut frames = vec![Frame {
        next: successors(system, &leaving, &first),
    }];
    while let Some(frame) = frames.last_mut() {
        if seen.len() > budget || (seen.len() % 64 == 0 && stop.now()) {
            return None;
        }
        let Some((step, state)) = frame.next.pop() else {
            frames.pop();
            steps.pop();
            if let Some(gone) = states.pop() {
                place.remove(&gone);
            }
            continue;
        };
        if let Some(&from) = place.get(&state) {
            if steps.len() + 1 - from <= MAX_CYCLE {
                steps.push(step);
                states.push(state);
                return Some(found(Met::Again(from), &steps, &states));
            }
            continue;
        }
        if frames.len() >= MAX_DEPTH || !seen.insert(state.clone()) {
            continue;
        }
        steps.push(step);
        states.push(state.clone());
        if let Some(i) = inside(&state) {
            return Some(found(Met::Inside(i), &steps, &states));
        }
        place.insert(state.clone(), states.len() - 1);
        if steps.len() % LOOK == 0 {
            let found = period(&steps, &states);
            if let Some(p) = found {
                let known = periods.iter_mut().find(|q| q.cycle == p.cycle);
                if let Some(q) = known {
                    q.last = p.last;
                } else if periods.len() < MAX_PERIODS {
                    periods.push(p);
                }
            }
        }
        frames.push(Frame {
            next: successors(system, &leaving, &state),
        });
    }
    None
}

/// The steps from a state; the last is to be tried first.
fn successors(
    system: &System,
    leaving: &HashMap<Loc, Vec<TransId>>,
    state: &State,
) -> Vec<(Step, State)> {
    let mut out = Vec::new();
    for id in leaving.get(&state.at).into_iter().flatten().rev() {
        let Some(t) = system.transitions.get(*id) else {
            continue;
        };
        for temporaries in values(system, t, state).into_iter().rev() {
            for arm in (0..t.arms.len()).rev() {
                let Some(next) = run(system, state, *id, arm, &temporaries) else {
                    continue;
                };
                if next.values.iter().all(|x| x.bits() <= MAX_BITS) {
                    let step = Step {
                        transition: *id,
                        arm,
                        temporaries: temporaries.clone(),
                    };
                    out.push((step, next));
                }
            }
        }
    }
    out
}

/// Values for the temporaries of a transition, the likeliest first.
fn values(system: &System, t: &Transition, state: &State) -> Vec<Vec<Int>> {
    let n = system.dimension();
    let mut out: Vec<Vec<Int>> = vec![Vec::new()];
    for i in 0..t.temporaries.len() {
        let mut more: Vec<Vec<Int>> = Vec::new();
        // Each later candidate for all that was chosen so far, so that the first
        // of each come first.
        let lists: Vec<Vec<Int>> = (out.iter())
            .map(|chosen| candidates(t, n, i, state, chosen))
            .collect();
        for k in 0..MAX_VALUES {
            for (chosen, list) in out.iter().zip(&lists) {
                if let Some(x) = list.get(k) {
                    let mut longer = chosen.clone();
                    longer.push(x.clone());
                    more.push(longer);
                }
            }
        }
        more.truncate(MAX_VALUES);
        out = more;
    }
    out
}

/// Values for one temporary, given those before it.
fn candidates(t: &Transition, n: usize, i: usize, state: &State, chosen: &[Int]) -> Vec<Int> {
    let v = Var::from_index(n + i);
    let value = |w: Var| match state.values.get(w.index()) {
        Some(x) => Some(x.clone()),
        None => chosen.get(w.index().checked_sub(n)?).cloned(),
    };
    let mut equal: Vec<Int> = Vec::new();
    let mut low: Option<Int> = None;
    let mut high: Option<Int> = None;
    for a in &t.guard {
        let k = a.poly.linear_coefficient(v);
        if k.is_zero() {
            continue;
        }
        let mut rest: Poly = a.poly.clone();
        rest.insert(Monomial::var(v), -k.clone());
        // k * v + rest, where the rest is known.
        let Some(c) = rest.evaluate(&value).filter(|_| !rest.mentions(v)) else {
            continue;
        };
        match (a.rel, k.is_positive()) {
            (Rel::Eq, _) => {
                if (-&c).is_multiple_of(&k) {
                    equal.push(-c / k);
                } else {
                    return Vec::new();
                }
            }
            (Rel::Ge, true) => {
                let least = (-c).div_ceil(&k);
                low = Some(low.map_or(least.clone(), |l| l.max(least)));
            }
            (Rel::Ge, false) => {
                let most = c.div_floor(&-k);
                high = Some(high.map_or(most.clone(), |h| h.min(most)));
            }
        }
    }
    let fits = |x: &Int| {
        low.as_ref().is_none_or(|l| x >= l)
            && high.as_ref().is_none_or(|h| x <= h)
            && equal.iter().all(|e| e == x)
    };
    let mut out: Vec<Int> = Vec::new();
    let mut add = |x: Int| {
        if fits(&x) && !out.contains(&x) {
            out.push(x);
        }
    };
    for x in &equal {
        add(x.clone());
    }
    // What it is stored in keeps its value.
    for arm in &t.arms {
        for (w, p) in arm.update.iter().enumerate() {
            if p.as_var() == Some(v) {
                if let Some(x) = state.values.get(w) {
                    add(x.clone());
                }
            }
        }
    }
    for x in [&low, &high].into_iter().flatten() {
        add(x.clone());
    }
    for x in [Int::zero(), Int::one(), -Int::one(), Int::from(2)] {
        add(x);
    }
    out
}
