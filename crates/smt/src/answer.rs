//! What questions are answered with. Three-valued everywhere.

use crate::PathCondition;
use ep_term::{Assignment, FunId, Model, Value, VarId};
use std::rc::Rc;

/// The answer to one question about a path.
#[derive(Clone, Debug)]
pub enum Side {
    /// The path can go on; the witness patches the path's model.
    Feasible(Witness),
    /// No input of the path gets here.
    Infeasible,
    /// Not decided, with the reason. Neither sat nor unsat.
    Unknown(String),
}

impl Side {
    /// True for `Feasible`.
    pub fn is_feasible(&self) -> bool {
        matches!(self, Side::Feasible(_))
    }
    /// True for `Infeasible`.
    pub fn is_infeasible(&self) -> bool {
        matches!(self, Side::Infeasible)
    }
    /// True for `Unknown`.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Side::Unknown(_))
    }
}

/// Both sides of a branch.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The condition holds.
    pub then: Side,
    /// The condition does not hold.
    pub els: Side,
}

/// New values for some variables; together with the path's model they satisfy
/// the path and the condition that was asked about. Usually empty or one value.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    /// Sorted by variable.
    pub(crate) bits: smallvec::SmallVec<[(VarId, u128); 1]>,
    /// Values of other sorts and functions.
    pub(crate) others: Option<Rc<Model>>,
    /// Nothing is known: the path goes on without a model.
    pub(crate) missing: bool,
}

impl Witness {
    /// No witness is known. A path that assumes a condition with it is
    /// possible or not; its later questions concern all of it.
    pub fn missing() -> Self {
        Witness {
            missing: true,
            ..Self::default()
        }
    }
    /// The path's model already is one.
    pub fn unchanged() -> Self {
        Self::default()
    }
    /// Values that are known to satisfy the path, as of a recorded model.
    pub fn from_bits(values: impl IntoIterator<Item = (VarId, u128)>) -> Self {
        let mut bits: smallvec::SmallVec<[(VarId, u128); 1]> = values.into_iter().collect();
        bits.sort_unstable_by_key(|p| p.0);
        bits.dedup_by_key(|p| p.0);
        Witness {
            bits,
            ..Self::default()
        }
    }
    /// The values that differ from the path's model, sorted by variable.
    pub fn bits(&self) -> &[(VarId, u128)] {
        &self.bits
    }
    /// True when the path's model is kept.
    pub fn is_unchanged(&self) -> bool {
        self.bits.is_empty() && self.others.is_none()
    }
    /// The value of a variable after the patch.
    pub fn value(&self, pc: &PathCondition, v: VarId) -> u128 {
        Patched { pc, patch: self }.value(v)
    }
}

/// A path's model under a patch.
pub(crate) struct Patched<'a> {
    pub pc: &'a PathCondition,
    pub patch: &'a Witness,
}

impl Assignment for Patched<'_> {
    #[inline]
    fn value(&self, v: VarId) -> u128 {
        let bits = &self.patch.bits;
        if bits.is_empty() {
            return self.pc.value(v);
        }
        match bits.binary_search_by_key(&v, |p| p.0) {
            Ok(i) => bits[i].1,
            Err(_) => self.pc.value(v),
        }
    }
    fn other(&self, v: VarId) -> Option<Value> {
        let patched = self.patch.others.as_ref().and_then(|m| m.other(v));
        patched.or_else(|| self.pc.other(v))
    }
    fn apply(&self, f: FunId, args: &[Value]) -> Option<Value> {
        match &self.patch.others {
            Some(m) => m.apply(f, args),
            None => self.pc.apply(f, args),
        }
    }
}

/// The answer to a question without a path.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A model of all assertions, checked by evaluation.
    Sat(Model),
    /// The assertions with these indices (sorted) cannot hold together.
    Unsat {
        /// Not necessarily minimal.
        core: Vec<usize>,
    },
    /// Not decided, with the reason.
    Unknown(String),
}
