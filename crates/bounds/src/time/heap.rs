//! The heap: `malloc`, `calloc`, `realloc` and `free`.
//!
//! An allocation is an area of its place and activation, with a symbolic size.
//! Where it is met again, the object that it made before is folded into a list
//! (`lists`) or becomes one of several, of which nothing is kept. A pointer from an allocation may be null: nothing
//! is decided by that. What `free` gives back is forgotten, with its size, so
//! that a later access is an assumption with its line. Source: T. Stroeder et
//! al. (JAR 2017), section 3 (allocation lists). Cost: linear in the state.

use super::engine::{AreaKey, Engine};
use super::library::Allocation;
use super::lin::Lin;
use super::rules::{Ruled, View};
use super::state::{State, Value};
use super::stepped::Stepped;
use ep_ir::inst::Arg;
use ep_ir::{FuncId, Inst, Reg};

impl Engine<'_> {
    /// Whether one of the activations is where the same place can be met again.
    pub fn met_again(&mut self, s: &State) -> bool {
        let places: Vec<_> = s.frames.iter().map(|f| (f.func, f.block)).collect();
        places
            .into_iter()
            .any(|(f, b)| self.shape(f).is_none_or(|shape| shape.in_cycle(b)))
    }

    pub(super) fn heap(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dsts: &[Reg],
        how: Allocation,
        args: &[Arg],
    ) -> Stepped {
        if how == Allocation::Freed {
            if let Some(a) = args.first() {
                let at = self.value(s, &a.value);
                self.freed(s, func, inst, &at);
            }
            return self.any_results(s, func, dsts);
        }
        let mut numbers = Vec::new();
        for a in args.iter().filter(|a| a.ty != ep_ir::Type::Ptr) {
            if let Value::Int(n) = self.copy(s, &a.value, a.ty) {
                match self.rule(s, &mut |cx| cx.view(&n, View::Unsigned)) {
                    Ruled::Is(f) => numbers.push(f),
                    Ruled::Refine(cases) => return Stepped::Refine(cases),
                }
            }
        }
        let size = match numbers.as_slice() {
            [n] => Some(n.clone()),
            [a, b] => match (a.as_number(), b.as_number()) {
                (Some(k), _) => Some(b.times(k)),
                (_, Some(k)) => Some(a.times(k)),
                _ => None,
            },
            _ => None,
        };
        if how == Allocation::Resized {
            if let Some(a) = args.first() {
                let at = self.value(s, &a.value);
                self.freed(s, func, inst, &at);
            }
        }
        let Some(frame) = s.top() else {
            return Stepped::GaveUp;
        };
        let key = AreaKey::Heap(s.path(), func, frame.block, frame.next);
        let area = self.area(key, None, false);
        if self.met_again(s) {
            self.fold(s, func, area);
        }
        s.forget(area);
        s.sizes.remove(&area);
        if let Some(size) = size {
            if how == Allocation::Cleared {
                let zero = Value::Null;
                self.set_bytes(s, area, &Lin::default(), &zero, &size);
            }
            s.sizes.insert(area, size);
        }
        if let [dst] = dsts {
            let offset = Lin::default();
            Self::set(s, *dst, Value::Pointer { area, offset });
        }
        Stepped::Next
    }

    /// An object is given back.
    fn freed(&mut self, s: &mut State, func: FuncId, inst: &Inst, at: &Value) {
        match at {
            Value::Null => {}
            Value::Pointer { area, .. } => {
                s.forget(*area);
                s.sizes.remove(area);
            }
            Value::Node { family, left, .. } => self.free_node(s, *family, left),
            _ => self.havoc(s, func, inst, at),
        }
    }
}
