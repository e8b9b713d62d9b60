//! An integer transition system as plain data.
//!
//! A state is a location and an integer for each variable. A run starts at
//! [`System::start`] with any integers. A transition is taken from its source
//! when some integers for its temporaries satisfy its guard; each of its arms
//! then goes on at its target with the values of its updates. Several arms
//! mean that all of them are run (a call and what comes after it); none means
//! that the run ends here. The cost of each step lies between two polynomials.
//!
//! Idea: one form for every format and for callers that build systems
//! themselves: guards are conjunctions (disjunctions become several
//! transitions), fresh variables anywhere become temporaries. Alternative:
//! relations over old and new values, which need a solver to be run. Source:
//! document 004, section 4; Brockschmidt et al., "Analyzing runtime and size
//! complexity of integer programs", TOPLAS 2016.

use crate::num::Int;
use crate::poly::{Poly, Var};
use ep_base::entity::{Arena, EntityId};

ep_base::entity!(
    /// A location.
    Loc, "l"
);
ep_base::entity!(
    /// A transition.
    TransId, "t"
);

/// How a polynomial compares with 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rel {
    /// At least 0.
    Ge,
    /// Equal to 0.
    Eq,
}

/// A condition over integers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom {
    /// The left side.
    pub poly: Poly,
    /// How it compares with 0.
    pub rel: Rel,
}

impl Atom {
    /// `p >= 0`.
    pub fn ge0(poly: Poly) -> Self {
        Atom { poly, rel: Rel::Ge }
    }
    /// `p == 0`.
    pub fn eq0(poly: Poly) -> Self {
        Atom { poly, rel: Rel::Eq }
    }
    /// `a >= b`.
    pub fn ge(a: &Poly, b: &Poly) -> Self {
        Atom::ge0(a.minus(b))
    }
    /// `a > b`.
    pub fn gt(a: &Poly, b: &Poly) -> Self {
        Atom::ge0(a.minus(b).minus(&Poly::from(1)))
    }
    /// `a == b`.
    pub fn eq(a: &Poly, b: &Poly) -> Self {
        Atom::eq0(a.minus(b))
    }
    /// Whether it holds; `None` where a variable has no value.
    pub fn holds(&self, value: &dyn Fn(Var) -> Option<Int>) -> Option<bool> {
        let v = self.poly.evaluate(value)?;
        Some(match self.rel {
            Rel::Ge => v >= Int::default(),
            Rel::Eq => v == Int::default(),
        })
    }
    /// With each variable replaced at the same time.
    pub fn substitute(&self, with: &dyn Fn(Var) -> Option<Poly>) -> Self {
        Atom {
            poly: self.poly.substitute(with),
            rel: self.rel,
        }
    }
    /// Known without values: `Some(true)` holds always, `Some(false)` never.
    pub fn constant(&self) -> Option<bool> {
        let c = self.poly.as_constant()?;
        Some(match self.rel {
            Rel::Ge => c >= Int::default(),
            Rel::Eq => c == Int::default(),
        })
    }
    /// As C writes it.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let rel = match self.rel {
            Rel::Ge => ">=",
            Rel::Eq => "==",
        };
        format!("{} {rel} 0", self.poly.show(name))
    }
}

/// Where a transition goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    /// The location.
    pub target: Loc,
    /// The new value of each variable of the system, over the old ones and the
    /// temporaries.
    pub update: Vec<Poly>,
}

/// What a step costs: at least `lower`, at most `upper`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The least.
    pub lower: Poly,
    /// The most.
    pub upper: Poly,
}

impl Cost {
    /// The same on both sides.
    pub fn exactly(p: Poly) -> Self {
        Cost {
            lower: p.clone(),
            upper: p,
        }
    }
}

/// A transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// Where it starts.
    pub source: Loc,
    /// All of these hold.
    pub guard: Vec<Atom>,
    /// Names of its temporaries. The i-th is `Var(number of variables + i)`; it
    /// has any integer value, chosen anew at each step.
    pub temporaries: Vec<String>,
    /// Where it goes on; one arm is the ordinary case.
    pub arms: Vec<Arm>,
    /// What a step costs.
    pub cost: Cost,
    /// The caller's tag; readers of files count their rules from 0.
    pub origin: u32,
}

/// A system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System {
    /// Names of the variables.
    pub variables: Vec<String>,
    /// Names of the locations.
    pub locations: Arena<Loc, String>,
    /// Where runs start, with any values.
    pub start: Loc,
    /// The transitions.
    pub transitions: Arena<TransId, Transition>,
}

/// Why a system is not one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("transition {transition}: {what}")]
pub struct Malformed {
    /// Which transition.
    pub transition: usize,
    /// What is wrong with it.
    pub what: String,
}

impl System {
    /// A system without variables whose only location is its start.
    pub fn new(start: &str) -> Self {
        let mut locations = Arena::new();
        let start = locations.push(start.to_string());
        System {
            variables: Vec::new(),
            locations,
            start,
            transitions: Arena::new(),
        }
    }
    /// How many variables it has.
    pub fn dimension(&self) -> usize {
        self.variables.len()
    }
    /// The variables.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        (0..self.variables.len()).map(Var::from_index)
    }
    /// Whether it is a temporary of its transition.
    pub fn is_temporary(&self, v: Var) -> bool {
        v.index() >= self.variables.len()
    }
    /// The update that keeps every value.
    pub fn identity(&self) -> Vec<Poly> {
        self.vars().map(Poly::var).collect()
    }
    /// What a variable is called in a transition.
    pub fn name_in(&self, t: &Transition, v: Var) -> String {
        let n = self.variables.len();
        match self.variables.get(v.index()) {
            Some(name) => name.clone(),
            None => match t.temporaries.get(v.index().wrapping_sub(n)) {
                Some(name) => name.clone(),
                None => v.to_string(),
            },
        }
    }
    /// What a variable of the system is called.
    pub fn name(&self, v: Var) -> String {
        (self.variables.get(v.index())).map_or_else(|| v.to_string(), Clone::clone)
    }
    /// Checks what the types leave open.
    ///
    /// # Errors
    /// A location that is not there, an update of another length, a variable
    /// that is neither of the system nor of the transition.
    pub fn verify(&self) -> Result<(), Malformed> {
        let n = self.variables.len();
        for (id, t) in self.transitions.iter() {
            let fail = |what: String| {
                Err(Malformed {
                    transition: id.index(),
                    what,
                })
            };
            let known = n + t.temporaries.len();
            let mut polys: Vec<&Poly> = t.guard.iter().map(|a| &a.poly).collect();
            polys.extend([&t.cost.lower, &t.cost.upper]);
            if t.source.index() >= self.locations.len() {
                return fail(format!("there is no location {}", t.source));
            }
            for arm in &t.arms {
                if arm.target.index() >= self.locations.len() {
                    return fail(format!("there is no location {}", arm.target));
                }
                if arm.update.len() != n {
                    let m = arm.update.len();
                    return fail(format!("{m} updates for {n} variables"));
                }
                polys.extend(&arm.update);
            }
            let strange = polys
                .iter()
                .flat_map(|p| p.vars())
                .find(|v| v.index() >= known);
            if let Some(v) = strange {
                return fail(format!("there is no variable {v}"));
            }
        }
        if self.start.index() >= self.locations.len() {
            return Err(Malformed {
                transition: 0,
                what: format!("there is no start location {}", self.start),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_types_leave_open_is_checked() {
        let mut s = System::new("f");
        s.variables.push("x".into());
        let arm = Arm {
            target: s.start,
            update: s.identity(),
        };
        let t = Transition {
            source: s.start,
            guard: vec![Atom::ge0(Poly::var(Var(1)))],
            temporaries: vec!["t".into()],
            arms: vec![arm],
            cost: Cost::exactly(Poly::from(1)),
            origin: 0,
        };
        s.transitions.push(t.clone());
        assert_eq!(s.verify(), Ok(()));
        let mut broken = s.clone();
        broken.transitions.push(Transition {
            temporaries: vec![],
            ..t.clone()
        });
        let said = broken.verify().map_err(|e| e.to_string());
        assert_eq!(said, Err("transition 1: there is no variable v1".into()));
        let mut broken = s;
        let mut short = t;
        short.arms[0].update.clear();
        broken.transitions.push(short);
        assert!(broken.verify().is_err());
    }
}
