//! Calls of methods, and `join φ`.
//!
//! A call consumes the precondition and produces the postcondition, both for the
//! callee's own variables; `old` in the postcondition is the heap before the call.

use crate::engine::{Blame, Engine};
use crate::error::{ErrorKind, Res};
use crate::state::{Owner, Snap, State};
use ep_ivl::ast::{ExprId, Member, MethodId, StmtId, VarId};
use std::cell::RefCell;

impl<'p> Engine<'p> {
    /// `xs := m(args)`
    pub fn exec_call(
        &mut self,
        st: &State,
        m: MethodId,
        args: &[ExprId],
        targets: &[VarId],
        s: StmtId,
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        let program = self.program;
        let stmt = program.stmt(s);
        let method = &program.methods[m];
        let blame = |kind| Blame {
            kind,
            span: stmt.span,
            note: stmt.note,
        };
        self.blame = blame(ErrorKind::CallFailed);
        let terms = self.eval_all(st, args)?;
        let mut callee = self.state_of(Owner::Member(Member::Method(m)));
        callee.heap = st.heap.clone();
        callee.old = st.heap.clone();
        for (&p, &t) in method.params.iter().zip(&terms) {
            let t = match method.vars[p].ty {
                ep_ivl::ast::Types::PERM => self.as_real(t),
                _ => t,
            };
            callee.store.set(p, t);
        }
        self.blame = blame(ErrorKind::CallPrecondition);
        let q = RefCell::new(q);
        self.consume_all(&callee, &method.pres, &mut |v, rest, _| {
            v.blame = blame(ErrorKind::TerminationFailed);
            v.check_method_termination(&callee, m, stmt.span)?;
            v.blame = blame(ErrorKind::CallFailed);
            // The callee may have made objects.
            v.clock += 1;
            let mut after = State {
                heap: rest.clone(),
                ..callee.clone()
            };
            for &r in &method.returns {
                let t = v.havoc(&callee, r)?;
                after.store.set(r, t);
            }
            v.produce_all(&after, Snap::Fresh, &method.posts, &mut |v, produced| {
                let mut next = st.clone();
                next.heap = produced.heap.clone();
                for (&target, &r) in targets.iter().zip(&method.returns) {
                    if let Some(t) = produced.store.get(r) {
                        next.store.set(target, t);
                    }
                }
                (q.borrow_mut())(v, &next)
            })
        })
    }

    /// `join φ` (section 6.1): every path before it ends in φ. What follows is
    /// verified once, from a state of which only φ is known (see `members`).
    pub fn exec_join(&mut self, st: &State, e: ExprId, s: StmtId) -> Res<()> {
        let stmt = self.program.stmt(s);
        self.blame = Blame {
            kind: ErrorKind::JoinFailed,
            span: stmt.span,
            note: stmt.note,
        };
        if !self.work.joinable.contains(&s) {
            return self.unsupported(
                "`join` inside of a nested block is not supported yet",
                stmt.span,
            );
        }
        if st.cycles.is_some() {
            return self.unsupported(
                "`join` inside of a loop of jumps is not supported yet",
                stmt.span,
            );
        }
        self.consume(st, e, &mut |v, _, _| {
            if !v.work.joins_reached.contains(&s) {
                v.work.joins_reached.push(s);
            }
            Ok(())
        })
    }
}
