//! Substitution of variables by terms.
//!
//! Idea: bottom up with an explicit stack and a memo per call; subterms whose
//! support does not meet the map are left as they are. Every rebuilt node goes
//! through its constructor, so the result is in normal form.

use crate::op::Op;
use crate::pool::Pool;
use crate::sort::{Sort, TermId, VarId};
use rustc_hash::FxHashMap;

impl Pool {
    /// `t` with variables replaced, all at once. Replacements have the sorts of the
    /// variables and must not contain variables that `t` binds.
    pub fn substitute(&mut self, t: TermId, map: &FxHashMap<VarId, TermId>) -> TermId {
        let mut memo = FxHashMap::default();
        self.substitute_with(t, map, &mut memo)
    }

    /// [`Pool::substitute`] with a memo that the caller keeps for one map.
    pub fn substitute_with(
        &mut self,
        t: TermId,
        map: &FxHashMap<VarId, TermId>,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        let mut stack = vec![t];
        let mut args: Vec<TermId> = Vec::new();
        while let Some(&x) = stack.last() {
            if memo.contains_key(&x) {
                stack.pop();
                continue;
            }
            if !self.vars(x).iter().any(|v| map.contains_key(v)) {
                memo.insert(x, x);
                stack.pop();
                continue;
            }
            if let Op::Var(v) = self.op(x) {
                memo.insert(x, map.get(&v).copied().unwrap_or(x));
                stack.pop();
                continue;
            }
            let depth = stack.len();
            args.clear();
            for &a in self.args(x) {
                match memo.get(&a) {
                    Some(&r) => args.push(r),
                    None => stack.push(a),
                }
            }
            if stack.len() > depth {
                continue;
            }
            let r = self.rebuild(self.op(x), self.sort(x), &args);
            memo.insert(x, r);
            stack.pop();
        }
        memo.get(&t).copied().unwrap_or(t)
    }

    /// The term with this operator over these arguments, by its constructor.
    pub fn rebuild(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let width = match sort {
            Sort::BitVec(w) => w,
            _ => 1,
        };
        let at = |i: usize| args[i];
        match op {
            Op::Var(v) => self.var_term(v),
            Op::True => self.tru(),
            Op::False => self.fls(),
            Op::BvConst(_) | Op::FpConst(_) | Op::IntConst(_) | Op::RealConst(_) => {
                self.literal(op, sort)
            }
            Op::Not => self.not(at(0)),
            Op::And => self.and(at(0), at(1)),
            Op::Or => self.or(at(0), at(1)),
            Op::Eq => self.eq(at(0), at(1)),
            Op::Ite => self.ite(at(0), at(1), at(2)),
            Op::BvAdd => self.bvadd(at(0), at(1)),
            Op::BvSub => self.bvsub(at(0), at(1)),
            Op::BvMul => self.bvmul(at(0), at(1)),
            Op::BvUdiv => self.bvudiv(at(0), at(1)),
            Op::BvSdiv => self.bvsdiv(at(0), at(1)),
            Op::BvUrem => self.bvurem(at(0), at(1)),
            Op::BvSrem => self.bvsrem(at(0), at(1)),
            Op::BvAnd => self.bvand(at(0), at(1)),
            Op::BvOr => self.bvor(at(0), at(1)),
            Op::BvXor => self.bvxor(at(0), at(1)),
            Op::BvNot => self.bvnot(at(0)),
            Op::BvNeg => self.bvneg(at(0)),
            Op::BvShl => self.bvshl(at(0), at(1)),
            Op::BvLshr => self.bvlshr(at(0), at(1)),
            Op::BvAshr => self.bvashr(at(0), at(1)),
            Op::Concat => self.concat(at(0), at(1)),
            Op::Extract { hi, lo } => self.extract(at(0), u32::from(hi), u32::from(lo)),
            Op::Zext => self.zext(at(0), width),
            Op::Sext => self.sext(at(0), width),
            Op::Ult => self.ult(at(0), at(1)),
            Op::Ule => self.ule(at(0), at(1)),
            Op::Slt => self.slt(at(0), at(1)),
            Op::Sle => self.sle(at(0), at(1)),
            Op::Saddo => self.saddo(at(0), at(1)),
            Op::Ssubo => self.ssubo(at(0), at(1)),
            Op::Umulo => self.umulo(at(0), at(1)),
            Op::Smulo => self.smulo(at(0), at(1)),
            Op::FpFromBits => match sort {
                Sort::Float(f) => self.fp_from_bits(at(0), f),
                _ => self.mk(op, sort, args),
            },
            Op::FpToBits => self.fp_to_bits(at(0)),
            Op::FpAdd
            | Op::FpSub
            | Op::FpMul
            | Op::FpDiv
            | Op::FpRem
            | Op::FpFma
            | Op::FpNeg
            | Op::FpAbs
            | Op::FpSqrt
            | Op::FpMin
            | Op::FpMax
            | Op::FpRound(_)
            | Op::FpEq
            | Op::FpLt
            | Op::FpLe
            | Op::FpIsNan
            | Op::FpIsInf
            | Op::FpIsZero
            | Op::FpIsNegative
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpToFp
            | Op::FpToSbv
            | Op::FpToUbv
            | Op::SbvToFp
            | Op::UbvToFp => self.fp_node(op, sort, args),
            Op::IntAdd => args[1..].iter().fold(at(0), |s, &a| self.int_add(s, a)),
            Op::IntMul => args[1..].iter().fold(at(0), |s, &a| self.int_mul(s, a)),
            Op::IntDiv => self.int_div(at(0), at(1)),
            Op::IntMod => self.int_mod(at(0), at(1)),
            Op::IntLt => self.int_lt(at(0), at(1)),
            Op::IntLe => self.int_le(at(0), at(1)),
            Op::Bv2Nat => self.bv2nat(at(0)),
            Op::Sbv2Int => self.sbv2int(at(0)),
            Op::Int2Bv => self.int2bv(at(0), width),
            Op::RealAdd => self.real_add(at(0), at(1)),
            Op::RealMul => self.real_mul(at(0), at(1)),
            Op::RealDiv => self.real_div(at(0), at(1)),
            Op::RealLt => self.real_lt(at(0), at(1)),
            Op::RealLe => self.real_le(at(0), at(1)),
            Op::Int2Real => self.int2real(at(0)),
            Op::ConstArray => self.const_array(sort, at(0)),
            Op::Select => self.select(at(0), at(1)),
            Op::Store => self.store(at(0), at(1), at(2)),
            Op::Apply(f) => self.apply(f, args),
            Op::Forall(q) | Op::Exists(q) => {
                let data = self.quant(q).clone();
                let mut rest = &args[1..];
                let mut triggers = Vec::new();
                for len in data.trigger_lens {
                    let (now, later) = rest.split_at(len as usize);
                    triggers.push(now.to_vec());
                    rest = later;
                }
                if matches!(op, Op::Forall(_)) {
                    self.forall(&data.vars, at(0), &triggers)
                } else {
                    self.exists(&data.vars, at(0), &triggers)
                }
            }
        }
    }
}
