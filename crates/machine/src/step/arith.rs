//! Integer operations, comparisons and conversions on any values.
//!
//! Addresses stay addresses through `ptrtoint`, addition and subtraction, so
//! that pointer differences and alignment tests are exact; whatever looks at
//! an address otherwise makes the path rely on the layout.

use crate::code::{EXACT, NSW, NUW};
use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::memory::ObjectKind;
use crate::options::Arith;
use crate::state::State;
use crate::value::{mask, ObjectId, Value};
use ep_base::outcome::ErrorKind;
use ep_ir::{scalar, BinOp, CastOp, IntPred};
use ep_term::{Sort, TermId};

impl<D: Driver> Machine<D> {
    /// The value as a term of `width` bits. An address becomes its number;
    /// use [`Machine::observe`] first where the number can be seen.
    pub fn term(&mut self, st: &mut State<D>, v: Value, width: u32) -> TermId {
        match v {
            Value::Int(i) if self.math() && width > 1 => {
                self.cx.pool.int_i128(i128::from(scalar::sext64(width, i)))
            }
            Value::Int(i) => self.cx.pool.bv(width, u128::from(i & mask(width))),
            Value::Term(t) => t,
            Value::Undef => {
                let i = st.uninit_count;
                st.uninit_count += 1;
                self.input_table.uninit(&mut self.cx.pool, i, width)
            }
            Value::Ptr(o, off) => {
                let a = self.base(st, o).wrapping_add(off as u64) & mask(width);
                self.cx.pool.bv(width, u128::from(a))
            }
            Value::SymPtr(o, off) => {
                let base = self.base(st, o);
                let base = self.cx.pool.bv(width, u128::from(base & mask(width)));
                self.cx.pool.bvadd(base, off)
            }
            Value::Func(f) => {
                let a = self.program.function_address(f);
                self.cx.pool.bv(width, u128::from(a))
            }
            Value::Label(f, b) => {
                let a = self.program.label_address(f, b);
                self.cx.pool.bv(width, u128::from(a))
            }
            Value::Choice(c) => {
                let (cond, a, b) = self.choices.get(c);
                let (x, y) = (self.term(st, a, width), self.term(st, b, width));
                let t = self.cx.pool.ite(cond, x, y);
                self.mark_address(t, &[a, b]);
                t
            }
            Value::Lazy(_) => {
                // Loads decide it; a piece that none of them saw is any bits.
                self.assume_note(st, Assumption::Layout);
                let i = st.uninit_count;
                st.uninit_count += 1;
                self.input_table.uninit(&mut self.cx.pool, i, width)
            }
        }
    }

    /// Integers are mathematical.
    #[inline]
    pub fn math(&self) -> bool {
        self.options.arith == Arith::Math
    }

    /// The number of an object's first byte, also when it is gone.
    pub fn base(&self, st: &State<D>, o: ObjectId) -> u64 {
        match st.heap.entry(o) {
            crate::memory::Entry::Live(x) | crate::memory::Entry::OutOfScope(x) => x.base,
            crate::memory::Entry::Freed { was, .. } | crate::memory::Entry::Former(was) => was.base,
            // A dead local: a place of its own, away from live objects.
            _ => 0x7ffe_0000_0000u64.wrapping_add(u64::from(o.0) << 16),
        }
    }

    /// A number seen as an address's becomes a plain integer, which makes the
    /// path rely on the layout.
    pub fn observe(&mut self, st: &mut State<D>, v: Value) -> Value {
        match v {
            Value::Ptr(o, off) => {
                self.assume_note(st, Assumption::Layout);
                Value::Int(self.base(st, o).wrapping_add(off as u64) & mask(self.program.ptr_bits))
            }
            Value::SymPtr(..) => {
                self.assume_note(st, Assumption::Layout);
                let w = self.program.ptr_bits;
                Value::Term(self.term(st, v, w))
            }
            Value::Func(f) => {
                self.assume_note(st, Assumption::Layout);
                Value::Int(self.program.function_address(f))
            }
            Value::Label(f, b) => {
                self.assume_note(st, Assumption::Layout);
                Value::Int(self.program.label_address(f, b))
            }
            Value::Choice(_) | Value::Lazy(_) => {
                self.assume_note(st, Assumption::Layout);
                let w = self.program.ptr_bits;
                Value::Term(self.term(st, v, w))
            }
            v => v,
        }
    }

    /// The value of `width` 1 as a condition.
    pub fn condition(&mut self, st: &mut State<D>, v: Value) -> TermId {
        match v {
            Value::Int(i) => self.cx.pool.boolean(i & 1 != 0),
            v => {
                let t = self.term(st, v, 1);
                if self.cx.pool.sort(t) == Sort::Bool {
                    t
                } else {
                    self.cx.pool.bv_to_bool(t)
                }
            }
        }
    }

    /// `a op b` at `width` bits with its error checks.
    pub fn bin(
        &mut self,
        st: &mut State<D>,
        op: BinOp,
        width: u32,
        flags: u8,
        a: Value,
        b: Value,
    ) -> Step<Value> {
        if flags == 0 && matches!(op, BinOp::Add | BinOp::Sub) {
            if let Value::Choice(c) = a {
                let (cond, x, y) = self.choices.get(c);
                let x = self.bin(st, op, width, flags, x, b)?;
                let y = self.bin(st, op, width, flags, y, b)?;
                return Ok(self.either(st, cond, x, y, width));
            }
        }
        let (a, b) = (self.settle(st, a)?, self.settle(st, b)?);
        if width == self.program.ptr_bits {
            if let Some(v) = self.address_arith(st, op, a, b) {
                return Ok(v);
            }
        }
        let (a, b) = (self.observe(st, a), self.observe(st, b));
        if let Some(v) = self.address_sum(st, op, width, a, b) {
            return Ok(v);
        }
        if a == Value::Undef
            && b == Value::Undef
            && !matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
        {
            return Ok(Value::Undef);
        }
        if self.math() && width > 1 && self.cx.is_math(a, b) {
            return self.bin_math(st, op, width, a, b);
        }
        let (x, y) = (self.term(st, a, width), self.term(st, b, width));
        match op {
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => {
                let zero = self.cx.pool.bv(width, 0);
                let is_zero = self.cx.pool.eq(y, zero);
                self.error_if(st, is_zero, ErrorKind::DivisionByZero, &|| {
                    "division by zero".into()
                })?;
                if matches!(op, BinOp::SDiv | BinOp::SRem) {
                    let min = self.cx.pool.bv(width, 1u128 << (width - 1));
                    let ones = self.cx.pool.bv(width, ep_ir::scalar::mask128(width));
                    let c1 = self.cx.pool.eq(x, min);
                    let c2 = self.cx.pool.eq(y, ones);
                    let over = self.cx.pool.and(c1, c2);
                    self.error_if(st, over, ErrorKind::SignedOverflow, &|| {
                        format!(
                            "the quotient of {} and -1 does not fit {width} bits",
                            min_text(width)
                        )
                    })?;
                }
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let w = self.cx.pool.bv(width, u128::from(width));
                let over = self.cx.pool.uge(y, w);
                let any = self.options.any_shift && self.options.uninit_input;
                if self.program.module.from_source && any {
                    if self.decide(st, over)? {
                        // A build has one value of them all: what is found
                        // behind this is to be confirmed, a proof stands.
                        st.exactness.over = true;
                        return Ok(Value::Term(self.term(st, Value::Undef, width)));
                    }
                } else if self.program.module.from_source {
                    self.error_if(st, over, ErrorKind::OversizedShift, &|| {
                        format!("a shift of a {width}-bit value by {width} or more (or by a negative amount)")
                    })?;
                } else if self.decide_poison(st, over)? {
                    // An optimiser may shift first and look later (LLVM language
                    // reference, `shl`): only its use is an error.
                    return Ok(Value::Undef);
                }
            }
            _ => {}
        }
        if flags != 0 && self.flag_broken(st, op, width, flags, x, y)? {
            return Ok(Value::Undef);
        }
        let p = &mut self.cx.pool;
        let t = match op {
            BinOp::Add => p.bvadd(x, y),
            BinOp::Sub => p.bvsub(x, y),
            BinOp::Mul => p.bvmul(x, y),
            BinOp::UDiv => p.bvudiv(x, y),
            BinOp::SDiv => p.bvsdiv(x, y),
            BinOp::URem => p.bvurem(x, y),
            BinOp::SRem => p.bvsrem(x, y),
            BinOp::And => p.bvand(x, y),
            BinOp::Or => p.bvor(x, y),
            BinOp::Xor => p.bvxor(x, y),
            BinOp::Shl => p.bvshl(x, y),
            BinOp::LShr => p.bvlshr(x, y),
            BinOp::AShr => p.bvashr(x, y),
        };
        Ok(self.cx.value(t))
    }

    /// Checks the flags. In C compiled by us a broken `nsw` is an error at
    /// its line; elsewhere the result is poison (true is returned).
    fn flag_broken(
        &mut self,
        st: &mut State<D>,
        op: BinOp,
        width: u32,
        flags: u8,
        x: TermId,
        y: TermId,
    ) -> Step<bool> {
        if flags & NSW != 0 {
            let p = &mut self.cx.pool;
            let broken = match op {
                BinOp::Add => Some(p.saddo(x, y)),
                BinOp::Sub => Some(p.ssubo(x, y)),
                BinOp::Mul => Some(p.smulo(x, y)),
                BinOp::Shl => {
                    let r = p.bvshl(x, y);
                    let back = p.bvashr(r, y);
                    Some(p.ne(back, x))
                }
                _ => None,
            };
            if let Some(broken) = broken {
                if self.program.module.from_source {
                    if self.options.checks.has(ErrorKind::SignedOverflow) {
                        let sign = match op {
                            BinOp::Add => "+",
                            BinOp::Sub => "-",
                            BinOp::Mul => "*",
                            _ => "<<",
                        };
                        self.error_if(st, broken, ErrorKind::SignedOverflow, &|| {
                            format!("the result of signed `{sign}` does not fit {width} bits")
                        })?;
                    }
                } else if self.decide_poison(st, broken)? {
                    return Ok(true);
                }
            }
        }
        if flags & NUW != 0 {
            let p = &mut self.cx.pool;
            let broken = match op {
                BinOp::Add => Some(p.uaddo(x, y)),
                BinOp::Sub => Some(p.usubo(x, y)),
                BinOp::Mul => Some(p.umulo(x, y)),
                BinOp::Shl => {
                    let r = p.bvshl(x, y);
                    let back = p.bvlshr(r, y);
                    Some(p.ne(back, x))
                }
                _ => None,
            };
            if let Some(broken) = broken {
                if self.decide_poison(st, broken)? {
                    return Ok(true);
                }
            }
        }
        if flags & EXACT != 0 {
            let zero = self.cx.pool.bv(width, 0);
            let p = &mut self.cx.pool;
            let broken = match op {
                BinOp::UDiv => {
                    let r = p.bvurem(x, y);
                    p.ne(r, zero)
                }
                BinOp::SDiv => {
                    let r = p.bvsrem(x, y);
                    p.ne(r, zero)
                }
                BinOp::LShr | BinOp::AShr => {
                    let r = p.bvlshr(x, y);
                    let back = p.bvshl(r, y);
                    p.ne(back, x)
                }
                _ => p.fls(),
            };
            if self.decide_poison(st, broken)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether this path goes on with poison; inputs that do not are spawned.
    fn decide_poison(&mut self, st: &mut State<D>, broken: TermId) -> Step<bool> {
        self.decide(st, broken)
    }

    /// Addition, subtraction and masks of addresses that keep the object.
    fn address_arith(&mut self, st: &State<D>, op: BinOp, a: Value, b: Value) -> Option<Value> {
        use Value::{Int, Ptr, SymPtr, Term};
        let pm = mask(self.program.ptr_bits);
        let w = self.program.ptr_bits;
        let wrap = |x: i64| scalar::sext64(w, x as u64 & pm);
        Some(match (op, a, b) {
            (BinOp::Add, Ptr(o, x), Int(y)) | (BinOp::Add, Int(y), Ptr(o, x)) => {
                Ptr(o, wrap(x.wrapping_add(y as i64)))
            }
            (BinOp::Sub, Ptr(o, x), Int(y)) => Ptr(o, wrap(x.wrapping_sub(y as i64))),
            (BinOp::Sub, Ptr(o, x), Ptr(p, y)) if o == p => Int(x.wrapping_sub(y) as u64 & pm),
            (BinOp::Add, Ptr(o, x), Term(t)) | (BinOp::Add, Term(t), Ptr(o, x)) if !self.math() => {
                let k = self.cx.pool.bv(w, u128::from(x as u64 & pm));
                self.sym_ptr(o, k, t, true)
            }
            (BinOp::Sub, Ptr(o, x), Term(t)) if !self.math() => {
                let k = self.cx.pool.bv(w, u128::from(x as u64 & pm));
                self.sym_ptr(o, k, t, false)
            }
            (BinOp::Add | BinOp::Sub, SymPtr(o, x), Int(y)) => {
                let k = self.cx.pool.bv(w, u128::from(y & pm));
                self.sym_ptr(o, x, k, op == BinOp::Add)
            }
            (BinOp::Add, Int(y), SymPtr(o, x)) => {
                let k = self.cx.pool.bv(w, u128::from(y & pm));
                self.sym_ptr(o, x, k, true)
            }
            (BinOp::Add | BinOp::Sub, SymPtr(o, x), Term(t)) => {
                self.sym_ptr(o, x, t, op == BinOp::Add)
            }
            (BinOp::Add, Term(t), SymPtr(o, x)) => self.sym_ptr(o, x, t, true),
            (BinOp::Sub, Ptr(o, _) | SymPtr(o, _), Ptr(p, _) | SymPtr(p, _)) if o == p => {
                let (x, y) = (self.offset_term(a)?, self.offset_term(b)?);
                let t = self.cx.pool.bvsub(x, y);
                self.cx.value(t)
            }
            (BinOp::And, Ptr(o, x), Int(m)) | (BinOp::And, Int(m), Ptr(o, x)) => {
                // The base is aligned, so low bits come from the offset.
                let align = u64::from(st.heap.get(o)?.align.max(1));
                if m < align {
                    Int(x as u64 & m)
                } else if (!m & pm) < align && (!m & pm).wrapping_add(1).is_power_of_two() {
                    Ptr(o, x & m as i64)
                } else {
                    return None;
                }
            }
            _ => return None,
        })
    }

    /// Sums with a term that is an address: what adds or subtracts stays an
    /// address, everything else looks at its number.
    fn address_sum(
        &mut self,
        st: &mut State<D>,
        op: BinOp,
        width: u32,
        a: Value,
        b: Value,
    ) -> Option<Value> {
        if !self.addresses.any_marked() {
            return None;
        }
        let tainted = |m: &Self, v: Value| match v {
            Value::Term(t) => m.addresses.is_marked(t),
            _ => false,
        };
        if !tainted(self, a) && !tainted(self, b) {
            return None;
        }
        if width != self.program.ptr_bits || (tainted(self, a) && tainted(self, b)) {
            self.assume_note(st, Assumption::Layout);
            return None;
        }
        match op {
            BinOp::Add | BinOp::Sub => {
                let (x, y) = (self.term(st, a, width), self.term(st, b, width));
                let t = if op == BinOp::Add {
                    self.cx.pool.bvadd(x, y)
                } else {
                    self.cx.pool.bvsub(x, y)
                };
                self.addresses.mark(t);
                Some(self.cx.value(t))
            }
            _ => {
                self.assume_note(st, Assumption::Layout);
                None
            }
        }
    }

    /// Marks the merge of these values as an address if one of them is.
    pub fn mark_address(&mut self, merged: TermId, values: &[Value]) {
        let address = values.iter().any(|v| match v {
            Value::Ptr(..)
            | Value::SymPtr(..)
            | Value::Func(_)
            | Value::Label(..)
            | Value::Choice(_)
            | Value::Lazy(_) => true,
            Value::Term(t) => self.addresses.is_marked(*t),
            _ => false,
        });
        if address {
            self.addresses.mark(merged);
        }
    }

    /// The offset of an address as a term.
    pub fn offset_term(&mut self, v: Value) -> Option<TermId> {
        let w = self.program.ptr_bits;
        match v {
            Value::Ptr(_, x) => Some(self.cx.pool.bv(w, u128::from(x as u64 & mask(w)))),
            Value::SymPtr(_, t) => Some(t),
            _ => None,
        }
    }

    fn sym_ptr(&mut self, o: ObjectId, x: TermId, y: TermId, add: bool) -> Value {
        let t = if add {
            self.cx.pool.bvadd(x, y)
        } else {
            self.cx.pool.bvsub(x, y)
        };
        self.pointer(o, t)
    }

    /// An address from object and offset term.
    pub fn pointer(&mut self, o: ObjectId, t: TermId) -> Value {
        match self.cx.pool.as_bv(t) {
            Some(v) => Value::Ptr(o, scalar::sext64(self.program.ptr_bits, v as u64)),
            None => Value::SymPtr(o, t),
        }
    }

    /// A comparison, as a condition.
    pub fn cmp(
        &mut self,
        st: &mut State<D>,
        pred: IntPred,
        width: u32,
        a: Value,
        b: Value,
    ) -> TermId {
        use Value::{Func, Int, Label, Ptr, SymPtr};
        if let (Int(x), Int(y)) = (a, b) {
            return self.cx.pool.boolean(scalar::cmp64(pred, width, x, y));
        }
        if let Value::Choice(c) = a {
            let (cond, x, y) = self.choices.get(c);
            let (x, y) = (
                self.cmp(st, pred, width, x, b),
                self.cmp(st, pred, width, y, b),
            );
            return self.cx.pool.ite(cond, x, y);
        }
        if let Value::Choice(c) = b {
            let (cond, x, y) = self.choices.get(c);
            let (x, y) = (
                self.cmp(st, pred, width, a, x),
                self.cmp(st, pred, width, a, y),
            );
            return self.cx.pool.ite(cond, x, y);
        }
        let equality = matches!(pred, IntPred::Eq | IntPred::Ne);
        let is_address = |v: Value| match v {
            Ptr(..) | SymPtr(..) | Func(_) | Label(..) => true,
            Value::Term(t) => self.addresses.is_marked(t),
            _ => false,
        };
        if is_address(a) || is_address(b) {
            if equality {
                match (a, b) {
                    (Func(f), Func(g)) => {
                        return self.cx.pool.boolean((f == g) == (pred == IntPred::Eq))
                    }
                    (Func(_) | Label(..), Int(0)) | (Int(0), Func(_) | Label(..)) => {
                        return self.cx.pool.boolean(pred == IntPred::Ne)
                    }
                    (Ptr(o, x), Int(0)) | (Int(0), Ptr(o, x)) if self.inside(st, o, x) => {
                        return self.cx.pool.boolean(pred == IntPred::Ne)
                    }
                    (Ptr(o, x), Ptr(p, y))
                        if o != p && self.inside(st, o, x) && self.inside(st, p, y) =>
                    {
                        let gone = st.heap.get(o).is_none() || st.heap.get(p).is_none();
                        if gone
                            || self.at_end(st, o, x)
                            || self.at_end(st, p, y)
                            || self.one_literal(st, (o, x), (p, y))
                        {
                            // One past an object may be the start of another,
                            // an ended object's place is used again, and
                            // linkers merge literals.
                            self.assume_note(st, Assumption::Layout);
                        }
                        return self.cx.pool.boolean(pred == IntPred::Ne);
                    }
                    _ => {}
                }
            }
            // Within one object the offsets decide, biased so that unsigned
            // order is the order of addresses also just before its start.
            if let (Ptr(o, _) | SymPtr(o, _), Ptr(p, _) | SymPtr(p, _)) = (a, b) {
                if o == p {
                    if let (Some(x), Some(y)) = (self.offset_term(a), self.offset_term(b)) {
                        let base = self.base(st, o);
                        let base = self.cx.pool.bv(width, u128::from(base & mask(width)));
                        if equality {
                            return self.cx.compare_terms(pred, x, y);
                        }
                        let x = self.cx.pool.bvadd(base, x);
                        let y = self.cx.pool.bvadd(base, y);
                        return self.cx.compare_terms(pred, x, y);
                    }
                }
            }
            let against_null = |v: Value| v == Int(0);
            if !(equality && (against_null(a) || against_null(b))) && width > 1 {
                self.assume_note(st, Assumption::Layout);
            }
        }
        if self.math() && width > 1 && self.cx.is_math(a, b) {
            return self.cmp_math(st, pred, width, a, b);
        }
        let (x, y) = (self.term(st, a, width), self.term(st, b, width));
        self.cx.compare_terms(pred, x, y)
    }

    /// Offset from 0 to the size, the end included.
    fn inside(&self, st: &State<D>, o: ObjectId, off: i64) -> bool {
        match st.heap.entry(o) {
            crate::memory::Entry::Live(x) | crate::memory::Entry::OutOfScope(x) => {
                off >= 0 && off as u64 <= x.size.max()
            }
            crate::memory::Entry::Freed { was, .. } | crate::memory::Entry::Former(was) => {
                off >= 0 && off as u64 <= was.size
            }
            _ => off >= 0,
        }
    }

    fn at_end(&self, st: &State<D>, o: ObjectId, off: i64) -> bool {
        st.heap.get(o).is_some_and(|x| off as u64 >= x.size.max())
    }

    /// Whether these may be one address, as parts of string literals with the
    /// same rest: C leaves open whether equal literals are distinct, and a
    /// linker puts one that another ends with into it.
    fn one_literal(&self, st: &State<D>, a: (ObjectId, i64), b: (ObjectId, i64)) -> bool {
        let rest = |(o, off): (ObjectId, i64)| -> Option<&[u8]> {
            let ObjectKind::Global(g) = st.heap.get(o)?.kind else {
                return None;
            };
            let global = &self.program.module.globals[g];
            // No name of C begins with a dot: clang's own, for literals.
            if !global.constant || !global.name.starts_with('.') {
                return None;
            }
            global
                .init
                .as_ref()?
                .bytes
                .get(usize::try_from(off).ok()?..)
        };
        matches!((rest(a), rest(b)), (Some(x), Some(y)) if x == y)
    }

    /// Integer and address conversions.
    pub fn int_cast(
        &mut self,
        st: &mut State<D>,
        op: CastOp,
        from: u32,
        to: u32,
        v: Value,
    ) -> Step<Value> {
        if v == Value::Undef {
            // The upper bits of an extension are not arbitrary.
            if matches!(
                op,
                CastOp::Trunc | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr
            ) {
                return Ok(v);
            }
        }
        let is_address = matches!(
            v,
            Value::Ptr(..)
                | Value::SymPtr(..)
                | Value::Func(_)
                | Value::Label(..)
                | Value::Choice(_)
                | Value::Lazy(_)
        );
        if is_address && from == to {
            return Ok(v);
        }
        if let Value::Term(t) = v {
            if self.cx.pool.sort(t) == Sort::Int {
                return Ok(v);
            }
        }
        let v = self.observe(st, v);
        if let Value::Term(t) = v {
            if self.addresses.is_marked(t) {
                if from == to {
                    return Ok(v);
                }
                self.assume_note(st, Assumption::Layout);
            }
        }
        if let Value::Int(x) = v {
            if from <= 64 && to <= 64 {
                return Ok(Value::Int(scalar::cast64(
                    match op {
                        CastOp::PtrToInt | CastOp::IntToPtr if to > from => CastOp::ZExt,
                        CastOp::PtrToInt | CastOp::IntToPtr => CastOp::Trunc,
                        op => op,
                    },
                    from,
                    to,
                    x,
                )));
            }
            if self.math() {
                return Ok(v);
            }
        }
        let t = self.term(st, v, from);
        let p = &mut self.cx.pool;
        let t = match op {
            CastOp::SExt => p.sext(t, to),
            _ if to > from => p.zext(t, to),
            _ if to < from => p.extract(t, to - 1, 0),
            _ => t,
        };
        Ok(self.cx.value(t))
    }
}

fn min_text(width: u32) -> String {
    format!("-2^{}", width - 1)
}
