//! Invariants that are found together with a measure (MaxSMT): what makes a value
//! fall is compared nowhere. Beside each system that ends stands one in which an
//! entry, an edge or a number is another one and which does not.

use crate::{wrong, Said};
use ep_its::options::Goals;

const SYSTEMS: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        ("a sum that stays positive", Ends, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> g(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0"),
        ("a sum that may be 0", Diverges, "f(x, y, z) -> g(x, 3*t + u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> g(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0"),
        ("a sum that grows", Ends, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> g(x - 2*y + 3*z, y + 4, z + 2) :|: x > 0"),
        ("a sum that falls until it is negative", Diverges, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> g(x - 2*y + 3*z, y + 2, z + 2) :|: x > 0"),
        ("an edge that makes it negative", Diverges, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> g(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0\n g(x, y, z) -> g(x, 0 - y, 0 - z) :|: x > 20"),
        ("a second entry that is not positive", Diverges, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n f(x, y, z) -> g(x, 3*t, 2*t)\n g(x, y, z) -> g(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0"),
        ("the start is the loop", Diverges, "f(x, y, z) -> f(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0"),
        ("up or down, by the entry", Ends, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n f(x, y, z) -> g(x, 3*t - u, 2*t) :|: u >= 1 && u <= 9\n g(x, y, z) -> g(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0 && x < 100"),
        ("up, down or not at all", Diverges, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n f(x, y, z) -> g(x, 3*t - u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> g(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0 && x < 100"),
        ("two places", Ends, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> h(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0\n h(x, y, z) -> g(x, y, z)\n h(x, y, z) -> h(x, y, z - 1) :|: z > 0"),
        ("two places, one of which spoils it", Diverges, "f(x, y, z) -> g(x, 5 + 3*t + u, 2*t) :|: u >= 0 && u <= 9\n g(x, y, z) -> h(x - 2*y + 3*z, y + 3, z + 2) :|: x > 0\n h(x, y, z) -> g(x, y, z)\n h(x, y, z) -> h(x, y, z + 1) :|: z < 0"),
    ]
};

/// These are proved.
const PROVED: &[&str] = &[
    "a sum that stays positive",
    "a sum that grows",
    "up or down, by the entry",
];

#[test]
fn no_answer_is_wrong() {
    let goals = Goals {
        lower: false,
        ..Goals::ALL
    };
    let wrong = wrong(SYSTEMS, "x y z t u", (goals, 20), (PROVED, ""));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
