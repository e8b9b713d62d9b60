//! Functions in the form that is executed: flat, with resolved jumps and
//! uniform operands.
//!
//! Idea: constants live in the register file behind the locals (as in Lua's
//! virtual machine), so that every operand is one index and reading it never
//! branches. Frequent instructions are decoded into [`Op`]; the rest stays an
//! `ir` instruction behind [`Op::Rare`]. Cost: a frame copies its constants.

use crate::value::{ObjectId, Value};
use ep_ir::provided::Builtin;
use ep_ir::{BinOp, BlockId, CastOp, CheckKind, FuncId, Function, Inst, IntPred, LocId, Type};
use rustc_hash::FxHashMap;

/// Index into the register file of a frame.
pub type R = u32;

/// No-wrap flags in one byte.
pub const NSW: u8 = 1;
/// Unsigned wrap is an error.
pub const NUW: u8 = 2;
/// Lost bits are an error.
pub const EXACT: u8 = 4;

/// One decoded instruction.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// A block begins: counts instructions and coverage.
    Block {
        block: u32,
        weight: u32,
    },
    /// Several ways lead here (`block`), or a way leads into a loop again:
    /// where states are merged, each waits here for the others.
    Join {
        block: u32,
    },
    /// The branch that follows leaves a loop around `block` or stays in it.
    ExitTest {
        block: u32,
    },
    Copy {
        dst: R,
        src: R,
    },
    Bin {
        op: BinOp,
        width: u8,
        flags: u8,
        dst: R,
        a: R,
        b: R,
    },
    Cmp {
        pred: IntPred,
        width: u8,
        dst: R,
        a: R,
        b: R,
    },
    /// `Cmp` followed by a branch on its result.
    CmpBranch {
        pred: IntPred,
        width: u8,
        dst: R,
        a: R,
        b: R,
        then: u32,
        els: u32,
    },
    /// `Trunc`, `ZExt`, `SExt` of integers of at most 64 bits.
    IntCast {
        op: CastOp,
        from: u8,
        to: u8,
        dst: R,
        src: R,
    },
    Select {
        dst: R,
        cond: R,
        a: R,
        b: R,
    },
    /// Of at most eight bytes; `bits` is the width of the register.
    Load {
        dst: R,
        addr: R,
        bytes: u8,
        bits: u8,
    },
    Store {
        value: R,
        addr: R,
        bytes: u8,
        bits: u8,
    },
    /// `dst = base + offset`.
    PtrOffset {
        dst: R,
        base: R,
        offset: i64,
    },
    /// `dst = base + index * scale + offset`, index sign-extended.
    PtrIndex {
        dst: R,
        base: R,
        index: R,
        width: u8,
        scale: i32,
        offset: i32,
    },
    Jump {
        to: u32,
    },
    Branch {
        cond: R,
        then: u32,
        els: u32,
    },
    Switch {
        value: R,
        table: u32,
    },
    /// A counter of the source's coverage grows if `by` is `on`. Only in
    /// programs that are compiled to be counted.
    Count {
        counter: u32,
        by: R,
        on: bool,
    },
    Check {
        kind: CheckKind,
        ok: R,
    },
    Call {
        call: u32,
    },
    Return {
        values: u32,
        count: u32,
    },
    /// Everything else: an `ir` instruction in `FnCode::rare`.
    Rare {
        inst: u32,
    },
    IndirectJump {
        target: R,
    },
    Unreachable,
    /// A terminator that is not modelled.
    UnsupportedEnd {
        what: u32,
    },
}

/// A direct or indirect call.
#[derive(Clone, Debug)]
pub struct CallSite {
    pub callee: CallTarget,
    pub args: Vec<CallArg>,
    pub dsts: Vec<R>,
    pub rets: Vec<Type>,
}

/// Whom a call calls.
#[derive(Clone, Copy, Debug)]
pub enum CallTarget {
    Direct(FuncId),
    Indirect(R),
}

/// One argument.
#[derive(Clone, Copy, Debug)]
pub struct CallArg {
    pub value: R,
    pub ty: Type,
    pub byval: Option<(u64, u32)>,
}

/// A switch table: targets by value, for values of at most 64 bits.
#[derive(Clone, Debug)]
pub struct SwitchTable {
    pub width: u32,
    pub cases: Vec<(u128, u32)>,
    /// Position in `targets` by value.
    pub by_value: FxHashMap<u64, u32>,
    pub default: u32,
    /// The distinct targets, the default's last.
    pub targets: Vec<u32>,
    /// The entry of the first target in the map of covered sides.
    pub first_side: u32,
}

impl SwitchTable {
    /// The entry of a target in the map of covered sides.
    #[inline]
    pub fn side(&self, target: u32) -> u32 {
        let k = self.targets.iter().position(|t| *t == target).unwrap_or(0);
        self.first_side + k as u32
    }
}

/// The code of one function.
#[derive(Clone, Debug, Default)]
pub struct FnCode {
    pub ops: Vec<Op>,
    /// Positions, parallel to `ops`.
    pub locs: Vec<LocId>,
    /// The instruction of its block that each belongs to, parallel to `ops`;
    /// the terminator stands behind the last.
    pub insts: Vec<u32>,
    /// Initial register file: locals undefined, then the constants.
    pub template: Vec<Value>,
    /// Where each block begins.
    pub block_start: Vec<u32>,
    pub calls: Vec<CallSite>,
    pub switches: Vec<SwitchTable>,
    pub rare: Vec<Inst>,
    /// Registers of `Op::Return`.
    pub returns: Vec<R>,
    pub unsupported: Vec<String>,
    /// Registers of the parameters, in order.
    pub params: Vec<R>,
    /// Registers of the locals whose scope ends before the function does.
    pub scoped: Vec<u32>,
    /// Native stack bytes that an activation is taken to use.
    pub frame_bytes: u64,
    /// Bytes of the structure that is returned in memory, behind the first
    /// parameter: 0 where there is none.
    pub structure: u64,
    /// False for a declaration.
    pub has_body: bool,
}

/// A program ready to run.
pub struct Program {
    pub module: ep_ir::Module,
    pub code: Vec<FnCode>,
    /// The object of each global.
    pub globals: Vec<ObjectId>,
    /// First number of the blocks of each function in the numbering of
    /// `Op::Block`.
    pub first_block: Vec<u32>,
    /// The number of blocks.
    pub blocks: u32,
    /// What a call to each function without a body does.
    pub builtins: Vec<Option<Builtin>>,
    /// The clauses of the contract of each function.
    pub clauses: Vec<u32>,
    pub ptr_bits: u32,
    /// Whether the block belongs to the user's program and not to a model.
    pub own_block: Vec<bool>,
    /// The function of each block.
    pub block_func: Vec<FuncId>,
    /// The number of the first op of each function.
    pub first_op: Vec<u32>,
    /// For each entry of the map of covered sides (one per op, then one per
    /// target of a switch) whether it belongs to the user's program.
    pub sides: Vec<bool>,
    /// Counters of the source's coverage grow while it runs.
    pub counting: bool,
}

/// Address of the first function; one every 16 bytes.
pub const FUNCTION_BASE: u64 = 0x40_0000;

impl Program {
    /// The block that an op of a function is in.
    #[inline]
    pub fn block_at(&self, f: FuncId, ip: u32) -> BlockId {
        let starts = &self.code[f.0 as usize].block_start;
        let i = starts.partition_point(|s| *s <= ip);
        BlockId(i.saturating_sub(1) as u32)
    }

    /// The function definition in `ir`.
    #[inline]
    pub fn function(&self, f: FuncId) -> &Function {
        &self.module.functions[f]
    }
    /// The native address that a function is taken to have.
    #[inline]
    pub fn function_address(&self, f: FuncId) -> u64 {
        FUNCTION_BASE + 16 * u64::from(f.0)
    }
    /// The function at this address.
    #[inline]
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let i = address.checked_sub(FUNCTION_BASE)?;
        (i % 16 == 0 && i / 16 < self.code.len() as u64).then_some(FuncId((i / 16) as u32))
    }
    /// The address that a label is taken to have.
    #[inline]
    pub fn label_address(&self, f: FuncId, b: BlockId) -> u64 {
        FUNCTION_BASE / 2 + u64::from(self.first_block[f.0 as usize] + b.0)
    }
    /// The width of a value of this type.
    #[inline]
    pub fn bits(&self, ty: Type) -> u32 {
        self.module.layout.bits(ty)
    }
}
