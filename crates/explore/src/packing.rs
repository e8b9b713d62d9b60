//! A waiting state without the registers that nobody reads again.
//!
//! Unoptimised code has a register for each value it ever computed, and all but
//! a few are dead where a state waits or where a call returns to. What is kept
//! of an activation is what is live there and differs from the template of the
//! function, as a string of bytes: most are small numbers and starts of
//! objects. Addresses of variables that have a name are kept besides, since
//! names of inputs are found through them.
//!
//! Callers are shared by the states that fork below them, and so are their
//! packed forms: the last stack is remembered with what it was packed to. A
//! caller is unpacked when it is returned to. Alternative: persistent
//! registers, which cost every step of a running state; this costs only states
//! that wait while many others do. Cost: linear in the live registers of the
//! innermost function, and once for each caller.

use crate::bmc::{live_at, live_everywhere};
use crate::code::Program;
use crate::portable::{Reader, Writer};
use crate::state::{Frame, State};
use crate::value::{ChoiceId, LazyId, ObjectId, Value};
use ep_base::entity::EntityId;
use ep_ir::debug::VarStorage;
use ep_ir::{BlockId, FuncId};
use ep_term::TermId;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;

/// Blocks times registers of a function for which liveness is computed.
const LARGEST: usize = 1 << 24;

/// The live registers of the functions in which states wait.
#[derive(Default)]
pub struct Packer {
    live: FxHashMap<FuncId, Option<Vec<Vec<bool>>>>,
    /// What is kept at an op, in ascending order.
    kept: FxHashMap<(FuncId, u32), Rc<[u32]>>,
    /// The callers of the state that was packed last, outermost first, each
    /// with its packed form. It is held as it was, so that it cannot change.
    last: Vec<Option<(Rc<Frame>, Rc<Frame>)>>,
    /// Registers that are dead are roots of what is reachable: none is left out.
    all: bool,
}

impl Packer {
    /// A packer; with `all` it leaves out no register.
    pub fn new(all: bool) -> Packer {
        Packer {
            all,
            ..Packer::default()
        }
    }

    /// Packs the activations of a state that begins to wait.
    pub fn pack(&mut self, program: &Program, st: &mut State) {
        if st.top.packed.is_some() {
            return;
        }
        self.pack_frame(program, &mut st.top);
        // What a contract says is evaluated at the call, and states are merged
        // with their callers as they are.
        if st.top.contract.is_none() && !st.merging {
            let caller = st.top.caller.take();
            st.top.caller = self.pack_callers(program, caller);
        }
    }

    /// The callers from here on in their packed form. Below a packed one all
    /// are packed, or are left as they are.
    fn pack_callers(&mut self, program: &Program, top: Option<Rc<Frame>>) -> Option<Rc<Frame>> {
        let mut plain: Vec<Rc<Frame>> = Vec::new();
        let mut next = top;
        let mut at = None;
        while let Some(f) = next.take() {
            let known = self.last.get(f.depth as usize).and_then(Option::as_ref);
            if let Some((_, p)) = known.filter(|(plain, _)| Rc::ptr_eq(plain, &f)) {
                at = Some(p.clone());
            } else if f.packed.is_some() || f.contract.is_some() {
                at = Some(f);
            } else {
                next.clone_from(&f.caller);
                plain.push(f);
            }
        }
        for f in plain.into_iter().rev() {
            let packed = Rc::new(f.packed(self.encode(program, &f), at.take()));
            at = Some(packed.clone());
            let level = f.depth as usize;
            self.last.truncate(level);
            self.last.resize_with(level, || None);
            self.last.push(Some((f, packed)));
        }
        at
    }

    fn pack_frame(&mut self, program: &Program, f: &mut Frame) {
        f.packed = Some(self.encode(program, f));
        f.regs = Vec::new();
    }

    fn encode(&mut self, program: &Program, f: &Frame) -> Box<[u8]> {
        let kept = self.kept(program, f);
        let template = &program.code[f.func.0 as usize].template;
        let mut w = Writer(Vec::with_capacity(4 * kept.len()));
        let mut last = 0;
        for i in kept.iter() {
            let (v, t) = (f.regs[*i as usize], template[*i as usize]);
            if v != t {
                put(&mut w, *i - last, v);
                last = *i;
            }
        }
        w.0.into_boxed_slice()
    }

    /// The registers that are kept of an activation.
    fn kept(&mut self, program: &Program, f: &Frame) -> Rc<[u32]> {
        if let Some(k) = self.kept.get(&(f.func, f.ip)) {
            return k.clone();
        }
        let function = program.function(f.func);
        let regs = function.regs.len();
        let live = self.live.entry(f.func).or_insert_with(|| {
            let size = function.blocks.len() * regs;
            (size <= LARGEST).then(|| live_everywhere(function))
        });
        let code = &program.code[f.func.0 as usize];
        let here = match (live, code.insts.get(f.ip as usize)) {
            (Some(live), Some(inst)) if !self.all => {
                let block = code.block_start.partition_point(|s| *s <= f.ip);
                let block = BlockId(block.saturating_sub(1) as u32);
                let mut here = live_at(function, live, block, *inst as usize);
                for (_, v) in function.vars.iter() {
                    if let VarStorage::Memory(r) = v.storage {
                        here[r.index()] = true;
                    }
                }
                here
            }
            _ => vec![true; regs],
        };
        let kept: Rc<[u32]> = (0..regs as u32).filter(|r| here[*r as usize]).collect();
        self.kept.insert((f.func, f.ip), kept.clone());
        kept
    }
}

impl Frame {
    /// The registers as the activation is run.
    pub fn registers(&self, program: &Program) -> Cow<'_, [Value]> {
        let Some(packed) = &self.packed else {
            return Cow::Borrowed(&self.regs);
        };
        let mut regs = program.code[self.func.0 as usize].template.clone();
        let mut r = Reader(packed);
        let mut at = 0;
        while let Some((step, v)) = get(&mut r) {
            at += step as usize;
            regs[at] = v;
        }
        Cow::Owned(regs)
    }

    /// As it is run.
    pub fn unpack(&mut self, program: &Program) {
        if self.packed.is_some() {
            self.regs = self.registers(program).into_owned();
            self.packed = None;
        }
    }
}

/// A register, `step` behind the one before, in its tag, and what is in it.
fn put(w: &mut Writer, step: u32, v: Value) {
    let mut start = |tag: u8| w.number(u128::from(step) << 3 | u128::from(tag));
    match v {
        Value::Int(x) if x > u64::MAX / 2 => {
            start(0);
            w.number(u128::from(!x));
        }
        Value::Int(x) => {
            start(1);
            w.number(u128::from(x));
        }
        Value::Term(t) => {
            start(2);
            w.number(u128::from(t.0));
        }
        Value::Ptr(o, 0) => {
            start(3);
            w.number(u128::from(o.0));
        }
        Value::Ptr(o, off) => {
            start(4);
            w.number(u128::from(o.0));
            w.number(u128::from((off << 1 ^ off >> 63) as u64));
        }
        Value::SymPtr(o, t) => {
            start(5);
            w.number(u128::from(o.0));
            w.number(u128::from(t.0));
        }
        Value::Func(f) => {
            start(6);
            w.number(u128::from(f.0));
        }
        Value::Label(f, b) => {
            start(7);
            w.number(0);
            w.number(u128::from(f.0));
            w.number(u128::from(b.0));
        }
        Value::Choice(c) => {
            start(7);
            w.number(1);
            w.number(u128::from(c.0));
        }
        Value::Lazy(l) => {
            start(7);
            w.number(2);
            w.number(u128::from(l.0));
        }
        Value::Undef => {
            start(7);
            w.number(3);
        }
    }
}

/// What [`put`] wrote; `None` at the end.
fn get(r: &mut Reader<'_>) -> Option<(u32, Value)> {
    let start = r.word()?;
    let mut id = || r.word().map(|n| n as u32);
    let v = match start & 7 {
        0 => Value::Int(!r.word()?),
        1 => Value::Int(r.word()?),
        2 => Value::Term(TermId(id()?)),
        3 => Value::Ptr(ObjectId(id()?), 0),
        4 => {
            let o = ObjectId(id()?);
            let n = r.word()?;
            Value::Ptr(o, (n >> 1) as i64 ^ -((n & 1) as i64))
        }
        5 => Value::SymPtr(ObjectId(id()?), TermId(id()?)),
        6 => Value::Func(FuncId(id()?)),
        _ => match id()? {
            0 => Value::Label(FuncId(id()?), BlockId(id()?)),
            1 => Value::Choice(ChoiceId(id()?)),
            2 => Value::Lazy(LazyId(id()?)),
            _ => Value::Undef,
        },
    };
    Some(((start >> 3) as u32, v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_come_back_as_they_were() {
        let values = [
            Value::Int(0),
            Value::Int(127),
            Value::Int(u64::MAX),
            Value::Int(u64::MAX / 2),
            Value::Int(u64::MAX / 2 + 1),
            Value::Term(TermId(1 << 20)),
            Value::Ptr(ObjectId(300), 0),
            Value::Ptr(ObjectId(300), -1),
            Value::Ptr(ObjectId(3), i64::MIN),
            Value::Ptr(ObjectId(3), i64::MAX),
            Value::SymPtr(ObjectId(1), TermId(2)),
            Value::Func(FuncId(9)),
            Value::Label(FuncId(9), BlockId(1)),
            Value::Choice(ChoiceId(4)),
            Value::Lazy(LazyId(5)),
            Value::Undef,
        ];
        let mut w = Writer::default();
        for (i, v) in values.iter().enumerate() {
            put(&mut w, 100 * i as u32, *v);
        }
        let mut r = Reader(&w.0);
        for (i, v) in values.iter().enumerate() {
            assert_eq!(get(&mut r), Some((100 * i as u32, *v)));
        }
        assert_eq!(get(&mut r), None);
    }
}
