//! Variable arguments of an entry function: which there are, by the types that
//! the user names, and the area that `va_start` finds them in.
//!
//! The named types are added to the parameters of the entry's source type, so
//! that their inputs, their replay and their text are those of parameters. On
//! x86-64 the list of a `va_list` says how many registers are left in its save
//! area; here the area ends behind the arguments that there are, so that reading
//! one more goes to the overflow area and beyond its end, which is told from a
//! wrong access by what kind of object it is. Source: System V ABI for x86-64,
//! section 3.5.7; for i386, section 2.2.3, they lie one behind the other. Cost:
//! linear in the types of the program, once.

use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::memory::object::ByteKind;
use crate::memory::{Object, ObjectKind, Size};
use crate::state::State;
use crate::step::resolve::Access;
use crate::value::{ObjectId, Value};
use crate::world::entry::find_entry;
use crate::world::pointers::strip_id;
use crate::world::shape::{size_of, strip};
use ep_base::Diagnostic;
use ep_ir::{DebugType, DebugTypeId, FloatFormat, Module, Type};

/// Registers of the save area: six of eight bytes, eight of sixteen.
const INTEGERS: u64 = 6;
const FLOATS: u64 = 8;
/// Where those for floating-point numbers begin, and where they end.
const FLOATS_AT: u64 = 8 * INTEGERS;
const SAVE_AREA: u64 = FLOATS_AT + 16 * FLOATS;

/// Adds variable arguments of these types (`int, double, char *`) to the entry;
/// returns their number.
///
/// # Errors
/// The entry takes none, or a type is not known or never one of a variable
/// argument (exit 2).
pub fn declare(m: &mut Module, entry: &str, list: &str) -> Result<u32, Diagnostic> {
    let f = find_entry(m, entry)?;
    if !m.functions[f].variadic {
        return Err(
            Diagnostic::bad_input(format!("`{entry}` takes no variable arguments"))
                .help("leave out --varargs"),
        );
    }
    let mut added = Vec::new();
    for text in list.split(',') {
        added.push(argument(m, text.trim())?);
    }
    let DebugType::Function {
        returns,
        mut params,
        ..
    } = strip(m, m.functions[f].ty).clone()
    else {
        return Err(Diagnostic::bad_input(format!(
            "the parameters of `{entry}` are not known from its debug information"
        ))
        .help("compile with -g, or pass the C source"));
    };
    let count = added.len() as u32;
    params.extend(added);
    let ty = m.debug_types.push(DebugType::Function {
        returns,
        params,
        variadic: true,
    });
    m.functions[f].ty = ty;
    Ok(count)
}

/// The type of one argument.
fn argument(m: &mut Module, text: &str) -> Result<DebugTypeId, Diagnostic> {
    let ty = named(m, text)?;
    let wrong = |why: &str| {
        Diagnostic::bad_input(format!("--varargs: `{text}` {why}"))
            .help("name types as they are passed: int, long, double, char *, struct node *")
    };
    match strip(m, ty) {
        DebugType::Pointer { .. } => Ok(ty),
        DebugType::Float { bits: 64 | 80, .. } => Ok(ty),
        DebugType::Float { bits: 32, .. } => Err(wrong("is passed as `double`")),
        DebugType::Int { .. } | DebugType::Enum { .. } if matches!(size_of(m, ty), 4 | 8) => Ok(ty),
        DebugType::Bool | DebugType::Char { .. } => Err(wrong("is passed as `int`")),
        DebugType::Int { .. } if size_of(m, ty) < 4 => Err(wrong("is passed as `int`")),
        DebugType::Record { .. } => Err(wrong(
            "is a structure by value, which cannot be an input here",
        )),
        _ => Err(wrong("cannot be an input here")),
    }
}

/// The type that a text names.
fn named(m: &mut Module, text: &str) -> Result<DebugTypeId, Diagnostic> {
    let stars = text.matches('*').count();
    let spaced = text.replace('*', " * ");
    let mut words: Vec<&str> = spaced
        .split_whitespace()
        .filter(|w| !matches!(*w, "const" | "volatile" | "restrict"))
        .collect();
    let behind = words.iter().position(|w| *w == "*").unwrap_or(words.len());
    let rest = words.split_off(behind);
    let unknown = || {
        Diagnostic::bad_input(format!("--varargs: the type `{text}` is not known"))
            .help("use C's own types and those that the program defines, between commas: --varargs 'int, double, char *'")
    };
    if words.is_empty() || rest.iter().any(|w| *w != "*") {
        return Err(unknown());
    }
    let mut ty = match base(m, &words) {
        Some(found) => found,
        None => {
            let plain = own(&words, m.layout.ptr_bits).ok_or_else(unknown)?;
            m.debug_types.push(plain)
        }
    };
    if stars == 0 {
        ty = strip_id(m, ty);
    }
    let size = u64::from(m.layout.ptr_bits / 8);
    for _ in 0..stars {
        ty = m.debug_types.push(DebugType::Pointer { to: ty, size });
    }
    Ok(ty)
}

/// A type of the program: `struct node`, or a typedef.
fn base(m: &Module, words: &[&str]) -> Option<DebugTypeId> {
    let mut types = m.debug_types.iter();
    let found = match *words {
        ["struct" | "union", wanted] => {
            let of = |t: &DebugType, defined: bool| {
                matches!(t, DebugType::Record { name, size, union, .. }
                    if name == wanted && *union == (words[0] == "union") && (*size > 0) == defined)
            };
            let mut again = m.debug_types.iter();
            types
                .find(|(_, t)| of(t, true))
                .or_else(|| again.find(|(_, t)| of(t, false)))
        }
        ["enum", wanted] => {
            types.find(|(_, t)| matches!(t, DebugType::Enum { name, .. } if name == wanted))
        }
        [wanted] => {
            types.find(|(_, t)| matches!(t, DebugType::Alias { name, .. } if name == wanted))
        }
        _ => None,
    };
    found.map(|(id, _)| id)
}

/// A type of C itself, or one that its headers name.
fn own(words: &[&str], ptr_bits: u32) -> Option<DebugType> {
    let int = |bits: u32, signed: bool| {
        Some(DebugType::Int {
            bits,
            signed,
            name: words.join(" "),
        })
    };
    match *words {
        ["void"] => return Some(DebugType::Void),
        ["_Bool" | "bool"] => return Some(DebugType::Bool),
        ["float"] => return float(32, words),
        ["double"] => return float(64, words),
        ["long", "double"] => return float(80, words),
        ["size_t" | "uintptr_t"] => return int(ptr_bits, false),
        ["ssize_t" | "ptrdiff_t" | "intptr_t"] => return int(ptr_bits, true),
        ["int32_t"] => return int(32, true),
        ["uint32_t"] => return int(32, false),
        ["int64_t"] => return int(64, true),
        ["uint64_t"] => return int(64, false),
        _ => {}
    }
    let count = |w: &str| words.iter().filter(|x| **x == w).count();
    let known = ["signed", "unsigned", "char", "short", "int", "long"];
    if words.iter().any(|w| !known.contains(w)) {
        return None;
    }
    let signed = count("unsigned") == 0;
    match (count("char"), count("short"), count("long")) {
        (1, 0, 0) if count("int") == 0 => Some(DebugType::Char { signed }),
        (0, 1, 0) => int(16, signed),
        (0, 0, 0) => int(32, signed),
        (0, 0, 1) => int(ptr_bits, signed),
        (0, 0, 2) => int(64, signed),
        _ => None,
    }
}

fn float(bits: u32, words: &[&str]) -> Option<DebugType> {
    let name = words.join(" ");
    Some(DebugType::Float { bits, name })
}

/// The type of the register of an argument.
pub fn register_type(m: &Module, ty: DebugTypeId) -> Type {
    match strip(m, ty) {
        DebugType::Pointer { .. } => Type::Ptr,
        DebugType::Float { bits: 80, .. } => Type::Float(FloatFormat::F80),
        DebugType::Float { .. } => Type::Float(FloatFormat::F64),
        _ => Type::Int(8 * size_of(m, ty) as u32),
    }
}

impl<D: Driver> Machine<D> {
    /// `va_start` in the entry: areas that end behind the arguments.
    pub(crate) fn entry_va_start(&mut self, st: &mut State<D>, list: Value) -> Step<()> {
        let args = st.top.varargs.clone();
        let narrow = self.program.ptr_bits == 32;
        let (mut integers, mut floats, mut overflow) = (Vec::new(), Vec::new(), Vec::new());
        let mut end = 0u64;
        for (v, ty) in args.iter() {
            let float = matches!(ty, Type::Float(_));
            let size = self.program.module.layout.store_size(*ty);
            let chosen = match (float, size) {
                _ if narrow => None,
                (true, ..=8) => Some(&mut floats).filter(|f| f.len() < FLOATS as usize),
                (false, ..=8) => Some(&mut integers).filter(|f| f.len() < INTEGERS as usize),
                _ => None,
            };
            if let Some(registers) = chosen {
                registers.push((*v, *ty));
                continue;
            }
            // The room of a `long double`, on i386 three words of it.
            let (align, room) = match (narrow, size > 8) {
                (true, true) => (4, 12),
                (true, false) => (4, size.next_multiple_of(4)),
                (false, true) => (16, 16),
                (false, false) => (8, 8),
            };
            end = end.next_multiple_of(align);
            overflow.push((end, *v, *ty));
            end += room;
        }
        let area = self.argument_area(st, end)?;
        for (at, v, ty) in overflow {
            self.put_argument(st, area, at, v, ty);
        }
        if narrow {
            return self.store(st, list, Value::Ptr(area, 0), Type::Ptr);
        }
        let saved = self.argument_area(st, SAVE_AREA)?;
        let first = FLOATS_AT - 8 * integers.len() as u64;
        for (k, (v, ty)) in integers.into_iter().enumerate() {
            self.put_argument(st, saved, first + 8 * k as u64, v, ty);
        }
        let first_float = SAVE_AREA - 16 * floats.len() as u64;
        for (k, (v, ty)) in floats.into_iter().enumerate() {
            self.put_argument(st, saved, first_float + 16 * k as u64, v, ty);
        }
        let word = Type::Int(32);
        for (at, v, ty) in [
            (0, Value::Int(first), word),
            (4, Value::Int(first_float), word),
            (8, Value::Ptr(area, 0), Type::Ptr),
            (16, Value::Ptr(saved, 0), Type::Ptr),
        ] {
            let p = self.bin(st, ep_ir::BinOp::Add, 64, 0, list, Value::Int(at))?;
            self.store(st, p, v, ty)?;
        }
        Ok(())
    }

    fn argument_area(&mut self, st: &mut State<D>, size: u64) -> Step<ObjectId> {
        let size = Size::Known(size);
        let made = st.heap.allocate(size, 16, |base| {
            Object::new(base, size, 16, ObjectKind::Arguments, true)
        });
        let Some(area) = made else {
            return self.unsupported(st, "no room for arguments");
        };
        st.top.allocas.push(area);
        Ok(area)
    }

    fn put_argument(&mut self, st: &mut State<D>, area: ObjectId, at: u64, v: Value, ty: Type) {
        let bytes = self.program.bits(ty).div_ceil(8);
        self.write(st, area, at, bytes, v);
    }

    /// Ends the path where the entry reads a variable argument that it was not
    /// called with, or more of one than there is.
    pub(crate) fn check_argument(
        &mut self,
        st: &State<D>,
        o: ObjectId,
        off: i64,
        len: u64,
        access: Access,
    ) -> Step<()> {
        let Some(area) = st.heap.get(o) else {
            return Ok(());
        };
        let from = off.max(0) as u64;
        let end = from.saturating_add(len);
        if off < 0 || end > area.size.max() {
            return self.unsupported(
                st,
                "a variable argument of the entry that was not passed (--varargs gives their types)",
            );
        }
        let missing = (from..end).any(|at| area.byte(at as usize).0 == ByteKind::Uninit);
        if access == Access::Read && missing {
            return self.unsupported(
                st,
                "a variable argument of the entry that is read as a wider type than it has (--varargs gives their types)",
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_ir::{DataLayout, Function};

    /// `int f(int, ...)` and `struct node`.
    fn module(variadic: bool) -> Module {
        let mut m = Module::new(DataLayout { ptr_bits: 64 });
        let int = m.debug_types.push(DebugType::Int {
            bits: 32,
            signed: true,
            name: "int".into(),
        });
        m.debug_types.push(DebugType::Record {
            name: "node".into(),
            size: 16,
            fields: vec![],
            union: false,
            align: 0,
        });
        let ty = m.debug_types.push(DebugType::Function {
            returns: int,
            params: vec![int],
            variadic,
        });
        let mut f = Function {
            name: "f".into(),
            params: Vec::new(),
            rets: Vec::new(),
            variadic,
            noreturn: false,
            internal: false,
            blocks: Default::default(),
            regs: Default::default(),
            vars: Default::default(),
            ty,
            loc: ep_ir::LocId(0),
        };
        f.blocks.push(ep_ir::Block {
            insts: Vec::new(),
            term: ep_ir::Terminator::Unreachable,
            term_loc: ep_ir::LocId(0),
            term_weight: 1,
        });
        m.functions.push(f);
        m
    }

    fn types(m: &Module) -> Vec<DebugType> {
        let f = m.function("f").expect("f");
        let all = crate::world::pointers::parameter_types(m, &m.functions[f]);
        all.into_iter().map(|t| strip(m, t).clone()).collect()
    }

    #[test]
    fn types_are_added_behind_the_parameters() {
        let mut m = module(true);
        let list = "unsigned long, double,const char *, struct node **, long double";
        assert_eq!(declare(&mut m, "f", list).ok(), Some(5));
        let all = types(&m);
        assert_eq!(all.len(), 6);
        assert!(matches!(
            all[1],
            DebugType::Int {
                bits: 64,
                signed: false,
                ..
            }
        ));
        assert!(matches!(all[2], DebugType::Float { bits: 64, .. }));
        let DebugType::Pointer { to, .. } = all[3] else {
            panic!("{all:?}");
        };
        assert_eq!(*strip(&m, to), DebugType::Char { signed: true });
        let DebugType::Pointer { to, .. } = all[4] else {
            panic!("{all:?}");
        };
        assert!(matches!(strip(&m, to), DebugType::Pointer { .. }));
        assert!(matches!(all[5], DebugType::Float { bits: 80, .. }));
    }

    #[test]
    fn what_is_never_passed_is_told() {
        for (list, wanted) in [
            ("float", "is passed as `double`"),
            ("int, short", "is passed as `int`"),
            ("char", "is passed as `int`"),
            ("struct node", "a structure by value"),
            ("struct nodes *", "is not known"),
            ("int,,int", "is not known"),
            ("* int", "is not known"),
            ("void", "cannot be an input"),
        ] {
            let e = declare(&mut module(true), "f", list).expect_err(list);
            assert!(e.message.contains(wanted), "{list}: {}", e.message);
        }
        let e = declare(&mut module(false), "f", "int").expect_err("no variable arguments");
        assert!(e.message.contains("takes no variable arguments"));
    }
}
