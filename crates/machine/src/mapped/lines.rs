//! Segments of one file as lines: the most that any region of the line that
//! begins in it, or goes on into it, was executed.
//!
//! Source: `LineCoverageStats` of LLVM 19. Cost: linear.

use super::segments::Segment;

/// Lines that are counted with their numbers.
pub fn of(segments: &[Segment]) -> Vec<(u32, u64)> {
    let mut out = Vec::new();
    let mut around: Option<Segment> = None;
    let mut next = 0;
    let mut line = 1;
    while next < segments.len() {
        let first = next;
        while segments.get(next).is_some_and(|s| s.at.0 == line) {
            next += 1;
        }
        let here = &segments[first..next];
        if let Some(n) = number(here, around.as_ref()) {
            out.push((line, n));
        }
        around = here.last().copied().or(around);
        line += 1;
        // Should they not be in order, no line is counted twice.
        while segments.get(next).is_some_and(|s| s.at.0 < line) {
            next += 1;
        }
    }
    out
}

/// How often a line was executed; none where it is not code.
fn number(here: &[Segment], around: Option<&Segment>) -> Option<u64> {
    let begins = |s: &&Segment| !s.gap && s.counted && s.entry;
    let skipped = here.first().is_some_and(|s| !s.counted && s.entry);
    let goes_on = around.is_some_and(|s| s.counted);
    let any = here.iter().any(|s| begins(&s));
    let mapped = !skipped && (goes_on || any) || here.iter().any(|s| s.entry && s.counted);
    if !mapped {
        return None;
    }
    let most = around.map_or(0, |s| s.times);
    let begun = here.iter().filter(begins).map(|s| s.times);
    Some(begun.fold(most, u64::max))
}
