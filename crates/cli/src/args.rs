//! The command line of all verbs. One struct per verb in a file of its own,
//! which becomes the options of the library field by field.

pub mod check;
pub mod fuzz;
pub mod gate;
pub mod given;
pub mod isolation;
pub mod memory;
pub mod parse;
pub mod paths;
pub mod show;
pub mod solve;
pub mod test;
pub mod time;
pub mod validate;

use crate::pages;
use clap::{Parser, Subcommand};
use ep_cli::style::ColourArgs;
use ep_cli::verbs;

/// Runs a program once for all its inputs.
#[derive(Parser, Debug)]
#[command(
    name = "everypath",
    bin_name = "everypath",
    version,
    about = verbs::ABOUT,
    after_help = verbs::EXIT_CODES,
    max_term_width = 100
)]
pub struct Cli {
    #[command(flatten)]
    pub colour: ColourArgs,
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    #[command(about = verbs::TEST)]
    Test(Box<test::TestArgs>),
    #[command(about = verbs::CHECK)]
    Check(Box<check::CheckArgs>),
    #[command(about = verbs::SOLVE)]
    Solve(Box<solve::SolveArgs>),
    #[command(about = verbs::VALIDATE)]
    Validate(Box<validate::ValidateArgs>),
    #[command(about = verbs::FUZZ)]
    Fuzz(Box<fuzz::FuzzArgs>),
    #[command(about = verbs::MEMORY)]
    Memory(Box<memory::MemoryArgs>),
    #[command(about = verbs::VERIFY)]
    Verify(Box<ep_cli::verify::VerifyArgs>),
    #[command(about = verbs::JUDGE)]
    Judge(ep_cli::judge::JudgeArgs),
    #[command(about = verbs::ITS)]
    Its(Box<ep_cli::its::ItsArgs>),
    #[command(about = verbs::TIME)]
    Time(Box<time::TimeArgs>),
    #[command(about = verbs::SHOW)]
    Show(show::ShowArgs),
    #[command(about = verbs::CC, disable_help_flag = true)]
    Cc {
        /// The compiler's arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    #[command(about = verbs::PATHS)]
    Paths(Box<paths::PathsArgs>),
    #[command(about = verbs::COMPLETIONS)]
    Completions(pages::CompletionsArgs),
    #[command(about = verbs::MAN)]
    Man(pages::ManArgs),
}

/// The arguments with `-m32` (a habit of every C developer, but no flag that
/// clap can spell) turned into `--m32`.
pub fn normalise(args: impl IntoIterator<Item = std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let mut passed = false;
    args.into_iter()
        .map(|a| {
            passed |= a == "--";
            if !passed && a == "-m32" {
                "--m32".into()
            } else {
                a
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::test::TestArgs;
    use super::*;
    use clap::CommandFactory;
    use ep_verbs::test::options::{TestFormat, TestOptions};

    fn parse(line: &str) -> Result<TestArgs, clap::Error> {
        let words = normalise(line.split(' ').map(Into::into));
        Cli::try_parse_from(words).map(|c| match c.verb {
            Verb::Test(t) => *t,
            Verb::Check(c) => c.test,
            _ => unreachable!("{line}"),
        })
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_for_clang_stand_after_two_dashes() {
        let t = parse("everypath test a.c b.c -m32 -- -DN=4 -m32 --entry").unwrap();
        assert!(t.m32);
        assert_eq!(t.files.len(), 2);
        assert_eq!(t.clang_flags, ["-DN=4", "-m32", "--entry"]);
        assert_eq!(t.entry, "main");
    }

    #[test]
    fn lists_may_be_repeated_or_joined() {
        let t = parse("everypath test a.c --test-format ktest,xml").unwrap();
        assert_eq!(t.test_format, [TestFormat::Ktest, TestFormat::Xml]);
        let t = parse("everypath test a.c --test-format ktest --test-format raw").unwrap();
        assert_eq!(t.test_format, [TestFormat::Ktest, TestFormat::Raw]);
        let t = parse("everypath test a.c --check -leak,-abort").unwrap();
        assert!(!t.check.unwrap().has(ep_base::outcome::ErrorKind::Abort));
    }

    #[test]
    fn options_without_flags_are_the_defaults_of_the_library() {
        let line = parse("everypath test a.c").unwrap();
        let want = TestOptions {
            files: vec!["a.c".into()],
            ..TestOptions::default()
        };
        let got = TestOptions::from(line);
        assert_eq!(format!("{got:?}"), format!("{want:?}"));
    }

    #[test]
    fn wrong_lines_are_refused() {
        for line in [
            "everypath",
            "everypath test",
            "everypath fly a.c",
            "everypath test a.c --timeout 0",
            "everypath test a.c --timeout -5",
            "everypath test a.c --max-memory 1",
            "everypath test a.c --max-paths 0",
            "everypath test a.c --search upwards",
            "everypath test a.c --check everything",
            "everypath test a.c --tree tree.svg",
            "everypath test a.c --no-such-flag",
            "everypath test a.c --stdin -1",
            "everypath test a.c --test-format csv",
        ] {
            let e = parse(line).expect_err(line);
            assert_eq!(e.exit_code(), 2, "{line}");
        }
    }
}
