//! The tests of a suite that are needed.
//!
//! Idea: each test is run once in a build with clang's source-based coverage,
//! and the largest test goes first, then always the one that adds most (greedy
//! set cover: at most `ln n` times as many as the fewest, Chvátal 1979). What
//! counts is every line and every side of a decision and of its parts, which is
//! what the goals of all specifications are among. A test that cannot be
//! measured (its run asks for something else, standard input, a value that is
//! no constant) stays. For a call of `reach_error` one test is enough.
//! Cost: a build, and for each test a run and two tools of LLVM, some 0.1 s.

use super::inputs;
use super::options::DataModel;
use super::pool::Pool;
use super::suite::Suite;
use ep_base::outcome::Input;
use ep_native::{Native, Reached};
use std::collections::BTreeSet;
use std::time::Duration;

/// Larger suites are left as they are.
const MOST: usize = 400;

/// Processor time that has to be left for a build and the first runs.
const ENOUGH: Duration = Duration::from_secs(3);

/// The names of the tests that are needed; none where that was not found out.
pub fn needed(
    suite: &Suite,
    native: &mut Native,
    model: DataModel,
    pool: &Pool,
) -> Option<BTreeSet<String>> {
    if suite.len() < 2 || suite.len() > MOST {
        return None;
    }
    let mut kept = BTreeSet::new();
    let mut measured: Vec<(String, BTreeSet<Reached>)> = Vec::new();
    for (name, text) in suite.tests() {
        if pool.left() < ENOUGH || pool.interrupted() {
            return None;
        }
        let inputs = std::str::from_utf8(text).ok().and_then(|t| read(t, model));
        let reached = match inputs {
            Some(inputs) => native.reached_by(&inputs).ok()?,
            None => None,
        };
        match reached {
            Some(r) => measured.push((name.to_string(), r)),
            None => {
                kept.insert(name.to_string());
            }
        }
    }
    kept.extend(cover(measured));
    Some(kept)
}

/// Tests that together reach what all of them reach.
fn cover<T: Ord>(mut tests: Vec<(String, BTreeSet<T>)>) -> Vec<String> {
    let mut kept = Vec::new();
    loop {
        // Of equals the first one, which was found first.
        let best = (0..tests.len()).rev().max_by_key(|i| tests[*i].1.len());
        let Some(best) = best.filter(|b| !tests[*b].1.is_empty()) else {
            return kept;
        };
        let (name, reached) = tests.remove(best);
        for (_, others) in &mut tests {
            others.retain(|r| !reached.contains(r));
        }
        kept.push(name);
    }
}

/// The inputs of a test that we wrote; none where one of them cannot be handed
/// out in the order of calls.
fn read(text: &str, model: DataModel) -> Option<Vec<Input>> {
    let mut out = Vec::new();
    for line in text.lines().map(str::trim) {
        let Some(rest) = line.strip_prefix("<input variable=\"") else {
            continue;
        };
        let (name, rest) = rest.split_once('"')?;
        let (_, rest) = rest.split_once('>')?;
        let (value, _) = rest.split_once("</input>")?;
        let function = function(name, model)?;
        out.push(inputs::input(&function, value, model).ok()?);
    }
    Some(out)
}

/// The function that gives an input of this name, `int0`: the name of a type
/// and a number.
fn function(name: &str, model: DataModel) -> Option<String> {
    (1..name.len())
        .rev()
        .filter(|at| name.is_char_boundary(*at))
        .map(|at| name.split_at(at))
        .filter(|(_, number)| number.bytes().all(|b| b.is_ascii_digit()))
        // `int80` is the 81st int and no int8.
        .filter(|(word, _)| !(word.contains("int") && word.ends_with(|c: char| c.is_ascii_digit())))
        .map(|(word, _)| format!("__VERIFIER_nondet_{word}"))
        .find(|f| inputs::result_type(f, model).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(of: &[u32]) -> BTreeSet<u32> {
        of.iter().copied().collect()
    }

    #[test]
    fn what_others_reach_is_left_out() {
        let all = [
            ("a", set(&[1, 2])),
            ("b", set(&[2, 3, 4, 5])),
            ("c", set(&[1, 6])),
            ("d", set(&[6])),
            ("e", set(&[])),
        ];
        let tests = all.map(|(n, r)| (n.to_string(), r)).to_vec();
        assert_eq!(cover(tests), ["b", "c"]);
        let equal = [("x", set(&[1])), ("y", set(&[1]))];
        let tests = equal.map(|(n, r)| (n.to_string(), r)).to_vec();
        assert_eq!(cover(tests), ["x"]);
    }

    #[test]
    fn inputs_are_read_back_by_their_functions() {
        for (name, of) in [
            ("int0", Some("__VERIFIER_nondet_int")),
            ("u80", Some("__VERIFIER_nondet_u8")),
            ("u1612", Some("__VERIFIER_nondet_u16")),
            ("size_t3", Some("__VERIFIER_nondet_size_t")),
            ("stdin[0]", None),
            ("int", None),
            ("pchar0", None),
        ] {
            assert_eq!(function(name, DataModel::Lp64).as_deref(), of, "{name}");
        }
        let text =
            "<testcase>\n  <input variable=\"uchar0\" type=\"uchar\">200</input>\n</testcase>\n";
        let inputs = read(text, DataModel::Lp64).unwrap();
        assert_eq!(inputs[0].bytes, [200]);
        let other = text.replace("uchar0", "stdin[0]");
        assert!(read(&other, DataModel::Lp64).is_none());
    }
}
