//! All inputs of 8 bits against what is claimed where inputs are told apart.

use super::middle::Middle;
use super::solved::Known;
use super::walk_tests::{count, read_with};
use super::{with_texts, Options};
use ep_base::time::{Evaluated, ParameterKind, Report, Verdict};
use ep_base::Budget;
use ep_ir::Module;
use num_bigint::BigInt;
use std::time::Duration;

/// Longer runs are taken for endless ones.
const MOST: u64 = 1 << 20;

const TRIED: [Middle; 4] = [
    Middle::Everything,
    Middle::Summed,
    Middle::Half,
    Middle::Alone,
];

pub(super) fn asked(module: &Module, middle: Middle) -> Report {
    let options = Options {
        bounds: true,
        budget: Budget {
            timeout: Some(Duration::from_secs(20)),
            ..Budget::default()
        },
        ..Options::default()
    };
    let entry = module.function("f").unwrap();
    let known = &mut Known::default();
    with_texts(module, entry, &options, middle, known, &mut |_| {}).report
}

/// The values of the parameters of a bound, for bytes that the entry is given.
fn at(report: &Report, values: &[u8]) -> Vec<BigInt> {
    let one = |k: &ParameterKind| match k {
        ParameterKind::Limit { value } => value.0.clone(),
        ParameterKind::Value { index, signed, .. } => match signed {
            true => (values[*index as usize] as i8).into(),
            false => values[*index as usize].into(),
        },
        // The interpreter begins with zeros.
        ParameterKind::Global { .. } => 0.into(),
        other => panic!("{other:?}"),
    };
    report.parameters.iter().map(|p| one(&p.kind)).collect()
}

/// What a claim says that a run does not keep.
pub(super) fn contradiction(module: &Module, report: &Report, values: &[u8]) -> Option<String> {
    let wide: Vec<u64> = values.iter().map(|v| u64::from(*v)).collect();
    let bits = vec![8; values.len()];
    let run = count(module, "f", &wide, &bits, MOST);
    let at = at(report, values);
    let upper = report.bounds.upper.as_ref().map(|b| b.upper_at(&at));
    let lower = report.bounds.lower.as_ref().map(|b| b.lower_at(&at));
    match (run, upper) {
        (None, Some(Evaluated::Value(u))) => Some(format!("{values:?} is endless, at most {u}")),
        (None, _) if report.verdict == Verdict::Terminates => {
            Some(format!("{values:?} is endless"))
        }
        (Some(n), Some(Evaluated::Value(u))) if u < n.into() => {
            Some(format!("{values:?} takes {n}, at most {u}"))
        }
        (Some(n), _) if lower.as_ref().is_some_and(|l| *l > n.into()) => {
            Some(format!("{values:?} takes {n}, at least {lower:?}"))
        }
        _ => None,
    }
}

/// The types of the programs.
pub(super) const EIGHT: &str = "typedef signed char S; typedef unsigned char U;\n";

/// Some of which do not end at the limits of their types; `S` and `U` have 8 bits.
const PROGRAMS: [(usize, &str); 18] = [
    (1, "void f(S n) { for (S i = 0; i < (S)(n - 1); i++) ; }"),
    (1, "void f(S n) { for (S i = 0; i <= n; i++) ; }"),
    (1, "void f(S n) { for (S i = n; i >= 0; i--) ; }"),
    (1, "void f(S n) { if (n < 0) n = (S)-n; while (n > 0) n /= 3; }"),
    (1, "void f(S n) { while (n != 0) n = (S)(n - 1); }"),
    (1, "void f(S n) { for (S i = 1; i < n; i = (S)(2 * i)) ; }"),
    (1, "void f(U n) { for (U i = 0; i <= n; i++) ; }"),
    (1, "void f(U n) { for (U i = 0; i < (U)(n + 1); i++) ; }"),
    (1, "void f(S n) { for (S i = 0; i < (S)(n - 1); i++) for (S j = 0; j < (S)(n - 1 - i); j++) ; }"),
    (1, "void f(S n) { S l = 0, h = (S)(n - 1); while (l <= h) { S m = (S)(l + (S)(h - l) / 2); if (m & 1) l = (S)(m + 1); else h = (S)(m - 1); } }"),
    (2, "void f(S n, S m) { for (S i = n; i < (S)(m + 1); i++) ; }"),
    (2, "void f(S n, S m) { while ((S)(n - m) > 0) m++; }"),
    (2, "void f(S n, U m) { for (U i = 0; i <= m; i++) if (n == 3) return; }"),
    (2, "void f(S n, S m) { S l = 0, r = (S)(n - 1); while (l < r) { if (l < m) l++; else r--; } }"),
    (2, "void f(S n, S m) { if (m <= 0) return; for (S i = 0; i < n; i = (S)(i + m)) ; }"),
    (2, "static S g(S n) { return n <= 0 ? 0 : (S)(1 + g((S)(n - 1))); } void f(S n, S m) { for (S i = 0; i < (S)(g(n) - 1); i++) if (m == i) return; }"),
    (2, "static void g(S n, S k) { if (n <= k) return; g((S)(n - 1), k); } void f(S n, S m) { g((S)(n + 1), m); }"),
    (1, "void f(S n) { S s = 0; for (S i = 0; i < (S)(n + 1); i++) { if (i == n) break; s++; } while (s > 0) s--; }"),
];

/// Of the ways to answer every other one, another half for each program; all where that is
/// asked for (`make bench`).
pub(super) fn some<const N: usize>(all: [Middle; N], program: usize) -> Vec<Middle> {
    let every = std::env::var("EVERYPATH_SUITES").as_deref() == Ok("all");
    let kept = all.into_iter().enumerate();
    let kept = kept.filter(|(n, _)| every || (n + program) % 2 == 0);
    kept.map(|(_, m)| m).collect()
}

/// Inputs: all of one, of two those near the limits and around 0.
pub(super) fn inputs(params: usize) -> Vec<Vec<u8>> {
    if params == 1 {
        return (0..=255).map(|v| vec![v]).collect();
    }
    let near = |v: &u8| matches!(v, 0..=4 | 60..=66 | 125..=130 | 189..=194 | 252..=255);
    let some: Vec<u8> = (0..=255).filter(near).collect();
    let with = |a: &u8| some.iter().map(|b| vec![*a, *b]).collect::<Vec<_>>();
    some.iter().flat_map(with).collect()
}

#[test]
fn no_run_contradicts_what_is_claimed_of_a_case() {
    let mut bad = Vec::new();
    let mut told = 0;
    for (n, (params, program)) in PROGRAMS.into_iter().enumerate() {
        let module = read_with(&format!("{EIGHT}{program}"), &["-fwrapv"]);
        for middle in some(TRIED, n) {
            let report = asked(&module, middle);
            let cases = report.bounds.upper.as_ref().map_or(0, |b| b.cases.len());
            told += usize::from(middle != Middle::Everything && cases > 1);
            let mut all = inputs(params).into_iter();
            let wrong = all.find_map(|v| contradiction(&module, &report, &v));
            bad.extend(wrong.map(|w| format!("{program} ({middle:?}): {w}")));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(told > 6, "only {told} answers have cases");
}

/// What the least `n` spoils, and what an `int` cannot count, is said of the others.
#[test]
fn most_inputs_have_an_answer_of_their_own() {
    let programs = [
        (
            "int f(int *a, int n) { int l = 0, r = n - 1; while (l < r) { if (a[l] < a[r]) l++; else r--; } return l; }",
            "n >= -INT_MAX: ",
            true,
        ),
        (
            "int f(const int *a, int n, int key) { int lo = 0, hi = n - 1; while (lo <= hi) { int m = lo + (hi - lo) / 2; if (a[m] == key) return m; if (a[m] < key) lo = m + 1; else hi = m - 1; } return -1; }",
            "n >= -INT_MAX: 32*bitlength(n) + ",
            false,
        ),
        (
            "int f(const char *s) { int n = 0; for (int i = 0; s[i]; i++) n++; return n; }",
            "strlen(s) <= 2147483646: ",
            false,
        ),
    ];
    for (program, want, ends) in programs {
        let module = read_with(program, &["-fwrapv"]);
        let entry = module.function("f").unwrap();
        let options = Options {
            bounds: true,
            ..Options::default()
        };
        let report = super::analyse(&module, entry, &options, &mut |_| {});
        let upper = report.bounds.upper.as_ref();
        let shown = upper.map(|b| b.text(&report.names()).join("; "));
        let shown = shown.unwrap_or_default();
        assert!(shown.contains(want), "{program}: {shown}");
        match &report.verdict {
            Verdict::Terminates => assert!(ends, "{program}: {shown}"),
            Verdict::Unknown { reason, .. } => {
                let others = reason.ends_with("; the runs of all other inputs end");
                assert!(!ends && others, "{program}: {reason}");
            }
            Verdict::DoesNotTerminate => panic!("{program}: no run was shown"),
        }
    }
}
