//! What each kind of check reports: the words of findings are shared by the
//! reference interpreter and the explorer.

use crate::CheckKind;
use ep_base::outcome::ErrorKind;

impl CheckKind {
    /// The finding when the check fails.
    pub fn error(self) -> ErrorKind {
        match self {
            CheckKind::SignedOverflow => ErrorKind::SignedOverflow,
            CheckKind::Shift => ErrorKind::OversizedShift,
            // The amount is fine, the result is what its type cannot hold.
            CheckKind::ShiftBase => ErrorKind::SignedOverflow,
            CheckKind::Division => ErrorKind::DivisionByZero,
            CheckKind::Unreachable => ErrorKind::ReachedUnreachable,
            CheckKind::VlaBound => ErrorKind::InvalidArgument,
            CheckKind::Bounds => ErrorKind::OutOfBoundsRead,
            CheckKind::NonNull => ErrorKind::NullDereference,
            CheckKind::Builtin => ErrorKind::InvalidArgument,
            CheckKind::FloatCast => ErrorKind::FloatCastOverflow,
            CheckKind::Trap => ErrorKind::Abort,
        }
    }
}
