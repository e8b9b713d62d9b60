//! Systems for size change (what is handed on and falls) and for sets that
//! several cycles keep, each with one that looks like it and is not.

use crate::Said;

/// The rules with what is true of them; the start is `f`.
pub const SYSTEMS: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        // Maxima.
        ("each value below the other's old one", Ends, "f(x, y) -> f(y - 2, y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x - 1, x - 1) :|: x > 0 && y > 0"),
        ("each value at most the other's old one", Diverges, "f(x, y) -> f(y, y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x - 1, x) :|: x > 0 && y > 0"),
        ("the larger one falls", Ends, "f(x, y) -> f(y - 1, y - 1) :|: x > 0 && y > 0 && y >= x\n f(x, y) -> f(x - 1, x - 1) :|: x > 0 && y > 0 && x >= y"),
        ("the smaller one is made anew", Diverges, "f(x, y) -> f(x, x) :|: x > 0 && y > 0 && y >= x\n f(x, y) -> f(y, y) :|: x > 0 && y > 0 && x >= y"),
        ("three values in a circle that fall", Ends, "f(x, y, z) -> f(y, z, x - 1) :|: x > 0 && y > 0 && z > 0"),
        ("three values in a circle that do not", Diverges, "f(x, y, z) -> f(y, z, x) :|: x > 0 && y > 0 && z > 0"),
        ("swapped or lowered", Ends, "f(x, y) -> f(y, x - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x - 1, y) :|: x > 0 && y > 0"),
        ("swapped, lowered and raised", Diverges, "f(x, y) -> f(y, x - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x + 1, y) :|: x > 0 && y > 0"),
        // What falls must be bounded where it falls.
        ("falls where nothing bounds it", Diverges, "f(x, y) -> f(x - 1, y) :|: y > 0\n f(x, y) -> f(x - 1, y - 1) :|: x > 0 && y > 5"),
        ("bounded on the other rule only", Diverges, "f(x, y) -> f(x - 1, y) :|: y > 0\n f(x, y) -> f(x, y - 1) :|: x > 0"),
        ("bounded on both rules", Ends, "f(x, y) -> f(x - 1, t) :|: x > 0 && y > 0 && t <= x\n f(x, y) -> f(x, y - 1) :|: x > 0 && y > 0"),
        // Falls on the way there, grows on the way back.
        ("falls by one, grows by one", Diverges, "f(x, y) -> g(x - 1, y) :|: x > 0 && y > 0\n g(x, y) -> f(x + 1, y) :|: x >= 0 && y > 0"),
        ("falls by two, grows by one", Ends, "f(x, y) -> g(x - 2, y) :|: x > 1 && y > 0\n g(x, y) -> f(x + 1, y) :|: x >= 0 && y > 0"),
        ("handed on over two places", Ends, "f(x, y) -> g(y, x) :|: x > 0 && y > 0\n g(x, y) -> f(y - 1, x) :|: x > 0 && y > 0"),
        ("exchanged on each way", Diverges, "f(x, y) -> g(y, x) :|: x > 0 && y > 0\n g(x, y) -> f(y, x) :|: x > 0 && y > 0"),
        ("one is lost, the other grows", Diverges, "f(x, y) -> f(t, y + 1) :|: x > 0 && y > 0"),
        ("either may be lost", Diverges, "f(x, y) -> f(t, y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x - 1, t) :|: x > 0 && y > 0"),
        // What is handed on is one more than what it came from, here and there.
        ("one more on one way, two less on the other", Ends, "f(x, y) -> f(x - 1, x) :|: x > 0 && y > 0\n f(x, y) -> f(y - 2, x + 1) :|: x > 0 && y > 0"),
        ("one more and one less", Diverges, "f(x, y) -> f(x - 1, x) :|: x > 0 && y > 0\n f(x, y) -> f(y - 1, x + 1) :|: x > 0 && y > 0"),
        ("two more on one way, two less on the other", Diverges, "f(x, y) -> f(x - 1, x) :|: x > 0 && y > 0\n f(x, y) -> f(y - 2, x + 2) :|: x > 0 && y > 0"),
        ("one more and two less in a circle of three", Ends, "f(x, y, z) -> f(y + 1, z - 2, x) :|: x > 0 && y > 0 && z > 0"),
        ("one more and two less, one of them made anew", Diverges, "f(x, y) -> f(y + 1, x - 2) :|: x > 0 && y > 0\n f(x, y) -> f(9, y) :|: x > 0 && y > 0"),
        // Products.
        ("a square that grows past a bound", Ends, "f(x, y) -> f(x, y*y) :|: y > 1 && x > y"),
        ("a square of one", Diverges, "f(x, y) -> f(x, y*y) :|: y > 0 && x > y"),
        ("a square of what is not zero", Ends, "f(x, y) -> f(x - y*y, y) :|: x > 0 && y > 0"),
        ("a square of what may be negative", Ends, "f(x, y) -> f(x - y*y, y - 1) :|: x > 0 && y < 0"),
        ("a square of what becomes zero", Diverges, "f(x, y) -> f(x - y*y, 0) :|: x > 0"),
        ("a product of two that are positive", Ends, "f(x, y, z) -> f(x - y*z, y, z) :|: x > 0 && y > 0 && z > 0"),
        ("a product of two that are not", Diverges, "f(x, y, z) -> f(x - y*z, y, z) :|: x > 0 && y > 0 && z < 1"),
        ("a square less its root", Diverges, "f(x, y) -> f(x - y*y + y, y) :|: x > 0 && y > 0"),
        ("a square less its root, from two on", Ends, "f(x, y) -> f(x - y*y + y, y) :|: x > 0 && y > 1"),
        // Sets with branches.
        ("down, then far up", Diverges, "f(x, y) -> f(x - 1, y) :|: x >= 0 && y >= 0 && x > y\n f(x, y) -> f(2*x + 1, y + 1) :|: x >= 0 && y >= 0 && x = y"),
        ("down, then far up, but not for ever", Ends, "f(x, y) -> f(x - 1, y) :|: x >= 0 && y >= 0 && x > y\n f(x, y) -> f(2*x + 1, y + 1) :|: x >= 0 && y >= 0 && x = y && y < 6"),
        ("an inner loop, then one more", Diverges, "f(x, y) -> g(x + 1, x + 1) :|: x > 0\n g(x, y) -> g(x, y - 1) :|: y > 0\n g(x, y) -> f(x, y) :|: y = 0"),
        ("an inner loop, then one less", Ends, "f(x, y) -> g(x - 1, x - 1) :|: x > 0\n g(x, y) -> g(x, y - 1) :|: y > 0\n g(x, y) -> f(x, y) :|: y = 0"),
        ("an inner loop that steps over the end", Ends, "f(x, y) -> g(x, 2*x + 1) :|: x > 0\n g(x, y) -> g(x, y - 2) :|: y > 0\n g(x, y) -> f(x, y) :|: y = 0"),
        ("an inner loop that meets the end", Diverges, "f(x, y) -> g(x, 2*x) :|: x > 0\n g(x, y) -> g(x, y - 2) :|: y > 0\n g(x, y) -> f(x, y) :|: y = 0"),
        ("a gap between the branches", Ends, "f(x) -> f(x - 2) :|: x > 1\n f(x) -> f(x + 1) :|: x < 0 - 1"),
        ("no gap between the branches", Diverges, "f(x) -> f(x - 2) :|: x > 0\n f(x) -> f(x + 3) :|: x < 1"),
        ("three branches", Diverges, "f(x, y) -> f(x - 1, y) :|: x > 0\n f(x, y) -> f(x + 1, y) :|: x < 0\n f(x, y) -> f(y, y + 1) :|: x = 0 && y > 0"),
        ("three branches, the last one falls", Ends, "f(x, y) -> f(x - 1, y) :|: x > 0\n f(x, y) -> f(x + 1, y) :|: x < 0\n f(x, y) -> f(y, y - 1) :|: x = 0 && y > 0"),
        ("branches that no integer keeps", Ends, "f(x) -> f(x - 1) :|: 2*x > 1 && x < 3\n f(x) -> f(x + 1) :|: 2*x < 1 && 2*x > 0"),
    ]
};
