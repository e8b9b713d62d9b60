//! Paths through a system, composed: one guard and one update over the values
//! at their beginning and the temporaries of all their steps. Concrete runs
//! along paths. Exact in both directions.

use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, System, TransId};
use ep_base::entity::EntityId;

/// Terms of an update at which composing is given up.
const MAX_TERMS: usize = 400;
/// Degree likewise.
const MAX_DEGREE: u32 = 12;

/// Products of terms of one substitution.
const MAX_PRODUCTS: usize = 20_000;

/// One step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The transition.
    pub transition: TransId,
    /// Its arm.
    pub arm: usize,
    /// The first of its temporaries, counted over the path.
    pub first: usize,
    /// How many it has.
    pub count: usize,
    /// How many atoms its guard has.
    pub atoms: usize,
}

/// A composed path.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Where it ends.
    pub at: Loc,
    /// Its steps.
    pub steps: Vec<Taken>,
    /// The guards of all steps over the values at the beginning.
    pub guard: Vec<Atom>,
    /// The values at the end.
    pub state: Vec<Poly>,
    /// How many temporaries its steps have; the i-th is `Var(n + i)`.
    pub temporaries: usize,
}

impl Walk {
    /// No step.
    pub fn at(system: &System, at: Loc) -> Self {
        Walk {
            at,
            steps: Vec::new(),
            guard: Vec::new(),
            state: system.identity(),
            temporaries: 0,
        }
    }

    /// One step more; `None` where it cannot be written down in reason, does
    /// not start here, or a guard is false for all values.
    pub fn step(&self, system: &System, id: TransId, arm: usize) -> Option<Walk> {
        let t = system.transitions.get(id)?;
        let to = t.arms.get(arm)?;
        if t.source != self.at {
            return None;
        }
        let with = |v: Var| match self.state.get(v.index()) {
            Some(p) => Some(p.clone()),
            None => Some(Poly::var(Var::from_index(v.index() + self.temporaries))),
        };
        let mut out = self.clone();
        for a in &t.guard {
            let poly = a.poly.substitute_within(MAX_PRODUCTS, &with)?;
            let a = Atom { poly, rel: a.rel };
            if a.constant() == Some(false) {
                return None;
            }
            out.guard.push(a);
        }
        let put = |p: &Poly| p.substitute_within(MAX_PRODUCTS, &with);
        out.state = to.update.iter().map(put).collect::<Option<_>>()?;
        let large = |p: &Poly| p.len() > MAX_TERMS || p.degree() > MAX_DEGREE;
        if out.state.iter().any(large) || out.guard.iter().any(|a| large(&a.poly)) {
            return None;
        }
        out.at = to.target;
        out.temporaries += t.temporaries.len();
        out.steps.push(Taken {
            transition: id,
            arm,
            first: self.temporaries,
            count: t.temporaries.len(),
            atoms: t.guard.len(),
        });
        Some(out)
    }

    /// One step more for each transition of a path; the arm is that of the last.
    pub fn follow(&self, system: &System, path: &[TransId], arm: usize) -> Option<Walk> {
        let mut walk = self.clone();
        for (i, id) in path.iter().enumerate() {
            let arm = if i + 1 == path.len() { arm } else { 0 };
            walk = walk.step(system, *id, arm)?;
        }
        Some(walk)
    }
}

/// A concrete state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where.
    pub at: Loc,
    /// The values of the variables.
    pub values: Vec<Int>,
}

/// Makes one step with these temporaries; `None` where the guard does not hold.
pub fn run(
    system: &System,
    state: &State,
    id: TransId,
    arm: usize,
    temps: &[Int],
) -> Option<State> {
    let t = system.transitions.get(id)?;
    let to = t.arms.get(arm)?;
    if t.source != state.at || temps.len() != t.temporaries.len() {
        return None;
    }
    let n = system.dimension();
    let value = |v: Var| match state.values.get(v.index()) {
        Some(x) => Some(x.clone()),
        None => temps.get(v.index().checked_sub(n)?).cloned(),
    };
    if !t.guard.iter().all(|a| a.holds(&value) == Some(true)) {
        return None;
    }
    crate::counts::change(|c| c.steps += 1);
    let values: Option<Vec<Int>> = to.update.iter().map(|p| p.evaluate(&value)).collect();
    Some(State {
        at: to.target,
        values: values?,
    })
}
