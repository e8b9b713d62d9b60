//! `everypath memory --resume`: going on from the JSON of an earlier run.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// Slots that are freed and filled again: the shape alone knows eight blocks.
const PROGRAM: &str = "#include <stdlib.h>
int f(unsigned char a) {
  void *p[2] = {0, 0};
  for (int i = 0; i < 8; i++) {
    if (!(a >> i & 1)) continue;
    free(p[i & 1]);
    p[i & 1] = malloc(10 + (a & 7));
  }
  free(p[0]);
  free(p[1]);
  return 0;
}
";

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "f.c", "--entry", "f", "--json"])
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts")
}

fn report(dir: &Path, args: &[&str]) -> Value {
    let out = run(dir, args);
    assert_ne!(out.status.code(), Some(70), "{args:?}");
    serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)))
}

fn heap(v: &Value) -> &Value {
    &v["entries"][0]["marks"]["heap"]
}

fn earlier(dir: &Path) -> String {
    std::fs::write(dir.join("f.c"), PROGRAM).expect("a file");
    let v = report(dir, &["--runs", "6", "--search", "1s"]);
    assert_eq!(heap(&v)["bound"]["most"], 34, "{v:#}");
    assert_eq!(heap(&v)["reached"]["bytes"], 34, "{v:#}");
    v.to_string()
}

#[test]
fn a_bound_and_its_input_are_gone_on_from() {
    let dir = tempfile::tempdir().expect("scratch");
    let old = earlier(dir.path());
    std::fs::write(dir.path().join("old.json"), &old).expect("a file");
    // Without time there is another bound; with the earlier run, and one run,
    // there is the earlier one and what it reached.
    let short = ["--timeout", "1ms", "--runs", "1", "--search", "1ms"];
    let fresh = report(dir.path(), &short);
    assert_ne!(heap(&fresh)["bound"]["most"], 34, "{fresh:#}");
    let args = [&short[..], &["--resume", "old.json"]].concat();
    let v = report(dir.path(), &args);
    assert_eq!(heap(&v)["bound"]["most"], 34, "{v:#}");
    assert_eq!(heap(&v)["reached"]["bytes"], 34, "{v:#}");
    assert_eq!(v["notes"].as_array().map(Vec::len), Some(1), "{v:#}");
    assert!(v["notes"].to_string().contains("--resume"), "{v:#}");
    let first: Value = serde_json::from_str(&old).expect("JSON");
    for a in first["entries"][0]["assumptions"]
        .as_array()
        .expect("a list")
    {
        let kept = v["entries"][0]["assumptions"].as_array().expect("a list");
        assert!(kept.contains(a), "{a}");
    }
    // And again from what that run wrote.
    std::fs::write(dir.path().join("old.json"), v.to_string()).expect("a file");
    assert_eq!(heap(&report(dir.path(), &args))["bound"]["most"], 34);
}

#[test]
fn what_is_not_the_same_is_refused_in_one_message() {
    let dir = tempfile::tempdir().expect("scratch");
    let old = earlier(dir.path());
    let refused = |text: &str, args: &[&str], word: &str| {
        std::fs::write(dir.path().join("old.json"), text).expect("a file");
        let out = run(dir.path(), &[&["--resume", "old.json"], args].concat());
        let told = String::from_utf8_lossy(&out.stderr).to_string();
        assert_eq!(out.status.code(), Some(2), "{word}: {told}");
        assert_eq!(told.matches("error:").count(), 1, "{told}");
        assert!(told.contains(word), "{word}: {told}");
    };
    let changed = |f: &dyn Fn(&mut Value)| {
        let mut v: Value = serde_json::from_str(&old).expect("JSON");
        f(&mut v);
        v.to_string()
    };
    refused(&old[..old.len() / 2], &[], "JSON");
    refused(
        &changed(&|v| v["programs"]["f"]["heap"] = "20".into()),
        &[],
        "changed",
    );
    let less = |v: &mut Value| v["entries"][0]["assumptions"] = Value::Array(Vec::new());
    refused(&changed(&less), &[], "changed");
    refused(&changed(&|v| v["programs"] = Value::Null), &[], "program");
    let inputs = |v: &mut Value| v["entries"][0]["marks"]["heap"]["reached"]["inputs"] = "x".into();
    refused(&changed(&inputs), &[], "changed");
    refused(&old.replace("34", "33"), &[], "changed");
    refused(&old, &["--allocator", "glibc"], "other flags");
    refused(&old, &["--buffer", "9"], "other flags");
    refused(&old, &["--with-file", "f.c=f.c"], "--with-file");
    let other = PROGRAM.replace("malloc(10", "malloc(11");
    std::fs::write(dir.path().join("f.c"), other).expect("a file");
    refused(&old, &[], "another program");
}
