//! `everypath memory`: the stack of library functions whose need grows with
//! their arguments.

use serde_json::Value;
use std::process::Command;

fn stack(source: &str) -> Value {
    let dir = tempfile::tempdir().expect("scratch");
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "f.c", "--entry", "f", "--json"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout);
    let v: Value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    v["entries"][0]["marks"]["stack"].clone()
}

/// glibc takes stack by the precision with which a float is printed.
#[test]
fn a_precision_that_is_an_argument_has_no_number() {
    for format in [
        "\"%.*f\", n & 0x3fff, 1.0 / 3",
        "\"%.4000f\", 1.0 / n",
        "f2, n, 1.0 / n",
    ] {
        let mark = stack(&format!(
            "#include <stdio.h>\nconst char *f2 = \"%.*g\";\nint f(int n) {{ char b[8]; return snprintf(b, 8, {format}); }}"
        ));
        assert!(mark["bound"]["number"].is_null(), "{format}: {mark:#}");
    }
    let mark = stack("#include <stdio.h>\nint f(int n) { char b[8]; return snprintf(b, 8, \"%.3f %*d\", 1.0 / n, n & 7, n); }");
    assert!(mark["bound"]["number"].is_u64(), "{mark:#}");
}

/// glibc sorts small arrays on the stack: up to 1,024 bytes and a recursion.
#[test]
fn sorting_small_arrays_takes_most() {
    let mark = stack(
        "#include <stdlib.h>\n\
         static int cmp(const void *a, const void *b) { return *(const long *)a > *(const long *)b; }\n\
         static long big[2000];\n\
         int f(unsigned char n) { for (int i = 0; i < 2000; i++) big[i] = (i * 7919 + n) % 1000; qsort(big, n * 7 + 1, 8, cmp); return big[3]; }",
    );
    let bound = mark["bound"]["number"].as_u64().expect("a number");
    // f(18) sorts 127 elements of 8 bytes: 2,032 bytes, painted, at -O0.
    assert!(bound >= 2032, "{mark:#}");
}
