//! `everypath memory --jobs`: workers change when things are found, and not
//! what is told.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = r#"
#include <stdlib.h>
static int small(int x) { return x + 1; }
static int large(int x) { volatile char room[400]; for (int i = 0; i < 400; i++) room[i] = x; return room[9]; }
static int (*const table[])(int) = {small, large};
int dispatch(unsigned which, int x) { return table[which & 1](x); }
int plain(int x) { return large(x) + small(x); }
int blocks(int n) { char *p = malloc(100), *q = malloc(n & 7); free(p); q = realloc(q, 50); free(q); return 0; }
"#;

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "p.c"])
        .args(args)
        .current_dir(dir)
        .output()
        .unwrap()
}

/// Bounds of each entry, frames, calls.
fn told(dir: &Path, args: &[&str]) -> (Vec<Value>, Value, Value) {
    let mut all = vec!["--json", "--runs", "2", "--search", "1s"];
    all.extend(args);
    let out = run(dir, &all);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    let v: Value = serde_json::from_slice(&out.stdout).unwrap();
    let bounds = |e: &Value| {
        let bound = |k: &str| e["marks"][k]["bound"]["text"].clone();
        let runs = e["runs"].as_u64().is_some_and(|n| n > 0);
        serde_json::json!([
            e["name"],
            bound("heap"),
            bound("stack"),
            bound("both"),
            runs
        ])
    };
    let entries = v["entries"].as_array().unwrap();
    let entries = entries.iter().map(bounds).collect();
    (entries, v["frames"].clone(), v["calls"].clone())
}

#[test]
fn entries_side_by_side_tell_what_they_tell_one_by_one() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let all = [
        "--entry", "plain", "--entry", "blocks", "--entry", "dispatch",
    ];
    let with = |jobs: &str| told(dir.path(), &[&all[..], &["--jobs", jobs]].concat());
    let one = with("1");
    assert_eq!(one.0.len(), 3, "{one:?}");
    assert!(
        one.0.iter().all(|e| e[1].is_string() && e[4] == true),
        "{one:?}"
    );
    assert_eq!(one, with("2"));
    // More workers than entries look for inputs.
    assert_eq!(one, with("8"));
}

#[test]
fn of_two_errors_the_first_one_is_told() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let refused = |args: &[&str], word: &str| {
        let out = run(dir.path(), args);
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{text}");
        assert!(text.contains(word), "{text}");
    };
    refused(&["--entry", "plain", "--jobs", "0"], "--jobs");
    refused(
        &[
            "--jobs", "3", "--entry", "nobody", "--entry", "none", "--entry", "plain",
        ],
        "nobody",
    );
}
