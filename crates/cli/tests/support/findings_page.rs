//! What a finding has on the page of `test`, `check`, `fuzz` and `paths`, and what
//! stands beside coverage.

use crate::browser::Browser;
use serde_json::json;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int sum(const char *s, unsigned n) {
  int t = 0;
  for (unsigned i = 0; i < n; i++)
    t += s[i];
  return t;
}
static int never(int a) {
  return a > 3 ? 1 : 2;
}
int main(int argc, char **argv) {
  char s[4] = \"abc\";
  unsigned n = __VERIFIER_nondet_uint();
  int x = __VERIFIER_nondet_int();
  if (n > 4)
    return 1;
  s[1] = (char)x;
  int t = sum(s, n);
  if (t == 300)
    return 10 / (x - s[1]);
  return argc > 40 ? never(argc) : t;
}
";

/// Runs a verb with a page; its exit code and text.
fn run(dir: &Path, args: &[&str]) -> (Option<i32>, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    (out.status.code(), text + &told)
}

fn program(dir: &Path) {
    std::fs::write(dir.join("a.c"), PROGRAM).expect("written");
}

#[test]
fn a_finding_of_test_has_its_run_its_values_its_path_and_its_commands() {
    let dir = tempfile::tempdir().expect("a folder");
    program(dir.path());
    let args = [
        "test", "a.c", "--html", "page", "--tree", "t.json", "--out", "o",
    ];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(1), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "tab=bugs");
    let lines = "return [...document.querySelectorAll('#bug-0 .trace li')].map(l => l.innerText)";
    let lines = page.script(lines);
    let lines: Vec<&str> = (lines.as_array().expect("lines").iter())
        .map(|l| l.as_str().expect("text"))
        .collect();
    // Strings as such, the call that returned, and the failing line last.
    for part in ["s = \"ahc\"", "a.c:19 in main", "t = 300"] {
        assert!(lines.iter().any(|l| l.contains(part)), "{part}: {lines:?}");
    }
    let last = lines.last().expect("a line");
    assert!(last.starts_with("a.c:21 in main"), "{lines:?}");
    let values = page.text("#bug-0 .values");
    for part in ["s = \"ahc\"", "x = 104", "t = 300"] {
        assert!(values.contains(part), "no {part} in {values}");
    }

    // The commands are those that hold: both are run.
    let commands =
        "return [...document.querySelectorAll('#bug-0 .command')].map(c => c.textContent)";
    let commands = page.script(commands);
    let script = commands[0].as_str().expect("text");
    assert!(script.contains("-o regression"), "{commands}");
    let show = commands[1].as_str().expect("text").trim();
    let words: Vec<&str> = show.split(' ').skip(1).collect();
    let (code, walked) = run(dir.path(), &words);
    assert_eq!(code, Some(0), "{walked}");
    assert!(walked.contains("division-by-zero at"), "{walked}");
    let native = Command::new("sh").args(["-ec", script]).output();
    let said = native.expect("a shell").stderr;
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("division by zero"), "{said}");

    // The link leads to the end of its path, and the tree opens fitted there.
    let tree = std::fs::read_to_string(dir.path().join("t.json")).expect("a tree");
    let tree: serde_json::Value = serde_json::from_str(&tree).expect("JSON");
    page.click("#bug-0 [data-node]");
    let node = &tree["nodes"][page.selected() as usize];
    assert_eq!(node["outcome"], "division-by-zero");
    assert_eq!(node["place"]["line"], 21);
    assert_eq!(page.errors(), json!([]));
}

#[test]
fn coverage_has_branches_per_line_and_a_table_per_function() {
    let dir = tempfile::tempdir().expect("a folder");
    program(dir.path());
    let args = ["test", "a.c", "--no-native", "--html", "page", "--out"];
    let (code, text) = run(dir.path(), &[&args[..], &["o"]].concat());
    assert_eq!(code, Some(1), "{text}");
    // A page of ours is replaced.
    let (code, text) = run(dir.path(), &[&args[..], &["o2"]].concat());
    assert_eq!(code, Some(1), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    let rows = page.text("#functions");
    assert!(rows.contains("never 0 of 2"), "{rows}");
    assert!(rows.contains("sum 5 of 5"), "{rows}");
    page.click("[data-tab='source']");
    let marks = "return [...document.querySelectorAll('.row .sides')].map(m => m.textContent)";
    let marks = page.script(marks);
    assert_eq!(marks[15], "2/2", "if (n > 4): {marks}");
    assert_eq!(marks[21], "1/2", "argc > 40: {marks}");
    assert_eq!(marks[13], "", "{marks}");
    // Words of C.
    page.click("[data-tab='tree']");
    let words = page.script("return tree.tree.strings.join('\\n')");
    let words = words.as_str().expect("text");
    assert!(words.contains("(unsigned)uint0 > 4"), "{words}");
    assert!(
        !words.contains("<u") && !words.contains("concat("),
        "{words}"
    );
    assert_eq!(page.errors(), json!([]));
}

/// All of it is in view, in letters that can be read.
#[test]
fn the_tree_opens_fitted_at_three_sizes() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/test/checks/abort.c");
    let file = file.display().to_string();
    let args = ["test", &file, "--no-native", "--html", "page", "--out", "o"];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(1), "{text}");
    let page = Browser::start();
    for (width, height) in [(1400, 900), (820, 1100), (420, 840)] {
        page.resize(width, height);
        page.open(&dir.path().join("page/index.html"), "tab=tree");
        let beyond = page.script(
            "const p = tree.picture; return p.view.shown.filter(s => s.px * p.zoom + p.left < 0
               || (s.px + 168) * p.zoom + p.left > p.width || (s.py + 46) * p.zoom + p.top > p.height).length",
        );
        assert_eq!(beyond, json!(0), "boxes out of view at {width}");
        let zoom = page.script("return tree.picture.zoom").as_f64();
        assert!(zoom >= Some(0.4), "{zoom:?} at {width}");
        // Nothing runs out of its card.
        for tab in ["summary", "bugs", "source"] {
            page.click(&format!("[data-tab='{tab}']"));
            let over = page.script(
                "return [...document.querySelectorAll('main, section, .bug, .bug > div, .command, table')]
                   .filter(e => e.offsetParent && e.getBoundingClientRect().right > window.innerWidth + 1)
                   .map(e => e.className || e.tagName)",
            );
            assert_eq!(over, json!([]), "{tab} at {width}");
        }
    }
}

#[test]
fn the_tree_of_fuzz_has_a_box_per_input() {
    let dir = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/fuzz");
    let (file, seed) = (root.join("top.c"), root.join("top"));
    let (file, seed) = (file.display().to_string(), seed.display().to_string());
    let args = [
        "fuzz",
        &file,
        "--entry",
        "top",
        "--seed",
        &seed,
        "--mutations",
        "0",
        "--html",
        "page",
        "--out",
        "o",
    ];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(1), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "tab=tree");
    // Page 78: sixteen inputs, each with how many conditions hold.
    let labels = page.script(
        "return tree.view.shown.map(s => tree.tree.text('label', s.last)).filter(l => l.includes(' of 4'))",
    );
    assert_eq!(labels.as_array().map(Vec::len), Some(16), "{labels}");
    page.click("[data-tab='bugs']");
    let bug = page.text("#bug-0");
    assert!(bug.contains("= \"") && !bug.contains("0x62"), "{bug}");
    page.click("#bug-0 [data-node]");
    assert!(page.selected() > 0);
    assert_eq!(page.errors(), json!([]));
}

#[test]
fn the_page_of_paths_lists_conditions_inputs_and_exceptions() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/paths/Node.java");
    let file = file.display().to_string();
    let args = [
        "paths",
        &file,
        "--method",
        "Node.swap",
        "--way",
        "both",
        "--html",
        "page",
    ];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(0), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    let bad = "return [...document.querySelectorAll('#paths td.bad')].map(t => t.textContent)";
    let bad = page.script(bad);
    assert_eq!(bad.as_array().map(Vec::len), Some(2), "{bad}");
    let rows = page.text("#paths");
    for part in [
        "throws NullPointerException at line 21",
        "forward a != null && b == null",
        "backward a != null && b == null",
        "input a = Node#1; b = null",
    ] {
        assert!(rows.contains(part), "no {part} in {rows}");
    }
    page.click("#paths [data-node]");
    assert!(page.selected() > 0);
    assert_eq!(page.errors(), json!([]));
}

/// Where states were merged there is no journal: the link leads to a path of the tree
/// that ends with the same error.
#[test]
fn a_finding_of_merged_states_has_its_path_in_the_tree() {
    let dir = tempfile::tempdir().expect("a folder");
    program(dir.path());
    let args = [
        "test",
        "a.c",
        "--merge",
        "--no-native",
        "--html",
        "page",
        "--tree",
        "t.json",
        "--out",
        "o",
    ];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(1), "{text}");
    let tree = std::fs::read_to_string(dir.path().join("t.json")).expect("a tree");
    let tree: serde_json::Value = serde_json::from_str(&tree).expect("JSON");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "tab=bugs");
    page.click("#bug-0 [data-node]");
    let node = &tree["nodes"][page.selected() as usize];
    assert_eq!(node["outcome"], "division-by-zero");
    assert_eq!(node["place"]["line"], 21);
    assert_eq!(page.errors(), json!([]));
}

/// By Tab and Enter, as by a click: the number of a line leads to the paths through it.
#[test]
fn numbers_of_lines_are_reached_by_keyboard() {
    let dir = tempfile::tempdir().expect("a folder");
    program(dir.path());
    let args = ["test", "a.c", "--no-native", "--html", "page", "--out", "o"];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(1), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "tab=source");
    let reached = page.script(
        "const all = [...document.querySelectorAll('.row .no.link')];
         return all.length > 5 && all.every(n => n.tabIndex === 0 && n.tagName === 'BUTTON'
           && n.getAttribute('aria-label').startsWith('line '))",
    );
    assert_eq!(reached, json!(true));
    // They look as the numbers that lead nowhere.
    let same = page.script(
        "const box = n => n.getBoundingClientRect();
         const [a, b] = [document.querySelector('#files .no.link'), document.querySelector('#files span.no')];
         return Math.abs(box(a).right - box(b).right) < 1 && Math.abs(box(a).width - box(b).width) < 1",
    );
    assert_eq!(same, json!(true));
    page.script(
        "const n = [...document.querySelectorAll('.row .no.link')].find(n => n.textContent === '21');
         n.focus(); n.click()",
    );
    assert_eq!(page.script("return state.tab"), json!("tree"));
    let line = page.script("return document.querySelector('#line').value");
    assert!(
        line.as_str().is_some_and(|l| l.ends_with("a.c:21")),
        "{line}"
    );
    assert_eq!(page.errors(), json!([]));
}

#[test]
fn the_page_of_check_builds_its_findings_and_goes_on() {
    let dir = tempfile::tempdir().expect("a folder");
    program(dir.path());
    let args = ["check", "a.c", "--closed", "--html", "page", "--out", "o"];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("1 regression test in bugs/"), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "tab=bugs");
    let script = page.script("return document.querySelector('#bug-0 .command').textContent");
    let script = script.as_str().expect("text").to_owned();
    assert!(script.contains("bugs/bug1.c"), "{script}");
    let native = Command::new("sh").args(["-ec", &script]).output();
    let native = native.expect("a shell");
    let said = String::from_utf8_lossy(&native.stderr).into_owned();
    assert!(said.contains("division by zero"), "{said}");
    assert!(!native.status.success());

    // A proof up to a bound is asked for again, by the line that the page has.
    let many = "int main(int argc, char **argv) { unsigned i = 0; while (argv[i]) i++; return i == 9 && argc == 8 ? 1 / (argc - 8) : 0; }\n";
    std::fs::write(dir.path().join("b.c"), many).expect("written");
    let args = [
        "check",
        "b.c",
        "--unwind",
        "1",
        "--timeout",
        "20",
        "--html",
        "page",
        "--out",
        "p",
    ];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(3), "{text}");
    page.open(&dir.path().join("page/index.html"), "");
    let script = page.script("return document.querySelector('#summary-tab .command').textContent");
    let script = script.as_str().expect("text");
    let last = script.lines().rfind(|l| !l.is_empty()).expect("a line");
    assert_eq!(
        last,
        "everypath check --timeout 40 b.c --unwind 1 --html page"
    );
    let words: Vec<&str> = last.split(' ').skip(1).collect();
    let (code, text) = run(dir.path(), &words);
    assert_eq!(code, Some(3), "{text}");
}

#[test]
fn a_finding_of_fuzz_has_its_run_on_the_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/fuzz/top.c");
    let file = file.display().to_string();
    let args = [
        "fuzz",
        &file,
        "--entry",
        "top",
        "--first-bug",
        "--html",
        "page",
        "--out",
        "o",
    ];
    let (code, text) = run(dir.path(), &args);
    assert_eq!(code, Some(1), "{text}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "tab=bugs");
    let lines = page.text("#bug-0 .trace");
    assert!(lines.contains("top.c:14 in top"), "{lines}");
    assert_eq!(page.errors(), json!([]));
}
