//! What folders are called, and that their pages are found.
//!
//! Idea: tools take a folder `test` for tests and a folder `build` for what a
//! build leaves, and pass both over; production code lies in neither. A page
//! that the README of its folder does not name is read by nobody, and one that
//! it names twice is looked for in the wrong place.
//! Cost: a walk through the sources' folders, a search per page.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders that tools take for something else.
const TAKEN: [&str; 2] = ["test", "build"];

/// Folders with a README that names each page of theirs once.
const PAGES: [&str; 2] = ["docs", "docs/algorithms"];

/// What is wrong, one sentence each.
pub fn problems(root: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut out = names(root, files);
    for folder in PAGES {
        let at = root.join(folder);
        let readme = std::fs::read_to_string(at.join("README.md"))
            .map_err(|e| format!("{folder}/README.md: {e}"))?;
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(&at).map_err(|e| format!("{folder}: {e}"))? {
            let entry = entry.map_err(|e| format!("{folder}: {e}"))?;
            pages.push(entry.file_name().to_string_lossy().into_owned());
        }
        pages.retain(|p| p.ends_with(".md") && p != "README.md");
        pages.sort();
        out.extend(unnamed(folder, &readme, &pages));
    }
    Ok(out)
}

/// Folders of production code with a name that tools take for another thing.
fn names(root: &Path, files: &[PathBuf]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for file in files {
        let shown = file.strip_prefix(root).unwrap_or(file);
        // Below `src` alone: `tests/support/build` is what it is called.
        let below = (shown.ancestors().skip(1))
            .take_while(|a| a.file_name().is_some_and(|n| n != "src"))
            .filter(|_| shown.components().any(|c| c.as_os_str() == "src"));
        found.extend(
            below
                .filter(|a| TAKEN.iter().any(|t| a.ends_with(t)))
                .map(Path::to_path_buf),
        );
    }
    (found.iter())
        .map(|f| {
            format!(
                "{}: tools take a folder of this name for tests or build output",
                f.display()
            )
        })
        .collect()
}

/// Pages that the README of their folder does not name exactly once.
fn unnamed(folder: &str, readme: &str, pages: &[String]) -> Vec<String> {
    (pages.iter())
        .filter_map(|page| {
            let links = [")", "#"].map(|end| readme.matches(&format!("]({page}{end}")).count());
            match links.iter().sum::<usize>() {
                1 => None,
                n => Some(format!(
                    "{folder}/README.md names {page} {n} times; each page has one place"
                )),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planted_folders_are_found() {
        let files = [
            "crates/a/src/test/mod.rs",
            "crates/a/src/x/build/y.rs",
            "crates/a/src/x/build/z.rs",
            "crates/a/tests/build/y.rs",
            "crates/a/src/testing/y.rs",
            "crates/a/src/test.rs",
        ]
        .map(|f| Path::new("/r").join(f));
        assert_eq!(names(Path::new("/r"), &files).len(), 2);
    }

    #[test]
    fn pages_are_named_once() {
        let pages = ["a.md", "b.md", "c.md"].map(String::from);
        let readme = "[a](a.md) [b](b.md) [b](b.md#part) [x](other/c.md)";
        let found = unnamed("docs", readme, &pages);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("b.md 2 times") && found[1].contains("c.md 0 times"));
    }
}
