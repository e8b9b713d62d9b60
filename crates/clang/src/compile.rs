//! Runs clang on each C source and collects bitcode.
//!
//! Flags: -O0 without `optnone` keeps every access that was written; builtins
//! stay on, so that `memcpy` becomes one instruction of the ir and `alloca`
//! works; the sanitizers trap, so that no run-time library is involved. Not
//! asked of the sanitizers: null, alignment, object size and bounds, which the
//! memory model does better. Each job is a process of its own; as many run at
//! once as there are cores, and when the time of the run is over they are ended.
//! Cost: 15-40 ms of clang per small file.

use crate::ReadOptions;
use ep_base::{Diagnostic, Stop};
use std::collections::VecDeque;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Whether the file starts as bitcode does, bare or wrapped.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xc0\xde") || bytes.starts_with(&[0xde, 0xc0, 0x17, 0x0b])
}

/// One translation unit as bitcode or as textual LLVM IR.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Bitcode {
    /// The input's path, for messages.
    pub name: String,
    /// Bitcode or text.
    pub bytes: Vec<u8>,
    /// Written by a clang that we started: LLVM's reader can be trusted with it.
    pub trusted: bool,
    /// Compiled with the trapping sanitizers by us.
    pub sanitized: bool,
}

/// Inputs over this size are refused.
const MAX_INPUT: u64 = 1 << 30;

/// Compiles C sources; passes `.bc` and `.ll` through.
///
/// # Errors
/// An input that is missing, unreadable, empty, a folder, of unknown kind, or
/// that does not compile (exit 2, with clang's messages); clang missing (4).
pub fn compile(inputs: &[PathBuf], options: &ReadOptions) -> Result<Vec<Bitcode>, Diagnostic> {
    if inputs.is_empty() {
        return Err(
            Diagnostic::bad_input("no input file").help("name one or more .c, .bc or .ll files")
        );
    }
    let mut kinds = Vec::with_capacity(inputs.len());
    for path in inputs {
        kinds.push(check_input(path)?);
        tracing::debug!(file = ?path, "reads");
    }
    let clang = OnceClang::default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut running: VecDeque<Job> = VecDeque::new();
    let mut results = Vec::with_capacity(inputs.len());
    // Every job is finished before the first error is shown: no orphans.
    for (path, kind) in inputs.iter().zip(&kinds) {
        if running.len() >= cores {
            results.extend(running.pop_front().map(|j| j.finish(options)));
        }
        let job = match kind {
            Kind::Llvm => Ok(Job::Read(path)),
            Kind::Source if options.stop.now() => Err(late(path)),
            Kind::Source => clang
                .get(options)
                .and_then(|clang| Job::start(path, clang, options)),
        };
        match job {
            Ok(job) => running.push_back(job),
            Err(e) => {
                results.extend(running.drain(..).map(|j| j.finish(options)));
                results.push(Err(e));
                break;
            }
        }
    }
    results.extend(running.into_iter().map(|j| j.finish(options)));
    results.into_iter().collect()
}

/// The time was over before clang was done.
fn late(source: &Path) -> Diagnostic {
    Diagnostic::unknown("the time limit was reached while compiling")
        .at(source.display().to_string())
        .help("give it more time with --timeout")
}

/// Waits for a process, and ends it when the time is over: then there is none.
fn wait_until(child: &mut Child, stop: &Stop) -> std::io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.now() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(8));
    }
}

/// Whether a compiler failed since the run was interrupted: the signal goes to the
/// whole group, and a compiler may end of it before our own handler has run.
fn ended_with_us(status: ExitStatus, stop: &Stop) -> bool {
    // A driver whose part was interrupted ends with a code of its own.
    let patience = match status.signal() {
        Some(_) => Duration::from_secs(1),
        None => Duration::from_millis(10),
    };
    let begin = Instant::now();
    while !stop.now() {
        if begin.elapsed() >= patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Source,
    Llvm,
}

fn check_input(path: &Path) -> Result<Kind, Diagnostic> {
    let shown = path.display().to_string();
    let meta = std::fs::metadata(path).map_err(|e| {
        let d = Diagnostic::bad_input(format!("cannot read the input: {}", reason(&e)));
        d.at(shown.clone())
    })?;
    if meta.is_dir() {
        return Err(Diagnostic::bad_input("the input is a folder")
            .at(shown)
            .help("name the files in it"));
    }
    if meta.len() > MAX_INPUT {
        return Err(Diagnostic::bad_input("the input is larger than 1 GiB").at(shown));
    }
    if !meta.is_file() {
        return Err(Diagnostic::bad_input("the input is no regular file")
            .at(shown)
            .help("save what the pipe or device gives, and name the file"));
    }
    let kind = match path.extension().and_then(|e| e.to_str()) {
        Some("c" | "i") => Kind::Source,
        Some("bc" | "ll") => Kind::Llvm,
        _ => {
            return Err(
                Diagnostic::bad_input("not a kind of file that is read here")
                    .at(shown)
                    .help(other_kind(path)),
            )
        }
    };
    std::fs::File::open(path).map_err(|e| {
        Diagnostic::bad_input(format!("cannot read the input: {}", reason(&e))).at(shown.clone())
    })?;
    Ok(kind)
}

/// What to do with a file that is neither a C source nor bitcode.
fn other_kind(path: &Path) -> &'static str {
    use std::io::Read;
    let mut start = [0; 8];
    let read = std::fs::File::open(path).and_then(|mut f| f.read(&mut start));
    let n = read.unwrap_or(0);
    if start[..n].starts_with(b"\x7fELF") || start[..n].starts_with(b"!<arch>") {
        return "machine code is not read: build the program with `everypath cc` in place of cc and name PROGRAM.bc, which it writes beside the program";
    }
    "C sources end in .c or .i, LLVM files in .bc or .ll"
}

fn reason(e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => e.to_string(),
    }
}

/// Finds clang at the first source file only.
#[derive(Default)]
struct OnceClang(std::cell::OnceCell<PathBuf>);

impl OnceClang {
    fn get(&self, options: &ReadOptions) -> Result<&Path, Diagnostic> {
        if let Some(path) = self.0.get() {
            return Ok(path);
        }
        let found = find_clang(options)?;
        Ok(self.0.get_or_init(|| found))
    }
}

pub(crate) fn find_clang(options: &ReadOptions) -> Result<PathBuf, Diagnostic> {
    let missing = |what: String| {
        Diagnostic::surroundings(what)
            .help("install the package clang-19 (apt-get install clang-19)")
    };
    if let Some(path) = &options.clang {
        return if path.components().count() > 1 && !path.is_file() {
            Err(missing(format!("there is no clang at {}", path.display())))
        } else {
            Ok(path.clone())
        };
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&search)
        .map(|dir| dir.join("clang-19"))
        .collect();
    places.push(PathBuf::from("/usr/lib/llvm-19/bin/clang"));
    places
        .into_iter()
        .find(|p| p.is_file())
        .ok_or_else(|| missing("clang-19 is not installed".to_owned()))
}

/// The LLVM text of a C source, without the checks of sanitizers.
///
/// # Errors
/// As for [`compile`].
pub fn text(source: &Path, options: &ReadOptions, checks: Checks) -> Result<String, Diagnostic> {
    if matches!(check_input(source)?, Kind::Llvm) {
        return Err(
            Diagnostic::bad_input("the file is no C source").at(source.display().to_string())
        );
    }
    let clang = find_clang(options)?;
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("unit-{}-{n}.ll", std::process::id());
    let output = options.scratch.join(name);
    let mut command = Command::new(&clang);
    command.args(match checks {
        Checks::None => flags(options, ""),
        Checks::Recorded => kept_flags(options),
    });
    command.args(options.unit_flags.get(source).into_iter().flatten());
    command.args(["-S", "-o"]).arg(&output);
    command.arg("-x").arg("c").arg(source);
    let ran = command.stdin(Stdio::null()).output().map_err(|e| {
        Diagnostic::surroundings(format!("cannot run {}: {}", clang.display(), reason(&e)))
            .help("install the package clang-19 (apt-get install clang-19)")
    })?;
    if !ran.status.success() {
        let told = String::from_utf8_lossy(&ran.stderr);
        return Err(failed(source, ran.status, told.trim_end()));
    }
    let text = std::fs::read_to_string(&output).map_err(|e| {
        Diagnostic::surroundings(format!("cannot read what clang wrote: {}", reason(&e)))
            .at(output.display().to_string())
    });
    let _ = std::fs::remove_file(&output);
    text
}

/// Whether a text holds the checks for undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checks {
    None,
    /// They are there, and so is the command line that says it.
    Recorded,
}

enum Job<'a> {
    Read(&'a Path),
    Compile {
        source: &'a Path,
        output: PathBuf,
        child: Child,
        stderr: std::thread::JoinHandle<Vec<u8>>,
        sanitized: bool,
    },
}

/// Numbers scratch files within this process.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl<'a> Job<'a> {
    fn start(source: &'a Path, clang: &Path, options: &ReadOptions) -> Result<Job<'a>, Diagnostic> {
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let output = options
            .scratch
            .join(format!("unit-{}-{n}.bc", std::process::id()));
        let sanitizers = sanitizers(options);
        let mut command = Command::new(clang);
        command.args(flags(options, &sanitizers));
        command.args(options.unit_flags.get(source).into_iter().flatten());
        command.arg("-o").arg(&output);
        command.arg("-x").arg("c").arg(source);
        command.stdin(Stdio::null());
        command.stdout(Stdio::null());
        command.stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| {
            Diagnostic::surroundings(format!("cannot run {}: {}", clang.display(), reason(&e)))
                .help("install the package clang-19 (apt-get install clang-19)")
        })?;
        let pipe = child.stderr.take();
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut pipe) = pipe {
                // What could be read before an error is shown.
                let _ = pipe.read_to_end(&mut text);
            }
            text
        });
        Ok(Job::Compile {
            source,
            output,
            child,
            stderr,
            sanitized: !sanitizers.is_empty(),
        })
    }

    fn finish(self, options: &ReadOptions) -> Result<Bitcode, Diagnostic> {
        match self {
            Job::Read(path) => {
                let shown = path.display().to_string();
                let bytes = std::fs::read(path).map_err(|e| {
                    Diagnostic::bad_input(format!("cannot read the input: {}", reason(&e)))
                        .at(shown.clone())
                })?;
                if bytes.is_empty() {
                    return Err(Diagnostic::bad_input("the file is empty").at(shown));
                }
                let text = path.extension().is_some_and(|e| e == "ll");
                if !text && !is_bitcode(&bytes) {
                    return Err(Diagnostic::bad_input("the file is not LLVM bitcode").at(shown));
                }
                Ok(Bitcode {
                    name: shown,
                    bytes,
                    trusted: false,
                    sanitized: false,
                })
            }
            Job::Compile {
                source,
                output,
                mut child,
                stderr,
                sanitized,
            } => {
                let status = wait_until(&mut child, &options.stop)
                    .map_err(|e| Diagnostic::surroundings(format!("clang got lost: {e}")));
                // What is told by then is not waited for: a process that clang
                // started may hold the pipe.
                let Some(status) = status? else {
                    let _ = std::fs::remove_file(&output);
                    return Err(late(source));
                };
                let text = stderr.join().unwrap_or_default();
                let text = String::from_utf8_lossy(&text).trim_end().to_owned();
                if !status.success() {
                    let _ = std::fs::remove_file(&output);
                    return Err(match ended_with_us(status, &options.stop) {
                        true => late(source),
                        false => failed(source, status, &text),
                    });
                }
                let bytes = std::fs::read(&output);
                let _ = std::fs::remove_file(&output);
                let bytes = match bytes {
                    Ok(bytes) if is_bitcode(&bytes) => bytes,
                    // -E, -S, -fsyntax-only, another -o.
                    _ if !options.clang_flags.is_empty() => {
                        let what = "with these flags clang writes no bitcode";
                        return Err(Diagnostic::bad_input(what)
                            .at(source.display().to_string())
                            .help("leave out flags that choose another kind of output"));
                    }
                    Ok(_) => return Err(Diagnostic::surroundings("clang wrote no bitcode")),
                    Err(e) => {
                        let what = format!("cannot read what clang wrote: {}", reason(&e));
                        let place = output.display().to_string();
                        return Err(Diagnostic::surroundings(what).at(place));
                    }
                };
                Ok(Bitcode {
                    name: source.display().to_string(),
                    bytes,
                    trusted: true,
                    sanitized,
                })
            }
        }
    }
}

fn failed(source: &Path, status: std::process::ExitStatus, text: &str) -> Diagnostic {
    let shown = source.display().to_string();
    match status.code() {
        Some(_) if !text.is_empty() => {
            if text.contains("bits/libc-header-start.h") || text.contains("gnu/stubs-32.h") {
                return Diagnostic::surroundings(format!("clang cannot compile for i386:\n{text}"))
                    .at(shown)
                    .help("install gcc-multilib and libc6-dev-i386");
            }
            Diagnostic::bad_input(format!("clang does not compile this:\n{text}")).at(shown)
        }
        Some(code) => Diagnostic::bad_input(format!("clang failed with status {code}")).at(shown),
        None => Diagnostic::surroundings(format!("clang was killed ({status})\n{text}")).at(shown),
    }
}

/// The sanitizers that every unit of ours has.
const CHECKS: &str =
    "integer-divide-by-zero,unreachable,vla-bound,float-cast-overflow,builtin,shift-exponent";

/// Whether this command line of clang, as `-frecord-command-line` keeps it,
/// makes what [`bitcode_flags`] ask for: what is read from it has the checks of
/// the C source in it.
pub(crate) fn makes_checks(command_line: &str) -> bool {
    let has = |flag: &str| {
        let mut words = command_line.split_ascii_whitespace();
        words.any(|w| w.strip_prefix(flag).is_some_and(|l| l.starts_with(CHECKS)))
    };
    let mut levels = command_line
        .split_ascii_whitespace()
        .filter(|w| w.starts_with("-O"));
    let lifted = command_line.contains(" -fno-sanitize");
    levels.all(|l| l == "-O0") && !lifted && has("-fsanitize=") && has("-fsanitize-trap=")
}

/// The sanitizers to ask for, comma separated; empty for none.
fn sanitizers(options: &ReadOptions) -> String {
    if !options.sanitize {
        return String::new();
    }
    let wraps = options
        .clang_flags
        .iter()
        .rev()
        .find_map(|f| match f.as_str() {
            "-fwrapv" | "-fno-strict-overflow" => Some(true),
            "-fno-wrapv" | "-fstrict-overflow" => Some(false),
            _ => None,
        });
    let mut list = vec![CHECKS];
    if wraps != Some(true) {
        list.push("signed-integer-overflow");
        list.push("shift-base");
    }
    list.join(",")
}

/// The flags with which a unit becomes bitcode.
pub(crate) fn bitcode_flags(options: &ReadOptions) -> Vec<String> {
    flags(options, &sanitizers(options))
}

/// The flags with which `everypath cc` keeps a unit: its command line says that
/// the checks are in it, and passes leave its functions alone (`optnone`).
pub(crate) fn kept_flags(options: &ReadOptions) -> Vec<String> {
    let mut out = bitcode_flags(options);
    let pair = ["-Xclang", NOT_OPTNONE];
    if let Some(at) = out.windows(2).position(|w| w == pair) {
        out.drain(at..at + 2);
    }
    out.push("-frecord-command-line".to_owned());
    out
}

/// Without it clang marks every function `optnone` at -O0.
const NOT_OPTNONE: &str = "-disable-O0-optnone";

/// Counters, and what they stand for in a form that is not packed.
const COUNTED: [&str; 4] = [
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
    "-mllvm",
    "-enable-name-compression=false",
];

/// Whether clang is asked for counters: not beside the user's, nor where it
/// moves them about.
fn counts(options: &ReadOptions) -> bool {
    let apart = |f: &String| {
        let other = ["-fprofile", "-fno-profile", "-fcoverage", "-fno-coverage"];
        !other.iter().any(|o| f.starts_with(o))
            && !f.contains("name-compression")
            && (!f.starts_with("-O") || f == "-O0")
    };
    let unit = options.unit_flags.values().flatten();
    options.counted && options.clang_flags.iter().chain(unit).all(apart)
}

fn flags(options: &ReadOptions, sanitizers: &str) -> Vec<String> {
    let mut out: Vec<String> = [
        "-O0",
        "-g",
        "-fstandalone-debug",
        "-emit-llvm",
        "-c",
        "-Xclang",
        NOT_OPTNONE,
        "-fno-discard-value-names",
        "-fno-color-diagnostics",
        "-w",
    ]
    .map(str::to_owned)
    .to_vec();
    out.extend(ep_harness::compiler::AS_GCC.map(str::to_owned));
    if !sanitizers.is_empty() {
        out.push(format!("-fsanitize={sanitizers}"));
        out.push(format!("-fsanitize-trap={sanitizers}"));
    }
    if options.m32 {
        out.push("-m32".to_owned());
    }
    if counts(options) {
        out.extend(COUNTED.map(str::to_owned));
    }
    for dir in &options.include_dirs {
        out.push("-idirafter".to_owned());
        out.push(dir.display().to_string());
    }
    out.extend(options.clang_flags.iter().cloned());
    // After the user's flags: without positions no finding has a line, and
    // functions without them count as models.
    out.push("-g".to_owned());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_command_line_shows_the_checks() {
        let options = ReadOptions {
            sanitize: true,
            ..ReadOptions::default()
        };
        let line = |flags: &[String]| format!("/usr/bin/clang {}", flags.join(" "));
        let mut ours = bitcode_flags(&options);
        assert!(makes_checks(&line(&ours)));
        ours.push("-O2".into());
        assert!(!makes_checks(&line(&ours)), "optimised behind it");
        assert!(!makes_checks("clang -O0 -g -c a.c"));
        let lifted = format!(
            "{} -fno-sanitize=shift-exponent",
            line(&ours[..ours.len() - 1])
        );
        assert!(!makes_checks(&lifted), "taken back behind it");
        assert!(!makes_checks(
            "clang -O0 -fsanitize=unreachable -fsanitize-trap=unreachable a.c"
        ));
    }

    #[test]
    fn wrapping_arithmetic_switches_the_overflow_checks_off() {
        let mut options = ReadOptions::default();
        assert!(sanitizers(&options).contains("signed-integer-overflow"));
        options.clang_flags = vec!["-fwrapv".to_owned()];
        assert!(!sanitizers(&options).contains("signed-integer-overflow"));
        assert!(sanitizers(&options).contains("integer-divide-by-zero"));
        options.clang_flags.push("-fno-wrapv".to_owned());
        assert!(sanitizers(&options).contains("signed-integer-overflow"));
        options.sanitize = false;
        assert_eq!(sanitizers(&options), "");
    }
}
