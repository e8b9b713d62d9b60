//! What a program says about itself, and whether a result fits.
//!
//! ```c
//! // flags: --stdin 3                    arguments of everypath test
//! // expect: violated                    the verdict's word
//! // expect: violated 12 double-free     the same, with line and kind
//! free(p); // bug: double-free           a finding at this line
//! // expect-unconfirmed                  no native run can show it; why
//! ```

use serde_json::Value;
use std::collections::BTreeSet;

/// A finding: line and the word of its kind.
pub type Site = (u64, String);

/// Everything that one file expects.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    pub verdict: String,
    pub sites: BTreeSet<Site>,
    pub flags: Vec<String>,
    pub unconfirmed: bool,
}

const VERDICTS: [&str; 4] = ["proved", "violated", "unknown", "proved-up-to"];

/// Reads the comments of a C file.
pub fn parse(source: &str) -> Result<Expectation, String> {
    let mut e = Expectation::default();
    for (n, line) in source.lines().enumerate() {
        let here = n as u64 + 1;
        let Some((_, comment)) = line.split_once("// ") else {
            continue;
        };
        if let Some(rest) = comment.strip_prefix("expect: ") {
            let mut words = rest.split_whitespace();
            let verdict = words.next().unwrap_or_default();
            if !VERDICTS.contains(&verdict) {
                return Err(format!("line {here}: no verdict `{verdict}`"));
            }
            if !e.verdict.is_empty() && e.verdict != verdict {
                return Err(format!("line {here}: a second verdict"));
            }
            e.verdict = verdict.to_string();
            if let Some(at) = words.next() {
                let at = at.split(':').next().unwrap_or(at);
                let at = at
                    .parse()
                    .map_err(|_| format!("line {here}: no line `{at}`"))?;
                for kind in words {
                    add(&mut e, at, kind)?;
                }
            }
        } else if let Some(rest) = comment.strip_prefix("bug: ") {
            for kind in rest.split_whitespace() {
                add(&mut e, here, kind)?;
            }
        } else if let Some(rest) = comment.strip_prefix("flags: ") {
            e.flags.extend(rest.split_whitespace().map(str::to_string));
        } else if comment.starts_with("expect-unconfirmed") {
            e.unconfirmed = true;
        }
    }
    match e.verdict.as_str() {
        "" => Err("no `// expect:`".into()),
        "violated" if e.sites.is_empty() => Err("violated, but no `// bug:`".into()),
        "proved" if !e.sites.is_empty() => Err("proved, but a `// bug:`".into()),
        _ => Ok(e),
    }
}

fn add(e: &mut Expectation, line: u64, kind: &str) -> Result<(), String> {
    if ep_base::outcome::ErrorKind::from_word(kind).is_none() {
        return Err(format!("line {line}: no kind `{kind}`"));
    }
    e.sites.insert((line, kind.to_string()));
    Ok(())
}

/// The exit code that belongs to a verdict.
fn exit_code(verdict: &str) -> i32 {
    match verdict {
        "proved" => 0,
        "violated" => 1,
        _ => 3,
    }
}

/// Everything in which a result differs from what was expected.
pub fn compare(e: &Expectation, run: &Value, exit: Option<i32>) -> Vec<String> {
    let mut out = Vec::new();
    let verdict = run["verdict"]["kind"]
        .as_str()
        .or(run["verdict"].as_str())
        .unwrap_or("none");
    if verdict != e.verdict {
        out.push(format!(
            "verdict {verdict} instead of {}; incomplete: {}; verdict: {}",
            e.verdict, run["incomplete"], run["verdict"]
        ));
    }
    if exit != Some(exit_code(verdict)) {
        out.push(format!("exit code {exit:?} for verdict {verdict}"));
    }
    let no_bugs = Vec::new();
    let bugs = run["bugs"].as_array().unwrap_or(&no_bugs);
    let mut got = BTreeSet::new();
    let mut confirmed = 0;
    for b in bugs {
        let line = b["place"]["line"].as_u64().unwrap_or(0);
        let kind = b["kind"].as_str().unwrap_or("none").to_string();
        let c = &b["confirmation"];
        if c["kind"] == "confirmed" {
            confirmed += 1;
        } else if !e.unconfirmed {
            out.push(format!(
                "{line} {kind}: not confirmed: {c}; inputs {}",
                b["inputs"]
            ));
        }
        got.insert((line, kind));
    }
    if e.unconfirmed && !bugs.is_empty() && confirmed == bugs.len() {
        out.push("all is confirmed: `expect-unconfirmed` is stale".into());
    }
    for (line, kind) in e.sites.difference(&got) {
        out.push(format!("missed: {line} {kind}"));
    }
    for (line, kind) in got.difference(&e.sites) {
        let b = bugs
            .iter()
            .find(|b| b["place"]["line"] == *line && b["kind"] == *kind);
        let message = b.map_or(&Value::Null, |b| &b["message"]);
        out.push(format!("not expected: {line} {kind} ({message})"));
    }
    out
}

/// Expectations that must not hold, so that the harness itself is tested.
pub fn self_test() -> Result<(), String> {
    let source = "// expect: violated\nfree(p); // bug: double-free\n// flags: -m32 --stdin 3\n";
    let e = parse(source)?;
    let bug = |line: u64, kind: &str, confirmed: &str| {
        serde_json::json!({"kind": kind, "message": "", "inputs": [],
            "place": {"line": line}, "confirmation": {"kind": confirmed}})
    };
    let run = |verdict: &str, bugs: Vec<Value>| serde_json::json!({"verdict": {"kind": verdict}, "bugs": bugs});
    let good = run("violated", vec![bug(2, "double-free", "confirmed")]);
    let check = |ok: bool, what: &str| if ok { Ok(()) } else { Err(what.to_string()) };
    check(e.flags == ["-m32", "--stdin", "3"], "flags")?;
    check(compare(&e, &good, Some(1)).is_empty(), "a good run fits")?;
    check(!compare(&e, &good, Some(0)).is_empty(), "a wrong exit code")?;
    for (what, bad) in [
        ("a missed bug", run("violated", vec![])),
        (
            "a wrong line",
            run("violated", vec![bug(3, "double-free", "confirmed")]),
        ),
        (
            "a wrong kind",
            run("violated", vec![bug(2, "invalid-free", "confirmed")]),
        ),
        (
            "no confirmation",
            run("violated", vec![bug(2, "double-free", "not-confirmed")]),
        ),
        (
            "a wrong verdict",
            run("proved", vec![bug(2, "double-free", "confirmed")]),
        ),
        ("no object", Value::Null),
        (
            "a bug too many",
            run(
                "violated",
                vec![
                    bug(2, "double-free", "confirmed"),
                    bug(9, "abort", "confirmed"),
                ],
            ),
        ),
    ] {
        check(!compare(&e, &bad, Some(1)).is_empty(), what)?;
    }
    for bad in [
        "int x;",
        "// expect: fine",
        "// expect: violated",
        "// expect: proved\n// expect: unknown",
        "// expect: violated x abort",
        "// expect: violated 3 misfortune",
        "// expect: proved\nx(); // bug: abort",
    ] {
        check(parse(bad).is_err(), bad)?;
    }
    let e = parse("// expect: violated 12:5 abort leak\n// expect: violated 13 abort")?;
    check(e.sites.len() == 3, "sites with lines")
}
