//! What tests say of the heap of a program.

use ep_base::memory::{name_of, Bound, HeapResult};

/// The bound as text; every place that is missing where there is none.
pub fn text(r: &HeapResult) -> String {
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { missing, .. } => missing
            .iter()
            .map(|m| format!("{} at {}: {}", m.gap.word(), m.place, m.what))
            .collect::<Vec<_>>()
            .join("; "),
    }
}
