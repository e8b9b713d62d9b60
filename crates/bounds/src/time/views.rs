//! Which number, unsigned or signed, stands for each register.
//!
//! The document's classification in two phases (section 2) over the whole
//! module: registers with a sign of being unsigned are collected, together
//! with what they meet; then those with a sign of being signed are taken out
//! again, together with what they meet. Calls join arguments and parameters, and a
//! variable or a field in memory joins what is read and written there: a counter that
//! lives in memory has the view of the test that it is compared in.
//! A wrong guess costs case splits, never truth. Cost: a few passes over the
//! instructions.

use super::addressed::{addr_of, addresses, Addresses};
use super::options::ViewMode;
use super::rules::View;
use ep_ir::{
    BinOp, Callee, CastOp, FuncId, GlobalId, InstKind, IntPred, Module, Operand, Reg, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// What has a view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Name {
    Register(FuncId, Reg),
    /// A variable at a byte offset.
    Global(GlobalId, i64),
    /// What a function reads or writes at this byte offset behind a pointer, in so many
    /// bits.
    Field(FuncId, i64, u32),
}

/// The view of each register.
#[derive(Clone, Debug)]
pub struct Views {
    mode: ViewMode,
    unsigned: BTreeSet<Name>,
}

#[derive(Default)]
struct Signs {
    unsigned: Vec<Name>,
    signed: Vec<Name>,
    /// Registers that should have one view.
    meet: Vec<(Name, Name)>,
}

impl Views {
    /// Looks at all functions.
    pub fn of(module: &Module, mode: ViewMode) -> Views {
        let mut signs = Signs::default();
        for (f, function) in module.functions.iter() {
            let at = addresses(function);
            for (_, block) in function.blocks.iter() {
                for inst in &block.insts {
                    signs.look(module, f, &inst.kind);
                    signs.memory(f, &at, &inst.kind);
                }
            }
        }
        let mut near: BTreeMap<Name, Vec<Name>> = BTreeMap::new();
        for (a, b) in &signs.meet {
            near.entry(*a).or_default().push(*b);
            near.entry(*b).or_default().push(*a);
        }
        let spread = |from: &[Name]| {
            let mut seen: BTreeSet<Name> = from.iter().copied().collect();
            let mut work: Vec<Name> = from.to_vec();
            while let Some(n) = work.pop() {
                for m in near.get(&n).into_iter().flatten() {
                    if seen.insert(*m) {
                        work.push(*m);
                    }
                }
            }
            seen
        };
        let mut unsigned = spread(&signs.unsigned);
        let signed = spread(&signs.signed);
        unsigned.retain(|n| !signed.contains(n));
        Views { mode, unsigned }
    }

    /// The view of a register.
    pub fn view(&self, f: FuncId, r: Reg) -> View {
        match self.mode {
            ViewMode::Signed => View::Signed,
            ViewMode::Unsigned => View::Unsigned,
            ViewMode::Auto if self.unsigned.contains(&Name::Register(f, r)) => View::Unsigned,
            ViewMode::Auto => View::Signed,
        }
    }
}

impl Signs {
    fn look(&mut self, module: &Module, f: FuncId, kind: &InstKind) {
        let regs = |ops: &[Operand]| -> Vec<Name> {
            ops.iter()
                .filter_map(|o| match o {
                    Operand::Reg(r) => Some(Name::Register(f, *r)),
                    _ => None,
                })
                .collect()
        };
        match kind {
            InstKind::Copy { dst, src } => {
                let all = regs(&[Operand::Reg(*dst), *src]);
                self.join(&all);
            }
            InstKind::Bin {
                op,
                flags,
                dst,
                a,
                b,
            } => {
                let shift = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
                let ops = if shift { vec![*a] } else { vec![*a, *b] };
                let mut all = regs(&ops);
                all.push(Name::Register(f, *dst));
                match op {
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl if flags.nsw => {
                        self.signed.extend(&all);
                    }
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
                        self.unsigned.extend(&all);
                    }
                    BinOp::UDiv | BinOp::URem | BinOp::LShr => self.unsigned.extend(&all),
                    BinOp::SDiv | BinOp::SRem | BinOp::AShr => self.signed.extend(&all),
                    BinOp::And | BinOp::Or | BinOp::Xor => {}
                }
                self.join(&all);
            }
            InstKind::Cmp { pred, a, b, .. } => {
                let all = regs(&[*a, *b]);
                match pred {
                    IntPred::Eq | IntPred::Ne => {}
                    IntPred::Ult | IntPred::Ule | IntPred::Ugt | IntPred::Uge => {
                        self.unsigned.extend(&all);
                    }
                    _ => self.signed.extend(&all),
                }
                self.join(&all);
            }
            InstKind::Cast { op, src, .. } => {
                let all = regs(&[*src]);
                match op {
                    CastOp::ZExt => self.unsigned.extend(&all),
                    CastOp::SExt => self.signed.extend(&all),
                    _ => {}
                }
            }
            InstKind::Select { dst, a, b, .. } => {
                let all = regs(&[Operand::Reg(*dst), *a, *b]);
                self.join(&all);
            }
            InstKind::Call {
                callee: Callee::Direct(g),
                args,
                ..
            } => {
                let Some(callee) = module.functions.get(*g) else {
                    return;
                };
                for (arg, param) in args.iter().zip(&callee.params) {
                    if let Operand::Reg(r) = arg.value {
                        let own = Name::Register(f, r);
                        self.meet.push((own, Name::Register(*g, param.reg)));
                    }
                }
            }
            _ => {}
        }
    }

    /// What is read and written in one place.
    fn memory(&mut self, f: FuncId, at: &Addresses, kind: &InstKind) {
        let (value, addr, ty) = match kind {
            InstKind::Load { dst, addr, ty, .. } => (*dst, addr, *ty),
            InstKind::Store {
                value: Operand::Reg(value),
                addr,
                ty,
                ..
            } => (*value, addr, *ty),
            _ => return,
        };
        let Type::Int(bits) = ty else { return };
        let place = match addr_of(addr, at) {
            (Some(g), offset) => Name::Global(g, offset),
            (None, offset) => Name::Field(f, offset, bits),
        };
        self.meet.push((Name::Register(f, value), place));
    }

    fn join(&mut self, all: &[Name]) {
        for pair in all.windows(2) {
            if let [a, b] = pair {
                self.meet.push((*a, *b));
            }
        }
    }
}
