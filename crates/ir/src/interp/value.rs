//! Values of the reference interpreter: bits, which of them are undefined,
//! and the object that an address belongs to.
//!
//! Idea: undefinedness is tracked per bit as MemorySanitizer does, so that a
//! bit-field beside an uninitialised one is not reported. Bits of a result
//! that may depend on undefined bits are undefined; sums and products taint
//! upwards from the lowest undefined bit. Undefined bits read as zero.
//! Source: E. Stepanov, K. Serebryany, "MemorySanitizer", CGO 2015.
//! Cost: one `or` and one test per operation while everything is defined.

use crate::scalar::{bin128, mask128, sext128};
use crate::{BinOp, CastOp, IntPred};

/// A value of at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// Zero-extended.
    pub bits: u64,
    /// Set where the bit is undefined.
    pub undef: u64,
    /// The object that an address points into, 0 for none.
    pub prov: u64,
}

impl Value {
    /// Nothing is known about it.
    pub const UNDEF: Value = Value {
        bits: 0,
        undef: u64::MAX,
        prov: 0,
    };
    /// A defined number.
    #[inline(always)]
    pub fn int(bits: u64) -> Value {
        Value {
            bits,
            undef: 0,
            prov: 0,
        }
    }
}

/// A value of at most 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wide {
    pub bits: u128,
    pub undef: u128,
    pub prov: u64,
}

impl Wide {
    /// A defined number.
    pub fn int(bits: u128) -> Wide {
        Wide {
            bits,
            undef: 0,
            prov: 0,
        }
    }
    /// Nothing is known about it.
    pub const UNDEF: Wide = Wide {
        bits: 0,
        undef: u128::MAX,
        prov: 0,
    };
    /// Bits and undefinedness cut to a width; undefined bits are zero.
    pub fn cut(self, width: u32) -> Wide {
        let undef = self.undef & mask128(width);
        Wide {
            bits: self.bits & mask128(width) & !undef,
            undef,
            prov: self.prov,
        }
    }
    /// The low half.
    pub fn low(self) -> Value {
        Value {
            bits: self.bits as u64,
            undef: self.undef as u64,
            prov: self.prov,
        }
    }
}

impl From<Value> for Wide {
    fn from(v: Value) -> Wide {
        Wide {
            bits: v.bits.into(),
            undef: v.undef.into(),
            prov: v.prov,
        }
    }
}

/// All bits from the lowest set one upwards.
fn upwards(mask: u128) -> u128 {
    mask | mask.wrapping_neg()
}

/// The undefined bits of a binary operation, some operand bit being undefined.
pub fn undef_bin(op: BinOp, width: u32, a: Wide, b: Wide) -> u128 {
    let m = mask128(width);
    let (sa, sb) = (a.undef & m, b.undef & m);
    let r = match op {
        BinOp::And => (sa & sb) | (a.bits & sb) | (sa & b.bits),
        BinOp::Or => (sa & sb) | (!a.bits & sb) | (sa & !b.bits),
        BinOp::Xor => sa | sb,
        BinOp::Add | BinOp::Sub | BinOp::Mul => upwards(sa | sb),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if sb == 0 => bin128(op, width, sa, b.bits),
        _ if sa | sb == 0 => 0,
        _ => m,
    };
    r & m
}

/// The undefined bits of an integer conversion.
pub fn undef_cast(op: CastOp, from: u32, to: u32, undef: u128) -> u128 {
    match op {
        CastOp::SExt => sext128(from, undef & mask128(from)) as u128 & mask128(to),
        _ => undef & mask128(from) & mask128(to),
    }
}

/// The result of a comparison if the defined bits decide it.
pub fn decided_cmp(pred: IntPred, width: u32, a: Wide, b: Wide) -> Option<bool> {
    let m = mask128(width);
    let (sa, sb) = (a.undef & m, b.undef & m);
    let known = !(sa | sb) & m;
    let flip = match pred {
        IntPred::Slt | IntPred::Sle | IntPred::Sgt | IntPred::Sge => 1u128 << (width - 1),
        _ => 0,
    };
    // Smallest and largest value; flipping the sign bit makes signed order
    // unsigned.
    let range = |v: u128, s: u128| {
        let v = v ^ (flip & !s);
        (v & !s & m, (v | s) & m)
    };
    let ((alo, ahi), (blo, bhi)) = (range(a.bits, sa), range(b.bits, sb));
    let less = |strict: bool, lo: (u128, u128), hi: (u128, u128)| {
        // lo < hi: sure, impossible or open.
        if lo.1 < hi.0 || (!strict && lo.1 == hi.0) {
            Some(true)
        } else if lo.0 > hi.1 || (strict && lo.0 == hi.1) {
            Some(false)
        } else {
            None
        }
    };
    let (x, y) = ((alo, ahi), (blo, bhi));
    match pred {
        IntPred::Eq | IntPred::Ne => {
            if (a.bits ^ b.bits) & known != 0 {
                Some(pred == IntPred::Ne)
            } else if sa | sb == 0 {
                Some(pred == IntPred::Eq)
            } else {
                None
            }
        }
        IntPred::Ult | IntPred::Slt => less(true, x, y),
        IntPred::Ule | IntPred::Sle => less(false, x, y),
        IntPred::Ugt | IntPred::Sgt => less(true, y, x),
        IntPred::Uge | IntPred::Sge => less(false, y, x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_comparisons_say_the_same() {
        use IntPred::*;
        let wide = |bits| Wide {
            bits,
            undef: 0,
            prov: 0,
        };
        for pred in [Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge] {
            for (a, b) in (0..64).map(|i| (wide(i >> 3), wide(i & 7))) {
                let holds = decided_cmp(pred, 3, a, b).expect("both are defined");
                assert_eq!(decided_cmp(pred.negated(), 3, a, b), Some(!holds));
                assert_eq!(decided_cmp(pred.swapped(), 3, b, a), Some(holds));
            }
        }
    }
    use crate::scalar::cmp128;

    /// Every undefined bit is one that some choice of the inputs changes, and
    /// every bit that some choice changes is undefined.
    #[test]
    fn undefined_bits_cover_all_choices() {
        let w = 3u32;
        let choices = |v: Wide| {
            (0..8u128)
                .filter(move |c| c & !v.undef == v.bits & !v.undef & 7)
                .collect::<Vec<_>>()
        };
        for (av, au, bv, bu) in (0..8u128.pow(4)).map(|i| (i % 8, i / 8 % 8, i / 64 % 8, i / 512)) {
            let a = Wide {
                bits: av & !au,
                undef: au,
                prov: 0,
            };
            let b = Wide {
                bits: bv & !bu,
                undef: bu,
                prov: 0,
            };
            for op in [
                BinOp::And,
                BinOp::Or,
                BinOp::Xor,
                BinOp::Add,
                BinOp::Sub,
                BinOp::Mul,
            ] {
                let u = undef_bin(op, w, a, b);
                let base = bin128(op, w, a.bits, b.bits);
                for x in choices(a) {
                    for y in choices(b) {
                        assert_eq!((bin128(op, w, x, y) ^ base) & !u, 0, "{op:?}");
                    }
                }
            }
            for pred in [
                IntPred::Eq,
                IntPred::Ne,
                IntPred::Ult,
                IntPred::Sle,
                IntPred::Sgt,
                IntPred::Uge,
            ] {
                if let Some(r) = decided_cmp(pred, w, a, b) {
                    for x in choices(a) {
                        for y in choices(b) {
                            assert_eq!(cmp128(pred, w, x, y), r, "{pred:?} {a:?} {b:?}");
                        }
                    }
                } else {
                    assert!(au | bu != 0);
                }
            }
        }
        assert_eq!(undef_cast(CastOp::SExt, 3, 5, 4), 0b11100);
        assert_eq!(undef_cast(CastOp::ZExt, 3, 5, 4), 4);
    }
}
