//! Debug metadata: files, positions, types and variables.
//!
//! Nodes are unique in LLVM's context, so a map from node to id makes each
//! lowered once. A type's id is entered before its members are visited, which
//! is how recursive structures end.

use crate::llvm::Md;
use ep_base::{FileId, Position};
use ep_ir::debug::{ArrayKind, Field};
use ep_ir::{DebugType, DebugTypeId, LocId, Module};
use rustc_hash::FxHashMap;
use std::path::Path;

/// What was lowered so far.
#[derive(Default)]
pub struct DebugInfo {
    files: FxHashMap<Md, FileId>,
    file_names: FxHashMap<String, FileId>,
    positions: FxHashMap<Position, LocId>,
    locations: FxHashMap<Md, LocId>,
    types: FxHashMap<Md, DebugTypeId>,
}

mod tag {
    pub const ARRAY: u32 = 0x01;
    pub const CLASS: u32 = 0x02;
    pub const ENUM: u32 = 0x04;
    pub const POINTER: u32 = 0x0f;
    pub const REFERENCE: u32 = 0x10;
    pub const STRUCT: u32 = 0x13;
    pub const SUBROUTINE: u32 = 0x15;
    pub const TYPEDEF: u32 = 0x16;
    pub const UNION: u32 = 0x17;
    pub const BASE: u32 = 0x24;
    pub const CONST: u32 = 0x26;
    pub const MEMBER: u32 = 0x0d;
    pub const VOLATILE: u32 = 0x35;
    pub const RESTRICT: u32 = 0x37;
    pub const RVALUE_REFERENCE: u32 = 0x42;
    pub const ATOMIC: u32 = 0x47;
}

mod encoding {
    pub const BOOLEAN: u32 = 2;
    pub const COMPLEX: u32 = 3;
    pub const FLOAT: u32 = 4;
    pub const SIGNED: u32 = 5;
    pub const SIGNED_CHAR: u32 = 6;
    pub const UNSIGNED_CHAR: u32 = 8;
    /// What clang writes for complex integers.
    pub const COMPLEX_INTEGER: u32 = 128;
}

const LONG_DOUBLE: &str = "long double";

/// A floating type. What `long double` takes in memory is more than it has bits.
fn float(bits: u32, name: String) -> DebugType {
    let bits = match bits {
        96 | 128 if name == LONG_DOUBLE => 80,
        bits => bits,
    };
    DebugType::Float { bits, name }
}

impl DebugInfo {
    fn file(&mut self, module: &mut Module, md: Md) -> FileId {
        if let Some(&id) = self.files.get(&md) {
            return id;
        }
        let id = match md.file() {
            None => FileId(0),
            Some((name, directory)) => {
                let path = if Path::new(&name).is_absolute() || directory.is_empty() {
                    name
                } else {
                    Path::new(&directory).join(name).display().to_string()
                };
                match self.file_names.get(&path) {
                    Some(&id) => id,
                    None => {
                        let id = module.files.push(path.clone());
                        self.file_names.insert(path, id);
                        id
                    }
                }
            }
        };
        self.files.insert(md, id);
        id
    }

    /// The id of a position; `LocId(0)` when the line is unknown.
    pub fn position(&mut self, module: &mut Module, file: Md, line: u32, column: u32) -> LocId {
        if line == 0 {
            return LocId(0);
        }
        let file = self.file(module, file);
        let position = Position { file, line, column };
        *self
            .positions
            .entry(position)
            .or_insert_with(|| module.locs.push(position))
    }

    /// The id of a location node.
    pub fn location(&mut self, module: &mut Module, md: Md) -> LocId {
        if md.is_none() {
            return LocId(0);
        }
        if let Some(&id) = self.locations.get(&md) {
            return id;
        }
        let id = match md.location_parts() {
            Some((file, line, column)) => self.position(module, file, line, column),
            None => LocId(0),
        };
        self.locations.insert(md, id);
        id
    }

    /// The id of a type node; absent nodes are `void`.
    pub fn type_id(&mut self, module: &mut Module, md: Md) -> DebugTypeId {
        if md.is_none() {
            return DebugTypeId(0);
        }
        if let Some(&id) = self.types.get(&md) {
            return id;
        }
        let Some(ty) = md.di_type() else {
            return DebugTypeId(0);
        };
        if matches!(
            ty.tag,
            tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC
        ) {
            // Qualifiers do not change how a value is shown.
            let id = self.type_id(module, ty.base);
            self.types.insert(md, id);
            return id;
        }
        if ty.tag == tag::ARRAY && ty.element_count > 1 {
            return self.matrix(module, md);
        }
        let id = module.debug_types.push(DebugType::Void);
        self.types.insert(md, id);
        let name = ty.name.text();
        let size = ty.size_bits / 8;
        let bits = ty.size_bits as u32;
        let lowered = match ty.tag {
            tag::BASE => self.basic(module, name, bits, ty.encoding),
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => DebugType::Pointer {
                to: self.type_id(module, ty.base),
                size,
            },
            tag::ARRAY => {
                let element = self.type_id(module, ty.base);
                DebugType::Array {
                    element,
                    count: ty.elements.element(0).subrange(),
                    size,
                    kind: match ty.vector {
                        0 => ArrayKind::Plain,
                        _ => ArrayKind::Vector,
                    },
                }
            }
            tag::STRUCT | tag::CLASS | tag::UNION => {
                let mut fields = Vec::new();
                for i in 0..ty.element_count {
                    let Some(member) = ty.elements.element(i).di_type() else {
                        continue;
                    };
                    if member.tag != tag::MEMBER || member.static_member != 0 {
                        continue;
                    }
                    fields.push(Field {
                        name: member.name.text(),
                        ty: self.type_id(module, member.base),
                        bit_offset: member.offset_bits,
                        bit_size: member.size_bits,
                        bit_field: member.bit_field != 0,
                        align: u64::from(member.align_bits / 8),
                    });
                }
                DebugType::Record {
                    name,
                    size,
                    fields,
                    union: ty.tag == tag::UNION,
                    align: u64::from(ty.align_bits / 8),
                }
            }
            tag::ENUM => {
                let base = ty.base.di_type().map_or(0, |b| b.encoding);
                DebugType::Enum {
                    name,
                    bits,
                    signed: matches!(base, encoding::SIGNED | encoding::SIGNED_CHAR),
                    values: (0..ty.element_count)
                        .filter_map(|i| ty.elements.element(i).enumerator())
                        .collect(),
                }
            }
            tag::TYPEDEF => DebugType::Alias {
                name,
                to: self.type_id(module, ty.base),
                align: u64::from(ty.align_bits / 8),
            },
            tag::SUBROUTINE => {
                let returns = self.type_id(module, ty.elements.element(0));
                let mut params = Vec::new();
                let mut variadic = false;
                for i in 1..ty.element_count {
                    let param = ty.elements.element(i);
                    if param.is_none() || param.di_type().is_none_or(|t| t.tag == 0x3b) {
                        // "unspecified parameters" stand for `...`.
                        variadic = true;
                    } else {
                        params.push(self.type_id(module, param));
                    }
                }
                DebugType::Function {
                    returns,
                    params,
                    variadic,
                }
            }
            _ => DebugType::Void,
        };
        module.debug_types[id] = lowered;
        id
    }

    fn basic(&mut self, module: &mut Module, name: String, bits: u32, enc: u32) -> DebugType {
        match enc {
            encoding::BOOLEAN => DebugType::Bool,
            encoding::FLOAT => float(bits, name),
            encoding::COMPLEX | encoding::COMPLEX_INTEGER => {
                let half = bits / 2;
                let part = match (enc, half) {
                    (encoding::COMPLEX_INTEGER, 8) => DebugType::Char { signed: true },
                    (encoding::COMPLEX_INTEGER, _) => DebugType::Int {
                        bits: half,
                        signed: true,
                        name: String::new(),
                    },
                    // The parts have no name: `_Complex __float128` is taken
                    // for what is as wide and as usual.
                    (_, 96 | 128) => float(half, LONG_DOUBLE.into()),
                    _ => float(half, String::new()),
                };
                DebugType::Array {
                    element: module.debug_types.push(part),
                    count: Some(2),
                    size: u64::from(bits / 8),
                    kind: ArrayKind::Complex,
                }
            }
            encoding::SIGNED_CHAR if bits == 8 => DebugType::Char { signed: true },
            encoding::UNSIGNED_CHAR if bits == 8 => DebugType::Char { signed: false },
            _ => DebugType::Int {
                bits,
                signed: matches!(enc, encoding::SIGNED | encoding::SIGNED_CHAR),
                name,
            },
        }
    }

    /// `int a[2][3]` is one node with two dimensions: an array of arrays here.
    fn matrix(&mut self, module: &mut Module, md: Md) -> DebugTypeId {
        let Some(ty) = md.di_type() else {
            return DebugTypeId(0);
        };
        let mut inner = self.type_id(module, ty.base);
        let counts: Vec<Option<u64>> = (0..ty.element_count)
            .map(|i| ty.elements.element(i).subrange())
            .collect();
        let total: u64 = counts.iter().map(|c| c.unwrap_or(0)).product();
        let mut size = (ty.size_bits / 8).checked_div(total).unwrap_or(0);
        for count in counts.into_iter().rev() {
            size = size.saturating_mul(count.unwrap_or(0));
            inner = module.debug_types.push(DebugType::Array {
                element: inner,
                count,
                size,
                kind: ArrayKind::Plain,
            });
        }
        self.types.insert(md, inner);
        inner
    }
}

/// Nested types that are looked into.
const DEEPEST: u32 = 16;

/// Whether an object of this type, or a part of it, is `volatile`. What lies
/// too deep counts as one that is.
pub fn is_volatile(md: Md) -> bool {
    holds_volatile(md, DEEPEST)
}

fn holds_volatile(md: Md, depth: u32) -> bool {
    let Some(ty) = (!md.is_none()).then(|| md.di_type()).flatten() else {
        return false;
    };
    let Some(depth) = depth.checked_sub(1) else {
        return true;
    };
    match ty.tag {
        tag::VOLATILE => true,
        tag::CONST | tag::RESTRICT | tag::ATOMIC | tag::TYPEDEF | tag::ARRAY => {
            holds_volatile(ty.base, depth)
        }
        tag::STRUCT | tag::CLASS | tag::UNION => (0..ty.element_count).any(|i| {
            let member = ty.elements.element(i);
            let of = member
                .di_type()
                .filter(|m| m.tag == tag::MEMBER && m.static_member == 0);
            of.is_some_and(|m| holds_volatile(m.base, depth))
        }),
        _ => false,
    }
}
