//! Between which numbers the registers of a function lie, block by block.
//!
//! Idea: who asks how large a register is at a place gets the hull of what it is at
//! the begin of the block and behind each instruction of the block that sets it, so
//! that the order in the block does not matter. Differences of two registers take part
//! (`i < n` and `n <= 40` say that `i` is below 40) and ways that meet are joined, which
//! tests on dominators alone cannot say. Source: Miné (see [`super::super::zone`]).
//! Cost: one walk over the function, and its blocks once more.
//!
//! What must never happen: a register has a value at a place that is not between its
//! numbers there. A function that can come back twice from a call (`setjmp`) begins in
//! its middle with what was changed since, so nothing is said of it.

use super::{Ranges, State, Walker};
use crate::recursion::zone::Zone;
use ep_ir::{BlockId, Callee, FuncId, Function, InstKind, Module, Operand, Reg, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The least and the greatest number, where they are known.
pub type Between = (Option<i128>, Option<i128>);

/// Blocks of a function that is looked at.
const BLOCKS: usize = 400;
/// Numbers at which widening stops, and the largest.
const STEPS: usize = 40;
const FAR: i128 = 1 << 20;
/// The same where few registers are looked at.
const MORE_BLOCKS: usize = 2_000;

impl Walker<'_> {
    /// Between which numbers each integer register of a function lies in each block,
    /// where its parameters are in these ranges; none where it is too large or comes
    /// back twice.
    pub fn in_blocks(
        &mut self,
        id: FuncId,
        params: &Ranges,
    ) -> Option<BTreeMap<(BlockId, Reg), Between>> {
        self.in_blocks_over(id, params, None)
    }

    /// The same where only some registers are of interest, and the function may be large.
    pub fn in_blocks_over(
        &mut self,
        id: FuncId,
        params: &Ranges,
        only: Option<&BTreeSet<Reg>>,
    ) -> Option<BTreeMap<(BlockId, Reg), Between>> {
        let f = self.module.functions.get(id)?;
        let most = if only.is_some() { MORE_BLOCKS } else { BLOCKS };
        let fits = !f.is_declaration() && f.blocks.len() <= most;
        (fits && !comes_back_twice(self.module, f)).then_some(())?;
        let mut begin = Zone::all(f.params.len() + 1);
        for (i, (low, high)) in params.iter().enumerate().take(f.params.len()) {
            if let Some(low) = low {
                begin.at_most(0, 1 + i, -low);
            }
            if let Some(high) = high {
                begin.at_most(1 + i, 0, *high);
            }
        }
        let mut frame = self.frame(id, f, 0, only)?;
        frame.steps = self.steps(f);
        frame.is_small().then_some(())?;
        let (order, into) = match self.settled(&frame, &begin) {
            Some(all) => all,
            // Without numbers to stop at it ends sooner.
            None => {
                only.is_none().then_some(())?;
                frame.steps = Vec::new();
                self.settled(&frame, &begin)?
            }
        };
        let once = set_once(f);
        let mut out: BTreeMap<(BlockId, Reg), Between> = BTreeMap::new();
        for b in order {
            let Some(mut s) = into.get(&b).cloned() else {
                continue;
            };
            let mut seen = |walker: &Self, s: &State, r: Reg| {
                let Some(Type::Int(w)) = f.regs.get(r) else {
                    return;
                };
                let now = match walker.sum(&frame, s, Operand::Reg(r), *w) {
                    Some(x) => walker.range(s, x),
                    None => (None, None),
                };
                out.entry((b, r))
                    .and_modify(|old| *old = hull(*old, now))
                    .or_insert(now);
            };
            let named: Vec<Reg> = s.names.keys().copied().collect();
            for r in frame.vars.keys().copied().chain(named) {
                // Where this block alone sets it nothing was read before.
                if once.get(&r) != Some(&b) {
                    seen(self, &s, r);
                }
            }
            for inst in &f.blocks.get(b)?.insts {
                self.inst(&frame, &mut s, &inst.kind, inst.loc);
                if s.zone.is_empty() {
                    break;
                }
                let mut set = Vec::new();
                ep_ir::visit::defs(&inst.kind, &mut |r| set.push(*r));
                for r in set {
                    seen(self, &s, r);
                }
            }
        }
        Some(out)
    }
}

impl Walker<'_> {
    /// Numbers that the function compares with, and their neighbours: a counter that a
    /// test keeps below one of them grows no further, also where other ways leave it.
    fn steps(&self, f: &Function) -> Vec<i128> {
        let mut out: BTreeSet<i128> = BTreeSet::new();
        for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let InstKind::Cmp {
                ty: Type::Int(w @ 2..=64),
                a,
                b,
                ..
            } = &i.kind
            else {
                continue;
            };
            for o in [a, b] {
                if let Operand::Int(n) = o {
                    let n = self.constant(*n, *w);
                    out.extend((n - 1..=n + 1).filter(|n| (0..=FAR).contains(n)));
                }
            }
        }
        out.into_iter().take(STEPS).collect()
    }
}

/// Registers that one instruction sets, and its block.
fn set_once(f: &Function) -> BTreeMap<Reg, BlockId> {
    let mut all: BTreeMap<Reg, Option<BlockId>> = f.params.iter().map(|p| (p.reg, None)).collect();
    for (b, block) in f.blocks.iter() {
        for inst in &block.insts {
            ep_ir::visit::defs(&inst.kind, &mut |r| {
                all.entry(*r).and_modify(|b| *b = None).or_insert(Some(b));
            });
        }
    }
    let once = all.into_iter();
    once.filter_map(|(r, b)| Some((r, b?))).collect()
}

fn hull(a: Between, b: Between) -> Between {
    let low = a.0.zip(b.0).map(|(x, y)| x.min(y));
    let high = a.1.zip(b.1).map(|(x, y)| x.max(y));
    (low, high)
}

fn comes_back_twice(module: &Module, f: &Function) -> bool {
    let mut insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    insts.any(|i| {
        let InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } = &i.kind
        else {
            return false;
        };
        let name = module.functions.get(*g).map_or("", |g| g.name.as_str());
        name.contains("setjmp") || matches!(name, "vfork" | "getcontext")
    })
}
