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

/// A graph of 2,000 states, 300 of them behind one: nothing lies on anything, the
/// drawing is a few screens wide, and links lead from state to state.
#[test]
fn two_thousand_states_are_readable() {
    use ep_base::entity::EntityId;
    use ep_base::graph::{Kind, NodeId};
    use ep_base::time::{GraphNode, Report, Way};
    let node = |i: u32| GraphNode {
        place: ep_base::outcome::Place {
            file: "large.c".into(),
            line: 1 + i,
            column: 0,
            function: "f".into(),
        },
        facts: vec![format!("x >= {i}"), "y <= 7".into()],
        values: vec![("x".into(), format!("x + {i}"))],
        ..GraphNode::default()
    };
    const N: u32 = 2000;
    let onward = (1..N).map(|i| match i {
        1..=300 => (0, i),
        _ => (i - 150, i),
    });
    let back = (10..N).step_by(10).map(|i| (i, i - 9));
    let mut report = Report::undecided("f", "", Default::default());
    for i in 0..N {
        report.graph.node(node(i));
    }
    for (from, to) in onward.chain(back) {
        let kind = match to < from {
            true => Kind::Generalised(()),
            false => Kind::Step,
        };
        let way = Way {
            weight: 7,
            cases: vec![format!("x > {from}")],
            becomes: Vec::new(),
            exact: true,
        };
        let [from, to] = [from, to].map(|n| NodeId::from_index(n as usize));
        report.graph.edge(from, to, kind, Some(way));
    }
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("large.html");
    let text = ep_report::time::page::html(&report, &Default::default());
    std::fs::write(&file, text).expect("a file");
    let page = Browser::start();
    page.open(&file, "");
    let said = page.script(
        "const boxes = [...document.querySelectorAll('.state > rect')].map(r => ({x: r.x.baseVal.value, y: r.y.baseVal.value, w: r.width.baseVal.value, h: r.height.baseVal.value}));
         const over = boxes.filter((a, i) => boxes.some((b, k) => k < i && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h));
         const wide = document.querySelector('#graph').width.baseVal.value;
         return [boxes.length, over.length, wide]",
    );
    assert_eq!(said[0], json!(N));
    assert_eq!(said[1], json!(0), "states lie on each other");
    assert!(said[2].as_f64() < Some(3000.0), "{said}");
    // A link brings its state into view.
    let seen = page.script(
        "document.querySelector('#s1500 a').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, view: window}));
         const to = document.querySelector('#s1500 a').textContent;
         const r = document.querySelector('#s' + to + ' > rect').getBoundingClientRect();
         return [to, r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.left <= innerWidth, location.hash]",
    );
    assert_eq!(seen, json!(["1650", true, "#s1650"]));
    page.screenshot("time-2000.png");
}
