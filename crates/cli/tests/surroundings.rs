//! What `everypath test` says of what a program reads and was not given, and
//! of what is no error on request.

use serde_json::Value;
use std::process::{Command, Output};

fn run(verb: &str, source: &str, more: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("a program");
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir.path())
        .args([verb, "p.c", "--out", "o"])
        .args(more)
        .output()
        .expect("everypath starts")
}

#[test]
fn what_was_not_given_is_told_with_its_flag() {
    for (source, hint) in [
        (
            "#include <stdio.h>\nint main(void) { return getchar() == 'x'; }\n",
            "hint: it reads standard input, which is empty: --stdin 16",
        ),
        (
            "#include <stdlib.h>\nint main(void) { return getenv(\"A\") != 0; }\n",
            "hint: it asks for variables of the environment that are not set: --env NAME=sym:16",
        ),
        (
            "#include <stdio.h>\nint main(void) { return fopen(\"a\", \"r\") != 0; }\n",
            "hint: it looks for files that are not there: --file NAME 16",
        ),
        (
            "int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'x'; }\n",
            "hint: it looks at its arguments, and has none: --sym-args 0 2 8",
        ),
        (
            "#include <time.h>\nint main(void) { return time(0) == 7; }\n",
            "hint: it reads the clock",
        ),
    ] {
        let out = run("test", source, &[]);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(text.contains(hint), "{hint}: {text}");
        // With it, it is no longer said.
        let Some((_, flag)) = hint.split_once(": --") else {
            continue;
        };
        let flag = format!("--{flag}")
            .replace("NAME=", "A=")
            .replace("NAME", "a");
        let flags: Vec<&str> = flag.split(' ').collect();
        let out = run("test", source, &flags);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(!text.contains(hint), "{flag}: {text}");
    }
    let out = run("test", "int main(void) { return 0; }\n", &["--json"]);
    let run: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert!(run.get("hints").is_none(), "{run:#}");
}

const UNWRITTEN: &str = "#include <assert.h>
int main(void) {
  int x;
  assert(x == x);
  if (x == 3)
    return 1;
  return 0;
}
";

#[test]
fn what_is_not_initialised_is_an_error_or_any_value() {
    for verb in ["test", "check"] {
        let told = run(verb, UNWRITTEN, &[]);
        let text = String::from_utf8_lossy(&told.stdout).into_owned();
        assert_eq!(told.status.code(), Some(1), "{text}");
        assert!(text.contains("--uninit input"), "{text}");
        let flags = [
            (
                &["--uninit", "input"][..],
                "what is not initialised holds any value (--uninit input)",
            ),
            (
                &["--check", "assertion-failure"][..],
                "what is not initialised holds any value (--check leaves uninitialised-read out)",
            ),
        ];
        for (flags, said) in flags {
            let out = run(verb, UNWRITTEN, flags);
            let text = String::from_utf8_lossy(&out.stdout).into_owned();
            assert_eq!(out.status.code(), Some(0), "{verb} {flags:?}: {text}");
            assert!(text.starts_with("proved") && text.contains(said), "{text}");
        }
    }
    let out = run(
        "check",
        UNWRITTEN,
        &["--uninit", "input", "--arith", "math"],
    );
    assert_eq!(out.status.code(), Some(2), "{out:?}");
}

#[test]
fn overflow_that_wraps_around_is_told() {
    let source = "#include <everypath.h>
int main(void) {
  int x;
  ep_symbolic(&x, sizeof x, \"x\");
  return x + 1 < x;
}
";
    for verb in ["test", "check"] {
        let out = run(verb, source, &["--overflow", "wrap"]);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        assert_eq!(out.status.code(), Some(0), "{text}");
        assert!(
            text.contains("signed arithmetic wraps around (--overflow wrap)"),
            "{text}"
        );
        assert_eq!(run(verb, source, &[]).status.code(), Some(1));
    }
}

#[test]
fn that_input_and_output_succeed_is_an_assumption() {
    let told = "reading and writing of open streams does not fail";
    for (source, named) in [
        (
            "#include <assert.h>\n#include <unistd.h>\nint main(void) { char c; assert(read(0, &c, 1) >= 0); return 0; }\n",
            true,
        ),
        (
            "#include <assert.h>\n#include <stdio.h>\nint main(void) { assert(puts(\"a\") >= 0); return 0; }\n",
            true,
        ),
        ("int main(void) { return 0; }\n", false),
    ] {
        let out = run("check", source, &["--json"]);
        let run: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        assert_eq!(run["verdict"]["kind"].as_str().or(run["verdict"].as_str()), Some("proved"), "{run:#}");
        assert_eq!(run["assumptions"].to_string().contains(told), named, "{run:#}");
    }
}
