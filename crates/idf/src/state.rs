//! The symbolic state (document 001, Definition 2): heap, old heaps and store. The
//! path condition is the prover's stack, because branches are explored depth first.
//!
//! Copying a state copies a few pointers.

use crate::cycles::InCycle;
use crate::heap::Heap;
use ep_ivl::ast::{AxiomId, LabelId, Member, VarId};
use ep_term::TermId;
use imbl::OrdMap;
use std::rc::Rc;

/// Values of the variables of one member.
#[derive(Clone, Default, Debug)]
pub struct Store(Rc<Vec<Option<TermId>>>);

impl Store {
    /// The value.
    pub fn get(&self, v: VarId) -> Option<TermId> {
        self.0.get(v.0 as usize).copied().flatten()
    }
    /// Sets the value.
    pub fn set(&mut self, v: VarId, t: TermId) {
        let at = v.0 as usize;
        let values = Rc::make_mut(&mut self.0);
        if values.len() <= at {
            values.resize(at + 1, None);
        }
        values[at] = Some(t);
    }
    /// All variables with values.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, TermId)> + '_ {
        let some = |(i, t): (usize, &Option<TermId>)| t.map(|t| (VarId(i as u32), t));
        self.0.iter().enumerate().filter_map(some)
    }
}

/// Whose variables a store holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    Member(Member),
    Axiom(AxiomId),
}

/// A symbolic state without its path condition.
#[derive(Clone, Debug)]
pub struct State {
    /// H
    pub heap: Heap,
    /// G, the heap that `old` looks at.
    pub old: Heap,
    /// What `perm` and `forperm` look at while an assertion is consumed: what is left.
    pub left: Option<Heap>,
    /// The heap that `old[lhs]` looks at.
    pub lhs: Option<Heap>,
    /// The heaps at labels that were passed.
    pub labels: OrdMap<LabelId, Heap>,
    /// The loops of jumps that control is in, the innermost one.
    pub cycles: Option<Rc<InCycle>>,
    /// Γ
    pub store: Store,
    /// Whose variables they are.
    pub owner: Owner,
    /// The value of `result`.
    pub result: Option<TermId>,
    /// What amounts are multiplied with while a predicate's body is produced or
    /// consumed.
    pub scale: TermId,
    /// The scale is a wildcard: what is consumed may be made smaller.
    pub wild: bool,
    /// What is produced is the content of a predicate that has not changed since then.
    pub since: Option<i64>,
    /// Inhale-exhale assertions are looked at as when they are exhaled.
    pub exhaled: bool,
    /// What is evaluated is a part of an assertion that is produced.
    pub produced: bool,
    /// Amounts only say whether there is some permission (functions).
    pub read_only: bool,
    /// The snapshot of what is taken is wanted, also of iterated assertions.
    pub snapped: bool,
    /// What is taken is taken whole, whatever the amount (see `termination`).
    pub whole: bool,
}

/// Whether an assertion's chunks get values from a snapshot or new ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Snap {
    /// New values.
    Fresh,
    /// Those of a snapshot.
    Of(TermId),
}
