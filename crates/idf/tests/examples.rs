//! Programs with their expected errors inside: `examples/verify/*.vpr`, in the form
//! of Viper's own tests. Each error must be at its line with its identifier, and
//! there must be no other.

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use ep_ivl::syntax::{load, Loader};
use std::path::{Path, PathBuf};

struct Disk;
impl Loader for Disk {
    fn load(&mut self, path: &Path) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|e| e.to_string())
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify");
    let entries = std::fs::read_dir(folder).expect("the folder of examples");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|x| x == "vpr"))
        .collect();
    files.sort();
    files
}

/// The identifiers that are expected, with the line of the code after the comment.
fn expected(text: &str) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    let mut waiting: Vec<String> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("//:: ExpectedOutput(") {
            waiting.push(rest.trim_end_matches(')').to_owned());
        } else if !line.is_empty() && !line.starts_with("//") {
            found.extend(waiting.drain(..).map(|id| (i as u32 + 1, id)));
        }
    }
    found.sort();
    found
}

fn errors(path: &Path, options: &Options) -> Vec<(u32, String)> {
    let loaded = load(path, &mut Disk).expect("a readable file");
    let (program, problems) = ep_ivl::check::check(loaded);
    assert!(problems.iter().all(|p| p.warning), "{path:?}: {problems:?}");
    let mut found = Vec::new();
    for result in verify(&program, options, &Budget::default()) {
        let name = program.name(result.member);
        match &result.outcome {
            Outcome::Verified => assert!(result.errors.is_empty(), "{name}"),
            Outcome::Failed => assert!(!result.errors.is_empty(), "{name}"),
            other => panic!("{path:?}, {name}: {other:?}"),
        }
        found.extend(result.errors.iter().map(|e| (e.span.start.line, e.id())));
    }
    found.sort();
    found
}

#[test]
fn errors_are_where_they_are_expected() {
    let files = programs();
    assert!(files.len() >= 4, "{files:?}");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        assert_eq!(
            errors(&path, &Options::default()),
            expected(&text),
            "{path:?}"
        );
    }
}

#[test]
fn joining_changes_no_verdict() {
    let options = Options {
        joins: false,
        ..Options::default()
    };
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        assert_eq!(errors(&path, &options), expected(&text), "{path:?}");
    }
}
