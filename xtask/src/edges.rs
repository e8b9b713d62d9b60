//! Which crate may import which.
//!
//! The table is the one of ARCHITECTURE.md: a crate imports only what stands
//! on a lower floor, and not even that where the "never" column names it. What
//! is not in the table fails, so that a new crate must be given its place.
//! `cargo metadata` tells the edges; dev-dependencies are free to look
//! sideways (a test may compile C), but nothing at all imports `cli`.

use serde_json::Value;

/// One room of the house.
struct Room {
    /// The package name without `everypath-`; `cli` is the package `everypath`.
    name: &'static str,
    floor: u8,
    /// What it must not import although it stands below.
    never: &'static [&'static str],
}

const ENGINES: [&str; 6] = ["machine", "explore", "its", "idf", "traces", "bounds"];

const ROOMS: &[Room] = &[
    room("base", 0, &[]),
    room("scalar", 0, &[]),
    room("harness", 1, &["scalar"]),
    room("term", 2, &["harness"]),
    room("ir", 2, &["term", "smt"]),
    room("ivl", 2, &["ir", "term", "smt", "harness"]),
    room("judge", 2, &["term", "smt", "scalar", "harness"]),
    room(
        "smt",
        3,
        &["ir", "ivl", "judge", "clang", "java", "harness"],
    ),
    room(
        "clang",
        3,
        &["term", "smt", "explore", "its", "idf", "traces", "bounds"],
    ),
    room("java", 3, &["ir", "term", "smt"]),
    room("shapes", 3, &["term", "smt", "clang", "java"]),
    room("machine", 4, &["ivl", "clang", "java", "judge"]),
    room("explore", 5, &["its", "ivl", "clang", "java"]),
    room("its", 5, &["ir", "ivl", "judge", "machine"]),
    room("idf", 5, &["ir", "its", "java", "machine"]),
    room("traces", 5, &["ir", "idf", "machine"]),
    room("report", 5, &["clang", "java", "smt", "machine"]),
    room("native", 5, &ENGINES),
    room("bounds", 6, &["ivl", "java", "clang", "judge"]),
    room(
        "proofs",
        6,
        &["term", "ir", "clang", "machine", "explore", "traces"],
    ),
    room("verbs", 7, &["term", "ivl", "idf", "its"]),
    room(
        "cli",
        8,
        &[
            "term", "smt", "ir", "ivl", "clang", "java", "judge", "machine", "explore", "its",
            "idf", "traces", "bounds", "native",
        ],
    ),
];

/// Packages beside the rooms: what they may import of ours. `*` is all.
const SUPPORT: &[(&str, &[&str])] = &[("runtime", &["base"]), ("difftest", &["*"]), ("xtask", &[])];

/// External packages that only the named rooms may use.
const OUTSIDE: &[(&str, &[&str])] = &[
    ("inkwell", &["clang"]),
    ("llvm-sys", &["clang"]),
    ("z3", &["smt"]),
    ("z3-sys", &["smt"]),
    ("rustsat", &["smt"]),
    ("rustsat-cadical", &["smt"]),
    ("rustsat-minisat", &["smt"]),
    ("rustsat-batsat", &["smt"]),
    ("batsat", &["smt"]),
    ("cadical-sys", &["smt"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
];

/// Rooms that may use no external package but these: the checker of
/// certificates is small enough to be read in an evening.
const CLOSED: &[(&str, &[&str])] = &[(
    "judge",
    &[
        "num-bigint",
        "num-integer",
        "num-rational",
        "num-traits",
        "rustc-hash",
        "sha2",
        "thiserror",
    ],
)];

const fn room(name: &'static str, floor: u8, never: &'static [&'static str]) -> Room {
    Room { name, floor, never }
}

fn find(name: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|r| r.name == name)
}

/// A dependency as `cargo metadata` tells it.
pub struct Edge {
    pub from: String,
    pub to: String,
    pub dev: bool,
}

/// The table's name of a package.
fn short(package: &str) -> &str {
    match package {
        "everypath" => "cli",
        other => other.strip_prefix("everypath-").unwrap_or(other),
    }
}

/// Everything that breaks the table, one sentence each.
pub fn violations(packages: &[String], edges: &[Edge]) -> Vec<String> {
    let mut out = Vec::new();
    let is_support = |n: &str| SUPPORT.iter().find(|(s, _)| *s == n);
    for p in packages {
        let n = short(p);
        if find(n).is_none() && is_support(n).is_none() {
            out.push(format!(
                "package `{p}` has no place in the table of xtask/src/edges.rs"
            ));
        }
    }
    for e in edges {
        let (from, to) = (short(&e.from), short(&e.to));
        if to == "cli" {
            out.push(format!("`{from}` imports `cli`: nothing may"));
            continue;
        }
        if e.dev {
            continue;
        }
        if let Some((_, users)) = OUTSIDE.iter().find(|(x, _)| *x == e.to) {
            if find(from).is_some() && !users.contains(&from) {
                out.push(format!(
                    "`{from}` uses `{to}`: only {} may",
                    users.join(", ")
                ));
            }
            continue;
        }
        if to == "difftest" && from != "difftest" {
            out.push(format!("`{from}` imports `{to}`: it is for tests only"));
            continue;
        }
        if let Some((_, allowed)) = is_support(from) {
            let ours = find(to).is_some();
            if ours && !allowed.contains(&"*") && !allowed.contains(&to) {
                out.push(format!(
                    "`{from}` stands beside the rooms and may not import `{to}`"
                ));
            }
            continue;
        }
        let (Some(a), Some(b)) = (find(from), find(to)) else {
            let closed = CLOSED.iter().find(|(r, _)| *r == from);
            if closed.is_some_and(|(_, list)| !list.contains(&e.to.as_str())) {
                out.push(format!("`{from}` uses `{to}`: it may use numbers only"));
            }
            continue;
        };
        if b.floor >= a.floor {
            out.push(format!(
                "`{from}` (floor {}) imports `{to}` (floor {}): only what stands below",
                a.floor, b.floor
            ));
        } else if a.never.contains(&to) {
            out.push(format!("`{from}` must never import `{to}`"));
        }
    }
    out
}

/// Packages and edges out of `cargo metadata --no-deps`.
pub fn read(metadata: &Value) -> Result<(Vec<String>, Vec<Edge>), String> {
    let list = metadata["packages"]
        .as_array()
        .ok_or("cargo metadata: no `packages`")?;
    let mut packages = Vec::new();
    let mut edges = Vec::new();
    for p in list {
        let name = p["name"].as_str().ok_or("cargo metadata: no name")?;
        packages.push(name.to_string());
        for d in p["dependencies"].as_array().into_iter().flatten() {
            if let Some(to) = d["name"].as_str() {
                edges.push(Edge {
                    from: name.to_string(),
                    to: to.to_string(),
                    dev: d["kind"] == "dev",
                });
            }
        }
    }
    Ok((packages, edges))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(from: &str, to: &str, dev: bool) -> Vec<String> {
        let e = Edge {
            from: from.into(),
            to: to.into(),
            dev,
        };
        violations(&[], &[e])
    }

    #[test]
    fn edges_downward_are_allowed() {
        for (a, b) in [
            ("everypath-explore", "everypath-smt"),
            ("everypath-explore", "everypath-machine"),
            ("everypath-machine", "everypath-smt"),
            ("everypath", "everypath-report"),
            ("everypath", "everypath-verbs"),
            ("everypath-verbs", "everypath-clang"),
            ("everypath-proofs", "everypath-idf"),
            ("everypath-bounds", "everypath-its"),
            ("everypath-clang", "everypath-ir"),
            ("everypath-clang", "llvm-sys"),
            ("everypath-smt", "z3"),
            ("everypath-base", "serde"),
            ("everypath-harness", "everypath-base"),
            ("everypath-ir", "everypath-harness"),
            ("everypath-report", "everypath-harness"),
            ("everypath-native", "everypath-harness"),
            ("everypath-judge", "everypath-base"),
            ("everypath-judge", "num-bigint"),
            ("everypath-difftest", "everypath-clang"),
        ] {
            assert_eq!(one(a, b, false), Vec::<String>::new(), "{a} -> {b}");
        }
    }

    #[test]
    fn every_planted_violation_is_found() {
        for (a, b) in [
            ("everypath-base", "everypath-ir"),
            ("everypath-base", "everypath-harness"),
            ("everypath-harness", "everypath-ir"),
            ("everypath-harness", "everypath-scalar"),
            ("everypath-judge", "everypath-harness"),
            ("everypath-ir", "everypath-term"),
            ("everypath-explore", "everypath-clang"),
            ("everypath-machine", "everypath-explore"),
            ("everypath-machine", "everypath-report"),
            ("everypath-its", "everypath-machine"),
            ("everypath-native", "everypath-explore"),
            ("everypath-report", "everypath-smt"),
            ("everypath-clang", "everypath-smt"),
            ("everypath-its", "everypath-ir"),
            ("everypath-its", "everypath-judge"),
            ("everypath-smt", "everypath-judge"),
            ("everypath-judge", "everypath-smt"),
            ("everypath-judge", "everypath-term"),
            ("everypath-judge", "everypath-its"),
            ("everypath-judge", "everypath-scalar"),
            ("everypath-judge", "everypath-bounds"),
            ("everypath-judge", "z3"),
            ("everypath-judge", "serde"),
            ("everypath-traces", "everypath-idf"),
            ("everypath-report", "everypath"),
            ("everypath-verbs", "everypath"),
            ("everypath-proofs", "everypath-clang"),
            ("everypath-bounds", "everypath-verbs"),
            ("everypath", "everypath-explore"),
            ("everypath-verbs", "clap"),
            ("everypath-verbs", "indicatif"),
            ("everypath-explore", "z3"),
            ("everypath-ir", "llvm-sys"),
            ("everypath-explore", "everypath-difftest"),
            ("everypath-runtime", "everypath-explore"),
        ] {
            assert_eq!(one(a, b, false).len(), 1, "{a} -> {b}");
        }
    }

    #[test]
    fn tests_may_look_sideways_but_never_at_cli() {
        assert!(one("everypath-explore", "everypath-clang", true).is_empty());
        assert_eq!(one("everypath-explore", "everypath", true).len(), 1);
    }

    #[test]
    fn a_package_without_a_place_is_found() {
        assert_eq!(violations(&["everypath-new".into()], &[]).len(), 1);
        assert!(violations(&["everypath".into(), "xtask".into()], &[]).is_empty());
    }

    #[test]
    fn never_names_rooms_that_exist() {
        for r in ROOMS {
            for n in r.never {
                assert!(find(n).is_some(), "{} never {n}", r.name);
            }
        }
    }

    #[test]
    fn metadata_is_read() {
        let v: Value = serde_json::from_str(
            r#"{"packages":[{"name":"everypath-ir","dependencies":[
                {"name":"everypath-smt","kind":null},{"name":"proptest","kind":"dev"}]}]}"#,
        )
        .unwrap();
        let (p, e) = read(&v).unwrap();
        assert_eq!(p, ["everypath-ir"]);
        assert_eq!(violations(&p, &e).len(), 1);
        assert!(read(&Value::Null).is_err());
    }
}
