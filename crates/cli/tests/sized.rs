//! A pointer parameter and the one that says how much it points to: `--sized`, and the
//! entry of fuzzers, for which it holds without being asked for.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

const CHECKSUM: &str = "#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int sum = 0;
  if (size < FROM) return 0;
  for (size_t i = 0; i < size; i++) sum += data[i];
  return data[0] == 'F' && data[size - 1] == 'Z' ? data[size - 1 + MORE] : sum;
}
";

const SUM: &str = "struct point { short x; char y; };
int sum(const int *a, int n, struct point *p, unsigned char m, char **names, long k) {
  int s = 0;
  for (int i = 0; i < n; i++) s ^= a[i];
  for (int i = 0; i < m; i++) s ^= p[i].y;
  if (k > 2 && names[1]) s ^= names[1][0];
  if (BUG == 1 && n == 5 && a[4] == 77) return a[5];
  if (BUG == 2 && m == 2 && p[1].x == 9) return p[m].x;
  if (BUG == 3 && k == 4) return names[k] != 0;
  return s;
}
";

/// Runs a verb on a program in this folder; its exit code and its result.
fn run(dir: &Path, verb: &str, program: &str, args: &[&str]) -> (Option<i32>, Value, String) {
    std::fs::write(dir.join("p.c"), program).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir)
        .args([verb, "p.c", "--json"])
        .args(args)
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&run.stderr).into_owned();
    let json = serde_json::from_slice(&run.stdout).unwrap_or(Value::Null);
    (run.status.code(), json, err)
}

fn bugs(json: &Value) -> Vec<(&str, u64, bool)> {
    let all = json["bugs"].as_array().expect("bugs");
    all.iter()
        .map(|b| {
            let confirmed = b["confirmation"]["kind"] == "confirmed";
            let line = b["place"]["line"].as_u64().unwrap();
            (b["kind"].as_str().unwrap(), line, confirmed)
        })
        .collect()
}

#[test]
fn the_entry_of_fuzzers_is_called_as_fuzzers_call_it() {
    let dir = tempfile::tempdir().unwrap();
    let entry = ["--entry", "LLVMFuzzerTestOneInput"];
    for verb in ["test", "check"] {
        let own = |from, more| {
            let flags = [format!("-DFROM={from}"), format!("-DMORE={more}")];
            let mut args = entry.to_vec();
            let flags = flags.each_ref().map(String::as_str);
            args.push("--");
            args.extend(flags);
            run(dir.path(), verb, CHECKSUM, &args)
        };
        let (code, json, err) = own(1, 0);
        assert_eq!(code, Some(0), "{verb}: {err} {json:#}");
        assert_eq!(json["verdict"]["kind"], "proved", "{verb}");
        let said = json["assumptions"].to_string();
        assert!(
            said.contains("points to `size` elements, at most 8"),
            "{said}"
        );
        // The size may be 0, and then nothing can be read.
        let (code, json, _) = own(0, 0);
        assert_eq!(code, Some(1), "{verb}");
        assert_eq!(bugs(&json), [("out-of-bounds-read", 7, true)], "{verb}");
        let (_, json, _) = own(1, 1);
        assert_eq!(bugs(&json), [("out-of-bounds-read", 7, true)], "{verb}");
    }
}

#[test]
fn pairs_of_any_entry_are_tied() {
    let dir = tempfile::tempdir().unwrap();
    let pairs = "--entry sum --sized a:n --sized p:m --sized names:k";
    let with = |bug: &str, more: &[&str]| {
        let mut args: Vec<&str> = pairs.split(' ').collect();
        args.extend(more);
        args.extend(["--", bug]);
        run(dir.path(), "test", SUM, &args)
    };
    let (code, json, err) = with("-DBUG=0", &[]);
    assert_eq!(code, Some(0), "{err} {json:#}");
    assert_eq!(json["verdict"]["kind"], "proved");
    // What has a size is neither null nor another's, and needs no end of a string.
    let (code, json, _) = with("-DBUG=0", &["--may-be-null", "--may-alias", "--strings"]);
    assert_eq!(code, Some(0), "{json:#}");
    for (bug, line) in [("-DBUG=1", 7), ("-DBUG=2", 8), ("-DBUG=3", 9)] {
        let out = dir.path().join(format!("out{line}"));
        let (_, json, _) = with(bug, &["--out", out.to_str().unwrap()]);
        assert_eq!(bugs(&json), [("out-of-bounds-read", line, true)], "{bug}");
        // The test has as many elements as there are, and fails outside of Everypath.
        let text = std::fs::read_to_string(out.join("bugs/bug1.c")).unwrap();
        let command = text.lines().find(|l| l.contains("clang")).unwrap();
        let command = command.trim_start_matches(" * ");
        let build = Command::new("sh")
            .current_dir(dir.path())
            .args(["-c", command])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&build.stderr).into_owned();
        assert!(build.status.success(), "{command}: {said}");
        let run = Command::new(dir.path().join("regression"))
            .output()
            .unwrap();
        assert!(!run.status.success(), "{bug}: {text}");
    }
    // Without the pairs a caller may lie.
    let (code, _, _) = run(
        dir.path(),
        "test",
        SUM,
        &["--entry", "sum", "--", "-DBUG=0"],
    );
    assert_eq!(code, Some(1));
}

#[test]
fn a_pair_that_is_none_is_told() {
    let dir = tempfile::tempdir().unwrap();
    for (args, message) in [
        ("--sized a:z", "`sum` has no parameter `z`"),
        ("--sized n:a", "`n` is no pointer"),
        ("--sized a:names", "`names` is no integer"),
        ("--sized a:n --sized a:m", "`a` has two sizes"),
        ("--sized a", "data:size"),
        ("--sized a:n --arith math", "--arith math"),
    ] {
        let mut all = vec!["--entry", "sum"];
        all.extend(args.split(' '));
        all.extend(["--", "-DBUG=0"]);
        let (code, _, err) = run(dir.path(), "test", SUM, &all);
        assert_eq!(code, Some(2), "{args}: {err}");
        assert!(err.contains(message), "{args}: {err}");
    }
}

#[test]
fn a_bound_holds_for_any_size() {
    let dir = tempfile::tempdir().unwrap();
    let program = "#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, uint16_t size) {
  char *p = malloc(size);
  if (!p) return 1;
  free(p);
  return 0;
}
";
    let (_, json, err) = run(
        dir.path(),
        "memory",
        program,
        &["--entry", "LLVMFuzzerTestOneInput"],
    );
    assert!(json.to_string().contains("65535"), "{err} {json:#}");
}
