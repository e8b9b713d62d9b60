//! Native confirmation beside the exploration.
//!
//! A finding is handed to a thread of its own as soon as it is made: building
//! and running cost wall time, not the explorer's. What is not settled when
//! the clock runs out says so. One worker, in the order of the findings, so
//! that results repeat.
//!
//! One input of a site can fail where another one shows it: an access beyond a
//! block may land in the next one. What its first input did not confirm is
//! tried again at the end with other inputs of the site, the shortest first and
//! then those that differ most from all that were tried.

use ep_base::outcome::{Bug, Confirmation, ErrorKind, Input, Place};
use ep_base::{Budget, Cancel, Diagnostic};
use ep_native::{failed_to_build, Limits, Native, NativeProgram};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What is granted to runs under way after the time limit.
const GRACE: Duration = Duration::from_millis(1000);
/// How often a cancellation is looked for.
const TICK: Duration = Duration::from_millis(50);

/// Other inputs of a site that are tried.
const MORE: usize = 8;
/// Bytes of inputs that are kept for a site.
const KEPT: usize = 1 << 20;

type Site = (ErrorKind, Place);

/// What became of a site: the answer, and which of its inputs it is about.
struct Answer {
    site: Site,
    confirmation: Confirmation,
    input: usize,
    time: Duration,
}

/// The worker and what it has found so far.
pub struct Confirmer {
    work: Option<Sender<Vec<Bug>>>,
    worker: Option<JoinHandle<()>>,
    results: Receiver<Answer>,
    known: HashMap<Site, (Confirmation, usize)>,
    /// The input of each site that was handed in first.
    first: HashMap<Site, Vec<u8>>,
    /// Other paths to each site, in their order.
    others: HashMap<Site, Vec<Bug>>,
    sent: usize,
    answered: usize,
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
        let (work, bugs) = mpsc::channel::<Vec<Bug>>();
        let (answer, results) = mpsc::channel();
        let worker = thread::Builder::new()
            .name("native".into())
            .spawn(move || {
                for bugs in bugs {
                    if let Some(found) = first_of(&mut native, &bugs) {
                        if answer.send(found).is_err() {
                            return;
                        }
                    }
                }
            })
            .map_err(|e| Diagnostic::surroundings(format!("cannot start a thread: {e}")))?;
        Ok(Confirmer {
            work: Some(work),
            worker: Some(worker),
            results,
            known: HashMap::new(),
            first: HashMap::new(),
            others: HashMap::new(),
            sent: 0,
            answered: 0,
            spent: Duration::ZERO,
            notes,
            deadline: budget.deadline(),
            cancel: budget.cancel.clone(),
            constants,
        })
    }

    /// Hands a finding to the worker.
    pub fn submit(&mut self, bug: &Bug) {
        let site = (bug.kind, bug.place.clone());
        self.first.insert(site, text(bug));
        self.send(std::slice::from_ref(bug));
    }

    /// Keeps another path to a site, for the case that the first input does not
    /// show it.
    pub fn again(&mut self, bug: &Bug) {
        let others = self
            .others
            .entry((bug.kind, bug.place.clone()))
            .or_default();
        let size = |b: &Bug| b.inputs.iter().map(|i| i.bytes.len()).sum::<usize>();
        if others.iter().map(size).sum::<usize>() + size(bug) <= KEPT {
            others.push(bug.clone());
        }
    }

    fn send(&mut self, bugs: &[Bug]) {
        let mut bugs = bugs.to_vec();
        for bug in &mut bugs {
            bug.inputs.extend(self.constants.iter().cloned());
        }
        if let Some(work) = &self.work {
            if work.send(bugs).is_ok() {
                self.sent += 1;
            }
        }
    }

    /// Waits for what is under way, tries other inputs where that was not
    /// enough, and fills in the confirmations with the inputs that they are of.
    pub fn settle(&mut self, bugs: &mut [Bug]) -> Duration {
        self.wait();
        // Without answers there is no time for other questions either.
        let in_time = self.answered == self.sent;
        let mut others: HashMap<Site, Vec<Bug>> = HashMap::new();
        for bug in bugs.iter() {
            let site = (bug.kind, bug.place.clone());
            let refused = self.known.get(&site).is_some_and(|(c, _)| may_be_tried(c));
            let all = self.others.remove(&site);
            if let Some(all) = all.filter(|_| refused && in_time) {
                let first = self.first.get(&site).cloned().unwrap_or_default();
                let order = order(first, all);
                // Nobody answers a question about nothing.
                if !order.is_empty() {
                    self.send(&order);
                    others.insert(site, order);
                }
            }
        }
        self.work = None;
        self.wait();
        for bug in bugs {
            let site = (bug.kind, bug.place.clone());
            let Some((confirmation, input)) = self.known.get(&site) else {
                bug.confirmation = Confirmation::NotConfirmed {
                    reason: self.why_not().into(),
                };
                continue;
            };
            bug.confirmation = confirmation.clone();
            let other = others.get(&site).and_then(|o| o.get(*input));
            if let Some(other) = other.filter(|_| is_confirmed(confirmation)) {
                // The input that is shown is the one that shows it.
                bug.inputs.clone_from(&other.inputs);
                bug.stack.clone_from(&other.stack);
                bug.message.clone_from(&other.message);
                bug.test.clone_from(&other.test);
            }
        }
        self.spent
    }

    fn wait(&mut self) {
        while self.answered < self.sent {
            match self.results.recv_timeout(TICK) {
                Ok(a) => {
                    self.answered += 1;
                    self.spent += a.time;
                    // A later refusal says no more than the first one.
                    if is_confirmed(&a.confirmation) || !self.known.contains_key(&a.site) {
                        self.known.insert(a.site, (a.confirmation, a.input));
                    }
                }
                Err(RecvTimeoutError::Timeout) if self.may_wait() => {}
                Err(_) => break,
            }
        }
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
        let idle = self.answered == self.sent;
        if let Some(worker) = self.worker.take().filter(|w| idle || w.is_finished()) {
            let _ = worker.join();
        }
    }
}

fn is_confirmed(c: &Confirmation) -> bool {
    matches!(c, Confirmation::Confirmed { .. })
}

/// Another input can do better: not where no build can be had, nor where each
/// run takes all of its time.
fn may_be_tried(c: &Confirmation) -> bool {
    let late = matches!(c, Confirmation::NotConfirmed { reason } if reason.starts_with("timeout"));
    !is_confirmed(c) && !failed_to_build(c) && !late
}

/// The first of these inputs that shows the site, or what the last one tried
/// did; none where there are none.
fn first_of(native: &mut Native, bugs: &[Bug]) -> Option<Answer> {
    let start = Instant::now();
    let mut last = None;
    for (input, bug) in bugs.iter().enumerate() {
        let confirmation = native.confirm(bug);
        let ends = !may_be_tried(&confirmation);
        last = Some(Answer {
            site: (bug.kind, bug.place.clone()),
            confirmation,
            input,
            time: start.elapsed(),
        });
        if ends {
            break;
        }
    }
    last
}

/// At most [`MORE`] of these paths in the order in which they are tried.
fn order(first: Vec<u8>, mut rest: Vec<Bug>) -> Vec<Bug> {
    let mut tried = vec![first];
    let mut out: Vec<Bug> = Vec::new();
    while out.len() < MORE {
        let best = match out.is_empty() {
            true => (0..rest.len()).min_by_key(|&i| shortness(&rest[i])),
            false => (0..rest.len()).max_by_key(|&i| {
                let mine = text(&rest[i]);
                let nearest = tried.iter().map(|t| distance(t, &mine)).min();
                (nearest, Reverse(i))
            }),
        };
        let Some(best) = best else { break };
        let bug = rest.remove(best);
        let mine = text(&bug);
        // The same input again says the same.
        if !tried.contains(&mine) {
            tried.push(mine);
            out.push(bug);
        }
    }
    out
}

/// Bytes that are read, then those that are not zero.
fn shortness(bug: &Bug) -> (usize, usize) {
    let bytes = || bug.inputs.iter().flat_map(|i| &i.bytes);
    (bytes().count(), bytes().filter(|b| **b != 0).count())
}

/// All bytes of a path's inputs.
fn text(bug: &Bug) -> Vec<u8> {
    let bytes = bug.inputs.iter().flat_map(|i| i.bytes.iter());
    bytes.copied().collect()
}

fn distance(a: &[u8], b: &[u8]) -> usize {
    let differ = a.iter().zip(b).filter(|(x, y)| x != y).count();
    differ + a.len().abs_diff(b.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::{Exactness, InputSource, InputType};

    fn bug(bytes: &[u8]) -> Bug {
        Bug {
            kind: ErrorKind::OutOfBoundsRead,
            message: String::new(),
            place: Place::default(),
            stack: vec![],
            inputs: vec![Input {
                name: "x".into(),
                ty: InputType::Bytes,
                source: InputSource::MakeSymbolic,
                bytes: bytes.to_vec(),
            }],
            exactness: Exactness::EXACT,
            paths: 1,
            confirmation: Confirmation::NotTried,
            test: String::new(),
        }
    }

    #[test]
    fn the_shortest_comes_first_and_then_what_differs_most() {
        let rest = [&b"aaab"[..], b"zzzz", b"aaaa", b"ab", b"abzz"].map(bug);
        let order = order(b"aaaa".to_vec(), rest.to_vec());
        let texts: Vec<Vec<u8>> = order.iter().map(text).collect();
        assert_eq!(texts, [&b"ab"[..], b"zzzz", b"abzz", b"aaab"]);
    }

    #[test]
    fn as_many_are_tried_as_there_is_patience_for() {
        let rest = (0..40u8).map(|n| bug(&[n])).collect();
        assert_eq!(order(b"!".to_vec(), rest).len(), MORE);
    }
}
