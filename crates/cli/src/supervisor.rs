//! A small process that watches the one that works.
//!
//! Idea: solvers and LLVM run in the worker's address space, which is fast,
//! and can crash it or be killed for its memory. The supervisor is forked off
//! before anything is loaded into it, so it survives, says what happened and
//! exits with 70. It also owns the folder in which everything temporary lies,
//! and removes it however the worker ended ([`crate::scratch`]). Source: DESIGN, "Laws of the core data". Cost:
//! one `fork` of a process that has touched little memory, and one folder.

use crate::scratch::Scratch;
use ep_base::ExitCode;
use std::process;
use std::sync::atomic::{AtomicI32, Ordering};

/// The worker, which leads a process group of its own, so that a signal
/// reaches it and its compiler once, through this handler, wherever it comes
/// from.
static WORKER: AtomicI32 = AtomicI32::new(0);

extern "C" fn pass_on(signal: libc::c_int) {
    let worker = WORKER.load(Ordering::Relaxed);
    if worker > 0 {
        // SAFETY: `kill` is safe in a signal handler.
        unsafe { libc::kill(-worker, signal) };
    }
}

fn handle(signal: libc::c_int, handler: extern "C" fn(libc::c_int)) {
    // SAFETY: the handlers only call async-signal-safe functions.
    unsafe { libc::signal(signal, handler as *const () as libc::sighandler_t) };
}

/// Splits off the worker. Returns in the worker, or where no process can be
/// made; the supervisor does not return but exits as the worker does.
pub fn start() {
    let scratch = Scratch::new();
    // SAFETY: called before any thread is started.
    let child = unsafe { libc::fork() };
    if child < 0 {
        // Without a supervisor a crash has no message; the run is the same.
        return;
    }
    if child == 0 {
        if let Some(s) = &scratch {
            std::env::set_var("TMPDIR", s.folder());
        }
        // The lock is the supervisor's.
        drop(scratch);
        // SAFETY: no memory is involved.
        unsafe {
            libc::setpgid(0, 0);
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        }
        return;
    }
    // In both, since either may come first.
    // SAFETY: no memory is involved.
    unsafe { libc::setpgid(child, child) };
    WORKER.store(child, Ordering::Relaxed);
    handle(libc::SIGINT, pass_on);
    handle(libc::SIGTERM, pass_on);
    handle(libc::SIGHUP, pass_on);
    let code = wait(child);
    // A compiler or a native run that the worker did not wait for.
    // SAFETY: no memory is involved.
    unsafe { libc::kill(-child, libc::SIGKILL) };
    if let Some(s) = scratch {
        s.remove();
    }
    process::exit(code);
}

/// Waits for the worker; returns the exit code.
fn wait(child: libc::pid_t) -> i32 {
    let mut status = 0;
    loop {
        // SAFETY: `status` is a valid place for the result.
        let got = unsafe { libc::waitpid(child, &mut status, 0) };
        if got == child {
            break;
        }
        if std::io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
            return ExitCode::Defect as i32;
        }
    }
    if libc::WIFEXITED(status) {
        return libc::WEXITSTATUS(status);
    }
    let signal = libc::WTERMSIG(status);
    let (what, help) = match signal {
        libc::SIGKILL => (
            "the run was killed, most likely because the machine ran out of memory",
            "give --max-memory a lower value",
        ),
        libc::SIGINT | libc::SIGTERM | libc::SIGHUP => return ExitCode::Interrupted as i32,
        libc::SIGSEGV | libc::SIGBUS | libc::SIGILL | libc::SIGABRT => (
            "a defect: the run crashed, in Everypath or in a solver or LLVM inside it",
            "please report the program and the flags",
        ),
        _ => (
            "a defect: the run was ended by a signal",
            "please report it",
        ),
    };
    eprintln!("error: {what} (signal {signal})");
    eprintln!("  help: tests and bugs written so far lie in the run's folder; {help}");
    ExitCode::Defect as i32
}
