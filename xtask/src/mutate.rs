//! `cargo xtask mutate FOLDER`: hunts for unsound answers by changing what was proved.
//!
//! Idea: each verified method and function with a body is changed in its text, one place
//! at a time: a permission is dropped, an amount halved, a comparison off by one, the sides
//! of a wand swapped. Most such changes make a proof fail. Those under which every member
//! is still proved *survive*; each of them wants an explanation: what was changed was not
//! needed, or the verifier is wrong. They are written to a folder, where another verifier
//! can be asked about them. Source: mutation testing (DeMillo, Lipton, Sayward 1978).
//! Alternative: changes of the syntax tree, which need a printer that keeps what people
//! wrote. Cost: a run of the verifier per change.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for one member.
const MEMBER: &str = "5";
/// Seconds for one file.
const FILE: &str = "20";

/// What is changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Dropped,
    Halved,
    OffByOne,
    Swapped,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Dropped, Kind::Halved, Kind::OffByOne, Kind::Swapped];

    fn name(self) -> &'static str {
        match self {
            Kind::Dropped => "an `acc` dropped",
            Kind::Halved => "an amount halved",
            Kind::OffByOne => "a bound off by one",
            Kind::Swapped => "a wand's sides swapped",
        }
    }
}

/// A piece of a text and what is put in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    start: usize,
    end: usize,
    with: String,
}

/// How often each thing happened to changes of one kind.
#[derive(Clone, Copy, Default)]
struct Row {
    made: usize,
    refused: usize,
    killed: usize,
    unknown: usize,
    survived: usize,
}

/// Runs the task; true, whatever survives: a person has to look at it.
pub fn run(root: &Path, args: &[String]) -> Result<bool, String> {
    let mut args = args.to_vec();
    let binary = take(&mut args, "--binary")
        .map_or_else(|| root.join("target/release/everypath"), PathBuf::from);
    let most = match take(&mut args, "--members") {
        Some(n) => n.parse().map_err(|_| "--members wants a number")?,
        None => 1000,
    };
    let every = match take(&mut args, "--every") {
        Some(n) => n.parse().map_err(|_| "--every wants a number")?,
        None => 1_usize,
    };
    let out = take(&mut args, "--out").map(PathBuf::from);
    if args.is_empty() {
        return Err("want folders with .vpr files".into());
    }
    let mut files = Vec::new();
    for folder in &args {
        find(Path::new(folder), &mut files);
    }
    files.sort();
    let place = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut rows: BTreeMap<Kind, Row> = BTreeMap::new();
    let (mut members, mut number) = (0, 0);
    for file in files.iter().step_by(every.max(1)) {
        if members >= most {
            break;
        }
        let Ok(text) = fs::read_to_string(file) else {
            continue;
        };
        let Some(proved) = proved_members(&binary, file) else {
            continue;
        };
        for range in ranges(&text, &proved) {
            if members >= most {
                break;
            }
            members += 1;
            for kind in Kind::ALL {
                let found = changes(&text, range, kind);
                // Another place in each member, the same one in each run.
                let Some(change) = found.get(members % found.len().max(1)) else {
                    continue;
                };
                let mut changed = text.clone();
                changed.replace_range(change.start..change.end, &change.with);
                let to = place.path().join("changed.vpr");
                fs::write(&to, &changed).map_err(|e| e.to_string())?;
                let row = rows.entry(kind).or_default();
                row.made += 1;
                match verdict(&binary, &to, file) {
                    Ending::Refused => row.refused += 1,
                    Ending::Failed => row.killed += 1,
                    Ending::Open => row.unknown += 1,
                    Ending::Proved => {
                        row.survived += 1;
                        number += 1;
                        let line = text[..change.start].matches('\n').count() + 1;
                        let was = &text[change.start..change.end];
                        println!(
                            "{number}: {}:{line}: {}: `{}` is `{}`",
                            file.display(),
                            kind.name(),
                            was.trim(),
                            change.with.trim()
                        );
                        if let Some(out) = &out {
                            fs::create_dir_all(out).map_err(|e| e.to_string())?;
                            let to = out.join(format!("{number:04}.vpr"));
                            fs::write(to, &changed).map_err(|e| e.to_string())?;
                        }
                    }
                }
            }
        }
    }
    println!("\n{members} members\n");
    println!("| change | made | no program | fails | unknown | survives |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (kind, r) in rows {
        let (name, made) = (kind.name(), r.made);
        let (refused, killed) = (r.refused, r.killed);
        let (unknown, survived) = (r.unknown, r.survived);
        println!("| {name} | {made} | {refused} | {killed} | {unknown} | {survived} |");
    }
    Ok(true)
}

fn take(args: &mut Vec<String>, flag: &str) -> Option<String> {
    let at = args.iter().position(|a| a == flag)?;
    if at + 1 >= args.len() {
        return None;
    }
    args.remove(at);
    Some(args.remove(at))
}

fn find(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(path) else {
        return files.push(path.to_owned());
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() || path.extension().is_some_and(|e| e == "vpr") {
            find(&path, files);
        }
    }
}

fn verify(binary: &Path, file: &Path, library: &Path) -> Option<Value> {
    let output = Command::new(binary)
        .args(["verify", "--json", "--timeout-per-member", MEMBER])
        .args(["--timeout", FILE, "--max-memory", "2G", "--library"])
        .arg(library)
        .arg(file)
        .output()
        .ok()?;
    let json: Value = serde_json::from_slice(&output.stdout).ok()?;
    json["files"].get(0).cloned()
}

fn members(result: &Value) -> impl Iterator<Item = &Value> {
    result["members"].as_array().into_iter().flatten()
}

fn bad(result: &Value) -> bool {
    let problems = result["problems"].as_array();
    problems.is_some_and(|all| all.iter().any(|p| p["id"] != "warning"))
}

/// The lines where members begin, of a file whose members are all proved: methods and
/// functions, and the others, whose lines end those before them.
fn proved_members(binary: &Path, file: &Path) -> Option<Vec<(u64, bool)>> {
    let library = file.parent()?;
    let result = verify(binary, file, library)?;
    if bad(&result) || members(&result).any(|m| m["verdict"]["kind"] != "proved") {
        return None;
    }
    let name = file.display().to_string();
    let mut found = Vec::new();
    for m in members(&result).filter(|m| m["place"]["file"] == name.as_str()) {
        let wanted = m["kind"] == "method" || m["kind"] == "function";
        found.push((m["place"]["line"].as_u64()?, wanted));
    }
    found.sort_unstable();
    Some(found)
}

/// The texts of the methods and functions, as bytes from and to.
fn ranges(text: &str, starts: &[(u64, bool)]) -> Vec<(usize, usize)> {
    let mut lines = vec![0];
    lines.extend(text.match_indices('\n').map(|(i, _)| i + 1));
    let at = |line: u64| {
        let line = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        lines.get(line).copied().unwrap_or(text.len())
    };
    let mut all = Vec::new();
    for (i, &(line, wanted)) in starts.iter().enumerate() {
        let end = starts.get(i + 1).map_or(text.len(), |next| at(next.0));
        let Some(part) = text.get(at(line)..end).filter(|_| wanted) else {
            continue;
        };
        // What is no member may stand between two of them.
        let others = ["domain ", "adt ", "field ", "define ", "import "];
        let end = (others.iter())
            .filter_map(|word| part.find(&format!("\n{word}")))
            .min()
            .unwrap_or(part.len());
        // Without a body there is nothing to prove.
        if without_comments(&part[..end]).trim_end().ends_with('}') {
            all.push((at(line), at(line) + end));
        }
    }
    all
}

enum Ending {
    Refused,
    Failed,
    Open,
    Proved,
}

fn verdict(binary: &Path, changed: &Path, from: &Path) -> Ending {
    let library = from.parent().unwrap_or(from);
    let Some(result) = verify(binary, changed, library) else {
        return Ending::Open;
    };
    if bad(&result) {
        return Ending::Refused;
    }
    let kinds: Vec<&Value> = members(&result).map(|m| &m["verdict"]["kind"]).collect();
    if kinds.iter().any(|k| **k == "not-proved") {
        Ending::Failed
    } else if kinds.iter().all(|k| **k == "proved") {
        Ending::Proved
    } else {
        Ending::Open
    }
}

/// The text with comments as blanks.
fn without_comments(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let mut i = 0;
    while i + 1 < out.len() {
        let end = match &out[i..i + 2] {
            b"//" => text[i..].find('\n').map_or(out.len(), |n| i + n),
            b"/*" => text[i..].find("*/").map_or(out.len(), |n| i + n + 2),
            _ => {
                i += 1;
                continue;
            }
        };
        out[i..end].iter_mut().for_each(|b| {
            if *b != b'\n' {
                *b = b' ';
            }
        });
        i = end;
    }
    String::from_utf8(out).unwrap_or_default()
}

/// All changes of this kind in a part of the text.
fn changes(text: &str, (from, to): (usize, usize), kind: Kind) -> Vec<Change> {
    let plain = without_comments(text);
    // A comment in another alphabet is no text of the same length in characters, but is
    // one in bytes; what cannot be cut is left alone.
    let Some(part) = plain.get(from..to) else {
        return Vec::new();
    };
    let mut found = match kind {
        Kind::Dropped => permissions(part, |_, _| Some("true".into())),
        // Functions ask for some permission, whatever is written.
        Kind::Halved if part.trim_start().starts_with("function") => Vec::new(),
        Kind::Halved => permissions(part, halved),
        Kind::OffByOne => comparisons(part),
        Kind::Swapped => wands(part),
    };
    for c in &mut found {
        c.start += from;
        c.end += from;
    }
    found
}

/// `acc(…)` in assertions, with what `change` makes of it and its inside.
fn permissions(part: &str, change: impl Fn(&str, &str) -> Option<String>) -> Vec<Change> {
    let mut found = Vec::new();
    for (start, _) in part.match_indices("acc(") {
        let before = part[..start].trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next();
        let ghost = ["fold", "unfold", "unfolding", "folding", "in"];
        if word.is_some_and(|w| ghost.contains(&w))
            || part[..start].ends_with(char::is_alphanumeric)
        {
            continue;
        }
        let Some(end) = closing(part, start + 3) else {
            continue;
        };
        let whole = &part[start..=end];
        if let Some(with) = change(whole, &part[start + 4..end]) {
            let end = end + 1;
            found.push(Change { start, end, with });
        }
    }
    found
}

/// The place of the bracket that closes the one at `open`.
fn closing(part: &str, open: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (i, c) in part[open..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(open + i);
                }
            }
            _ => {}
        }
    }
    None
}

/// Half of the whole, where the whole is asked for.
fn halved(_: &str, inside: &str) -> Option<String> {
    let mut depth = 0_i32;
    let mut comma = None;
    for (i, c) in inside.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => comma = Some(i),
            _ => {}
        }
    }
    match comma {
        None => Some(format!("acc({inside}, 1/2)")),
        Some(i) if inside[i + 1..].trim() == "write" => Some(format!("acc({}, 1/2)", &inside[..i])),
        Some(_) => None,
    }
}

/// `<` for `<=` and the other way round, likewise for `>`.
fn comparisons(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for (start, word) in part
        .match_indices(" < ")
        .chain(part.match_indices(" <= "))
        .chain(part.match_indices(" > "))
        .chain(part.match_indices(" >= "))
    {
        let with = match word.contains('=') {
            true => word.replace('=', ""),
            false => word.replace(['<', '>'], if word == " < " { "<=" } else { ">=" }),
        };
        let end = start + word.len();
        found.push(Change { start, end, with });
    }
    found.sort_by_key(|c| c.start);
    found
}

/// Both sides where they are one call, access or parenthesis each.
fn wands(part: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for (at, _) in part.match_indices("--*") {
        let left = part[..at].trim_end();
        let after = at + 3 + (part[at + 3..].len() - part[at + 3..].trim_start().len());
        let word = part[after..].find('(').filter(|&n| {
            let name = &part[after..after + n];
            name.chars()
                .all(|c| c.is_alphanumeric() || "_.".contains(c))
        });
        let (Some(open), true) = (word, left.ends_with(')')) else {
            continue;
        };
        let Some(end) = closing(part, after + open) else {
            continue;
        };
        let mut depth = 0_u32;
        let mut start = None;
        for (i, c) in left.char_indices().rev() {
            match c {
                ')' => depth += 1,
                '(' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        start = Some(i);
                        break;
                    }
                }
                _ => {}
            }
        }
        let Some(start) = start else { continue };
        let name = left[..start]
            .rfind(|c: char| !(c.is_alphanumeric() || "_.".contains(c)))
            .map_or(0, |i| i + 1);
        // A name in front belongs to the left side, unless it is a keyword.
        let start = match &left[name..start] {
            "package" | "apply" | "applying" => start,
            _ => name,
        };
        let (a, b) = (&left[start..], &part[after..=end]);
        let with = format!("{b} --* {a}");
        let end = end + 1;
        if a != b {
            found.push(Change { start, end, with });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str, kind: Kind) -> Vec<String> {
        let all = changes(text, (0, text.len()), kind);
        let put = |c: &Change| {
            let mut text = text.to_owned();
            text.replace_range(c.start..c.end, &c.with);
            text
        };
        all.iter().map(put).collect()
    }

    #[test]
    fn one_place_is_changed_at_a_time() {
        let text = "requires acc(x.f) && acc(p(x, y), write) // acc(x.g)\n fold acc(p(x, y))";
        let want = [
            "requires true && acc(p(x, y), write) // acc(x.g)\n fold acc(p(x, y))",
            "requires acc(x.f) && true // acc(x.g)\n fold acc(p(x, y))",
        ];
        assert_eq!(made(text, Kind::Dropped), want);
        let want = [
            "requires acc(x.f, 1/2) && acc(p(x, y), write) // acc(x.g)\n fold acc(p(x, y))",
            "requires acc(x.f) && acc(p(x, y), 1/2) // acc(x.g)\n fold acc(p(x, y))",
        ];
        assert_eq!(made(text, Kind::Halved), want);
        assert_eq!(made("acc(x.f, 1/3)", Kind::Halved), Vec::<String>::new());
        assert_eq!(
            made("0 <= i && i < n ==> b", Kind::OffByOne),
            ["0 < i && i < n ==> b", "0 <= i && i <= n ==> b"]
        );
        assert_eq!(
            made("package acc(x.f) --* p(x, 1) {", Kind::Swapped),
            ["package p(x, 1) --* acc(x.f) {"]
        );
        assert_eq!(
            made("apply (true && b) --* (acc(x.f))", Kind::Swapped),
            ["apply (acc(x.f)) --* (true && b)"]
        );
    }
}
