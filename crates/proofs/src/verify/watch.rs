//! The limits that hold whatever happens: a thread looks at the memory and at
//! the clock, and says so when a query or a path does not come back to where
//! limits are asked for. The answer is then `unknown` for the run, and who owns
//! the process ends it ([`Observer::overdue`](crate::Observer::overdue)). The solver has a
//! part of the memory as its own limit, at which a question ends and not the run.
//! Cost: one read of `/proc/self/statm` every 50 ms.

use super::input::VERSION;
use crate::session::Session;
use ep_base::outcome::{Exactness, Verdict};
use ep_base::verification::Verification;
use ep_base::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long after its end a run may take to say what it found.
const GRACE: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(50);

/// Looks until it is dropped.
pub struct Watch(Arc<AtomicBool>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Starts the thread.
pub fn start(max_memory: u64, timeout: Option<Duration>, json: bool, session: &Session) -> Watch {
    let begin = Instant::now();
    let over = Arc::new(AtomicBool::new(false));
    let (seen, session) = (over.clone(), session.clone());
    let watch = move || loop {
        std::thread::sleep(STEP);
        if seen.load(Ordering::Relaxed) {
            return;
        }
        if resident() > max_memory {
            return tell(
                "the run needs more than --max-memory allows",
                json,
                &session,
            );
        }
        if timeout.is_some_and(|t| begin.elapsed() > t + GRACE) {
            return tell("the time of the run is over", json, &session);
        }
    };
    // Without the thread the limits are only those that the engine asks for.
    let _ = std::thread::Builder::new()
        .name("watch".into())
        .spawn(watch);
    Watch(over)
}

fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = (text.split(' ').nth(1))
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    pages * rustix::param::page_size() as u64
}

fn tell(reason: &str, json: bool, session: &Session) {
    let result = Verification {
        verdict: Verdict::Unknown {
            reason: reason.to_owned(),
        },
        exactness: Exactness::EXACT,
        assumptions: Vec::new(),
        files: Vec::new(),
        time_us: 0,
    };
    match ep_report::verification::json::value(&result, VERSION, ExitCode::Unknown) {
        // A reader that went away is no failure of the run.
        Ok(value) if json => drop(session.answer(&format!("{value:#}\n"))),
        _ => session.note(&format!("verdict: unknown ({reason})")),
    }
    session.observer.overdue(ExitCode::Unknown);
}
