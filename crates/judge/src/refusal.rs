//! Why something was refused, and the meter that bounds the work.
//!
//! One meter goes through a whole check: every operation on numbers is paid
//! for in units of machine words touched, so that a hostile certificate ends
//! in a refusal and not in a hang, and ends there on every machine alike.

use std::cell::Cell;
use thiserror::Error;

/// What a refusal is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The certificate is wrong, damaged or of another system.
    Certificate,
    /// The file that it was to be compared with is no system.
    File,
}

/// A certificate was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {why}")]
pub struct Refusal {
    /// Counted from 1.
    pub line: usize,
    /// One sentence.
    pub why: String,
    pub about: About,
}

pub type Checked<T> = Result<T, Refusal>;

/// Units of work of one check. A unit is some ten nanoseconds.
const WORK: u64 = 2_000_000_000;
/// Bits of the largest number.
pub const BITS: u64 = 1_000_000;

/// What is left of the work, and the line that is being read.
pub struct Meter {
    left: Cell<u64>,
    line: Cell<u32>,
}

impl Default for Meter {
    fn default() -> Self {
        Meter {
            left: Cell::new(WORK),
            line: Cell::new(1),
        }
    }
}

impl Meter {
    /// From here on refusals name this line.
    pub fn at(&self, line: u32) {
        self.line.set(line);
    }

    pub fn refuse(&self, why: impl Into<String>) -> Refusal {
        Refusal {
            line: self.line.get() as usize,
            why: why.into(),
            about: About::Certificate,
        }
    }

    /// Pays for work.
    pub fn spend(&self, units: u64) -> Checked<()> {
        match self.left.get().checked_sub(units) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(self.refuse("checking takes more work than the limit allows")),
        }
    }

    /// Pays for an operation whose result has `bits` bits.
    pub fn number(&self, bits: u64) -> Checked<()> {
        if bits > BITS {
            return Err(self.refuse(format!("a number has more than {BITS} bits")));
        }
        self.spend(1 + bits / 64)
    }
}
