//! What `goto` and labels do; which loops they make is told by `cycles`.
//!
//! Idea: where control comes to the head of a loop from outside its invariants are
//! consumed and a state with any values goes on; where it comes back they are checked.

use crate::cycles::{InCycle, Jumps};
use crate::engine::{Blame, Engine};
use crate::error::{ErrorKind, Res};
use crate::exec::End;
use crate::heap::Heap;
use crate::state::{Snap, State};
use ep_ivl::ast::{Block, LabelId, StmtId};
use std::rc::Rc;

impl Engine<'_> {
    /// Finds the loops of a body before it is executed.
    pub fn find_jumps(&mut self, body: &Block) -> Res<()> {
        self.work.jumps = Jumps::new(self.program, body);
        match self.work.jumps.headless {
            Some(s) => self.unsupported(
                "a loop of jumps that is entered at several places",
                self.program.stmt(s).span,
            ),
            None => Ok(()),
        }
    }

    /// Gives back what was kept aside for loops that the statement is not in; without
    /// one, for all of them.
    pub fn leave_cycles(&mut self, st: &mut State, to: Option<StmtId>) {
        while let Some(inner) = st.cycles.clone() {
            if to.is_some_and(|s| inner.cycle.inside.contains(&s)) {
                return;
            }
            for chunk in inner.frame.iter().cloned().collect::<Vec<_>>() {
                self.add_chunk(&mut st.heap, chunk, true);
            }
            for chunk in inner.frame.iter_iterated() {
                st.heap.insert_iterated(chunk.clone());
            }
            st.cycles.clone_from(&inner.outer);
        }
    }

    /// `label l invariant …`
    pub fn exec_label(
        &mut self,
        st: &State,
        s: StmtId,
        l: LabelId,
        mark: usize,
        ends: &mut Vec<End>,
    ) -> Res<()> {
        let Some(cycle) = self.work.jumps.heads.get(&s).cloned() else {
            let mut after = st.clone();
            after.labels.insert(l, st.heap.clone());
            ends.push(self.end(mark, after));
            return Ok(());
        };
        // Loops inside of this one were left when control came here.
        if let Some(current) = &st.cycles {
            if Rc::ptr_eq(&current.cycle, &cycle) {
                return self.preserved(st, &cycle.invariants);
            }
        }
        if !self.invariants_are_wellformed(st, &cycle.invariants, &cycle.assigned)? {
            return Ok(());
        }
        self.check_cycle_terminates(st, self.program.stmt(s).span)?;
        self.blame = Blame::nowhere(ErrorKind::InvariantNotEstablished);
        self.consume_all(st, &cycle.invariants, &mut |v, frame, _| {
            let mut inside = st.clone();
            v.clock += 1;
            v.havoc_all(&mut inside, &cycle.assigned)?;
            inside.heap = Heap::new();
            inside.cycles = Some(Rc::new(InCycle {
                cycle: cycle.clone(),
                frame: frame.clone(),
                outer: st.cycles.clone(),
            }));
            v.blame = Blame::nowhere(ErrorKind::NotWellformed);
            v.produce_all(&inside, Snap::Fresh, &cycle.invariants, &mut |v, inside| {
                let mut inside = inside.clone();
                inside.labels.insert(l, inside.heap.clone());
                ends.push(v.end(mark, inside));
                Ok(())
            })
        })
    }
}
