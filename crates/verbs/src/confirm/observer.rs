//! What happens while the explorer runs: tests are written, findings go to
//! the native side, and the session is told how far it is.

use super::Confirmer;
use crate::test::options::{TestFormat, TestOptions};
use ep_base::outcome::{Bug, Confirmation, Input, Outcome, Statistics, TestCase};
use ep_base::words::count;
use ep_base::Diagnostic;
use ep_explore::Observer;
use ep_harness::heap::Called;
use ep_proofs::Session;
use ep_report::entry_suite;
use ep_report::suite::{self, Formats, SuiteWriter};
use ep_report::testcomp::{self, Metadata};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::SystemTime;

/// What the observers of all workers share.
pub struct Board {
    confirmer: Mutex<Option<Confirmer>>,
    session: Session,
    bugs: AtomicUsize,
    /// What could not be written, of all who write.
    pub(crate) failure: Failure,
    /// The inputs of the kept tests by number, when coverage is measured.
    inputs: Option<Mutex<BTreeMap<u64, Vec<Input>>>>,
}

/// The first file of the run that could not be written. Its folder is not
/// touched any more: what a journal says must be there.
#[derive(Clone, Default)]
pub struct Failure(Arc<OnceLock<Diagnostic>>);

impl Failure {
    /// What failed.
    pub fn get(&self) -> Option<&Diagnostic> {
        self.0.get()
    }

    /// Enters it, if it is the first one.
    pub fn set(&self, d: Diagnostic) {
        let _ = self.0.set(d);
    }
}

/// The observer of one worker. Tests are written by each worker on its own.
pub struct Recorder<'a> {
    suite: SuiteWriter,
    board: &'a Board,
    /// The entry function, whose tests become a C file.
    called: Option<Called>,
}

impl Board {
    /// Of a run.
    pub fn new(args: &TestOptions, session: &Session) -> Board {
        Board {
            confirmer: Mutex::new(None),
            session: session.clone(),
            bugs: AtomicUsize::new(0),
            failure: Failure::default(),
            inputs: args.coverage.then(Mutex::default),
        }
    }

    /// The exploration begins, with who confirms what it finds.
    pub fn begin(&self, confirmer: Option<Confirmer>) {
        self.session.observer.progress(Some("exploring"));
        *self.confirmer() = confirmer;
    }

    /// Takes in the inputs of the tests of an earlier part of the run, which
    /// lie beside them.
    ///
    /// # Errors
    /// A file of inputs cannot be read (exit 4).
    pub fn restore(&self, folder: &Path, tests: &[u64]) -> Result<(), Diagnostic> {
        let Some(inputs) = &self.inputs else {
            return Ok(());
        };
        let mut all = inputs.lock().unwrap_or_else(PoisonError::into_inner);
        for id in tests {
            let path = folder.join("tests").join(suite::inputs_name(*id));
            let text = std::fs::read(&path).map_err(|e| e.to_string());
            let read = text.and_then(|t| serde_json::from_slice(&t).map_err(|e| e.to_string()));
            let read: Vec<Input> = read.map_err(|e| {
                Diagnostic::surroundings(format!("cannot read the inputs of a test: {e}"))
                    .at(path.display().to_string())
            })?;
            all.insert(*id, read);
        }
        Ok(())
    }

    /// The inputs of the tests that were kept, if they were asked for.
    pub fn take_inputs(&self) -> Vec<Vec<Input>> {
        let inputs = self.inputs.as_ref().map(|i| {
            let mut all = i.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *all)
        });
        inputs.unwrap_or_default().into_values().collect()
    }

    /// Whether a test was kept whose inputs were asked for.
    pub fn any_inputs(&self) -> bool {
        self.inputs.as_ref().is_some_and(|i| {
            let all = i.lock().unwrap_or_else(PoisonError::into_inner);
            !all.is_empty()
        })
    }

    /// Findings of an earlier part of the run.
    pub fn submit(&self, bugs: &[Bug]) {
        for b in bugs {
            self.found(b);
        }
    }

    fn found(&self, bug: &Bug) {
        self.bugs.fetch_add(1, Relaxed);
        self.session.observer.bug(bug);
        if let Some(c) = self.confirmer().as_mut() {
            c.submit(bug);
        }
    }

    fn confirmer(&self) -> MutexGuard<'_, Option<Confirmer>> {
        self.confirmer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The observer of one worker; the first one opens the folder of tests.
    ///
    /// # Errors
    /// It cannot be written (exit 4).
    pub fn recorder(
        &self,
        args: &TestOptions,
        bits: u32,
        folder: &Path,
        first: bool,
        called: Option<Called>,
    ) -> Result<Recorder<'_>, Diagnostic> {
        let has = |f| args.test_format.contains(&f);
        let formats = Formats {
            ktest: has(TestFormat::Ktest),
            xml: has(TestFormat::Xml),
            raw: has(TestFormat::Raw),
        };
        let command = [args.files[0].display().to_string()];
        let tests = folder.join("tests");
        let suite = if first {
            let metadata = Metadata {
                producer: concat!("everypath ", env!("CARGO_PKG_VERSION")).into(),
                specification: testcomp::COVER_BRANCHES.into(),
                program_file: args.files[0].display().to_string(),
                program_hash: program_hash(&args.files[0]),
                entry: args.entry.clone(),
                bits,
                created: SystemTime::now(),
            };
            SuiteWriter::create(&tests, formats, &command, &metadata)?
        } else {
            SuiteWriter::open(&tests, formats, &command)?
        };
        // Calls that fail are no inputs of a test.
        let main = match args.entry == "main" && args.max_fail == 0 {
            true => args.given.klee(args.stdin),
            false => None,
        };
        Ok(Recorder {
            suite: suite.with_main(main),
            board: self,
            called,
        })
    }

    /// Ends the line and waits for the native side.
    pub fn settle(&self, outcome: &mut Outcome) {
        match self.confirmer().as_mut() {
            Some(c) => {
                if outcome
                    .bugs
                    .iter()
                    .any(|b| b.confirmation == Confirmation::NotTried)
                {
                    self.session.observer.progress(Some("confirming natively"));
                }
                let spent = c.settle(&mut outcome.bugs);
                outcome.statistics.time_native_us +=
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
        self.session.observer.progress(None);
    }
}

impl Recorder<'_> {
    fn write(&mut self, test: &TestCase) -> Result<(), Diagnostic> {
        self.suite.write(test)?;
        if let Some(called) = &self.called {
            if let Ok(text) = entry_suite::fragment(called, test) {
                self.suite.part(test.id, &text)?;
            }
        }
        if let Some(inputs) = &self.board.inputs {
            self.suite.inputs(test)?;
            let mut all = inputs.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(test.id, test.inputs.clone());
        }
        Ok(())
    }
}

impl Observer for Recorder<'_> {
    /// A full disk costs the files and not the findings: the run goes on.
    fn test(&mut self, test: &TestCase) -> Result<(), Diagnostic> {
        if self.board.failure.get().is_none() {
            if let Err(e) = self.write(test) {
                self.board.session.note(&format!(
                    "warning: {}; the run goes on and writes no more of its tests",
                    e.message
                ));
                self.board.failure.set(e);
            }
        }
        Ok(())
    }

    fn again(&mut self, bug: &Bug) {
        if let Some(c) = self.board.confirmer().as_mut() {
            c.again(bug);
        }
    }

    fn bug(&mut self, bug: &Bug) {
        self.board.found(bug);
    }

    fn progress(&mut self, s: &Statistics) {
        let observer = &self.board.session.observer;
        if !observer.wants_progress() {
            return;
        }
        observer.progress(Some(&format!(
            "{}, {} waiting, {}, {} of {}, {} of {}, {} to the solver",
            count(
                s.paths_complete + s.paths_error + s.paths_incomplete,
                "path"
            ),
            s.states_waiting,
            count(self.board.bugs.load(Relaxed), "bug"),
            s.lines_covered,
            count(s.lines_total, "line"),
            s.branches_covered,
            count(s.branches_total, "branch"),
            count(s.solver_calls, "query"),
        )));
    }
}

/// Empty when the file went away meanwhile: a hash of nothing would be wrong.
fn program_hash(file: &Path) -> String {
    std::fs::read(file).map_or_else(|_| String::new(), |b| testcomp::program_hash(&b))
}
