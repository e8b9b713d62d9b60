//! Congruences: loops that end, or do not, by the last digits of their values. A
//! proof that takes an odd value for an even one is the worst that can happen, so
//! beside each system that ends stands one that is nearly the same and does not.

use crate::{wrong, Said};
use ep_its::options::Goals;

const SYSTEMS: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        ("even from the start", Ends, "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("odd from the start", Diverges, "f(x, y) -> g(2*x + 1, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("even or odd", Diverges, "f(x, y) -> g(2*x, y) :|: x >= 0\n f(x, y) -> g(2*x + 1, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("even, and below 0", Diverges, "f(x, y) -> g(2*x, y)\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("even, in steps of three", Diverges, "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> g(x - 3, y) :|: x != 0"),
        ("a step that may pass 0", Diverges, "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0\n g(x, y) -> g(x - 4, y) :|: x != 0"),
        ("multiples of six, in steps of three", Ends, "f(x, y) -> g(6*x + 12, y) :|: x >= 0\n g(x, y) -> g(x - 3, y) :|: x != 0"),
        ("even by a guard", Ends, "f(x, y) -> g(x, y) :|: x = 2*t && x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("half of anything", Diverges, "f(x, y) -> g(x, y) :|: 2*x = t && x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("a distance that is a multiple", Ends, "f(x, y) -> g(x, x + 3*y) :|: y >= 0\n g(x, y) -> g(x + 3, y) :|: x != y"),
        ("a distance that is one more", Diverges, "f(x, y) -> g(x, x + 3*y + 1) :|: y >= 0\n g(x, y) -> g(x + 3, y) :|: x != y"),
        ("an equation that no integer solves", Ends, "f(x, y) -> g(2*x, y)\n g(x, y) -> g(x + 2, y) :|: x = 2*t + 1"),
        ("an equation that one solves", Diverges, "f(x, y) -> g(2*x, y)\n g(x, y) -> g(x + 2, y) :|: x = 2*t"),
        ("both even, in turns", Ends, "f(x, y) -> g(2*x, 2*y) :|: x >= 0 && y >= 0\n g(x, y) -> g(y, x - 2) :|: x != 0"),
        ("an even and an odd one, in turns", Ends, "f(x, y) -> g(2*x, 2*y + 1) :|: x >= 0 && y >= 0\n g(x, y) -> g(y, x - 2) :|: x != 0"),
        ("both odd, in turns", Diverges, "f(x, y) -> g(2*x + 1, 2*y + 1) :|: x >= 0 && y >= 0\n g(x, y) -> g(y, x - 2) :|: x != 0"),
        ("twice a product", Ends, "f(x, y) -> g(2*x*y, y) :|: x > 0 && y > 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("a product", Diverges, "f(x, y) -> g(x*y, y) :|: x > 0 && y > 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("multiples of four, until two are added", Diverges, "f(x, y) -> g(4*x, y) :|: x >= 0\n g(x, y) -> g(x - 4, y) :|: x != 0 && y > 0\n g(x, y) -> g(x + 2, y - 1) :|: y > 0"),
        ("multiples of four, two added", Ends, "f(x, y) -> g(4*x, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0 && y > 0\n g(x, y) -> g(x + 2, y - 1) :|: y > 0"),
        ("two calls, both even", Ends, "f(x, y) -> Com_2(g(2*x, y), g(2*x + 4, y)) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("two calls, one odd", Diverges, "f(x, y) -> Com_2(g(2*x, y), g(2*x + 1, y)) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("two calls to two places, both even", Ends, "f(x, y) -> Com_2(g(2*x, y), h(2*x + 4, y)) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0\n h(x, y) -> h(x - 2, y) :|: x != 0"),
        ("two calls to two places, the second odd", Diverges, "f(x, y) -> Com_2(g(2*x, y), h(2*x + 1, y)) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0\n h(x, y) -> h(x - 2, y) :|: x != 0"),
        ("a multiple of any number", Ends, "f(x, y) -> g(6*t, y) :|: t > 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("one of three ways is not even", Diverges, "f(x, y) -> g(2*x, y) :|: x >= 0\n f(x, y) -> h(x, y) :|: x >= 0\n h(x, y) -> g(x + x, y)\n h(x, y) -> g(x, y)\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("the loop is where runs start", Diverges, "f(x, y) -> f(x - 2, y) :|: x != 0"),
        ("the loop comes back to the start", Diverges, "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> f(x - 1, y)\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("behind a place that is passed through", Ends, "f(x, y) -> h(x, y) :|: x >= 0\n h(x, y) -> k(x + x, y)\n k(x, y) -> g(x, y)\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("a large step", Ends, "f(x, y) -> g(1000003*x, y) :|: x >= 0\n g(x, y) -> g(x - 1000003, y) :|: x != 0"),
        ("the middle is met", Ends, "f(x, y) -> g(0, 2*y) :|: y >= 0\n g(x, y) -> g(x + 1, y) :|: 2*x != y"),
        ("the middle is missed", Diverges, "f(x, y) -> g(0, 2*y + 1) :|: y >= 0\n g(x, y) -> g(x + 1, y) :|: 2*x != y"),
        ("the ends of two that approach", Ends, "f(x, y) -> g(x, x + 4*y) :|: y >= 0\n g(x, y) -> g(x + 1, y - 3) :|: x != y"),
        ("the ends of two that pass each other", Diverges, "f(x, y) -> g(x, x + 2*y) :|: y >= 0\n g(x, y) -> g(x + 1, y - 3) :|: x != y"),
        ("a byte in steps of three, below its end", Ends, "f(x, y) -> g(0, y) :|: y <= 255\n g(x, y) -> g(x + 3, y) :|: x < y && x <= 252\n g(x, y) -> g(x - 253, y) :|: x < y && x >= 253"),
        ("a byte in steps of three, past its end", Diverges, "f(x, y) -> g(0, y) :|: y <= 256\n g(x, y) -> g(x + 3, y) :|: x < y && x <= 252\n g(x, y) -> g(x - 253, y) :|: x < y && x >= 253"),
        ("a byte in steps of three, from one of two", Ends, "f(x, y) -> g(0, y) :|: y <= 254\n f(x, y) -> g(3, y) :|: y <= 254\n g(x, y) -> h(x + 3, y) :|: x < y && x <= 252\n g(x, y) -> g(x - 253, y) :|: x < y && x >= 253\n h(x, y) -> g(x, y)"),
        ("a byte in steps of three, from one of three", Diverges, "f(x, y) -> g(0, y) :|: y <= 256\n f(x, y) -> g(1, y) :|: y <= 256\n g(x, y) -> h(x + 3, y) :|: x < y && x <= 252\n g(x, y) -> g(x - 253, y) :|: x < y && x >= 253\n h(x, y) -> g(x, y)"),
    ]
};

/// These are proved, each by congruences.
const PROVED: &[&str] = &[
    "even from the start",
    "multiples of six, in steps of three",
    "even by a guard",
    "a distance that is a multiple",
    "an equation that no integer solves",
    "both even, in turns",
    "two calls, both even",
    "two calls to two places, both even",
    "a multiple of any number",
    "behind a place that is passed through",
    "a large step",
    "the middle is met",
    "the ends of two that approach",
    "a byte in steps of three, below its end",
    "a byte in steps of three, from one of two",
];

/// Costly runs may need temporaries that the simulator does not try.
const GOALS: Goals = Goals {
    lower: false,
    ..Goals::ALL
};

#[test]
fn no_answer_is_wrong() {
    let wrong = wrong(SYSTEMS, "x y t", (GOALS, 8), (PROVED, "(exists"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
