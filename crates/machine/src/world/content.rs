//! What lies in an object of the initial heap and is no pointer: inputs of the
//! types of its elements, of its flexible array, and of what pads it.
//!
//! The objects are made in [`crate::world::lazy`]. Cost: linear in their bytes.

use crate::driver::Driver;
use crate::inputs::{Request, SymbolicInput};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ObjectId, Value};
use crate::world::lazy::LazyPointer;
use crate::world::pointers;
use crate::world::shape;
use ep_base::outcome::{InputSource, InputType, PointerSlot};
use ep_smt::{Side, Witness};
use ep_term::Sort;
use std::rc::Rc;

impl<D: Driver> Machine<D> {
    /// Makes everything in an object that is no pointer an input.
    pub(crate) fn heap_content(
        &mut self,
        st: &mut State<D>,
        p: &LazyPointer,
        number: u32,
        (object, element, count, size): (ObjectId, u64, u64, u64),
        (fields, flexible): (&[pointers::PointerField], Option<pointers::Tail>),
    ) -> Rc<SymbolicInput> {
        let program = self.program.clone();
        let m = &program.module;
        let word = u64::from(program.ptr_bits / 8);
        let typed = shape::size_of(m, p.to) > 0;
        let mut leaves: Vec<(u64, u32)> = Vec::new();
        let mut integers = typed;
        for i in 0..count {
            if !typed {
                leaves.push((i, 1));
                continue;
            }
            let s = shape::shape(m, Some(p.to), 0, element);
            integers &= s.integers;
            let pointer = |at: u64, n: u32| {
                let (low, high) = (at, at + u64::from(n));
                fields
                    .iter()
                    .any(|f| low < f.offset + word && f.offset < high)
            };
            let end = flexible.map_or(u64::MAX, |t| t.offset);
            let rest = s
                .leaves
                .iter()
                .filter(|(at, n)| !pointer(*at, *n) && *at < end);
            leaves.extend(rest.map(|(at, n)| (i * element + at, *n)));
            let Some(t) = flexible else { continue };
            let s = shape::shape(m, Some(t.element), 0, t.bytes);
            integers &= s.integers;
            let elements = (size - t.offset) / t.bytes;
            for k in 0..elements {
                let all = s
                    .leaves
                    .iter()
                    .map(|(at, n)| (t.offset + k * t.bytes + at, *n));
                leaves.extend(all.filter(|(at, n)| !pointer(*at, *n)));
            }
            leaves.extend((t.offset + elements * t.bytes..size).map(|at| (at, 1)));
        }
        let mut ty = match typed {
            true if p.depth == 0 => shape::input_type(m, p.to, element),
            true => array(shape::input_type(m, p.to, element), count),
            false => array(InputType::Bytes, count),
        };
        if let (
            Some(t),
            InputType::Record {
                size: bytes,
                fields,
            },
        ) = (flexible, &mut ty)
        {
            // The declaration does not say how many elements there are.
            *bytes = size;
            if let Some(f) = fields.iter_mut().rfind(|f| f.bit_offset == 8 * t.offset) {
                let len = (size - t.offset) / t.bytes;
                f.bits = 8 * len * t.bytes;
                f.ty = InputType::Array {
                    element: Box::new(shape::input_type(m, t.element, t.bytes)),
                    len,
                };
            }
        }
        let (name, source) = match p.slot {
            PointerSlot::Parameter { index } if index == number => {
                (p.name.clone(), InputSource::Buffer { index })
            }
            _ => (
                format!("*{}", p.name),
                InputSource::Object { object: number },
            ),
        };
        let r = Request {
            name: &name,
            ty,
            source,
            size,
            leaves: &leaves,
            math: self.math() && integers,
        };
        let index = st.inputs.len();
        let input = self.input_table.input(&mut self.cx.pool, index, &r);
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input.clone());
        for l in &input.leaves {
            let v = self.cx.value(l.term);
            self.write(st, object, l.offset, l.bytes, v);
        }
        input
    }

    /// Makes the last element of a buffer the end of a string. It stays an
    /// input, so that a test has it, and is 0 on every path.
    pub(crate) fn terminate(
        &mut self,
        st: &mut State<D>,
        object: ObjectId,
        content: &SymbolicInput,
    ) {
        let Some(last) = content.leaves.last() else {
            return;
        };
        let zero = match self.cx.pool.sort(last.term) {
            Sort::BitVec(width) => self.cx.pool.bv(width, 0),
            _ => self.cx.pool.int_i128(0),
        };
        let ends = self.cx.pool.eq(last.term, zero);
        let w = match self.driver.feasible(&mut self.cx, st, ends) {
            Side::Feasible(w) => w,
            // Nothing is known of the element before, so it can be 0.
            Side::Infeasible | Side::Unknown(_) => Witness::missing(),
        };
        self.assume(st, ends, w);
        self.write(st, object, last.offset, last.bytes, Value::Int(0));
    }
}

/// So many elements behind a pointer.
pub fn array(element: InputType, len: u64) -> InputType {
    match element {
        // One structure is not shown as a list of structures.
        element if len == 1 && !element.is_plain() => element,
        element => InputType::Array {
            element: Box::new(element),
            len,
        },
    }
}
