//! The tree of inputs, as on page 78 of document 003: each input below the one
//! whose condition was negated to get it, with the number of conditions on the
//! input that hold on its path.

use super::prepare::go_on;
use super::state::{Known, Shared};
use super::Search;
use ep_base::outcome::Outcome;
use ep_base::words::count;
use ep_base::Diagnostic;
use ep_explore::view::trace::Trace;
use ep_native::fuzz::Kind;
use ep_report::file;
use ep_report::page::{self, Assignment, Command, Fact, Page, Tab};
use ep_report::regression::word;
use ep_report::source::Sources;
use ep_report::tree::{Node, NodeKind, Tree, Variable};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Inputs shown, at most.
const MOST: usize = 400;
/// Inputs in a file, at most: what a page of the browser holds.
const MOST_WRITTEN: usize = page::MAX_NODES - 1;

/// Whether a tree can be written under this name.
///
/// # Errors
/// Another ending than `.json`, `.dot` or `.html` (exit 2).
pub fn check(path: &Path) -> Result<(), Diagnostic> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("json" | "dot" | "html") => Ok(()),
        _ => Err(Diagnostic::bad_input(format!(
            "--tree: {} ends neither in .json, .dot nor .html",
            path.display()
        ))),
    }
}

/// Writes the tree as JSON, for Graphviz, or as a page.
///
/// # Errors
/// The file cannot be written.
pub fn write(
    search: &Search<'_, '_>,
    s: &Shared,
    (outcome, traces): (&Outcome, &[Option<Trace>]),
    program: &str,
    path: &Path,
) -> Result<(), Diagnostic> {
    if path.extension().is_some_and(|e| e == "html") {
        return page(search, s, (outcome, traces), program)?.write(path, Tab::Tree);
    }
    nodes(s, program, &mut Sources::new()).write(path)
}

/// Writes the page to a folder.
///
/// # Errors
/// The folder cannot be made, or the file not written (exit 4).
pub fn write_page(
    search: &Search<'_, '_>,
    s: &Shared,
    found: (&Outcome, &[Option<Trace>]),
    program: &str,
    folder: &Path,
) -> Result<(), Diagnostic> {
    file::Folder::create(folder)?;
    page(search, s, found, program)?.write(&folder.join("index.html"), Tab::Summary)
}

fn page(
    search: &Search<'_, '_>,
    s: &Shared,
    (outcome, traces): (&Outcome, &[Option<Trace>]),
    program: &str,
) -> Result<Page, Diagnostic> {
    let mut sources = Sources::new();
    let tree = nodes(s, program, &mut sources);
    let mut page = page::from_outcome("fuzz", program, outcome, Some(&tree), &mut sources)?;
    page::functions(&mut page, &crate::functions::of(search.module), outcome);
    page.facts = facts(s);
    page.commands = vec![go_on(search.session, Some(search.folder))];
    for (i, (finding, b)) in page.bugs.iter_mut().zip(&s.bugs).enumerate() {
        let run = traces.get(i).and_then(Option::as_ref);
        let bug = outcome.bugs.get(i);
        if let Some(bug) = bug {
            crate::trace::show(finding, bug, run, &mut sources);
        }
        // An input is bytes for tools and a text for people, as in the tree.
        let literal = quoted(&b.smallest);
        finding.brief = literal.clone();
        finding.inputs = vec![Assignment {
            name: "input".into(),
            literal,
        }];
        let first = s.known.iter().position(|k| k.bug == Some(i));
        let node = first.filter(|at| *at < MOST_WRITTEN);
        finding.node = node.and_then(|at| u32::try_from(at + 1).ok());
        finding.commands = vec![Command {
            what: "What the sanitizer said".into(),
            lines: vec![format!("cat {}", word(&b.file.replace(".input", ".txt")))],
        }];
    }
    Ok(page)
}

/// The counts of a search, which are others than those of an exploration.
fn facts(s: &Shared) -> Vec<Fact> {
    let c = &s.counts;
    let fact = |name: &str, value: String| Fact {
        name: name.into(),
        value,
    };
    let count = |name: &str, n: u64| fact(name, n.to_string());
    let time = |name: &str, d: Duration| fact(name, format!("{:.2} s", d.as_secs_f64()));
    vec![
        count("inputs kept", s.known.len() as u64),
        count("edges covered", s.coverage.edges()),
        count("inputs followed", c.expansions),
        count("conditions negated", c.negated),
        count("of them satisfiable", c.satisfiable),
        count("runs that hang", c.hangs),
        time("following inputs", c.time_trace),
        time("new inputs by the solver", c.time_expand),
        time("mutated inputs", c.time_mutate),
    ]
}

/// Node 0 stands for the seeds; each input is a node below the one that it was
/// made from.
fn nodes(s: &Shared, program: &str, sources: &mut Sources) -> Tree {
    let mut tree = Tree {
        program: program.to_string(),
        arithmetic: "bits".into(),
        truncated: s.known.len() > MOST_WRITTEN,
        nodes: vec![Node {
            id: 0,
            parent: None,
            also_from: Vec::new(),
            kind: NodeKind::Root,
            place: Default::default(),
            source: String::new(),
            branch: String::new(),
            variables: Vec::new(),
            condition: "true".into(),
            outcome: String::new(),
            label: "the seeds".into(),
        }],
    };
    let mut by_id: HashMap<usize, u32> = HashMap::new();
    for (i, k) in (1u32..).zip(s.known.iter().take(MOST_WRITTEN)) {
        let parent = k.parent.and_then(|p| by_id.get(&p).copied()).unwrap_or(0);
        by_id.insert(k.id, i);
        let place = k.place.clone().unwrap_or_default();
        let source = sources.line(&place.file, place.line);
        let source = source.map(|l| l.trim().to_string()).unwrap_or_default();
        let mut variables = vec![Variable {
            name: "input".into(),
            value: quoted(&k.input),
        }];
        if k.score > 0 {
            variables.push(Variable {
                name: "score".into(),
                value: k.score.to_string(),
            });
        }
        if parent > 0 {
            tree.nodes[parent as usize].kind = NodeKind::Fork;
        }
        tree.nodes.push(Node {
            id: i,
            parent: Some(parent),
            also_from: Vec::new(),
            kind: NodeKind::End,
            branch: match (k.how, place.line) {
                ("concolic", 1..) => format!("line {} negated", place.line),
                (how, _) => how.into(),
            },
            place,
            source,
            variables,
            condition: match k.held {
                Some((held, all)) => format!(
                    "{held} of {} {}",
                    count(all, "condition"),
                    if all == 1 { "holds" } else { "hold" }
                ),
                None => "not followed".into(),
            },
            outcome: match (k.bug, k.kind) {
                (Some(b), _) => s.bugs[b].crash.kind.word().into(),
                (None, Kind::Hang) => "hang".into(),
                (None, _) => "exit".into(),
            },
            label: match k.held {
                Some((held, all)) => format!("{}  {held} of {all}", quoted(&k.input)),
                None => quoted(&k.input),
            },
        });
    }
    tree
}

/// The tree as text.
pub fn text(s: &Shared) -> String {
    let by_id: HashMap<usize, usize> = s.known.iter().enumerate().map(|(i, k)| (k.id, i)).collect();
    let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (i, k) in s.known.iter().enumerate() {
        let parent = k.parent.and_then(|p| by_id.get(&p).copied());
        children.entry(parent).or_default().push(i);
    }
    let mut out = String::new();
    let mut left = MOST;
    for root in children.get(&None).cloned().unwrap_or_default() {
        node(s, &children, root, "", "", &mut left, &mut out);
    }
    if left == 0 {
        let _ = writeln!(out, "… {} in all", count(s.known.len(), "input"));
    }
    out
}

fn node(
    s: &Shared,
    children: &HashMap<Option<usize>, Vec<usize>>,
    at: usize,
    first: &str,
    rest: &str,
    left: &mut usize,
    out: &mut String,
) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    let _ = writeln!(out, "{first}{}", label(s, &s.known[at]));
    let below = children.get(&Some(at)).cloned().unwrap_or_default();
    for (i, child) in below.iter().enumerate() {
        let last = i + 1 == below.len();
        let (branch, stem) = if last {
            ("└─ ", "   ")
        } else {
            ("├─ ", "│  ")
        };
        let (first, rest) = (format!("{rest}{branch}"), format!("{rest}{stem}"));
        node(s, children, *child, &first, &rest, left, out);
    }
}

fn label(s: &Shared, k: &Known) -> String {
    let mut out = quoted(&k.input);
    if let Some((held, all)) = k.held {
        let _ = write!(out, "  {held} of {all} hold");
    }
    if let Some(place) = k.place.as_ref().filter(|p| p.line > 0) {
        let _ = write!(out, ", line {} negated", place.line);
    }
    if k.how != "concolic" {
        let _ = write!(out, ", {}", k.how);
    }
    if k.score > 0 {
        let _ = write!(out, ", score {}", k.score);
    }
    if let Some(b) = k.bug {
        let _ = write!(out, "  ** bug {}: {}", b + 1, s.bugs[b].crash.kind.word());
    }
    out
}

/// An input as a short literal.
pub fn quoted(input: &[u8]) -> String {
    const SHOWN: usize = 48;
    let mut out = String::from("\"");
    for b in input.iter().take(SHOWN) {
        match b {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(*b as char);
            }
            b'\n' => out.push_str("\\n"),
            0x20..=0x7e => out.push(*b as char),
            _ => {
                let _ = write!(out, "\\x{b:02x}");
            }
        }
    }
    out.push('"');
    if input.len() > SHOWN {
        let _ = write!(out, "… ({})", count(input.len(), "byte"));
    }
    out
}
