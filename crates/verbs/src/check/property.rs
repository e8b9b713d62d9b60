//! What `check` looks for when a property of SV-COMP is asked.

use crate::solve;
use ep_base::outcome::ErrorKind;
use ep_base::Diagnostic;
use ep_explore::CheckSet;
use std::path::Path;

/// What a property asks of `check`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub checks: CheckSet,
    /// Findings of other kinds are no answer to it.
    pub asked: Vec<ErrorKind>,
}

/// Reads a property file.
///
/// # Errors
/// It cannot be read, or asks something that `check` does not answer (exit 2).
pub fn read(path: &Path) -> Result<Property, Diagnostic> {
    let question = solve::read_property(path)?.property;
    checks(question).ok_or_else(|| {
        Diagnostic::bad_input(format!("check does not answer {question}"))
            .at(path.display().to_string())
            .help("everypath solve chooses the engine")
    })
}

/// What `check` looks for; none where it does not answer the question.
fn checks(question: solve::Property) -> Option<Property> {
    let (leak, unfreed) = match question {
        solve::Property::MemorySafety(m) => (m.memtrack, false),
        solve::Property::MemoryCleanup => (false, true),
        solve::Property::UnreachCall | solve::Property::NoOverflow => (false, false),
        _ => return None,
    };
    // Everything that makes a run undefined ends it, so it is looked for too;
    // an `abort` is no error of any of these properties.
    let checks = CheckSet::default_set()
        .with(ErrorKind::Abort, false)
        .with(ErrorKind::Leak, leak)
        .with(ErrorKind::UnfreedMemory, unfreed);
    let asked = |k: &ErrorKind| question.violated_by(*k).is_some();
    Some(Property {
        checks,
        asked: ErrorKind::ALL.into_iter().filter(asked).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::MemorySafety;

    #[test]
    fn what_is_asked_is_looked_for() {
        let p = checks(solve::Property::UnreachCall).unwrap();
        assert_eq!(p.asked, [ErrorKind::AssertionFailure]);
        assert!(!p.checks.has(ErrorKind::Abort) && !p.checks.has(ErrorKind::Leak));
        let memory = MemorySafety {
            deref: true,
            free: true,
            memtrack: true,
        };
        let p = checks(solve::Property::MemorySafety(memory)).unwrap();
        assert!(p.asked.contains(&ErrorKind::DoubleFree) && p.checks.has(ErrorKind::Leak));
        let p = checks(solve::Property::MemoryCleanup).unwrap();
        assert_eq!(p.asked, [ErrorKind::UnfreedMemory]);
        assert!(p.checks.has(ErrorKind::UnfreedMemory) && !p.checks.has(ErrorKind::Leak));
        let p = checks(solve::Property::NoOverflow).unwrap();
        assert_eq!(p.asked, [ErrorKind::SignedOverflow]);
        assert!(checks(solve::Property::Termination).is_none());
        assert!(checks(solve::Property::NoDataRace).is_none());
    }
}
