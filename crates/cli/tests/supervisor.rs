//! The worker crashes or is interrupted; the user sees one message and the
//! documented exit code.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ENDLESS: &str = "
#include <klee/klee.h>
int main(void) {
  unsigned x, n = 0;
  klee_make_symbolic(&x, sizeof x, \"x\");
  while (n < x) n++;
  return 0;
}
";

fn start(dir: &std::path::Path) -> Child {
    let file = dir.join("endless.c");
    std::fs::write(&file, ENDLESS).expect("write");
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "--no-native", "--out"])
        .arg(dir.join("out"))
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("everypath starts")
}

/// The worker, once it explores (its output folder exists).
fn worker(of: &Child, dir: &std::path::Path) -> i32 {
    let begin = Instant::now();
    while !dir.join("out").exists() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "the run does not begin"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = of.id();
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))
        .expect("the kernel lists children");
    children
        .split_whitespace()
        .next()
        .and_then(|c| c.parse().ok())
        .expect("a worker")
}

fn end(mut child: Child) -> (Option<i32>, String) {
    let status = child.wait().expect("it ends");
    let mut text = String::new();
    if let Some(mut e) = child.stderr.take() {
        e.read_to_string(&mut text).expect("text");
    }
    (status.code(), text)
}

fn signal(pid: i32, signal: &str) {
    let done = Command::new("kill")
        .args([signal, &pid.to_string()])
        .status()
        .expect("kill runs");
    assert!(done.success());
}

#[test]
fn a_crash_of_the_worker_is_told() {
    let dir = tempfile::tempdir().expect("scratch");
    let run = start(dir.path());
    signal(worker(&run, dir.path()), "-ABRT");
    let (code, text) = end(run);
    assert_eq!(code, Some(70), "{text}");
    assert!(
        text.contains("crashed") && text.contains("signal 6"),
        "{text}"
    );
}

#[test]
fn a_killed_worker_names_the_memory() {
    let dir = tempfile::tempdir().expect("scratch");
    let run = start(dir.path());
    signal(worker(&run, dir.path()), "-KILL");
    let (code, text) = end(run);
    assert_eq!(code, Some(70), "{text}");
    assert!(text.contains("--max-memory"), "{text}");
}

#[test]
fn an_interrupted_run_writes_what_it_found() {
    let dir = tempfile::tempdir().expect("scratch");
    let run = start(dir.path());
    worker(&run, dir.path());
    std::thread::sleep(Duration::from_millis(500));
    signal(run.id() as i32, "-TERM");
    let (code, text) = end(run);
    assert_eq!(code, Some(130), "{text}");
    let json =
        std::fs::read_to_string(dir.path().join("out/run.json")).expect("run.json is written");
    assert!(json.contains("interrupted"), "{json}");
}
