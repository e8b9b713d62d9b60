//! `--arith math`: integers as mathematical ones, as document 003 takes them
//! on pages 8-61. Values are `Int` terms; nothing overflows. What has no
//! meaning on mathematical integers (bits, unsigned wrap) ends the path as
//! not modelled.

use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::state::State;
use crate::value::Value;
use ep_base::outcome::ErrorKind;
use ep_ir::{scalar, BinOp, IntPred};
use ep_term::{Sort, TermId};

impl<D: Driver> Machine<D> {
    fn math_term(&mut self, st: &mut State<D>, v: Value, width: u32) -> TermId {
        let t = self.term(st, v, width);
        match self.cx.pool.sort(t) {
            Sort::BitVec(_) => self.cx.pool.sbv2int(t),
            _ => t,
        }
    }

    /// `a op b` without overflow.
    pub fn bin_math(
        &mut self,
        st: &mut State<D>,
        op: BinOp,
        width: u32,
        a: Value,
        b: Value,
    ) -> Step<Value> {
        let (x, y) = (self.math_term(st, a, width), self.math_term(st, b, width));
        let t = match op {
            BinOp::Add => self.cx.pool.int_add(x, y),
            BinOp::Sub => self.cx.pool.int_sub(x, y),
            BinOp::Mul => self.cx.pool.int_mul(x, y),
            BinOp::SDiv | BinOp::SRem => {
                let zero = self.cx.pool.int_i128(0);
                let is_zero = self.cx.pool.eq(y, zero);
                self.error_if(st, is_zero, ErrorKind::DivisionByZero, &|| {
                    "division by zero".into()
                })?;
                // C truncates towards zero: |x| / |y| with the sign of the
                // operands; the remainder has the sign of x.
                let p = &mut self.cx.pool;
                let (nx, ny) = (p.int_lt(x, zero), p.int_lt(y, zero));
                let (mx, my) = (p.int_neg(x), p.int_neg(y));
                let (ax, ay) = (p.ite(nx, mx, x), p.ite(ny, my, y));
                let q = p.int_div(ax, ay);
                let nq = p.int_neg(q);
                let differ = p.xor(nx, ny);
                let q = p.ite(differ, nq, q);
                if op == BinOp::SDiv {
                    q
                } else {
                    let qy = p.int_mul(q, y);
                    p.int_sub(x, qy)
                }
            }
            BinOp::Shl
            | BinOp::LShr
            | BinOp::AShr
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor
            | BinOp::UDiv
            | BinOp::URem => {
                if let (Value::Int(i), Value::Int(j)) = (a, b) {
                    if !(scalar::divides_by_zero(op, u128::from(j))
                        || scalar::shift_oversized(op, width, u128::from(j)))
                    {
                        return Ok(Value::Int(scalar::bin64(op, width, i, j)));
                    }
                }
                return self.unsupported(
                    st,
                    format!("{op:?} on symbolic mathematical integers (use --arith bits)"),
                );
            }
        };
        Ok(self.cx.math_value(t, width))
    }

    /// A comparison of mathematical integers.
    pub fn cmp_math(
        &mut self,
        st: &mut State<D>,
        pred: IntPred,
        width: u32,
        a: Value,
        b: Value,
    ) -> TermId {
        let (x, y) = (self.math_term(st, a, width), self.math_term(st, b, width));
        let p = &mut self.cx.pool;
        match pred {
            IntPred::Eq => p.eq(x, y),
            IntPred::Ne => p.ne(x, y),
            IntPred::Slt | IntPred::Ult => p.int_lt(x, y),
            IntPred::Sle | IntPred::Ule => p.int_le(x, y),
            IntPred::Sgt | IntPred::Ugt => p.int_lt(y, x),
            IntPred::Sge | IntPred::Uge => p.int_le(y, x),
        }
    }
}
