//! The instructions that are executed as `ir` has them.

use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::memory::{Entry, Object, ObjectKind, Size};
use crate::state::State;
use crate::step::access::Overlap;
use crate::value::{ObjectId, Value};
use ep_base::outcome::ErrorKind;
use ep_base::words::count;
use ep_ir::inst::RmwOp;
use ep_ir::{BinOp, CastOp, Inst, InstKind, IntPred, Operand, Type};

impl<D: Driver> Machine<D> {
    /// Reads an operand of an undecoded instruction.
    pub fn operand(&mut self, st: &State<D>, o: Operand, ty: Type) -> Value {
        match o {
            Operand::Reg(r) => st.top.regs[r.0 as usize],
            o => {
                let w = self.program.bits(ty);
                crate::compile::constant(&mut self.cx.pool, o, w)
            }
        }
    }

    /// Executes an undecoded instruction.
    pub fn rare(&mut self, st: &mut State<D>, inst: &Inst) -> Step<()> {
        let reg_type =
            |m: &Self, st: &State<D>, r: ep_ir::Reg| m.program.function(st.top.func).regs[r];
        let ptr = Type::Ptr;
        match &inst.kind {
            InstKind::Cast {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let v = self.operand(st, *src, *from);
                let (fw, tw) = (self.program.bits(*from), self.program.bits(*to));
                let r = match op {
                    CastOp::FloatCast
                    | CastOp::FpToUi
                    | CastOp::FpToSi
                    | CastOp::UiToFp
                    | CastOp::SiToFp => {
                        let f = |t: &Type| match t {
                            Type::Float(f) => Some(*f),
                            _ => None,
                        };
                        if v == Value::Undef {
                            Value::Undef
                        } else {
                            self.float_cast(st, *op, (f(from), fw), (f(to), tw), v)?
                        }
                    }
                    _ => self.int_cast(st, *op, fw, tw, v)?,
                };
                self.set(st, *dst, r);
            }
            InstKind::FloatBin { op, dst, a, b } => {
                let ty = reg_type(self, st, *dst);
                let (x, y) = (self.operand(st, *a, ty), self.operand(st, *b, ty));
                let Type::Float(f) = ty else {
                    return self.unsupported(st, "a float operation on integers");
                };
                let r = self.float_bin(st, f, *op, x, y)?;
                self.set(st, *dst, r);
            }
            InstKind::FloatUn { op, dst, a } => {
                let ty = reg_type(self, st, *dst);
                let x = self.operand(st, *a, ty);
                let Type::Float(f) = ty else {
                    return self.unsupported(st, "a float operation on integers");
                };
                let r = self.float_un(st, f, *op, x)?;
                self.set(st, *dst, r);
            }
            InstKind::FloatCmp {
                pred,
                ty,
                dst,
                a,
                b,
            } => {
                let (x, y) = (self.operand(st, *a, *ty), self.operand(st, *b, *ty));
                let Type::Float(f) = ty else {
                    return self.unsupported(st, "a float comparison of integers");
                };
                let r = self.float_cmp(st, *f, *pred, x, y)?;
                self.set(st, *dst, r);
            }
            InstKind::Load { dst, ty, addr, .. } => {
                let a = self.operand(st, *addr, ptr);
                let v = self.load(st, a, *ty)?;
                self.set(st, *dst, v);
            }
            InstKind::Store {
                ty, value, addr, ..
            } => {
                let (v, a) = (self.operand(st, *value, *ty), self.operand(st, *addr, ptr));
                self.store(st, a, v, *ty)?;
            }
            InstKind::Alloca {
                dst,
                size,
                align,
                count,
                ..
            } => {
                let size = match count {
                    None => Value::Int(*size),
                    Some((c, ty)) => {
                        let (w, pw) = (self.program.bits(*ty), self.program.ptr_bits);
                        let n = self.operand(st, *c, *ty);
                        let op = if w > pw { CastOp::Trunc } else { CastOp::ZExt };
                        let n = self.int_cast(st, op, w, pw, n)?;
                        self.bin(st, BinOp::Mul, pw, 0, n, Value::Int(*size))?
                    }
                };
                let kind = ObjectKind::Stack(st.top.func);
                // Those of the first block are part of the frame.
                let block = self.program.block_at(st.top.func, st.top.ip);
                let more = match count.is_some() || block.0 > 0 {
                    true => self.observe(st, size),
                    false => Value::Int(0),
                };
                let stack = st.top.stack.clone();
                self.check_stack(st, &stack, more)?;
                let v = self.allocate(st, size, *align, kind, true)?;
                self.use_stack(st, more)?;
                if let Value::Ptr(o, _) = v {
                    st.top.allocas.push(o);
                    if self.program.code[st.top.func.0 as usize]
                        .scoped
                        .contains(&dst.0)
                    {
                        st.top.allocas.extend(st.heap.add_former(o));
                    }
                }
                self.set(st, *dst, v);
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => {
                let mut v = self.operand(st, *base, ptr);
                let pw = self.program.ptr_bits;
                for t in terms {
                    let w = self.program.bits(t.ty);
                    let i = self.operand(st, t.index, t.ty);
                    v = self.pointer_index(st, v, i, w, t.scale)?;
                }
                v = self.bin(
                    st,
                    BinOp::Add,
                    pw,
                    0,
                    v,
                    Value::Int(*offset as u64 & crate::value::mask(pw)),
                )?;
                self.set(st, *dst, v);
            }
            InstKind::Intrinsic { op, ty, dsts, args } => {
                let narrow = matches!(
                    op,
                    ep_ir::Intrinsic::Ctlz | ep_ir::Intrinsic::Cttz | ep_ir::Intrinsic::Abs
                );
                let class = *op == ep_ir::Intrinsic::IsFpClass;
                let mut vs = Vec::new();
                for (i, a) in args.iter().enumerate() {
                    let t = match (i, narrow, class) {
                        (1, true, _) => Type::Int(1),
                        (1, _, true) => Type::Int(32),
                        _ => *ty,
                    };
                    vs.push(self.operand(st, *a, t));
                }
                let (r, o) = self.intrinsic(st, *op, *ty, &vs)?;
                if let Some(d) = dsts.first() {
                    self.set(st, *d, r);
                }
                if let (Some(d), Some(o)) = (dsts.get(1), o) {
                    self.set(st, *d, o);
                }
            }
            InstKind::MemCopy {
                dst,
                src,
                len,
                len_ty,
                may_overlap,
            } => {
                let (d, s) = (self.operand(st, *dst, ptr), self.operand(st, *src, ptr));
                let n = self.operand(st, *len, *len_ty);
                let overlap = match may_overlap {
                    true => Overlap::Allowed,
                    false => Overlap::Error,
                };
                self.copy_checked(st, d, s, n, overlap)?;
            }
            InstKind::MemSet {
                dst,
                value,
                len,
                len_ty,
            } => {
                let d = self.operand(st, *dst, ptr);
                let v = self.operand(st, *value, Type::Int(8));
                let n = self.operand(st, *len, *len_ty);
                self.fill(st, d, v, n)?;
            }
            // An op of its own where it is counted.
            InstKind::Count { .. } => {}
            InstKind::Assume { cond } => {
                let v = self.operand(st, *cond, Type::Int(1));
                if v == Value::Undef {
                    return Ok(());
                }
                let c = self.condition(st, v);
                let not = self.cx.pool.not(c);
                self.error_if(st, not, ErrorKind::ReachedUnreachable, &|| {
                    "the condition of `__builtin_assume` is false".into()
                })?;
            }
            InstKind::ObjectSize { dst, ptr: p, min } => {
                let v = self.operand(st, *p, ptr);
                let w = self.program.bits(reg_type(self, st, *dst));
                let open = matches!(&self.options.entry, crate::options::Entry::Function { heap, .. } if heap.open);
                let r = match v {
                    Value::Ptr(o, off) if off >= 0 => match st.heap.get(o) {
                        // Its caller knows.
                        Some(x) if open && x.kind == ObjectKind::Initial => None,
                        Some(x) => match x.size {
                            Size::Known(n) => Some(n.saturating_sub(off as u64)),
                            Size::Symbolic { .. } => None,
                        },
                        None => None,
                    },
                    _ => None,
                };
                let unknown = if *min { 0 } else { crate::value::mask(w) };
                self.set(st, *dst, Value::Int(r.unwrap_or(unknown)));
            }
            InstKind::StackSave { dst } => {
                // The token is the number of locals that exist.
                let n = st.top.allocas.len() as u64;
                st.top.stack.save(n);
                self.set(st, *dst, Value::Int(n));
            }
            InstKind::StackRestore { token } => {
                let n = match self.operand(st, *token, ptr) {
                    Value::Int(n) => n,
                    Value::Term(t) => self.fix(st, t)? as u64,
                    _ => return self.unsupported(st, "a saved stack that is no stack"),
                };
                let kept = (n as usize).min(st.top.allocas.len());
                for o in st.top.allocas.split_off(kept) {
                    st.heap.kill(o);
                }
                st.top.stack.restore(n);
            }
            InstKind::Lifetime { ptr: p, end } => {
                if let Value::Ptr(o, 0) = self.operand(st, *p, ptr) {
                    if *end {
                        st.heap.leave_scope(o);
                    } else if st.heap.enter_scope(o) {
                        let own = match p {
                            ep_ir::Operand::Reg(r) => Some(r.0),
                            _ => None,
                        };
                        self.forget_round(st, o, own);
                    }
                }
            }
            InstKind::VaStart { list } => {
                let l = self.operand(st, *list, ptr);
                self.va_start(st, l)?;
            }
            InstKind::VaEnd { .. } => {}
            InstKind::VaCopy { dst, src } => {
                let (d, s) = (self.operand(st, *dst, ptr), self.operand(st, *src, ptr));
                let n = if self.program.ptr_bits == 64 { 24 } else { 4 };
                self.copy(st, d, s, Value::Int(n))?;
            }
            InstKind::Freeze { dst, src } => {
                let ty = reg_type(self, st, *dst);
                let v = self.operand(st, *src, ty);
                let v = if v == Value::Undef {
                    let w = self.program.bits(ty);
                    let t = self.havoc_term(st, "frozen", w);
                    Value::Term(t)
                } else {
                    v
                };
                self.set(st, *dst, v);
            }
            InstKind::AtomicRmw {
                op,
                ty,
                dst,
                addr,
                value,
            } => {
                let a = self.operand(st, *addr, ptr);
                let v = self.operand(st, *value, *ty);
                let old = self.load(st, a, *ty)?;
                let new = self.rmw(st, *op, *ty, old, v)?;
                self.store(st, a, new, *ty)?;
                self.set(st, *dst, old);
            }
            InstKind::CmpXchg {
                ty,
                old,
                success,
                addr,
                expected,
                new,
            } => {
                let a = self.operand(st, *addr, ptr);
                let e = self.operand(st, *expected, *ty);
                let n = self.operand(st, *new, *ty);
                let v = self.load(st, a, *ty)?;
                let w = self.program.bits(*ty);
                let equal = self.cmp(st, IntPred::Eq, w, v, e);
                let taken = self.decide(st, equal)?;
                if taken {
                    self.store(st, a, n, *ty)?;
                }
                self.set(st, *old, v);
                self.set(st, *success, Value::Int(u64::from(taken)));
            }
            InstKind::Unsupported { what, .. } => return self.unsupported(st, what.clone()),
            // Decoded elsewhere.
            InstKind::Copy { .. }
            | InstKind::Bin { .. }
            | InstKind::Cmp { .. }
            | InstKind::Select { .. }
            | InstKind::Call { .. }
            | InstKind::Check { .. } => {
                return self.unsupported(st, "an instruction in the wrong place")
            }
        }
        Ok(())
    }

    /// Sets a register.
    pub fn set(&mut self, st: &mut State<D>, dst: ep_ir::Reg, v: Value) {
        st.top.regs[dst.0 as usize] = v;
    }

    fn rmw(&mut self, st: &mut State<D>, op: RmwOp, ty: Type, old: Value, v: Value) -> Step<Value> {
        let w = self.program.bits(ty);
        let bin = match op {
            RmwOp::Xchg => return Ok(v),
            RmwOp::Add => BinOp::Add,
            RmwOp::Sub => BinOp::Sub,
            RmwOp::And => BinOp::And,
            RmwOp::Or => BinOp::Or,
            RmwOp::Xor => BinOp::Xor,
            RmwOp::Nand => {
                let r = self.bin(st, BinOp::And, w, 0, old, v)?;
                return self.bin(st, BinOp::Xor, w, 0, r, Value::Int(crate::value::mask(w)));
            }
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => {
                let i = match op {
                    RmwOp::Max => ep_ir::Intrinsic::SMax,
                    RmwOp::Min => ep_ir::Intrinsic::SMin,
                    RmwOp::UMax => ep_ir::Intrinsic::UMax,
                    _ => ep_ir::Intrinsic::UMin,
                };
                return self.intrinsic(st, i, ty, &[old, v]).map(|r| r.0);
            }
            RmwOp::FAdd | RmwOp::FSub => {
                let Type::Float(f) = ty else {
                    return self.unsupported(st, "an atomic float operation on integers");
                };
                let op = if op == RmwOp::FAdd {
                    ep_ir::FloatBinOp::Add
                } else {
                    ep_ir::FloatBinOp::Sub
                };
                return self.float_bin(st, f, op, old, v);
            }
        };
        self.bin(st, bin, w, 0, old, v)
    }

    /// `base + sext(index) * scale`.
    pub fn pointer_index(
        &mut self,
        st: &mut State<D>,
        base: Value,
        index: Value,
        width: u32,
        scale: i64,
    ) -> Step<Value> {
        let pw = self.program.ptr_bits;
        let index = self.observe(st, index);
        let op = if width > pw {
            CastOp::Trunc
        } else {
            CastOp::SExt
        };
        let mut i = if width == pw {
            index
        } else {
            self.int_cast(st, op, width, pw, index)?
        };
        if let Value::Term(t) = i {
            if self.cx.pool.sort(t) == ep_term::Sort::Int {
                i = Value::Term(self.cx.pool.int2bv(t, pw));
            }
        }
        let by = if scale == 1 {
            i
        } else {
            let k = Value::Int(scale as u64 & crate::value::mask(pw));
            if let (Value::Term(t), Value::Int(k)) = (i, k) {
                let k = self.cx.pool.bv(pw, u128::from(k));
                let t = self.cx.pool.bvmul(t, k);
                self.cx.value(t)
            } else {
                self.bin(st, BinOp::Mul, pw, 0, i, k)?
            }
        };
        self.bin(st, BinOp::Add, pw, 0, base, by)
    }

    /// A new object of `size` bytes (a value of pointer width).
    pub fn allocate(
        &mut self,
        st: &mut State<D>,
        size: Value,
        align: u32,
        kind: ObjectKind,
        uninit: bool,
    ) -> Step<Value> {
        let size = match self.observe(st, size) {
            Value::Int(n) => Size::Known(n),
            Value::Term(t) => {
                self.check_initialised(st, t, "is used as a size")?;
                match self.cx.max_value(st, t) {
                    Ok(max) => match self.cx.min_value(st, t) {
                        Ok(min) if min == max => Size::Known(max as u64),
                        _ => Size::Symbolic {
                            term: t,
                            max: max as u64,
                        },
                    },
                    // What its bits allow, where the solver does not say.
                    Err(_) => Size::Symbolic {
                        term: t,
                        max: u64::try_from(self.cx.pool.urange(t).1).unwrap_or(u64::MAX),
                    },
                }
            }
            _ => {
                return self.error(
                    st,
                    ErrorKind::UninitialisedRead,
                    "a value that was never initialised is used as a size".into(),
                )
            }
        };
        let made = st.heap.allocate(size, align, |base| {
            Object::new(base, size, align, kind, uninit)
        });
        match made {
            Some(o) => Ok(Value::Ptr(o, 0)),
            None => self.unsupported(
                st,
                format!(
                    "an object of up to {} bytes, for which the address space has no room (no smaller bound of its size was found)",
                    size.max()
                ),
            ),
        }
    }

    /// An arbitrary value that is not an input of the program.
    pub fn havoc_term(&mut self, st: &mut State<D>, name: &str, width: u32) -> ep_term::TermId {
        let index = st.inputs.len();
        let bytes = width.div_ceil(8);
        let request = crate::inputs::Request {
            name,
            ty: ep_base::outcome::InputType::Int {
                bits: bytes * 8,
                signed: false,
            },
            source: ep_base::outcome::InputSource::External {
                function: name.to_string(),
            },
            size: u64::from(bytes),
            leaves: &[(0, bytes)],
            math: false,
        };
        let input = self.input_table.input(&mut self.cx.pool, index, &request);
        let t = input.leaves[0].term;
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input);
        self.cx.pool.extract(t, width - 1, 0)
    }

    /// Ends an object that `free` gets; checks what may be freed.
    pub fn release(&mut self, st: &mut State<D>, addr: Value) -> Step<()> {
        if let (Some(o), true) = (self.give_back(st, addr)?, st.ledger.is_kept()) {
            let at = self.own_place(st);
            st.ledger.ended(o, at, &mut self.cx.pool);
        }
        Ok(())
    }

    /// Ends the block at this address without telling the account of blocks;
    /// says which one it was.
    pub fn give_back(&mut self, st: &mut State<D>, addr: Value) -> Step<Option<ObjectId>> {
        // Of merged addresses one may be null and another one not.
        let addr = self.settle(st, addr)?;
        if addr == Value::Int(0) {
            return Ok(None);
        }
        if let Value::Term(t) = addr {
            let w = self.program.ptr_bits;
            let zero = self.cx.pool.bv(w, 0);
            let null = self.cx.pool.eq(t, zero);
            if self.decide(st, null)? {
                return Ok(None);
            }
        }
        let p = match addr {
            Value::Int(a) if st.heap.find(a).is_none() => {
                return self.error(
                    st,
                    ErrorKind::InvalidFree,
                    "the address was not allocated".into(),
                )
            }
            Value::Func(_) | Value::Label(..) => {
                return self.error(
                    st,
                    ErrorKind::InvalidFree,
                    "the address was not allocated".into(),
                )
            }
            Value::Term(t) => self.resolve_term(st, t, [ErrorKind::InvalidFree; 2])?,
            a => self.to_pointer(st, a)?,
        };
        let (o, off) = match p {
            Value::Ptr(o, off) => (o, off),
            Value::SymPtr(o, t) => {
                let w = self.program.ptr_bits;
                let zero = self.cx.pool.bv(w, 0);
                let inner = self.cx.pool.ne(t, zero);
                self.error_if(st, inner, ErrorKind::InvalidFree, &|| {
                    "the address can lie inside an object instead of at its start".into()
                })?;
                (o, 0)
            }
            _ => return self.unsupported(st, "free of an address that has no object"),
        };
        self.free_object(st, o, off)?;
        Ok(Some(o))
    }

    fn free_object(&mut self, st: &mut State<D>, o: ObjectId, off: i64) -> Step<()> {
        let at = self.own_place(st).1;
        match st.heap.entry(o) {
            Entry::Live(x) if matches!(x.kind, ObjectKind::Heap(..) | ObjectKind::Initial) => {
                if off != 0 {
                    let what = self.describe(st, o);
                    return self.error(
                        st,
                        ErrorKind::InvalidFree,
                        format!("the address lies {} into {what}", count(off, "byte")),
                    );
                }
                st.heap.free(o, at);
                Ok(())
            }
            Entry::Live(_) | Entry::OutOfScope(_) => {
                let what = self.describe(st, o);
                self.error(
                    st,
                    ErrorKind::InvalidFree,
                    format!("{what} was not allocated by malloc"),
                )
            }
            Entry::Freed { at, .. } => {
                let place = self.place_text(*at);
                self.error(
                    st,
                    ErrorKind::DoubleFree,
                    format!("the object was already freed at {place}"),
                )
            }
            _ => self.error(
                st,
                ErrorKind::InvalidFree,
                "a local variable that no longer exists".into(),
            ),
        }
    }

    /// Notes that `malloc` was taken to succeed.
    pub fn note_malloc(&mut self, st: &mut State<D>) {
        self.assume_note(st, Assumption::Malloc);
    }
}
