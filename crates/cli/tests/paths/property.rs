//! `--prove`: what holds, and what the JVM denies.

use crate::{example, json, Scratch};

#[test]
fn a_property_is_proved_on_every_path() {
    let node = example("Node.java");
    for (method, property) in [
        (
            "Node.insert",
            "next != null && next.value == v || \\old(next) == next",
        ),
        (
            "Node.swap",
            "a.value == \\old(b.value) && b.value == \\old(a.value)",
        ),
    ] {
        let (v, code) = json(&[&node, "--method", method, "--prove", property]);
        assert_eq!(
            (code, &v["verdict"]["kind"]),
            (0, &"proved".into()),
            "{v:#}"
        );
        assert_eq!(v["property"], property);
    }
}

/// The test that is to fail, as it was written, with JUnit's message.
#[track_caller]
fn denied(file: &str, method: &str, property: &str, message: &str) -> String {
    let s = Scratch::new();
    let tests = s.name("tests");
    for way in ["forward", "backward"] {
        let (v, code) = json(&[file, "--method", method, "--way", way, "--prove", property]);
        assert_eq!(
            (code, &v["verdict"]["kind"]),
            (1, &"violated".into()),
            "{v:#}"
        );
    }
    let (v, code) = json(&[
        file, "--method", method, "--prove", property, "--tests", &tests,
    ]);
    assert_eq!(
        (code, &v["verdict"]["kind"]),
        (1, &"violated".into()),
        "{v:#}"
    );
    let failed = v["tests"]["failed"].as_array().expect("tests");
    assert!(!failed.is_empty(), "{v:#}");
    for f in failed {
        assert_eq!(f["expected"], true, "{v:#}");
        assert!(
            f["message"].as_str().unwrap_or("").contains(message),
            "{v:#}"
        );
    }
    let written = std::fs::read_dir(&tests).expect("tests").flatten();
    let name = written.map(|e| e.path()).find(|p| {
        let name = p.display().to_string();
        name.ends_with("_PathsTest.java")
    });
    std::fs::read_to_string(name.expect("a test class")).expect("the tests")
}

#[test]
fn where_a_property_fails_the_jvm_evaluates_it() {
    let node = example("Node.java");
    // It fails where both are one node or the values are equal already.
    let java = denied(
        &node,
        "Node.swap",
        "a.value != \\old(a.value) || \\result == 7",
        "after this input: a.value != ",
    );
    assert!(
        java.contains("int old1 = ((int) EverypathHeap.get(Node.class, \"value\""),
        "{java}"
    );
    assert!(java.contains("(result == (7))"), "{java}");
    assert!(java.contains("assertTrue("), "{java}");
    let s = Scratch::new();
    let file = s.file(
        "P.java",
        "class P { private long w; static P root; int[] a;\n\
         long m(long v, byte b) { w = v; if (v > 9L) root = this; return v + b; } }",
    );
    denied(
        &file,
        "P.m",
        "root != this || w * 2L < 100L",
        "after this input",
    );
    denied(&file, "P.m", "\\result > v ==> b >= 1 && a.length == 3", "");
    denied(
        &file,
        "P.m",
        "(root instanceof P) && w == \\result - b + (b > 0 ? 1 : 0)",
        "",
    );
}

#[test]
fn a_property_that_meets_an_error_does_not_hold() {
    let s = Scratch::new();
    let file = s.file("E.java", "class E { int[] a; int m(int i) { return i; } }");
    denied(&file, "E.m", "a[i] == 0 || true", "");
}
