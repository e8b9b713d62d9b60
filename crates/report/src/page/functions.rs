//! The table per function: how much of each a run covered.
//!
//! Idea: a function is the lines of its file from its first to its last line with
//! code, and what is covered of the file is cut to them. So the same table is made
//! of an exploration and of native runs, which do not agree in what is a line with
//! code. Alternative: counts per function from the engines, which native coverage
//! would have to be asked for a second time.
//! Cost: a search in the lines of the file for each function.

use super::outcome::covered;
use super::{CoveredFunction, Page, MAX_FUNCTIONS};
use ep_base::outcome::Outcome;

/// A function of the program with the lines of its body.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Function {
    pub file: String,
    pub first: u32,
    pub last: u32,
    pub name: String,
}

/// Adds the table to a page.
pub fn functions(page: &mut Page, all: &[Function], outcome: &Outcome) {
    let files = covered(outcome);
    let mut rows: Vec<CoveredFunction> = (all.iter())
        .filter_map(|f| {
            let c = files.get(&f.file)?;
            let within = |lines: &[u32]| {
                let lines = lines.iter();
                lines.filter(|n| (f.first..=f.last).contains(n)).count()
            };
            let (hit, missed) = (within(&c.covered), within(&c.missed));
            let total = hit + missed;
            let branches = c.branches.iter();
            let branches = branches.filter(|b| (f.first..=f.last).contains(&b.line));
            let (taken, sides) = branches.fold((0, 0), |(t, n), b| (t + b.taken, n + b.total));
            (total > 0).then(|| CoveredFunction {
                name: f.name.clone(),
                file: f.file.clone(),
                line: f.first,
                covered: hit,
                total,
                percent: (100 * hit).checked_div(total).unwrap_or(100),
                taken,
                branches: sides,
            })
        })
        .collect();
    page.more_functions = rows.len().saturating_sub(MAX_FUNCTIONS);
    if page.more_functions > 0 {
        rows.sort_by_key(|r| std::cmp::Reverse(r.total - r.covered));
        rows.truncate(MAX_FUNCTIONS);
    }
    rows.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    page.functions = rows;
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::{BranchCoverage, Exactness, FileCoverage, Statistics, Verdict};

    #[test]
    fn what_is_covered_is_parted_by_the_functions() {
        let file = FileCoverage {
            covered: vec![3, 4, 9],
            missed: vec![5, 10],
            branches: vec![BranchCoverage {
                line: 4,
                taken: 1,
                total: 2,
            }],
        };
        let outcome = Outcome {
            verdict: Verdict::Proved,
            exactness: Exactness::EXACT,
            assumptions: vec![],
            bugs: vec![],
            incomplete: vec![],
            statistics: Statistics::default(),
            coverage: [("a.c".to_string(), file)].into(),
            counted: Default::default(),
            measured: None,
            stopped: None,
            hints: vec![],
        };
        let function = |name: &str, first, last| Function {
            file: "a.c".into(),
            first,
            last,
            name: name.into(),
        };
        let mut page = Page::default();
        let all = [function("g", 9, 10), function("f", 3, 5)];
        functions(&mut page, &all, &outcome);
        let told: Vec<_> = (page.functions.iter())
            .map(|f| (&f.name[..], f.covered, f.total, f.taken, f.branches))
            .collect();
        assert_eq!(told, [("f", 2, 3, 1, 2), ("g", 1, 2, 0, 0)]);
    }
}
