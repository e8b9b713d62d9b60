//! What whoever calls a C function from outside shares: how its parameters are
//! passed, and the names by which a program asks for a nondeterministic value:
//! SV-COMP's `__VERIFIER_nondet_T()`, and the habit of CBMC's and ESBMC's users
//! to declare a function `nondet_T()` without a body. (A definition in the
//! program always wins for the latter.) And what clang must be told to read
//! what gcc reads.

/// How one parameter of the entry function is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamShape {
    /// A value of a type that C code without any header can name (`int`,
    /// `unsigned long`, `double`, ...) and its size in bytes.
    Scalar {
        /// The type as C text.
        c_type: String,
        /// Its size in bytes.
        size: u64,
    },
    /// A pointer to a heap object with exactly the recorded bytes; null when
    /// the input holds no buffer of this index.
    Buffer {
        /// The pointer's type as C text, for the reader of the wrapper only.
        c_type: String,
        /// The size in bytes that the explorer gave it.
        size: u64,
    },
    /// A structure, a vector or a complex number by value, whose bytes are
    /// those of an object.
    Aggregate {
        /// What stands between `typedef` and a name: a type with the layout of
        /// the program's own.
        c_type: String,
    },
}

/// Preprocessed files of a glibc since 2.34 say which function frees what
/// another one makes, `__malloc__ (fclose, 1)`, of which clang knows no
/// arguments. A macro with parameters leaves the attribute without them alone.
pub const NO_FREEING_FUNCTION: &str = "-D__malloc__(...)=";

/// Flags for programs that gcc 12 takes and clang does not: what was C before
/// 1999 is an error only since clang 16. The explored and the native build both
/// take them.
pub const AS_GCC: [&str; 5] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    NO_FREEING_FUNCTION,
];

/// What follows the prefix in the name of a function whose result is any value
/// of the type it returns: `uint` in `__VERIFIER_nondet_uint` and in
/// `nondet_uint`. `None` for every other function.
pub fn nondet_suffix(function: &str) -> Option<&str> {
    function
        .strip_prefix("__VERIFIER_nondet_")
        .or_else(|| function.strip_prefix("nondet_"))
        .filter(|s| !s.is_empty())
}

#[cfg(test)]
mod tests {
    use super::nondet_suffix;

    #[test]
    fn both_families_and_nothing_else() {
        assert_eq!(nondet_suffix("__VERIFIER_nondet_uint"), Some("uint"));
        assert_eq!(nondet_suffix("nondet_size_t"), Some("size_t"));
        assert_eq!(nondet_suffix("nondet_"), None);
        assert_eq!(nondet_suffix("my_nondet_int"), None);
    }
}
