//! Each rule accepts what it is for.

mod common;

use common::{accepted, examples::EXAMPLES};

#[test]
fn every_example_is_accepted_and_rests_on_nothing() {
    for (name, system, claims) in EXAMPLES {
        println!("{name}");
        let v = accepted(system, claims);
        assert!(v.rests.is_empty(), "{name}");
        assert_eq!(v.claims.len(), claims.matches("(claim ").count(), "{name}");
    }
}
