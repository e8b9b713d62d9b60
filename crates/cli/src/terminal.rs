//! Where a verb's words go when somebody typed its name: answers to standard
//! output, notes and a line that tells how far it is to standard error.

use crate::panics::Written;
use ep_base::{Cancel, Diagnostic, ExitCode};
use ep_proofs::{Observer, Session};
use ep_report::style::Style;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The terminal, or the files that stand for it.
pub struct Terminal {
    written: Written,
    /// The line, while there is something to tell.
    line: Mutex<Option<ProgressBar>>,
    wants_progress: bool,
}

impl Terminal {
    /// `quiet` hides the line that tells how far a run is.
    pub fn new(written: Written, quiet: bool) -> Terminal {
        let hidden = ProgressDrawTarget::stderr().is_hidden();
        Terminal {
            written,
            line: Mutex::new(None),
            wants_progress: !quiet && !hidden,
        }
    }
}

/// What a verb of this process is run in.
pub fn session(cancel: &Cancel, written: &Written, quiet: bool) -> Session {
    let words = std::env::args_os().map(|a| a.to_string_lossy().into_owned());
    Session {
        cancel: cancel.clone(),
        observer: Arc::new(Terminal::new(written.clone(), quiet)),
        engine: std::env::current_exe().ok(),
        command: words.collect(),
    }
}

impl Observer for Terminal {
    /// A closed pipe is the reader's decision and no error.
    fn answer(&self, text: &str) -> Result<(), Diagnostic> {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Diagnostic::surroundings(
                format!("cannot write to standard output: {e}"),
            )),
            _ => Ok(()),
        }
    }

    fn note(&self, text: &str) {
        eprintln!("{text}");
    }

    fn problem(&self, problem: &Diagnostic) {
        crate::start::tell(problem);
    }

    fn progress(&self, text: Option<&str>) {
        if !self.wants_progress {
            return;
        }
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => line
                .get_or_insert_with(spinner)
                .set_message(text.to_owned()),
            None => {
                if let Some(line) = line.take() {
                    line.finish_and_clear();
                }
            }
        }
    }

    fn wants_progress(&self) -> bool {
        self.wants_progress
    }

    fn folder(&self, folder: &Path) {
        self.written.set(folder.to_path_buf());
    }

    fn style(&self) -> Style {
        Style::detect(io::stdout().is_terminal())
    }

    fn note_style(&self) -> Style {
        Style::detect(io::stderr().is_terminal())
    }

    fn line(&self) -> Option<String> {
        let mut text = String::new();
        let got = io::stdin().lock().read_line(&mut text);
        matches!(got, Ok(n) if n > 0).then_some(text)
    }

    fn converses(&self) -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    fn overdue(&self, exit: ExitCode) {
        // Not `exit`: that runs the destructors of libraries while a solver works in
        // another thread, and may wait for it. What was to be told is written.
        // SAFETY: no memory is involved, and nothing comes after it.
        unsafe { libc::_exit(exit as i32) }
    }
}

fn spinner() -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} [{elapsed}] {msg}") {
        line.set_style(style);
    }
    line.enable_steady_tick(Duration::from_millis(200));
    line
}
