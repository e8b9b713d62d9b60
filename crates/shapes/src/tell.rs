//! tell
use crate::run::Run;
pub fn shapes(_run: &Run<'_>) -> Vec<String> { Vec::new() }
