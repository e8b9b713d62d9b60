//! A run as one HTML page that needs nothing but a browser: the summary, the
//! findings in their source, coverage on the source, and the tree.
//!
//! The body is a template (`assets/page.html`) in the frame of all pages
//! ([`crate::frame`]), the style and the scripts are embedded, and everything that is data travels as one JSON object. Text
//! of the user is escaped by the template or set as text by the scripts, and a
//! content policy forbids the page to load anything. Verbs that have no
//! [`Outcome`] fill a [`Page`] themselves.
//!
//! Cost: linear in the nodes; a node of the tree takes about 40 bytes of page.

mod columns;
mod functions;
mod outcome;

pub use columns::Columns;
pub use functions::{functions, Function};
pub use outcome::from_outcome;

use crate::file;
use crate::frame::{self, Scripts};
use ep_base::Diagnostic;
use serde::Serialize;
use std::path::Path;

/// More nodes than this are refused: browsers stall on the page.
pub const MAX_NODES: usize = 200_000;
/// Findings that a page shows; it says how many there are.
pub const MAX_FINDINGS: usize = 500;
/// Paths that a page lists; the tree has all of them.
pub const MAX_PATHS: usize = 1_000;
/// Functions in the table beside coverage, those with the most missed lines first.
pub const MAX_FUNCTIONS: usize = 1_000;

/// Everything on a page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Page {
    /// The heading: the verb and the program.
    pub title: String,
    pub verdict: Badge,
    pub assumptions: Vec<String>,
    /// The paths of a verb that tells them one by one.
    pub paths: Vec<PathRow>,
    /// Paths that are not listed.
    pub more_paths: usize,
    pub bugs: Vec<Finding>,
    /// Findings that are not on the page.
    pub more_bugs: usize,
    pub incomplete: Vec<Gap>,
    pub coverage: Vec<Covered>,
    pub functions: Vec<CoveredFunction>,
    /// Functions that are not in the table.
    pub more_functions: usize,
    /// How to go on with the run and to look at it.
    pub commands: Vec<Command>,
    /// What the coverage is of.
    pub coverage_by: String,
    /// Counts and times, in the order in which they are shown.
    pub facts: Vec<Fact>,
    #[serde(skip)]
    pub files: Vec<SourceFile>,
    #[serde(skip)]
    pub tree: Option<Columns>,
}

/// Good, bad, or neither; the names of classes in the style.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    Good,
    Bad,
    #[default]
    Maybe,
}

/// The verdict.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Badge {
    pub class: Tone,
    pub text: String,
    /// What stands beside it: the exactness, the reason.
    pub detail: String,
}

/// A finding in its source.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Finding {
    pub kind: String,
    pub message: String,
    /// `file:line:column in function`.
    #[serde(rename = "where")]
    pub place: String,
    pub snippet: Vec<SnippetLine>,
    /// The callers, innermost first.
    pub stack: Vec<String>,
    /// What variables hold at its line.
    pub values: Vec<Assignment>,
    /// The run to it, line by line; empty where the verb has none.
    pub trace: Vec<TraceLine>,
    /// Why there is no run to it, where the verb has some.
    pub no_trace: String,
    /// Where its path ends in the tree.
    pub node: Option<u32>,
    /// Why its path is not in the tree, where there is one.
    pub no_node: String,
    /// How to build it and to look at it again.
    pub commands: Vec<Command>,
    pub inputs: Vec<Assignment>,
    /// The first of them in a line, for the list of findings.
    pub brief: String,
    pub confirmation: Evidence,
    /// Smaller facts in one line.
    pub footer: String,
}

/// A line around a finding.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SnippetLine {
    pub number: u32,
    pub text: String,
    /// The line of the finding itself.
    pub site: bool,
}

/// A line that a run executes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TraceLine {
    /// `file:line in function`.
    #[serde(rename = "where")]
    pub place: String,
    pub text: String,
    /// What it changed: `x = 3, p = null`.
    pub values: String,
}

/// A path: how it ends, when it is taken, and an input that takes it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PathRow {
    pub number: usize,
    /// Bad where it ends with an exception.
    pub class: Tone,
    pub outcome: String,
    /// What is told of it, by name: conditions, an input.
    pub facts: Vec<Assignment>,
    /// Where it ends in the tree.
    pub node: Option<u32>,
}

/// Lines for a shell.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Command {
    /// What they do.
    pub what: String,
    pub lines: Vec<String>,
}

/// `name = literal`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Assignment {
    pub name: String,
    pub literal: String,
}

/// What stands behind a finding.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Evidence {
    pub class: Tone,
    /// Two or three words.
    pub short: String,
    pub text: String,
}

/// What keeps a run from being complete.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Gap {
    pub count: u64,
    pub what: String,
    #[serde(rename = "where")]
    pub place: String,
}

/// A file's line coverage in one row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Covered {
    pub file: String,
    pub covered: usize,
    pub total: usize,
    /// Rounded down, so that 100 means all.
    pub percent: usize,
    /// Sides of branches that were taken.
    pub taken: u32,
    /// All of them.
    pub branches: u32,
}

/// A function's coverage in one row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CoveredFunction {
    pub name: String,
    pub file: String,
    /// Its first line with code.
    pub line: u32,
    pub covered: usize,
    pub total: usize,
    /// Rounded down, so that 100 means all.
    pub percent: usize,
    /// Sides of branches that were taken.
    pub taken: u32,
    /// All of them.
    pub branches: u32,
}

/// One count or time.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

/// A source with marks on its lines (from 1).
#[derive(Clone, Debug, Default, Serialize)]
pub struct SourceFile {
    pub name: String,
    pub lines: Vec<String>,
    pub hit: Vec<u32>,
    pub miss: Vec<u32>,
    /// Lines with branches: how many sides were taken, of how many.
    pub branches: Vec<(u32, u32, u32)>,
    /// Lines with a finding, and its kind.
    pub sites: Vec<(u32, String)>,
}

/// What the scripts read.
#[derive(Serialize)]
struct Data<'a> {
    files: &'a [SourceFile],
    tree: Option<&'a Columns>,
    /// The tab that is shown first.
    start: &'a str,
}

impl Page {
    /// The page as text; `start` is the tab that is shown first.
    ///
    /// # Errors
    /// A defect (exit 70) when the template and the data do not fit.
    pub fn html(&self, start: Tab) -> Result<String, Diagnostic> {
        let data = Data {
            files: &self.files,
            tree: self.tree.as_ref(),
            start: start.word(),
        };
        let defect = |e: &dyn std::fmt::Display| Diagnostic::defect(format!("the page: {e}"));
        // `</script>` inside a string would end the element.
        let data = serde_json::to_string(&data)
            .map_err(|e| defect(&e))?
            .replace('<', "\\u003c");
        let mut templates = minijinja::Environment::new();
        templates
            .add_template("page.html", include_str!("../../assets/page.html"))
            .map_err(|e| defect(&e))?;
        let template = templates
            .get_template("page.html")
            .map_err(|e| defect(&e))?;
        let body = template
            .render(minijinja::context! {
                tree_js => include_str!("../../assets/tree.js"),
                page_js => include_str!("../../assets/page.js"),
                has_sources => !self.files.is_empty(),
                has_tree => self.tree.is_some(),
                data => data,
                ..minijinja::Value::from_serialize(self)
            })
            .map_err(|e| defect(&e))?;
        let style = include_str!("../../assets/page.css");
        Ok(frame::page(&self.title, style, Scripts::Inline, &body))
    }

    /// Writes the page to `path`.
    ///
    /// # Errors
    /// As for [`Page::html`]; the file cannot be written (exit 4).
    pub fn write(&self, path: &Path, start: Tab) -> Result<(), Diagnostic> {
        file::write(path, self.html(start)?.as_bytes())
    }
}

/// The tabs of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tab {
    Summary,
    Tree,
}

impl Tab {
    fn word(self) -> &'static str {
        match self {
            Tab::Summary => "summary",
            Tab::Tree => "tree",
        }
    }
}
