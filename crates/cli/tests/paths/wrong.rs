//! Wrong input: one clear message, the exit code, and nothing written.

use crate::{example, json, outcomes, refused, run, Scratch};
use std::process::Command;

#[test]
fn wrong_methods_are_told_with_what_there_is() {
    let node = example("Node.java");
    let told = |method: &str, words: &[&str]| {
        refused(&run(&[&node, "--method", method]), 2, words);
    };
    told("Node.nothing", &["no method `nothing`", "Node.insert(int)"]);
    told("List.swap", &["no class `List`", "Node"]);
    told("swap", &["names no method", "C.m"]);
    told("Node.swap(int)", &["no method"]);
    told("Node.Node", &["constructor"]);
    refused(&run(&[&node]), 2, &["--method"]);
    refused(
        &run(&["nowhere.java", "--method", "A.m"]),
        2,
        &["nowhere.java"],
    );
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let s = Scratch::new();
    let syntax = s.file("A.java", "class A {\n  int m() { return 1 }\n}\n");
    refused(&run(&[&syntax, "--method", "A.m"]), 2, &["A.java:2", "`;`"]);
    let types = s.file(
        "B.java",
        "class B {\n  int m() {\n    return true;\n  }\n}\n",
    );
    refused(
        &run(&[&types, "--method", "B.m"]),
        2,
        &["B.java:3", "boolean"],
    );
    let outside = s.file("C.java", "class C {\n\n  double m() { return 1.5; }\n}\n");
    refused(
        &run(&[&outside, "--method", "C.m"]),
        2,
        &["C.java:3", "floating point", "subset"],
    );
    let empty = s.file("D.java", "");
    refused(&run(&[&empty, "--method", "D.m"]), 2, &["no class `D`"]);
}

#[test]
fn what_is_not_modelled_ends_its_path_by_name_and_line() {
    let s = Scratch::new();
    let file = s.file(
        "N.java",
        "class N {\n  static int m(int n) {\n    if (n < 0) return 0;\n    N o = new N();\n    String t = \"o = \" + o;\n    return t.length();\n  }\n}\n",
    );
    let (v, code) = json(&[&file, "--method", "N.m"]);
    assert_eq!(code, 0);
    assert_eq!(outcomes(&v), ["returns", "unsupported"]);
    let text = v["paths"].to_string();
    assert!(
        text.contains("not modelled: the text of an object, line 5"),
        "{text}"
    );
    let (v, code) = json(&[&file, "--method", "N.m", "--prove", "\\result == 0"]);
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (3, &"unknown".into()),
        "{v:#}"
    );
}

#[test]
fn limits_of_zero_are_refused() {
    let node = example("Node.java");
    for flag in ["--depth", "--max-paths"] {
        refused(
            &run(&[&node, "--method", "Node.swap", flag, "0"]),
            2,
            &[flag],
        );
    }
    refused(
        &run(&[&node, "--method", "Node.swap", "--way", "sideways"]),
        2,
        &["--way"],
    );
}

#[test]
fn a_missing_jdk_is_named_before_any_work() {
    let s = Scratch::new();
    let tests = s.name("tests");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "paths",
            &example("Node.java"),
            "--method",
            "Node.swap",
            "--tests",
            &tests,
        ])
        .env("PATH", s.path("nothing"))
        .output()
        .expect("everypath runs");
    refused(&out, 4, &["JDK", "default-jdk-headless"]);
    assert!(!s.path("tests").exists(), "nothing was written");
    // Without tests no JDK is needed.
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["paths", &example("Node.java"), "--method", "Node.swap"])
        .env("PATH", s.path("nothing"))
        .output()
        .expect("everypath runs");
    assert_eq!(out.status.code(), Some(0));
}

#[test]
fn an_overloaded_method_wants_its_signature() {
    let s = Scratch::new();
    let file = s.file(
        "O.java",
        "class O {\n  static int m(int a) { return a; }\n  static int m(long a, O o) { return 1; }\n}\n",
    );
    let asked = |method: &str| run(&[&file, "--method", method]);
    refused(
        &asked("O.m"),
        2,
        &["several methods", "O.m(int)", "O.m(long, O)"],
    );
    refused(&asked("O.m(byte)"), 2, &["no method", "O.m(int)"]);
    assert_eq!(asked("O.m(long,O)").status.code(), Some(0));
}

#[test]
fn what_is_no_readable_file_is_told() {
    let s = Scratch::new();
    let folder = s.0.path().display().to_string();
    refused(
        &run(&[&folder, "--method", "A.m"]),
        2,
        &["cannot read the file", &folder],
    );
    std::fs::write(s.path("B.java"), [b'c', 0xff, 0xfe]).expect("a file");
    refused(
        &run(&[&s.name("B.java"), "--method", "B.m"]),
        2,
        &["cannot read the file", "UTF-8"],
    );
}

#[test]
fn what_cannot_be_written_is_told() {
    let s = Scratch::new();
    let node = example("Node.java");
    let asked = |flag: &str, to: &str| {
        let to = s.name(to);
        let out = run(&[&node, "--method", "Node.swap", flag, &to]);
        refused(&out, 4, &[&to]);
        let text = String::from_utf8_lossy(&out.stderr);
        assert!(!text.contains("--out"), "not a flag of this: {text}");
    };
    s.file("taken", "a file");
    // A folder below a file, and a page in no folder.
    asked("--tests", "taken/tests");
    asked("--tree", "taken/tree.html");
    asked("--html", "taken/page");
    let out = run(&[&node, "--method", "Node.swap", "--tree", "tree.pdf"]);
    refused(&out, 2, &["--tree"]);
    let tests = s.name("tests");
    let out = run(&[&node, "--method", "Node.swap", "--total", "--tests", &tests]);
    refused(&out, 2, &["--total", "JVM"]);
}

#[test]
fn a_folder_that_is_not_empty_is_not_written_to() {
    let s = Scratch::new();
    s.file("mine.txt", "mine");
    let tests = s.0.path().display().to_string();
    let out = run(&[
        &example("Node.java"),
        "--method",
        "Node.swap",
        "--tests",
        &tests,
    ]);
    refused(&out, 2, &["--tests names a folder that is not empty"]);
    assert!(!s.path("Node.java").exists());
}

#[test]
fn wrong_properties_are_told() {
    let node = example("Node.java");
    let told = |property: &str, words: &[&str]| {
        let out = run(&[&node, "--method", "Node.swap", "--prove", property]);
        refused(&out, 2, &[&["--prove"], words].concat());
    };
    told("a.value ==", &["no property"]);
    told("a.valu == 1", &["valu"]);
    told("a.value", &["boolean"]);
    told("c == 1", &["`c`"]);
    told("", &["one Java condition"]);
    told("true; true", &["one Java condition"]);
    told("a.insert(3)", &["no property"]);
}
