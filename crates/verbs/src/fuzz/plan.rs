//! From arguments to what each side is told: where the input enters, for the
//! run that follows it and for the native build.

use super::options::FuzzOptions;
use crate::values;
use ep_base::{Diagnostic, Stop};
use ep_clang::{ModelLibrary, ReadOptions};
use ep_explore::concolic::{Channel, Settings, Tracer};
use ep_explore::ArgSpec;
use ep_ir::{Module, Type};
use ep_machine::world::entry::{find_entry, plain_params, EntryParam};
use ep_machine::world::sized::LIBFUZZER;
use ep_native::fuzz::{can_watch, Channel as NativeChannel, FuzzEntry, ASSEMBLY, MAX_INPUT};
use ep_native::NativeProgram;
use ep_smt::SmtOptions;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Everything that is known before the first run.
pub struct Plan {
    pub explore: Settings,
    pub native: NativeProgram,
    /// Inputs keep the length of their seed.
    pub fixed_length: bool,
    pub max_len: usize,
    /// Functions whose native results a followed run goes on with, and
    /// whether each returns a floating-point number.
    pub watched: Vec<(String, bool)>,
}

/// How the sources are read.
///
/// # Errors
/// A folder cannot be written.
pub fn read_options(
    args: &FuzzOptions,
    scratch: &Path,
    stop: &Stop,
) -> Result<ReadOptions, Diagnostic> {
    let include = scratch.join("include");
    ep_runtime::write_headers(&include).map_err(|e| {
        Diagnostic::surroundings(format!("cannot write the shipped headers: {e}"))
            .at(include.display().to_string())
    })?;
    let m32 = is_32(args);
    let models = [
        (32, ep_runtime::LIBC_BITCODE_32),
        (64, ep_runtime::LIBC_BITCODE_64),
    ];
    let mut roots = vec![LIBFUZZER.to_string(), "main".to_string()];
    roots.extend(args.entry.clone());
    Ok(ReadOptions {
        clang: args.clang.clone(),
        clang_flags: ep_runtime::USER_CFLAGS
            .iter()
            .map(|f| (*f).to_string())
            .chain(args.clang_flags.iter().cloned())
            .collect(),
        m32,
        include_dirs: vec![include],
        scratch: scratch.to_path_buf(),
        assembly_is_called: true,
        models: models
            .into_iter()
            .map(|(bits, bitcode)| ModelLibrary {
                name: "the C library models".into(),
                pointer_bits: Some(bits),
                bitcode: Cow::Borrowed(bitcode),
            })
            .collect(),
        roots,
        unit_flags: args.database.flags.clone().into_iter().collect(),
        stop: stop.clone(),
        ..ReadOptions::default()
    })
}

/// Whether inputs are mutated between expansions.
pub fn mutates(args: &FuzzOptions) -> bool {
    args.mutations != Some(0) && (args.timeout.is_some() || args.max_runs.is_some())
}

fn is_32(args: &FuzzOptions) -> bool {
    args.m32 || args.clang_flags.iter().any(|f| f == "-m32")
}

impl Plan {
    /// Decides how the input enters.
    ///
    /// # Errors
    /// The entry is not there or cannot take an input (exit 2).
    pub fn new(args: &FuzzOptions, module: &Module, scratch: &Path) -> Result<Plan, Diagnostic> {
        if args.max_len > MAX_INPUT as u64 {
            return Err(Diagnostic::bad_input(format!(
                "--max-len is more than {MAX_INPUT} bytes, the longest input that is supported"
            )));
        }
        let defined = |name: &str| {
            module
                .function(name)
                .is_some_and(|f| !module.functions[f].is_declaration())
        };
        let entry = match &args.entry {
            Some(name) => name.clone(),
            None if !defined("main") && defined(LIBFUZZER) => LIBFUZZER.into(),
            None => "main".into(),
        };
        let f = find_entry(module, &entry)
            .map_err(|d| crate::program::settings::of_files(d, &args.files))?;
        let arguments = arguments(args)?;
        let (channel, fuzz) = if entry == "main" {
            of_main(args, module, &arguments)?
        } else {
            if args.file.is_some() || args.argv || args.env.is_some() || args.args.is_some() {
                return Err(Diagnostic::bad_input(format!(
                    "--file, --argv, --env and --args are for main, and the entry is `{entry}`"
                )));
            }
            of_function(module, f, &entry)?
        };
        let fixed_length = matches!(channel, Channel::Parameters);
        let explore = Settings {
            entry,
            channel,
            arguments,
            max_len: args.max_len,
            max_instructions: 200_000_000,
            time: Duration::from_secs(20),
            max_conditions: 60_000,
            stack_bytes: args.stack_size,
            smt: SmtOptions {
                // Beside mutations, other conditions are worth more than one
                // that is hard.
                query_timeout: match mutates(args) {
                    true => Duration::from_millis(500),
                    false => Duration::from_secs(2),
                }
                .saturating_mul(args.solver_limit),
                ..SmtOptions::default().times(args.solver_limit)
            },
        };
        let mut watched = Tracer::unmodelled(module);
        watched.retain(|(name, _)| can_watch(name));
        if is_32(args) || cfg!(not(target_arch = "x86_64")) {
            watched.clear();
        }
        if module.function(ASSEMBLY).is_some() {
            watched.push((ASSEMBLY.into(), false));
        }
        let native = NativeProgram {
            watched: watched.iter().map(|w| w.0.clone()).collect(),
            clang_flags: args.clang_flags.clone(),
            m32: is_32(args),
            include_dirs: vec![scratch.join("include")],
            fuzz: Some(fuzz),
            unit_flags: args.database.flags.clone().into_iter().collect(),
            ..NativeProgram::new(args.files.clone(), clang(args))
        };
        Ok(Plan {
            explore,
            native,
            fixed_length,
            max_len: args.max_len as usize,
            watched,
        })
    }
}

fn arguments(args: &FuzzOptions) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let Some(text) = &args.args else {
        return Ok(Vec::new());
    };
    let list = values::args(text).map_err(|e| Diagnostic::bad_input(format!("--args: {e}")))?;
    let file = args.file.as_deref().unwrap_or("input");
    list.into_iter()
        .map(|a| match a {
            ArgSpec::Concrete(bytes) if bytes == b"@@" => Ok(file.as_bytes().to_vec()),
            ArgSpec::Concrete(bytes) => Ok(bytes),
            ArgSpec::Symbolic { .. } | ArgSpec::Group { .. } => Err(Diagnostic::bad_input(
                "--args of fuzz takes no sym:N: the input is symbolic already",
            )
            .help("use --argv to make the arguments the input")),
        })
        .collect()
}

fn of_main(
    args: &FuzzOptions,
    module: &Module,
    arguments: &[Vec<u8>],
) -> Result<(Channel, FuzzEntry), Diagnostic> {
    let marked = args
        .args
        .as_deref()
        .is_some_and(|a| a.split(',').any(|a| a == "@@"));
    let file = match (&args.file, marked) {
        (Some(name), _) => Some(name.clone()),
        (None, true) => Some("input".to_string()),
        (None, false) => None,
    };
    if let Some(name) = &file {
        if name.is_empty() || name.contains('/') {
            return Err(Diagnostic::bad_input(
                "--file wants the name of a file in the working folder, without folders",
            ));
        }
    }
    let (channel, native) = if let Some(name) = file {
        let path = name.clone().into_bytes();
        (Channel::File { path }, NativeChannel::File(name))
    } else if args.argv {
        (Channel::Arguments, NativeChannel::Arguments)
    } else if let Some(name) = &args.env {
        let variable = Channel::Variable {
            name: name.clone().into_bytes(),
        };
        (variable, NativeChannel::Variable(name.clone()))
    } else if Tracer::is_harness(module) {
        (Channel::Harness, NativeChannel::Harness)
    } else {
        (Channel::Stdin, NativeChannel::Stdin)
    };
    let entry = FuzzEntry::Main {
        channel: native,
        arguments: arguments.to_vec(),
    };
    Ok((channel, entry))
}

fn of_function(
    module: &Module,
    f: ep_ir::FuncId,
    name: &str,
) -> Result<(Channel, FuzzEntry), Diagnostic> {
    let function = &module.functions[f];
    if function.variadic {
        return Err(
            Diagnostic::bad_input(format!("the entry `{name}` takes variable arguments"))
                .help("write a function that calls it"),
        );
    }
    let types: Vec<Type> = function.params.iter().map(|p| p.ty).collect();
    if let [Type::Ptr, Type::Int(32 | 64)] = types[..] {
        let entry = FuzzEntry::Buffer { name: name.into() };
        return Ok((Channel::Buffer, entry));
    }
    let params = plain_params(module, name, 1)?;
    let elements = params
        .iter()
        .filter_map(|p| match p {
            EntryParam::Buffer { element_bytes, .. } => Some(*element_bytes),
            _ => None,
        })
        .collect();
    let entry = FuzzEntry::Parameters {
        name: name.into(),
        params: params.iter().map(crate::program::native_shape).collect(),
        elements,
    };
    Ok((Channel::Parameters, entry))
}

/// The compiler of the native side.
fn clang(args: &FuzzOptions) -> PathBuf {
    if let Some(chosen) = &args.clang {
        return chosen.clone();
    }
    crate::program::default_clang()
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_sides_name_assembly_alike() {
        assert_eq!(ep_clang::ASSEMBLY, ep_native::fuzz::ASSEMBLY);
        assert_eq!(ep_clang::ASSEMBLY, ep_explore::concolic::ASSEMBLY);
    }
}
