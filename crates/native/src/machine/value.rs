//! What registers and stack slots hold, as far as the stack pointer needs it.
//!
//! A position in the stack is a base and an offset. Bases are the stack
//! pointer at entry, where an alignment left it, below an amount that depends
//! on values, and where paths with different bases meet. A base is named by
//! the instruction that made it, so there are finitely many.

use std::collections::{BTreeMap, HashMap};

/// A base, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Base(pub u32);

/// The stack pointer at entry: it points to the return address.
pub const ENTRY: Base = Base(0);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A position in the stack.
    Stack { base: Base, offset: i64 },
    /// A number.
    Number(i64),
}

impl Value {
    /// How far another position with the same base lies above this one.
    pub fn distance(self, other: Value) -> Option<i64> {
        match (self, other) {
            (
                Value::Stack { base, offset },
                Value::Stack {
                    base: b,
                    offset: to,
                },
            ) if base == b => to.checked_sub(offset),
            _ => None,
        }
    }

    /// The position so far above this one.
    pub fn moved(self, by: i64) -> Option<Value> {
        match self {
            Value::Stack { base, offset } => Some(Value::Stack {
                base,
                offset: offset.checked_add(by)?,
            }),
            Value::Number(_) => None,
        }
    }
}

/// Why a base exists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    Aligned,
    Variable,
    Joined,
}

/// Where a base lies at worst, below the stack pointer at entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worst {
    pub depth: i64,
    pub variable: bool,
}

/// All bases of one function.
pub struct Bases {
    worst: Vec<Worst>,
    known: HashMap<(Origin, u64), Base>,
}

impl Bases {
    pub fn new() -> Bases {
        Bases {
            worst: vec![Worst::default()],
            known: HashMap::new(),
        }
    }

    /// How deep a position is at worst.
    pub fn of(&self, base: Base, offset: i64) -> Worst {
        let w = self.worst.get(base.0 as usize).copied().unwrap_or_default();
        Worst {
            depth: w.depth.saturating_sub(offset),
            ..w
        }
    }

    /// The base that this instruction makes, at least this deep. Says whether
    /// that is news.
    pub fn make(&mut self, origin: Origin, address: u64, at: Worst) -> (Base, bool) {
        let next = Base(self.worst.len() as u32);
        let base = *self.known.entry((origin, address)).or_insert(next);
        if base == next {
            self.worst.push(at);
            return (base, true);
        }
        let Some(w) = self.worst.get_mut(base.0 as usize) else {
            return (base, false);
        };
        let before = *w;
        w.depth = w.depth.max(at.depth);
        w.variable |= at.variable;
        (base, *w != before)
    }
}

/// What is known before an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// By the number of the full register; what is not there is unknown.
    pub registers: BTreeMap<u32, Value>,
    /// Stack slots of a word.
    pub slots: BTreeMap<(Base, i64), Value>,
}

impl State {
    /// Forgets slots that a write of `size` bytes overlaps.
    pub fn overwrite(&mut self, base: Base, offset: i64, size: i64, word: i64) {
        let hit: Vec<(Base, i64)> = self
            .slots
            .range((base, offset - word + 1)..(base, offset + size.max(1)))
            .map(|(k, _)| *k)
            .collect();
        for k in hit {
            self.slots.remove(&k);
        }
    }
}
