//! Geometric arguments: a point, and rays along which a cycle leads away from it
//! for ever.
//!
//! Idea: a linear cycle leads from the point `p` to `p + y1`, and a ray `yj` is led
//! to `fj * yj + y(j+1)` by its linear part, with a natural number `fj`; the last one
//! has none behind it. Then each state of the run is `p + k1*y1 + k2*y2 + …` with
//! naturals, which a round changes to `k1' = 1 + f1*k1`, `kj' = k(j-1) + fj*kj`, and
//! it is enough that the guard holds at `p` and that no ray leads out of it: the sum
//! is in it then. Temporaries have a value at `p` and a change along each ray. Each
//! ray is an affine expression of the point and of the temporaries' values and
//! changes, so with the factors from a table all conditions are linear in these
//! numbers: one question over integers for a stem and a cycle.
//!
//! One list of factors is enough: if there is an argument with some of them, there is
//! one with the same point and all of them in ascending order (with a factor `f` put
//! in before the j-th, rays `zj` become `(fj - f)*zj + z(j+1)`, sums of rays with
//! naturals). Shorter lists are tried for the reader only, once there is an answer.
//! Lists whose last ray is led to the first one, too, are for what turns around.
//!
//! The answer is a set with names of its own, the `kj`, as the judge knows it: the
//! point and the rays are its equations, and every round is proved as for other sets.
//! So a set that needs a name for a temporary (`2*t = x`) is found where it is on
//! rays. Alternative: to give the judge a form for points and rays, which would be a
//! second rule for what one rule does already.
//!
//! Source: Leike and Heizmann, "Geometric Nontermination Arguments", TACAS 2018,
//! with nilpotent components; over integers, with `k1` in place of all `kj` growing
//! by 1, which asks less of the rays. Cost: a linear program, rarely a question to
//! Z3, for a cycle and each stem to it.
//!
//! What must never happen: a factor that is no natural number (the run would leave
//! the integers or alternate), a ray that leads out of a guard, a rational point.

use super::{behind, concretely, relevant, rounds, start_of, Search};
use crate::ask::Point;
use crate::linear::Facts;
use crate::num::Int;
use crate::outcome::{Lasso, Ray, Step};
use crate::poly::{Poly, Var};
use crate::system::{Atom, System};
use crate::walk::Walk;
use ep_base::entity::EntityId;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Factors that are read off the cycle.
const MAX_READ: usize = 3;
/// The greatest of them.
const MAX_FACTOR: u32 = 1_000;
/// Atoms of a guard.
const MAX_ATOMS: usize = 80;

/// Factors of the rays, and how much of the first ray the last one is led to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plan {
    factors: Vec<Int>,
    back: Int,
}

impl Plan {
    fn of(factors: &[Int]) -> Self {
        Plan {
            factors: factors.to_vec(),
            back: Int::zero(),
        }
    }
}

/// What a run may need in general, then what turns around.
fn plans(cycle: &Walk, vars: &BTreeSet<Var>, n: usize) -> Vec<Plan> {
    let mut read: BTreeSet<Int> = BTreeSet::new();
    let mut add = |k: Int| {
        if k > Int::from(2) && k <= Int::from(MAX_FACTOR) {
            read.insert(k);
        }
    };
    for v in vars {
        if let Some(p) = cycle.state.get(v.index()) {
            add(p.linear_coefficient(*v));
        }
    }
    // What a temporary is bounded by may be what it grows by.
    let bounding = (cycle.guard.iter()).filter(|a| a.poly.vars().iter().any(|v| v.index() >= n));
    for a in bounding {
        a.poly
            .vars()
            .iter()
            .for_each(|v| add(a.poly.linear_coefficient(*v).abs()));
    }
    let mut all: Vec<Int> = [0, 1, 1, 1, 2, 2].map(Int::from).to_vec();
    all.extend(read.into_iter().take(MAX_READ));
    let round = |factors: &[i64]| Plan {
        factors: factors.iter().map(|f| Int::from(*f)).collect(),
        back: Int::from(1),
    };
    vec![Plan::of(&all), round(&[0, 0]), round(&[0, 1])]
}

/// Lists that a reader would rather have.
fn shorter(plan: &Plan) -> Vec<Plan> {
    if !plan.back.is_zero() {
        return Vec::new();
    }
    let mut some: Vec<Int> = plan.factors.clone();
    some.dedup();
    let mut out: Vec<Plan> = (some.iter())
        .map(|f| Plan::of(std::slice::from_ref(f)))
        .collect();
    for (i, f) in plan.factors.iter().enumerate() {
        for g in plan.factors.iter().skip(i + 1) {
            let pair = Plan::of(&[f.clone(), g.clone()]);
            if !out.contains(&pair) {
                out.push(pair);
            }
        }
    }
    out
}

/// The conditions of an argument over the numbers that it is made of: the values at
/// the head, then those of the temporaries there, then their changes along each ray.
struct Question {
    atoms: Vec<Atom>,
    /// Per ray and variable that matters.
    rays: Vec<BTreeMap<Var, Poly>>,
    /// The numbers of temporaries.
    temporaries: usize,
    /// Variables of the system.
    n: usize,
    plan: Plan,
}

impl Question {
    /// The change of a temporary along a ray.
    fn change(n: usize, temporaries: usize, ray: usize, t: usize) -> Var {
        Var::from_index(n + (1 + ray) * temporaries + t)
    }

    /// `None` where the cycle is not linear, or there is no argument.
    fn new(cycle: &Walk, vars: &BTreeSet<Var>, n: usize, plan: Plan) -> Option<Question> {
        let temporaries = cycle.temporaries;
        let update = |v: &Var| Some((*v, cycle.state.get(v.index())?));
        let updates: Vec<(Var, &Poly)> = vars.iter().map(update).collect::<Option<_>>()?;
        let linear = cycle.guard.iter().all(|a| a.poly.is_linear());
        if !linear || !updates.iter().all(|(_, p)| p.is_linear()) || cycle.guard.len() > MAX_ATOMS {
            return None;
        }
        let mut atoms = cycle.guard.clone();
        let first = |(v, p): &(Var, &Poly)| (*v, p.minus(&Poly::var(*v)));
        let mut rays: Vec<BTreeMap<Var, Poly>> = vec![updates.iter().map(first).collect()];
        let last = plan.factors.len().checked_sub(1)?;
        for (j, factor) in plan.factors.iter().enumerate() {
            let ray = rays.get(j)?.clone();
            // What stands along the ray in place of a variable of a linear part.
            let along = |p: &Poly| {
                let constant = Poly::constant(p.constant_term());
                p.minus(&constant)
                    .substitute(&|v| match v.index().checked_sub(n) {
                        None => ray.get(&v).cloned(),
                        Some(t) => Some(Poly::var(Question::change(n, temporaries, j, t))),
                    })
            };
            for a in &cycle.guard {
                atoms.push(Atom {
                    poly: along(&a.poly),
                    rel: a.rel,
                });
            }
            let mut next: BTreeMap<Var, Poly> = BTreeMap::new();
            for (v, p) in &updates {
                let mut beyond = along(p);
                beyond.add_scaled(ray.get(v)?, &-factor.clone());
                next.insert(*v, beyond);
            }
            if j < last {
                rays.push(next);
                continue;
            }
            for (v, beyond) in next {
                let back = rays.first()?.get(&v)?.scaled(&plan.back);
                atoms.push(Atom::eq(&beyond, &back));
            }
        }
        atoms.retain(|a| a.constant() != Some(true));
        let none = atoms.iter().any(|a| a.constant() == Some(false));
        let mut seen = std::collections::HashSet::new();
        atoms.retain(|a| seen.insert(a.clone()));
        (!none).then_some(Question {
            atoms,
            rays,
            temporaries,
            n,
            plan,
        })
    }
}

/// Names for the numbers of rays, that nothing in the system has.
fn names(system: &System, count: usize) -> Vec<String> {
    let temporaries = system.transitions.iter().flat_map(|(_, t)| &t.temporaries);
    let taken: BTreeSet<&String> = system.variables.iter().chain(temporaries).collect();
    let fresh = |j: usize| {
        let mut name = format!("k{j}");
        while taken.contains(&name) {
            name.push('_');
        }
        name
    };
    (1..=count).map(fresh).collect()
}

impl Search<'_> {
    /// A point and rays behind some stem.
    pub fn geometric(&mut self) -> Option<Lasso> {
        let cycles = std::mem::take(&mut self.cycles);
        let mut all = cycles.iter().flatten();
        let found = all.find_map(|cycle| match self.late() {
            true => None,
            false => self.along_rays(cycle),
        });
        self.cycles = cycles;
        found
    }

    fn along_rays(&mut self, cycle: &Walk) -> Option<Lasso> {
        let n = self.system.dimension();
        let vars = relevant(cycle, n);
        let stems = (self.stems.get(&start_of(self.system, cycle)?)).cloned()?;
        for plan in plans(cycle, &vars, n) {
            let Some(question) = Question::new(cycle, &vars, n, plan) else {
                continue;
            };
            if Facts::new(&self.stop, &question.atoms)
                .contradiction()
                .is_some()
            {
                continue;
            }
            for stem in &stems {
                if self.late() {
                    return None;
                }
                let Some(lasso) = self.behind_a_stem(cycle, stem, &question) else {
                    continue;
                };
                let simple = shorter(&question.plan).into_iter().find_map(|plan| {
                    let question = Question::new(cycle, &vars, n, plan)?;
                    self.behind_a_stem(cycle, stem, &question)
                });
                return Some(simple.unwrap_or(lasso));
            }
        }
        None
    }

    fn behind_a_stem(&mut self, cycle: &Walk, stem: &Walk, q: &Question) -> Option<Lasso> {
        let atoms = behind(stem, &q.atoms)?;
        let Point::Found(point) = self.ask.point(&atoms) else {
            return None;
        };
        let (input, steps) = concretely(self.system, stem, &point);
        let at = |v: Var| Some(point.get(&v).cloned().unwrap_or_default());
        let entry: Vec<Int> = (stem.state.iter())
            .map(|p| p.evaluate(&at))
            .collect::<Option<_>>()?;
        // Numbers of the question come behind the stem's temporaries.
        let value = |v: Var| match entry.get(v.index()) {
            Some(x) => Some(x.clone()),
            None => at(Var::from_index(v.index() + stem.temporaries)),
        };
        self.told_along(cycle, q, input, steps, &value)
    }

    /// An argument at a state that a run has reached.
    pub(super) fn geometric_at(
        &mut self,
        cycle: &Walk,
        input: &[Int],
        steps: &[Step],
        state: &[Int],
    ) -> Option<Lasso> {
        let n = self.system.dimension();
        let vars = relevant(cycle, n);
        let mut ask = |plan: Plan| {
            let q = Question::new(cycle, &vars, n, plan)?;
            let known = |v: Var| Some(Poly::constant(state.get(v.index())?.clone()));
            let mut atoms: Vec<Atom> = q.atoms.iter().map(|a| a.substitute(&known)).collect();
            atoms.retain(|a| a.constant() != Some(true));
            let Point::Found(point) = self.ask.point(&atoms) else {
                return None;
            };
            let value = |v: Var| match state.get(v.index()) {
                Some(x) => Some(x.clone()),
                None => Some(point.get(&v).cloned().unwrap_or_default()),
            };
            self.told_along(cycle, &q, input.to_vec(), steps.to_vec(), &value)
        };
        plans(cycle, &vars, n).into_iter().find_map(|plan| {
            let lasso = ask(plan.clone())?;
            Some(
                shorter(&plan)
                    .into_iter()
                    .find_map(&mut ask)
                    .unwrap_or(lasso),
            )
        })
    }

    /// The argument with these numbers, if it is proved and runs.
    fn told_along(
        &self,
        cycle: &Walk,
        q: &Question,
        input: Vec<Int>,
        stem: Vec<Step>,
        value: &dyn Fn(Var) -> Option<Int>,
    ) -> Option<Lasso> {
        let mut rays: Vec<BTreeMap<Var, Int>> = Vec::new();
        for ray in &q.rays {
            let one = |(v, p): (&Var, &Poly)| Some((*v, p.evaluate(value)?));
            rays.push(ray.iter().map(one).collect::<Option<_>>()?);
        }
        // What is led nowhere leads nothing else anywhere.
        if q.plan.back.is_zero() {
            while rays.last().is_some_and(|r| r.values().all(Zero::is_zero)) {
                rays.pop();
            }
        }
        let number = |j: usize| Poly::var(Var::from_index(q.n + j));
        let mut set: Vec<Atom> = Vec::new();
        for v in q.rays.first()?.keys() {
            let mut sum = Poly::constant(value(*v)?);
            for (j, ray) in rays.iter().enumerate() {
                sum.add_scaled(&number(j), ray.get(v)?);
            }
            set.push(Atom::eq(&Poly::var(*v), &sum));
        }
        set.extend((0..rays.len()).map(|j| Atom::ge0(number(j))));
        let mut temps: Vec<Poly> = Vec::new();
        for t in 0..q.temporaries {
            let mut sum = Poly::constant(value(Var::from_index(q.n + t))?);
            for j in 0..rays.len() {
                sum.add_scaled(
                    &number(j),
                    &value(Question::change(q.n, q.temporaries, j, t))?,
                );
            }
            temps.push(sum);
        }
        let count = rays.len();
        let own = (rays.into_iter().zip(names(self.system, count)).enumerate()).map(
            |(j, (ray, name))| {
                let mut next = match j.checked_sub(1) {
                    None => Poly::from(1),
                    Some(before) => number(before),
                };
                if let Some(factor) = q.plan.factors.get(j) {
                    next.add_scaled(&number(j), factor);
                }
                if j == 0 {
                    next.add_scaled(&number(count - 1), &q.plan.back);
                }
                Ray {
                    name,
                    direction: ray.into_iter().filter(|(_, x)| !x.is_zero()).collect(),
                    next,
                }
            },
        );
        self.checked(Lasso {
            head: start_of(self.system, cycle)?,
            input,
            stem,
            entry: Vec::new(),
            rays: own.collect(),
            set,
            branches: Vec::new(),
            cycle: rounds(cycle, &temps),
            replayed: 0,
        })
    }
}
