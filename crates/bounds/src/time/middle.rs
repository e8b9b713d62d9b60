//! What of an input's type is its middle, in which sums with it do not wrap around.
//!
//! Idea: see [`super::apart`]. The least and the greatest value are apart where the
//! program adds a number to the parameter or takes one from it; else all of them, and
//! then the outer halves. It chooses what is told apart, and nothing follows from it.
//! Cost: linear in the program, for each parameter.

use super::lin::{pow2, Interval};
use super::rules::View;
use ep_base::time::ParameterKind;
use ep_ir::{BinOp, Callee, FuncId, InstKind, Module, Operand, Reg, Type};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// What is taken for the middle of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Middle {
    /// All values: nothing is told apart.
    Everything,
    /// All but the least and the greatest of signed types that a sum or a difference
    /// with a parameter can wrap around at.
    Summed,
    /// All but the least and the greatest of signed types, and lengths that an `int`
    /// counts.
    Inner,
    /// About half of all values, those around 0.
    Half,
    /// Those of it that are not negative: places in arrays, and how many elements.
    Natural,
    /// The same, and no other input is looked at.
    Alone,
}

impl Middle {
    /// What is tried where the first graph says too little, in this order.
    /// The first takes a fraction of what the others do, which may say more.
    pub(super) const TRIED: [Middle; 5] = [
        Middle::Alone,
        Middle::Summed,
        Middle::Inner,
        Middle::Half,
        Middle::Natural,
    ];

    pub(super) fn of(
        self,
        module: &Module,
        entry: Option<FuncId>,
        kind: &ParameterKind,
    ) -> Option<Interval> {
        let (index, bits, signed) = match *kind {
            ParameterKind::Value {
                index,
                bits,
                signed,
            } => (Some(index), bits, signed),
            ParameterKind::Pointee { bits, signed, .. }
            | ParameterKind::Global { bits, signed, .. } => (None, bits, signed),
            ParameterKind::StringLength { .. }
            | ParameterKind::ArgumentLength { .. }
            | ParameterKind::ListLength { .. }
            | ParameterKind::TreeSize { .. } => {
                // What an `int` counts.
                let counted = !matches!(self, Middle::Everything | Middle::Summed);
                return counted.then(|| Interval::new(0, pow2(31) - 2));
            }
            _ => return None,
        };
        // Twice that and 2 more fits.
        let half: BigInt = pow2(bits.checked_sub(2)?) - 2;
        let all = View::Signed.range(bits);
        let inner = |low: bool, high: bool| Interval {
            lo: all.lo.as_ref().map(|lo| lo + i32::from(low)),
            hi: all.hi.as_ref().map(|hi| hi - i32::from(high)),
        };
        match (self, signed) {
            (Middle::Summed, true) => {
                let ends = summed(module, entry?, index?);
                (ends.low || ends.high).then(|| inner(ends.low, ends.high))
            }
            (Middle::Inner, true) => Some(inner(true, true)),
            (Middle::Half, true) => Some(Interval::new(-half.clone(), half)),
            (Middle::Half, false) | (Middle::Natural | Middle::Alone, _) => {
                Some(Interval::new(0, half))
            }
            _ => None,
        }
    }
}

/// The ends of its type at which a value is added to or subtracted from beyond it.
#[derive(Clone, Copy, Default)]
struct Ends {
    low: bool,
    high: bool,
}

/// Where sums and differences with a parameter can wrap around by its value alone; with
/// other numbers at both ends. It chooses what is told apart, and nothing follows.
fn summed(module: &Module, entry: FuncId, index: u32) -> Ends {
    let mut out = Ends::default();
    let param = |f: FuncId, n: usize| module.functions.get(f)?.params.get(n).map(|p| (f, p.reg));
    let mut work: Vec<(FuncId, Reg)> = param(entry, index as usize).into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some((f, reg)) = work.pop() {
        let Some(function) = module.functions.get(f).filter(|_| seen.insert((f, reg))) else {
            continue;
        };
        let is = |o: &Operand| *o == Operand::Reg(reg);
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match &inst.kind {
                InstKind::Copy { dst, src } | InstKind::Cast { dst, src, .. } if is(src) => {
                    work.push((f, *dst));
                }
                InstKind::Bin { op, dst, a, b, .. } if is(a) || is(b) => {
                    let other = if is(a) { b } else { a };
                    let bits = match function.regs.get(*dst) {
                        Some(Type::Int(bits)) => *bits,
                        _ => continue,
                    };
                    let negative = match other {
                        Operand::Int(n) => Some(bits <= 64 && n >> (bits - 1) & 1 == 1),
                        _ => None,
                    };
                    let (low, high) = match (op, negative) {
                        (BinOp::Add, Some(n)) => (n, !n),
                        (BinOp::Sub, Some(n)) if is(a) => (!n, n),
                        // 0 - n
                        (BinOp::Sub, Some(_)) => (true, false),
                        (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl, _) => (true, true),
                        _ => continue,
                    };
                    out.low |= low;
                    out.high |= high;
                }
                InstKind::Call { callee, args, .. } => {
                    let Callee::Direct(target) = callee else {
                        continue;
                    };
                    let given = args.iter().enumerate().filter(|(_, a)| is(&a.value));
                    work.extend(given.filter_map(|(n, _)| param(*target, n)));
                }
                _ => {}
            }
        }
    }
    out
}
