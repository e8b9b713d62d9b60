//! Names by which a C program asks for a nondeterministic value: SV-COMP's
//! `__VERIFIER_nondet_T()`, and the habit of CBMC's and ESBMC's users to
//! declare a function `nondet_T()` without a body. (A definition in the
//! program always wins for the latter.) And what clang must be told to read
//! what gcc reads.

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
