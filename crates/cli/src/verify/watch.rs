//! The limits that hold whatever happens: a thread looks at the memory and at
//! the clock, and ends the process when a query or a path does not come back
//! to where limits are asked for. The answer is then `unknown` for the run.
//! Cost: one read of `/proc/self/statm` every 50 ms.

use super::input::VERSION;
use ep_base::outcome::{Exactness, Verdict};
use ep_base::verification::Verification;
use ep_base::ExitCode;
use std::time::{Duration, Instant};

/// How long after its end a run may take to say what it found.
const GRACE: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(50);

/// Starts the thread.
pub fn start(max_memory: u64, timeout: Option<Duration>, json: bool) {
    let begin = Instant::now();
    let watch = move || loop {
        std::thread::sleep(STEP);
        if resident() > max_memory {
            stop("the run needs more than --max-memory allows", json);
        }
        if timeout.is_some_and(|t| begin.elapsed() > t + GRACE) {
            stop("the time of the run is over", json);
        }
    };
    // Without the thread the limits are only those that the engine asks for.
    let _ = std::thread::Builder::new()
        .name("watch".into())
        .spawn(watch);
}

fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = (text.split(' ').nth(1))
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    // SAFETY: no memory is involved.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    pages * u64::try_from(size).unwrap_or(4096)
}

fn stop(reason: &str, json: bool) -> ! {
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
        Ok(value) if json => println!("{value:#}"),
        _ => eprintln!("verdict: unknown ({reason})"),
    }
    std::process::exit(ExitCode::Unknown as i32)
}
