//! What sources want of whoever builds them without us: the headers that come
//! with us, and what clang must be told.

use ep_base::harness::NO_FREEING_FUNCTION;
use std::fs;

/// Whether a source includes a header that comes with us.
pub fn named_by(sources: &[String]) -> bool {
    sources.iter().any(|source| {
        // What cannot be read now was read before: then nothing is added.
        let text = fs::read(source).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.lines().any(|l| {
            l.trim_start().starts_with('#')
                && [
                    "<everypath.h>",
                    "<klee/klee.h>",
                    "\"everypath.h\"",
                    "\"klee/klee.h\"",
                ]
                .iter()
                .any(|h| l.contains(h))
        })
    })
}

/// The flags that clang needs for these sources, beside the user's: macros are
/// read in preprocessed files only if they pass for sources.
pub fn flags_for(sources: &[String]) -> Vec<String> {
    let is_c = |s: &String| s.ends_with(".c") || s.ends_with(".i");
    let names = |source: &String| {
        let text = fs::read(source).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let mut behind = text.split("__malloc__").skip(1);
        behind.any(|rest| rest.trim_start().starts_with('('))
    };
    match sources.iter().all(is_c) && sources.iter().any(names) {
        true => ["-x", "c", NO_FREEING_FUNCTION].map(String::from).into(),
        false => Vec::new(),
    }
}
