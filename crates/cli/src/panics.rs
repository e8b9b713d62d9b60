//! A panic is a defect of Everypath. The user sees one message, what was
//! written stays, and the exit code is 70.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Where the results of the run go, for the message; shared with the hook.
#[derive(Clone, Default)]
pub struct Written(Arc<Mutex<Option<PathBuf>>>);

impl Written {
    /// Results are in this folder from now on.
    pub fn set(&self, folder: PathBuf) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder);
    }

    fn get(&self) -> Option<PathBuf> {
        // `try_lock`: a panic while the lock is held must not hang.
        self.0.try_lock().ok().and_then(|g| g.clone())
    }
}

/// Replaces the standard report by one message; `RUST_BACKTRACE` brings the
/// standard one back.
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
        eprintln!("error: a defect of Everypath: {what}{place}");
        match written.get() {
            Some(folder) => eprintln!(
                "  help: what was found until then is in {}",
                folder.display()
            ),
            None => eprintln!("  help: nothing was written yet"),
        }
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0") {
            standard(info);
        }
    }));
}
