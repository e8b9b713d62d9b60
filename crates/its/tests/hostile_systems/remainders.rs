//! Systems whose answer hangs on remainders, on equations that no integer solves, on
//! signs and on large numbers, written against congruences, invariants that are found
//! by MaxSMT, sets that are kept for ever, and costs. Beside most of those that end
//! stands one that differs by one number and does not. As in [`crate::costly`] each
//! has the true answer and how its greatest cost grows, and what is said is judged.

use crate::costly::{answered, Case, Grows};
use crate::Said;

const SYSTEMS: &[Case] = {
    use Grows::{By, Endless, Fast};
    use Said::{Diverges, Ends};
    &[
        ("a remainder is counted down", Ends, By(0), "f(x, y) -> g(t, y) :|: 3*u = x - t && t >= 0 && t <= 2\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("one more than a multiple of three", Diverges, Endless, "f(x, y) -> g(x, y) :|: x = 3*t + 1\n g(x, y) -> g(x - 3, y) :|: x != 0"),
        ("a multiple of three by a guard", Ends, By(1), "f(x, y) -> g(x, y) :|: x = 3*t && x >= 0\n g(x, y) -> g(x - 3, y) :|: x != 0"),
        ("steps by any even number", Diverges, Endless, "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> g(x - 2*t, y) :|: x != 0 && t >= 1"),
        ("steps by any even number, not past zero", Ends, By(1), "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> g(x - 2*t, y) :|: x != 0 && t >= 1 && 2*t <= x"),
        ("odd steps in pairs", Ends, By(1), "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> h(x - 1, y) :|: x != 0\n h(x, y) -> g(x - 1, y)"),
        ("odd steps in threes", Diverges, Endless, "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> h(x - 1, y) :|: x != 0\n h(x, y) -> k(x - 1, y)\n k(x, y) -> g(x - 1, y)"),
        ("steps of two and of three from a multiple of six", Diverges, Endless, "f(x, y) -> g(6*x, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0\n g(x, y) -> g(x - 3, y) :|: x != 0"),
        ("two remainders make one", Ends, By(1), "f(x, y) -> g(x, y) :|: x = 2*t + 1 && x = 3*u + 2 && x >= 0\n g(x, y) -> g(x - 6, y) :|: x != 0 - 1"),
        ("two remainders make one, and another is asked for", Diverges, Endless, "f(x, y) -> g(x, y) :|: x = 2*t + 1 && x = 3*u + 2 && x >= 0\n g(x, y) -> g(x - 6, y) :|: x != 1"),
        ("no integer has both remainders", Ends, By(0), "f(x, y) -> g(x, y) :|: x = 4*t + 1 && x = 6*u + 2\n g(x, y) -> g(x + 1, y)"),
        ("an integer has both remainders", Diverges, Endless, "f(x, y) -> g(x, y) :|: x = 4*t + 1 && x = 6*u + 3\n g(x, y) -> g(x + 1, y)"),
        ("two variables without a solution", Ends, By(0), "f(x, y) -> f(x, y) :|: 6*x + 10*y = 15"),
        ("three variables, a solution only with all", Diverges, Endless, "f(x, y, z) -> f(x, y, z) :|: 6*x + 10*y + 15*z = 1"),
        ("even and odd places in turns", Diverges, Endless, "f(x, y) -> g(x, y)\n g(x, y) -> h(x + 1, y) :|: 2*t = x\n h(x, y) -> g(x + 1, y) :|: 2*t = x + 1"),
        ("the sum stays even", Ends, By(0), "f(x, y) -> g(x, x + 2*t)\n g(x, y) -> g(x + 1, y + 1) :|: x + y = 2*u + 1"),
        ("the sum does not stay even", Ends, By(0), "f(x, y) -> g(x, y)\n g(x, y) -> g(x + 1, y + 2) :|: x + y = 2*u"),
        ("the sum stays even, and that is asked for", Diverges, Endless, "f(x, y) -> g(x, x + 2*t)\n g(x, y) -> g(x + 1, y + 1) :|: x + y = 2*u"),
        ("odd, down and up again", Diverges, Endless, "f(x, y) -> g(1, 1)\n g(x, y) -> g(x - 2, y) :|: x > 0\n g(x, y) -> g(y, y + 2) :|: x < 0"),
        ("even, down and never up again", Ends, By(1), "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x > 0\n g(x, y) -> g(y, y + 2) :|: x < 0"),
        ("a product of neighbours is even", Ends, By(2), "f(x, y) -> g(x*x - x, y)\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("one more than a product of neighbours", Diverges, Endless, "f(x, y) -> g(x*x + x + 1, y)\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("the start asks for no multiple, but for a side", Ends, By(1), "f(x, y) -> f(x - 2, y) :|: x != 0 && x >= 0"),
        ("even in each round of another", Ends, By(2), "f(x, y) -> g(2*y, y) :|: y >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0\n g(x, y) -> f(x, y - 1) :|: x = 0"),
        ("odd in each round of another", Diverges, Endless, "f(x, y) -> g(2*y + 1, y) :|: y >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0\n g(x, y) -> f(x, y - 1) :|: x = 0"),
        ("even at the start, odd when it is back", Ends, By(0), "f(x, y) -> g(x, y) :|: x = 2*t && x > 0\n g(x, y) -> f(x - 1, y)"),
        ("even at the start, even when it is back", Diverges, Endless, "f(x, y) -> g(x, y) :|: x = 2*t\n g(x, y) -> f(x - 2, y)"),
        ("changes its sign while another falls", Ends, By(1), "f(x, y) -> f(0 - x, y - 1) :|: y > 0"),
        ("below zero after one round", Ends, By(0), "f(x, y) -> f(0 - x - y, y) :|: x + y > 0 && x > 0"),
        ("falls by two at least", Ends, By(1), "f(x, y) -> f(x - 3*y + 7, y) :|: x > 0 && y >= 3"),
        ("may rise by one", Diverges, Endless, "f(x, y) -> f(x - 3*y + 7, y) :|: x > 0 && y >= 2"),
        ("a fixed point off the line", Diverges, Endless, "f(x, y) -> f(5*y - 3*x, y) :|: x > y"),
        ("a large multiple", Ends, By(1), "f(x, y) -> g(1000000000000000000000000000000*x, y) :|: x >= 0\n g(x, y) -> g(x - 1000000000000000000000000000000, y) :|: x != 0"),
        ("a large multiple, a step off by one", Diverges, Endless, "f(x, y) -> g(1000000000000000000000000000000*x, y) :|: x >= 0\n g(x, y) -> g(x - 999999999999999999999999999999, y) :|: x != 0"),
        ("a large number is no multiple", Ends, By(0), "f(x, y) -> f(x, y) :|: 1000000000000000000000000000000*x = 1000000000000000000000000000001"),
        ("a large factor of a step", Ends, By(1), "f(x, y) -> f(x - y, y) :|: x > 0 && 10000000000000000000000000000000000000000*y >= 1"),
        ("a large factor of a step that may be zero", Diverges, Endless, "f(x, y) -> f(x - y, y) :|: x > 0 && 10000000000000000000000000000000000000000*y >= 0 - 1"),
        ("pays, and back in the end", Ends, By(2), "f(x, y) -{x - 10}> f(x - 1, y) :|: x > 0"),
        ("costs a product", Ends, By(3), "f(x, y) -{x*y}> f(x - 1, y) :|: x > 0"),
        ("pays back a square", Ends, By(0), "f(x, y) -{0 - x*x}> f(x + 1, y) :|: x < 0"),
        ("costs what is rounded down", Ends, By(0), "f(x, y) -{2*t - x}> g(x, y) :|: 2*t <= x"),
        ("costs a third of another, rounded down", Ends, By(2), "f(x, y) -{t}> f(x - 1, y) :|: x > 0 && 3*t <= y"),
        ("costs turn around and lose one", Ends, By(1), "f(x, y) -{y}> f(x - 1, 0 - y - 1) :|: x > 0"),
        ("pays back in an inner loop", Ends, By(0), "f(x, y) -{1}> g(x, x)\n g(x, y) -{0 - 1}> g(x, y - 1) :|: y > 0\n g(x, y) -{2}> f(x - 1, y) :|: y <= 0 && x > 0"),
        ("costs between nothing and what is left", Ends, By(2), "f(x, y) -{0,x}> f(x - 1, y) :|: x > 0"),
        ("pays back for ever, while it grows", Diverges, By(0), "f(x, y) -{0 - 1}> f(x + 1, y) :|: x > 0"),
        ("first pays back, then pays for ever", Diverges, Endless, "f(x, y) -{x}> f(x + 1, y) :|: x > 0 - 10"),
        ("calls share what is left, less one", Ends, By(1), "f(x, y) -> Com_2(f(t, y), f(u, y)) :|: x > 0 && t + u <= x - 1 && t >= 0 && u >= 0"),
        ("calls share what is left, one may owe", Diverges, Endless, "f(x, y) -> Com_2(f(t, y), f(u, y)) :|: x > 0 && t + u <= x - 1"),
        ("calls with half, and a loop of half", Ends, By(1), "f(x, y) -> Com_2(f(t, y), g(t, y)) :|: 2*t = x && x > 0\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("calls with less by any even number", Ends, Fast, "f(x, y) -> Com_2(f(x - 2*t, y), f(x - 2*t - 1, y)) :|: x > 0 && t >= 1"),
        ("calls with an even and an odd number", Diverges, Endless, "f(x, y) -> Com_2(g(2*t, y), g(2*t + 1, y)) :|: t >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("calls with two even numbers", Ends, Endless, "f(x, y) -> Com_2(g(2*t, y), g(2*t + 4, y)) :|: t >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0"),
        ("calls with a number and its opposite", Ends, Endless, "f(x, y) -> Com_2(g(t, y), h(0 - t, y))\n g(x, y) -> g(x - 1, y) :|: x > 0\n h(x, y) -> h(x - 1, y) :|: x > 0"),
        ("calls with a number and its opposite, bounded", Ends, By(1), "f(x, y) -> Com_2(g(t, y), h(0 - t, y)) :|: t <= x && 0 - t <= x\n g(x, y) -> g(x - 1, y) :|: x > 0\n h(x, y) -> h(x - 1, y) :|: x > 0"),
        ("three calls share", Ends, By(1), "f(x, y) -> Com_3(g(t, y), g(u, y), g(x - t - u, y)) :|: t >= 0 && u >= 0 && t + u <= x\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("a call beside each round, with what has grown", Ends, By(2), "f(x, y) -> Com_2(f(x - 1, y + 1), g(x, y)) :|: x > 0\n g(x, y) -> g(x, y - 1) :|: y > 0"),
        ("calls while the value is even", Ends, Fast, "f(x, y) -> Com_2(f(x - 2, y), f(x - 2, y)) :|: x = 2*t && x > 0"),
        ("a difference that stays positive", Ends, By(1), "f(x, y, z) -> g(x, u + t, u) :|: t >= 1\n g(x, y, z) -> g(x - y + z, y, z) :|: x > 0"),
        ("a difference that may be zero", Diverges, Endless, "f(x, y, z) -> g(x, u + t, u) :|: t >= 0\n g(x, y, z) -> g(x - y + z, y, z) :|: x > 0"),
        ("a difference that falls", Diverges, Endless, "f(x, y, z) -> g(x, u + t, u) :|: t >= 1\n g(x, y, z) -> g(x - y + z, y + 1, z + 2) :|: x > 0"),
        ("a difference that doubles", Ends, By(0), "f(x, y, z) -> g(x, u + t, u) :|: t >= 1\n g(x, y, z) -> g(x - y + z, 2*y - z, z) :|: x > 0"),
        ("a difference that changes its sign", Diverges, Endless, "f(x, y, z) -> g(x, u + t, u) :|: t >= 1\n g(x, y, z) -> g(x - y + z, z, y) :|: x > 0"),
        ("a difference that is odd, and a square of it", Ends, By(1), "f(x, y, z) -> g(x, u + 2*t + 1, u)\n g(x, y, z) -> g(x - y*y + 2*y*z - z*z, y, z) :|: x > 0"),
        ("a difference that is even, and a square of it", Diverges, Endless, "f(x, y, z) -> g(x, u + 2*t, u)\n g(x, y, z) -> g(x - y*y + 2*y*z - z*z, y, z) :|: x > 0"),
        ("turns around and comes up to zero", Ends, By(1), "f(x, y) -> f(0 - x, y) :|: x > 0\n f(x, y) -> f(x + 1, y) :|: x < 0"),
        ("turns around one further", Diverges, Endless, "f(x, y) -> f(1 - x, y) :|: x > 0\n f(x, y) -> f(x + 1, y) :|: x <= 0"),
        ("turns around and passes zero", Diverges, Endless, "f(x, y) -> f(0 - x, y) :|: x > 0\n f(x, y) -> f(x + 2, y) :|: x < 0"),
        ("turns around and meets zero", Ends, By(1), "f(x, y) -> g(2*x, y)\n g(x, y) -> g(0 - x, y) :|: x > 0\n g(x, y) -> g(x + 2, y) :|: x < 0"),
        ("two for one, three at once", Ends, By(1), "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + 2) :|: x > 0\n g(x, y) -> h(x, y) :|: x <= 0\n h(x, y) -> h(x, y - 3) :|: y > 2"),
        ("two for one, three until zero", Diverges, Endless, "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + 2) :|: x > 0\n g(x, y) -> h(x, y) :|: x <= 0\n h(x, y) -> h(x, y - 3) :|: y != 0"),
        ("three for one, three until zero", Ends, By(1), "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + 3) :|: x > 0\n g(x, y) -> h(x, y) :|: x <= 0\n h(x, y) -> h(x, y - 3) :|: y != 0"),
        ("six for one, in steps of three or six until zero", Diverges, Endless, "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + 6) :|: x > 0\n g(x, y) -> h(x, y) :|: x <= 0\n h(x, y) -> h(x, y - 3) :|: y != 0\n h(x, y) -> h(x, y - 6) :|: y != 0"),
        ("four down and six up until they meet", Ends, By(1), "f(x, y) -> g(y + 10*x, y) :|: x >= 0\n g(x, y) -> g(x - 4, y + 6) :|: x != y"),
        ("four down and six up, and they pass", Diverges, Endless, "f(x, y) -> g(y + 5*x, y) :|: x >= 0\n g(x, y) -> g(x - 4, y + 6) :|: x != y"),
        ("on a line of fractions, above zero", Ends, By(1), "f(x, y) -> f(x - 3, y - 2) :|: 2*x = 3*y && x > 0"),
        ("on a line of fractions, never one", Diverges, Endless, "f(x, y) -> f(x - 3, y - 2) :|: 2*x = 3*y && x != 1"),
        ("on a line of fractions, zero may be passed", Diverges, Endless, "f(x, y) -> f(x - 3, y - 2) :|: 2*x = 3*y && x != 0"),
        ("half of one more, while it is odd", Diverges, Endless, "f(x, y) -> f(t, y) :|: 2*t > x && 2*t < x + 2 && x > 0"),
        ("half of one more, while it is odd and above one", Ends, By(0), "f(x, y) -> f(t, y) :|: 2*t > x && 2*t < x + 2 && x > 1"),
        ("two thirds while they are whole", Ends, By(0), "f(x, y) -> f(t, y) :|: 3*t = 2*x && x > 0"),
        ("four thirds and one while they are whole", Ends, By(0), "f(x, y) -> f(t, y) :|: 3*t = 4*x + 1 && x > 0"),
        ("four thirds and one, of minus one", Diverges, Endless, "f(x, y) -> f(t, y) :|: 3*t = 4*x + 1"),
    ]
};

#[test]
fn no_answer_is_wrong() {
    let (mut wrong, mut open) = (Vec::new(), Vec::new());
    let mut said = 0;
    for (name, truth, grows, rules) in SYSTEMS {
        match answered(*truth, *grows, rules) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok([true, ..]) => said += 1,
            Ok(_) => open.push(*name),
        }
    }
    println!(
        "{said} of {} have an answer; open: {open:#?}",
        SYSTEMS.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(said * 6 > SYSTEMS.len() * 5, "{said}");
}
