//! The table that says where each figure and definition of document 001 is shown speaks
//! of files and tests that exist.

use std::path::Path;

const TABLE: &str = include_str!("../../../docs/algorithms/permissions-paper.md");

/// What stands in backquotes and is a path, with the test that is named behind it.
fn named() -> Vec<(&'static str, Option<&'static str>)> {
    let quoted = TABLE.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|q| q.contains('/') && !q.contains(' '));
    let split = |q: &'static str| match q.split_once("::") {
        Some((file, test)) => (file, Some(test)),
        None => (q, None),
    };
    paths.map(split).collect()
}

#[test]
fn what_the_table_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = named();
    assert!(named.len() >= 50, "{}", named.len());
    for (file, test) in named {
        let path = root.join(file);
        assert!(path.exists(), "{file}");
        let Some(test) = test else { continue };
        let text = std::fs::read_to_string(&path).expect("a readable test");
        let defined = format!("#[test]\nfn {test}() {{");
        assert!(text.contains(&defined), "{file}::{test}");
    }
}

#[test]
fn every_figure_and_definition_has_a_line() {
    let line = |what: &str| TABLE.lines().any(|l| l.starts_with(&format!("| {what}")));
    for what in [
        "Figures 1 and 2",
        "Definitions 1 and 2",
        "Definition 3",
        "Definition 4",
        "Definition 5",
        "Definition 6",
        "Definition 7",
    ] {
        assert!(line(what), "{what}");
    }
    assert!((3..=11).all(|n| line(&format!("Figure {n},"))));
}
