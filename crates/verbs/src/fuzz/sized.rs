//! `--sized data:size`: an entry whose buffers are as large as their sizes say.
//!
//! Idea: the input of bytes enters a function `f(pointer, size)` of ours, whose source
//! is written here, compiled with the program, and explored and run like a user's own:
//! it takes the other parameters from the front of the input, in their order, and each
//! buffer is a block of the heap that holds exactly as many elements as its size says.
//! So both sides see the same bytes, and the first byte behind a buffer is out of
//! bounds natively too. Before all buffers but the last stand two bytes with their
//! number of elements; the last one gets the rest, so that inputs grow and shrink.
//! Alternative: another channel on both sides, which would do the same without a
//! source that a user can read. Cost: the program is read twice.

use super::options::FuzzOptions;
use crate::test::options::Sizes;
use ep_base::Diagnostic;
use ep_ir::{DebugType, DebugTypeId, Module};
use ep_machine::world::entry::{find_entry, plain_params, ParamShape};
use ep_machine::world::pointers;
use ep_machine::world::shape;
use ep_machine::world::sized::{pairs, Pair};
use std::fmt::Write;
use std::path::Path;

/// Elements behind a pointer that has no size.
const ELEMENTS: u64 = 8;

/// The options of a search that enters the program by a function of ours.
///
/// # Errors
/// A name is no parameter or does not fit (exit 2); the file cannot be written (4).
pub fn wrapped(
    args: &FuzzOptions,
    module: &Module,
    scratch: &Path,
) -> Result<FuzzOptions, Diagnostic> {
    let Some(entry) = &args.entry else {
        return Err(
            Diagnostic::bad_input("--sized is for an entry function").help("name it with --entry")
        );
    };
    let (name, source) = source(module, entry, args)?;
    let file = scratch.join(format!("{name}.c"));
    std::fs::write(&file, source).map_err(|e| {
        Diagnostic::surroundings(format!("cannot write the entry: {e}"))
            .at(file.display().to_string())
    })?;
    let mut out = args.clone();
    out.files.push(file);
    out.entry = Some(name);
    out.sized.clear();
    Ok(out)
}

/// The name of our entry, and its source.
fn source(
    module: &Module,
    entry: &str,
    args: &FuzzOptions,
) -> Result<(String, String), Diagnostic> {
    let f = find_entry(module, entry)?;
    let function = &module.functions[f];
    let refused = |what: &str| {
        Diagnostic::bad_input(format!("--sized: the entry `{entry}` {what}"))
            .help("write a function f(pointer, size) that calls it, and name that with --entry")
    };
    if function.internal {
        return Err(refused("is static, so that no other file can call it"));
    }
    if function.variadic {
        return Err(refused("takes variable arguments"));
    }
    let sizes = Sizes::Pairs(args.sized.clone());
    let pairs = pairs(module, f, &sizes)?;
    if let Some(p) = pairs
        .iter()
        .find(|p| pairs.iter().any(|q| q.data != p.data && q.size == p.size))
    {
        return Err(refused(&format!(
            "has two buffers with the size of parameter {}",
            p.size + 1
        )));
    }
    let shapes = plain_params(module, entry, ELEMENTS)?;
    let types = pointers::parameter_types(module, function);
    let returns = match shape::strip(module, function.ty) {
        DebugType::Function { returns, .. } => c_type(module, *returns),
        _ => None,
    };
    let returns =
        returns.ok_or_else(|| refused("returns a structure, or nothing that is known"))?;
    let mut words = Vec::new();
    for (i, t) in types.iter().enumerate() {
        let unknown = || {
            refused(&format!(
                "has a parameter {} of a type that is not known",
                i + 1
            ))
        };
        words.push(c_type(module, *t).ok_or_else(unknown)?);
    }
    let name = format!("everypath_{entry}");
    Ok((
        name.clone(),
        write(&name, entry, &returns, &words, &shapes, &pairs),
    ))
}

/// A type of the same size and kind, as clang writes it without a header; nothing for
/// structures and the like.
fn c_type(module: &Module, ty: DebugTypeId) -> Option<String> {
    let integer = |bits: u32, signed: bool| match bits {
        8 | 16 | 32 | 64 => Some(format!(
            "__{}INT{bits}_TYPE__",
            if signed { "" } else { "U" }
        )),
        _ => None,
    };
    match shape::strip(module, ty) {
        DebugType::Void => Some("void".into()),
        DebugType::Bool => Some("_Bool".into()),
        DebugType::Char { signed } => integer(8, *signed),
        DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. } => {
            integer(*bits, *signed)
        }
        DebugType::Float { name, .. } => Some(name.clone()),
        DebugType::Pointer { .. } => Some("void *".into()),
        _ => None,
    }
}

fn write(
    name: &str,
    entry: &str,
    returns: &str,
    types: &[String],
    shapes: &[ParamShape],
    pairs: &[Pair],
) -> String {
    let mut c = String::from("// The entry of a search with --sized: the parameters of the program's own from one input.\n");
    let _ = writeln!(
        c,
        "void *malloc(__SIZE_TYPE__);\nvoid free(void *);\nvoid *memcpy(void *, const void *, __SIZE_TYPE__);\nint __sanitizer_get_ownership(const volatile void *);\n{returns} {entry}({});\n",
        types.join(", ")
    );
    let _ = writeln!(
        c,
        "void {name}(const unsigned char *data, __SIZE_TYPE__ size) {{"
    );
    let size_of = |i: usize| pairs.iter().find(|p| p.size as usize == i);
    let buffer_of = |i: usize| pairs.iter().find(|p| p.data as usize == i);
    // The other parameters.
    for (i, ty) in types.iter().enumerate() {
        if size_of(i).is_some() || buffer_of(i).is_some() {
            continue;
        }
        let (ty, bytes) = match shapes.get(i) {
            Some(ParamShape::Buffer { bytes, .. }) => (None, *bytes),
            Some(ParamShape::Scalar { bytes, .. }) => (Some(ty), *bytes),
            _ => (Some(ty), 0),
        };
        let _ = writeln!(c, "  if (size < {bytes})\n    return;");
        let _ = match ty {
            // A truth value is 0 or 1 whatever the byte is.
            Some(ty) if ty == "_Bool" => writeln!(c, "  _Bool p{i} = *data & 1;"),
            Some(ty) => writeln!(c, "  {ty} p{i};\n  memcpy(&p{i}, data, sizeof p{i});"),
            None => writeln!(c, "  void *p{i} = malloc({bytes});\n  if (!p{i})\n    return;\n  memcpy(p{i}, data, {bytes});"),
        };
        let _ = writeln!(c, "  data += {bytes}, size -= {bytes};");
    }
    // The buffers.
    for (k, p) in pairs.iter().enumerate() {
        let (d, n, element) = (p.data, p.size, p.element);
        let ty = types
            .get(n as usize)
            .map_or("__SIZE_TYPE__", String::as_str);
        let _ = writeln!(c, "  __SIZE_TYPE__ n{n} = size / {element};");
        if k + 1 < pairs.len() {
            let _ = writeln!(
                c,
                "  if (size < 2)\n    return;\n  n{n} = data[0] + 256u * data[1];\n  data += 2, size -= 2;\n  if (n{n} > size / {element})\n    n{n} = size / {element};"
            );
        }
        // What the type of the size can say.
        let _ = writeln!(
            c,
            "  {ty} p{n} = ({ty})n{n};\n  if (p{n} < 0 || (__SIZE_TYPE__)p{n} != n{n})\n    return;"
        );
        let _ = writeln!(
            c,
            "  void *p{d} = malloc(n{n} * {element});\n  if (!p{d})\n    return;\n  memcpy(p{d}, data, n{n} * {element});\n  data += n{n} * {element}, size -= n{n} * {element};"
        );
    }
    let arguments: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
    let _ = writeln!(c, "  {entry}({});", arguments.join(", "));
    // One process runs many inputs. The entry may have freed what it was given; the
    // sanitizer's allocator knows.
    c.push_str("#if __has_feature(address_sanitizer)\n");
    for (i, ty) in types.iter().enumerate() {
        if ty == "void *" {
            let _ = writeln!(c, "  if (__sanitizer_get_ownership(p{i}))\n    free(p{i});");
        }
    }
    c.push_str("#endif\n}\n");
    c
}
