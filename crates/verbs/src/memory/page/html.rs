//! Text as HTML has it.

/// The same with what HTML takes for its own written out.
pub(super) fn escape(t: &str) -> String {
    t.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
