//! Programs of steps and repetitions that are put together often and told once.
//!
//! Idea: of hundreds of parts that are composed a few come to a family, so what
//! a composition does to the programs of its parts (one behind the other, values
//! replaced) is written down and done only when a program is asked for. Guards,
//! updates and costs are what the search looks at; they are not in here.
//! Alternative: replacing at once, which took most of the time and the memory of
//! the search. Source: no paper, substitution that is put off. Cost: constant for each composition; telling a program costs a
//! substitution for each replacement around each part.

use super::macros::UNKNOWN;
use super::ratpoly::{Fuel, RatPoly};
use crate::poly::Var;
use crate::system::TransId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What variables are replaced by; others stay.
pub(crate) type Replaced = BTreeMap<Var, RatPoly>;

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
                body: put_all(fuel, body, with),
            },
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

#[derive(Debug)]
enum Node {
    Nothing,
    Step {
        transition: TransId,
        arm: usize,
        temporaries: Vec<RatPoly>,
    },
    Repeat {
        counter: Var,
        count: RatPoly,
        state: Vec<Option<RatPoly>>,
        body: Program,
    },
    Both(Program, Program),
    Put(Program, Arc<Replaced>),
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Program {
    node: Arc<Node>,
    /// Steps and repetitions, those in bodies too.
    size: usize,
    /// Nodes inside each other.
    height: usize,
}

impl Program {
    fn of(node: Node) -> Program {
        let (size, height) = match &node {
            Node::Nothing => (0, 0),
            Node::Step { .. } => (1, 0),
            Node::Repeat { body, .. } => (body.size + 1, body.height),
            Node::Both(a, b) => (a.size + b.size, a.height.max(b.height)),
            Node::Put(a, _) => (a.size, a.height),
        };
        Program {
            node: Arc::new(node),
            size,
            height: height + 1,
        }
    }
    /// No step.
    pub(super) fn nothing() -> Program {
        Program::of(Node::Nothing)
    }
    /// One step.
    pub(super) fn step(transition: TransId, arm: usize, temporaries: Vec<RatPoly>) -> Program {
        Program::of(Node::Step {
            transition,
            arm,
            temporaries,
        })
    }
    /// Rounds of a loop.
    pub(super) fn repeat(
        counter: Var,
        count: RatPoly,
        state: Vec<Option<RatPoly>>,
        body: Program,
    ) -> Program {
        Program::of(Node::Repeat {
            counter,
            count,
            state,
            body,
        })
    }
    /// First this, then another.
    pub(super) fn then(&self, next: &Program) -> Program {
        match (&*self.node, &*next.node) {
            (Node::Nothing, _) => next.clone(),
            (_, Node::Nothing) => self.clone(),
            _ => Program::of(Node::Both(self.clone(), next.clone())),
        }
    }
    /// With variables replaced.
    pub(super) fn put(&self, with: &Arc<Replaced>) -> Program {
        match with.is_empty() || self.size == 0 {
            true => self.clone(),
            false => Program::of(Node::Put(self.clone(), with.clone())),
        }
    }
    /// Steps and repetitions.
    pub(super) fn size(&self) -> usize {
        self.size
    }
    /// How deep what was put together lies inside each other.
    pub(super) fn height(&self) -> usize {
        self.height
    }
    /// The program itself.
    pub(crate) fn told(&self, fuel: &Fuel) -> Vec<Item> {
        match &*self.node {
            Node::Nothing => Vec::new(),
            Node::Step {
                transition,
                arm,
                temporaries,
            } => vec![Item::Step {
                transition: *transition,
                arm: *arm,
                temporaries: temporaries.clone(),
            }],
            Node::Repeat {
                counter,
                count,
                state,
                body,
            } => vec![Item::Repeat {
                counter: *counter,
                count: count.clone(),
                state: state.clone(),
                body: body.told(fuel),
            }],
            Node::Both(a, b) => {
                let mut items = a.told(fuel);
                items.extend(b.told(fuel));
                items
            }
            Node::Put(a, with) => put_all(fuel, &a.told(fuel), &|v| with.get(&v).cloned()),
        }
    }
}
