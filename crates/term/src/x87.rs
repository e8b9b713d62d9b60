//! The 80 bits that x87 stores for a `long double`, and the number in them, as
//! terms; of constants in [`ep_scalar::x87`].
//!
//! Idea: the stored format has the leading bit of the significand, which IEEE
//! 754's interchange formats leave out. Without it what is left is a format
//! like the others ([`FloatSort::X87`], 79 bits), which solvers have; two groups of
//! encodings have no counterpart. A pseudo-denormal (leading bit, no exponent) is
//! the number with the least exponent; an exponent without its leading bit is an
//! invalid operand, which behaves as NaN.
//! Source: Intel 64 and IA-32 manual, volume 1, section 8.2.2 and table 8-3.
//! Cost: a dozen gates.

use crate::pool::Pool;
use crate::sort::{FloatSort, TermId};

pub use ep_scalar::x87::{loaded, stored};

const FRACTION: u32 = 63;

impl Pool {
    /// The number in 80 stored bits.
    pub fn x87_load(&mut self, bits: TermId) -> TermId {
        let fraction = self.extract(bits, FRACTION - 1, 0);
        let leading = self.extract(bits, FRACTION, FRACTION);
        let leading = self.bv_to_bool(leading);
        let sign = self.extract(bits, 79, 79);
        let exponent = self.extract(bits, 78, FRACTION + 1);
        let none = self.bv(15, 0);
        let small = self.eq(exponent, none);
        // A pseudo-denormal is a number of the least exponent.
        let least = self.bv(15, 1);
        let raised = self.ite(leading, least, none);
        let exponent = self.ite(small, raised, exponent);
        let top = self.concat(sign, exponent);
        let number = self.concat(top, fraction);
        let nan = self.bv(FloatSort::X87.bits(), ep_scalar::x87::invalid());
        let valid = self.or(small, leading);
        let encoding = self.ite(valid, number, nan);
        self.fp_from_bits(encoding, FloatSort::X87)
    }

    /// The stored bits of a number.
    pub fn x87_store(&mut self, number: TermId) -> TermId {
        let bits = self.fp_to_bits(number);
        let fraction = self.extract(bits, FRACTION - 1, 0);
        let top = self.extract(bits, 78, FRACTION);
        let exponent = self.extract(bits, 77, FRACTION);
        let none = self.bv(15, 0);
        let small = self.eq(exponent, none);
        let (clear, set) = (self.bv(1, 0), self.bv(1, 1));
        let leading = self.ite(small, clear, set);
        let low = self.concat(leading, fraction);
        self.concat(top, low)
    }
}
