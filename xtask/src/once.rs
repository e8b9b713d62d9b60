//! What stands in one place, what a folder does not import, and how much a
//! crate may hold.
//!
//! Idea: a thing that was two and was made one becomes two again by copying, so
//! each such thing has a text that a copy cannot do without; production code
//! has it in the files that are named here and nowhere else. Walls between the
//! folders of a crate are words of the same kind. Alternative: a search for
//! equal code, which finds what is alike by chance. Cost: a search per text and
//! file.

use crate::lint::{test_regions, Place};
use crate::mask::mask;

/// A text, the files of production code that may have it, and what it belongs to.
const ONCE: &[(&str, &[&str], &str)] = &[
    (
        "<!doctype html>",
        &["crates/report/src/frame.rs"],
        "the frame of a page",
    ),
    (
        "\"ruleId\":",
        &["crates/report/src/sarif/log.rs"],
        "a result of SARIF",
    ),
    (
        "\"codeFlows\":",
        &["crates/report/src/sarif/log.rs"],
        "a result of SARIF",
    ),
    (
        "0xbf58_476d_1ce4_e5b9",
        &["crates/base/src/random.rs"],
        "a generator of random numbers",
    ),
    (
        "0x2545_f491_4f6c_dd1d)\n",
        &["crates/base/src/random.rs"],
        "a generator of random numbers",
    ),
    (
        "\"klee_range\" =>",
        &["crates/ir/src/provided.rs"],
        "what a provided function does",
    ),
    (
        "enum ParamShape",
        &["crates/harness/src/signature.rs"],
        "how C passes a parameter",
    ),
    (
        "pub external: E",
        &[
            "crates/cli/src/args/common.rs",
            "crates/verbs/src/explore/options.rs",
            "crates/verbs/src/memory/options.rs",
            "crates/verbs/src/time/options.rs",
            "crates/machine/src/options.rs",
        ],
        "the flag --external",
    ),
    (
        "\"math\", \"Mathematical integers\"",
        &["crates/verbs/src/explore/options.rs"],
        "the words of --arith",
    ),
];

/// Folders of a crate, and those of the same crate that they do not import.
const WALLS: &[(&str, &[&str])] = &[
    (
        "crates/explore/src/merge/",
        &["bmc", "concolic", "forking", "met", "outcome", "view"],
    ),
    (
        "crates/explore/src/concolic/",
        &["bmc", "forking", "merge", "met", "outcome", "view"],
    ),
    (
        "crates/explore/src/outcome/",
        &["bmc", "concolic", "forking"],
    ),
];

/// Crates that hold no more than so many lines beside their tests.
const MOST: &[(&str, usize)] = &[("crates/cli/src/", 3000)];

/// A source with its path from the root of the project.
pub struct Source<'a> {
    pub path: &'a str,
    pub text: &'a str,
    pub place: Place,
}

/// What is wrong, one sentence each.
pub fn problems(sources: &[Source<'_>]) -> Vec<String> {
    let mut out = Vec::new();
    let mut lines = vec![0; MOST.len()];
    for s in sources {
        if s.place == Place::Test || !s.path.starts_with("crates/") {
            continue;
        }
        let code = production(s.text);
        for (text, files, what) in ONCE {
            if code.contains(text) && !files.contains(&s.path) {
                out.push(format!(
                    "{}: {what} belongs to {}",
                    s.path,
                    files.join(", ")
                ));
            }
        }
        for (folder, others) in WALLS.iter().filter(|(f, _)| s.path.starts_with(f)) {
            for other in *others {
                if code.contains(&format!("crate::{other}::")) {
                    out.push(format!("{}: {folder} does not import `{other}`", s.path));
                }
            }
        }
        for (i, (folder, _)) in MOST.iter().enumerate() {
            if s.path.starts_with(folder) {
                lines[i] += code.lines().count();
            }
        }
    }
    for ((folder, most), n) in MOST.iter().zip(lines) {
        if n > *most {
            out.push(format!(
                "{folder}: {n} lines without tests; {most} is the most"
            ));
        }
    }
    out
}

/// A source without the modules of its tests.
fn production(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for (from, to) in test_regions(&mask(source)) {
        if from >= at {
            out.push_str(source.get(at..from).unwrap_or_default());
            // The line that it ended goes with it.
            let rest = source.get(to..).unwrap_or_default();
            at = to + usize::from(rest.starts_with('\n'));
        }
    }
    out.push_str(source.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str, text: &str) -> usize {
        let place = Place::Library;
        problems(&[Source { path, text, place }]).len()
    }

    #[test]
    fn a_copy_is_told_and_the_place_itself_is_not() {
        for (text, files, _) in ONCE {
            let text = format!("fn f() {{ {text} }}");
            assert_eq!(told("crates/its/src/a.rs", &text), 1, "{text}");
            for file in *files {
                assert_eq!(told(file, &text), 0, "{file}: {text}");
            }
        }
    }

    #[test]
    fn tests_may_copy() {
        let text = "fn f() {}\n#[cfg(test)]\nmod tests { const R: &str = r#\"\"ruleId\": 1\"#; }\n";
        assert_eq!(told("crates/its/src/a.rs", text), 0);
    }

    #[test]
    fn a_planted_import_is_told() {
        let text = "use crate::forking::Options;\n";
        assert_eq!(told("crates/explore/src/merge/queue.rs", text), 1);
        assert_eq!(told("crates/explore/src/bmc/run.rs", text), 0);
    }

    #[test]
    fn a_crate_that_grows_is_told() {
        let tests = "#[cfg(test)]\nmod tests {\n".to_string() + &"\n".repeat(9) + "}\n";
        let whole = "\n".repeat(3000);
        assert_eq!(told("crates/cli/src/a.rs", &(whole.clone() + &tests)), 0);
        assert_eq!(told("crates/cli/src/a.rs", &(whole + "\n")), 1);
    }
}
