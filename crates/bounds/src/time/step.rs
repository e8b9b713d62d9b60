//! One instruction of `ir` on an abstract state.
//!
//! Each instruction either moves the state on, asks for a refinement (then
//! nothing has changed, and the refined states come here again), or ends its
//! run. What is not modelled is an undecided place, never passed over.

use super::engine::{AreaKey, Engine};
use super::lin::{Interval, Lin};
use super::options::{OverflowMode, WrapMode};
use super::relevant::is_pure;
use super::rules::{Case, Context, Num, Ruled, Side, View};
use super::state::{State, Truth, Value};
use super::stepped::{Block, Decision, Stepped};
use ep_ir::{
    BinOp, Callee, CastOp, FuncId, Inst, InstKind, IntPred, Intrinsic, Operand, Reg, Type,
};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Refinements between two cuts before carries take over.
const SPLITS: u32 = 6;

impl Engine<'_> {
    /// Runs a rule; on a refinement the state is as before.
    pub fn rule<T>(
        &mut self,
        s: &mut State,
        rule: &mut dyn FnMut(&mut Context<'_>) -> Ruled<T>,
    ) -> Ruled<T> {
        let saved = (s.facts.clone(), s.exact);
        let split = match self.options.wrap {
            WrapMode::Case => s.splits < 4 * SPLITS,
            WrapMode::Lazy => s.splits < SPLITS && !self.coarse,
            WrapMode::Modulo => false,
        };
        let math = self.is_math();
        let out = rule(&mut Context {
            facts: &mut s.facts,
            next: &mut self.next,
            count: &mut self.count,
            split,
            exact: &mut s.exact,
            math,
            products: &mut self.products,
        });
        if matches!(out, Ruled::Refine(_)) {
            (s.facts, s.exact) = saved;
        }
        out
    }

    pub(super) fn set(s: &mut State, r: Reg, v: Value) {
        use ep_base::entity::EntityId;
        if let Some(slot) = s.frames.last_mut().and_then(|f| f.regs.get_mut(r.index())) {
            *slot = v;
        }
    }

    /// What an operand is.
    pub fn value(&mut self, s: &State, o: &Operand) -> Value {
        use ep_base::entity::EntityId;
        match o {
            Operand::Reg(r) => match s.top().and_then(|f| f.regs.get(r.index())) {
                Some(v) => v.clone(),
                None => Value::Any,
            },
            Operand::Int(0) => Value::Null,
            Operand::Func(f) => Value::Function(*f),
            Operand::Global(g, offset) => {
                let size = self.module.globals.get(*g).map(|g| g.size);
                let area = self.area(AreaKey::Global(*g), size, false);
                Value::Pointer {
                    area,
                    offset: Lin::number(*offset),
                }
            }
            _ => Value::Any,
        }
    }

    /// An integer operand; `None` when it is a truth value still to be decided.
    fn int(&mut self, s: &mut State, o: &Operand, bits: u32) -> Option<Num> {
        let func = s.top()?.func;
        // The code writes -1 as it writes the largest number.
        let view = match self.is_math() {
            true => View::Signed,
            false => View::Unsigned,
        };
        let number = |n: BigInt| Num {
            form: Lin::number(view.convert(bits, &n)),
            view,
            bits,
        };
        Some(match o {
            Operand::Int(n) => number(BigInt::from(*n)),
            Operand::Wide(n) => number(BigInt::from(*n)),
            Operand::Reg(r) => match self.value(s, o) {
                Value::Int(n) if n.bits == bits => n,
                Value::Truth(Truth::Known(b)) => number(BigInt::from(u32::from(b))),
                Value::Truth(Truth::Compare { .. }) => return None,
                _ => {
                    // The bits stay what they are: the register keeps them.
                    let view = self.views.view(func, *r);
                    let n = self.arbitrary(s, view, bits);
                    if bits > 1 {
                        Self::set(s, *r, Value::Int(n.clone()));
                    }
                    n
                }
            },
            _ => self.arbitrary(s, view, bits),
        })
    }

    /// A truth operand.
    pub fn truth(&mut self, s: &State, o: &Operand) -> Truth {
        match o {
            Operand::Int(n) => Truth::Known(n & 1 == 1),
            _ => match self.value(s, o) {
                Value::Truth(t) => t,
                Value::Int(n) => {
                    let zero = Num {
                        form: Lin::default(),
                        ..n.clone()
                    };
                    Truth::Compare {
                        pred: IntPred::Ne,
                        a: n,
                        b: zero,
                    }
                }
                _ => Truth::Open,
            },
        }
    }

    /// Decides a truth value, or says how to refine.
    pub fn decide(&mut self, s: &mut State, t: &Truth) -> Decision {
        let (pred, a, b) = match t {
            Truth::Known(b) => return Decision::Is(*b),
            Truth::Open => return Decision::Either,
            Truth::Compare { pred, a, b } => (*pred, a, b),
        };
        let view = match pred {
            IntPred::Ult | IntPred::Ule | IntPred::Ugt | IntPred::Uge => View::Unsigned,
            IntPred::Slt | IntPred::Sle | IntPred::Sgt | IntPred::Sge => View::Signed,
            // The view of the operand that is no number.
            IntPred::Eq | IntPred::Ne if a.form.as_number().is_some() => b.view,
            IntPred::Eq | IntPred::Ne => a.view,
        };
        let sides = self.rule(s, &mut |cx| {
            let x = match cx.view(a, view) {
                Ruled::Is(x) => x,
                Ruled::Refine(c) => return Ruled::Refine(c),
            };
            match cx.view(b, view) {
                Ruled::Is(y) => Ruled::Is(x.minus(&y)),
                Ruled::Refine(c) => Ruled::Refine(c),
            }
        });
        let d = match sides {
            Ruled::Is(d) => d,
            Ruled::Refine(c) => return Decision::Refine(c),
        };
        let r = s.facts.range(&d, &mut self.count);
        let zero = BigInt::zero();
        let below = r.lo.as_ref().is_none_or(|l| *l < zero);
        let above = r.hi.as_ref().is_none_or(|h| *h > zero);
        // A byte before a terminator is not 0.
        let different = s.is_read(&d) || s.is_read(&d.times(&-BigInt::one()));
        let equal = r.contains(&zero) && !different;
        let case = |lo: Option<BigInt>, hi: Option<BigInt>, side| Case {
            form: d.clone(),
            within: Interval { lo, hi },
            side,
        };
        let less = Some(-BigInt::one());
        let more = Some(BigInt::one());
        // (holds on <, on ==, on >)
        let table = match pred {
            IntPred::Eq => (false, true, false),
            IntPred::Ne => (true, false, true),
            IntPred::Ult | IntPred::Slt => (true, false, false),
            IntPred::Ule | IntPred::Sle => (true, true, false),
            IntPred::Ugt | IntPred::Sgt => (false, false, true),
            IntPred::Uge | IntPred::Sge => (false, true, true),
        };
        let mut left: Vec<(bool, Case)> = Vec::new();
        if below {
            let side = if above { Side::Below } else { Side::None };
            left.push((table.0, case(None, less, side)));
        }
        if equal {
            left.push((
                table.1,
                case(Some(zero.clone()), Some(zero.clone()), Side::None),
            ));
        }
        if above {
            let side = if below { Side::Above } else { Side::None };
            left.push((table.2, case(more, None, side)));
        }
        match left.first() {
            None => Decision::Is(false),
            Some((first, _)) if left.iter().all(|(b, _)| b == first) => Decision::Is(*first),
            Some(_) if below && equal && above && table.0 == table.2 && self.is_coin(s, &d) => {
                Decision::Either
            }
            Some(_) => Decision::Refine(merge(left)),
        }
    }

    /// Executes the next instruction of the innermost activation.
    pub fn step(&mut self, s: &mut State, inst: &Inst) -> Stepped {
        let Some(func) = s.top().map(|f| f.func) else {
            return Stepped::Ends("return");
        };
        match &inst.kind {
            // Nothing but that object changes.
            InstKind::Store { addr, .. } => match self.value(s, addr) {
                Value::Pointer { area, .. } => s.looks.retain(|l| l.area != area),
                _ => s.looks.clear(),
            },
            kind if !leaves_memory(kind) => s.looks.clear(),
            _ => {}
        }
        let out = self.execute(s, func, inst);
        if matches!(out, Stepped::Next) {
            s.pays(u64::from(inst.weight), self.is_library(func));
            s.again = 0;
        }
        out
    }

    fn execute(&mut self, s: &mut State, func: FuncId, inst: &Inst) -> Stepped {
        let module = self.module;
        let Some(function) = module.functions.get(func) else {
            return Stepped::GaveUp;
        };
        let ty_of = |r: &Reg| function.regs.get(*r).copied().unwrap_or(Type::Ptr);
        if self.relevant.leaves_out(func, &inst.kind) {
            ep_ir::visit::defs(&inst.kind, &mut |r| Self::set(s, *r, Value::Any));
            return Stepped::Next;
        }
        match &inst.kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                let v = self.copy(s, src, ty_of(dst));
                Self::set(s, *dst, v);
            }
            InstKind::Bin {
                op,
                flags,
                dst,
                a,
                b,
            } => {
                let Type::Int(bits) = ty_of(dst) else {
                    Self::set(s, *dst, Value::Any);
                    return Stepped::Next;
                };
                if bits == 1 {
                    return self.boolean(s, *op, *dst, a, b);
                }
                let (Some(x), Some(y)) = (self.int(s, a, bits), self.int(s, b, bits)) else {
                    return Stepped::GaveUp;
                };
                let view = self.views.view(func, *dst);
                let signed = match op {
                    BinOp::Add | BinOp::Sub | BinOp::Mul => flags.nsw,
                    BinOp::SDiv | BinOp::SRem => true,
                    _ => false,
                };
                if signed && self.options.overflow != OverflowMode::Wrap {
                    self.without_overflow(s, func, inst, *op, &x, &y);
                } else if matches!(op, BinOp::SDiv | BinOp::SRem) {
                    self.least_by_minus_one(s, func, inst, *op, &x, &y);
                }
                match self.rule(s, &mut |cx| cx.binary(*op, &x, &y, view)) {
                    Ruled::Is(form) => Self::set(s, *dst, Value::Int(Num { form, view, bits })),
                    Ruled::Refine(cases) => return Stepped::Refine(cases),
                }
            }
            InstKind::Cmp {
                pred,
                ty,
                dst,
                a,
                b,
            } => {
                let t = match ty {
                    Type::Int(1) => {
                        let (x, y) = (self.truth(s, a), self.truth(s, b));
                        match (x, y) {
                            (Truth::Known(x), Truth::Known(y)) => {
                                let bit = |b: bool| u64::from(b);
                                Truth::Known(ep_ir::scalar::cmp64(*pred, 1, bit(x), bit(y)))
                            }
                            _ => Truth::Open,
                        }
                    }
                    Type::Int(bits) => match (self.int(s, a, *bits), self.int(s, b, *bits)) {
                        (Some(x), Some(y)) => {
                            let [a, b] = self.literals(*pred, [(a, x), (b, y)]);
                            Truth::Compare { pred: *pred, a, b }
                        }
                        _ => Truth::Open,
                    },
                    Type::Ptr => self.compare_pointers(s, func, inst, *pred, a, b),
                    Type::Float(_) => Truth::Open,
                };
                if t == Truth::Open {
                    s.exact = false;
                }
                Self::set(s, *dst, Value::Truth(t));
            }
            InstKind::Cast {
                op,
                from,
                to,
                dst,
                src,
            } => {
                return self.cast(s, func, *op, (*from, *to), *dst, src);
            }
            InstKind::Select { dst, cond, a, b } => {
                let t = self.truth(s, cond);
                match self.decide(s, &t) {
                    Decision::Is(c) => {
                        let v = self.copy(s, if c { a } else { b }, ty_of(dst));
                        Self::set(s, *dst, v);
                    }
                    Decision::Refine(cases) => return Stepped::Refine(cases),
                    Decision::Either => {
                        let v = self.unknown(s, func, *dst, ty_of(dst));
                        s.exact = false;
                        Self::set(s, *dst, v);
                    }
                }
            }
            InstKind::FloatCmp { dst, .. } => {
                s.exact = false;
                Self::set(s, *dst, Value::Truth(Truth::Open));
            }
            InstKind::FloatBin { dst, .. } | InstKind::FloatUn { dst, .. } => {
                s.exact = false;
                Self::set(s, *dst, Value::Any);
            }
            InstKind::Load {
                dst,
                ty,
                addr,
                volatile,
                ..
            } => {
                let at = self.value(s, addr);
                match self.load(s, func, inst, *dst, &at, *ty, *volatile) {
                    Ruled::Is(v) => {
                        let relevant = self.relevant.register(func, *dst);
                        Self::set(s, *dst, if relevant { v } else { Value::Any });
                    }
                    Ruled::Refine(cases) => return Stepped::Refine(cases),
                }
            }
            InstKind::Store {
                ty, value, addr, ..
            } => {
                let number = !matches!(value, Operand::Reg(_));
                let v = match number || self.relevant.stored(module, *ty) {
                    true => self.copy(s, value, *ty),
                    false => Value::Any,
                };
                let v = match v {
                    Value::Truth(Truth::Compare { .. }) => Value::Any,
                    v => v,
                };
                let at = self.value(s, addr);
                if let Value::Node {
                    family,
                    left,
                    offset,
                } = &at
                {
                    return self.store_node(s, func, inst, (*family, left, offset), *ty, &v);
                }
                self.store(s, func, inst, &at, *ty, v);
            }
            InstKind::Alloca {
                dst, size, count, ..
            } => return self.alloca(s, func, *dst, *size, count.as_ref()),
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => {
                let v = match self.value(s, base) {
                    Value::Node {
                        family,
                        left,
                        offset: at,
                    } if terms.is_empty() => Value::Node {
                        family,
                        left,
                        offset: at.add(&BigInt::from(*offset)),
                    },
                    Value::Pointer { area, offset: at } => {
                        let mut sum = at.add(&BigInt::from(*offset));
                        for t in terms {
                            let Type::Int(bits) = t.ty else {
                                return Stepped::GaveUp;
                            };
                            let Some(n) = self.int(s, &t.index, bits) else {
                                return Stepped::GaveUp;
                            };
                            match self.rule(s, &mut |cx| cx.view(&n, View::Signed)) {
                                Ruled::Is(i) => {
                                    sum = sum.plus_times(&i, &BigInt::from(t.scale));
                                }
                                Ruled::Refine(cases) => return Stepped::Refine(cases),
                            }
                        }
                        Value::Pointer { area, offset: sum }
                    }
                    _ => Value::Any,
                };
                Self::set(s, *dst, v);
            }
            InstKind::Call {
                dsts, callee, args, ..
            } => {
                return self.call(s, func, inst, dsts, callee, args);
            }
            InstKind::Intrinsic { op, ty, dsts, args } => {
                return self.intrinsic(s, func, *op, *ty, dsts, args);
            }
            InstKind::MemCopy {
                dst,
                src,
                len,
                len_ty,
                ..
            } => return self.block(s, func, inst, dst, Block::Bytes(src), (len, *len_ty)),
            InstKind::MemSet {
                dst,
                value,
                len,
                len_ty,
            } => return self.block(s, func, inst, dst, Block::Value(value), (len, *len_ty)),
            // The sanitizer's trap is not there in the program: what is wrong
            // goes on with what the machine does.
            InstKind::Check { .. } => {}
            // A false `llvm.assume` is undefined: nothing follows from it.
            InstKind::Assume { .. } => {}
            InstKind::ObjectSize { dst, .. } | InstKind::StackSave { dst } => {
                let v = self.unknown(s, func, *dst, ty_of(dst));
                Self::set(s, *dst, v);
            }
            InstKind::StackRestore { .. } | InstKind::Count { .. } => {}
            InstKind::Lifetime { ptr, .. } => {
                let at = self.value(s, ptr);
                if let Value::Pointer { area, .. } = at {
                    s.forget(area);
                }
            }
            InstKind::VaStart { list } | InstKind::VaEnd { list } => {
                let at = self.value(s, list);
                self.havoc(s, func, inst, &at);
            }
            InstKind::VaCopy { dst, .. } => {
                let at = self.value(s, dst);
                self.havoc(s, func, inst, &at);
            }
            InstKind::AtomicRmw { dst, addr, .. } => {
                let at = self.value(s, addr);
                self.havoc(s, func, inst, &at);
                let v = self.unknown(s, func, *dst, ty_of(dst));
                Self::set(s, *dst, v);
            }
            InstKind::CmpXchg {
                old, success, addr, ..
            } => {
                let at = self.value(s, addr);
                self.havoc(s, func, inst, &at);
                let v = self.unknown(s, func, *old, ty_of(old));
                Self::set(s, *old, v);
                Self::set(s, *success, Value::Any);
            }
            InstKind::Unsupported { what, .. } => {
                let place = self.place(func, inst.loc);
                self.give_up(format!("{what} is not modelled"), place);
                return Stepped::GaveUp;
            }
        }
        Stepped::Next
    }

    /// An operand as a value of a type.
    pub fn copy(&mut self, s: &mut State, o: &Operand, ty: Type) -> Value {
        match ty {
            Type::Int(1) => Value::Truth(self.truth(s, o)),
            Type::Int(bits) => match self.int(s, o, bits) {
                Some(n) => Value::Int(n),
                None => Value::Any,
            },
            Type::Ptr => match self.value(s, o) {
                v @ (Value::Pointer { .. }
                | Value::Null
                | Value::Function(_)
                | Value::Node { .. }) => v,
                _ => Value::Any,
            },
            Type::Float(_) => Value::Any,
        }
    }

    fn boolean(&mut self, s: &mut State, op: BinOp, dst: Reg, a: &Operand, b: &Operand) -> Stepped {
        let (x, y) = (self.truth(s, a), self.truth(s, b));
        let known = |e: &mut Self, s: &mut State, t: &Truth| match e.decide(s, t) {
            Decision::Is(b) => Ok(Some(b)),
            Decision::Either => Ok(None),
            Decision::Refine(cases) => Err(cases),
        };
        let x = match known(self, s, &x) {
            Ok(x) => x,
            Err(cases) => return Stepped::Refine(cases),
        };
        let y = match known(self, s, &y) {
            Ok(y) => y,
            Err(cases) => return Stepped::Refine(cases),
        };
        let t = match (op, x, y) {
            (BinOp::And | BinOp::Mul, Some(false), _)
            | (BinOp::And | BinOp::Mul, _, Some(false)) => Truth::Known(false),
            (BinOp::Or, Some(true), _) | (BinOp::Or, _, Some(true)) => Truth::Known(true),
            (BinOp::And | BinOp::Mul, Some(x), Some(y)) => Truth::Known(x && y),
            (BinOp::Or, Some(x), Some(y)) => Truth::Known(x || y),
            (BinOp::Xor | BinOp::Add | BinOp::Sub, Some(x), Some(y)) => Truth::Known(x != y),
            _ => {
                s.exact = false;
                Truth::Open
            }
        };
        Self::set(s, dst, Value::Truth(t));
        Stepped::Next
    }

    fn cast(
        &mut self,
        s: &mut State,
        func: FuncId,
        op: CastOp,
        (from, to): (Type, Type),
        dst: Reg,
        src: &Operand,
    ) -> Stepped {
        let view = self.views.view(func, dst);
        match (from, to) {
            (Type::Int(1), Type::Int(bits)) if matches!(op, CastOp::ZExt | CastOp::SExt) => {
                let t = self.truth(s, src);
                let one = match op {
                    CastOp::ZExt => BigInt::one(),
                    _ => -BigInt::one(),
                };
                let form = match self.decide(s, &t) {
                    Decision::Is(true) => Lin::number(view.convert(bits, &one)),
                    Decision::Is(false) => Lin::default(),
                    Decision::Refine(cases) => return Stepped::Refine(cases),
                    Decision::Either => {
                        // 0 or one; between them lie no others for -1 and 1.
                        s.exact = false;
                        let v = Lin::var(self.sym());
                        s.facts.add(&v, &Interval::new(0, 1));
                        v.times(&view.convert(bits, &one))
                    }
                };
                Self::set(s, dst, Value::Int(Num { form, view, bits }));
            }
            (Type::Int(n), Type::Int(1)) => {
                let Some(a) = self.int(s, src, n) else {
                    return Stepped::GaveUp;
                };
                if self.is_math() {
                    // Truth values only: 0 is false.
                    let b = Num {
                        form: Lin::default(),
                        ..a.clone()
                    };
                    let pred = IntPred::Ne;
                    Self::set(s, dst, Value::Truth(Truth::Compare { pred, a, b }));
                    return Stepped::Next;
                }
                match self.rule(s, &mut |cx| cx.wrap(&a.form, View::Unsigned, 1)) {
                    Ruled::Is(form) => {
                        let a = Num {
                            form,
                            view: View::Unsigned,
                            bits: 1,
                        };
                        let b = Num {
                            form: Lin::default(),
                            ..a.clone()
                        };
                        let pred = IntPred::Ne;
                        Self::set(s, dst, Value::Truth(Truth::Compare { pred, a, b }));
                    }
                    Ruled::Refine(cases) => return Stepped::Refine(cases),
                }
            }
            (Type::Int(n), Type::Int(bits))
                if matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt) =>
            {
                let Some(a) = self.int(s, src, n) else {
                    return Stepped::GaveUp;
                };
                let ruled = self.rule(s, &mut |cx| match cx.cast(op, &a, bits, view) {
                    Some(r) => r,
                    None => Ruled::Is(cx.any(view, bits)),
                });
                match ruled {
                    Ruled::Is(form) => Self::set(s, dst, Value::Int(Num { form, view, bits })),
                    Ruled::Refine(cases) => return Stepped::Refine(cases),
                }
            }
            (a, b) if a == b => {
                let v = self.copy(s, src, to);
                Self::set(s, dst, v);
            }
            _ => {
                let v = self.unknown(s, func, dst, to);
                s.exact = false;
                Self::set(s, dst, v);
            }
        }
        Stepped::Next
    }

    fn intrinsic(
        &mut self,
        s: &mut State,
        func: FuncId,
        op: Intrinsic,
        ty: Type,
        dsts: &[Reg],
        args: &[Operand],
    ) -> Stepped {
        let Type::Int(bits) = ty else {
            return self.any_results(s, func, dsts);
        };
        let choose = match op {
            Intrinsic::SMin => Some(IntPred::Slt),
            Intrinsic::SMax => Some(IntPred::Sgt),
            Intrinsic::UMin => Some(IntPred::Ult),
            Intrinsic::UMax => Some(IntPred::Ugt),
            _ => None,
        };
        if let (Some(pred), [a, b], [dst]) = (choose, args, dsts) {
            if bits > 1 {
                let (Some(x), Some(y)) = (self.int(s, a, bits), self.int(s, b, bits)) else {
                    return Stepped::GaveUp;
                };
                let t = Truth::Compare {
                    pred,
                    a: x.clone(),
                    b: y.clone(),
                };
                match self.decide(s, &t) {
                    Decision::Is(first) => {
                        Self::set(s, *dst, Value::Int(if first { x } else { y }));
                        return Stepped::Next;
                    }
                    Decision::Refine(cases) => return Stepped::Refine(cases),
                    Decision::Either => {}
                }
            }
        }
        // Leading and trailing zeros of 0 may be undefined: any number.
        let limit = (op == Intrinsic::CtPop).then_some(bits);
        if let (Some(limit), [dst]) = (limit, dsts) {
            let v = Lin::var(self.sym());
            s.exact = false;
            s.facts.add(&v, &Interval::new(0, limit));
            // It fits both views from four bits on.
            if bits >= 8 {
                let view = self.views.view(func, *dst);
                Self::set(
                    s,
                    *dst,
                    Value::Int(Num {
                        form: v,
                        view,
                        bits,
                    }),
                );
                return Stepped::Next;
            }
        }
        self.any_results(s, func, dsts)
    }

    /// Results of which nothing is known.
    pub fn any_results(&mut self, s: &mut State, func: FuncId, dsts: &[Reg]) -> Stepped {
        for d in dsts {
            let function = self.module.functions.get(func);
            let ty = function.and_then(|f| f.regs.get(*d)).copied();
            let v = self.unknown(s, func, *d, ty.unwrap_or(Type::Ptr));
            Self::set(s, *d, v);
        }
        s.exact = false;
        Stepped::Next
    }

    fn call(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dsts: &[Reg],
        callee: &Callee,
        args: &[ep_ir::inst::Arg],
    ) -> Stepped {
        let place = self.place(func, inst.loc);
        let target = match callee {
            Callee::Direct(g) => *g,
            Callee::Indirect(o) => match self.value(s, o) {
                Value::Function(g) => g,
                _ => {
                    self.give_up("it is not known which function a pointer leads to", place);
                    return Stepped::GaveUp;
                }
            },
        };
        self.call_direct(s, func, inst, dsts, target, args)
    }
}

/// Neighbouring cases with the same answer become one; a case between two
/// others of the same answer stays apart.
fn merge(left: Vec<(bool, Case)>) -> Vec<Case> {
    let mut out: Vec<(bool, Case)> = Vec::new();
    for (answer, case) in left {
        match out.last_mut() {
            Some((last, before)) if *last == answer => {
                before.within = before.within.hull(&case.within);
                before.side = Side::None;
            }
            _ => out.push((answer, case)),
        }
    }
    // Only where both ends lead the same way are they told apart.
    let ends = out.len() == 3;
    out.into_iter()
        .map(|(_, mut c)| {
            if !ends {
                c.side = Side::None;
            }
            c
        })
        .collect()
}

/// Whether an instruction changes no memory and calls nothing.
fn leaves_memory(kind: &InstKind) -> bool {
    is_pure(kind) || matches!(kind, InstKind::Load { .. } | InstKind::Check { .. })
}
