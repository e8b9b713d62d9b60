//! The word of each enumerator: one table for printer and parser.

use crate::inst::RmwOp;
use crate::{BinOp, CastOp, CheckKind, FloatBinOp, FloatFormat, FloatPred, FloatUnOp, IntPred};
use crate::{Intrinsic, Type};

/// An enumeration whose values are words in the text form.
pub trait Word: Sized + Copy {
    fn word(self) -> &'static str;
    fn from_word(word: &str) -> Option<Self>;
}

macro_rules! words {
    ($($t:ident { $($v:ident $w:literal),* $(,)? })*) => {$(
        impl Word for $t {
            fn word(self) -> &'static str {
                match self { $($t::$v => $w,)* }
            }
            fn from_word(word: &str) -> Option<Self> {
                match word { $($w => Some($t::$v),)* _ => None }
            }
        }
    )*};
}

words! {
    BinOp {
        Add "add", Sub "sub", Mul "mul", UDiv "udiv", SDiv "sdiv", URem "urem", SRem "srem",
        And "and", Or "or", Xor "xor", Shl "shl", LShr "lshr", AShr "ashr",
    }
    IntPred {
        Eq "eq", Ne "ne", Ult "ult", Ule "ule", Ugt "ugt", Uge "uge",
        Slt "slt", Sle "sle", Sgt "sgt", Sge "sge",
    }
    CastOp {
        Trunc "trunc", ZExt "zext", SExt "sext", FloatCast "floatcast", FpToUi "fptoui",
        FpToSi "fptosi", UiToFp "uitofp", SiToFp "sitofp", PtrToInt "ptrtoint",
        IntToPtr "inttoptr", Bitcast "bitcast",
    }
    FloatBinOp {
        Add "fadd", Sub "fsub", Mul "fmul", Div "fdiv", Rem "frem", Min "fmin", Max "fmax",
        CopySign "copysign",
    }
    FloatUnOp {
        Neg "fneg", Abs "fabs", Sqrt "fsqrt", Floor "ffloor", Ceil "fceil", Trunc "ftrunc",
        Round "fround", RoundEven "froundeven",
    }
    FloatPred {
        False "false", Oeq "oeq", Ogt "ogt", Oge "oge", Olt "olt", Ole "ole", One "one",
        Ord "ord", Uno "uno", Ueq "ueq", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule",
        Une "une", True "true",
    }
    CheckKind {
        SignedOverflow "signed-overflow", Shift "shift", ShiftBase "shift-base", Division "division",
        Unreachable "unreachable", VlaBound "vla-bound", Bounds "bounds", NonNull "non-null",
        FloatCast "float-cast", Builtin "builtin", Trap "trap",
    }
    Intrinsic {
        SAddOverflow "sadd.overflow", UAddOverflow "uadd.overflow",
        SSubOverflow "ssub.overflow", USubOverflow "usub.overflow",
        SMulOverflow "smul.overflow", UMulOverflow "umul.overflow",
        SAddSat "sadd.sat", UAddSat "uadd.sat", SSubSat "ssub.sat", USubSat "usub.sat",
        SShlSat "sshl.sat", UShlSat "ushl.sat", Bswap "bswap", BitReverse "bitreverse",
        CtPop "ctpop", Ctlz "ctlz", Cttz "cttz", Abs "abs", SMin "smin", SMax "smax",
        UMin "umin", UMax "umax", FShl "fshl", FShr "fshr", Fma "fma",
        IsFpClass "is.fpclass",
    }
    RmwOp {
        Xchg "xchg", Add "add", Sub "sub", And "and", Nand "nand", Or "or", Xor "xor",
        Max "max", Min "min", UMax "umax", UMin "umin", FAdd "fadd", FSub "fsub",
    }
    FloatFormat { F16 "f16", F32 "f32", F64 "f64", F80 "f80", F128 "f128" }
}

/// A type as in the text form.
pub fn type_word(ty: Type) -> String {
    match ty {
        Type::Int(w) => format!("i{w}"),
        Type::Float(f) => f.word().to_string(),
        Type::Ptr => "ptr".to_string(),
    }
}

/// The type of a word.
pub fn type_from_word(word: &str) -> Option<Type> {
    if word == "ptr" {
        return Some(Type::Ptr);
    }
    if let Some(f) = FloatFormat::from_word(word) {
        return Some(Type::Float(f));
    }
    let width: u32 = canonical(word.strip_prefix('i')?)?;
    Some(Type::Int(width))
}

/// A number without leading zeros or signs.
pub fn canonical(digits: &str) -> Option<u32> {
    let plain = digits == "0" || (!digits.starts_with(['0', '+']) && !digits.is_empty());
    if plain {
        digits.parse().ok()
    } else {
        None
    }
}
