//! Ctrl-C in the middle of a query: what was found is written, soon. Z3 takes
//! SIGINT for itself where it is not told to leave it alone, and the run never
//! hears of it.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// To find the error is to factor 2906713847 * 3611942017: the SAT solver has
/// it first, then Z3.
const PRODUCT: &str = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint();
  assert(p == 1 || q == 1 || p * q != 10498881875375009399u);
}
";

/// Arithmetic that rounds is Z3's alone.
const ROUNDED: &str = "#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (!(x > 1.0 && x < 1e9 && y > 1.0 && y < 1e9)) return 0;
  assert(x * y / (x + y) * (x - y) != 1234567.890123);
}
";

/// How long the program goes on after the signal, its exit code, and whether
/// its report says what happened.
fn interrupted(verb: &str, program: &str, after: Duration) -> (Duration, Option<i32>, bool) {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("hard.c");
    std::fs::write(&file, program).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([verb, "--json", "--no-native", "--out"])
        .arg(dir.path().join("out"))
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("everypath starts");
    // The folder appears when clang is done; on a busy machine that takes
    // longer than the query that is to be interrupted.
    let begin = Instant::now();
    while !dir.path().join("out").exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{program}");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(after);
    // SAFETY: a signal to a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let begin = Instant::now();
    let out = child.wait_with_output().expect("waits");
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap_or_default();
    let reason = report["reason"].as_str().unwrap_or_default();
    let told = reason.starts_with("interrupted");
    if verb == "test" {
        // Nothing is lost: a resumed run asks again.
        let waiting = report["statistics"]["states_waiting"].as_u64();
        assert!(waiting >= Some(1), "{reason}");
        assert_eq!(report["incomplete"], serde_json::json!([]));
    }
    (begin.elapsed(), out.status.code(), told)
}

#[test]
fn a_query_ends_with_the_run() {
    for (verb, program, after) in [
        ("check", PRODUCT, 1500),
        ("check", PRODUCT, 6000),
        ("check", ROUNDED, 3000),
        ("test", PRODUCT, 1500),
        ("test", ROUNDED, 3000),
    ] {
        let (time, code, told) = interrupted(verb, program, Duration::from_millis(after));
        assert_eq!(code, Some(130), "{verb} after {after} ms: {program}");
        assert!(told, "{verb} after {after} ms: {program}");
        // A query alone has 10 s in `test`, and no limit in `check`.
        let most = Duration::from_secs(6);
        assert!(time < most, "{verb} after {after} ms: {time:?}: {program}");
    }
}

/// Too many paths for any way of exploring, in the time there is.
const SLOTS: &str = "#include <stdlib.h>
int work(unsigned *x) {
  char *p[64]; unsigned s = 0;
  for (int i = 0; i < 40; i++) {
    p[i] = malloc((x[i] * x[(i + 1) % 40] ^ s) & 255);
    s = s * 31 + x[i];
    if (s % 7 == 3) { free(p[i]); p[i] = malloc(s % 500); }
  }
  for (int i = 0; i < 40; i++) free(p[i]);
  return 0;
}
int endless(void) { for (;;) { char *p = malloc(33); if (!p) continue; p[0] = 1; free(p); } }
";

/// An interruption and a limit leave the best bound, and the best input, which was
/// run; an endless program takes no more time than it is given.
#[test]
fn memory_ends_with_its_best_input() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(dir.path().join("slots.c"), SLOTS).expect("a file");
    let start = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["memory", "slots.c", "--json", "--buffer", "40"])
            .args(args)
            .current_dir(dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("everypath starts")
    };
    let heap = |out: &std::process::Output| -> serde_json::Value {
        let report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("a report");
        report["entries"][0]["marks"]["heap"].clone()
    };
    let child = start(&["--entry", "work"]);
    std::thread::sleep(Duration::from_secs(6));
    // SAFETY: a signal to a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let begin = Instant::now();
    let out = child.wait_with_output().expect("waits");
    let time = begin.elapsed();
    assert_eq!(out.status.code(), Some(130), "{out:?}");
    let m = heap(&out);
    assert!(m["reached"]["bytes"].as_u64() > Some(0), "{m:#}");
    assert!(time < Duration::from_secs(6), "{time:?}");
    let begin = Instant::now();
    let out = start(&["--entry", "endless", "--timeout", "4s"]).wait_with_output();
    let (time, m) = (begin.elapsed(), heap(&out.expect("waits")));
    assert_eq!(m["bound"]["number"], 33, "{m:#}");
    assert_eq!(m["reached"]["bytes"], 33, "{m:#}");
    assert!(time < Duration::from_secs(12), "{time:?}");
}

/// A deductive proof can be one question that takes forever.
#[test]
fn a_proof_ends_with_the_run() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("fermat.vpr");
    let text = "method hard(a: Int, b: Int, c: Int)
  requires a > 2 && b > 2 && c > 2
{
  assert a * a * a + b * b * b != c * c * c
}
";
    std::fs::write(&file, text).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["verify", "--json"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("everypath starts");
    std::thread::sleep(Duration::from_millis(1500));
    // SAFETY: a signal to a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    let begin = Instant::now();
    let out = child.wait_with_output().expect("waits");
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("a report");
    assert_eq!(out.status.code(), Some(130), "{report}");
    assert!(begin.elapsed() < Duration::from_secs(6), "{report}");
}

/// Ctrl-C while a run is looked for that reaches a bound: its condition takes
/// the solver longer than anyone waits.
#[test]
fn a_memory_bound_ends_with_the_run() {
    let text = "#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned long x = __VERIFIER_nondet_uint();
    unsigned long y = __VERIFIER_nondet_uint();
    unsigned long z = __VERIFIER_nondet_uint();
    void *p = 0;
    if (x > 3 && y > 3 && x * x * x + y * y * y == z * z * z + 3 + x * y * z) p = malloc(100);
    free(p);
    return 0;
}
";
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = dir.path().join("hard.c");
    std::fs::write(&file, text).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "--json", "--no-native"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("everypath starts");
    std::thread::sleep(Duration::from_secs(4));
    // SAFETY: a signal to a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let begin = Instant::now();
    let out = child.wait_with_output().expect("waits");
    let gone = begin.elapsed();
    assert_eq!(out.status.code(), Some(130), "{out:?}");
    // Two seconds where nothing else runs.
    assert!(gone < Duration::from_secs(8), "{gone:?}");
}
