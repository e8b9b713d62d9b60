//! Parts of runs as one step: a guard, an update and a cost over the values at
//! the beginning, and the program of steps and repetitions that it stands for.
//!
//! Idea: whatever is composed keeps its program, so a run can be told again
//! step by step in the system of the file, and nothing that is found here has
//! to be believed. The guard is what is hoped to be enough. Source: Frohn,
//! Naaf, Brockschmidt and Giesl, "Inferring lower runtime bounds for integer
//! programs", TOPLAS 2020. Cost: substitution into polynomials.

use super::program::{Program, Replaced};
pub(crate) use super::ratpoly::UNKNOWN;
use super::ratpoly::{Fuel, RatPoly};
use crate::linear::Facts;
use crate::num::Rat;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel, System, TransId};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::{One, Signed, Zero};
use std::collections::HashSet;
use std::sync::Arc;

/// The first counter of a repetition; below are temporaries.
pub(crate) const COUNTERS: u32 = 1 << 24;
/// The number of the family.
pub(super) const FAMILY: Var = Var(1 << 30);

/// Atoms of a guard.
const MAX_ATOMS: usize = 120;
/// Terms of an update.
const MAX_TERMS: usize = 120;
/// Degrees.
const MAX_DEGREE: u32 = 6;
/// Items of a program.
const MAX_ITEMS: usize = 400;
/// Replacements and compositions inside each other; telling a program goes as
/// deep.
const MAX_HEIGHT: usize = 2_000;

/// See the module. Its temporaries are `Var(n)`, `Var(n + 1)` and so on, for
/// `n` variables.
#[derive(Clone, Debug)]
pub struct Macro {
    /// Where it starts; `None` is before the start.
    pub source: Option<Loc>,
    /// Where it ends.
    pub target: Loc,
    /// What is hoped to be enough.
    pub guard: Vec<Arc<Atom>>,
    /// The values at the end.
    pub update: Vec<RatPoly>,
    /// What it costs.
    pub cost: RatPoly,
    /// How many temporaries there are.
    pub temporaries: usize,
    /// What it stands for.
    pub program: Program,
    /// Repetitions inside each other.
    pub depth: u32,
    /// Whether it is known that all of the guard is possible.
    pub(super) possible: bool,
}

impl Macro {
    /// Nothing, before the start.
    pub fn begin(system: &System) -> Macro {
        Macro {
            source: None,
            target: system.start,
            guard: Vec::new(),
            update: system.vars().map(RatPoly::var).collect(),
            cost: RatPoly::zero(),
            temporaries: 0,
            program: Program::nothing(),
            depth: 0,
            possible: true,
        }
    }

    /// One arm of a transition; `None` where it is never taken.
    pub fn of_arm(stop: &Stop, system: &System, id: TransId, arm: usize) -> Option<Macro> {
        let t = system.transitions.get(id)?;
        let to = t.arms.get(arm)?;
        let n = system.dimension();
        let temps = (0..t.temporaries.len()).map(|i| RatPoly::var(Var::from_index(n + i)));
        Macro {
            source: Some(t.source),
            target: to.target,
            guard: t.guard.iter().cloned().map(Arc::new).collect(),
            update: to.update.iter().map(RatPoly::from).collect(),
            cost: RatPoly::from(&t.cost.lower),
            temporaries: t.temporaries.len(),
            program: Program::step(id, arm, temps.collect()),
            depth: 0,
            possible: false,
        }
        .tidied(stop, n)
    }

    /// With variables and temporaries replaced.
    pub(crate) fn put(&self, stop: &Stop, with: Replaced) -> Macro {
        let fuel = Fuel::new(stop);
        let by = |v: Var| with.get(&v).cloned();
        let touched = |p: &Poly| p.vars().iter().any(|v| with.contains_key(v));
        let atom = |a: &Arc<Atom>| match touched(&a.poly) {
            true => Arc::new(Atom {
                poly: RatPoly::from(&a.poly).substitute_for(&fuel, &by).cleared(),
                rel: a.rel,
            }),
            false => a.clone(),
        };
        let value = |p: &RatPoly| match with.keys().any(|v| p.mentions(*v)) {
            true => p.substitute_for(&fuel, &by),
            false => p.clone(),
        };
        Macro {
            source: self.source,
            target: self.target,
            guard: self.guard.iter().map(atom).collect(),
            update: self.update.iter().map(value).collect(),
            cost: value(&self.cost),
            temporaries: self.temporaries,
            depth: self.depth,
            possible: false,
            program: self.program.put(&Arc::new(with)),
        }
    }

    /// Temporaries with a definition are replaced, atoms that hold always are
    /// gone; `None` where one holds never, or all together.
    pub fn tidied(self, stop: &Stop, n: usize) -> Option<Macro> {
        self.simplified(stop, n)?.asked(stop)
    }

    /// Itself, where the linear part of the guard has no contradiction: a linear
    /// program, once.
    pub fn asked(mut self, stop: &Stop) -> Option<Macro> {
        let atoms = self.guard.iter().map(Arc::as_ref);
        self.possible = self.possible || Facts::new(stop, atoms).contradiction().is_none();
        self.possible.then_some(self)
    }

    /// The same, where nothing is asked about all atoms together.
    fn simplified(self, stop: &Stop, n: usize) -> Option<Macro> {
        let mut m = self;
        loop {
            if stop.now() {
                return None;
            }
            let defined = m.guard.iter().find_map(|a| {
                if a.rel != Rel::Eq {
                    return None;
                }
                let own = a.poly.vars().into_iter().rev();
                own.filter(|v| is_temporary(*v, n))
                    .find_map(|v| Some((v, solved_for(&a.poly, v)?)))
            });
            match defined {
                Some((v, p)) => m = m.put(stop, Replaced::from([(v, p)])),
                None => break,
            }
        }
        let mut seen: HashSet<Arc<Atom>> = HashSet::new();
        let mut guard: Vec<Arc<Atom>> = Vec::new();
        for a in m.guard {
            if a.poly.mentions(UNKNOWN) {
                return None;
            }
            match a.constant() {
                Some(true) => {}
                Some(false) => return None,
                None if !seen.insert(a.clone()) => {}
                None => guard.push(a),
            }
        }
        m.guard = guard;
        let large = |p: &RatPoly| p.len() > MAX_TERMS || p.degree() > MAX_DEGREE;
        if m.guard.len() > MAX_ATOMS
            || m.program.size() > MAX_ITEMS
            || m.program.height() > MAX_HEIGHT
            || m.cost.mentions(UNKNOWN)
            || m.update.iter().any(large)
            || large(&m.cost)
            || (m.guard.iter()).any(|a| a.poly.len() > MAX_TERMS || a.poly.degree() > MAX_DEGREE)
        {
            return None;
        }
        Some(m)
    }

    /// First this, then another. Whether that is possible is not
    /// [asked](Self::asked): most of what is composed is not looked at again.
    pub fn then(&self, stop: &Stop, next: &Macro) -> Option<Macro> {
        let n = self.update.len();
        let shift = self.temporaries;
        let mut with = Replaced::new();
        for (i, p) in self.update.iter().enumerate() {
            let v = Var::from_index(i);
            if *p != RatPoly::var(v) {
                with.insert(v, p.clone());
            }
        }
        for i in n..n + next.temporaries {
            let behind = Var::from_index(i + shift);
            if shift > 0 {
                with.insert(Var::from_index(i), RatPoly::var(behind));
            }
        }
        let mut out = next.put(stop, with);
        out.source = self.source;
        out.guard = [self.guard.as_slice(), &out.guard].concat();
        out.cost = self.cost.plus(&out.cost);
        out.program = self.program.then(&out.program);
        out.possible = false;
        out.temporaries += shift;
        out.depth = self.depth.max(next.depth);
        out.simplified(stop, n)
    }
}

/// Whether it is a temporary of a macro over `n` variables.
pub(super) fn is_temporary(v: Var, n: usize) -> bool {
    v.index() >= n && v.0 < COUNTERS
}

/// What a variable is if a polynomial is 0, also where that need not be whole.
pub(super) fn root(p: &Poly, v: Var) -> Option<RatPoly> {
    let k = p.linear_coefficient(v);
    let mut rest = p.clone();
    rest.insert(crate::poly::Monomial::var(v), -k.clone());
    if k.is_zero() || rest.mentions(v) {
        return None;
    }
    let share = -Rat::from_integer(k).recip();
    Some(RatPoly::zero().plus_scaled(&RatPoly::from(&rest), &share))
}

/// The same, where it is a polynomial over integers.
pub(super) fn solved_for(p: &Poly, v: Var) -> Option<RatPoly> {
    let whole = p.linear_coefficient(v).abs().is_one();
    whole.then(|| root(p, v))?
}
