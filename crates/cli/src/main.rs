//! `everypath-engine`: the command line of all verbs. Nothing imports this
//! crate. What is started is `everypath` (`front.rs`).
//!
//! A verb is a function of the library `ep_verbs`; here its arguments become
//! options, and its end an exit code. What must never happen: a panic or a
//! half-written result reaches the user without a message; an exit code says
//! more than the verdict does.

mod args;
mod headers;
mod pages;
mod resume;

use args::check::CheckArgs;
use args::test::TestArgs;
use args::{Cli, Verb};
use clap::{CommandFactory, Parser};
use ep_base::{Cancel, Diagnostic, ExitCode};
use ep_cli::panics::Written;
use ep_cli::{signals, start, style, terminal, verbs};
use ep_proofs::Session;
use std::ffi::OsString;
use std::io::Write;
use std::process;

fn main() -> process::ExitCode {
    let arguments = style::taken(std::env::args_os().collect());
    if arguments.get(1).is_some_and(|a| a == ep_verbs::CHILD_VERB) {
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
    process::ExitCode::from(ep_verbs::child_main(&rest) as u8)
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

/// `everypath cc`.
fn cc(arguments: &[OsString]) -> process::ExitCode {
    if matches!(arguments, [help] if help == "--help" || help == "-h") {
        let _ = std::io::stdout().write_all(verbs::CC_HELP.as_bytes());
        return process::ExitCode::SUCCESS;
    }
    process::ExitCode::from(ep_verbs::cc::run(arguments).unwrap_or_else(|d| {
        start::tell(&d);
        d.exit as u8
    }))
}

fn dispatch(cli: Cli, written: &Written) -> Result<ExitCode, Diagnostic> {
    let cancel = Cancel::new();
    signals::install(&cancel)?;
    let loud = || terminal::session(&cancel, written, false);
    let session = |quiet| terminal::session(&cancel, written, quiet);
    match cli.verb {
        // Taken before the arguments are parsed.
        Verb::Cc { .. } => Err(Diagnostic::defect("`cc` was parsed as a verb")),
        Verb::Test(args) => test(*args, &session),
        Verb::Check(args) => check(*args, &session),
        Verb::Solve(args) => Ok(ep_verbs::solve::run(&(*args).into(), &loud())?.exit),
        Verb::Validate(args) => Ok(ep_verbs::validate::run(&(*args).into(), &loud())?.exit),
        Verb::Fuzz(args) => {
            let session = session(args.quiet.quiet);
            Ok(ep_verbs::fuzz::run(&(*args).into(), &session)?.exit)
        }
        Verb::Memory(args) => {
            let session = session(args.quiet.quiet || args.json.json);
            Ok(ep_verbs::memory::run(&(*args).into(), &session)?.exit)
        }
        Verb::Verify(args) => Ok(ep_verbs::verify::run(&(*args).into(), &loud())?.exit),
        Verb::Judge(args) => Ok(ep_verbs::judge::run(&args.into(), &loud())?.exit),
        Verb::Its(args) => Ok(ep_verbs::its::run(&(*args).into(), &loud())?.exit),
        Verb::Time(args) => Ok(ep_verbs::time::run(&(*args).into(), &loud())?.exit),
        Verb::Show(args) => {
            let read = |line: &[String]| resume::arguments(line).map(Into::into);
            Ok(ep_verbs::show::run(&args.into(), &read, &loud())?.exit)
        }
        Verb::Paths(args) => Ok(ep_verbs::paths::run(&(*args).into(), &loud())?.exit),
        Verb::Completions(args) => Ok(pages::completions(&args, Cli::command())),
        Verb::Man(args) => pages::man(&args, Cli::command()),
    }
}

fn test(args: TestArgs, session: &dyn Fn(bool) -> Session) -> Result<ExitCode, Diagnostic> {
    let done = match &args.resume {
        Some(dir) => {
            let (args, resumed) = resume::open(dir, &args)?;
            let session = session(args.quiet.quiet);
            ep_verbs::test::go_on(&args.into(), resumed, &session)
        }
        None => {
            let session = session(args.quiet.quiet);
            ep_verbs::test::run(&args.into(), &session)
        }
    };
    Ok(done?.exit)
}

fn check(args: CheckArgs, session: &dyn Fn(bool) -> Session) -> Result<ExitCode, Diagnostic> {
    if args.test.resume.is_some() {
        return Err(Diagnostic::bad_input("runs of check are not resumed")
            .help("name the program again, with a longer --timeout"));
    }
    let session = session(args.test.quiet.quiet);
    Ok(ep_verbs::check::run(&args.into(), &session)?.exit)
}
