//! Rules on instructions.

use super::{Checker, Rule};
use crate::inst::RmwOp;
use crate::{BinOp, Callee, CastOp, Function, InstKind, Intrinsic, Operand, Overflow, Reg, Type};

const BOOL: Type = Type::Int(1);

fn is_int(t: Type) -> bool {
    matches!(t, Type::Int(_))
}

fn is_float(t: Type) -> bool {
    matches!(t, Type::Float(_))
}

impl Checker<'_> {
    /// An integer of at most 64 bits: an index, a length, a count.
    fn index(&mut self, f: &Function, op: &Operand, ty: Type) {
        self.width(ty);
        let ok = matches!(ty, Type::Int(w) if w <= 64);
        self.need(ok, Rule::IndexType, || format!("{ty:?}"));
        self.operand(f, op, ty);
    }

    fn align(&mut self, align: u32) {
        self.need(align.is_power_of_two(), Rule::Align, || align.to_string());
    }

    fn ptr(&mut self, f: &Function, op: &Operand) {
        self.operand(f, op, Type::Ptr);
    }

    fn distinct(&mut self, dsts: &[Reg]) {
        let twice = dsts.iter().enumerate().any(|(i, r)| dsts[..i].contains(r));
        self.need(!twice, Rule::DistinctResults, || format!("{dsts:?}"));
    }

    fn flags(&mut self, op: BinOp, flags: Overflow) {
        let wraps = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
        let divides = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr);
        let ok = (wraps || !(flags.nsw || flags.nuw)) && (divides || !flags.exact);
        self.need(ok, Rule::FlagPlace, || format!("{flags:?} at {op:?}"));
    }

    fn cast_shape(&mut self, op: CastOp, from: Type, to: Type) {
        let (a, b) = (self.m.layout.bits(from), self.m.layout.bits(to));
        let ok = match op {
            CastOp::Trunc => is_int(from) && is_int(to) && a > b,
            CastOp::ZExt | CastOp::SExt => is_int(from) && is_int(to) && a < b,
            CastOp::FloatCast => is_float(from) && is_float(to) && from != to,
            CastOp::FpToUi | CastOp::FpToSi => is_float(from) && is_int(to),
            CastOp::UiToFp | CastOp::SiToFp => is_int(from) && is_float(to),
            CastOp::PtrToInt => from == Type::Ptr && is_int(to),
            CastOp::IntToPtr => is_int(from) && to == Type::Ptr,
            CastOp::Bitcast => a == b && (from == Type::Ptr) == (to == Type::Ptr),
        };
        self.need(ok, Rule::CastShape, || format!("{op:?} {from:?} to {to:?}"));
    }

    fn intrinsic(&mut self, f: &Function, op: Intrinsic, ty: Type, dsts: &[Reg], args: &[Operand]) {
        use Intrinsic::*;
        let (least, most) = match op {
            Bswap | BitReverse | CtPop => (1, 1),
            Ctlz | Cttz | Abs => (1, 2),
            FShl | FShr | Fma => (3, 3),
            _ => (2, 2),
        };
        let overflow = matches!(
            op,
            SAddOverflow | UAddOverflow | SSubOverflow | USubOverflow | SMulOverflow | UMulOverflow
        );
        let float = matches!(op, Fma | IsFpClass);
        let ok = (least..=most).contains(&args.len())
            && (if float { is_float(ty) } else { is_int(ty) })
            && (op != Bswap || self.m.layout.bits(ty) % 8 == 0);
        self.need(ok, Rule::IntrinsicShape, || {
            format!("{op:?} of {ty:?} with {} arguments", args.len())
        });
        self.width(ty);
        for (i, a) in args.iter().enumerate() {
            let t = match op {
                Ctlz | Cttz | Abs if i == 1 => BOOL,
                IsFpClass if i == 1 => Type::Int(32),
                _ => ty,
            };
            self.operand(f, a, t);
        }
        let results = if overflow { 2 } else { 1 };
        self.need(dsts.len() == results, Rule::ResultCount, || {
            format!("{} of {results}", dsts.len())
        });
        self.distinct(dsts);
        for (i, d) in dsts.iter().enumerate() {
            let t = if i == 1 || op == IsFpClass { BOOL } else { ty };
            self.dst(f, *d, t);
        }
    }

    pub(super) fn inst(&mut self, f: &Function, kind: &InstKind) {
        match kind {
            InstKind::Copy { dst, src } => {
                if let Some(t) = self.reg(f, *dst) {
                    self.operand(f, src, t);
                }
            }
            InstKind::Bin {
                op,
                flags,
                dst,
                a,
                b,
            } => {
                self.flags(*op, *flags);
                if let Some(t) = self.reg(f, *dst) {
                    self.need(is_int(t), Rule::IntegerOp, || format!("{t:?}"));
                    self.operand(f, a, t);
                    self.operand(f, b, t);
                }
            }
            InstKind::Cmp { ty, dst, a, b, .. } => {
                self.width(*ty);
                self.need(!is_float(*ty), Rule::CompareType, || format!("{ty:?}"));
                self.operand(f, a, *ty);
                self.operand(f, b, *ty);
                self.dst(f, *dst, BOOL);
            }
            InstKind::Cast {
                op,
                from,
                to,
                dst,
                src,
            } => {
                self.width(*from);
                self.width(*to);
                self.cast_shape(*op, *from, *to);
                self.operand(f, src, *from);
                self.dst(f, *dst, *to);
            }
            InstKind::FloatBin { dst, a, b, .. } => {
                if let Some(t) = self.reg(f, *dst) {
                    self.need(is_float(t), Rule::FloatOp, || format!("{t:?}"));
                    self.operand(f, a, t);
                    self.operand(f, b, t);
                }
            }
            InstKind::FloatUn { dst, a, .. } => {
                if let Some(t) = self.reg(f, *dst) {
                    self.need(is_float(t), Rule::FloatOp, || format!("{t:?}"));
                    self.operand(f, a, t);
                }
            }
            InstKind::FloatCmp { ty, dst, a, b, .. } => {
                self.need(is_float(*ty), Rule::CompareType, || format!("{ty:?}"));
                self.operand(f, a, *ty);
                self.operand(f, b, *ty);
                self.dst(f, *dst, BOOL);
            }
            InstKind::Select { dst, cond, a, b } => {
                self.operand(f, cond, BOOL);
                if let Some(t) = self.reg(f, *dst) {
                    self.operand(f, a, t);
                    self.operand(f, b, t);
                }
            }
            InstKind::Load {
                dst,
                ty,
                addr,
                align,
                ..
            } => {
                self.width(*ty);
                self.dst(f, *dst, *ty);
                self.ptr(f, addr);
                self.align(*align);
            }
            InstKind::Store {
                ty,
                value,
                addr,
                align,
                ..
            } => {
                self.width(*ty);
                self.operand(f, value, *ty);
                self.ptr(f, addr);
                self.align(*align);
            }
            InstKind::Alloca {
                dst,
                align,
                count,
                var,
                ..
            } => {
                self.dst(f, *dst, Type::Ptr);
                self.align(*align);
                if let Some((op, ty)) = count {
                    self.index(f, op, *ty);
                }
                if let Some(v) = var {
                    self.need(f.vars.get(*v).is_some(), Rule::VarRange, || v.to_string());
                }
            }
            InstKind::PtrAdd {
                dst, base, terms, ..
            } => {
                self.dst(f, *dst, Type::Ptr);
                self.ptr(f, base);
                for t in terms {
                    self.index(f, &t.index, t.ty);
                }
            }
            InstKind::Call {
                dsts,
                callee,
                args,
                rets,
            } => {
                match callee {
                    Callee::Direct(id) => self.func_exists(*id),
                    Callee::Indirect(op) => self.ptr(f, op),
                }
                for a in args {
                    self.width(a.ty);
                    self.operand(f, &a.value, a.ty);
                    self.byval(a.ty, a.byval);
                }
                let ok = dsts.is_empty() || dsts.len() == rets.len();
                self.need(ok, Rule::ResultCount, || {
                    format!("{} of {}", dsts.len(), rets.len())
                });
                self.distinct(dsts);
                for (d, t) in dsts.iter().zip(rets) {
                    self.dst(f, *d, *t);
                }
            }
            InstKind::Intrinsic { op, ty, dsts, args } => self.intrinsic(f, *op, *ty, dsts, args),
            InstKind::MemCopy {
                dst,
                src,
                len,
                len_ty,
                ..
            } => {
                self.ptr(f, dst);
                self.ptr(f, src);
                self.index(f, len, *len_ty);
            }
            InstKind::MemSet {
                dst,
                value,
                len,
                len_ty,
            } => {
                self.ptr(f, dst);
                self.operand(f, value, Type::Int(8));
                self.index(f, len, *len_ty);
            }
            InstKind::Check { ok, .. } => self.operand(f, ok, BOOL),
            InstKind::Assume { cond } => self.operand(f, cond, BOOL),
            InstKind::Count { by, .. } => self.operand(f, by, BOOL),
            InstKind::ObjectSize { dst, ptr, .. } => {
                self.ptr(f, ptr);
                if let Some(t) = self.reg(f, *dst) {
                    self.need(is_int(t), Rule::ResultType, || format!("{t:?}"));
                }
            }
            InstKind::StackSave { dst } => self.dst(f, *dst, Type::Ptr),
            InstKind::StackRestore { token } => self.ptr(f, token),
            InstKind::Lifetime { ptr, .. } => self.ptr(f, ptr),
            InstKind::VaStart { list } | InstKind::VaEnd { list } => self.ptr(f, list),
            InstKind::VaCopy { dst, src } => {
                self.ptr(f, dst);
                self.ptr(f, src);
            }
            InstKind::Freeze { dst, src } => {
                if let Some(t) = self.reg(f, *dst) {
                    self.operand(f, src, t);
                }
            }
            InstKind::AtomicRmw {
                op,
                ty,
                dst,
                addr,
                value,
            } => {
                self.width(*ty);
                let float = matches!(op, RmwOp::FAdd | RmwOp::FSub);
                let ok = match op {
                    RmwOp::Xchg => true,
                    _ if float => is_float(*ty),
                    _ => is_int(*ty),
                };
                let rule = if float {
                    Rule::FloatOp
                } else {
                    Rule::IntegerOp
                };
                self.need(ok, rule, || format!("{op:?} of {ty:?}"));
                self.ptr(f, addr);
                self.operand(f, value, *ty);
                self.dst(f, *dst, *ty);
            }
            InstKind::CmpXchg {
                ty,
                old,
                success,
                addr,
                expected,
                new,
            } => {
                self.width(*ty);
                self.need(!is_float(*ty), Rule::CompareType, || format!("{ty:?}"));
                self.ptr(f, addr);
                self.operand(f, expected, *ty);
                self.operand(f, new, *ty);
                self.dst(f, *old, *ty);
                self.dst(f, *success, BOOL);
                self.distinct(&[*old, *success]);
            }
            InstKind::Unsupported { dsts, .. } => {
                for d in dsts {
                    self.reg(f, *d);
                }
            }
        }
    }
}
