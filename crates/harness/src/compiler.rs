//! What clang must be told to read what gcc reads.

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
