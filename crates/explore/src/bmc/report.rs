//! What a run of `check` found, as the plain structs that all verbs share.

use super::driver::State;
use super::run::Run;
use super::{Argument, Checked, Reached};
use crate::outcome::describe as findings;
use crate::outcome::process::cpu_time;
use crate::outcome::verdict::ways_out;
use crate::outcome::{Exploration, PathView};
use ep_base::outcome::{Exactness, Outcome, PathEnd, Place, TestCase, Verdict};
use ep_base::words::count;
use ep_base::{Diagnostic, StopReason};
use ep_ir::{FuncId, LocId};
use ep_machine::machine::{Deferred, Violation};

/// Conflicts that a test for one block may cost.
const COVER_CONFLICTS: u64 = 50_000;

impl Run<'_> {
    pub(super) fn take_gaps(&mut self) {
        let gaps = std::mem::take(&mut self.machine.found.gaps);
        findings::count_gaps(&self.machine.program.module, gaps, &mut self.left.gaps);
    }

    pub(super) fn take_violations(&mut self) -> Result<(), Diagnostic> {
        if let Some(met) = self.activity.met() {
            met.violations.append(&mut self.machine.found.violations);
            return Ok(());
        }
        for v in std::mem::take(&mut self.machine.found.violations) {
            if !v.pc.has_model() && !self.holds(&v.pc) {
                // Nobody knows yet whether its path is possible.
                let cond = self.machine.cx.pool.tru();
                self.left.deferred.push(Deferred { cond, violation: v });
                continue;
            }
            self.found_one(v)?;
        }
        Ok(())
    }

    /// A violation; one of an arbitrary state only ends the proof.
    pub(super) fn found_one(&mut self, v: Violation) -> Result<(), Diagnostic> {
        if self.activity.proves() && v.exactness.over {
            let path: Vec<ep_term::TermId> = v.pc.conjuncts().collect();
            let machine = &mut self.machine;
            let all = machine.cx.pool.tru();
            // A model that is wrong about a product is none.
            let products = &mut machine.driver.products;
            if products.exclude(&mut machine.cx, &path, all) {
                return Ok(());
            }
            let (func, loc) = findings::site(&self.machine.program.module, &v);
            let place = self.place(func, loc);
            self.fail(format!("{} at line {}", v.message, place.line));
            return Ok(());
        }
        self.statistics.paths_error += 1;
        self.violation(v)
    }

    /// A test for a block that was reached for the first time.
    pub(super) fn cover(&mut self, st: &State) -> Result<(), Diagnostic> {
        let mut pc = st.pc.clone();
        if !pc.has_model() && !self.find_model(&mut pc) {
            // Nobody has shown yet that it can be reached.
            return Ok(());
        }
        let loc = self.machine.loc(st);
        let test = TestCase {
            id: self.next_test,
            end: PathEnd::Exit { status: None },
            place: self.place(st.top.func, loc),
            inputs: st.inputs.concrete(&self.machine.cx.pool, &pc),
            left: None,
            left_early: false,
        };
        self.next_test += 1;
        self.statistics.tests += 1;
        self.observer.test(&test)
    }

    /// Asks for a model of a path that has none, because the effort for its
    /// last branch was not enough.
    fn find_model(&mut self, pc: &mut ep_smt::PathCondition) -> bool {
        let mut any = self.machine.cx.pool.tru();
        for c in pc.conjuncts().collect::<Vec<_>>() {
            any = self.machine.cx.pool.and(any, c);
        }
        match self.solve(any, COVER_CONFLICTS) {
            ep_smt::Side::Feasible(w) => {
                self.machine.cx.smt.prefer(pc, &w);
                self.holds(pc)
            }
            _ => false,
        }
    }

    pub(super) fn violation(&mut self, v: Violation) -> Result<(), Diagnostic> {
        self.observer.path(&PathView {
            pool: &self.machine.cx.pool,
            condition: &v.pc,
            inputs: &v.inputs,
            end: &PathEnd::Error { error: v.kind },
            exactness: v.exactness,
        });
        let (func, loc) = findings::site(&self.machine.program.module, &v);
        let key = (v.kind, loc, func);
        if let Some(&i) = self.bug_index.get(&key) {
            self.bugs[i].paths += 1;
            return Ok(());
        }
        if !self.holds(&v.pc) {
            // No model is believed that does not satisfy what it is for.
            self.machine.found.gaps.push(ep_machine::machine::Gap {
                what: format!("the input of a {} could not be confirmed", v.kind),
                loc,
                func,
            });
            return Ok(());
        }
        let inputs = v.inputs.concrete(&self.machine.cx.pool, &v.pc);
        let test = TestCase {
            id: self.next_test,
            end: PathEnd::Error { error: v.kind },
            place: self.place(func, loc),
            inputs,
            left: None,
            left_early: false,
        };
        self.next_test += 1;
        self.statistics.tests += 1;
        self.observer.test(&test)?;
        let bug = findings::bug(&self.machine.program.module, &v, &test);
        self.observer.bug(&bug);
        self.bug_index.insert(key, self.bugs.len());
        self.bugs.push(bug);
        Ok(())
    }

    fn holds(&self, pc: &ep_smt::PathCondition) -> bool {
        let mut e = ep_term::Evaluator::new();
        let pool = &self.machine.cx.pool;
        let mut all = pc.conjuncts();
        let bits = |e: &mut ep_term::Evaluator, c| e.continue_bits(pool, c, pc) == Some(1);
        all.all(|c| bits(&mut e, c))
    }

    pub(super) fn place(&self, func: FuncId, loc: LocId) -> Place {
        findings::place(&self.machine.program.module, func, loc)
    }

    pub(super) fn update_statistics(&mut self) {
        let s = &mut self.statistics;
        findings::count_work(&self.machine, s);
        s.time_explore_us = self.start.elapsed().as_micros() as u64;
        s.cpu_explore_us = cpu_time().as_micros() as u64;
        findings::count_covered(&self.machine, &self.source, s);
    }

    /// The result.
    pub(super) fn finish(
        mut self,
        stopped: Option<StopReason>,
        argument: Option<Argument>,
        reached: Option<Reached>,
    ) -> Result<Checked, Diagnostic> {
        self.take_gaps();
        self.update_statistics();
        let coverage = self.source.files(&self.machine.coverage);
        let verdict = self.verdict(stopped, argument.as_ref(), reached.as_ref());
        let argument = argument.filter(|_| verdict == Verdict::Proved);
        let induction = argument.as_ref().is_some_and(Argument::is_abstract);
        let under = stopped.is_some()
            || self.left.exactness.under
            || !self.left.gaps.is_empty()
            || (reached.is_some() && !induction);
        let modular = matches!(&argument, Some(Argument::Induction { contracts, .. }) if !contracts.is_empty());
        let outcome = Outcome {
            assumptions: self.assumption_list(modular),
            verdict,
            exactness: Exactness {
                over: self.left.exactness.over || induction,
                under,
            },
            bugs: self.bugs,
            hints: ways_out(self.left.gaps.keys()).into_iter().collect(),
            incomplete: self.left.gaps.into_iter().collect(),
            statistics: self.statistics,
            coverage,
            counted: Default::default(),
            measured: None,
            stopped,
        };
        let no_proof = match (self.proofs.why_not, self.proofs.lists) {
            (Some(why), Some(lists)) => Some(format!("{why}; over lists of any length: {lists}")),
            (why, lists) => why.or(lists),
        };
        let exploration = Exploration {
            outcome,
            tree: None,
        };
        self.observer.done(self.machine.cx.pool);
        Ok(Checked {
            exploration,
            argument,
            no_proof,
            reached: reached.filter(|_| !induction),
        })
    }

    fn verdict(
        &self,
        stopped: Option<StopReason>,
        argument: Option<&Argument>,
        reached: Option<&Reached>,
    ) -> Verdict {
        if self.bugs.iter().any(|b| !b.exactness.over) {
            return Verdict::Violated;
        }
        let unknown = |reason: String| Verdict::Unknown { reason };
        if !self.bugs.is_empty() {
            return unknown("a violation was found only on paths that are not exact".into());
        }
        let options = &self.machine.options;
        let one = match options.closed {
            true => None,
            false => {
                let module = &self.machine.program.module;
                crate::outcome::verdict::given(options, module, self.left.assumptions)
            }
        };
        let one = one.map(|given| {
            format!("no violation, but that is shown for one environment only: {given}")
        });
        // Up to what the surroundings were taken to be, where they have a bound.
        let shown = match crate::outcome::verdict::bound(self.left.assumptions) {
            Some(bound) if !options.closed => Verdict::ProvedUpTo { bound },
            _ => Verdict::Proved,
        };
        if argument.is_some_and(Argument::is_abstract) {
            return one.map_or(shown, unknown);
        }
        if let Some(r) = stopped {
            let why = r.words();
            return unknown(match reached {
                Some(r) => format!("{why}; no violation up to {}", count(r.bound, "round")),
                None => why.to_string(),
            });
        }
        if let Some((g, _)) = self.left.gaps.iter().max_by_key(|(_, n)| **n) {
            let others = self.left.gaps.len() - 1;
            let more = match others {
                0 => String::new(),
                n => format!(" and {}", count(n, "more reason")),
            };
            return unknown(format!("{}{more}", g.what));
        }
        if self.statistics.paths_incomplete > 0 {
            return unknown("some paths were not followed to their end".into());
        }
        if self.left.exactness.under {
            return unknown("some behaviours were left out; see the assumptions".into());
        }
        if let Some(why) = one {
            return unknown(why);
        }
        match reached {
            Some(r) => Verdict::ProvedUpTo {
                bound: u64::from(r.bound),
            },
            None => shown,
        }
    }

    /// What was assumed. A proof by contracts is one for any memory of the
    /// entry, if that has a contract.
    fn assumption_list(&self, modular: bool) -> Vec<String> {
        let m = &self.machine;
        let entry = super::prove::entry(m);
        let any = modular && entry.is_some_and(|f| self.annotated.contracts.contains(&f));
        let mut list = crate::outcome::verdict::assumptions(
            &m.options,
            &m.program.module,
            self.left.assumptions,
        );
        list.retain(|a| !(any && a.starts_with("pointer parameters of")));
        list
    }
}
