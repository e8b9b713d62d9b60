//! The entry function: that it exists, that its parameters can be symbolic,
//! and how the native build calls it (the C types of its parameters out of the
//! debug information).

use ep_base::Diagnostic;
use ep_explore::Entry;
use ep_ir::{DebugType, DebugTypeId, Function, Module};
use ep_native::ParamShape;

/// The entry as the native side takes it.
///
/// # Errors
/// The function or the type of a parameter is not known (exit 2).
pub fn native(entry: &Entry, module: &Module) -> Result<ep_native::Entry, Diagnostic> {
    let (name, buffer) = match entry {
        Entry::Main { .. } => {
            body(module, "main")?;
            return Ok(ep_native::Entry::Main);
        }
        Entry::Function { name, buffer } => (name, *buffer),
    };
    let function = body(module, name)?;
    if function.variadic {
        return Err(
            Diagnostic::bad_input(format!("the entry `{name}` takes variable arguments"))
                .help("write a main that calls it"),
        );
    }
    let DebugType::Function { params, .. } = resolve(module, function.ty) else {
        // Bitcode without debug information: only a parameterless entry can
        // be called without guessing.
        if function.params.is_empty() {
            return Ok(ep_native::Entry::Function {
                name: name.clone(),
                params: Vec::new(),
            });
        }
        return Err(Diagnostic::bad_input(format!(
            "the types of the parameters of `{name}` are not known"
        ))
        .help("compile with -g, or use --no-native"));
    };
    let params = params
        .iter()
        .enumerate()
        .map(|(i, &ty)| shape(module, ty, buffer).ok_or_else(|| refused(name, i)))
        .collect::<Result<_, _>>()?;
    Ok(ep_native::Entry::Function {
        name: name.clone(),
        params,
    })
}

fn body<'a>(module: &'a Module, name: &str) -> Result<&'a Function, Diagnostic> {
    module
        .function(name)
        .map(|f| &module.functions[f])
        .filter(|f| !f.is_declaration())
        .ok_or_else(|| {
            Diagnostic::bad_input(format!("there is no function `{name}` with a body"))
                .help("name the function to start from with --entry FUNCTION")
        })
}

fn refused(name: &str, index: usize) -> Diagnostic {
    Diagnostic::bad_input(format!(
        "parameter {} of `{name}` has a type that cannot be symbolic",
        index + 1
    ))
    .help("write a main that builds the argument from ep_symbolic")
}

/// The type behind typedefs and qualifiers.
fn resolve(module: &Module, mut id: DebugTypeId) -> &DebugType {
    while let DebugType::Alias { to, .. } = &module.debug_types[id] {
        id = *to;
    }
    &module.debug_types[id]
}

fn shape(module: &Module, id: DebugTypeId, buffer: u64) -> Option<ParamShape> {
    let scalar = |c_type: &str, bits: u32| {
        Some(ParamShape::Scalar {
            c_type: c_type.to_string(),
            size: u64::from(bits).div_ceil(8),
        })
    };
    match resolve(module, id) {
        DebugType::Bool => scalar("_Bool", 8),
        DebugType::Char { signed: true } => scalar("signed char", 8),
        DebugType::Char { signed: false } => scalar("unsigned char", 8),
        DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. } => {
            scalar(integer(*bits, *signed)?, *bits)
        }
        DebugType::Float { bits: 32, .. } => scalar("float", 32),
        DebugType::Float { bits: 64, .. } => scalar("double", 64),
        DebugType::Pointer { to, .. } => match resolve(module, *to) {
            DebugType::Function { .. } => None,
            pointee => Some(ParamShape::Buffer {
                c_type: "void *".into(),
                size: buffer.saturating_mul(size(module, pointee)),
            }),
        },
        _ => None,
    }
}

/// A C type that has this width on every target.
fn integer(bits: u32, signed: bool) -> Option<&'static str> {
    Some(match (bits, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

/// Bytes of a pointee; what has no size counts as bytes.
fn size(module: &Module, ty: &DebugType) -> u64 {
    let n = match ty {
        DebugType::Bool | DebugType::Char { .. } => 1,
        DebugType::Int { bits, .. }
        | DebugType::Enum { bits, .. }
        | DebugType::Float { bits, .. } => u64::from(*bits).div_ceil(8),
        DebugType::Pointer { size, .. }
        | DebugType::Array { size, .. }
        | DebugType::Record { size, .. } => *size,
        DebugType::Alias { to, .. } => size(module, resolve(module, *to)),
        DebugType::Void | DebugType::Function { .. } => 1,
    };
    n.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_ir::DataLayout;

    fn module() -> Module {
        Module::new(DataLayout { ptr_bits: 64 })
    }

    fn int(bits: u32, signed: bool) -> DebugType {
        DebugType::Int {
            bits,
            signed,
            name: "x".into(),
        }
    }

    #[test]
    fn scalars_are_named_by_width_behind_aliases() {
        let mut m = module();
        let i = m.debug_types.push(int(64, false));
        let a = m.debug_types.push(DebugType::Alias {
            name: "size_t".into(),
            to: i,
        });
        assert_eq!(
            shape(&m, a, 8),
            Some(ParamShape::Scalar {
                c_type: "unsigned long long".into(),
                size: 8
            })
        );
        let odd = m.debug_types.push(int(24, true));
        assert_eq!(shape(&m, odd, 8), None);
    }

    #[test]
    fn pointers_are_buffers_but_not_to_functions() {
        let mut m = module();
        let i = m.debug_types.push(int(32, true));
        let p = m.debug_types.push(DebugType::Pointer { to: i, size: 8 });
        let Some(ParamShape::Buffer { size, .. }) = shape(&m, p, 4) else {
            panic!("a buffer");
        };
        assert_eq!(size, 16);
        let f = m.debug_types.push(DebugType::Function {
            returns: i,
            params: vec![],
            variadic: false,
        });
        let pf = m.debug_types.push(DebugType::Pointer { to: f, size: 8 });
        assert_eq!(shape(&m, pf, 4), None);
    }
}
