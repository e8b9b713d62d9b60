//! Runs that end in the middle: what lies behind the place did not run.
//!
//! Idea: clang counts where control comes in and computes the rest, as if whoever comes
//! into a region leaves it at its end. A run that ends at a place leaves the regions
//! around it open. Each region behind the place has one passage too many where its
//! expression counts the open ones: the expression itself says it, of counters that are 1
//! where a region around the place has them and 0 elsewhere. A region around the place is
//! divided there, and its rest has one passage less.
//! Source: ours; the expressions are those of LLVM's coverage mapping. Alternative: lines
//! by the instructions that ran, where lines without one of their own are lost. Cost: the
//! regions of a function for each place in it where runs ended.
//!
//! What must never happen: a line behind the place counts for the run that ended there.
//! What is in a macro counts with the place where the macro is used.

use super::{uses, Counted, Values};
use ep_ir::mapping::{Mapped, Region, RegionKind, Times};

/// A place where runs ended, or were in a call that did not return.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The file, by its position in the mapping.
    pub file: u32,
    /// Line and column.
    pub at: (u32, u32),
    /// How many runs.
    pub times: u64,
}

/// What the regions of one function have too much.
pub(super) struct Cuts {
    /// Of each region: of its number, and of that of its other side.
    less: Vec<[u64; 2]>,
    /// Rests of regions: the region, where the rest begins, what it has less.
    rests: Vec<(usize, (u32, u32), u64)>,
}

/// Less by so many; what is below zero already stays.
fn reduced(times: u64, less: u64) -> u64 {
    match times as i64 {
        n if n > 0 => times.saturating_sub(less),
        _ => times,
    }
}

impl Cuts {
    /// Those in a function; none where no run ended in it.
    pub(super) fn of(f: &Mapped, values: &Values<'_>, cuts: &[Cut]) -> Option<Cuts> {
        let uses = uses(f);
        let source = |r: &Region| matches!(uses.get(r.file as usize), Some(None));
        let mut out = Cuts {
            less: vec![[0; 2]; f.regions.len()],
            rests: Vec::new(),
        };
        let mut any = false;
        for cut in cuts.iter().filter(|c| c.times > 0) {
            let around: Vec<usize> = (f.regions.iter().enumerate())
                .filter(|(_, r)| {
                    source(r)
                        && f.files.get(r.file as usize) == Some(&cut.file)
                        && r.kind != RegionKind::Skipped
                        && r.start <= cut.at
                        && cut.at < r.end
                })
                .map(|(i, _)| i)
                .collect();
            let code = |i: &usize| f.regions[*i].kind == RegionKind::Code;
            // Another function of the same place, which did not run.
            let ran = |i: &usize| values.of_times(f.regions[*i].times) > 0;
            if around.iter().any(|i| code(i) && ran(i)) {
                any = true;
                out.enter(f, &uses, &around, cut);
            }
        }
        any.then_some(out)
    }

    fn enter(&mut self, f: &Mapped, uses: &[Option<&Region>], around: &[usize], cut: &Cut) {
        let code: Vec<usize> = (around.iter().copied())
            .filter(|i| f.regions[*i].kind == RegionKind::Code)
            .collect();
        let mut open = vec![0; f.counters as usize];
        for i in &code {
            if let Times::Counter(c) = f.regions[*i].times {
                if let Some(n) = open.get_mut(c as usize) {
                    *n = 1;
                }
            }
        }
        let open = Values::with(f, &open);
        let counted_in = |t: Times| open.signed(t).clamp(0, 1) as u64 * cut.times;
        for (i, r) in f.regions.iter().enumerate() {
            // Of a macro: where it is used.
            let mut at = r;
            for _ in 0..=uses.len() {
                match uses.get(at.file as usize) {
                    Some(Some(used)) => at = used,
                    _ => break,
                }
            }
            let behind = match r.kind {
                // The place is in the condition, or in front of it.
                RegionKind::Branch => at.end > cut.at,
                _ => at.start > cut.at,
            };
            if behind {
                self.less[i][0] += counted_in(r.times);
                self.less[i][1] += counted_in(r.otherwise);
            }
        }
        self.steps(f, &code, cut);
        for &i in &code {
            let whole = &f.regions[i];
            // The rest begins behind what is in it around the place.
            let inner = around.iter().filter(|j| {
                let r = &f.regions[**j];
                let same = (r.start, r.end) == (whole.start, whole.end);
                **j != i
                    && !same
                    && r.file == whole.file
                    && whole.start <= r.start
                    && r.end <= whole.end
            });
            let next = (cut.at.0, cut.at.1 + 1);
            let from = inner.map(|j| f.regions[*j].end).fold(next, Ord::max);
            if from < whole.end {
                self.rests.push((i, from, cut.times));
            }
        }
    }

    /// The step of a `for` stands in front of the body, comes after it and has its number.
    fn steps(&mut self, f: &Mapped, code: &[usize], cut: &Cut) {
        for (k, &i) in code.iter().enumerate() {
            let body = &f.regions[i];
            let outer = |j: &usize| f.regions[*j].times == body.times;
            if !matches!(body.times, Times::Counter(_)) || code[..k].iter().any(outer) {
                continue;
            }
            for (j, r) in f.regions.iter().enumerate() {
                let code = r.kind == RegionKind::Code && r.file == body.file;
                if code && r.times == body.times && r.end <= body.start {
                    self.less[j][0] += cut.times;
                }
            }
        }
    }

    /// The number of a region and of its other side without what is too much.
    pub(super) fn take(&self, i: usize, counted: &mut Counted) {
        let [less, other] = self.less[i];
        counted.times = reduced(counted.times, less);
        counted.otherwise = reduced(counted.otherwise, other);
    }

    /// The rests of a region, each within the one before.
    pub(super) fn rests(&self, i: usize, whole: &Counted) -> Vec<Counted> {
        let mut of: Vec<_> = self.rests.iter().filter(|r| r.0 == i).collect();
        of.sort_by_key(|r| r.1);
        let mut times = whole.times;
        of.iter()
            .map(|&&(_, start, less)| {
                times = reduced(times, less);
                let region = Region {
                    start,
                    ..whole.region
                };
                Counted {
                    region,
                    times,
                    otherwise: 0,
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
