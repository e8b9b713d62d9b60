//! What sources want of whoever builds them without us: the headers that come
//! with us, and what clang must be told.

use ep_harness::compiler::NO_FREEING_FUNCTION;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// How Everypath is called for its headers, where a source includes one: by its
/// name if that is what a shell finds, else by its path.
pub fn asked_by(sources: &[String]) -> Option<String> {
    named_by(sources).then(|| {
        let beside = std::env::current_exe().ok();
        let program = beside.map(|p| p.with_file_name("everypath"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        called_as(program.filter(|p| p.is_file()), &path)
    })
}

fn called_as(program: Option<PathBuf>, path: &OsStr) -> String {
    let name = "everypath";
    let Some(program) = program else {
        return name.to_string();
    };
    let real = |p: &Path| fs::canonicalize(p).ok();
    let mut folders = std::env::split_paths(path).map(|f| f.join(name));
    let first = folders.find(|p| p.is_file());
    match first.is_some_and(|p| real(&p) == real(&program)) {
        true => name.to_string(),
        false => program.display().to_string(),
    }
}

/// Whether a source includes a header that comes with us.
fn named_by(sources: &[String]) -> bool {
    sources.iter().any(|source| {
        // What cannot be read now was read before: then nothing is added.
        let text = fs::read(source).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.lines().any(|l| {
            l.trim_start().starts_with('#')
                && [
                    "<everypath.h>",
                    "<klee/klee.h>",
                    "\"everypath.h\"",
                    "\"klee/klee.h\"",
                ]
                .iter()
                .any(|h| l.contains(h))
        })
    })
}

/// The flags that clang needs for these sources, beside the user's: macros are
/// read in preprocessed files only if they pass for sources.
pub fn flags_for(sources: &[String]) -> Vec<String> {
    let is_c = |s: &String| s.ends_with(".c") || s.ends_with(".i");
    let names = |source: &String| {
        let text = fs::read(source).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let mut behind = text.split("__malloc__").skip(1);
        behind.any(|rest| rest.trim_start().starts_with('('))
    };
    match sources.iter().all(is_c) && sources.iter().any(names) {
        true => ["-x", "c", NO_FREEING_FUNCTION].map(String::from).into(),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_no_shell_finds_is_called_by_its_path() {
        let dir = tempfile::tempdir().unwrap();
        let (ours, other) = (
            dir.path().join("a/everypath"),
            dir.path().join("b/everypath"),
        );
        for p in [&ours, &other] {
            fs::create_dir_all(p.parent().unwrap()).unwrap();
            fs::write(p, "").unwrap();
        }
        let path = |folders: &[&Path]| std::env::join_paths(folders).unwrap();
        let (a, b) = (dir.path().join("a"), dir.path().join("b"));
        let called = |path: &OsStr| called_as(Some(ours.clone()), path);
        assert_eq!(called(&path(&[&a, &b])), "everypath");
        let whole = ours.display().to_string();
        assert_eq!(
            called(&path(&[&b, &a])),
            whole,
            "another one is found first"
        );
        assert_eq!(called(OsStr::new("")), whole);
    }
}
