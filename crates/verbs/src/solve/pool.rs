//! Engines as processes, under one budget.
//!
//! Idea: each engine runs as a process of its own, the same program with the
//! verb's arguments. So a verdict is one that the verb gives; the memory of an
//! engine is gone when its turn is over; one that crashes or has to be killed
//! takes nothing with it; and time and memory of everything that it starts
//! (compiler, native runs) are read from the system instead of being asked
//! for. The price is that each turn reads the program again, some 0.1 s.
//!
//! Processor time is what children used that have ended (`getrusage`), and
//! what the tree of those that live has used (`/proc`). Processes whose parent
//! was killed become ours (`PR_SET_CHILD_SUBREAPER`) and are ended too.
//!
//! Cost: one look at the tree every 25 ms.

use ep_base::{Cancel, Diagnostic, LOG_VARIABLE};
use ep_proofs::Session;
use std::ffi::OsString;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often the tree is looked at.
const TICK: Duration = Duration::from_millis(25);
/// From SIGTERM to SIGKILL.
const GRACE: Duration = Duration::from_millis(1200);

/// The budget, and what was used of it.
pub struct Pool {
    limit: Duration,
    memory: u64,
    cancel: Cancel,
    engine: PathBuf,
}

/// Why a turn ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By itself.
    Itself,
    /// Its share of the time was used.
    Time,
    /// It took too much memory.
    Memory,
    /// The whole was interrupted.
    Interrupted,
}

/// A turn that is over.
#[derive(Debug)]
pub struct Turn {
    /// What ended it.
    pub ended: Ended,
    /// The exit code, none after a signal.
    pub code: Option<i32>,
    /// What it said.
    pub stderr: String,
    /// Time of the processor, children included.
    pub cpu: Duration,
}

impl Pool {
    /// Nothing is started yet.
    ///
    /// # Errors
    /// The session names no program (exit 4).
    pub fn new(limit: Duration, memory: u64, session: &Session) -> Result<Pool, Diagnostic> {
        let engine = session
            .engine
            .clone()
            .ok_or_else(|| Diagnostic::surroundings("it is not known where everypath-engine is"))?;
        // SAFETY: no memory is involved.
        unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
        Ok(Pool {
            limit,
            memory,
            cancel: session.cancel.clone(),
            engine,
        })
    }

    /// Processor time that is left for engines; a part is kept for the answer.
    pub fn left(&self) -> Duration {
        let keep = (self.limit / 20).clamp(Duration::from_millis(200), Duration::from_millis(1500));
        self.limit.saturating_sub(used()).saturating_sub(keep)
    }

    /// What an engine is told as its limit of memory: the process that
    /// watches, the compiler and a native run need some of the whole.
    pub fn engine_memory(&self) -> u64 {
        (self.memory / 5 * 4).max(64 << 20)
    }

    /// Whether the user has asked it to stop.
    pub fn interrupted(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Runs one engine with at most this much processor time; `tick` is called
    /// while it runs.
    ///
    /// # Errors
    /// It cannot be started (exit 4).
    pub fn run(
        &self,
        args: &[OsString],
        share: Duration,
        tick: impl FnMut(),
    ) -> Result<Turn, Diagnostic> {
        let before = used();
        let mut child = Command::new(&self.engine)
            .args(args)
            // Its standard error is what it says when it fails.
            .env_remove(LOG_VARIABLE)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // A signal from the terminal is handed on once, by us.
            .process_group(0)
            .spawn()
            .map_err(|e| {
                Diagnostic::surroundings(format!("cannot start an engine: {e}"))
                    .at(self.engine.display().to_string())
            })?;
        let stderr = child.stderr.take().map(|mut pipe| {
            thread::spawn(move || {
                let mut text = Vec::new();
                let _ = std::io::Read::read_to_end(&mut pipe, &mut text);
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        let (ended, code) = self.watch(&mut child, before + share, tick)?;
        reap();
        Ok(Turn {
            ended,
            code,
            stderr: stderr.and_then(|t| t.join().ok()).unwrap_or_default(),
            cpu: used().saturating_sub(before),
        })
    }

    fn watch(
        &self,
        child: &mut Child,
        until: Duration,
        mut tick: impl FnMut(),
    ) -> Result<(Ended, Option<i32>), Diagnostic> {
        let pid = child.id() as libc::pid_t;
        let mut ended = Ended::Itself;
        let crowded = crowding();
        let mut asked: Option<Instant> = None;
        let mut pause = Duration::from_millis(2);
        loop {
            let status = child
                .try_wait()
                .map_err(|e| Diagnostic::surroundings(format!("cannot wait for an engine: {e}")))?;
            if let Some(status) = status {
                return Ok((ended, status.code()));
            }
            thread::sleep(pause);
            tick();
            pause = (pause * 2).min(TICK);
            match asked {
                Some(at) if at.elapsed() > GRACE.mul_f64(crowded) => {
                    for p in tree(pid) {
                        signal(p, libc::SIGKILL);
                    }
                }
                Some(_) => {}
                None => {
                    if self.cancel.is_cancelled() {
                        ended = Ended::Interrupted;
                    } else {
                        let now = measure(pid);
                        if used() + now.cpu >= until {
                            ended = Ended::Time;
                        } else if now.resident > self.memory / 100 * 97 {
                            ended = Ended::Memory;
                        }
                    }
                    if ended != Ended::Itself {
                        asked = Some(Instant::now());
                        // Memory cannot wait for an orderly end.
                        let how = match ended {
                            Ended::Memory => libc::SIGKILL,
                            _ => libc::SIGTERM,
                        };
                        let all = match ended {
                            Ended::Memory => tree(pid),
                            _ => vec![pid],
                        };
                        for p in all {
                            signal(p, how);
                        }
                    }
                }
            }
        }
    }
}

fn signal(pid: libc::pid_t, signal: libc::c_int) {
    // SAFETY: no memory is involved; the process is ours and not reaped.
    unsafe { libc::kill(pid, signal) };
}

/// How many processes there are for each processor, from 1 (room for all) to 4.
pub fn crowding() -> f64 {
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    load.map_or(1.0, |text| crowding_of(&text, cores))
}

/// The same from the text of `/proc/loadavg`.
fn crowding_of(load: &str, cores: usize) -> f64 {
    let last_minute = load.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    // Ours is to come.
    let wanted = last_minute.unwrap_or_default() + 1.0;
    (wanted / cores as f64).clamp(1.0, 4.0)
}

/// Ends and reaps what lost its parent.
fn reap() {
    let me = std::process::id() as libc::pid_t;
    for p in tree(me) {
        if p != me {
            signal(p, libc::SIGKILL);
        }
    }
    let mut status = 0;
    // SAFETY: `status` is a valid place; -1 is any child.
    while unsafe { libc::waitpid(-1, &mut status, 0) } > 0 {}
}

/// Processor time of this process and of all children that have ended.
fn used() -> Duration {
    one(libc::RUSAGE_SELF) + one(libc::RUSAGE_CHILDREN)
}

fn one(who: libc::c_int) -> Duration {
    // SAFETY: all-zero is a valid `rusage`, which the call fills.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let time = |t: libc::timeval| {
        Duration::from_secs(t.tv_sec.max(0) as u64) + Duration::from_micros(t.tv_usec.max(0) as u64)
    };
    time(usage.ru_utime) + time(usage.ru_stime)
}

struct Measured {
    cpu: Duration,
    resident: u64,
}

/// A process and all that it started.
fn tree(root: libc::pid_t) -> Vec<libc::pid_t> {
    let mut all = vec![root];
    let mut next = 0;
    while let Some(&pid) = all.get(next) {
        next += 1;
        let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
            continue;
        };
        for task in tasks.flatten() {
            let Ok(children) = fs::read_to_string(task.path().join("children")) else {
                continue;
            };
            all.extend(
                children
                    .split_whitespace()
                    .filter_map(|c| c.parse::<i32>().ok()),
            );
        }
    }
    all
}

fn measure(root: libc::pid_t) -> Measured {
    // SAFETY: no memory is involved.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as u64;
    // SAFETY: as above.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as u64;
    let (mut time, mut pages) = (0, 0);
    for pid in tree(root) {
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
            continue;
        };
        // The name in parentheses may hold anything.
        let Some((_, rest)) = stat.rsplit_once(')') else {
            continue;
        };
        let field = |i: usize| -> u64 {
            let text = rest.split_whitespace().nth(i);
            text.and_then(|t| t.parse().ok()).unwrap_or(0)
        };
        // utime, stime, cutime, cstime; resident pages.
        time += field(11) + field(12) + field(13) + field(14);
        pages += field(21);
    }
    Measured {
        cpu: Duration::from_millis(time * 1000 / ticks),
        resident: pages * page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_on_as_long_as_there_is_other_work() {
        assert_eq!(crowding_of("0.10 0.20 0.30 1/99 4711", 2), 1.0);
        assert_eq!(crowding_of("5.00 0.20 0.30 1/99 4711", 2), 3.0);
        assert_eq!(crowding_of("64.00 9.00 3.00 1/99 4711", 8), 4.0);
        assert_eq!(crowding_of("", 2), 1.0);
    }

    #[test]
    fn a_tree_is_measured() {
        let mut child = Command::new("sh")
            .args(["-c", "sleep 5 & wait"])
            .spawn()
            .unwrap();
        let pid = child.id() as libc::pid_t;
        let start = Instant::now();
        while tree(pid).len() < 2 && start.elapsed() < Duration::from_secs(3) {
            thread::sleep(Duration::from_millis(10));
        }
        let all = tree(pid);
        assert_eq!(all.len(), 2);
        assert!(measure(pid).resident > 0);
        for p in all {
            signal(p, libc::SIGKILL);
        }
        child.wait().unwrap();
    }
}
