//! `everypath verify` on Viper files: verdicts, places, exit codes, the cache,
//! and what is said about wrong files. Examples carry what is expected of them
//! as `// expect: VERDICT [LINE ID]`.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("verify")
        .args(args)
        .output()
        .expect("everypath runs")
}

fn json(args: &[&str]) -> (Value, i32) {
    let output = run(&[&["--json"], args].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    (value, output.status.code().unwrap_or(-1))
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify/viper")
}

fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

const PROGRAM: &str = "field val: Int\n\
    function twice(i: Int): Int { i + i }\n\
    method good(x: Ref) requires acc(x.val) ensures acc(x.val) && x.val == 4 { x.val := twice(2) }\n\
    method bad(x: Ref) requires acc(x.val) { assert x.val == 4 }\n";

/// `--smoke` finds what is out of reach, and nothing where `unreachable` says so or
/// where code can be reached.
#[test]
fn smoke_detection_finds_contradictions() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(
        dir.path(),
        "a.vpr",
        "function no(): Bool { false }
method never(x: Int)
  requires x < 0 && x > 10
{}
method reached(x: Int) { inhale x > 0 }
method inhaled(x: Int) {
  inhale x > 0 && x < 0
}
method branch(x: Int)
  requires x > 0
{
  if (x < 0) {
    assert true
  }
}
method excused(x: Int)
  requires x > 0
{
  if (x < 0) {
    unreachable
  }
}
method both(b: Bool)
{
  if (b) { inhale no() unreachable } else { inhale no() unreachable }
}
method loop(b: Bool)
{
  while (b) { var i: Int := 1 }
}
",
    );
    let (value, code) = json(&["--smoke", &file]);
    assert_eq!(code, 1);
    let members = value["files"][0]["members"].as_array();
    let mut found: Vec<u64> = Vec::new();
    for f in members.into_iter().flatten() {
        for f in f["findings"].as_array().into_iter().flatten() {
            assert_eq!(f["id"], "refute.failed:refutation.true");
            let why = f["message"].as_str().unwrap_or_default();
            assert!(why.contains("no path reaches this place"), "{why}");
            found.extend(f["place"]["line"].as_u64());
        }
    }
    found.sort_unstable();
    assert_eq!(found, [2, 6, 7, 12, 25, 25]);
    let (value, code) = json(&[&file]);
    assert_eq!(code, 0, "{value:#}");
}

#[test]
fn examples_have_the_verdict_that_they_name() {
    let mut seen = 0;
    for entry in std::fs::read_dir(examples()).expect("examples").flatten() {
        let path = entry.path();
        let text = std::fs::read_to_string(&path).expect("text");
        let expect = text.lines().find_map(|l| l.strip_prefix("// expect: "));
        let expect = expect.unwrap_or_else(|| panic!("{} expects nothing", path.display()));
        let (value, code) = json(&[&path.display().to_string()]);
        let verdict = value["verdict"]["kind"]
            .as_str()
            .unwrap_or("")
            .replace('-', " ");
        assert!(
            expect.starts_with(&verdict),
            "{}: {value:#}",
            path.display()
        );
        let wanted = match verdict.as_str() {
            "proved" => 0,
            "not proved" => 1,
            _ => 3,
        };
        assert_eq!(code, wanted);
        let found: Vec<String> = (value["files"][0]["members"]
            .as_array()
            .into_iter()
            .flatten())
        .flat_map(|m| m["findings"].as_array().into_iter().flatten())
        .map(|f| format!("{} {}", f["at"]["line"], f["id"].as_str().unwrap_or("")))
        .collect();
        assert_eq!(
            found.join(" "),
            expect[verdict.len()..].trim(),
            "{}",
            path.display()
        );
        seen += 1;
    }
    assert!(seen >= 3);
}

#[test]
fn a_missing_permission_is_traced_to_the_call_that_took_it() {
    let output = run(&[&examples().join("taken.vpr").display().to_string()]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("was taken by"), "{text}");
    assert!(text.contains("sink(r)"), "{text}");
}

#[test]
fn one_unsupported_member_does_not_cost_the_others() {
    let (value, _) = json(&[&examples().join("parts.vpr").display().to_string()]);
    let members = value["files"][0]["members"].as_array().expect("members");
    for m in members {
        let kind = m["verdict"]["kind"].as_str();
        match m["name"].as_str() {
            Some("wands") => {
                let reason = m["verdict"]["reason"].as_str().unwrap_or("");
                assert!(reason.starts_with("not supported yet: "), "{reason}");
                assert!(reason.contains("line"), "{reason}");
            }
            _ => assert_eq!(kind, Some("proved"), "{m:#}"),
        }
    }
}

#[test]
fn the_order_of_members_does_not_matter() {
    let dir = tempfile::tempdir().expect("a folder");
    let turned: Vec<&str> = PROGRAM.lines().rev().collect();
    let verdicts = |text: &str| {
        let (value, code) = json(&[&write(dir.path(), "a.vpr", text)]);
        let mut all: Vec<String> = (value["files"][0]["members"].as_array().expect("members"))
            .iter()
            .map(|m| format!("{} {}", m["name"], m["verdict"]))
            .collect();
        all.sort();
        (all, code)
    };
    assert_eq!(verdicts(PROGRAM), verdicts(&turned.join("\n")));
}

#[test]
fn the_cache_keeps_what_did_not_change() {
    let dir = tempfile::tempdir().expect("a folder");
    let cache = dir.path().join("cache").display().to_string();
    let cached = |text: &str| -> Vec<(String, bool, u64)> {
        let file = write(dir.path(), "a.vpr", text);
        let (value, code) = json(&["--cache", &cache, &file]);
        assert_eq!(code, 1);
        (value["files"][0]["members"]
            .as_array()
            .expect("members")
            .iter())
        .map(|m| {
            let name = m["name"].as_str().unwrap_or("").to_owned();
            let line = m["place"]["line"].as_u64().unwrap_or(0);
            (name, m["cached"] == true, line)
        })
        .collect()
    };
    let kept = |all: &[(String, bool, u64)]| -> Vec<String> {
        all.iter().filter(|m| m.1).map(|m| m.0.clone()).collect()
    };
    assert!(kept(&cached(PROGRAM)).is_empty());
    assert_eq!(kept(&cached(PROGRAM)), ["twice", "good", "bad"]);
    let moved = cached(&format!("\n\n{PROGRAM}"));
    assert_eq!(
        kept(&moved),
        ["twice", "good"],
        "a failed proof names places, which moved"
    );
    assert!(moved.iter().any(|m| m.0 == "good" && m.2 == 5), "{moved:?}");
    let edited = PROGRAM.replace("assert x.val == 4", "assert x.val == 5");
    assert_eq!(kept(&cached(&edited)), ["twice", "good"]);
    let edited = PROGRAM.replace("i + i", "2 * i");
    assert_eq!(
        kept(&cached(&edited)),
        ["bad"],
        "bad does not see the function"
    );
}

#[test]
fn jobs_and_seeds_give_the_same_verdicts() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(dir.path(), "a.vpr", PROGRAM);
    let plain = |args: &[&str]| {
        let (mut value, _) = json(&[args, &[file.as_str()]].concat());
        for m in value["files"][0]["members"]
            .as_array_mut()
            .into_iter()
            .flatten()
        {
            for key in ["time_us", "questions", "solver_questions"] {
                m[key] = Value::Null;
            }
        }
        value["files"].clone()
    };
    assert_eq!(plain(&[]), plain(&["--jobs", "3"]));
    assert_eq!(plain(&[]), plain(&["--stability", "3"]));
}

#[test]
fn wrong_files_are_told_with_line_and_caret() {
    let dir = tempfile::tempdir().expect("a folder");
    let cases = [
        (
            "method m() { assert }\nmethod n() { x ::= 1 }\n",
            &["parser.error", ":1:21", ":2:"][..],
        ),
        (
            "method m(x: Ref) requires acc(x.val) { }\n",
            &["typechecker.error", "there is no field `val`"],
        ),
        ("import \"gone.vpr\"\n", &["cannot import", "gone.vpr"]),
        (
            "function f(i: Int): Int requires old(i) > 0\n",
            &["consistency.error"],
        ),
    ];
    for (text, words) in cases {
        let file = write(dir.path(), "wrong.vpr", text);
        let output = run(&[&file]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains('^'), "{told}");
        for word in words {
            assert!(told.contains(word), "{word}: {told}");
        }
        assert!(output.stdout.is_empty());
    }
    for (args, code) in [
        (&["/nowhere/a.vpr"][..], 2),
        (&["README.md"], 2),
        (&[], 2),
        (&["--jobs", "0", "a.vpr"], 2),
    ] {
        assert_eq!(run(args).status.code(), Some(code), "{args:?}");
    }
    let file = write(dir.path(), "a.vpr", PROGRAM);
    let output = run(&["--member", "nobody", &file]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn sarif_names_rule_and_place() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(dir.path(), "a.vpr", PROGRAM);
    let log = dir.path().join("a.sarif");
    let output = run(&["--quiet", "--sarif", &log.display().to_string(), &file]);
    assert!(output.stdout.is_empty());
    let text = std::fs::read_to_string(log).expect("the log");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let result = &value["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "assert.failed:assertion.false");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 4);
}
