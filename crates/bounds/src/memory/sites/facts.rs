//! What is known of one function: its graph, its loops, and where registers
//! are set.

use ep_ir::analysis::{Cfg, Dominators, LoopId, Loops};
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{
    visit, BlockId, Callee, Function, GlobalId, Inst, InstKind, IntPred, Module, Operand, Reg,
};
use std::collections::{BTreeMap, BTreeSet};

/// A place of an instruction: its block and its number there.
pub type At = (BlockId, usize);

/// Facts of one function.
pub struct Facts {
    pub cfg: Cfg,
    pub dom: Dominators,
    pub loops: Loops,
    defs: BTreeMap<Reg, Vec<At>>,
    handed: BTreeMap<Reg, Vec<At>>,
    given: BTreeSet<Reg>,
}

impl Facts {
    /// Looks at a function with a body.
    pub fn new(f: &Function) -> Facts {
        let cfg = Cfg::new(f);
        let dom = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dom);
        let mut defs: BTreeMap<Reg, Vec<At>> = BTreeMap::new();
        let mut handed: BTreeMap<Reg, Vec<At>> = BTreeMap::new();
        let given = f.params.iter().map(|p| p.reg).collect();
        for (b, block) in f.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                visit::defs(&inst.kind, &mut |r| {
                    defs.entry(*r).or_default().push((b, i));
                });
                let first = match &inst.kind {
                    InstKind::Call { args, .. } => args.first().map(|a| a.value),
                    _ => None,
                };
                if let Some(Operand::Reg(r)) = first {
                    handed.entry(r).or_default().push((b, i));
                }
            }
        }
        Facts {
            cfg,
            dom,
            loops,
            defs,
            handed,
            given,
        }
    }

    /// Where a register is set.
    pub fn defs(&self, r: Reg) -> &[At] {
        self.defs.get(&r).map_or(&[], |d| &d[..])
    }

    /// The calls that get it as their first argument, in the function's order.
    pub fn handed(&self, r: Reg) -> &[At] {
        self.handed.get(&r).map_or(&[], |d| &d[..])
    }

    /// Whether one instruction sets it and nothing else: not a parameter that is set
    /// once more, which is what the caller gave on other ways.
    pub fn set_once(&self, r: Reg) -> bool {
        self.defs(r).len() == 1 && !self.given.contains(&r)
    }

    /// The only instruction that sets it.
    pub fn only<'f>(&self, f: &'f Function, r: Reg) -> Option<(At, &'f Inst)> {
        match self.defs(r) {
            [at] if self.set_once(r) => Some((*at, inst(f, *at)?)),
            _ => None,
        }
    }

    /// The loop in which a register counts there: the innermost around `at`
    /// that sets it.
    pub fn counting_loop(&self, r: Reg, at: BlockId) -> Option<LoopId> {
        let mut next = self.loops.innermost(at);
        while let Some(l) = next {
            let x = self.loops.loops.get(l)?;
            if self.defs(r).iter().any(|d| x.contains(d.0)) {
                return Some(l);
            }
            next = x.parent;
        }
        None
    }
}

/// The instruction at a place.
pub fn inst(f: &Function, at: At) -> Option<&Inst> {
    f.blocks.get(at.0)?.insts.get(at.1)
}

/// What this register is a copy of, taken in the block where it is used.
pub fn copied(f: &Function, facts: &Facts, r: Reg) -> Option<(Reg, At)> {
    let (at, i) = facts.only(f, r)?;
    match i.kind {
        InstKind::Copy {
            src: Operand::Reg(from),
            ..
        } => Some((from, at)),
        _ => None,
    }
}

/// The operation by which an instruction sets `r`, itself or as a copy of its result.
pub(super) fn moved<'f>(
    f: &'f Function,
    facts: &Facts,
    r: Reg,
    i: &'f Inst,
) -> Option<&'f InstKind> {
    match &i.kind {
        InstKind::Copy {
            src: Operand::Reg(t),
            ..
        } => {
            // The sum has a register of its own, set in the same block.
            let (at, sum) = facts.only(f, *t)?;
            let mut behind = facts.defs(r).iter().filter(|d| d.0 == at.0 && d.1 > at.1);
            let first = behind.next()?;
            let same = inst(f, *first) == Some(i) && behind.next().is_none();
            same.then_some(&sum.kind)
        }
        kind => Some(kind),
    }
}

/// What a call of a function without a body is known as.
pub(super) fn builtin(module: &Module, kind: &InstKind) -> Option<Builtin> {
    let InstKind::Call {
        callee: Callee::Direct(g),
        ..
    } = kind
    else {
        return None;
    };
    let g = module.functions.get(*g).filter(|g| g.is_declaration())?;
    lookup(&g.name)
}

/// A pointer or number is compared with null.
#[derive(Clone, Copy)]
pub(super) struct NullTest {
    /// What gets the answer.
    pub dst: Reg,
    /// What is compared.
    pub of: Reg,
    /// The answer is that it is null; else that it is not.
    pub is_null: bool,
}

/// Whether an instruction is one, whichever side null stands on.
pub(super) fn null_test(kind: &InstKind) -> Option<NullTest> {
    let InstKind::Cmp {
        pred, dst, a, b, ..
    } = kind
    else {
        return None;
    };
    let is_null = match pred {
        IntPred::Eq => true,
        IntPred::Ne => false,
        _ => return None,
    };
    match (a, b) {
        (Operand::Reg(of), Operand::Int(0)) | (Operand::Int(0), Operand::Reg(of)) => {
            Some(NullTest {
                dst: *dst,
                of: *of,
                is_null,
            })
        }
        _ => None,
    }
}

/// What takes the place of a call that is left out: its result is any number. None where it
/// has several.
pub(super) fn left_out(dsts: &[Reg]) -> Option<InstKind> {
    match dsts {
        [] => Some(InstKind::Assume {
            cond: Operand::Int(1),
        }),
        [dst] => Some(InstKind::Copy {
            dst: *dst,
            src: Operand::Undef,
        }),
        _ => None,
    }
}

/// Whether a call of the library writes nothing that was there before.
pub(super) fn writes_nothing(module: &Module, kind: &InstKind) -> bool {
    matches!(
        builtin(module, kind),
        Some(
            Builtin::Malloc
                | Builtin::Calloc
                | Builtin::AlignedAlloc
                | Builtin::Free
                | Builtin::Exit
                | Builtin::Abort
                | Builtin::Write
        )
    )
}

/// Whether an instruction sets registers, stops the run, or does nothing: it makes,
/// writes and ends no memory, and calls nobody. What is not listed may do any of it.
pub(super) fn only_computes(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Copy { .. }
            | InstKind::Freeze { .. }
            | InstKind::Bin { .. }
            | InstKind::Cmp { .. }
            | InstKind::Cast { .. }
            | InstKind::FloatBin { .. }
            | InstKind::FloatUn { .. }
            | InstKind::FloatCmp { .. }
            | InstKind::Select { .. }
            | InstKind::Intrinsic { .. }
            | InstKind::Load { .. }
            | InstKind::PtrAdd { .. }
            | InstKind::Check { .. }
            | InstKind::Assume { .. }
            | InstKind::ObjectSize { .. }
            | InstKind::Count { .. }
    )
}

/// Whether an instruction begins or ends locals, and writes none that lives.
pub(super) fn moves_the_frame(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Alloca { .. }
            | InstKind::StackSave { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Lifetime { .. }
    )
}

/// The number that a variable begins with there; none where it is an address, or a
/// device's.
pub(super) fn number_in(module: &Module, g: GlobalId, at: i64, n: u64) -> Option<u64> {
    let g = module.globals.get(g)?;
    let init = g.init.as_ref().filter(|_| !g.volatile)?;
    let at = usize::try_from(at).ok()?;
    let n = usize::try_from(n).ok()?;
    let word = u64::from(module.layout.ptr_bits / 8);
    let near = |o: u64| o < (at + n) as u64 && o + word > at as u64;
    (!init.relocs.iter().any(|r| near(r.offset))).then_some(())?;
    let mut bytes = [0u8; 8];
    let from = init.bytes.get(at..at.checked_add(n)?)?;
    bytes.get_mut(..n)?.copy_from_slice(from);
    Some(u64::from_le_bytes(bytes))
}
