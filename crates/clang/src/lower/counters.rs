//! The instructions with which clang counts what is covered become one each:
//! an [`InstKind::Count`] that weighs nothing.
//!
//! A counter is loaded, increased by one or by a condition (of `a ? b : c`
//! without a branch) and stored. What follows from these instructions alone
//! weighs nothing either: the block that clang makes for the right side of `&&`
//! and `||`, and the label that code falls through to without being counted. A case of a
//! switch whose block only counts has the counter itself, so that a program has
//! the paths and the weights that it has without counters.
//! Source: `CodeGenFunction::incrementProfileCounter` of clang. Cost: a look at
//! the address of each load and store.

use super::function::FnLower;
use crate::llvm::{Bb, Op, Value};
use crate::mapping::COUNTERS;
use ep_ir::{InstKind, Operand};

/// The blocks that clang makes in order to count a right side.
const RIGHT_SIDE: &str = "rhscnt";
/// The blocks of cases.
const CASE: &str = "sw.";
/// What is reached without being counted where code falls through to a label.
const BEHIND: &str = "skipcount";

/// Whether a block is a label that is counted and goes on behind itself, or a
/// case of a statement that has further cases.
fn leads_behind(bb: Bb) -> bool {
    let [to] = bb.successors()[..] else {
        return false;
    };
    let joins = to.insts().next().is_some_and(|v| v.opcode() == Op::LLVMPHI);
    let label = to.previous() == Some(bb) || bb.as_value().name().starts_with(CASE);
    label && !joins && to.as_value().name().starts_with(BEHIND)
}

/// The number in a name, to which linking may have added another one.
fn number(name: &str) -> Option<u32> {
    name.split('.').next()?.parse().ok()
}

impl FnLower<'_> {
    /// The counter behind an address.
    fn counter(&mut self, address: Value) -> Option<u32> {
        use llvm_sys::LLVMValueKind as K;
        let (array, at) = match address.kind() {
            K::LLVMGlobalVariableValueKind => (address, 0),
            K::LLVMConstantExprValueKind if address.const_opcode() == Op::LLVMGetElementPtr => {
                let last = address.operand_count().checked_sub(1)?;
                let (_, at) = address.operand(last).constant_bits()?;
                (address.operand(0), u32::try_from(at).ok()?)
            }
            _ => return None,
        };
        let first = match self.lw.counters.get(&array) {
            Some(first) => *first,
            None => {
                let global = array.kind() == K::LLVMGlobalVariableValueKind;
                let name = if global { array.name() } else { String::new() };
                let first = name.strip_prefix(COUNTERS).and_then(number);
                self.lw.counters.insert(array, first);
                first
            }
        };
        first.map(|f: u32| f + at)
    }

    /// Whether the instruction is a part of counting.
    pub fn is_counting(&mut self, v: Value) -> bool {
        if !self.lw.counts {
            return false;
        }
        match v.opcode() {
            Op::LLVMLoad => self.counter(v.operand(0)).is_some(),
            Op::LLVMStore => self.counter(v.operand(1)).is_some(),
            Op::LLVMAdd => {
                let old = v.operand(0);
                old.is_instruction() && old.opcode() == Op::LLVMLoad && self.is_counting(old)
            }
            Op::LLVMZExt => match v.single_user() {
                Some(user) if user.is_instruction() && user.opcode() == Op::LLVMAdd => {
                    self.is_counting(user)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Lowers a part of counting.
    pub fn count(&mut self, v: Value) {
        if v.opcode() == Op::LLVMZExt {
            // Clang makes it without counters, too.
            self.pending += self.weight(v);
        }
        if v.opcode() != Op::LLVMStore {
            return;
        }
        let step = v.operand(0).operand(1);
        let by = match step.constant_bits() {
            Some(_) => Operand::Int(1),
            None => self.one(step.operand(0)).unwrap_or(Operand::Undef),
        };
        self.count_by(v, by, true);
    }

    fn count_by(&mut self, store: Value, by: Operand, on: bool) {
        let Some(counter) = self.counter(store.operand(1)) else {
            return;
        };
        let pending = std::mem::take(&mut self.pending);
        self.emit(InstKind::Count { counter, by, on });
        self.pending = pending;
    }

    /// Whether a block does nothing but count and go on.
    fn only_counts(&mut self, bb: Bb) -> bool {
        if !self.lw.counts {
            return false;
        }
        let Some(end) = bb.terminator() else {
            return false;
        };
        let plain = end.opcode() == Op::LLVMBr && !end.is_conditional();
        let mut any = false;
        plain
            && bb.insts().filter(|v| *v != end).all(|v| {
                any = true;
                v.is_debug() || self.is_counting(v)
            })
            && any
    }

    /// Whether a block is there for its counter, so that its jump is none of
    /// the program.
    pub fn is_for_counting(&mut self, bb: Bb) -> bool {
        if !self.lw.counts {
            return false;
        }
        (bb.as_value().name().contains(RIGHT_SIDE) || leads_behind(bb)) && self.only_counts(bb)
    }

    /// What a case of a switch leads to, where its own block only counts, with
    /// the counter: cases of one statement are one target of the switch.
    pub fn counted_case(&mut self, target: Bb) -> (Bb, Option<u32>) {
        if self.lw.counts && leads_behind(target) && self.only_counts(target) {
            let mut stores = target.insts().filter(|v| v.opcode() == Op::LLVMStore);
            let (first, more) = (stores.next(), stores.next().is_some());
            let counter = first.and_then(|v| self.counter(v.operand(1)));
            let next = target.successors().first().copied();
            if let (Some(counter), Some(next), false) = (counter, next, more) {
                return (next, Some(counter));
            }
        }
        (target, None)
    }

    /// A branch that counts on one of its sides and does nothing else: where it
    /// leads to, the counting block, and on which side that is.
    pub fn counted_side(&mut self, end: Value) -> Option<(Bb, Bb, bool)> {
        if !self.lw.counts || end.opcode() != Op::LLVMBr || !end.is_conditional() {
            return None;
        }
        let to = end.successors();
        let (&then, &els) = (to.first()?, to.get(1)?);
        let meets = |arm: Bb, other: Bb| arm.successors() == [other];
        for (arm, other, on) in [(then, els, true), (els, then, false)] {
            if meets(arm, other)
                && arm.as_value().name().contains(RIGHT_SIDE)
                && self.only_counts(arm)
            {
                return Some((other, arm, on));
            }
        }
        None
    }

    /// Counts what a side of a branch would have counted.
    pub fn count_side(&mut self, arm: Bb, cond: Operand, on: bool) {
        let stores: Vec<Value> = arm
            .insts()
            .filter(|v| v.opcode() == Op::LLVMStore)
            .collect();
        for store in stores {
            self.count_by(store, cond, on);
        }
    }
}
