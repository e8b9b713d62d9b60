//! The floating-point formats that C programs have.

/// A binary format by its encoding as IEEE 754 interchanges it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// Half precision, 16 bits.
    F16,
    /// Single precision, 32 bits.
    F32,
    /// Double precision, 64 bits.
    F64,
    /// The numbers of x87 extended, encoded as IEEE 754 would: 79 bits. What
    /// the processor stores has the leading bit besides ([`crate::x87`]).
    X87,
    /// Quadruple precision, 128 bits.
    F128,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 5] = [
        Format::F16,
        Format::F32,
        Format::F64,
        Format::X87,
        Format::F128,
    ];

    /// Bits of the fraction, the leading bit not counted.
    #[inline(always)]
    pub fn fraction_bits(self) -> u32 {
        match self {
            Format::F16 => 10,
            Format::F32 => 23,
            Format::F64 => 52,
            Format::X87 => 63,
            Format::F128 => 112,
        }
    }

    /// Bits of the exponent.
    #[inline(always)]
    pub fn exponent_bits(self) -> u32 {
        match self {
            Format::F16 => 5,
            Format::F32 => 8,
            Format::F64 => 11,
            Format::X87 | Format::F128 => 15,
        }
    }

    /// The size of the encoding in bits: 16, 32, 64, 79 or 128.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        1 + self.exponent_bits() + self.fraction_bits()
    }

    /// The sign bit.
    #[inline(always)]
    pub fn sign(self) -> u128 {
        1 << (self.bits() - 1)
    }

    /// The bits of the fraction of an encoding.
    #[inline(always)]
    pub fn fraction(self, x: u128) -> u128 {
        x & ((1 << self.fraction_bits()) - 1)
    }

    /// The biased exponent of an encoding.
    #[inline(always)]
    pub fn exponent(self, x: u128) -> u128 {
        x >> self.fraction_bits() & self.greatest_exponent()
    }

    /// The biased exponent of infinities and NaNs.
    #[inline(always)]
    pub fn greatest_exponent(self) -> u128 {
        (1 << self.exponent_bits()) - 1
    }

    /// The positive infinity.
    #[inline(always)]
    pub fn infinity(self) -> u128 {
        self.greatest_exponent() << self.fraction_bits()
    }

    /// The bit that makes a NaN quiet.
    #[inline(always)]
    pub fn quiet_bit(self) -> u128 {
        1 << (self.fraction_bits() - 1)
    }
}
