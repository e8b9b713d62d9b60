//! Operators of terms. The constructors of the pool keep a normal form, so
//! only a part of SMT-LIB's operators occurs in nodes: `ugt`, `uge`, `xor` on
//! Booleans, `uaddo` and others are expressed by those below.

use crate::sort::{FunId, QuantId, VarId};

/// A rounding mode of IEEE 754.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rounding {
    /// To nearest, ties to even (`rint` in the default environment).
    NearestEven,
    /// To nearest, ties away from zero (`round`).
    NearestAway,
    /// Towards zero (`trunc`).
    TowardZero,
    /// Towards plus infinity (`ceil`).
    TowardPositive,
    /// Towards minus infinity (`floor`).
    TowardNegative,
}

/// The operator of a node. Widths are those of the node's and the arguments' sorts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Var(VarId),
    True,
    False,
    /// Value by [`Pool::as_bv`](crate::Pool::as_bv).
    BvConst(u32),
    /// Encoding by [`Pool::as_fp`](crate::Pool::as_fp).
    FpConst(u32),
    /// Value by [`Pool::as_int`](crate::Pool::as_int).
    IntConst(u32),
    /// Value by [`Pool::as_real`](crate::Pool::as_real).
    RealConst(u32),

    Not,
    And,
    Or,
    /// On every sort; on Bool it is "if and only if". On Float it compares encodings
    /// (made of `fp_to_bits`, so it occurs on bit vectors only).
    Eq,
    Ite,

    BvAdd,
    /// The second argument is never a constant.
    BvSub,
    BvMul,
    /// Division by zero gives all ones.
    BvUdiv,
    /// SMT-LIB `bvsdiv`: truncated; by zero: 1 for negative dividends, else all ones.
    BvSdiv,
    /// Remainder by zero gives the dividend.
    BvUrem,
    /// SMT-LIB `bvsrem`: the sign of the dividend.
    BvSrem,
    BvAnd,
    BvOr,
    BvXor,
    BvNot,
    BvNeg,
    /// Amounts of at least the width give zero.
    BvShl,
    BvLshr,
    /// Amounts of at least the width give copies of the sign.
    BvAshr,
    /// The first argument is the high part.
    Concat,
    Extract {
        hi: u8,
        lo: u8,
    },
    Zext,
    Sext,

    Ult,
    Ule,
    Slt,
    Sle,
    /// Signed addition overflows.
    Saddo,
    /// Signed subtraction overflows.
    Ssubo,
    /// Unsigned multiplication overflows.
    Umulo,
    /// Signed multiplication overflows.
    Smulo,

    FpFromBits,
    FpToBits,
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    /// C's `fmod` (LLVM's `frem`), not the IEEE remainder of SMT-LIB.
    FpRem,
    FpFma,
    FpNeg,
    FpAbs,
    FpSqrt,
    /// C's `fmin`: a NaN loses against a number; `-0 < +0`.
    FpMin,
    /// C's `fmax`: a NaN loses against a number; `-0 < +0`.
    FpMax,
    FpRound(Rounding),
    FpEq,
    FpLt,
    FpLe,
    FpIsNan,
    FpIsInf,
    FpIsZero,
    /// The sign bit, also of zeros and NaNs.
    FpIsNegative,
    FpIsNormal,
    FpIsSubnormal,
    FpToFp,
    /// Towards zero; NaN and what does not fit give the least value.
    FpToSbv,
    /// Towards zero; NaN and what does not fit give all ones.
    FpToUbv,
    SbvToFp,
    UbvToFp,

    /// Any number of arguments, at least two: monomials in order, constant last.
    IntAdd,
    /// Any number of arguments, at least two: constant first, then factors in order.
    IntMul,
    /// SMT-LIB `div` (Euclidean); by zero: 0.
    IntDiv,
    /// SMT-LIB `mod` (never negative); by zero: the dividend.
    IntMod,
    IntLt,
    IntLe,
    Bv2Nat,
    Sbv2Int,
    Int2Bv,

    RealAdd,
    RealMul,
    /// By zero: 0.
    RealDiv,
    RealLt,
    RealLe,
    Int2Real,

    ConstArray,
    Select,
    Store,
    Apply(FunId),
    /// Arguments: the body, then all trigger terms flattened.
    Forall(QuantId),
    Exists(QuantId),
}

impl Op {
    /// True for literals of any sort.
    pub fn is_const(self) -> bool {
        matches!(
            self,
            Op::True
                | Op::False
                | Op::BvConst(_)
                | Op::FpConst(_)
                | Op::IntConst(_)
                | Op::RealConst(_)
        )
    }
}
