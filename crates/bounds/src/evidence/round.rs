//! One round of a loop as a program of its own.
//!
//! Idea: a copy of the function whose parameters are the state at the loop's
//! head. It runs from the head until control is there again and returns a word
//! in which a bit is set for each fact that does not hold any more; bit 63 says
//! that the loop was left. A second function takes any state in which the facts
//! hold, calls the first, and is wrong when the word is not zero: then any
//! engine for `ir` answers whether every round from the set leads back into it.
//! Alternative: the cut of `explore::bmc` on the function itself, which chooses
//! its invariants by itself and has no name for the set.
//!
//! What must never happen: a round that ends otherwise (an exit of the program,
//! an assumption that cuts runs off, a call of something unknown) counts as one
//! that comes back. Loops that could do so are refused. Cost: a copy of the
//! function.

use super::facts::{mask, Fact, Var};
use ep_base::Arena;
use ep_ir::analysis::{successors, Cfg, Dominators, Live, Loops};
use ep_ir::debug::{DebugType, VarStorage};
use ep_ir::inst::{Arg, Callee};
use ep_ir::{
    visit, BinOp, Block, BlockId, CastOp, DebugTypeId, FuncId, Function, GlobalId, Inst, InstKind,
    IntPred, Intrinsic, LocId, Module, Operand, Param, Reg, Terminator, Type, VarId,
};
use std::collections::BTreeSet;

/// The function that runs a round and returns what is broken.
pub const ROUND: &str = "everypath_round";
/// The one that is wrong when something is.
pub const CHECK: &str = "everypath_round_check";
/// The bit that says that the loop was left.
pub const LEFT: u64 = 1 << 63;

/// Where a part of the state lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    Register(Reg),
    /// A scalar local in memory, by the register of its address and size.
    Local(Reg, u64),
    /// A scalar global.
    Global(GlobalId, u64),
}

/// The state at a loop's head.
#[derive(Clone, Debug)]
pub struct State {
    pub func: FuncId,
    pub head: BlockId,
    pub cells: Vec<Cell>,
    pub vars: Vec<Var>,
}

/// The state of a loop, or why its rounds are not looked at.
pub fn state(module: &Module, func: FuncId, head: BlockId) -> Result<State, String> {
    let f = &module.functions[func];
    let cfg = Cfg::new(f);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let own = loops.loops.iter().filter(|(_, l)| l.header == head);
    let inside: BTreeSet<BlockId> = own.flat_map(|(_, l)| l.blocks.iter().copied()).collect();
    if inside.is_empty() {
        return Err("the loop has several entries".into());
    }
    state_within(module, func, head, &inside)
}

/// The state at the beginning of a block, or why it is not looked at.
pub fn state_at(module: &Module, func: FuncId, head: BlockId) -> Result<State, String> {
    let f = &module.functions[func];
    let mut behind = BTreeSet::from([head]);
    let mut work = vec![head];
    while let Some(b) = work.pop() {
        let next = successors(&f.blocks[b].term);
        work.extend(next.into_iter().filter(|b| behind.insert(*b)));
    }
    state_within(module, func, head, &behind)
}

/// The state at the beginning of a block, of which only these are followed.
fn state_within(
    module: &Module,
    func: FuncId,
    head: BlockId,
    followed: &BTreeSet<BlockId>,
) -> Result<State, String> {
    let f = &module.functions[func];
    let live = Live::new(f, &Cfg::new(f));
    let mut cells = Vec::new();
    let mut vars = Vec::new();
    for r in live.at(head).take_while(|r| (r.0 as usize) < f.regs.len()) {
        match f.regs[r] {
            Type::Int(bits) if bits <= 64 => {
                cells.push(Cell::Register(r));
                vars.push(named(module, f, VarStorage::Register(r), bits));
            }
            Type::Ptr => {
                let size = scalar_local(f, r)
                    .ok_or("an address that is no scalar local is used in the loop")?;
                cells.push(Cell::Local(r, size));
                vars.push(named(module, f, VarStorage::Memory(r), 8 * size as u32));
            }
            _ => return Err("a value that is no integer of at most 64 bits is used".into()),
        }
    }
    for g in reachable_globals(module, func, followed)? {
        let global = &module.globals[g];
        if global.constant {
            continue;
        }
        if !matches!(global.size, 1 | 2 | 4 | 8) || global.init.is_none() {
            return Err(format!("the global `{}` is no scalar", global.name));
        }
        let bits = 8 * global.size as u32;
        cells.push(Cell::Global(g, global.size));
        let (_, signed) = integer(module, global.ty).unwrap_or((bits, false));
        vars.push(Var {
            name: global.name.clone(),
            bits,
            signed,
        });
    }
    Ok(State {
        func,
        head,
        cells,
        vars,
    })
}

fn named(module: &Module, f: &Function, at: VarStorage, bits: u32) -> Var {
    let var = f.vars.iter().find(|(_, v)| v.storage == at).map(|x| x.1);
    Var {
        name: var.map(|v| v.name.clone()).unwrap_or_default(),
        bits,
        signed: var.and_then(|v| integer(module, v.ty)).is_some_and(|x| x.1),
    }
}

/// Width and sign of a type of integers.
fn integer(module: &Module, mut ty: DebugTypeId) -> Option<(u32, bool)> {
    loop {
        match module.debug_types.get(ty)? {
            DebugType::Alias { to, .. } => ty = *to,
            DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. } => {
                return Some((*bits, *signed))
            }
            DebugType::Char { signed } => return Some((8, *signed)),
            DebugType::Bool => return Some((8, false)),
            _ => return None,
        }
    }
}

/// The size of a local whose address a register holds: allocated in the first
/// block, once, with a size of 1, 2, 4 or 8.
fn scalar_local(f: &Function, r: Reg) -> Option<u64> {
    let mut size = None;
    for (b, block) in f.blocks.iter() {
        let mut block = block.clone();
        for inst in &mut block.insts {
            let mut writes = false;
            visit::defs_mut(&mut inst.kind, &mut |d| writes |= *d == r);
            if !writes {
                continue;
            }
            match &inst.kind {
                InstKind::Alloca {
                    size: n,
                    count: None,
                    ..
                } if b == BlockId(0) && size.is_none() && matches!(n, 1 | 2 | 4 | 8) => {
                    size = Some(*n);
                }
                _ => return None,
            }
        }
    }
    size
}

/// Globals that these blocks of the function and what they call may touch.
fn reachable_globals(
    module: &Module,
    func: FuncId,
    followed: &BTreeSet<BlockId>,
) -> Result<BTreeSet<GlobalId>, String> {
    let mut globals = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut work = vec![(func, Some(followed))];
    while let Some((id, only)) = work.pop() {
        let f = &module.functions[id];
        let blocks = f.blocks.iter();
        for (_, block) in blocks.filter(|(b, _)| only.is_none_or(|o| o.contains(b))) {
            let mut block = block.clone();
            let mut odd = None;
            let mut take = |o: &mut Operand| match *o {
                Operand::Global(g, _) => {
                    globals.insert(g);
                }
                Operand::Func(_) | Operand::Label(..) => odd = Some("addresses of code"),
                _ => {}
            };
            for inst in &mut block.insts {
                visit::uses_mut(&mut inst.kind, &mut take);
            }
            visit::term_uses_mut(&mut block.term, &mut take);
            if let Some(what) = odd {
                return Err(format!("{what} are used in `{}`", f.name));
            }
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Call { callee, .. } => {
                        let Callee::Direct(to) = callee else {
                            return Err("a function is called through a pointer".into());
                        };
                        let target = &module.functions[*to];
                        if target.is_declaration() {
                            // A charge changes nothing that a round looks at.
                            let reads = target.name.starts_with("__VERIFIER_nondet_");
                            if !reads && target.name != crate::time::CHARGE {
                                // The models' own have no name that a user knows.
                                return Err(match target.name.starts_with("__ep_") {
                                    true => {
                                        "a function of the C library with a state is called".into()
                                    }
                                    false => format!("`{}` is called", target.name),
                                });
                            }
                        } else if seen.insert(*to) {
                            work.push((*to, None));
                        }
                    }
                    InstKind::Load { volatile: true, .. } => {
                        return Err("a volatile object is read".into());
                    }
                    InstKind::Assume { .. }
                    | InstKind::Unsupported { .. }
                    | InstKind::AtomicRmw { .. }
                    | InstKind::CmpXchg { .. }
                    | InstKind::FloatBin { .. }
                    | InstKind::FloatUn { .. } => {
                        return Err(format!("something in `{}` is not looked at", f.name));
                    }
                    _ => {}
                }
            }
            if let Terminator::Unsupported(what) = &block.term {
                return Err(what.clone());
            }
        }
    }
    for g in globals.clone() {
        if module.globals[g]
            .init
            .as_ref()
            .is_some_and(|i| !i.relocs.is_empty())
        {
            return Err(format!("`{}` holds an address", module.globals[g].name));
        }
    }
    Ok(globals)
}

/// What is asked of a round: what its copy is given, what it returns, and when
/// that is wrong. All words have 64 bits.
pub(crate) trait Question {
    /// How many words of any value the check takes beside the state; they
    /// follow the state in what [`Question::given`] and [`Question::assumed`]
    /// see.
    fn free(&self) -> usize {
        0
    }
    /// How many words the copy is given beside the state.
    fn beside(&self) -> usize;
    /// These words, of the state before the round.
    fn given(&self, b: &mut Builder<'_>, old: &[Operand]) -> Vec<Operand>;
    /// Whether the state before the round is looked at.
    fn assumed(&self, b: &mut Builder<'_>, old: &[Operand]) -> Operand;
    /// What the copy returns at a place where it stops, by its number.
    fn back(
        &self,
        b: &mut Builder<'_>,
        stop: usize,
        new: &[Operand],
        beside: &[Operand],
    ) -> Operand;
    /// What it returns where the loop is left.
    fn left(&self, b: &mut Builder<'_>, beside: &[Operand]) -> Operand;
    /// Whether that is wrong.
    fn bad(&self, b: &mut Builder<'_>, word: Operand) -> Operand;
}

/// Whether facts are kept, and the loop is not left.
struct Kept<'a> {
    facts: &'a [Fact],
    vars: &'a [Var],
}

impl Question for Kept<'_> {
    fn beside(&self) -> usize {
        0
    }
    fn given(&self, _: &mut Builder<'_>, _: &[Operand]) -> Vec<Operand> {
        Vec::new()
    }
    fn assumed(&self, b: &mut Builder<'_>, old: &[Operand]) -> Operand {
        let mut all = Operand::Int(1);
        for fact in self.facts {
            let holds = b.fact(fact, self.vars, old);
            all = b.bin(BinOp::And, 1, all, holds);
        }
        all
    }
    fn back(&self, b: &mut Builder<'_>, _: usize, new: &[Operand], _: &[Operand]) -> Operand {
        let mut broken = Operand::Int(0);
        for (i, fact) in self.facts.iter().enumerate() {
            let holds = b.fact(fact, self.vars, new);
            broken = b.unless(holds, i as u32, broken);
        }
        broken
    }
    fn left(&self, _: &mut Builder<'_>, _: &[Operand]) -> Operand {
        Operand::Int(LEFT)
    }
    fn bad(&self, b: &mut Builder<'_>, word: Operand) -> Operand {
        b.cmp(IntPred::Ne, 64, word, Operand::Int(0))
    }
}

/// Builds instructions at one place.
pub(crate) struct Builder<'a> {
    regs: &'a mut Arena<Reg, Type>,
    insts: Vec<Inst>,
    loc: LocId,
}

impl Builder<'_> {
    pub fn push(&mut self, kind: InstKind) {
        self.insts.push(Inst {
            kind,
            loc: self.loc,
            weight: 0,
        });
    }

    pub fn bin(&mut self, op: BinOp, bits: u32, a: Operand, b: Operand) -> Operand {
        let dst = self.regs.push(Type::Int(bits));
        self.push(InstKind::Bin {
            op,
            flags: Default::default(),
            dst,
            a,
            b,
        });
        dst.into()
    }

    pub fn cmp(&mut self, pred: IntPred, bits: u32, a: Operand, b: Operand) -> Operand {
        let dst = self.regs.push(Type::Int(1));
        self.push(InstKind::Cmp {
            pred,
            ty: Type::Int(bits),
            dst,
            a,
            b,
        });
        dst.into()
    }

    pub fn cast(&mut self, op: CastOp, from: u32, to: u32, src: Operand) -> Operand {
        let dst = self.regs.push(Type::Int(to));
        self.push(InstKind::Cast {
            op,
            from: Type::Int(from),
            to: Type::Int(to),
            dst,
            src,
        });
        dst.into()
    }

    /// A counting operation on bits (`ctpop`, `ctlz`, `cttz`); zero counts as
    /// the width.
    pub fn count(&mut self, op: Intrinsic, bits: u32, a: Operand) -> Operand {
        let dst = self.regs.push(Type::Int(bits));
        let mut args = vec![a];
        if op != Intrinsic::CtPop {
            args.push(Operand::Int(0));
        }
        self.push(InstKind::Intrinsic {
            op,
            ty: Type::Int(bits),
            dsts: vec![dst],
            args,
        });
        dst.into()
    }

    /// The word with this bit set unless the condition holds.
    pub fn unless(&mut self, holds: Operand, bit: u32, word: Operand) -> Operand {
        let not = self.bin(BinOp::Xor, 1, holds, Operand::Int(1));
        let wide = self.cast(CastOp::ZExt, 1, 64, not);
        let bit = self.bin(BinOp::Shl, 64, wide, Operand::Int(bit.into()));
        self.bin(BinOp::Or, 64, word, bit)
    }

    /// Whether a fact holds of these values.
    fn fact(&mut self, f: &Fact, vars: &[Var], v: &[Operand]) -> Operand {
        let w = |i: usize| vars[i].bits;
        match *f {
            Fact::Equals(i, c) => self.cmp(IntPred::Eq, w(i), v[i], Operand::Int(c)),
            Fact::Differs(i, c) => self.cmp(IntPred::Ne, w(i), v[i], Operand::Int(c)),
            Fact::Low(i, bits, rest) => {
                let low = self.bin(BinOp::And, w(i), v[i], Operand::Int(mask(bits)));
                self.cmp(IntPred::Eq, w(i), low, Operand::Int(rest))
            }
            Fact::NotNegative(i) => self.cmp(IntPred::Sge, w(i), v[i], Operand::Int(0)),
            Fact::Negative(i) => self.cmp(IntPred::Slt, w(i), v[i], Operand::Int(0)),
            Fact::UnsignedLess(i, j) => self.cmp(IntPred::Ult, w(i), v[i], v[j]),
            Fact::UnsignedLessEqual(i, j) => self.cmp(IntPred::Ule, w(i), v[i], v[j]),
            Fact::SignedLess(i, j) => self.cmp(IntPred::Slt, w(i), v[i], v[j]),
            Fact::SignedLessEqual(i, j) => self.cmp(IntPred::Sle, w(i), v[i], v[j]),
            Fact::Difference(i, j, c) => {
                let d = self.bin(BinOp::Sub, w(i), v[i], v[j]);
                self.cmp(IntPred::Eq, w(i), d, Operand::Int(c))
            }
            Fact::NotLow(i, bits, rest) => {
                let low = self.bin(BinOp::And, w(i), v[i], Operand::Int(mask(bits)));
                self.cmp(IntPred::Ne, w(i), low, Operand::Int(rest))
            }
            Fact::Apart(i, j, bits) => {
                let d = self.bin(BinOp::Sub, w(i), v[i], v[j]);
                let low = self.bin(BinOp::And, w(i), d, Operand::Int(mask(bits)));
                self.cmp(IntPred::Ne, w(i), low, Operand::Int(0))
            }
            Fact::Sum(i, j, c) => {
                let d = self.bin(BinOp::Add, w(i), v[i], v[j]);
                self.cmp(IntPred::Eq, w(i), d, Operand::Int(c))
            }
        }
    }
}

/// The module with the two functions for these facts.
pub fn with_round(module: &Module, s: &State, facts: &[Fact]) -> Module {
    with_question(
        module,
        s,
        &Kept {
            facts,
            vars: &s.vars,
        },
    )
}

/// Where control goes on an edge of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    On,
    /// To the place where it stops with this number.
    Stop(usize),
    /// Out of what is looked at.
    Out,
}

/// Where a copy stops: the states there, and what each edge does.
pub(crate) struct Plan<'a> {
    pub stops: &'a [State],
    pub way: &'a dyn Fn(BlockId, BlockId) -> Way,
}

/// The module with the two functions for a question about a round.
pub(crate) fn with_question(module: &Module, s: &State, question: &dyn Question) -> Module {
    let f = &module.functions[s.func];
    let cfg = Cfg::new(f);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let own = loops.loops.iter().filter(|(_, l)| l.header == s.head);
    let inside: BTreeSet<BlockId> = own.flat_map(|(_, l)| l.blocks.iter().copied()).collect();
    let way = |from: BlockId, to: BlockId| {
        if to == s.head {
            Way::Stop(0)
        } else if inside.contains(&from) && !inside.contains(&to) {
            Way::Out
        } else {
            Way::On
        }
    };
    let plan = Plan {
        stops: std::slice::from_ref(s),
        way: &way,
    };
    with_plan(module, s, &plan, question)
}

/// The module with the two functions for a question about what follows a
/// state until control stops.
pub(crate) fn with_plan(
    module: &Module,
    s: &State,
    plan: &Plan<'_>,
    question: &dyn Question,
) -> Module {
    let mut out = module.clone();
    let loc = {
        let b = &module.functions[s.func].blocks[s.head];
        b.insts.first().map_or(b.term_loc, |i| i.loc)
    };
    let word = out.debug_types.push(DebugType::Int {
        bits: 64,
        signed: false,
        name: "unsigned long long".into(),
    });
    let ty = out.debug_types.push(DebugType::Function {
        returns: word,
        params: vec![word; s.cells.len() + question.beside()],
        variadic: false,
    });
    let own = out.debug_types.push(DebugType::Function {
        returns: word,
        params: vec![word; s.cells.len() + question.free()],
        variadic: false,
    });
    let round = round(module, s, plan, question, loc, ty);
    let round = out.functions.push(round);
    let check = check(s, question, loc, own, round);
    out.functions.push(check);
    out
}

fn round(
    module: &Module,
    s: &State,
    plan: &Plan<'_>,
    question: &dyn Question,
    loc: LocId,
    ty: DebugTypeId,
) -> Function {
    let mut f = module.functions[s.func].clone();
    let first = f.blocks[BlockId(0)].clone();
    let moved = f.blocks.push(first.clone());
    let head = if s.head == BlockId(0) { moved } else { s.head };
    let jump = |insts: Vec<Inst>, term: Terminator| Block {
        insts,
        term,
        term_loc: loc,
        term_weight: 0,
    };
    let empty = || jump(Vec::new(), Terminator::Unreachable);
    let places = plan.stops.iter();
    let stops: Vec<BlockId> = places.map(|_| f.blocks.push(empty())).collect();
    let out = f.blocks.push(empty());
    let ids: Vec<BlockId> = f.blocks.iter().map(|(id, _)| id).collect();
    for id in ids {
        if stops.contains(&id) || id == out {
            continue;
        }
        let was = if id == moved { BlockId(0) } else { id };
        let to = |t: BlockId| match (plan.way)(was, t) {
            Way::Stop(n) => stops.get(n).copied().unwrap_or(out),
            Way::Out => out,
            Way::On if t == BlockId(0) => moved,
            Way::On => t,
        };
        let block = &mut f.blocks[id];
        match &mut block.term {
            Terminator::Jump(t) => *t = to(*t),
            Terminator::Branch { then, els, .. } => {
                *then = to(*then);
                *els = to(*els);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|c| c.target = to(c.target));
                *default = to(*default);
            }
            Terminator::IndirectJump { labels, .. } => {
                labels.iter_mut().for_each(|l| *l = to(*l));
            }
            Terminator::Return(_) => block.term = Terminator::Jump(out),
            Terminator::Unreachable | Terminator::Unsupported(_) => {}
        }
    }
    // The state comes in.
    let mut regs = f.regs.clone();
    let params = words(&mut regs, s.cells.len() + question.beside());
    let beside: Vec<Operand> = params
        .iter()
        .skip(s.cells.len())
        .map(|p| p.reg.into())
        .collect();
    let mut b = Builder {
        regs: &mut regs,
        insts: Vec::new(),
        loc,
    };
    for inst in &first.insts {
        let used = |r: Reg| {
            (s.cells
                .iter()
                .chain(plan.stops.iter().flat_map(|p| &p.cells)))
            .any(|c| matches!(c, Cell::Local(x, _) if *x == r))
        };
        if matches!(&inst.kind, InstKind::Alloca { dst, .. } if used(*dst)) {
            b.insts.push(inst.clone());
        }
    }
    for ((cell, var), p) in s.cells.iter().zip(&s.vars).zip(&params) {
        let value = match var.bits {
            64 => p.reg.into(),
            bits => b.cast(CastOp::Trunc, 64, bits, p.reg.into()),
        };
        b.push(match *cell {
            Cell::Register(dst) => InstKind::Copy { dst, src: value },
            Cell::Local(r, n) => store(r.into(), var.bits, n, value),
            Cell::Global(g, n) => store(Operand::Global(g, 0), var.bits, n, value),
        });
    }
    f.blocks[BlockId(0)] = jump(std::mem::take(&mut b.insts), Terminator::Jump(head));
    // The state is looked at.
    for (n, (at, block)) in plan.stops.iter().zip(&stops).enumerate() {
        let mut values = Vec::new();
        for (cell, var) in at.cells.iter().zip(&at.vars) {
            let addr = match *cell {
                Cell::Register(r) => {
                    values.push(r.into());
                    continue;
                }
                Cell::Local(r, _) => r.into(),
                Cell::Global(g, _) => Operand::Global(g, 0),
            };
            let dst = b.regs.push(Type::Int(var.bits));
            b.push(InstKind::Load {
                dst,
                ty: Type::Int(var.bits),
                addr,
                align: 1,
                volatile: false,
            });
            values.push(dst.into());
        }
        let word = question.back(&mut b, n, &values, &beside);
        let insts = std::mem::take(&mut b.insts);
        f.blocks[*block] = jump(insts, Terminator::Return(vec![word]));
    }
    let word = question.left(&mut b, &beside);
    let insts = std::mem::take(&mut b.insts);
    f.blocks[out] = jump(insts, Terminator::Return(vec![word]));
    f.regs = regs;
    f.params = params;
    f.rets = vec![Type::Int(64)];
    f.name = ROUND.to_owned();
    f.ty = ty;
    f.vars = without_parameters(&f);
    f.internal = false;
    f
}

/// The named variables, none of them a parameter any more.
fn without_parameters(f: &Function) -> Arena<VarId, ep_ir::LocalVar> {
    let mut vars = f.vars.clone();
    let ids: Vec<VarId> = vars.iter().map(|(id, _)| id).collect();
    for id in ids {
        vars[id].arg = 0;
    }
    vars
}

fn store(addr: Operand, bits: u32, align: u64, value: Operand) -> InstKind {
    InstKind::Store {
        ty: Type::Int(bits),
        value,
        addr,
        align: align as u32,
        volatile: false,
    }
}

/// Parameters of 64 bits.
fn words(regs: &mut Arena<Reg, Type>, n: usize) -> Vec<Param> {
    (0..n)
        .map(|_| Param {
            reg: regs.push(Type::Int(64)),
            ty: Type::Int(64),
            byval: None,
            promised: 0,
        })
        .collect()
}

fn check(
    s: &State,
    question: &dyn Question,
    loc: LocId,
    ty: DebugTypeId,
    round: FuncId,
) -> Function {
    let mut regs = Arena::new();
    let params = words(&mut regs, s.cells.len() + question.free());
    let mut b = Builder {
        regs: &mut regs,
        insts: Vec::new(),
        loc,
    };
    let values: Vec<Operand> = params
        .iter()
        .zip(&s.vars)
        .map(|(p, v)| match v.bits {
            64 => p.reg.into(),
            bits => b.cast(CastOp::Trunc, 64, bits, p.reg.into()),
        })
        .collect();
    let free = params.iter().skip(s.cells.len()).map(|p| p.reg.into());
    let values: Vec<Operand> = values.into_iter().chain(free).collect();
    let all = question.assumed(&mut b, &values);
    let entry = std::mem::take(&mut b.insts);
    let beside = question.given(&mut b, &values);
    let word = b.regs.push(Type::Int(64));
    b.push(InstKind::Call {
        dsts: vec![word],
        callee: Callee::Direct(round),
        args: params
            .iter()
            .take(s.cells.len())
            .map(|p| p.reg.into())
            .chain(beside)
            .map(|value| Arg {
                value,
                ty: Type::Int(64),
                byval: None,
            })
            .collect(),
        rets: vec![Type::Int(64)],
    });
    let bad = question.bad(&mut b, word.into());
    let call = std::mem::take(&mut b.insts);
    let block = |insts, term| Block {
        insts,
        term,
        term_loc: loc,
        term_weight: 0,
    };
    let mut blocks = Arena::new();
    let branch = |cond, then, els| Terminator::Branch { cond, then, els };
    blocks.push(block(entry, branch(all, BlockId(1), BlockId(3))));
    blocks.push(block(call, branch(bad, BlockId(2), BlockId(3))));
    blocks.push(block(Vec::new(), Terminator::Unreachable));
    let zero = Terminator::Return(vec![Operand::Int(0)]);
    blocks.push(block(Vec::new(), zero));
    Function {
        name: CHECK.to_owned(),
        params,
        rets: vec![Type::Int(64)],
        variadic: false,
        noreturn: false,
        internal: false,
        blocks,
        regs,
        vars: Arena::new(),
        ty,
        loc,
    }
}
