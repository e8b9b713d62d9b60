//! Who listens to a run in tests: nobody, and who keeps its frames.

use ep_base::outcome::{Bug, Statistics, TestCase};
use ep_base::Diagnostic;
use ep_explore::forking::journal::{Keeper, Restored};
use ep_explore::Observer;
use std::sync::Mutex;

/// Listens to nothing.
pub struct Silent;

impl Observer for Silent {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
}

/// A journal in memory.
#[derive(Default)]
pub struct Frames(Mutex<Vec<Vec<u8>>>);

impl Keeper for Frames {
    fn keep(&self, frame: &[u8]) -> Result<(), Diagnostic> {
        self.0.lock().expect("no panic").push(frame.to_vec());
        Ok(())
    }
}

impl Frames {
    /// The run as it was at the last frame.
    pub fn restored(&self) -> Restored {
        let frames = self.0.lock().expect("no panic");
        Restored::read(frames.iter().map(Vec::as_slice)).expect("frames")
    }
}
