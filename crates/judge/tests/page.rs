//! The example of docs/certificates.md, read out of the page.

mod common;

use common::certificate;
use ep_judge::{check, Kind};

#[test]
fn the_example_of_the_page_is_accepted() {
    let page = include_str!("../../../docs/certificates.md");
    let (_, example) = page.split_once("## An example").unwrap();
    let block = example.split("```").nth(1).unwrap();
    let from = block.find("(system").unwrap();
    let (system, rest) = block[from..].split_once("\n(sha256 …)").unwrap();
    let claims = rest.trim().strip_suffix("(end)").unwrap();
    let v = check(&certificate(system, claims), None).unwrap();
    let kinds: Vec<&Kind> = v.claims.iter().map(|c| &c.kind).collect();
    assert_eq!(kinds[0], &Kind::Termination);
    assert_eq!(kinds[1], &Kind::Upper("(+ 1 (max 0 x))".into()));
    assert!(matches!(kinds[2], Kind::Lower { .. }));
    assert_eq!(v.replayed, 3 + 51);
    assert!(v.rests.is_empty() && v.proved > 10);
}
