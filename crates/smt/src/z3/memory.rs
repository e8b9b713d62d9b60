//! What Z3 may take of the memory of the process.
//!
//! Idea: Z3 counts what it allocates. Past a mark its search ends with an answer of
//! `unknown`, and who asked goes on; past a limit, each of its calls fails. Both are
//! settings of the process and hold for all contexts together. Alternative: only to look
//! at the memory of the process from outside, which can end the whole run but not a
//! question. Cost: nothing that can be measured.

use super::ffi::Z3_global_param_set;
use std::ffi::{CStr, CString};

/// Of what the process may take, in percent: Z3's search ends here.
const SEARCH: u64 = 80;
/// And here Z3 gets no more.
const ALL: u64 = 95;

/// Keeps Z3 within its part of a limit in bytes.
pub fn limit_memory(bytes: u64) {
    let part = |percent: u64| bytes / 100 * percent;
    // In bytes; what does not fit into Z3's number has the other limit alone.
    set(
        c"memory_high_watermark",
        u32::try_from(part(SEARCH)).unwrap_or(0),
    );
    // In megabytes; zero is no limit.
    let most = (part(ALL) >> 20).max(1);
    set(c"memory_max_size", u32::try_from(most).unwrap_or(0));
}

fn set(key: &CStr, value: u32) {
    let Ok(value) = CString::new(value.to_string()) else {
        return;
    };
    // SAFETY: both are strings that live through the call, which copies them.
    unsafe { Z3_global_param_set(key.as_ptr(), value.as_ptr()) }
}
