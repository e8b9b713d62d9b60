//! What a function without a body may do to the memory that it is given
//! (`--external havoc`).
//!
//! Idea: the function gets a body in C that names its pointers
//! (`__ep_outside(argument, address)`) and asks for its result
//! (`__ep_outside_result`). From the pointer on, the object holds any bytes
//! afterwards; pointers in it stay, and what they lead to holds any bytes from there
//! on, up to a depth. Each piece is an input, so a test has it, and a native run is
//! given it by the same body.
//! Alternative: a result that is arbitrary while memory stays, which took content that
//! such a function had written for content that nobody wrote.
//! What must never happen: a piece that a native run cannot place (each has the way
//! from the argument to it), or a write to what is constant. Left out: writes before
//! the pointer, other pointers than those that were there, globals, and what is
//! remembered from call to call; the assumption says so. Cost: linear in the bytes.

use crate::driver::Driver;
use crate::inputs::Request;
use crate::machine::{Assumption, Machine, Step};
use crate::memory::{ByteKind, Entry, Heap, Size};
use crate::state::State;
use crate::step::resolve::Access;
use crate::value::{ObjectId, Value};
use ep_base::outcome::{InputSource, InputType};

/// Bytes behind one argument.
const MOST_BYTES: u64 = 1 << 16;
/// Pointers on the way to a piece.
const MOST_STEPS: usize = 4;

/// A run of bytes that the function may have written.
struct Piece {
    object: ObjectId,
    from: u64,
    bytes: u64,
    path: Vec<u64>,
}

impl<D: Driver> Machine<D> {
    /// `__ep_outside(argument, address)`; the address is null where the function has
    /// no pointer.
    pub(crate) fn outside(&mut self, st: &mut State<D>, name: Value, at: Value) -> Step<()> {
        let name = self.c_string(st, name).unwrap_or_default();
        self.assume_note(st, Assumption::Havoc);
        self.written_outside(st, &name, at)
    }

    /// Any bytes behind an argument of this name.
    pub(crate) fn written_outside(&mut self, st: &mut State<D>, name: &str, at: Value) -> Step<()> {
        let (object, from) = match self.settle(st, at)? {
            Value::Int(0) => return Ok(()),
            Value::Ptr(o, k) => (Some(o), k),
            Value::SymPtr(o, t) => {
                let width = self.cx.pool.width(t);
                let k = self.fix(st, t)? as u64;
                (Some(o), ep_ir::scalar::sext64(width, k))
            }
            // No object is known to be there.
            _ => (None, 0),
        };
        let mut pieces = Vec::new();
        if let (Some(o), Ok(from)) = (object, u64::try_from(from)) {
            self.pieces_behind(st, o, from, &mut pieces)?;
        }
        let count = pieces.len();
        for (i, piece) in pieces.into_iter().enumerate() {
            self.write_piece(st, name, piece, i + 1 < count)?;
        }
        if count == 0 {
            // A native run is told that nothing follows.
            self.outside_input(st, name, InputType::Bytes, (0, &[]), (Vec::new(), false));
        }
        Ok(())
    }

    /// `__ep_outside_leads(address, argument, …)`: what a function without a body returns
    /// as an address is null, one where no object is, or one in an object that it was
    /// given. It knows of no other, and the numbers that objects have here are ours.
    pub(crate) fn leads_outside(
        &mut self,
        st: &mut State<D>,
        at: Value,
        given: &[Value],
    ) -> Step<()> {
        let bits = self.program.ptr_bits;
        let t = self.term(st, at, bits);
        let number = |m: &mut Self, n: u64| m.cx.pool.bv(bits, u128::from(n));
        let first = number(self, Heap::first(bits));
        let mut any = self.cx.pool.ult(t, first);
        // Negative codes for errors.
        let codes = number(self, 0u64.wrapping_sub(4096) & crate::value::mask(bits));
        let code = self.cx.pool.ule(codes, t);
        any = self.cx.pool.or(any, code);
        for v in given {
            let (Value::Ptr(o, _) | Value::SymPtr(o, _)) = self.settle(st, *v)? else {
                continue;
            };
            let (base, size) = match st.heap.entry(o) {
                Entry::Live(x) => match x.size {
                    Size::Known(n) => (x.base, n),
                    Size::Symbolic { .. } => (x.base, 0),
                },
                _ => continue,
            };
            let (from, to) = (number(self, base), number(self, base.saturating_add(size)));
            let (above, below) = (self.cx.pool.ule(from, t), self.cx.pool.ule(t, to));
            let inside = self.cx.pool.and(above, below);
            any = self.cx.pool.or(any, inside);
        }
        self.assume_user(st, any)
    }

    /// All that may have been written from here on.
    fn pieces_behind(
        &mut self,
        st: &mut State<D>,
        object: ObjectId,
        from: u64,
        out: &mut Vec<Piece>,
    ) -> Step<()> {
        let mut seen = Vec::new();
        let mut waiting = vec![(object, from, Vec::new())];
        let mut total = 0;
        while let Some((object, from, path)) = waiting.pop() {
            if seen.contains(&object) {
                continue;
            }
            seen.push(object);
            let Some(size) = self.writable(st, object)? else {
                continue;
            };
            total += size.saturating_sub(from);
            if total > MOST_BYTES {
                return self.unsupported(
                    st,
                    format!(
                        "a function without a body that may write more than {MOST_BYTES} bytes"
                    ),
                );
            }
            self.pieces(st, (object, from, size), &path, out, &mut waiting);
        }
        Ok(())
    }

    /// The size of an object that may be written, if it may.
    fn writable(&mut self, st: &mut State<D>, o: ObjectId) -> Step<Option<u64>> {
        let size = match st.heap.entry(o) {
            Entry::Live(x) if !x.constant => x.size,
            _ => return Ok(None),
        };
        if self.is_device(st, o) {
            return Ok(None);
        }
        match size {
            Size::Known(n) => Ok(Some(n)),
            Size::Symbolic { term, .. } => Ok(Some(self.fix(st, term)? as u64)),
        }
    }

    /// The runs of bytes between the pointers of an object, and where these lead.
    fn pieces(
        &mut self,
        st: &State<D>,
        (object, from, size): (ObjectId, u64, u64),
        path: &[u64],
        out: &mut Vec<Piece>,
        waiting: &mut Vec<(ObjectId, u64, Vec<u64>)>,
    ) {
        let word = u64::from(self.program.ptr_bits / 8);
        let way = |at: u64| [path, &[at - from]].concat();
        let mut begin = from;
        let mut at = from;
        let mut piece = |from: u64, to: u64| {
            if from < to {
                out.push(Piece {
                    object,
                    from,
                    bytes: to - from,
                    path: way(from),
                });
            }
        };
        while at < size {
            let kind = st.heap.get(object).map(|x| x.raw(at as usize).0.decode());
            let Some(ByteKind::Address(entry, index)) = kind else {
                at += 1;
                continue;
            };
            piece(begin, at);
            // Part of a pointer stays, too.
            let rest = word - u64::from(index).min(word - 1);
            let whole = index == 0 && at + word <= size;
            if let (true, Value::Ptr(to, k)) = (whole, self.addresses.get(entry)) {
                if let (Ok(k), true) = (u64::try_from(k), path.len() + 1 < MOST_STEPS) {
                    waiting.push((to, k, way(at)));
                }
            }
            at = (at + rest).min(size);
            begin = at;
        }
        piece(begin, size);
    }

    /// Any bytes for one piece.
    fn write_piece(&mut self, st: &mut State<D>, name: &str, p: Piece, more: bool) -> Step<()> {
        let start = Value::Ptr(p.object, p.from as i64);
        self.resolve(st, start, p.bytes, Access::Write)?;
        let ty = self.object_type(st, p.object);
        let shape = crate::world::shape::shape(&self.program.module, ty, p.from, p.bytes);
        let leaves = (p.bytes, &shape.leaves[..]);
        let input = self.outside_input(st, name, shape.ty, leaves, (p.path, more));
        for l in &input.leaves {
            let v = self.cx.value(l.term);
            self.write(st, p.object, p.from + l.offset, l.bytes, v);
        }
        Ok(())
    }

    fn outside_input(
        &mut self,
        st: &mut State<D>,
        name: &str,
        ty: InputType,
        (size, leaves): (u64, &[(u64, u32)]),
        (path, more): (Vec<u64>, bool),
    ) -> std::rc::Rc<crate::inputs::SymbolicInput> {
        let steps: Vec<String> = path.iter().map(u64::to_string).collect();
        let name = match &steps[..] {
            [] => name.to_owned(),
            [only] if only == "0" => name.to_owned(),
            all => format!("{name} +{}", all.join(" -> +")),
        };
        let request = Request {
            name: &name,
            ty,
            source: InputSource::Outside { path, more },
            size,
            leaves,
            math: false,
        };
        let index = st.inputs.len();
        let input = self.input_table.input(&mut self.cx.pool, index, &request);
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input.clone());
        input
    }
}
