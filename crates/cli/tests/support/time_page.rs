//! The page of `everypath time`: cases on edges, areas and pointers, proved loops,
//! and an input axis for each of two parameters.

use crate::browser::Browser;
use serde_json::json;
use std::path::Path;
use std::process::Command;

fn time(dir: &Path, source: &str) {
    std::fs::write(dir.join("f.c"), source).expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["time", "f.c", "--entry", "f", "--html", "page"])
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    let told = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{told}");
}

#[test]
fn the_page_of_a_bound_shows_cases_memory_and_proved_loops() {
    let dir = tempfile::tempdir().expect("a folder");
    time(
        dir.path(),
        "void f(unsigned x, unsigned y) { while (x > 0) x--; while (y > 0) y++; }",
    );
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    let count = |css: &str| {
        page.script(&format!(
            "return document.querySelectorAll(\"{css}\").length"
        ))
    };
    // A plot for each of two parameters, with its name below.
    assert_eq!(count(".plots svg"), json!(2));
    let below = |id: &str| {
        page.script(&format!(
            "return document.querySelector(\"#{id} .below\").textContent"
        ))
    };
    assert_eq!(below("plot"), json!("x"));
    assert_eq!(below("plot1"), json!("y"));
    assert_ne!(count("#plot .run"), json!(0));
    // Both loops are proved, and it is seen at their heads and in the table.
    assert_ne!(count(".state.proved"), json!(0));
    assert_eq!(count(".state.open"), json!(0));
    assert_eq!(count("#loops tr"), json!(3));
    // Cases stand on the edges, where a reader sees them.
    let case = page.script(
        "return [...document.querySelectorAll('.case')].some(t => t.textContent.includes('x ') && t.getBoundingClientRect().width > 10)",
    );
    assert_eq!(case, json!(true));
    // No equation says that a variable is itself.
    let same = page.script(
        "return [...document.querySelectorAll('.state text')].filter(t => { const p = t.textContent.split(' = '); return p.length == 2 && p[0].trim() == p[1].trim(); }).length",
    );
    assert_eq!(same, json!(0));

    time(
        dir.path(),
        "void f(int *p, unsigned n) { int a[4]; a[0] = 0; a[1] = 7; for (unsigned i = 0; i < n; i++) { a[0] += p[1]; p = p; if (a[1] > 9) p++; } }",
    );
    page.open(&dir.path().join("page/index.html"), "");
    assert_ne!(count(".area"), json!(0), "areas are drawn");
}
