//! The HTML page, driven in a headless Chromium by WebDriver: what is shown is
//! compared with the JSON of the same run.

#[path = "support/browser.rs"]
mod browser;
#[path = "support/findings_page.rs"]
mod findings_page;
#[path = "support/memory_page.rs"]
mod memory_page;
#[path = "support/states_page.rs"]
mod states_page;
#[path = "support/time_page.rs"]
mod time_page;

use browser::Browser;
use serde_json::{json, Value};
use std::path::Path;
use std::process::Command;

fn everypath(dir: &Path, program: &str, args: &[&str]) -> i32 {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(program);
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("test")
        .arg(file)
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    out.status.code().expect("an exit code")
}

fn tree(dir: &Path) -> Value {
    let text = std::fs::read_to_string(dir.join("tree.json")).expect("tree.json");
    serde_json::from_str(&text).expect("JSON")
}

fn nodes(tree: &Value) -> &Vec<Value> {
    tree["nodes"].as_array().expect("nodes")
}

/// Nodes with this outcome.
fn ending(tree: &Value, outcome: &str) -> Vec<u64> {
    nodes(tree)
        .iter()
        .filter(|n| n["outcome"] == outcome)
        .map(|n| n["id"].as_u64().expect("an id"))
        .collect()
}

#[test]
fn a_reader_walks_through_the_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = ["--html", "page", "--tree", "tree.json"];
    assert_eq!(
        everypath(dir.path(), "examples/test/checks/abort.c", &args),
        1
    );
    let tree = tree(dir.path());
    let aborts = ending(&tree, "abort");
    assert_eq!(aborts.len(), 5, "the slide's five errors");

    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    assert_eq!(page.text("#verdict"), "violated");
    assert!(page.text("#facts").contains("paths with an error 5"));

    page.click("[data-bug='0']");
    let bug = page.text("#bug-0");
    for part in [
        "abort: `abort` is called",
        "in = \"bad!\"",
        "confirmed by a native run",
    ] {
        assert!(bug.contains(part), "no {part} in {bug}");
    }
    page.click("[data-tab='source']");
    assert!(page.script("return document.querySelectorAll('.row.hit').length") != json!(0));
    assert_eq!(
        page.text(".row.site .note"),
        "← abort",
        "the finding stands at its line"
    );

    page.click("[data-tab='tree']");
    let all = nodes(&tree).len();
    assert_eq!(page.text("#matches"), format!("{all} nodes"));
    page.set("#outcome", "kind:error", "change");
    assert_eq!(page.text("#matches"), format!("5 of {all} nodes match"));
    let first = page.selected();
    assert!(aborts.contains(&first), "the first match is selected");
    page.click("#next");
    assert_ne!(page.selected(), first);

    // The conjuncts shown are those of the JSON, in their order.
    let node = page.selected();
    let condition = nodes(&tree)[node as usize]["condition"]
        .as_str()
        .expect("a condition");
    let shown = page.script("return [...document.querySelectorAll('#details ul li')].map(e => e.textContent).join(' && ')");
    assert_eq!(shown, json!(condition));

    // A click on the picture selects the node that stands there.
    page.set("#outcome", "", "change");
    page.click("#fit");
    let at = page.script(
        "const p = tree.picture, s = p.view.shown[p.view.shown.length - 1], r = p.canvas.getBoundingClientRect();
         return [r.left + p.left + (s.px + 80) * p.zoom, r.top + p.top + (s.py + 20) * p.zoom, s.last]",
    );
    page.click_at(&at[0], &at[1]);
    assert_eq!(json!(page.selected()), at[2]);

    // Collapsing hides, expanding brings back.
    let boxes = || page.script("return tree.view.shown.length");
    page.click("#collapse");
    let few = boxes();
    page.click("#expand");
    assert!(boxes().as_u64() > few.as_u64());

    // From a line of the source to the paths through it.
    page.click("[data-tab='source']");
    page.script("[...document.querySelectorAll('#files .row.site .no')][0].click()");
    assert_eq!(
        page.script("return document.querySelector('#tree-tab').hidden"),
        json!(false)
    );
    let through: Vec<u64> = nodes(&tree)
        .iter()
        .filter(|n| n["place"]["line"] == 19)
        .map(|n| n["id"].as_u64().expect("an id"))
        .collect();
    assert_eq!(
        page.text("#matches"),
        format!("{} of {all} nodes match", through.len())
    );
    assert!(through.contains(&page.selected()));
    assert_eq!(page.errors(), json!([]), "nothing was logged");
}

#[test]
fn the_address_leads_to_a_node_and_three_sizes_fit() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = ["--tree", "tree.html", "--no-native", "--out", "o"];
    assert_eq!(
        everypath(dir.path(), "examples/test/checks/abort.c", &args),
        1
    );
    let page = Browser::start();
    for (width, height) in [(1400, 900), (820, 1100), (420, 840)] {
        page.resize(width, height);
        page.open(&dir.path().join("tree.html"), "tab=tree&node=7");
        assert_eq!(page.selected(), 7);
        let overflow = "return document.documentElement.scrollWidth - window.innerWidth";
        let beyond = page.script(overflow).as_i64().expect("a number");
        assert!(beyond <= 0, "{beyond} px beyond a width of {width}");
        let drawn = page.script(
            "const c = document.querySelector('canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
             let n = 0; for (let i = 4; i < d.length; i += 4) if (d[i] !== d[0] || d[i + 1] !== d[1]) n++; return n",
        );
        assert!(drawn.as_u64() > Some(500), "an empty picture: {drawn}");
        page.screenshot(&format!("tree-{width}.png"));
    }
}

#[test]
fn fifty_thousand_nodes_are_usable() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("big.html");
    let page = ep_report::page::Page {
        title: "a large tree".into(),
        tree: Some(ep_report::page::Columns::new(&large(50_000)).expect("it fits")),
        ..Default::default()
    };
    page.write(&file, ep_report::page::Tab::Tree)
        .expect("written");
    let page = Browser::start();
    page.open(&file, "");
    assert_eq!(page.text("#matches"), "50000 nodes");
    // Everything laid out and drawn, then a search over all of it.
    let took = page.script(
        "const t = performance.now(); document.querySelector('#expand').click();
         return performance.now() - t",
    );
    assert!(took.as_f64() < Some(5000.0), "{took} ms to expand");
    page.set("#search", "value 49999", "input");
    page.wait("return document.querySelector('#matches').textContent === '1 of 50000 nodes match'");
    assert_eq!(page.selected(), 49_999);
    let pan = page.script(
        "const t = performance.now(); for (let i = 0; i < 10; i++) { tree.picture.left += 20; tree.picture.draw(); }
         return (performance.now() - t) / 10",
    );
    assert!(pan.as_f64() < Some(500.0), "{pan} ms a frame");
}

/// A tree in which each node has up to three children.
fn large(n: u32) -> ep_report::tree::Tree {
    use ep_report::tree::{Node, NodeKind, Tree, Variable};
    let node = |id: u32| Node {
        id,
        parent: (id > 0).then(|| (id - 1) / 3),
        also_from: vec![],
        kind: match id {
            0 => NodeKind::Root,
            _ if 3 * id + 1 >= n => NodeKind::End,
            _ => NodeKind::Fork,
        },
        place: ep_base::outcome::Place {
            file: "large.c".into(),
            line: 1 + id % 500,
            column: 0,
            function: "main".into(),
        },
        source: "if (x)".into(),
        branch: format!("x > {}", id % 1000),
        variables: vec![Variable {
            name: "x".into(),
            value: format!("value {id}"),
        }],
        condition: "true".into(),
        label: String::new(),
        outcome: match 3 * id + 1 >= n {
            true => "exit 0".into(),
            false => String::new(),
        },
    };
    Tree {
        nodes: (0..n).map(node).collect(),
        ..Tree::default()
    }
}

/// The page of `check`: no tree, but the run to each finding, line by line.
#[test]
fn the_page_of_check_has_the_trace() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int half = x / 2;\n  if (half == 21)\n    return 1 / (x - 43);\n  return 0;\n}\n";
    std::fs::write(dir.path().join("a.c"), text).expect("written");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "check",
            "a.c",
            "--html",
            "page",
            "--coverage",
            "--json",
            "--out",
            "o",
        ])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    assert_eq!(out.status.code(), Some(1));
    let run: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(run["measured"]["tests"], 1, "{run}");
    assert!(dir.path().join("o/coverage.lcov").exists());

    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    assert_eq!(page.text("#verdict"), "violated");
    page.click(".list .link-button");
    let shown =
        page.script("return [...document.querySelectorAll('.trace li')].map(l => l.innerText)");
    let lines: Vec<&str> = (shown.as_array().expect("lines").iter())
        .map(|l| l.as_str().expect("text"))
        .collect();
    let steps = run["traces"][0]["steps"].as_array().expect("steps");
    assert_eq!(lines.len(), steps.len(), "{lines:?}");
    assert!(
        lines
            .iter()
            .any(|l| l.contains("a.c:4 in main") && l.contains("half = 21")),
        "{lines:?}"
    );
    assert_eq!(page.errors(), json!([]));
}

/// Each finding of a line stands there; inputs are as the terminal shows them.
#[test]
fn findings_of_one_line_and_their_inputs_are_shown() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "int main(int argc, char **argv) {
  int a[2] = {0}, i = argc > 1 ? argv[1][0] : 0, *p = i == 'x' ? 0 : a;
  return i == 'x' ? *p : i == '-' ? a[i] : 0;
}
";
    std::fs::write(dir.path().join("two.c"), program).expect("a program");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "test",
            "two.c",
            "--args",
            "sym:4",
            "--html",
            "page",
            "--no-native",
        ])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(out.status.code(), Some(1), "{text}");
    assert!(text.contains("argv[1] = \"-\"\n"), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    let summary = page.text("#summary-tab");
    for part in ["argv[1] = \"-\"", "argv[1] = \"x\""] {
        assert!(summary.contains(part), "no {part} in {summary}");
    }
    page.click("[data-bug='0']");
    let bugs = page.text("#bugs-tab");
    assert!(!bugs.contains("\\x00"), "{bugs}");
    page.click("[data-tab='source']");
    let note = page.text(".row.site .note");
    for kind in ["null-dereference", "out-of-bounds-read"] {
        assert!(note.contains(kind), "no {kind} in {note}");
    }
}
