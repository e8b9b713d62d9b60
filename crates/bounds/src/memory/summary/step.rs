//! One instruction.
//!
//! Idea: integers are bit-vectors; what is not modelled (floating point,
//! addresses as numbers) is anything, which leaves nothing out. Undefined
//! behaviour is assumed away. A construct whose effect is not known ends the
//! whole analysis. Source: document 000, Definition 2.

use super::sum::Bytes;
use super::value::{Base, Fresh, Hold, Ptr, State, Ty, Val};
use super::walker::{why, Exit, Res, Walker};
use ep_ir::inst::Arg;
use ep_ir::{
    BinOp, Callee, CastOp, FuncId, Inst, InstKind, IntPred, Intrinsic, Operand, Reg, Type,
};
use ep_term::{Sort, TermId};
use std::rc::Rc;

/// Functions that a pointer that is not known may hold.
const MOST_TARGETS: usize = 16;

/// Slots of pointers that an input chooses among.
const MOST_SLOTS: u128 = 16;

/// Where an instruction leads: on, or to an end of the program.
pub(super) type Next = Vec<(State, Option<Exit>)>;

impl Walker<'_> {
    /// An operand.
    pub fn operand(&mut self, f: FuncId, st: &State, o: Operand, ty: Type) -> Res<Val> {
        let level = self.level();
        let kind = self.ty(ty);
        Ok(match o {
            Operand::Reg(r) => {
                let own = self.kind(f, r);
                let v = self.reg(level, st, r, own)?;
                self.coerce(level, v, kind)
            }
            Operand::Int(n) => self.literal(u128::from(n), kind),
            Operand::Wide(n) => self.literal(n, kind),
            Operand::Global(g, off) => self.pointer(Base::Global(g), off as u64, Bytes::default()),
            Operand::Func(g) => self.pointer(Base::Func(g), 0, Bytes::default()),
            Operand::Label(..) | Operand::Undef => self.any(level, kind),
        })
    }

    fn literal(&mut self, n: u128, kind: Ty) -> Val {
        match kind {
            Ty::Num(1) => Val::Num(self.cx.pool.boolean(n & 1 == 1)),
            Ty::Num(w) => Val::Num(self.cx.pool.bv(w, n)),
            Ty::Ptr if n == 0 => self.null(),
            Ty::Ptr => self.any(self.level(), Ty::Ptr),
        }
    }

    /// A number as bit-vector of this width.
    pub fn bits(&mut self, v: &Val, width: u32) -> TermId {
        match v {
            Val::Num(t) => match self.cx.pool.sort(*t) {
                Sort::Bool => {
                    let b = self.cx.pool.bool_to_bv(*t);
                    self.cx.pool.zext(b, width)
                }
                Sort::BitVec(w) if w == width => *t,
                _ => self.anything(self.level(), Sort::BitVec(width)),
            },
            Val::Ptr(_) => self.anything(self.level(), Sort::BitVec(width)),
        }
    }

    /// A number as condition.
    pub fn truth(&mut self, v: &Val) -> TermId {
        match v {
            Val::Num(t) if self.cx.pool.sort(*t) == Sort::Bool => *t,
            Val::Num(t) => {
                let w = self.cx.pool.width(*t);
                let zero = self.cx.pool.bv(w, 0);
                self.cx.pool.ne(*t, zero)
            }
            Val::Ptr(_) => self.anything(self.level(), Sort::Bool),
        }
    }

    fn number(&mut self, t: TermId, width: u32) -> Val {
        match width {
            1 => Val::Num(self.cx.pool.bv_to_bool(t)),
            _ => Val::Num(t),
        }
    }

    /// The object and offset of a pointer.
    pub fn place(&mut self, v: &Val) -> (Base, TermId) {
        let level = self.level();
        match v {
            Val::Ptr(p) => (self.resolve(level, p.base), p.off),
            Val::Num(_) => (Base::Unknown, self.anything(level, Sort::BitVec(64))),
        }
    }

    fn set_any(&mut self, f: FuncId, st: &mut State, dsts: &[Reg]) {
        for d in dsts {
            let ty = self.kind(f, *d);
            let v = self.any(self.level(), ty);
            st.regs.insert(*d, v);
        }
    }

    /// Executes an instruction.
    pub fn inst(&mut self, f: FuncId, mut st: State, inst: &Inst) -> Res<Next> {
        let level = self.level();
        let module = self.module;
        let reg_type = |r: Reg| {
            let function = module.functions.get(f);
            function
                .and_then(|f| f.regs.get(r))
                .copied()
                .unwrap_or(Type::Ptr)
        };
        match &inst.kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                let v = self.operand(f, &st, *src, reg_type(*dst))?;
                st.regs.insert(*dst, v);
            }
            InstKind::Bin { op, dst, a, b, .. } => {
                let ty = reg_type(*dst);
                let width = module.layout.bits(ty);
                let (a, b) = (self.operand(f, &st, *a, ty)?, self.operand(f, &st, *b, ty)?);
                let (a, b) = (self.bits(&a, width), self.bits(&b, width));
                let t = self.binary(*op, a, b);
                let v = self.number(t, width);
                st.regs.insert(*dst, v);
            }
            InstKind::Cmp {
                pred,
                ty,
                dst,
                a,
                b,
                ..
            } => {
                let (x, y) = (
                    self.operand(f, &st, *a, *ty)?,
                    self.operand(f, &st, *b, *ty)?,
                );
                let t = match (&x, &y) {
                    (Val::Ptr(p), Val::Ptr(q)) => self.compare(*pred, &p.clone(), &q.clone()),
                    _ => {
                        let w = module.layout.bits(*ty);
                        let (x, y) = (self.bits(&x, w), self.bits(&y, w));
                        self.predicate(*pred, x, y)
                    }
                };
                st.regs.insert(*dst, Val::Num(t));
            }
            InstKind::Cast {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let x = self.operand(f, &st, *src, *from)?;
                let v = self.cast(*op, *from, *to, x);
                st.regs.insert(*dst, v);
            }
            InstKind::Select { dst, cond, a, b } => {
                let c = self.operand(f, &st, *cond, Type::Int(1))?;
                let c = self.truth(&c);
                let ty = reg_type(*dst);
                let (a, b) = (self.operand(f, &st, *a, ty)?, self.operand(f, &st, *b, ty)?);
                let v = match self.cx.pool.as_bool(c) {
                    Some(true) => a,
                    Some(false) => b,
                    None => self.either(level, c, &a, &b),
                };
                st.regs.insert(*dst, v);
            }
            InstKind::Load {
                dst,
                ty,
                addr,
                volatile,
                ..
            } => {
                let p = self.operand(f, &st, *addr, Type::Ptr)?;
                let (base, off) = self.place(&p);
                let kind = self.ty(*ty);
                if *volatile {
                    let v = self.any(level, kind);
                    st.regs.insert(*dst, v);
                    return Ok(vec![(st, None)]);
                }
                let mut out = Vec::new();
                for (mut st, off) in self.slots(st, base, off, *ty) {
                    let v = self.load(level, &mut st, base, off, kind)?;
                    st.regs.insert(*dst, v);
                    out.push((st, None));
                }
                return Ok(out);
            }
            InstKind::Store {
                ty, value, addr, ..
            } => {
                let p = self.operand(f, &st, *addr, Type::Ptr)?;
                let v = self.operand(f, &st, *value, *ty)?;
                let (base, off) = self.place(&p);
                let len = module.layout.store_size(*ty);
                let mut out = Vec::new();
                for (mut st, off) in self.slots(st, base, off, *ty) {
                    self.store(level, &mut st, base, off, len, Hold::Val(v.clone()))?;
                    out.push((st, None));
                }
                return Ok(out);
            }
            InstKind::Alloca { dst, .. } => {
                let fresh = Fresh {
                    zero: false,
                    local: true,
                };
                let base = self.make(&mut st, fresh);
                let v = self.pointer(base, 0, Bytes::default());
                st.regs.insert(*dst, v);
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => {
                let p = self.operand(f, &st, *base, Type::Ptr)?;
                let mut t = self.cx.pool.bv(64, *offset as u64 as u128);
                for x in terms {
                    let width = module.layout.bits(x.ty);
                    let i = self.operand(f, &st, x.index, x.ty)?;
                    let i = self.bits(&i, width);
                    let i = match width {
                        64 => i,
                        w if w < 64 => self.cx.pool.sext(i, 64),
                        _ => self.cx.pool.extract(i, 63, 0),
                    };
                    let scale = self.cx.pool.bv(64, x.scale as u64 as u128);
                    let i = self.cx.pool.bvmul(i, scale);
                    t = self.cx.pool.bvadd(t, i);
                }
                let v = match p {
                    Val::Ptr(p) => {
                        let off = self.cx.pool.bvadd(p.off, t);
                        Val::Ptr(Rc::new(Ptr {
                            off,
                            ..(*p).clone()
                        }))
                    }
                    Val::Num(_) => self.any(level, Ty::Ptr),
                };
                st.regs.insert(*dst, v);
            }
            InstKind::Call {
                dsts, callee, args, ..
            } => return self.call(f, st, (dsts, *callee, args)),
            InstKind::Intrinsic { op, ty, dsts, args } => {
                self.intrinsic(f, &mut st, (*op, *ty), dsts, args)?;
            }
            InstKind::MemCopy {
                dst,
                src,
                len,
                len_ty,
                ..
            } => {
                let to = self.operand(f, &st, *dst, Type::Ptr)?;
                let from = self.operand(f, &st, *src, Type::Ptr)?;
                let n = self.operand(f, &st, *len, *len_ty)?;
                self.mem_copy(&mut st, &to, &from, &n)?;
            }
            InstKind::MemSet {
                dst,
                value,
                len,
                len_ty,
            } => {
                let to = self.operand(f, &st, *dst, Type::Ptr)?;
                let byte = self.operand(f, &st, *value, Type::Int(8))?;
                let n = self.operand(f, &st, *len, *len_ty)?;
                self.mem_set(&mut st, &to, &byte, &n)?;
            }
            InstKind::Check { .. }
            | InstKind::Assume { .. }
            | InstKind::Count { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Lifetime { .. } => {}
            InstKind::FloatBin { dst, .. }
            | InstKind::FloatUn { dst, .. }
            | InstKind::FloatCmp { dst, .. }
            | InstKind::ObjectSize { dst, .. }
            | InstKind::StackSave { dst } => self.set_any(f, &mut st, &[*dst]),
            InstKind::VaStart { .. } | InstKind::VaEnd { .. } | InstKind::VaCopy { .. } => {
                return why("variable arguments");
            }
            InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } => {
                return why("an atomic operation");
            }
            InstKind::Unsupported { what, .. } => return why(what.clone()),
        }
        Ok(vec![(st, None)])
    }

    /// A pointer in one of a few slots that an input chooses: each is a path of
    /// its own until the round is over, so that what is freed there is known.
    fn slots(&mut self, st: State, base: Base, off: TermId, ty: Type) -> Vec<(State, TermId)> {
        let level = self.level();
        let known = matches!(base, Base::Global(_) | Base::Made(_) | Base::Entry(_));
        let root = self.at_root(level, off);
        let fixed = self.cx.pool.as_bv(off).or(self.cx.pool.as_bv(root));
        if ty != Type::Ptr || !known || fixed.is_some() {
            return vec![(st, off)];
        }
        let len = u128::from(self.module.layout.store_size(ty)).max(1);
        let (low, high) = self.cx.pool.urange(root);
        if (high - low) / len >= MOST_SLOTS {
            return vec![(st, off)];
        }
        let mut out = Vec::new();
        let mut rest = Some(st);
        let mut at = low;
        while at <= high {
            let Some(st) = rest.take() else { break };
            let width = self.cx.pool.width(off);
            let k = self.cx.pool.bv(width, at);
            let is = self.cx.pool.eq(off, k);
            let (here, others) = self.decide(st, is);
            out.extend(here.map(|s| (s, k)));
            rest = others;
            at += len;
        }
        out.extend(rest.map(|s| (s, off)));
        out
    }

    pub fn mem_copy(&mut self, st: &mut State, to: &Val, from: &Val, n: &Val) -> Res<()> {
        let level = self.level();
        let (to, from) = (self.place(to), self.place(from));
        let n = self.long(n);
        self.copy(level, st, to, from, n)
    }

    pub fn mem_set(&mut self, st: &mut State, to: &Val, byte: &Val, n: &Val) -> Res<()> {
        let level = self.level();
        let (base, off) = self.place(to);
        let n = self.long(n);
        let byte = match byte {
            Val::Num(t) => self.cx.pool.as_bv(*t),
            Val::Ptr(_) => None,
        };
        let hold = byte.map_or(Hold::Any, |b| Hold::Fill(b as u8));
        self.fill(level, st, base, off, n, hold)
    }

    /// A size in 64 bits.
    pub fn long(&mut self, v: &Val) -> TermId {
        let Val::Num(t) = v else {
            return self.anything(self.level(), Sort::BitVec(64));
        };
        match self.cx.pool.sort(*t) {
            Sort::BitVec(w) if w < 64 => self.cx.pool.zext(*t, 64),
            Sort::BitVec(64) => *t,
            Sort::Bool => {
                let b = self.cx.pool.bool_to_bv(*t);
                self.cx.pool.zext(b, 64)
            }
            _ => self.anything(self.level(), Sort::BitVec(64)),
        }
    }

    fn binary(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        let p = &mut self.cx.pool;
        match op {
            BinOp::Add => p.bvadd(a, b),
            BinOp::Sub => p.bvsub(a, b),
            BinOp::Mul => p.bvmul(a, b),
            BinOp::UDiv => p.bvudiv(a, b),
            BinOp::SDiv => p.bvsdiv(a, b),
            BinOp::URem => p.bvurem(a, b),
            BinOp::SRem => p.bvsrem(a, b),
            BinOp::And => p.bvand(a, b),
            BinOp::Or => p.bvor(a, b),
            BinOp::Xor => p.bvxor(a, b),
            BinOp::Shl => p.bvshl(a, b),
            BinOp::LShr => p.bvlshr(a, b),
            BinOp::AShr => p.bvashr(a, b),
        }
    }

    pub fn predicate(&mut self, pred: IntPred, a: TermId, b: TermId) -> TermId {
        let p = &mut self.cx.pool;
        match pred {
            IntPred::Eq => p.eq(a, b),
            IntPred::Ne => p.ne(a, b),
            IntPred::Ult => p.ult(a, b),
            IntPred::Ule => p.ule(a, b),
            IntPred::Ugt => p.ugt(a, b),
            IntPred::Uge => p.uge(a, b),
            IntPred::Slt => p.slt(a, b),
            IntPred::Sle => p.sle(a, b),
            IntPred::Sgt => p.sgt(a, b),
            IntPred::Sge => p.sge(a, b),
        }
    }

    /// Pointers are equal when both are null, or neither is and they are at one
    /// offset of one object.
    fn compare(&mut self, pred: IntPred, p: &Ptr, q: &Ptr) -> TermId {
        let level = self.level();
        if !matches!(pred, IntPred::Eq | IntPred::Ne) {
            return self.anything(level, Sort::Bool);
        }
        let equal = if p.base == Base::Null {
            q.null
        } else if q.base == Base::Null {
            p.null
        } else {
            let (m, n) = (self.resolve(level, p.base), self.resolve(level, q.base));
            // An object that ended may have its address in another one again.
            let kept = |b: Base| matches!(b, Base::Global(_) | Base::Func(_));
            if m == Base::Unknown || n == Base::Unknown || (m != n && !(kept(m) && kept(n))) {
                return self.anything(level, Sort::Bool);
            }
            let pool = &mut self.cx.pool;
            let at = if m == n {
                pool.eq(p.off, q.off)
            } else {
                pool.fls()
            };
            let not = pool.not(q.null);
            let there = pool.and(not, at);
            pool.ite(p.null, q.null, there)
        };
        match pred {
            IntPred::Eq => equal,
            _ => self.cx.pool.not(equal),
        }
    }

    fn cast(&mut self, op: CastOp, from: Type, to: Type, x: Val) -> Val {
        let level = self.level();
        let kind = self.ty(to);
        let (m, n) = (self.module.layout.bits(from), self.module.layout.bits(to));
        match op {
            CastOp::Trunc if n < m => {
                let t = self.bits(&x, m);
                let t = self.cx.pool.extract(t, n - 1, 0);
                self.number(t, n)
            }
            CastOp::ZExt if n > m => {
                let t = self.bits(&x, m);
                Val::Num(self.cx.pool.zext(t, n))
            }
            CastOp::SExt if n > m => {
                let t = self.bits(&x, m);
                Val::Num(self.cx.pool.sext(t, n))
            }
            CastOp::Bitcast if self.ty(from) == kind => x,
            _ => self.any(level, kind),
        }
    }

    fn intrinsic(
        &mut self,
        f: FuncId,
        st: &mut State,
        (op, ty): (Intrinsic, Type),
        dsts: &[Reg],
        args: &[Operand],
    ) -> Res<()> {
        let width = self.module.layout.bits(ty);
        self.set_any(f, st, dsts);
        let ([a, b], Type::Int(_), Some(dst)) = (args, ty, dsts.first()) else {
            return Ok(());
        };
        // The second operand of some is a flag; those are not among these.
        let how = match op {
            Intrinsic::SAddOverflow | Intrinsic::UAddOverflow => BinOp::Add,
            Intrinsic::SSubOverflow | Intrinsic::USubOverflow => BinOp::Sub,
            Intrinsic::SMulOverflow | Intrinsic::UMulOverflow => BinOp::Mul,
            _ => return self.extreme(f, st, (op, ty), *dst, (*a, *b)),
        };
        let (x, y) = (self.operand(f, st, *a, ty)?, self.operand(f, st, *b, ty)?);
        let (x, y) = (self.bits(&x, width), self.bits(&y, width));
        let t = self.binary(how, x, y);
        let v = self.number(t, width);
        st.regs.insert(*dst, v);
        let unsigned = matches!(
            op,
            Intrinsic::UAddOverflow | Intrinsic::USubOverflow | Intrinsic::UMulOverflow
        );
        if let (true, Some(flag)) = (unsigned, dsts.get(1)) {
            let pool = &mut self.cx.pool;
            let t = match how {
                BinOp::Add => pool.uaddo(x, y),
                BinOp::Sub => pool.usubo(x, y),
                _ => pool.umulo(x, y),
            };
            st.regs.insert(*flag, Val::Num(t));
        }
        Ok(())
    }

    fn extreme(
        &mut self,
        f: FuncId,
        st: &mut State,
        (op, ty): (Intrinsic, Type),
        dst: Reg,
        (a, b): (Operand, Operand),
    ) -> Res<()> {
        let pred = match op {
            Intrinsic::SMin => IntPred::Sle,
            Intrinsic::SMax => IntPred::Sge,
            Intrinsic::UMin => IntPred::Ule,
            Intrinsic::UMax => IntPred::Uge,
            _ => return Ok(()),
        };
        let width = self.module.layout.bits(ty);
        let (x, y) = (self.operand(f, st, a, ty)?, self.operand(f, st, b, ty)?);
        let (x, y) = (self.bits(&x, width), self.bits(&y, width));
        let c = self.predicate(pred, x, y);
        let t = self.cx.pool.ite(c, x, y);
        st.regs.insert(dst, self.number(t, width));
        Ok(())
    }

    fn call(
        &mut self,
        f: FuncId,
        st: State,
        (dsts, callee, args): (&[Reg], Callee, &[Arg]),
    ) -> Res<Next> {
        let target = match callee {
            Callee::Direct(g) => g,
            Callee::Indirect(o) => {
                let p = self.operand(f, &st, o, Type::Ptr)?;
                match self.place(&p).0 {
                    Base::Func(g) => g,
                    _ => return self.call_any(f, st, (dsts, args)),
                }
            }
        };
        self.call_one(f, st, target, (dsts, args))
    }

    /// A call through a pointer that can be any function: each whose address
    /// is taken somewhere and that has these parameters and results.
    fn call_any(&mut self, f: FuncId, st: State, (dsts, args): (&[Reg], &[Arg])) -> Res<Next> {
        let targets = self.targets(dsts.len(), args);
        if targets.is_empty() || targets.len() > MOST_TARGETS {
            return why("a call through a pointer that is not known");
        }
        let mut out = Vec::new();
        let mut rest = Some(st);
        for (i, g) in targets.iter().enumerate() {
            let Some(st) = rest.take() else { break };
            let (there, others) = if i + 1 == targets.len() {
                (Some(st), None)
            } else {
                let level = self.level();
                let this = self.anything(level, Sort::Bool);
                self.decide(st, this)
            };
            rest = others;
            if let Some(st) = there {
                out.extend(self.call_one(f, st, *g, (dsts, args))?);
            }
        }
        Ok(out)
    }

    /// Functions that a pointer can hold, by number of results and by the kinds
    /// of parameters.
    fn targets(&mut self, results: usize, args: &[Arg]) -> Vec<FuncId> {
        let module = self.module;
        if self.taken.is_none() {
            self.taken = Some(ep_ir::analysis::addresses_taken(module));
        }
        let all = self.taken.iter().flatten();
        let kinds: Vec<Type> = args.iter().map(|a| a.ty).collect();
        let fits = |g: &&FuncId| {
            module.functions.get(**g).is_some_and(|x| {
                let same = x.params.iter().map(|p| p.ty).eq(kinds.iter().copied());
                x.variadic || (same && x.rets.len() >= results)
            })
        };
        all.filter(fits).copied().collect()
    }

    fn call_one(
        &mut self,
        f: FuncId,
        st: State,
        target: FuncId,
        (dsts, args): (&[Reg], &[Arg]),
    ) -> Res<Next> {
        if args.iter().any(|a| a.byval.is_some()) {
            return why("a structure passed by value in memory");
        }
        let mut list = Vec::with_capacity(args.len());
        for a in args {
            list.push(self.operand(f, &st, a.value, a.ty)?);
        }
        let Some(function) = self.module.functions.get(target) else {
            return why("a call of a function that there is not");
        };
        if super::super::reach::calls_back(&function.name) {
            return why(format!("`{}` calls a function later", function.name));
        }
        let builtin = ep_ir::provided::lookup(&function.name);
        let own = !function.is_declaration() && !ep_ir::provided::overrides_body(&function.name);
        if let (false, Some(b)) = (own, builtin) {
            return self.builtin(f, st, &function.name, b, dsts, &list);
        }
        if !own {
            return why(format!("what `{}` does is not known", function.name));
        }
        if function.variadic {
            return why(format!("`{}` has variable arguments", function.name));
        }
        self.call_body(f, st, target, list, dsts)
    }
}
