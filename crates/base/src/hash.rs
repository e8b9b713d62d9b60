//! Hashes that are the same in every run and on every machine: for what is
//! written down or sent to another process.
//!
//! Source: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a.

/// Where a hash starts.
pub const START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a of these bytes.
pub fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(START, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The hash of one word more: a multiplication per word where FNV takes eight.
pub fn mix(h: u64, word: u64) -> u64 {
    (h ^ word)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values() {
        assert_eq!(fnv(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv(*b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_order_of_words_counts() {
        assert_ne!(mix(mix(START, 1), 2), mix(mix(START, 2), 1));
    }
}
