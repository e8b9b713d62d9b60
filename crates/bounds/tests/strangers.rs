//! The programs of `bench/time/hostile`: each says in its first lines whether
//! `f` ends on every input, not on some, or that neither can be claimed. What
//! is answered is never the opposite, and no counted run contradicts a bound.
//!
//! `bench/time/truth.py` asks the whole command about them and holds the bounds
//! against native counts of its own.

use ep_base::time::{Report, Verdict};
use ep_base::Budget;
use ep_bounds::evidence::counted::{gather, Limits};
use ep_bounds::evidence::grid::Grid;
use ep_bounds::evidence::Subject;
use ep_bounds::time::{analyse, unwind, weighed, Options, OverflowMode};
use ep_clang::{ModelLibrary, ReadOptions};
use ep_ir::Module;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/time/hostile");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("bench/time/hostile")
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 60, "they are there");
    files
}

/// The text behind `// key: ` in a program.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|l| l.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": "))
}

fn compile(source: &Path, wraps: bool, scratch: &Path) -> Module {
    let options = ReadOptions {
        clang_flags: wraps.then(|| "-fwrapv".to_owned()).into_iter().collect(),
        scratch: scratch.to_path_buf(),
        roots: vec!["f".into()],
        models: vec![ModelLibrary {
            name: "the C library models".into(),
            pointer_bits: Some(64),
            bitcode: Cow::Borrowed(ep_runtime::LIBC_BITCODE_64),
        }],
        ..ReadOptions::default()
    };
    let (module, _) = ep_clang::read(&[source.to_path_buf()], &options)
        .unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    module
}

/// What the flags of a program mean here; `None` for those of the command alone.
fn options(flags: &str) -> Option<Options> {
    let mut out = Options {
        bounds: true,
        budget: Budget {
            timeout: Some(Duration::from_secs(4)),
            ..Budget::default()
        },
        ..Options::default()
    };
    let words: Vec<&str> = flags.split_whitespace().collect();
    match words.as_slice() {
        [] => {}
        ["--may-alias"] => out.may_alias = true,
        ["--may-be-null"] => out.may_be_null = true,
        ["--may-be-null", "--strict"] => (out.may_be_null, out.strict) = (true, true),
        ["--strict"] => out.strict = true,
        ["--overflow", "assume"] => out.overflow = OverflowMode::Assume,
        ["--overflow", "error"] => out.overflow = OverflowMode::Error,
        _ => return None,
    }
    Some(out)
}

fn claims(module: &Module, options: &Options) -> Report {
    let entry = module.function("f").expect("f");
    let mut report = analyse(module, entry, options, &mut |_| {});
    unwind(module, entry, options, &mut report).expect("no defect");
    report
}

/// Every so manieth program in the time of a change, all where that is asked for (`make
/// bench`).
fn step() -> usize {
    match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 8,
    }
}

#[test]
fn programs_of_strangers_are_not_misjudged() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut bad = Vec::new();
    let (mut asked, mut proved) = (0, 0);
    for file in programs().into_iter().step_by(step()) {
        let text = std::fs::read_to_string(&file).expect("readable");
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let want = field(&text, "time").expect("a verdict").to_owned();
        assert!(field(&text, "because").is_some(), "{name} says why");
        let Some(options) = options(field(&text, "flags").unwrap_or_default()) else {
            continue;
        };
        asked += 1;
        let wraps = options.overflow == OverflowMode::Wrap;
        let module = compile(&file, wraps, scratch.path());
        let report = claims(&module, &options);
        let ends = report.verdict == Verdict::Terminates;
        proved += u32::from(ends);
        if ends && want != "terminates" {
            bad.push(format!("{name} is proved to end"));
        }
        let subject = Subject {
            module: &module,
            entry: module.function("f").expect("f"),
        };
        let mut grid = Grid::new(subject, 8).expect("a grid");
        let limits = Limits {
            run: 1 << 15,
            all: 1 << 20,
            sets: 0,
            ..Limits::default()
        };
        let none = Budget::default();
        let e = gather(subject, &mut grid, &report, None, &limits, &none).expect("no defect");
        if let Some(c) = e.contradiction {
            bad.push(format!("{name}: {}", c.what));
        }
        if e.recurring > 0 && want == "terminates" {
            bad.push(format!("{name} comes back to where it was"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(asked >= 25 && proved * 3 >= asked, "{proved} of {asked}");
}

/// The run that comes back needs a character that the program compares with.
#[test]
fn strings_hold_characters_that_the_program_names() {
    let scratch = tempfile::tempdir().expect("a folder");
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/time/hostile/back_and_forth.c");
    let module = compile(&file, true, scratch.path());
    let subject = Subject {
        module: &module,
        entry: module.function("f").expect("f"),
    };
    let mut grid = Grid::new(subject, 8).expect("a grid");
    let report = Report::undecided("f", "not looked at", ep_base::outcome::Place::default());
    let limits = Limits::default();
    let none = Budget::default();
    let e = gather(subject, &mut grid, &report, None, &limits, &none).expect("no defect");
    assert!(e.recurring > 0, "\"ax\" is run: {e:?}");
}

/// A call of `ep_tick` comes back where ticks are counted, so that runs are.
#[test]
fn ticks_are_counted_in_runs() {
    let scratch = tempfile::tempdir().expect("a folder");
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/time/hostile/ticks_counted.c");
    let module = compile(&file, true, scratch.path());
    let module = weighed(&module, &ep_base::time::Cost::Ticks).expect("ticks");
    let report = claims(&module, &options("").expect("options"));
    let subject = Subject {
        module: &module,
        entry: module.function("f").expect("f"),
    };
    let mut grid = Grid::new(subject, 8).expect("a grid");
    let limits = Limits::default();
    let none = Budget::default();
    let e = gather(subject, &mut grid, &report, None, &limits, &none).expect("no defect");
    assert!(e.contradiction.is_none() && e.stopped.is_empty(), "{e:?}");
    let most = e
        .counted
        .runs
        .iter()
        .filter_map(|r| r.interpreted.clone())
        .max();
    // 128 even and 127 odd rounds for 255.
    assert_eq!(most, Some((128 + 7 * 127).into()));
}
