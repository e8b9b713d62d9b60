//! The initial heap of an entry function, made when it is looked at.
//!
//! A pointer that the caller chose is undecided until it is loaded. Then the
//! state forks over what it can be: null, an object of its own, or one that is
//! there already; the objects behind it hold undecided pointers again, down to a
//! depth. Which one it is is a symbolic input like any other, so that deciding,
//! replaying, moving a state to another worker and the model of a path need
//! nothing of their own.
//!
//! Source: S. Khurshid, C. Pasareanu, W. Visser, "Generalized Symbolic Execution
//! for Model Checking and Testing", TACAS 2003 (lazy initialisation). What
//! cannot be seen by the program is never built. Alternatives: all shapes in
//! advance (exponential in what is never read); symbolic addresses (every access
//! asks a solver which object it hits). Cost: a fork per choice that is read.

mod table;

pub(crate) use table::Place;
pub use table::{HeapObject, InitialHeap, LazyPointer, LazyTable};

use table::{HeapFunction, Question};

use crate::driver::Driver;
use crate::inputs::Request;
use crate::machine::{Assumption, Machine, Step};
use crate::memory::object::ByteKind;
use crate::memory::{Object, ObjectKind, Size};
use crate::options::Entry;
use crate::state::State;
use crate::value::{LazyId, ObjectId, Value};
use crate::world::aggregates::Passed;
use crate::world::pointers::{self, Pointee, ResultShape};
use crate::world::shape;
use ep_base::outcome::{InputSource, InputType, PointerSlot, PointerTarget};
use ep_ir::{DebugTypeId, FuncId};
use std::rc::Rc;

/// What one pointer may point to: the choice is an input of one byte.
const MOST_TARGETS: usize = 255;

/// Bytes of one object of the initial heap.
pub const LARGEST: u64 = 1 << 24;

impl<D: Driver> Machine<D> {
    /// Pointer parameter `index` of the entry, which goes to `place`, of an
    /// entry with that many parameters. Without a choice it is decided at
    /// once.
    pub(crate) fn pointer_parameter(
        &mut self,
        st: &mut State<D>,
        (index, place): (u32, Place),
        (name, to): (&str, DebugTypeId),
        parameters: u32,
    ) -> Step<()> {
        let id = self.lazy.intern(LazyPointer {
            slot: PointerSlot::Parameter { index },
            to: pointers::target_type(&self.program.module, to),
            name: name.to_string(),
            depth: 1,
        });
        let limits = match &self.options.entry {
            Entry::Function { heap, .. } => *heap,
            Entry::Main { .. } => Default::default(),
        };
        let heap = Rc::make_mut(&mut st.initial_heap);
        heap.next = heap.next.max(parameters);
        if limits.null || limits.alias {
            // A choice is a decision, and those are made when it runs.
            heap.pending.push((place, id));
            return Ok(());
        }
        let v = self.settle_lazy(st, id)?;
        place.put(&mut st.top.regs, &mut st.top.varargs, v);
        Ok(())
    }

    /// Structure `index` of the entry's parameters, by value: its content is an
    /// input, and its pointers are undecided.
    pub(crate) fn aggregate(
        &mut self,
        st: &mut State<D>,
        function: &ep_ir::Function,
        passed: &Passed,
        index: u32,
        (name, ty): (&str, DebugTypeId),
        parameters: u32,
    ) -> Step<()> {
        let p = LazyPointer {
            slot: PointerSlot::Parameter { index },
            to: ty,
            name: name.to_string(),
            depth: 0,
        };
        let heap = Rc::make_mut(&mut st.initial_heap);
        heap.next = heap.next.max(parameters);
        if matches!(passed, Passed::Pieces(p) if p.is_empty()) {
            return Ok(());
        }
        let o = self.heap_object(st, &p, index)?;
        // It is the function's own copy: no pointer leads there, and it is no
        // block that can be freed.
        Rc::make_mut(&mut st.initial_heap)
            .objects
            .retain(|x| x.object != o);
        let kind = ObjectKind::Stack(st.top.func);
        if let Some(object) = st.heap.get_mut(o) {
            object.kind = kind;
        }
        let size = shape::size_of(&self.program.module, ty);
        let pieces = match passed {
            Passed::Whole(k) | Passed::Memory(k) => {
                st.top.regs[function.params[*k].reg.0 as usize] = Value::Ptr(o, 0);
                return Ok(());
            }
            Passed::Pieces(pieces) => pieces,
            // Structures are none.
            Passed::Variable => return Ok(()),
        };
        for (k, at) in pieces {
            let param = &function.params[*k];
            let n = self.program.module.layout.store_size(param.ty);
            if at + n > size {
                // A lane that is there for the register only.
                st.top.regs[param.reg.0 as usize] = Value::Undef;
                continue;
            }
            let v = self.read(st, o, *at, n as u32);
            match v {
                Value::Lazy(id) => Rc::make_mut(&mut st.initial_heap)
                    .pending
                    .push((Place::Register(param.reg.0), id)),
                _ if self.any_lazy(st, o, *at, at + n) => {
                    return self.unsupported(st, format!("the pointers in `{name}`"));
                }
                v => {
                    let bits = self.program.bits(param.ty);
                    st.top.regs[param.reg.0 as usize] = self.cx.narrow(v, 8 * n as u32, bits);
                }
            }
        }
        Ok(())
    }

    /// Decides the entry's parameters, before its first instruction.
    pub fn settle_parameters(&mut self, st: &mut State<D>) -> Step<()> {
        while let Some(&(place, id)) = st.initial_heap.pending.first() {
            let v = self.settle_lazy(st, id)?;
            Rc::make_mut(&mut st.initial_heap).pending.remove(0);
            let mut frame = &mut st.top;
            while let Some(below) = &mut frame.caller {
                frame = Rc::make_mut(below);
                frame.unpack(&self.program);
            }
            place.put(&mut frame.regs, &mut frame.varargs, v);
        }
        Ok(())
    }

    /// What an undecided pointer is: the state forks over what it can be. May
    /// be asked again, and so may the op that asks.
    pub fn settle_lazy(&mut self, st: &mut State<D>, id: LazyId) -> Step<Value> {
        if let Some(v) = st.initial_heap.decided(id) {
            return Ok(v);
        }
        let pointer = self.lazy.get(id);
        let asked = st.initial_heap.asked.iter().find(|(i, _)| *i == id);
        let question = match asked.map(|(_, q)| q.clone()) {
            Some(q) => q,
            None => self.ask(st, id, &pointer)?,
        };
        let mut target = question.targets[question.targets.len() - 1];
        if let Some(which) = question.which {
            for (k, t) in question.targets[..question.targets.len() - 1]
                .iter()
                .enumerate()
            {
                let n = self.cx.pool.bv(8, k as u128);
                let is = self.cx.pool.eq(which, n);
                if self.decide(st, is)? {
                    target = *t;
                    break;
                }
            }
        }
        let v = match target {
            PointerTarget::Null => Value::Int(0),
            PointerTarget::Object { object } => {
                let there = st.initial_heap.objects.iter().find(|o| o.number == object);
                match there.map(|o| o.object) {
                    Some(o) => Value::Ptr(o, 0),
                    None => Value::Ptr(self.heap_object(st, &pointer, object)?, 0),
                }
            }
            PointerTarget::Function { signature, number } => {
                self.heap_function(st, &pointer, signature, number)?
            }
        };
        Rc::make_mut(&mut st.initial_heap).decided.push((id, v));
        Ok(v)
    }

    /// What a pointer can be, and an input that chooses if that is more than
    /// one thing.
    fn ask(&mut self, st: &mut State<D>, id: LazyId, p: &LazyPointer) -> Step<Rc<Question>> {
        let Entry::Function { heap: limits, .. } = self.options.entry.clone() else {
            return self.unsupported(st, "an undecided pointer without an entry function");
        };
        let program = self.program.clone();
        let m = &program.module;
        let parameter = matches!(p.slot, PointerSlot::Parameter { .. });
        let mut targets = Vec::new();
        // What has a size is there, and is nothing else's.
        let sized = match p.slot {
            PointerSlot::Parameter { index } => st.initial_heap.is_sized(index),
            _ => false,
        };
        // A structure ends somewhere; a parameter is null on request.
        if !parameter || limits.null && !sized {
            targets.push(PointerTarget::Null);
        }
        let what = pointers::pointee(m, p.to);
        match &what {
            Pointee::Function(_) => {
                let signature = self.signature(st, p)?;
                let there = st.initial_heap.functions.iter();
                let number = there.clone().filter(|f| f.signature == signature).count() as u32;
                if number >= pointers::STUBS {
                    return self.unsupported(
                        st,
                        format!(
                            "more than {} functions of one type behind pointers",
                            pointers::STUBS
                        ),
                    );
                }
                targets.push(PointerTarget::Function { signature, number });
                if limits.alias {
                    targets.extend(there.filter(|f| f.signature == signature).map(|f| {
                        PointerTarget::Function {
                            signature,
                            number: f.number,
                        }
                    }));
                }
            }
            Pointee::Incomplete(name) => {
                let text = format!(
                    "`{}` points to `{name}`, which is incomplete here: only null is followed",
                    p.name
                );
                self.gap(st, text);
                if targets.is_empty() {
                    targets.push(PointerTarget::Null);
                }
            }
            _ => {
                let object = match p.slot {
                    PointerSlot::Parameter { index } => index,
                    _ => st.initial_heap.next,
                };
                if p.depth <= limits.depth || parameter {
                    targets.push(PointerTarget::Object { object });
                } else {
                    self.assume_note(st, Assumption::Depth);
                }
                if limits.alias && !sized {
                    let same = st.initial_heap.objects.iter();
                    targets.extend(
                        same.filter(|o| pointers::same_type(m, o.ty, p.to))
                            .map(|o| PointerTarget::Object { object: o.number }),
                    );
                }
            }
        }
        // Numbers of one byte.
        if targets.len() > MOST_TARGETS {
            let text = format!(
                "`{}` may point to more than {MOST_TARGETS} objects: the others are not followed",
                p.name
            );
            self.gap(st, text);
            targets.truncate(MOST_TARGETS);
        }
        let mut which = None;
        // A buffer of a parameter that is surely there needs no word; neither
        // does what is surely null.
        let certain = matches!(
            (&targets[..], parameter),
            ([PointerTarget::Null], false) | ([PointerTarget::Object { .. }], true)
        );
        if !certain {
            let choice = targets.len() > 1;
            let r = Request {
                name: &p.name,
                ty: InputType::Int {
                    bits: 8,
                    signed: false,
                },
                source: InputSource::Pointer {
                    slot: p.slot,
                    targets: targets.clone(),
                },
                size: 1,
                leaves: if choice { &[(0, 1)] } else { &[] },
                math: false,
            };
            let index = st.inputs.len();
            let input = self.input_table.input(&mut self.cx.pool, index, &r);
            self.driver.entered(&mut self.cx, st, &input);
            st.inputs.push(input.clone());
            which = input.leaves.first().map(|l| l.term);
        }
        let question = Rc::new(Question { targets, which });
        Rc::make_mut(&mut st.initial_heap)
            .asked
            .push((id, question.clone()));
        if let Some(t) = which {
            let n = self.cx.pool.bv(8, question.targets.len() as u128);
            let inside = self.cx.pool.ult(t, n);
            self.assume_user(st, inside)?;
        }
        Ok(question)
    }

    fn signature(&mut self, st: &State<D>, p: &LazyPointer) -> Step<u32> {
        match self.lazy.signatures.iter().position(|s| *s == p.to) {
            Some(k) => Ok(k as u32),
            None => self.unsupported(st, format!("the function pointer `{}`", p.name)),
        }
    }

    fn heap_function(
        &mut self,
        st: &mut State<D>,
        p: &LazyPointer,
        signature: u32,
        number: u32,
    ) -> Step<Value> {
        let name = pointers::stub_name(signature, number);
        let Some(func) = self.program.module.function(&name) else {
            return self.unsupported(st, format!("the function pointer `{}`", p.name));
        };
        let heap = Rc::make_mut(&mut st.initial_heap);
        if !heap.functions.iter().any(|f| f.func == func) {
            heap.functions.push(HeapFunction {
                func,
                signature,
                number,
                depth: p.depth,
                name: p.name.clone(),
            });
        }
        Ok(Value::Func(func))
    }

    /// A new object behind a pointer.
    fn heap_object(&mut self, st: &mut State<D>, p: &LazyPointer, number: u32) -> Step<ObjectId> {
        let Entry::Function { heap: limits, .. } = self.options.entry.clone() else {
            return self.unsupported(st, "an undecided pointer without an entry function");
        };
        let program = self.program.clone();
        let m = &program.module;
        let (element, count) = match pointers::pointee(m, p.to) {
            Pointee::Plain(n) if p.depth == 0 => (n, 1),
            Pointee::Plain(n) | Pointee::Pointers(n) => (n, limits.buffer),
            Pointee::Record(n) => (n, 1),
            _ => (0, 0),
        };
        // What lies by value has no flexible array.
        let flexible = match pointers::pointee(m, p.to) {
            Pointee::Record(_) if p.depth > 0 => pointers::tail(m, p.to),
            _ => None,
        };
        let whole = match flexible {
            Some(t) => {
                let tail = t.bytes.checked_mul(limits.buffer);
                tail.and_then(|n| n.checked_add(t.offset))
                    .map(|n| n.max(element))
            }
            None => element.checked_mul(count),
        };
        let Some(size) = whole.filter(|n| *n <= LARGEST) else {
            return self.unsupported(st, format!("more than 16 MiB behind `{}`", p.name));
        };
        let made = st.heap.allocate(Size::Known(size), 16, |base| {
            Object::new(base, Size::Known(size), 16, ObjectKind::Initial, false)
        });
        let Some(object) = made else {
            return self.unsupported(st, format!("no room for what `{}` points to", p.name));
        };
        if pointers::has_union(m, p.to) {
            self.assume_note(st, Assumption::Unions);
        }
        let mut fields = pointers::pointer_fields(m, p.to);
        if flexible.is_some() {
            fields.extend(pointers::tail_fields(m, p.to, limits.buffer));
        }
        let place = (object, element, count, size);
        let content = self.heap_content(st, p, number, place, (&fields, flexible));
        // A text with a length of its own need not end with 0.
        let own = st.initial_heap.is_sized(number);
        if limits.strings && !own && pointers::is_char(m, p.to) {
            self.terminate(st, object, &content);
        }
        let word = self.program.ptr_bits / 8;
        for i in 0..count {
            for f in &fields {
                let offset = i * element + f.offset;
                let id = self.lazy.intern(LazyPointer {
                    slot: PointerSlot::Field {
                        object: number,
                        offset,
                    },
                    to: pointers::target_type(m, f.to),
                    name: match p.depth {
                        0 => format!("{}{}", p.name, f.path),
                        _ => member(&p.name, &f.path, count, i),
                    },
                    depth: p.depth + 1,
                });
                self.write(st, object, offset, word, Value::Lazy(id));
            }
        }
        let heap = Rc::make_mut(&mut st.initial_heap);
        if number >= heap.next {
            heap.next = number + 1;
        }
        heap.objects.push(HeapObject {
            number,
            object,
            ty: p.to,
        });
        self.shorten(st, number, object);
        Ok(object)
    }

    /// A call of a function behind a pointer: its result is an input, and
    /// nothing else changes.
    pub(crate) fn call_behind_pointer(
        &mut self,
        st: &mut State<D>,
        f: FuncId,
        site: &crate::code::CallSite,
    ) -> Step<()> {
        self.assume_note(st, Assumption::Callbacks);
        let program = self.program.clone();
        let call = st.initial_heap.calls;
        let function = st.initial_heap.functions.iter().find(|x| x.func == f);
        let (name, depth) = function.map_or_else(
            || (program.function(f).name.clone(), 1),
            |x| (x.name.clone(), x.depth),
        );
        let name = format!("{name}()");
        let source = InputSource::Returned { call };
        let result = match pointers::result_shape(&program.module, program.function(f).ty) {
            _ if site.dsts.is_empty() => None,
            ResultShape::Void => None,
            ResultShape::Scalar { ty, bytes } => match site.rets.first() {
                Some(to) if site.rets.len() == 1 => {
                    Some(self.scalar_input(st, &name, (ty, bytes), *to, source))
                }
                _ => return self.unsupported(st, format!("what `{name}` returns")),
            },
            ResultShape::Pointer(to) => {
                let id = self.lazy.intern(LazyPointer {
                    slot: PointerSlot::Returned { call },
                    to: pointers::target_type(&program.module, to),
                    name: format!("{name} of call {}", call + 1),
                    depth: depth + 1,
                });
                Some(self.settle_lazy(st, id)?)
            }
            ResultShape::Other => {
                return self.unsupported(st, format!("what `{name}` returns"));
            }
        };
        if let (Some(d), Some(v)) = (site.dsts.first(), result) {
            st.top.regs[*d as usize] = v;
        }
        Rc::make_mut(&mut st.initial_heap).calls += 1;
        st.top.ip += 1;
        Ok(())
    }

    /// Whether a range of an object holds a pointer that is not decided.
    pub(crate) fn any_lazy(&self, st: &State<D>, o: ObjectId, from: u64, to: u64) -> bool {
        let Some(x) = st.heap.get(o) else {
            return false;
        };
        (from..to).any(|at| match x.byte(at as usize).0 {
            ByteKind::Address(e, _) => self.undecided(self.addresses.get(e)),
            _ => false,
        })
    }

    /// Decides the pointers that lie in a range of an object in part or whole,
    /// and puts what they are in their place.
    pub(crate) fn settle_range(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        from: u64,
        to: u64,
    ) -> Step<()> {
        let word = self.program.ptr_bits / 8;
        let mut at = from;
        while at < to {
            let byte = |n: u64| st.heap.get(o).map(|x| x.byte(n as usize).0);
            let lazy = match byte(at) {
                Some(ByteKind::Address(e, k)) => match self.addresses.get(e) {
                    Value::Lazy(id) => Some((id, k)),
                    _ => None,
                },
                _ => None,
            };
            let Some((id, k)) = lazy else {
                at += 1;
                continue;
            };
            let v = self.settle_lazy(st, id)?;
            let byte = |n: u64| st.heap.get(o).map(|x| x.byte(n as usize).0);
            let start = at.checked_sub(u64::from(k)).filter(|start| {
                (0..word).all(|i| {
                    matches!(byte(start + u64::from(i)), Some(ByteKind::Address(e, n))
                        if u32::from(n) == i && self.addresses.get(e) == Value::Lazy(id))
                })
            });
            if let Some(start) = start {
                self.write(st, o, start, word, v);
                at = start + u64::from(word);
                continue;
            }
            // A piece of a pointer that was copied byte by byte.
            let shifted = match v {
                Value::Int(n) => Value::Int(n >> (8 * k) & 0xff),
                v => {
                    let w = self.program.ptr_bits;
                    let v = self.observe(st, v);
                    let t = self.term(st, v, w);
                    let low = 8 * u32::from(k);
                    let byte = self.cx.pool.extract(t, low + 7, low);
                    self.cx.value(byte)
                }
            };
            self.write(st, o, at, 1, shifted);
            at += 1;
        }
        Ok(())
    }
}

/// The name of a pointer in what `name` points to.
fn member(name: &str, path: &str, count: u64, i: u64) -> String {
    match (count, path.strip_prefix('.')) {
        (1, Some(field)) => format!("{name}->{field}"),
        (1, None) => format!("(*{name}){path}"),
        _ => format!("{name}[{i}]{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_named_as_in_the_source() {
        assert_eq!(member("head", ".next", 1, 0), "head->next");
        assert_eq!(member("p", "[2]", 1, 0), "(*p)[2]");
        assert_eq!(member("argv", "", 8, 3), "argv[3]");
        assert_eq!(member("list", ".row[1]", 8, 3), "list[3].row[1]");
    }

    #[test]
    fn one_pointer_has_one_number() {
        let mut t = LazyTable::default();
        let p = |offset| LazyPointer {
            slot: PointerSlot::Field { object: 0, offset },
            to: DebugTypeId(1),
            name: "p->next".into(),
            depth: 2,
        };
        assert!(!t.any());
        let a = t.intern(p(8));
        assert_ne!(a, t.intern(p(16)));
        assert_eq!(a, t.intern(p(8)));
        assert_eq!(t.get(a).depth, 2);
    }
}
