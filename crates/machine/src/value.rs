//! What a register holds.
//!
//! Concrete values stay machine integers; a term is made only when a symbol
//! takes part. Addresses keep their object, so that an out-of-bounds access is
//! seen whatever lies next to the object. Sixteen bytes, `Copy`.

use ep_base::entity;
use ep_ir::{BlockId, FuncId};
use ep_term::{Pool, TermId};

entity!(
    /// One of two values, in the machine's table of choices.
    ChoiceId,
    "choice"
);
entity!(
    /// A pointer of the initial heap that is not decided, in the machine's
    /// table of them.
    LazyId,
    "pointer"
);
entity!(
    /// A memory object of one path. Numbered in order of allocation.
    ObjectId,
    "obj"
);

/// A register's content. The type (and so the width) is known from the
/// instruction that reads it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// At most 64 bits, zero-extended: an integer, the bits of a float, or an
    /// absolute address without an object (0 is null).
    Int(u64),
    /// A bit-vector term of the value's width (an `Int` term with `--arith
    /// math`). Also constants of more than 64 bits.
    Term(TermId),
    /// An address: object and byte offset, which may lie outside the object.
    Ptr(ObjectId, i64),
    /// An address with a symbolic offset of pointer width.
    SymPtr(ObjectId, TermId),
    /// The address of a function.
    Func(FuncId),
    /// The address of a label.
    Label(FuncId, BlockId),
    /// One of two values by a condition, at least one of them an address: what
    /// states that were merged had. It is decided where it is used.
    Choice(ChoiceId),
    /// A pointer that the caller of the entry chose and nobody has loaded yet.
    /// It is only in memory: a load decides it (see [`crate::world::lazy`]).
    Lazy(LazyId),
    /// Not initialised: any value, and deciding by it is an error.
    Undef,
}

/// The low `width` bits set.
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// A value in infix.
pub fn value_text(pool: &Pool, v: Value) -> String {
    match v {
        Value::Int(x) => x.to_string(),
        Value::Term(t) => pool.infix(t),
        Value::Ptr(o, 0) => format!("&{o}"),
        Value::Ptr(o, k) => format!("&{o} + {k}"),
        Value::SymPtr(o, t) => format!("&{o} + {}", pool.infix(t)),
        Value::Func(f) => format!("&{f}"),
        Value::Label(_, b) => format!("&&{b}"),
        Value::Choice(c) => c.to_string(),
        Value::Lazy(p) => p.to_string(),
        Value::Undef => "?".into(),
    }
}
