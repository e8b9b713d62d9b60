//! Parts of runs as one step: a guard, an update and a cost over the values at
//! the beginning, and the program of steps and repetitions that it stands for.
//!
//! Idea: whatever is composed keeps its program, so a run can be told again
//! step by step in the system of the file, and nothing that is found here has
//! to be believed. The guard is what is hoped to be enough. Source: Frohn,
//! Naaf, Brockschmidt and Giesl, "Inferring lower runtime bounds for integer
//! programs", TOPLAS 2020. Cost: substitution into polynomials.

pub(super) use super::ratpoly::UNKNOWN;
use super::ratpoly::{Fuel, RatPoly};
use crate::linear::Facts;
use crate::num::Rat;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel, System, TransId};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::{One, Signed, Zero};

/// The first counter of a repetition; below are temporaries.
pub(super) const COUNTERS: u32 = 1 << 24;
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

/// A part of a program.
#[derive(Clone, Debug)]
pub enum Item {
    /// A transition.
    Step {
        /// Which.
        transition: TransId,
        /// The arm that is followed.
        arm: usize,
        /// The values of its temporaries.
        temporaries: Vec<RatPoly>,
    },
    /// Rounds of a loop.
    Repeat {
        /// The number of the round, from 0.
        counter: Var,
        /// How many.
        count: RatPoly,
        /// The values at the beginning of a round; `None` is not told.
        state: Vec<Option<RatPoly>>,
        /// A round.
        body: Vec<Item>,
    },
}

impl Item {
    fn put(&self, fuel: &Fuel, with: &dyn Fn(Var) -> Option<RatPoly>) -> Item {
        match self {
            Item::Step {
                transition,
                arm,
                temporaries,
            } => Item::Step {
                transition: *transition,
                arm: *arm,
                temporaries: (temporaries.iter().map(|p| p.substitute_for(fuel, with))).collect(),
            },
            Item::Repeat {
                counter,
                count,
                state,
                body,
            } => Item::Repeat {
                counter: *counter,
                count: count.substitute_for(fuel, with),
                state: state
                    .iter()
                    .map(|p| {
                        let p = p.as_ref()?.substitute_for(fuel, with);
                        (!p.mentions(UNKNOWN)).then_some(p)
                    })
                    .collect(),
                body: body.iter().map(|i| i.put(fuel, with)).collect(),
            },
        }
    }

    fn size(&self) -> usize {
        match self {
            Item::Step { .. } => 1,
            Item::Repeat { body, .. } => 1 + body.iter().map(Item::size).sum::<usize>(),
        }
    }
}

/// A program with its variables replaced.
pub(super) fn put_all(
    fuel: &Fuel,
    items: &[Item],
    with: &dyn Fn(Var) -> Option<RatPoly>,
) -> Vec<Item> {
    items.iter().map(|i| i.put(fuel, with)).collect()
}

/// See the module. Its temporaries are `Var(n)`, `Var(n + 1)` and so on, for
/// `n` variables.
#[derive(Clone, Debug)]
pub struct Macro {
    /// Where it starts; `None` is before the start.
    pub source: Option<Loc>,
    /// Where it ends.
    pub target: Loc,
    /// What is hoped to be enough.
    pub guard: Vec<Atom>,
    /// The values at the end.
    pub update: Vec<RatPoly>,
    /// What it costs.
    pub cost: RatPoly,
    /// How many temporaries there are.
    pub temporaries: usize,
    /// What it stands for.
    pub items: Vec<Item>,
    /// Repetitions inside each other.
    pub depth: u32,
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
            items: Vec::new(),
            depth: 0,
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
            guard: t.guard.clone(),
            update: to.update.iter().map(RatPoly::from).collect(),
            cost: RatPoly::from(&t.cost.lower),
            temporaries: t.temporaries.len(),
            items: vec![Item::Step {
                transition: id,
                arm,
                temporaries: temps.collect(),
            }],
            depth: 0,
        }
        .tidied(stop, n)
    }

    /// With variables and temporaries replaced.
    pub fn put(&self, stop: &Stop, with: &dyn Fn(Var) -> Option<RatPoly>) -> Macro {
        let fuel = Fuel::new(stop);
        let atom = |a: &Atom| Atom {
            poly: (RatPoly::from(&a.poly).substitute_for(&fuel, with)).cleared(),
            rel: a.rel,
        };
        Macro {
            guard: self.guard.iter().map(atom).collect(),
            update: (self.update.iter().map(|p| p.substitute_for(&fuel, with))).collect(),
            cost: self.cost.substitute_for(&fuel, with),
            items: self.items.iter().map(|i| i.put(&fuel, with)).collect(),
            ..self.clone()
        }
    }

    /// Temporaries with a definition are replaced, atoms that hold always are
    /// gone; `None` where one holds never, or all together.
    pub fn tidied(self, stop: &Stop, n: usize) -> Option<Macro> {
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
                Some((v, p)) => m = m.put(stop, &|w| (w == v).then(|| p.clone())),
                None => break,
            }
        }
        let mut guard: Vec<Atom> = Vec::new();
        for a in m.guard {
            if a.poly.mentions(UNKNOWN) {
                return None;
            }
            match a.constant() {
                Some(true) => {}
                Some(false) => return None,
                None if guard.contains(&a) => {}
                None => guard.push(a),
            }
        }
        m.guard = guard;
        let large = |p: &RatPoly| p.len() > MAX_TERMS || p.degree() > MAX_DEGREE;
        let items: usize = m.items.iter().map(Item::size).sum();
        if m.guard.len() > MAX_ATOMS
            || items > MAX_ITEMS
            || m.cost.mentions(UNKNOWN)
            || m.update.iter().any(large)
            || large(&m.cost)
            || m.guard.iter().any(|a| large(&RatPoly::from(&a.poly)))
        {
            return None;
        }
        if Facts::new(stop, &m.guard).contradiction().is_some() {
            return None;
        }
        Some(m)
    }

    /// First this, then another.
    pub fn then(&self, stop: &Stop, next: &Macro) -> Option<Macro> {
        let n = self.update.len();
        let shift = self.temporaries;
        let with = |v: Var| match self.update.get(v.index()) {
            Some(p) => Some(p.clone()),
            None if is_temporary(v, n) => Some(RatPoly::var(Var::from_index(v.index() + shift))),
            None => None,
        };
        let mut out = next.put(stop, &with);
        out.source = self.source;
        out.guard = [self.guard.clone(), out.guard].concat();
        out.cost = self.cost.plus(&out.cost);
        out.items = [self.items.clone(), out.items].concat();
        out.temporaries += shift;
        out.depth = self.depth.max(next.depth);
        out.tidied(stop, n)
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
