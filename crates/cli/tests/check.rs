//! `everypath check`: the programs under `examples/check` with what they
//! expect, the exit codes of page 86's three outcomes, wrong input, and the
//! tasks of `bench/tasks` that take no time.

#[path = "support/asserted.rs"]
mod asserted;
#[allow(dead_code)]
#[path = "support/expect.rs"]
mod expect;
#[path = "support/invariants.rs"]
mod invariants;
#[path = "support/truth.rs"]
mod truth;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check(args: &[&str]) -> (Output, serde_json::Value) {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("check")
        .args(args)
        .args(["--json", "--out"])
        .arg(scratch.path().join("out"))
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath starts");
    let value = serde_json::from_slice(&out.stdout).unwrap_or_default();
    (out, value)
}

fn example(name: &str) -> String {
    root()
        .join("examples/check")
        .join(name)
        .display()
        .to_string()
}

#[test]
fn programs_have_the_verdicts_and_findings_that_they_expect() {
    let mut n = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(root().join("examples/check")).expect("the folder") {
        let file = entry.expect("an entry").path();
        if file.extension().is_none_or(|e| e != "c") {
            continue;
        }
        n += 1;
        let source = std::fs::read_to_string(&file).expect("the file");
        let wanted = expect::parse(&source).expect("expectations");
        let mut args = vec![file.display().to_string()];
        args.extend(wanted.flags.iter().cloned());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (out, result) = check(&args);
        for p in expect::compare(&wanted, &result, out.status.code()) {
            wrong.push(format!("{}: {p}", file.display()));
        }
    }
    assert!(n >= 8, "only {n} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pages 87-91: the bug needs two or three inputs whose sum wraps around, and
/// the trace leads to it line by line.
#[test]
fn the_first_example_of_the_slides() {
    let (out, r) = check(&[&example("page87.c"), "--unwind", "3"]);
    assert_eq!(out.status.code(), Some(1));
    let inputs = r["bugs"][0]["inputs"].as_array().expect("inputs");
    let byte = |i: usize| inputs[i]["bytes"][0].as_u64().expect("a byte");
    let n = byte(0);
    assert!(n == 2 || n == 3, "n = {n}");
    assert_eq!(inputs.len() as u64, n + 1);
    let (mut s, mut v) = (0, 0);
    for i in 1..=n as usize {
        v = byte(i);
        s = (s + v) % 256;
    }
    assert!(s < v, "the assertion fails on {s} and {v}");
    let steps = r["traces"][0]["steps"].as_array().expect("a trace");
    let last = steps.last().expect("a step");
    assert_eq!(last["line"], r["bugs"][0]["place"]["line"]);
    let rounds = steps
        .iter()
        .filter(|s| s["values"]["i"].is_string())
        .count();
    assert_eq!(rounds as u64, n + 1, "i is set once and then in each round");
}

/// Pages 92-97: nothing is wrong up to three rounds, and the bound can be
/// reached; the three outcomes of page 86 have their exit codes.
#[test]
fn the_second_example_of_the_slides() {
    let file = example("page92.c");
    let (out, r) = check(&[&file, "--unwind", "3", "--no-induction"]);
    assert_eq!(out.status.code(), Some(3));
    assert_eq!(r["verdict"]["kind"], "proved-up-to");
    assert_eq!(r["verdict"]["bound"], 3);
    assert_eq!(r["bound"]["reachable"], true);
    assert!(r["bound"]["inputs"][0].is_string(), "with an input");
    let (out, _) = check(&[&file, "--unwind", "3", "--accept-bound"]);
    assert_eq!(out.status.code(), Some(0));
    let (out, r) = check(&[&file, "--unwind-loop", "main:14=255", "--unwind", "1"]);
    assert_eq!(out.status.code(), Some(0), "{r}");
    assert_eq!(r["verdict"]["kind"], "proved");
}

/// `--unwind auto`: the bounds that `time` proves decide how far is unwound, also
/// where the rounds hang on an input; what has no bound grows, and what the user
/// says goes before both.
#[test]
fn loops_are_unwound_as_far_as_they_are_proved_to_go() {
    let file = example("two_loops.c");
    let entry = [&file[..], "--entry", "f", "--no-induction"];
    let (out, r) = check(&[&entry[..], &["--unwind", "auto"]].concat());
    assert_eq!(out.status.code(), Some(0), "{r:#}");
    assert_eq!(r["options"]["unwind"], "auto");
    // What grows has a limit.
    assert_eq!(r["options"]["timeout_seconds"], 60.0);
    let rounds = |r: &serde_json::Value, name: &str| {
        let all = r["unwound"].as_array().expect("a list").clone();
        let own = all.iter().find(|l| l["loop"] == name).cloned();
        own.expect("the loop")["rounds"].as_u64()
    };
    assert_eq!(rounds(&r, "f:8"), Some(20), "{r:#}");
    assert_eq!(rounds(&r, "f:10"), Some(55), "{r:#}");
    // One round less than some run makes is seen, whatever was proved.
    let less = [
        "--unwind",
        "auto",
        "--unwind-loop",
        "f:8=19",
        "--timeout",
        "20",
    ];
    let (out, r) = check(&[&entry[..], &less].concat());
    assert_eq!(out.status.code(), Some(3), "{r:#}");
    assert!(!r["unwound"].to_string().contains("f:8"), "{r:#}");
    // A loop without a bound grows.
    let text = "int f(unsigned n) { int s = 0; while (n % 7 != 3 && n % 5 != 1) { n = n * 5 + 1; s++; } return s; }\n";
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("f.c");
    std::fs::write(&file, text).expect("a file");
    let file = file.display().to_string();
    let (_, r) = check(&[&file, "--entry", "f", "--unwind", "auto", "--timeout", "10"]);
    assert_eq!(rounds(&r, "f:1"), None, "{r:#}");
}

#[test]
fn every_proof_names_its_argument() {
    let (_, r) = check(&[&example("count_up.c")]);
    let argument = r["argument"].as_str().expect("an argument");
    assert!(argument.contains("invariant"), "{argument}");
    let (_, r) = check(&[&example("page92_whole.c")]);
    let argument = r["argument"].as_str().expect("an argument");
    assert!(argument.contains("255 rounds"), "{argument}");
}

#[test]
fn wrong_input_gets_one_message() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let write = |name: &str, text: &str| {
        let p = dir.path().join(name);
        std::fs::write(&p, text).expect("a file");
        p.display().to_string()
    };
    let file = example("page92.c");
    let unknown = write("a.prp", "CHECK( init(main()), LTL(G ! nonsense) )\n");
    let empty = write("b.yml", "format_version: '2.0'\n");
    let cases: [(&[&str], &str); 11] = [
        (
            &[&file, "--unwind", "main:4=3"],
            "--unwind-loop FUNCTION:LINE=K",
        ),
        (&[&file, "--unwind", "0"], "the least bound is 1"),
        (&[&file, "--unwind", "three"], "or auto"),
        (&[&file, "--unwind", "1000000000"], "the most is 1000000"),
        (&[&file, "--unwind-loop", "main:3=4"], "no loop at line 3"),
        (&[&file, "--unwind-loop", "mian:14=4"], "no function `mian`"),
        (&[&file, "--unwind-loop", "main=4"], "FUNCTION:LINE=K"),
        (&[&file, "--property", &unknown], "is not known"),
        (
            &[&file, "--property", "none.prp"],
            "cannot read the property",
        ),
        (&[&empty], "`input_files` is missing"),
        (&[&file, "--tree", "t.json"], "no meaning for check"),
    ];
    for (args, words) in cases {
        let (out, _) = check(args);
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(words), "{args:?}: {text}");
        assert!(!text.contains("panicked"), "{args:?}: {text}");
    }
}

/// Every other program of a suite in the time of a change, all where that is asked for
/// (`make bench`).
fn step() -> usize {
    match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 2,
    }
}

/// Tasks that need another engine or a native run: the size of their block is an input.
const OPEN: [&str; 2] = ["bank-1.yml", "bank-2.yml"];

/// A wrong answer on a task would be the worst defect; those of two folders
/// take a second.
#[test]
fn tasks_of_the_suite_are_answered_as_expected() {
    let mut n = 0;
    for folder in ["control", "heap"] {
        let folder = root().join("bench/tasks").join(folder);
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|e| e.expect("an entry").path())
            .filter(|f| f.extension().is_some_and(|e| e == "yml"))
            .collect();
        files.sort();
        n += files.len();
        for file in files.into_iter().step_by(step()) {
            let text = std::fs::read_to_string(&file).expect("the task");
            let want = text.contains("expected_verdict: true");
            let (_, r) = check(&[&file.display().to_string(), "--no-native", "--no-trace"]);
            let kind = if want { "proved" } else { "violated" };
            let open = OPEN.iter().any(|o| file.ends_with(o)) && r["verdict"]["kind"] == "unknown";
            assert!(
                open || r["verdict"]["kind"] == kind,
                "{}: {r}",
                file.display()
            );
        }
    }
    assert!(n >= 20, "only {n} tasks");
}

#[test]
fn a_proof_without_a_path_comes_with_a_warning() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let warned = |condition: &str| {
        let file = scratch.path().join("empty.c");
        let text = format!(
            "int nondet_int(void);
             int main(void) {{
               int x = nondet_int();
               __CPROVER_assume({condition});
               __CPROVER_assert(x != 4, \"\");
               return 0;
             }}"
        );
        std::fs::write(&file, text).expect("the program");
        ["check", "test"].map(|verb| {
            let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
                .args([verb, "--no-native", "--out"])
                .arg(
                    tempfile::tempdir_in(&scratch)
                        .expect("a folder")
                        .path()
                        .join("out"),
                )
                .arg(&file)
                .output()
                .expect("everypath starts");
            assert_eq!(out.status.code(), Some(0));
            String::from_utf8_lossy(&out.stdout).contains("see that the proof is not empty")
        })
    };
    assert_eq!(warned("x > 5 && x < 3"), [true, true]);
    assert_eq!(warned("x > 5 && x < 7"), [false, false]);
}

/// Pages 90 and 96: the formulas of the unwound program over the instances of
/// its variables. (The slide writes `n1 > 0` for the unsigned `n1 ≠ 0`.)
#[test]
fn the_formulas_of_the_slides_are_shown() {
    let flat = |v: &serde_json::Value| -> String {
        let text = v.as_str().expect("a formula");
        text.chars().filter(|c| !c.is_whitespace()).collect()
    };
    let error = "n1 ≠ 0 ∧ v1 = 0 ∧ s1 = 0 ∧ i1 = 0 ∧
        ((i1 ≥ n1 ∧ s1 < v1) ∨ (i1 < n1 ∧ s2 = s1 + v2 ∧ i2 = i1 + 1 ∧
        ((i2 ≥ n1 ∧ s2 < v2) ∨ (i2 < n1 ∧ s3 = s2 + v3 ∧ i3 = i2 + 1 ∧
        ((i3 ≥ n1 ∧ s3 < v3) ∨ (i3 < n1 ∧ s4 = s3 + v4 ∧ i4 = i3 + 1 ∧
        i4 ≥ n1 ∧ s4 < v4))))))";
    let bound = "n1 ≠ 0 ∧ v1 = 0 ∧ s1 = 0 ∧ i1 = 0 ∧
        i1 < n1 ∧ s2 = s1 + v2 ∧ i2 = i1 + 1 ∧ i2 < n1 ∧ s3 = s2 + v3 ∧ i3 = i2 + 1 ∧
        i3 < n1 ∧ s4 = s3 + v4 ∧ i4 = i3 + 1 ∧ i4 < n1";
    let want = |t: &str| -> String { t.chars().filter(|c| !c.is_whitespace()).collect() };
    for file in ["page87.c", "page92.c"] {
        let (_, r) = check(&[
            &example(file),
            "--unwind",
            "3",
            "--show-formula",
            "--no-native",
            "--no-induction",
        ]);
        assert_eq!(flat(&r["formula"]["error"]), want(error), "{file}");
        assert_eq!(flat(&r["formula"]["bound"]), want(bound), "{file}");
    }
    // Page 82: `y = 2*x+y+5` makes a new instance of y.
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("page82.c");
    std::fs::write(
        &file,
        "#include <assert.h>\n#include <everypath.h>\nint main(void) {\n  unsigned x, y;\n  ep_symbolic(&x, sizeof x, \"x\");\n  ep_symbolic(&y, sizeof y, \"y\");\n  y = 2 * x + y + 5;\n  assert(y != x);\n}\n",
    )
    .expect("a file");
    let (_, r) = check(&[&file.display().to_string(), "--show-formula", "--no-native"]);
    assert_eq!(
        flat(&r["formula"]["error"]),
        want("y2 = ((2 ∗ x1) + y1) + 5 ∧ y2 = x1")
    );
    assert_eq!(r["formula"]["bound"], "false");
    // Pointers have no instances.
    let (out, _) = check(&[&example("merged_pointers.c"), "--show-formula"]);
    let text = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{text}");
    assert!(
        text.contains("merged_pointers.c:") && text.contains("--show-formula"),
        "{text}"
    );
}

/// The bytes of all objects of a `.ktest` file, one after the other.
fn objects(ktest: &[u8]) -> Vec<u8> {
    let mut at = 5;
    let mut number = |ktest: &[u8], skip: usize| {
        at += skip;
        let n = u32::from_be_bytes(ktest[at..at + 4].try_into().expect("four bytes"));
        at += 4;
        (n as usize, at)
    };
    assert_eq!(&ktest[..5], b"KTEST");
    number(ktest, 0);
    let (arguments, _) = number(ktest, 0);
    let mut skip = 0;
    for _ in 0..arguments {
        skip = number(ktest, skip).0;
    }
    number(ktest, skip);
    number(ktest, 0);
    let (count, _) = number(ktest, 0);
    let mut out = Vec::new();
    let mut skip = 0;
    for _ in 0..count {
        let (name, _) = number(ktest, skip);
        let (size, start) = number(ktest, name);
        out.extend(&ktest[start..start + size]);
        skip = size;
    }
    out
}

/// `--cover`: a test for each branch that can be reached, and none of them
/// misses it: each is run natively.
#[test]
fn a_test_for_each_reachable_branch_reaches_it() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let at = |name: &str| dir.path().join(name);
    let program = "#include <everypath.h>
int puts(const char *);
int main(void) {
  unsigned char a, b;
  ep_symbolic(&a, 1, \"a\");
  ep_symbolic(&b, 1, \"b\");
  int n = 0;
  if (a > 200) { puts(\"B1\"); n++; } else { puts(\"B2\"); }
  for (int i = 0; i < (b & 3); i++) {
    if (i == 2 && a == 7) { puts(\"B3\"); } else { puts(\"B4\"); }
  }
  switch (b >> 4) {
  case 0: puts(\"B5\"); break;
  case 9: puts(\"B6\"); n += 2; break;
  default: puts(\"B7\");
  }
  if ((unsigned)a * b == 7 * 151u) puts(\"B8\");
  if (a > 250 && b < 3 && n == 0) puts(\"unreachable\");
  if (n == 3) puts(\"B9\"); else puts(\"B10\");
  return 0;
}
";
    let stub = "#include <stdio.h>
static FILE *input;
void ep_symbolic(void *object, unsigned long size, const char *name) {
  (void)name;
  if (fread(object, 1, size, input) != size) puts(\"short\");
}
__attribute__((constructor)) static void open_input(int argc, char **argv) {
  (void)argc;
  input = fopen(argv[1], \"r\");
}
";
    std::fs::write(at("p.c"), program).expect("a file");
    std::fs::write(at("stub.c"), stub).expect("a file");
    let built = Command::new("clang-19")
        .args([at("p.c"), at("stub.c")])
        .arg("-I")
        .arg(root().join("runtime/include"))
        .arg("-o")
        .arg(at("p"))
        .status()
        .expect("clang-19");
    assert!(built.success());
    let done = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["check", "--cover", "--no-native", "--quiet", "--out"])
        .arg(at("out"))
        .arg(at("p.c"))
        .output()
        .expect("everypath starts");
    assert_eq!(
        done.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let mut reached = std::collections::BTreeSet::new();
    let mut tests = 0;
    for entry in std::fs::read_dir(at("out/tests")).expect("tests") {
        let file = entry.expect("an entry").path();
        if file.extension().is_none_or(|e| e != "ktest") {
            continue;
        }
        tests += 1;
        let bytes = objects(&std::fs::read(&file).expect("a test"));
        std::fs::write(at("input"), bytes).expect("a file");
        let run = Command::new(at("p"))
            .arg(at("input"))
            .output()
            .expect("the program");
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        reached.extend(text.lines().map(str::to_string));
    }
    let mut want: Vec<String> = (1..=10).map(|n| format!("B{n}")).collect();
    want.sort();
    assert_eq!(
        reached.into_iter().collect::<Vec<_>>(),
        want,
        "{tests} tests"
    );
    assert!(tests >= 5, "only {tests} tests");
}

/// The empty side of an `if` comes to the join at once, and is covered.
#[test]
fn a_side_that_is_merged_at_once_is_covered() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("sides.c");
    let program = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int(), x = 0;
  if (c > 5) x = 1;
  return x;
}
";
    std::fs::write(&file, program).expect("a file");
    let (_, r) = check(&[&file.display().to_string(), "--cover", "--no-native"]);
    let branches = &r["coverage"][file.to_str().expect("a path")]["branches"];
    let want = serde_json::json!([{ "line": 4, "taken": 2, "total": 2 }]);
    assert_eq!(branches, &want);
    assert!(r["statistics"]["tests"].as_u64() >= Some(2), "{r}");
}

/// `--timeout` ends formulas, proofs and unwinding alike. (The error is there,
/// but to find it is to factor 2906713847 * 3611942017, which takes a solver
/// hours. The room is for machines that do other things too.)
#[test]
fn the_time_limit_holds() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("hard.c");
    let program = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint(), s = 1;
  unsigned a[64], t = s;
  for (int i = 0; i < 64; i++) a[i] = __VERIFIER_nondet_uint();
  while (x != 1) {
    s = s * x + a[s % 64];
    a[x % 64] = s;
    x = x % 2 ? 3 * x + n : x / 2;
    t = t * 5 + s * s * s;
    unsigned long p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint();
    assert(p == 1 || q == 1 || p * q != 10498881875375009399u);
  }
}
";
    std::fs::write(&file, program).expect("a file");
    let start = std::time::Instant::now();
    let (out, r) = check(&[&file.display().to_string(), "--timeout", "3", "--no-native"]);
    let time = start.elapsed().as_secs();
    assert_eq!(out.status.code(), Some(3), "{r}");
    assert!((2..6).contains(&time), "{time} s");
}

/// `--property` asks one thing of a program: an error of another kind is told
/// but is no answer.
#[test]
fn a_property_is_the_question() {
    let tasks = root().join("bench/tasks");
    let ask = |program: &str, property: &str| {
        let program = tasks.join(program).display().to_string();
        let property = tasks.join("properties").join(property);
        let property = property.display().to_string();
        let (_, r) = check(&[&program, "--property", &property, "--no-native"]);
        r["verdict"]["kind"].as_str().unwrap_or("none").to_string()
    };
    assert_eq!(ask("memory/mem_index-1.c", "valid-memsafety.prp"), "proved");
    assert_eq!(
        ask("memory/mem_index-2.c", "valid-memsafety.prp"),
        "violated"
    );
    assert_eq!(ask("memory/mem_index-2.c", "no-overflow.prp"), "unknown");
    assert_eq!(ask("overflow/ovf_add-2.c", "no-overflow.prp"), "violated");
    assert_eq!(ask("overflow/ovf_add-2.c", "unreach-call.prp"), "unknown");
}

/// The argument of a proof by induction says how many rounds it needs.
#[test]
fn k_induction_names_its_k() {
    for (task, k) in [("pipeline_two-1", 2), ("pipeline_three-1", 3)] {
        let file = root().join(format!("bench/tasks/loops-unbounded/{task}.yml"));
        let (_, r) = check(&[&file.display().to_string(), "--no-native"]);
        assert_eq!(r["verdict"]["kind"], "proved", "{task}");
        let argument = r["argument"].as_str().expect("an argument");
        // Reachability finds what each stage keeps, and comes first.
        let found = argument.starts_with("loop invariants: ") && argument.contains("(p & 0x");
        let inductive = argument.contains(&format!("k = {k}"));
        assert!(found || inductive, "{task}: {argument}");
        assert_eq!(r["exactness"]["over"], true, "{task}");
    }
}

/// Programs whose contracts prove nothing: each has an error that a proof
/// which trusts the contract, its frame or its memory too much would miss, or
/// is not shown to have none.
#[test]
fn contracts_do_not_prove_what_does_not_hold() {
    let head = "#include <assert.h>\n#include <everypath.h>\n#include <stdlib.h>\nextern _Bool __VERIFIER_nondet_bool(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n";
    let cases: [(&str, &str, &[&str]); 16] = [
        ("the frame is not kept", "int g;\nstatic int f(unsigned x) { ep_ensures(ep_result(int) == 0); if (x == 77) g = 1; return 0; }\nint main(void) { while (__VERIFIER_nondet_bool()) { f(__VERIFIER_nondet_uint()); assert(g == 0); } }", &[]),
        ("a recursion that is wrong far down", "static unsigned f(unsigned n) { ep_ensures(ep_result(unsigned) == 0); if (n == 0) return 0; return f(n - 1) + (n == 70000); }\nint main(void) { assert(f(__VERIFIER_nondet_uint()) == 0); }", &[]),
        ("two names for one object", "static void f(unsigned *a, unsigned *b) { ep_requires(ep_fresh(a, 4)); ep_requires(ep_fresh(b, 4)); ep_assigns(a, 4); ep_ensures(*a == 1); ep_ensures(*b == ep_old(*b)); *a = 1; }\nint main(void) { while (__VERIFIER_nondet_bool()) { unsigned x = 5; f(&x, &x); assert(x == 5); } }", &[]),
        ("a variable that has another name", "unsigned g;\nstatic void f(unsigned *a) { ep_requires(ep_fresh(a, 4)); ep_assigns(a, 4); ep_ensures(g == ep_old(g)); *a = g + 1; }\nint main(void) { while (__VERIFIER_nondet_bool()) { f(&g); assert(g == 0); } }", &[]),
        ("memory that is too small", "static void f(unsigned char *a) { ep_requires(ep_fresh(a, 8)); ep_assigns(a, 8); a[7] = 0; }\nint main(void) { unsigned char b[7] = {0}; while (__VERIFIER_nondet_bool()) f(b); }", &[]),
        ("uninitialised memory is passed", "static unsigned f(unsigned *a) { ep_requires(ep_fresh(a, 4)); if (*a > 3) return 1; return 0; }\nint main(void) { while (__VERIFIER_nondet_bool()) { unsigned x; f(&x); } }", &[]),
        ("an uninitialised result", "static unsigned f(unsigned a) { ep_requires(a < 9); unsigned r; if (a != 5) r = a; return r; }\nint main(void) { while (__VERIFIER_nondet_bool()) { unsigned a = __VERIFIER_nondet_uint() % 9; if (f(a)) assert(1); } }", &[]),
        ("a requirement that the recursion does not meet", "static unsigned f(unsigned n) { ep_requires(n > 0); ep_ensures(ep_result(unsigned) > 0); return n == 1 ? f(n - 1) : n; }\nint main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n) f(n); }", &[]),
        ("a contradiction instead of a result", "static unsigned f(unsigned n) { ep_ensures(ep_result(unsigned) < 3 && ep_result(unsigned) > 5); return n; }\nint main(void) { while (__VERIFIER_nondet_bool()) { f(1); assert(0); } }", &[]),
        ("memory that is lost", "static unsigned f(unsigned n) { ep_ensures(ep_result(unsigned) == n); void *p = malloc(4); (void)p; return n; }\nint main(void) { while (__VERIFIER_nondet_bool()) f(1); }", &["--check", "leak"]),
        ("the end of the program in a callee", "static unsigned f(unsigned n) { ep_ensures(ep_result(unsigned) == n); if (n == 3) exit(0); return n; }\nint main(void) { char *p = malloc(4); if (!p) return 0; while (__VERIFIER_nondet_bool()) f(__VERIFIER_nondet_uint()); free(p); }", &["--check", "leak"]),
        ("memory that is freed", "static void f(char *p) { ep_requires(ep_fresh(p, 1)); free(p); }\nint main(void) { char *p = calloc(1, 1); if (!p) return 0; while (__VERIFIER_nondet_bool()) f(p); free(p); }", &[]),
        ("a symbolic part of an array", "static void f(unsigned char *a, unsigned k) { ep_requires(k < 8); ep_requires(ep_fresh(a, 8)); ep_assigns(a + k, 1); ep_ensures(a[k] == 1); a[k ? 0 : 1] = 1; a[k] = 1; }\nint main(void) { unsigned char b[8] = {0}; while (__VERIFIER_nondet_bool()) { f(b, __VERIFIER_nondet_uint() % 8); } }", &[]),
        ("a pointer that may be null", "static void f(unsigned *a) { ep_requires(a == 0 || ep_fresh(a, 4)); ep_assigns(a, 4); ep_ensures(a == 0 || *a == 1); *a = 1; }\nint main(void) { while (__VERIFIER_nondet_bool()) { unsigned x = 5; f(__VERIFIER_nondet_bool() ? &x : 0); } }", &[]),
        ("a function that runs before main", "unsigned g;\nstatic unsigned f(unsigned x) { ep_requires(x < 9); ep_ensures(ep_result(unsigned) == 0); while (x > 5 && x < 7) x++; return x == 7; }\n__attribute__((constructor)) static void before(void) { g = f(__VERIFIER_nondet_uint() % 9); }\nint main(void) { while (__VERIFIER_nondet_bool()) assert(g == 0); }", &[]),
        ("a call through a pointer to the function", "int g;\nstatic void f(unsigned x) { ep_requires(x < 5); ep_assigns(&g, 4); ep_ensures(g < 5); g = x; }\nint main(void) { void (*p)(unsigned) = f; while (__VERIFIER_nondet_bool()) { p(__VERIFIER_nondet_uint()); assert(g < 5); } }", &[]),
    ];
    let dir = tempfile::tempdir().expect("a scratch folder");
    let mut wrong = Vec::new();
    for (i, (what, program, flags)) in cases.iter().enumerate() {
        let file = dir.path().join(format!("c{i}.c"));
        std::fs::write(&file, format!("{head}{program}\n")).expect("a file");
        let name = file.display().to_string();
        let mut args = vec![
            name.as_str(),
            "--no-native",
            "--timeout",
            "15",
            "--unwind",
            "3",
        ];
        args.extend(*flags);
        let (out, r) = check(&args);
        let kind = r["verdict"]["kind"].as_str().unwrap_or("none");
        if kind == "proved" || kind == "none" {
            let text = String::from_utf8_lossy(&out.stderr);
            wrong.push(format!("{what}: {kind} {} {text}", r["argument"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a proof by contracts relies on is said.
#[test]
fn a_proof_by_contracts_says_so() {
    let (_, r) = check(&[&example("contract_recursion.c"), "--no-native"]);
    assert_eq!(r["verdict"]["kind"], "proved");
    let argument = r["argument"].as_str().expect("an argument");
    assert!(
        argument.contains("function contracts of half"),
        "{argument}"
    );
    let told = r["assumptions"].as_array().expect("assumptions");
    assert!(
        told.iter()
            .any(|a| a.as_str().is_some_and(|a| a.contains("stack"))),
        "{told:?}"
    );
}

/// What the programs of `everypath test` say of themselves holds for `check`
/// too: it proves nothing that has an error, reports nothing that has none,
/// and no finding at another place or of another kind.
#[test]
fn check_does_not_contradict_the_examples_of_test() {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the folder") {
            let file = entry.expect("an entry").path();
            if file.is_dir() {
                collect(&file, files);
            } else if file.extension().is_some_and(|e| e == "c") {
                files.push(file);
            }
        }
    }
    let mut files = Vec::new();
    collect(&root().join("examples/test"), &mut files);
    files.sort();
    let (mut compared, mut same) = (0, 0);
    let mut wrong = Vec::new();
    for file in files.into_iter().step_by(step()) {
        let source = std::fs::read_to_string(&file).expect("the file");
        let Ok(wanted) = expect::parse(&source) else {
            continue;
        };
        // Limits of its own, and options that only `test` has.
        if wanted
            .flags
            .iter()
            .any(|f| f == "--max-paths" || f == "--timeout" || f == "--")
        {
            continue;
        }
        let name = file.display().to_string();
        let mut args = vec![
            name.as_str(),
            "--no-native",
            "--no-trace",
            // As `test` has it.
            "--closed",
            "--timeout",
            "10",
        ];
        args.extend(wanted.flags.iter().map(String::as_str));
        let (_, r) = check(&args);
        let kind = r["verdict"]["kind"].as_str().unwrap_or("none").to_string();
        let bugs = r["bugs"].as_array().cloned().unwrap_or_default();
        let got: std::collections::BTreeSet<expect::Site> = bugs
            .iter()
            .map(|b| {
                let line = b["place"]["line"].as_u64().unwrap_or(0);
                (line, b["kind"].as_str().unwrap_or("none").to_string())
            })
            .collect();
        let contradicts = matches!(
            (wanted.verdict.as_str(), kind.as_str()),
            ("violated", "proved") | ("proved", "violated") | (_, "none")
        );
        if contradicts || !got.is_subset(&wanted.sites) {
            wrong.push(format!("{name}: {kind} {got:?} instead of {wanted:?}"));
        }
        compared += 1;
        same += usize::from(kind == wanted.verdict && got == wanted.sites);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        compared * step() > 100 && same * 10 > compared * 9,
        "{same} of {compared}"
    );
}

/// Which order equal elements get is the library's choice: a proof that rests
/// on it says so.
#[test]
fn the_order_of_equal_elements_is_an_assumption() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let file = scratch.path().join("stable.c");
    let source = r"#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pair { int key, id; };
static int by_key(const void *a, const void *b) {
  return ((struct pair *)a)->key - ((struct pair *)b)->key;
}
int main(void) {
  struct pair a[2] = {{__VERIFIER_nondet_uchar(), 0}, {__VERIFIER_nondet_uchar(), 1}};
  qsort(a, 2, sizeof a[0], by_key);
  assert(a[0].key <= a[1].key);
  return 0;
}
";
    std::fs::write(&file, source).expect("the file");
    let (out, result) = check(&[&file.display().to_string()]);
    assert_eq!(out.status.code(), Some(0), "{result}");
    let said = result["assumptions"].to_string();
    assert!(said.contains("qsort and bsearch"), "{said}");
}

/// Preprocessed files of a glibc since 2.34 name what frees a function's result,
/// in an attribute of which clang knows no arguments.
#[test]
fn attributes_with_the_function_that_frees_are_read() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "typedef struct file FILE;
extern int fclose(FILE *);
extern FILE *tmpfile(void) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1)));
extern void *pvalloc(unsigned long) __attribute__ ((__nothrow__, __malloc__ (__builtin_free, 1), __malloc__));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x == 77 ? 1 / (x - 77) : 0;
}
";
    let file = dir.path().join("made.i");
    std::fs::write(&file, source).expect("a file");
    for verb in ["check", "test"] {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args([verb, "made.i"])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let told = String::from_utf8_lossy(&out.stdout).into_owned();
        assert_eq!(out.status.code(), Some(1), "{verb}: {told}");
        assert!(told.contains("confirmed by a native run"), "{verb}: {told}");
        assert!(!told.contains("not confirmed"), "{verb}: {told}");
    }
    // Whoever builds the file of the bug needs the flag too.
    let bug = std::fs::read_to_string(dir.path().join("everypath-out/made-2/bugs/bug1.c"));
    let bug = bug.expect("a file of the bug");
    let command = bug.lines().find_map(|l| l.strip_prefix(" *   clang"));
    let built = Command::new("sh")
        .args(["-c", &format!("clang{}", command.expect("a command"))])
        .current_dir(dir.path())
        .output()
        .expect("a shell");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
}

/// A flag about the terminal does not change a page.
#[test]
fn a_quiet_run_has_the_trace_in_its_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n == 3)\n    abort();\n  return 0;\n}\n";
    std::fs::write(dir.path().join("p.c"), program).expect("a program");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["check", "p.c", "-q", "--no-native", "--html", "page"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    assert_eq!(out.status.code(), Some(1));
    assert!(out.stdout.is_empty());
    let page = std::fs::read_to_string(dir.path().join("page/index.html")).expect("the page");
    assert!(page.contains("The run to it, line by line"));
}
