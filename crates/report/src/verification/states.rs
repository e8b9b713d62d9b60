//! The symbolic states along each failing path as one HTML page that needs
//! nothing but a browser (document 001, section 6.2: "by inspecting the symbolic
//! state at each program point, the programmer can determine why verification
//! failed").
//!
//! Idea: a step is the store, the heap, the old heap and the path condition
//! before a statement; the page marks what is new since the step before. Steps
//! that change nothing and stay on their line are left out, since a front end
//! makes several statements of one. Texts stand once in a table, so that the
//! page grows with what changes. Cost: linear in the states.

use crate::file;
use crate::frame::{self, Scripts};
use ep_base::outcome::Verdict;
use ep_base::verification::{Finding, MemberOutcome, Region, TraceStep, Verification};
use ep_base::words::count;
use ep_base::Diagnostic;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// The look of all pages, and what this one has beside it.
const STYLE: &str = concat!(
    include_str!("../../assets/page.css"),
    "\n",
    include_str!("../../assets/states.css")
);

/// A source text by the name under which places refer to it.
pub type SourceText = (String, String);

/// Everything that the script reads.
#[derive(Serialize, Default)]
struct Data<'a> {
    strings: Vec<String>,
    findings: Vec<FailingPath<'a>>,
    files: BTreeMap<&'a str, Vec<&'a str>>,
}

/// A failed proof with the path to it.
#[derive(Serialize)]
struct FailingPath<'a> {
    member: String,
    id: &'a str,
    message: &'a str,
    at: &'a Region,
    consumed: Option<&'a ep_base::verification::Consumed>,
    run: Option<String>,
    steps: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    place: &'a Region,
    what: usize,
    store: Vec<usize>,
    heap: Vec<usize>,
    old: Vec<usize>,
    conditions: Vec<usize>,
}

#[derive(Default)]
struct Strings {
    all: Vec<String>,
    number: HashMap<String, usize>,
}

impl Strings {
    fn of(&mut self, text: &str) -> usize {
        if let Some(&n) = self.number.get(text) {
            return n;
        }
        let n = self.all.len();
        self.all.push(text.to_owned());
        self.number.insert(text.to_owned(), n);
        n
    }
    fn each(&mut self, texts: &[String]) -> Vec<usize> {
        texts.iter().map(|t| self.of(t)).collect()
    }
}

/// The page as text.
///
/// # Errors
/// A defect (exit 70) when the template and the data do not fit.
pub fn html(v: &Verification, sources: &[SourceText]) -> Result<String, Diagnostic> {
    let defect = |e: &dyn std::fmt::Display| Diagnostic::defect(format!("the page: {e}"));
    let mut strings = Strings::default();
    let mut data = Data::default();
    for m in v.members() {
        for f in &m.findings {
            data.findings.push(path(m, f, &mut strings));
        }
    }
    data.strings = strings.all;
    for (name, text) in sources {
        let shown = |r: &Region| r.file == *name;
        let used = |f: &FailingPath| shown(f.at) || f.steps.iter().any(|s| shown(s.place));
        if data.findings.iter().any(used) {
            data.files.insert(name, text.lines().collect());
        }
    }
    // `</script>` inside a string would end the element.
    let data = serde_json::to_string(&data)
        .map_err(|e| defect(&e))?
        .replace('<', "\\u003c");
    let tone = match v.verdict {
        Verdict::Proved | Verdict::ProvedUpTo { .. } => "good",
        Verdict::NotProved | Verdict::Violated => "bad",
        Verdict::Unknown { .. } => "maybe",
    };
    let names: Vec<&str> = v.files.iter().map(|f| f.file.as_str()).collect();
    let failed = v.members().filter(|m| !m.findings.is_empty()).count();
    let counts = format!(
        "{failed} of {} failed",
        count(v.members().count(), "member")
    );
    let mut templates = minijinja::Environment::new();
    templates
        .add_template("states.html", include_str!("../../assets/states.html"))
        .map_err(|e| defect(&e))?;
    let template = templates
        .get_template("states.html")
        .map_err(|e| defect(&e))?;
    let title = format!("everypath verify {}", names.join(" "));
    let body = template
        .render(minijinja::context! {
            states_js => include_str!("../../assets/states.js"),
            title => title,
            tone => tone,
            verdict => v.verdict.to_string(),
            counts => counts,
            data => data,
        })
        .map_err(|e| defect(&e))?;
    Ok(frame::page(&title, STYLE, Scripts::Inline, &body))
}

/// Writes the page to `index.html` in a folder.
///
/// # Errors
/// As for [`html`]; the folder or the file cannot be written (exit 4).
pub fn write(folder: &Path, v: &Verification, sources: &[SourceText]) -> Result<(), Diagnostic> {
    std::fs::create_dir_all(folder).map_err(|e| {
        Diagnostic::surroundings(format!("cannot write the page: {e}"))
            .at(folder.display().to_string())
            .help("choose another folder with --html")
    })?;
    file::write(&folder.join("index.html"), html(v, sources)?.as_bytes())
}

fn path<'a>(m: &MemberOutcome, f: &'a Finding, strings: &mut Strings) -> FailingPath<'a> {
    let mut steps: Vec<Step<'a>> = Vec::new();
    let mut last_place: Option<&Region> = None;
    for (i, t) in f.trace.iter().enumerate() {
        let end = i + 1 == f.trace.len();
        // What has no place of its own belongs to the statement before it.
        let place = match (t.place.line, last_place) {
            (0, _) if end => &f.at,
            (0, Some(before)) => before,
            (0, None) => first_place(f),
            _ => &t.place,
        };
        last_place = Some(place);
        let next = f.trace.get(i + 1);
        if !end && next.is_some_and(|n| same_state(t, n) && n.place.line == t.place.line) {
            continue;
        }
        let store: Vec<String> = t.store.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        let what = match end {
            true => f.at.text.trim(),
            false if t.place.line == 0 => place.text.trim(),
            false => t.what.as_str(),
        };
        steps.push(Step {
            place,
            what: strings.of(what),
            store: strings.each(&store),
            heap: strings.each(&t.heap),
            old: strings.each(&t.old),
            conditions: strings.each(&t.conditions),
        });
    }
    if steps.is_empty() {
        // Kept from a run that recorded no states.
        steps.push(Step {
            place: &f.at,
            what: strings.of(f.at.text.trim()),
            store: Vec::new(),
            heap: strings.each(&f.heap),
            old: Vec::new(),
            conditions: Vec::new(),
        });
    }
    FailingPath {
        member: format!("{} {}", m.kind, m.name),
        id: &f.id,
        message: &f.message,
        at: &f.at,
        consumed: f.consumed.as_ref(),
        run: f.run.as_ref().map(ToString::to_string),
        steps,
    }
}

fn same_state(a: &TraceStep, b: &TraceStep) -> bool {
    (&a.store, &a.heap, &a.old, &a.conditions) == (&b.store, &b.heap, &b.old, &b.conditions)
}

/// The first place that is known on the way.
fn first_place(f: &Finding) -> &Region {
    let known = |t: &&TraceStep| t.place.line != 0;
    f.trace.iter().find(known).map_or(&f.at, |t| &t.place)
}
