//! Functions that the engine provides: allocation, the harness, program end.

use super::step::Next;
use super::sum::{Bytes, SIZE_BITS};
use super::value::{Base, Fresh, Hold, Ptr, State, Ty, Val};
use super::walker::{why, Exit, Res, Walker};
use ep_ir::provided::{Builtin, OWN_BLOCK};
use ep_ir::{FuncId, IntPred, Reg};
use ep_machine::memory::ledger::{self, Realloc};
use ep_term::TermId;
use std::rc::Rc;

impl Walker<'_> {
    /// Executes a call of a builtin.
    pub fn builtin(
        &mut self,
        f: FuncId,
        mut st: State,
        name: &str,
        b: Builtin,
        dsts: &[Reg],
        args: &[Val],
    ) -> Res<Next> {
        let level = self.level();
        let null = self.null();
        let arg = |i: usize| args.get(i).cloned().unwrap_or_else(|| null.clone());
        let mut result = None;
        match b {
            Builtin::Nothing => {}
            Builtin::Zero | Builtin::IsReplay => {
                if let Some(d) = dsts.first() {
                    let ty = self.kind(f, *d);
                    result = Some(match ty {
                        Ty::Num(1) => Val::Num(self.cx.pool.fls()),
                        Ty::Num(w) => Val::Num(self.cx.pool.bv(w, 0)),
                        Ty::Ptr => self.null(),
                    });
                }
            }
            Builtin::Identity => result = Some(arg(0)),
            Builtin::MakeSymbolic => {
                let (base, off) = self.place(&arg(0));
                let n = self.long(&arg(1));
                self.fill(level, &mut st, base, off, n, Hold::Any)?;
            }
            Builtin::Range => {
                let v = self.any(level, Ty::Num(32));
                let (x, low, high) = (
                    self.bits(&v, 32),
                    self.bits(&arg(0), 32),
                    self.bits(&arg(1), 32),
                );
                let c = self.predicate(IntPred::Sle, low, x);
                let d = self.predicate(IntPred::Slt, x, high);
                let c = self.cx.pool.and(c, d);
                return self.assume_user(f, st, c, dsts, Some(v));
            }
            Builtin::KleeInt | Builtin::Nondet | Builtin::NondetBool => {
                if let Some(d) = dsts.first() {
                    let ty = self.kind(f, *d);
                    let v = self.any(level, ty);
                    if b == Builtin::NondetBool {
                        // A bool is 0 or 1, whatever its register has.
                        if let Ty::Num(w) = ty {
                            let t = self.anything(level, ep_term::Sort::Bool);
                            let t = self.cx.pool.bool_to_bv(t);
                            let t = self.cx.pool.zext(t, w);
                            let v = match w {
                                1 => Val::Num(self.cx.pool.bv_to_bool(t)),
                                _ => Val::Num(t),
                            };
                            st.regs.insert(*d, v);
                            return Ok(vec![(st, None)]);
                        }
                    }
                    result = Some(v);
                }
            }
            Builtin::Assume => {
                let c = self.truth(&arg(0));
                return self.assume_user(f, st, c, &[], None);
            }
            Builtin::Assert => {
                let c = self.truth(&arg(0));
                let (holds, fails) = self.decide(st, c);
                let mut out = Vec::new();
                out.extend(holds.map(|s| (s, None)));
                out.extend(fails.map(|s| (s, Some(Exit::Stop))));
                return Ok(out);
            }
            Builtin::SilentExit
            | Builtin::Abort
            | Builtin::Exit
            | Builtin::AssertFail
            | Builtin::ReachError
            | Builtin::ReportError => return Ok(vec![(st, Some(Exit::Stop))]),
            Builtin::Malloc => return self.allocate(f, st, &arg(0), None, dsts),
            Builtin::AlignedAlloc => return self.allocate(f, st, &arg(1), None, dsts),
            Builtin::Calloc => return self.allocate(f, st, &arg(0), Some(&arg(1)), dsts),
            Builtin::Realloc => return self.reallocate(f, st, (&arg(0), &arg(1)), dsts),
            Builtin::Free => {
                self.note(level, &mut st);
                if let Val::Ptr(p) = arg(0) {
                    st.net.add(&p.size, -1);
                }
            }
            Builtin::Memcpy | Builtin::Memmove => {
                self.mem_copy(&mut st, &arg(0), &arg(1), &arg(2))?;
                result = Some(arg(0));
            }
            Builtin::Memset => {
                let byte = match arg(1) {
                    Val::Num(t) if self.cx.pool.as_bv(t).is_some() => Val::Num(t),
                    _ => self.any(level, Ty::Num(8)),
                };
                self.mem_set(&mut st, &arg(0), &byte, &arg(2))?;
                result = Some(arg(0));
            }
            _ => {
                return why(format!("`{name}` has no summary"));
            }
        }
        if let (Some(d), Some(v)) = (dsts.first(), result) {
            let ty = self.kind(f, *d);
            let v = self.coerce(level, v, ty);
            st.regs.insert(*d, v);
        }
        Ok(vec![(st, None)])
    }

    fn assume_user(
        &mut self,
        f: FuncId,
        st: State,
        c: TermId,
        dsts: &[Reg],
        v: Option<Val>,
    ) -> Res<Next> {
        let (holds, _) = self.decide(st, c);
        let Some(mut st) = holds else {
            return Ok(Vec::new());
        };
        if let (Some(d), Some(v)) = (dsts.first(), v) {
            let ty = self.kind(f, *d);
            let v = self.coerce(self.level(), v, ty);
            st.regs.insert(*d, v);
        }
        Ok(vec![(st, None)])
    }

    /// A size that is too large fails.
    fn limit(&self) -> u128 {
        match self.module.layout.ptr_bits {
            64 => 1 << SIZE_BITS,
            _ => 1 << 28,
        }
    }

    /// The states in which a block of this size is there, with its size, and
    /// those in which there is none.
    fn sized(
        &mut self,
        st: State,
        size: &Val,
        times: Option<&Val>,
    ) -> (Option<(State, Bytes)>, Option<State>) {
        let mut t = self.long(size);
        let mut fails = self.cx.pool.fls();
        if let Some(n) = times {
            let n = self.long(n);
            fails = self.cx.pool.umulo(t, n);
            t = self.cx.pool.bvmul(t, n);
        }
        let limit = self.cx.pool.bv(64, self.limit());
        let large = self.cx.pool.uge(t, limit);
        let fails = self.cx.pool.or(fails, large);
        let (none, there) = self.decide(st, fails);
        if !self.allocator.is_payload() {
            t = ledger::cost(&self.allocator, t, &mut self.cx.pool);
        }
        // Where it does not fail, the bits above are zero.
        let t = self.cx.pool.extract(t, SIZE_BITS - 1, 0);
        let bytes = Bytes::size(&self.cx.pool, t);
        (there.map(|s| (s, bytes)), none)
    }

    fn give(&mut self, f: FuncId, st: &mut State, dsts: &[Reg], v: Val) {
        if let Some(d) = dsts.first() {
            let ty = self.kind(f, *d);
            let v = self.coerce(self.level(), v, ty);
            st.regs.insert(*d, v);
        }
    }

    fn allocate(
        &mut self,
        f: FuncId,
        st: State,
        size: &Val,
        times: Option<&Val>,
        dsts: &[Reg],
    ) -> Res<Next> {
        let (there, none) = self.sized(st, size, times);
        let mut out = Vec::new();
        let own = (self.module.functions.get(f)).is_some_and(|f| f.name == OWN_BLOCK);
        if let Some((mut st, bytes)) = there {
            // What the library keeps for itself gives nothing back either.
            let bytes = if own { Bytes::default() } else { bytes };
            let fresh = Fresh {
                zero: times.is_some(),
                local: false,
            };
            let base = self.make(&mut st, fresh);
            st.net.add(&bytes, 1);
            st.grown = true;
            let v = self.pointer(base, 0, bytes);
            self.give(f, &mut st, dsts, v);
            out.push((st, None));
        }
        if let Some(mut st) = none {
            let v = self.null();
            self.give(f, &mut st, dsts, v);
            out.push((st, None));
        }
        Ok(out)
    }

    fn reallocate(
        &mut self,
        f: FuncId,
        st: State,
        (old, size): (&Val, &Val),
        dsts: &[Reg],
    ) -> Res<Next> {
        let level = self.level();
        let Val::Ptr(p) = old.clone() else {
            return why("realloc of a number");
        };
        let n = self.long(size);
        let zero = self.cx.pool.bv(64, 0);
        let nothing = self.cx.pool.eq(n, zero);
        // `realloc(p, 0)` frees where p is not null.
        let there = self.cx.pool.not(p.null);
        let frees = self.cx.pool.and(nothing, there);
        let (ends, goes_on) = self.decide(st, frees);
        let mut out = Vec::new();
        if let Some(mut st) = ends {
            self.note(level, &mut st);
            st.net.add(&p.size, -1);
            let v = self.null();
            self.give(f, &mut st, dsts, v);
            out.push((st, None));
        }
        let Some(st) = goes_on else { return Ok(out) };
        let (there, none) = self.sized(st, size, None);
        if let Some((mut st, bytes)) = there {
            self.note(level, &mut st);
            match self.realloc {
                Realloc::Moving => {
                    st.net.add(&bytes, 1);
                    st.grown = true;
                    self.note(level, &mut st);
                    st.net.add(&p.size, -1);
                }
                Realloc::InPlace => {
                    st.net.add(&p.size, -1);
                    st.net.add(&bytes, 1);
                    st.grown = true;
                }
            }
            let base = self.goes_on(&mut st, &p);
            let (off, null) = (self.cx.pool.bv(64, 0), self.cx.pool.fls());
            let v = Val::Ptr(Rc::new(Ptr {
                base,
                off,
                null,
                size: bytes,
            }));
            self.give(f, &mut st, dsts, v);
            out.push((st, None));
        }
        if let Some(mut st) = none {
            let v = self.null();
            self.give(f, &mut st, dsts, v);
            out.push((st, None));
        }
        Ok(out)
    }

    /// The object of the block that `realloc` gives: who uses the old pointer
    /// again does what is undefined, so that its object goes on under the new
    /// one with what it holds. Where the old one can be null it is a new one,
    /// since null may be given again.
    fn goes_on(&mut self, st: &mut State, p: &Ptr) -> Base {
        let level = self.level();
        let null = self.at_root(level, p.null);
        let base = self.resolve(level, p.base);
        let known = !matches!(base, Base::Null | Base::Unknown);
        if known && self.cx.pool.as_bool(null) == Some(false) {
            self.explain(level, st, &[p.null]);
            return base;
        }
        let fresh = Fresh {
            zero: false,
            local: false,
        };
        self.make(st, fresh)
    }
}
