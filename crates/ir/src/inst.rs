//! Instructions. Registers are dense, per function, scalar, and mutable: the
//! form is not SSA. `phi`s become copies, promoted locals become registers.
//! Aggregates and vectors by value are scalarised by the reader.
//!
//! Semantics in one line each stand at the variants; the reference is the
//! interpreter (`interp`).

use crate::{BlockId, FuncId, GlobalId, LocId, Type};
use ep_base::entity;

entity!(
    /// A virtual register of a function. Its type is `Function::regs[reg]`.
    Reg,
    "%"
);

/// A value read by an instruction. Constants take the type that the
/// instruction expects at that place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// An integer of at most 64 bits (zero-extended), or the bits of a
    /// `float`/`double`; as a pointer, that absolute address (0 is null).
    Int(u64),
    /// An integer of up to 128 bits, or the bits of an x87 `long double`.
    Wide(u128),
    /// The address of a global plus a byte offset.
    Global(GlobalId, i64),
    /// The address of a function.
    Func(FuncId),
    /// The address of a label (computed goto) of the given function.
    Label(FuncId, BlockId),
    /// `undef` or `poison`: any value; reading it to decide something is an
    /// uninitialised read.
    Undef,
}

impl From<Reg> for Operand {
    fn from(r: Reg) -> Self {
        Operand::Reg(r)
    }
}

/// Integer operations. Shifts by the width or more, division by zero and
/// `MIN / -1` are errors; `exact` and no-wrap flags add errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

/// What is wrong when the result does not fit: flags of a [`InstKind::Bin`].
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize, Default,
)]
pub struct Overflow {
    /// Signed wrap is undefined (`nsw`).
    pub nsw: bool,
    /// Unsigned wrap is undefined (`nuw`).
    pub nuw: bool,
    /// A non-zero remainder or shifted-out bit is undefined (`exact`).
    pub exact: bool,
}

/// Integer and pointer comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum IntPred {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

impl IntPred {
    /// The comparison that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> IntPred {
        use IntPred::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
        }
    }

    /// The comparison with the operands exchanged.
    #[must_use]
    pub fn swapped(self) -> IntPred {
        use IntPred::*;
        match self {
            Eq | Ne => self,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
        }
    }
}

/// Conversions. `from` and `to` stand in the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    /// Float to float of another format (extension or rounding).
    FloatCast,
    /// To an integer, toward zero; out of range is an error.
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    /// Same bits, other type.
    Bitcast,
}

/// Floating-point operations, round to nearest even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum FloatBinOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C `fmod`.
    Rem,
    /// `minnum`/`maxnum`: the other operand when one is NaN.
    Min,
    Max,
    CopySign,
}

/// Floating-point functions of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum FloatUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To nearest, ties away from zero.
    Round,
    /// To nearest even (`rint`, `nearbyint`, `roundeven`).
    RoundEven,
}

/// Floating-point comparison: ordered (`O…`) is false, unordered (`U…`) is
/// true when an operand is NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum FloatPred {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

/// What a sanitizer's trap stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum CheckKind {
    /// `+ - *` or negation overflows its signed type.
    SignedOverflow,
    /// A shift exponent too large or negative.
    Shift,
    /// A left shift of a signed value whose result does not fit its type, or
    /// of a negative one.
    ShiftBase,
    /// `/` or `%` by zero or `MIN / -1`.
    Division,
    /// `__builtin_unreachable`.
    Unreachable,
    /// A VLA with a non-positive bound.
    VlaBound,
    /// An index outside an array of known bound inside an object.
    Bounds,
    /// Null passed where `nonnull` is promised.
    NonNull,
    /// A float that does not fit the integer type.
    FloatCast,
    /// An argument that a builtin does not allow (`__builtin_clz(0)`).
    Builtin,
    /// `llvm.trap`, `__builtin_trap`.
    Trap,
}

/// Intrinsics that compute one value from scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Intrinsic {
    /// Wrapped result and overflow bit: two destinations.
    SAddOverflow,
    UAddOverflow,
    SSubOverflow,
    USubOverflow,
    SMulOverflow,
    UMulOverflow,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    Bswap,
    BitReverse,
    CtPop,
    /// Second argument true: zero is undefined.
    Ctlz,
    Cttz,
    Abs,
    SMin,
    SMax,
    UMin,
    UMax,
    FShl,
    FShr,
    /// `fma`, `fmuladd` (three floats, one rounding).
    Fma,
    /// `llvm.is.fpclass` with the class mask as second argument.
    IsFpClass,
}

/// The target of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

/// An instruction with its position and the number of original LLVM
/// instructions that it stands for.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Inst {
    pub kind: InstKind,
    pub loc: LocId,
    /// Original LLVM instructions (debug records and fused ones included as
    /// the reader's documentation says), for counting.
    pub weight: u16,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub enum InstKind {
    /// `dst = src`.
    Copy {
        dst: Reg,
        src: Operand,
    },
    /// Integer operation at the type of `dst` (an integer).
    Bin {
        op: BinOp,
        flags: Overflow,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// Integer or pointer comparison of operands of type `ty`; `dst` is `i1`.
    Cmp {
        pred: IntPred,
        ty: Type,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// Conversion of `src: from` to `dst: to`.
    Cast {
        op: CastOp,
        from: Type,
        to: Type,
        dst: Reg,
        src: Operand,
    },
    /// Float operation at the type of `dst`.
    FloatBin {
        op: FloatBinOp,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FloatUn {
        op: FloatUnOp,
        dst: Reg,
        a: Operand,
    },
    /// Float comparison of operands of type `ty`; `dst` is `i1`.
    FloatCmp {
        pred: FloatPred,
        ty: Type,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// `dst = cond ? a : b`.
    Select {
        dst: Reg,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// Reads `ty` (of `dst`) from memory.
    Load {
        dst: Reg,
        ty: Type,
        addr: Operand,
        align: u32,
        volatile: bool,
    },
    Store {
        ty: Type,
        value: Operand,
        addr: Operand,
        align: u32,
        volatile: bool,
    },
    /// A fresh uninitialised stack object of `size * count` bytes that lives
    /// until the function returns (or `StackRestore`). `count`, of type
    /// `count_ty`, is 1 when absent.
    Alloca {
        dst: Reg,
        size: u64,
        align: u32,
        count: Option<(Operand, Type)>,
        var: Option<crate::VarId>,
    },
    /// `dst = base + offset + Σ index * scale` on addresses; indices are
    /// sign-extended from their type. `inbounds` as in LLVM.
    PtrAdd {
        dst: Reg,
        base: Operand,
        offset: i64,
        terms: Vec<PtrTerm>,
        inbounds: bool,
    },
    /// Calls; results go to `dsts` in order (more than one after
    /// scalarisation). `args[i].ty` is the type at the call.
    Call {
        dsts: Vec<Reg>,
        callee: Callee,
        args: Vec<Arg>,
        rets: Vec<Type>,
    },
    /// A pure intrinsic at type `ty` (of its first argument).
    Intrinsic {
        op: Intrinsic,
        ty: Type,
        dsts: Vec<Reg>,
        args: Vec<Operand>,
    },
    /// memcpy (undefined on overlap) or memmove of `len` (type `len_ty`) bytes.
    MemCopy {
        dst: Operand,
        src: Operand,
        len: Operand,
        len_ty: Type,
        may_overlap: bool,
    },
    /// memset with an `i8` value.
    MemSet {
        dst: Operand,
        value: Operand,
        len: Operand,
        len_ty: Type,
    },
    /// An error of this kind when `ok` (an `i1`) is false: a sanitizer's trap.
    Check {
        kind: CheckKind,
        ok: Operand,
    },
    /// `llvm.assume`: undefined when false.
    Assume {
        cond: Operand,
    },
    /// `llvm.objectsize`: bytes from the pointer to the end of its object;
    /// when unknown 0 if `min`, else all ones.
    ObjectSize {
        dst: Reg,
        ptr: Operand,
        min: bool,
    },
    StackSave {
        dst: Reg,
    },
    StackRestore {
        token: Operand,
    },
    /// The object's content is undefined from here (`lifetime.start`) or it
    /// may not be used any more (`lifetime.end`, `end`). `ptr` is an alloca.
    Lifetime {
        ptr: Operand,
        end: bool,
    },
    /// A counter of the source's coverage grows by one if `by` (an `i1`) is
    /// `on`. Nothing reads it.
    Count {
        counter: u32,
        by: Operand,
        on: bool,
    },
    VaStart {
        list: Operand,
    },
    VaEnd {
        list: Operand,
    },
    VaCopy {
        dst: Operand,
        src: Operand,
    },
    /// `freeze`: an arbitrary but fixed value if `src` is undefined.
    Freeze {
        dst: Reg,
        src: Operand,
    },
    /// Atomic read-modify-write, executed as one step in this sequential model.
    AtomicRmw {
        op: RmwOp,
        ty: Type,
        dst: Reg,
        addr: Operand,
        value: Operand,
    },
    /// Compare and exchange: the old value and whether it was equal.
    CmpXchg {
        ty: Type,
        old: Reg,
        success: Reg,
        addr: Operand,
        expected: Operand,
        new: Operand,
    },
    /// Known to exist, not modelled: `what` names it (`setjmp`, `inline asm`).
    Unsupported {
        what: String,
        dsts: Vec<Reg>,
    },
}

/// Atomic read-modify-write operations on integers and floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
}

/// One index of a [`InstKind::PtrAdd`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct PtrTerm {
    pub index: Operand,
    pub ty: Type,
    pub scale: i64,
    /// Bytes of the member that the source indexes here, an array with other members
    /// behind it; 0 where it is none. C does not define an access outside of it, while
    /// machines and interpreters allow one in the same object.
    pub within: u64,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Arg {
    pub value: Operand,
    pub ty: Type,
    /// Passed by value in memory: a copy of this many bytes (size, align).
    pub byval: Option<(u64, u32)>,
}

/// A case of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct SwitchCase {
    pub value: u128,
    pub target: BlockId,
    /// Grows when the case is taken (see [`InstKind::Count`]).
    pub counter: Option<u32>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Terminator {
    Jump(BlockId),
    /// `cond` is an `i1`.
    Branch {
        cond: Operand,
        then: BlockId,
        els: BlockId,
    },
    /// On a value of type `ty`.
    Switch {
        value: Operand,
        ty: Type,
        cases: Vec<SwitchCase>,
        default: BlockId,
    },
    /// Computed goto.
    IndirectJump {
        target: Operand,
        labels: Vec<BlockId>,
    },
    /// Values in the order of `Function::rets`.
    Return(Vec<Operand>),
    /// Control does not get here; reaching it is an error.
    Unreachable,
    /// Not modelled: `what` names it (`invoke`, `resume`).
    Unsupported(String),
}
