//! `everypath verify` on Java files: every option, exit codes, the schema, what
//! is said about wrong files, and counterexamples that are run.

use serde_json::{json, Value};
use std::path::Path;
use std::process::{Command, Output};

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("verify")
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath runs")
}

fn json(dir: &Path, args: &[&str]) -> (Value, i32) {
    let out = run(dir, &[&["--json"], args].concat());
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|e| {
        let told = String::from_utf8_lossy(&out.stderr);
        panic!("{e}: {text} {told}")
    });
    keeps_the_schema(&value);
    (value, out.status.code().unwrap_or(-1))
}

fn keeps_the_schema(value: &Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/verify.schema.json");
    let text = std::fs::read_to_string(path).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|e| format!("{}: {e}", e.instance_path))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

fn members(v: &Value) -> Vec<&Value> {
    let files = v["files"].as_array().expect("files");
    let members = files.iter().filter_map(|f| f["members"].as_array());
    members.flatten().collect()
}

fn findings(v: &Value) -> Vec<&Value> {
    let all = members(v)
        .into_iter()
        .filter_map(|m| m["findings"].as_array());
    all.flatten().collect()
}

/// Names with verdicts, sorted.
fn verdicts(v: &Value) -> Vec<String> {
    let text = |m: &&Value| format!("{} {}", m["name"], m["verdict"]["kind"]);
    let mut all: Vec<String> = members(v).iter().map(text).collect();
    all.sort();
    all
}

fn write(dir: &Path, name: &str, text: &str) {
    std::fs::write(dir.join(name), text).expect("written");
}

const COUNTER: &str = "class Counter {
  int n;

  //@ predicate boolean valid() { return acc(this.n) &*& 0 <= n; }

  Counter()
    //@ ensures valid() &*& get() == 0;
  { n = 0; }

  /*@ pure @*/ int get()
    //@ requires valid();
  { return n; }

  void add(int k)
    //@ requires valid() &*& 0 <= k;
    //@ ensures valid() &*& get() == old(get()) + k;
  { n = n + k; }

  static int twice(int a)
    //@ requires 0 <= a;
    //@ ensures result == a + a;
  { return 2 * a; }
}
";

#[test]
fn overflow_is_an_error_wraps_or_is_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "Counter.java", COUNTER);
    let (v, code) = json(dir.path(), &["--no-run", "Counter.java"]);
    assert_eq!(code, 1);
    let told: Vec<_> = findings(&v).iter().map(|f| f["message"].clone()).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|m| m
        .as_str()
        .is_some_and(|m| m.contains("might overflow `int`"))));
    let check = json(
        dir.path(),
        &["--no-run", "--overflow", "check", "Counter.java"],
    )
    .0;
    assert_eq!(verdicts(&check), verdicts(&v), "it is the default");

    let (v, code) = json(
        dir.path(),
        &["--no-run", "--overflow", "wrap", "Counter.java"],
    );
    assert_eq!(code, 1, "a sum that wraps is not the sum");
    let ids: Vec<_> = findings(&v).iter().map(|f| f["id"].clone()).collect();
    assert!(
        ids.iter().all(|i| i
            .as_str()
            .is_some_and(|i| i.starts_with("postcondition.violated"))),
        "{ids:?}"
    );

    let (v, code) = json(dir.path(), &["--overflow", "ignore", "Counter.java"]);
    assert_eq!(code, 0, "{v:#}");
    let assumed = v["assumptions"].to_string();
    assert!(assumed.contains("no overflow happens"), "{assumed}");
    let out = run(dir.path(), &["--overflow", "maybe", "Counter.java"]);
    assert_eq!(out.status.code(), Some(2));
}

/// Figure 9 with its ghost operations left to the verifier.
const BARE: &str = "class Cell {
  int x;
  //@ predicate boolean valid() { return acc(this.x); }
  /*@ pure @*/ int getX()
    //@ requires valid();
  { return x; }
  void setX(int v)
    //@ requires valid();
    //@ ensures valid() &*& getX() == v;
  { x = v; }
}
";

#[test]
fn each_inference_can_be_switched_off_and_shown() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "Cell.java", BARE);
    let code = |list: &str| json(dir.path(), &["--no-run", "--infer", list, "Cell.java"]).1;
    assert_eq!(code("all"), 0);
    assert_eq!(code("open,close,use,contracts"), 0);
    assert_eq!(code("none"), 1, "ghost operations are missing");
    assert_eq!(code("open,close,use"), 0);
    assert_eq!(code("close,use"), 1, "the field is in the predicate");
    assert_eq!(code("open,use"), 1, "the predicate is not closed");
    assert_eq!(code("open,close"), 1, "the definition of getX is not used");
    assert_eq!(
        code("contracts,use"),
        1,
        "getX has no contract that is unfolded"
    );
    let out = run(dir.path(), &["--infer", "everything", "Cell.java"]);
    assert_eq!(out.status.code(), Some(2));

    let shown = |more: &[&str]| {
        let out = run(
            dir.path(),
            &[&["--infer", "open,close,use"], more, &["Cell.java"]].concat(),
        );
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let text = shown(&["--show-ghost"]);
    assert!(text.contains("open valid(this);"), "{text}");
    assert!(text.contains("close valid(this);"), "{text}");
    assert!(!shown(&[]).contains("close valid(this);"));
}

#[test]
fn after_an_edit_only_what_changed_is_verified_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = [
        "--no-run",
        "--cache",
        "kept",
        "--overflow",
        "ignore",
        "C.java",
    ];
    let kept = |text: &str| {
        write(dir.path(), "C.java", text);
        let (v, _) = json(dir.path(), &args);
        let kept = |m: &&Value| m["cached"] == json!(true);
        let name = |m: &Value| m["name"].as_str().unwrap_or_default().to_owned();
        let mut all: Vec<String> = members(&v).into_iter().filter(kept).map(name).collect();
        all.sort();
        (all, members(&v).len())
    };
    let (first, n) = kept(COUNTER);
    assert!(first.is_empty());
    let (second, _) = kept(COUNTER);
    assert_eq!(second.len(), n, "{second:?}");
    // The body of one method: only that method.
    let (edited, _) = kept(&COUNTER.replace("{ return 2 * a; }", "{ return a * 2; }"));
    assert_eq!(edited.len(), n - 1, "{edited:?}");
    assert!(!edited.contains(&"Counter.twice(int)".to_owned()));
    // The body of a pure method: whoever sees it.
    let (edited, _) = kept(&COUNTER.replace("{ return n; }", "{ return n + 0; }"));
    assert_eq!(edited, ["Counter.twice(int)", "Counter.valid()"]);
    // A line more above costs nothing.
    let (moved, _) = kept(&format!("\n// moved\n{COUNTER}"));
    assert_eq!(moved.len(), n);
}

#[test]
fn a_counterexample_that_is_kept_is_not_run_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = COUNTER.replace("{ return 2 * a; }", "{ return a; }");
    write(dir.path(), "C.java", &text);
    let args = ["--cache", "kept", "--overflow", "ignore", "C.java"];
    let confirmed = |v: &Value| {
        findings(v)
            .iter()
            .filter(|f| f["run"]["confirmed"] == json!(true))
            .count()
    };
    let (v, _) = json(dir.path(), &args);
    assert_eq!(confirmed(&v), 1, "{v:#}");
    let (v, _) = json(dir.path(), &args);
    assert_eq!(v["counts"]["cached"], v["counts"]["members"]);
    assert_eq!(confirmed(&v), 1);
}

#[test]
fn limits_end_as_unknown() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "C.java", COUNTER);
    for option in ["--timeout-per-member", "--timeout"] {
        let (v, code) = json(
            dir.path(),
            &[option, "0.001ms", "--overflow", "ignore", "C.java"],
        );
        assert_eq!(code, 3, "{v:#}");
        let reason = v["reason"].as_str().unwrap_or_default();
        assert!(reason.contains("the time"), "{reason}");
    }
    let (v, code) = json(
        dir.path(),
        &[
            "--timeout-per-member",
            "60s",
            "--overflow",
            "ignore",
            "C.java",
        ],
    );
    assert_eq!(code, 0, "{v:#}");
}

#[test]
fn seeds_and_jobs_and_the_order_of_members_do_not_matter() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "C.java", COUNTER);
    let plain = json(dir.path(), &["--no-run", "C.java"]).0;
    for more in [
        &["--stability", "3"][..],
        &["--jobs", "3"],
        &["--seed", "7"],
    ] {
        let (v, code) = json(dir.path(), &[&["--no-run"], more, &["C.java"]].concat());
        assert_eq!(code, 1);
        assert_eq!(verdicts(&v), verdicts(&plain), "{more:?}");
        assert!(members(&v).iter().all(|m| m["flips"] == json!([])));
    }
    // The members of the class, last first.
    let (head, rest) = COUNTER.split_once("\n\n").expect("a head");
    let body = rest.trim_end().strip_suffix('}').expect("an end");
    let mut parts: Vec<&str> = body.trim_end().split("\n\n").collect();
    parts.reverse();
    write(
        dir.path(),
        "D.java",
        &format!("{head}\n\n{}\n}}\n", parts.join("\n\n")),
    );
    let turned = json(dir.path(), &["--no-run", "D.java"]).0;
    assert_eq!(verdicts(&turned), verdicts(&plain));

    let (v, _) = json(
        dir.path(),
        &["--member", "Counter.twice(int)", "--no-run", "C.java"],
    );
    assert_eq!(members(&v).len(), 1);
    let out = run(dir.path(), &["--member", "nobody", "C.java"]);
    assert_eq!(out.status.code(), Some(2));
}

#[test]
fn a_counterexample_becomes_a_test_that_fails() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "Counter.java", COUNTER);
    let args = ["--tests", "tests", "--sarif", "log.sarif", "Counter.java"];
    let out = run(dir.path(), &args);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(text.matches("confirmed by a run").count(), 2, "{text}");
    assert_eq!(out.status.code(), Some(1));

    // The test that was written fails by itself, and only with `-ea` or not the same.
    let test = dir.path().join("tests/Counter.twice-22/Counter.java");
    assert!(
        text.contains("tests/Counter.twice-22/Counter.java"),
        "{text}"
    );
    let classes = dir.path().join("classes");
    let javac = Command::new("javac")
        .arg("-d")
        .arg(&classes)
        .arg(&test)
        .output()
        .expect("javac");
    assert!(
        javac.status.success(),
        "{}",
        String::from_utf8_lossy(&javac.stderr)
    );
    let java = Command::new("java")
        .arg("-cp")
        .arg(&classes)
        .arg("EverypathTest")
        .output()
        .expect("java");
    let told = String::from_utf8_lossy(&java.stderr).into_owned();
    assert_eq!(java.status.code(), Some(1));
    assert!(
        told.contains("java.lang.AssertionError: everypath: line 22: `2 * a` might overflow `int`"),
        "{told}"
    );

    let log = std::fs::read_to_string(dir.path().join("log.sarif")).expect("a log");
    let log: Value = serde_json::from_str(&log).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert!(
        results
            .iter()
            .all(|r| r["properties"]["confirmed"] == json!(true)),
        "{results:#?}"
    );
    let region = &results[1]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], json!(22));

    // Nothing is run when nothing is wanted.
    let (v, _) = json(dir.path(), &["--no-run", "Counter.java"]);
    assert!(findings(&v).iter().all(|f| f["run"] == Value::Null));
}

/// A true statement that the verifier is not told enough to prove is never
/// confirmed: its run does not fail.
#[test]
fn what_holds_when_it_runs_is_not_confirmed() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "Cell.java", BARE);
    let (v, code) = json(dir.path(), &["--infer", "open,close", "Cell.java"]);
    assert_eq!(code, 1);
    for f in findings(&v) {
        assert_eq!(f["run"]["confirmed"], json!(false), "{f:#}");
        assert_ne!(f["run"]["reason"], json!(""));
    }
    // A loop without an invariant forgets what it does.
    let weak = "class W {
  static int count(int n)
    //@ requires 0 <= n &*& n <= 10;
    //@ ensures result == n;
  { int i = 0; while (i < n) { i++; } return i; }
}
";
    write(dir.path(), "W.java", weak);
    let (v, code) = json(dir.path(), &["--overflow", "ignore", "W.java"]);
    assert_eq!(code, 1);
    assert_eq!(findings(&v)[0]["run"]["confirmed"], json!(false), "{v:#}");
}

#[test]
fn without_a_compiler_nothing_is_confirmed() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "Counter.java", COUNTER);
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["verify", "--json", "Counter.java"])
        .current_dir(dir.path())
        .env("PATH", dir.path())
        .output()
        .expect("everypath runs");
    let v: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    for f in findings(&v) {
        assert_eq!(
            f["run"],
            json!({ "confirmed": false, "reason": "javac is not installed", "test": null })
        );
    }
    assert_eq!(findings(&v).len(), 2);
}

/// One wrong file each: what is said, and where.
#[test]
fn wrong_java_is_told_with_all_places() {
    let cases: [(&str, &str, &[&str]); 8] = [
        (
            "outside of the subset",
            "class A {\n  void m() { Runnable r = () -> {}; }\n  <T> void g(T t) { }\n  void s() { synchronized (this) { } }\n}\n",
            &["a lambda expression is outside the Java subset", ":2:27", "a generic method", ":3:3", "a synchronized block", ":4:14"],
        ),
        (
            "an unknown field",
            "class A {\n  int x;\n  void m()\n    //@ requires acc(this.y);\n  { }\n}\n",
            &["`A` has no field `y`", ":4:27"],
        ),
        (
            "a predicate with wrong arity",
            "class A {\n  int x;\n  //@ predicate boolean valid() { return acc(this.x); }\n  void m()\n    //@ requires valid(1);\n  { }\n}\n",
            &["the predicate `A.valid()` takes 0 arguments, not 1", ":5:18"],
        ),
        (
            "recursion that nothing ends",
            "class A {\n  /*@ pure @*/ static int f(int n) { return f(n - 1); }\n  /*@ pure @*/ static int g(int n) { return h(n); }\n  /*@ pure @*/ static int h(int n) { return g(n); }\n}\n",
            &["the pure method `f` calls itself and nothing shows that this ends", ":2:27", "`g`", ":3:27", "`h`", ":4:27"],
        ),
        (
            "ill-typed permissions",
            "class A {\n  int x;\n  void m()\n    //@ requires acc(this.x, true);\n  { }\n  void n()\n    //@ requires acc(this.m());\n  { }\n  void o()\n    //@ requires acc(this.x, this);\n  { }\n}\n",
            &["an amount of permission is `1/2` or `wildcard`, not a `boolean`", ":4:30", "a specification cannot call `m`, which is not pure", ":7:27", ":10:30"],
        ),
        (
            "wrong syntax, in code and in specifications",
            "class A {\n  void m() { int x = ; }\n  void n() { if x) { } }\n  void o()\n    //@ requires ) 1;\n  { }\n  int p( { return 1; }\n}\n",
            &["an expression was expected here, not `;`", ":2:22", ":3:17", ":5:18", ":7:10"],
        ),
        (
            "types that do not fit",
            "class A {\n  int u()\n    //@ ensures result;\n  { return true; }\n  void v()\n    //@ ensures result == 1;\n  { int i = \"text\"; }\n}\n",
            &["an assertion is `boolean`, not `int`", ":3:17", ":4:", ":6:17", ":7:"],
        ),
        (
            "an end in the middle",
            "class A {\n  void m() { /*@ assert 1 == 1;\n",
            &[":2:"],
        ),
    ];
    let dir = tempfile::tempdir().expect("a folder");
    for (what, text, parts) in cases {
        write(dir.path(), "A.java", text);
        let out = run(dir.path(), &["A.java"]);
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{what}: {told}");
        assert!(out.stdout.is_empty(), "{what}");
        assert!(told.contains('^'), "{what}: {told}");
        for part in parts {
            assert!(told.contains(part), "{what}: {part} is missing in\n{told}");
        }
        let (v, code) = json(dir.path(), &["A.java"]);
        assert_eq!(code, 2);
        assert!(v["files"][0]["problems"]
            .as_array()
            .is_some_and(|p| !p.is_empty()));
    }
}

#[test]
fn wrong_viper_files_are_told_with_all_places() {
    let dir = tempfile::tempdir().expect("a folder");
    write(
        dir.path(),
        "e.vpr",
        "import \"missing.vpr\"\nmethod m() {}\n",
    );
    write(
        dir.path(),
        "f1.vpr",
        "import \"f2.vpr\"\nmethod m() { assert true }\n",
    );
    write(
        dir.path(),
        "f2.vpr",
        "import \"f1.vpr\"\nmethod n() { assert true }\n",
    );
    write(
        dir.path(),
        "g.vpr",
        "field f: Int\npredicate p(x: Ref, y: Ref) { acc(x.f) }\nmethod a(x: Ref) requires acc(x.f, true) { }\nmethod b(x: Ref) requires acc(p(x)) { }\nmethod c(x: Ref) requires acc(x.nope) { }\n",
    );
    let told = |name: &str, code: i32| {
        let out = run(dir.path(), &[name]);
        assert_eq!(out.status.code(), Some(code), "{name}");
        String::from_utf8_lossy(&out.stderr).into_owned()
    };
    let text = told("e.vpr", 2);
    assert!(
        text.contains("cannot import missing.vpr: there is no such file"),
        "{text}"
    );
    assert!(text.contains("e.vpr:1:1"), "{text}");
    // A circle is read once, as Viper does, and named.
    let text = told("f1.vpr", 0);
    assert!(text.contains("f1.vpr -> f2.vpr -> f1.vpr"), "{text}");
    let text = told("g.vpr", 2);
    for part in [
        "found Bool",
        ":3:36",
        "expected 2 arguments, found 1",
        ":4:31",
        "there is no field `nope`",
        ":5:33",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "C.java", COUNTER);
    write(dir.path(), "blocked", "");
    std::fs::write(dir.path().join("latin.java"), b"class A { // \xe9\n}").expect("written");
    let code = |args: &[&str]| run(dir.path(), args).status.code();
    assert_eq!(code(&["nowhere.java"]), Some(2));
    assert_eq!(code(&["latin.java"]), Some(2));
    assert_eq!(
        code(&["--html", "blocked/page", "--no-run", "C.java"]),
        Some(4)
    );
    assert_eq!(code(&["--tests", "blocked/tests", "C.java"]), Some(4));
    assert_eq!(
        code(&["--sarif", "blocked/log", "--no-run", "C.java"]),
        Some(4)
    );
    // A cache that cannot be used takes no verdict away.
    assert_eq!(code(&["--cache", "blocked", "--no-run", "C.java"]), Some(1));
    assert_eq!(
        code(&["--overflow", "ignore", "--quiet", "C.java"]),
        Some(0)
    );
}

/// The head of an example: its flags and edits.
fn variants(text: &str) -> (Vec<String>, Vec<String>) {
    let head: Vec<&str> = text.lines().take_while(|l| l.starts_with("//")).collect();
    let flags = head
        .iter()
        .find_map(|l| l.strip_prefix("// flags: "))
        .unwrap_or("");
    let (top, body) = text.split_at(head.iter().map(|l| l.len() + 1).sum());
    let mut out = Vec::new();
    for line in head.iter().filter_map(|l| l.strip_prefix("// broken")) {
        let (nth, edit) = match line.strip_prefix('(') {
            Some(rest) => rest.split_once("): ").expect("a number"),
            None => ("1", line.strip_prefix(": ").expect("an edit")),
        };
        let nth: usize = nth.parse().expect("a number");
        let (from, to) = edit.split_once("` ~> `").expect("an edit");
        let (from, to) = (&from[1..], &to[..to.len() - 1]);
        let at = body.match_indices(from).nth(nth - 1).expect("the text").0;
        let rest = &body[at + from.len()..];
        out.push(format!("{top}{}{to}{rest}", &body[..at]));
    }
    (flags.split_whitespace().map(str::to_owned).collect(), out)
}

/// The table in docs/verify-java.md: how many broken variants of the examples
/// have a finding that a run confirms. Every other variant in the time of a change,
/// all where that is asked for (`make bench`).
#[test]
fn most_broken_examples_are_confirmed_by_a_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = tempfile::tempdir().expect("a folder");
    let step = match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 2,
    };
    let (mut all, mut confirmed, mut refused) = (0, Vec::new(), Vec::new());
    let mut names: Vec<_> = std::fs::read_dir(root.join("examples/verify/java"))
        .expect("examples")
        .flatten()
        .map(|e| e.path())
        .collect();
    names.sort();
    for path in names {
        let text = std::fs::read_to_string(&path).expect("an example");
        let file = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let (flags, broken) = variants(&text);
        for (n, text) in broken.iter().enumerate() {
            all += 1;
            if all % step != 0 {
                continue;
            }
            write(dir.path(), &file, text);
            let mut args: Vec<&str> = flags.iter().map(String::as_str).collect();
            args.push(&file);
            let (v, code) = json(dir.path(), &args);
            assert_eq!(code, 1, "{file} {n}");
            let runs: Vec<&Value> = findings(&v).iter().map(|f| &f["run"]).collect();
            assert!(runs
                .iter()
                .all(|r| r["confirmed"] == json!(true) || r["reason"] != json!("")));
            match runs.iter().any(|r| r["confirmed"] == json!(true)) {
                true => confirmed.push(format!("{file} {}", n + 1)),
                false => refused.push(format!("{file} {}: {}", n + 1, runs[0]["reason"])),
            }
        }
    }
    // What only lacks ghost operations or permissions holds when it runs.
    for never in [
        "Cell.java 1",
        "Cell.java 2",
        "Cell.java 3",
        "Cell.java 4",
        "CellFields.java 2",
    ] {
        assert!(!confirmed.iter().any(|c| c == never), "{never} is no bug");
    }
    assert!(all >= 50, "{all}");
    assert!(
        confirmed.len() * step >= 26,
        "{}: {refused:#?}",
        confirmed.len()
    );
}
