//! Functions that a program calls, and variables that it declares, and nobody has: neither its files, nor the models,
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
use ep_harness::body::{self, Calls, Does};
use ep_harness::types::Word;
use ep_ir::inst::Callee;
use ep_ir::inst::{CheckKind, Inst};
use ep_ir::{Block, FuncId, Global, InstKind, Module, Terminator, Type};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The flags that bodies are compiled with: they are no lines of the program's.
pub const FLAGS: [&str; 3] = ["-g0", "-w", "-std=gnu17"];

/// The missing functions that have got a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bodiless {
    /// Their names, in order.
    pub functions: Vec<String>,
    /// What is assumed of each, in the same order.
    told: Vec<String>,
    /// Their bodies in C.
    pub text: String,
    /// The file that has them.
    pub file: PathBuf,
}

impl Bodiless {
    /// What is assumed of each.
    pub fn assumptions(&self) -> impl Iterator<Item = String> + '_ {
        self.told.iter().cloned()
    }
}

/// How the linker is asked.
pub struct Asked<'a> {
    /// The compiler that links.
    pub clang: &'a Path,
    /// The user's flags, with the libraries among them.
    pub flags: &'a [String],
    /// A folder for files that nobody keeps.
    pub scratch: &'a Path,
    /// Where the bodies are written.
    pub folder: &'a Path,
    /// What the bodies do.
    pub does: Does,
}

/// Writes bodies for what is missing; none where nothing is.
///
/// # Errors
/// A file cannot be written (exit 4).
pub fn find(module: &Module, asked: &Asked) -> Result<Option<Bodiless>, Diagnostic> {
    let provided = |name: &str| {
        ep_ir::provided::lookup(name).is_some()
            || name.starts_with("llvm.")
            || name.starts_with("__ep_")
            || name.starts_with("everypath.")
    };
    let called = called(module, &provided);
    let data = undefined(module, &provided);
    if called.is_empty() && data.is_empty() {
        return Ok(None);
    }
    let names: Vec<&str> = (called.keys())
        .map(|f| module.functions[*f].name.as_str())
        .chain(data.iter().map(|g| g.name.as_str()))
        .collect();
    let missing = missing(&names, asked)?;
    let (mut functions, mut told) = (Vec::new(), Vec::new());
    let mut text = String::from(body::DECLARATIONS);
    for (f, signature) in &called {
        let name = &module.functions[*f].name;
        if !missing.contains(name) {
            continue;
        }
        if let Some(c) = body::outside((name, functions.len()), signature, asked.does) {
            text.push_str(&c);
            functions.push(name.clone());
            told.push(format!("`{name}` has no body: {}", assumed(signature)));
        }
    }
    let lacking = data.iter().filter(|g| missing.contains(&g.name));
    for (k, g) in lacking.enumerate() {
        let bytes = (g.size, u64::from(g.align.max(1)));
        text.push_str(&body::variable((&g.name, k), bytes, asked.does));
        functions.push(g.name.clone());
        told.push(format!(
            "`{}` is defined nowhere: it holds anything at the start",
            g.name
        ));
    }
    if functions.is_empty() {
        return Ok(None);
    }
    let file = asked.folder.join("bodiless.c");
    write(&file, &text)?;
    Ok(Some(Bodiless {
        functions,
        told,
        text,
        file,
    }))
}

/// What is assumed of a function under `--external havoc`.
fn assumed(of: &Calls) -> &'static str {
    match (of.ends, of.loose, &of.rets[..]) {
        (true, ..) => "it does not return, and the program ends there",
        (_, true, _) => {
            "it returns anything and writes anything behind its pointers, but for those of its variable arguments in which its calls differ"
        }
        (_, _, [Word::Pointer]) => {
            "it writes anything behind its pointers and returns null, an address where no object is, or one in what its arguments lead to"
        }
        _ => "it returns anything and writes anything behind its pointers",
    }
}

/// Functions without a body that are called, with the types of their calls where all
/// agree; without those that are `provided` otherwise.
pub fn called(module: &Module, provided: &dyn Fn(&str) -> bool) -> BTreeMap<FuncId, Calls> {
    let mut out: BTreeMap<FuncId, Option<Calls>> = BTreeMap::new();
    let blocks = module.functions.iter().flat_map(|(_, f)| f.blocks.iter());
    let insts = blocks.flat_map(|(_, b)| (0..b.insts.len()).map(move |k| (b, k)));
    for (block, k) in insts {
        let InstKind::Call {
            callee: Callee::Direct(f),
            args,
            rets,
            ..
        } = &block.insts[k].kind
        else {
            continue;
        };
        let function = &module.functions[*f];
        if !function.is_declaration() || provided(&function.name) {
            continue;
        }
        // `int f();` says nothing of its parameters: the calls do.
        let variadic = function.variadic && !function.params.is_empty();
        let named = match variadic {
            true => function.params.len().min(args.len()),
            false => args.len(),
        };
        let (args, more) = args.split_at(named);
        let by_value = more.iter().take_while(|a| a.byval.is_none());
        let plain = args.iter().all(|a| a.byval.is_none());
        let this = plain.then(|| Calls {
            args: args.iter().map(|a| word(a.ty)).collect(),
            rets: rets.iter().map(|t| word(*t)).collect(),
            variadic,
            more: by_value.map(|a| word(a.ty)).collect(),
            loose: false,
            ends: function.noreturn || is_last(block, k),
        });
        let slot = out.entry(*f).or_insert_with(|| this.clone());
        *slot = slot.take().zip(this).and_then(|(a, b)| a.joined(&b));
    }
    out.into_iter().filter_map(|(f, t)| Some((f, t?))).collect()
}

/// A value as C is told of it.
fn word(ty: Type) -> Word {
    match ty {
        Type::Int(bits) => Word::Int(bits),
        Type::Float(format) => Word::Float(format.bits()),
        Type::Ptr => Word::Pointer,
    }
}

/// Whether nothing follows a call but what must not be reached: where that is checked,
/// clang takes the declaration's `noreturn` away and writes this in its place.
fn is_last(block: &Block, call: usize) -> bool {
    let unreachable = |i: &Inst| {
        matches!(
            i.kind,
            InstKind::Check {
                kind: CheckKind::Unreachable,
                ..
            }
        )
    };
    matches!(block.term, Terminator::Unreachable)
        && block.insts.iter().skip(call + 1).all(unreachable)
}

/// Globals that are declared with a size, used, and defined nowhere.
fn undefined<'m>(module: &'m Module, provided: &dyn Fn(&str) -> bool) -> Vec<&'m Global> {
    let declared = |g: &&Global| g.init.is_none() && g.size > 0 && !provided(&g.name);
    module
        .globals
        .iter()
        .map(|(_, g)| g)
        .filter(declared)
        .collect()
}

/// Which of these names no library has, as the linker says.
fn missing(names: &[&str], asked: &Asked) -> Result<Vec<String>, Diagnostic> {
    let text = body::addresses(names);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_assumed_of_a_function_is_told() {
        let mut calls = Calls {
            args: vec![word(Type::Ptr)],
            rets: vec![word(Type::Ptr)],
            variadic: true,
            more: Vec::new(),
            loose: false,
            ends: false,
        };
        assert!(assumed(&calls).contains("returns null"));
        calls.loose = true;
        assert!(assumed(&calls).contains("calls differ"));
        calls.ends = true;
        assert!(assumed(&calls).contains("does not return"));
    }

    #[test]
    fn the_linker_says_what_is_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let clang = crate::program::default_clang();
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
