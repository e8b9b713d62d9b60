//! What paths leave behind when they end: tests, findings (one per site, of
//! all workers), gaps, and the record of the path for the journal. What the
//! merging engine (`bmc`) does alike stands behind the `impl`.

use crate::forking::counting::Counting;
use crate::forking::driver::State;
use crate::forking::engine::Engine;
use crate::forking::journal::put_path;
use crate::forking::places::NOWHERE;
use crate::forking::portable::model;
use crate::forking::search::Waiting;
use crate::merge::Owes;
use crate::outcome::describe::{bug as bug_of, count_gaps, end_text, not_followed, place, site};
use crate::outcome::left::LeavesBehind;
use crate::outcome::{PathView, AGAIN};
use crate::view::tree::Record;
use ep_base::outcome::{Bug, Exactness, Input, PathEnd, Place, TestCase};
use ep_base::Diagnostic;
use ep_ir::{FuncId, LocId};
use ep_machine::machine::Violation;
use ep_machine::options::Entry;
use std::sync::atomic::Ordering::Relaxed;

/// Bytes of path records that a worker keeps; the rest is counted only.
const RECORDS: u64 = 32 << 20;

impl Engine<'_> {
    /// A path has ended.
    pub(crate) fn end(&mut self, st: &mut State, end: PathEnd) -> Result<(), Diagnostic> {
        let done = self.ended(st, end);
        self.machine.found.returned = None;
        done
    }

    fn ended(&mut self, st: &mut State, end: PathEnd) -> Result<(), Diagnostic> {
        if matches!(end, PathEnd::Exit { .. } | PathEnd::Silent) && !self.count_path() {
            // Another worker took the last path that the limit allows: this
            // one waits, as if it had not been run to its end.
            let p = self.portable(st);
            self.waiting.add(Waiting::Spilled(p), NOWHERE);
            return Ok(());
        }
        // A violation has its test when it is found; not for what came before.
        let owed = end != PathEnd::Repeated && st.extra.pays();
        st.new_coverage |= owed;
        self.totals.over |= st.exactness.over;
        self.totals.under |= st.exactness.under;
        self.totals.assumptions |= st.assumptions;
        if self.machine.driver.tree.is_some() {
            let error = matches!(end, PathEnd::Error { .. });
            let text = end_text(&end);
            self.machine.record_end(st, text, error);
        }
        if self.machine.found.gaps.is_empty() {
            // No path is left out without a word.
            if let Some(what) = not_followed(&end) {
                self.machine.gap(st, what);
            }
        }
        self.take_gaps();
        if !matches!(end, PathEnd::Error { .. }) {
            self.observer.path(&PathView {
                pool: &self.machine.cx.pool,
                condition: &st.pc,
                inputs: &st.inputs,
                end: &end,
                exactness: st.exactness,
            });
        }
        match &end {
            PathEnd::Exit { .. } | PathEnd::Silent => {
                self.totals.statistics.paths_complete += 1;
            }
            PathEnd::Infeasible => {
                self.totals.statistics.paths_assumed_away += 1;
                // What it covered before is part of what is reported. (A test
                // of an entry function is called and must return.)
                let whole = matches!(self.machine.options.entry, Entry::Main { .. });
                if whole && st.new_coverage && st.pc.has_model() {
                    self.tests_of(st, &end)?;
                }
                // For the tree.
                let place = (st.top.func, self.machine.loc(st));
                self.record(st, &end, place, 0);
                return Ok(());
            }
            PathEnd::Repeated => {
                self.totals.statistics.paths_repeated += 1;
                // For the tree. A test of it ends nowhere.
                let place = (st.top.func, self.machine.loc(st));
                self.record(st, &end, place, 0);
                return Ok(());
            }
            // Counted where it was recorded.
            PathEnd::Error { .. } => {
                self.tests_and(st, &end, owed)?;
                return Ok(());
            }
            _ => self.totals.statistics.paths_incomplete += 1,
        }
        let place = (st.top.func, self.machine.loc(st));
        let test = self.tests_of(st, &end)?;
        self.record(st, &end, place, test);
        Ok(())
    }

    /// Writes the tests of a path that ended; the number of the last, or 0.
    pub(crate) fn tests_of(&mut self, st: &mut State, end: &PathEnd) -> Result<u64, Diagnostic> {
        let own = match end {
            // The violation has one.
            PathEnd::Error { .. } => false,
            _ => self.machine.options.all_tests || st.new_coverage,
        };
        self.tests_and(st, end, own)
    }

    /// The same with or without one of its own.
    fn tests_and(&mut self, st: &mut State, end: &PathEnd, own: bool) -> Result<u64, Diagnostic> {
        let owed = self.machine.reach_goals(st, &st.extra.goals);
        let own = (own && owed.is_empty()).then(|| st.pc.clone());
        let (func, loc) = (st.top.func, self.machine.loc(st));
        let mut test = 0;
        for pc in owed.into_iter().chain(own) {
            let whole = std::mem::replace(&mut st.pc, pc);
            let left_early = self.machine.found.returned.is_none()
                && matches!(self.machine.options.entry, Entry::Function { .. });
            let case = TestCase {
                id: self.shared.next_test(),
                end: end.clone(),
                place: place(&self.machine.program.module, func, loc),
                inputs: st.inputs.concrete(&self.machine.cx.pool, &st.pc),
                left: self.machine.left_behind(st),
                left_early,
            };
            st.pc = whole;
            test = case.id;
            self.test(&case)?;
        }
        Ok(test)
    }

    /// Counts a path that is complete; false if the limit is reached.
    fn count_path(&mut self) -> bool {
        let n = self.shared.paths.fetch_add(1, Relaxed);
        let over = self.budget.max_paths.is_some_and(|m| n >= m);
        if over {
            self.shared.paths.fetch_sub(1, Relaxed);
        }
        !over
    }

    fn test(&mut self, test: &TestCase) -> Result<(), Diagnostic> {
        self.totals.statistics.tests += 1;
        if self.shared.keeps() {
            self.tests.push(test.id);
        }
        if let Some(tally) = self.tally {
            let machine = &self.machine;
            let counting = self.counting.get_or_insert_with(|| {
                Counting::new(&machine.program.module, &machine.options, tally)
            });
            counting.run(test, self.start.elapsed());
        }
        self.observer.test(test)
    }

    /// The record of a path for the journal.
    fn record(&mut self, st: &State, end: &PathEnd, place: (FuncId, LocId), test: u64) {
        if !self.may_record() {
            return;
        }
        put_path(
            &mut self.paths,
            end,
            place,
            test,
            st.instructions,
            st.exactness,
        );
        let (pool, table) = (&self.machine.cx.pool, &self.machine.input_table);
        let values = model(pool, table, st.inputs.iter(), &st.pc, st.uninit_count > 0);
        let decisions = st.log.to_vec();
        self.paths.trail(&decisions, st.log.trace(), &values);
    }

    fn may_record(&mut self) -> bool {
        if !self.shared.keeps() {
            return false;
        }
        let full = self.recorded + self.paths.0.len() as u64 > RECORDS;
        self.totals.paths_not_kept += u64::from(full);
        !full
    }

    pub(crate) fn take_gaps(&mut self) {
        let gaps = std::mem::take(&mut self.machine.found.gaps);
        count_gaps(&self.machine.program.module, gaps, &mut self.totals.gaps);
    }

    pub(crate) fn take_violations(&mut self) -> Result<(), Diagnostic> {
        for v in std::mem::take(&mut self.machine.found.violations) {
            self.totals.statistics.paths_error += 1;
            self.shared.paths.fetch_add(1, Relaxed);
            let test = self.violation(&v)?;
            self.record_violation(&v, test);
        }
        Ok(())
    }

    fn record_violation(&mut self, v: &Violation, test: u64) {
        let Some(trail) = &v.trail else { return };
        if !self.may_record() {
            return;
        }
        let site = v.stack.first().map_or((FuncId(0), v.loc), |s| *s);
        let end = PathEnd::Error { error: v.kind };
        put_path(&mut self.paths, &end, site, test, 0, v.exactness);
        let (pool, table) = (&self.machine.cx.pool, &self.machine.input_table);
        let any = table.any_uninit();
        let values = model(pool, table, v.inputs.iter(), &v.pc, any);
        self.paths.trail(&trail.decisions, trail.trace, &values);
    }

    /// Enters a violation into the table; returns the number of its test.
    fn violation(&mut self, v: &Violation) -> Result<u64, Diagnostic> {
        self.observer.path(&PathView {
            pool: &self.machine.cx.pool,
            condition: &v.pc,
            inputs: &v.inputs,
            end: &PathEnd::Error { error: v.kind },
            exactness: v.exactness,
        });
        let module = &self.machine.program.module;
        let (func, loc) = site(module, v);
        let key = (v.kind, loc, func);
        let mut table = self.shared.bugs();
        let next = table.bugs.len();
        let seen = *table.index.entry(key).or_insert(next);
        if self.totals.bug_paths.len() <= seen {
            self.totals.bug_paths.resize(seen + 1, 0);
        }
        self.totals.bug_paths[seen] += 1;
        let among_first = self.totals.bug_paths[seen] <= AGAIN;
        // The verdict does not depend on which of its paths came first.
        let doubt = |e: Exactness| 2 * u8::from(e.over) + u8::from(e.under);
        let better = |b: &Bug| doubt(v.exactness) < doubt(b.exactness);
        if let Some(bug) = table.bugs.get(seen) {
            // What the path covered first is covered by no other test.
            if !self.machine.options.all_tests && !better(bug) && !v.new_coverage {
                drop(table);
                if among_first {
                    let inputs = v.inputs.concrete(&self.machine.cx.pool, &v.pc);
                    let test = error_test(v, place(module, func, loc), 0, inputs);
                    let mut again = bug_of(module, v, &test);
                    // There is no test of this path.
                    again.test.clear();
                    self.observer.again(&again);
                }
                return Ok(0);
            }
        }
        let inputs = v.inputs.concrete(&self.machine.cx.pool, &v.pc);
        let test = error_test(v, place(module, func, loc), self.shared.next_test(), inputs);
        let id = test.id;
        let name = format!("test{id:06}");
        let mut new = None;
        let mut again = None;
        match table.bugs.get_mut(seen) {
            Some(b) => {
                again = among_first.then(|| bug_of(module, v, &test));
                if better(b) {
                    b.exactness = v.exactness;
                    b.inputs.clone_from(&test.inputs);
                    b.test = name;
                }
            }
            None => {
                let bug = bug_of(module, v, &test);
                new = Some(bug.clone());
                table.bugs.push(bug);
            }
        }
        drop(table);
        self.test(&test)?;
        if let Some(bug) = new {
            self.observer.bug(&bug);
        }
        if let Some(bug) = again {
            self.observer.again(&bug);
        }
        Ok(id)
    }
}

/// The test of a path that ended with an error.
fn error_test(v: &Violation, place: Place, id: u64, inputs: Vec<Input>) -> TestCase {
    TestCase {
        id,
        end: PathEnd::Error { error: v.kind },
        place,
        inputs,
        left: None,
        left_early: false,
    }
}
