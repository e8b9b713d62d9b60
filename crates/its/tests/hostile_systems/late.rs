//! Systems whose single steps take long: powers of sums, hundreds of long
//! guards. The clock must be heard inside of them. And systems that are long or
//! deep, whose time must not grow much faster than they do.

#[path = "../support/families.rs"]
mod families;

use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use std::time::{Duration, Instant};

fn text(start: &str, variables: usize, rules: &str) -> String {
    let names: Vec<String> = (0..variables).map(|i| format!("x{i}")).collect();
    let all = names.join(", ");
    let rules = rules.replace("ALL", &all);
    format!(
        "(STARTTERM (FUNCTIONSYMBOLS {start}))\n(VAR {})\n(RULES\n{rules})\n",
        names.join(" ")
    )
}

/// A loop in which each variable grows by a power of the sum of those behind it.
fn powers(n: usize, exponent: usize) -> String {
    let grown = |i: usize| {
        let rest: Vec<String> = (i + 1..n).map(|j| format!("x{j}")).collect();
        match rest.is_empty() {
            true => format!("x{i} + 1"),
            false => format!("x{i} + ({})^{exponent}", rest.join(" + ")),
        }
    };
    let grown: Vec<String> = (1..n).map(grown).collect();
    let less: Vec<String> = (2..n).map(|i| format!("x{i}")).collect();
    let rules = format!(
        " f(ALL) -> g(ALL)\n g(ALL) -> g(x0 - 1, {}) :|: x0 > 0 && x1 + x0 > 0\n \
         g(ALL) -> h(ALL) :|: x0 <= 0\n h(ALL) -> h(x0, x1 - 1, {}) :|: x1 > 0\n",
        grown.join(", "),
        less.join(", ")
    );
    text("f", n, &rules)
}

/// A loop whose values are cubes of those before: stems of a few rounds have degree 81.
fn cubes() -> String {
    let rules = " f(ALL) -> g(ALL)\n g(ALL) -> g(x0 + 8*x0*x1^2 + 12*x1^3 + 12*x1^2*x2, \
         x1 - x0^2 - 4*x0*x1 - 4*x1*x2 - 4*x2^2, \
         x2 - 4*x0*x1^2 + x0^2 + 4*x1^2 + 8*x1*x2) :|: 4*x1^2 + x0 + x1 + x2 > 0\n";
    text("f", 3, rules)
}

/// One component with many long guards.
fn wide(locations: usize, n: usize, atoms: usize) -> String {
    let mut rules = String::new();
    for l in 0..locations {
        for k in 0..2 {
            let guard: Vec<String> = (0..atoms)
                .map(|a| {
                    let (x, y) = ((a * 3 + l) % n, (a * 5 + k) % n);
                    format!("x{x} <= x{y} + {}", a * l + k)
                })
                .collect();
            let update: Vec<String> = (0..n)
                .map(|i| format!("x{i} + {}", u8::from(i == l % n)))
                .collect();
            let to = (l + 1 + k * 7) % locations;
            rules += &format!(
                " l{l}(ALL) -> l{to}({}) :|: {}\n",
                update.join(", "),
                guard.join(" && ")
            );
        }
    }
    text("l0", n, &rules)
}

#[test]
fn limits_are_heard_inside_of_long_steps() {
    let limit = Duration::from_millis(500);
    for (name, text) in [
        ("powers of four", powers(6, 4)),
        ("powers of eight", powers(8, 8)),
        ("cubes", cubes()),
        ("long guards", wide(40, 40, 150)),
    ] {
        let system = koat::read(&text).expect("a system");
        // Another program may have the core, so the best of a few counts.
        let mut best = Duration::MAX;
        for _ in 0..4 {
            let mut options = Options {
                goals: Goals::ALL,
                ..Options::default()
            };
            options.budget.timeout = Some(limit);
            let begun = Instant::now();
            options.budget.start = begun;
            ep_its::analyse_with_proofs(&system, &options, &mut |_| {}).expect("well formed");
            best = best.min(begun.elapsed());
            if best < limit {
                break;
            }
        }
        let most = limit.mul_f64(1.2) + Duration::from_millis(300);
        assert!(best <= most, "{name}: {best:?} for {limit:?}");
    }
}

/// What this thread had of a processor so far: another program does not add to it.
fn spent() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let nanoseconds = stat.split(' ').next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

/// The shortest time of three, and whether there is an upper bound.
fn bounded(text: &str) -> (Duration, bool) {
    let system = koat::read(text).expect("a system");
    let mut best = Duration::MAX;
    let mut found = false;
    for _ in 0..3 {
        let options = Options {
            goals: Goals {
                termination: true,
                ..Goals::UPPER
            },
            ..Options::default()
        };
        let begun = spent();
        let outcome = ep_its::analyse(&system, &options, &mut |_| {}).expect("well formed");
        best = best.min(spent() - begun);
        found = !outcome.upper.is_empty();
    }
    (best, found)
}

/// Four times as large takes at most 4^1.5 times as long, with room for what
/// varies. `cargo run --example growth` prints the slopes.
#[test]
fn time_does_not_grow_much_faster_than_systems() {
    let sequence = [25, 100].map(families::sequence);
    let branches = [10, 40].map(families::branches);
    for (name, n, [small, large]) in [("sequence", 25, sequence), ("branches", 10, branches)] {
        let ((few, a), (many, b)) = (bounded(&small), bounded(&large));
        assert!(a && b, "{name}: a bound is missing");
        let most = few.mul_f64(8.0 * 2.5) + Duration::from_millis(100);
        assert!(
            many <= most,
            "{name}: {few:?} for {n}, {many:?} for {}",
            4 * n
        );
    }
    assert!(bounded(&families::nested(5)).1);
}

/// A hundred loops that each have a counter of their own: asking for all counters at each
/// of them took all questions that there are.
#[test]
fn counters_of_other_loops_are_not_asked_for() {
    assert!(bounded(&families::counters(100)).1);
    assert!(bounded(&families::inputs(100)).1);
}
