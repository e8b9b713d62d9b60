//! Content that nobody wrote: a followed run says where it decides something,
//! and a build with MemorySanitizer judges the same input.
//!
//! Both must speak of one line. MemorySanitizer alone takes whatever a library
//! without its instrumentation wrote for unwritten, and the followed run alone
//! is no native run; what only one of them says is counted with its place and
//! is no bug; nor is what comes behind a call that neither of them looks into.
//! The build is made when the first followed run has such a place:
//! programs without one pay nothing. What is lost: a place that no followed
//! run comes to. Cost: one fork of that build for each input whose followed
//! run has such a place.

use super::state::{lock, Tally};
use super::worker::Worker;
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use ep_explore::concolic::{Trace, Tracer};
use ep_native::fuzz::{Executor, Fuzzer, RunEnd};
use ep_native::{same_file, Limits, NativeProgram};
use std::sync::OnceLock;
use std::time::Duration;

/// The build that judges, once it is needed.
pub struct Unset<'a> {
    program: &'a NativeProgram,
    limits: Limits,
    built: OnceLock<Result<Fuzzer, String>>,
}

impl<'a> Unset<'a> {
    /// Of this program; nothing is built yet.
    pub fn new(program: &'a NativeProgram, limits: Limits) -> Self {
        Unset {
            program,
            limits,
            built: OnceLock::new(),
        }
    }

    /// A server of the build, or why there is none.
    pub fn executor(&self, time: Duration) -> Result<Executor<'_>, String> {
        let built = self.built.get_or_init(|| {
            Fuzzer::build_memory(self.program, self.limits.clone()).map_err(|e| e.message)
        });
        match built {
            // Its runs take a few times as long.
            Ok(fuzzer) => fuzzer.executor(time * 5).map_err(|e| e.message),
            Err(why) => Err(why.clone()),
        }
    }
}

/// The server of one worker.
#[derive(Default)]
pub enum Judge<'f> {
    /// Not needed so far.
    #[default]
    Waits,
    Ready(Box<Executor<'f>>),
    /// There is none, and why.
    Missing(String),
}

impl<'f> Judge<'f> {
    /// Started where it was not.
    fn ready(&mut self, unset: &'f Unset<'_>, time: Duration) -> Result<&mut Executor<'f>, &str> {
        if let Judge::Waits = self {
            *self = match unset.executor(time) {
                Ok(executor) => Judge::Ready(Box::new(executor)),
                Err(why) => Judge::Missing(why),
            };
        }
        match self {
            Judge::Ready(executor) => Ok(executor),
            Judge::Missing(why) => Err(why),
            Judge::Waits => Err("it was not started"),
        }
    }
}

impl<'f> Worker<'_, 'f> {
    /// Whether what the followed run says about unwritten content is seen
    /// natively; `at` is the number of its input.
    ///
    /// # Errors
    /// The native program cannot be run, or nothing can be written.
    pub(super) fn judge_unset(
        &self,
        judge: &mut Judge<'f>,
        tracer: &Tracer,
        at: usize,
        trace: &Trace,
    ) -> Result<(), Diagnostic> {
        let Some(unset) = self.unset.filter(|_| !trace.unset.is_empty()) else {
            return Ok(());
        };
        let only = |what: String, place: &Place| {
            let mut s = lock(self.shared);
            count(&mut s.unset, what, place.clone());
        };
        let before = trace.unset.iter().filter(|u| !u.behind_call);
        let followed: Vec<Place> = before.map(|u| tracer.place_of(u.site)).collect();
        if followed.is_empty() {
            // Neither side knows what such a call wrote.
            let what = "content that nobody wrote decides here, unless a call that is not followed wrote it";
            only(what.into(), &tracer.place_of(trace.unset[0].site));
            return Ok(());
        }
        let executor = match judge.ready(unset, self.run_timeout) {
            Ok(executor) => executor,
            Err(why) => {
                let what = format!("content that nobody wrote decides here; not judged: {why}");
                only(what, &followed[0]);
                return Ok(());
            }
        };
        let log = match executor.run(&trace.input)?.end {
            RunEnd::Crash { log } => log,
            RunEnd::Normal => {
                let what = "content that nobody wrote decides here in the followed run; MemorySanitizer does not see it";
                only(what.into(), &followed[0]);
                return Ok(());
            }
            RunEnd::Hang | RunEnd::Memory => return Ok(()),
        };
        let reported = lock(self.shared).triage.places(executor.fuzzer(), &log);
        let Some(first) = reported.first() else {
            return Ok(());
        };
        if !followed
            .iter()
            .any(|p| p.line == first.line && same_file(&p.file, &first.file))
        {
            let what =
                "MemorySanitizer sees content that nobody wrote here; the followed run does not";
            only(what.into(), first);
            return Ok(());
        }
        let (number, fresh) = self.classify(executor, &trace.input, &log);
        lock(self.shared).shows(at, number)?;
        if fresh {
            self.shrink(executor, number, &trace.input)?;
        }
        Ok(())
    }
}

fn count(tally: &mut Tally, what: String, place: Place) {
    *tally.entry((what, place)).or_insert(0) += 1;
}
