//! How much lives in slots: the largest block of each row of slots, and what was
//! found out about the program's slots.
//!
//! Idea: rows add up over the whole program and not over rounds, so that they stand
//! beside what is left behind. Cost: linear in the rows. How blocks come there:
//! [`super::slots`].

use super::amount::Amount;
use super::slot::{Flow, Object};
use ep_ir::{FuncId, GlobalId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Slots of one object at one stride.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Row {
    pub object: Object,
    pub first: u64,
    pub step: u64,
    /// How many there are.
    pub number: u64,
}

/// The largest block of each row.
pub(super) type Kept = BTreeMap<Row, Amount>;

/// What is known about slots in the whole program.
#[derive(Default)]
pub(super) struct Slots {
    /// Whether slots are looked at.
    pub on: bool,
    pub flows: BTreeMap<FuncId, Option<Rc<Flow>>>,
    /// Globals that functions may touch, in their callees too.
    pub touched: BTreeMap<FuncId, Option<Rc<BTreeSet<GlobalId>>>>,
    /// Functions that name a global.
    pub naming: Option<BTreeMap<GlobalId, BTreeSet<FuncId>>>,
    pub sound: BTreeMap<Object, bool>,
}

/// The larger of each row.
pub(super) fn larger(a: &Kept, b: &Kept) -> Kept {
    let mut out = a.clone();
    for (row, size) in b {
        let most = out.get(row).map_or(size.clone(), |x| x.max(size));
        out.insert(*row, most);
    }
    out
}

/// What all rows hold at most.
pub(super) fn total(rows: &Kept) -> Option<Amount> {
    let mut out = Amount::default();
    for (row, size) in rows {
        out = out.plus(&size.times(&Amount::number(row.number))?);
    }
    Some(out)
}
