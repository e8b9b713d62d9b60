//! What the documentation shows is what a user gets.
//!
//! Every line `$ everypath …` in a fenced block of README.md and docs/ is run
//! in a folder that has the repository's `examples`, and the lines below it are
//! compared with what is printed:
//!
//! - a line `…` stands for any number of lines, `…` within a line for the rest
//!   of it; without one the lines have to be the same, to the last one;
//! - numbers before a unit of time are not looked at, nor is white space;
//! - `; echo $?` compares the exit code as well.
//!
//! Lines `everypath …` without `$` are forms of the command: where their files
//! are in the repository they have to end with an answer, else their flags have
//! to be known.

use std::path::{Path, PathBuf};
use std::process::Command;

struct Shown {
    /// File and line, for messages.
    at: String,
    command: String,
    expected: Vec<String>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the repository is there")
}

fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/algorithms"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the docs are there");
        pages.extend(
            entries
                .map(|e| e.expect("a readable folder").path())
                .filter(|p| p.extension().is_some_and(|e| e == "md")),
        );
    }
    pages.sort();
    pages
}

/// Commands with their output, and forms without one.
fn read(root: &Path) -> (Vec<Shown>, Vec<Shown>) {
    let (mut shown, mut forms) = (Vec::new(), Vec::new());
    for page in pages(root) {
        let text = std::fs::read_to_string(&page).expect("a page is readable");
        let name = page.strip_prefix(root).unwrap_or(&page).display();
        let mut inside = false;
        let mut open: Option<Shown> = None;
        for (n, line) in text.lines().enumerate() {
            let at = || format!("{name}:{}", n + 1);
            if line.starts_with("```") {
                inside = !inside;
                shown.extend(open.take());
            } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
                shown.extend(open.take());
                open = command.starts_with("everypath ").then(|| Shown {
                    at: at(),
                    command: command.to_string(),
                    expected: Vec::new(),
                });
            } else if let Some(o) = &mut open {
                o.expected.push(line.to_string());
            } else if inside && line.starts_with("everypath ") {
                forms.push(Shown {
                    at: at(),
                    command: line.to_string(),
                    expected: Vec::new(),
                });
            }
        }
    }
    (shown, forms)
}

/// The command's words; quotes group, a comment ends it.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut any) = (Vec::new(), String::new(), None, false);
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.push(c),
            None if c == '\'' || c == '"' => (quote, any) = (Some(c), true),
            None if c.is_whitespace() => {
                if any || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            None if c == '#' && word.is_empty() => break,
            None => word.push(c),
        }
    }
    if any || !word.is_empty() {
        words.push(word);
    }
    words
}

/// A line without white space at its ends and in a row, and without what a
/// clock says.
fn plain(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let timed = |unit: Option<&&str>| {
        unit.is_some_and(|u| ["ms", "s", "per"].contains(&u.trim_end_matches([',', ')', ';'])))
    };
    let number = |w: &str| {
        let w = w.trim_start_matches('(');
        !w.is_empty() && w.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
    };
    let masked = words.iter().enumerate().map(|(i, w)| {
        if number(w) && timed(words.get(i + 1)) {
            "N"
        } else {
            *w
        }
    });
    masked.collect::<Vec<_>>().join(" ")
}

fn fits(expected: &str, line: &str) -> bool {
    match expected.split_once('…') {
        None => expected == line,
        Some((front, _)) => line.starts_with(front.trim_end()),
    }
}

/// The first expected line that is not where it should be.
fn differs(expected: &[String], printed: &[String]) -> Option<String> {
    let skips = |e: &str| e == "…" || e == "...";
    let (mut at, mut anywhere) = (0, false);
    for e in expected {
        if skips(e) {
            anywhere = true;
            continue;
        }
        let ahead = if anywhere { printed.len() } else { at + 1 };
        match (at..ahead.min(printed.len())).find(|&i| fits(e, &printed[i])) {
            Some(i) => at = i + 1,
            None => return Some(format!("the page has `{e}`")),
        }
        anywhere = false;
    }
    (at < printed.len() && !anywhere).then(|| format!("the page lacks `{}`", printed[at]))
}

fn run(dir: &Path, args: &[String]) -> (String, String, i32) {
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath starts");
    (
        String::from_utf8_lossy(&out.stdout).into_owned(),
        String::from_utf8_lossy(&out.stderr).into_owned(),
        out.status.code().unwrap_or(-1),
    )
}

/// A folder that has the repository's examples, as a user's checkout has.
fn folder(root: &Path) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::os::unix::fs::symlink(root.join("examples"), dir.path().join("examples"))
        .expect("a link to the examples");
    dir
}

#[test]
fn pages_show_what_is_printed() {
    let root = repository();
    let (shown, _) = read(&root);
    assert!(
        shown.len() >= 20,
        "only {} commands were found",
        shown.len()
    );
    let mut wrong = Vec::new();
    for s in &shown {
        let dir = folder(&root);
        let (command, code) = match s.command.split_once("; echo $?") {
            Some((c, _)) => (c, true),
            None => (s.command.as_str(), false),
        };
        let (mut out, err, exit) = run(dir.path(), &words(command)[1..]);
        if code {
            out.push_str(&format!("{exit}\n"));
        }
        // File names on the pages are shortened.
        let here = dir.path().canonicalize().expect("the folder is there");
        let prefixes = [dir.path(), &here, &root].map(|p| format!("{}/", p.display()));
        let lines = |text: &[String]| -> Vec<String> {
            let plain = text.iter().map(|l| plain(l));
            // What a search took may be decided by its limits of time.
            let kept = plain.filter(|l| !l.is_empty() && !l.starts_with("took "));
            kept.collect()
        };
        let out = prefixes.iter().fold(out, |o, p| o.replace(p, ""));
        let printed: Vec<String> = out.lines().map(str::to_string).collect();
        if let Some(why) = differs(&lines(&s.expected), &lines(&printed)) {
            wrong.push(format!(
                "{}: {}\n{why}\n--- printed:\n{out}{err}",
                s.at, s.command
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn forms_are_taken() {
    let root = repository();
    let (_, forms) = read(&root);
    let mut wrong = Vec::new();
    for s in &forms {
        // `FILE…` and `[--flag]` describe the command, they are none.
        if s.command.contains(['…', '[', '|']) || s.command.contains("FILE") {
            continue;
        }
        let dir = folder(&root);
        let args = words(&s.command)[1..].to_vec();
        let here = |w: &&String| w.starts_with("examples/");
        let there = args.iter().find(here).is_some();
        let (out, err, exit) = run(dir.path(), &args);
        let taken = if there {
            [0, 1, 3].contains(&exit)
        } else {
            // The file is missing; that is what the message has to be about.
            exit == 2 && !err.contains("Usage:") && !err.contains("unexpected argument")
        };
        if !taken {
            wrong.push(format!(
                "{}: {}\nexit code {exit}\n{out}{err}",
                s.at, s.command
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_page_that_differs_is_seen() {
    let v = |lines: &[&str]| lines.iter().map(|l| l.to_string()).collect::<Vec<_>>();
    let printed = v(&["a 1", "b", "c 2"]);
    assert_eq!(differs(&v(&["a 1", "b", "c 2"]), &printed), None);
    assert_eq!(differs(&v(&["a …", "…", "c 2"]), &printed), None);
    assert!(differs(&v(&["a 1", "c 2"]), &printed).is_some());
    assert!(differs(&v(&["a 1", "b"]), &printed).is_some());
    assert!(differs(&v(&["a 1", "b", "c 3"]), &printed).is_some());
    assert!(differs(&v(&["…", "d"]), &printed).is_some());
    assert_eq!(plain("  took 1.5 s, 3 paths"), "took N s, 3 paths");
    assert_eq!(words("everypath a 'b c' # d"), ["everypath", "a", "b c"]);
}
