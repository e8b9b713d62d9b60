//! Which operands an instruction reads and which registers it writes: once to
//! look at them, once to change them.

use crate::inst::{Callee, InstKind, Operand, Reg, Terminator};

/// The three visitors, for shared or exclusive references.
macro_rules! visitors {
    ($uses:ident, $term_uses:ident, $defs:ident, $iter:ident $(, $m:tt)?) => {
        /// Calls `f` on every operand that `kind` reads.
        pub fn $uses(kind: &$($m)? InstKind, f: &mut dyn FnMut(&$($m)? Operand)) {
            use InstKind::*;
            match kind {
                Copy { src, .. } | Cast { src, .. } | Freeze { src, .. } => f(src),
                Bin { a, b, .. } | Cmp { a, b, .. } | FloatBin { a, b, .. } | FloatCmp { a, b, .. } => {
                    f(a);
                    f(b);
                }
                FloatUn { a, .. } => f(a),
                Select { cond, a, b, .. } => {
                    f(cond);
                    f(a);
                    f(b);
                }
                Load { addr, .. } => f(addr),
                Store { value, addr, .. } => {
                    f(value);
                    f(addr);
                }
                Alloca { count, .. } => {
                    if let Some((count, _)) = count {
                        f(count);
                    }
                }
                PtrAdd { base, terms, .. } => {
                    f(base);
                    for term in terms {
                        f(&$($m)? term.index);
                    }
                }
                Call { callee, args, .. } => {
                    if let Callee::Indirect(target) = callee {
                        f(target);
                    }
                    for arg in args {
                        f(&$($m)? arg.value);
                    }
                }
                Intrinsic { args, .. } => args.$iter().for_each(f),
                MemCopy { dst, src, len, .. } => {
                    f(dst);
                    f(src);
                    f(len);
                }
                MemSet {
                    dst, value, len, ..
                } => {
                    f(dst);
                    f(value);
                    f(len);
                }
                Check { ok, .. } => f(ok),
                Assume { cond } => f(cond),
                Count { by, .. } => f(by),
                ObjectSize { ptr, .. } | Lifetime { ptr, .. } => f(ptr),
                StackSave { .. } | Unsupported { .. } => {}
                StackRestore { token } => f(token),
                VaStart { list } | VaEnd { list } => f(list),
                VaCopy { dst, src } => {
                    f(dst);
                    f(src);
                }
                AtomicRmw { addr, value, .. } => {
                    f(addr);
                    f(value);
                }
                CmpXchg {
                    addr,
                    expected,
                    new,
                    ..
                } => {
                    f(addr);
                    f(expected);
                    f(new);
                }
            }
        }

        /// Calls `f` on every operand that the terminator reads.
        pub fn $term_uses(term: &$($m)? Terminator, f: &mut dyn FnMut(&$($m)? Operand)) {
            match term {
                Terminator::Branch { cond, .. } => f(cond),
                Terminator::Switch { value, .. } => f(value),
                Terminator::IndirectJump { target, .. } => f(target),
                Terminator::Return(values) => values.$iter().for_each(f),
                Terminator::Jump(_) | Terminator::Unreachable | Terminator::Unsupported(_) => {}
            }
        }

        /// Calls `f` on every register that `kind` writes.
        pub fn $defs(kind: &$($m)? InstKind, f: &mut dyn FnMut(&$($m)? Reg)) {
            use InstKind::*;
            match kind {
                Copy { dst, .. }
                | Bin { dst, .. }
                | Cmp { dst, .. }
                | Cast { dst, .. }
                | FloatBin { dst, .. }
                | FloatUn { dst, .. }
                | FloatCmp { dst, .. }
                | Select { dst, .. }
                | Load { dst, .. }
                | Alloca { dst, .. }
                | PtrAdd { dst, .. }
                | ObjectSize { dst, .. }
                | StackSave { dst }
                | Freeze { dst, .. }
                | AtomicRmw { dst, .. } => f(dst),
                Call { dsts, .. } | Intrinsic { dsts, .. } | Unsupported { dsts, .. } => {
                    dsts.$iter().for_each(f);
                }
                CmpXchg { old, success, .. } => {
                    f(old);
                    f(success);
                }
                Store { .. }
                | MemCopy { .. }
                | MemSet { .. }
                | Check { .. }
                | Assume { .. }
                | StackRestore { .. }
                | Lifetime { .. }
                | Count { .. }
                | VaStart { .. }
                | VaEnd { .. }
                | VaCopy { .. } => {}
            }
        }
    };
}

visitors!(uses, term_uses, defs, iter);
visitors!(uses_mut, term_uses_mut, defs_mut, iter_mut, mut);
