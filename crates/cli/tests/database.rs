//! `-p DIR` for the verbs beside `test` and `check`, and `--sized` where it has no
//! meaning.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn everypath(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts")
}

fn told(out: &Output) -> String {
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text + &String::from_utf8_lossy(&out.stderr)
}

/// A program of two files that compiles with the flags of the database only: `N` is a
/// number, and a header lies in a folder that it names relatively.
fn project(levels: [&str; 2]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().canonicalize().expect("a path");
    fs::create_dir_all(root.join("src/inc")).expect("made");
    let write = |name: &str, text: &str| fs::write(root.join(name), text).expect("written");
    write("src/inc/limit.h", "#define LIMIT 7\nint half(int);\n");
    write(
        "src/a.c",
        "#include \"limit.h\"\n#include <stdlib.h>\nint twice(int n) { int t = 0; for (int i = 0; i < n; i++) t++; return t; }\n\
         int odd(unsigned char c) { if (c == LIMIT) abort(); return c; }\n\
         int main(void) { char *p = malloc(N); int r = p ? half(N) : 0; free(p); return r == 9; }\n",
    );
    write(
        "src/b.c",
        "#include \"limit.h\"\nint half(int x) { return x / D; }\n",
    );
    let shown = root.display();
    write(
        "compile_commands.json",
        &format!(
            r#"[{{"directory": "{shown}/src", "file": "a.c", "command": "cc -Iinc -DN=30 {} -c -o a.o a.c"}},
                {{"directory": "{shown}/src", "file": "b.c", "arguments": ["cc", "-I", "inc", "-DD=2", "{}", "-c", "b.c"]}}]"#,
            levels[0], levels[1]
        ),
    );
    (dir, root)
}

#[test]
fn fuzz_memory_and_time_take_the_flags_of_each_file() {
    let (_dir, root) = project(["-O1", "-O1"]);
    for files in [&["src/a.c", "src/b.c"][..], &[]] {
        let with = |verb: &str, more: &[&str]| {
            let mut all = vec![verb, "-p", "."];
            all.extend(files);
            all.extend(more);
            everypath(&root, &all)
        };
        let out = with("fuzz", &["--entry", "odd", "--first-bug"]);
        let text = told(&out);
        assert_eq!(out.status.code(), Some(1), "{text}");
        assert!(text.contains("abort"), "{text}");
        let out = with("memory", &["--json"]);
        let v: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        assert!(v.to_string().contains("30"), "{v:#}");
        // The level of the build is that of the database, and what is said behind wins.
        assert_eq!(v["build"]["flags"], serde_json::json!(["-O1"]), "{v:#}");
        let out = with("memory", &["--json", "--", "-O0"]);
        let v: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        assert_eq!(v["build"]["flags"], serde_json::json!(["-O0"]), "{v:#}");
        let out = with("time", &["--entry", "twice"]);
        let text = told(&out);
        assert_eq!(out.status.code(), Some(0), "{text}");
        assert!(text.contains("n"), "{text}");
    }
    // gcc knows no other folder than its own.
    if Command::new("gcc").arg("--version").output().is_ok() {
        let out = everypath(&root, &["memory", "-p", ".", "--cc", "gcc", "--json"]);
        let v: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        assert!(!v.to_string().contains("cannot build"), "{v:#}");
        assert_eq!(out.status.code(), Some(0), "{v:#}");
    }
}

/// The command that a test prints names what the database has.
#[test]
fn the_printed_command_has_the_flags_of_the_database() {
    let (_dir, root) = project(["-O0", "-O0"]);
    let text = "[{\"directory\": \"ROOT/src\", \"file\": \"a.c\", \"command\": \"cc -Iinc -DN=30 -c a.c\"}]";
    let text = text.replace("ROOT", &root.display().to_string());
    fs::write(root.join("compile_commands.json"), text).expect("written");
    let alone = "#include \"limit.h\"\n#include <stdlib.h>\n\
                 int odd(unsigned char c) { if (c == LIMIT) abort(); return N; }\n";
    fs::write(root.join("src/a.c"), alone).expect("written");
    let args = ["test", "-p", ".", "--entry", "odd", "--out", "o"];
    let out = everypath(&root, &args);
    assert_eq!(out.status.code(), Some(1), "{}", told(&out));
    let test = fs::read_to_string(root.join("o/bugs/bug1.c")).expect("a test");
    let line = test.lines().find(|l| l.contains("-o regression"));
    let line = line.expect("a command").trim_start_matches([' ', '*']);
    assert!(
        line.contains("src/inc") && line.contains("-DN=30"),
        "{line}"
    );
}

#[test]
fn files_that_differ_in_what_decides_about_frames_are_told() {
    let (_dir, root) = project(["-O2", "-O0"]);
    let out = everypath(&root, &["memory", "-p", "."]);
    let text = told(&out);
    assert_eq!(out.status.code(), Some(2), "{text}");
    for part in ["a.c with -O2", "b.c with -O0", "-- -O2"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let out = everypath(&root, &["memory", "-p", ".", "--no-native", "--", "-O2"]);
    assert_ne!(out.status.code(), Some(2), "{}", told(&out));
}

#[test]
fn what_is_wrong_with_a_database_is_told_by_all() {
    let (_dir, root) = project(["-O0", "-O0"]);
    fs::write(root.join("other.c"), "int main(void) { return 0; }\n").expect("written");
    for verb in ["test", "check", "fuzz", "memory", "time"] {
        for (args, says) in [
            (&["other.c", "-p", "."][..], "not in the database"),
            (
                &["src/a.c", "-p", "nothing"],
                "cannot read the compilation database",
            ),
            (&["src/none.c", "-p", "."], "cannot read the input"),
            (&[], "required"),
        ] {
            let mut all = vec![verb];
            all.extend(args);
            let out = everypath(&root, &all);
            let text = told(&out);
            assert_eq!(out.status.code(), Some(2), "{verb} {args:?}: {text}");
            assert!(text.contains(says), "{verb} {args:?}: {text}");
        }
    }
    for verb in ["memory", "time"] {
        let out = everypath(&root, &[verb, "other.c", "--sized", "p:n"]);
        let text = told(&out);
        assert_eq!(out.status.code(), Some(2), "{verb}: {text}");
        assert!(
            text.contains(&format!("--sized is not supported by {verb}")),
            "{text}"
        );
        assert!(text.contains("help:"), "it says why: {text}");
    }
}
