//! Instructions on states.
//!
//! Each step gives all states that follow. What must never happen: an error
//! that a check of `check` looks for is passed over, or a run is dropped that
//! does not contradict what is known. What is not modelled ends the proof.

use crate::numbers::{bin, cast, compare, fresh, Res, Truth};
use crate::range::Range;
use crate::segment::expose;
use crate::state::State;
use crate::value::{Fill, Kind, Obj, Object, Ptr, Val};
use crate::Question;
use ep_base::outcome::ErrorKind;
use ep_ir::scalar::{mask64, sext64};
use ep_ir::{
    BlockId, Callee, CastOp, Inst, InstKind, IntPred, Intrinsic, Module, Operand, Reg, Terminator,
    Type,
};

/// Bytes of locals of all activations.
const STACK: u64 = 1 << 20;
/// Bytes of one object.
const OBJECT: u64 = 1 << 24;

/// What follows.
pub enum Next {
    /// States in the middle of a block, or at the start of a called function.
    Go(Vec<State>),
    /// States at the starts of blocks.
    Blocks(Vec<State>),
}

/// Where an access goes.
pub enum Access {
    At(Obj, u64),
    /// First in these states, from the same instruction.
    Split(Vec<State>),
}

/// What a program is executed with.
pub struct Steps<'a> {
    pub module: &'a Module,
    pub question: &'a Question<'a>,
    pub live: Vec<Option<ep_ir::analysis::Live>>,
}

/// Hands on states in which an access has to be tried again.
macro_rules! region {
    ($self:ident, $st:ident, $addr:expr, $size:expr, $write:expr) => {
        match $self.access(&$st, $addr, $size, $write)? {
            Access::At(o, off) => (o, off),
            Access::Split(states) => return Ok(Next::Go(states)),
        }
    };
}
pub(crate) use region;

impl Steps<'_> {
    pub fn checks(&self, k: ErrorKind) -> bool {
        (self.question.checks)(k)
    }

    /// Executes the next instruction or terminator.
    pub fn step(&self, mut st: State) -> Res<Next> {
        let (func, block, at) = match st.top() {
            Some(f) => (f.func, f.block, f.inst),
            None => return Ok(Next::Go(Vec::new())),
        };
        let body = self
            .module
            .functions
            .get(func)
            .and_then(|f| f.blocks.get(block));
        let Some(body) = body else {
            return Err("a block that is not there".into());
        };
        match body.insts.get(at) {
            Some(inst) => self.inst(st, inst),
            None => self.terminator(&mut st, &body.term),
        }
    }

    /// Behind the instruction.
    pub fn advance(&self, mut st: State) -> Next {
        if let Some(f) = st.frame() {
            f.inst += 1;
        }
        Next::Go(vec![st])
    }

    pub fn put(&self, mut st: State, dst: Reg, v: Val) -> Next {
        st.set(dst, v);
        self.advance(st)
    }

    pub fn bits(&self, ty: Type) -> u32 {
        self.module.layout.bits(ty)
    }

    fn reg_bits(&self, st: &State, r: Reg) -> u32 {
        let f = st.top().and_then(|f| self.module.functions.get(f.func));
        f.and_then(|f| f.regs.get(r)).map_or(64, |t| self.bits(*t))
    }

    fn inst(&self, mut st: State, inst: &Inst) -> Res<Next> {
        use InstKind::*;
        match &inst.kind {
            Copy { dst, src } => {
                let v = st.operand(src);
                Ok(self.put(st, *dst, v))
            }
            Bin {
                op,
                flags,
                dst,
                a,
                b,
            } => {
                let bits = self.reg_bits(&st, *dst);
                let (x, y) = (st.operand(a), st.operand(b));
                let overflow = !self.module.from_source || self.checks(ErrorKind::SignedOverflow);
                let v = bin(&mut st, *op, bits, *flags, &x, &y, overflow)?;
                Ok(self.put(st, *dst, v))
            }
            Cmp {
                pred,
                ty,
                dst,
                a,
                b,
            } => {
                let (x, y) = (st.operand(a), st.operand(b));
                self.compare(st, *pred, *ty, *dst, &x, &y)
            }
            Cast {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let v = st.operand(src);
                let v = match op {
                    CastOp::Trunc
                    | CastOp::ZExt
                    | CastOp::SExt
                    | CastOp::PtrToInt
                    | CastOp::IntToPtr
                    | CastOp::Bitcast => {
                        let float = |t: &Type| matches!(t, Type::Float(_));
                        match v {
                            Val::Int(_) | Val::Sym(_) | Val::Any if float(from) || float(to) => {
                                self.any(&mut st, *to)
                            }
                            v => cast(&mut st, *op, self.bits(*from), self.bits(*to), &v),
                        }
                    }
                    CastOp::FpToSi | CastOp::FpToUi => {
                        return Err(
                            "a conversion of a floating-point number that may not fit".into()
                        )
                    }
                    CastOp::FloatCast | CastOp::UiToFp | CastOp::SiToFp => self.float(&[&v]),
                };
                Ok(self.put(st, *dst, v))
            }
            FloatBin { dst, a, b, .. } => {
                let v = self.float(&[&st.operand(a), &st.operand(b)]);
                Ok(self.put(st, *dst, v))
            }
            FloatUn { dst, a, .. } => {
                let v = self.float(&[&st.operand(a)]);
                Ok(self.put(st, *dst, v))
            }
            FloatCmp { dst, a, b, .. } => {
                let v = match self.float(&[&st.operand(a), &st.operand(b)]) {
                    Val::Any => st.unknown(Range::full(1)),
                    v => v,
                };
                Ok(self.put(st, *dst, v))
            }
            Select { dst, cond, a, b } => {
                let c = st.operand(cond);
                let mut out = Vec::new();
                for (mut st, yes) in self.decide(st, &c)? {
                    let v = st.operand(if yes { a } else { b });
                    st.set(*dst, v);
                    if let Next::Go(v) = self.advance(st) {
                        out.extend(v);
                    }
                }
                Ok(Next::Go(out))
            }
            Load {
                dst,
                ty,
                addr,
                volatile,
                ..
            } => {
                if *volatile {
                    return Err("a volatile object".into());
                }
                let addr = st.operand(addr);
                self.load(st, *dst, *ty, &addr)
            }
            Store {
                ty,
                value,
                addr,
                volatile,
                ..
            } => {
                if *volatile {
                    return Err("a volatile object".into());
                }
                let size = self.module.layout.store_size(*ty);
                let (addr, value) = (st.operand(addr), st.operand(value));
                let (o, off) = region!(self, st, &addr, size, true);
                self.write(&mut st, o, off, size, value);
                Ok(self.advance(st))
            }
            Alloca {
                dst, size, count, ..
            } => {
                let n = match count {
                    None => 1,
                    Some((c, _)) => match st.operand(c) {
                        Val::Int(n) => n,
                        _ => return Err("a local of variable size".into()),
                    },
                };
                let bytes = size.checked_mul(n).filter(|b| *b <= STACK);
                let Some(bytes) = bytes else {
                    return Err("a large local".into());
                };
                let o = st.add(Object::new(bytes, Kind::Stack, Fill::Undef, inst.loc));
                let mut all = bytes;
                all += st.frames.iter().map(|f| f.bytes).sum::<u64>();
                if all > STACK {
                    return Err("locals that may need too much of the stack".into());
                }
                if let Some(f) = st.frame() {
                    f.allocas.push(o);
                    f.bytes += bytes;
                }
                let to = Val::Ptr(Ptr {
                    obj: o,
                    last: false,
                    off: 0,
                });
                Ok(self.put(st, *dst, to))
            }
            PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => {
                let v = self.address(&st, base, *offset, terms);
                Ok(self.put(st, *dst, v))
            }
            Call {
                dsts,
                callee,
                args,
                rets,
            } => {
                let f = match callee {
                    Callee::Direct(f) => *f,
                    Callee::Indirect(o) => match st.operand(o) {
                        Val::Func(f) => f,
                        _ => return Err("a call of a function that is not known".into()),
                    },
                };
                let values = args.iter().map(|a| (st.operand(&a.value), a.ty, a.byval));
                let values: Vec<_> = values.collect();
                let callee = self.module.functions.get(f);
                let fits = callee.is_some_and(|f| {
                    let types = f.params.iter().map(|p| p.ty);
                    f.rets == *rets && args.iter().map(|a| a.ty).zip(types).all(|(a, p)| a == p)
                });
                if !fits {
                    return Err("a call of a function of another type".into());
                }
                self.call(st, f, dsts, &values, inst.loc)
            }
            Intrinsic { op, ty, dsts, args } => {
                let values: Vec<Val> = args.iter().map(|a| st.operand(a)).collect();
                self.intrinsic(st, *op, *ty, dsts, &values)
            }
            MemCopy {
                dst,
                src,
                len,
                len_ty,
                may_overlap,
            } => {
                let (d, s) = (st.operand(dst), st.operand(src));
                let n = self.length(&st, len, *len_ty)?;
                self.copy(st, &d, &s, n, *may_overlap)
            }
            MemSet {
                dst,
                value,
                len,
                len_ty,
            } => {
                let n = self.length(&st, len, *len_ty)?;
                let (d, v) = (st.operand(dst), st.operand(value));
                self.fill(st, &d, &v, n)
            }
            Check { kind, ok } => {
                let error = kind.error();
                let fine = matches!(st.operand(ok), Val::Int(n) if n & 1 == 1);
                let asked = self.checks(error) || error != ErrorKind::SignedOverflow;
                if !fine && asked {
                    return Err(format!("{error} is not excluded"));
                }
                Ok(self.advance(st))
            }
            Assume { cond } => match st.operand(cond) {
                Val::Int(n) if n & 1 == 1 => Ok(self.advance(st)),
                _ => Err("an assumption of the compiler".into()),
            },
            Count { .. } => Ok(self.advance(st)),
            Lifetime { ptr, end } => {
                if let Val::Ptr(p) = st.operand(ptr) {
                    if !*end && is_local(&st, p.obj) {
                        // It is a new object: what led to the one of an
                        // earlier round leads nowhere.
                        let to_old = |v: &Val| v.ptr().is_some_and(|q| q.obj == p.obj);
                        st.replace(&|v| to_old(v).then_some(Val::Dangling));
                        if let Operand::Reg(r) = ptr {
                            st.set(*r, Val::Ptr(p));
                        }
                    }
                    if let Some(o) = st.object(p.obj) {
                        if matches!(o.kind, Kind::Stack | Kind::Dead) {
                            o.cells.clear();
                            o.fill = Fill::Undef;
                            o.kind = if *end { Kind::Dead } else { Kind::Stack };
                        }
                    }
                }
                Ok(self.advance(st))
            }
            Freeze { dst, src } => {
                let v = match st.operand(src) {
                    Val::Undef => {
                        let bits = self.reg_bits(&st, *dst);
                        fresh(&mut st, bits)
                    }
                    v => v,
                };
                Ok(self.put(st, *dst, v))
            }
            ObjectSize { .. } => Err("the size of an object".into()),
            StackSave { .. } | StackRestore { .. } => Err("arrays of variable length".into()),
            VaStart { .. } | VaEnd { .. } | VaCopy { .. } => Err("variable arguments".into()),
            AtomicRmw { .. } | CmpXchg { .. } => Err("atomic operations".into()),
            Unsupported { what, .. } => Err(what.clone()),
        }
    }

    /// The result of a float operation.
    fn float(&self, args: &[&Val]) -> Val {
        if args.iter().any(|v| matches!(v, Val::Undef)) {
            Val::Undef
        } else if args
            .iter()
            .all(|v| matches!(v, Val::Any | Val::Int(_) | Val::Sym(_)))
        {
            Val::Any
        } else {
            Val::Opaque
        }
    }

    pub fn any(&self, st: &mut State, ty: Type) -> Val {
        match ty {
            Type::Int(w) => fresh(st, w),
            Type::Float(_) => Val::Any,
            Type::Ptr => Val::Opaque,
        }
    }

    fn intrinsic(
        &self,
        mut st: State,
        op: Intrinsic,
        ty: Type,
        dsts: &[Reg],
        args: &[Val],
    ) -> Res<Next> {
        use Intrinsic::*;
        let total = matches!(
            op,
            SAddOverflow
                | UAddOverflow
                | SSubOverflow
                | USubOverflow
                | SMulOverflow
                | UMulOverflow
                | SAddSat
                | UAddSat
                | SSubSat
                | USubSat
                | Bswap
                | BitReverse
                | CtPop
                | SMin
                | SMax
                | UMin
                | UMax
                | FShl
                | FShr
                | Fma
                | IsFpClass
        );
        if !total {
            return Err("an operation that is not defined for all values".into());
        }
        for (i, d) in dsts.iter().enumerate() {
            let bad = args
                .iter()
                .find(|v| !matches!(v, Val::Int(_) | Val::Sym(_) | Val::Any));
            let bits = if i == 0 { self.reg_bits(&st, *d) } else { 1 };
            let v = match bad {
                Some(Val::Undef) => Val::Undef,
                Some(_) => Val::Opaque,
                None if matches!(ty, Type::Float(_)) && op == Fma => Val::Any,
                None => fresh(&mut st, bits),
            };
            st.set(*d, v);
        }
        Ok(self.advance(st))
    }

    fn length(&self, st: &State, len: &Operand, ty: Type) -> Res<u64> {
        match st.operand(len) {
            Val::Int(n) if n & mask64(self.bits(ty).min(64)) <= OBJECT => {
                Ok(n & mask64(self.bits(ty).min(64)))
            }
            _ => Err("a copy of variable length".into()),
        }
    }

    fn address(
        &self,
        st: &State,
        base: &Operand,
        offset: i64,
        terms: &[ep_ir::inst::PtrTerm],
    ) -> Val {
        let mut sum = Some(offset);
        for t in terms {
            let k = match st.operand(&t.index) {
                Val::Int(n) => {
                    let bits = self.bits(t.ty).min(64);
                    sext64(bits, n & mask64(bits)).checked_mul(t.scale)
                }
                Val::Undef => return Val::Undef,
                _ => None,
            };
            sum = sum.zip(k).and_then(|(a, b)| a.checked_add(b));
        }
        let base = st.operand(base);
        let bits = self.module.layout.ptr_bits;
        match (base, sum) {
            (Val::Undef, _) => Val::Undef,
            (Val::Dangling, _) => Val::Dangling,
            (v, Some(0)) => v,
            (Val::Ptr(p), Some(k)) => match p.off.checked_add(k) {
                Some(off) => Val::Ptr(Ptr { off, ..p }),
                None => Val::Opaque,
            },
            (Val::Int(n), Some(k)) => Val::Int(n.wrapping_add(k as u64) & mask64(bits)),
            _ => Val::Opaque,
        }
    }

    fn compare(&self, st: State, pred: IntPred, ty: Type, dst: Reg, x: &Val, y: &Val) -> Res<Next> {
        let bits = self.bits(ty);
        if let (Val::Any, _) | (_, Val::Any) = (x, y) {
            let mut st = st;
            let v = st.unknown(Range::full(1));
            return Ok(self.put(st, dst, v));
        }
        match compare(&st, self.module, pred, bits, x, y) {
            Truth::Yes => Ok(self.put(st, dst, Val::Int(1))),
            Truth::No => Ok(self.put(st, dst, Val::Int(0))),
            Truth::Undef => Ok(self.put(st, dst, Val::Undef)),
            Truth::Opaque => Ok(self.put(st, dst, Val::Opaque)),
            Truth::Split(p) => Ok(Next::Go(expose(&st, p).unwrap_or_default())),
            Truth::Both => {
                let mut out = Vec::new();
                for (pred, v) in [(pred, 1), (pred.negated(), 0)] {
                    let mut st = st.clone();
                    if st.assume(pred, x, y, bits) {
                        st.set(dst, Val::Int(v));
                        if let Next::Go(v) = self.advance(st) {
                            out.extend(v);
                        }
                    }
                }
                Ok(Next::Go(out))
            }
        }
    }

    /// The states in which a truth value is true and those in which it is not.
    pub fn decide(&self, mut st: State, c: &Val) -> Res<Vec<(State, bool)>> {
        match c {
            Val::Int(n) => Ok(vec![(st, n & 1 == 1)]),
            Val::Sym(s) => {
                let mut out = Vec::new();
                for v in [1, 0] {
                    let mut st = st.clone();
                    if st.refine(*s, Range::single(1, v)) {
                        out.push((st, v == 1));
                    }
                }
                Ok(out)
            }
            Val::Any => {
                let c = st.unknown(Range::full(1));
                self.decide(st, &c)
            }
            Val::Undef if self.question.uninit_is_input => {
                Ok(vec![(st.clone(), true), (st, false)])
            }
            Val::Undef => Err("a value that may never have been set decides a branch".into()),
            _ => Err("a value that is not followed decides a branch".into()),
        }
    }

    fn jump(&self, mut st: State, to: BlockId) -> State {
        if let Some(f) = st.frame() {
            f.block = to;
            f.inst = 0;
        }
        st
    }

    fn terminator(&self, st: &mut State, t: &Terminator) -> Res<Next> {
        let st = std::mem::take(st);
        match t {
            Terminator::Jump(b) => Ok(Next::Blocks(vec![self.jump(st, *b)])),
            Terminator::Branch { cond, then, els } => {
                let c = st.operand(cond);
                let sides = self.decide(st, &c)?.into_iter();
                let to = |yes: bool| if yes { *then } else { *els };
                Ok(Next::Blocks(
                    sides.map(|(st, yes)| self.jump(st, to(yes))).collect(),
                ))
            }
            Terminator::Switch {
                value,
                ty,
                cases,
                default,
            } => {
                let bits = self.bits(*ty);
                let v = match st.operand(value) {
                    v @ (Val::Int(_) | Val::Sym(_)) if bits <= 64 => v,
                    Val::Undef if !self.question.uninit_is_input => {
                        return Err("a value that may never have been set decides a branch".into())
                    }
                    Val::Any => Val::Any,
                    _ => return Err("a value that is not followed decides a branch".into()),
                };
                let first = v.clone();
                let mut out = Vec::new();
                let mut rest = Some(st);
                for c in cases {
                    let Some(st) = rest.take() else { break };
                    // What is known of it may be its value by now.
                    let v = match &first {
                        Val::Any => Val::Any,
                        _ => st.operand(value),
                    };
                    let wanted = Val::Int(u64::try_from(c.value).map_err(|_| "a wide switch")?);
                    let mut yes = st.clone();
                    let mut no = st;
                    let is = compare(&yes, self.module, IntPred::Eq, bits, &v, &wanted);
                    if is != Truth::No && yes.assume(IntPred::Eq, &v, &wanted, bits) {
                        out.push(self.jump(yes, c.target));
                    }
                    if is != Truth::Yes && no.assume(IntPred::Ne, &v, &wanted, bits) {
                        rest = Some(no);
                    }
                }
                out.extend(rest.map(|st| self.jump(st, *default)));
                Ok(Next::Blocks(out))
            }
            Terminator::Return(values) => {
                let values: Vec<Val> = values.iter().map(|v| st.operand(v)).collect();
                self.ret(st, &values)
            }
            Terminator::Unreachable => Err("a place that must not be reached".into()),
            Terminator::IndirectJump { .. } => Err("a computed goto".into()),
            Terminator::Unsupported(what) => Err(what.clone()),
        }
    }
}

/// Whether it is a local of an activation.
fn is_local(st: &State, o: crate::value::Obj) -> bool {
    let kind = st.heap.get(&o).map(|o| o.kind);
    matches!(kind, Some(Kind::Stack | Kind::Dead))
}
