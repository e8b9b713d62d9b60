//! The rewriting constructors, one file per kind of operator. Each looks at the
//! operators of its arguments and at most a constant number of levels below them.

mod bits;
mod boolean;
mod compare;
mod divide;
mod equal;
mod float;
mod integer;
mod linear;
pub(crate) use integer::{int_div_value, int_low_bits, int_mod_value};
mod other;
mod resize;
mod shift;
