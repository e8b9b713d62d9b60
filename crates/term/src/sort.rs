//! Sorts of terms. Idea: every sort is a `Copy` value of eight bytes, so that
//! it can be cached in each node; compound sorts are indices into the pool.

use ep_base::entity;

entity!(
    /// A term of a [`Pool`](crate::Pool).
    TermId,
    "t"
);
entity!(
    /// A variable of a [`Pool`](crate::Pool).
    VarId,
    "v"
);
entity!(
    /// An array sort of a [`Pool`](crate::Pool).
    ArraySortId,
    "array"
);
entity!(
    /// An uninterpreted sort of a [`Pool`](crate::Pool).
    UninterpretedId,
    "sort"
);
entity!(
    /// A declared function of a [`Pool`](crate::Pool).
    FunId,
    "f"
);
entity!(
    /// The binder data of a quantified term.
    QuantId,
    "q"
);

/// The sort of a term.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit vectors of 1 to 128 bits.
    BitVec(u32),
    /// Mathematical integers.
    Int,
    /// Real numbers (evaluated as rationals).
    Real,
    /// Floating point; values are encodings, so NaN payloads are kept.
    Float(FloatSort),
    /// Total maps.
    Array(ArraySortId),
    /// A set without operations but equality.
    Uninterpreted(UninterpretedId),
}

/// A binary floating-point format. `sig` counts the leading bit of the
/// significand, as in SMT-LIB.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FloatSort {
    /// Bits of the exponent.
    pub exp: u16,
    /// Bits of the significand with its leading bit.
    pub sig: u16,
}

impl FloatSort {
    /// IEEE half.
    pub const F16: FloatSort = FloatSort { exp: 5, sig: 11 };
    /// IEEE single.
    pub const F32: FloatSort = FloatSort { exp: 8, sig: 24 };
    /// IEEE double.
    pub const F64: FloatSort = FloatSort { exp: 11, sig: 53 };
    /// The numbers of x87 extended, encoded as IEEE 754 would: 79 bits. What the
    /// processor stores has the leading bit besides; [`crate::x87`] converts.
    pub const X87: FloatSort = FloatSort { exp: 15, sig: 64 };
    /// IEEE quadruple.
    pub const F128: FloatSort = FloatSort { exp: 15, sig: 113 };

    /// The size of the encoding in bits: 16, 32, 64, 79 or 128.
    pub fn bits(self) -> u32 {
        u32::from(self.exp) + u32::from(self.sig)
    }
}
