//! Inputs that cannot be read give one message and exit code 2.

mod support;

use ep_base::ExitCode;
use std::path::PathBuf;
use support::Case;

fn refused(case: &Case, path: PathBuf) -> ep_base::Diagnostic {
    let error = ep_clang::compile(&[path], &case.options)
        .and_then(|units| ep_clang::read_bitcode(&units, &case.options))
        .expect_err("it cannot be read");
    assert_eq!(error.exit, ExitCode::BadInput, "{error}");
    error
}

#[test]
fn every_kind_of_bad_file_is_refused() {
    let case = Case::new();
    for (name, bytes, message) in [
        ("empty.bc", &b""[..], "the file is empty"),
        ("noise.bc", b"\x01\x02\x03 no bitcode", "not LLVM bitcode"),
        (
            "cut.bc",
            b"BC\xc0\xde\x35\x14\x00\x00",
            "LLVM cannot read this",
        ),
        (
            "error.ll",
            b"define i32 @f() {\n  ret i33 0\n}\n",
            "error.ll:2:7",
        ),
        ("other.txt", b"int x;", "not a kind of file"),
        ("error.c", b"int main(void) { return x; }\n", "error.c:1:25"),
        (
            "arm.ll",
            b"target datalayout = \"e-m:e-i8:8:32\"\ntarget triple = \"aarch64-linux-gnu\"\n",
            "aarch64",
        ),
        (
            "big.ll",
            b"target datalayout = \"E-m:e\"\ntarget triple = \"s390x-linux-gnu\"\n",
            "s390x",
        ),
        (
            "bare.ll",
            b"define i32 @main() {\n  ret i32 0\n}\n",
            "no data layout",
        ),
    ] {
        let path = case.file(name, bytes);
        let error = refused(&case, path);
        assert!(error.to_string().contains(message), "{name}: {error}");
    }
    let folder = case.dir.path().join("folder.c");
    std::fs::create_dir(&folder).expect("a folder");
    assert!(refused(&case, folder).message.contains("folder"));
    let missing = case.dir.path().join("missing.c");
    assert!(refused(&case, missing).message.contains("no such file"));
    assert!(ep_clang::compile(&[], &case.options).is_err());
}

#[test]
fn absurd_flags_are_refused() {
    let mut case = Case::new();
    let path = case.file("a.c", b"int main(void) { return 0; }\n");
    for flag in ["-E", "-S", "-fsyntax-only", "--no-such-flag"] {
        case.options.clang_flags = vec![flag.to_owned()];
        let error = ep_clang::compile(std::slice::from_ref(&path), &case.options);
        let error = error.err().unwrap_or_else(|| panic!("{flag} is taken"));
        assert_eq!(error.exit, ExitCode::BadInput, "{flag}: {error}");
    }
}

#[test]
fn a_missing_clang_names_the_package() {
    let mut case = Case::new();
    let path = case.file("a.c", b"int main(void) { return 0; }\n");
    case.options.clang = Some(PathBuf::from("/nonexistent/clang-19"));
    let error = ep_clang::compile(&[path], &case.options).expect_err("no clang");
    assert_eq!(error.exit, ExitCode::Surroundings);
    assert!(
        error.to_string().contains("apt-get install clang-19"),
        "{error}"
    );
}
