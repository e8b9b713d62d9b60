//! Figures 3 and 9 with every ghost operation written: without any one of them the
//! proof fails, with the reason that section 4.1 of document 001 gives. The operations
//! are found in the files, so that one without an entry here is an error. Figures 1
//! and 2 have none.

use ep_base::Budget;
use ep_idf::{verify, Options};
use ep_java::lower::lower;
use std::path::Path;

/// `open`, `close` and `use` statements, and `opening … in`: start and text.
fn operations(text: &str) -> Vec<(usize, &str)> {
    let head: usize = (text.split_inclusive('\n'))
        .take_while(|l| l.starts_with("//"))
        .map(str::len)
        .sum();
    let mut found = Vec::new();
    for word in ["open ", "close ", "use ", "opening "] {
        for (at, _) in text.match_indices(word).filter(|(at, _)| *at > head) {
            let rest = &text[at..];
            let end = match word {
                "opening " => rest.find(" in ").map(|i| i + 4),
                _ => rest.find(';').map(|i| i + 1),
            };
            found.push((at, &rest[..end.expect("the end of the operation")]));
        }
    }
    found.sort();
    found
}

/// `line: message` of all findings, where nothing is inferred.
fn findings(text: &str) -> Vec<String> {
    let program = ep_java::read(&[("T.java", text)]).expect("it is Java");
    let lowered = lower(&program, ep_java::lower::Options::default()).expect("it lowers");
    let options = Options {
        infer_open: false,
        infer_close: false,
        infer_use: false,
        unfold_contracts: false,
        ..Options::default()
    };
    let mut out = Vec::new();
    for r in verify(&lowered.program, &options, &Budget::default()) {
        for e in &r.errors {
            let message = e.note.as_ref().unwrap_or(&e.message);
            out.push(format!("{}: {message}", e.at.start.line));
        }
    }
    out
}

fn without_each(name: &str, want: &[(&str, &[&str])]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify/java");
    let text = std::fs::read_to_string(path.join(name)).expect("the example");
    assert_eq!(findings(&text), [""; 0], "with all of them it is proved");
    let mut got = Vec::new();
    for (at, operation) in operations(&text) {
        let line = text[..at].matches('\n').count() + 1;
        let without = format!("{}{}", &text[..at], &text[at + operation.len()..]);
        let found = findings(&without);
        assert!(!found.is_empty(), "line {line}: {operation} is not needed");
        got.push((format!("{line} {operation}"), found));
    }
    let want: Vec<(String, Vec<String>)> = (want.iter())
        .map(|(o, f)| (o.to_string(), f.iter().map(|s| s.to_string()).collect()))
        .collect();
    assert_eq!(got, want);
}

#[test]
fn figure_9_needs_each_of_its_ghost_operations() {
    without_each(
        "Cell.java",
        &[
            ("27 close valid();", &["32: no permission to `valid()`"]),
            ("28 use getX();", &["24: `getX() == v` might not hold"]),
            (
                "34 opening valid() in ",
                &[
                    "34: no permission to `x`",
                    "24: `getX() == v` might not hold",
                    "39: `getX() == v` might not hold",
                ],
            ),
            ("41 open valid();", &["42: no permission to write `x.x`"]),
            ("43 close valid();", &["32: no permission to `valid()`"]),
            ("44 use getX();", &["39: `getX() == v` might not hold"]),
        ],
    );
}

#[test]
fn figure_3_needs_each_of_its_ghost_operations() {
    without_each(
        "CellSwapGhost.java",
        &[
            ("16 close valid();", &["19: no permission to `valid()`"]),
            ("16 use getX();", &["14: `getX() == v` might not hold"]),
            (
                "20 opening valid() in ",
                &[
                    "20: no permission to `x`",
                    "14: `getX() == v` might not hold",
                    "22: `getX() == v` might not hold",
                    "32: `getX() == old(c.getX())` might not hold",
                    "33: `c.getX() == old(getX())` might not hold",
                ],
            ),
            ("23 open valid();", &["24: no permission to write `x.x`"]),
            ("25 close valid();", &["19: no permission to `valid()`"]),
            ("25 use getX();", &["22: `getX() == v` might not hold"]),
            (
                "34 use getX();",
                &["33: `c.getX() == old(getX())` might not hold"],
            ),
            ("34 open valid();", &["35: no permission to `x`"]),
            ("36 close valid();", &["19: no permission to `valid()`"]),
            (
                "36 use getX();",
                &["32: `getX() == old(c.getX())` might not hold"],
            ),
        ],
    );
}
