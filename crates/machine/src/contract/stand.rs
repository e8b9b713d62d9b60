//! Whether contracts stand for the calls of their functions, and why they cannot.

/// Set between runs by whoever proves with contracts.
#[derive(Default)]
pub struct Contracts {
    cut: bool,
    refused: Option<String>,
}

impl Contracts {
    /// Calls of functions with a contract are replaced by it, or not.
    pub fn set_cut(&mut self, cut: bool) {
        self.cut = cut;
    }

    /// Whether they are.
    pub(crate) fn cut(&self) -> bool {
        self.cut
    }

    /// Notes why contracts do not help here; the first reason is kept.
    pub fn refuse(&mut self, why: impl Into<String>) {
        if self.refused.is_none() {
            self.refused = Some(why.into());
        }
    }

    /// The reason, which is forgotten.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.refused.take()
    }
}
