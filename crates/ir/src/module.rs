//! Modules, functions, globals and their layout.

use crate::mapping::Mapping;
use crate::{DebugType, DebugTypeId, Inst, LocId, LocalVar, Reg, Terminator, VarId};
use ep_base::{entity, Arena, FileId, Position};

entity!(
    /// A function of a module.
    FuncId,
    "@f"
);
entity!(
    /// A global variable or constant of a module.
    GlobalId,
    "@g"
);
entity!(
    /// A basic block of a function. `BlockId(0)` is the entry.
    BlockId,
    "bb"
);

/// A scalar type.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub enum Type {
    /// An integer of 1 to 128 bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatFormat),
    /// An address; its width is `DataLayout::ptr_bits`.
    Ptr,
}

/// IEEE 754 binary formats and the x87 one.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub enum FloatFormat {
    F16,
    F32,
    F64,
    /// x87 extended: 80 bits, 16 bytes in memory on x86-64, 12 on i386.
    F80,
    F128,
}

impl FloatFormat {
    /// Bits of the encoding.
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::F16 => 16,
            FloatFormat::F32 => 32,
            FloatFormat::F64 => 64,
            FloatFormat::F80 => 80,
            FloatFormat::F128 => 128,
        }
    }
}

/// What the target machine looks like. Little endian only: the reader
/// refuses anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct DataLayout {
    /// 32 or 64.
    pub ptr_bits: u32,
}

impl DataLayout {
    /// Bits of a value of this type in a register.
    pub fn bits(&self, ty: Type) -> u32 {
        match ty {
            Type::Int(w) => w,
            Type::Float(f) => f.bits(),
            Type::Ptr => self.ptr_bits,
        }
    }
    /// Bytes that a load or store of this type touches.
    pub fn store_size(&self, ty: Type) -> u64 {
        u64::from(self.bits(ty).div_ceil(8))
    }
}

/// A program, or a linked set of translation units.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Module {
    pub layout: DataLayout,
    /// Paths of source files, as the compiler named them (absolute if known).
    pub files: Arena<FileId, String>,
    /// Positions; entry 0 is "unknown" (line 0).
    pub locs: Arena<LocId, Position>,
    pub debug_types: Arena<DebugTypeId, DebugType>,
    pub globals: Arena<GlobalId, Global>,
    pub functions: Arena<FuncId, Function>,
    /// True when compiled by us from C with the sanitizers: a violated `nsw`
    /// is an error at its line. False for bitcode of others: it is poison.
    pub from_source: bool,
    /// Functions of `llvm.global_ctors` in order of priority.
    pub constructors: Vec<FuncId>,
    /// What the counters stand for, if the program has any.
    pub mapping: Option<Mapping>,
}

impl Module {
    /// An empty module for the given layout.
    pub fn new(layout: DataLayout) -> Self {
        let mut files = Arena::new();
        let file = files.push(String::new());
        let mut locs = Arena::new();
        locs.push(Position {
            file,
            line: 0,
            column: 0,
        });
        let mut debug_types = Arena::new();
        debug_types.push(DebugType::Void);
        Module {
            layout,
            files,
            locs,
            debug_types,
            globals: Arena::new(),
            functions: Arena::new(),
            from_source: false,
            constructors: Vec::new(),
            mapping: None,
        }
    }
    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.functions
            .iter()
            .find(|(_, f)| f.name == name)
            .map(|(id, _)| id)
    }
}

/// A global variable or constant.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Global {
    pub name: String,
    /// Bytes.
    pub size: u64,
    pub align: u32,
    /// Writing to it is an error.
    pub constant: bool,
    /// It, or a part of it, was declared `volatile`.
    pub volatile: bool,
    /// Declared only; its content is not known.
    pub init: Option<Init>,
    /// Source type.
    pub ty: DebugTypeId,
    pub loc: LocId,
}

impl Global {
    /// Constant and `volatile`: only a device changes it, so its content need
    /// not be its initial one when it is read (C11 6.7.3, note 132).
    pub fn is_device(&self) -> bool {
        self.constant && self.volatile
    }
}

/// Initial content of a global: bytes with addresses laid over them.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, Default)]
pub struct Init {
    /// Exactly `Global::size` bytes; zero under relocations. Undefined and
    /// padding bytes are zero.
    pub bytes: Vec<u8>,
    /// In order of offset, not overlapping.
    pub relocs: Vec<Relocation>,
}

/// An address stored in the initial content of a global (pointer sized).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Relocation {
    pub offset: u64,
    pub target: RelocTarget,
    pub addend: i64,
}

/// What a relocation points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize, Hash)]
pub enum RelocTarget {
    Global(GlobalId),
    Func(FuncId),
    Label(FuncId, BlockId),
}

/// A function. Without blocks it is a declaration.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Function {
    pub name: String,
    pub params: Vec<Param>,
    pub rets: Vec<Type>,
    pub variadic: bool,
    /// Declared `noreturn`.
    pub noreturn: bool,
    /// `static` in C: no other unit can name it.
    pub internal: bool,
    pub blocks: Arena<BlockId, Block>,
    /// The type of each register.
    pub regs: Arena<Reg, Type>,
    pub vars: Arena<VarId, LocalVar>,
    /// Source type (a [`DebugType::Function`]), `DebugTypeId(0)` if unknown.
    pub ty: DebugTypeId,
    pub loc: LocId,
}

impl Function {
    /// True when there is no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}

/// A parameter after scalarisation.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Param {
    pub reg: Reg,
    pub ty: Type,
    /// The register is the address of a callee-owned copy of this many bytes.
    pub byval: Option<(u64, u32)>,
    /// The bytes behind this pointer that every caller promises (`a[static 12]`);
    /// zero if none are.
    pub promised: u64,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub term: Terminator,
    pub term_loc: LocId,
    /// Original LLVM instructions of the terminator.
    pub term_weight: u16,
}
