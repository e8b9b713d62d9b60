//! How deep the caller of the measured entry goes.

use crate::machine::{Code, Target};
use crate::program::Entry;
use ep_harness::entry::measured::{symbol, CALLER};

/// How deep the caller's frame goes before the entry's return address.
pub fn depth(code: &Code, entry: &Entry) -> Option<u64> {
    let wanted = symbol(entry.function());
    let [caller] = code.named(CALLER) else {
        return None;
    };
    let caller = code.get(*caller)?;
    let call = caller.calls.iter().find(|c| match &c.target {
        Target::Known(f) => code.named(wanted).contains(f),
        Target::Library(n) => n == wanted,
        _ => false,
    })?;
    // The caller's own return address is below where the runtime stands, the
    // entry's is part of what is measured: one for the other.
    Some(call.depth.fixed).filter(|_| !call.depth.variable)
}
