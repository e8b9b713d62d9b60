//! The proof that each member of a family has its run.
//!
//! Idea: the program is gone through once with the values as polynomials in the
//! family's number and the counters around; each guard is an obligation with
//! `0 <= k < count` as premises, each repetition an identity of closed forms.
//! That is what the checker of certificates does too, with the proofs from
//! here. Products of premises are added where a goal is not linear. Source: induction
//! over the number of the round; products as in Handelman, "Representing polynomials
//! by positive linear functions on compact convex polyhedra", 1988. The papers on
//! lower bounds ([`super`]) prove their rules once and for all; here each run is
//! proved, so the search may guess. Cost: a linear program per guard.

use super::macros::FAMILY;
use super::program::Item;
use super::ratpoly::{Fuel, RatPoly};
use crate::linear::{Facts, Proof};
use crate::num::Rat;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel, System, TransId};
use ep_base::entity::EntityId;
use ep_base::Stop;

/// The first name of a value that is not told.
const LOST: u32 = 1 << 29;
/// Products of premises per obligation.
const MAX_PRODUCTS: usize = 60;

/// An obligation's proof: products of two premises that are premises after the
/// others, then multipliers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// Pairs of premises.
    pub products: Vec<(usize, usize)>,
    /// Multipliers and premises.
    pub factors: Vec<(Rat, usize)>,
    /// How many premises there are besides the products.
    pub premises: usize,
}

/// A program over the family's number, with its proofs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A transition.
    Step {
        /// Which.
        transition: TransId,
        /// The arm that is followed.
        arm: usize,
        /// The values of its temporaries.
        temporaries: Vec<Poly>,
        /// One per atom of the guard.
        proofs: Vec<Told>,
    },
    /// Rounds of a loop.
    Repeat {
        /// The number of the round.
        counter: Var,
        /// How many.
        count: Poly,
        /// The values at the beginning of a round; `None` is not told.
        state: Vec<Option<RatPoly>>,
        /// What the rounds before have cost.
        cost: RatPoly,
        /// That the count is not below 0.
        proof: Told,
        /// A round.
        body: Vec<Line>,
    },
}

struct State {
    at: Loc,
    values: Vec<RatPoly>,
    cost: RatPoly,
}

struct Check<'a> {
    stop: &'a Stop,
    system: &'a System,
    premises: Vec<Atom>,
    lost: u32,
}

/// The program with its proofs and what it costs; `None` where one is missing.
/// The family's number is at least 0.
pub(super) fn check(
    stop: &Stop,
    system: &System,
    start: &[Poly],
    items: &[Item],
) -> Option<(Vec<Line>, RatPoly)> {
    let mut check = Check {
        stop,
        system,
        premises: vec![Atom::ge0(Poly::var(FAMILY))],
        lost: LOST,
    };
    let mut state = State {
        at: system.start,
        values: start.iter().map(RatPoly::from).collect(),
        cost: RatPoly::zero(),
    };
    let lines = check.items(items, &mut state)?;
    Some((lines, state.cost))
}

impl Check<'_> {
    fn items(&mut self, items: &[Item], state: &mut State) -> Option<Vec<Line>> {
        items.iter().map(|i| self.item(i, state)).collect()
    }

    fn item(&mut self, item: &Item, state: &mut State) -> Option<Line> {
        match item {
            Item::Step {
                transition,
                arm,
                temporaries,
            } => self.step(*transition, *arm, temporaries, state),
            Item::Repeat {
                counter,
                count,
                state: told,
                body,
            } => self.repeat(*counter, count, told, body, state),
        }
    }

    fn step(
        &mut self,
        id: TransId,
        arm: usize,
        temps: &[RatPoly],
        state: &mut State,
    ) -> Option<Line> {
        let t = self.system.transitions.get(id)?;
        let to = t.arms.get(arm)?;
        if t.source != state.at || temps.len() != t.temporaries.len() {
            return None;
        }
        let n = self.system.dimension();
        let with = |v: Var| match state.values.get(v.index()) {
            Some(p) => Some(p.clone()),
            None => temps.get(v.index().checked_sub(n)?).cloned(),
        };
        let mut proofs = Vec::new();
        let fuel = Fuel::new(self.stop);
        for a in &t.guard {
            let goal = RatPoly::from(&a.poly).substitute_for(&fuel, &with);
            proofs.push(self.prove(&goal, a.rel)?);
        }
        let cost = RatPoly::from(&t.cost.lower).substitute_for(&fuel, &with);
        let values = (to.update.iter()).map(|p| RatPoly::from(p).substitute_for(&fuel, &with));
        let values: Vec<RatPoly> = values.collect();
        let temporaries: Option<Vec<Poly>> = temps.iter().map(|p| self.told(p)).collect();
        state.cost = state.cost.plus(&cost);
        state.values = values;
        state.at = to.target;
        Some(Line::Step {
            transition: id,
            arm,
            temporaries: temporaries?,
            proofs,
        })
    }

    /// An integer polynomial over what can be written down.
    fn told(&self, p: &RatPoly) -> Option<Poly> {
        let known = |v: &Var| *v == FAMILY || v.0 < LOST;
        p.vars().iter().all(known).then(|| p.as_poly())?
    }

    fn repeat(
        &mut self,
        k: Var,
        count: &RatPoly,
        told: &[Option<RatPoly>],
        body: &[Item],
        state: &mut State,
    ) -> Option<Line> {
        let count = self.told(count)?;
        let proof = self.prove(&RatPoly::from(&count), Rel::Ge)?;
        for (now, p) in state.values.iter().zip(told) {
            if let Some(p) = p {
                if p.put(k, &RatPoly::zero()) != *now {
                    return None;
                }
            }
        }
        let mut unknown = || {
            self.lost += 1;
            RatPoly::var(Var(self.lost))
        };
        let values: Vec<RatPoly> = (told.iter())
            .map(|p| p.clone().unwrap_or_else(&mut unknown))
            .collect();
        let after: Vec<RatPoly> = (told.iter())
            .map(|p| match p {
                Some(p) => p.put(k, &RatPoly::from(&count)),
                None => unknown(),
            })
            .collect();
        let mut inner = State {
            at: state.at,
            values,
            cost: RatPoly::zero(),
        };
        let last = count.minus(&Poly::var(k)).minus(&Poly::from(1));
        self.premises.push(Atom::ge0(Poly::var(k)));
        self.premises.push(Atom::ge0(last));
        let lines = self.items(body, &mut inner);
        self.premises.pop();
        self.premises.pop();
        let lines = lines?;
        if inner.at != state.at {
            return None;
        }
        let next = RatPoly::var(k).plus(&RatPoly::integer(1));
        for (then, p) in inner.values.iter().zip(told) {
            if let Some(p) = p {
                if p.put(k, &next) != *then {
                    return None;
                }
            }
        }
        let known = |v: &Var| *v == FAMILY || v.0 < LOST;
        if !inner.cost.vars().iter().all(known) {
            return None;
        }
        let cost = inner.cost.sum(k);
        state.cost = state.cost.plus(&cost.put(k, &RatPoly::from(&count)));
        state.values = after;
        Some(Line::Repeat {
            counter: k,
            count,
            state: told.to_vec(),
            cost,
            proof,
            body: lines,
        })
    }

    fn prove(&self, goal: &RatPoly, rel: Rel) -> Option<Told> {
        if rel == Rel::Eq {
            return goal.is_empty().then(Told::default);
        }
        let whole = goal.cleared();
        let scale = Rat::from_integer(goal.denominator());
        let wanted = Atom::ge0(whole);
        match wanted.constant() {
            Some(true) => return Some(Told::default()),
            Some(false) => return None,
            None => {}
        }
        let factors = |proof: Proof| match proof {
            Proof::Farkas(list) => Some(list),
            Proof::Both(..) | Proof::Products { .. } => None,
        };
        let n = self.premises.len();
        if let Some(list) = Facts::new(self.stop, &self.premises)
            .prove(&wanted)
            .and_then(factors)
        {
            return Some(Told {
                products: Vec::new(),
                factors: list.into_iter().map(|(q, i)| (q / &scale, i)).collect(),
                premises: n,
            });
        }
        let degree = wanted.poly.degree();
        if degree < 2 {
            return None;
        }
        let mut all = self.premises.clone();
        let mut products = Vec::new();
        let mut from = 0;
        for _ in 2..=degree.min(4) {
            let end = all.len();
            for j in from..end {
                for i in 0..n.min(j + 1) {
                    let (Some(a), Some(b)) = (all.get(i), all.get(j)) else {
                        continue;
                    };
                    let product = Atom::ge0(a.poly.times(&b.poly));
                    if product.poly.degree() <= degree
                        && products.len() < MAX_PRODUCTS
                        && !all.contains(&product)
                    {
                        all.push(product);
                        products.push((i, j));
                    }
                }
            }
            from = end;
        }
        let list = Facts::new(self.stop, &all)
            .prove(&wanted)
            .and_then(factors)?;
        Some(Told {
            products,
            factors: list.into_iter().map(|(q, i)| (q / &scale, i)).collect(),
            premises: n,
        })
    }
}
