//! C-like printing.
use crate::pool::Pool;
use crate::sort::TermId;
impl Pool {
    /// The term in C-like infix notation.
    pub fn infix(&self, t: TermId) -> String {
        if let Some(v) = self.as_var(t) {
            return self.var_name(v).to_owned();
        }
        format!("{t}")
    }
}
