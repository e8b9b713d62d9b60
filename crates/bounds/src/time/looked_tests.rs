//! Elements that stay what they are, and such that only look as if they did.

use super::apart_tests::{asked, contradiction, inputs, some, EIGHT};
use super::middle::Middle;
use super::walk_tests::read_with;
use ep_base::time::Verdict;

/// Loops that end since an element is the same in each round.
const END: [&str; 5] = [
    "int f(const int *w, int n, int m) { int s = 0; if (m < 0 || m > 100) return -1; for (int i = 0; i < n; i++) { if (w[i] <= 0) continue; for (int j = m; j >= w[i]; j--) s += j; } return s; }",
    "int f(const int *w, int n, int m) { int best[101]; if (m < 0 || m > 100) return -1; for (int i = 0; i <= m; i++) best[i] = 0; for (int i = 0; i < n; i++) { if (w[i] <= 0) continue; for (int j = m; j >= w[i]; j--) if (best[j - w[i]] > best[j]) best[j] = best[j - w[i]]; } return best[m]; }",
    "int f(const unsigned char *w, unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) { if (w[i] == 0) continue; for (unsigned j = 0; j < 1000; j += w[i]) s++; } return s; }",
    "struct t { unsigned step, other; }; int f(struct t *w, unsigned n) { for (unsigned i = 0; i < n; i++) { if (w[i].step == 0 || w[i].step > 9) continue; unsigned seen = 0; for (unsigned j = 0; j < 1000; j += w[i].step) seen++; } return 0; }",
    "int f(const int *w, unsigned i, unsigned k) { if (w[i] <= 0 || k != i) return 0; int n = 9; while (n > 0) n -= w[k] > 5 ? 1 : w[i]; return n; }",
];

/// Loops that run for ever on some input.
const FOREVER: [&str; 14] = [
    // Written in the loop: by the same index, by another one, behind a pointer.
    "static U w[4]; void f(U n, U m) { U i = n & 3; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) w[n & 3] = m; }",
    "static U w[4]; void f(U n, U m) { U i = n & 3; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) w[m & 3] = 0; }",
    "static U w[4]; void f(U n, U m) { U i = n & 3; U *p = &w[m & 3]; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) *p = 0; }",
    "static U w[4]; static void g(U m) { w[m & 3] = 0; } void f(U n, U m) { U i = n & 3; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) g(m); }",
    "static U w[4]; void f(U n, U m) { U i = n & 3; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) if (j == 5 && m == 7) __builtin_memset(w, 0, 4); }",
    // In other widths.
    "static union { U b[4]; unsigned int i; } w; void f(U n, U m) { U i = n & 3; w.b[i] = 1; for (U j = 0; j < 100; j = (U)(j + w.b[i])) if (m == 3) w.i = 0; }",
    "static U w[4]; void f(U n, U m) { U i = n & 3; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) if (m == 3) *(unsigned short *)(w + 2) = 0; }",
    "static U w[8]; static U none[8]; void f(U n, U m) { U i = n & 3; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) if (m == 3) __builtin_memcpy(w, none, 8); }",
    // The index is another one, for a while or from some round on.
    "static U w[4]; void f(U n, U m) { U i = n & 3; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[i])) if (j == 5) i = m & 3; }",
    "static U w[4]; void f(U n, U m) { U i = n & 3, k = i; w[i] = 1; for (U j = 0; j < 100; j = (U)(j + w[k])) { if (j == 9) k = m & 3; } }",
    "static U w[4]; void f(U n, U m) { U i = n & 3, k = i; w[i] = 1; while (w[k] == 1 && m < 9) { w[i] = 1; if (m == 8) { k = 3; w[3] = 1; } } }",
    // Zero in the next round of the loop around.
    "static U w[4]; void f(U n, U m) { w[n & 3] = 1; for (U i = 0; i < 4; i++) { if (i == 0 && w[0] == 0) continue; for (U j = 0; j < 100; j = (U)(j + w[i])) if (m & 1) break; } }",
    // An object of another round.
    "void f(U n, U m) { for (U j = 0, r = 0; j < 9; r = 1) { U v[2]; v[0] = v[1] = 1; if (r) v[m & 1] = 0; j = (U)(j + v[n & 1]); } }",
    // What a product of registers reaches.
    "static U w[8]; void f(U n, U m) { U i = (U)(n & 3), k = (U)(m & 1); w[2 * i + k] = 1; for (U j = 0; j < 100; j = (U)(j + w[2 * i + k])) { if (j == 4) { i = (U)(i ^ 1); } } }",
];

#[test]
fn elements_that_stay_prove_that_loops_end() {
    for program in END {
        let module = read_with(program, &["-fwrapv"]);
        let report = asked(&module, Middle::Everything);
        assert_eq!(report.verdict, Verdict::Terminates, "{program}");
        assert!(report.bounds.upper.is_some(), "{program}");
    }
}

#[test]
fn elements_that_change_prove_nothing() {
    let mut bad = Vec::new();
    for (n, program) in FOREVER.iter().enumerate() {
        let module = read_with(&format!("{EIGHT}{program}"), &["-fwrapv"]);
        for middle in some([Middle::Everything, Middle::Half], n) {
            let report = asked(&module, middle);
            if report.verdict == Verdict::Terminates {
                bad.push(format!("{program} ({middle:?}): it is proved"));
            }
            let mut all = inputs(2).into_iter();
            let wrong = all.find_map(|v| contradiction(&module, &report, &v));
            bad.extend(wrong.map(|w| format!("{program} ({middle:?}): {w}")));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
