//! The numbers of this crate: exact, of any size. Nothing here is ever a
//! machine integer or floating point, since a bound that wraps is a wrong one.

/// An integer.
pub type Int = num_bigint::BigInt;
/// A rational number in lowest terms.
pub type Rat = num_rational::BigRational;
