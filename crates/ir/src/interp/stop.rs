//! Why an execution stops: one named way for each.

use super::End;
use ep_base::outcome::ErrorKind;

/// A reason to stop, with a sentence for the user.
#[derive(Debug)]
pub struct Stop {
    pub end: End,
    pub message: String,
}

/// A result that is cheap to pass when all is well.
pub type R<T> = Result<T, Box<Stop>>;

impl Stop {
    /// A violation.
    #[cold]
    pub fn error(kind: ErrorKind, message: impl Into<String>) -> Box<Stop> {
        Box::new(Stop {
            end: End::Error { kind },
            message: message.into(),
        })
    }
    /// Something that is not modelled.
    #[cold]
    pub fn unsupported(what: impl Into<String>) -> Box<Stop> {
        let what = what.into();
        Box::new(Stop {
            message: what.clone(),
            end: End::Unsupported { what },
        })
    }
    /// Any other end.
    #[cold]
    pub fn end(end: End) -> Box<Stop> {
        Box::new(Stop {
            end,
            message: String::new(),
        })
    }
}
