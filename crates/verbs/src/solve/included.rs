//! The user's files that a program includes.
//!
//! Idea: what a question means depends on names that the program has (`atexit`,
//! `__VERIFIER_assume`), wherever they stand. So files that are included are read as
//! well: those beside the one that includes them, and those in folders of `-I`, whether
//! they are included or not by the conditions around. Headers of the system are not the
//! program. Alternative: the preprocessor's output, in which macros are gone. Cost: the
//! size of the files, each once.

use super::program::Source;
use super::tokens::directives;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that are read.
const MOST: usize = 2_000;
/// Flags that name folders with headers.
const FOLDERS: [&str; 4] = ["-I", "-iquote", "-isystem", "-idirafter"];
/// Bytes of one of them.
const LARGEST: u64 = 64 << 20;

/// What the sources include.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Included {
    pub texts: Vec<String>,
    /// These are all. A name that a macro makes, a file that is too large, or too many of
    /// them: then any name may be there.
    pub whole: bool,
}

/// The texts of what the sources include.
pub(super) fn included(sources: &[Source], flags: &[String]) -> Included {
    let mut whole = true;
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut work: Vec<(PathBuf, String)> = Vec::new();
    let mut next = None;
    for f in flags {
        match (next.take(), f.as_str()) {
            (Some("-include" | "-imacros"), f) => {
                work.push((PathBuf::new(), format!("#include \"{f}\"")));
            }
            (Some(_), f) => folders.push(f.into()),
            (None, f) if FOLDERS.contains(&f) || matches!(f, "-include" | "-imacros") => {
                next = Some(f);
            }
            (None, f) => {
                let attached = FOLDERS.iter().find_map(|name| f.strip_prefix(name));
                folders.extend(attached.map(PathBuf::from));
                // Flags that stand in a file.
                whole &= !f.starts_with('@');
            }
        }
    }
    work.extend(sources.iter().map(|s| {
        let beside = s.path.parent().unwrap_or(Path::new(""));
        (beside.to_path_buf(), s.text.clone())
    }));
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut out = Vec::new();
    while let Some((beside, text)) = work.pop() {
        for d in directives(&text) {
            let named = ["include", "include_next", "import"];
            let Some(rest) = named.iter().find_map(|n| d.is(n)) else {
                continue;
            };
            let Some(name) = name(rest) else {
                whole = false;
                continue;
            };
            let places = std::iter::once(&beside).chain(&folders);
            for path in places.map(|d| d.join(name)) {
                let Ok(about) = std::fs::metadata(&path) else {
                    continue;
                };
                if !about.is_file() || !seen.insert(path.clone()) {
                    continue;
                }
                let small = about.len() <= LARGEST && out.len() < MOST;
                match std::fs::read(&path) {
                    Ok(bytes) if small => {
                        let text = String::from_utf8_lossy(&bytes).into_owned();
                        let beside = path.parent().unwrap_or(Path::new("")).to_path_buf();
                        out.push(text.clone());
                        work.push((beside, text));
                    }
                    _ => whole = false,
                }
            }
        }
    }
    Included { texts: out, whole }
}

/// The name of the file in an `#include`, unless a macro makes it.
fn name(rest: &str) -> Option<&str> {
    let end = match rest.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    rest.get(1..)?.split(end).next()
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
        let all = included(std::slice::from_ref(&source), &flags);
        // `#include MACRO` may be anything.
        assert!(!all.whole);
        let literal = Source {
            text: source.text.replace("#include MACRO\n", ""),
            ..source
        };
        assert!(included(&[literal], &flags).whole);
        let mut found = all.texts;
        found.sort();
        assert_eq!(found.len(), 3);
        assert!(found[0].contains("b.h") && found[1..] == ["int b;\n", "int c;\n"]);
    }
}
