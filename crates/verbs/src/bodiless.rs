//! Functions that a program calls and nobody has: neither its files, nor the models,
//! nor the libraries that it is linked with.
//!
//! Idea: each gets a body in C. Under `--external havoc` the body says what the
//! function may do (`__ep_outside` for each pointer, `__ep_outside_result`), so that
//! the exploration, the native run and the regression test see one program, and a
//! native run is given what the path chose. Without it the bodies are for the linker
//! alone: a bug on a path that calls none of them is confirmed, though its file was
//! taken out of its project. Alternative: bodies by hand, which `--external stop`
//! asks for. What must never happen: a body in place of a function that is there (the
//! linker is asked), a body that is not told, or one whose types are guessed: where
//! calls disagree, or structures are passed by value, there is none. Cost: one small
//! program is compiled and linked where something is missing; the program is read
//! once more under `--external havoc`.

use ep_base::Diagnostic;
use ep_ir::inst::Callee;
use ep_ir::{FloatFormat, FuncId, InstKind, Module, Type};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The flags that bodies are compiled with: they are no lines of the program's.
pub const FLAGS: [&str; 3] = ["-g0", "-w", "-std=gnu17"];

/// The missing functions that have got a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bodiless {
    /// Their names, in order.
    pub functions: Vec<String>,
    /// Their bodies in C.
    pub text: String,
    /// The file that has them.
    pub file: PathBuf,
}

impl Bodiless {
    /// What is assumed of each.
    pub fn assumptions(&self) -> impl Iterator<Item = String> + '_ {
        self.functions.iter().map(|f| {
            format!(
                "`{f}` has no body: it returns anything and writes anything behind its pointers"
            )
        })
    }
}

/// What a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// It writes anything behind its pointers and returns anything.
    Anything,
    /// It writes nothing and returns zero.
    Nothing,
}

/// How the linker is asked.
pub struct Asked<'a> {
    pub clang: &'a Path,
    /// The user's flags, with the libraries among them.
    pub flags: &'a [String],
    /// A folder for files that nobody keeps.
    pub scratch: &'a Path,
    /// Where the bodies are written.
    pub folder: &'a Path,
    pub does: Does,
}

/// Writes bodies for what is missing; none where nothing is.
///
/// # Errors
/// A file cannot be written (exit 4).
pub fn find(module: &Module, asked: &Asked) -> Result<Option<Bodiless>, Diagnostic> {
    let provided = |name: &str| {
        ep_machine::world::builtins::lookup(name).is_some()
            || name.starts_with("llvm.")
            || name.starts_with("__ep_")
            || name.starts_with("everypath.")
    };
    let called = called(module, &provided);
    if called.is_empty() {
        return Ok(None);
    }
    let names: Vec<&str> = (called.keys())
        .map(|f| module.functions[*f].name.as_str())
        .collect();
    let missing = missing(&names, asked)?;
    let mut functions = Vec::new();
    let mut text = String::from(
        "void __ep_outside(const char *, void *);\n\
         unsigned long long __ep_outside_result(const char *, unsigned);\n",
    );
    for (f, signature) in &called {
        let name = &module.functions[*f].name;
        if !missing.contains(name) {
            continue;
        }
        if let Some(body) = body((name, functions.len()), signature, asked.does) {
            text.push_str(&body);
            functions.push(name.clone());
        }
    }
    if functions.is_empty() {
        return Ok(None);
    }
    let file = asked.folder.join("bodiless.c");
    write(&file, &text)?;
    Ok(Some(Bodiless {
        functions,
        text,
        file,
    }))
}

/// What calls of a function agree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Of the named parameters.
    pub args: Vec<Type>,
    pub rets: Vec<Type>,
    /// More may follow.
    pub variadic: bool,
}

/// Functions without a body that are called, with the types of their calls where all
/// agree; without those that are `provided` otherwise.
pub fn called(module: &Module, provided: &dyn Fn(&str) -> bool) -> BTreeMap<FuncId, Signature> {
    let mut out: BTreeMap<FuncId, Option<Signature>> = BTreeMap::new();
    let blocks = module.functions.iter().flat_map(|(_, f)| f.blocks.iter());
    for inst in blocks.flat_map(|(_, b)| &b.insts) {
        let InstKind::Call {
            callee: Callee::Direct(f),
            args,
            rets,
            ..
        } = &inst.kind
        else {
            continue;
        };
        let function = &module.functions[*f];
        if !function.is_declaration() || function.noreturn || provided(&function.name) {
            continue;
        }
        // `int f();` says nothing of its parameters: the calls do.
        let variadic = function.variadic && !function.params.is_empty();
        let named = match variadic {
            true => function.params.len().min(args.len()),
            false => args.len(),
        };
        let args = &args[..named];
        let plain = args.iter().all(|a| a.byval.is_none());
        let this = plain.then(|| Signature {
            args: args.iter().map(|a| a.ty).collect(),
            rets: rets.clone(),
            variadic,
        });
        let slot = out.entry(*f).or_insert_with(|| this.clone());
        if *slot != this {
            *slot = None;
        }
    }
    out.into_iter().filter_map(|(f, t)| Some((f, t?))).collect()
}

/// Which of these names no library has, as the linker says.
fn missing(names: &[&str], asked: &Asked) -> Result<Vec<String>, Diagnostic> {
    let mut text = String::new();
    let mut all = String::new();
    for (i, name) in names.iter().enumerate() {
        let _ = writeln!(text, "extern char ep_{i} __asm__(\"{name}\");");
        let _ = write!(all, "&ep_{i}, ");
    }
    let _ = writeln!(
        text,
        "void *ep_all[] = {{{all}0}};\nint main(void) {{ return 0; }}"
    );
    let source = asked.scratch.join("missing.c");
    write(&source, &text)?;
    let run = Command::new(asked.clang)
        .args(asked.flags)
        .args([
            "-g0",
            "-w",
            "-O0",
            "-Qunused-arguments",
            "-fno-color-diagnostics",
        ])
        .arg(&source)
        .args(["-lm", "-lpthread", "-ldl", "-o"])
        .arg(asked.scratch.join("missing"))
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| {
            Diagnostic::surroundings(format!("cannot run {}: {e}", asked.clang.display()))
                .help("install the package clang-19 (apt-get install clang-19)")
        })?;
    let told = String::from_utf8_lossy(&run.stderr);
    let mark = "undefined reference to `";
    let mut out: Vec<String> = (told.lines())
        .filter_map(|l| Some(l.split_once(mark)?.1.split_once('\'')?.0.to_owned()))
        .collect();
    out.sort();
    out.dedup();
    Ok(out)
}

fn write(file: &Path, text: &str) -> Result<(), Diagnostic> {
    std::fs::write(file, text).map_err(|e| {
        Diagnostic::surroundings(format!("cannot write bodies of missing functions: {e}"))
            .at(file.display().to_string())
            .help("set TMPDIR to a folder with room")
    })
}

/// The C type of a value.
fn written(ty: Type) -> Option<&'static str> {
    Some(match ty {
        Type::Int(1) => "_Bool",
        Type::Int(8) => "unsigned char",
        Type::Int(16) => "unsigned short",
        Type::Int(32) => "unsigned int",
        Type::Int(64) => "unsigned long long",
        Type::Float(FloatFormat::F32) => "float",
        Type::Float(FloatFormat::F64) => "double",
        Type::Ptr => "void *",
        Type::Int(_) | Type::Float(_) => return None,
    })
}

/// The body of one function. It has a name of its own in C, so that no header that the
/// user's flags bring says that its types are others.
fn body((name, number): (&str, usize), signature: &Signature, does: Does) -> Option<String> {
    let mut params = Vec::new();
    let mut steps = String::new();
    for (i, ty) in signature.args.iter().enumerate() {
        params.push(format!("{} p{i}", written(*ty)?));
        if *ty == Type::Ptr && does == Does::Anything {
            let at = i + 1;
            let _ = writeln!(steps, "  __ep_outside(\"{name}(): argument {at}\", p{i});");
        }
    }
    if steps.is_empty() && does == Does::Anything {
        // What is assumed of it is told all the same.
        let _ = writeln!(steps, "  __ep_outside(\"{name}()\", 0);");
    }
    if signature.variadic {
        params.push("...".to_owned());
    }
    if params.is_empty() {
        params.push("void".to_owned());
    }
    let value = |bytes: &str| format!("__ep_outside_result(\"{name}()\", {bytes})");
    let ty = match &signature.rets[..] {
        [] => "void",
        [ty] => {
            let c = written(*ty)?;
            let _ = match ty {
                _ if does == Does::Nothing => writeln!(steps, "  return 0;"),
                Type::Float(_) => writeln!(
                    steps,
                    "  {c} r;\n  unsigned long long v = {};\n  __builtin_memcpy(&r, &v, sizeof r);\n  return r;",
                    value(&format!("sizeof({c})"))
                ),
                Type::Ptr => writeln!(
                    steps,
                    "  return (void *)(unsigned long){};",
                    value("sizeof(void *)")
                ),
                Type::Int(1) => writeln!(steps, "  return {} & 1;", value("1")),
                _ => writeln!(steps, "  return {};", value(&format!("sizeof({c})"))),
            };
            c
        }
        _ => return None,
    };
    let params = params.join(", ");
    Some(format!(
        "{ty} ep_body_{number}({params}) __asm__(\"{name}\");\n{ty} ep_body_{number}({params}) {{\n{steps}}}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(args: &[Type], rets: &[Type]) -> Signature {
        Signature {
            args: args.to_vec(),
            rets: rets.to_vec(),
            variadic: false,
        }
    }

    #[test]
    fn bodies_name_their_pointers_and_ask_for_their_result() {
        let text = body(
            ("spi_read", 3),
            &signature(&[Type::Ptr, Type::Int(64)], &[Type::Int(32)]),
            Does::Anything,
        )
        .expect("a body");
        let head = "unsigned int ep_body_3(void * p0, unsigned long long p1)";
        assert!(text.contains(head), "{text}");
        assert!(text.contains("__asm__(\"spi_read\")"), "{text}");
        assert!(
            text.contains("__ep_outside(\"spi_read(): argument 1\", p0);"),
            "{text}"
        );
        assert!(
            text.contains("return __ep_outside_result(\"spi_read()\", sizeof(unsigned int));"),
            "{text}"
        );
    }

    #[test]
    fn what_comes_back_with_zero_asks_for_nothing() {
        let all = signature(&[Type::Ptr], &[Type::Ptr]);
        let text = body(("next", 0), &all, Does::Nothing).expect("a body");
        assert!(text.contains("{\n  return 0;\n}"), "{text}");
    }

    #[test]
    fn what_has_no_type_in_c_has_no_body() {
        assert_eq!(
            body(
                ("wide", 0),
                &signature(&[Type::Int(128)], &[]),
                Does::Anything
            ),
            None
        );
        let two = [Type::Int(64), Type::Int(64)];
        assert_eq!(
            body(("pair", 0), &signature(&[], &two), Does::Anything),
            None
        );
    }

    #[test]
    fn the_linker_says_what_is_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let clang = crate::test::default_clang();
        let asked = Asked {
            clang: &clang,
            flags: &[],
            scratch: folder.path(),
            folder: folder.path(),
            does: Does::Nothing,
        };
        let names = ["getpid", "no_such_function_of_anybody", "cos"];
        let found = missing(&names, &asked).expect("an answer");
        assert_eq!(found, ["no_such_function_of_anybody"]);
    }
}
