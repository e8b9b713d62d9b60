//! The course of the heap in a run: where blocks came or went, and what lived then.
//!
//! Idea: a high mark says how much, and not where. Around each builtin that makes
//! or frees, what lives is read before and after; the place is that of the
//! innermost function with a line, since models of the library have none.
//! Cost: nothing where no course is asked for, else two reads per such call.

use super::builtins::Native;
use super::machine::{Machine, Passed};
use super::result::{HeapStep, StackEntry};
use super::stop::R;
use crate::{FuncId, Reg};

impl<'m> Machine<'m, '_> {
    /// Calls a builtin, and keeps what it did to the heap if that is asked for.
    pub(super) fn call_builtin(
        &mut self,
        native: Native,
        func: FuncId,
        passed: &[Passed],
        dsts: &'m [Reg],
    ) -> R<()> {
        if self.course.len() >= self.config.course || !native.changes_heap() {
            return self.call_native(native, func, passed, dsts);
        }
        let (high, before) = (self.memory.heap_high, self.memory.heap_now);
        self.memory.heap_high = before;
        let done = self.call_native(native, func, passed, dsts);
        let meanwhile = self.memory.heap_high;
        self.memory.heap_high = high.max(meanwhile);
        let live = self.memory.heap_now;
        if meanwhile != before || live != before {
            let step = HeapStep {
                at: self.own_place(func),
                // What lived before is no peak of a step that frees.
                high: if meanwhile > before { meanwhile } else { live },
                live,
            };
            self.course.push(step);
        }
        done
    }

    /// The innermost function that has a line, and where it stands; `called` where none
    /// has.
    fn own_place(&self, called: FuncId) -> StackEntry {
        let mut loc = self.loc;
        for frame in self.frames.iter().rev() {
            if self.module.locs.get(loc).is_some_and(|p| p.line > 0) {
                return StackEntry {
                    func: frame.func,
                    loc,
                };
            }
            loc = frame.caller_loc;
        }
        StackEntry { func: called, loc }
    }
}
