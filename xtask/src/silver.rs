//! `cargo xtask silver CHECKOUT [FOLDER…]`: everypath on the test suite of
//! Viper's silver repository, scored against its annotations.
//!
//! The suite is read where it lies; nothing of it is kept here. An
//! `ExpectedOutput(id)` must be reported at the line that follows it, anything
//! else must not, except what `UnexpectedOutput` (known to be reported by
//! some verifier) or `MissingOutput` (known not to be) say for that line. Both
//! are allowances: where Silicon is known to be wrong, either answer counts.
//! `IgnoreFile` for silicon or silver leaves a file out.
//! `--half even` or `--half odd` takes every other file of each folder, sorted by
//! path, so that one half can be read while the code is written and the other is
//! only scored; `--list FILE` takes the paths that stand in a file, one a line.
//!
//! A file *agrees* when its reports are exactly the expected ones and every
//! member has a verdict; it is *not supported* when a member says so and
//! nothing is missed in the members that have a verdict; the
//! others *missed* a report, have a *spurious* one, or did not come to an
//! end (*unknown*). A missed report in a member that was proved is unsound.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Which files of each folder are scored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Both,
    Even,
    Odd,
}

/// Seconds for one member.
const MEMBER: &str = "10";
/// Seconds for one file.
const FILE: &str = "30";

/// An annotation that speaks of a line.
#[derive(Clone, PartialEq, Debug)]
struct Note {
    must: bool,
    id: String,
    line: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    Agrees,
    Unsupported,
    Unsound,
    Missed,
    Spurious,
    Unknown,
}

struct Scored {
    file: PathBuf,
    class: Class,
    details: Vec<String>,
    took: Duration,
    /// Only problems of parser, types and consistency are expected.
    front_end: bool,
}

/// Runs the task; true when nothing is unsound.
pub fn run(root: &Path, args: &[String]) -> Result<bool, String> {
    let mut args = args.to_vec();
    let verbose = take_flag(&mut args, "--verbose");
    let jobs = take_value(&mut args, "--jobs")?.map_or(Ok(1), |n| n.parse::<usize>());
    let jobs = jobs.map_err(|_| "--jobs wants a number".to_owned())?.max(1);
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let binary = match take_value(&mut args, "--binary")? {
        Some(path) => PathBuf::from(path),
        None => target.join("release/everypath"),
    };
    let half = match take_value(&mut args, "--half")?.as_deref() {
        None => Half::Both,
        Some("even") => Half::Even,
        Some("odd") => Half::Odd,
        Some(_) => return Err("--half wants `even` or `odd`".into()),
    };
    let list = take_value(&mut args, "--list")?;
    let Some((checkout, folders)) = args.split_first() else {
        return Err("want the path of a checkout of github.com/viperproject/silver".into());
    };
    let resources = Path::new(checkout).join("src/test/resources");
    if !resources.is_dir() {
        return Err(format!("{} is no folder", resources.display()));
    }
    let folders = match folders.is_empty() {
        true => vec!["all".to_owned()],
        false => folders.to_vec(),
    };
    let mut files = Vec::new();
    for folder in &folders {
        let mut own = Vec::new();
        find(&resources.join(folder), &mut own)?;
        own.sort();
        let taken = |i: usize| match half {
            Half::Both => true,
            Half::Even => i % 2 == 0,
            Half::Odd => i % 2 == 1,
        };
        files.extend((own.into_iter().enumerate()).filter_map(|(i, f)| taken(i).then_some(f)));
    }
    if let Some(list) = list {
        let text = std::fs::read_to_string(&list).map_err(|e| format!("{list}: {e}"))?;
        files = text.lines().map(PathBuf::from).collect();
    }
    files.sort();
    let library = resources.join("import");
    let scored = score_all(&binary, &library, &files, jobs)?;
    print(&resources, &scored, verbose);
    Ok(!scored.iter().any(|s| s.class == Class::Unsound))
}

fn take_flag(args: &mut Vec<String>, flag: &str) -> bool {
    let before = args.len();
    args.retain(|a| a != flag);
    args.len() != before
}

fn take_value(args: &mut Vec<String>, flag: &str) -> Result<Option<String>, String> {
    let Some(at) = args.iter().position(|a| a == flag) else {
        return Ok(None);
    };
    if at + 1 >= args.len() {
        return Err(format!("{flag} wants a value"));
    }
    args.remove(at);
    Ok(Some(args.remove(at)))
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "vpr") {
            files.push(path);
        }
    }
    Ok(())
}

/// The notes of a file, or `None` when it is to be left out.
fn notes(text: &str) -> Option<Vec<Note>> {
    let (mut all, mut waiting) = (Vec::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        let Some(rest) = line.strip_prefix("//::") else {
            if !line.starts_with("//") {
                for (must, id) in waiting.drain(..) {
                    let line = i as u64 + 1;
                    all.push(Note { must, id, line });
                }
            }
            continue;
        };
        let rest = rest.trim();
        let inner = |rest: &str| {
            let inner = rest.split_once('(').map_or("", |x| x.1);
            inner
                .split([',', ')'])
                .next()
                .unwrap_or("")
                .trim()
                .to_owned()
        };
        if rest.starts_with("ExpectedOutput") {
            waiting.push((true, inner(rest)));
        } else if rest.starts_with("UnexpectedOutput") || rest.starts_with("MissingOutput") {
            waiting.push((false, inner(rest)));
        } else if rest.starts_with("IgnoreOthers") {
            waiting.push((false, String::new()));
        } else if rest.starts_with("IgnoreFile") {
            let project = inner(rest).to_lowercase();
            if project.starts_with("/silicon/") || project.starts_with("/silver/") {
                return None;
            }
        }
    }
    Some(all)
}

fn score_all(
    binary: &Path,
    library: &Path,
    files: &[PathBuf],
    jobs: usize,
) -> Result<Vec<Scored>, String> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Scored>> = Mutex::new(Vec::new());
    let failed: Mutex<Option<String>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match score(binary, library, file) {
                        Ok(Some(s)) => done.lock().unwrap_or_else(|e| e.into_inner()).push(s),
                        Ok(None) => {}
                        Err(e) => *failed.lock().unwrap_or_else(|e| e.into_inner()) = Some(e),
                    }
                }
            });
        }
    });
    if let Some(e) = failed.into_inner().unwrap_or_else(|e| e.into_inner()) {
        return Err(e);
    }
    let mut all = done.into_inner().unwrap_or_else(|e| e.into_inner());
    all.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(all)
}

fn score(binary: &Path, library: &Path, file: &Path) -> Result<Option<Scored>, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let Some(notes) = notes(&String::from_utf8_lossy(&bytes)) else {
        return Ok(None);
    };
    let start = Instant::now();
    let output = Command::new(binary)
        .args([
            "verify",
            "--json",
            "--timeout-per-member",
            MEMBER,
            "--timeout",
            FILE,
            "--max-memory",
            "2G",
        ])
        .arg("--library")
        .arg(library)
        .args(plugins(file))
        .arg(file)
        .stderr(Stdio::piped())
        .output()
        .map_err(|e| format!("{}: {e}", binary.display()))?;
    let took = start.elapsed();
    let front_end = notes.iter().any(|n| n.must)
        && (notes.iter().filter(|n| n.must)).all(|n| is_front_end(&n.id));
    let Ok(json) = serde_json::from_slice::<Value>(&output.stdout) else {
        let told = String::from_utf8_lossy(&output.stderr);
        return Ok(Some(Scored {
            file: file.to_owned(),
            class: Class::Unknown,
            details: vec![told.lines().next().unwrap_or("no output").to_owned()],
            took,
            front_end,
        }));
    };
    let (class, details) = match json["files"].get(0) {
        Some(result) => compare(result, &notes, file),
        None => (Class::Unknown, vec![json["reason"].to_string()]),
    };
    Ok(Some(Scored {
        file: file.to_owned(),
        class,
        details,
        took,
        front_end,
    }))
}

/// What the suite's own runner turns on for a folder.
fn plugins(file: &Path) -> &'static [&'static str] {
    match file.components().any(|c| c.as_os_str() == "smoke") {
        true => &["--smoke"],
        false => &[],
    }
}

fn is_front_end(id: &str) -> bool {
    [
        "parser.error",
        "typechecker.error",
        "consistency.error",
        "parser.warning",
    ]
    .contains(&id)
}

/// A report: id, line, message. `None` for the line: in another file.
fn reports(result: &Value) -> Vec<(String, u64, String)> {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let mut all = Vec::new();
    for p in result["problems"].as_array().into_iter().flatten() {
        if p["id"] != "warning" && p["place"]["file"] == result["file"] {
            let line = p["place"]["line"].as_u64().unwrap_or(0);
            all.push((text(&p["id"]), line, text(&p["message"])));
        }
    }
    for m in result["members"].as_array().into_iter().flatten() {
        for f in m["findings"].as_array().into_iter().flatten() {
            let line = match f["place"]["line"].as_u64() {
                Some(line) if line > 0 => line,
                _ => f["at"]["line"].as_u64().unwrap_or(0),
            };
            all.push((text(&f["id"]), line, text(&f["message"])));
        }
    }
    all.sort();
    all.dedup_by(|a, b| (&a.0, a.1) == (&b.0, b.1));
    all
}

fn matches(id: &str, wanted: &str) -> bool {
    wanted.is_empty()
        || id == wanted
        || (!wanted.contains(':') && id.split(':').next() == Some(wanted))
}

fn compare(result: &Value, notes: &[Note], file: &Path) -> (Class, Vec<String>) {
    let mut details = Vec::new();
    let reports = reports(result);
    let members: Vec<&Value> = result["members"].as_array().into_iter().flatten().collect();
    let reason = |m: &Value| m["verdict"]["reason"].as_str().unwrap_or("").to_owned();
    let (mut unsupported, mut unknown) = (false, false);
    for m in &members {
        if m["verdict"]["kind"] == "unknown" {
            let reason = reason(m);
            let line = m["place"]["line"].as_u64().unwrap_or(0);
            details.push(format!("{line}: unknown: {reason}"));
            match reason.starts_with("not supported") {
                true => unsupported = true,
                false => unknown = true,
            }
        }
    }
    let (mut missed, mut unsound, mut spurious) = (false, false, false);
    let here = |m: &Value| m["place"]["file"].as_str() == Some(&file.display().to_string());
    for note in notes.iter().filter(|n| n.must && n.id != "parser.warning") {
        let found =
            (reports.iter()).any(|(id, line, _)| *line == note.line && matches(id, &note.id));
        let allowed = (notes.iter()).any(|n| !n.must && n.line == note.line && n.id == note.id);
        if found || allowed {
            continue;
        }
        let holder = (members.iter().filter(|m| here(m)))
            .filter(|m| m["place"]["line"].as_u64().unwrap_or(0) <= note.line)
            .max_by_key(|m| m["place"]["line"].as_u64());
        let proved = holder.is_some_and(|m| m["verdict"]["kind"] == "proved");
        let open = holder.is_some_and(|m| m["verdict"]["kind"] == "unknown");
        let word = match (proved, open) {
            (true, _) => "UNSOUND",
            (_, true) => "not looked at",
            _ => "missed",
        };
        details.push(format!("{}: {word}: {}", note.line, note.id));
        unsound |= proved;
        missed |= !open;
    }
    for (id, line, message) in &reports {
        if !(notes.iter()).any(|n| n.line == *line && matches(id, &n.id)) {
            details.push(format!("{line}: spurious: {id}: {message}"));
            spurious = true;
        }
    }
    // A member without support does not hide what is missed in the others.
    let class = if unsound {
        Class::Unsound
    } else if missed {
        Class::Missed
    } else if unsupported {
        Class::Unsupported
    } else if spurious {
        Class::Spurious
    } else if unknown {
        Class::Unknown
    } else {
        Class::Agrees
    };
    (class, details)
}

fn print(resources: &Path, scored: &[Scored], verbose: bool) {
    let mut folders: BTreeMap<String, [usize; 6]> = BTreeMap::new();
    let mut total = [0; 6];
    for s in scored {
        let relative = s.file.strip_prefix(resources).unwrap_or(&s.file);
        let folder = relative.parent().map(|p| p.display().to_string());
        let row = folders.entry(folder.unwrap_or_default()).or_default();
        row[s.class as usize] += 1;
        total[s.class as usize] += 1;
        if verbose || !matches!(s.class, Class::Agrees | Class::Unsupported) {
            println!(
                "{:?} {} {} ms",
                s.class,
                relative.display(),
                s.took.as_millis()
            );
            s.details.iter().for_each(|d| println!("    {d}"));
        }
    }
    println!("\n| folder | files | agree | not supported | unsound | missed | spurious | unknown | of the supported |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let row = |name: &str, r: &[usize; 6]| {
        let files: usize = r.iter().sum();
        let supported = files - r[1];
        let share = match supported {
            0 => "-".to_owned(),
            n => format!("{:.1} %", 100.0 * r[0] as f64 / n as f64),
        };
        println!(
            "| {name} | {files} | {} | {} | {} | {} | {} | {} | {share} |",
            r[0], r[1], r[2], r[3], r[4], r[5]
        );
    };
    folders.iter().for_each(|(name, r)| row(name, r));
    row("**all of these**", &total);
    let front: Vec<&Scored> = scored.iter().filter(|s| s.front_end).collect();
    let agree = front.iter().filter(|s| s.class == Class::Agrees).count();
    println!(
        "\nOnly parser, type or consistency errors expected: {agree} of {} agree.",
        front.len()
    );
    let mut times: Vec<Duration> = scored.iter().map(|s| s.took).collect();
    times.sort();
    let at = |q: usize| {
        times
            .get((times.len().saturating_sub(1)) * q / 100)
            .map_or(0, |t| t.as_millis())
    };
    println!(
        "Wall time per file: median {} ms, 90th percentile {} ms, longest {} ms.",
        at(50),
        at(90),
        at(100)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str = "//:: ExpectedOutput(assert.failed:assertion.false)\n//:: UnexpectedOutput(x.y, /silicon/issue/1/)\n\n// plain\nassert false\n";

    #[test]
    fn annotations_speak_of_the_next_line_of_code() {
        // An empty line ends the wait, as in the suite's own runner.
        let all = notes(TEXT).expect("not left out");
        assert_eq!(all.len(), 2);
        assert!(all.iter().all(|n| n.line == 3));
        assert!(notes("//:: IgnoreFile(/silicon/issue/2/)\n").is_none());
        assert!(notes("//:: IgnoreFile(/carbon/issue/2/)\n").is_some());
    }

    #[test]
    fn missing_spurious_and_unsound_reports_are_told_apart() {
        let notes = vec![Note {
            must: true,
            id: "assert.failed".into(),
            line: 3,
        }];
        let member = |kind: &str, findings: Value| {
            json!({ "file": "a", "problems": [], "members": [{
                "place": { "line": 1, "file": "a" },
                "verdict": { "kind": kind }, "findings": findings,
            }]})
        };
        let at = |line: u64| json!([{ "id": "assert.failed:assertion.false", "place": { "line": line }, "message": "" }]);
        let class = |v: Value| compare(&v, &notes, Path::new("a")).0;
        assert_eq!(class(member("not-proved", at(3))), Class::Agrees);
        assert_eq!(class(member("proved", json!([]))), Class::Unsound);
        assert_eq!(class(member("not-proved", at(4))), Class::Missed);
        assert_eq!(class(member("unknown", json!([]))), Class::Unknown);
        let class = |line: u64| {
            let mut v = member("not-proved", at(line));
            let other = json!({
                "place": { "line": 9, "file": "a" }, "findings": [],
                "verdict": { "kind": "unknown", "reason": "not supported yet: wands" },
            });
            if let Some(list) = v["members"].as_array_mut() {
                list.push(other);
            }
            compare(&v, &notes, Path::new("a")).0
        };
        assert_eq!(class(3), Class::Unsupported);
        assert_eq!(class(4), Class::Missed);
    }
}
