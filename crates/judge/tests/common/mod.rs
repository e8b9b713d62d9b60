//! Shared by the tests: certificates from a system and claims.
#![allow(dead_code)] // Not every test uses everything.

pub mod examples;
pub mod oracle;

use ep_judge::{check, Refusal, Verdict};
use sha2::{Digest, Sha256};

/// A whole certificate with its hash.
pub fn certificate(system: &str, claims: &str) -> String {
    let hash: String = Sha256::digest(system.as_bytes())
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    format!("(everypath-certificate 1)\n{system}\n(sha256 {hash})\n{claims}\n(end)\n")
}

pub fn judge(system: &str, claims: &str) -> Result<Verdict, Refusal> {
    check(&certificate(system, claims), None)
}

#[track_caller]
pub fn accepted(system: &str, claims: &str) -> Verdict {
    match judge(system, claims) {
        Ok(v) => v,
        Err(e) => panic!("{e}\n{}", certificate(system, claims)),
    }
}

#[track_caller]
pub fn refused(system: &str, claims: &str) -> Refusal {
    match judge(system, claims) {
        Ok(v) => panic!("accepted: {v:?}\n{}", certificate(system, claims)),
        Err(e) => e,
    }
}
