//! The registers of an activation that waits, as bytes: what differs from the
//! template of its function. Which are kept is said by whoever packs them.

use ep_ir::{BlockId, FuncId};
use ep_machine::decision::{Reader, Writer};
use ep_machine::value::{ChoiceId, LazyId, ObjectId, Value};
use ep_term::TermId;

/// The registers of an activation in a string of bytes.
#[derive(Clone, Debug)]
pub struct Packed(Box<[u8]>);

impl Packed {
    /// What was written by [`put_register`].
    pub fn new(w: Writer) -> Packed {
        Packed(w.0.into_boxed_slice())
    }

    /// The registers of a function with this template.
    pub fn registers(&self, template: &[Value]) -> Vec<Value> {
        let mut regs = template.to_vec();
        let mut r = Reader(&self.0);
        let mut at = 0;
        while let Some((step, v)) = get(&mut r) {
            at += step as usize;
            regs[at] = v;
        }
        regs
    }

    /// Its bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// A register, `step` behind the one before, in its tag, and what is in it.
pub fn put_register(w: &mut Writer, step: u32, v: Value) {
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
            put_register(&mut w, 100 * i as u32, *v);
        }
        let mut r = Reader(&w.0);
        for (i, v) in values.iter().enumerate() {
            assert_eq!(get(&mut r), Some((100 * i as u32, *v)));
        }
        assert_eq!(get(&mut r), None);
    }
}
