//! Regions of one file as segments: from where to where which number holds.
//!
//! Regions are nested; a segment begins where a region begins, and where one
//! ends and the one around it goes on. Regions of the same place are one, with
//! the sum of their numbers (a function in a header that several units have).
//! Source: `SegmentBuilder` of LLVM 19, step by step. Alternative: the innermost
//! region of each character, which has other corners: LLVM's are asked for.
//! Cost: sorting.

use super::Counted;
use ep_ir::mapping::RegionKind;

/// Line and column.
type At = (u32, u32);

/// From here on a number holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    pub at: At,
    pub times: u64,
    /// False where nothing is counted.
    pub counted: bool,
    /// A region begins here, and not only goes on.
    pub entry: bool,
    pub gap: bool,
}

/// The segments of the regions of a file, in order.
pub fn of(regions: &mut Vec<Counted>) -> Vec<Segment> {
    regions.sort_by(|a, b| {
        let (a, b) = (&a.region, &b.region);
        let order = a.start.cmp(&b.start).then(b.end.cmp(&a.end));
        order.then(a.kind.cmp(&b.kind))
    });
    combine(regions);
    let mut builder = Builder {
        out: Vec::new(),
        active: Vec::new(),
    };
    builder.build(regions);
    builder.out
}

/// Sums the numbers of regions of one place; only those of the first one's kind
/// count.
fn combine(regions: &mut Vec<Counted>) {
    regions.dedup_by(|next, first| {
        let (a, b) = (&first.region, &next.region);
        let same = a.start == b.start && a.end == b.end;
        if same && a.kind == b.kind {
            first.times = first.times.wrapping_add(next.times);
        }
        same
    });
}

struct Builder {
    out: Vec<Segment>,
    /// Regions that began and did not end, the innermost last.
    active: Vec<Counted>,
}

impl Builder {
    fn begin(&mut self, r: &Counted, at: At, entry: bool, skip: bool) {
        let counted = !skip && r.region.kind != RegionKind::Skipped;
        if !entry && !skip {
            if let Some(last) = self.out.last() {
                // Nothing would be another.
                if last.counted == counted && last.times == r.times && !last.entry {
                    return;
                }
            }
        }
        self.out.push(Segment {
            at,
            times: if counted { r.times } else { 0 },
            counted,
            entry,
            gap: counted && r.region.kind == RegionKind::Gap,
        });
    }

    /// Ends the active regions from number `first` on, which end before `until`.
    fn complete(&mut self, until: Option<At>, first: usize) {
        let mut done = self.active.split_off(first);
        done.sort_by_key(|r| r.region.end);
        for i in 1..done.len() {
            let at = done[i - 1].region.end;
            if until == Some(at) {
                break;
            }
            let end = done[i].region.end;
            if at == end {
                continue;
            }
            // The last one that ends at the same place.
            let last = done.iter().rposition(|r| r.region.end == end);
            let r = done[last.unwrap_or(i)];
            self.begin(&r, at, false, false);
        }
        let Some(last) = done.last().copied() else {
            return;
        };
        let end = last.region.end;
        match self.active.last().copied() {
            Some(around) if until != Some(end) => self.begin(&around, end, false, false),
            None if until != Some(end) => self.begin(&last, end, false, true),
            _ => {}
        }
    }

    fn build(&mut self, regions: &[Counted]) {
        for (i, r) in regions.iter().enumerate() {
            let start = r.region.start;
            let (go_on, done): (Vec<Counted>, Vec<Counted>) =
                self.active.iter().partition(|a| a.region.end > start);
            if !done.is_empty() {
                let first = go_on.len();
                self.active = go_on;
                self.active.extend(done);
                self.complete(Some(start), first);
            }
            let gap = r.region.kind == RegionKind::Gap;
            let last = i + 1 == regions.len();
            if start == r.region.end {
                let skip = last || r.region.kind == RegionKind::Skipped;
                let around = self.active.last().copied();
                self.begin(&around.unwrap_or(*r), start, !gap, skip);
                if let (true, Some(around)) = (skip, around) {
                    self.begin(&around, start, false, false);
                }
                continue;
            }
            let next = regions.get(i + 1).map(|n| n.region.start);
            if last || next != Some(start) {
                self.begin(r, start, !gap, false);
            }
            self.active.push(*r);
        }
        if !self.active.is_empty() {
            self.complete(None, 0);
        }
    }
}
