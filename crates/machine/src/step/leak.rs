//! Leaks at the end of a path: heap objects that are neither freed nor
//! reachable, as LeakSanitizer sees them. Roots are globals and what is left
//! of the stack. On request also those that are not freed, whoever points there
//! (SV-COMP's valid-memcleanup). A symbolic address counts for every object whose address
//! occurs in its term, so that no leak is reported that is none.

use crate::driver::Driver;
use crate::machine::{Halt, Machine, Step, Violation};
use crate::memory::object::ByteKind;
use crate::memory::{ObjectKind, Size};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use ep_base::outcome::{ErrorKind, PathEnd};
use ep_base::words::count;
use ep_term::TermId;
use rustc_hash::FxHashSet;

impl<D: Driver> Machine<D> {
    /// Reports the first object that is lost, or that is just not freed.
    pub fn check_leaks(&mut self, st: &mut State<D>) -> Step<()> {
        let checks = self.options.checks;
        if checks.has(ErrorKind::Leak) {
            let reached = self.reachable(st, &mut |_| None);
            self.report_left(st, ErrorKind::Leak, &reached)?;
        }
        if checks.has(ErrorKind::UnfreedMemory) {
            self.report_left(st, ErrorKind::UnfreedMemory, &FxHashSet::default())?;
        }
        Ok(())
    }

    /// Reports the first heap object that is not in `reached`.
    fn report_left(
        &mut self,
        st: &mut State<D>,
        kind: ErrorKind,
        reached: &FxHashSet<ObjectId>,
    ) -> Step<()> {
        let leaked: Vec<_> = st
            .heap
            .live_heap()
            .filter(|(o, _)| !reached.contains(o))
            .filter_map(|(_, x)| match x.kind {
                ObjectKind::Heap(func, at) => Some((func, at, x.size)),
                _ => None,
            })
            .collect();
        let Some(&(func, at, size)) = leaked.first() else {
            return Ok(());
        };
        let bytes = match size {
            Size::Known(n) => format!("{} {}", count(n, "byte"), if n == 1 { "is" } else { "are" }),
            Size::Symbolic { .. } => "memory of a size that depends on the input is".into(),
        };
        let more = match leaked.len() {
            1 => String::new(),
            n => format!(" (and {})", count(n - 1, "more object")),
        };
        let lost = match kind {
            ErrorKind::Leak => ", and nothing points there at the end",
            _ => "",
        };
        self.found.violations.push(Violation {
            kind,
            message: format!("{bytes} never freed{lost}{more}"),
            loc: at,
            stack: vec![(func, at)],
            inputs: st.inputs.clone(),
            pc: st.pc.clone(),
            exactness: st.exactness,
            new_coverage: st.new_coverage,
            trail: self.trail(st, false),
        });
        Err(Halt::end(PathEnd::Error { error: kind }))
    }

    /// Whether something points to each block that is not freed: memory, or a register
    /// that is read again. `live` says which registers of an activation are; of one of
    /// which it says nothing all are.
    pub fn nothing_is_lost(
        &self,
        st: &State<D>,
        live: &mut dyn FnMut(&Frame<D>) -> Option<Vec<bool>>,
    ) -> bool {
        let mut blocks = st.heap.live_heap().peekable();
        if blocks.peek().is_none() {
            return true;
        }
        let reached = self.reachable(st, live);
        blocks.all(|(o, _)| reached.contains(&o))
    }

    /// The heap objects that something points to.
    fn reachable(
        &self,
        st: &State<D>,
        live: &mut dyn FnMut(&Frame<D>) -> Option<Vec<bool>>,
    ) -> FxHashSet<ObjectId> {
        let mut reached = FxHashSet::default();
        let mut todo: Vec<ObjectId> = st
            .heap
            .live()
            .filter(|(_, x)| !matches!(x.kind, ObjectKind::Heap(..)))
            .map(|(o, _)| o)
            .collect();
        let mut frame = Some(&st.top);
        while let Some(f) = frame {
            let live = live(f);
            for (r, v) in f.registers(&self.program).iter().enumerate() {
                let dead = live.as_ref().is_some_and(|l| l.get(r) == Some(&false));
                if dead {
                    continue;
                }
                self.points_to(st, *v, &mut reached, &mut todo);
            }
            frame = f.caller.as_deref();
        }
        while let Some(o) = todo.pop() {
            let Some(x) = st.heap.get(o) else { continue };
            let mut last = None;
            for i in 0..x.present() {
                let v = match x.byte(i).0 {
                    ByteKind::Address(e, 0) => self.addresses.get(e),
                    ByteKind::Term(t, _) if last != Some(t) => {
                        last = Some(t);
                        Value::Term(t)
                    }
                    _ => continue,
                };
                self.points_to(st, v, &mut reached, &mut todo);
            }
        }
        reached
    }

    fn points_to(
        &self,
        st: &State<D>,
        v: Value,
        reached: &mut FxHashSet<ObjectId>,
        todo: &mut Vec<ObjectId>,
    ) {
        let mut add = |o: ObjectId| {
            if reached.insert(o) {
                todo.push(o);
            }
        };
        match v {
            Value::Ptr(o, _) | Value::SymPtr(o, _) => add(o),
            Value::Choice(c) => {
                let (_, a, b) = self.choices.get(c);
                self.points_to(st, a, reached, todo);
                self.points_to(st, b, reached, todo);
            }
            Value::Int(a) => {
                if let Some(o) = st.heap.find(a) {
                    add(o);
                }
            }
            Value::Term(t) => {
                let mut seen: FxHashSet<TermId> = FxHashSet::default();
                let mut terms = vec![t];
                while let Some(t) = terms.pop() {
                    if !seen.insert(t) {
                        continue;
                    }
                    if let Some(k) = self.cx.pool.as_bv(t) {
                        if let Some(o) = st.heap.find(k as u64) {
                            add(o);
                        }
                    }
                    terms.extend_from_slice(self.cx.pool.args(t));
                }
            }
            _ => {}
        }
    }
}
