//! Functions that return any value of a type, by the type in their names:
//! SV-COMP's `__VERIFIER_nondet_T()`, and the habit of CBMC's and ESBMC's users
//! to declare a function `nondet_T()` without a body. (A definition in the
//! program always wins for the latter.)
//!
//! One table says which T there are, what C calls them and which values they have. The
//! runtime of native runs has them in C, and a test holds both lists together.
//! Source: the rules of SV-COMP, section "Nondeterministic values", and what its
//! benchmarks use beside them.

use ep_base::outcome::InputType;

/// What follows the prefix in the name of a function whose result is any value
/// of the type it returns: `uint` in `__VERIFIER_nondet_uint` and in
/// `nondet_uint`. `None` for every other function.
pub fn suffix(function: &str) -> Option<&str> {
    function
        .strip_prefix("__VERIFIER_nondet_")
        .or_else(|| function.strip_prefix("nondet_"))
        .filter(|s| !s.is_empty())
}

/// Which values there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    Bool,
    /// Of `char`, whatever its sign.
    Char,
    Int {
        bits: u32,
        signed: bool,
    },
    /// As wide as `long`.
    Word {
        signed: bool,
    },
    Float {
        bits: u32,
    },
}

impl Values {
    /// The type of a value where `long` has so many bits.
    pub fn input_type(self, word: u32) -> InputType {
        match self {
            Values::Bool => InputType::Bool,
            Values::Char => InputType::Char,
            Values::Int { bits, signed } => InputType::Int { bits, signed },
            Values::Word { signed } => InputType::Int { bits: word, signed },
            Values::Float { bits } => InputType::Float { bits },
        }
    }
}

/// What a function of these returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Returns {
    /// The type in C. `size_t` is the only one that needs a header.
    pub c_type: &'static str,
    pub values: Values,
}

const fn int(c_type: &'static str, bits: u32, signed: bool) -> Returns {
    let values = Values::Int { bits, signed };
    Returns { c_type, values }
}

const fn word(c_type: &'static str, signed: bool) -> Returns {
    let values = Values::Word { signed };
    Returns { c_type, values }
}

const fn other(c_type: &'static str, values: Values) -> Returns {
    Returns { c_type, values }
}

/// Every T, with what is returned.
const TABLE: &[(&[&str], Returns)] = &[
    (&["bool", "_Bool"], other("_Bool", Values::Bool)),
    (&["char"], other("char", Values::Char)),
    (&["schar", "s8", "int8"], int("signed char", 8, true)),
    (
        &["uchar", "unsigned_char", "u8", "uint8"],
        int("unsigned char", 8, false),
    ),
    (&["short", "s16", "int16"], int("short", 16, true)),
    (
        &["ushort", "u16", "uint16"],
        int("unsigned short", 16, false),
    ),
    (&["int", "s32", "int32"], int("int", 32, true)),
    (
        &["uint", "unsigned", "unsigned_int", "u32", "U32", "uint32"],
        int("unsigned int", 32, false),
    ),
    (
        &["longlong", "s64", "int64", "loff_t"],
        int("long long", 64, true),
    ),
    (
        &["ulonglong", "u64", "uint64"],
        int("unsigned long long", 64, false),
    ),
    (&["int8_t"], int("__INT8_TYPE__", 8, true)),
    (&["int16_t"], int("__INT16_TYPE__", 16, true)),
    (&["int32_t"], int("__INT32_TYPE__", 32, true)),
    (&["int64_t"], int("__INT64_TYPE__", 64, true)),
    (&["uint8_t"], int("__UINT8_TYPE__", 8, false)),
    (&["uint16_t"], int("__UINT16_TYPE__", 16, false)),
    (&["uint32_t"], int("__UINT32_TYPE__", 32, false)),
    (&["uint64_t"], int("__UINT64_TYPE__", 64, false)),
    (&["int128"], int("__int128", 128, true)),
    (&["uint128"], int("unsigned __int128", 128, false)),
    (&["long", "off_t", "time_t"], word("long", true)),
    (
        &["ulong", "unsigned_long", "sector_t", "pthread_t"],
        word("unsigned long", false),
    ),
    (&["size_t"], word("size_t", false)),
    (&["ssize_t", "ptrdiff_t"], word("__PTRDIFF_TYPE__", true)),
    (&["float"], other("float", Values::Float { bits: 32 })),
    (&["double"], other("double", Values::Float { bits: 64 })),
];

/// What a function returns; none where its name names no type, or an address.
pub fn returns(function: &str) -> Option<Returns> {
    let suffix = suffix(function)?;
    let row = TABLE.iter().find(|(names, _)| names.contains(&suffix));
    row.map(|(_, r)| *r)
}

/// The T of an integer of so many bytes, as SV-COMP and Test-Comp call it.
pub fn name(bytes: usize, signed: bool) -> &'static str {
    match (bytes, signed) {
        (1, true) => "char",
        (1, false) => "uchar",
        (2, true) => "short",
        (2, false) => "ushort",
        (4, true) => "int",
        (4, false) => "uint",
        (8, true) => "longlong",
        (8, false) => "ulonglong",
        (_, true) => "int128",
        (_, false) => "uint128",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_families_and_nothing_else() {
        assert_eq!(suffix("__VERIFIER_nondet_uint"), Some("uint"));
        assert_eq!(suffix("nondet_size_t"), Some("size_t"));
        assert_eq!(suffix("nondet_"), None);
        assert_eq!(suffix("my_nondet_int"), None);
    }

    #[test]
    fn names_and_types_agree() {
        for bytes in [1, 2, 4, 8, 16] {
            for signed in [false, true] {
                let function = format!("__VERIFIER_nondet_{}", name(bytes, signed));
                let found = returns(&function).expect("it is in the table");
                match found.values {
                    Values::Char => assert!(bytes == 1 && signed),
                    Values::Int { bits, signed: s } => {
                        assert_eq!((bits as usize, s), (8 * bytes, signed), "{function}");
                        let ty = crate::types::integer(bits, s);
                        assert_eq!(ty, Some(found.c_type), "{function}");
                    }
                    other => panic!("{function}: {other:?}"),
                }
            }
        }
        assert_eq!(returns("nondet_pchar"), None);
        assert_eq!(returns("nondet_memory"), None);
    }

    /// The runtime of native runs hands out values of the same sizes and signs.
    #[test]
    fn the_runtime_has_the_same_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/replay/replay.c");
        let text = std::fs::read_to_string(path).expect("the runtime");
        let mut there = Vec::new();
        for line in text.lines() {
            let of = |what: &str| line.strip_prefix(what).and_then(|l| l.strip_suffix(')'));
            if let Some(row) = of("NONDET_INT(") {
                let [name, size, signed] = row.splitn(3, ", ").collect::<Vec<_>>()[..] else {
                    panic!("{line}");
                };
                // Addresses have no constants.
                if size == "sizeof(void *)" {
                    assert_eq!(returns(&format!("nondet_{name}")), None, "{name}");
                    continue;
                }
                there.push(name);
                let r = returns(&format!("nondet_{name}")).unwrap_or_else(|| panic!("{name}"));
                let wanted = match (r.values, size) {
                    (Values::Bool, "1") => "0",
                    (Values::Char, "1") => "(char)-1 < 0",
                    (Values::Word { signed }, n) if n.parse::<u32>().is_err() => {
                        ["0", "1"][usize::from(signed)]
                    }
                    (Values::Int { bits, signed }, n) if n == (bits / 8).to_string() => {
                        ["0", "1"][usize::from(signed)]
                    }
                    other => panic!("{line}: {other:?}"),
                };
                assert_eq!(signed, wanted, "{line}");
            } else if let Some((ty, name)) = of("NONDET_OTHER(").and_then(|r| r.split_once(", ")) {
                if name.starts_with("##") {
                    continue;
                }
                there.push(name);
                let r = returns(&format!("nondet_{name}")).unwrap_or_else(|| panic!("{name}"));
                assert_eq!(r.c_type, ty, "{line}");
            }
        }
        for name in TABLE.iter().flat_map(|(names, _)| *names) {
            assert!(there.contains(name), "the runtime has no {name}");
        }
    }
}
