//! `everypath memory --html`: the peak over the source and the regions, in a
//! headless Chromium.

use crate::browser::Browser;
use serde_json::{json, Value};
use std::path::Path;
use std::process::Command;

/// Without a native build the functions of the library have no number for the
/// stack, so that the heap alone is bounded (3).
fn memory(dir: &Path, file: &Path, args: &[&str]) -> i32 {
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("memory")
        .arg(file)
        .args(args)
        .args(["--html", "page", "--no-native"])
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    out.status.code().expect("an exit code")
}

fn count(page: &Browser, css: &str) -> u64 {
    let code = format!("return document.querySelectorAll({}).length", json!(css));
    page.script(&code).as_u64().expect("a number")
}

#[test]
fn the_figure_three_has_its_rounds_and_its_peak() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/memory/figure3.c");
    assert_eq!(memory(dir.path(), &file, &["--entry", "f"]), 3);
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    // Rounds three and four use those before them.
    assert_eq!(count(&page, ".regions .used a"), 3);
    let regions = page.text(".regions");
    assert!(
        regions.contains("walked again: a side that was impossible may be possible"),
        "{regions}"
    );
    // The link leads to a visit that was walked.
    page.script("document.querySelectorAll('.regions .used a')[1].click()");
    let target = page.text(".regions > div:target");
    assert!(target.contains("round of the loop figure3.c:"), "{target}");
    assert!(!target.contains("uses the summary"), "{target}");
    // The impossible side and its reason.
    page.script("document.querySelectorAll('.regions details').forEach(d => d.open = true)");
    assert!(
        page.text(".regions").contains("i % 2"),
        "{}",
        page.text(".regions")
    );
    // The source has what lives there, by name.
    let hits = page
        .script("return [...document.querySelectorAll('.source tr.hit')].map(e => e.textContent)");
    let hits: Vec<&str> = hits
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        hits.iter()
            .any(|h| h.contains("char *b") && h.contains("lives at the peak: b (c bytes)")),
        "{hits:?}"
    );
    assert!(
        page.text(".flame").contains("matrix[i]"),
        "{}",
        page.text(".flame")
    );
    // Nothing is wider than the window.
    let wide = page.script("return document.documentElement.scrollWidth <= window.innerWidth");
    assert_eq!(wide, json!(true));
}

/// A page of thousands of visits stays one that is read: uses of one summary
/// are one line.
#[test]
fn thousands_of_visits_are_readable() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("many.c");
    let text = "#include <stdlib.h>
int f(int c) { for (int i = 0; i < 2000; i++) { char *p = malloc(c > i ? 10 : 20); free(p); } return 0; }
";
    std::fs::write(&file, text).expect("written");
    assert_eq!(memory(dir.path(), &file, &["--entry", "f"]), 3);
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    let said = page.text(".regions");
    let visits = page.text("h3 + p");
    assert!(visits.contains("visits"), "{visits}");
    assert!(count(&page, ".regions > div") < 1000, "{said:.2000}");
}
