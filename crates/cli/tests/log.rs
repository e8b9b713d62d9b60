//! `EVERYPATH_LOG`: engines say what they do on standard error, and nothing else
//! changes.

use std::path::PathBuf;
use std::process::{Command, Output};

fn example(path: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../../examples").join(path)
}

fn everypath(verb: &str, file: &str, log: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(folder.path())
        .env("EVERYPATH_LOG", log)
        .arg(verb)
        .arg(example(file))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn engines_say_what_they_do_when_they_are_asked() {
    let silent = everypath("its", "its/count.koat", "");
    let asked = everypath("its", "its/count.koat", "debug");
    assert_eq!(silent.status.code(), asked.status.code());
    assert_eq!(text(&silent.stdout), text(&asked.stdout));
    assert!(silent.stderr.is_empty(), "{}", text(&silent.stderr));
    let said = text(&asked.stderr);
    assert!(said.contains("ranking functions were looked for"), "{said}");
}

#[test]
fn levels_are_chosen_by_crate() {
    let said = text(&everypath("check", "check/count_up.c", "ep_explore=debug").stderr);
    assert!(said.contains("ep_explore::bmc"), "{said}");
    let said = text(&everypath("check", "check/count_up.c", "ep_its=debug").stderr);
    assert!(!said.contains("DEBUG"), "{said}");
}

#[test]
fn what_is_no_level_is_told() {
    let out = everypath("its", "its/count.koat", "ep_its=loud");
    assert_eq!(out.status.code(), Some(2));
    let said = text(&out.stderr);
    assert!(
        said.contains("`ep_its=loud` is no list of levels"),
        "{said}"
    );
    assert!(said.contains("a level (error, warn"), "{said}");
}
