//! A panic is a defect of Everypath. The user sees one message, what was
//! written stays, and the exit code is 70.
//!
//! The hook only remembers: a panic on one path is caught by the explorer and
//! becomes that path's outcome, and the message must not appear for it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, TryLockError};

/// What a message about a defect needs; shared with the hook.
#[derive(Clone, Default)]
pub struct Written(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    folder: Option<PathBuf>,
    panic: Option<String>,
}

impl Written {
    /// Results are in this folder from now on.
    pub fn set(&self, folder: PathBuf) {
        self.change(|s| s.folder = Some(folder));
    }

    /// The message for the panic that ended the run.
    pub fn message(&self) -> String {
        let mut text = String::from("error: a defect of Everypath: ");
        self.change(|s| {
            text.push_str(s.panic.as_deref().unwrap_or("unknown"));
            text.push_str(&match &s.folder {
                Some(f) => format!("\n  help: what was found until then is in {}", f.display()),
                None => "\n  help: nothing was written yet".to_string(),
            });
        });
        text
    }

    /// `try_lock`, since a panic while the lock is held must not hang.
    fn change(&self, f: impl FnOnce(&mut State)) {
        match self.0.try_lock() {
            Ok(mut s) => f(&mut s),
            Err(TryLockError::Poisoned(p)) => f(&mut p.into_inner()),
            Err(TryLockError::WouldBlock) => {}
        }
    }
}

/// Replaces the standard report; `RUST_BACKTRACE` brings it back.
pub fn install(written: Written) {
    let standard = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let what = info
            .payload()
            .downcast_ref::<&str>()
            .map(|s| (*s).to_string())
            .or_else(|| info.payload().downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "unknown".into());
        let place = info
            .location()
            .map(|l| format!(" at {}:{}", l.file(), l.line()))
            .unwrap_or_default();
        written.change(|s| s.panic = Some(format!("{what}{place}")));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0") {
            standard(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_the_folder_and_the_panic() {
        let w = Written::default();
        assert!(w.message().contains("nothing was written"));
        w.set("out/x-1".into());
        w.change(|s| s.panic = Some("index out of range at a.rs:3".into()));
        let m = w.message();
        assert!(m.contains("out/x-1") && m.contains("a.rs:3"), "{m}");
    }
}
