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
use ep_harness::entry::sized;
use ep_harness::{types, ParamShape, Signature};
use ep_ir::{DebugType, DebugTypeId, Module};
use ep_machine::world::entry::{self as machine, find_entry, plain_params};
use ep_machine::world::pointers;
use ep_machine::world::shape;
use ep_machine::world::sized::pairs;
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
    let own = pointers::parameter_types(module, function);
    let returns = match shape::strip(module, function.ty) {
        DebugType::Function { returns, .. } => c_type(module, *returns),
        _ => None,
    };
    let returns =
        returns.ok_or_else(|| refused("returns a structure, or nothing that is known"))?;
    let mut params = Vec::new();
    for (i, t) in own.iter().enumerate() {
        let unknown = || {
            refused(&format!(
                "has a parameter {} of a type that is not known",
                i + 1
            ))
        };
        let c_type = c_type(module, *t).ok_or_else(unknown)?;
        params.push(match shapes.get(i) {
            Some(machine::EntryParam::Buffer { bytes: size, .. }) => ParamShape::Buffer {
                c_type,
                size: *size,
            },
            Some(machine::EntryParam::Scalar { bytes: size, .. }) => ParamShape::Scalar {
                c_type,
                size: *size,
            },
            _ => ParamShape::Scalar { c_type, size: 0 },
        });
    }
    let name = format!("everypath_{entry}");
    Ok((
        name.clone(),
        sized::text(
            &Signature {
                name: entry.into(),
                params,
                ..Signature::default()
            },
            (&name, &returns),
            &pairs,
        ),
    ))
}

/// A type of the same size and kind, as clang writes it without a header; nothing for
/// structures and the like.
fn c_type(module: &Module, ty: DebugTypeId) -> Option<String> {
    let integer = |bits: u32, signed: bool| types::integer(bits, signed).map(String::from);
    match shape::strip(module, ty) {
        DebugType::Void => Some("void".into()),
        DebugType::Bool => Some("_Bool".into()),
        DebugType::Char { signed } => integer(8, *signed),
        DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. }
            if *bits <= 64 =>
        {
            integer(*bits, *signed)
        }
        DebugType::Float { name, .. } => Some(name.clone()),
        DebugType::Pointer { .. } => Some(types::POINTER.into()),
        _ => None,
    }
}
