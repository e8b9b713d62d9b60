//! Which sources want the headers that come with us.

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
