//! Types of the subset, copied freely: eight bytes.

use crate::tree::ClassId;

/// What an array holds at its innermost level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Str,
    Class(ClassId),
}

/// A type. `String` is a value type of its own here: strings have no identity
/// in the subset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// The result of a method without one.
    Void,
    /// The type of `null`.
    Null,
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    /// `String`, a reference type.
    Str,
    /// A class or an interface.
    Class(ClassId),
    /// An array with this base and number of dimensions, at least 1.
    Array(Base, u8),
    /// An amount of permission (specifications only).
    Fraction,
}

impl Base {
    /// As a type.
    pub fn ty(self) -> Type {
        match self {
            Base::Boolean => Type::Boolean,
            Base::Byte => Type::Byte,
            Base::Short => Type::Short,
            Base::Char => Type::Char,
            Base::Int => Type::Int,
            Base::Long => Type::Long,
            Base::Str => Type::Str,
            Base::Class(c) => Type::Class(c),
        }
    }
}

impl Type {
    /// An array of this type; `None` where there is no such array.
    pub fn array(self, dims: u8) -> Option<Type> {
        if dims == 0 {
            return Some(self);
        }
        let base = match self {
            Type::Boolean => Base::Boolean,
            Type::Byte => Base::Byte,
            Type::Short => Base::Short,
            Type::Char => Base::Char,
            Type::Int => Base::Int,
            Type::Long => Base::Long,
            Type::Str => Base::Str,
            Type::Class(c) => Base::Class(c),
            Type::Array(b, d) => return Some(Type::Array(b, d.checked_add(dims)?)),
            Type::Void | Type::Null | Type::Fraction => return None,
        };
        Some(Type::Array(base, dims))
    }
    /// What an array of this type holds.
    pub fn element(self) -> Option<Type> {
        match self {
            Type::Array(b, 1) => Some(b.ty()),
            Type::Array(b, d) => Some(Type::Array(b, d - 1)),
            _ => None,
        }
    }
    /// `byte`, `short`, `char`, `int`, `long`.
    pub fn is_integral(self) -> bool {
        matches!(
            self,
            Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long
        )
    }
    /// Values are references (strings and `null` included).
    pub fn is_reference(self) -> bool {
        matches!(
            self,
            Type::Null | Type::Str | Type::Class(_) | Type::Array(..)
        )
    }
    /// Smallest and largest value of an integral type.
    pub fn range(self) -> Option<(i64, i64)> {
        Some(match self {
            Type::Byte => (i8::MIN.into(), i8::MAX.into()),
            Type::Short => (i16::MIN.into(), i16::MAX.into()),
            Type::Char => (0, u16::MAX.into()),
            Type::Int => (i32::MIN.into(), i32::MAX.into()),
            Type::Long => (i64::MIN, i64::MAX),
            _ => return None,
        })
    }
    /// The value as this type keeps it (JLS 5.1.3: the low bits).
    pub fn wrap(self, v: i64) -> i64 {
        match self {
            Type::Byte => (v as i8).into(),
            Type::Short => (v as i16).into(),
            Type::Char => (v as u16).into(),
            Type::Int => (v as i32).into(),
            _ => v,
        }
    }
    /// Whether a primitive value of `from` becomes this type without a cast
    /// (JLS 5.1.2), identity included.
    pub fn widens_from(self, from: Type) -> bool {
        use Type::*;
        self == from
            || matches!(
                (from, self),
                (Byte, Short | Int | Long) | (Short | Char, Int | Long) | (Int, Long)
            )
    }
    /// The type of arithmetic on both (JLS 5.6).
    pub fn promote(a: Type, b: Type) -> Option<Type> {
        if !a.is_integral() || !b.is_integral() {
            return None;
        }
        Some(if a == Type::Long || b == Type::Long {
            Type::Long
        } else {
            Type::Int
        })
    }
}
