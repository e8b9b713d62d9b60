//! `everypath`, as it is started: verifies and judges by itself and hands every
//! other verb to `everypath-engine`, which lies beside it.
//!
//! Idea: loading LLVM costs 35 ms and 50 MB before the first line runs, more
//! than most verifications take. This program does not link it. Alternatives:
//! loading LLVM with `dlopen` (its bindings are linked, not looked up), or
//! linking it statically (every test binary would carry it). Cost: one `exec`
//! for the other verbs, 1 ms.

mod input;
mod its;
mod judge;
#[allow(dead_code)] // Verbs with a folder of results use more of it.
mod panics;
mod signals;
mod start;
mod supervisor;
#[allow(dead_code)] // Most of it is for the other verbs.
mod values;
mod verify;

use clap::Parser;
use ep_base::{Cancel, Diagnostic};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process;

/// The part that knows C, beside this file.
const ENGINE: &str = "everypath-engine";

/// The verbs that need no C.
const HERE: [&str; 3] = ["verify", "its", "judge"];

/// The verbs of [`HERE`]; all verbs are in [`ENGINE`].
#[derive(Parser, Debug)]
#[command(name = "everypath", version, max_term_width = 100)]
enum Front {
    /// Verify Viper files and Java sources member by member
    Verify(Box<verify::args::VerifyArgs>),
    /// Re-check a certificate with a small program that has no prover in it
    Judge(judge::JudgeArgs),
    /// Termination of integer transition systems
    Its(Box<its::args::ItsArgs>),
}

fn main() -> process::ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments
        .get(1)
        .is_some_and(|a| HERE.iter().any(|v| a == v))
    {
        return match Front::try_parse_from(arguments) {
            Ok(Front::Verify(args)) => start::guarded(move |_| {
                let cancel = Cancel::new();
                signals::install(&cancel)?;
                verify::run(&args, &cancel)
            }),
            Ok(Front::Judge(args)) => start::guarded(move |_| {
                signals::install(&Cancel::new())?;
                judge::run(&args)
            }),
            Ok(Front::Its(args)) => start::guarded(move |_| {
                let cancel = Cancel::new();
                signals::install(&cancel)?;
                its::run(&args, &cancel)
            }),
            Err(e) => {
                // A closed pipe is not worth a message about a message.
                let _ = e.print();
                process::ExitCode::from(e.exit_code() as u8)
            }
        };
    }
    let e = process::Command::new(engine())
        .args(arguments.get(1..).unwrap_or_default())
        .exec();
    let d = Diagnostic::surroundings(format!("cannot start {ENGINE}: {e}"))
        .at(engine().display().to_string())
        .help("install both programs into one folder: make install");
    start::tell(&d);
    process::ExitCode::from(d.exit as u8)
}

fn engine() -> PathBuf {
    let here = std::env::current_exe().ok();
    let here = here.and_then(|p| p.canonicalize().ok());
    (here.as_deref())
        .and_then(|p| p.parent())
        .map_or_else(|| PathBuf::from(ENGINE), |dir| dir.join(ENGINE))
}
