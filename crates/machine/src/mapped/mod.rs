//! Lines and branches that are covered, from how often the counters of a program
//! grew: what `llvm-cov` tells of the same counts.
//!
//! Idea: each region of the source has a number, which is computed from the
//! counters of its function as clang says; the regions of a file, of all
//! functions in it, become segments ([`segments`]) and these lines
//! ([`lines`]). Branches in macros belong to the line where the macro of the
//! outermost level is used.
//! Source: LLVM 19, `CoverageMapping.cpp` and `CoverageExporterLcov.cpp`.
//! Alternative: to call LLVM's tools, which want a file of a native run. Cost:
//! regions times the logarithm of their number, each time that it is asked.

pub mod cut;
mod lines;
mod segments;

use cut::{Cut, Cuts};
use ep_base::outcome::{BranchCoverage, FileCoverage};
use ep_ir::mapping::{Mapped, Mapping, Region, RegionKind, Times};
use std::collections::BTreeMap;

/// A region with its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub region: Region,
    pub times: u64,
    pub otherwise: u64,
}

/// What is covered where the counters of the whole program are `counts` and runs ended in
/// the middle at `cuts`.
pub fn files(mapping: &Mapping, counts: &[u64], cuts: &[Cut]) -> BTreeMap<String, FileCoverage> {
    let mut regions: Vec<Vec<Counted>> = vec![Vec::new(); mapping.files.len()];
    let mut branches: Vec<Vec<(u32, Counted)>> = vec![Vec::new(); mapping.files.len()];
    for f in &mapping.functions {
        let values = Values::of(f, counts);
        let uses = uses(f);
        let ended = Cuts::of(f, &values, cuts);
        for (i, r) in f.regions.iter().enumerate() {
            let Some(&file) = f.files.get(r.file as usize) else {
                continue;
            };
            let mut counted = Counted {
                region: *r,
                times: values.of_times(r.times),
                otherwise: values.of_times(r.otherwise),
            };
            if let Some(ended) = &ended {
                ended.take(i, &mut counted);
            }
            if r.kind != RegionKind::Branch {
                if let Some(all) = regions.get_mut(file as usize) {
                    all.push(counted);
                    let rests = ended.as_ref().map(|e| e.rests(i, &counted));
                    all.extend(rests.unwrap_or_default());
                }
                continue;
            }
            if (r.times, r.otherwise) == (Times::Zero, Times::Zero) {
                // The condition is a constant.
                continue;
            }
            // Of a macro: the line of its use in a source.
            let Some((line, source)) = used_at(&uses, r) else {
                continue;
            };
            let at = f.files.get(source as usize).copied();
            if let Some(all) = at.and_then(|n| branches.get_mut(n as usize)) {
                all.push((line, counted));
            }
        }
    }
    let mut out = BTreeMap::new();
    let of_files = regions.iter_mut().zip(&mut branches);
    for (name, (regions, branches)) in mapping.files.iter().zip(of_files) {
        if name.is_empty() || regions.is_empty() {
            continue;
        }
        let mut file = FileCoverage::default();
        for (line, n) in lines::of(&segments::of(regions)) {
            match n {
                0 => file.missed.push(line),
                _ => file.covered.push(line),
            }
        }
        file.branches = by_line(branches);
        out.insert(name.clone(), file);
    }
    out
}

/// The region that each file of a function is expanded from; none for a source.
fn uses(f: &Mapped) -> Vec<Option<&Region>> {
    let mut out = vec![None; f.files.len()];
    for r in f.regions.iter().rev() {
        if r.kind == RegionKind::Expansion {
            if let Some(slot) = out.get_mut(r.expanded as usize) {
                *slot = Some(r);
            }
        }
    }
    out
}

/// The line of a branch, and the file of the source that it is in.
fn used_at(uses: &[Option<&Region>], branch: &Region) -> Option<(u32, u32)> {
    let mut at = branch;
    // Macros in macros are no deeper than there are files.
    for _ in 0..=uses.len() {
        match uses.get(at.file as usize)? {
            Some(r) => at = r,
            None => return Some((at.start.0, at.file)),
        }
    }
    None
}

/// Sides by line; a condition that is constant has none.
fn by_line(branches: &mut [(u32, Counted)]) -> Vec<BranchCoverage> {
    branches.sort_by_key(|b| b.0);
    let mut out: Vec<BranchCoverage> = Vec::new();
    for (line, b) in branches.iter() {
        if out.last().is_none_or(|l| l.line != *line) {
            out.push(BranchCoverage {
                line: *line,
                ..BranchCoverage::default()
            });
        }
        if let Some(last) = out.last_mut() {
            last.total += 2;
            last.taken += u32::from(b.times > 0) + u32::from(b.otherwise > 0);
        }
    }
    out
}

/// The values of the expressions of a function.
struct Values<'a> {
    counters: &'a [u64],
    /// Of sums and of differences.
    known: Vec<[i64; 2]>,
}

impl<'a> Values<'a> {
    fn of(f: &Mapped, counts: &'a [u64]) -> Values<'a> {
        let first = f.first as usize;
        let counters = counts.get(first..first + f.counters as usize);
        Values::with(f, counters.unwrap_or_default())
    }

    /// With the counters of this function.
    fn with(f: &Mapped, counters: &'a [u64]) -> Values<'a> {
        let mut out = Values {
            counters,
            known: vec![[0; 2]; f.expressions.len()],
        };
        let mut done = vec![false; f.expressions.len()];
        // Sides first, in a loop: a long function has deep expressions.
        let mut stack: Vec<(usize, bool)> = Vec::new();
        for i in 0..f.expressions.len() {
            stack.push((i, false));
            while let Some((i, ready)) = stack.pop() {
                let Some(&(a, b)) = f.expressions.get(i) else {
                    continue;
                };
                if ready {
                    let (a, b) = (out.signed(a), out.signed(b));
                    out.known[i] = [a.wrapping_add(b), a.wrapping_sub(b)];
                    continue;
                }
                if std::mem::replace(&mut done[i], true) {
                    continue;
                }
                stack.push((i, true));
                for side in [a, b] {
                    if let Times::Sum(j) | Times::Difference(j) = side {
                        if done.get(j as usize) == Some(&false) {
                            stack.push((j as usize, false));
                        }
                    }
                }
            }
        }
        out
    }

    fn signed(&self, t: Times) -> i64 {
        let known = |i: u32| self.known.get(i as usize).copied().unwrap_or_default();
        match t {
            Times::Zero => 0,
            Times::Counter(i) => self.counters.get(i as usize).map_or(0, |n| *n as i64),
            Times::Sum(i) => known(i)[0],
            Times::Difference(i) => known(i)[1],
        }
    }

    /// What is below zero, where a run ended in the middle, counts as LLVM's
    /// tools count it.
    fn of_times(&self, t: Times) -> u64 {
        self.signed(t) as u64
    }
}

#[cfg(test)]
mod tests;
