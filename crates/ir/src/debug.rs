//! Source-level names, types and positions, carried for messages, inputs and
//! the execution tree. Nothing here changes the meaning of a program.

use ep_base::entity;

entity!(
    /// A debug position in [`crate::Module::locs`]. `LocId(0)` is "unknown".
    LocId,
    "loc"
);
entity!(
    /// A source-level type in [`crate::Module::debug_types`].
    DebugTypeId,
    "ty"
);
entity!(
    /// A named local variable or parameter of a function.
    VarId,
    "var"
);

/// A source-level C type. Sizes are in bytes unless the name says bits.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum DebugType {
    /// No description (or `void`).
    Void,
    /// `_Bool`.
    Bool,
    /// `char`, `signed char` or `unsigned char`.
    Char { signed: bool },
    /// Any other integer; `name` as in the source (`unsigned int`).
    Int {
        bits: u32,
        signed: bool,
        name: String,
    },
    /// A floating type.
    Float { bits: u32, name: String },
    /// A pointer.
    Pointer { to: DebugTypeId, size: u64 },
    /// An array; `count` is `None` when unknown or variable.
    Array {
        element: DebugTypeId,
        count: Option<u64>,
        size: u64,
        kind: ArrayKind,
    },
    /// A structure or a union (all offsets 0). `align` is the alignment in
    /// bytes that its declaration asks for; 0 if it asks for none.
    Record {
        name: String,
        size: u64,
        fields: Vec<Field>,
        union: bool,
        align: u64,
    },
    /// An enumeration.
    Enum {
        name: String,
        bits: u32,
        signed: bool,
        values: Vec<(String, i64)>,
    },
    /// A function type.
    Function {
        returns: DebugTypeId,
        params: Vec<DebugTypeId>,
        variadic: bool,
    },
    /// A typedef or qualifier: a name for another type; `align` as for a
    /// [`DebugType::Record`].
    Alias {
        name: String,
        to: DebugTypeId,
        align: u64,
    },
}

/// What lies in memory as an array does. The kinds differ in how they are
/// passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum ArrayKind {
    /// An array.
    #[default]
    Plain,
    /// A vector (`vector_size`).
    Vector,
    /// A complex number: its real and its imaginary part.
    Complex,
}

/// A member of a [`DebugType::Record`].
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Field {
    /// The member's name, empty if anonymous.
    pub name: String,
    /// Its type.
    pub ty: DebugTypeId,
    /// Offset in bits from the start.
    pub bit_offset: u64,
    /// Size in bits.
    pub bit_size: u64,
    /// It is a bit-field, maybe as wide as its type.
    pub bit_field: bool,
    /// The alignment in bytes that its declaration asks for; 0 if none.
    pub align: u64,
}

/// A named local variable or parameter.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct LocalVar {
    /// The name in the source.
    pub name: String,
    /// Its type.
    pub ty: DebugTypeId,
    /// Where it lives.
    pub storage: VarStorage,
    /// Where it is declared.
    pub loc: LocId,
    /// Parameter number from 1; 0 for a local.
    pub arg: u32,
}

/// Where a local variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum VarStorage {
    /// In memory; the register holds the address (an `alloca`).
    Memory(crate::Reg),
    /// In a register (a promoted `alloca`).
    Register(crate::Reg),
    /// Gone.
    None,
}

impl VarStorage {
    /// The same with other names for registers.
    pub fn renamed(self, to: &dyn Fn(crate::Reg) -> crate::Reg) -> VarStorage {
        match self {
            VarStorage::Memory(r) => VarStorage::Memory(to(r)),
            VarStorage::Register(r) => VarStorage::Register(to(r)),
            VarStorage::None => VarStorage::None,
        }
    }
}
