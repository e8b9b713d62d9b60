//! `--resume DIR`: which run it was, whether it can go on, and with which
//! arguments. Limits and what is printed may change; all else stays as it was,
//! since waiting states are decisions of that very run.

use crate::args::test::TestArgs;
use crate::args::{normalise, Cli, Verb};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use ep_base::Diagnostic;
use ep_verbs::test::resume::Resumed;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What may be given anew.
const FREE: [&str; 19] = [
    "resume",
    "timeout",
    "max_memory",
    "max_paths",
    "max_instructions",
    "jobs",
    "json",
    "quiet",
    "sarif",
    "junit",
    "baseline",
    "fail_on",
    "tree",
    "html",
    "no_native",
    "no_isolation",
    "first_bug",
    "cross_check",
    "solver_limit",
];

/// Reads the run's journal and its arguments.
///
/// # Errors
/// It cannot go on, or is asked to go on as another run (exit 2).
pub fn open(dir: &Path, given: &TestArgs) -> Result<(TestArgs, Resumed), Diagnostic> {
    let at = dir.display().to_string();
    let resumed = Resumed::open(dir)?;
    let mut args =
        merge(resumed.command(), std::env::args_os().collect(), given).map_err(|d| d.at(at))?;
    args.gate.sarif.sarif = absolute(args.gate.sarif.sarif)?;
    args.gate.junit = absolute(args.gate.junit)?;
    args.gate.baseline = absolute(args.gate.baseline)?;
    if given.tree.tree.is_some() {
        args.tree.tree = absolute(args.tree.tree)?;
    }
    if given.html.html.is_some() {
        args.html.html = absolute(args.html.html)?;
    }
    Ok((args, resumed))
}

fn absolute(path: Option<PathBuf>) -> Result<Option<PathBuf>, Diagnostic> {
    let make = |p: PathBuf| {
        std::path::absolute(&p).map_err(|e| Diagnostic::bad_input(format!("{}: {e}", p.display())))
    };
    path.map(make).transpose()
}

/// The arguments of the run in the file of its header.
///
/// # Errors
/// They cannot be read by this version (exit 2).
pub fn arguments(args: &[String]) -> Result<TestArgs, Diagnostic> {
    let m = matches(args.iter().map(OsString::from).collect())?;
    typed(&m)
}

fn matches(args: Vec<OsString>) -> Result<ArgMatches, Diagnostic> {
    Cli::command()
        .try_get_matches_from(normalise(args))
        .map_err(|e| {
            Diagnostic::bad_input(format!(
                "the arguments of the run cannot be read: {}",
                e.to_string().lines().next().unwrap_or_default()
            ))
        })
}

fn typed(m: &ArgMatches) -> Result<TestArgs, Diagnostic> {
    match Cli::from_arg_matches(m).map(|c| c.verb) {
        Ok(Verb::Test(t)) => Ok(*t),
        _ => Err(Diagnostic::bad_input(
            "the run was not made by `everypath test`",
        )),
    }
}

fn merge(old: &[String], new: Vec<OsString>, given: &TestArgs) -> Result<TestArgs, Diagnostic> {
    let before = matches(old.iter().map(OsString::from).collect())?;
    let now = matches(new)?;
    let (Some((_, b)), Some((_, n))) = (before.subcommand(), now.subcommand()) else {
        return Err(Diagnostic::bad_input(
            "the run was not made by `everypath test`",
        ));
    };
    for id in n.ids() {
        let id = id.as_str();
        let from_line = n.value_source(id) == Some(ValueSource::CommandLine);
        // Groups are named like types; each of their flags is an id, too.
        let group = id.contains(char::is_uppercase);
        if !from_line || FREE.contains(&id) || group {
            continue;
        }
        let raw = |m: &ArgMatches| -> Option<Vec<OsString>> {
            let values = m.get_raw(id)?;
            Some(values.map(OsString::from).collect())
        };
        if raw(n) != raw(b) {
            let values = raw(n).unwrap_or_default();
            let shown: Vec<_> = values.iter().map(|v| v.to_string_lossy()).collect();
            let name = match id {
                "files" => "the files".to_string(),
                "clang_flags" => "the flags for clang".to_string(),
                _ => format!("--{}", id.replace('_', "-")),
            };
            return Err(Diagnostic::bad_input(format!(
                "a resumed run cannot change {name} (now `{}`)",
                shown.join(" ")
            ))
            .help("give only limits, --jobs and what is printed; everything else is as it was"));
        }
    }
    let mut args = typed(&before)?;
    args.resume.clone_from(&given.resume);
    args.timeout.clone_from(&given.timeout);
    args.max_memory.clone_from(&given.max_memory);
    args.max_paths.clone_from(&given.max_paths);
    args.max_instructions = given.max_instructions;
    args.json.clone_from(&given.json);
    args.quiet.clone_from(&given.quiet);
    args.gate.clone_from(&given.gate);
    if given.tree.tree.is_some() {
        args.tree.clone_from(&given.tree);
    }
    if given.html.html.is_some() {
        args.html.clone_from(&given.html);
    }
    args.no_native.no_native |= given.no_native.no_native;
    args.isolation.clone_from(&given.isolation);
    args.first_bug.clone_from(&given.first_bug);
    args.cross_check.cross_check |= given.cross_check.cross_check;
    args.solver_limit.clone_from(&given.solver_limit);
    if n.value_source("jobs") == Some(ValueSource::CommandLine) {
        args.jobs.clone_from(&given.jobs);
    }
    Ok(args)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(old: &str, new: &str) -> Result<TestArgs, Diagnostic> {
        let words = |s: &str| s.split(' ').map(str::to_string).collect::<Vec<_>>();
        let os: Vec<OsString> = words(new).into_iter().map(OsString::from).collect();
        let given = typed(&matches(os.clone()).unwrap()).unwrap();
        merge(&words(old), os, &given)
    }

    #[test]
    fn limits_are_new_and_the_rest_is_old() {
        let a = merged(
            "everypath test a.c --search bfs --timeout 5 --jobs 3 --max-paths 9 -- -DN=4",
            "everypath test --resume d --timeout 7",
        )
        .unwrap();
        assert_eq!(a.timeout.timeout, Some(std::time::Duration::from_secs(7)));
        assert_eq!((a.max_paths.max_paths, a.jobs.jobs), (None, 3));
        assert_eq!(a.clang_flags, ["-DN=4"]);
        assert_eq!(a.search, ep_verbs::test::options::Search::Bfs);
    }

    #[test]
    fn what_the_states_depend_on_cannot_change() {
        let old = "everypath test a.c --search bfs -m32";
        for (new, ok) in [
            ("everypath test --resume d --search bfs", true),
            ("everypath test --resume d --search dfs", false),
            ("everypath test a.c --resume d", true),
            ("everypath test b.c --resume d", false),
            ("everypath test --resume d -m32", true),
            ("everypath test --resume d --stdin 3", false),
            ("everypath test --resume d -- -DN=3", false),
            ("everypath test --resume d --jobs 2 --quiet", true),
        ] {
            assert_eq!(merged(old, new).is_ok(), ok, "{new}");
        }
    }
}
