//! `long double` in the x87 format as text: 64 bits of significand with its
//! leading one, 15 of exponent, a sign, and what memory pads it with.
//!
//! Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume
//! 1, section 4.2.2 and table 8-3. Encodings that x87 does not make (unnormals,
//! pseudo-denormals) have no literal. Cost: constant.

/// Sign, exponent and significand of a `long double` in memory.
fn parts(bytes: &[u8]) -> Option<(bool, u16, u64)> {
    let (low, rest) = bytes.split_first_chunk::<8>()?;
    let (high, _) = rest.split_first_chunk::<2>()?;
    let high = u16::from_le_bytes(*high);
    let significand = u64::from_le_bytes(*low);
    Some((high >> 15 == 1, high & 0x7fff, significand))
}

/// An exact literal of a finite value; none for another encoding.
pub fn literal(bytes: &[u8]) -> Option<String> {
    let (negative, exponent, significand) = parts(bytes)?;
    let leading = significand >> 63 == 1;
    let sign = if negative { "-" } else { "" };
    match (exponent, significand) {
        (0, 0) => return Some(format!("{sign}0.0L")),
        (0x7fff, _) => return None,
        (0, _) if leading => return None,
        (1.., _) if !leading => return None,
        _ => {}
    }
    // The value is the significand, an integer, times two to this.
    let scale = i32::from(exponent.max(1)) - 16383 - 63;
    let zeros = significand.trailing_zeros() as i32;
    let top = 63 - significand.leading_zeros() as i32 + scale;
    // A decimal is exact and short where few binary digits are.
    if scale + zeros >= -4 && top < 20 {
        let value = significand as f64 * 2f64.powi(scale);
        return Some(format!("{sign}{value:?}L"));
    }
    let shifted = significand << significand.leading_zeros() << 1;
    let digits = format!("{shifted:016x}");
    let digits = digits.trim_end_matches('0');
    let dot = if digits.is_empty() { "" } else { "." };
    Some(format!("{sign}0x1{dot}{digits}p{top:+}L"))
}

/// Any encoding for a reader.
pub fn shown(bytes: &[u8]) -> Option<String> {
    let (negative, exponent, significand) = parts(bytes)?;
    let bits = || {
        format!(
            "/* bits 0x{:04x}{significand:016x} */",
            u16::from(negative) << 15 | exponent
        )
    };
    let sign = if negative { "-" } else { "" };
    Some(match literal(bytes) {
        Some(text) => text,
        None if exponent == 0x7fff && significand == 1 << 63 => format!("{sign}INFINITY"),
        None if exponent == 0x7fff && significand >> 63 == 1 => format!("{sign}NAN {}", bits()),
        None => format!("an encoding that x87 does not make {}", bits()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(high: u16, significand: u64) -> Vec<u8> {
        let mut b = significand.to_le_bytes().to_vec();
        b.extend(high.to_le_bytes());
        b.extend([0; 6]);
        b
    }

    #[test]
    fn values_are_exact_literals() {
        for (high, significand, wanted) in [
            (0x0000, 0, "0.0L"),
            (0x8000, 0, "-0.0L"),
            (0x3fff, 1 << 63, "1.0L"),
            (0xc000, 0xb << 60, "-2.75L"),
            (0x3ffb, 0xcccc_cccc_cccc_cccd, "0x1.999999999999999ap-4L"),
            (0x7ffe, u64::MAX, "0x1.fffffffffffffffep+16383L"),
            // The least number.
            (0x0000, 1, "0x1p-16445L"),
        ] {
            assert_eq!(literal(&bytes(high, significand)).as_deref(), Some(wanted));
        }
    }

    #[test]
    fn what_is_no_number_has_no_literal() {
        for (high, significand, wanted) in [
            (0x7fff, 1 << 63, "INFINITY"),
            (0xffff, 3 << 62, "-NAN"),
            // An unnormal, a pseudo-denormal, a pseudo-infinity.
            (0x4000, 1, "an encoding"),
            (0x0000, 1 << 63, "an encoding"),
            (0x7fff, 0, "an encoding"),
        ] {
            let b = bytes(high, significand);
            assert_eq!(literal(&b), None);
            assert!(shown(&b).is_some_and(|t| t.starts_with(wanted)), "{b:?}");
        }
        assert_eq!(shown(&[0; 8]), None);
    }
}
