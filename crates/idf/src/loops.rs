//! Loops with invariants.
//!
//! The invariants are consumed before the loop; its body is executed for arbitrary
//! values of the variables that it assigns, with the permissions of the invariants
//! only, and must preserve them; after it the invariants are produced again and the
//! condition is false. Control that leaves the body by `goto` gets back what the
//! invariants left behind.

use crate::engine::{Blame, Engine};
use crate::error::{ErrorKind, Fail, Res};
use crate::exec::{End, Exit};
use crate::heap::Heap;
use crate::state::{Snap, State};
use ep_ivl::ast::{Block, ExprId, Loop, StmtId, VarId};

impl<'p> Engine<'p> {
    /// `while (c) invariant … { body }`
    pub fn exec_loop(
        &mut self,
        st: &State,
        l: &Loop,
        s: StmtId,
        mark: usize,
        ends: &mut Vec<End>,
    ) -> Res<()> {
        let assigned = self.assigned(&l.body);
        if !self.invariants_are_wellformed(st, &l.invariants, &assigned)? {
            return Ok(());
        }
        self.check_loop_terminates(st, l, self.program.stmt(s).span)?;
        self.blame = Blame::nowhere(ErrorKind::InvariantNotEstablished);
        self.consume_all(st, &l.invariants, &mut |v, frame, _| {
            let mut any = st.clone();
            v.clock += 1;
            v.havoc_all(&mut any, &assigned)?;
            let here = v.prover.entries().len();
            let left = v.loop_body(&any, l, s, frame)?;
            for end in left {
                let mut entries = v.prover.entries()[mark..here].to_vec();
                entries.extend_from_slice(&end.entries);
                ends.push(End { entries, ..end });
            }
            // After the loop. Where control also left by `goto`, this is one of
            // several ends, and what it assumes may not stay for the others.
            any.heap = frame.clone();
            if ends.is_empty() {
                return v.after_loop(&any, l, &assigned, mark, ends);
            }
            let yes = v.prover.pool.tru();
            v.in_branch(yes, &mut |v| v.after_loop(&any, l, &assigned, mark, ends))
        })
    }

    /// The end of a loop whose condition does not hold; `any` has the heap that
    /// the invariants left behind.
    fn after_loop(
        &mut self,
        any: &State,
        l: &Loop,
        assigned: &[VarId],
        mark: usize,
        ends: &mut Vec<End>,
    ) -> Res<()> {
        self.blame = Blame::nowhere(ErrorKind::NotWellformed);
        self.clock += 1;
        let mut after = any.clone();
        self.havoc_all(&mut after, assigned)?;
        self.produce_all(&after, Snap::Fresh, &l.invariants, &mut |v, after| {
            v.blame = Blame {
                kind: ErrorKind::WhileFailed,
                span: v.program.expr(l.condition).span,
                note: None,
            };
            let t = v.eval(after, l.condition)?;
            let done = v.prover.pool.not(t);
            if v.refutes(after, done)? {
                return Ok(());
            }
            v.assume(done);
            if !v.prover.dead() {
                ends.push(v.end(mark, after.clone()));
            }
            Ok(())
        })
    }

    /// Whether the invariants are well-defined in a heap of their own.
    pub fn invariants_are_wellformed(
        &mut self,
        st: &State,
        invariants: &[ExprId],
        assigned: &[VarId],
    ) -> Res<bool> {
        let before = self.work.errors.len();
        let yes = self.prover.pool.tru();
        self.in_earnest(|v| {
            v.in_branch(yes, &mut |v| {
                v.blame = Blame::nowhere(ErrorKind::NotWellformed);
                let mut any = st.clone();
                any.heap = Heap::new();
                v.havoc_all(&mut any, assigned)?;
                v.produce_all(&any, Snap::Fresh, invariants, &mut |_, _| Ok(()))
            })
        })?;
        Ok(self.work.errors.len() == before)
    }

    /// Checks the body; returns the ends that leave the loop by `goto`.
    fn loop_body(&mut self, any: &State, l: &Loop, s: StmtId, frame: &Heap) -> Res<Vec<End>> {
        let mark = self.prover.entries().len();
        let mut left = Vec::new();
        let span = self.program.stmt(s).span;
        let yes = self.prover.pool.tru();
        self.in_branch(yes, &mut |v| {
            v.blame = Blame::nowhere(ErrorKind::NotWellformed);
            let start = State {
                heap: Heap::new(),
                ..any.clone()
            };
            v.produce_all(&start, Snap::Fresh, &l.invariants, &mut |v, inside| {
                v.blame = Blame {
                    kind: ErrorKind::WhileFailed,
                    span: v.program.expr(l.condition).span,
                    note: None,
                };
                let t = v.eval(inside, l.condition)?;
                if v.refutes(inside, t)? {
                    return Ok(());
                }
                v.in_branch(t, &mut |v| {
                    let measure = v.measure_before(inside, &l.decreases)?;
                    let here = v.prover.entries().len();
                    let ends = v.exec_block(inside, &l.body, 0)?;
                    v.for_each_end(here, ends, &mut |v, end| match end.exit {
                        Exit::Normal => {
                            let mut again = end.state.clone();
                            v.leave_cycles(&mut again, Some(s));
                            v.preserved(&again, &l.invariants)?;
                            v.measure_after(&again, l, &measure, span)
                        }
                        Exit::Goto(_) => {
                            let mut state = end.state.clone();
                            for chunk in frame.iter().cloned().collect::<Vec<_>>() {
                                v.add_chunk(&mut state.heap, chunk, true);
                            }
                            for chunk in frame.iter_iterated() {
                                state.heap.insert_iterated(chunk.clone());
                            }
                            left.push(End {
                                state,
                                exit: end.exit,
                                entries: v.prover.entries()[mark..].to_vec(),
                            });
                            Ok(())
                        }
                    })
                })
            })
        })?;
        Ok(left)
    }

    /// The invariants hold again at the end of an iteration.
    pub fn preserved(&mut self, st: &State, invariants: &[ExprId]) -> Res<()> {
        self.blame = Blame::nowhere(ErrorKind::InvariantNotPreserved);
        match self.consume_all(st, invariants, &mut |_, _, _| Ok(())) {
            Err(Fail::Error(e)) if !self.scope.probing() => {
                self.record(*e);
                Ok(())
            }
            other => other,
        }
    }

    /// The variables that a block assigns.
    pub fn assigned(&self, block: &Block) -> Vec<VarId> {
        let mut found = Vec::new();
        self.program
            .walk_block(block, &mut |_, stmt| stmt.assigns(&mut |x| found.push(x)));
        found.sort_unstable();
        found.dedup();
        found
    }
}
