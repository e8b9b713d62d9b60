//! `everypath`, as it is started: verifies and judges by itself and hands every
//! other verb to `everypath-engine`, which lies beside it.
//!
//! Idea: loading LLVM costs 35 ms and 50 MB before the first line runs, more
//! than most verifications take. This program does not link it. Alternatives:
//! loading LLVM with `dlopen` (its bindings are linked, not looked up), or
//! linking it statically (every test binary would carry it). Cost: one `exec`
//! for the other verbs, 1 ms. What verbs say of themselves is known without the
//! engine ([`ep_cli::help`]).

use clap::{Args as _, Command, Parser, Subcommand};
use ep_base::{Cancel, Diagnostic};
use ep_cli::help::{self, Asked};
use ep_cli::{its, judge, signals, start, style, terminal, verbs, verify};
use ep_proofs::judge::JudgeOptions;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process;

/// The part that knows C, beside this file.
const ENGINE: &str = "everypath-engine";

/// The verbs that need no C.
const HERE: [&str; 3] = ["verify", "its", "judge"];

/// The arguments of the verbs of [`HERE`].
#[derive(Parser, Debug)]
#[command(
    name = "everypath",
    version,
    propagate_version = true,
    max_term_width = 100
)]
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
    let known = |a: &OsString| verbs::ALL.iter().any(|(v, _)| a == v);
    let first = arguments.get(1);
    let helps = matches!(&arguments[..], [_, word, _, ..] if word == "help");
    // What the engine has beside the verbs begins with two dashes or lines.
    let hidden = first.and_then(|a| a.to_str());
    let hidden = hidden.is_some_and(|a| a == "--print" || a.starts_with("__"));
    match first.is_some_and(known) || hidden || helps {
        true => hand_over(&arguments),
        false => about(&arguments),
    }
}

/// Becomes the program that knows C.
fn hand_over(arguments: &[OsString]) -> process::ExitCode {
    let e = process::Command::new(engine())
        .args(arguments.get(1..).unwrap_or_default())
        .exec();
    if let Some(code) = alone(arguments) {
        return code;
    }
    let d = Diagnostic::surroundings(format!("cannot start {ENGINE}: {e}"))
        .at(engine().display().to_string())
        .help("install both programs into one folder: make install");
    start::tell(&d);
    process::ExitCode::from(d.exit as u8)
}

/// Help and version of a verb, where the engine is not there to tell them.
fn alone(arguments: &[OsString]) -> Option<process::ExitCode> {
    let known = |verb: &str| verbs::ALL.iter().any(|(v, _)| *v == verb);
    let text = match help::asked(arguments)? {
        // `cc --version` is a question to the compiler.
        Asked::Version(verb) if verb != "cc" && known(verb) => {
            format!("everypath-{verb} {}\n", env!("CARGO_PKG_VERSION"))
        }
        Asked::Help("cc") => verbs::CC_HELP.to_owned(),
        Asked::Help("help") => return Some(about(&["everypath".into(), "help".into()])),
        Asked::Help(verb) => match help::TEXTS.iter().find(|(v, _)| *v == verb) {
            Some((_, text)) => (*text).to_owned(),
            // Verbs of this program, by `help VERB`, and words that are none.
            None if HERE.contains(&verb) => {
                let line = ["everypath", verb, "--help"];
                return Some(match Front::try_parse_from(line) {
                    Ok(_) => process::ExitCode::SUCCESS,
                    Err(e) => {
                        let _ = e.print();
                        process::ExitCode::from(e.exit_code() as u8)
                    }
                });
            }
            None => return None,
        },
        Asked::Version(_) => return None,
    };
    // A reader that went away is no failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Some(process::ExitCode::SUCCESS)
}

/// The help and the version, which need nothing beside this file.
fn about(arguments: &[OsString]) -> process::ExitCode {
    let whole = style::ColourArgs::augment_args(Command::new("everypath"))
        .version(env!("CARGO_PKG_VERSION"))
        .about(verbs::ABOUT)
        .after_help(verbs::EXIT_CODES)
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
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
