//! Under which licences what we link may stand, and which dependencies nobody
//! uses.
//!
//! Idea: ours is MIT OR Apache-2.0, so everything that is linked must allow
//! that without a word to the user beyond its notice. Expressions are read by
//! `spdx`; what asks for more is refused, unless [`DECLARED`] names it with
//! the reason. A dependency that no source of its crate names only costs build
//! time.
//! Alternatives: `cargo deny` and `cargo machete` do more, and each takes
//! longer to install than all tests to run.
//! Cost: one `cargo metadata`, one search per dependency.

use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::path::Path;

/// Licences that ask for their notice and nothing else.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "ISC",
    "Zlib",
    "Unlicense",
    "CC0-1.0",
    "Unicode-3.0",
    "BSL-1.0",
];

/// Packages that ask for more, and why that is met.
const DECLARED: &[(&str, &str)] = &[("imbl", MPL), ("imbl-sized-chunks", MPL), ("bitmaps", MPL)];

/// MPL-2.0 speaks of its own files only, and these are used as they are
/// published: whoever changes them hands on their source.
const MPL: &str = "MPL-2.0";

/// What is wrong with the packages of `cargo metadata`, one sentence each.
pub fn violations(metadata: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for p in metadata["packages"].as_array().into_iter().flatten() {
        let name = p["name"].as_str().unwrap_or_default();
        let licence = p["license"].as_str().unwrap_or_default();
        if let Some((_, declared)) = DECLARED.iter().find(|(n, _)| *n == name) {
            if !licence.starts_with(declared) {
                out.push(format!(
                    "`{name}` is declared as {declared} in xtask/src/licences.rs and says `{licence}`"
                ));
            }
        } else if !allows(licence) {
            out.push(format!(
                "`{name}` has the licence `{licence}`: replace it, or declare it in xtask/src/licences.rs"
            ));
        }
    }
    out
}

/// Whether one of the choices that `licence` gives is allowed.
fn allows(licence: &str) -> bool {
    Expression::parse_mode(licence, ParseMode::LAX).is_ok_and(|e| {
        e.evaluate(|r| (r.license.id()).is_some_and(|id| ALLOWED.contains(&id.name)))
    })
}

/// Dependencies that no source of their crate names, one sentence each. What
/// is there for its build or its features alone says so on its line:
/// `# tidy: kept (reason)`.
pub fn unused(
    root: &Path,
    metadata: &Value,
    sources: &[(std::path::PathBuf, String)],
) -> Vec<String> {
    let mut out = Vec::new();
    for p in metadata["packages"].as_array().into_iter().flatten() {
        let manifest = Path::new(p["manifest_path"].as_str().unwrap_or_default());
        let Some(folder) = manifest.parent().filter(|f| f.starts_with(root)) else {
            continue;
        };
        let text = std::fs::read_to_string(manifest).unwrap_or_default();
        for d in p["dependencies"].as_array().into_iter().flatten() {
            let package = d["name"].as_str().unwrap_or_default();
            let word = crate_name(metadata, d["rename"].as_str(), package);
            let used = (sources.iter())
                .filter(|(file, _)| file.starts_with(folder))
                .any(|(_, source)| names(source, &word));
            if !used && !kept(&text, package) {
                out.push(format!(
                    "{}: no source names `{word}`; drop the dependency `{package}`, or say on its line `# tidy: kept (why)`",
                    manifest.strip_prefix(root).unwrap_or(manifest).display()
                ));
            }
        }
    }
    out
}

/// What sources call a package: the name of its library.
fn crate_name(metadata: &Value, rename: Option<&str>, package: &str) -> String {
    let library = || {
        let all = metadata["packages"].as_array()?;
        let p = all.iter().find(|p| p["name"] == package)?;
        let targets = p["targets"].as_array()?;
        let is_library = |t: &&Value| {
            t["kind"].as_array().is_some_and(|kinds| {
                (kinds.iter()).any(|k| matches!(k.as_str(), Some("lib" | "rlib" | "proc-macro")))
            })
        };
        targets.iter().find(is_library)?["name"].as_str()
    };
    rename.or_else(library).unwrap_or(package).replace('-', "_")
}

/// Whether `word` stands in `source` on its own.
fn names(source: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    source.match_indices(word).any(|(at, _)| {
        let before = source[..at].chars().next_back();
        let after = source[at + word.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

fn kept(manifest: &str, package: &str) -> bool {
    manifest
        .lines()
        .any(|l| l.starts_with(package) && l.contains("# tidy: kept ("))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::path::PathBuf;

    fn one(name: &str, licence: Option<&str>) -> usize {
        violations(&json!({"packages": [{"name": name, "license": licence}]})).len()
    }

    #[test]
    fn a_choice_is_enough_and_a_condition_is_not() {
        for fine in [
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "MIT OR LGPL-2.1-or-later",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert_eq!(one("x", Some(fine)), 0, "{fine}");
        }
        for wrong in [
            Some("GPL-3.0-only"),
            Some("MIT AND GPL-2.0-or-later"),
            Some("MPL-2.0"),
            Some("whatever I like"),
            Some(""),
            None,
        ] {
            assert_eq!(one("x", wrong), 1, "{wrong:?}");
        }
    }

    #[test]
    fn what_is_declared_holds_for_its_licence_only() {
        assert_eq!(one("imbl", Some("MPL-2.0+")), 0);
        assert_eq!(one("imbl", Some("GPL-3.0-only")), 1);
    }

    #[test]
    fn a_dependency_that_nothing_names_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let manifest = dir.path().join("Cargo.toml");
        std::fs::write(&manifest, "kept-one = \"1\" # tidy: kept (its build)\n").unwrap();
        let dependency = |n: &str| json!({"name": n, "rename": null});
        let four = ["used-one", "unused", "kept-one", "lib-name"].map(dependency);
        let metadata = json!({"packages": [{
            "name": "a",
            "manifest_path": manifest,
            "targets": [{"kind": ["lib"], "name": "a"}],
            "dependencies": four,
        }, {
            "name": "lib-name",
            "manifest_path": "/elsewhere/Cargo.toml",
            "targets": [{"kind": ["lib"], "name": "other"}],
            "dependencies": [],
        }]});
        let file = |text: &str| vec![(dir.path().join("src/lib.rs"), text.to_string())];
        let found = |text| unused(dir.path(), &metadata, &file(text)).len();
        assert_eq!(found("use used_one::A; use other::B;"), 1);
        assert_eq!(
            found("use used_one::A; use other::B; fn f() { unused::g() }"),
            0
        );
        assert_eq!(found("use used_one_else::A; use another::B;"), 3);
        assert_eq!(
            unused(
                dir.path(),
                &metadata,
                &[(PathBuf::from("/b.rs"), "used_one".into())]
            )
            .len(),
            3
        );
    }
}
