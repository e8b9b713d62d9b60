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
use ep_ir::inst::Callee;
use ep_ir::inst::{CheckKind, Inst};
use ep_ir::{Block, FloatFormat, FuncId, Global, InstKind, Module, Terminator, Type};
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
    let mut text = String::from(
        "void _Exit(int) __attribute__((noreturn));\n\
         void __ep_outside_leads(void *, ...);\n\
         void __ep_outside(const char *, void *);\n\
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
            told.push(format!("`{name}` has no body: {}", signature.told()));
        }
    }
    let lacking = data.iter().filter(|g| missing.contains(&g.name));
    for (k, g) in lacking.enumerate() {
        text.push_str(&definition(g, k, asked.does));
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

/// What calls of a function agree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Of the named parameters.
    pub args: Vec<Type>,
    pub rets: Vec<Type>,
    /// More may follow.
    pub variadic: bool,
    /// What follows in each call, as far as all calls agree.
    pub more: Vec<Type>,
    /// Some call passes a pointer behind that.
    pub loose: bool,
    /// It does not return.
    pub ends: bool,
}

impl Signature {
    /// What is assumed of a function under `--external havoc`.
    fn told(&self) -> &'static str {
        match (self.ends, self.loose, &self.rets[..]) {
            (true, ..) => "it does not return, and the program ends there",
            (_, true, _) => {
                "it returns anything and writes anything behind its pointers, but for those of its variable arguments in which its calls differ"
            }
            (_, _, [Type::Ptr]) => {
                "it writes anything behind its pointers and returns null, an address where no object is, or one in what its arguments lead to"
            }
            _ => "it returns anything and writes anything behind its pointers",
        }
    }

    /// The same function, called once more.
    fn joined(mut self, other: &Signature) -> Option<Signature> {
        let same =
            self.args == other.args && self.rets == other.rets && self.variadic == other.variadic;
        let agree = (self.more.iter().zip(&other.more))
            .take_while(|(a, b)| a == b)
            .count();
        let behind = |s: &Signature| s.more.iter().skip(agree).any(|t| *t == Type::Ptr);
        self.ends &= other.ends;
        self.loose |= other.loose || behind(&self) || behind(other);
        self.more.truncate(agree);
        same.then_some(self)
    }
}

/// Functions without a body that are called, with the types of their calls where all
/// agree; without those that are `provided` otherwise.
pub fn called(module: &Module, provided: &dyn Fn(&str) -> bool) -> BTreeMap<FuncId, Signature> {
    let mut out: BTreeMap<FuncId, Option<Signature>> = BTreeMap::new();
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
        let this = plain.then(|| Signature {
            args: args.iter().map(|a| a.ty).collect(),
            rets: rets.clone(),
            variadic,
            more: by_value.map(|a| a.ty).collect(),
            loose: false,
            ends: function.noreturn || is_last(block, k),
        });
        let slot = out.entry(*f).or_insert_with(|| this.clone());
        *slot = slot.take().zip(this).and_then(|(a, b)| a.joined(&b));
    }
    out.into_iter().filter_map(|(f, t)| Some((f, t?))).collect()
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

/// A definition of a global as bytes. What it holds is decided before the program
/// begins.
fn definition(g: &Global, number: usize, does: Does) -> String {
    let (name, size, align) = (&g.name, g.size, g.align.max(1));
    let mut out = format!(
        "extern unsigned char ep_data_{number}[{size}] __asm__(\"{name}\");\nunsigned char ep_data_{number}[{size}] __attribute__((aligned({align})));\n"
    );
    if does == Does::Anything {
        let _ = writeln!(
            out,
            "__attribute__((constructor(101))) static void ep_begin_{number}(void) {{ __ep_outside(\"{name}\", ep_data_{number}); }}"
        );
    }
    out
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
    // Where a pointer that is returned may lead.
    let mut leads = String::new();
    for (i, ty) in signature.args.iter().enumerate() {
        params.push(format!("{} p{i}", written(*ty)?));
        if *ty == Type::Ptr {
            let _ = write!(leads, ", p{i}");
        }
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
        if does == Does::Anything {
            steps.push_str(&behind(name, signature));
        }
        params.push("...".to_owned());
    }
    if params.is_empty() {
        params.push("void".to_owned());
    }
    if signature.ends {
        let params = params.join(", ");
        // No handler runs: whether it would is as unknown as all else of it.
        return Some(format!(
            "void ep_body_{number}({params}) __asm__(\"{name}\") __attribute__((noreturn));\nvoid ep_body_{number}({params}) {{\n  _Exit(1);\n}}\n"
        ));
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
                    "  void *r = (void *)(unsigned long){};\n  __ep_outside_leads(r{leads}, (void *)0);\n  return r;",
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

/// What is written behind the pointers among variable arguments.
fn behind(name: &str, signature: &Signature) -> String {
    let last = signature.more.iter().rposition(|t| *t == Type::Ptr);
    let (Some(last), Some(before)) = (last, signature.args.len().checked_sub(1)) else {
        return String::new();
    };
    let mut out = format!("  __builtin_va_list l;\n  __builtin_va_start(l, p{before});\n");
    for (k, ty) in signature.more.iter().take(last + 1).enumerate() {
        let at = signature.args.len() + k + 1;
        let _ = match (ty, written(*ty)) {
            (Type::Ptr, _) => writeln!(
                out,
                "  __ep_outside(\"{name}(): argument {at}\", __builtin_va_arg(l, void *));"
            ),
            (_, Some(c)) => writeln!(out, "  (void)__builtin_va_arg(l, {c});"),
            // What has no type in C cannot be stepped over.
            (_, None) => break,
        };
    }
    out.push_str("  __builtin_va_end(l);\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(args: &[Type], rets: &[Type]) -> Signature {
        Signature {
            args: args.to_vec(),
            rets: rets.to_vec(),
            variadic: false,
            more: Vec::new(),
            loose: false,
            ends: false,
        }
    }

    #[test]
    fn what_is_declared_alone_holds_anything_at_the_start() {
        let g = Global {
            name: "limit".into(),
            size: 4,
            align: 4,
            constant: false,
            volatile: false,
            init: None,
            ty: ep_ir::DebugTypeId(0),
            loc: ep_ir::LocId(0),
        };
        let text = definition(&g, 2, Does::Anything);
        assert!(text.contains("ep_data_2[4] __asm__(\"limit\")"), "{text}");
        assert!(
            text.contains("__ep_outside(\"limit\", ep_data_2);"),
            "{text}"
        );
        assert!(!definition(&g, 2, Does::Nothing).contains("__ep_outside"));
    }

    #[test]
    fn what_does_not_return_ends_the_program() {
        let die = Signature {
            ends: true,
            ..signature(&[Type::Int(32)], &[])
        };
        let text = body(("die", 0), &die, Does::Anything).expect("a body");
        assert!(
            text.contains("_Exit(1);") && text.contains("noreturn"),
            "{text}"
        );
        assert!(die.told().contains("does not return"));
    }

    #[test]
    fn pointers_among_variable_arguments_are_written() {
        let call = |more: &[Type]| Signature {
            variadic: true,
            more: more.to_vec(),
            ..signature(&[Type::Int(32)], &[Type::Int(32)])
        };
        let one = call(&[Type::Int(64), Type::Ptr]);
        let text = body(("ctl", 0), &one, Does::Anything).expect("a body");
        let second = text.find("__builtin_va_arg(l, unsigned long long)");
        let third = text.find("__ep_outside(\"ctl(): argument 3\", __builtin_va_arg(l, void *));");
        assert!(second.is_some() && second < third, "{text}");
        // Calls that differ say so.
        let both = one
            .clone()
            .joined(&call(&[Type::Int(64)]))
            .expect("one function");
        assert_eq!((both.more.len(), both.loose), (1, true));
        assert!(both.told().contains("calls differ"));
        let again = one.clone().joined(&one).expect("one function");
        assert_eq!((again.more.len(), again.loose), (2, false));
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
