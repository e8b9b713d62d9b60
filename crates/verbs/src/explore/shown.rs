//! The page of `test`: what it has beside the outcome. A finding has the run to it,
//! the values at its line, its path in the tree, and the commands that build it and
//! look at it again.
//!
//! Idea: a finding and its path have the same test, whose number the journal keeps.
//! Where states were merged there is no journal, and the path is the first of the
//! tree that ends with this error at this line.
//! Cost: linear in the findings and the nodes.

use crate::test::options::TestOptions;
use crate::trace;
use ep_base::outcome::{Bug, Outcome};
use ep_base::Diagnostic;
use ep_explore::view::retrace::TestPath;
use ep_explore::view::trace::Trace;
use ep_report::page::{self, Command, Function, Page};
use ep_report::regression::word;
use ep_report::source::Sources;
use ep_report::tree::{NodeKind, Tree};
use std::path::{Path, PathBuf};

/// What a page has beside the outcome and the tree.
#[derive(Default)]
pub struct Shown {
    /// The run to each finding.
    pub traces: Vec<Option<Trace>>,
    /// The paths with a test; none where states were merged.
    pub tests: Vec<TestPath>,
    pub functions: Vec<Function>,
    /// The lines that build and run each finding's regression test.
    pub builds: Vec<Option<Vec<String>>>,
    /// The folder of results.
    pub folder: PathBuf,
}

impl Shown {
    /// The page.
    ///
    /// # Errors
    /// The tree is too large for a page (exit 2).
    pub fn page(
        &self,
        args: &TestOptions,
        outcome: &Outcome,
        tree: &Tree,
        sources: &mut Sources,
    ) -> Result<Page, Diagnostic> {
        let program = &tree.program;
        let mut page = page::from_outcome("test", program, outcome, Some(tree), sources)?;
        page::functions(&mut page, &self.functions, outcome);
        for (i, (finding, bug)) in page.bugs.iter_mut().zip(&outcome.bugs).enumerate() {
            let run = self.traces.get(i).and_then(Option::as_ref);
            trace::show(finding, bug, run, sources);
            let path = self.path(bug);
            finding.node = match path {
                Some(p) => p.leaf,
                None => first_end(bug, tree),
            };
            if finding.node.is_none() {
                finding.no_node = "its path is not in the tree, which was cut".into();
            }
            finding.commands = self.commands(i, path);
        }
        page.commands = self.go_on(args, outcome);
        Ok(page)
    }

    /// The path of a finding, if it is known.
    fn path(&self, bug: &Bug) -> Option<TestPath> {
        let number = bug.test.trim_start_matches(|c: char| !c.is_ascii_digit());
        let number: u64 = number.parse().ok()?;
        self.tests.iter().find(|t| t.test == number).copied()
    }

    fn commands(&self, bug: usize, path: Option<TestPath>) -> Vec<Command> {
        let built = self.builds.get(bug).and_then(Option::as_ref);
        let mut out: Vec<Command> = built.map(|l| build(bug, l)).into_iter().collect();
        if let Some(p) = path {
            out.push(command(
                "Walk along its path, with symbolic values",
                format!("everypath show {} --path {}", self.folder(), p.path),
            ));
        }
        out
    }

    fn go_on(&self, args: &TestOptions, outcome: &Outcome) -> Vec<Command> {
        let mut out = Vec::new();
        if args.merge {
            return out;
        }
        if outcome.stopped.is_some() {
            out.push(command(
                "Go on with the run, which ended before everything was looked at",
                format!("everypath test --resume {}", self.folder()),
            ));
        }
        out.push(command(
            "Look at its paths",
            format!("everypath show {}", self.folder()),
        ));
        out
    }

    /// The folder of results as a shell takes it, from wherever it is called.
    fn folder(&self) -> String {
        let whole = std::path::absolute(&self.folder);
        let whole: &Path = whole.as_deref().unwrap_or(&self.folder);
        word(&whole.display().to_string())
    }
}

/// The lines that build and run the regression test of a finding.
pub(crate) fn build(bug: usize, lines: &[String]) -> Command {
    Command {
        what: format!("Build and run it (bugs/bug{}.c)", bug + 1),
        lines: lines.to_vec(),
    }
}

fn command(what: &str, line: String) -> Command {
    Command {
        what: what.into(),
        lines: vec![line],
    }
}

/// The first path of the tree that ends with this error at this line.
fn first_end(bug: &Bug, tree: &Tree) -> Option<u32> {
    let here = tree.nodes.iter().find(|n| {
        n.kind == NodeKind::End
            && n.outcome == bug.kind.word()
            && (n.place.line, &n.place.file) == (bug.place.line, &bug.place.file)
    });
    here.map(|n| n.id)
}
