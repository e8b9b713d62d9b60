//! Native confirmation beside the exploration.
//!
//! A finding is handed to a thread of its own as soon as it is made: building
//! and running cost wall time, not the explorer's. What is not settled when
//! the clock runs out says so. One worker, in the order of the findings, so
//! that results repeat.

use ep_base::outcome::{Bug, Confirmation, ErrorKind, Input, Place};
use ep_base::{Budget, Cancel, Diagnostic};
use ep_native::{Limits, Native, NativeProgram};
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What is granted to runs under way after the time limit.
const GRACE: Duration = Duration::from_millis(1000);
/// How often a cancellation is looked for.
const TICK: Duration = Duration::from_millis(50);

type Site = (ErrorKind, Place);

/// The worker and what it has found so far.
pub struct Confirmer {
    work: Option<Sender<Bug>>,
    worker: Option<JoinHandle<()>>,
    results: Receiver<(Site, Confirmation, Duration)>,
    known: HashMap<Site, Confirmation>,
    sent: usize,
    spent: Duration,
    notes: Vec<String>,
    deadline: Option<Instant>,
    cancel: Cancel,
    /// What is given and not symbolic.
    constants: Vec<Input>,
}

impl Confirmer {
    /// Starts the worker; nothing is built before the first finding.
    ///
    /// # Errors
    /// The scratch folder or the thread cannot be made (exit 4).
    pub fn start(
        program: NativeProgram,
        limits: Limits,
        constants: Vec<Input>,
        budget: &Budget,
    ) -> Result<Confirmer, Diagnostic> {
        let mut native = Native::new(program, limits)?;
        let notes = native.notes().to_vec();
        let (work, bugs) = mpsc::channel::<Bug>();
        let (answer, results) = mpsc::channel();
        let worker = thread::Builder::new()
            .name("native".into())
            .spawn(move || {
                for bug in bugs {
                    let start = Instant::now();
                    let confirmation = native.confirm(&bug);
                    let site = (bug.kind, bug.place);
                    if answer.send((site, confirmation, start.elapsed())).is_err() {
                        return;
                    }
                }
            })
            .map_err(|e| Diagnostic::surroundings(format!("cannot start a thread: {e}")))?;
        Ok(Confirmer {
            work: Some(work),
            worker: Some(worker),
            results,
            known: HashMap::new(),
            sent: 0,
            spent: Duration::ZERO,
            notes,
            deadline: budget.deadline(),
            cancel: budget.cancel.clone(),
            constants,
        })
    }

    /// Hands a finding to the worker.
    pub fn submit(&mut self, bug: &Bug) {
        let mut bug = bug.clone();
        bug.inputs.extend(self.constants.iter().cloned());
        if let Some(work) = &self.work {
            if work.send(bug).is_ok() {
                self.sent += 1;
            }
        }
    }

    /// Waits for what is under way and fills in the confirmations.
    pub fn settle(&mut self, bugs: &mut [Bug]) -> Duration {
        self.work = None;
        while self.known.len() < self.sent {
            match self.results.recv_timeout(TICK) {
                Ok((site, confirmation, time)) => {
                    self.spent += time;
                    self.known.insert(site, confirmation);
                }
                Err(RecvTimeoutError::Timeout) if self.may_wait() => {}
                Err(_) => break,
            }
        }
        for bug in bugs {
            let site = (bug.kind, bug.place.clone());
            bug.confirmation = match self.known.get(&site) {
                Some(c) => c.clone(),
                None => Confirmation::NotConfirmed {
                    reason: self.why_not().into(),
                },
            };
        }
        self.spent
    }

    /// What the user should know about native runs.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn may_wait(&self) -> bool {
        !self.cancel.is_cancelled() && self.deadline.is_none_or(|d| Instant::now() < d + GRACE)
    }

    fn why_not(&self) -> &'static str {
        if self.cancel.is_cancelled() {
            "interrupted before the native run"
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            "the time limit was reached before the native run"
        } else {
            "the native run gave no answer"
        }
    }
}

impl Drop for Confirmer {
    /// The worker removes its folder when it ends, which the end of the process
    /// would cut short. One that is still at a finding is not waited for: the
    /// supervisor removes what it leaves.
    fn drop(&mut self) {
        self.work = None;
        let idle = self.known.len() == self.sent;
        if let Some(worker) = self.worker.take().filter(|w| idle || w.is_finished()) {
            let _ = worker.join();
        }
    }
}
