//! A call that its contract stands for: what the function may change gets any
//! value.
//!
//! The body was verified with memory of its own behind each `ep_fresh`, with
//! initialised content everywhere, and with what it names of the program's
//! variables. A call that is not like that is refused, which ends the attempt
//! and not the program. Cost: linear in the bytes that `ep_assigns` names and
//! in those of the global variables that the function can name.

use super::{Contract, Reach, Region};
use crate::driver::Driver;
use crate::machine::{Assumption, Halt, Machine, Step};
use crate::memory::object::ByteKind;
use crate::memory::{Entry, ObjectKind, Size};
use crate::state::State;
use crate::value::{ObjectId, Value};
use crate::world::shape::returns_structure;
use ep_base::outcome::PathEnd;
use ep_ir::Type;
use ep_term::Sort;

/// Bytes of an object that may get any value at one call.
pub(super) const MOST_BYTES: u64 = 1 << 16;

impl<D: Driver> Machine<D> {
    /// Notes why contracts do not help here.
    pub fn refuse(&mut self, why: impl Into<String>) {
        self.contracts.refuse(why);
    }

    /// Refuses and ends the path.
    pub(super) fn refused<T>(&mut self, why: impl Into<String>) -> Step<T> {
        self.refuse(why);
        Err(Halt::end(PathEnd::Silent))
    }

    /// The effect of the call; its results.
    pub(super) fn cut_call(&mut self, st: &mut State<D>, c: &Contract) -> Step<Vec<Value>> {
        let f = st.top.func;
        let program = self.program.clone();
        let function = program.function(f);
        let name = &function.name;
        if self.math() {
            return self.refused("contracts do not cut calls with --arith math");
        }
        if function.variadic || function.params.iter().any(|p| p.byval.is_some()) {
            return self.refused(format!(
                "`{name}` takes structures by value or a variable number of arguments"
            ));
        }
        if returns_structure(&program.module, &program.module.functions[f]).is_some() {
            return self.refused(format!("`{name}` returns a structure"));
        }
        for v in c.args.iter() {
            if !self.initialised(*v) {
                return self.refused(format!(
                    "an argument of `{name}` is not initialised on every path"
                ));
            }
        }
        for r in &c.fresh {
            let all = r.known;
            if !self.content_initialised(st, r.object, all) {
                return self.refused(format!(
                    "memory that is passed to `{name}` is not initialised on every path"
                ));
            }
        }
        let reach = Reach::new(&program.module, f);
        for (g, global) in program.module.globals.iter() {
            if !global.constant
                && reach.global(g)
                && !self.content_initialised(st, ObjectId(g.0), None)
            {
                return self.refused(format!(
                    "`{}`, which `{name}` can read, is not initialised on every path",
                    global.name
                ));
            }
        }
        for r in &c.assigns {
            self.any_content(st, r, name)?;
        }
        let mut result = Vec::new();
        for ty in &function.rets {
            if *ty == Type::Ptr {
                return self.refused(format!("`{name}` returns a pointer"));
            }
            let w = program.bits(*ty);
            let t = self.cx.pool.fresh_var(name, Sort::BitVec(w));
            result.push(Value::Term(t));
        }
        st.exactness.over = true;
        self.assume_note(st, Assumption::Stack);
        Ok(result)
    }

    /// Nothing in the value comes from uninitialised memory.
    pub fn initialised(&self, v: Value) -> bool {
        match v {
            Value::Undef => false,
            Value::Choice(c) => {
                let (_, a, b) = self.choices.get(c);
                self.initialised(a) && self.initialised(b)
            }
            Value::Term(t) | Value::SymPtr(_, t) => {
                let table = &self.input_table;
                !self.cx.pool.vars(t).iter().any(|v| table.is_uninit(*v))
            }
            _ => true,
        }
    }

    /// The bytes of an object (or some of them) are initialised.
    pub(super) fn content_initialised(
        &self,
        st: &State<D>,
        o: ObjectId,
        only: Option<(u64, u64)>,
    ) -> bool {
        let Some(x) = st.heap.get(o) else {
            return false;
        };
        let (from, n) = only.unwrap_or((0, x.size.max()));
        let end = from.saturating_add(n);
        if end > x.size.max() || (x.uninit && (x.present() as u64) < end) {
            return false;
        }
        let end = end.min(x.present() as u64);
        let mut terms = rustc_hash::FxHashSet::default();
        for k in from..end {
            match x.byte(k as usize).0 {
                ByteKind::Uninit => return false,
                ByteKind::Term(t, _) => {
                    terms.insert(t);
                }
                ByteKind::Concrete | ByteKind::Address(..) => {}
            }
        }
        terms.into_iter().all(|t| self.initialised(Value::Term(t)))
    }

    /// The bytes of a region get any value.
    fn any_content(&mut self, st: &mut State<D>, r: &Region, name: &str) -> Step<()> {
        let (size, constant, kind) = match st.heap.entry(r.object) {
            Entry::Live(x) => (x.size, x.constant, x.kind),
            _ => return self.refused(format!("`{name}` assigns memory that is not live")),
        };
        if constant {
            return self.refused(format!("`{name}` assigns memory that is constant"));
        }
        let (from, to) = match (r.known, size) {
            (Some((o, n)), Size::Known(all)) if o.saturating_add(n) <= all => (o, o + n),
            (None, Size::Known(all)) if all <= MOST_BYTES => (0, all),
            _ => {
                return self.refused(format!(
                    "`{name}` assigns memory whose place or size is not known"
                ))
            }
        };
        if to - from > MOST_BYTES {
            return self.refused(format!("`{name}` assigns more than {MOST_BYTES} bytes"));
        }
        let whole = matches!(kind, ObjectKind::Global(_)) || r.known.is_some();
        if !whole && !self.content_initialised(st, r.object, None) {
            return self.refused(format!(
                "memory that `{name}` may assign is not initialised on every path"
            ));
        }
        let mut k = from;
        while k < to {
            let n = match st.heap.get(r.object) {
                Some(x) => match crate::memory::piece(x, x, k as usize) {
                    (start, n) if start as u64 == k && k + n as u64 <= to => n as u64,
                    _ => 1,
                },
                None => 1,
            };
            let t = self.cx.pool.fresh_var(name, Sort::BitVec(8 * n as u32));
            self.write(st, r.object, k, n as u32, Value::Term(t));
            k += n;
        }
        Ok(())
    }
}
