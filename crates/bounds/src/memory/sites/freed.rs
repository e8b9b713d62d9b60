//! Blocks that the register that they went to frees on every way on.
//!
//! Idea: such a block is held by a round or a call and left by none, so that no rounds
//! need to be counted. A loop can be left in several places, each with a `free` of its
//! own behind it: the block is still one of the round, as long as nothing is made on
//! these ways before it is freed. Where something is made it counts beside
//! ([`super::slots`]). Cost: the ways on from a block that is made.
//!
//! What must never happen: a way that misses each `free`, a second block behind the loop
//! beside one that a round holds, also where the program ends there.

use super::facts::{inst, null_test};
use super::{Context, Sites};
use ep_ir::{BlockId, Callee, Inst, InstKind, Operand, Reg, Terminator};
use std::collections::{BTreeMap, BTreeSet};

impl<'m> Sites<'m> {
    /// Whether the block is freed, by the register that it went to, on every
    /// way on: before its function returns and before it is made again, and where
    /// it is made in a loop before anything else is made behind that.
    pub(super) fn freed_by_register(
        &mut self,
        cx: &Context<'m>,
        at: (BlockId, usize),
        made: &Inst,
    ) -> bool {
        let InstKind::Call { dsts, .. } = &made.kind else {
            return false;
        };
        let [p] = dsts[..] else { return false };
        let facts = cx.facts.clone();
        if !facts.set_once(p) {
            return false;
        }
        let home = facts.loops.innermost(at.0);
        let outside = |b: BlockId| {
            let x = home.and_then(|l| facts.loops.loops.get(l));
            x.is_some_and(|x| !x.contains(b))
        };
        let frees = |i: &Inst| {
            let InstKind::Call {
                callee: Callee::Direct(f),
                ..
            } = &i.kind
            else {
                return false;
            };
            let name = self.module.functions.get(*f);
            name.is_some_and(|f| f.is_declaration() && f.name == "free")
        };
        // In the same block behind it, or in blocks of the same loop or behind it of
        // which no way on from it misses all.
        let mut ends: BTreeMap<BlockId, usize> = BTreeMap::new();
        for &(b, k) in facts.handed(p) {
            let here = facts.loops.innermost(b) == home || outside(b);
            if !here || !inst(cx.function, (b, k)).is_some_and(frees) {
                continue;
            }
            if b == at.0 && k > at.1 {
                return true;
            }
            if b != at.0 && facts.dom.dominates(at.0, b) {
                ends.entry(b).or_insert(k);
            }
        }
        if self.stop.now() {
            return false;
        }
        // Where the pointer is null there is nothing to free.
        let to: BTreeSet<BlockId> = ends.keys().copied().collect();
        let on = |s: &Self, b: BlockId| s.where_not_null(cx, b, p);
        if to.is_empty() || !self.cannot_miss(cx, at.0, &to, &|b| on(self, b)) {
            return false;
        }
        // A round holds it, so that behind the loop nothing may need more beside it.
        let mut seen = BTreeSet::new();
        let mut work = on(self, at.0);
        while let Some(b) = work.pop() {
            if !seen.insert(b) {
                continue;
            }
            if outside(b) && !self.quiet_until(cx, b, ends.get(&b).copied()) {
                return false;
            }
            if !to.contains(&b) {
                work.extend(on(self, b));
            }
        }
        true
    }

    /// Whether nothing is made in a block before this instruction.
    fn quiet_until(&mut self, cx: &Context<'m>, b: BlockId, until: Option<usize>) -> bool {
        let Some(block) = cx.function.blocks.get(b) else {
            return false;
        };
        let insts = block.insts.iter().take(until.unwrap_or(usize::MAX));
        for i in insts {
            let quiet = match &i.kind {
                InstKind::Call {
                    callee: Callee::Direct(f),
                    ..
                } => self.makes_nothing(*f),
                InstKind::Call { .. } | InstKind::Unsupported { .. } => false,
                _ => true,
            };
            if !quiet {
                return false;
            }
        }
        true
    }

    /// Whether every way from `from` comes to one of `to` before it comes to
    /// `from` again, leaves the function, or goes on for ever; `on` says where
    /// a block leads, of the ways that count.
    pub(super) fn cannot_miss(
        &self,
        cx: &Context<'m>,
        from: BlockId,
        to: &BTreeSet<BlockId>,
        on: &dyn Fn(BlockId) -> Vec<BlockId>,
    ) -> bool {
        let mut seen = BTreeSet::new();
        let mut work: Vec<BlockId> = on(from);
        while let Some(b) = work.pop() {
            if to.contains(&b) || !seen.insert(b) {
                continue;
            }
            if b == from {
                return false;
            }
            let next = cx.facts.cfg.successors(b);
            let dead = cx
                .function
                .blocks
                .get(b)
                .is_some_and(|x| matches!(x.term, Terminator::Unreachable));
            if next.is_empty() && !dead {
                return false;
            }
            work.extend(on(b));
        }
        true
    }

    /// Where a block leads while a register, which is written once, holds an
    /// address that is not null.
    pub(super) fn where_not_null(&self, cx: &Context<'m>, b: BlockId, p: Reg) -> Vec<BlockId> {
        let all = || cx.facts.cfg.successors(b).to_vec();
        let Some(block) = cx.function.blocks.get(b) else {
            return all();
        };
        let Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        } = &block.term
        else {
            return all();
        };
        // The last one that writes the condition, in this block.
        let test = block.insts.iter().rev().find_map(|i| match &i.kind {
            InstKind::Cmp { dst, .. } if dst == c => Some(&i.kind),
            _ => None,
        });
        let one = cx.facts.set_once(*c);
        match test.filter(|_| one).and_then(null_test) {
            Some(test) if test.of == p && test.is_null => vec![*els],
            Some(test) if test.of == p => vec![*then],
            _ => all(),
        }
    }
}
