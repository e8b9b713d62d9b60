//! C's `fmod` (LLVM's `frem`) of symbolic numbers.
//!
//! Idea: SMT-LIB's remainder is IEEE's, which solvers unfold into thousands of
//! subtractions. With `q = trunc(x / y)` and p bits of precision, as long as the
//! quotient is below 2^(p-1), `q` is the integer quotient or one more (the
//! division rounds up to an integer at most), and `x - q * y` is exact: both are
//! multiples of the unit of `y`, and the difference is below `y`. So the result
//! is one fused operation, and `y` is added where it is negative. A larger
//! quotient is taken by steps of p-1 bits, the remainder by `y * 2^k` first,
//! which loses nothing because `y * 2^k` is a multiple of `y`.
//! Source: IEEE 754-2019, section 5.3.1; C11, 7.12.10.1.
//! Cost: a division, a fused multiplication and an addition for each step; a
//! fork for each step, of which constants take none.

use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::state::State;
use ep_ir::FloatFormat;
use ep_term::TermId;

/// The bits of the significand.
fn precision(f: FloatFormat) -> u32 {
    match f {
        FloatFormat::F16 => 11,
        FloatFormat::F32 => 24,
        FloatFormat::F64 => 53,
        FloatFormat::F80 => 64,
        FloatFormat::F128 => 113,
    }
}

impl<D: Driver> Machine<D> {
    /// `x - trunc(x / y) * y`, with the sign of `x`.
    pub fn float_rem(
        &mut self,
        st: &mut State<D>,
        f: FloatFormat,
        x: TermId,
        y: TermId,
    ) -> Step<TermId> {
        let scale = self.cx.power_of_two(f, precision(f) - 1);
        let p = &mut self.cx.pool;
        let (nan_x, nan_y) = (p.fp_is_nan(x), p.fp_is_nan(y));
        let nan = p.or(nan_x, nan_y);
        let (inf_x, inf_y) = (p.fp_is_inf(x), p.fp_is_inf(y));
        let zero = p.fp_is_zero(y);
        let invalid = p.or(inf_x, zero);
        let special = p.or(nan, invalid);
        let settled = p.or(special, inf_y);
        let (ax, mut divisor) = (p.fp_abs(x), p.fp_abs(y));
        // The divisors of the steps, the largest last.
        let mut divisors = vec![divisor];
        loop {
            let p = &mut self.cx.pool;
            let larger = p.fp_mul(divisor, scale);
            let below = p.fp_lt(ax, larger);
            let last = p.or(settled, below);
            if self.decide(st, last)? {
                break;
            }
            divisor = larger;
            divisors.push(divisor);
        }
        let mut rest = ax;
        for divisor in divisors.into_iter().rev() {
            rest = self.cx.remainder_step(rest, divisor);
        }
        let p = &mut self.cx.pool;
        let negative = p.fp_is_negative(x);
        let minus = p.fp_neg(rest);
        let signed = p.ite(negative, minus, rest);
        let number = p.ite(inf_y, x, signed);
        // Which NaN it is where an operand is one is left open, as in a sum.
        let passed = p.fp_add(x, y);
        let sort = p.float_sort(x);
        let default = p.fp(sort, ep_term::float::default_nan(sort));
        let none = p.ite(nan, passed, default);
        Ok(p.ite(special, none, number))
    }
}
