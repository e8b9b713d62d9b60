//! The run to each finding of `fuzz`, line by line, whatever way the input comes; and
//! what is told of a search that is interrupted before it begins.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn search(dir: &Path, file: &str, source: &str, flags: &[&str]) -> (Value, String) {
    std::fs::write(dir.join(file), source).expect("written");
    let folder = format!("{file}.out");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "fuzz",
            file,
            "--first-bug",
            "--timeout",
            "60",
            "--out",
            &folder,
        ])
        .args(flags)
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(1), "{text}{told}");
    let run = std::fs::read(dir.join(folder).join("run.json")).expect("a report");
    (serde_json::from_slice(&run).expect("JSON"), text)
}

/// The trace ends at the line of the finding, with the value that it fails on.
#[test]
fn findings_have_the_run_to_them_whatever_way_the_input_comes() {
    let dir = tempfile::tempdir().expect("a folder");
    let check = "static int check(int a) {\n  int t = a - 40;\n  if (t == 7)\n    return 1 / (t - 7);\n  return 0;\n}\n";
    let ways: [(&str, String, &[&str]); 8] = [
        ("stdin.c", format!("#include <stdio.h>\n{check}int main(void) {{ return check(getchar()); }}\n"), &[]),
        (
            "file.c",
            format!("#include <stdio.h>\n{check}int main(int argc, char **argv) {{ FILE *f = fopen(argv[argc - 1], \"r\"); return f ? check(getc(f)) : 0; }}\n"),
            &["--args", "@@"],
        ),
        (
            "argv.c",
            format!("{check}int main(int argc, char **argv) {{ return argc > 1 ? check(argv[1][0]) : 0; }}\n"),
            &["--argv"],
        ),
        (
            "env.c",
            format!("#include <stdlib.h>\n{check}int main(void) {{ char *v = getenv(\"X\"); return v ? check(v[0]) : 0; }}\n"),
            &["--env", "X"],
        ),
        (
            "buffer.c",
            format!("#include <stddef.h>\n{check}int f(const unsigned char *data, size_t size) {{ return size > 1 ? check(data[1]) : 0; }}\n"),
            &["--entry", "f"],
        ),
        (
            "parameters.c",
            format!("{check}int f(char c, int *more) {{ return check(c ^ (more[0] & 15)); }}\n"),
            &["--entry", "f"],
        ),
        // How often a harness asks shows as it goes on.
        (
            "asked.c",
            format!("extern unsigned char __VERIFIER_nondet_uchar(void);\nextern int __VERIFIER_nondet_int(void);\n{check}int main(void) {{ int n = __VERIFIER_nondet_uchar() & 3, sum = 0; while (n-- > 0) sum += __VERIFIER_nondet_int(); return check((sum ^ 5) & 127); }}\n"),
            &[],
        ),
        (
            "made.c",
            format!("#include <klee/klee.h>\n{check}int main(void) {{ short a; char b[3]; klee_make_symbolic(&a, sizeof a, \"a\"); klee_make_symbolic(b, sizeof b, \"b\"); return a == 300 ? check(b[2]) : 0; }}\n"),
            &[],
        ),
    ];
    for (file, source, flags) in ways {
        let (v, text) = search(dir.path(), file, &source, flags);
        let line = v["bugs"][0]["place"]["line"].clone();
        let steps = v["traces"][0]["steps"].as_array();
        let steps = steps.unwrap_or_else(|| panic!("{file} has no run: {v:#}"));
        let last = steps.last().expect("a step");
        assert_eq!(last["line"], line, "{file}: {v:#}");
        assert!(
            steps.iter().any(|s| s["values"]["t"] == "7"),
            "{file}: {steps:?}"
        );
        assert!(text.contains("trace of bug 1:"), "{file}: {text}");
        assert!(text.contains("t = 7]"), "{file}: {text}");
    }
}

/// Compilers that take their time.
#[test]
fn an_interrupted_preparation_ends_at_once_and_says_how_to_go_on() {
    for (reads, json) in [(false, false), (true, false), (false, true)] {
        // A folder of its own: a compiler of the last round may still begin.
        let dir = tempfile::tempdir().expect("a folder");
        let at = dir.path();
        std::fs::write(at.join("a.c"), "int main(void) { return 0; }\n").expect("written");
        let slow = at.join("slow-clang");
        // The first call reads the program, later ones build it.
        let script =
            "#!/bin/sh\ncase \"$*\" in *emit-llvm*) [ -e read ] && exec clang-19 \"$@\";; esac\n\
                      echo >> started\nsleep 60\nexec clang-19 \"$@\"\n";
        std::fs::write(&slow, script).expect("written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&slow, mode).expect("a program");
        if reads {
            std::fs::write(at.join("read"), "").expect("written");
        }
        let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
        c.args(["fuzz", "a.c", "--clang", "./slow-clang", "--out", "kept"])
            .args(json.then_some("--json"))
            .current_dir(at)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = c.spawn().expect("everypath starts");
        let begin = Instant::now();
        while !at.join("started").exists() {
            assert!(
                begin.elapsed() < Duration::from_secs(60),
                "no compiler was started"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        // To this process alone, as a supervisor sends it.
        // SAFETY: a signal to a child that was not waited for.
        unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
        let begin = Instant::now();
        let out = child.wait_with_output().expect("waits");
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(
            begin.elapsed() < Duration::from_secs(10),
            "{:?}",
            begin.elapsed()
        );
        assert_eq!(out.status.code(), Some(130), "{text}{told}");
        assert!(
            text.contains("nothing was run"),
            "{reads} {json}: {text}{told}"
        );
        match json {
            true => {
                let v: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(v["exit_code"], 130, "{v:#}");
            }
            false => assert!(
                text.contains("go on with: everypath fuzz a.c --clang ./slow-clang --out kept"),
                "{text}"
            ),
        }
    }
}
