//! One function: signature, blocks in reverse post-order, edges with phis.
//!
//! A value of LLVM becomes one operand per scalar leaf. Phis get their
//! registers first and become copies at the end of each predecessor, or in a
//! block of their own on an edge from a branch; a cycle among the copies of
//! one edge is broken by a temporary. The passes of [`crate::opt`] then clean
//! up.

use super::program::Lowerer;
use super::sanitizer::Plan;
use super::scopes::Scopes;
use crate::layout::{Leaf, Unsupported};
use crate::llvm::{Bb, Op, Value};
use crate::opt;
use ep_base::Arena;
use ep_ir::debug::VarStorage;
use ep_ir::{
    Block, BlockId, FuncId, Inst, InstKind, LocId, LocalVar, Operand, Param, Reg, SwitchCase,
    Terminator, Type, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// The scalar leaves of a value.
pub type Parts = SmallVec<[Operand; 1]>;

/// State of the lowering of one function.
pub struct FnLower<'l> {
    pub lw: &'l mut Lowerer,
    pub f: Value,
    pub fid: FuncId,
    pub regs: Arena<Reg, Type>,
    pub vars: Arena<VarId, LocalVar>,
    /// Variable of an alloca or argument, from its debug declaration.
    pub declared: FxHashMap<Value, VarId>,
    pub vals: FxHashMap<Value, Parts>,
    /// Allocas that became registers.
    pub promoted: FxHashMap<Value, Reg>,
    /// Phis that stand for a value computed in line.
    pub aliased: FxHashSet<Value>,
    /// Second registers of phis behind a computed goto.
    pub shadows: FxHashMap<Value, Parts>,
    /// Registers that are promoted locals: read and written anywhere.
    pub var_regs: Vec<Reg>,
    pub index: FxHashMap<Bb, BlockId>,
    pub blocks: Arena<BlockId, Block>,
    /// Blocks that may run more than once per call, by LLVM position.
    pub repeated: Vec<bool>,
    pub current: Bb,
    pub insts: Vec<Inst>,
    pub loc: LocId,
    /// Weight that the next emitted instruction takes.
    pub pending: u32,
    pub traps: FxHashMap<Bb, Option<u8>>,
    /// Block-scoped locals whose address goes elsewhere.
    pub scopes: Scopes,
}

/// Lowers `f` into `lw.module.functions[fid]`.
pub fn lower(lw: &mut Lowerer, fid: FuncId, f: Value) {
    if let Some(sub) = f.subprogram() {
        let ty = lw.debug.type_id(&mut lw.module, sub.ty);
        let loc = lw.debug.position(&mut lw.module, sub.file, sub.line, 0);
        let function = &mut lw.module.functions[fid];
        function.ty = ty;
        function.loc = loc;
    }
    let blocks = f.blocks();
    let Some(&entry) = blocks.first() else {
        let mut this = FnLower::new(lw, fid, f, Bb(std::ptr::null_mut()));
        // A declaration with a type that is not represented keeps what could
        // be; a call of it is unsupported at the call.
        let params = this.signature().unwrap_or_default();
        let regs = std::mem::take(&mut this.regs);
        let function = &mut lw.module.functions[fid];
        function.params = params;
        function.regs = regs;
        return;
    };
    let mut this = FnLower::new(lw, fid, f, entry);
    for (i, bb) in blocks.iter().enumerate() {
        this.index.insert(*bb, BlockId(i as u32));
        this.blocks.push(Block {
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_loc: LocId(0),
            term_weight: 0,
        });
    }
    let params = match this.signature() {
        Ok(params) => {
            this.body(&blocks);
            params
        }
        Err(what) => {
            let entry = &mut this.blocks[BlockId(0)];
            entry.term = Terminator::Unsupported(what);
            Vec::new()
        }
    };
    let FnLower {
        mut regs,
        mut vars,
        var_regs,
        mut blocks,
        ..
    } = this;
    let pinned: Vec<BlockId> = if lw.labels_used {
        label_targets(&blocks)
    } else {
        Vec::new()
    };
    let shown: Vec<Reg> = vars
        .iter()
        .filter_map(|(_, v)| match v.storage {
            VarStorage::Register(r) => Some(r),
            _ => None,
        })
        .collect();
    let mut params = params;
    let map = opt::run(opt::Body {
        blocks: &mut blocks,
        regs: &mut regs,
        params: &mut params,
        vars: &mut vars,
        var_regs: &var_regs,
        shown: &shown,
        pinned: pinned.clone(),
    });
    for b in pinned {
        if let Some(Some(new)) = map.get(b.0 as usize) {
            lw.label_map.insert((fid, b), *new);
        }
    }
    let function = &mut lw.module.functions[fid];
    function.params = params;
    function.regs = regs;
    function.vars = vars;
    function.blocks = blocks;
}

/// All targets of computed gotos.
fn label_targets(blocks: &Arena<BlockId, Block>) -> Vec<BlockId> {
    let mut out = Vec::new();
    for (_, block) in blocks.iter() {
        if let Terminator::IndirectJump { labels, .. } = &block.term {
            out.extend(labels.iter().copied());
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

impl<'l> FnLower<'l> {
    fn new(lw: &'l mut Lowerer, fid: FuncId, f: Value, entry: Bb) -> Self {
        FnLower {
            lw,
            f,
            fid,
            regs: Arena::new(),
            vars: Arena::new(),
            declared: FxHashMap::default(),
            vals: FxHashMap::default(),
            promoted: FxHashMap::default(),
            aliased: FxHashSet::default(),
            shadows: FxHashMap::default(),
            var_regs: Vec::new(),
            index: FxHashMap::default(),
            blocks: Arena::new(),
            repeated: Vec::new(),
            current: entry,
            insts: Vec::new(),
            loc: LocId(0),
            pending: 0,
            traps: FxHashMap::default(),
            scopes: Scopes::default(),
        }
    }

    /// Parameters and results; also binds the arguments.
    fn signature(&mut self) -> Result<Vec<Param>, Unsupported> {
        let ty = self.f.value_type();
        let rets = self.lw.layouts.leaves(ty.return_type())?;
        self.lw.module.functions[self.fid].rets = rets.iter().map(|l| l.ty).collect();
        let mut params = Vec::new();
        for (i, arg) in self.f.params().into_iter().enumerate() {
            let byval = self.byval(self.f, i as u32);
            let mut parts = Parts::new();
            for leaf in self.leaves(arg)?.iter() {
                let reg = self.regs.push(leaf.ty);
                parts.push(Operand::Reg(reg));
                params.push(Param {
                    reg,
                    ty: leaf.ty,
                    byval,
                    promised: self.f.dereferenceable(i as u32),
                });
            }
            self.vals.insert(arg, parts);
        }
        Ok(params)
    }

    /// Size and alignment of a `byval` argument of a function or call.
    pub fn byval(&mut self, v: Value, index: u32) -> Option<(u64, u32)> {
        let (ty, align) = v.byval(index)?;
        let align = match align {
            0 => self.lw.layouts.align(ty),
            a => a,
        };
        Some((self.lw.layouts.alloc_size(ty), align))
    }

    pub fn leaves(&mut self, v: Value) -> Result<Rc<[Leaf]>, Unsupported> {
        self.lw.layouts.leaves(v.ty())
    }

    pub fn new_reg(&mut self, ty: Type) -> Reg {
        self.regs.push(ty)
    }

    /// Appends an instruction that takes the pending weight.
    pub fn emit(&mut self, kind: InstKind) {
        let weight = self.pending.min(u32::from(u16::MAX));
        self.pending -= weight;
        self.insts.push(Inst {
            kind,
            loc: self.loc,
            weight: weight as u16,
        });
    }

    fn body(&mut self, blocks: &[Bb]) {
        let order = self.order(blocks[0]);
        self.mark_repeated(blocks.len(), &order);
        self.declarations(&order);
        self.promote(blocks[0]);
        self.find_scopes(&order);
        for &bb in &order {
            for v in bb.insts() {
                if v.opcode() != Op::LLVMPHI {
                    break;
                }
                let Ok(leaves) = self.leaves(v) else { continue };
                let mut fresh = || -> Parts {
                    let regs = leaves.iter().map(|l| self.regs.push(l.ty));
                    regs.map(Operand::Reg).collect()
                };
                let parts = fresh();
                let computed = v.incoming().iter().any(|(_, from)| {
                    let term = from.terminator();
                    term.is_some_and(|t| t.opcode() == Op::LLVMIndirectBr)
                });
                if computed {
                    let shadow = fresh();
                    self.shadows.insert(v, shadow);
                }
                self.vals.insert(v, parts);
            }
        }
        for &bb in &order {
            self.block(bb);
        }
    }

    /// Reachable blocks in reverse post-order, checks taken as passed.
    fn order(&mut self, entry: Bb) -> Vec<Bb> {
        let mut seen = FxHashSet::default();
        let mut post = Vec::new();
        let mut stack = vec![(entry, self.effective_successors(entry), 0usize)];
        seen.insert(entry);
        while let Some((bb, successors, next)) = stack.last_mut() {
            if let Some(&s) = successors.get(*next) {
                *next += 1;
                if seen.insert(s) {
                    let inner = self.effective_successors(s);
                    stack.push((s, inner, 0));
                }
            } else {
                post.push(*bb);
                stack.pop();
            }
        }
        post.reverse();
        post
    }

    /// Marks the blocks on cycles: strongly connected components by Kosaraju's
    /// second pass over the predecessors, in reverse post-order.
    fn mark_repeated(&mut self, count: usize, order: &[Bb]) {
        let mut repeated = vec![false; count];
        let mut preds: Vec<Vec<BlockId>> = vec![Vec::new(); count];
        for bb in order {
            let from = self.block_id(*bb);
            for s in self.effective_successors(*bb) {
                let to = self.block_id(s);
                preds[to.0 as usize].push(from);
                repeated[to.0 as usize] |= to == from;
            }
        }
        let mut taken = vec![false; count];
        for bb in order {
            let root = self.block_id(*bb);
            if std::mem::replace(&mut taken[root.0 as usize], true) {
                continue;
            }
            let mut component = vec![root];
            let mut next = 0;
            while let Some(&b) = component.get(next) {
                next += 1;
                for &p in &preds[b.0 as usize] {
                    if !std::mem::replace(&mut taken[p.0 as usize], true) {
                        component.push(p);
                    }
                }
            }
            if component.len() > 1 {
                for b in component {
                    repeated[b.0 as usize] = true;
                }
            }
        }
        self.repeated = repeated;
    }

    /// Collects the source variables of the function.
    fn declarations(&mut self, order: &[Bb]) {
        for &bb in order {
            for v in bb.insts() {
                if !v.is_debug() {
                    continue;
                }
                let Some((address, md)) = v.declare() else {
                    continue;
                };
                let Some(var) = md.variable() else { continue };
                if var.artificial != 0 || self.declared.contains_key(&address) {
                    continue;
                }
                let ty = self.lw.debug.type_id(&mut self.lw.module, var.ty);
                let loc = self
                    .lw
                    .debug
                    .position(&mut self.lw.module, var.file, var.line, 0);
                let storage = match self.vals.get(&address).map(|p| p.as_slice()) {
                    Some([Operand::Reg(r)]) => VarStorage::Memory(*r),
                    _ => VarStorage::None,
                };
                let id = self.vars.push(LocalVar {
                    name: var.name.text(),
                    ty,
                    storage,
                    loc,
                    arg: var.arg,
                });
                self.declared.insert(address, id);
            }
        }
    }

    fn block(&mut self, bb: Bb) {
        self.current = bb;
        let id = self.index[&bb];
        let Some(terminator) = bb.terminator() else {
            return;
        };
        let mut scope = self.scopes.at_start(bb);
        if let Some(first) = bb.insts().next() {
            self.loc = self.location(first);
            self.arrive(bb);
        }
        for v in bb.insts() {
            if self.is_counting(v) {
                self.count(v);
                continue;
            }
            self.loc = self.location(v);
            scope = self.cross(scope, self.scopes.of(v, scope));
            if v.opcode() == Op::LLVMPHI {
                self.copy_shadow(v);
                continue;
            }
            if v == terminator {
                break;
            }
            self.pending += self.weight(v);
            self.instruction(v);
        }
        if !self.is_for_counting(bb) {
            self.pending += self.weight(terminator);
        }
        let (term, phi_sources) = self.terminator(bb, terminator);
        let term = match (&term, phi_sources) {
            (Terminator::Jump(_), Some(to)) => {
                let loc = self.loc;
                self.edge_copies(bb, to);
                self.loc = loc;
                term
            }
            _ => self.split_edges(bb, terminator, term),
        };
        let weight = self.pending.min(u32::from(u16::MAX)) as u16;
        self.pending = 0;
        let block = &mut self.blocks[id];
        block.insts = std::mem::take(&mut self.insts);
        block.term = term;
        block.term_loc = self.loc;
        block.term_weight = weight;
    }

    fn copy_shadow(&mut self, phi: Value) {
        let Some(shadow) = self.shadows.get(&phi).cloned() else {
            return;
        };
        let targets = self.vals.get(&phi).cloned().unwrap_or_default();
        for (target, src) in targets.into_iter().zip(shadow) {
            if let Operand::Reg(dst) = target {
                self.emit(InstKind::Copy { dst, src });
            }
        }
    }

    pub fn location(&mut self, v: Value) -> LocId {
        self.lw.debug.location(&mut self.lw.module, v.location())
    }

    pub fn weight(&self, v: Value) -> u32 {
        u32::from(!v.is_debug() && !v.has_metadata(self.lw.nosanitize))
    }

    pub fn block_id(&self, bb: Bb) -> BlockId {
        self.index.get(&bb).copied().unwrap_or(BlockId(0))
    }

    /// The terminator, and for a jump the block it leads to.
    fn terminator(&mut self, bb: Bb, v: Value) -> (Terminator, Option<Bb>) {
        match self.try_terminator(bb, v) {
            Ok(pair) => pair,
            Err(what) => (Terminator::Unsupported(what), None),
        }
    }

    fn try_terminator(
        &mut self,
        bb: Bb,
        v: Value,
    ) -> Result<(Terminator, Option<Bb>), Unsupported> {
        match self.plan(bb) {
            Plan::Normal => {}
            Plan::Trap(trap) => {
                self.check(&trap)?;
                return Ok((Terminator::Jump(self.block_id(trap.next)), Some(trap.next)));
            }
            Plan::Shift(shift) => {
                self.shift_check(&shift)?;
                let join = shift.join;
                return Ok((Terminator::Jump(self.block_id(join)), Some(join)));
            }
        }
        Ok(match v.opcode() {
            Op::LLVMBr if !v.is_conditional() => {
                let to = v.successors()[0];
                (Terminator::Jump(self.block_id(to)), Some(to))
            }
            Op::LLVMBr => {
                if let Some((to, arm, on)) = self.counted_side(v) {
                    let cond = self.one(v.operand(0))?;
                    self.count_side(arm, cond, on);
                    return Ok((Terminator::Jump(self.block_id(to)), Some(to)));
                }
                let to = v.successors();
                let cond = self.one(v.operand(0))?;
                let term = Terminator::Branch {
                    cond,
                    then: self.block_id(to[0]),
                    els: self.block_id(to[1]),
                };
                (term, None)
            }
            Op::LLVMSwitch => {
                let value = self.one(v.operand(0))?;
                let ty = self.scalar(v.operand(0))?;
                let to = v.successors();
                let mut cases = Vec::with_capacity(to.len().saturating_sub(1));
                for (i, target) in to.iter().enumerate().skip(1) {
                    let case = v.operand(2 * i as u32);
                    let (_, value) = case.constant_bits().ok_or("a very wide switch")?;
                    let (target, counter) = self.counted_case(*target);
                    cases.push(SwitchCase {
                        value,
                        target: self.block_id(target),
                        counter,
                    });
                }
                let term = Terminator::Switch {
                    value,
                    ty,
                    cases,
                    default: self.block_id(to[0]),
                };
                (term, None)
            }
            Op::LLVMIndirectBr => {
                let target = self.one(v.operand(0))?;
                self.lw.labels_used = true;
                let mut labels: Vec<BlockId> = Vec::new();
                for s in v.successors() {
                    let id = self.block_id(s);
                    if !labels.contains(&id) {
                        labels.push(id);
                    }
                }
                (Terminator::IndirectJump { target, labels }, None)
            }
            Op::LLVMRet => {
                let values = if v.operand_count() == 0 {
                    Vec::new()
                } else {
                    self.parts(v.operand(0))?.to_vec()
                };
                (Terminator::Return(values), None)
            }
            Op::LLVMUnreachable => (Terminator::Unreachable, None),
            Op::LLVMInvoke => return Err("invoke (C++ exceptions)".to_owned()),
            Op::LLVMResume => return Err("resume (C++ exceptions)".to_owned()),
            Op::LLVMCallBr => return Err("asm goto".to_owned()),
            other => return Err(format!("the terminator {other:?}")),
        })
    }

    /// Puts the copies of each edge from a branch into a block of its own.
    fn split_edges(&mut self, bb: Bb, v: Value, mut term: Terminator) -> Terminator {
        if matches!(term, Terminator::Unsupported(_) | Terminator::Unreachable) {
            return term;
        }
        let pending = std::mem::take(&mut self.pending);
        let (insts, loc) = (std::mem::take(&mut self.insts), self.loc);
        let mut made: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for to in v.successors() {
            let target = self.block_id(to);
            if made.contains_key(&target) {
                continue;
            }
            self.edge_copies(bb, to);
            if self.insts.is_empty() {
                continue;
            }
            let edge = self.blocks.push(Block {
                insts: std::mem::take(&mut self.insts),
                term: Terminator::Jump(target),
                term_loc: loc,
                term_weight: std::mem::take(&mut self.pending) as u16,
            });
            made.insert(target, edge);
        }
        self.insts = insts;
        self.loc = loc;
        self.pending = pending;
        // A computed goto cannot be retargeted: its values are labels. Its
        // copies go before it and write only shadows of the phis.
        if let Terminator::IndirectJump { .. } = term {
            for edge in made.values() {
                let copies = std::mem::take(&mut self.blocks[*edge].insts);
                self.insts.extend(copies);
            }
            return term;
        }
        opt::cfg::retarget(&mut term, &mut |b| made.get(&b).copied().unwrap_or(b));
        term
    }

    /// Emits the copies of the edge `from -> to`, as if all at once.
    fn edge_copies(&mut self, from: Bb, to: Bb) {
        let mut moves: Vec<(Reg, Operand, LocId, u32)> = Vec::new();
        for phi in to.insts() {
            if phi.opcode() != Op::LLVMPHI {
                break;
            }
            if self.aliased.contains(&phi) {
                continue;
            }
            let registers = self.shadows.get(&phi).or_else(|| self.vals.get(&phi));
            let Some(targets) = registers.cloned() else {
                continue;
            };
            let incoming = phi.incoming();
            let Some((value, _)) = incoming.iter().find(|(_, b)| *b == from) else {
                continue;
            };
            let Ok(sources) = self.parts(*value) else {
                self.emit(InstKind::Unsupported {
                    what: "a value of a phi".to_owned(),
                    dsts: Vec::new(),
                });
                continue;
            };
            let loc = self.location(phi);
            let mut weight = self.weight(phi);
            for (target, source) in targets.iter().zip(sources) {
                if let Operand::Reg(dst) = target {
                    moves.push((*dst, source, loc, std::mem::take(&mut weight)));
                }
            }
        }
        while !moves.is_empty() {
            let free = moves.iter().position(|(dst, ..)| {
                moves
                    .iter()
                    .all(|(d, s, ..)| d == dst || *s != Operand::Reg(*dst))
            });
            let Some(i) = free else {
                // Only cycles are left: save one target first.
                let (dst, _, loc, _) = moves[0];
                let saved = self.new_reg(self.regs[dst]);
                self.loc = loc;
                self.emit(InstKind::Copy {
                    dst: saved,
                    src: Operand::Reg(dst),
                });
                for (_, s, ..) in &mut moves {
                    if *s == Operand::Reg(dst) {
                        *s = Operand::Reg(saved);
                    }
                }
                continue;
            };
            let (dst, src, loc, weight) = moves.swap_remove(i);
            self.loc = loc;
            self.pending += weight;
            if src != Operand::Reg(dst) {
                self.emit(InstKind::Copy { dst, src });
            }
        }
        self.cross_edge(from, to);
    }
}
