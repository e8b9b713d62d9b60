//! `everypath-engine`: arguments, files and wiring of all verbs. Nothing
//! imports this crate. What is started is `everypath` (`front.rs`).
//!
//! One module per verb. What must never happen: a panic or a half-written
//! result reaches the user without a message; an exit code says more than the
//! verdict does.

mod args;
mod check;
mod database;
mod fuzz;
mod gate;
mod given;
mod headers;
mod input;
mod isolation;
mod its;
mod journal;
mod judge;
mod memory;
mod out;
mod pages;
mod panics;
mod paths;
mod scratch;
mod show;
mod signals;
mod solve;
mod start;
mod style;
mod supervisor;
mod test;
mod time;
mod uninit;
mod validate;
mod values;
mod verbs;
mod verify;

use args::{Cli, Verb};
use clap::{CommandFactory, Parser};
use ep_base::{Cancel, Diagnostic, ExitCode};
use panics::Written;
use std::ffi::OsString;
use std::io::Write;
use std::process;

fn main() -> process::ExitCode {
    let arguments = style::taken(std::env::args_os().collect());
    if arguments.get(1).is_some_and(|a| a == ep_clang::CHILD_VERB) {
        return child();
    }
    if arguments.get(1).is_some_and(|a| a == "--print") {
        return print_place(&arguments[2..]);
    }
    // A compiler's arguments are not ours to parse.
    if arguments.get(1).is_some_and(|a| a == "cc") {
        return cc(&arguments[2..]);
    }
    let cli = match Cli::try_parse_from(args::normalise(arguments)) {
        Ok(cli) => cli,
        Err(e) => {
            // A closed pipe is not worth a message about a message.
            let _ = e.print();
            return process::ExitCode::from(e.exit_code() as u8);
        }
    };
    start::guarded(move |written| dispatch(cli, written))
}

/// The hidden process that reads bitcode: it may crash, this one must not.
fn child() -> process::ExitCode {
    let rest: Vec<String> = std::env::args().skip(2).collect();
    process::ExitCode::from(ep_clang::child_main(&rest) as u8)
}

/// `everypath --print include`: where the headers for user programs lie, for
/// builds by hand.
fn print_place(what: &[OsString]) -> process::ExitCode {
    let told = match what {
        [w] if w == "include" => headers::place().and_then(|folder| {
            let mut stdout = std::io::stdout();
            writeln!(stdout, "{}", folder.display())
                .map_err(|e| Diagnostic::surroundings(format!("cannot write: {e}")))
        }),
        _ => Err(Diagnostic::bad_input("--print wants one word").help("known is: include")),
    };
    match told {
        Ok(()) => process::ExitCode::SUCCESS,
        Err(d) => {
            start::tell(&d);
            process::ExitCode::from(d.exit as u8)
        }
    }
}

/// What `everypath cc --help` says; the help of clang is long and tells nothing
/// of what is added to it.
const CC_HELP: &str = "\
A C compiler for any build system, which keeps bitcode beside what it makes

Usage: everypath cc [FLAGS OF CLANG] FILES
       CC='everypath cc' ./configure && make
       CC='everypath cc' cmake -B build

It runs clang 19 with the same arguments, and beside each program or shared
library that is linked it writes PROGRAM.bc, the whole program as bitcode:

  everypath test PROGRAM.bc --args ...

Every C file is compiled twice, the second time without optimisation and as
`everypath test FILE.c` does. Assembly, C++ and files that only clang's object
code can hold are told of and are not in PROGRAM.bc. -flto is left out: its
objects could not name their bitcode.

All flags: clang-19 --help
";

/// `everypath cc`.
fn cc(arguments: &[OsString]) -> process::ExitCode {
    if matches!(arguments, [help] if help == "--help" || help == "-h") {
        let _ = std::io::stdout().write_all(CC_HELP.as_bytes());
        return process::ExitCode::SUCCESS;
    }
    let code = test::settings::compiler()
        .and_then(|(options, _headers)| ep_clang::wrapper::run(arguments, &options));
    process::ExitCode::from(code.unwrap_or_else(|d| {
        start::tell(&d);
        d.exit as u8
    }))
}

fn dispatch(cli: Cli, written: &Written) -> Result<ExitCode, Diagnostic> {
    let cancel = Cancel::new();
    signals::install(&cancel)?;
    match cli.verb {
        // Taken before the arguments are parsed.
        Verb::Cc { .. } => Err(Diagnostic::defect("`cc` was parsed as a verb")),
        Verb::Test(args) => test::run(&args, &cancel, written),
        Verb::Check(args) => check::run(&args, &cancel, written),
        Verb::Solve(args) => solve::run(&args, &cancel),
        Verb::Validate(args) => validate::run(&args, &cancel),
        Verb::Fuzz(args) => fuzz::run(&args, &cancel, written),
        Verb::Memory(args) => memory::run(&args, &cancel),
        Verb::Verify(args) => verify::run(&args, &cancel),
        Verb::Judge(args) => judge::run(&args),
        Verb::Its(args) => its::run(&args, &cancel),
        Verb::Time(args) => time::run(&args, &cancel, written),
        Verb::Show(args) => show::run(&args, &cancel),
        Verb::Paths(args) => paths::run(&args, &cancel),
        Verb::Completions(args) => Ok(pages::completions(&args, Cli::command())),
        Verb::Man(args) => pages::man(&args, Cli::command()),
    }
}
