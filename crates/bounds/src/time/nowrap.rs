//! Programs without the flags that say that signed arithmetic does not wrap.
//!
//! Idea: `--overflow assume` is looked at in two further ways that need no rule
//! of the graph. What ends with wrap-around ends without overflows too; the
//! program for that question is the one that `-fwrapv` compiles, so that nothing
//! (the classification of signs, above all) goes by flags that it does not have.
//! And where runs are unwound over bits, each flag becomes what it says: an
//! assumption before the operation, so that a run ends where it would overflow.
//! Source: C17, 6.5, 5. Cost: linear; a copy of the program.
//!
//! What must never happen: an assumption where `-fwrapv` would be in force; the
//! flags are only there where signed overflow is undefined.

use ep_ir::inst::{Arg, Callee, Intrinsic, Overflow};
use ep_ir::{BinOp, CastOp, FuncId, Function, Inst, InstKind, LocId, Module, Operand, Type};

/// What the assumptions call.
pub(crate) const ASSUME: &str = "ep_assume";

/// The program as `-fwrapv` compiles it.
pub(super) fn wrapping(module: &Module) -> Module {
    let mut out = module.clone();
    for (_, f) in out.functions.iter_mut() {
        for (_, block) in f.blocks.iter_mut() {
            for inst in &mut block.insts {
                if let InstKind::Bin { flags, .. } = &mut inst.kind {
                    flags.nsw = false;
                }
            }
        }
    }
    out
}

/// The program whose runs end where signed arithmetic would overflow; none where
/// it has a function of that name that does something else.
pub(super) fn assuming(module: &Module) -> Option<Module> {
    let mut out = module.clone();
    let assume = match out.function(ASSUME) {
        Some(f) if out.functions.get(f)?.is_declaration() => f,
        Some(_) => return None,
        None => out.functions.push(declaration()),
    };
    for (_, f) in out.functions.iter_mut() {
        let Function { blocks, regs, .. } = f;
        for (_, block) in blocks.iter_mut() {
            let mut insts = Vec::with_capacity(block.insts.len());
            for mut inst in std::mem::take(&mut block.insts) {
                let loc = inst.loc;
                if let Some((op, ty, args)) = flagged(&mut inst, regs) {
                    let [value, over, fits] =
                        [ty, Type::Int(1), Type::Int(1)].map(|t| regs.push(t));
                    let said = regs.push(Type::Int(32));
                    let arg = Arg {
                        value: said.into(),
                        ty: Type::Int(32),
                        byval: None,
                    };
                    let kinds = [
                        InstKind::Intrinsic {
                            op,
                            ty,
                            dsts: vec![value, over],
                            args,
                        },
                        InstKind::Bin {
                            op: BinOp::Xor,
                            flags: Overflow::default(),
                            dst: fits,
                            a: over.into(),
                            b: Operand::Int(1),
                        },
                        InstKind::Cast {
                            op: CastOp::ZExt,
                            from: Type::Int(1),
                            to: Type::Int(32),
                            dst: said,
                            src: fits.into(),
                        },
                        InstKind::Call {
                            dsts: Vec::new(),
                            callee: Callee::Direct(assume),
                            args: vec![arg],
                            rets: Vec::new(),
                        },
                    ];
                    let free = |kind| Inst {
                        kind,
                        loc,
                        weight: 0,
                    };
                    insts.extend(kinds.map(free));
                }
                insts.push(inst);
            }
            block.insts = insts;
        }
    }
    Some(out)
}

/// Whether some operation of a function that was written may overflow as signed numbers
/// do, as far as the program was read with that said.
pub fn has_signed(module: &Module) -> bool {
    let own = |f: &Function| module.locs.get(f.loc).is_some_and(|p| p.line > 0);
    let written = module.functions.iter().filter(|(_, f)| own(f));
    let mut insts = written.flat_map(|(_, f)| f.blocks.iter().flat_map(|(_, b)| &b.insts));
    insts.any(|i| match &i.kind {
        InstKind::Bin { op, flags, .. } => flags.nsw || matches!(op, BinOp::SDiv | BinOp::SRem),
        _ => false,
    })
}

/// Takes the flag from an operation that has it: the one that says whether it
/// overflows, with its type and operands.
fn flagged(
    inst: &mut Inst,
    regs: &ep_base::Arena<ep_ir::Reg, Type>,
) -> Option<(Intrinsic, Type, Vec<Operand>)> {
    let InstKind::Bin {
        op,
        flags,
        dst,
        a,
        b,
    } = &mut inst.kind
    else {
        return None;
    };
    if !std::mem::take(&mut flags.nsw) {
        return None;
    }
    let op = match op {
        BinOp::Add => Intrinsic::SAddOverflow,
        BinOp::Sub => Intrinsic::SSubOverflow,
        BinOp::Mul => Intrinsic::SMulOverflow,
        _ => return None,
    };
    Some((op, regs.get(*dst).copied()?, vec![*a, *b]))
}

fn declaration() -> Function {
    Function {
        name: ASSUME.to_owned(),
        params: Vec::new(),
        rets: Vec::new(),
        variadic: true,
        noreturn: false,
        internal: false,
        blocks: Default::default(),
        regs: Default::default(),
        vars: Default::default(),
        ty: ep_ir::DebugTypeId(0),
        loc: LocId(0),
    }
}

/// Whether a call leads to the assumption of [`assuming`].
pub(crate) fn is_assumption(module: &Module, f: FuncId) -> bool {
    let function = module.functions.get(f);
    function.is_some_and(|f| f.is_declaration() && f.name == ASSUME)
}

#[cfg(test)]
mod tests {
    use super::super::walk_tests::{count, read_with};
    use super::*;

    const PROGRAM: &str = "int f(int a, int b) { return (a + b) * 3 - 1; }";

    #[test]
    fn runs_end_where_they_would_overflow() {
        let module = read_with(PROGRAM, &[]);
        let assumed = assuming(&module).unwrap();
        assert!(ep_ir::verify::verify(&assumed).is_ok());
        let wraps = wrapping(&module);
        let flags = |m: &Module| {
            let all = m.functions.iter().flat_map(|(_, f)| f.blocks.iter());
            all.flat_map(|(_, b)| &b.insts)
                .filter(|i| matches!(&i.kind, InstKind::Bin { flags, .. } if flags.nsw))
                .count()
        };
        assert_eq!((flags(&module), flags(&assumed), flags(&wraps)), (3, 0, 0));
        let run = |m, a: u64, b: u64| count(m, "f", &[a, b], &[32, 32], 1_000);
        let ends = |a: u64, b: u64| run(&assumed, a, b).is_some();
        assert_eq!(run(&assumed, 1, 2), run(&wraps, 1, 2));
        let most = 0x7fff_ffff;
        assert!(!ends(most, 1) && run(&wraps, most, 1).is_some());
        assert!(!ends(most / 2, 0) && ends(most / 3, 0));
        // The difference of the product and 1 is what does not fit.
        assert!(!ends(0xd555_5555, 0) && ends(0xd555_5556, 0));
    }
}
