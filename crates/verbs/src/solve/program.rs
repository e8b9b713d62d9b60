//! The program as the engines get it.
//!
//! Idea: an engine reports whatever makes a run wrong, a property asks about
//! one thing. What the property does not ask about must not end a run that
//! goes on by the rules, and must end one that ends by the rules: `abort` ends
//! a run and is no error of any property, a failed `assert` and a call of
//! `reach_error` are errors of one property only. So these names are renamed
//! on the command line of the compiler, for the explored and the native build
//! alike, and a small unit beside the program says what they do. Findings keep
//! their lines. Alternative: further modes of the engines; renaming leaves
//! their verdicts what they are.
//!
//! What a native run would not show is not renamed: a program that installs
//! signal handlers may go on after `abort`, and at the end of one that
//! registers functions with `atexit` an `exit` does more than an `abort`.
//!
//! Line directives are blanked, so that places are those of the given file.

use super::included::{self, Included};
use super::property::{Goal, Property};
use super::tokens::{self, Kind};
use crate::isolation::Isolation;
use ep_base::Diagnostic;
use ep_ir::provided::{self, Builtin};
use std::path::{Path, PathBuf};

/// The prefix of the names that stand for those of the program.
const OURS: &str = "__everypath_ends_";

/// A file of the user's.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the user named it.
    pub path: PathBuf,
    /// What engines are given instead.
    pub given: PathBuf,
    pub bytes: Vec<u8>,
    pub text: String,
}

/// The program of a question.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its files, as they were read.
    pub sources: Vec<Source>,
    /// What of the user's these include.
    pub included: Included,
    /// Addresses and `long` of 32 bits.
    pub m32: bool,
    /// The compiler, where it is not the usual one.
    pub clang: Option<PathBuf>,
    /// What native runs may do.
    pub isolation: Isolation,
    /// The user's flags, and include folders of files that were copied.
    flags: Vec<String>,
    scratch: PathBuf,
}

/// What a text says besides what its tokens do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// A handler may run after `abort`.
    pub signals: bool,
    /// Functions run at the end.
    pub exit_functions: bool,
    /// `__VERIFIER_assume`: a run for which it is false never ends.
    pub assumes: bool,
    pub threads: bool,
    /// `main` has parameters, or it is not known that it has none.
    pub arguments: bool,
}

impl Program {
    /// Reads the files and copies those with line directives.
    ///
    /// # Errors
    /// A file cannot be read (exit 2), a copy not written (exit 4).
    pub fn new(
        files: &[PathBuf],
        flags: &[String],
        m32: bool,
        clang: Option<PathBuf>,
        scratch: &Path,
    ) -> Result<Program, Diagnostic> {
        let mut flags = flags.to_vec();
        let mut sources = Vec::new();
        for (i, path) in files.iter().enumerate() {
            let place = path.display().to_string();
            let known = path.extension().is_some_and(|e| e == "c" || e == "i");
            if !known {
                return Err(Diagnostic::bad_input("this is no C source").at(place).help(
                    "solve takes files that end in .c or .i, or one task definition (.yml)",
                ));
            }
            let bytes = ep_proofs::input::bytes(path, "the program")?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            // Engines name files in findings as they were given, made absolute.
            let mut given = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            if let Some(blanked) = without_directives(&text) {
                let folder = scratch.join(format!("unit{i}"));
                let stem = path.file_stem().unwrap_or_default();
                given = folder.join(stem).with_extension("c");
                std::fs::create_dir_all(&folder)
                    .and_then(|()| std::fs::write(&given, blanked))
                    .map_err(|e| {
                        Diagnostic::surroundings(format!("cannot copy the program: {e}"))
                            .at(given.display().to_string())
                    })?;
                let beside = path.parent().unwrap_or(Path::new("."));
                let beside = beside.canonicalize().unwrap_or_else(|_| beside.into());
                flags.push(format!("-I{}", beside.display()));
            }
            sources.push(Source {
                path: path.clone(),
                given,
                bytes,
                text,
            });
        }
        let included = included::included(&sources, &flags);
        Ok(Program {
            sources,
            included,
            m32,
            clang,
            flags,
            isolation: Isolation::default(),
            scratch: scratch.to_path_buf(),
        })
    }

    /// What is in it.
    pub fn features(&self) -> Features {
        let mut f = Features::default();
        if !self.included.whole {
            (f.signals, f.exit_functions, f.assumes, f.threads) = (true, true, true, true);
            f.arguments = true;
        }
        let named = |w: &str| {
            let mut defined = self.flags.iter().filter(|f| f.starts_with("-D"));
            defined.any(|f| f.contains(w))
        };
        f.assumes |= named("assume");
        f.signals |= named("signal");
        f.arguments |= named("main") || named("void");
        f.exit_functions |= named("exit") || named("destructor");
        let own = self.sources.iter().map(|s| &s.text);
        for text in own.chain(&self.included.texts) {
            let joined = tokens::joined(text);
            let all: Vec<_> = tokens::tokens(&joined).into_iter().collect();
            for (i, t) in all.iter().enumerate() {
                match t.text {
                    "main" => {
                        let behind: Vec<&str> =
                            all.iter().skip(i + 1).take(3).map(|t| t.text).collect();
                        let none = matches!(behind[..], ["(", ")", ..] | ["(", "void", ")"]);
                        f.arguments |= !none;
                    }
                    "signal" | "sigaction" | "bsd_signal" | "sysv_signal" => f.signals = true,
                    "atexit" | "on_exit" | "at_quick_exit" | "__cxa_atexit" | "destructor"
                    | "__destructor__" => f.exit_functions = true,
                    // Its runs end, in `abort`.
                    "assume_abort_if_not" => {}
                    name if provided::lookup(name) == Some(Builtin::Assume) => f.assumes = true,
                    "pthread_create" | "thrd_create" => f.threads = true,
                    // Names in a directive are found by their text below.
                    _ => {}
                }
            }
            for d in tokens::directives(text) {
                let named = |w: &str| d.text.contains(w);
                f.assumes |= named("assume");
                f.signals |= named("signal");
                f.arguments |= named("main") || named("void");
                f.exit_functions |= named("exit") || named("destructor");
            }
        }
        f
    }

    /// The files and flags for a question.
    ///
    /// # Errors
    /// The unit beside the program cannot be written (exit 4).
    pub fn asked(&self, property: Property) -> Result<Asked, Diagnostic> {
        let f = self.features();
        let mut names: Vec<&str> = Vec::new();
        let leaks = matches!(property, Property::MemorySafety(m) if m.memtrack);
        let ends = !(f.signals || leaks && f.exit_functions);
        match property {
            Property::UnreachCall | Property::Cover(Goal::ErrorCall) if ends => names.push("abort"),
            // `reach_error` has the body that the program gives it.
            Property::Cover(_) => names.extend(["reach_error", "__VERIFIER_error"]),
            // Whether blocks must be freed before an `abort` is not settled:
            // it stays what it is, and leaves the question open.
            Property::MemoryCleanup => names.extend(["reach_error", "__VERIFIER_error"]),
            Property::MemorySafety(_) | Property::NoOverflow => {
                names.extend(["reach_error", "__VERIFIER_error"]);
                if ends {
                    names.extend(["abort", "__assert_fail"]);
                }
            }
            _ => {}
        }
        if matches!(property, Property::Cover(g) if g != Goal::ErrorCall) && ends {
            names.extend(["abort", "__assert_fail"]);
        }
        let mut files: Vec<PathBuf> = self.sources.iter().map(|s| s.given.clone()).collect();
        let mut flags = self.flags.clone();
        flags.extend(names.iter().map(|n| format!("-D{n}={OURS}{n}")));
        let wrapped: Vec<&str> = ALLOCATORS.iter().map(|a| a.0).collect();
        let own = self.sources.iter().map(|s| &s.text);
        let allocates = own.chain(&self.included.texts).any(|t| {
            let all = tokens::tokens(t);
            all.iter().any(|t| wrapped.contains(&t.text))
        });
        if allocates {
            flags.extend(wrapped.iter().map(|a| format!("-Wl,--wrap={a}")));
        }
        let unit = self.scratch.join("ends.c");
        if !names.is_empty() || allocates {
            let mut text = unit_text(f.exit_functions);
            if allocates {
                text.push_str(&never_fails());
            }
            std::fs::write(&unit, text).map_err(|e| {
                Diagnostic::surroundings(format!("cannot write a scratch file: {e}"))
                    .at(unit.display().to_string())
            })?;
            files.push(unit);
        }
        Ok(Asked { files, flags })
    }

    /// A message in which copies of the program in this folder have the names
    /// that the user gave.
    pub fn in_users_words(&self, message: &str, folder: &Path) -> String {
        let mut text = message.to_string();
        for (i, s) in self.sources.iter().enumerate() {
            let copy = folder.join(format!("unit{i}.c")).display().to_string();
            let shown = s.path.display().to_string();
            text = text.replace(&copy, &shown);
            text = text.replace(&s.given.display().to_string(), &shown);
        }
        text
    }

    /// The user's name of a file that an engine names.
    pub fn shown(&self, file: &str) -> String {
        let same = |s: &&Source| Path::new(file) == s.given;
        match self.sources.iter().find(same) {
            Some(s) => s.path.display().to_string(),
            None => file.to_string(),
        }
    }
}

/// What engines are given for a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Sources, with the unit that stands beside the program.
    pub files: Vec<PathBuf>,
    /// For the compiler.
    pub flags: Vec<String>,
}

/// What the renamed functions do where the program does not define them.
fn unit_text(exit_functions: bool) -> String {
    let end = if exit_functions { "_Exit" } else { "exit" };
    let weak = "__attribute__((weak))";
    format!(
        "extern void {end}(int) __attribute__((noreturn));\n\
         {weak} __attribute__((noreturn)) void {OURS}abort(void) {{ {end}(134); }}\n\
         {weak} __attribute__((noreturn)) void {OURS}__assert_fail(const char *a, const char *b, unsigned c, const char *d) {{ (void)a; (void)b; (void)c; (void)d; {end}(134); }}\n\
         {weak} void {OURS}reach_error(void) {{}}\n\
         {weak} void {OURS}__VERIFIER_error(void) {{}}\n"
    )
}

/// Functions that allocate: their parameters, what is handed on, and when null
/// is no failure.
const ALLOCATORS: [(&str, &str, &str, &str); 3] = [
    ("malloc", "__SIZE_TYPE__ n", "n", "n == 0"),
    (
        "calloc",
        "__SIZE_TYPE__ n, __SIZE_TYPE__ m",
        "n, m",
        "n == 0 || m == 0",
    ),
    ("realloc", "void *q, __SIZE_TYPE__ n", "q, n", "n == 0"),
];

/// By the rules allocation never fails. A native run in which it does is over,
/// and shows nothing: the linker puts these before the library's functions,
/// which exploration does not see. A block is made where the program asks for
/// it, and not in these: they have no lines.
fn never_fails() -> String {
    let mut out = String::from("extern void _Exit(int) __attribute__((noreturn));\n");
    for (name, parameters, handed, null) in ALLOCATORS {
        out.push_str(&format!(
            "void *__real_{name}({parameters});\n__attribute__((nodebug)) void *__wrap_{name}({parameters}) {{ void *p = __real_{name}({handed}); if (!p && !({null})) _Exit(0); return p; }}\n"
        ));
    }
    out
}

/// The text with empty lines where `# 3 "f.c"` and `#line 3` stood; none if
/// there are none.
pub fn without_directives(text: &str) -> Option<String> {
    let is_one = |line: &str| {
        let Some(rest) = line.trim_start().strip_prefix('#') else {
            return false;
        };
        let rest = rest.trim_start();
        let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
        rest.starts_with(|c: char| c.is_ascii_digit())
    };
    if !text.lines().any(is_one) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if is_one(line) {
            out.push('\n');
        } else {
            out.push_str(line);
        }
    }
    Some(out)
}

/// Whether the text names this function.
pub fn names(text: &str, function: &str) -> bool {
    let same = |t: &tokens::Token<'_>| t.kind == Kind::Word && t.text == function;
    tokens::tokens(text).iter().any(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_directives_leave_empty_lines() {
        let text = "# 1 \"a.c\"\nint a;\n#line 7\n  # 3 \"b.h\" 1 3\n#define X 1\nint b;\n";
        let out = without_directives(text).unwrap();
        assert_eq!(out, "\nint a;\n\n\n#define X 1\nint b;\n");
        assert_eq!(without_directives("#define LINE 3\n"), None);
    }

    #[test]
    fn what_ends_a_run_depends_on_the_question() {
        let dir = tempfile::tempdir().unwrap();
        let make = |text: &str, property| {
            let file = dir.path().join("a.c");
            std::fs::write(&file, text).unwrap();
            let p = Program::new(&[file], &[], false, None, dir.path()).unwrap();
            p.asked(property).unwrap().flags.join(" ")
        };
        let plain = "int main(void) { abort(); } // atexit signal";
        let unreach = make(plain, Property::UnreachCall);
        assert!(unreach.contains("-Dabort=") && !unreach.contains("reach_error"));
        let overflow = make(plain, Property::NoOverflow);
        assert!(overflow.contains("-Dabort=") && overflow.contains("-Dreach_error="));
        assert!(overflow.contains("-D__assert_fail="));
        let cleanup = make(plain, Property::MemoryCleanup);
        assert!(!cleanup.contains("abort") && cleanup.contains("reach_error"));
        let handler = "int main(void) { signal(6, 0); abort(); }";
        assert_eq!(make(handler, Property::UnreachCall), "");
        assert_eq!(make(plain, Property::Termination), "");
    }
}
