//! The entry function as the native build calls it.

use super::aggregate;
use ep_base::outcome::InputType;
use ep_base::Diagnostic;
use ep_explore::Entry;
use ep_ir::{DebugTypeId, Module};
use ep_machine::world::entry::{entry_params, find_entry, ParamShape};
use ep_machine::world::pointers::{self, ResultShape};
use ep_report::heap::{Called, Reach};
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
            ParamShape::Aggregate { ty, .. } => ep_native::ParamShape::Aggregate {
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
    Ok(ep_native::Entry::Function {
        name: name.clone(),
        params: native,
        variable,
        result,
        functions: functions(module, function),
    })
}

/// The entry as a test in C calls it; none for `main`.
pub fn called(
    entry: &Entry,
    native: &ep_native::Entry,
    module: &Module,
    files: &[PathBuf],
) -> Option<Called> {
    let (
        Entry::Function { name, .. },
        ep_native::Entry::Function {
            params,
            variable,
            functions,
            result,
            ..
        },
    ) = (entry, native)
    else {
        return None;
    };
    let function = module.function(name)?;
    Some(Called {
        name: name.clone(),
        reach: reach(module, &module.functions[function], files),
        parameters: params.clone(),
        variable: *variable,
        functions: functions.clone(),
        result: returned(module, module.functions[function].ty),
        result_whole: result.clone(),
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
        ResultShape::Scalar { ty, bytes } => c_type(&ty, bytes).into(),
        ResultShape::Pointer(_) => "void *".into(),
        ResultShape::Other => String::new(),
    }
}

pub fn shape(param: &ParamShape) -> ep_native::ParamShape {
    match param {
        ParamShape::Scalar { ty, bytes } => ep_native::ParamShape::Scalar {
            c_type: c_type(ty, *bytes).into(),
            size: *bytes,
        },
        ParamShape::Buffer { bytes, .. } => ep_native::ParamShape::Buffer {
            c_type: "void *".into(),
            size: *bytes,
        },
        ParamShape::Pointer { .. } | ParamShape::Aggregate { .. } => {
            ep_native::ParamShape::Buffer {
                c_type: "void *".into(),
                size: 0,
            }
        }
    }
}

/// A C type that has this width on every target and is passed alike.
pub(super) fn c_type(ty: &InputType, bytes: u64) -> &'static str {
    let signed = matches!(ty, InputType::Char | InputType::Int { signed: true, .. });
    match (ty, bytes, signed) {
        (InputType::Bool, ..) => "_Bool",
        (InputType::Float { bits: 16 }, ..) => "_Float16",
        (InputType::Float { bits: 32 }, ..) => "float",
        (InputType::Float { bits: 80 }, ..) => "long double",
        (InputType::Float { bits: 128 }, ..) => "__float128",
        (InputType::Float { .. }, ..) => "double",
        (_, 1, true) => "signed char",
        (_, 1, false) => "unsigned char",
        (_, 2, true) => "short",
        (_, 2, false) => "unsigned short",
        (_, 4, true) => "int",
        (_, 4, false) => "unsigned int",
        (_, _, true) => "long long",
        (_, _, false) => "unsigned long long",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_named_by_width_and_sign() {
        let int = |bits, signed| InputType::Int { bits, signed };
        for (ty, bytes, want) in [
            (int(8, false), 1, "unsigned char"),
            (InputType::Char, 1, "signed char"),
            (int(16, true), 2, "short"),
            (int(32, true), 4, "int"),
            (int(64, false), 8, "unsigned long long"),
            (InputType::Bool, 1, "_Bool"),
            (InputType::Float { bits: 32 }, 4, "float"),
            (InputType::Float { bits: 64 }, 8, "double"),
        ] {
            assert_eq!(c_type(&ty, bytes), want);
        }
    }
}
