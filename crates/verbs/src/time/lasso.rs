//! A lasso as a C file that shows it without Everypath.
//!
//! Idea: what hands out the inputs is what a regression test has; an alarm
//! says that the program is still running, and a handler on a stack of its own
//! that recursion has exhausted the other. Cost: none.

use ep_base::outcome::{Bug, Confirmation, ErrorKind, Exactness};
use ep_base::time::Lasso;
use ep_harness::heap::Called;
use ep_report::regression::{regression, Subject};
use ep_report::sanitizers;
use ep_report::time::short;
use std::path::Path;

/// Seconds until the file says that it is still running.
const SECONDS: u32 = 10;

/// What is shown.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub lasso: &'a Lasso,
    /// Each round is a call in the one before.
    pub recursion: bool,
}

/// The file, or why it cannot be written as C.
///
/// # Errors
/// One sentence.
pub fn file(
    Told { lasso, recursion }: Told<'_>,
    sources: &[String],
    flags: &[String],
    entry: Option<&Called>,
    folder: &str,
    path: &str,
    compiler: &Path,
) -> Result<String, String> {
    let place = lasso.cycle.first().cloned().unwrap_or_default();
    let bug = Bug {
        kind: ErrorKind::Abort,
        message: String::new(),
        place: place.clone(),
        stack: vec![place],
        inputs: lasso.inputs.clone(),
        exactness: Exactness::EXACT,
        paths: 1,
        confirmation: Confirmation::NotTried,
        test: String::new(),
    };
    let headers = crate::headers::asked_by(sources);
    let text = regression(
        &bug,
        path,
        &Subject {
            sources,
            compiler: &compiler.display().to_string(),
            flags,
            folder,
            headers: headers.as_deref(),
            sanitizers: sanitizers::NONE,
            entry,
            bodies: None,
            again: lasso.again,
        },
    )?;
    // Its own heading speaks of a bug that ends the run.
    let (heading, rest) = text.split_once("*/\n").ok_or("the file has no heading")?;
    let build = heading
        .lines()
        .filter(|l| l.starts_with(" *   ") && !l.contains("./regression"))
        .collect::<Vec<_>>()
        .join("\n");
    let lines: Vec<String> = lasso.cycle.iter().map(short).collect();
    let plain = |t: &str| t.replace("*/", "* /").replace(['\n', '\r'], " ");
    let kept = match lasso.kept.is_empty() {
        true => String::new(),
        false => format!(
            " *   with {} in every {}\n",
            plain(&lasso.kept.join(", ")),
            if recursion { "call" } else { "round" }
        ),
    };
    if recursion {
        return Ok(format!(
            "/* A recursion that never ends:\n *\n *   {}\n{kept} *\n * Found by Everypath. Build and run:\n *\n{build}\n *   ./regression\n *\n \
             * It says that the stack is exhausted, and ends with 1. */\n\
             #define _GNU_SOURCE\n#include <signal.h>\n#include <unistd.h>\n\
             static void everypath_deep(int s) {{\n  static const char t[] = \"the stack is exhausted\\n\";\n  \
             if (write(2, t, sizeof t - 1) < 0)\n    _exit(s);\n  _exit(1);\n}}\n\
             __attribute__((constructor)) static void everypath_guard(void) {{\n  \
             static char own[1 << 16];\n  stack_t other = {{.ss_sp = own, .ss_size = sizeof own}};\n  \
             struct sigaction on = {{.sa_handler = everypath_deep, .sa_flags = SA_ONSTACK}};\n  \
             sigaltstack(&other, 0);\n  sigaction(SIGSEGV, &on, 0);\n}}\n\n{rest}",
            plain(&lines.join(" -> "))
        ));
    }
    Ok(format!(
        "/* A run that never ends:\n *\n *   {}\n{kept} *\n * Found by Everypath. Build and run:\n *\n{build}\n *   ./regression\n *\n \
         * It says that it is still running after {SECONDS} seconds, and ends with 1. */\n\
         #define _GNU_SOURCE\n#include <signal.h>\n#include <unistd.h>\n\
         static void everypath_running(int s) {{\n  static const char t[] = \"still running after {SECONDS} seconds\\n\";\n  \
         if (write(2, t, sizeof t - 1) < 0)\n    _exit(s);\n  _exit(1);\n}}\n\
         __attribute__((constructor)) static void everypath_alarm(void) {{\n  \
         signal(SIGALRM, everypath_running);\n  alarm({SECONDS});\n}}\n\n{rest}",
        plain(&lines.join(" -> "))
    ))
}
