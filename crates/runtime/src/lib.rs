//! What a program under analysis is linked with and includes: the models of
//! the C library as LLVM 19 bitcode, and the headers (`klee/klee.h`,
//! `everypath.h`). Both are compiled into the binary, so that an installed
//! Everypath is one file.
//!
//! The sources and the list of modelled functions are in `runtime/libc/`; the
//! functions that an engine must provide are declared in
//! [`BUILTINS_HEADER`]. The definitions of the user's program win over the
//! models: link only what the program leaves undefined.

use std::fs;
use std::io;
use std::path::Path;

/// The models for x86-64, as bitcode.
pub static LIBC_BITCODE_64: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libc64.bc"));

/// The models for 32-bit x86 (`-m32`), as bitcode.
pub static LIBC_BITCODE_32: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libc32.bc"));

/// The headers for user programs: path relative to the include folder (with
/// `/`), and text.
pub static HEADERS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

/// The C declarations of the functions that the models call and that an
/// engine provides, with their contracts.
pub static BUILTINS_HEADER: &str = include_str!("../../../runtime/libc/ep_builtin.h");

/// The preprocessor flags that make glibc's headers friendly to exploration:
/// ctype tests become calls of functions that compare instead of look-ups in
/// a table of 384 entries, and checked `__*_chk` variants are not chosen.
pub static USER_CFLAGS: &[&str] = &["-D__NO_CTYPE", "-U_FORTIFY_SOURCE"];

/// Writes all [`HEADERS`] below `dir`, which is created if needed; pass `dir`
/// with `-I` to clang. A file that already holds the same text is left alone.
///
/// # Errors
/// The first folder that cannot be created or file that cannot be written.
pub fn write_headers(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    for (relative, text) in HEADERS {
        let path = dir.join(relative);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        if fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        fs::write(&path, text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitcode_has_the_magic_of_llvm() {
        for bitcode in [LIBC_BITCODE_64, LIBC_BITCODE_32] {
            assert_eq!(&bitcode[..4], b"BC\xc0\xde");
        }
        assert_ne!(LIBC_BITCODE_64, LIBC_BITCODE_32);
    }

    #[test]
    fn headers_are_written_once_and_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("a/b");
        write_headers(&target).unwrap();
        write_headers(&target).unwrap();
        for (relative, text) in HEADERS {
            assert_eq!(&fs::read_to_string(target.join(relative)).unwrap(), text);
        }
    }

    #[test]
    fn unwritable_folder_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(write_headers(file.path()).is_err());
    }
}
