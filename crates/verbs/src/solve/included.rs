//! The user's files that a program includes.
//!
//! Idea: what a question means depends on names that the program has (`atexit`,
//! `__VERIFIER_assume`), wherever they stand. So files that are included are read as
//! well: those beside the one that includes them, and those in folders of `-I`, whether
//! they are included or not by the conditions around. Headers of the system are not the
//! program. Alternative: the preprocessor's output, in which macros are gone. Cost: the
//! size of the files, each once.

use super::program::Source;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that are read; a program that includes more is taken to end here.
const MOST: usize = 2_000;
/// Bytes of one of them.
const LARGEST: u64 = 64 << 20;

/// The texts of what the sources include.
pub(super) fn texts(sources: &[Source], flags: &[String]) -> Vec<String> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut work: Vec<(PathBuf, String)> = Vec::new();
    let mut next = None;
    for f in flags {
        match (next.take(), f.as_str()) {
            (Some("-I" | "-iquote" | "-isystem"), f) => folders.push(f.into()),
            (Some("-include"), f) => work.push((PathBuf::new(), format!("#include \"{f}\""))),
            (_, f @ ("-I" | "-iquote" | "-isystem" | "-include")) => next = Some(f),
            (_, f) => folders.extend(f.strip_prefix("-I").map(PathBuf::from)),
        }
    }
    work.extend(sources.iter().map(|s| {
        let beside = s.path.parent().unwrap_or(Path::new(""));
        (beside.to_path_buf(), s.text.clone())
    }));
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut out = Vec::new();
    while let Some((beside, text)) = work.pop() {
        for name in names(&text) {
            let places = std::iter::once(&beside)
                .chain(&folders)
                .map(|d| d.join(&name));
            for path in places {
                let small =
                    std::fs::metadata(&path).is_ok_and(|m| m.is_file() && m.len() <= LARGEST);
                if !small || out.len() >= MOST || !seen.insert(path.clone()) {
                    continue;
                }
                if let Ok(bytes) = std::fs::read(&path) {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let beside = path.parent().unwrap_or(Path::new("")).to_path_buf();
                    out.push(text.clone());
                    work.push((beside, text));
                }
            }
        }
    }
    out
}

/// The names in a text's `#include` lines.
fn names(text: &str) -> Vec<String> {
    let text = text.replace("\\\r\n", " ").replace("\\\n", " ");
    let name = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("include")?.trim_start();
        let end = match rest.chars().next()? {
            '"' => '"',
            '<' => '>',
            _ => return None,
        };
        rest.get(1..)?.split(end).next().map(str::to_string)
    };
    text.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included_is_read_however_deep() {
        let dir = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
        std::fs::create_dir(dir.path().join("lib")).unwrap();
        put("a.h", "#include <b.h>\n# include \"a.h\"\nint a;\n");
        put("lib/b.h", "int b;\n");
        put("lib/c.h", "int c;\n");
        let path = dir.path().join("m.c");
        let source = Source {
            path: path.clone(),
            given: path,
            bytes: Vec::new(),
            text: "#include \\\n\"a.h\"\n#include <stdio.h>\n#include MACRO\n".into(),
        };
        let flag = format!("-I{}", dir.path().join("lib").display());
        let flags = [flag, "-include".into(), "c.h".into()];
        let mut found = texts(&[source], &flags);
        found.sort();
        assert_eq!(found.len(), 3);
        assert!(found[0].contains("b.h") && found[1..] == ["int b;\n", "int c;\n"]);
    }
}
