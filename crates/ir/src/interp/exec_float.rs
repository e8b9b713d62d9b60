//! One instruction: floating point. An undefined operand makes the whole
//! result undefined. Cost: native for `float` and `double`.

use super::machine::Machine;
use super::stop::{Stop, R};
use super::value::{Value, Wide};
use crate::scalar;
use crate::{
    CastOp, FloatBinOp, FloatFormat, FloatPred, FloatUnOp, Function, Intrinsic, Operand, Reg, Type,
};
use ep_base::outcome::ErrorKind;

impl Machine<'_, '_> {
    fn format_of(&self, func: &Function, r: Reg) -> FloatFormat {
        match func.regs[r] {
            Type::Float(f) => f,
            // The verifier excludes it.
            _ => FloatFormat::F64,
        }
    }

    pub(super) fn float_bin(
        &mut self,
        func: &Function,
        op: FloatBinOp,
        dst: Reg,
        a: &Operand,
        b: &Operand,
    ) {
        let format = self.format_of(func, dst);
        let bits = format.bits();
        let (x, y) = (self.get_wide(a, bits), self.get_wide(b, bits));
        let v = if x.undef | y.undef != 0 {
            Wide::UNDEF
        } else {
            Wide::int(scalar::float_bin(format, op, x.bits, y.bits))
        };
        self.set_wide(dst, bits, v);
    }

    pub(super) fn float_un(&mut self, func: &Function, op: FloatUnOp, dst: Reg, a: &Operand) {
        let format = self.format_of(func, dst);
        let bits = format.bits();
        let x = self.get_wide(a, bits);
        let v = if x.undef != 0 {
            Wide::UNDEF
        } else {
            Wide::int(scalar::float_un(format, op, x.bits))
        };
        self.set_wide(dst, bits, v);
    }

    pub(super) fn float_cmp(
        &mut self,
        pred: FloatPred,
        ty: Type,
        dst: Reg,
        a: &Operand,
        b: &Operand,
    ) {
        let bits = self.bits(ty);
        let (x, y) = (self.get_wide(a, bits), self.get_wide(b, bits));
        let v = match ty {
            _ if x.undef | y.undef != 0 => Value {
                bits: 0,
                undef: 1,
                prov: 0,
            },
            Type::Float(f) => Value::int(scalar::float_cmp(f, pred, x.bits, y.bits).into()),
            _ => Value::UNDEF,
        };
        self.set(dst, v);
    }

    pub(super) fn float_cast(
        &mut self,
        op: CastOp,
        from: Type,
        to: Type,
        dst: Reg,
        src: &Operand,
    ) -> R<()> {
        let (f, t) = (self.bits(from), self.bits(to));
        let x = self.get_wide(src, f);
        if x.undef != 0 {
            self.set_wide(dst, t, Wide::UNDEF);
            return Ok(());
        }
        let signed = matches!(op, CastOp::FpToSi | CastOp::SiToFp);
        let r = match (op, from, to) {
            (CastOp::FloatCast, Type::Float(a), Type::Float(b)) => scalar::float_cast(a, b, x.bits),
            (CastOp::UiToFp | CastOp::SiToFp, _, Type::Float(b)) => {
                scalar::int_to_fp(b, signed, f, x.bits)
            }
            (CastOp::FpToUi | CastOp::FpToSi, Type::Float(a), _) => {
                match scalar::fp_to_int(a, signed, t, x.bits) {
                    Some(v) => v,
                    None => {
                        return Err(Stop::error(
                            ErrorKind::FloatCastOverflow,
                            format!("the value does not fit an integer of {t} bits"),
                        ))
                    }
                }
            }
            // The verifier excludes it.
            _ => x.bits,
        };
        self.set_wide(dst, t, Wide::int(r));
        Ok(())
    }

    /// `fma` and `is.fpclass`.
    pub(super) fn float_intrinsic(
        &mut self,
        func: &Function,
        op: Intrinsic,
        format: FloatFormat,
        dsts: &[Reg],
        args: &[Operand],
    ) {
        let bits = format.bits();
        let arg = |i: usize, bits: u32| args.get(i).map_or(Wide::UNDEF, |a| self.get_wide(a, bits));
        let v = match op {
            Intrinsic::Fma => {
                let (a, b, c) = (arg(0, bits), arg(1, bits), arg(2, bits));
                if a.undef | b.undef | c.undef != 0 {
                    Wide::UNDEF
                } else {
                    Wide::int(scalar::float_fma(format, a.bits, b.bits, c.bits))
                }
            }
            _ => {
                let (a, mask) = (arg(0, bits), arg(1, 32));
                if a.undef | mask.undef != 0 {
                    Wide::UNDEF
                } else {
                    Wide::int(scalar::float_is_class(format, a.bits, mask.bits).into())
                }
            }
        };
        if let Some(dst) = dsts.first() {
            let w = self.reg_bits(func, *dst);
            self.set_wide(*dst, w, v);
        }
    }
}
