//! Cutting a loop: one state at its head that stands for all rounds.
//!
//! Idea: what a round may change gets any value. Which registers and bytes
//! those are is found by running rounds, from the state with what is known to
//! change made arbitrary, until nothing else changes; this is a fixed point,
//! so no round changes anything else. What is invariant of the arbitrary
//! values is then inferred (`houdini`). Source: document 003, page 64 (Floyd);
//! A. Donaldson et al., "Software Verification Using k-Induction", SAS 2011.
//! What a check can look at besides values is lost with them if it is not made
//! arbitrary too: which bits are initialised is part of a cell, which locals
//! are in scope is a cell of its own, and a loop that changes anything else of
//! the kind (which objects exist, which object a pointer points into) is not
//! cut. The list is docs/algorithms/shadows.md. Cost: a few symbolic rounds per
//! loop.

use super::driver::{Frame, State};
use super::houdini::Subject;
use super::run::Run;
use super::templates::{Candidate, Cell, Item, Sweep, Templates};
use super::unwind::hypothetical;
use crate::merge::Phase;
use crate::merge::{place, Bounds};
use ep_base::Diagnostic;
use ep_machine::memory::object::ByteKind;
use ep_machine::memory::{piece, Entry, Object, ObjectKind, Size};
use ep_machine::step::swept::can_be_swept;
use ep_machine::value::{ObjectId, Value};
use ep_smt::Witness;
use ep_term::{Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rounds until the set of changes must be stable.
const MOST_PASSES: usize = 8;
/// States that one symbolic round may take.
const MOST_STATES: usize = 4_000;

/// What a round leaves in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Left {
    /// An initialised value in each round.
    Defined,
    /// Bits that may not be initialised.
    Open,
}

/// The places that a round changes.
pub(super) type Cells = BTreeMap<Cell, Left>;

/// A loop that was made arbitrary.
pub(super) struct General {
    /// At the head, with arbitrary values for all cells.
    pub state: Box<State>,
    pub subject: Subject,
}

/// Why a loop is not cut.
pub(super) type Refusal = String;

impl Run<'_> {
    /// The state at a loop's head for all its rounds, with its invariants.
    pub fn generalise(
        &mut self,
        st: &State,
        l: u32,
        bounds: &Bounds,
    ) -> Result<Result<General, Refusal>, Diagnostic> {
        let mut cells = Cells::new();
        for _ in 0..MOST_PASSES {
            let mut subject = Subject {
                mark: self.machine.cx.pool.var_count(),
                bases: self.machine.sweeps.elements.len(),
                ..Subject::default()
            };
            let general = match self.arbitrary(st, &cells, &mut subject) {
                Ok(g) => g,
                Err(why) => return Ok(Err(why)),
            };
            let outer = std::mem::take(&mut self.machine.sweeps.touched);
            let probing = std::mem::replace(
                &mut self.machine.sweeps.probing,
                self.attempt.sweep != Sweep::No,
            );
            let back = self.one_round(&general, l, bounds);
            self.machine.sweeps.probing = probing;
            subject.touched = std::mem::replace(&mut self.machine.sweeps.touched, outer);
            let back = match back? {
                Ok(b) => b,
                Err(why) => return Ok(Err(why)),
            };
            if self.attempt.sweep == Sweep::Look && self.machine.sweeps.any {
                return Ok(Err("the loop sweeps an array".into()));
            }
            let before = cells.clone();
            for b in &back {
                if let Err(why) = self.changes(&general, b, &mut cells) {
                    return Ok(Err(why));
                }
            }
            arrays_are_whole(&mut cells);
            overlapping_are_open(&mut cells);
            if cells == before {
                for b in &back {
                    let values = self.values_at(b, &subject);
                    subject.rounds.push((b.pc.clone(), values));
                }
                subject.entry = st.pc.clone();
                self.stable_values(st, &cells, &mut subject);
                let changed = |o| cells.contains_key(&Cell::Array(o));
                self.arrays(st, &general, &back, &changed, &mut subject);
                let head = self.head(st.top.func, l);
                self.infer(&mut subject, head);
                if self.attempt.templates == Templates::Polynomial {
                    self.equalities(&mut subject);
                }
                self.fewest_facts(&mut subject);
                self.note(head, &subject);
                let mut state = self.with_invariants(general, &subject);
                self.attach_facts(&mut state, &subject);
                if probing {
                    // The loop around it wants to know what was touched here.
                    self.machine.sweeps.touched.append(&mut subject.touched);
                }
                return Ok(Ok(General { state, subject }));
            }
        }
        Ok(Err("what the loop changes grows from round to round".into()))
    }

    /// The values of registers that no round changes: bounds of loops.
    fn stable_values(&mut self, st: &State, cells: &Cells, subject: &mut Subject) {
        let program = self.machine.program.clone();
        let function = program.function(st.top.func);
        for (i, v) in st.top.regs.iter().enumerate() {
            if let (Value::Term(t), false) = (v, cells.contains_key(&Cell::Register(i as u32))) {
                if matches!(self.machine.cx.pool.sort(*t), Sort::BitVec(_))
                    && !subject.stable.contains(t)
                    && subject.stable.len() < 6
                {
                    subject.stable.push(*t);
                }
            }
        }
        for op in &program.code[st.top.func.0 as usize].template[function.regs.len()..] {
            if let Value::Int(c) = op {
                subject.constants.insert(*c);
            }
        }
        // Constants of callers and callees count too, where there are few.
        for code in program.code.iter().enumerate().filter(|(f, _)| {
            let first = program.first_block[*f] as usize;
            program.own_block.get(first).copied().unwrap_or(false)
        }) {
            let regs = program.module.functions[ep_ir::FuncId(code.0 as u32)]
                .regs
                .len();
            for v in code.1.template.get(regs..).unwrap_or_default() {
                if let Value::Int(c) = v {
                    if subject.constants.len() < 24 {
                        subject.constants.insert(*c);
                    }
                }
            }
        }
    }

    /// The state with any values in the cells.
    pub(super) fn arbitrary(
        &mut self,
        st: &State,
        cells: &Cells,
        subject: &mut Subject,
    ) -> Result<Box<State>, Refusal> {
        let mut out = Box::new(st.clone());
        out.exactness.over = true;
        let program = self.machine.program.clone();
        let function = program.function(st.top.func);
        for (c, left) in cells {
            let (old, width, name) = match *c {
                Cell::Scope(o) => {
                    if let Entry::Live(x) = st.heap.entry(o) {
                        out.heap.put(o, Entry::OutOfScope(x.clone()));
                    }
                    continue;
                }
                Cell::Array(o) => {
                    self.forget_content(&mut out, o)?;
                    continue;
                }
                Cell::Caller(above, r) => {
                    let Some(frame) = caller(&st.top, above) else {
                        return Err("a caller is not there".into());
                    };
                    let Some(t) = program.function(frame.func).regs.get(ep_ir::Reg(r)) else {
                        return Err("a constant changes".into());
                    };
                    let name = name_of_register(program.function(frame.func), r);
                    (frame.regs[r as usize], program.bits(*t), name)
                }
                Cell::Register(r) => {
                    let width = match function.regs.get(ep_ir::Reg(r)) {
                        Some(t) => program.bits(*t),
                        None => return Err("a constant changes".into()),
                    };
                    let name = name_of_register(function, r);
                    (st.top.regs[r as usize], width, name)
                }
                Cell::Bytes(o, at, n) => {
                    let mut from = st.clone();
                    let v = self.machine.read(&mut from, o, u64::from(at), n);
                    (v, 8 * n, self.name_of(st, o, at, n))
                }
            };
            let source = name.is_some();
            let name = name.unwrap_or_else(|| "t".to_string());
            // Some rounds leave bits of it uninitialised, or none: any of them
            // may be in what the loop begins with.
            let free = self.machine.options.uninit_input;
            let open = !free && (*left == Left::Open || !self.machine.initialised(old));
            let old = match old {
                // Any value, which it is from here on.
                Value::Undef if free => Value::Term(self.machine.term(&mut out, old, width)),
                v => v,
            };
            let pool = &mut self.machine.cx.pool;
            let new = match old {
                Value::Int(_) | Value::Term(_) => {
                    let h = pool.fresh_var(&name, Sort::BitVec(width));
                    let mut copy = st.clone();
                    let entry = self.machine.term(&mut copy, old, width);
                    if !matches!(self.machine.cx.pool.sort(entry), Sort::BitVec(w) if w == width) {
                        return Err("a value that is no bit-vector".into());
                    }
                    if open {
                        Value::Term(self.partly_written(&mut out, h, width))
                    } else {
                        subject.items.push(Item {
                            cell: *c,
                            var: h,
                            entry,
                            width,
                            source,
                        });
                        Value::Term(h)
                    }
                }
                Value::Ptr(o, _) | Value::SymPtr(o, _) => {
                    let w = program.ptr_bits;
                    let h = pool.fresh_var(&name, Sort::BitVec(w));
                    let entry = self
                        .machine
                        .offset_term(old)
                        .ok_or_else(|| "an address".to_string())?;
                    if open {
                        Value::SymPtr(o, self.partly_written(&mut out, h, w))
                    } else {
                        subject.items.push(Item {
                            cell: *c,
                            var: h,
                            entry,
                            width: w,
                            source,
                        });
                        Value::SymPtr(o, h)
                    }
                }
                Value::Undef => {
                    let h = pool.fresh_var(&name, Sort::BitVec(width));
                    Value::Term(self.partly_written(&mut out, h, width))
                }
                Value::Choice(_) | Value::Lazy(_) | Value::Func(_) | Value::Label(..) => {
                    return Err("the loop changes which object a pointer points to".into());
                }
            };
            match *c {
                Cell::Register(r) => out.top.regs[r as usize] = new,
                Cell::Caller(above, r) => set_caller(&mut out.top, above, r, new),
                Cell::Bytes(o, at, n) => self.machine.write(&mut out, o, u64::from(at), n, new),
                Cell::Scope(_) | Cell::Array(_) => {}
            }
        }
        // The arbitrary values can be those that the state has: its model
        // stays one.
        let values: Vec<(ep_term::VarId, u128)> = subject
            .items
            .iter()
            .filter_map(|i| {
                let cx = &mut self.machine.cx;
                let v = cx.pool.as_var(i.var)?;
                Some((v, cx.smt.eval(&cx.pool, &st.pc, i.entry)))
            })
            .collect();
        self.machine
            .cx
            .smt
            .prefer(&mut out.pc, &Witness::from_bits(values));
        Ok(out)
    }

    /// All elements of an array become unknown, and which are initialised.
    fn forget_content(&mut self, st: &mut State, o: ObjectId) -> Result<(), Refusal> {
        let Some(x) = st.heap.get(o) else {
            return Err("an array that the loop sweeps comes into scope".into());
        };
        if x.swept().is_none() && !can_be_swept(x) {
            return Err("the loop sweeps an array of addresses".into());
        }
        let s = self.machine.sweeps.fresh();
        if let Some(x) = st.heap.get_mut(o) {
            x.sweep(s);
        }
        Ok(())
    }

    /// A value each of whose bits is that of `h` or was never written. Bit by
    /// bit, since rounds without an error that go before a round (k-induction)
    /// may have looked at some of the bits only.
    fn partly_written(&mut self, st: &mut State, h: TermId, width: u32) -> TermId {
        let never = self.machine.term(st, Value::Undef, width);
        let pool = &mut self.machine.cx.pool;
        let written = pool.fresh_var("written", Sort::BitVec(width));
        let missing = pool.bvnot(written);
        let (there, rest) = (pool.bvand(h, written), pool.bvand(never, missing));
        pool.bvor(there, rest)
    }

    fn name_of(&self, st: &State, o: ObjectId, at: u32, n: u32) -> Option<String> {
        let x = st.heap.get(o)?;
        match x.kind {
            ObjectKind::Global(g) => {
                let name = &self.machine.program.module.globals[g].name;
                let whole = at == 0 && x.size == Size::Known(u64::from(n));
                whole.then(|| name.clone())
            }
            _ => None,
        }
    }

    /// Runs one round from the head; the states that come back to it.
    fn one_round(
        &mut self,
        from: &State,
        l: u32,
        bounds: &Bounds,
    ) -> Result<Result<Vec<Box<State>>, Refusal>, Diagnostic> {
        let depth = from.top.depth;
        let mut first = Box::new(from.clone());
        first.extra.hypotheses += 1;
        if let Some(at) = first.top.extra.loops.last_mut() {
            at.phase = Phase::Probe;
        }
        let round = first.top.extra.loops.last().map_or(0, |x| x.round);
        let told = first.extra.hypotheses;
        let mut back = Vec::new();
        let outer = std::mem::take(&mut self.queue);
        let gaps_before = self.left.gaps.len();
        let p = place(
            &self.machine.program,
            &self.machine.driver.orders,
            &mut first,
        );
        self.queue.push(p, first);
        let mut states = 0;
        let mut refusal = None;
        'all: while let Some(group) = self.queue.pop() {
            for st in self.merge_all(group) {
                states += 1;
                if states > MOST_STATES {
                    refusal = Some("one round of the loop has too many states".to_string());
                    break 'all;
                }
                let returned = st.top.depth == depth
                    && st
                        .top
                        .extra
                        .loops
                        .last()
                        .is_some_and(|x| x.id == l && x.round > round);
                if returned && self.at_join(&st) {
                    back.push(st);
                    continue;
                }
                if st.extra.hypotheses >= told && hypothetical(&st) < st.extra.hypotheses {
                    continue;
                }
                let mut st = st;
                self.cut_loop(&mut st, bounds)?;
                if self.advance(st, bounds)?.is_some() {
                    refusal = Some("the time is over".into());
                    break 'all;
                }
                if let Some(why) = self.attempt.failed.take() {
                    refusal = Some(why);
                    break 'all;
                }
            }
        }
        self.queue = outer;
        if refusal.is_none() && self.left.gaps.len() > gaps_before {
            refusal = Some("something in the loop is not modelled".into());
        }
        for b in &mut back {
            b.extra.hypotheses -= 1;
        }
        Ok(match refusal {
            Some(why) => Err(why),
            None => Ok(back),
        })
    }

    /// Adds what differs between the head and a state that came back to it.
    pub(super) fn changes(
        &mut self,
        head: &State,
        back: &State,
        cells: &mut Cells,
    ) -> Result<(), Refusal> {
        if head.ledger.is_kept() {
            return Err("an account of the blocks is kept".into());
        }
        if head.stdin_at != back.stdin_at {
            return Err("the loop reads standard input".into());
        }
        let block = self.machine.program.block_at(head.top.func, head.top.ip);
        let orders = self.machine.driver.orders.clone();
        let live = &orders[head.top.func.0 as usize].live[block.0 as usize];
        for (i, (x, y)) in head.top.regs.iter().zip(&back.top.regs).enumerate() {
            if x != y && live.get(i).copied().unwrap_or(true) {
                same_kind(*x, *y)?;
                self.add(cells, Cell::Register(i as u32), *y);
            }
        }
        if head.top.stack != back.top.stack {
            return Err("the loop uses more of the stack in each round".into());
        }
        let (mut x, mut y) = (&head.top.caller, &back.top.caller);
        let mut above = 0;
        while let (Some(p), Some(q)) = (x, y) {
            if p.regs != q.regs {
                if self.activity.reaches() {
                    for (i, (x, y)) in p.regs.iter().zip(&q.regs).enumerate() {
                        if x != y {
                            same_kind(*x, *y)?;
                            self.add(cells, Cell::Caller(above, i as u32), *y);
                        }
                    }
                } else {
                    return Err("the loop changes its callers".into());
                }
            }
            above += 1;
            (x, y) = (&p.caller, &q.caller);
        }
        let differing: Vec<u32> = head.heap.differing(&back.heap).collect();
        for i in differing {
            let id = ObjectId(i);
            match (head.heap.entry(id), back.heap.entry(id)) {
                (Entry::Live(a), Entry::Live(b)) => {
                    if a.base != b.base || a.size != b.size || a.kind != b.kind {
                        return Err("the loop makes other objects in each round".into());
                    }
                    match (a.swept(), b.swept()) {
                        (None, None) => {}
                        (Some(x), Some(y)) if y.same_values(x) => continue,
                        _ => {
                            cells.insert(Cell::Array(id), Left::Open);
                            continue;
                        }
                    }
                    let len = a.present().max(b.present());
                    let mut k = 0;
                    while k < len {
                        if a.raw(k) == b.raw(k) {
                            k += 1;
                            continue;
                        }
                        let (at, n) = piece(a, b, k);
                        let address = |o: &Object| matches!(o.byte(at).0, ByteKind::Address(..));
                        let mut t = back.clone();
                        let y = self.machine.read(&mut t, id, at as u64, n as u32);
                        if address(a) || address(b) {
                            let mut s = head.clone();
                            let x = self.machine.read(&mut s, id, at as u64, n as u32);
                            same_kind(x, y)?;
                        }
                        self.add(cells, Cell::Bytes(id, at as u32, n as u32), y);
                        k = at + n;
                    }
                }
                (Entry::Vacant, Entry::Dead | Entry::Freed { .. })
                | (Entry::OutOfScope(_), Entry::OutOfScope(_))
                | (Entry::Vacant, Entry::OutOfScope(_)) => {}
                (Entry::Live(a), Entry::OutOfScope(b)) if a.base == b.base => {
                    cells.insert(Cell::Scope(id), Left::Defined);
                }
                _ => return Err("the loop allocates or frees".into()),
            }
        }
        Ok(())
    }

    /// Notes that a round leaves this value in a cell.
    fn add(&mut self, cells: &mut Cells, cell: Cell, value: Value) {
        let left = match self.machine.initialised(value) || self.machine.options.uninit_input {
            true => Left::Defined,
            false => Left::Open,
        };
        let known = cells.entry(cell).or_insert(left);
        *known = left.max(*known);
    }

    /// The values of the cells in a state.
    pub(super) fn values_at(
        &mut self,
        st: &State,
        subject: &Subject,
    ) -> FxHashMap<ep_term::VarId, TermId> {
        let mut copy = st.clone();
        let mut out = FxHashMap::default();
        for i in &subject.items {
            let v = match i.cell {
                Cell::Register(r) => st.top.regs[r as usize],
                Cell::Caller(above, r) => match caller(&st.top, above) {
                    Some(f) => f.regs[r as usize],
                    None => continue,
                },
                Cell::Bytes(o, at, n) => self.machine.read(&mut copy, o, u64::from(at), n),
                Cell::Scope(_) | Cell::Array(_) => continue,
            };
            let t = match self.machine.offset_term(v) {
                Some(t) => t,
                None => self.machine.term(&mut copy, v, i.width),
            };
            if let Some(var) = self.machine.cx.pool.as_var(i.var) {
                out.insert(var, t);
            }
        }
        out
    }

    fn with_invariants(&mut self, general: Box<State>, subject: &Subject) -> Box<State> {
        let mut st = general;
        for c in subject.invariants.iter().filter(|c| c.fact.is_none()) {
            let cx = &mut self.machine.cx;
            let w = if st.pc.has_model() {
                Witness::unchanged()
            } else {
                Witness::missing()
            };
            cx.smt.assume(&mut cx.pool, &mut st.pc, c.term, w);
        }
        self.with_equalities(&mut st, subject);
        st
    }

    /// Adds the equalities of polynomials; what products are is part of the
    /// model.
    fn with_equalities(&mut self, st: &mut State, subject: &Subject) {
        if subject.equalities.is_empty() {
            return;
        }
        let said = self.said(&st.pc, subject);
        let machine = &mut self.machine;
        let cx = &mut machine.cx;
        if st.pc.has_model() {
            let values = machine.driver.products.values(cx, &said, &st.pc);
            cx.smt.prefer(&mut st.pc, &Witness::from_bits(values));
        }
        for t in said {
            let w = if st.pc.has_model() {
                Witness::unchanged()
            } else {
                Witness::missing()
            };
            cx.smt.assume(&mut cx.pool, &mut st.pc, t, w);
        }
    }

    /// A state has come to the head of a loop that is to be cut. True if it
    /// was taken over.
    pub fn cut_loop(&mut self, st: &mut Box<State>, bounds: &Bounds) -> Result<(), Diagnostic> {
        let Some(at) = st.top.extra.loops.last().copied() else {
            return Ok(());
        };
        let inner = st.extra.hypotheses > 0;
        let block = self.machine.program.block_at(st.top.func, st.top.ip);
        let orders = self.machine.driver.orders.clone();
        let head = orders[st.top.func.0 as usize].head_of[block.0 as usize] == Some(at.id);
        let key = (st.top.func, at.id);
        let begins = head && at.round == 0 && at.phase == Phase::Unwound && self.at_join(st);
        if !begins || !self.unwound.loops.contains(&key) || !self.all_are_held(st) {
            return Ok(());
        }
        let general = match self.generalise(st, at.id, bounds)? {
            Ok(g) => g,
            Err(why) => {
                self.fail(why);
                return Ok(());
            }
        };
        let (some, all): (Vec<&Candidate>, Vec<&Candidate>) = general
            .subject
            .invariants
            .iter()
            .partition(|c| c.fact.is_none());
        for c in all.into_iter().chain(some) {
            if c.told {
                let facts = &general.subject.facts;
                let text = match c.fact.and_then(|f| facts.get(f as usize)) {
                    Some(q) => q.text.clone(),
                    None => self.machine.cx.pool.infix(c.term),
                };
                if !self.attempt.invariants.contains(&text) && self.attempt.invariants.len() < 12 {
                    self.attempt.invariants.push(text);
                }
            }
        }
        for e in general.subject.equalities.iter().filter(|e| e.told) {
            let text = self.equality_text(&e.fact);
            if !self.attempt.invariants.contains(&text) {
                self.attempt.invariants.insert(0, text);
            }
        }
        let mut next = general.state;
        let user = self.annotated.loops.contains(&key);
        let phase = match (user, inner, self.attempt.k) {
            // Inside a round that is only a hypothesis nothing is shown.
            (true, false, _) => Phase::Guess,
            (_, true, _) | (_, _, 0) => Phase::Step,
            _ => Phase::Hypothesis,
        };
        if phase.is_hypothetical() {
            next.extra.hypotheses += 1;
        }
        if let Some(l) = next.top.extra.loops.last_mut() {
            l.phase = phase;
        }
        if phase != Phase::Step {
            let mut base = st.clone();
            if let Some(l) = base.top.extra.loops.last_mut() {
                l.phase = if user { Phase::Entry } else { Phase::Base };
            }
            let p = place(
                &self.machine.program,
                &self.machine.driver.orders,
                &mut base,
            );
            self.queue.push(p, base);
        }
        *st = next;
        Ok(())
    }

    /// What a loop that was cut does when its head is reached again. False
    /// ends the state.
    pub fn round_of_cut(&mut self, st: &mut State) -> bool {
        let phase = st.top.extra.loops.last().map(|at| at.phase);
        if !matches!(phase, None | Some(Phase::Unwound | Phase::Probe)) {
            self.all_are_held(st);
        }
        let k = self.attempt.k;
        let key = st.top.extra.loops.last().map(|at| (st.top.func, at.id));
        let user =
            key.is_some_and(|key| self.annotated.loops.contains(&key)) && st.extra.hypotheses == 0;
        let Some(at) = st.top.extra.loops.last_mut() else {
            return true;
        };
        match at.phase {
            Phase::Unwound | Phase::Probe => true,
            Phase::Base => at.round <= k,
            Phase::Hypothesis => {
                if at.round >= k {
                    at.phase = Phase::Step;
                    st.extra.hypotheses -= 1;
                }
                true
            }
            Phase::Step => {
                if user {
                    at.phase = Phase::Kept;
                }
                user
            }
            Phase::Entry | Phase::Kept => {
                self.fail("a round of the loop does not come to its invariant".into());
                false
            }
            Phase::Guess | Phase::Done => false,
        }
    }

    /// Notes why the proof fails.
    pub fn fail(&mut self, why: String) {
        self.attempt.failed.get_or_insert(why);
    }
}

/// An array that is swept has no cells of its own.
fn arrays_are_whole(cells: &mut Cells) {
    let swept: Vec<ObjectId> = cells
        .keys()
        .filter_map(|c| match c {
            Cell::Array(o) => Some(*o),
            _ => None,
        })
        .collect();
    cells.retain(|c, _| !matches!(c, Cell::Bytes(o, ..) if swept.contains(o)));
}

/// Cells of memory can share bytes, and the last one that is made arbitrary
/// counts: where one of them may be uninitialised all may.
pub(super) fn overlapping_are_open(cells: &mut Cells) {
    let open: Vec<(ObjectId, u32, u32)> = cells
        .iter()
        .filter_map(|(c, left)| match (*c, *left) {
            (Cell::Bytes(o, at, n), Left::Open) => Some((o, at, n)),
            _ => None,
        })
        .collect();
    for (c, left) in cells.iter_mut() {
        if let Cell::Bytes(o, at, n) = *c {
            let meets = |x: &(ObjectId, u32, u32)| x.0 == o && x.1 < at + n && at < x.1 + x.2;
            if open.iter().any(meets) {
                *left = Left::Open;
            }
        }
    }
}

/// The values can be told apart by a number alone.
fn same_kind(x: Value, y: Value) -> Result<(), Refusal> {
    let number = |v: Value| matches!(v, Value::Int(_) | Value::Term(_) | Value::Undef);
    let object = |v: Value| match v {
        Value::Ptr(o, _) | Value::SymPtr(o, _) => Some(o),
        _ => None,
    };
    let same = (number(x) && number(y)) || (object(x).is_some() && object(x) == object(y));
    if same {
        Ok(())
    } else {
        Err("the loop changes which object a pointer points to".into())
    }
}

/// The activation that many above this one; 0 is its caller.
fn caller(top: &Frame, above: u32) -> Option<&Frame> {
    let mut at = top.caller.as_deref()?;
    for _ in 0..above {
        at = at.caller.as_deref()?;
    }
    Some(at)
}

fn set_caller(top: &mut Frame, above: u32, r: u32, value: Value) {
    let mut at = top;
    for _ in 0..=above {
        match at.caller.as_mut() {
            Some(c) => at = Rc::make_mut(c),
            None => return,
        }
    }
    at.regs[r as usize] = value;
}

fn name_of_register(function: &ep_ir::Function, r: u32) -> Option<String> {
    let storage = ep_ir::debug::VarStorage::Register(ep_ir::Reg(r));
    let mut vars = function.vars.iter();
    let found = vars.find(|(_, v)| v.storage == storage);
    found.map(|(_, v)| v.name.clone())
}
