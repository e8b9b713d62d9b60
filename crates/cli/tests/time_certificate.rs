//! `everypath time`: what the certificate derives.

#[path = "support/timed.rs"]
mod timed;

use serde_json::Value;
use std::process::Command;
use timed::{text, time};

/// The bound that is told is a claim of the certificate, case by case; with one
/// number less it is refused. What is not derived says so.
#[test]
fn the_certificate_derives_the_bound_that_is_told() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let told = |source: &str| -> Value {
        std::fs::write(dir.path().join("p.c"), source).expect("a file");
        let out = time(
            dir.path(),
            &["p.c", "--entry", "f", "--json", "--no-native"],
        );
        assert_eq!(out.status.code(), Some(0), "{source}: {}", text(&out));
        serde_json::from_str(&text(&out)).expect("JSON")
    };
    let judge = |certificate: &str| {
        let path = dir.path().join("c.cert");
        std::fs::write(&path, certificate).expect("a file");
        let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
        c.arg("judge").arg(&path).output().expect("it runs")
    };
    for (source, derived) in [
        ("void f(unsigned j) { while (j > 0) j++; }", true),
        ("void f(unsigned j) { while (j > 0) j--; }", true),
        (
            "void f(unsigned n, unsigned a, unsigned b) { for (unsigned i = 0; i < n; i++) { if (a > i) b++; if (b > i) a++; } }",
            true,
        ),
        // A length in bits.
        ("void f(unsigned x) { while (x) x >>= 1; }", false),
    ] {
        let json = told(source);
        let certificate = &json["result"]["certificate"];
        assert_eq!(certificate["derives_upper"], derived, "{source}");
        let whole = certificate["text"].as_str().expect("a certificate");
        assert!(judge(whole).status.success(), "{source}");
        if !derived {
            continue;
        }
        let Some((proof, claim)) = whole.split_once("(claim upper") else {
            panic!("{source}: no claim of a bound");
        };
        // The first weight behind the claim, one less.
        let (before, weight) = claim.split_once("(firing t0 ").expect(source);
        let (weight, after) = weight.split_once(' ').expect(source);
        let less = weight.parse::<i64>().expect("a number") - 1;
        let forged = format!("{proof}(claim upper{before}(firing t0 {less} {after}");
        assert!(!judge(&forged).status.success(), "{source}");
    }
}

/// What is printed is read back, and the certificate is of that system and of that
/// program alone.
#[test]
fn the_system_is_read_back_and_the_certificate_speaks_of_it() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let here = |name: &str| dir.path().join(name).display().to_string();
    for (name, source) in [
        ("a", "void f(unsigned x){ while (x > 3) x -= 2; }"),
        (
            "b",
            "void f(char *s, int n){ while (*s) { s++; for (int i = 0; i < n; i++) ; } }",
        ),
        // Temporaries have names of their own.
        (
            "c",
            "void f(unsigned t0, unsigned char *p){ while (t0 > 300) t0 -= 1 + p[t0 & 3]; }",
        ),
    ] {
        std::fs::write(dir.path().join("p.c"), source).expect("a file");
        let (system, proof) = (here(&format!("{name}.koat")), here(&format!("{name}.cert")));
        let flags = [
            "p.c",
            "--entry",
            "f",
            "--its",
            &system,
            "--certificate",
            &proof,
        ];
        let out = time(dir.path(), &flags);
        assert_eq!(out.status.code(), Some(0), "{source}: {}", text(&out));
        let run = |args: &[&str]| {
            let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
            let out = c.args(args).output().expect("it runs");
            (out.status.code(), text(&out))
        };
        let read = run(&["its", &system, "--goal", "termination"]);
        assert_eq!(read.0, Some(0), "{source}: {}", read.1);
        let judged = run(&["judge", &proof, &system]);
        assert_eq!(judged.0, Some(0), "{source}: {}", judged.1);
        // The program itself is translated again.
        let program = here("p.c");
        let judged = run(&["judge", &proof, &program]);
        assert_eq!(judged.0, Some(0), "{source}: {}", judged.1);
        assert!(judged.1.contains("translated again"), "{}", judged.1);
        let other = here("other.c");
        std::fs::write(&other, source.replace("while (", "while (1 + ")).expect("a file");
        let judged = run(&["judge", &proof, &other]);
        assert_eq!(judged.0, Some(1), "{source}: {}", judged.1);
        // Places are those of locations that are there.
        let whole = std::fs::read_to_string(&proof).expect("a certificate");
        assert!(whole.contains("(at c0 "), "{whole}");
        let forged = here("forged.cert");
        std::fs::write(&forged, whole.replace("(at c0 ", "(at c99 ")).expect("a file");
        let judged = run(&["judge", &forged, &program]);
        assert_eq!(judged.0, Some(1), "{source}: {}", judged.1);
        assert!(judged.1.contains("no location `c99`"), "{}", judged.1);
    }
    let other = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["judge", &here("a.cert"), &here("b.koat")])
        .output()
        .expect("it runs");
    assert_ne!(other.status.code(), Some(0), "{}", text(&other));
}
