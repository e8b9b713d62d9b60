//! What Z3 may take of the memory of the process.
//!
//! Idea: Z3 counts what it allocates, and past a limit its calls fail; the session that
//! asked is not used again, and who asked goes on. The limit is a setting of the process
//! and holds for all contexts together. Alternatives: Z3's softer mark
//! (`memory_high_watermark`), past which 4.8.12 ends the process with an assertion of its
//! own when it opens a scope; or only to look at the memory of the process from outside,
//! which can end the whole run but not a question. Cost: nothing that can be measured.

use super::ffi::Z3_global_param_set;
use std::ffi::CString;

/// Of what the process may take, in percent.
const PART: u64 = 85;

/// Keeps Z3 within its part of a limit in bytes.
pub fn limit_memory(bytes: u64) {
    // In megabytes; zero would be no limit.
    let most = ((bytes / 100 * PART) >> 20).max(1);
    let Ok(value) = CString::new(most.to_string()) else {
        return;
    };
    // SAFETY: both are strings that live through the call, which copies them.
    unsafe { Z3_global_param_set(c"memory_max_size".as_ptr(), value.as_ptr()) }
}
