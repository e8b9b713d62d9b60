//! The entry function as the native build calls it.

use super::aggregate;
use ep_base::Diagnostic;
use ep_explore::Entry;
use ep_harness::heap::{Called, Reach};
use ep_harness::types::{passed, POINTER};
use ep_harness::Signature;
use ep_ir::{DebugTypeId, Module};
use ep_machine::world::entry::{entry_params, find_entry, EntryParam};
use ep_machine::world::pointers::{self, ResultShape};
use std::path::{Path, PathBuf};

/// What blocks of `malloc` are aligned to.
const MALLOC: u64 = 16;

/// The entry as the native side takes it.
///
/// # Errors
/// It is not there, or a parameter cannot be symbolic (exit 2).
pub fn native(entry: &Entry, module: &Module) -> Result<ep_native::Entry, Diagnostic> {
    let (name, heap) = match entry {
        Entry::Main { .. } => {
            find_entry(module, "main")?;
            return Ok(ep_native::Entry::Main);
        }
        Entry::Function { name, heap } => (name, heap),
    };
    let function = find_entry(module, name)?;
    let params = entry_params(module, name, heap.buffer)?;
    let variable = module.functions[function]
        .variadic
        .then(|| params.len() - (heap.variable as usize).min(params.len()));
    let ty = module.functions[function].ty;
    let result = match aggregate::returned(module, ty) {
        Some(whole) => Some(aggregate::type_text(module, whole).ok_or_else(|| {
            Diagnostic::bad_input(format!(
                "what `{name}` returns has a layout that is not supported"
            ))
            .help("write a small function that calls it and name that with --entry")
        })?),
        None => None,
    };
    let mut native = Vec::new();
    for (i, p) in params.iter().enumerate() {
        native.push(match p {
            EntryParam::Aggregate { ty, .. } => ep_native::ParamShape::Aggregate {
                c_type: aggregate::type_text(module, *ty).ok_or_else(|| {
                    Diagnostic::bad_input(format!(
                        "parameter {} of `{name}` is passed by value and has a layout that is not supported",
                        i + 1
                    ))
                    .help("write a small function that takes a pointer to it and name that with --entry")
                })?,
            },
            p => shape(p),
        });
    }
    Ok(ep_native::Entry::Function(Signature {
        name: name.clone(),
        params: native,
        variable,
        result,
        functions: functions(module, function),
    }))
}

/// The entry as a test in C calls it; none for `main`.
pub fn called(
    entry: &Entry,
    native: &ep_native::Entry,
    module: &Module,
    files: &[PathBuf],
) -> Option<Called> {
    let (Entry::Function { name, .. }, Some(signature)) = (entry, native.function()) else {
        return None;
    };
    let function = module.function(name)?;
    Some(Called {
        signature: signature.clone(),
        reach: reach(module, &module.functions[function], files),
        result: returned(module, module.functions[function].ty),
        alignment: Some(aggregate::most_aligned(module)).filter(|n| *n > MALLOC),
    })
}

/// How a test in C gets at a function. A `static` one lies in one of the sources,
/// or in a header of the only one.
fn reach(module: &Module, f: &ep_ir::Function, files: &[PathBuf]) -> Reach {
    if !f.internal {
        return Reach::Linked;
    }
    let is_c = |p: &&PathBuf| p.extension().is_some_and(|e| e == "c" || e == "i");
    let same = |a: &Path, b: &Path| match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    };
    let place = module.locs.get(f.loc);
    let defined = place.map(|p| PathBuf::from(&module.files[p.file]));
    let own = files
        .iter()
        .find(|p| defined.as_ref().is_some_and(|d| same(p, d)));
    let only = files.first().filter(|_| files.len() == 1);
    match own.or(only).filter(is_c).and_then(|p| p.to_str()) {
        // A name in an `#include` has no escapes.
        Some(p) if !p.contains(['"', '\n', '\\']) => Reach::Included(p.to_string()),
        _ => Reach::Hidden,
    }
}

/// What the functions behind pointers return, as C; empty for what cannot be
/// called.
fn functions(module: &Module, entry: ep_ir::FuncId) -> Vec<String> {
    let types = pointers::parameter_types(module, &module.functions[entry]);
    let signatures = pointers::signatures(module, &types).into_iter();
    signatures.map(|s| returned(module, s)).collect()
}

/// The C type that a function of this type returns; empty for aggregates.
fn returned(module: &Module, function: DebugTypeId) -> String {
    match pointers::result_shape(module, function) {
        ResultShape::Void => "void".into(),
        ResultShape::Scalar { ty, bytes } => passed(&ty, bytes).into(),
        ResultShape::Pointer(_) => POINTER.into(),
        ResultShape::Other => String::new(),
    }
}

/// How the native harness passes a parameter.
pub fn shape(param: &EntryParam) -> ep_native::ParamShape {
    match param {
        EntryParam::Scalar { ty, bytes } => ep_native::ParamShape::Scalar {
            c_type: passed(ty, *bytes).into(),
            size: *bytes,
        },
        EntryParam::Buffer { bytes, .. } => ep_native::ParamShape::Buffer {
            c_type: POINTER.into(),
            size: *bytes,
        },
        EntryParam::Pointer { .. } | EntryParam::Aggregate { .. } => {
            ep_native::ParamShape::Buffer {
                c_type: POINTER.into(),
                size: 0,
            }
        }
    }
}
