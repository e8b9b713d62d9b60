//! Concrete semantics of bit-vector operators on `u128` (SMT-LIB, total).
//! Values are kept below `2^width`; every function takes and gives such values.

/// All ones of a width (1..=128).
#[inline]
pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The signed value of the low `width` bits.
#[inline]
pub fn to_signed(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

/// The low `width` bits of a signed value.
#[inline]
pub fn from_signed(value: i128, width: u32) -> u128 {
    value as u128 & mask(width)
}

/// The least signed value of a width.
#[inline]
pub fn smin(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

/// The greatest signed value of a width.
#[inline]
pub fn smax(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

/// `bvudiv`.
#[inline]
pub fn udiv(a: u128, b: u128, w: u32) -> u128 {
    a.checked_div(b).unwrap_or(mask(w))
}

/// `bvurem`.
#[inline]
pub fn urem(a: u128, b: u128) -> u128 {
    a.checked_rem(b).unwrap_or(a)
}

/// `bvsdiv`.
#[inline]
pub fn sdiv(a: u128, b: u128, w: u32) -> u128 {
    let (x, y) = (to_signed(a, w), to_signed(b, w));
    if y == 0 {
        return if x < 0 { 1 } else { mask(w) };
    }
    from_signed(x.wrapping_div(y), w)
}

/// `bvsrem`.
#[inline]
pub fn srem(a: u128, b: u128, w: u32) -> u128 {
    let (x, y) = (to_signed(a, w), to_signed(b, w));
    if y == 0 {
        return a;
    }
    from_signed(x.wrapping_rem(y), w)
}

/// `bvshl`.
#[inline]
pub fn shl(a: u128, b: u128, w: u32) -> u128 {
    if b >= u128::from(w) {
        0
    } else {
        (a << b as u32) & mask(w)
    }
}

/// `bvlshr`.
#[inline]
pub fn lshr(a: u128, b: u128, w: u32) -> u128 {
    if b >= u128::from(w) {
        0
    } else {
        a >> b as u32
    }
}

/// `bvashr`.
#[inline]
pub fn ashr(a: u128, b: u128, w: u32) -> u128 {
    let amount = b.min(u128::from(w - 1)) as u32;
    from_signed(to_signed(a, w) >> amount, w)
}

/// Signed addition does not fit.
#[inline]
pub fn saddo(a: u128, b: u128, w: u32) -> bool {
    match to_signed(a, w).checked_add(to_signed(b, w)) {
        Some(s) => s < smin(w) || s > smax(w),
        None => true,
    }
}

/// Signed subtraction does not fit.
#[inline]
pub fn ssubo(a: u128, b: u128, w: u32) -> bool {
    match to_signed(a, w).checked_sub(to_signed(b, w)) {
        Some(s) => s < smin(w) || s > smax(w),
        None => true,
    }
}

/// Unsigned multiplication does not fit.
#[inline]
pub fn umulo(a: u128, b: u128, w: u32) -> bool {
    match a.checked_mul(b) {
        Some(p) => p > mask(w),
        None => true,
    }
}

/// Signed multiplication does not fit.
#[inline]
pub fn smulo(a: u128, b: u128, w: u32) -> bool {
    match to_signed(a, w).checked_mul(to_signed(b, w)) {
        Some(p) => p < smin(w) || p > smax(w),
        None => true,
    }
}
