//! `cargo xtask tidy`: the table of edges, and the rules of every file and folder.

use crate::circles;
use crate::edges;
use crate::folders;
use crate::licences;
use crate::lint::{self, Place};
use crate::once::{self, Source};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints every violation. `Ok(false)` when there was one.
pub fn run(root: &Path) -> Result<bool, String> {
    let mut problems = edges_of(root)?;
    let linked = metadata(root, &[])?;
    problems.extend(licences::violations(&linked));
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "fuzz", "runtime"] {
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    problems.extend(folders::problems(root, &files)?);
    let sources = files
        .into_iter()
        .map(|f| match std::fs::read_to_string(&f) {
            Ok(s) => Ok((f, s)),
            Err(e) => Err(format!("{}: {e}", f.display())),
        })
        .collect::<Result<Vec<_>, _>>()?;
    problems.extend(licences::unused(root, &linked, &sources));
    let tests = test_files(&sources);
    for (file, source) in &sources {
        let shown = file.strip_prefix(root).unwrap_or(file).display();
        let place = if is_test(file, &tests) {
            Place::Test
        } else {
            Place::Library
        };
        for f in lint::check(source, place) {
            problems.push(format!("{shown}:{}: {}", f.line, f.message));
        }
        let n = source.lines().count();
        if (lint::WARN_LINES + 1..=lint::MAX_LINES).contains(&n) {
            println!(
                "warning: {shown}: {n} lines; over {} is too long",
                lint::WARN_LINES
            );
        }
    }
    let shown: Vec<String> = (sources.iter())
        .map(|(f, _)| f.strip_prefix(root).unwrap_or(f).display().to_string())
        .collect();
    let placed: Vec<Source<'_>> = (sources.iter().zip(&shown))
        .map(|((file, text), path)| Source {
            path,
            text,
            place: match is_test(file, &tests) {
                true => Place::Test,
                false => Place::Library,
            },
        })
        .collect();
    problems.extend(once::problems(&placed));
    for name in crates(root)? {
        let source = root.join("crates").join(&name).join("src");
        problems.extend(circles::problems(&name, &source)?);
    }
    for p in &problems {
        println!("error: {p}");
    }
    println!("tidy: {} files, {} problems", sources.len(), problems.len());
    Ok(problems.is_empty())
}

/// The folders of `crates/`, sorted.
fn crates(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("crates");
    let mut out = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let entry = entry.map_err(|e| format!("{}: {e}", folder.display()))?;
        if entry.path().is_dir() {
            out.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    out.sort();
    Ok(out)
}

fn edges_of(root: &Path) -> Result<Vec<String>, String> {
    let value = metadata(root, &["--no-deps"])?;
    let (packages, edges) = edges::read(&value)?;
    Ok(edges::violations(&packages, &edges))
}

/// What `cargo metadata` says with these flags.
fn metadata(root: &Path, flags: &[&str]) -> Result<serde_json::Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let out = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .args(flags)
        .current_dir(root)
        .output()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    if !out.status.success() {
        return Err(format!(
            "cargo metadata: {}",
            String::from_utf8_lossy(&out.stderr).trim()
        ));
    }
    serde_json::from_slice(&out.stdout).map_err(|e| format!("cargo metadata: {e}"))
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry
            .map_err(|e| format!("{}: {e}", folder.display()))?
            .path();
        if path.is_dir() {
            if !path.ends_with("target") {
                collect(&path, out)?;
            }
        } else if path.extension().is_some_and(|x| x == "rs") {
            out.push(path);
        }
    }
    Ok(())
}

/// Files of modules that are declared under `#[cfg(test)]` elsewhere.
fn test_files(sources: &[(PathBuf, String)]) -> HashSet<PathBuf> {
    let mut out = HashSet::new();
    for (file, source) in sources {
        let parent = file.parent().unwrap_or(Path::new(""));
        let stem = file.file_stem().unwrap_or_default();
        let folder = if stem == "lib" || stem == "main" || stem == "mod" {
            parent.to_path_buf()
        } else {
            parent.join(stem)
        };
        for name in lint::test_modules(source) {
            out.insert(folder.join(format!("{name}.rs")));
            out.insert(folder.join(&name));
        }
    }
    out
}

/// Folders and files that do not ship.
const NOT_LIBRARY: [&str; 5] = ["tests", "benches", "examples", "fuzz_targets", "build.rs"];

fn is_test(file: &Path, tests: &HashSet<PathBuf>) -> bool {
    file.ancestors().any(|a| {
        tests.contains(a)
            || a.file_name()
                .and_then(|n| n.to_str())
                .is_some_and(|n| NOT_LIBRARY.contains(&n))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_test_modules_are_known() {
        let sources = vec![
            (
                PathBuf::from("a/src/lib.rs"),
                "#[cfg(test)]\nmod t;".to_string(),
            ),
            (
                PathBuf::from("a/src/x.rs"),
                "#[cfg(test)]\nmod u;".to_string(),
            ),
        ];
        let tests = test_files(&sources);
        for f in [
            "a/src/t.rs",
            "a/src/t/deep.rs",
            "a/src/x/u.rs",
            "a/tests/z.rs",
            "a/examples/y.rs",
            "a/build.rs",
        ] {
            assert!(is_test(Path::new(f), &tests), "{f}");
        }
        for f in ["a/src/u.rs", "a/src/x.rs", "a/src/lib.rs"] {
            assert!(!is_test(Path::new(f), &tests), "{f}");
        }
    }
}
