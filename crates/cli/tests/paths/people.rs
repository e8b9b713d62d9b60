//! Files as people write them, with all of Java around the asked method: each says in
//! its first line what is to come of it.

use crate::{json, refused, run, Scratch};
use std::path::{Path, PathBuf};

/// A file, and the words of its first line.
fn files() -> Vec<(PathBuf, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/paths/people");
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        let line = text.lines().next().unwrap_or_default();
        let words = line.trim_start_matches("// ").split(' ');
        let words = words.map(String::from).collect();
        out.push((path, words));
    }
    out.sort();
    assert_eq!(out.len(), 15);
    out
}

/// What is reached is explored, and each path is confirmed by a test on the JVM.
#[test]
fn what_the_asked_method_does_not_reach_is_no_reason_to_refuse_the_file() {
    for (path, words) in files() {
        let [what, method, number, rest @ ..] = &words[..] else {
            panic!("{path:?}: {words:?}");
        };
        if what != "paths:" {
            continue;
        }
        let s = Scratch::new();
        let (file, tests) = (path.display().to_string(), s.name("tests"));
        let mut args = vec![&file[..], "--method", method];
        args.extend(rest.iter().map(String::as_str));
        args.extend(["--tests", &tests]);
        // A project's own classes are nothing that javac finds here.
        let alone = !std::fs::read_to_string(&path)
            .expect("a file")
            .contains("import app.");
        let args = match alone {
            true => &args[..],
            false => &args[..args.len() - 2],
        };
        let (v, _) = json(args);
        let paths = v["paths"].as_array().map_or(0, Vec::len);
        assert_eq!(paths.to_string(), **number, "{file}: {v:#}");
        if alone {
            assert_eq!(v["tests"]["run"], v["tests"]["passed"], "{file}: {v:#}");
            assert!(v["tests"]["run"].as_u64() > Some(0), "{file}: {v:#}");
        }
        let assumed = v["assumptions"].to_string();
        assert!(
            assumed.contains("the rest of the file was not read"),
            "{file}: {assumed}"
        );
    }
}

#[test]
fn what_it_reaches_outside_of_the_subset_is_named_with_its_line() {
    for (path, words) in files() {
        let [what, method, line, rest @ ..] = &words[..] else {
            panic!("{path:?}: {words:?}");
        };
        if what != "refused:" {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy();
        let place = format!("{name}:{line}:");
        let file = path.display().to_string();
        let out = run(&[&file, "--method", method]);
        refused(&out, 2, &[&place, &rest.join(" "), "outside of the subset"]);
    }
}

#[test]
fn a_file_that_is_cut_down_still_knows_its_names() {
    let (path, _) = &files()[0];
    let file = path.display().to_string();
    refused(
        &run(&[&file, "--method", "Account.deposit"]),
        2,
        &["no method `deposit`", "withdraw", "log"],
    );
    refused(
        &run(&[&file, "--method", "Konto.withdraw"]),
        2,
        &["no class `Konto`", "Account"],
    );
}
