//! From an address to an object and an offset in bounds.
//!
//! Source: document 003, pages 65-67. A symbolic address is resolved to one
//! object per state: the object that the model points into is proposed, the
//! state forks on whether the address lies in it, and the other side proposes
//! again. All objects that are feasible are found; what lies in none is an
//! error.

use crate::driver::Driver;
use crate::machine::{Assumption, Halt, Machine, Step};
use crate::memory::object::MAX_USED;
use crate::memory::{Entry, Size};
use crate::state::State;
use crate::value::{mask, ObjectId, Value};
use ep_base::outcome::{ErrorKind, PathEnd};
use ep_base::words::count;
use ep_ir::scalar;
use ep_term::TermId;

/// An offset in an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    Known(u64),
    Symbolic(TermId),
}

/// What an address is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
}

/// How many live objects are named in one "in no object" condition.
const OBJECTS_IN_ONE_CONDITION: usize = 512;

impl<D: Driver> Machine<D> {
    /// Object and offset of `len` accessible bytes at `addr`, which are memory.
    pub fn resolve(
        &mut self,
        st: &mut State<D>,
        addr: Value,
        len: u64,
        access: Access,
    ) -> Step<(ObjectId, Offset)> {
        let place = self.resolve_any(st, addr, len, access)?;
        self.refuse_device(st, place.0)?;
        Ok(place)
    }

    /// Object and offset of `len` accessible bytes at `addr`: memory, or
    /// registers of a device.
    pub(super) fn resolve_any(
        &mut self,
        st: &mut State<D>,
        addr: Value,
        len: u64,
        access: Access,
    ) -> Step<(ObjectId, Offset)> {
        let addr = self.to_pointer(st, addr)?;
        if let Value::Ptr(o, off) = addr {
            self.check_modelled(st, o, off, len, access)?;
        } else if let Value::SymPtr(o, _) = addr {
            self.check_modelled(st, o, 0, 0, access)?;
        }
        match addr {
            Value::Ptr(o, off) => {
                self.check_live(st, o, access)?;
                let size = match st.heap.get(o) {
                    Some(x) => x.size,
                    None => return self.wild(st, access),
                };
                let end = off
                    .checked_add(len as i64)
                    .filter(|_| off >= 0 && len <= i64::MAX as u64);
                match (size, end) {
                    (Size::Known(n), Some(end)) if end as u64 <= n => {}
                    (Size::Symbolic { term, .. }, Some(end)) => {
                        let w = self.program.ptr_bits;
                        let end = self.cx.pool.bv(w, end as u128);
                        let over = self.cx.pool.ugt(end, term);
                        let text = move || {
                            format!(
                                "{} at offset {off} of an object whose size depends on the input",
                                count(len, "byte")
                            )
                        };
                        let show = self.not_empty(term);
                        self.error_if_showing(st, over, out_of_bounds(access), &text, Some(show))?;
                    }
                    _ => {
                        let what = self.describe(st, o);
                        return self.error(
                            st,
                            out_of_bounds(access),
                            format!("{} at offset {off} of {what}", count(len, "byte")),
                        );
                    }
                }
                Ok((o, Offset::Known(off as u64)))
            }
            Value::SymPtr(o, t) => {
                self.check_initialised(st, t, "is used in an address")?;
                self.check_live(st, o, access)?;
                let size = match st.heap.get(o) {
                    Some(x) => x.size,
                    None => return self.wild(st, access),
                };
                let w = self.program.ptr_bits;
                let over = match size {
                    Size::Known(n) if n < len => self.cx.pool.tru(),
                    Size::Known(n) => {
                        let last = self.cx.pool.bv(w, u128::from(n - len));
                        self.cx.pool.ugt(t, last)
                    }
                    Size::Symbolic { term, .. } => {
                        // offset + len <= size without wrap-around.
                        let k = self.cx.pool.bv(w, u128::from(len));
                        let short = self.cx.pool.ult(term, k);
                        let room = self.cx.pool.bvsub(term, k);
                        let beyond = self.cx.pool.ugt(t, room);
                        self.cx.pool.or(short, beyond)
                    }
                };
                let what = self.describe(st, o);
                let show = match size {
                    Size::Symbolic { term, .. } => Some(self.not_empty(term)),
                    Size::Known(_) => None,
                };
                let text = || {
                    format!(
                        "{} at an offset that depends on the input, of {what}",
                        count(len, "byte")
                    )
                };
                self.error_if_showing(st, over, out_of_bounds(access), &text, show)?;
                // The bounds may leave one offset.
                Ok((o, Offset::Symbolic(t)))
            }
            _ => self.wild(st, access),
        }
    }

    /// Ends the path where memory is used that is not modelled: data that is
    /// declared and not defined, and objects too large to hold.
    pub fn check_modelled(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        off: i64,
        len: u64,
        access: Access,
    ) -> Step<()> {
        let Some(x) = st.heap.get(o) else {
            return Ok(());
        };
        if x.kind == crate::memory::ObjectKind::Arguments {
            return self.check_argument(st, o, off, len, access);
        }
        if let crate::memory::ObjectKind::Global(g) = x.kind {
            let global = &self.program.module.globals[g];
            if global.init.is_none() {
                let name = &global.name;
                // `extern int a[];` does not even say how far it reaches.
                let lacks = if global.size == 0 {
                    Some(format!(
                        "an access to `{name}`, which is declared and not defined"
                    ))
                } else if access == Access::Read {
                    Some(format!(
                        "reading `{name}`, which is declared and not defined"
                    ))
                } else {
                    None
                };
                if let Some(lacks) = lacks {
                    return self.unsupported(st, lacks);
                }
            }
        }
        let end = (off.max(0) as u64).saturating_add(len);
        if end > MAX_USED && end <= x.size.max() {
            return self.unsupported(st, "more than 64 MiB of one object");
        }
        Ok(())
    }

    fn not_empty(&mut self, size: TermId) -> TermId {
        let zero = self.cx.pool.bv(self.program.ptr_bits, 0);
        self.cx.pool.ne(size, zero)
    }

    /// A `Ptr` or `SymPtr`, after deciding which object a number points into.
    pub fn to_pointer(&mut self, st: &mut State<D>, addr: Value) -> Step<Value> {
        match addr {
            Value::Ptr(..) | Value::SymPtr(..) => Ok(addr),
            Value::Choice(_) | Value::Lazy(_) => {
                let v = self.settle(st, addr)?;
                self.to_pointer(st, v)
            }
            Value::Int(a) => {
                if a < 4096 {
                    return self.error(
                        st,
                        ErrorKind::NullDereference,
                        if a == 0 {
                            "the address is null".into()
                        } else {
                            format!("the address is null plus {a}")
                        },
                    );
                }
                match st.heap.find(a) {
                    Some(o) => {
                        if !self.is_device(st, o) {
                            self.assume_note(st, Assumption::Layout);
                        }
                        let base = self.base(st, o);
                        Ok(Value::Ptr(o, a.wrapping_sub(base) as i64))
                    }
                    None => self.error(
                        st,
                        ErrorKind::WildPointer,
                        wild_address(a, self.program.ptr_bits),
                    ),
                }
            }
            Value::Undef => self.error(
                st,
                ErrorKind::UninitialisedRead,
                "a value that was never initialised is used as an address".into(),
            ),
            Value::Func(_) | Value::Label(..) => self.error(
                st,
                ErrorKind::WildPointer,
                "code is accessed as data".into(),
            ),
            Value::Term(t) => {
                self.resolve_term(st, t, [ErrorKind::NullDereference, ErrorKind::WildPointer])
            }
        }
    }

    /// The object that a number points into; `kinds` is what it is called
    /// when the number is null or near, and when it is in no object.
    pub(super) fn resolve_term(
        &mut self,
        st: &mut State<D>,
        t: TermId,
        kinds: [ErrorKind; 2],
    ) -> Step<Value> {
        self.check_initialised(st, t, "is used as an address")?;
        let w = self.program.ptr_bits;
        let page = self.cx.pool.bv(w, 4096);
        let null = self.cx.pool.ult(t, page);
        self.error_if(st, null, kinds[0], &|| {
            "the address can be null or close to it".into()
        })?;
        for round in 0..2 {
            let a = self.candidate(st, |m, st| m.cx.smt.eval(&m.cx.pool, &st.pc, t) as u64)?;
            if let Some(o) = st.heap.find(a) {
                let base = self.base(st, o);
                let size = match st.heap.entry(o) {
                    Entry::Live(x) | Entry::OutOfScope(x) => x.size.max(),
                    Entry::Freed { was, .. } | Entry::Former(was) => was.size,
                    _ => 0,
                };
                let k = self.cx.pool.bv(w, u128::from(base & mask(w)));
                let off = self.cx.pool.bvsub(t, k);
                let limit = self.cx.pool.bv(w, u128::from(size & mask(w)));
                let inside = self.cx.pool.ule(off, limit);
                // The other side executes this op again and proposes another
                // object.
                if self.decide(st, inside)? {
                    // The number is an address only as objects lie here.
                    self.assume_note(st, Assumption::Layout);
                    return Ok(self.pointer(o, off));
                }
                continue;
            }
            if round == 1 {
                break;
            }
            // The model points nowhere: everything that points nowhere is an
            // error, the rest is tried again.
            let mut nowhere = self.cx.pool.tru();
            let ranges: Vec<(u64, u64)> = st
                .heap
                .live()
                .take(OBJECTS_IN_ONE_CONDITION + 1)
                .map(|(_, x)| (x.base, x.size.max()))
                .collect();
            if ranges.len() > OBJECTS_IN_ONE_CONDITION {
                let k = self.cx.pool.bv(w, u128::from(a & mask(w)));
                nowhere = self.cx.pool.eq(t, k);
            } else {
                for (base, size) in ranges {
                    let k = self.cx.pool.bv(w, u128::from(base & mask(w)));
                    let off = self.cx.pool.bvsub(t, k);
                    let limit = self.cx.pool.bv(w, u128::from(size & mask(w)));
                    let outside = self.cx.pool.ugt(off, limit);
                    nowhere = self.cx.pool.and(nowhere, outside);
                }
            }
            self.error_if(st, nowhere, kinds[1], &|| {
                "the address can belong to no object".into()
            })?;
        }
        Err(Halt::end(PathEnd::SolverUnknown {
            reason: "no object for an address".into(),
        }))
    }

    fn check_live(&mut self, st: &mut State<D>, o: ObjectId, access: Access) -> Step<()> {
        match st.heap.entry(o) {
            Entry::Live(x) => {
                if access == Access::Write && x.constant {
                    let what = self.describe(st, o);
                    return self.error(st, ErrorKind::ReadOnlyWrite, format!("{what} is constant"));
                }
                Ok(())
            }
            Entry::Freed { at, was } => {
                let (at, size) = (*at, was.size);
                let place = self.place_text(at);
                self.error(
                    st,
                    ErrorKind::UseAfterFree,
                    format!("the object of {size} bytes was freed at {place}"),
                )
            }
            Entry::OutOfScope(_) => self.error(
                st,
                ErrorKind::UseAfterReturn,
                "the block of the local variable has been left".into(),
            ),
            Entry::Former(_) => self.error(
                st,
                ErrorKind::UseAfterReturn,
                "the local variable is that of an earlier round of its block, which has been \
                 left and entered again"
                    .into(),
            ),
            Entry::Dead => self.error(
                st,
                ErrorKind::UseAfterReturn,
                "the local variable no longer exists".into(),
            ),
            Entry::Vacant => self.wild(st, access),
        }
    }

    fn wild<T>(&mut self, st: &mut State<D>, _access: Access) -> Step<T> {
        self.error(
            st,
            ErrorKind::WildPointer,
            "the address belongs to no object".into(),
        )
    }

    /// "the 8-byte global `table`".
    pub fn describe(&self, st: &State<D>, o: ObjectId) -> String {
        use crate::memory::ObjectKind as K;
        let Some(x) = st.heap.get(o) else {
            return "an object that is gone".into();
        };
        let size = match x.size {
            Size::Known(n) => format!("{n}-byte"),
            Size::Symbolic { .. } => "symbolically sized".into(),
        };
        match x.kind {
            K::Global(g) => format!(
                "the {size} global `{}`",
                self.program.module.globals[g].name
            ),
            K::Stack(f) => format!("a {size} local of `{}`", self.program.function(f).name),
            K::Heap(_, at) => format!("the {size} object allocated at {}", self.place_text(at)),
            K::Environment => format!("a {size} object of the environment"),
            K::Arguments => "the variable arguments of the entry".into(),
            K::Device => format!("the {size} device at 0x{:x}", x.base),
            K::Initial => format!("a {size} object that a pointer of the entry leads to"),
        }
    }

    /// `file:line` of a position.
    pub fn place_text(&self, loc: ep_ir::LocId) -> String {
        let m = &self.program.module;
        match m.locs.get(loc) {
            Some(p) if p.line > 0 => {
                let file = &m.files[p.file];
                let name = file.rsplit('/').next().unwrap_or(file);
                format!("{name}:{}", p.line)
            }
            _ => "an unknown place".into(),
        }
    }

    /// The offset as a number if only one is possible.
    pub fn offset_value(&self, t: TermId) -> Option<u64> {
        self.cx
            .pool
            .as_bv(t)
            .map(|v| scalar::sext64(self.program.ptr_bits, v as u64) as u64)
    }
}

/// What is wrong with an address in no object. One below all objects may be a
/// register of a device.
fn wild_address(a: u64, ptr_bits: u32) -> String {
    let help = match ptr_bits == 32 || a < 1 << 32 {
        true => format!(" (--mmio 0x{a:x}:4 says that a device is there)"),
        false => String::new(),
    };
    format!("the address 0x{a:x} belongs to no object{help}")
}

fn out_of_bounds(access: Access) -> ErrorKind {
    match access {
        Access::Read => ErrorKind::OutOfBoundsRead,
        Access::Write => ErrorKind::OutOfBoundsWrite,
    }
}
