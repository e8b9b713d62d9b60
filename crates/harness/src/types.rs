//! The C type of a value, as C code without any header can name it.
//!
//! Types are named by width and sign and not as the program names them: what has the
//! same width and class is passed alike (System V ABI, section 3.2.3). On i386 `long`
//! has 32 bits, so it is never used for a width.

use ep_base::outcome::InputType;

/// A pointer to anything.
pub const POINTER: &str = "void *";

/// The integer type of this width on every target.
pub fn integer(bits: u32, signed: bool) -> Option<&'static str> {
    Some(match (bits, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

/// The floating type whose values have so many bits.
pub fn float(bits: u32) -> Option<&'static str> {
    Some(match bits {
        16 => "_Float16",
        32 => "float",
        64 => "double",
        80 => "long double",
        128 => "__float128",
        _ => return None,
    })
}

/// The type of a variable that is given a literal; none for what has no plain one.
pub fn plain(ty: &InputType) -> Option<&'static str> {
    match ty {
        InputType::Bool => Some("_Bool"),
        InputType::Char => Some("char"),
        InputType::Float {
            bits: n @ (32 | 64),
        } => float(*n),
        InputType::Int { bits, signed } if *bits <= 64 => integer(*bits, *signed),
        _ => None,
    }
}

/// The type by which a scalar of so many bytes is passed.
pub fn passed(ty: &InputType, bytes: u64) -> &'static str {
    let signed = matches!(ty, InputType::Char | InputType::Int { signed: true, .. });
    let (found, other) = match ty {
        InputType::Bool => (Some("_Bool"), "_Bool"),
        InputType::Float { bits } => (float(*bits), "double"),
        _ if signed => (of_bytes(bytes, signed), "long long"),
        _ => (of_bytes(bytes, signed), "unsigned long long"),
    };
    found.unwrap_or(other)
}

/// Up to a register.
fn of_bytes(bytes: u64, signed: bool) -> Option<&'static str> {
    u32::try_from(8 * bytes)
        .ok()
        .filter(|n| *n <= 64)
        .and_then(|n| integer(n, signed))
}

/// A value in a register, of which nobody knows the sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// An integer of so many bits.
    Int(u32),
    /// A float of so many bits.
    Float(u32),
    Pointer,
}

impl Word {
    /// Its type; none for what is passed in another way than a word.
    pub fn c_type(self) -> Option<&'static str> {
        match self {
            Word::Int(1) => Some("_Bool"),
            Word::Int(n) if n <= 64 => integer(n, false),
            Word::Float(n @ (32 | 64)) => float(n),
            Word::Pointer => Some(POINTER),
            Word::Int(_) | Word::Float(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(bits: u32, signed: bool) -> InputType {
        InputType::Int { bits, signed }
    }

    #[test]
    fn scalars_are_named_by_width_and_sign() {
        for (ty, bytes, want) in [
            (int(8, false), 1, "unsigned char"),
            (InputType::Char, 1, "signed char"),
            (int(16, true), 2, "short"),
            (int(32, true), 4, "int"),
            (int(64, false), 8, "unsigned long long"),
            (InputType::Bool, 1, "_Bool"),
            (InputType::Float { bits: 32 }, 4, "float"),
            (InputType::Float { bits: 64 }, 8, "double"),
            (InputType::Float { bits: 80 }, 16, "long double"),
            // A register is what is passed, whatever it is made of.
            (InputType::Bytes, 8, "unsigned long long"),
        ] {
            assert_eq!(passed(&ty, bytes), want);
        }
    }

    #[test]
    fn what_has_no_literal_has_no_plain_type() {
        assert_eq!(plain(&InputType::Char), Some("char"));
        assert_eq!(plain(&int(64, true)), Some("long long"));
        for ty in [
            int(128, true),
            int(24, false),
            InputType::Float { bits: 80 },
            InputType::Bytes,
            InputType::Pointer { bits: 64 },
        ] {
            assert_eq!(plain(&ty), None, "{ty:?}");
        }
    }

    #[test]
    fn words_without_a_type_have_none() {
        assert_eq!(Word::Int(1).c_type(), Some("_Bool"));
        assert_eq!(Word::Int(32).c_type(), Some("unsigned int"));
        assert_eq!(Word::Pointer.c_type(), Some(POINTER));
        for w in [
            Word::Int(128),
            Word::Int(7),
            Word::Float(80),
            Word::Float(16),
        ] {
            assert_eq!(w.c_type(), None, "{w:?}");
        }
    }
}
