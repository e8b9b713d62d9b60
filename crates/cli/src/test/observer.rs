//! What happens while the explorer runs: tests are written, findings go to
//! the native side, and a line on the terminal tells how far it is.

use super::confirm::Confirmer;
use crate::args::{TestArgs, TestFormat};
use ep_base::outcome::{Bug, Confirmation, Outcome, Statistics, TestCase};
use ep_base::Diagnostic;
use ep_explore::Observer;
use ep_report::suite::{Formats, SuiteWriter};
use ep_report::testcomp::{self, Metadata};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The observer of one run.
pub struct Recorder {
    suite: SuiteWriter,
    confirmer: Option<Confirmer>,
    line: ProgressBar,
    bugs: usize,
}

impl Recorder {
    /// Opens the folder of tests.
    ///
    /// # Errors
    /// It cannot be written (exit 4).
    pub fn new(
        args: &TestArgs,
        bits: u32,
        folder: &Path,
        confirmer: Option<Confirmer>,
    ) -> Result<Recorder, Diagnostic> {
        let has = |f| args.test_format.contains(&f);
        let formats = Formats {
            ktest: has(TestFormat::Ktest),
            xml: has(TestFormat::Xml),
            raw: has(TestFormat::Raw),
        };
        let metadata = Metadata {
            producer: concat!("everypath ", env!("CARGO_PKG_VERSION")).into(),
            specification: testcomp::COVER_BRANCHES.into(),
            program_file: args.files[0].display().to_string(),
            program_hash: program_hash(&args.files[0]),
            entry: args.entry.clone(),
            bits,
            created: SystemTime::now(),
        };
        let command = [args.files[0].display().to_string()];
        Ok(Recorder {
            suite: SuiteWriter::create(&folder.join("tests"), formats, &command, &metadata)?,
            confirmer,
            line: progress_line(args),
            bugs: 0,
        })
    }

    /// How many tests were written.
    pub fn tests(&self) -> u64 {
        self.suite.written()
    }

    /// Ends the line and waits for the native side.
    pub fn settle(&mut self, outcome: &mut Outcome) {
        match &mut self.confirmer {
            Some(c) => {
                if outcome
                    .bugs
                    .iter()
                    .any(|b| b.confirmation == Confirmation::NotTried)
                {
                    self.line.set_message("confirming natively");
                }
                let spent = c.settle(&mut outcome.bugs);
                outcome.statistics.time_native_us =
                    u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
                if !outcome.bugs.is_empty() {
                    outcome.assumptions.extend(c.notes().iter().cloned());
                }
            }
            None => {
                for bug in &mut outcome.bugs {
                    bug.confirmation = Confirmation::NotTried;
                }
            }
        }
        self.line.finish_and_clear();
    }
}

impl Observer for Recorder {
    fn test(&mut self, test: &TestCase) -> Result<(), Diagnostic> {
        self.suite.write(test)
    }

    fn bug(&mut self, bug: &Bug) {
        self.bugs += 1;
        if let Some(c) = &mut self.confirmer {
            c.submit(bug);
        }
    }

    fn progress(&mut self, s: &Statistics) {
        if self.line.is_hidden() {
            return;
        }
        self.line.set_message(format!(
            "{} paths, {} waiting, {} bugs, {} of {} lines, {} queries to the solver",
            s.paths_complete + s.paths_error + s.paths_incomplete,
            s.states_waiting,
            self.bugs,
            s.lines_covered,
            s.lines_total,
            s.solver_calls,
        ));
        self.line.tick();
    }
}

/// A spinner on the terminal; hidden where there is none.
fn progress_line(args: &TestArgs) -> ProgressBar {
    let target = if args.quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let line = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{spinner} [{elapsed}] {msg}") {
        line.set_style(style);
    }
    if !line.is_hidden() {
        line.set_message("exploring");
        line.enable_steady_tick(Duration::from_millis(200));
    }
    line
}

/// Empty when the file went away meanwhile: a hash of nothing would be wrong.
fn program_hash(file: &Path) -> String {
    std::fs::read(file).map_or_else(|_| String::new(), |b| testcomp::program_hash(&b))
}
