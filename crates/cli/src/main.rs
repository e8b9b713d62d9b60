//! `everypath`: arguments, files and wiring. Nothing imports this crate.
//!
//! One module per verb. What must never happen: a panic or a half-written
//! result reaches the user without a message; an exit code says more than the
//! verdict does.

mod args;
mod check;
mod fuzz;
mod journal;
mod out;
mod panics;
mod signals;
mod supervisor;
mod test;
mod values;

use args::{Cli, Verb};
use clap::Parser;
use ep_base::{Cancel, Diagnostic, ExitCode};
use panics::Written;
use std::ffi::OsString;
use std::process;

/// Deep terms are printed and walked recursively; the pages are mapped only
/// when they are touched.
const STACK_BYTES: usize = 512 << 20;

fn main() -> process::ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|a| a == ep_clang::CHILD_VERB) {
        return child();
    }
    let cli = match Cli::try_parse_from(args::normalise(arguments)) {
        Ok(cli) => cli,
        Err(e) => {
            // A closed pipe is not worth a message about a message.
            let _ = e.print();
            return process::ExitCode::from(e.exit_code() as u8);
        }
    };
    supervisor::start();
    let written = Written::default();
    panics::install(written.clone());
    let told = written.clone();
    let run = std::thread::Builder::new()
        .name("main".into())
        .stack_size(STACK_BYTES)
        .spawn(move || dispatch(cli, &written));
    let result = match run.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => {
            eprintln!("{}", told.message());
            Ok(ExitCode::Defect)
        }
        Err(e) => Err(Diagnostic::surroundings(format!(
            "cannot start a thread: {e}"
        ))),
    };
    let code = result.unwrap_or_else(|d| {
        tell(&d);
        d.exit
    });
    process::ExitCode::from(code as u8)
}

/// The message, without control characters that quoted input may bring.
fn tell(d: &Diagnostic) {
    for line in d.to_string().lines() {
        eprintln!("{}", ep_report::style::harmless(line));
    }
}

/// The hidden process that reads bitcode: it may crash, this one must not.
fn child() -> process::ExitCode {
    let rest: Vec<String> = std::env::args().skip(2).collect();
    process::ExitCode::from(ep_clang::child_main(&rest) as u8)
}

fn dispatch(cli: Cli, written: &Written) -> Result<ExitCode, Diagnostic> {
    let cancel = Cancel::new();
    signals::install(&cancel)?;
    match cli.verb {
        Verb::Test(args) => test::run(&args, &cancel, written),
        Verb::Check(args) => check::run(&args, &cancel, written),
        Verb::Fuzz(args) => fuzz::run(&args, &cancel, written),
    }
}
