//! `everypath`, as it is started: verifies and judges by itself and hands every
//! other verb to `everypath-engine`, which lies beside it.
//!
//! Idea: loading LLVM costs 35 ms and 50 MB before the first line runs, more
//! than most verifications take. This program does not link it. Alternatives:
//! loading LLVM with `dlopen` (its bindings are linked, not looked up), or
//! linking it statically (every test binary would carry it). Cost: one `exec`
//! for the other verbs, 1 ms.

use clap::{Args as _, Command, Parser, Subcommand};
use ep_base::{Cancel, Diagnostic};
use ep_cli::{its, judge, signals, start, style, terminal, verbs, verify};
use ep_proofs::judge::JudgeOptions;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process;

/// The part that knows C, beside this file.
const ENGINE: &str = "everypath-engine";

/// The verbs that need no C.
const HERE: [&str; 3] = ["verify", "its", "judge"];

/// The arguments of the verbs of [`HERE`].
#[derive(Parser, Debug)]
#[command(name = "everypath", version, max_term_width = 100)]
struct Front {
    #[command(flatten)]
    colour: style::ColourArgs,
    #[command(subcommand)]
    verb: Verb,
}

/// The verbs of [`HERE`]; all verbs are in [`ENGINE`].
#[derive(Subcommand, Debug)]
enum Verb {
    #[command(about = verbs::VERIFY)]
    Verify(Box<verify::VerifyArgs>),
    #[command(about = verbs::JUDGE)]
    Judge(judge::JudgeArgs),
    #[command(about = verbs::ITS)]
    Its(Box<its::ItsArgs>),
}

fn main() -> process::ExitCode {
    let arguments = style::taken(std::env::args_os().collect());
    if arguments
        .get(1)
        .is_some_and(|a| HERE.iter().any(|v| a == v))
    {
        return match Front::try_parse_from(&arguments).map(|f| f.verb) {
            // A program is translated where C is known.
            Ok(Verb::Judge(args)) if JudgeOptions::from(args.clone()).of_a_program() => {
                hand_over(&arguments)
            }
            Ok(verb) => start::guarded(move |written| {
                let cancel = Cancel::new();
                signals::install(&cancel)?;
                let session = terminal::session(&cancel, written, false);
                Ok(match verb {
                    Verb::Verify(args) => ep_proofs::verify::run(&(*args).into(), &session)?.exit,
                    Verb::Judge(args) => ep_proofs::judge::run(&args.into(), &session)?.exit,
                    Verb::Its(args) => ep_proofs::its::run(&(*args).into(), &session)?.exit,
                })
            }),
            Err(e) => {
                // A closed pipe is not worth a message about a message.
                let _ = e.print();
                process::ExitCode::from(e.exit_code() as u8)
            }
        };
    }
    if let [_, word] = arguments.as_slice() {
        if ["-h", "--help", "help", "-V", "--version"]
            .iter()
            .any(|w| word == w)
        {
            return about(&arguments);
        }
    }
    hand_over(&arguments)
}

/// Becomes the program that knows C.
fn hand_over(arguments: &[OsString]) -> process::ExitCode {
    let e = process::Command::new(engine())
        .args(arguments.get(1..).unwrap_or_default())
        .exec();
    let d = Diagnostic::surroundings(format!("cannot start {ENGINE}: {e}"))
        .at(engine().display().to_string())
        .help("install both programs into one folder: make install");
    start::tell(&d);
    process::ExitCode::from(d.exit as u8)
}

/// The help and the version, which need nothing beside this file.
fn about(arguments: &[OsString]) -> process::ExitCode {
    let whole = style::ColourArgs::augment_args(Command::new("everypath"))
        .version(env!("CARGO_PKG_VERSION"))
        .about(verbs::ABOUT)
        .after_help(verbs::EXIT_CODES)
        .max_term_width(100)
        .subcommand_required(true)
        .subcommands(verbs::ALL.map(|(name, about)| Command::new(name).about(about)));
    match whole.try_get_matches_from(arguments) {
        Ok(_) => process::ExitCode::SUCCESS,
        Err(e) => {
            let _ = e.print();
            process::ExitCode::from(e.exit_code() as u8)
        }
    }
}

fn engine() -> PathBuf {
    let here = std::env::current_exe().ok();
    let here = here.and_then(|p| p.canonicalize().ok());
    (here.as_deref())
        .and_then(|p| p.parent())
        .map_or_else(|| PathBuf::from(ENGINE), |dir| dir.join(ENGINE))
}
