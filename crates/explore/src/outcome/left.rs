//! What an entry function left behind on a path that returned: its result and
//! the objects of the initial heap, as the path's model has them. Expectations
//! of a test; what depends on anything but the inputs is not among them.
//!
//! Cost: linear in the bytes of the initial heap, for the paths that become
//! tests.

use ep_base::outcome::{LeftBehind, LeftObject, LeftValue};
use ep_machine::driver::Driver;
use ep_machine::machine::Machine;
use ep_machine::memory::object::ByteKind;
use ep_machine::state::State;
use ep_machine::value::{mask, Value};
use ep_machine::world::aggregates;
use ep_machine::world::shape;
use ep_term::{Sort, TermId};

/// What an entry function left behind.
pub(crate) trait LeavesBehind<D: Driver> {
    /// What the entry left behind; none if it did not return or if that
    /// depends on more than the inputs.
    fn left_behind(&mut self, st: &State<D>) -> Option<LeftBehind>;
}

impl<D: Driver> LeavesBehind<D> for Machine<D> {
    fn left_behind(&mut self, st: &State<D>) -> Option<LeftBehind> {
        let values = self.found.returned.clone()?;
        if self.math() || st.exactness.over || !st.pc.has_model() {
            return None;
        }
        let result = self.result(st, &values);
        let heap = st.initial_heap.clone();
        let objects = heap.objects().iter().map(|o| LeftObject {
            object: o.number,
            values: self.content(st, o.object),
        });
        Some(LeftBehind {
            result,
            objects: objects.filter(|o| !o.values.is_empty()).collect(),
        })
    }
}

/// The parts of it that are known.
trait Known<D: Driver> {
    /// What is known of the result, but for what pads it.
    fn result(&mut self, st: &State<D>, values: &[Value]) -> Vec<(u64, LeftValue)>;

    /// A register of the result: as a whole, or the bytes that are known.
    fn known_piece(
        &mut self,
        st: &State<D>,
        at: u64,
        v: Value,
        bits: u32,
        out: &mut Vec<(u64, LeftValue)>,
    );

    fn known(&mut self, st: &State<D>, v: Value, bits: u32) -> Option<LeftValue>;

    /// The value of a term that depends on inputs only.
    fn evaluated(&mut self, st: &State<D>, t: TermId) -> Option<u128>;

    /// The values in an object that is still there, in runs of bytes.
    fn content(&mut self, st: &State<D>, o: ep_machine::value::ObjectId) -> Vec<(u64, LeftValue)>;
}

impl<D: Driver> Known<D> for Machine<D> {
    fn result(&mut self, st: &State<D>, values: &[Value]) -> Vec<(u64, LeftValue)> {
        let program = self.program.clone();
        let function = program.function(st.top.func);
        let found = match aggregates::result_pieces(&program.module, function) {
            Some(pieces) => {
                let mut out = Vec::new();
                for ((at, v), ty) in pieces.into_iter().zip(values).zip(&function.rets) {
                    let bits = self.program.bits(*ty);
                    self.known_piece(st, at, *v, bits, &mut out);
                }
                out
            }
            None => match st.initial_heap.result() {
                Some(o) => self.content(st, o),
                None => Vec::new(),
            },
        };
        let Some(returns) = aggregates::whole_result(&program.module, function) else {
            return found;
        };
        let members = shape::members(&program.module, returns);
        let mut out = Vec::new();
        for (at, value) in found {
            let LeftValue::Bytes { bytes } = value else {
                out.push((at, value));
                continue;
            };
            let mut run = Vec::new();
            let mut next = at as usize;
            for b in bytes {
                match members.get(next) {
                    Some(true) => run.push(b),
                    _ => flush(&mut run, next, &mut out),
                }
                next += 1;
            }
            flush(&mut run, next, &mut out);
        }
        out
    }

    fn known_piece(
        &mut self,
        st: &State<D>,
        at: u64,
        v: Value,
        bits: u32,
        out: &mut Vec<(u64, LeftValue)>,
    ) {
        if let Some(value) = self.known(st, v, bits) {
            out.push((at, value));
            return;
        }
        let Value::Term(t) = v else { return };
        if !matches!(self.cx.pool.sort(t), Sort::BitVec(w) if w == bits) {
            return;
        }
        for k in 0..bits / 8 {
            let byte = self.cx.pool.extract(t, 8 * k + 7, 8 * k);
            if let Some(b) = self.evaluated(st, byte) {
                let bytes = vec![b as u8];
                out.push((at + u64::from(k), LeftValue::Bytes { bytes }));
            }
        }
    }

    fn known(&mut self, st: &State<D>, v: Value, bits: u32) -> Option<LeftValue> {
        let n = bits.div_ceil(8) as usize;
        let bytes = |x: u128| LeftValue::Bytes {
            bytes: x.to_le_bytes()[..n.min(16)].to_vec(),
        };
        match v {
            Value::Int(x) => Some(bytes(u128::from(x & mask(bits)))),
            Value::Term(t) => self.evaluated(st, t).map(bytes),
            Value::Ptr(o, offset) => {
                let there = st.initial_heap.objects().iter().find(|x| x.object == o)?;
                st.heap.get(o)?;
                Some(LeftValue::Address {
                    object: there.number,
                    offset,
                })
            }
            _ => None,
        }
    }

    fn evaluated(&mut self, st: &State<D>, t: TermId) -> Option<u128> {
        let vars = self.cx.pool.vars(t);
        let uninit = vars.iter().any(|v| self.input_table.is_uninit(*v));
        let plain = matches!(self.cx.pool.sort(t), Sort::BitVec(w) if w <= 128);
        if uninit || !plain || self.is_address(t) {
            return None;
        }
        Some(self.cx.smt.eval(&self.cx.pool, &st.pc, t))
    }

    fn content(&mut self, st: &State<D>, o: ep_machine::value::ObjectId) -> Vec<(u64, LeftValue)> {
        let Some(object) = st.heap.get(o).cloned() else {
            return Vec::new();
        };
        let word = self.program.ptr_bits / 8;
        let mut out = Vec::new();
        let mut run: Vec<u8> = Vec::new();
        let mut at = 0usize;
        let size = object.size.max() as usize;
        while at < size {
            let (kind, byte) = object.byte(at);
            let known = match kind {
                ByteKind::Concrete => Some(byte),
                ByteKind::Term(t, k) => {
                    let v = self.evaluated(st, t);
                    v.map(|v| (v >> (8 * u32::from(k))) as u8)
                }
                ByteKind::Uninit | ByteKind::Address(..) => None,
            };
            if let Some(b) = known {
                run.push(b);
                at += 1;
                continue;
            }
            flush(&mut run, at, &mut out);
            if let ByteKind::Address(e, 0) = kind {
                let v = self.address(e);
                if let Some(v) = self.known(st, v, 8 * word) {
                    out.push((at as u64, v));
                }
                at += word as usize;
                continue;
            }
            at += 1;
        }
        flush(&mut run, at, &mut out);
        out
    }
}

fn flush(run: &mut Vec<u8>, end: usize, out: &mut Vec<(u64, LeftValue)>) {
    if run.is_empty() {
        return;
    }
    let bytes = std::mem::take(run);
    out.push(((end - bytes.len()) as u64, LeftValue::Bytes { bytes }));
}
