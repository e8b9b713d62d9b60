//! `everypath paths` from outside: every flag, the exit codes, the JSON object
//! against its schema, and JUnit tests that a real JDK compiles and runs.

mod jvm;
mod people;
mod property;
mod wrong;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("paths")
        .args(args)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath runs")
}

/// The JSON object and the exit code; the object fits its schema.
#[track_caller]
fn json(args: &[&str]) -> (Value, i32) {
    let output = run(&[args, &["--json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{err}"));
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/schema/paths.schema.json"))
            .expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = schema.iter_errors(&value).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?} in {value:#}");
    let code = output.status.code().unwrap_or(-1);
    assert_eq!(value["exit_code"], code);
    (value, code)
}

#[track_caller]
fn text(args: &[&str]) -> (String, i32) {
    let output = run(args);
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        output.status.code().unwrap_or(-1),
    )
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/paths");
    path.join(name).display().to_string()
}

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        Scratch(tempfile::tempdir().expect("a scratch folder"))
    }
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a scratch file");
        path.display().to_string()
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn name(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

fn outcomes(value: &Value) -> Vec<String> {
    let paths = value["paths"].as_array().expect("paths");
    let mut list: Vec<String> = paths
        .iter()
        .map(|p| match p["exception"].as_str() {
            Some(class) => class.to_string(),
            None => p["outcome"].as_str().unwrap_or("").to_string(),
        })
        .collect();
    list.sort();
    list
}

/// The exit code and one message that contains all of `words`.
#[track_caller]
fn refused(out: &Output, code: i32, words: &[&str]) {
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(code), "{err}");
    for w in words {
        assert!(err.contains(w), "no `{w}` in: {err}");
    }
    let messages = err.lines().filter(|l| l.contains("error:")).count();
    assert_eq!(messages, 1, "one message: {err}");
    for noise in ["panicked", "RUST_BACKTRACE", "stack backtrace", "Option::"] {
        assert!(!err.contains(noise), "{err}");
    }
}

/// All paths are equivalent both ways and every one has a test that passes.
#[track_caller]
fn confirmed(file: &str, method: &str, paths: usize) -> Value {
    let s = Scratch::new();
    let tests = s.name("tests");
    let (v, code) = json(&[file, "--method", method, "--way", "both", "--tests", &tests]);
    assert_eq!(code, 0, "{method}: {v:#}");
    let list = v["paths"].as_array().expect("paths");
    assert_eq!(list.len(), paths, "{method}: {v:#}");
    for p in list {
        assert_eq!(p["equivalent"], true, "{method}: {p:#}");
        assert!(
            p["forward"].is_string() && p["backward"].is_string(),
            "{p:#}"
        );
    }
    assert_eq!(v["tests"]["run"], paths, "{method}: {v:#}");
    assert_eq!(v["tests"]["passed"], paths, "{method}: {v:#}");
    v
}

// ---- flags ----------------------------------------------------------------

#[test]
fn each_way_shows_the_condition_that_it_computes() {
    let node = example("Node.java");
    for (way, forward, backward) in [
        ("forward", true, false),
        ("backward", false, true),
        ("both", true, true),
        ("auto", true, false),
    ] {
        let (v, code) = json(&[&node, "--method", "Node.swap", "--way", way]);
        assert_eq!(code, 0);
        assert_eq!(v["way"], if way == "auto" { "forward" } else { way });
        assert_eq!(v["method"], "Node.swap(Node, Node)");
        assert_eq!(
            outcomes(&v),
            [
                "NullPointerException",
                "NullPointerException",
                "returns",
                "returns"
            ],
            "{way}: {v:#}"
        );
        for p in v["paths"].as_array().expect("paths") {
            assert_eq!(p["forward"].is_string(), forward, "{way}: {p:#}");
            assert_eq!(p["backward"].is_string(), backward, "{way}: {p:#}");
        }
        let (t, code) = text(&[&node, "--method", "Node.swap", "--way", way]);
        assert_eq!(code, 0);
        assert!(t.contains("throws NullPointerException at line 20"), "{t}");
        assert_eq!(t.contains("equivalent on 4 of 4"), way == "both", "{t}");
    }
}

#[test]
fn depth_cuts_and_the_verdict_says_so() {
    let node = example("Node.java");
    let args = |depth| {
        [
            node.clone(),
            "--method".into(),
            "Node.reverse".into(),
            "--depth".into(),
            depth,
        ]
    };
    let few = args("2".to_string());
    let few: Vec<&str> = few.iter().map(String::as_str).collect();
    let (v, code) = json(&few);
    assert_eq!(code, 3, "a limit was reached");
    assert_eq!(v["reason"], "paths were cut at the depth");
    assert_eq!(outcomes(&v), ["cut", "returns", "returns"], "{v:#}");
    assert_eq!(v["exactness"]["under"], true);
    let (v, code) = json(&[&few[..], &["--prove", "true"]].concat());
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (3, &"unknown".into()),
        "{v:#}"
    );
    assert!(
        v["reason"].as_str().unwrap_or("").contains("depth"),
        "{v:#}"
    );
    let (v, code) = json(&[&few[..3], &["--max-paths", "2"]].concat());
    assert_eq!(code, 3);
    assert_eq!(v["paths"].as_array().map(Vec::len), Some(2));
    assert!(
        v["reason"]
            .as_str()
            .unwrap_or("")
            .contains("limit of paths"),
        "{v:#}"
    );
}

#[test]
fn the_tree_is_written_in_each_format() {
    let s = Scratch::new();
    let node = example("Node.java");
    for (name, wanted) in [
        ("t.html", "<html"),
        ("t.json", "\"nodes\""),
        ("t.dot", "digraph"),
    ] {
        let out = s.name(name);
        let (_, code) = text(&[&node, "--method", "Node.insert", "--tree", &out]);
        assert_eq!(code, 0);
        let written = std::fs::read_to_string(&out).expect("the tree");
        assert!(written.contains(wanted), "{name}: {written}");
        assert!(written.contains("this.next"), "{name} has no condition");
    }
}

#[test]
fn total_division_never_fails() {
    let s = Scratch::new();
    let file = s.file(
        "D.java",
        "class D { static int m(int a, int b) { return a / b + a % b; } }",
    );
    let (v, _) = json(&[&file, "--method", "D.m"]);
    assert_eq!(outcomes(&v), ["ArithmeticException", "returns"]);
    let (v, code) = json(&[&file, "--method", "D.m", "--total"]);
    assert_eq!((outcomes(&v), code), (vec!["returns".to_string()], 0));
    assert!(
        v["assumptions"].to_string().contains("division by zero"),
        "{v:#}"
    );
    // a / 0 is 0, a % 0 is a.
    let zero = "b == 0 ? \\result == a : true";
    let (v, code) = json(&[&file, "--method", "D.m", "--total", "--prove", zero]);
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (0, &"proved".into()),
        "{v:#}"
    );
    let tests = s.name("tests");
    refused(
        &run(&[&file, "--method", "D.m", "--total", "--tests", &tests]),
        2,
        &["--total", "--tests"],
    );
}

#[test]
fn quiet_prints_the_summary_only() {
    let (t, code) = text(&[&example("Node.java"), "--method", "Node.insert", "-q"]);
    assert_eq!(code, 0);
    assert!(!t.contains("path 1"), "{t}");
    assert!(t.contains("5 paths") || t.contains("paths, forward"), "{t}");
}

#[test]
fn a_node_of_the_tree_has_the_method_of_its_line() {
    let s = Scratch::new();
    let file = s.file(
        "T.java",
        "class T {\n  static int f(int n) {\n    if (n > 3) return g(n);\n    return 0;\n  }\n\
         \x20 static int g(int n) {\n    if (n > 9) return 1;\n    return 2;\n  }\n}\n",
    );
    let tree = s.name("tree.json");
    let page = s.name("page");
    let (told, code) = text(&[&file, "--method", "T.f", "--tree", &tree, "--html", &page]);
    assert_eq!(code, 0, "{told}");
    let index = std::fs::read_to_string(format!("{page}/index.html")).expect("a page");
    assert!(index.contains("<html") && index.contains("paths T.f"));
    let tree: Value =
        serde_json::from_str(&std::fs::read_to_string(&tree).expect("a tree")).expect("JSON");
    for node in tree["nodes"].as_array().expect("nodes") {
        let place = &node["place"];
        let line = place["line"].as_u64().expect("a line");
        assert_eq!(
            place["function"],
            if line >= 6 { "g" } else { "f" },
            "{node:#}"
        );
    }
}

#[test]
fn the_backward_condition_does_not_repeat_what_the_path_knows() {
    let s = Scratch::new();
    let file = s.file(
        "Day.java",
        "class Day { static int of(String s) {\n\
         switch (s) { case \"mo\": return 1; case \"\": return 0; default: return -1; } } }\n",
    );
    let (v, _) = json(&[&file, "--method", "Day.of", "--way", "backward"]);
    let conditions: Vec<&str> = v["paths"]
        .as_array()
        .expect("paths")
        .iter()
        .filter_map(|p| p["backward"].as_str())
        .collect();
    let monday = "s.length() == 2 && s.charAt(0) == 'm' && s.charAt(1) == 'o'";
    assert_eq!(
        conditions,
        [
            format!("s != null && {monday}"),
            format!("s != null && !({monday}) && s.length() == 0"),
            format!("s != null && !({monday}) && s.length() != 0"),
            "s == null".into(),
        ]
    );
}

/// The conditions of Euclid's algorithm grow with each round: its short paths
/// come first, and Ctrl-C ends the question that the solver is at.
#[test]
fn hard_conditions_keep_the_short_paths_and_end_with_the_run() {
    let s = Scratch::new();
    let text = "class G { static int gcd(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; } }";
    let file = s.file("G.java", text);
    let (v, code) = json(&[&file, "--method", "G.gcd", "--timeout", "8"]);
    assert_eq!(code, 3, "{v:#}");
    assert!(outcomes(&v).contains(&"returns".to_string()), "{v:#}");
    let child = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["paths", &file, "--method", "G.gcd", "--depth", "20"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("everypath runs");
    std::thread::sleep(std::time::Duration::from_secs(4));
    // SAFETY: a signal to a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let begin = std::time::Instant::now();
    let out = child.wait_with_output().expect("waits");
    assert_eq!(out.status.code(), Some(130));
    assert!(begin.elapsed().as_secs() < 15, "{:?}", begin.elapsed());
}
