//! A run that is killed at any moment goes on and ends like one that is not.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/c/bytecode.c")
}

fn everypath(dir: &Path, args: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
    c.args(args)
        .current_dir(dir)
        .stdin(Stdio::null())
        .env_remove("RUST_BACKTRACE");
    c
}

fn output(dir: &Path, args: &[&str]) -> Output {
    everypath(dir, args).output().expect("everypath starts")
}

/// What must be equal: verdict, findings, counts, coverage, tests.
fn results(folder: &Path) -> Value {
    let text = std::fs::read(folder.join("run.json")).expect("run.json");
    let run: Value = serde_json::from_slice(&text).expect("JSON");
    let s = &run["statistics"];
    let mut bugs: Vec<_> = run["bugs"]
        .as_array()
        .expect("bugs")
        .iter()
        .map(|b| format!("{} {} {}", b["kind"], b["place"]["line"], b["paths"]))
        .collect();
    bugs.sort();
    let tests = std::fs::read_dir(folder.join("tests"))
        .expect("tests")
        .filter(|e| {
            let name = e.as_ref().map(|e| e.file_name());
            name.is_ok_and(|n| n.to_string_lossy().ends_with(".ktest"))
        })
        .count();
    serde_json::json!({
        "verdict": run["verdict"],
        "exactness": run["exactness"],
        "bugs": bugs,
        "paths": [&s["paths_complete"], &s["paths_error"], &s["paths_incomplete"]],
        "instructions": s["llvm_instructions"],
        "coverage": run["coverage"],
        "tests": [&s["tests"], &serde_json::json!(tests)],
    })
}

/// SIGKILL to the process and the worker under it.
fn kill(child: &mut Child) {
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let workers = std::fs::read_to_string(children).unwrap_or_default();
    for w in workers.split_whitespace().filter_map(|w| w.parse().ok()) {
        // SAFETY: plain system call on a child of our child.
        unsafe { libc::kill(w, libc::SIGKILL) };
    }
    child.kill().ok();
    child.wait().expect("the process ends");
}

/// Waits until the journal has grown `frames` times, then a little longer.
/// True if the process ended before.
fn ends_before(child: &mut Child, journal: &Path, frames: u64, longer: Duration) -> bool {
    let size = || std::fs::metadata(journal).map_or(0, |m| m.len());
    let (mut seen, mut last, mut until) = (0, size(), None);
    loop {
        if child.try_wait().expect("a child").is_some() {
            return true;
        }
        let now = size();
        if now != last {
            last = now;
            seen += 1;
        }
        if seen >= frames {
            let until = *until.get_or_insert(Instant::now() + longer);
            if Instant::now() >= until {
                return false;
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

const RUN: &[&str] = &[
    "--no-native",
    "--quiet",
    "--all-tests",
    "--test-format",
    "ktest",
];

fn start(dir: &Path, out: &str, jobs: &str) -> Child {
    let program = program();
    let mut args = vec!["test", program.to_str().expect("UTF-8")];
    args.extend(RUN);
    args.extend(["--out", out, "--jobs", jobs, "--", "-DN=4"]);
    everypath(dir, &args).spawn().expect("everypath starts")
}

#[test]
fn killed_at_twenty_moments_it_ends_as_if_it_had_not_been() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut whole = start(dir.path(), "whole", "1");
    whole.wait().expect("it ends");
    let expected = results(&dir.path().join("whole"));
    let mut random = 0x9e37_79b9_u64;
    let (mut kills, mut run) = (0, 0);
    while kills < 20 {
        run += 1;
        assert!(run < 20, "only {kills} kills: the run is too short");
        let out = format!("killed{run}");
        let folder = dir.path().join(&out);
        let journal = folder.join("journal");
        let mut child = start(dir.path(), &out, if run % 2 == 0 { "2" } else { "1" });
        let mut finished = false;
        // A handful of kills per run, then it may end.
        for _ in 0..4 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // Before the first frame, or behind the first ones.
            let frames = (random >> 60) % 4;
            let longer = Duration::from_millis((random >> 40) % 90);
            if ends_before(&mut child, &journal, frames, longer) {
                break;
            }
            kill(&mut child);
            kills += 1;
            // Hit between its last file and its end: nothing is left to do.
            finished = folder.join("run.json").exists();
            if finished {
                break;
            }
            child = if journal.exists() {
                everypath(
                    dir.path(),
                    &["test", "--resume", &out, "--quiet", "--no-native"],
                )
                .spawn()
                .expect("everypath starts")
            } else {
                // Killed before it had begun.
                std::fs::remove_dir_all(&folder).ok();
                start(dir.path(), &out, "1")
            };
        }
        let code = child.wait().expect("it ends").code();
        assert!(finished || code == Some(1), "run {run}: {code:?}");
        assert_eq!(results(&folder), expected, "run {run} after {kills} kills");
        std::fs::remove_dir_all(&folder).ok();
    }
}

#[test]
fn a_run_at_its_limit_goes_on_and_a_finished_one_does_not() {
    let dir = tempfile::tempdir().expect("a folder");
    let source = dir.path().join("p.c");
    std::fs::copy(program(), &source).expect("copy");
    let first = output(
        dir.path(),
        &[
            "test",
            "p.c",
            "--no-native",
            "--max-paths",
            "50",
            "--out",
            "o",
            "--",
            "-DN=3",
        ],
    );
    let text = String::from_utf8_lossy(&first.stdout).into_owned();
    assert!(text.contains("everypath test --resume o"), "{text}");
    assert!(text.contains("states waiting ("), "bytes per state: {text}");

    let wrong = |args: &[&str], message: &str| {
        let out = output(dir.path(), args);
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{text}");
        assert!(text.contains(message), "{message}: {text}");
        assert!(text.lines().count() <= 3, "one message: {text}");
    };
    wrong(
        &["test", "--resume", "o", "--search", "bfs"],
        "cannot change --search",
    );
    wrong(&["test", "--resume", "o", "--", "-DN=2"], "flags for clang");
    wrong(&["test", "--resume", "missing"], "no such folder");
    wrong(&["test", "--resume", "."], "no journal");
    let text = std::fs::read_to_string(&source).expect("source");
    std::fs::write(&source, text.replace("acc = 1", "acc = 2")).expect("write");
    wrong(&["test", "--resume", "o"], "has changed");
    std::fs::write(&source, text).expect("write");

    let second = output(
        dir.path(),
        &["test", "--resume", "o", "--jobs", "2", "--no-native"],
    );
    assert_eq!(second.status.code(), Some(1));
    let whole = output(
        dir.path(),
        &["test", "p.c", "--no-native", "--out", "w", "--", "-DN=3"],
    );
    assert_eq!(whole.status.code(), Some(1));
    let (a, b) = (
        results(&dir.path().join("o")),
        results(&dir.path().join("w")),
    );
    for key in ["verdict", "bugs", "paths", "coverage", "instructions"] {
        assert_eq!(a[key], b[key], "{key}");
    }
    wrong(&["test", "--resume", "o"], "finished");
}

#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = program();
    let child = everypath(
        dir.path(),
        &[
            "test",
            program.to_str().expect("UTF-8"),
            "--no-native",
            "--out",
            "o",
            "--jobs",
            "2",
            "--",
            "-DN=9",
        ],
    )
    .stdout(Stdio::piped())
    .spawn()
    .expect("everypath starts");
    let journal = dir.path().join("o/journal");
    let begin = Instant::now();
    while std::fs::metadata(&journal).map_or(0, |m| m.len()) < 5000 {
        assert!(begin.elapsed() < Duration::from_secs(60), "no frame");
        std::thread::sleep(Duration::from_millis(20));
    }
    // SAFETY: plain system call on our child.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let out = child.wait_with_output().expect("it ends");
    assert_eq!(out.status.code(), Some(130));
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(text.contains("everypath test --resume o"), "{text}");
    assert!(dir.path().join("o/run.json").exists());
}

#[test]
fn measured_coverage_counts_the_tests_of_every_part() {
    let dir = tempfile::tempdir().expect("a folder");
    let source = "#include <everypath.h>
int main(void) {
  unsigned char c;
  int r = 0;
  ep_symbolic(&c, 1, \"c\");
  if (c == 1)
    r += 1;
  if (c == 2)
    r += 2;
  if (c == 3)
    r += 3;
  return r;
}
";
    std::fs::write(dir.path().join("p.c"), source).expect("a program");
    let measured = |folder: &str| -> Value {
        let text = std::fs::read(dir.path().join(folder).join("run.json")).expect("run.json");
        let run: Value = serde_json::from_slice(&text).expect("JSON");
        run["measured"].clone()
    };
    output(dir.path(), &["test", "p.c", "--coverage", "--out", "whole"]);
    let first = [
        "test",
        "p.c",
        "--coverage",
        "--out",
        "parts",
        "--max-paths",
        "1",
    ];
    output(dir.path(), &first);
    let part = measured("parts");
    output(dir.path(), &["test", "--resume", "parts"]);
    let (all, whole) = (measured("parts"), measured("whole"));
    assert!(whole.is_object() || whole.is_array(), "{whole}");
    assert_ne!(part, whole, "the first part covers everything already");
    assert_eq!(all, whole);
}

/// Bytes that are wrong in the middle of a journal: what was before is kept, and
/// both verbs that read it say so.
#[test]
fn a_damaged_journal_is_told_and_gone_on_with() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = program().display().to_string();
    let base = ["test", &file, "--no-native", "--max-depth", "9"];
    let limited = [&base[..], &["--out", "o", "--timeout", "4"]].concat();
    output(dir.path(), &limited);
    let journal = dir.path().join("o/journal");
    let whole = std::fs::read(&journal).expect("the journal");
    let mut bytes = whole.clone();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 10].fill(0x5a);
    std::fs::write(&journal, &bytes).expect("written");
    let told = |o: &Output| String::from_utf8_lossy(&o.stderr).into_owned();
    let shown = output(dir.path(), &["show", "o"]);
    assert!(
        told(&shown).contains("the journal is damaged at byte"),
        "{shown:?}"
    );
    let resumed = output(dir.path(), &["test", "--resume", "o", "--timeout", "5"]);
    let errors = told(&resumed);
    assert!(
        errors.contains("what was lost is explored again"),
        "{errors}"
    );
    assert_ne!(resumed.status.code(), Some(2), "{errors}");
    let again = output(dir.path(), &["show", "o"]);
    assert!(!told(&again).contains("damaged"), "{again:?}");
}
