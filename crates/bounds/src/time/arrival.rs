//! A state where it is cut: what is read later, and what tells cuts apart.

use super::lin::{Lin, Sym};
use super::rules::View;
use super::state::{Area, Entered, Family, State, Tag, Value};
use ep_ir::{BlockId, FuncId, Reg, Type};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;

/// Something that is read later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// A register of the activation with this depth.
    Reg(u32, Reg),
    Cell(Area, i64),
    /// An offset of the zeros of an area.
    Fill(Area, Edge),
    Size(Area),
    /// A measure of a loop, by its number in the engine.
    Measure(u32),
    /// What was read at an offset over registers, by its number in the engine.
    Look(u32),
}

/// The offsets of [`super::fill::Fill`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edge {
    From,
    At,
    To,
}

/// A read by its offset over slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    pub(super) area: Area,
    pub(super) ty: Type,
    /// Slots with the view that their numbers have, and factors.
    pub(super) terms: Vec<(Slot, View, BigInt)>,
    pub(super) constant: BigInt,
}

/// What tells the cuts of one place apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CutKey {
    pub path: Vec<(FuncId, BlockId, usize)>,
    pub func: FuncId,
    pub block: BlockId,
    pub loops: Vec<Vec<Entered>>,
    pub tags: Vec<Tag>,
    /// The case of the inputs, which is the same for a whole run.
    pub inputs: u8,
    pub truths: Vec<(Slot, bool)>,
    /// Registers with one value that are compared with each other: where ways through
    /// a round meet, the ones on which they are equal are not joined with the others.
    pub equal: Vec<(Reg, Reg)>,
    /// Where pointers lead that a call may follow.
    pub functions: Vec<(Slot, FuncId)>,
}

/// What a slot holds at a cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    Int {
        sym: Sym,
        view: View,
        bits: u32,
    },
    Pointer {
        area: Area,
        sym: Sym,
    },
    Truth(bool),
    Null,
    Function(FuncId),
    Node {
        family: Family,
        sym: Sym,
        offset: BigInt,
    },
    Any,
}

/// A state that arrives, with what each slot holds.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub state: State,
    pub slots: BTreeMap<Slot, (Value, u64)>,
    pub key: CutKey,
}

impl Arrival {
    /// The number that a slot holds, as the cut represents it.
    /// `math`: numbers are those, whatever the width.
    pub fn form(&self, slot: &Slot, held: &Held, math: bool) -> Option<Lin> {
        match (self.slots.get(slot).map(|s| &s.0), held) {
            (Some(Value::Int(n)), Held::Int { view, bits, .. })
                if n.view == *view && n.bits == *bits =>
            {
                Some(n.form.clone())
            }
            (Some(Value::Int(n)), Held::Int { bits, .. }) if math && n.bits == *bits => {
                Some(n.form.clone())
            }
            // A number is the same number in the other view if it fits both.
            (Some(Value::Int(n)), Held::Int { view, bits, .. }) if n.bits == *bits => {
                let c = n.form.as_number()?;
                Some(Lin::number(view.convert(*bits, c)))
            }
            (Some(Value::Pointer { area, offset }), Held::Pointer { area: a, .. }) if area == a => {
                Some(offset.clone())
            }
            // Null ends the chains of every family.
            (Some(Value::Null), Held::Node { offset, .. }) if offset.is_zero() => {
                Some(Lin::default())
            }
            (
                Some(Value::Node {
                    family,
                    left,
                    offset,
                }),
                Held::Node {
                    family: f,
                    offset: o,
                    ..
                },
            ) if family == f && offset.as_number() == Some(o) => Some(left.clone()),
            _ => None,
        }
    }
}
