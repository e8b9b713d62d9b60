//! `--resume DIR`: which run it was, whether it can go on, and with which
//! arguments. Limits and what is printed may change; all else stays as it was,
//! since waiting states are decisions of that very run.

use crate::args::{normalise, Cli, TestArgs, Verb};
use crate::journal::{Found, Header};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use ep_base::Diagnostic;
use ep_explore::forking::journal::COMPLETE;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What may be given anew.
const FREE: [&str; 18] = [
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
];

/// A run to go on with.
pub struct Resumed {
    pub folder: PathBuf,
    pub found: Found,
}

/// The header of a new run.
///
/// # Errors
/// The current folder is gone (exit 4).
pub fn header(program: String) -> Result<Header, Diagnostic> {
    let folder = std::env::current_dir()
        .map_err(|e| Diagnostic::surroundings(format!("there is no current folder: {e}")))?;
    Ok(Header {
        version: env!("CARGO_PKG_VERSION").into(),
        args: std::env::args_os()
            .map(|a| a.to_string_lossy().into_owned())
            .collect(),
        folder,
        program,
    })
}

/// Reads the run's journal and its arguments, and goes to the folder where it
/// was started.
///
/// # Errors
/// It cannot go on, or is asked to go on as another run (exit 2).
pub fn open(dir: &Path, given: &TestArgs) -> Result<(TestArgs, Resumed), Diagnostic> {
    let at = dir.display().to_string();
    let found = Found::read(dir, true)?;
    // Killed behind the last frame and before the results, it has to write them.
    let finished = found.restored.end.as_deref() == Some(COMPLETE);
    if finished && dir.join("run.json").exists() {
        return Err(
            Diagnostic::bad_input("this run is finished: nothing is left to do")
                .at(at.clone())
                .help(format!(
                    "look at it with `everypath show {at}`, or start a new run"
                )),
        );
    }
    let mut args = merge(&found.header.args, std::env::args_os().collect(), given)
        .map_err(|d| d.at(at.clone()))?;
    args.gate.sarif = absolute(args.gate.sarif)?;
    args.gate.junit = absolute(args.gate.junit)?;
    args.gate.baseline = absolute(args.gate.baseline)?;
    if given.tree.is_some() {
        args.tree = absolute(args.tree)?;
    }
    if given.html.is_some() {
        args.html = absolute(args.html)?;
    }
    let folder = std::fs::canonicalize(dir)
        .map_err(|e| Diagnostic::surroundings(format!("cannot open the folder: {e}")).at(at))?;
    std::env::set_current_dir(&found.header.folder).map_err(|e| {
        Diagnostic::bad_input(format!("the folder where the run was started is gone: {e}"))
            .at(found.header.folder.display().to_string())
    })?;
    Ok((args, Resumed { folder, found }))
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
        if !from_line || FREE.contains(&id) || id == "TestArgs" {
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
    args.timeout = given.timeout;
    args.max_memory = given.max_memory;
    args.max_paths = given.max_paths;
    args.max_instructions = given.max_instructions;
    args.json = given.json;
    args.quiet = given.quiet;
    args.gate.clone_from(&given.gate);
    if given.tree.is_some() {
        args.tree.clone_from(&given.tree);
    }
    if given.html.is_some() {
        args.html.clone_from(&given.html);
    }
    args.no_native |= given.no_native;
    args.isolation = given.isolation;
    args.first_bug = given.first_bug;
    args.cross_check |= given.cross_check;
    if n.value_source("jobs") == Some(ValueSource::CommandLine) {
        args.jobs = given.jobs;
    }
    Ok(args)
}

/// Removes the results of the part before: they are written again at the end,
/// and until then the run is not finished.
///
/// # Errors
/// The folder cannot be changed (exit 4).
pub fn forget_results(folder: &Path) -> Result<(), Diagnostic> {
    let path = folder.join("run.json");
    match std::fs::remove_file(&path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Diagnostic::surroundings(
            format!("cannot replace the results of the part before: {e}"),
        )
        .at(path.display().to_string())),
        _ => Ok(()),
    }
}

/// Removes the tests that were written after the last frame: their paths are
/// explored again.
///
/// # Errors
/// The folder cannot be changed (exit 4).
pub fn forget_tests(folder: &Path, kept: &[u64]) -> Result<(), Diagnostic> {
    let tests = folder.join("tests");
    let Ok(entries) = std::fs::read_dir(&tests) else {
        return Ok(());
    };
    let kept: HashSet<u64> = kept.iter().copied().collect();
    for e in entries.flatten() {
        let name = e.file_name().to_string_lossy().into_owned();
        let Some(number) = name.strip_prefix("test") else {
            continue;
        };
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        let Ok(id) = digits.parse::<u64>() else {
            continue;
        };
        if kept.contains(&id) {
            continue;
        }
        let path = e.path();
        let removed = if path.is_dir() {
            std::fs::remove_dir_all(&path)
        } else {
            std::fs::remove_file(&path)
        };
        removed.map_err(|e| {
            Diagnostic::surroundings(format!("cannot remove a test of the last seconds: {e}"))
                .at(path.display().to_string())
        })?;
    }
    Ok(())
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
        assert_eq!(a.timeout, Some(std::time::Duration::from_secs(7)));
        assert_eq!((a.max_paths, a.jobs), (None, 3));
        assert_eq!(a.clang_flags, ["-DN=4"]);
        assert_eq!(a.search, crate::args::Search::Bfs);
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
