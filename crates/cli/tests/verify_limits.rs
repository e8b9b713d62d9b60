//! `everypath verify` where something is missing or broken: constructs that are not
//! supported, a cache that was damaged, the time of a member.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn json(args: &[&str]) -> (Value, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["verify", "--json"])
        .args(args)
        .output()
        .expect("everypath runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
    (value, output.status.code().unwrap_or(-1))
}

fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// `name verdict reason` of the members.
fn members(value: &Value) -> Vec<String> {
    let all = value["files"][0]["members"].as_array().expect("members");
    let text = |v: &Value| v.as_str().unwrap_or("").to_owned();
    let line = |m: &Value| {
        let (kind, reason) = (&m["verdict"]["kind"], &m["verdict"]["reason"]);
        let line = format!("{} {} {}", text(&m["name"]), text(kind), text(reason));
        line.trim_end().to_owned()
    };
    all.iter().map(line).collect()
}

#[test]
fn each_unsupported_construct_costs_its_members_only() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(
        dir.path(),
        "a.vpr",
        "field f: Int
domain Bits interpretation (SMTLIB: \"Int\", Boogie: \"int\") { function plus(a: Int, b: Int): Int interpretation \"+\" }
method interpreted(a: Int) requires plus(a, 1) > 0 { }
method wand(x: Ref) { package acc(x.f) --* acc(x.f) && perm(x.f) == write }
adt List { Nil() Cons(value: Int, tail: List) }
method data(l: List) { assert l.isNil || l.isCons }
method quantified(s: Set[Ref]) requires forall r: Ref :: r in s ==> acc(r.f) { }
method fine(x: Ref) requires acc(x.f) { x.f := 1 }
method broken(x: Ref) { x.f := 1 }
method calls(a: Int) { interpreted(a) }
",
    );
    let (value, code) = json(&[&file]);
    assert_eq!(code, 1);
    let want = [
        "interpreted unknown not supported yet: the interpretation `+` of a function (line 3)",
        "wand unknown not supported yet: a magic wand that speaks of `perm` (line 4)",
        "data proved",
        "quantified proved",
        "fine proved",
        "broken not-proved",
        "calls unknown not supported yet: the interpretation `+` of a function (line 3)",
    ];
    assert_eq!(members(&value), want);
}

#[test]
fn a_damaged_or_foreign_entry_of_the_cache_is_verified_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(
        dir.path(),
        "a.vpr",
        "field f: Int
method good(x: Ref) requires acc(x.f) { x.f := 1 }
method bad(x: Ref) { x.f := 1 }
",
    );
    let cache = dir.path().join("cache");
    let name = cache.display().to_string();
    let cached = || {
        let (value, code) = json(&["--cache", &name, &file]);
        assert_eq!(code, 1);
        assert_eq!(members(&value), ["good proved", "bad not-proved"]);
        let all = value["files"][0]["members"].as_array().expect("members");
        all.iter().filter(|m| m["cached"] == true).count()
    };
    assert_eq!(cached(), 0);
    assert_eq!(cached(), 2);
    for text in ["garbage", "{}", "", "{\"verdict\": \"proved\"}"] {
        for entry in std::fs::read_dir(&cache).expect("the cache").flatten() {
            std::fs::write(entry.path(), text).expect("written");
        }
        assert_eq!(cached(), 0, "{text}");
        assert_eq!(cached(), 2, "{text}");
    }
    std::fs::write(cache.join("README"), "not of the cache").expect("written");
    assert_eq!(cached(), 2);
}

#[test]
fn a_question_that_takes_too_long_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    // More pigeons than holes.
    let names: Vec<String> = (0..16).map(|i| format!("p{i}")).collect();
    let mut facts: Vec<String> = (names.iter())
        .map(|p| format!("0 <= {p} && {p} < 15"))
        .collect();
    for (i, p) in names.iter().enumerate() {
        facts.extend(names[..i].iter().map(|q| format!("{p} != {q}")));
    }
    let text = format!(
        "method hard({}: Int) requires {}
{{
  assert false
}}
method fine(a: Int) requires a > 2 {{ assert a > 1 }}
",
        names.join(": Int, "),
        facts.join(" && ")
    );
    let file = write(dir.path(), "a.vpr", &text);
    let (value, code) = json(&["--timeout-per-member", "2s", &file]);
    assert_eq!(code, 3);
    let told = members(&value);
    assert!(told[0].starts_with("hard unknown the time"), "{told:?}");
    assert!(told[0].contains("while proving `"), "{told:?}");
    assert!(told[0].contains("a.vpr:3:10"), "{told:?}");
    assert_eq!(told[1], "fine proved");
}

/// What is wrong with the folder is said once, and every verdict is there.
#[test]
fn a_cache_that_cannot_be_written_takes_no_verdict_away() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(
        dir.path(),
        "a.vpr",
        "field f: Int
method good(x: Ref) requires acc(x.f) { x.f := 1 }
method bad(x: Ref) { x.f := 1 }
",
    );
    let blocked = write(dir.path(), "blocked", "");
    let full = dir.path().join("full");
    let full_name = full.display().to_string();
    // A file as the folder; a folder in which nobody can make a file; no room for a file.
    let plain = "exec \"$@\"";
    let no_room = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    for (shell, folder) in [
        (plain, &blocked[..]),
        (plain, "/proc"),
        (no_room, &full_name),
    ] {
        let output = Command::new("sh")
            .args(["-c", shell, "sh", env!("CARGO_BIN_EXE_everypath")])
            .args(["verify", "--json", "--cache", folder, &file])
            .output()
            .expect("everypath runs");
        assert_eq!(output.status.code(), Some(1), "{folder}: {output:?}");
        let value: Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!(members(&value), ["good proved", "bad not-proved"]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(told.matches("warning: cannot keep verdicts").count(), 1);
        assert!(told.starts_with(folder), "{told}");
    }
    assert_eq!(std::fs::read_dir(&full).expect("the folder").count(), 0);
}

/// Other seeds are tried on a proof that is kept, too.
#[test]
fn a_kept_proof_is_tried_with_other_seeds() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(dir.path(), "a.vpr", "method m() { assert true }\n");
    let cache = dir.path().join("cache").display().to_string();
    let cached = |more: &[&str]| {
        let (value, code) = json(&[&["--cache", &cache, &file], more].concat());
        assert_eq!(code, 0);
        value["counts"]["cached"].as_u64()
    };
    assert_eq!(cached(&[]), Some(0));
    assert_eq!(cached(&[]), Some(1));
    assert_eq!(cached(&["--stability", "2"]), Some(0));
}

/// What a member depends on through an import: definitions, contracts, axioms, macros.
#[test]
fn an_edit_of_an_imported_file_is_seen() {
    let dir = tempfile::tempdir().expect("a folder");
    let library = "field f: Int
predicate P(x: Ref) { acc(x.f) && x.f > 0 }
function get(x: Ref): Int requires P(x) { unfolding P(x) in x.f }
function k(): Int { 3 }
domain D { function d(): Int axiom { d() == 3 } }
define M(a) (a == 3)
method callee(x: Ref) requires P(x) ensures P(x) && get(x) == 3
function ab(): Int ensures result == 3
";
    let file = write(
        dir.path(),
        "a.vpr",
        "import \"lib.vpr\"
method byPredicate(x: Ref) requires P(x) { assert get(x) > 0 }
method byBody() { assert k2() == 3 }
method byAxiom() { assert d() == 3 }
method byMacro(z: Int) requires M(z) { assert z == 3 }
method byContract(x: Ref) requires P(x) { callee(x) assert get(x) == 3 }
method byPostcondition() { assert ab() == 3 }
function k2(): Int { k() }
",
    );
    let cache = dir.path().join("cache").display().to_string();
    let failed = |library: &str| {
        write(dir.path(), "lib.vpr", library);
        let (value, _) = json(&["--cache", &cache, &file]);
        let told = members(&value);
        let bad = told.into_iter().filter(|m| !m.ends_with(" proved"));
        bad.collect::<Vec<_>>()
    };
    assert_eq!(failed(library), [""; 0]);
    for (old, new, name) in [
        ("x.f > 0", "x.f > -9", "byPredicate"),
        ("{ 3 }", "{ 4 }", "byBody"),
        ("d() == 3", "d() == 4", "byAxiom"),
        ("(a == 3)", "(a == 4)", "byMacro"),
        ("get(x) == 3", "get(x) == 4", "byContract"),
        ("result == 3", "result == 4", "byPostcondition"),
    ] {
        let edited = library.replace(old, new);
        assert_eq!(failed(&edited), [format!("{name} not-proved")], "{old}");
        assert_eq!(failed(library), [""; 0], "{old}");
    }
}

/// Whether a call needs a smaller measure depends on what the callee calls.
#[test]
fn a_callee_that_begins_to_call_back_is_seen() {
    let dir = tempfile::tempdir().expect("a folder");
    let cache = dir.path().join("cache").display().to_string();
    let verdicts = |body: &str| {
        let text = format!(
            "import <decreases/int.vpr>
method ma(n: Int) decreases n {{ mb(n + 1) }}
method mb(n: Int) decreases n {{ {body} }}
"
        );
        let file = write(dir.path(), "a.vpr", &text);
        members(&json(&["--cache", &cache, &file]).0)
    };
    assert_eq!(verdicts(""), ["ma proved", "mb proved"]);
    let back = verdicts("if (n > 0) { ma(n - 1) }");
    assert!(back.contains(&"ma not-proved".to_string()), "{back:?}");
    assert_eq!(verdicts(""), ["ma proved", "mb proved"]);
}

/// The time of the run ends each question, and every member is named.
#[test]
fn the_time_of_the_run_holds_and_names_what_was_not_looked_at() {
    let dir = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..16).map(|i| format!("p{i}")).collect();
    let mut facts: Vec<String> = (names.iter())
        .map(|p| format!("0 <= {p} && {p} < 15"))
        .collect();
    for (i, p) in names.iter().enumerate() {
        facts.extend(names[..i].iter().map(|q| format!("{p} != {q}")));
    }
    let text = format!(
        "method fine(a: Int) requires a > 2 {{ assert a > 1 }}
method hard({}: Int) requires {}
{{
  assert false
}}
method later(a: Int) requires a > 2 {{ assert a > 1 }}
",
        names.join(": Int, "),
        facts.join(" && ")
    );
    let file = write(dir.path(), "a.vpr", &text);
    let begin = std::time::Instant::now();
    let (value, code) = json(&["--timeout", "3s", &file]);
    assert!(begin.elapsed().as_millis() < 7000, "{:?}", begin.elapsed());
    assert_eq!(code, 3);
    let told = members(&value);
    assert_eq!(told[0], "fine proved");
    assert!(told[1].starts_with("hard unknown the time"), "{told:?}");
    assert!(told[1].contains("a.vpr:4:10"), "{told:?}");
    assert_eq!(told[2], "later unknown the time of the run is over");
}

/// Instances without end cost their member, in the time and the memory that it has; the
/// members after it have a verdict.
#[test]
fn instances_without_end_cost_one_member() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = write(
        dir.path(),
        "a.vpr",
        "domain D {
  function f(x: Int): Int
  function g(x: Int, y: Int): Int
  function h(x: Int): Int
  axiom { forall x: Int, y: Int :: { f(x), f(y) } f(g(x, y)) > 0 }
  axiom { forall x: Int :: { h(x) } h(x) > x }
}
method endless(a: Int) {
  inhale f(a) > 0 && f(a + 1) > 1
  var b: Bool
  if (b) { assert f(a) > 5 } else { assert f(a) > 6 }
}
method fine(a: Int) { assert h(h(a)) > a }
",
    );
    const LIMIT: u64 = 400 << 20;
    let mut child = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["verify", "--json", "--timeout-per-member", "30s"])
        .args(["--max-memory", "400M", &file])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("everypath runs");
    let mut peak = 0;
    while child.try_wait().expect("it is ours").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let line = status.unwrap_or_default();
        let kilobytes = line.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kilobytes =
            kilobytes.and_then(|n| n.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(peak <= LIMIT + LIMIT / 20, "{peak}");
    let output = child.wait_with_output().expect("its answer");
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = members(&value);
    assert!(
        all[0].starts_with("endless unknown Z3 needs more memory"),
        "{all:?}"
    );
    assert_eq!(all[1], "fine proved");
}
