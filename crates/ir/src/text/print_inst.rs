//! Printer: instructions, operands, terminators.

use super::print::{loc_suffix, quoted};
use super::words::{type_word, Word};
use crate::{Block, Callee, Inst, InstKind, Operand, Overflow, Reg, Terminator, Type};
use std::fmt::Write;

pub(super) mod args_list {
    /// ` byval(16, 8)` or nothing.
    pub fn byval(b: Option<(u64, u32)>) -> String {
        match b {
            Some((size, align)) => format!(" byval({size}, {align})"),
            None => String::new(),
        }
    }
}

fn op(o: &Operand) -> String {
    match *o {
        Operand::Reg(r) => r.to_string(),
        Operand::Int(v) => v.to_string(),
        Operand::Wide(v) => format!("wide {v}"),
        Operand::Global(g, 0) => g.to_string(),
        Operand::Global(g, off) => format!("{g} plus {off}"),
        Operand::Func(f) => f.to_string(),
        Operand::Label(f, b) => format!("label({f}, {b})"),
        Operand::Undef => "undef".to_string(),
    }
}

fn list(ops: &[Operand]) -> String {
    ops.iter().map(op).collect::<Vec<_>>().join(", ")
}

fn dsts(regs: &[Reg]) -> String {
    if regs.is_empty() {
        return String::new();
    }
    let names: Vec<String> = regs.iter().map(|r| r.to_string()).collect();
    format!("{} = ", names.join(", "))
}

fn flag(on: bool, word: &str) -> String {
    if on {
        format!(" {word}")
    } else {
        String::new()
    }
}

fn typed(ty: Type, o: &Operand) -> String {
    format!("{} {}", type_word(ty), op(o))
}

/// An instruction as text, without its position.
pub fn print_inst(kind: &InstKind) -> String {
    match kind {
        InstKind::Copy { dst, src } => format!("{dst} = copy {}", op(src)),
        InstKind::Bin {
            op: o,
            flags,
            dst,
            a,
            b,
        } => {
            let Overflow { nsw, nuw, exact } = *flags;
            format!(
                "{dst} = {}{}{}{} {}, {}",
                o.word(),
                flag(nsw, "nsw"),
                flag(nuw, "nuw"),
                flag(exact, "exact"),
                op(a),
                op(b)
            )
        }
        InstKind::Cmp {
            pred,
            ty,
            dst,
            a,
            b,
        } => format!("{dst} = icmp {} {}, {}", pred.word(), typed(*ty, a), op(b)),
        InstKind::Cast {
            op: o,
            from,
            to,
            dst,
            src,
        } => {
            let from = typed(*from, src);
            format!("{dst} = {} {from} to {}", o.word(), type_word(*to))
        }
        InstKind::FloatBin { op: o, dst, a, b } => {
            format!("{dst} = {} {}, {}", o.word(), op(a), op(b))
        }
        InstKind::FloatUn { op: o, dst, a } => format!("{dst} = {} {}", o.word(), op(a)),
        InstKind::FloatCmp {
            pred,
            ty,
            dst,
            a,
            b,
        } => format!("{dst} = fcmp {} {}, {}", pred.word(), typed(*ty, a), op(b)),
        InstKind::Select { dst, cond, a, b } => {
            format!("{dst} = select {}, {}, {}", op(cond), op(a), op(b))
        }
        InstKind::Load {
            dst,
            ty,
            addr,
            align,
            volatile,
        } => format!(
            "{dst} = load{} {} align {align}",
            flag(*volatile, "volatile"),
            typed(*ty, addr)
        ),
        InstKind::Store {
            ty,
            value,
            addr,
            align,
            volatile,
        } => format!(
            "store{} {}, {} align {align}",
            flag(*volatile, "volatile"),
            typed(*ty, value),
            op(addr)
        ),
        InstKind::Alloca {
            dst,
            size,
            align,
            count,
            var,
        } => {
            let count = match count {
                Some((o, ty)) => format!(" of {}", typed(*ty, o)),
                None => String::new(),
            };
            let var = var.map(|v| format!(" {v}")).unwrap_or_default();
            format!("{dst} = alloca {size} align {align}{count}{var}")
        }
        InstKind::PtrAdd {
            dst,
            base,
            offset,
            terms,
            inbounds,
        } => {
            let mut s = format!(
                "{dst} = ptradd{} {}, {offset}",
                flag(*inbounds, "inbounds"),
                op(base)
            );
            for t in terms {
                let _ = write!(s, ", {} times {}", typed(t.ty, &t.index), t.scale);
                if t.within != 0 {
                    let _ = write!(s, " within {}", t.within);
                }
            }
            s
        }
        InstKind::Call {
            dsts: d,
            callee,
            args,
            rets,
        } => {
            let callee = match callee {
                Callee::Direct(f) => f.to_string(),
                Callee::Indirect(o) => format!("indirect {}", op(o)),
            };
            let args: Vec<String> = args
                .iter()
                .map(|a| typed(a.ty, &a.value) + &args_list::byval(a.byval))
                .collect();
            let rets: Vec<String> = rets.iter().map(|t| type_word(*t)).collect();
            format!(
                "{}call {callee} ({}) -> ({})",
                dsts(d),
                args.join(", "),
                rets.join(", ")
            )
        }
        InstKind::Intrinsic {
            op: o,
            ty,
            dsts: d,
            args,
        } => format!(
            "{}intrinsic {} {} ({})",
            dsts(d),
            o.word(),
            type_word(*ty),
            list(args)
        ),
        InstKind::MemCopy {
            dst,
            src,
            len,
            len_ty,
            may_overlap,
        } => {
            let word = if *may_overlap { "memmove" } else { "memcpy" };
            format!("{word} {}, {}, {}", op(dst), op(src), typed(*len_ty, len))
        }
        InstKind::MemSet {
            dst,
            value,
            len,
            len_ty,
        } => format!("memset {}, {}, {}", op(dst), op(value), typed(*len_ty, len)),
        InstKind::Check { kind, ok } => format!("check {} {}", kind.word(), op(ok)),
        InstKind::Assume { cond } => format!("assume {}", op(cond)),
        InstKind::Count { counter, by, on } => {
            let word = if *on { "if" } else { "unless" };
            format!("count {counter} {word} {}", op(by))
        }
        InstKind::ObjectSize { dst, ptr, min } => {
            format!("{dst} = objectsize{} {}", flag(*min, "min"), op(ptr))
        }
        InstKind::StackSave { dst } => format!("{dst} = stacksave"),
        InstKind::StackRestore { token } => format!("stackrestore {}", op(token)),
        InstKind::Lifetime { ptr, end } => {
            let word = if *end { "end" } else { "start" };
            format!("lifetime.{word} {}", op(ptr))
        }
        InstKind::VaStart { list } => format!("va_start {}", op(list)),
        InstKind::VaEnd { list } => format!("va_end {}", op(list)),
        InstKind::VaCopy { dst, src } => format!("va_copy {}, {}", op(dst), op(src)),
        InstKind::Freeze { dst, src } => format!("{dst} = freeze {}", op(src)),
        InstKind::AtomicRmw {
            op: o,
            ty,
            dst,
            addr,
            value,
        } => format!(
            "{dst} = atomicrmw {} {}, {}",
            o.word(),
            typed(*ty, addr),
            op(value)
        ),
        InstKind::CmpXchg {
            ty,
            old,
            success,
            addr,
            expected,
            new,
        } => format!(
            "{old}, {success} = cmpxchg {}, {}, {}",
            typed(*ty, addr),
            op(expected),
            op(new)
        ),
        InstKind::Unsupported { what, dsts: d } => {
            format!("{}unsupported {}", dsts(d), quoted(what))
        }
    }
}

/// ` *2`, or nothing for the usual weight.
fn weight_suffix(weight: u16) -> String {
    if weight == 1 {
        String::new()
    } else {
        format!(" * {weight}")
    }
}

pub(super) fn inst(i: &Inst, out: &mut String) -> std::fmt::Result {
    out.push_str(&print_inst(&i.kind));
    out.push_str(&loc_suffix(i.loc));
    out.push_str(&weight_suffix(i.weight));
    Ok(())
}

pub(super) fn terminator(b: &Block, out: &mut String) -> std::fmt::Result {
    match &b.term {
        Terminator::Jump(t) => write!(out, "jump {t}")?,
        Terminator::Branch { cond, then, els } => {
            write!(out, "branch {}, {then}, {els}", op(cond))?;
        }
        Terminator::Switch {
            value,
            ty,
            cases,
            default,
        } => {
            write!(out, "switch {}, {default} (", typed(*ty, value))?;
            for (i, c) in cases.iter().enumerate() {
                let comma = if i > 0 { ", " } else { "" };
                write!(out, "{comma}{}: {}", c.value, c.target)?;
                if let Some(counter) = c.counter {
                    write!(out, " count {counter}")?;
                }
            }
            out.push(')');
        }
        Terminator::IndirectJump { target, labels } => {
            let labels: Vec<String> = labels.iter().map(|l| l.to_string()).collect();
            write!(out, "indirectjump {} ({})", op(target), labels.join(", "))?;
        }
        Terminator::Return(values) => write!(out, "return ({})", list(values))?,
        Terminator::Unreachable => write!(out, "unreachable")?,
        Terminator::Unsupported(what) => write!(out, "unsupported_end {}", quoted(what))?,
    }
    out.push_str(&loc_suffix(b.term_loc));
    out.push_str(&weight_suffix(b.term_weight));
    Ok(())
}
