//! What the graph needs to know of the functions: liveness, loops, and where
//! states are joined.
//!
//! Registers of `ir` are mutable, so liveness is the classic backward data
//! flow over blocks. A merge becomes a cut when more than a few ways through
//! the round meet there, counted without unrolling, so that k branches in a
//! row are k joins and not 2^k states. Cost: linear passes per function.

use ep_base::entity::EntityId;
use ep_ir::analysis::{Cfg, Dominators, Loops};
use ep_ir::{BlockId, Callee, Function, Inst, InstKind, Operand, Reg, Terminator};
use std::collections::BTreeSet;

/// Ways through a round that are kept apart.
const WAYS: u64 = 4;

/// Facts about one function.
pub struct Shape {
    pub cfg: Cfg,
    pub loops: Loops,
    /// Blocks at which states are joined whatever way they come.
    pub cuts: BTreeSet<BlockId>,
    live_in: Vec<BTreeSet<Reg>>,
    live_out: Vec<BTreeSet<Reg>>,
}

impl Shape {
    /// Looks at a function with a body. `coarse` joins at every merge.
    pub fn of(f: &Function, coarse: bool) -> Shape {
        let cfg = Cfg::new(f);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        let mut cuts: BTreeSet<BlockId> = loops.irreducible.iter().copied().collect();
        let many = loops.loops.len() > 3;
        let mut ways = vec![1u64; cfg.len()];
        for b in cfg.reverse_post_order() {
            let header = loops.loops.iter().any(|(_, l)| l.header == *b);
            let own = cfg.position(*b);
            let before: Vec<BlockId> = cfg
                .predecessors(*b)
                .iter()
                .copied()
                .filter(|p| cfg.position(*p) < own)
                .collect();
            let sum = before.iter().fold(0u64, |n, p| {
                n.saturating_add(ways.get(p.index()).copied().unwrap_or(1))
            });
            let leaves = many
                && before.iter().any(|p| {
                    loops
                        .loops
                        .iter()
                        .any(|(_, l)| l.contains(*p) && !l.contains(*b))
                });
            let merge = before.len() > 1 && !header;
            let limit = if coarse { 1 } else { WAYS };
            let cut = merge && (sum > limit || leaves);
            if cut {
                cuts.insert(*b);
            }
            if let Some(w) = ways.get_mut(b.index()) {
                *w = if cut || header { 1 } else { sum.max(1) };
            }
        }
        let n = cfg.len();
        let mut shape = Shape {
            cfg,
            loops,
            cuts,
            live_in: vec![BTreeSet::new(); n],
            live_out: vec![BTreeSet::new(); n],
        };
        shape.liveness(f);
        shape
    }

    fn liveness(&mut self, f: &Function) {
        let mut changed = true;
        while changed {
            changed = false;
            for b in self.cfg.reverse_post_order().to_vec().into_iter().rev() {
                let mut out = BTreeSet::new();
                for s in self.cfg.successors(b) {
                    out.extend(self.live_in.get(s.index()).into_iter().flatten().copied());
                }
                let Some(block) = f.blocks.get(b) else {
                    continue;
                };
                let mut live = out.clone();
                terminator_uses(&block.term, &mut |r| {
                    live.insert(r);
                });
                for inst in block.insts.iter().rev() {
                    step_back(inst, &mut live);
                }
                if self.live_in.get(b.index()) != Some(&live) {
                    if let Some(slot) = self.live_in.get_mut(b.index()) {
                        *slot = live;
                    }
                    changed = true;
                }
                if let Some(slot) = self.live_out.get_mut(b.index()) {
                    *slot = out;
                }
            }
        }
    }

    /// Registers that may be read from this instruction of a block on.
    pub fn live_at(&self, f: &Function, b: BlockId, next: usize) -> BTreeSet<Reg> {
        let mut live = self.live_out.get(b.index()).cloned().unwrap_or_default();
        if let Some(block) = f.blocks.get(b) {
            terminator_uses(&block.term, &mut |r| {
                live.insert(r);
            });
            for inst in block.insts.iter().skip(next).rev() {
                step_back(inst, &mut live);
            }
        }
        live
    }

    /// Whether a block can come after itself.
    pub fn in_cycle(&self, b: BlockId) -> bool {
        let mut seen: BTreeSet<BlockId> = BTreeSet::new();
        let mut work: Vec<BlockId> = self.cfg.successors(b).to_vec();
        while let Some(c) = work.pop() {
            if c == b {
                return true;
            }
            if seen.insert(c) {
                work.extend(self.cfg.successors(c).iter().copied());
            }
        }
        false
    }

    /// The innermost loop of a block with this header.
    pub fn is_header(&self, b: BlockId) -> bool {
        self.loops.loops.iter().any(|(_, l)| l.header == b)
    }

    /// Whether the loop with this header has this block.
    pub fn inside(&self, header: BlockId, b: BlockId) -> bool {
        self.loops
            .loops
            .iter()
            .any(|(_, l)| l.header == header && l.contains(b))
    }
}

fn step_back(inst: &Inst, live: &mut BTreeSet<Reg>) {
    for d in definitions(&inst.kind) {
        live.remove(&d);
    }
    uses(&inst.kind, &mut |r| {
        live.insert(r);
    });
}

fn operand(o: &Operand, see: &mut dyn FnMut(Reg)) {
    if let Operand::Reg(r) = o {
        see(*r);
    }
}

fn terminator_uses(t: &Terminator, see: &mut dyn FnMut(Reg)) {
    match t {
        Terminator::Branch { cond, .. } => operand(cond, see),
        Terminator::Switch { value, .. } => operand(value, see),
        Terminator::IndirectJump { target, .. } => operand(target, see),
        Terminator::Return(values) => values.iter().for_each(|v| operand(v, see)),
        Terminator::Jump(_) | Terminator::Unreachable | Terminator::Unsupported(_) => {}
    }
}

/// Registers that an instruction writes.
pub fn definitions(kind: &InstKind) -> Vec<Reg> {
    match kind {
        InstKind::Copy { dst, .. }
        | InstKind::Bin { dst, .. }
        | InstKind::Cmp { dst, .. }
        | InstKind::Cast { dst, .. }
        | InstKind::FloatBin { dst, .. }
        | InstKind::FloatUn { dst, .. }
        | InstKind::FloatCmp { dst, .. }
        | InstKind::Select { dst, .. }
        | InstKind::Load { dst, .. }
        | InstKind::Alloca { dst, .. }
        | InstKind::PtrAdd { dst, .. }
        | InstKind::ObjectSize { dst, .. }
        | InstKind::StackSave { dst }
        | InstKind::Freeze { dst, .. }
        | InstKind::AtomicRmw { dst, .. } => vec![*dst],
        InstKind::Call { dsts, .. }
        | InstKind::Intrinsic { dsts, .. }
        | InstKind::Unsupported { dsts, .. } => dsts.clone(),
        InstKind::CmpXchg { old, success, .. } => vec![*old, *success],
        InstKind::Store { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemSet { .. }
        | InstKind::Check { .. }
        | InstKind::Assume { .. }
        | InstKind::StackRestore { .. }
        | InstKind::Lifetime { .. }
        | InstKind::VaStart { .. }
        | InstKind::VaEnd { .. }
        | InstKind::VaCopy { .. } => Vec::new(),
    }
}

fn uses(kind: &InstKind, see: &mut dyn FnMut(Reg)) {
    let mut all = |ops: &[&Operand]| ops.iter().for_each(|o| operand(o, see));
    match kind {
        InstKind::Copy { src, .. } | InstKind::Cast { src, .. } | InstKind::Freeze { src, .. } => {
            all(&[src])
        }
        InstKind::Bin { a, b, .. }
        | InstKind::Cmp { a, b, .. }
        | InstKind::FloatBin { a, b, .. }
        | InstKind::FloatCmp { a, b, .. } => all(&[a, b]),
        InstKind::FloatUn { a, .. } => all(&[a]),
        InstKind::Select { cond, a, b, .. } => all(&[cond, a, b]),
        InstKind::Load { addr, .. } => all(&[addr]),
        InstKind::Store { value, addr, .. } => all(&[value, addr]),
        InstKind::Alloca { count, .. } => {
            if let Some((c, _)) = count {
                all(&[c]);
            }
        }
        InstKind::PtrAdd { base, terms, .. } => {
            all(&[base]);
            for t in terms {
                operand(&t.index, see);
            }
        }
        InstKind::Call { callee, args, .. } => {
            if let Callee::Indirect(o) = callee {
                all(&[o]);
            }
            for a in args {
                operand(&a.value, see);
            }
        }
        InstKind::Intrinsic { args, .. } => {
            for a in args {
                operand(a, see);
            }
        }
        InstKind::MemCopy { dst, src, len, .. } => all(&[dst, src, len]),
        InstKind::MemSet {
            dst, value, len, ..
        } => all(&[dst, value, len]),
        InstKind::Check { ok, .. } => all(&[ok]),
        InstKind::Assume { cond } => all(&[cond]),
        InstKind::ObjectSize { ptr, .. } | InstKind::Lifetime { ptr, .. } => all(&[ptr]),
        InstKind::StackSave { .. } | InstKind::Unsupported { .. } => {}
        InstKind::StackRestore { token } => all(&[token]),
        InstKind::VaStart { list } | InstKind::VaEnd { list } => all(&[list]),
        InstKind::VaCopy { dst, src } => all(&[dst, src]),
        InstKind::AtomicRmw { addr, value, .. } => all(&[addr, value]),
        InstKind::CmpXchg {
            addr,
            expected,
            new,
            ..
        } => all(&[addr, expected, new]),
    }
}
