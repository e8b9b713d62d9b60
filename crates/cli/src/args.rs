//! The command line of all verbs. One struct per verb in a file of its own,
//! which becomes the options of the library field by field.

pub mod check;
pub mod common;
pub mod database;
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
    propagate_version = true,
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
        assert!(t.m32.m32);
        assert_eq!(t.files.len(), 2);
        assert_eq!(t.clang_flags, ["-DN=4", "-m32", "--entry"]);
        assert_eq!(t.entry.entry, "main");
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

    /// What a line without flags gives, beside the defaults of the library with
    /// what the line names.
    fn compare<T: std::fmt::Debug>(got: T, want: T) {
        assert_eq!(format!("{got:?}"), format!("{want:?}"));
    }

    #[test]
    fn options_without_flags_are_the_defaults_of_the_library() {
        use ep_verbs::{
            check, fuzz, its, judge, memory, paths, show, solve, time, validate, verify,
        };
        let files = || vec!["a.c".into()];
        macro_rules! verb {
            ($line:expr, $verb:pat => $args:expr, $options:path { $($field:ident: $value:expr),* }) => {
                match Cli::try_parse_from($line.split(' ')).unwrap().verb {
                    $verb => compare(
                        <$options>::from($args),
                        { type Options = $options; Options { $($field: $value,)* ..Options::default() } },
                    ),
                    other => panic!("{other:?}"),
                }
            };
        }
        verb!("everypath test a.c", Verb::Test(args) => *args, TestOptions { files: files() });
        let test = TestOptions {
            files: files(),
            ..TestOptions::default()
        };
        verb!("everypath check a.c", Verb::Check(args) => *args, check::options::CheckOptions { test: test });
        verb!("everypath fuzz a.c", Verb::Fuzz(args) => *args, fuzz::options::FuzzOptions { files: files() });
        verb!("everypath memory a.c", Verb::Memory(args) => *args, memory::options::MemoryOptions { files: files() });
        verb!("everypath time a.c", Verb::Time(args) => *args, time::options::TimeOptions { files: files() });
        verb!("everypath solve a.c", Verb::Solve(args) => *args, solve::options::SolveOptions { files: files() });
        verb!("everypath validate a.c --witness w", Verb::Validate(args) => *args, validate::options::ValidateOptions { files: files(), witness: "w".into() });
        verb!("everypath verify a.c", Verb::Verify(args) => *args, verify::options::VerifyOptions { files: files() });
        verb!("everypath its a.c", Verb::Its(args) => *args, its::options::ItsOptions { files: files() });
        verb!("everypath judge c", Verb::Judge(args) => args, judge::JudgeOptions { certificate: "c".into() });
        verb!("everypath show d", Verb::Show(args) => args, show::options::ShowOptions { dir: "d".into() });
        verb!("everypath paths F.java --method C.m", Verb::Paths(args) => *args, paths::options::PathsOptions { file: "F.java".into(), method: "C.m".into() });
    }

    /// Flags that are other things in other verbs, and what tells them apart.
    const OTHERS: [(&str, &str); 16] = [
        ("args", "fuzz has @@, the others symbols"),
        (
            "buffer",
            "a bound of memory holds for any number without it",
        ),
        ("budget", "of bytes, of instructions"),
        ("depth", "of recursion, of a path, of a ranking function"),
        ("entry", "memory has several, fuzz looks for one"),
        ("env", "fuzz has one variable as its input"),
        ("file", "fuzz has one file as its input"),
        ("goal", "each verb has its own"),
        ("library", "of functions, of imports"),
        ("overflow", "verify and time have other choices"),
        ("resume", "a folder, a file"),
        ("search", "an order, a time"),
        ("seed", "a number, a file"),
        ("tests", "one for each path, one for each failure"),
        ("uninit", "time has other choices"),
        ("witness", "written, read"),
    ];

    /// What a flag is for whoever reads its help.
    fn told(a: &clap::Arg) -> String {
        let values: Vec<_> = a.get_value_names().into_iter().flatten().collect();
        let help = a.get_help().map(ToString::to_string);
        let (short, aliases) = (a.get_short(), a.get_visible_aliases());
        let takes = a.get_action().takes_values();
        format!("{help:?} {takes} {values:?} {short:?} {aliases:?}")
    }

    /// The flags of a command's verbs that are declared in two ways.
    fn different(whole: &clap::Command) -> Vec<String> {
        let mut first = std::collections::BTreeMap::new();
        let mut out = std::collections::BTreeSet::new();
        for verb in whole.get_subcommands() {
            for a in verb.get_arguments().filter(|a| !a.is_hide_set()) {
                let Some(long) = a.get_long() else { continue };
                let told = told(a);
                if *first.entry(long.to_owned()).or_insert_with(|| told.clone()) != told {
                    out.insert(long.to_owned());
                }
            }
        }
        out.into_iter().collect()
    }

    #[test]
    fn a_flag_means_the_same_in_every_verb() {
        let mut whole = Cli::command();
        whole.build();
        let found = different(&whole);
        let others: Vec<_> = OTHERS.iter().map(|(flag, _)| *flag).collect();
        let new: Vec<_> = found
            .iter()
            .filter(|f| !others.contains(&f.as_str()))
            .collect();
        assert!(
            new.is_empty(),
            "{new:?}: declare them once (ep_cli::common, args::common)"
        );
        let gone: Vec<_> = others
            .iter()
            .filter(|o| !found.iter().any(|f| f == *o))
            .collect();
        assert!(
            gone.is_empty(),
            "{gone:?} are no longer different: strike them"
        );
    }

    #[test]
    fn a_flag_that_is_declared_twice_is_found() {
        use clap::{Arg, ArgAction, Command};
        let flag = || Arg::new("loud").long("loud").action(ArgAction::SetTrue);
        let planted = |other: Arg| {
            let verb = |name: &'static str, a| Command::new(name).arg(a);
            let whole = Command::new("x")
                .subcommand(verb("a", flag().help("Say more")))
                .subcommand(verb("b", other));
            different(&whole)
        };
        assert_eq!(planted(flag().help("Say more")), Vec::<String>::new());
        assert_eq!(planted(flag().help("Say it all")), ["loud"]);
        assert_eq!(planted(flag().help("Say more").short('l')), ["loud"]);
        let valued = flag().help("Say more").action(ArgAction::Set);
        assert_eq!(planted(valued.clone()), ["loud"]);
        assert_eq!(planted(valued.value_name("WORD")), ["loud"]);
    }

    /// Defaults of a verb stay its own.
    #[test]
    fn limits_have_the_defaults_of_their_verb() {
        let all = Cli::command();
        let of = |verb: &str, id: &str| {
            let verb = all.find_subcommand(verb).expect("a verb");
            let a = verb.get_arguments().find(|a| a.get_id() == id);
            let values = a.expect("a flag").get_default_values();
            values
                .iter()
                .map(|v| v.to_string_lossy().into_owned())
                .collect::<String>()
        };
        for (verb, id, want) in [
            ("test", "timeout", ""),
            ("time", "timeout", "60s"),
            ("memory", "timeout", "60s"),
            ("its", "timeout", ""),
            ("test", "max_memory", "4G"),
            ("memory", "max_memory", "2G"),
            ("validate", "max_memory", "7G"),
            ("solve", "cpu_time", "60s"),
            ("validate", "cpu_time", ""),
            ("test", "max_paths", ""),
            ("paths", "max_paths", "1000"),
        ] {
            assert_eq!(of(verb, id), want, "{verb} {id}");
        }
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
