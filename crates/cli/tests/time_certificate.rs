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
