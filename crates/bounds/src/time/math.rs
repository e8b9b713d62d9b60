//! Mathematical integers in place of bit-vectors (`--arith math`).
//!
//! Idea: suites of programs that mean numbers without an end are read as they
//! are meant: inputs have no largest value, sums and products do not wrap
//! around, conversions change nothing; an input of an unsigned type is at least
//! 0. Operations on bits have no meaning there, and a program that has one is
//! refused as a whole.
//!
//! What must never happen: such a result is taken for one of the machine. It
//! carries an assumption, no run is counted for it, and no lasso is told.
//! Cost: one pass over the functions that the entry may call.

use super::engine::Engine;
use super::lin::{Interval, Lin};
use super::options::Arithmetic;
use super::rules::{Num, View};
use ep_base::outcome::Place;
use ep_ir::{BinOp, Callee, FuncId, InstKind, IntPred, Intrinsic, Module, Operand, Type};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// The first operation on bits that the entry may come to, as text with its
/// place.
pub fn operation_on_bits(module: &Module, entry: FuncId) -> Option<(&'static str, Place)> {
    let mut seen = BTreeSet::from([entry]);
    let mut work = vec![entry];
    while let Some(id) = work.pop() {
        let Some(f) = module.functions.get(id) else {
            continue;
        };
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            if let InstKind::Call {
                callee: Callee::Direct(to),
                ..
            } = &inst.kind
            {
                // What is not looked into counts nothing and returns anything.
                let target = module.functions.get(*to);
                let silent = target.is_some_and(|f| super::callgraph::is_taken_as_is(module, f));
                if !silent && seen.insert(*to) {
                    work.push(*to);
                }
            }
            let wide = |r| f.regs.get(r).is_some_and(|t| *t != Type::Int(1));
            let what = match &inst.kind {
                InstKind::Bin { op, dst, b, .. } if wide(*dst) => match (op, b) {
                    (BinOp::And, _) => "&",
                    (BinOp::Or, _) => "|",
                    (BinOp::Xor, _) => "^ or ~",
                    (BinOp::Shl, _) => "<<",
                    (BinOp::LShr | BinOp::AShr, _) => ">>",
                    (BinOp::UDiv | BinOp::URem, Operand::Int(n)) if *n >> 31 != 0 => {
                        "/ by a number with the top bit"
                    }
                    _ => continue,
                },
                InstKind::Intrinsic {
                    op:
                        Intrinsic::Bswap
                        | Intrinsic::BitReverse
                        | Intrinsic::CtPop
                        | Intrinsic::Ctlz
                        | Intrinsic::Cttz
                        | Intrinsic::FShl
                        | Intrinsic::FShr,
                    ..
                } => "a function on bits",
                _ => continue,
            };
            let mut place = Place {
                function: f.name.clone(),
                ..Place::default()
            };
            if let Some(p) = module.locs.get(inst.loc) {
                place.file = module.files.get(p.file).cloned().unwrap_or_default();
                place.line = p.line;
                place.column = p.column;
            }
            return Some((what, place));
        }
    }
    None
}

impl Engine<'_> {
    /// Integers are mathematical ones.
    pub fn is_math(&self) -> bool {
        self.options.arithmetic == Arithmetic::Math
    }

    /// The numbers of a view and a width.
    pub fn range(&self, view: View, bits: u32) -> Interval {
        match self.is_math() {
            true => Interval::ALL,
            false => view.range(bits),
        }
    }

    /// The numbers of an input; without a sign it is at least 0.
    pub fn input_range(&self, view: View, bits: u32) -> Interval {
        match (self.is_math(), view) {
            (false, _) => view.range(bits),
            (true, View::Signed) => Interval::ALL,
            (true, View::Unsigned) => Interval {
                lo: Some(BigInt::from(0)),
                hi: None,
            },
        }
    }

    /// The operands of a comparison: a literal beside a comparison without a
    /// sign has none.
    pub fn literals(&self, pred: IntPred, of: [(&Operand, Num); 2]) -> [Num; 2] {
        use IntPred::{Uge, Ugt, Ule, Ult};
        let unsigned = matches!(pred, Ult | Ule | Ugt | Uge);
        of.map(|(o, mut n)| {
            if let (Operand::Int(c), true, true) = (o, unsigned, self.is_math()) {
                n.form = Lin::number(*c);
            }
            n
        })
    }

    /// A constant of the code, as a number of the view.
    pub fn literal(&self, view: View, bits: u32, n: &BigInt) -> BigInt {
        let view = match self.is_math() {
            true => View::Signed,
            false => view,
        };
        view.convert(bits, n)
    }
}
