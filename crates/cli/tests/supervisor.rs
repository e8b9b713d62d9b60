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

/// Whatever is temporary, however the run ends: a native run of a bug, a limit
/// in the middle of one, Ctrl-C, and a worker that is killed.
#[test]
fn nothing_temporary_is_left() {
    let dir = tempfile::tempdir().expect("scratch");
    let temporary = dir.path().join("tmp");
    std::fs::create_dir(&temporary).expect("made");
    let bug = "extern unsigned __VERIFIER_nondet_uint(void);
volatile unsigned long rounds;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 5) return 10 / (n - 5);
  if (n == 9) { while (rounds < SLOW) rounds++; return 10 / (n - 9); }
  for (unsigned i = 0; i < n; i++) rounds++;
  return 0;
}
";
    let run = |n: usize, verb: &str, slow: &str, args: &[&str]| -> Child {
        let file = dir.path().join(format!("p{n}.c"));
        std::fs::write(&file, bug.replace("SLOW", slow)).expect("write");
        let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
        c.env("TMPDIR", &temporary).arg(verb).arg(&file).args(args);
        c.arg("--out").arg(dir.path().join(format!("out{n}")));
        c.stdout(Stdio::null()).stderr(Stdio::null());
        c.spawn().expect("everypath starts")
    };
    let left = || {
        let entries = std::fs::read_dir(&temporary).expect("a folder");
        entries
            .map(|e| e.expect("an entry").path())
            .collect::<Vec<_>>()
    };
    for (n, verb) in ["test", "check", "fuzz"].into_iter().enumerate() {
        let seconds = if verb == "fuzz" { "4" } else { "3" };
        let code = run(n, verb, "3", &["--timeout", seconds])
            .wait()
            .expect("it ends");
        assert_eq!(code.code(), Some(1), "{verb}");
        assert!(left().is_empty(), "{verb}: {:?}", left());
    }
    for (n, word) in ["-INT", "-TERM", "-KILL"].into_iter().enumerate() {
        let n = 10 + n;
        let mut child = run(n, "test", "99999999999", &[]);
        let begin = Instant::now();
        while !dir.path().join(format!("out{n}/journal")).exists() {
            assert!(
                begin.elapsed() < Duration::from_secs(60),
                "it does not begin"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(!left().is_empty(), "there is something to be removed");
        let pid = child.id();
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
        let worker = children.expect("a list").trim().parse().expect("a worker");
        signal(worker, word);
        child.wait().expect("it ends");
        assert!(left().is_empty(), "{word}: {:?}", left());
    }
    // Where nobody is left to remove it, the next run does.
    let mut child = run(20, "test", "99999999999", &[]);
    let begin = Instant::now();
    // Without its lock the folder would be taken for one that is being made.
    while !left().iter().any(|f| f.join(".lock").exists()) {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "it does not begin"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert!(!left().is_empty(), "nobody could");
    run(21, "check", "3", &["--timeout", "1"])
        .wait()
        .expect("it ends");
    assert!(left().is_empty(), "{:?}", left());
}
