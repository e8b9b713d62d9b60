//! What a run leaves behind: files, streams, interruption, repeatability.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/test")
        .join(name)
}

fn everypath(dir: &Path) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
    c.arg("test").current_dir(dir).env_remove("RUST_BACKTRACE");
    c
}

fn run(dir: &Path, name: &str, args: &[&str]) -> Output {
    everypath(dir)
        .arg(example(name))
        .args(args)
        .output()
        .expect("everypath starts")
}

fn json(text: impl AsRef<[u8]>) -> Value {
    serde_json::from_slice(text.as_ref()).expect("JSON")
}

fn names(dir: &Path) -> Vec<String> {
    let mut v: Vec<String> = std::fs::read_dir(dir)
        .expect("a folder")
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    v.sort();
    v
}

#[test]
fn the_folder_holds_every_format() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = run(
        dir.path(),
        "checks/abort.c",
        &[
            "--no-native",
            "--json",
            "--sarif",
            "copy.sarif",
            "--all-tests",
        ],
    );
    assert_eq!(out.status.code(), Some(1));
    let folder = dir.path().join("everypath-out/abort-1");
    assert_eq!(
        names(&folder),
        ["bugs", "bugs.sarif", "journal", "run.json", "tests"]
    );
    let written = std::fs::read(folder.join("run.json")).expect("run.json");
    assert_eq!(json(&written), json(&out.stdout));
    let sarif = json(std::fs::read(dir.path().join("copy.sarif")).expect("a copy"));
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "abort");
    // 16 paths, 5 of them abort.
    let tests = names(&folder.join("tests"));
    for extension in [".ktest", ".xml", ".raw"] {
        let n = tests
            .iter()
            .filter(|t| t.starts_with("test") && t.ends_with(extension))
            .count();
        assert_eq!(n, 16, "{extension}: {tests:?}");
    }
    assert!(tests.contains(&"metadata.xml".to_string()));
    let paths = &json(&out.stdout)["statistics"];
    assert_eq!(paths["paths_complete"], 11);
    assert_eq!(paths["paths_error"], 5);
}

#[test]
fn formats_are_chosen() {
    let dir = tempfile::tempdir().expect("a folder");
    run(
        dir.path(),
        "checks/abort.c",
        &[
            "--no-native",
            "--quiet",
            "--test-format",
            "ktest",
            "--out",
            "o",
        ],
    );
    let tests = names(&dir.path().join("o/tests"));
    assert!(
        !tests.is_empty() && tests.iter().all(|t| t.ends_with(".ktest")),
        "{tests:?}"
    );
}

#[test]
fn quiet_is_quiet() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = run(dir.path(), "checks/abort.c", &["--no-native", "--quiet"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(out.stdout.is_empty() && out.stderr.is_empty());
}

#[test]
fn an_earlier_run_is_not_overwritten() {
    let dir = tempfile::tempdir().expect("a folder");
    for _ in 0..2 {
        run(dir.path(), "checks/leak_not_asked.c", &["--no-native"]);
    }
    assert_eq!(
        names(&dir.path().join("everypath-out")),
        ["last", "leak_not_asked-1", "leak_not_asked-2"]
    );
}

#[test]
fn the_tree_is_written_as_json_and_dot() {
    let dir = tempfile::tempdir().expect("a folder");
    for file in ["t.json", "t.dot"] {
        let out = run(
            dir.path(),
            "slides/foo.c",
            &[
                "--entry",
                "foo",
                "--arith",
                "math",
                "--no-native",
                "--tree",
                file,
            ],
        );
        assert_eq!(
            out.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&out.stderr)
        );
    }
    let tree = json(std::fs::read(dir.path().join("t.json")).expect("t.json"));
    assert_eq!(tree["arithmetic"], "math");
    let nodes = tree["nodes"].as_array().expect("nodes");
    let parents: Vec<_> = nodes.iter().filter_map(|n| n["parent"].as_u64()).collect();
    let leaves: Vec<_> = nodes
        .iter()
        .filter(|n| !parents.contains(&n["id"].as_u64().expect("an id")))
        .collect();
    // Page 46: three leaves.
    assert_eq!(leaves.len(), 3, "{leaves:#?}");
    assert_eq!(nodes[0]["condition"], "true");
    let dot = std::fs::read_to_string(dir.path().join("t.dot")).expect("t.dot");
    assert!(dot.starts_with("digraph"), "{dot}");
}

#[test]
fn equal_runs_have_equal_results() {
    let dir = tempfile::tempdir().expect("a folder");
    let results: Vec<Value> = (0..2)
        .map(|_| {
            let out = run(
                dir.path(),
                "checks/two_bugs.c",
                &[
                    "--no-native",
                    "--json",
                    "--search",
                    "random-path",
                    "--seed",
                    "7",
                ],
            );
            let mut v = json(&out.stdout);
            let times = v["statistics"].as_object_mut().expect("statistics");
            times.retain(|k, _| !k.starts_with("time_") && !k.starts_with("cpu_"));
            v
        })
        .collect();
    assert_eq!(results[0], results[1]);
}

#[test]
fn an_interrupted_run_writes_what_it_found() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut child = everypath(dir.path())
        .arg(example("loops/time_limit.c"))
        .args(["--no-native", "--out", "o"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("everypath starts");
    // The folder appears when exploration begins.
    let begin = Instant::now();
    while !dir.path().join("o/tests").exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(200));
    let pid = child.id().to_string();
    let sent = Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .expect("kill");
    assert!(sent.success());
    assert_eq!(child.wait().expect("the end").code(), Some(130));
    let v = json(std::fs::read(dir.path().join("o/run.json")).expect("run.json"));
    assert_eq!(v["verdict"]["kind"], "unknown");
    assert_eq!(v["exit_code"], 130);
}

#[test]
fn several_files_are_one_program() {
    let dir = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(dir.path().join(name), text).expect("a file");
    };
    write(
        "a.c",
        "int limit(int x);\nint main(void) { return limit(3); }\n",
    );
    write("b.c", "int limit(int x) { return x / (x - DIVISOR); }\n");
    let out = everypath(dir.path())
        .args(["a.c", "b.c", "--json", "--", "-DDIVISOR=3"])
        .output()
        .expect("everypath starts");
    let v = json(&out.stdout);
    assert_eq!(v["bugs"][0]["kind"], "division-by-zero");
    assert_eq!(v["bugs"][0]["confirmation"]["kind"], "confirmed", "{v:#}");
}

/// Two functions, one of which no test can reach, and a crash in the middle.
const MEASURED: &str = "#include <everypath.h>
static int dead(int x) {
  return x + 1;
}
int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, \"n\");
  if (n > 5)
    n = 1;
  else
    n = 2;
  if (n == 3)
    return dead(n);
  ep_assert(n != 2);
  return 0;
}
";

#[test]
fn coverage_is_measured_by_native_runs() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("m.c");
    std::fs::write(&file, MEASURED).expect("a program");
    let out = everypath(dir.path())
        .arg(&file)
        .args(["--coverage", "--out", "o", "--html", "page"])
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(out.status.code(), Some(1), "{text}");
    let run = json(std::fs::read(dir.path().join("o/run.json")).expect("run.json"));
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/run.schema.json");
    let schema = json(std::fs::read(schema).expect("the schema"));
    assert!(schema["properties"]["measured"].is_object());
    let measured = &run["measured"];
    assert_eq!(measured["tests"], 2, "{measured}");
    let own = &measured["files"][file.display().to_string()];
    let lines = |k: &str| -> Vec<u64> {
        let all = own[k].as_array().expect("lines");
        all.iter().map(|l| l.as_u64().expect("a line")).collect()
    };
    // The run that fails counts up to its failure.
    for line in [8, 9, 11, 14, 15] {
        assert!(lines("covered").contains(&line), "line {line} in {own}");
    }
    for line in [3, 13] {
        assert!(lines("missed").contains(&line), "line {line} in {own}");
    }
    let at_8 = own["branches"].as_array().expect("branches").iter();
    let at_8: Vec<_> = at_8.filter(|b| b["line"] == 8).collect();
    assert_eq!(
        (&at_8[0]["taken"], &at_8[0]["total"]),
        (&2.into(), &2.into())
    );
    assert!(text.contains("measured natively, 2 tests cover:"), "{text}");
    let lcov = std::fs::read_to_string(dir.path().join("o/coverage.lcov")).expect("lcov");
    assert!(
        lcov.contains("m.c\n") && !lcov.contains("replay.c"),
        "{lcov}"
    );
    let page = std::fs::read_to_string(dir.path().join("page/index.html")).expect("a page");
    assert!(page.contains("measured in native runs of 2 tests"));
}

/// Seven independent decisions that meet again: merged, one path remains.
const MEETING: &str = "#include <everypath.h>
int main(void) {
  unsigned char b[7];
  int n = 0;
  ep_symbolic(b, sizeof b, \"b\");
  if (b[0] > 100)
    n += 1;
  else
    n += 2;
  for (int i = 1; i < 6; i++) {
    if (b[i] == 7 * i)
      n += i;
    else if (b[i] > 200)
      n -= i;
  }
  if (b[6] == 9)
    n = 0;
  return n & 1;
}
";

/// The input of a merged path takes one of the ways: the lines of the others
/// have tests of their own.
#[test]
fn the_tests_of_merged_paths_reach_what_was_covered() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("m.c");
    std::fs::write(&file, MEETING).expect("a program");
    let measured = |folder: &str, more: &[&str]| {
        let out = everypath(dir.path())
            .arg(&file)
            .args(["--coverage", "--quiet", "--out", folder])
            .args(more)
            .output()
            .expect("everypath starts");
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        json(std::fs::read(dir.path().join(folder).join("run.json")).expect("run.json"))
    };
    let (apart, merged) = (measured("apart", &[]), measured("merged", &["--merge"]));
    let paths = |run: &Value| run["statistics"]["paths_complete"].as_u64().expect("paths");
    assert!(paths(&merged) * 10 < paths(&apart), "{merged}");
    let of = |run: &Value| run["measured"]["files"][file.display().to_string()].clone();
    let (apart, merged) = (of(&apart), of(&merged));
    for what in ["covered", "missed", "branches"] {
        assert_eq!(merged[what], apart[what], "{what}");
    }
    assert!(merged["covered"].to_string().contains("14"), "{merged}");
}
