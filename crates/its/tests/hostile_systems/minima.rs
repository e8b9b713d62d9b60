//! Loops with several ends: how often they go round is the least of several counts.
//! Each bound was written down before it was asked for; what is said is judged.

use ep_base::entity::EntityId;
use ep_its::bound::Value;
use ep_its::format::koat;
use ep_its::num::Int;
use ep_its::options::{Goals, Options};
use ep_its::poly::Var;

/// What it costs at most, by the values at the start.
type Most = fn(i64, i64, i64) -> i64;

fn least(values: &[i64]) -> i64 {
    values.iter().map(|v| (*v).max(0)).min().unwrap_or(0)
}

const SYSTEMS: &[(&str, &str, Most)] = &[
    ("two fall together", "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y - 1, z) :|: x > 0 && y > 0", |x, y, _| 1 + least(&[x, y])),
    ("three fall together", "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y - 1, z - 1) :|: x > 0 && y > 0 && z > 0", |x, y, z| 1 + least(&[x, y, z])),
    ("one rises to two limits", "f(x, y, z) -> g(0, y, z)\n g(x, y, z) -> g(x + 1, y, z) :|: x < y && x < z", |_, y, z| 1 + least(&[y, z])),
    ("one of two falls at a time", "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y, z) :|: x > 0\n g(x, y, z) -> g(x, y - 1, z) :|: y > 0", |x, y, _| 1 + least(&[x]) + least(&[y])),
    ("each firing costs two", "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -{2}> g(x - 1, y - 1, z) :|: x > 0 && y > 0", |x, y, _| 1 + 2 * least(&[x, y])),
    ("the second is refilled", "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y - 1, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(x - 1, z, z) :|: x > 0 && y <= 0", |x, _, _| 1 + least(&[x])),
    ("the second does not fall", "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y, z) :|: x > 0 && y > 0", |x, _, _| 1 + least(&[x])),
    ("no limit but the first", "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y + 1, z) :|: x > 0 && y > 0", |x, _, _| 1 + least(&[x])),
    ("the smaller one is known", "f(x, y, z) -> g(x, x + 5, z)\n g(x, y, z) -> g(x - 1, y - 1, z) :|: x > 0 && y > 0", |x, _, _| 1 + least(&[x])),
];

#[test]
fn loops_with_several_ends_have_the_least_bound() {
    let options = Options {
        goals: Goals::UPPER,
        ..Options::default()
    };
    let grid = [-3, 0, 1, 2, 6, 50];
    for (name, rules, most) in SYSTEMS {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z)\n(RULES {rules}\n)\n");
        let s = koat::read(&text).expect("a system");
        let a = ep_its::analyse_with_proofs(&s, &options, &mut |_| {}).expect("well formed");
        let certificate = a.certificate(&s).unwrap_or_else(|| panic!("{name}: none"));
        if let Err(e) = ep_judge::check(&certificate, Some(&text)) {
            panic!("{name}: {e}\n{certificate}");
        }
        let bound = &a.outcome.upper.first().expect("a bound").bound;
        for x in grid {
            for y in grid {
                for z in grid {
                    let at = |v: Var| [x, y, z].get(v.index()).map(|n| Int::from(*n));
                    let here = bound.evaluate(&at);
                    let shown = bound.show(&|v| s.name(v));
                    let most = Some(Value::Int(most(x, y, z).into()));
                    assert_eq!(here, most, "{name}: {shown} at {x}, {y}, {z}");
                }
            }
        }
    }
}
