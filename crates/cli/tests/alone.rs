//! `everypath` in a folder of its own: what it says of itself needs no engine.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const VERBS: [&str; 14] = [
    "test",
    "check",
    "solve",
    "validate",
    "fuzz",
    "memory",
    "verify",
    "judge",
    "its",
    "time",
    "show",
    "paths",
    "completions",
    "man",
];

fn alone(dir: &Path) -> PathBuf {
    let to = dir.join("everypath");
    std::fs::copy(env!("CARGO_BIN_EXE_everypath"), &to).expect("copied");
    to
}

fn call(program: &Path, args: &[&str]) -> Output {
    let mut c = Command::new(program);
    c.args(args).env_remove("CLICOLOR_FORCE");
    c.output().expect("it starts")
}

fn text(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned()
}

#[test]
fn help_and_version_of_all_verbs_need_no_engine() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = alone(dir.path());
    let whole = Path::new(env!("CARGO_BIN_EXE_everypath"));
    for verb in VERBS {
        for args in [[verb, "--help"], [verb, "-h"], ["help", verb]] {
            let out = call(&program, &args);
            assert_eq!(out.status.code(), Some(0), "{args:?}");
            assert!(
                text(&out).contains(&format!("Usage: everypath {verb}")),
                "{args:?}"
            );
        }
        for args in [[verb, "--version"], [verb, "-V"]] {
            let out = call(&program, &args);
            assert_eq!(out.status.code(), Some(0), "{args:?}");
            assert_eq!(text(&out), text(&call(whole, &args)), "{args:?}");
            assert!(text(&out).starts_with("everypath-"), "{args:?}");
        }
    }
    assert!(text(&call(&program, &["cc", "--help"])).contains("PROGRAM.bc"));
    for (args, code) in [
        (&[][..], 2),
        (&["--help"], 0),
        (&["help"], 0),
        (&["--version"], 0),
        (&["tset"], 2),
        (&["--tset"], 2),
    ] {
        let (one, other) = (call(&program, args), call(whole, args));
        assert_eq!(one.status.code(), Some(code), "{args:?}");
        assert_eq!(one, other, "{args:?}");
    }
    // What needs the engine says so, and how to get it.
    for args in [
        &["test", "a.c"][..],
        &["cc", "--version"],
        &["--print", "include"],
    ] {
        let out = call(&program, args);
        assert_eq!(out.status.code(), Some(4), "{args:?}");
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(told.contains("make install"), "{args:?}: {told}");
    }
}

/// The texts that the small program has are those of the engine.
#[test]
fn the_help_that_is_kept_is_what_the_engine_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/help");
    let mut late = Vec::new();
    for verb in VERBS {
        let path = folder.join(format!("{verb}.txt"));
        if ["verify", "judge", "its"].contains(&verb) {
            assert!(!path.exists(), "it says this by itself");
            continue;
        }
        let out = call(
            Path::new(env!("CARGO_BIN_EXE_everypath")),
            &[verb, "--help"],
        );
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        if kept == text(&out) {
            continue;
        }
        match std::env::var_os("EVERYPATH_WRITE_HELP") {
            Some(_) => std::fs::write(&path, text(&out)).expect("written"),
            None => late.push(verb),
        }
    }
    assert!(
        late.is_empty(),
        "{late:?}: run this test with EVERYPATH_WRITE_HELP=1, and build again"
    );
}
