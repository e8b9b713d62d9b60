//! A switch on a symbolic value: one question to the solver for all targets.
//!
//! Cases that lead to the same block are one path (as KLEE's are), so that a
//! switch makes as many paths as it has distinct reachable targets.

use crate::code::{Program, SwitchTable};
use crate::coverage::CASE;
use crate::decision::Decision;
use crate::driver::Driver;
use crate::machine::{Halt, Machine, Step};
use crate::state::State;
use crate::value::Value;
use ep_base::outcome::PathEnd;
use ep_smt::{Side, Witness};
use ep_term::TermId;
use std::rc::Rc;

impl<D: Driver> Machine<D> {
    /// Goes to the target of the value.
    pub fn switch(
        &mut self,
        _program: &Rc<Program>,
        st: &mut State<D>,
        v: Value,
        table: &SwitchTable,
    ) -> Step<()> {
        let v = self.observe(st, v);
        if let Some(x) = self.cx.concrete_bits(v) {
            let to = table
                .cases
                .iter()
                .find(|c| c.0 == x)
                .map_or(table.default, |c| c.1);
            st.new_coverage |= self.coverage.side(table.side(to), CASE);
            st.top.ip = to;
            return Ok(());
        }
        let t = self.term(st, v, table.width);
        self.check_initialised(st, t, "decides a switch")?;
        // Conditions by target, in order of first appearance; default last.
        let mut targets: Vec<(u32, TermId)> = Vec::new();
        let mut default = self.cx.pool.tru();
        for (value, to) in &table.cases {
            let k = if self.cx.pool.sort(t) == ep_term::Sort::Int {
                let shift = 128 - table.width;
                self.cx.pool.int_i128(((*value << shift) as i128) >> shift)
            } else {
                self.cx.pool.bv(table.width, *value)
            };
            let is = self.cx.pool.eq(t, k);
            let not = self.cx.pool.not(is);
            default = self.cx.pool.and(default, not);
            if *to == table.default {
                continue;
            }
            match targets.iter_mut().find(|x| x.0 == *to) {
                Some(x) => x.1 = self.cx.pool.or(x.1, is),
                None => targets.push((*to, is)),
            }
        }
        // Cases that lead to the default's block belong to it.
        let mut rest = self.cx.pool.tru();
        for (_, c) in &targets {
            let not = self.cx.pool.not(*c);
            rest = self.cx.pool.and(rest, not);
        }
        targets.push((table.default, rest));
        self.choose(st, &targets, table)
    }

    fn choose(
        &mut self,
        st: &mut State<D>,
        targets: &[(u32, TermId)],
        table: &SwitchTable,
    ) -> Step<()> {
        match self.replayed(st) {
            Some(Decision::Case { index, forked }) => {
                let Some(&(to, cond)) = targets.get(index as usize) else {
                    return Err(self.lost(st));
                };
                if forked {
                    st.depth += 1;
                    self.assume_replayed(st, cond);
                    D::forked(self, st);
                }
                st.new_coverage |= self.coverage.side(table.side(to), CASE);
                st.top.ip = to;
                return Ok(());
            }
            Some(_) => return Err(self.lost(st)),
            None => {}
        }
        let conds: Vec<TermId> = targets.iter().map(|t| t.1).collect();
        let sides = self.driver.switch(&mut self.cx, st, &conds);
        let mut feasible: Vec<(usize, Witness)> = Vec::new();
        let mut unknown = None;
        for (i, side) in sides.into_iter().enumerate() {
            match side {
                Side::Feasible(w) => feasible.push((i, w)),
                Side::Infeasible => {}
                Side::Unknown(reason) => unknown = Some(reason),
            }
        }
        if unknown.is_some() && self.clock.ends() {
            return Err(Box::new(Halt::Late));
        }
        if let Some(reason) = &unknown {
            self.gap(st, format!("the solver gave no answer ({reason})"));
        }
        let forked = feasible.len() > 1 || unknown.is_some();
        if forked
            && self
                .options
                .max_depth
                .is_some_and(|m| u64::from(st.depth) >= m)
        {
            self.gap(st, "depth limit (--max-depth)");
            return Err(Halt::end(PathEnd::Depth));
        }
        let Some((first, w)) = feasible.first().cloned() else {
            return Err(Halt::end(PathEnd::SolverUnknown {
                reason: unknown.unwrap_or_else(|| "no case of a switch is feasible".into()),
            }));
        };
        if !forked {
            st.decide(Decision::Case {
                index: first as u32,
                forked: false,
            });
            st.new_coverage |= self.coverage.side(table.side(targets[first].0), CASE);
            st.top.ip = targets[first].0;
            return Ok(());
        }
        D::forked(self, st);
        // All forks start from the state before the choice.
        let mut others = Vec::new();
        let depth = st.depth + 1;
        for (i, w) in feasible.into_iter().skip(1) {
            self.forks += 1;
            let mut b = st.fork();
            b.depth = depth;
            b.side = Some((table.side(targets[i].0), CASE));
            b.decide(Decision::Case {
                index: i as u32,
                forked: true,
            });
            b.top.ip = targets[i].0;
            others.push((b, targets[i].1, w));
        }
        st.depth = depth;
        st.decide(Decision::Case {
            index: first as u32,
            forked: true,
        });
        self.assume(st, targets[first].1, w);
        st.new_coverage |= self.coverage.side(table.side(targets[first].0), CASE);
        st.top.ip = targets[first].0;
        for (mut b, cond, w) in others {
            self.assume(&mut b, cond, w);
            self.found.spawned.push(b);
        }
        Ok(())
    }
}
