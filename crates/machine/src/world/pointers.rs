//! What pointers of an entry function lead to, read off its source types: which
//! bytes of an object are pointers, where they point, and the signatures of the
//! functions behind function pointers.
//!
//! Source: the debug information of the program; what is done with it stands in
//! [`crate::world::lazy`]. Cost: linear in the types that are reachable, once for each
//! object.

use crate::world::shape::{self, size_of, strip};
use ep_base::outcome::InputType;
use ep_ir::{DebugType, DebugTypeId, Function, Module};

/// Functions of one signature that a path can have behind pointers.
pub const STUBS: u32 = 8;
/// How the functions that stand for them are named.
const STUB: &str = "__ep_function_";
/// Pointers in one object that are told apart.
const MOST_POINTERS: usize = 4096;

/// The flexible array at the end of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tail {
    pub offset: u64,
    pub element: DebugTypeId,
    /// Bytes of an element.
    pub bytes: u64,
}

/// The array without a length at the end of a structure, if it has one.
pub fn tail(m: &Module, ty: DebugTypeId) -> Option<Tail> {
    let DebugType::Record {
        fields,
        union: false,
        ..
    } = strip(m, complete(m, ty))
    else {
        return None;
    };
    let last = fields.last().filter(|f| f.bit_offset % 8 == 0)?;
    let DebugType::Array {
        element, size: 0, ..
    } = strip(m, last.ty)
    else {
        return None;
    };
    let bytes = size_of(m, *element);
    (bytes > 0).then_some(Tail {
        offset: last.bit_offset / 8,
        element: *element,
        bytes,
    })
}

/// The pointers in the first `count` elements of a flexible array.
pub fn tail_fields(m: &Module, ty: DebugTypeId, count: u64) -> Vec<PointerField> {
    let (Some(t), DebugType::Record { fields, .. }) = (tail(m, ty), strip(m, complete(m, ty)))
    else {
        return Vec::new();
    };
    let name = fields.last().map_or("", |f| f.name.as_str());
    let each = pointer_fields(m, t.element);
    let mut out = Vec::new();
    for i in 0..if each.is_empty() { 0 } else { count } {
        out.extend(each.iter().map(|f| PointerField {
            offset: t.offset + i * t.bytes + f.offset,
            to: f.to,
            path: format!(".{name}[{i}]{}", f.path),
        }));
        if out.len() >= MOST_POINTERS {
            break;
        }
    }
    out
}

/// What a pointer leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pointee {
    /// Elements without pointers, of this many bytes each (`void`: bytes).
    Plain(u64),
    /// Pointers, each of this many bytes.
    Pointers(u64),
    /// A record with pointers in it.
    Record(u64),
    /// A function of this type.
    Function(DebugTypeId),
    /// A record that is declared only, with its name.
    Incomplete(String),
}

/// A pointer in an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerField {
    pub offset: u64,
    /// What it points to.
    pub to: DebugTypeId,
    /// How the source reaches it from the object: `.next`, `.row[2]`.
    pub path: String,
}

/// What a function returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultShape {
    Void,
    Scalar { ty: InputType, bytes: u64 },
    Pointer(DebugTypeId),
    Other,
}

/// The type without aliases and qualifiers.
pub fn strip_id(m: &Module, mut ty: DebugTypeId) -> DebugTypeId {
    for _ in 0..64 {
        match m.debug_types.get(ty) {
            Some(DebugType::Alias { to, .. }) => ty = *to,
            _ => break,
        }
    }
    ty
}

/// The record that a declaration of it elsewhere in the program means.
fn complete(m: &Module, ty: DebugTypeId) -> DebugTypeId {
    let ty = strip_id(m, ty);
    let DebugType::Record { name, size: 0, .. } = strip(m, ty) else {
        return ty;
    };
    let same = |t: &DebugType| matches!(t, DebugType::Record { name: n, size, .. } if n == name && *size > 0);
    let found = m.debug_types.iter().find(|(_, t)| same(t));
    found.filter(|_| !name.is_empty()).map_or(ty, |(id, _)| id)
}

/// The pointee of a pointer, ready for [`pointee`].
pub fn target_type(m: &Module, to: DebugTypeId) -> DebugTypeId {
    complete(m, to)
}

/// What a pointer to this type leads to.
pub fn pointee(m: &Module, to: DebugTypeId) -> Pointee {
    let to = complete(m, to);
    match strip(m, to) {
        DebugType::Function { .. } => Pointee::Function(to),
        DebugType::Void => Pointee::Plain(1),
        DebugType::Pointer { size, .. } => Pointee::Pointers(*size),
        DebugType::Record {
            name,
            size: 0,
            fields,
            ..
        } if fields.is_empty() => Pointee::Incomplete(name.clone()),
        t => {
            let n = size_of(m, to);
            let name = match t {
                DebugType::Record { name, .. } => name.clone(),
                _ => "an array without a length".into(),
            };
            let tail = tail(m, to).is_some_and(|t| !pointer_fields(m, t.element).is_empty());
            match pointer_fields(m, to).is_empty() && !tail {
                _ if n == 0 => Pointee::Incomplete(name),
                true => Pointee::Plain(n),
                false => Pointee::Record(n),
            }
        }
    }
}

/// Whether this is what C's strings are made of.
pub fn is_char(m: &Module, ty: DebugTypeId) -> bool {
    matches!(strip(m, ty), DebugType::Char { signed: true })
}

/// Whether two pointers can lead to one object: their pointees are one type,
/// also when two translation units describe it.
pub fn same_type(m: &Module, a: DebugTypeId, b: DebugTypeId) -> bool {
    let (a, b) = (complete(m, a), complete(m, b));
    if a == b {
        return true;
    }
    match (strip(m, a), strip(m, b)) {
        (
            DebugType::Record {
                name, size, union, ..
            },
            DebugType::Record {
                name: n,
                size: s,
                union: u,
                ..
            },
        ) => !name.is_empty() && (name, size, union) == (n, s, u),
        (DebugType::Pointer { to, .. }, DebugType::Pointer { to: t, .. }) => {
            strip_id(m, *to) == strip_id(m, *t)
        }
        (DebugType::Function { .. }, _) | (_, DebugType::Function { .. }) => false,
        (DebugType::Record { .. } | DebugType::Array { .. }, _) => false,
        (x, y) => x == y && *x != DebugType::Void,
    }
}

/// The pointers in a value of a type.
pub fn pointer_fields(m: &Module, ty: DebugTypeId) -> Vec<PointerField> {
    let mut out = Vec::new();
    collect(m, ty, 0, "", 0, &mut out);
    out
}

fn collect(
    m: &Module,
    ty: DebugTypeId,
    at: u64,
    path: &str,
    depth: u32,
    out: &mut Vec<PointerField>,
) {
    if out.len() >= MOST_POINTERS || depth > 32 {
        return;
    }
    match strip(m, ty) {
        DebugType::Pointer { to, .. } => out.push(PointerField {
            offset: at,
            to: strip_id(m, *to),
            path: path.to_string(),
        }),
        DebugType::Array { element, size, .. } => {
            let n = size_of(m, *element);
            for i in 0..size.checked_div(n).unwrap_or(0) {
                let before = out.len();
                let path = format!("{path}[{i}]");
                collect(m, *element, at + i * n, &path, depth + 1, out);
                if out.len() == before {
                    // Elements without pointers: all are alike.
                    break;
                }
            }
        }
        DebugType::Record { fields, union, .. } => {
            for f in fields {
                let before = out.len();
                let name = match f.name.as_str() {
                    "" => path.to_string(),
                    name => format!("{path}.{name}"),
                };
                if f.bit_offset % 8 == 0 {
                    collect(m, f.ty, at + f.bit_offset / 8, &name, depth + 1, out);
                }
                // The first member of a union that holds pointers is the one
                // that is there.
                if *union && out.len() > before {
                    break;
                }
            }
        }
        _ => {}
    }
}

/// Whether a type has a union with pointers in it, of which only one member is
/// taken to be there.
pub fn has_union(m: &Module, ty: DebugTypeId) -> bool {
    fn walk(m: &Module, ty: DebugTypeId, depth: u32) -> bool {
        match strip(m, ty) {
            _ if depth > 32 => false,
            DebugType::Array { element, .. } => walk(m, *element, depth + 1),
            DebugType::Record {
                union: true,
                fields,
                ..
            } => fields.len() > 1 && !pointer_fields(m, ty).is_empty(),
            DebugType::Record { fields, .. } => fields.iter().any(|f| walk(m, f.ty, depth + 1)),
            _ => false,
        }
    }
    walk(m, ty, 0)
}

/// What a function of this type returns.
pub fn result_shape(m: &Module, function: DebugTypeId) -> ResultShape {
    let DebugType::Function { returns, .. } = strip(m, function) else {
        return ResultShape::Other;
    };
    let n = size_of(m, *returns);
    match strip(m, *returns) {
        DebugType::Void => ResultShape::Void,
        DebugType::Pointer { to, .. } => ResultShape::Pointer(strip_id(m, *to)),
        DebugType::Bool
        | DebugType::Char { .. }
        | DebugType::Int { .. }
        | DebugType::Enum { .. }
        | DebugType::Float { .. }
            if n <= 8 || matches!(strip(m, *returns), DebugType::Float { .. }) =>
        {
            ResultShape::Scalar {
                ty: shape::input_type(m, *returns, n),
                bytes: n,
            }
        }
        _ => ResultShape::Other,
    }
}

/// The types of the functions that pointers lead to from these parameters, in a
/// fixed order.
pub fn signatures(m: &Module, params: &[DebugTypeId]) -> Vec<DebugTypeId> {
    let mut out: Vec<DebugTypeId> = Vec::new();
    let mut seen: Vec<DebugTypeId> = Vec::new();
    let mut todo: Vec<DebugTypeId> = params.iter().rev().map(|t| strip_id(m, *t)).collect();
    while let Some(t) = todo.pop() {
        let t = complete(m, t);
        if seen.contains(&t) {
            continue;
        }
        seen.push(t);
        if let DebugType::Function { returns, .. } = strip(m, t) {
            out.push(t);
            todo.push(*returns);
            continue;
        }
        let mut fields = pointer_fields(m, t);
        fields.extend(tail_fields(m, t, 1));
        todo.extend(fields.iter().rev().map(|f| f.to));
    }
    out
}

/// The parameter types of a function.
pub fn parameter_types(m: &Module, f: &Function) -> Vec<DebugTypeId> {
    match strip(m, f.ty) {
        DebugType::Function { params, .. } => params.clone(),
        _ => Vec::new(),
    }
}

/// Declares the functions that stand behind the function pointers of an entry,
/// if there are any.
pub fn declare_functions(m: &mut Module, entry: &str) {
    let Some(f) = m.function(entry) else { return };
    let types = parameter_types(m, &m.functions[f]);
    for (k, ty) in signatures(m, &types).into_iter().enumerate() {
        for i in 0..STUBS {
            m.functions.push(Function {
                name: format!("{STUB}{k}_{i}"),
                params: Vec::new(),
                rets: Vec::new(),
                variadic: true,
                noreturn: false,
                internal: false,
                blocks: Default::default(),
                regs: Default::default(),
                vars: Default::default(),
                ty,
                loc: ep_ir::LocId(0),
            });
        }
    }
}

/// Signature and number of a function that [`declare_functions`] made.
pub fn declared(name: &str) -> Option<(u32, u32)> {
    let (k, i) = name.strip_prefix(STUB)?.split_once('_')?;
    Some((k.parse().ok()?, i.parse().ok()?))
}

/// The name of such a function.
pub fn stub_name(signature: u32, number: u32) -> String {
    format!("{STUB}{signature}_{number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_ir::debug::Field;
    use ep_ir::DataLayout;

    fn field(name: &str, ty: DebugTypeId, at: u64, bytes: u64) -> Field {
        Field {
            name: name.into(),
            ty,
            bit_offset: 8 * at,
            bit_size: 8 * bytes,
            bit_field: false,
            align: 0,
        }
    }

    /// `struct node { int v; struct node *next; int (*f)(void); }`.
    fn list(m: &mut Module) -> DebugTypeId {
        let int = m.debug_types.push(DebugType::Int {
            bits: 32,
            signed: true,
            name: "int".into(),
        });
        let function = m.debug_types.push(DebugType::Function {
            returns: int,
            params: vec![],
            variadic: false,
        });
        let callback = m.debug_types.push(DebugType::Pointer {
            to: function,
            size: 8,
        });
        let declared = m.debug_types.push(DebugType::Record {
            name: "node".into(),
            size: 0,
            fields: vec![],
            union: false,
            align: 0,
        });
        let next = m.debug_types.push(DebugType::Pointer {
            to: declared,
            size: 8,
        });
        m.debug_types.push(DebugType::Record {
            name: "node".into(),
            size: 24,
            fields: vec![
                field("v", int, 0, 4),
                field("next", next, 8, 8),
                field("f", callback, 16, 8),
            ],
            union: false,
            align: 0,
        })
    }

    #[test]
    fn a_list_leads_to_itself_and_to_its_function() {
        let mut m = Module::new(DataLayout { ptr_bits: 64 });
        let node = list(&mut m);
        assert_eq!(pointee(&m, node), Pointee::Record(24));
        let fields = pointer_fields(&m, node);
        assert_eq!(fields.len(), 2);
        assert_eq!((fields[0].offset, fields[0].path.as_str()), (8, ".next"));
        // The declaration means the definition.
        assert!(same_type(&m, fields[0].to, node));
        assert_eq!(pointee(&m, fields[0].to), Pointee::Record(24));
        let p = m.debug_types.push(DebugType::Pointer { to: node, size: 8 });
        let found = signatures(&m, &[p]);
        assert_eq!(found.len(), 1);
        assert!(matches!(
            result_shape(&m, found[0]),
            ResultShape::Scalar { bytes: 4, .. }
        ));
    }

    #[test]
    fn a_flexible_array_of_pointers_is_told_from_one_without() {
        let mut m = Module::new(DataLayout { ptr_bits: 64 });
        let node = list(&mut m);
        let to = m.debug_types.push(DebugType::Pointer { to: node, size: 8 });
        let byte = m.debug_types.push(DebugType::Char { signed: true });
        let mut record = |element: DebugTypeId| {
            let rest = m.debug_types.push(DebugType::Array {
                element,
                count: None,
                size: 0,
                kind: ep_ir::ArrayKind::Plain,
            });
            m.debug_types.push(DebugType::Record {
                name: String::new(),
                size: 8,
                fields: vec![field("used", byte, 0, 1), field("rest", rest, 8, 0)],
                union: false,
                align: 0,
            })
        };
        let (pointers, bytes) = (record(to), record(byte));
        assert_eq!(pointee(&m, pointers), Pointee::Record(8));
        assert_eq!(pointee(&m, bytes), Pointee::Plain(8));
        let found = tail_fields(&m, pointers, 3);
        let places: Vec<_> = found.iter().map(|f| (f.offset, f.path.as_str())).collect();
        assert_eq!(
            places,
            [(8, ".rest[0]"), (16, ".rest[1]"), (24, ".rest[2]")]
        );
        assert!(tail_fields(&m, bytes, 3).is_empty());
        assert_eq!(tail(&m, bytes).map(|t| (t.offset, t.bytes)), Some((8, 1)));
        assert_eq!(tail(&m, node), None);
    }

    #[test]
    fn names_of_functions_read_back() {
        assert_eq!(declared(&stub_name(3, 7)), Some((3, 7)));
        assert_eq!(declared("__ep_functional"), None);
    }
}
