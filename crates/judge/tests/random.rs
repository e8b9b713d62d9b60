//! Proofs of random obligations. Those that are right by construction are
//! accepted; of the others, what is accepted holds at every point of a grid.

mod common;

use common::judge;
use common::oracle::{holds, Env, S};

struct Random(u64);

impl Random {
    fn below(&mut self, n: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as i64
    }
}

/// `a*x + b*y + c`, the numbers over a common denominator.
type Row = [i64; 3];

fn text(p: Row) -> String {
    format!("(+ (* {} x) (* {} y) {})", p[0], p[1], p[2])
}

/// Whether the judge accepts that the guard entails the relation.
fn entails(guard: &[String], goal: &str, proof: &str) -> bool {
    let system = format!(
        "(system (vars x y) (locs a b) (start a) (trans t a (temps) (guard {}) (cost 0 0) (to b)))",
        guard.join(" ")
    );
    judge(
        &system,
        &format!("(claim termination (assume) (derive (weaken t ({goal} {proof}))))"),
    )
    .is_ok()
}

#[track_caller]
fn true_on_a_grid(guard: &[String], goal: &str, proof: &str) {
    let all: Vec<S> = guard.iter().flat_map(|g| S::parse_all(g)).collect();
    let goal = &S::parse_all(goal)[0];
    for x in -9..=9 {
        for y in -9..=9 {
            let env = Env::from([("x".to_string(), x), ("y".to_string(), y)]);
            if all.iter().all(|a| holds(a, &env) == Some(true)) {
                assert_eq!(
                    holds(goal, &env),
                    Some(true),
                    "{guard:?} {goal:?} {proof} at {env:?}"
                );
            }
        }
    }
}

#[test]
fn linear_proofs() {
    let mut r = Random(1);
    let (mut right, mut other) = (0, 0);
    for _ in 0..6000 {
        let n = 1 + r.below(4) as usize;
        let rows: Vec<Row> = (0..n)
            .map(|_| [r.below(9) - 4, r.below(9) - 4, r.below(11) - 5])
            .collect();
        let equations: Vec<bool> = (0..n).map(|_| r.below(4) == 0).collect();
        // Multipliers in sixths.
        let by: Vec<i64> = (equations.iter())
            .map(|e| {
                [0, 6, 3, 2, 12, 6][r.below(6) as usize]
                    * if *e && r.below(2) == 0 { -1 } else { 1 }
            })
            .collect();
        let mut sum = [0; 3];
        for (row, k) in rows.iter().zip(&by) {
            for (s, c) in sum.iter_mut().zip(row) {
                *s += c * k;
            }
        }
        let whole = sum[0] % 6 == 0 && sum[1] % 6 == 0;
        // The constant of the goal, from what follows downwards and one up.
        let shift = r.below(3) - 1;
        let scale = if whole { 6 } else { 1 };
        let goal = [
            sum[0] / scale,
            sum[1] / scale,
            sum[2].div_euclid(scale) + shift,
        ];
        let factor = if whole { 1 } else { 6 };
        let spoil = r.below(4) == 0;
        let used: Vec<String> = (by.iter().enumerate())
            .map(|(i, k)| {
                let k = k * factor + i64::from(spoil && i == 0);
                format!("({k}/6 g{i})")
            })
            .collect();
        let guard: Vec<String> = (rows.iter().zip(&equations))
            .map(|(p, e)| format!("({} {} 0)", if *e { "=" } else { ">=" }, text(*p)))
            .collect();
        let goal_text = format!("(>= {} 0)", text(goal));
        let proof = format!("(farkas {})", used.join(" "));
        let accepted = entails(&guard, &goal_text, &proof);
        // The remainder of a cut is below 1.
        if !spoil && shift == 0 {
            right += 1;
            assert!(accepted, "{guard:?} {goal_text} {proof}");
        }
        if accepted {
            other += 1;
            true_on_a_grid(&guard, &goal_text, &proof);
        }
    }
    assert!(right > 1000 && other > right, "{right} {other}");
}

#[test]
fn products_and_cases() {
    let mut r = Random(2);
    let mut accepted = 0;
    for _ in 0..3000 {
        let rows: Vec<Row> = (0..2)
            .map(|_| [r.below(5) - 2, r.below(5) - 2, r.below(5) - 2])
            .collect();
        let relation = ["=", ">=", ">=", ">="][r.below(4) as usize];
        let guard = vec![
            format!("(>= {} 0)", text(rows[0])),
            format!("({relation} {} 0)", text(rows[1])),
        ];
        let product = format!("(* {} {})", text(rows[0]), text(rows[1]));
        let op = [">=", ">=", "=", ">", "<="][r.below(5) as usize];
        let (goal, proof) = match r.below(3) {
            0 => (
                format!("({op} {product} {})", r.below(3) - 1),
                "(by (mul p g0 g1) (farkas (1 p)))".to_string(),
            ),
            1 => (
                format!("({op} {product} 0)"),
                format!("(by (times p {} g1) (farkas (1 p)))", text(rows[0])),
            ),
            _ => {
                let c = r.below(3) - 1;
                let part = text([r.below(3) - 1, r.below(3) - 1, c]);
                let square = format!("(* {part} {part})");
                let minus = r.below(2);
                (
                    format!("({op} {square} (* {minus} {part}))"),
                    format!(
                        "(cases (>= {part} 1) q (by (mul s q q) (mul u g0 q) (farkas (1 s) ({} q))) (by (square s {part}) (farkas (1 s) ({minus} q))))",
                        2 - minus
                    ),
                )
            }
        };
        if entails(&guard, &goal, &proof) {
            accepted += 1;
            true_on_a_grid(&guard, &goal, &proof);
        }
    }
    assert!(accepted > 300, "{accepted}");
}
