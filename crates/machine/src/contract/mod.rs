//! Function contracts: `ep_requires`, `ep_ensures`, `ep_assigns`, `ep_fresh`,
//! `ep_old` and `ep_result` of `everypath.h`.
//!
//! Idea: the clauses stand at the beginning of a function's body and are code,
//! each behind a question (`__ep_clause`) whose answer says whether it speaks
//! now. A call runs them twice. *Before* the body `ep_requires` is asserted
//! (assumed, where the function is the one that is checked), and `ep_assigns`
//! notes what may change. When the body returns the activation starts over
//! *after* it: the `ep_ensures` are asserted in the memory that the body left,
//! which is put back when they are done, so that evaluating a clause changes
//! nothing; `ep_old` reads the memory of before. Where calls are cut
//! ([`Contracts`]) there is no body: what `ep_assigns` names and the
//! result get any value, and the `ep_ensures` are assumed. That the body keeps
//! to the contract is shown from any state (`verify`).
//!
//! Source: document 003, page 64 (Floyd's method), carried over to calls;
//! C. A. R. Hoare, "Procedures and Parameters", 1971; the clauses are those of
//! CBMC. Cost: the clauses run twice per call.

mod cut;
mod frame;
mod reach;
mod record;
mod stand;
mod verify;

pub use reach::{contracts_in_reach, Reach};
pub use record::{clauses, Contract, Role, Root};
pub use stand::Contracts;

use record::Region;

use crate::driver::Driver;
use crate::machine::{Halt, Machine, Step};
use crate::memory::{Entry, Heap, Object, ObjectKind, Size};
use crate::state::{Frame, FrameExtra, State};
use crate::value::{ObjectId, Value};
use ep_base::outcome::{ErrorKind, PathEnd};
use ep_term::{Pool, TermId};
use std::rc::Rc;

/// The kind of `ep_ensures`; 1 is `ep_requires`, 3 `ep_assigns`.
const ENSURES: u64 = 2;

/// Two regions of one object have no byte in common.
fn apart(pool: &mut Pool, a: &Region, b: &Region) -> TermId {
    let (x, y) = (
        pool.bvadd(a.offset, a.length),
        pool.bvadd(b.offset, b.length),
    );
    let (left, right) = (pool.ule(x, b.offset), pool.ule(y, a.offset));
    pool.or(left, right)
}

impl<D: Driver> Machine<D> {
    /// Gives an activation that begins its contract, if its function has one.
    pub(crate) fn begin_contract(&self, frame: &mut Frame<D>, root: Root) {
        let f = frame.func.0 as usize;
        if self.program.clauses[f] == 0 {
            return;
        }
        let params = &self.program.code[f].params;
        let args = params.iter().map(|p| frame.regs[*p as usize]).collect();
        frame.contract = Some(Rc::new(Contract::new(args, root)));
    }

    fn contract(&mut self, st: &State<D>, what: &str) -> Step<Rc<Contract>> {
        match &st.top.contract {
            Some(c) if c.role != Role::Body => Ok(c.clone()),
            _ => self.unsupported(
                st,
                format!(
                    "{what} behind the beginning of a function; the clauses of a contract are its first statements"
                ),
            ),
        }
    }

    /// `__ep_clause(kind)`: whether a clause of this kind speaks now.
    pub(crate) fn clause(&mut self, st: &mut State<D>, kind: u64) -> Step<bool> {
        let mut c = self.contract(st, "a clause of a contract")?;
        let speaks = match c.role {
            Role::Before => kind != ENSURES,
            _ => kind == ENSURES,
        };
        Rc::make_mut(&mut c).seen += 1;
        let last = c.seen == self.program.clauses[st.top.func.0 as usize];
        st.top.contract = Some(c);
        if !speaks && last {
            self.clauses_done(st)?;
        }
        Ok(speaks)
    }

    fn spoken(&mut self, st: &mut State<D>, c: &Contract) -> Step<()> {
        if c.seen == self.program.clauses[st.top.func.0 as usize] {
            return self.clauses_done(st);
        }
        Ok(())
    }

    /// `__ep_requires(condition, text)`.
    pub(crate) fn requires(&mut self, st: &mut State<D>, cond: TermId, text: &str) -> Step<()> {
        let c = self.contract(st, "ep_requires")?;
        if c.root != Root::Called {
            self.assume_user(st, cond)?;
        } else {
            let name = self.program.function(st.top.func).name.clone();
            let not = self.cx.pool.not(cond);
            // The fault is the caller's.
            let here = self.step_out(st);
            let told = self.error_if(st, not, ErrorKind::AssertionFailure, &|| {
                format!("`{name}` is called where its ep_requires({text}) does not hold")
            });
            if let Some(frame) = here {
                st.top = frame;
            }
            told?;
        }
        self.spoken(st, &c)
    }

    /// Stands at the call of the innermost activation; gives that back.
    fn step_out(&self, st: &mut State<D>) -> Option<Frame<D>> {
        let mut caller = (**st.top.caller.as_ref()?).clone();
        caller.unpack(&self.program);
        caller.ip = caller.ip.saturating_sub(1);
        Some(std::mem::replace(&mut st.top, caller))
    }

    /// `__ep_ensures(condition, text)`.
    pub(crate) fn ensures(&mut self, st: &mut State<D>, cond: TermId, text: &str) -> Step<()> {
        let c = self.contract(st, "ep_ensures")?;
        if c.cut {
            self.assume_user(st, cond)?;
        } else {
            let name = self.program.function(st.top.func).name.clone();
            let not = self.cx.pool.not(cond);
            self.error_if(st, not, ErrorKind::AssertionFailure, &|| {
                format!("`{name}` returns where its ep_ensures({text}) does not hold")
            })?;
        }
        self.spoken(st, &c)
    }

    /// `__ep_assigns(address, size)`.
    pub(crate) fn assigns(&mut self, st: &mut State<D>, p: Value, n: Value) -> Step<()> {
        let mut c = self.contract(st, "ep_assigns")?;
        if n != Value::Int(0) {
            let p = self.settle(st, p)?;
            if !self.is_null(st, p)? {
                let region = self.region(st, p, n, "ep_assigns")?;
                Rc::make_mut(&mut c).assigns.push(region);
                st.top.contract = Some(c.clone());
            }
        }
        self.spoken(st, &c)
    }

    /// Nothing is assigned through a null pointer.
    fn is_null(&mut self, st: &mut State<D>, p: Value) -> Step<bool> {
        match p {
            Value::Int(a) => Ok(a == 0),
            Value::Term(t) => {
                let zero = self.cx.pool.bv(self.program.ptr_bits, 0);
                let null = self.cx.pool.eq(t, zero);
                self.decide(st, null)
            }
            _ => Ok(false),
        }
    }

    fn region(&mut self, st: &mut State<D>, p: Value, n: Value, what: &str) -> Step<Region> {
        let w = self.program.ptr_bits;
        let (Value::Ptr(object, _) | Value::SymPtr(object, _)) = p else {
            let name = self.program.function(st.top.func).name.clone();
            return self.unsupported(
                st,
                format!("the contract of `{name}` has an address without an object in {what}; state with ep_fresh(p, n) what it points to"),
            );
        };
        let Some(offset) = self.offset_term(p) else {
            return self.unsupported(st, format!("an address in {what}"));
        };
        let length = self.term(st, n, w);
        let pool = &self.cx.pool;
        let known = match (pool.as_bv(offset), pool.as_bv(length)) {
            (Some(o), Some(n)) => Some((o as u64, n as u64)),
            _ => None,
        };
        Ok(Region {
            object,
            offset,
            length,
            known,
        })
    }

    /// `ep_fresh(address, size)`: the memory there belongs to the function
    /// alone while it runs.
    pub fn fresh(&mut self, st: &mut State<D>, p: Value, n: Value) -> Step<Value> {
        let c = self.contract(st, "ep_fresh")?;
        if c.role == Role::After {
            return self.unsupported(st, "ep_fresh outside of ep_requires");
        }
        if let Value::Term(t) = p {
            if let Some(&(arg, _)) = c.open.iter().find(|(_, v)| *v == t) {
                // Once it points somewhere all is said again.
                self.bind_parameter(st, &c, arg, n)?;
                return Err(Box::new(Halt::Again));
            }
        }
        let p = self.settle(st, p)?;
        let inside = self.accessible(st, p, n, false)?;
        if self.cx.pool.as_bool(inside) == Some(false) {
            return Ok(Value::Int(0));
        }
        let region = self.region(st, p, n, "ep_fresh")?;
        let mut all = inside;
        for other in &c.fresh {
            if other.object == region.object {
                let apart = apart(&mut self.cx.pool, &region, other);
                all = self.cx.pool.and(all, apart);
            }
        }
        if !self.may_be_passed(st, &region) {
            all = self.cx.pool.fls();
        }
        let mut c = c;
        Rc::make_mut(&mut c).fresh.push(region);
        st.top.contract = Some(c);
        Ok(self.cx.value(all))
    }

    /// The function must not reach the memory by another name.
    fn may_be_passed(&self, st: &State<D>, r: &Region) -> bool {
        match st.heap.get(r.object).map(|o| o.kind) {
            Some(ObjectKind::Global(g)) => !Reach::new(&self.program.module, st.top.func).global(g),
            _ => true,
        }
    }

    /// `__ep_result(size)`: the address of the result.
    pub(crate) fn contract_result(&mut self, st: &mut State<D>, n: u64) -> Step<Value> {
        let c = self.contract(st, "ep_result")?;
        let ty = self.program.function(st.top.func).rets.first().copied();
        if let (Some(r), Role::After) = (self.structure_result(st.top.func, &c), c.role) {
            let size = r.known.map(|k| k.1);
            if let (true, Some(at)) = (size == Some(n), c.args.first()) {
                return Ok(*at);
            }
        }
        let (Some(v), Some(ty), Role::After) = (c.result.first(), ty, c.role) else {
            return self.unsupported(st, "ep_result outside of ep_ensures, or without a result");
        };
        if n != self.program.module.layout.store_size(ty) {
            return self.unsupported(st, "ep_result with another type than the function returns");
        }
        let kind = ObjectKind::Stack(st.top.func);
        let made = st.heap.allocate(Size::Known(n), 16, |base| {
            Object::new(base, Size::Known(n), 16, kind, true)
        });
        let Some(o) = made else {
            return self.unsupported(st, "no room for a result");
        };
        st.top.allocas.push(o);
        self.store(st, Value::Ptr(o, 0), *v, ty)?;
        Ok(Value::Ptr(o, 0))
    }

    /// `__ep_old_begin()`: what follows reads the memory of before the body.
    pub(crate) fn old_begin(&mut self, st: &mut State<D>) -> Step<()> {
        let mut c = self.contract(st, "ep_old")?;
        let Some(before) = c.before.clone().filter(|_| c.role == Role::After) else {
            return Ok(());
        };
        if c.aside.is_some() {
            return self.unsupported(st, "ep_old inside of ep_old");
        }
        let now = Rc::new(st.heap.clone());
        let changed: Vec<u32> = before.differing(&now).collect();
        for i in changed.into_iter().filter(|i| *i < before.len()) {
            let id = ObjectId(i);
            st.heap.put(id, before.entry(id).clone());
        }
        Rc::make_mut(&mut c).aside = Some(now);
        st.top.contract = Some(c);
        Ok(())
    }

    /// `__ep_old_end(&value, size)`: the value goes on, the memory is that of
    /// now again.
    pub(crate) fn old_end(&mut self, st: &mut State<D>, p: Value) -> Step<()> {
        let mut c = self.contract(st, "ep_old")?;
        let Some(aside) = Rc::make_mut(&mut c).aside.take() else {
            return Ok(());
        };
        let Value::Ptr(o, _) = p else {
            return self.unsupported(st, "ep_old of a value that has no place");
        };
        let value = st.heap.entry(o).clone();
        self.put_back(st, &aside);
        st.heap.put(o, value);
        st.top.contract = Some(c);
        Ok(())
    }

    /// The memory is this one; objects that were made since are gone.
    fn put_back(&mut self, st: &mut State<D>, memory: &Heap) {
        let mut heap = memory.clone();
        heap.take_over(&st.heap);
        for i in memory.len()..st.heap.len() {
            let gone = match st.heap.entry(ObjectId(i)) {
                Entry::Vacant => Entry::Vacant,
                _ => Entry::Dead,
            };
            heap.put(ObjectId(i), gone);
        }
        st.heap = heap;
    }

    /// All clauses have spoken.
    fn clauses_done(&mut self, st: &mut State<D>) -> Step<()> {
        let Some(mut c) = st.top.contract.clone() else {
            return Ok(());
        };
        if c.role == Role::After {
            return self.returned(st, &c);
        }
        {
            let c = Rc::make_mut(&mut c);
            c.before = Some(Rc::new(st.heap.clone()));
            c.own.clone_from(&st.top.allocas);
            c.stdin_at = st.stdin_at;
            c.role = Role::Body;
        }
        if self.contracts.cut() && c.root == Root::Called {
            let result = self.cut_call(st, &c)?;
            self.start_over(st, c, result, true);
            return Err(Box::new(Halt::Again));
        }
        st.top.contract = Some(c);
        Ok(())
    }

    /// The body of a function with a contract returns: its clauses speak
    /// again. True if they do, false if the activation is to end.
    pub(crate) fn returns_to_contract(
        &mut self,
        st: &mut State<D>,
        values: &[Value],
    ) -> Step<bool> {
        let Some(c) = st.top.contract.clone() else {
            return Ok(false);
        };
        match c.role {
            Role::After => return Ok(false),
            Role::Before => {
                return self.unsupported(
                    st,
                    "a contract some of whose clauses are passed over; they must be the first statements of a function",
                )
            }
            Role::Body => {}
        }
        if c.root == Root::Verified {
            for v in values {
                if !self.initialised(*v) {
                    let name = self.program.function(st.top.func).name.clone();
                    return self.refused(format!(
                        "`{name}` returns a value that is not initialised on every path"
                    ));
                }
            }
        }
        self.check_frame(st, &c)?;
        self.start_over(st, c, values.to_vec(), false);
        Ok(true)
    }

    /// The activation begins again at its clauses.
    fn start_over(
        &mut self,
        st: &mut State<D>,
        mut c: Rc<Contract>,
        result: Vec<Value>,
        cut: bool,
    ) {
        for o in std::mem::take(&mut st.top.allocas) {
            st.heap.kill(o);
        }
        {
            let c = Rc::make_mut(&mut c);
            c.role = Role::After;
            c.cut = cut;
            c.seen = 0;
            c.result = result;
            c.kept = Some(Rc::new(st.heap.clone()));
        }
        self.restart(st, c);
    }

    fn restart(&mut self, st: &mut State<D>, c: Rc<Contract>) {
        let program = self.program.clone();
        let code = &program.code[st.top.func.0 as usize];
        st.top.regs.clone_from(&code.template);
        for (p, v) in code.params.iter().zip(c.args.iter()) {
            st.top.regs[*p as usize] = *v;
        }
        st.top.ip = 0;
        st.top.extra.restarts();
        st.top.contract = Some(c);
    }

    /// The clauses have been asserted, or assumed: the call is over.
    fn returned(&mut self, st: &mut State<D>, c: &Rc<Contract>) -> Step<()> {
        st.top.allocas.clear();
        if let Some(kept) = &c.kept {
            self.put_back(st, kept);
        }
        if c.root == Root::Verified {
            return Err(Halt::end(PathEnd::Silent));
        }
        let program = self.program.clone();
        let result = c.result.clone();
        self.leave_activation(&program, st, &result)?;
        Err(Box::new(Halt::Again))
    }
}
