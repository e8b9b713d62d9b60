//! Test support: one C program, run natively and by the reference
//! interpreter, and what both said.
//!
//! Idea: native code at -O0 is the judge of the reader and of the
//! interpreter together; standard output and exit status must agree. Programs
//! come from csmith (free of undefined behaviour by construction) or from
//! files. Cost: two runs of clang per program.

use ep_base::outcome::ErrorKind;
use ep_ir::interp::{self, End, InterpConfig, NoInput};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where Debian's libcsmith-dev puts its headers.
pub const CSMITH_INCLUDE: &str = "/usr/include/csmith";

/// What a native run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// It ended with this status.
    Exit { status: i32, stdout: Vec<u8> },
    /// It was killed by a signal.
    Signal,
    /// It took too long.
    Timeout,
}

/// How the comparison of one program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Both agree; the interpreter executed so many LLVM instructions in this
    /// time.
    Same { instructions: u64, time: Duration },
    /// The program takes too long natively: nothing to compare with.
    Endless,
    /// A float is converted to an integer that cannot hold it, which csmith
    /// does not exclude: native code may do anything.
    Undefined { why: String },
    /// It takes too long in the interpreter, or uses what is not supported.
    Skipped { why: String },
    /// They differ, or one of the steps failed.
    Different { why: String },
}

/// Runs a command with a limit on time; its output is read while it runs.
///
/// # Errors
/// When it cannot be started.
pub fn run_limited(command: &mut Command, limit: Duration) -> std::io::Result<Native> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let out = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(out) = out {
            // A program that prints without end is cut.
            let _ = out.take(64 << 20).read_to_end(&mut bytes);
        }
        bytes
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(Native::Timeout);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let stdout = reader.join().unwrap_or_default();
    Ok(match status.code() {
        Some(status) => Native::Exit { status, stdout },
        None => Native::Signal,
    })
}

/// Writes the csmith program of a seed.
///
/// # Errors
/// A message when csmith is missing or fails.
pub fn csmith(seed: u64, dir: &Path) -> Result<PathBuf, String> {
    let file = dir.join(format!("csmith{seed}.c"));
    // It writes a file into its working folder, or fails where another csmith
    // has that file half written.
    let own = dir.join(format!("csmith{seed}"));
    std::fs::create_dir_all(&own).map_err(|e| format!("{}: {e}", own.display()))?;
    let status = Command::new("csmith")
        .current_dir(&own)
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&file)
        .args(["--max-funcs", "5", "--max-block-size", "4"])
        .args(["--max-block-depth", "3", "--max-expr-complexity", "6"])
        .args((seed % 4 == 0).then_some("--float"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|e| format!("csmith cannot be run: {e}"))?;
    // Where it stays, it is in nobody's way.
    let _ = std::fs::remove_dir_all(&own);
    if status.success() {
        Ok(file)
    } else {
        Err(format!("csmith fails on seed {seed}"))
    }
}

/// How to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// Flags for clang, both times.
    pub flags: Vec<String>,
    /// Compile for i386.
    pub m32: bool,
    /// For the native run.
    pub native_limit: Duration,
    /// For the interpreter.
    pub max_instructions: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            flags: vec![format!("-I{CSMITH_INCLUDE}"), "-w".into()],
            m32: false,
            native_limit: Duration::from_secs(1),
            max_instructions: 100_000_000,
        }
    }
}

/// Compiles and runs `file` both ways, with intermediate files in `dir`.
pub fn compare(file: &Path, dir: &Path, options: &Options) -> Comparison {
    let different = |why: String| Comparison::Different { why };
    let exe = file.with_extension("exe");
    let mut clang = Command::new("clang-19");
    clang.arg("-O0").args(&options.flags).arg(file);
    clang.args(["-lm", "-o"]).arg(&exe);
    if options.m32 {
        // The x87 unit of plain i386 computes with excess precision, which
        // IEEE arithmetic (ours) does not have.
        clang.args(["-m32", "-msse2", "-mfpmath=sse"]);
    }
    match clang.output() {
        Ok(o) if o.status.success() => {}
        Ok(o) => return different(format!("clang: {}", String::from_utf8_lossy(&o.stderr))),
        Err(e) => return different(format!("clang cannot be run: {e}")),
    }
    let native = match run_limited(&mut Command::new(&exe), options.native_limit) {
        Ok(n) => n,
        Err(e) => return different(format!("the program cannot be run: {e}")),
    };
    let _ = std::fs::remove_file(&exe);
    let (status, stdout) = match native {
        Native::Exit { status, stdout } => (status, stdout),
        Native::Timeout => return Comparison::Endless,
        Native::Signal => return different("the native run is killed by a signal".into()),
    };
    let read = ep_clang::ReadOptions {
        clang_flags: options.flags.clone(),
        m32: options.m32,
        scratch: dir.to_path_buf(),
        ..ep_clang::ReadOptions::default()
    };
    let module = match ep_clang::read(&[file.to_path_buf()], &read) {
        Ok((module, _)) => module,
        Err(e) => return different(format!("the reader: {e}")),
    };
    let Some(main) = module.function("main") else {
        return different("no main".into());
    };
    let config = InterpConfig {
        max_instructions: options.max_instructions,
        ..InterpConfig::default()
    };
    let start = Instant::now();
    let outcome = interp::run(&module, main, &config, &mut NoInput);
    let time = start.elapsed();
    match outcome.end {
        End::StepLimit => Comparison::Skipped {
            why: "interpretation takes too long".into(),
        },
        End::Exit { status: Some(s) } if s as u8 == status as u8 => {
            if outcome.stdout == stdout {
                Comparison::Same {
                    instructions: outcome.llvm_instructions,
                    time,
                }
            } else {
                different(format!(
                    "native prints {:?}, the interpreter {:?}",
                    String::from_utf8_lossy(&stdout),
                    String::from_utf8_lossy(&outcome.stdout)
                ))
            }
        }
        End::Error {
            kind: ErrorKind::FloatCastOverflow,
        } => Comparison::Undefined {
            why: format!("{}: {}", outcome.place(&module), outcome.message),
        },
        End::Unsupported { what } => Comparison::Skipped {
            why: format!("not supported: {what}"),
        },
        ref end => different(format!(
            "native exit {status}, the interpreter ends with {end:?} at {}: {}",
            outcome.place(&module),
            outcome.message
        )),
    }
}
